"""The exactly best setting: every legal setting against all hands that the dealer can have.

>>> from astragal.cards import card_set
>>> answer = settings(card_set("As Kd Qh Jc 9s 7d 4h"))
>>> answer.dealer_hands, answer.legal
(53524680, 40)
>>> print(answer.best.setting, answer.best.wins, answer.best.losses, answer.best.pushes)
As 9s 7d 4h / Kd Qh / Jc 40844596 11886346 793738
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia.houseway import HouseWay, check_way, default_way, distinct_settings
from astragal.asia.numbers import Triple
from astragal.asia.rules import PROFILES, Copies, Rules
from astragal.asia.setting import DECK, HAND_SIZE, Setting, check_hand
from astragal.cards import CardSet, card_set, cards_name, complement, set_size
from astragal.errors import CardError
from astragal.jobs import thread_map

Counts = NDArray[np.uint32]
Scores = NDArray[np.int64]
SCORE_COLUMNS = 8  # wins and losses: of the whole, of the four, of the two, of the one
PUSH = PROFILES["push"]


@dataclass(frozen=True, slots=True)
class SubScore:
    """What one sub-hand wins, loses and copies."""

    wins: int
    losses: int
    copies: int


@dataclass(frozen=True, slots=True)
class Row:
    """One distinct setting: what it wins, loses and pushes of the dealer's hands."""

    setting: Setting
    triple: Triple
    wins: int
    losses: int
    pushes: int
    dealer: bool
    """Whether the house way would set these cards so."""
    same: int
    """How many legal settings are worth exactly this; they differ in suits only."""
    subs: tuple[SubScore, SubScore, SubScore]


@dataclass(frozen=True, slots=True)
class Answer:
    """All distinct legal settings of a hand, best first."""

    hand: CardSet
    rules: Rules
    way: str
    method: str
    dealer_hands: int
    """How many hands were counted, or sampled."""
    legal: int
    rows: tuple[Row, ...]

    @property
    def best(self) -> Row:
        """The setting with most wins, and among those with fewest losses."""
        return self.rows[0]

    @property
    def house(self) -> Row:
        """What the house way would do with these cards."""
        return next(row for row in self.rows if row.dealer)


def unseen(hand: CardSet, dead: CardSet = 0) -> CardSet:
    """Return the cards that the dealer can have, or raise if they are not enough."""
    check_hand(hand)
    if both := card_set(dead, deck=DECK) & hand:
        raise CardError(f"{cards_name(both)!r} can't be both in the hand and dead")
    rest = complement(hand | dead, DECK)
    if set_size(rest) < HAND_SIZE:
        raise CardError(f"only {set_size(rest)} cards are left: the dealer needs seven")
    return rest


def distribution(way: HouseWay, deck: CardSet) -> Counts:
    """Return how many hands from the deck have each outcome of `way.triples`."""
    counts = np.empty(len(way.triples), np.uint32)
    _native.asia_count(way.native, card_set(deck, deck=DECK), 0, counts)
    return counts


def score(way: HouseWay, counts: Counts, triples: Sequence[Triple]) -> Scores:
    """Return wins and losses of each triple, whole and by sub-hand; copies are neither."""
    scores = np.empty((len(triples), SCORE_COLUMNS), np.int64)
    _native.asia_score(way.native, counts, np.array(triples, np.uint32), scores)
    return scores


def rank_settings(
    hand: CardSet, rules: Rules, way: HouseWay, counts: Counts, *, total: int, method: str
) -> Answer:
    """Score all distinct settings of a hand against counted outcomes, best first."""
    check_way(way, rules)
    found = distinct_settings(hand, rules)
    scores = score(way, counts, [triple for triple, _, _ in found]).tolist()
    house = way.triple(hand)
    rows = []
    for (triple, setting, same), (wins, lost, *subs) in zip(found, scores, strict=True):
        losses = total - wins if rules.copies is Copies.DEALER else lost
        pairs = zip(subs[::2], subs[1::2], strict=True)
        high, medium, low = (SubScore(w, x, total - w - x) for w, x in pairs)
        rows.append(
            Row(
                setting=setting,
                triple=triple,
                wins=wins,
                losses=losses,
                pushes=total - wins - losses,
                dealer=triple == house,
                same=same,
                subs=(high, medium, low),
            )
        )
    rows.sort(key=lambda row: (-row.wins, row.losses, -row.triple))
    legal = sum(row.same for row in rows)
    return Answer(hand, rules, way.name, method, total, legal, tuple(rows))


def settings(
    hand: CardSet, *, rules: Rules = PUSH, way: HouseWay | None = None, dead: CardSet = 0
) -> Answer:
    """Score every legal setting of a hand against all dealer hands; `dead` cards are known gone."""
    deck = unseen(hand, dead)
    way = default_way(rules) if way is None else way
    total = comb(set_size(deck), HAND_SIZE)
    return rank_settings(hand, rules, way, distribution(way, deck), total=total, method="exact")


def best(
    hand: CardSet, *, rules: Rules = PUSH, way: HouseWay | None = None, dead: CardSet = 0
) -> Row:
    """Return the best setting of a hand: most wins, and among those fewest losses.

    >>> from astragal.cards import card_set
    >>> str(best(card_set("Jk Ks Kd 9h 8c 5d 2s")).setting)
    'Ks Kd 5d 2s / Jk 8c / 9h'
    """
    return settings(hand, rules=rules, way=way, dead=dead).best


def many(
    hands: Iterable[CardSet],
    *,
    rules: Rules = PUSH,
    way: HouseWay | None = None,
    dead: CardSet = 0,
    threads: int | None = None,
) -> list[Answer]:
    """Do what `settings` does for any number of hands, on all cores."""
    hands = list(hands)
    for hand in hands:
        unseen(hand, dead)
    way = default_way(rules) if way is None else way
    return thread_map(partial(settings, rules=rules, way=way, dead=dead), hands, threads=threads)
