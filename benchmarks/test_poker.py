"""Evaluating hands beside the evaluators on PyPI, on one core unless said otherwise.

Every row of a group does the same work on the same hands. The answer for the first 20,000 is
asserted: the sum of Kev numbers as phevaluator has them, or for a peer with numbers of its own,
that it orders the hands as we do. Compare the rows of one table; machines differ and are noisy.
"""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from astragal import poker
from astragal.cards import CARD_NAMES, cards_text_many, full_deck, hands_to_sets, subsets

pytestmark = pytest.mark.filterwarnings("ignore:pkg_resources is deprecated")  # sval uses it

HANDS = 10_000_000
FEW = 20_000  # for peers that take one hand a call
ROUNDS = 7


def random_hands(count: int) -> NDArray[np.uint8]:
    """Rows of seven different cards."""
    rng = np.random.default_rng(7)
    hands = rng.integers(0, 52, (int(count * 1.6), 7), np.uint8)
    ordered = np.sort(hands, axis=1)
    distinct = np.all(ordered[:, 1:] != ordered[:, :-1], axis=1)
    return np.ascontiguousarray(hands[distinct][:count])


@pytest.fixture(scope="module")
def hands() -> NDArray[np.uint8]:
    found = random_hands(HANDS)
    assert len(found) == HANDS
    return found


