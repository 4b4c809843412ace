"""Omaha hands: their classes, their order, and how their ranges are written."""

import errno
import os
import random
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from astragal import _native, equity
from astragal.cards import card_ids, card_set, sets_to_hands, subsets
from astragal.equity import Range, omaha
from astragal.equity.exact import first_sets
from astragal.equity.omaha import OMAHA, hand_classes, omaha_job
from astragal.equity.spot import suit_symmetries
from astragal.errors import BadInputError, TableError
from astragal.jobs.run import run
from astragal.poker import STANDARD, Variant
from astragal.poker.rules import straight
from astragal.progress import Report
from astragal.store import disk

from faults import full_disk

RANKS = "23456789TJQKA"
NINES = Variant(
    "omaha-nines",
    4,
    used=2,
    rules=replace(
        STANDARD,
        name="nines and up",
        straights=(straight("9TJQK"), straight("TJQKA")),
        lowest_rank=RANKS.index("9"),
    ),
)


def test_the_classes_are_those_of_the_suits() -> None:
    classes = hand_classes()
    assert (len(classes.hands), len(classes.first)) == (270_725, 16_432)
    assert (classes.first[classes.class_of] <= classes.hands).all()
    assert set(classes.sizes.tolist()) == {1, 4, 6, 12, 24}


def test_kinds_are_counted_as_cards_are() -> None:
    """All hands of a short deck, once by kinds and once card by card: boards with flushes, too."""
    classes = hand_classes(NINES)
    boards, times = first_sets(NINES.deck, 5, suit_symmetries())
    assert times.sum() == comb(24, 5)
    sums, ones = np.zeros((len(classes.hands), 2)), np.ones(len(classes.hands))
    two = _native.TwoRanges(NINES.tables, True, classes.hands, ones, ones.astype(np.uint8))
    two.add_boards(boards, times, sums)
    table = run(omaha_job(NINES), threads=2)
    assert np.array_equal(table.wins, np.bincount(classes.class_of, sums[:, 0]))
    assert np.array_equal(table.ties, np.bincount(classes.class_of, sums[:, 1]))


def test_a_full_disk_costs_no_finished_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(omaha, "omaha_job", partial(omaha_job, NINES))  # a moment, not a minute
    reports: list[Report] = []

    def table() -> omaha.OmahaTable:
        return omaha.omaha_table(tmp_path / "nines", folder=tmp_path, progress=reports.append)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "reserve", full_disk)
        with pytest.raises(TableError, match=os.strerror(errno.ENOSPC)):
            table()
    chunks = reports[-1].total
    assert reports[-1].done == chunks
    reports.clear()
    assert np.array_equal(table().wins, run(omaha_job(NINES)).wins)
    assert [(report.done, report.head_start) for report in reports] == [(chunks, chunks)]
    assert [path.name for path in tmp_path.glob("[!.]*")] == ["nines"]


