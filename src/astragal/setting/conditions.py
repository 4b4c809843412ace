"""The conditions of a way file: what a hand holds, for all classes of hands at once.

docs/house_ways.md lists every condition. They depend on ranks, the joker and long suits only,
because classes know nothing else. In conditions the joker is an ace, except where it completes a
straight or a flush.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.cards import RANKS
from astragal.errors import BadInputError, quoted
from astragal.setting.classes import CLASSES, class_cards
from astragal.setting.hand import ACE, JOKER_RANK, wheel_of
from astragal.setting.rules import Rules, Wheel
from astragal.setting.setting import HAND_SIZE

Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.int8]
Places: TypeAlias = NDArray[np.uint8]
"""Some of the seven cards of each class, which fall by rank: bit i for the i-th."""

GROUPS = {"quads": 4, "trips": 3, "pair": 2, "single": 1}  # and their sizes
COUNTS = {"quads": "quads", "trips": "trips", "pairs": "pair", "singles": "single"}
RUNS = ("straight", "flush", "straight_flush")
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


FLAG_NAMES = ("joker", "five_aces", *RUNS, *(f"pair_beside_{run}" for run in RUNS))
RANK_NAMES = (
    *(f"{run}_top" for run in RUNS),
    *(
        _rank_name(group, number)
        for group, size in GROUPS.items()
        for number in range(1, HAND_SIZE // size + 1)
    ),
)


@cache
def features(size: int, wheel: Wheel) -> Features:
    """Return the features of all classes, with straights and flushes of `size` cards.

    `wheel` is the place of the straight from the ace up. This takes about a second.
    """
    # By columns, which NumPy combines much faster than short rows.
    ranks, suits = map(np.asfortranarray, class_cards())
    joker = ranks[:, 0] == JOKER_RANK
    played = np.where(ranks == JOKER_RANK, ACE, ranks).astype(np.int8)
    first_suit, second_suit = (suits & bit != 0 for bit in (1, 2))
    last_of_rank = np.ones_like(ranks, bool)
    last_of_rank[:, :-1] = ranks[:, :-1] != ranks[:, 1:]
    straights = _straights_of(size, wheel)

    def straight(usable: Bools) -> Run:
        return _straight(ranks, joker, usable, straights)

    runs = {
        "straight": [straight(last_of_rank)],
        "flush": _best([_flush(ranks, joker, suit, size) for suit in (first_suit, second_suit)]),
        "straight_flush": _best([straight(suit) for suit in (first_suit, second_suit)]),
    }
    flags = {"joker": joker, "five_aces": ranks[:, 4] == ACE}  # with the joker before them
    tops = {}
    for name, best in runs.items():
        flags[name] = np.logical_or.reduce([run.places != 0 for run in best])
        flags[f"pair_beside_{name}"] = np.logical_or.reduce(
            [_pair_beside(played, run.places) for run in best]
        )
        tops[f"{name}_top"] = np.maximum.reduce([run.top for run in best])
    played[played[:, 4] == ACE, 0] = JOKER_RANK  # five aces are quads and a single
    groups = _group_ranks(played)
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


class Run(NamedTuple):
    """The best straight or flush of each class."""

    places: Places
    """Its cards; 0 if there is none."""
    worth: NDArray[np.int32]
    """A number that compares as the rules do; `NONE` if there is none."""
    top: Bytes
    """Its highest rank; the ace of a straight from the ace up is low."""


def _best(runs: list[Run]) -> list[Run]:
    """Return runs of different suits without those that are below another one of the class."""
    worth = np.maximum.reduce([run.worth for run in runs])
    return [
        Run(
            np.where(run.worth == worth, run.places, 0).astype(np.uint8),
            worth,
            np.where(run.worth == worth, run.top, NONE).astype(np.int8),
        )
        for run in runs
    ]


def _straights_of(size: int, wheel: Wheel) -> list[tuple[int, ...]]:
    """Return the ranks of all straights, the best first."""
    straights = [tuple(range(high, high - size, -1)) for high in range(ACE, size - 2, -1)]
    straights.insert(1 if wheel is Wheel.SECOND_HIGHEST else len(straights), wheel_of(size))
    return straights


def _straight(
    ranks: NDArray[np.uint8], joker: Bools, usable: Bools, straights: list[tuple[int, ...]]
) -> Run:
    """Find the best straight of usable cards; the joker takes part only if one is missing."""
    natural = usable & (ranks < JOKER_RANK)
    sets = np.where(natural, np.uint16(1) << ranks.astype(np.uint16), np.uint16(0))
    held = np.bitwise_or.reduce(sets, axis=1)
    places, top = np.zeros(CLASSES, np.uint8), np.full(CLASSES, NONE, np.int8)
    worth = np.full(CLASSES, NONE, np.int32)
    for number, straight in enumerate(straights):
        missing = sum((held >> rank & 1 == 0).astype(np.uint8) for rank in straight)
        rows = np.flatnonzero((places == 0) & ((missing == 0) | ((missing == 1) & joker)))
        mine = usable[rows] & np.isin(ranks[rows], straight)
        mine[:, 0] |= joker[rows] & (missing[rows] == 1)
        places[rows] = _bits(mine)
        worth[rows] = len(straights) - number
        falls = straight[0] - straight[1] == 1
        top[rows] = straight[0] if falls else straight[1]
    return Run(places, worth, top)


def _flush(ranks: NDArray[np.uint8], joker: Bools, suit: Bools, size: int) -> Run:
    """Find the best flush of a suit; the joker takes part only if that makes it better.

    There it is the highest rank that the other cards lack, so the flush has an ace.
    """
    suited = suit & (ranks < JOKER_RANK)
    place = np.cumsum(suited, axis=1, dtype=np.int8)
    number = suited.sum(axis=1)
    single = np.where(suited, np.int32(1) << ranks.astype(np.int32), 0)

    def held(count: int) -> NDArray[np.int32]:
        """Return the set of the highest ranks of the suit; `NONE` where it has fewer."""
        ranks_held = np.bitwise_or.reduce(np.where(place <= count, single, 0), axis=1)
        return np.where(number >= count, ranks_held, NONE).astype(np.int32)

    natural, others = held(size), held(size - 1)
    lacked = np.int32(1 << ACE + 1) - 1 & ~others
    highest_lacked = np.zeros(CLASSES, np.int32)
    for rank in range(ACE + 1):
        highest_lacked = np.where(lacked >> rank & 1, np.int32(1) << rank, highest_lacked)
    completed = np.where(joker & (others != NONE), others | highest_lacked, NONE)
    helps = completed > natural
    mine = suited & (place <= np.where(helps, size - 1, size)[:, None])
    mine[:, 0] |= helps
    worth = np.maximum(natural, completed)
    highest = np.where(helps, ACE, ranks[np.arange(CLASSES), suited.argmax(axis=1)])
    return Run(
        np.where(worth != NONE, _bits(mine), 0).astype(np.uint8),
        worth.astype(np.int32),
        np.where(worth != NONE, highest, NONE).astype(np.int8),
    )


def _pair_beside(played: Bytes, places: Places) -> Bools:
    """Return whether two of the cards outside these places have the same rank."""
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


class Test(NamedTuple):
    """A condition and its value, read: a flag, or the numbers from `low` to `high`."""

    condition: str
    flag: bool | None
    low: int = 0
    high: int = 0


def read_test(condition: str, value: Any) -> Test:
    """Read a condition of a way file, or raise; it need not be computed for that."""
    if condition in FLAG_NAMES:
        if not isinstance(value, bool):
            raise BadInputError(f"{condition} is true or false, not {quoted(value)}")
        return Test(condition, value)
    if condition in COUNTS:
        return Test(condition, None, *_numbers_between(value, condition))
    if condition in RANK_NAMES:
        return Test(condition, None, *_ranks_between(value, condition))
    every = ", ".join([*COUNTS, *FLAG_NAMES, *RANK_NAMES])
    raise BadInputError(f"no condition {quoted(condition)}; there are {every}")


def holds_for(condition: str, value: Any, rules: Rules) -> Bools:
    """Return the classes for which a condition holds."""
    test, known = read_test(condition, value), features(rules.high_size, rules.wheel)
    if test.flag is not None:
        return np.equal(known.flags[condition], test.flag)
    tested: NDArray[Any]
    if condition in known.counts:
        tested = known.counts[condition]
    else:
        tested = np.minimum(known.ranks[condition], ACE)  # as a single, the joker is an ace
    within: Bools = (test.low <= tested) & (tested <= test.high)
    return within
