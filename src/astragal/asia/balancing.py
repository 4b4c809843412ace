"""Computing the `balanced` way: an iteration towards a way that is a best response to itself.

In each round, every class of hands looks for the setting with most wins minus losses (copies as
pushes) against the current way, and changes to it with a probability that grows with the gain. So
classes with much to gain change at once. Classes between two settings of nearly equal value split
between them, and so a way without randomness comes close to a mixed strategy. It is not a proved
equilibrium: what a best response would still gain is measured, by exact counts over a sample of
hands.
"""

import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia.classes import CLASSES, Choice
from astragal.asia.houseway import HouseWay, lexicographic_choice, make_way
from astragal.asia.rules import Objective, Rules, find_rules
from astragal.asia.strategies import BEST, require_sample
from astragal.asia.values import DECK, JOKER_RANK, rank_tables
from astragal.asia.wholegame import Edge, gain_job
from astragal.cards import JOKER, full_deck
from astragal.errors import TableMismatchError, TableMissingError
from astragal.jobs import LocalThreads, RunOptions, engine_of, run, thread_map
from astragal.progress import Reporter
from astragal.store import Json, open_table, write_table

KIND, VERSION = "asia-balance", 1
STATE = "asia-balance"
REBUILD = "astragal asia balance"

SURE_GAIN = 0.01  # a class that would gain this part of the bet changes for certain
STALLED = 0.9  # a round that leaves more than this part of the last gain has stalled
MOST_ROUNDS = 40
PARTS = 64


