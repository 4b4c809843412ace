"""The Fortune side bet."""

import numpy as np

from astragal import poker
from astragal.paigow import fortune
from astragal.paigow.fortune import JOKER_SEVEN, NATURAL_SEVEN, ROYAL_MATCH
from astragal.setting.sample import random_hands

# Wizard of Odds, Pai Gow Mania, a bet on seven cards: appendix 5.
PUBLISHED = {
    "five aces": 1_128,
    "royal flush": 26_132,
    "straight flush": 184_832,
    "four of a kind": 307_472,
    "full house": 4_188_528,
    "flush": 6_172_088,
    "three of a kind": 7_672_500,
    "straight": 11_034_204,
}


def test_the_lines_are_the_published_hands() -> None:
    bet = fortune()
    counts = dict(bet.counts)
    special = {line: counts.pop(line) for line in (NATURAL_SEVEN, ROYAL_MATCH, JOKER_SEVEN)}
    assert special == {NATURAL_SEVEN: 32, ROYAL_MATCH: 72, JOKER_SEVEN: 196}
    for line, published in PUBLISHED.items():
        if "flush" in line and line != "flush":
            continue  # here some of these are paid as seven-card straight flushes or royal matches
        assert counts[line] == published
    straight_flushes = counts["royal flush"] + counts["straight flush"] + sum(special.values())
    assert straight_flushes == PUBLISHED["royal flush"] + PUBLISHED["straight flush"]
    assert bet.hands == 154_143_080
    assert round(100 * bet.edge, 3) == 7.766


def test_the_lines_come_as_often_as_in_random_hands() -> None:
    """Within 5 standard errors, by the evaluator of the room `poker`."""
    hands = random_hands(200_000, 1)
    categories = poker.to_category(poker.evaluate_many(hands, wild="bug"))
    bet = fortune()
    for line, category in (
        ("full house", poker.Category.FULL_HOUSE),
        ("flush", poker.Category.FLUSH),
        ("four of a kind", poker.Category.FOUR_OF_A_KIND),
    ):
        share = bet.counts[line] / bet.hands
        error = (share * (1 - share) / len(hands)) ** 0.5
        assert abs(np.mean(categories == category) - share) <= 5 * error, line
