"""The 169 starting hands of two cards: pairs, suited and offsuit hands, and their order.

`15%` of a range is the first starting hands of the order that together have at least 15% of all
hands. The order is by exact equity against a random hand, as `PreflopTable.against_random` counts
it; `make verify` compares.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal._checks import require_flag, require_int
from astragal.cards import RANKS, SUITS, CardSet, Rank, SetArray, make_card
from astragal.errors import BadInputError, quoted
from astragal.poker.variants import Variant, two_card_variant

ORDERS = {
    "holdem": """
        AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s
        A9o KJo 55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s
        QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o
        K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s
        T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o
        95s T3s 76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s
        T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s
        83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
    """,
    "short": """
        AA KK QQ JJ TT AKs AQs AKo AJs KQs AQo ATs KJs AJo QJs KTs KQo JTs QTs 99 ATo KJo A9s
        QJo KTo JTo QTo A8s A9o K9s T9s A8o Q9s J9s A7s K9o T9o Q9o J9o A7o 88 A6s K8s 98s T8s
        Q8s J8s K7s A6o K8o 98o T8o Q8o J8o K6s K7o 97s T7s Q7s J7s 77 Q6s K6o 97o T7o 87s Q7o
        J7o 96s Q6o T6s J6s 87o 96o 86s T6o J6o 66 76s 86o 76o
    """,
    "short-trips": """
        AA KK QQ JJ TT AKs AQs 99 AKo AJs KQs AQo ATs AJo KJs KTs QJs KQo QTs ATo A9s JTs KJo
        KTo QJo A8s QTo JTo A9o 88 K9s A8o A7s Q9s J9s T9s K9o Q9o A7o A6s J9o T9o K8s Q8s J8s
        K7s T8s 98s A6o K8o 77 Q8o J8o T8o K6s K7o 98o Q7s J7s T7s 97s Q6s K6o Q7o J7o T7o 97o
        87s Q6o 96s J6s T6s 66 87o 86s 96o J6o T6o 76s 86o 76o
    """,
}

APART = np.uint64(11_257)
"""The sets of all hands of two cards differ modulo this number."""

_NAME = re.compile("(?ai:([2-9TJQKA])([2-9TJQKA])([so]?))")


class _StartingHand(NamedTuple):
    high: Rank
    low: Rank
    suited: bool


class StartingHand(_StartingHand):
    """Two ranks, and whether the cards are of one suit; a pair is not suited.

    >>> str(StartingHand(12, 11, suited=True))
    'AKs'
    """

    __slots__ = ()

    def __new__(cls, high: Rank, low: Rank, suited: bool) -> StartingHand:
        """Check the ranks, the higher first."""
        high = require_int(high, "high", 0, len(RANKS) - 1)
        low = require_int(low, "low", 0, high)
        if require_flag(suited, "suited") and high == low:
            raise BadInputError(f"a pair is not suited: {RANKS[high]}{RANKS[low]} has suited=True")
        return super().__new__(cls, high, low, bool(suited))

    def __str__(self) -> str:
        ranks = RANKS[self.high] + RANKS[self.low]
        return ranks if self.high == self.low else ranks + ("s" if self.suited else "o")

    @property
    def combos(self) -> tuple[CardSet, ...]:
        """The 6, 4 or 12 hands it stands for, ascending."""
        return combos_of()[self]


def starting_hands(game: str | Variant = "holdem") -> tuple[StartingHand, ...]:
    """Return all starting hands of a game, by high card and then by kicker, aces first.

    >>> hands = starting_hands()
    >>> len(hands), [str(hand) for hand in hands[:5]]
    (169, ['AA', 'AKs', 'AKo', 'AQs', 'AQo'])
    """
    return _starting_hands(two_card_variant(game).rules.lowest_rank)


@cache
def _starting_hands(lowest: Rank) -> tuple[StartingHand, ...]:
    return tuple(
        StartingHand(high, low, suited)
        for high in range(len(RANKS) - 1, lowest - 1, -1)
        for low in range(high, lowest - 1, -1)
        for suited in ((False,) if high == low else (True, False))
    )


@cache
def combos_of() -> dict[tuple[Rank, Rank, bool], tuple[CardSet, ...]]:
    """Return the combos of each of the 169 starting hands."""
    suits = range(len(SUITS))
    choices = {
        "": list(combinations(suits, 2)),
        "s": [(suit, suit) for suit in suits],
        "o": list(permutations(suits, 2)),
    }
    return {
        one: tuple(
            sorted(
                1 << make_card(one.high, first) | 1 << make_card(one.low, second)
                for first, second in choices[str(one)[2:]]
            )
        )
        for one in _starting_hands(0)
    }


@cache
def _classes() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the number of each hand's starting hand, by remainder, and how many combos it has."""
    numbers = np.zeros(int(APART), np.intp)
    for number, combos in enumerate(combos_of().values()):
        numbers[np.array(combos, np.uint64) % APART] = number
    return numbers, np.array([len(combos) for combos in combos_of().values()])


