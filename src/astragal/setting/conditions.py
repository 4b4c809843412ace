"""The conditions of a way file: what a hand holds, for all classes of hands at once.

docs/house_ways.md lists every condition. They depend on ranks, the joker and long suits only,
because classes know nothing else. In conditions the joker is an ace.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.cards import RANKS
from astragal.errors import BadInputError, quoted
from astragal.setting.classes import CLASSES, class_cards
from astragal.setting.hand import ACE, JOKER_RANK, wheel_of
from astragal.setting.setting import HAND_SIZE

Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.int8]
Places: TypeAlias = NDArray[np.uint8]
"""Some of the seven cards of each class, which fall by rank: bit i for the i-th."""

GROUPS = {"quads": 4, "trips": 3, "pair": 2, "single": 1}  # and their sizes
COUNTS = {"quads": "quads", "trips": "trips", "pairs": "pair", "singles": "single"}
NONE = -1


@dataclass
class Features:
    """What conditions can test, for every class."""

    flags: dict[str, Bools]
    counts: dict[str, NDArray[np.intp]]
    ranks: dict[str, Bytes]
    """`NONE` where there is no such rank."""


def _rank_name(group: str, number: int) -> str:
    return f"{group}_rank_{number}" if number > 1 else f"{group}_rank"


@cache
def features(size: int) -> Features:
    """Return the features of all classes, with straights and flushes of `size` cards.

    This takes about a second.
    """
    # By columns, which NumPy combines much faster than short rows.
    ranks, suits = map(np.asfortranarray, class_cards())
    joker = ranks[:, 0] == JOKER_RANK
    played = np.where(ranks == JOKER_RANK, ACE, ranks).astype(np.int8)
    played[played[:, 4] == ACE, 0] = JOKER_RANK  # five aces are quads and a single
    last_of_rank = np.ones_like(ranks, bool)
    last_of_rank[:, :-1] = ranks[:, :-1] != ranks[:, 1:]
    runs = {
        "straight": _straights(ranks, joker, last_of_rank, size),
        "flush": _flushes(ranks, suits, joker, size),
        "straight_flush": _straight_flushes(ranks, suits, joker, size),
    }
    groups = _group_ranks(played)
    flags = {"joker": joker, "five_aces": ranks[:, 4] == ACE}  # with the joker before them
    for name, (places, _) in runs.items():
        flags |= {name: places != 0, f"pair_beside_{name}": _pair_beside(played, places)}
    tops = {f"{name}_top": top for name, (_, top) in runs.items()}
    for group, of_group in groups.items():
        for k, column in enumerate(of_group.T, 1):
            tops[_rank_name(group, k)] = column
    counts = {name: (groups[group] != NONE).sum(axis=1) for name, group in COUNTS.items()}
    return Features(flags, counts, tops)


def _bits(columns: Bools) -> Places:
    return np.packbits(columns, axis=1, bitorder="little")[:, 0]


def _group_ranks(played: Bytes) -> dict[str, Bytes]:
    """Return the ranks of each group, the highest first, as many columns as a hand can have."""
    first = np.diff(played, axis=1, prepend=NONE) != 0
    count = (played[:, :, None] == played[:, None, :]).sum(axis=2, dtype=np.int8)
    groups = {}
    for name, size in GROUPS.items():
        falling = np.sort(np.where(first & (count == size), played, NONE), axis=1)[:, ::-1]
        groups[name] = falling[:, : HAND_SIZE // size]
    return groups


def _straights(
    ranks: NDArray[np.uint8], joker: Bools, usable: Bools, size: int
) -> tuple[Places, Bytes]:
    """Find the highest straight of usable cards; the joker takes part only if one is missing."""
    natural = usable & (ranks < JOKER_RANK)
    sets = np.where(natural, np.uint16(1) << ranks.astype(np.uint16), np.uint16(0))
    held = np.bitwise_or.reduce(sets, axis=1)
    places, top = np.zeros(CLASSES, np.uint8), np.full(CLASSES, NONE, np.int8)
    wheel = wheel_of(size)
    straights = [tuple(range(high, high - size, -1)) for high in range(ACE, size - 2, -1)]
    for straight in [*straights, wheel]:
        missing = sum((held >> rank & 1 == 0).astype(np.uint8) for rank in straight)
        rows = np.flatnonzero((places == 0) & ((missing == 0) | ((missing == 1) & joker)))
        mine = usable[rows] & np.isin(ranks[rows], straight)
        mine[:, 0] |= joker[rows] & (missing[rows] == 1)
        places[rows] = _bits(mine)
        top[rows] = straight[1] if straight == wheel else straight[0]
    return places, top


def _flushes(
    ranks: NDArray[np.uint8], suits: NDArray[np.uint8], joker: Bools, size: int
) -> tuple[Places, Bytes]:
    """Find the highest cards of the first long suit; the joker joins if one is missing."""
    suited = (suits & 1 == 1) & (ranks < JOKER_RANK)
    mine = suited & (np.cumsum(suited, axis=1, dtype=np.int8) <= size)
    number = suited.sum(axis=1)
    mine[:, 0] |= joker & (number == size - 1)
    there = (number >= size) | (joker & (number == size - 1))
    top = np.where(there, ranks[np.arange(CLASSES), suited.argmax(axis=1)], NONE)
    return np.where(there, _bits(mine), 0).astype(np.uint8), top.astype(np.int8)


def _straight_flushes(
    ranks: NDArray[np.uint8], suits: NDArray[np.uint8], joker: Bools, size: int
) -> tuple[Places, Bytes]:
    first, second = (_straights(ranks, joker, suits & bit != 0, size) for bit in (1, 2))
    higher = second[1] > first[1]
    return np.where(higher, second[0], first[0]), np.where(higher, second[1], first[1])


def _pair_beside(played: Bytes, places: Places) -> Bools:
    """Tell whether two of the cards outside these places have the same rank."""
    outside = (places[:, None] >> np.arange(HAND_SIZE, dtype=np.uint8)) & 1 == 0
    sets = np.where(outside, np.int32(1) << played.astype(np.int32), 0)
    different = np.bitwise_count(np.bitwise_or.reduce(sets, axis=1))
    beside: Bools = (places != 0) & (different < outside.sum(axis=1))
    return beside


def _ranks_between(value: Any, what: str) -> tuple[int, int]:
    """Read a rank, or a range of ranks with the lower one first.

    >>> _ranks_between("J..A", "pair_rank"), _ranks_between("9", "pair_rank")
    ((9, 12), (7, 7))
    """
    ends = str(value).split("..") if isinstance(value, str) else []
    if len(ends) in (1, 2) and all(len(end) == 1 and end in RANKS for end in ends):
        low, high = RANKS.index(ends[0]), RANKS.index(ends[-1])
        if low <= high:
            return low, high
    raise BadInputError(f'{what} is a rank like "J" or a range like "J..A", not {quoted(value)}')


def _numbers_between(value: Any, what: str) -> tuple[int, int]:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HAND_SIZE:
        return value, value
    ends = re.fullmatch(r"([0-7])\.\.([0-7])", value) if isinstance(value, str) else None
    if ends and ends[1] <= ends[2]:
        return int(ends[1]), int(ends[2])
    raise BadInputError(
        f'{what} is a number from 0 to {HAND_SIZE} or a range like "1..3", not {quoted(value)}'
    )


def holds_for(condition: str, value: Any, size: int) -> Bools:
    """Return the classes for which a condition holds; straights and flushes have `size` cards."""
    known = features(size)
    if condition in known.flags:
        if not isinstance(value, bool):
            raise BadInputError(f"{condition} is true or false, not {quoted(value)}")
        return np.equal(known.flags[condition], value)
    tested: NDArray[Any]
    if condition in known.counts:
        tested, (low, high) = known.counts[condition], _numbers_between(value, condition)
    elif condition in known.ranks:
        tested, (low, high) = known.ranks[condition], _ranks_between(value, condition)
        tested = np.minimum(tested, ACE)  # as a single, the joker is an ace
    else:
        every = ", ".join([*known.counts, *known.flags, *known.ranks])
        raise BadInputError(f"no condition {quoted(condition)}; there are {every}")
    within: Bools = (low <= tested) & (tested <= high)
    return within
