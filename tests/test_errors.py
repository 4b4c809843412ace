"""The texts of error messages."""

from astragal.errors import quoted


class Surrogate:
    """A value whose repr can't be encoded as UTF-8."""

    def __repr__(self) -> str:
        return "<\ud800>"


def test_long_values_are_shortened() -> None:
    assert quoted("x" * 118) == "'" + "x" * 118 + "'"
    assert quoted("x" * 119) == "'" + "x" * 59 + " ... " + "x" * 8 + "'"


def test_numbers_with_too_many_digits_are_described() -> None:
    assert quoted(10**5000) == "int of more than 4,300 digits"


def test_deeply_nested_values_are_described() -> None:
    nested: list[object] = []
    for _ in range(5000):
        nested = [nested]
    assert quoted(nested) in ("deeply nested list", "[" * 60 + " ... " + "]" * 9)


def test_lone_surrogates_are_escaped() -> None:
    assert quoted("\ud800") == r"'\ud800'"
    assert quoted(Surrogate()) == r"<\ud800>"
    quoted([Surrogate()]).encode()
