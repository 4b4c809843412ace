"""Native entry points refuse values outside their ranges when they are called directly."""

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from astragal import _native
from astragal.poker.tables import tables_for
from astragal.ur.ranking import native_ranking
from astragal.ur.rules import FINKEL

TABLES = tables_for()
RANKING = native_ranking(FINKEL)
PATH = list(range(14))
AK, QQ = 1 << 51 | 1 << 47, 1 << 40 | 1 << 41
NO_SETS, NO_WEIGHTS = np.zeros(0, np.uint64), np.zeros(0)
SETS, WEIGHTS = np.array([AK], np.uint64), np.ones(1)
CLASSES = np.zeros(_native.SETTING_CLASSES, np.uint32)


def ur_rules(a_path: list[int], b_path: list[int]) -> _native.UrRules:
    return _native.UrRules(a_path, b_path, [0.0, 0.5, 0.5, 0.0, 0.0], 0, True, True, False)


def count_hands(*hands: int, board: int = 0, dead: int = 0, omaha: bool = False) -> object:
    return _native.count_hands(TABLES, omaha, list(hands), board, dead, False)


def count_many(hands: list[int], own_cards: int = 2) -> object:
    out = np.zeros((1, len(hands) ** 2), np.int64)
    rows = np.array([hands], np.uint64)
    return _native.count_many_hands(TABLES, False, own_cards, rows, np.zeros(1, np.uint64), 0, out)


def count_ranges(
    hand: int = QQ, weight: float = 1.0, board: int = 0, symmetry: tuple[int, ...] = (0, 1, 2, 3)
) -> object:
    sets, weights = [SETS, np.array([hand], np.uint64)], [WEIGHTS, np.array([weight])]
    return _native.count_ranges(
        TABLES, False, sets, weights, board, 0, [list(symmetry)], 0, 1, False
    )


def sample(players: int = 2, own_cards: int = 2, weight: float = 1.0, dead: int = 0) -> object:
    sets = [np.array([AK, QQ], np.uint64)] + [NO_SETS] * (players - 1)
    weights = [np.array([1.0, weight])] + [NO_WEIGHTS] * (players - 1)
    return _native.sample_deals(
        TABLES, own_cards > 2, own_cards, sets, weights, 0, dead, 1, 0, 1, 10**6, False
    )


def asia_rules(fours: int = 0, suited: int = 0, twos: int = 0, ones: int = 0) -> _native.AsiaRules:
    return _native.AsiaRules(
        np.full(14**4, fours, np.uint16), np.full(2**14, suited, np.uint16),
        np.full(14**2, twos, np.uint8), np.full(14, ones, np.uint8),
        np.zeros(91, np.uint16), np.zeros(91, np.int8),
    )  # fmt: skip


def paigow_rules(fives: int = 0) -> _native.PaigowRules:
    return _native.PaigowRules(
        np.full(14**5, fives, np.uint16), np.zeros(2**14, np.uint16),
        np.zeros(14**2, np.uint8), np.zeros(91, np.uint16),
    )  # fmt: skip


def way(value: int) -> _native.SettingWay:
    return _native.SettingWay(np.array([value], np.uint32), CLASSES, np.zeros(1, np.uint8))


def layer(mine: int = 1, theirs: int = 1, threads: int = 1) -> _native.UrLayerPair:
    return _native.UrLayerPair(RANKING, mine, theirs, threads, False)


