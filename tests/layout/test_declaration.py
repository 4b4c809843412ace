from pathlib import Path

import pytest

from astragal.errors import LayoutError
from astragal.layout import Ascending, Field, Layout, Unused, check, find_layout, parse_layout

EXAMPLE = """
name = "game"
bits = 32
meaning = "a game"

[[field]]
name = "type"
offset = 24
width = 2
flags = ["won", "lost"]

[[field]]
name = "rank"
offset = 16
width = 4
runs = "1..5"
stride = -4
meaning = "ranks"
values = { 14 = "ace" }

[[claim]]
unused = "20..23"

[[claim]]
says = "wins are above"
ascending = [{ rank = [14, 0, 0, 0, 0] }, { type = "won" }]
"""


def test_the_same_declaration_as_in_python() -> None:
    assert parse_layout(EXAMPLE) == Layout(
        "game",
        32,
        (
            Field("type", 24, 2, flags=("won", "lost")),
            Field("rank", 16, 4, "ranks", runs="1..5", stride=-4, values={14: "ace"}),
        ),
        meaning="a game",
        claims=(
            Unused(20, 23),
            Ascending(({"rank": [14, 0, 0, 0, 0]}, {"type": "won"}), "wins are above"),
        ),
    )
    assert check(parse_layout(EXAMPLE)).sound


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ('name = "game"', "", "'name' is missing"),
        ("bits = 32", 'bits = "32"', "bits = '32' is not of type int"),
        ("bits = 32", "bits = true", "bits = True is not of type int"),
        ("bits = 32", "bits = 32\nbytes = 4", "unknown key 'bytes'"),
        ("bits = 32", "bits = 32 bits", "not TOML"),
        ("offset = 24", "", "field 'type': 'offset' is missing"),
        ("offset = 24", "at = 24", "field 'type': unknown key 'at'"),
        ("offset = 24", "offset = 31", "ends at bit 32"),
        ("offset = 24", "offset = 18", "overlap at bits 19..18: type and rank[1]"),
        ('flags = ["won", "lost"]', "flags = [1, 2]", "flags = 1 is not text"),
        ('values = { 14 = "ace" }', 'values = { A = "ace" }', "must map numbers to names"),
        ('{ 14 = "ace" }', '{ 14 = "ace", 014 = "one" }', "values name the number 14 twice"),
        ('unused = "20..23"', 'unused = "20..21, 23"', "give one run"),
        ('unused = "20..23"', "unused = 20", "a claim is unused"),
        ('says = "wins are above"', "", "a claim is unused"),
        ("[[field]]", "[field]", "TOML"),
    ],
)
def test_mistakes_are_quoted(before: str, after: str, reason: str) -> None:
    assert before in EXAMPLE
    with pytest.raises(LayoutError) as error:
        parse_layout(EXAMPLE.replace(before, after, 1))
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("unused = '" + "9" * 5000 + "..3'", "neither '7' nor '3..7'"),
        ("unused = '²'", "neither '7' nor '3..7'"),
        ("says = 'x'\nascending = [{self = 1}]", "no field 'self'"),
        (f"unused = {'9' * 5000}", "64 bits"),
        (f"unused = 0x{'9' * 5000}", "64 bits"),
        (f"labels = [[0x{'9' * 5000}]]", "64 bits"),
    ],
    ids=["long", "not ASCII", "self", "decimal", "hexadecimal", "nested"],
)
def test_odd_claims_are_explained(claim: str, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        parse_layout(f"{EXAMPLE}\n[[claim]]\n{claim}\n")


def test_overlaps_are_allowed_if_declared() -> None:
    broken = EXAMPLE.replace("offset = 24", "offset = 18")
    report = check(parse_layout(broken, allow_overlaps=True))
    assert [str(overlap) for overlap in report.overlaps] == ["bits 19..18: type and rank[1]"]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"none\.toml' can't be read"):
        find_layout(tmp_path / "none.toml")
    with pytest.raises(LayoutError, match=r"none\.toml' can't be read"):
        find_layout(str(tmp_path / "none.toml"))
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(LayoutError, match=r"bad\.toml' is not UTF-8"):
        find_layout(tmp_path / "bad.toml")
    (tmp_path / "empty.toml").write_text("")
    with pytest.raises(LayoutError, match=r"empty\.toml': layout: 'name' is missing"):
        find_layout(tmp_path / "empty.toml")


@pytest.mark.parametrize("line", ["{}=1", "[{}]", "x={{{}=1}}"])
def test_keys_with_thousands_of_dots_are_refused_at_once(line: str) -> None:
    key = ".".join(["a"] * 9990)
    with pytest.raises(LayoutError, match="a line has more than 200 dots"):
        parse_layout(line.format(key))


def test_dots_in_strings_and_comments_are_not_counted() -> None:
    dots = "." * 1000
    text = f"name = 'x'\nbits = 8\nmeaning = \"{dots}\" # {dots}\n"
    layout = parse_layout(f"{text}[[field]]\nname='f'\noffset=0\nwidth=8")
    assert layout.meaning == dots
