"""Results as data frames."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from astragal import asia, equity, keys, layout, paigow, poker, ur
from astragal._frames import make_frame
from astragal.errors import BadInputError, UnknownNameError

FLOP = "2c 7d Jh"

TABLES: list[tuple[Callable[[], Any], int, dict[str, object]]] = [
    (
        lambda: equity.calculate(["AhKh", "QQ+, AKs"], board=FLOP),
        2,
        {"hand": "AhKh", "wins": 2586, "ties": 2745, "equity": 7917 / 29700, "error": None},
    ),
    (
        lambda: equity.final_hands(["AhKh", "QsQd"], board=FLOP),
        2,
        {"hand": "AhKh", "straight flush": 1, "error": None},
    ),
    (lambda: equity.preflop("AKs", "QQ"), 1, {"hand": "AKs", "villain": "QQ", "combos": 24}),
    (lambda: equity.preflop_row("AA"), 169, {"hand": "AA", "villain": "AA", "equity": 0.5}),
    (
        lambda: equity.next_cards(["AhKh", "AhKh:0.5, QsQd"], board=FLOP),
        2 * 45,  # 47 cards are left, and Qs and Qd leave the second player without a hand
        {"card": "2d", "hand": "AhKh"},
    ),
    (lambda: equity.outs(["AhKh", "QsQd"], board=FLOP), 2, {"player": "AhKh", "outs": 6}),
    (
        lambda: equity.calculate_many([[5, 10], [80, 160]]),
        2,
        {"wins_1": int(equity.calculate([5, 10]).players[0].wins)},
    ),
    (
        lambda: asia.rank("As Kd Qh Jc 9s 7d 4h", dealer="lexicographic"),
        40,
        {"high": "As 9s 7d 4h", "medium": "Kd Qh", "low": "Jc", "wins": 40844596, "house": False},
    ),
    (
        lambda: asia.rank_many(["As Kd Qh Jc 9s 7d 4h", "Jk Ks Kd 9h 8c 5d 2s"], rules="casino"),
        2,
        {"hand": "4h 7d 9s Jc Qh Kd As", "high": "As 9s 7d 4h", "same": 1},
    ),
    (asia.insurance, 6, {"highest": "9", "pays": 100, "hands": 31080}),
    (paigow.fortune, 11, {"pays": 8000, "hands": 32}),
    (lambda: ur.start().by_roll(), 4, {"roll": 1, "move": "hand-A4"}),
    (
        lambda: ur.moves_many([0x1C0 | 7 << 3, 63, 63], [1, 0, 1]),
        1,
        {"row": 2, "move": "hand-A4", "after": 0x40103E},
    ),
    (lambda: ur.play_match("greedy", "random", 2), 1, {"a": "greedy", "games": 2}),
    (lambda: layout.check("pokerval"), 2, {"says": "bits 23..20 are unused", "holds": True}),
    (lambda: layout.decode("pokerval", 0x20077744), 6, {"item": "type", "value": 32}),
    (lambda: keys.search("suit"), 12, {"c": 0, "d": 1, "h": 29, "s": 37}),
]


@pytest.mark.parametrize(("make", "rows", "first"), TABLES)
def test_a_table_becomes_a_frame(
    make: Callable[[], Any], rows: int, first: dict[str, object]
) -> None:
    table = make()
    frame = table.to_frame()
    assert isinstance(frame, pl.DataFrame)
    assert len(frame) == rows
    assert {name: frame[name][0] for name in first} == first
    other = table.to_frame("pandas")
    assert isinstance(other, pd.DataFrame)
    assert other.shape == frame.shape
    assert list(other.columns) == frame.columns


SAME_COLUMNS: list[tuple[str, list[Callable[[], Any]]]] = [
    (
        "equity: exact, weighted, sampled, in a game with a low half",
        [
            lambda: equity.calculate(["AhKh", "QsQd"], board=FLOP),
            lambda: equity.calculate(["AhKh", "QQ+:0.5"], board=FLOP),
            lambda: equity.calculate(["AhKh", "QsQd"], samples=1),
            lambda: equity.calculate(["AhAdKhKd", "2s3s4d5d"], board="Qh 7s 6s", game="omaha-hilo"),
        ],
    ),
    (
        "next cards: exact and sampled",
        [
            lambda: equity.next_cards(["AhKh", "QsQd"], board=FLOP + " 3s"),
            lambda: equity.next_cards(["AhKh", "QQ:0.5"], board=FLOP + " 3s", samples=1),
        ],
    ),
    (
        "outs: some and none",
        [
            lambda: poker.showdown("Ah Kh", "Qh Jh 2c"),
            lambda: poker.showdown("Ah Kh", "Qh Jh Th 2c 3d"),
        ],
    ),
    (
        "claims: some and none",
        [
            lambda: layout.check("pokerval"),
            lambda: layout.check(layout.Layout("none", 8, (layout.Field("x", 0, 8, ""),))),
        ],
    ),
    (
        "moves: some and none",
        [
            lambda: ur.start().by_roll(),
            lambda: ur.Position(layout.find_layout("ur-state").pack(a_done=1, b_hand=1)).by_roll(),
        ],
    ),
    (
        "moves of states: some and none",
        [
            lambda: ur.moves_many([0x3F], [1]),
            lambda: ur.moves_many([0x3F], [0]),
        ],
    ),
]


@pytest.mark.parametrize(
    "results", [results for _, results in SAME_COLUMNS], ids=[name for name, _ in SAME_COLUMNS]
)
@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_frames_of_one_function_have_the_same_types(
    results: list[Callable[[], Any]], library: Any
) -> None:
    first, *others = [make().to_frame(library) for make in results]
    types = dict(zip(first.columns, first.dtypes, strict=True))
    for frame in others:
        assert dict(zip(frame.columns, frame.dtypes, strict=True)) == types
    if library == "polars":
        assert pl.Null not in first.dtypes
        pl.concat([first, *others])


def test_players_have_the_same_fields_in_frames_and_in_json() -> None:
    result = equity.calculate(["AhAdKhKd", "2s3s4d5d"], board="Qh 7s 6s", game="omaha-hilo")
    rows = [player.to_dict() for player in result.players]
    assert all(row["categories"] is None for row in rows)
    shown = [{key: value for key, value in row.items() if key != "categories"} for row in rows]
    assert result.to_frame().to_dicts() == shown


def test_the_preflop_table_has_names_of_hands() -> None:
    counts = np.arange(81 * 81, dtype=np.int64).reshape(81, 81)
    table = equity.PreflopTable(poker.find_variant("short"), counts + 1, counts, counts)
    frame = table.to_frame()
    assert frame.columns[:2] == ["hand", "villain"]
    assert frame.row(81 + 2)[:3] == ("AKs", "AKo", 83)


def test_the_library_that_is_installed_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    assert isinstance(make_frame({"n": [1]}), pd.DataFrame)
    with pytest.raises(BadInputError, match="a data frame needs polars: pip install polars"):
        make_frame({"n": [1]}, "polars")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadInputError, match="a data frame needs polars or pandas: pip install"):
        make_frame({"n": [1]})


def test_other_libraries_are_refused() -> None:
    with pytest.raises(
        UnknownNameError, match="no library of data frames 'arrow'; there are polars, pandas"
    ):
        make_frame({"n": [1]}, "arrow")  # type: ignore[arg-type]


def test_frames_of_settings_can_be_put_together() -> None:
    hand = "As Kd Qh Jc 9s 7d 4h"
    frames = [
        asia.Game().rank(hand).to_frame("polars"),
        asia.Game().rank(hand, samples=1000).to_frame("polars"),
    ]
    assert len(pl.concat(frames)) == sum(map(len, frames))