BAD_CALLS: dict[str, Callable[[], object]] = {
    "ranking size": lambda: RANKING.size(9),
    "ranking size 0": lambda: RANKING.size(0),
    "layer": lambda: RANKING.layer(8, 1),
    "layer of many": lambda: RANKING.layer(1, 4_000_000_000),
    "layer of no pieces": lambda: layer(0, 1),
    "layer of eight": lambda: layer(8, 1),
    "a million threads": lambda: layer(threads=10**6),
    "sweep before begin": lambda: layer().sweep(1),
    "leap before begin": lambda: layer().leap(0.0),
    "residual before begin": lambda: layer().residual(),
    "prune before begin": lambda: layer().prune(0.1),
    "round before begin": lambda: layer().round_to(65535),
    "refine before begin": lambda: layer().refine(np.zeros(RANKING.size(1))),
    "finish before begin": lambda: layer().finish(np.zeros(RANKING.size(1))),
    "long paths": lambda: ur_rules(list(range(33)), list(range(33))),
    "paths of different lengths": lambda: ur_rules(PATH, PATH[:3]),
    "a square beyond the board": lambda: ur_rules([*PATH, 24], [*PATH, 23]),
    "a square twice": lambda: ur_rules([0, *PATH], [0, *PATH]),
    "play from nowhere": lambda: FINKEL.native.play(0x3F, 200, 3),
    "play to the hand": lambda: FINKEL.native.play(0x3F, 24, 24),
    "a hand of 3": lambda: count_hands(AK | 1, QQ),
    "the same hand twice": lambda: count_hands(AK, AK),
    "a hand outside the deck": lambda: count_hands(AK, 3 << 60),
    "a board of 6": lambda: count_hands(AK, QQ, board=0b111111),
    "a hand of 7 in Omaha": lambda: count_hands(0x7F, 0x3F80, omaha=True),
    "ten players": lambda: count_hands(*(3 << 2 * i for i in range(10))),
    "own cards of another game": lambda: count_many([AK | 1, QQ | 2], own_cards=3),
    "a range's hand of 1": lambda: count_ranges(hand=1),
    "a range's hand outside the deck": lambda: count_ranges(hand=3 << 60),
    "a weight of nan": lambda: count_ranges(weight=float("nan")),
    "a board of 6 for ranges": lambda: count_ranges(board=0b111111),
    "no permutation": lambda: count_ranges(symmetry=(200, 1, 2, 3)),
    "more cards than the deck has": lambda: sample(players=9, own_cards=6),
    "too many dead cards": lambda: sample(dead=(1 << 46) - 1),
    "a negative weight": lambda: sample(weight=-1.0),
    "a hand of 20 at the showdown": lambda: _native.showdown_strengths(
        TABLES, True, [2**20 - 1], 0
    ),
    "a board of 6 at the showdown": lambda: _native.showdown_strengths(TABLES, True, [3], 0xFC),
    "a wild hand of 8": lambda: TABLES.wild_strength(0xFF, _native.WildMode.bug),
    "fours out of range": lambda: asia_rules(fours=4096),
    "suited fours out of range": lambda: asia_rules(suited=65535),
    "twos out of range": lambda: asia_rules(twos=91),
    "ones out of range": lambda: asia_rules(ones=13),
    "an outcome without a value": lambda: _native.SettingWay(
        CLASSES[:0], CLASSES, np.zeros(0, np.uint8)
    ),
    "a value out of range": lambda: _native.setting_duels(
        asia_rules(), [way(2**32 - 1)], [(0, 0)], np.zeros(1, np.uint64), np.ones(1, np.uint8), 0
    ),
    "a pair with a way that is not there": lambda: _native.setting_duels(
        asia_rules(), [way(0)], [(0, 1)], np.zeros(1, np.uint64), np.ones(1, np.uint8), 0
    ),
    "a score table of bad values": lambda: _native.setting_score_table(
        asia_rules(), way(127 << 4), np.ones(1, np.uint32), 0, 1, 1, 1
    ),
    "a one in pai gow poker": lambda: _native.setting_score_table(
        paigow_rules(), way(1), np.ones(1, np.uint32), 0, 1, 1, 1
    ),
    "a five out of range": lambda: paigow_rules(fives=8191),
    "a win of nothing": lambda: _native.setting_score_table(
        paigow_rules(), way(0), np.ones(1, np.uint32), 0, 0, 1, 1
    ),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_bad_calls_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"must|range|can"):
        BAD_CALLS[name]()


def test_the_good_calls_are_taken() -> None:
    ur_rules(PATH, PATH)
    count_hands(AK, QQ)
    count_many([AK, QQ])
    count_ranges()
    sample()
    asia_rules()
    paigow_rules()
    layer().begin(np.zeros(RANKING.size(1)))


def test_garbage_states_and_rolls_write_nothing_outside() -> None:
    rng = np.random.default_rng(1)
    states = rng.integers(0, 2**64, 100_000, dtype=np.uint64)
    states[0] = int("01" * 32, 2)  # a piece of A on every square
    rolls = rng.integers(0, 256, len(states), dtype=np.uint8)
    rolls[:2] = 1, 33
    counts = np.zeros(len(states), np.uint8)
    guard = 0xAB
    sources, targets = (np.full((len(states) + 2, 7), guard, np.uint8) for _ in range(2))
    after = np.full((len(states) + 2, 7), guard, np.uint64)
    FINKEL.native.moves_many(states, rolls, counts, sources[1:-1], targets[1:-1], after[1:-1])
    for array in (sources, targets, after):
        assert (array[[0, -1]] == guard).all()
    assert counts.max() <= 7
    assert not counts[rolls > 4].any()


def test_hands_are_checked_as_they_are_read() -> None:
    good = np.full(2, 0x7F, np.uint64)
    for work in (_native.setting_class_of, _native.setting_suit_class_of):
        work(good)
        for bad in (0x3F, 0xFF, 1 << 63 | 0x3F):
            with pytest.raises(ValueError, match="seven cards"):
                work(np.array([0x7F, bad], np.uint64))
    with pytest.raises(ValueError, match="at most seven"):
        _native.setting_duels(
            asia_rules(), [way(0)], [(0, 0)], np.array([0xFF], np.uint64),
            np.ones(1, np.uint8), 0,
        )  # fmt: skip


FEW_THREADS = """
import resource
from astragal import _native
from astragal.ur.ranking import native_ranking
from astragal.ur.rules import FINKEL
ranking = native_ranking(FINKEL)
resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
try:
    _native.UrLayerPair(ranking, 1, 1, 1000, False)
except RuntimeError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is that of Linux")
def test_threads_that_cannot_start_are_an_error() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FEW_THREADS], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "use fewer threads" in done.stdout
