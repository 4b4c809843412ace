"""Face-up pai gow poker: staircases, and the results of single deals by the reference."""

import random
from itertools import pairwise

import numpy as np
import pytest
from paigow.cards import setting_to_reference, to_reference

from astragal import paigow
from astragal.cards import card_set
from astragal.paigow.face_up import Numbers, staircases
from astragal.setting.classes import class_of
from astragal.setting.hand import rank_tables

from reference import paigow as reference

GAME = reference.Game(commission=0.0)
RULES = paigow.find_rules("no-commission")


@pytest.fixture(scope="module")
def stairs_of_all() -> tuple[Numbers, Numbers]:
    return staircases(RULES)


def test_a_player_who_sees_the_dealer_wins_and_loses_by_the_staircase(
    stairs_of_all: tuple[Numbers, Numbers],
) -> None:
    """What corners, meets and greatest hands add up to for a deal is the best result of it."""
    ascending = rank_tables(RULES).ascending
    five, two = stairs_of_all
    deck = random.Random(11)
    way = paigow.Game(RULES, dealer="foxwoods").dealer
    seen = {"win": 0, "push": 0, "loss": 0}
    for _ in range(300):
        cards = deck.sample(range(53), 14)
        mine, theirs = card_set(cards[:7]), card_set(cards[7:])
        ranks = way.set(theirs).ranks(RULES)
        dealer = [
            ranked.index(rank) for ranked, rank in zip(ascending.values(), ranks, strict=True)
        ]
        number = class_of(mine)
        stairs = [(f, t) for f, t in zip(five[:, number], two[:, number], strict=True) if f >= 0]
        assert all(a[0] > b[0] and a[1] < b[1] for a, b in pairwise(stairs))
        meets = [(b[0], a[1]) for a, b in pairwise(stairs)]

        def above(corner: tuple[int, int], dealer: list[int] = dealer) -> bool:
            return corner[0] > dealer[0] and corner[1] > dealer[1]

        wins = sum(map(above, stairs)) - sum(map(above, meets))
        loses = dealer[0] >= stairs[0][0] and dealer[1] >= stairs[-1][1]
        house = reference.worths(setting_to_reference(way.set(theirs)), GAME)
        best = reference.compare_face_up(to_reference(mine), house, GAME)
        assert (wins, loses) == (int(best == "win"), best == "loss")
        seen[best] += 1
    assert min(seen.values()) > 10


def test_every_class_has_a_staircase(stairs_of_all: tuple[Numbers, Numbers]) -> None:
    five, two = stairs_of_all
    assert (five[0] >= 0).all()
    assert five.shape == two.shape == (21, 788_749)
    there = five >= 0
    assert (np.diff(there.astype(np.int8), axis=0) <= 0).all()