@dataclass(frozen=True, repr=False)
class Balance:
    """A balanced way, and what a best response would still gain against it."""

    choice: Choice
    rounds: int
    first_order_gain: float
    """The mean gain of a best response, of the bet, to first order in the cards taken out."""
    measured: Edge
    """The edge of a best response, relative to that of the way: by exact counts over a sample."""

    def __repr__(self) -> str:
        return f"Balance(rounds={self.rounds}, gain={self.measured.gain!r})"

    def __str__(self) -> str:
        gain, error, hands = (self.to_dict()[name] for name in ("gain", "error", "sample"))
        figures = f"{100 * gain:.4f} ± {100 * error:.4f} points of the bet"
        how = f"95 % interval; {hands:,} hands, each exact"
        return f"{self.rounds} rounds; a best response would still gain {figures} ({how})"

    def packed(self) -> bytes:
        """Return the way in the form in which the package ships it."""
        return lzma.compress(self.choice.tobytes(), preset=9 | lzma.PRESET_EXTREME)

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia balance --json` prints."""
        return {
            "rounds": self.rounds,
            "gain": self.measured.gain,
            "error": self.measured.error,
            "sample": self.measured.hands,
            "gain_to_first_order": self.first_order_gain,
        }


def class_weights() -> NDArray[np.float64]:
    """Return the part of all 154,143,080 hands that each class has."""
    numbers = np.arange(CLASSES, dtype=np.uint32)
    counts = np.empty(CLASSES, np.uint32)
    _native.asia_count(_native.AsiaWay(numbers, numbers), full_deck(DECK), 0, counts)
    weights: NDArray[np.float64] = counts / counts.sum(dtype=np.float64)
    return weights


def score_tables(way: HouseWay, threads: int | None) -> NDArray[np.float32]:
    """Return wins minus losses of every setting value.

    One row for each rank, with one of its cards out of the deck, and a last row for the full deck.
    """
    tables = rank_tables(way.rules)
    cells = len(tables.fours) * len(tables.twos) * len(tables.ones)
    scores = np.empty((JOKER_RANK + 2, cells), np.float32)

    def fill(row: int) -> None:
        deck = full_deck(DECK)
        if row <= JOKER_RANK:
            deck &= ~(1 << min(4 * row, JOKER))
        counts = np.empty(len(way.outcomes), np.uint32)
        _native.asia_count(way.native, deck, 0, counts)
        _native.asia_score_table(way.native, counts, scores[row])

    thread_map(fill, range(len(scores)), threads=threads)
    return scores


def best_responses(
    choice: Choice, rules: Rules, threads: int | None
) -> tuple[Choice, NDArray[np.float32]]:
    """Return the best setting of each class against the way `choice`, and its gain."""
    scores = score_tables(make_way("balance", choice, rules), threads)
    best, gain = np.empty(CLASSES, np.uint8), np.empty(CLASSES, np.float32)
    edges = [CLASSES * part // PARTS for part in range(PARTS + 1)]

    def respond(part: int) -> None:
        part_of = slice(edges[part], edges[part + 1])
        _native.asia_best_responses(
            rank_tables(rules).native, scores, edges[part],
            choice[part_of], best[part_of], gain[part_of],
        )  # fmt: skip

    thread_map(respond, range(PARTS), threads=threads)
    return best, gain


@dataclass
class _State:
    choice: Choice
    gains: list[float]


def balance(*, seed: int = 1, sample: int = 20_000, **options: Unpack[RunOptions]) -> Balance:
    """Compute a balanced way under the order of the `casino` profile.

    With a `folder`, each round is kept there, and the same call resumes after an interruption. The
    rounds share tables of 200 MB and take seconds, so they run on threads of this process even if
    the `engine` is a cluster, which then does the measurement.
    """
    require_sample(sample, seed)
    engine = engine_of(options.get("threads"), options.get("engine"))
    threads = engine.threads if isinstance(engine, LocalThreads) else None
    folder, progress = options.get("folder"), options.get("progress", False)
    rules = find_rules("casino")
    weights = class_weights()
    path = None if folder is None else Path(folder, STATE)
    state = _resume(path, seed) or _State(lexicographic_choice(rules), [])
    reporter = Reporter(
        progress, "balance", total=MOST_ROUNDS, unit="rounds", head_start=len(state.gains)
    )
    while not _stalled(state.gains):
        best, gain = best_responses(state.choice, rules, threads)
        state.gains.append(float(weights @ gain))
        reporter.report(len(state.gains), gain=state.gains[-1])
        if not _stalled(state.gains):
            luck = np.random.default_rng([seed, len(state.gains)]).random(CLASSES)
            state.choice = np.where(luck < gain / SURE_GAIN, best, state.choice)
        _keep(path, seed, state)
    measured = measure(state.choice, sample=sample, seed=seed, **options)
    if path is not None:
        path.unlink()
    return Balance(state.choice, len(state.gains), state.gains[-1], measured)


def measure(choice: Choice, *, sample: int, seed: int, **options: Unpack[RunOptions]) -> Edge:
    """Measure what a best response gains over this way against itself, copies as pushes."""
    rules = find_rules("casino", copies="push")
    way = make_way("balance", choice, rules)
    job = gain_job([BEST], rules, way, objective=Objective.EV, sample=sample, seed=seed)
    return run(job, **options)[0]


def _stalled(gains: list[float]) -> bool:
    stalled = len(gains) > 1 and gains[-1] > STALLED * gains[-2]
    return stalled or len(gains) >= MOST_ROUNDS


def _keep(path: Path | None, seed: int, state: _State) -> None:
    if path is not None:
        gains: list[Json] = list(state.gains)
        write_table(
            path, {"choice": state.choice}, kind=KIND, version=VERSION,
            parameters={"seed": seed}, notes={"gains": gains},
        )  # fmt: skip


def _resume(path: Path | None, seed: int) -> _State | None:
    if path is None:
        return None
    try:
        table = open_table(
            path, kind=KIND, version=VERSION, parameters={"seed": seed}, rebuild=REBUILD
        )
    except (TableMissingError, TableMismatchError):
        return None
    gains = table.notes["gains"]
    assert isinstance(gains, list)
    return _State(table["choice"].copy(), [float(gain) for gain in gains])