@pytest.fixture(scope="module")
def sets(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    return hands_to_sets(hands, deck=52)


@pytest.fixture(scope="module")
def expected(hands: NDArray[np.uint8]) -> int:
    """The sum of Kev numbers, from the peer that is written in C."""
    import phevaluator

    return sum(phevaluator.evaluate_cards(*hand) for hand in hands[:FEW].tolist())


def run(benchmark: BenchmarkFixture, work: Callable[[], Any], rounds: int = ROUNDS) -> Any:
    return benchmark.pedantic(work, rounds=rounds, warmup_rounds=1)


def sval_loop() -> Any:
    """The loop over sets that a user of sval would write, compiled by numba."""
    import sval
    from numba import njit

    index, lookup = sval.calculate_index, sval.rank_lookup

    @njit  # type: ignore[untyped-decorator]
    def loop(sets: NDArray[np.int64], out: NDArray[np.int16]) -> None:
        for i in range(len(sets)):
            out[i] = lookup[index(sets[i])]

    return loop


def sval_id_loop() -> Any:
    import sval
    from numba import njit

    index, lookup = sval.calculate_index, sval.rank_lookup

    @njit  # type: ignore[untyped-decorator]
    def loop(hands: NDArray[np.uint8], out: NDArray[np.int16]) -> None:
        for i in range(len(hands)):
            cards = 0
            for j in range(7):
                cards |= 1 << hands[i, j]
            out[i] = lookup[index(cards)]

    return loop


@pytest.mark.benchmark(group="10 million random sevens, ids in an array")
@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_ids(
    benchmark: BenchmarkFixture,
    hands: NDArray[np.uint8],
    expected: int,
    check: bool,
    threads: int,
) -> None:
    out = np.empty(HANDS, np.uint16)
    run(benchmark, lambda: poker.evaluate_many(hands, check=check, threads=threads, out=out))
    assert poker.to_kev(out[:FEW]).sum() == expected


@pytest.mark.benchmark(group="10 million random sevens, ids in an array")
def test_ids_sval(benchmark: BenchmarkFixture, hands: NDArray[np.uint8]) -> None:
    loop = sval_id_loop()
    out = np.empty(HANDS, np.int16)
    run(benchmark, lambda: loop(hands, out), rounds=3)
    assert same_order(out[:FEW], hands[:FEW])


@pytest.mark.benchmark(group="10 million random sevens, card sets")
@pytest.mark.parametrize("threads", [1, 2])
def test_sets(
    benchmark: BenchmarkFixture, sets: NDArray[np.uint64], expected: int, threads: int
) -> None:
    out = np.empty(HANDS, np.uint16)
    run(benchmark, lambda: poker.evaluate_many(sets, threads=threads, out=out))
    assert poker.to_kev(out[:FEW]).sum() == expected


@pytest.mark.benchmark(group="10 million random sevens, card sets")
def test_sets_sval(
    benchmark: BenchmarkFixture, sets: NDArray[np.uint64], hands: NDArray[np.uint8]
) -> None:
    loop = sval_loop()
    out = np.empty(HANDS, np.int16)
    signed = sets.astype(np.int64)
    run(benchmark, lambda: loop(signed, out), rounds=3)
    assert same_order(out[:FEW], hands[:FEW])


def same_order(theirs: NDArray[np.int16], hands: NDArray[np.uint8]) -> bool:
    pairs = np.unique(np.stack([poker.evaluate_many(hands), theirs], axis=1), axis=0)
    return bool(
        np.all(np.diff(pairs[:, 0]) > 0)
        and abs(np.sign(np.diff(pairs[:, 1])).sum()) == len(pairs) - 1
    )


@pytest.mark.benchmark(group="all 133,784,560 sevens")
def test_every_seven(benchmark: BenchmarkFixture) -> None:
    counts = run(benchmark, lambda: poker.class_counts(7))
    assert counts.sum() == 133_784_560
    assert np.count_nonzero(counts) == 4824


@pytest.mark.benchmark(group="all 133,784,560 sevens")
def test_every_seven_as_arrays(benchmark: BenchmarkFixture) -> None:
    """The baseline: list the card sets, evaluate them and count, a million at a time."""

    def count() -> NDArray[np.intp]:
        counts = np.zeros(2**16, np.intp)
        for start in range(0, 133_784_560, 1_000_000):
            sevens = subsets(
                full_deck(52), 7, start=start, count=min(1_000_000, 133_784_560 - start)
            )
            counts += np.bincount(poker.evaluate_many(sevens), minlength=2**16)
        return counts

    counts = run(benchmark, count, rounds=1)
    assert counts.sum() == 133_784_560
    assert np.count_nonzero(counts) == 4824


def one_hand_doors(hands: NDArray[np.uint8]) -> dict[str, tuple[Callable[[Any], int], list[Any]]]:
    """Each peer's call for one hand, with hands in the form it likes best."""
    import eval7
    import pkrbot
    import treys
    from phevaluator import _pheval

    rows = hands[:FEW].tolist()
    eval7_cards = [eval7.Card(name) for name in CARD_NAMES[:52]]
    pkrbot_cards = [pkrbot.Card(name) for name in CARD_NAMES[:52]]
    treys_cards = [treys.Card.new(name) for name in CARD_NAMES[:52]]
    treys_evaluate = treys.Evaluator().evaluate
    raw = _pheval.evaluate_7cards
    return {
        "astragal, card set": (poker.strength, [sum(1 << card for card in row) for row in rows]),
        "astragal, list of ids": (poker.strength, rows),
        "phevaluator, raw C call": (lambda row: raw(*row), rows),
        "eval7": (eval7.evaluate, [[eval7_cards[card] for card in row] for row in rows]),
        "pkrbot": (pkrbot.evaluate, [[pkrbot_cards[card] for card in row] for row in rows]),
        "treys": (
            lambda row: treys_evaluate([], row),
            [[treys_cards[card] for card in row] for row in rows],
        ),
    }


def text_doors() -> dict[str, Callable[[str], int]]:
    """The call for one hand that is a text like "As Ks Qs Js Ts 2c 3d", as users write it."""
    import eval7
    import holdem_hand_evaluator
    import phevaluator
    import pkrbot
    import treys

    treys_evaluate = treys.Evaluator().evaluate
    return {
        "astragal, strength": poker.strength,
        "astragal, evaluate": lambda text: poker.evaluate(text).strength,
        "holdem_hand_evaluator": lambda text: holdem_hand_evaluator.evaluate_hand(
            text.replace(" ", "")
        ),
        "eval7": lambda text: eval7.evaluate([eval7.Card(name) for name in text.split()]),
        "pkrbot": lambda text: pkrbot.evaluate([pkrbot.Card(name) for name in text.split()]),
        "phevaluator": lambda text: phevaluator.evaluate_cards(*text.split()),
        "treys": lambda text: treys_evaluate([], [treys.Card.new(name) for name in text.split()]),
    }


@pytest.mark.benchmark(group="20,000 hands, one call each")
@pytest.mark.parametrize(
    "door",
    [
        "astragal, card set",
        "astragal, list of ids",
        "phevaluator, raw C call",
        "eval7",
        "pkrbot",
        "treys",
    ],
)
def test_one_hand(benchmark: BenchmarkFixture, hands: NDArray[np.uint8], door: str) -> None:
    call, inputs = one_hand_doors(hands)[door]

    def loop() -> list[int]:
        return list(map(call, inputs))

    result = run(benchmark, loop, rounds=2 if door == "treys" else 15)
    assert same_order(np.array(result, np.int64), hands[:FEW])


@pytest.mark.benchmark(group="2,000 hands from text, one call each")
@pytest.mark.parametrize(
    "door",
    [
        "astragal, strength",
        "astragal, evaluate",
        "holdem_hand_evaluator",
        "eval7",
        "pkrbot",
        "phevaluator",
        "treys",
    ],
)
def test_one_hand_from_text(
    benchmark: BenchmarkFixture, hands: NDArray[np.uint8], door: str
) -> None:
    some = hands[: FEW // 10]
    call, texts = text_doors()[door], cards_text_many(some)
    result = run(benchmark, lambda: list(map(call, texts)), rounds=5)
    assert same_order(np.array(result, np.int64), some)


@pytest.mark.benchmark(group="tables from nothing")
def test_tables(benchmark: BenchmarkFixture) -> None:
    from astragal import _native

    standard = poker.STANDARD
    order = [int(category) for category in standard.order]
    straights = [(one.ranks, one.top) for one in standard.straights]
    tables = run(
        benchmark, lambda: _native.PokerTables(order, straights, standard.keys, 0), rounds=15
    )
    assert len(tables.meanings()) == 6 * 9855


@pytest.mark.benchmark(group="tables from nothing")
def test_first_hand_of_a_new_process(benchmark: BenchmarkFixture) -> None:
    program = "from astragal import poker; print(poker.strength([51, 47, 43, 39, 35]))"
    done = run(
        benchmark,
        lambda: subprocess.run([sys.executable, "-c", program], capture_output=True, check=True),
    )
    assert done.stdout == b"9841\n"


OMAHA_SUM = 57654487
"""Of the numbers of 20,000 hands, by phevaluator."""


@pytest.mark.benchmark(group="20,000 hands to text")
@pytest.mark.parametrize("way", ["astragal, rows of ids", "astragal, card sets", "a loop"])
def test_texts(benchmark: BenchmarkFixture, hands: NDArray[np.uint8], way: str) -> None:
    rows = np.sort(hands[:FEW])
    listed, sets = rows.tolist(), hands_to_sets(rows)
    ways: dict[str, Callable[[], list[str]]] = {
        "astragal, rows of ids": lambda: cards_text_many(rows),
        "astragal, card sets": lambda: cards_text_many(sets),
        "a loop": lambda: [" ".join([CARD_NAMES[card] for card in row]) for row in listed],
    }
    assert run(benchmark, ways[way]) == ways["a loop"]()


def omaha_doors(rows: NDArray[np.uint8]) -> dict[str, Callable[[], list[int]]]:
    """Each way to evaluate hands of four cards on boards of five; smaller is better."""
    import phevaluator
    from phevaluator import _pheval

    hands, boards = rows[:, :4].copy(), rows[:, 4:].copy()
    listed = [[*row[4:], *row[:4]] for row in rows.tolist()]  # phevaluator wants the board first
    names = [[CARD_NAMES[card] for card in row] for row in listed]
    texts = [(" ".join(row[5:]), " ".join(row[:5])) for row in names]

    def arrays() -> list[int]:
        strengths = poker.evaluate_many(hands, boards=boards, game="omaha", threads=1)
        return poker.to_kev(strengths).tolist()  # type: ignore[no-any-return]

    def one_by_one() -> list[int]:
        values = (poker.evaluate(hand, board=board, game="omaha") for hand, board in texts)
        return [value.kev or 0 for value in values]

    return {
        "astragal, evaluate_many, one core": arrays,
        "phevaluator, raw C call": lambda: [_pheval.evaluate_plo4_cards(*row) for row in listed],
        "phevaluator, ids": lambda: [phevaluator.evaluate_omaha_cards(*row) for row in listed],
        "astragal, evaluate, text": one_by_one,
        "phevaluator, text": lambda: [phevaluator.evaluate_omaha_cards(*row) for row in names],
    }


@pytest.mark.benchmark(group="20,000 hands of Omaha")
@pytest.mark.parametrize(
    "door",
    [
        "astragal, evaluate_many, one core",
        "phevaluator, raw C call",
        "phevaluator, ids",
        "astragal, evaluate, text",
        "phevaluator, text",
    ],
)
def test_omaha(benchmark: BenchmarkFixture, door: str) -> None:
    decks = np.tile(np.arange(52, dtype=np.uint8), (FEW, 1))
    rows = np.random.default_rng(5).permuted(decks, axis=1)[:, :9].copy()
    values = run(benchmark, omaha_doors(rows)[door], rounds=3)
    assert (len(values), min(values), max(values)) == (FEW, 1, 7223)
    assert sum(values) == OMAHA_SUM
