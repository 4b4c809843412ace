import xml.etree.ElementTree as ET

import pytest

from astragal.errors import BadInputError
from astragal.ur import Position
from astragal.ur.squares import NUMBERS, SQUARES, mirror_square, parse_square, row_and_column

from reference import ur as reference


def test_names_make_the_round_trip() -> None:
    assert len(set(SQUARES)) == 20
    for square in SQUARES:
        assert parse_square(square) == parse_square(square.lower()) == square
        assert reference.place_name(NUMBERS[square]) == square
        row, column = row_and_column(square)
        assert "ABC"[row] + "12345678"[column] == square
        assert mirror_square(mirror_square(square)) == square


@pytest.mark.parametrize("name", ["A5", "A6", "C5", "D1", "A9", "A", "", "11"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(BadInputError, match="is not a square"):
        parse_square(name)


def test_board_shows_pieces_scores_and_turn() -> None:
    state = 0x2000000040000D80 | 3 << 13
    assert Position(state).draw(ascii_only=True).splitlines() == [
        "    1   2   3   4   5   6   7   8",
        "  +---+---+---+---+       +---+---+",
        "A | * |   |   |   |       | * | A |   A: 0 in hand, 6 home   to move, rolled 3",
        "  +---+---+---+---+---+---+---+---+",
        "B |   |   |   | * |   |   |   |   |",
        "  +---+---+---+---+---+---+---+---+",
        "C | * |   |   |   |       |*B |   |   B: 0 in hand, 6 home",
        "  +---+---+---+---+       +---+---+",
    ]
    assert "│✿● │" in str(Position(state))
    assert "has won" in str(Position(0x1C0 | 7 << 3))


def test_every_square_is_where_its_name_says() -> None:
    for square in SQUARES:
        lines = (
            Position(1 << (16 + 2 * NUMBERS[square]), check=False)
            .draw(ascii_only=True)
            .splitlines()
        )
        row, column = tuple(square)
        (line,) = [line for line in lines if line.startswith(row)]
        assert line[4 * int(column)] == "A"


def test_svg_is_well_formed_and_has_every_piece() -> None:
    root = ET.fromstring(Position(0x2000000040000D80)._repr_svg_())
    shapes = [child.tag.split("}")[1] for child in root]
    assert shapes.count("rect") == 20
    assert shapes.count("circle") == 2
    assert shapes.count("g") == 5
