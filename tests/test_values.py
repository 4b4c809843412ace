"""What results of all rooms share: plain values, and how they look in a notebook."""

from enum import Enum, IntEnum
from pathlib import Path
from typing import NamedTuple

import numpy as np

from astragal._tables import TextTable
from astragal.notebook import Facts, Tabular, Value, plain


class Rank(IntEnum):
    ACE = 12

    def __str__(self) -> str:
        return "ace"


class Colour(Enum):
    RED = "#f00"


class Pair(NamedTuple):
    first: int
    second: Path


class Spot(Facts):
    JSON = "cards size=cards.__len__ seed? text ties=_ties"
    cards = ("As", "Kd")
    seed: int | None = None
    text = "a <pair>"

    def _ties(self) -> None:
        return None

    def __str__(self) -> str:
        return self.text


def test_plain_values_are_what_json_can_write() -> None:
    assert plain((True, 1, 2.5, "x", None)) == [True, 1, 2.5, "x", None]
    assert plain({Rank.ACE: Rank.ACE, 3: Colour.RED}) == {"ace": "ace", "3": "Colour.RED"}
    assert plain(Pair(1, Path("a/b"))) == {"first": 1, "second": "a/b"}
    assert plain([np.uint64(2**63), np.eye(2)]) == [2**63, [[1.0, 0.0], [0.0, 1.0]]]
    assert type(plain(np.float64(0.5))) is float


def test_a_result_names_its_fields() -> None:
    spot = Spot()
    assert spot.to_dict() == {"cards": ["As", "Kd"], "size": 2, "text": "a <pair>", "ties": None}
    spot.seed = 0
    assert list(spot.to_dict()) == ["cards", "size", "seed", "text", "ties"]
    assert spot.shown == {"cards": "As Kd", "size": 2, "seed": 0}
    assert "<caption>a &lt;pair&gt;</caption>" in spot._repr_html_()
    assert plain([spot])[0]["size"] == 2


def test_a_notebook_shows_the_picture_or_the_text() -> None:
    class Drawn(Value):
        def _repr_svg_(self) -> str | None:
            return "<svg/>"

        def __str__(self) -> str:
            return "<words>"

    class Undrawn(Drawn):
        def _repr_svg_(self) -> None:
            return None

    assert Drawn()._repr_html_() == "<svg/>"
    assert Undrawn()._repr_html_() == "<pre>&lt;words&gt;</pre>"


def test_a_table_stands_between_its_lines() -> None:
    class Counted(Tabular):
        def _records(self) -> list[dict[str, object]]:
            return [{"hand": "AA", "wins": 3}, {"hand": "KK", "wins": 12}]

    class Framed(Counted):
        def _table(self) -> TextTable:
            return super()._table()._replace(above="before", below="after")

    lines = ["hand  wins", "──────────", "AA       3", "KK      12"]
    assert str(Counted()).splitlines() == lines
    assert str(Framed()).splitlines() == ["before", *lines, "after"]
    assert "<caption>before. after</caption>" in Framed()._repr_html_()