def permuted(sets: SetArray, permutation: Sequence[int]) -> SetArray:
    """Return sets of cards with other suits: `permutation` says where each suit goes."""
    clubs = np.uint64(0x1111111111111)
    renamed = np.zeros_like(sets)
    for suit, to in enumerate(permutation):
        renamed |= (sets >> np.uint64(suit) & clubs) << np.uint64(to)
    return renamed


def numbers_of(hands: SetArray) -> NDArray[np.intp]:
    """Return the number of each hand's starting hand: its place in `starting_hands()`."""
    numbers: NDArray[np.intp] = _classes()[0][hands % APART]
    return numbers


def whole_weights(
    hands: SetArray, weights: NDArray[np.float64]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the number of each hand's starting hand, and the weight of each starting hand.

    The weight is that of all its combos, or 0 if they differ.
    """
    numbers, sizes = numbers_of(hands), _classes()[1]
    if len(weights) and (weights == weights[0]).all():  # nearly every range
        complete = np.bincount(numbers, minlength=len(sizes)) == sizes
        return numbers, complete * weights[0]
    whole = np.zeros(len(sizes))
    whole[numbers] = weights
    alike = np.bincount(numbers[whole[numbers] == weights], minlength=len(sizes))
    whole[alike < sizes] = 0
    return numbers, whole


def mean_weights(hands: SetArray, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean weight of the combos of each starting hand."""
    numbers, whole = whole_weights(hands, weights)
    means = np.bincount(numbers, weights, len(whole)) / _classes()[1]
    return np.where(whole > 0, whole, means)  # the mean of 0.1, 0.1, ... is not 0.1


def parse_starting_hand(text: str, game: str | Variant = "holdem") -> StartingHand:
    """Read the name of a starting hand; case and the order of the ranks don't matter.

    >>> parse_starting_hand("AKs") == parse_starting_hand("kas")
    True
    >>> parse_starting_hand("AK")
    Traceback (most recent call last):
    astragal.errors.BadInputError: 'AK' is two starting hands, AKs and AKo: say which
    """
    game = two_card_variant(game)
    name = text.strip() if isinstance(text, str) else ""
    match = _NAME.fullmatch(name)
    if match is None:
        raise BadInputError(f"{quoted(text)} is not a starting hand: write QQ, AKs or AKo")
    low, high = sorted(RANKS.index(rank.upper()) for rank in match.group(1, 2))
    suits = match[3].lower()
    if low < game.rules.lowest_rank:
        raise BadInputError(f"{quoted(text)}: the ranks of {game} are {game.ranks}")
    if high == low and suits:
        raise BadInputError(
            f"{quoted(text)}: a pair is neither suited nor offsuit, write {quoted(name[:2])}"
        )
    if high != low and not suits:
        raise BadInputError(f"{quoted(text)} is two starting hands, {name}s and {name}o: say which")
    return StartingHand(high, low, suits == "s")


@cache
def ordering(game: Variant) -> tuple[StartingHand, ...]:
    """Return the starting hands of a game, best first."""
    if game.name not in ORDERS:
        raise BadInputError(
            f"no percentages in {game}: hands are ranked in {', '.join(ORDERS)} and omaha"
        )
    return tuple(parse_starting_hand(name, game) for name in ORDERS[game.name].split())
