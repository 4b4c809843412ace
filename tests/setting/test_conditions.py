"""Conditions of way files, against a reference that was written from the documentation alone."""

import re
from pathlib import Path

import numpy as np
import pytest
from setting.cards import to_reference

from astragal import asia, paigow
from astragal.cards import card_set
from astragal.setting import Rules
from astragal.setting.classes import CLASSES, class_of, example_hand
from astragal.setting.conditions import COUNTS, FLAG_NAMES, RANK_NAMES, features, holds_for
from astragal.setting.rules import Wheel

from reference import conditions as reference

GAMES: list[Rules] = [
    asia.find_rules(),
    asia.find_rules(wheel="second highest"),
    paigow.find_rules(),
    paigow.find_rules(wheel="lowest"),
]
games = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.game} {rules}")


def compare(rules: Rules, numbers: list[int]) -> None:
    known = features(rules.high_size, rules.wheel)
    second = rules.wheel is Wheel.SECOND_HIGHEST
    for number in numbers:
        hand = to_reference(example_hand(number))
        wanted = reference.features(hand, rules.high_size, second)
        found: dict[str, object] = {}
        found |= {name: bool(flags[number]) for name, flags in known.flags.items()}
        found |= {name: int(counts[number]) for name, counts in known.counts.items()}
        for name, ranks in known.ranks.items():
            rank = int(ranks[number])
            found[name] = None if rank < 0 else min(rank + 2, 14)
        assert found == wanted, hand


@games
def test_conditions_are_those_of_the_reference(rules: Rules) -> None:
    """Of 1,500 classes at random; `make verify` compares a hundred times as many."""
    compare(rules, np.random.default_rng(5).integers(0, CLASSES, 1_500).tolist())


@pytest.mark.verify
@games
def test_conditions_of_many_classes_are_those_of_the_reference(rules: Rules) -> None:
    compare(rules, np.random.default_rng(6).integers(0, CLASSES, 150_000).tolist())


@pytest.mark.parametrize(
    ("rules", "condition", "value", "hand"),
    [
        # The best straight of pai gow poker is A-2-3-4-5, unless the rules say otherwise.
        (GAMES[2], "straight_top", "5", "As 2h 3d 4c 5s 6d Jh"),
        (GAMES[3], "straight_top", "6", "As 2h 3d 4c 5s 6d Jh"),
        (GAMES[2], "straight_top", "5", "Jk 2h 3d 4c 5s Td Jh"),
        (GAMES[3], "straight_top", "6", "Jk 2h 3d 4c 5s Td Jh"),
        (GAMES[2], "straight_top", "A", "As Kh Qd Jc Ts 3d 2h"),
        # In a flush the joker is the ace, or the highest card beside it.
        (GAMES[2], "flush_top", "A", "Jk Ks 9s 5s 2s Qd Jh"),
        (GAMES[2], "flush_top", "A", "Jk As 9s 5s 2s Qd Jh"),
        (GAMES[2], "flush_top", "A", "Jk Ks Ts 9s 5s 2s Jh"),
        (GAMES[2], "flush_top", "K", "Ac Ks Ts 9s 5s 2s Jh"),
        # Of two flushes the better one counts.
        (GAMES[0], "flush_top", "A", "Jk Ks 9s 5s 8d 7d 3d"),
    ],
)
def test_the_best_straight_or_flush_decides(
    rules: Rules, condition: str, value: str, hand: str
) -> None:
    assert holds_for(condition, value, rules)[class_of(card_set(hand))]


@games
def test_all_conditions_are_named_and_described(rules: Rules) -> None:
    known = features(rules.high_size, rules.wheel)
    assert {*known.flags} == {*FLAG_NAMES}
    assert {*known.counts} == {*COUNTS}
    assert {*known.ranks} == {*RANK_NAMES}
    page = (Path(__file__).parents[2] / "docs" / "house_ways.md").read_text(encoding="utf-8")
    section = page.split("## Conditions")[1].split("## ")[0]
    told = {*re.findall("`([a-z_0-9]+)`", section)}
    assert {*FLAG_NAMES, *COUNTS} <= told
    assert {name for name in RANK_NAMES if not name.startswith("single_rank_")} <= told
