"""The Insurance side bet."""

from astragal.asia import insurance


def test_insurance() -> None:
    bet = insurance()
    assert list(bet.counts.values()) == [31_080, 248_640, 963_480, 2_719_500, 6_386_940, 14_430_780]
    assert bet.hands == 154_143_080
    assert round(100 * bet.edge, 3) == 3.908
