from collections.abc import Callable

from cli.conftest import Result

Run = Callable[..., Result]


def test_a_hand(astragal: Run) -> None:
    assert astragal("eval", "7h 7d 7s 4c 4h", "--json").json == {
        "category": "full house",
        "strength": 9569,
        "kev": 260,
        "pokerval": "0x20077744",
        "mask": "0x2000100010000000",
        "best": ["7s", "7h", "7d", "4h", "4c"],
        "text": "full house, sevens over fours",
        "wild": None,
    }
    assert "full house, sevens over fours" in astragal("eval", "7h7d7s4c4h").out


def test_pocket_and_board(astragal: Run) -> None:
    result = astragal("eval", "Ah 2c", "--board", "Ad As Kh", "--json").json
    assert (result["pcbits"], result["npcbits"], result["nstraight"]) == (17, 2, 2)
    assert result["pokervalplayer"] == "0x000e2000"
    assert result["pokervalcommon"] == "0x010eed00"
    quirky = astragal("eval", "Ah 2c", "--board", "Ad As Kh", "--quirks", "openholdem", "--json")
    assert (quirky.json["pcbits"], quirky.json["quirks"]) == (18, "openholdem")


def test_cards_need_no_quotes(astragal: Run) -> None:
    loose = astragal("eval", "7h", "6d", "--board", "9c 8s 5d")
    assert loose.out == astragal("eval", "7h 6d", "--board", "9c 8s 5d").out
    assert "pcbits           00110" in loose.out


def test_wild_cards(astragal: Run) -> None:
    assert astragal("eval", "Jk As Ah Ad Ac", "--wild", "bug", "--json").json["pokerval"] == (
        "0xff0eeeee"
    )


def test_fewer_than_five_cards_have_no_kev_number(astragal: Run) -> None:
    assert astragal("eval", "As Kd", "--json").json["kev"] is None
    assert astragal("eval", "", "--json").json["text"] == "no cards"


def test_bad_input_is_quoted(astragal: Run) -> None:
    astragal("eval", "Ah Ah").assert_refused("'Ah Ah'", "twice")
    astragal("eval", "Ah Xh").assert_refused("'Xh'")
    astragal("eval", "2c3c4c5c6c7c8c9c").assert_refused("8 cards")
    astragal("eval", "Ah", "Kh", "--board", "Ah").assert_refused("'Ah' comes twice in 'Ah Kh Ah'")
    astragal("eval", "Jk Ah").assert_refused("'Jk'")
    astragal("eval", "Jk Ah", "--wild", "deuces").assert_refused("'deuces'", "bug")
    astragal("eval", "Ah", "--board", "Kh Qh Jh").assert_refused("1 card", "0 or 2")
    astragal("eval", "Ah Kh", "--quirks", "openholdem").assert_refused("'openholdem'", "board")
    astragal("eval", "Ah Kh", "--board", "", "--quirks", "x").assert_refused("'x'", "openholdem")


def test_how_a_hand_stands(astragal: Run) -> None:
    found = astragal("standing", "Ah Kh", "Qh Jh 2c", "--json").json
    assert (found["beats"], found["ties"], found["loses"], found["opponents"]) == (
        640,
        9,
        432,
        1081,
    )
    assert found["outs"]["straight"] == ["Tc", "Td", "Ts"]
    assert astragal("standing", "Ah Kh", "Qh Jh").code == 2
