"""The texts of error messages."""

import ast
from collections.abc import Iterator
from pathlib import Path

import astragal
from astragal import errors
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


def raised_messages() -> Iterator[tuple[Path, ast.Raise]]:
    for path in sorted(Path(astragal.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                yield path, node


def test_messages_quote_values_with_quoted() -> None:
    """`!r` fails on numbers of 5,000 digits, and writes texts of any length."""
    ours = {name for name in dir(errors) if name.endswith("Error")}
    checked = 0
    for path, node in raised_messages():
        assert isinstance(node.exc, ast.Call)
        if ast.unparse(node.exc.func) not in ours:
            continue
        checked += 1
        for part in ast.walk(node):
            if isinstance(part, ast.FormattedValue):
                assert part.conversion != ord("r"), f"{path}:{node.lineno}: use quoted()"
    assert checked > 200