@cache
def every_seventh_hand() -> list[tuple[int, str, list[int]]]:
    """Return hands with their ranks and how many cards of a suit they have, most first."""
    found = []
    hands = subsets(OMAHA.deck, 4)[::7]
    for hand, cards in zip(hands.tolist(), sets_to_hands(hands, 4).tolist(), strict=True):
        suits = [card % 4 for card in cards]
        shape = sorted([suits.count(suit) for suit in {*suits}], reverse=True)
        found.append((hand, "".join([RANKS[card // 4] for card in cards]), shape))
    return found


def named(pattern: str, suits: str = "") -> set[int]:
    """The hands of a pattern of ranks and x, from the deck and nothing else; of every 7th hand."""
    kinds = {"ds": [[2, 2]], "ss": [[2, 1, 1], [3, 1], [4]], "r": [[1, 1, 1, 1]]}
    least = Counter(pattern.replace("x", ""))
    return {
        hand
        for hand, ranks, shape in every_seventh_hand()
        if all(ranks.count(rank) >= number for rank, number in least.items())
        if not suits or shape in kinds[suits]
    }


@pytest.mark.parametrize(
    ("text", "patterns", "suits"),
    [
        ("AAxx", ["AAxx"], ""),
        ("AAxx ds", ["AAxx"], "ds"),
        ("AKQJ ss", ["AKQJ"], "ss"),
        ("AKQJ$r", ["AKQJ"], "r"),
        ("JT98+", ["JT98", "QJT9", "KQJT", "AKQJ"], ""),
        ("QQxx+ DS", ["QQxx", "KKxx", "AAxx"], "ds"),
        ("AAAx, 7722", ["AAAx", "7722"], ""),
    ],
)
def test_parts_are_read(text: str, patterns: list[str], suits: str) -> None:
    every_seventh = {hand for hand, *_ in every_seventh_hand()}
    wanted = set().union(*(named(pattern, suits) for pattern in patterns))
    assert set(Range(text, "omaha").hands.tolist()) & every_seventh == wanted
    assert wanted


def test_cards_weights_and_exclusions() -> None:
    aces = Range("AhAxx", "omaha")
    assert all(card_set("Ah") & hand and len(card_ids(hand)) == 4 for hand in aces.hands.tolist())
    assert len(aces) == len(Range("AAxx", "omaha")) - len(Range("AAxx", "omaha").without("Ah"))
    mixed = Range("AAxx ds:0.5, JT98 r@25", "omaha")
    assert set(mixed.weights.tolist()) == {0.25, 0.5}
    assert Range("AAxx, !AAxx ds", "omaha") == Range("AAxx", "omaha") - "AAxx ds"


def test_percentages_are_the_best_hands() -> None:
    tenth, band = Range("10%", "omaha"), Range("5-10%", "omaha")
    assert 0.1 <= tenth.share < 0.1001
    assert band == tenth - "5%"
    assert "AhAdTsTc" not in band
    assert "AhAdThTd" in Range("0.01%", "omaha")
    assert Range("100%", "omaha").is_random


def test_the_order_is_that_of_samples() -> None:
    """Two hands of a hundred of the order: sampled, the better one is better beyond the errors."""
    order = [Range(f"{least}-{least + 0.01}%", "omaha").hands[0] for least in (1, 30, 60, 90)]
    found = [
        equity.calculate([int(hand), "random"], game="omaha", method="sampled", samples=200_000)
        for hand in order
    ]
    for better, worse in combinations(found, 2):
        difference = better.players[0].equity - worse.players[0].equity
        assert difference > better.players[0].error + worse.players[0].error  # type: ignore[operator]


def test_ranges_are_counted_after_the_flop() -> None:
    rng = random.Random(4)
    board = "Th 9h 2c 3d"
    result = equity.calculate(["AAxx ds", "JT98+"], board=board, game="omaha")
    assert result.method == "exact"
    cells = equity.by_hand("AAxx ds", "JT98+", board=board, game="omaha")
    assert cells.equity == pytest.approx(result.players[0].equity, abs=1e-12)
    place = rng.randrange(len(cells.hands))
    one = equity.calculate([int(cells.hands[place]), "JT98+"], board=board, game="omaha")
    assert cells.equities[place] == pytest.approx(one.players[0].equity, abs=1e-12)


@pytest.mark.parametrize("text", ["AAx", "AK", "AAxx zz", "As", "AAxxx", "AKQJT"])
def test_bad_parts_are_quoted(text: str) -> None:
    with pytest.raises(BadInputError, match=rf"(^|in range )'{text}': "):
        Range(text, "omaha")
    with pytest.raises(BadInputError, match="ranges in omaha5 are lists of hands"):
        Range("AAxxx", "omaha5")


def test_spaces_are_read_in_linear_time() -> None:
    """Half an hour, if each space begins a search to the last one."""
    assert len(Range("\n" * 200_000, "omaha")) == 0
    assert Range("AAxx" + " " * 200_000 + "ds", "omaha") == Range("AAxx ds", "omaha")
    assert Range("AAxx$$ds", "omaha") == Range("AAxx ds", "omaha")
