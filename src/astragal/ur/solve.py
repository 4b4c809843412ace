"""The strong solution: the value of every position, both sides playing best.

A layer is the set of positions with given numbers of pieces left to bring home. Its values depend
only on the layer itself, its mirror, and layers with fewer pieces left. Captures make cycles within
a layer, so it is swept until nothing changes: first in single precision, which costs half as much,
then in double. Once values are roughly known, moves that are far from the best are ignored. What
all later sweeps change, added up, proves that they are still worse than the best in the end.

A separate pass certifies the result. It computes how far each position is from satisfying its
equation (the residual). The residual is not yet the error, because errors can add up over the turns
spent in the layer. So the expected number of those turns is bounded as well, over all moves that
are not ignored. If every ignored move is worse than the best by more than twice the error, it is
not a best move of the true solution either, and residual times turns is a bound on the error.
`docs/ur.md` says what makes the solve fast.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.errors import BadInputError, TableError, counted
from astragal.jobs import Checkpoint, thread_count
from astragal.notebook import Value
from astragal.progress import Progress, Reporter
from astragal.store import (
    Parameters,
    TableWriter,
    create_table,
    full_hash,
    open_shared,
    read_path,
)
from astragal.store.format import MAGIC
from astragal.ur.ranking import Layer, layer_pairs, native_ranking, pair_size, pair_slices, size
from astragal.ur.rules import FINKEL, MAX_PIECES, Rules, read_pieces, read_rules
from astragal.ur.tablebase import (
    DTYPES,
    KIND,
    VERSION,
    LayerReport,
    Step,
    Tablebase,
    default_path,
    open_table,
)

Values = NDArray[np.float64]
Turns = NDArray[np.uint8]

# When a sweep changes no value by more than this, moves are ignored that are this many times as far
# from the best, and a little more: it must still be proven of stored values, rounded to 16 bits.
PRUNE_AT = (2e-3, 2e-5)
MARGIN = 5
LEAST_MARGIN = 4e-5

# A stage of a layer ends when a sweep changes no value by more than this. Single precision can't do
# better than about 1e-7, and leaps stop helping once rounding dominates.
SINGLE_END = 1e-6
LEAPS_END = 1e-14
RESIDUAL = 1e-15

# Values that are rounded to be stored need not be more exact than that: what the solve itself adds
# to the error may be this part of the rounding, in all layers on the way to the end of a game.
SHARE_OF_ROUNDING = 1 / 4
MOST_LAYERS = 2 * MAX_PIECES - 1

# How far below the best every ignored move must be. The proof needs twice the error.
GAP = 1e-9

MOST_SWEEPS = 1000

# Memory while the greatest pair of layers is solved, in addition to the table of all values. For
# each lane of its rows: movers, waiters and the layers it leads to, in single and in double, or the
# last steps; compiled moves. For each content of the shared squares: where its blocks are, and what
# they read.
BYTES_OF_A_LANE = 44
BYTES_OF_A_CONTENT = 160
BYTES_OF_PYTHON = 60_000_000
LANE_GROUP = 8

# A solve with three pieces is quick. Larger games cost a little less for each state: their blocks
# fill the lanes of the processor, though they take more sweeps (7 pieces: 0.92 of 3 pieces).
MEASURED_PIECES = 3
GAIN_OF_SIZE = 0.9


@dataclass(frozen=True)
class Plan(Value):
    """The size of a game and what its solve needs, known before it starts."""

    JSON = "rules=rules.name pieces states layers memory disk"

    rules: Rules
    pieces: int
    bits: int

    @property
    def states(self) -> int:
        """Number of positions in which neither side has finished, seen by the side to move."""
        return size(self.rules, self.pieces)

    @property
    def layers(self) -> int:
        """Number of pairs of layers."""
        return len(layer_pairs(self.pieces))

    @property
    def lanes(self) -> int:
        """Number of values in the rows of the greatest pair of layers, with padding."""
        return max(_padded_lanes(layer, self.rules) for layer in layer_pairs(self.pieces))

    @property
    def memory(self) -> int:
        """Approximate memory in bytes."""
        contents = int(3 ** len(self.rules.shared))
        working = BYTES_OF_A_LANE * self.lanes + BYTES_OF_A_CONTENT * contents
        return (8 + (self.bits < 64)) * self.states + working + BYTES_OF_PYTHON

    @property
    def disk(self) -> int:
        """Bytes on disk, for the table and the checkpoint together."""
        return (8 + (self.bits < 64) + self.bits // 8) * self.states

    @property
    def parameters(self) -> Parameters:
        """The parameters of the table."""
        return {"rules": self.rules.parameters, "pieces": self.pieces, "bits": self.bits}

    def measure_seconds(self, threads: int | None = None) -> float:
        """Solve the game with at most three pieces, and estimate from it how long the solve takes.

        The measurement takes a second or a few. The estimate can be wrong by a factor of two.
        """
        pieces = min(self.pieces, MEASURED_PIECES)
        with TemporaryDirectory() as folder:
            started = monotonic()
            solve(self.rules, pieces, path=Path(folder, "measured"), threads=threads)
            seconds = monotonic() - started
        if pieces < self.pieces:
            seconds *= GAIN_OF_SIZE * self.states / size(self.rules, pieces)
        return seconds

    def __str__(self) -> str:
        return (
            f"{self.rules.about(self.pieces)}: {self.states:,} states in "
            f"{counted(self.layers, 'pair')} of layers; about {_size(self.memory)} of memory, "
            f"{_size(self.disk)} of disk until it is done"
        )


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"


def plan(rules: Rules | str = FINKEL, pieces: int | None = None, bits: int = 32) -> Plan:
    """Return how many states a solve has, and how much memory and disk it needs.

    >>> found = plan("finkel", pieces=2)
    >>> found.states, found.layers
    (12869, 3)
    """
    ruleset = read_rules(rules)
    if bits not in [*DTYPES]:
        raise BadInputError(
            f"{bits!r} bits: a value is stored in {', '.join(map(str, DTYPES))} bits"
        )
    return Plan(ruleset, read_pieces(pieces, ruleset), bits)


def solve(
    rules: Rules | str = FINKEL,
    pieces: int | None = None,
    *,
    path: str | PathLike[str] | None = None,
    bits: int = 32,
    threads: int | None = None,
    portable: bool = False,
    rebuild: bool = False,
    announce: Callable[[Plan], object] | None = None,
    progress: Progress = False,
) -> Tablebase:
    """Solve a rule set for games of up to `pieces` pieces, write the table, and open it.

    A table only grows. If there is a table at `path` that has all this, it is returned at once,
    unless `rebuild` is true. If it has more pieces or more bits, the new one has them too. A table
    of other rules is replaced only with `rebuild`.
    Otherwise `announce` is called with the plan of what is solved, before that begins.

    `path` defaults to where `open_table` looks. Each finished layer is saved in a checkpoint next
    to the table, and after an interruption the same call resumes from it. If `path` has a 64-bit
    table of fewer pieces, the solve starts from that. `bits` are the bits of a stored value: 16, 32
    or 64. `portable` avoids processor-specific instructions; the values are the same.
    """
    planned, threads = plan(rules, pieces, bits), thread_count(threads)
    target = read_path(path) if path is not None else default_path(planned.rules)
    if target.exists() and not target.is_file():
        raise BadInputError(f"{str(target)!r} is not a file: a table can't be written there")
    found = None
    with suppress(TableError):
        found = open_table(planned.rules, target)
    if found is None:
        _require_no_other_file(target, rebuild)
    else:
        rebuild = rebuild or not _is_whole(found)
        if found.pieces >= planned.pieces and found.bits >= planned.bits and not rebuild:
            return found
        planned = replace(
            planned, pieces=max(planned.pieces, found.pieces), bits=max(planned.bits, found.bits)
        )
    if announce is not None:
        announce(planned)
    values = np.zeros(planned.states)
    known = []
    if found is not None and planned.bits == found.bits == 64 and not rebuild:
        values[: found.states] = found.stored
        known = found.layers
    with _open_checkpoint(target, planned) as checkpoint:
        shapes = {"values": (DTYPES[planned.bits], (planned.states,))}
        # Created first, so that a full disk is noticed at once.
        with create_table(
            target, shapes, kind=KIND, version=VERSION, parameters=planned.parameters
        ) as writer:
            solved = _solve_layers(
                planned, values, known, checkpoint,
                threads=threads, portable=portable, progress=progress,
            )  # fmt: skip
            _fill(writer, planned, values, solved)
        checkpoint.remove()
    return open_table(planned.rules, target)


def _solve_layers(
    planned: Plan, values: Values, known: list[LayerReport], checkpoint: Checkpoint, *,
    threads: int, portable: bool, progress: Progress,
) -> list[LayerReport]:  # fmt: skip
    """Add to the known layers of `values`: read those in the checkpoint, and solve the rest."""
    rules = planned.rules
    # Layers begin with the turns of smaller ones. A smaller table of 64 bits that a solve begins
    # with has none, so all those solves do without: their bytes are the same.
    turns = np.zeros(planned.states, np.uint8) if planned.bits < 64 else None
    ranking, hidden = native_ranking(rules), hidden_by_rounding(rules)
    memory = _native.UrMemory(planned.lanes)
    layers = list(enumerate(layer_pairs(planned.pieces)))[len(known) :]
    done = sum(found.states for found in known)
    kept = done + sum(pair_size(layer, rules) for index, layer in layers if index in checkpoint)
    reporter = Reporter(
        progress, f"solve {rules.name}", total=planned.states, unit="states", head_start=kept
    )
    reporter.report(kept, checkpoint.note)
    solved = list(known)
    # A layer is saved while the next one is solved; the last one goes into the table at once.
    with ThreadPoolExecutor(1) as saver:
        saving = saver.submit(lambda: None)
        for index, layer in layers:
            if index in checkpoint:
                record: Any = checkpoint.read(index)
                found = _restore(record, layer, values, turns, rules)
            else:
                pair = _native.UrLayerPair(ranking, *layer, threads, portable, memory)
                work = _LayerWork(pair, layer, hidden, reporter, done)
                found = work.solve(values, turns, planned.bits)
                del pair, work  # a pair has two threads and its moves
                saving.result()
                if layer != layers[-1][1]:
                    record = _record(values, turns, rules, found)
                    saving = saver.submit(checkpoint.append, index, record)
                reporter.report(done + found.states, residual=found.residual)
            if math.isinf(found.turns):
                checkpoint.remove()
                raise BadInputError(
                    f"rules {rules.name!r} can't be solved: no bound is found on the turns of a "
                    f"game with {found.mine} and {found.theirs} pieces left; it may never end"
                )
            solved.append(found)
            done += found.states
        saving.result()
    return solved


@dataclass
class _LayerWork:
    """A layer and its mirror while they are solved."""

    pair: _native.UrLayerPair
    layer: Layer
    hidden: float
    reporter: Reporter
    done: int
    """The states of the layers before."""
    sweeps: int = 0
    steps: list[Step] = field(default_factory=list)

    def solve(self, values: Values, all_turns: Turns | None, bits: int) -> LayerReport:
        """Bring the layer to its fixed point, write it into `values`, and certify it."""
        pair = self.pair
        pair.begin(values)
        for end in PRUNE_AT:
            pair.prune(MARGIN * self._leap_to(end, 32) + LEAST_MARGIN)
        self._leap_to(SINGLE_END, 32)
        turns = pair.turns(MOST_SWEEPS, all_turns)
        pair.refine(values)
        while True:
            end = _residual_end(bits, turns, self.hidden)
            change = self._leap_to(max(end, LEAPS_END), 64)
            self._sweep_to(end, change)
            residual = pair.residual()
            if residual > end:  # a leap leaves its steps uneven
                self._sweep_to(RESIDUAL, math.inf)
                residual = pair.residual()
            settled = residual <= end and pair.gap() > GAP + 2 * _rounding(bits)
            # Rounding can keep a layer from ever settling; the residual says how far off it is.
            if settled or self.sweeps > MOST_SWEEPS:
                break
            pair.keep_all()
            turns = pair.turns(MOST_SWEEPS, all_turns)
        pair.finish(values)
        stored = residual
        if bits < 64:
            pair.round_to(2**bits - 1)
            stored = pair.residual()
        return LayerReport(
            *self.layer, pair.states, residual, turns, self.sweeps, stored, tuple(self.steps)
        )

    def _leap_to(self, end: float, bits: int) -> float:
        change = math.inf
        while change > end and self.sweeps <= MOST_SWEEPS:
            # The last leap in double precision may end early; after one in single precision, the
            # extrapolation is worth more than the sweeps.
            change, sweeps = self.pair.leap(end if bits == 64 else 0.0)
            self._take(sweeps, bits, change)
        return change

    def _sweep_to(self, end: float, change: float) -> None:
        while change > end and self.sweeps <= MOST_SWEEPS:
            change = self.pair.sweep(1)
            self._take(1, 64, change)

    def _take(self, sweeps: int, bits: int, change: float) -> None:
        self.sweeps += sweeps
        self.steps.append(Step(self.sweeps, bits, change))
        least = max(min(1.0, *(step.change for step in self.steps)), RESIDUAL)
        settled = math.log(least) / math.log(RESIDUAL)  # the part of the digits
        note = f"layer {self.layer.mine}-{self.layer.theirs}"
        self.reporter.report(self.done + int(settled * self.pair.states), note, residual=change)


def _rounding(bits: int) -> float:
    """Return how far a stored value can be from the one that was solved."""
    return 0.0 if bits == 64 else 0.5 / (2**bits - 1)


def hidden_by_rounding(rules: Rules) -> float:
    """Return what rounding may hide from the pass that computes the residual.

    2**-54 is half a unit in the last place of a number below 1. It counts once for the opponent's
    value and four times for the sums, twice as much if the chances add up to more than 1. A product
    is less than its chance, and exact if that is a power of two. Chances are rounded themselves.
    """
    exact = [Fraction(ways, sum(rules.dice)) for ways in rules.dice]
    pairs = zip(exact, map(Fraction, rules.chances), strict=False)  # `chances` has zeros at the end
    rounded = sum(abs(chance - used) for chance, used in pairs)
    parts = map(math.frexp, rules.chances)
    products = math.ceil(sum(2.0**power for part, power in parts if part not in (0, 1 / 2)))
    sums = 8 if sum(map(Fraction, rules.chances)) > 1 else 4
    return (1 + products + sums) * 2.0**-54 + float(rounded)


def _residual_end(bits: int, turns: float, hidden: float) -> float:
    """Return the residual at which a layer is exact enough for values of that many bits.

    Those of 16 bits are as exact as those of 32, to prove which moves may be ignored.
    """
    added = SHARE_OF_ROUNDING * _rounding(32) / MOST_LAYERS
    return RESIDUAL if bits == 64 else max(added / turns - hidden, RESIDUAL)


def _padded_lanes(layer: Layer, rules: Rules) -> int:
    """Return how many values the rows of a pair of layers hold, padded as the native loops do."""
    shared = len(rules.shared)
    private = len(rules.path) - shared

    def sets(pieces: int) -> int:
        return sum(comb(private, count) for count in range(pieces + 1))

    def lanes(mine: int, theirs: int) -> int:
        return sum(
            comb(shared, x) * comb(shared - x, y)
            * sets(mine - x) * -(-sets(theirs - y) // LANE_GROUP) * LANE_GROUP
            for x in range(min(mine, shared) + 1)
            for y in range(min(theirs, shared - x) + 1)
        )  # fmt: skip

    mine, theirs = layer
    return lanes(mine, theirs) + (lanes(theirs, mine) if mine != theirs else 0)


def _record(
    values: Values, turns: Turns | None, rules: Rules, found: LayerReport
) -> dict[str, NDArray[Any]]:
    record = {
        "certificate": np.array([found.residual, found.turns, found.sweeps, found.stored]),
        "steps": np.array(found.steps),
    }
    for side, where in zip("ab", pair_slices(Layer(found.mine, found.theirs), rules), strict=False):
        record[f"values_{side}"] = values[where]
        if turns is not None:
            record[f"turns_{side}"] = turns[where]
    return record


def _restore(
    record: dict[str, NDArray[Any]], layer: Layer, values: Values, turns: Turns | None, rules: Rules
) -> LayerReport:
    for side, where in zip("ab", pair_slices(layer, rules), strict=False):
        values[where] = record[f"values_{side}"]
        if turns is not None:
            turns[where] = record[f"turns_{side}"]
    residual, bound, sweeps, stored = record["certificate"].tolist()
    steps = tuple(Step(int(at), int(bits), change) for at, bits, change in record["steps"].tolist())
    return LayerReport(*layer, pair_size(layer, rules), residual, bound, int(sweeps), stored, steps)


def _open_checkpoint(target: Path, planned: Plan) -> Checkpoint:
    """Open the checkpoint of earlier runs with the same rules and bits, whatever their pieces."""
    inputs = full_hash([planned.rules.parameters, planned.bits, VERSION, "turns"])
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableError(f"{target}: can't be written: {error.strerror}") from error
    return Checkpoint(target.with_name(f"{target.name}.checkpoint"), inputs)


def _is_whole(table: Tablebase) -> bool:
    """Tell whether no value of a table is damaged."""
    with suppress(TableError):
        table.verify()
        return True
    return False


def _require_no_other_file(target: Path, rebuild: bool) -> None:
    """Raise BadInputError if there is a table of other rules, or a file that is no table at all."""
    with suppress(TableError):
        open_shared(target, kind=KIND, version=VERSION, rebuild="")
        if not rebuild:
            raise BadInputError(
                f"{str(target)!r} is a table of other rules: give another name, or rebuild it"
            )
    try:
        with target.open("rb") as file:
            beginning = file.read(len(MAGIC))
    except OSError:
        return  # there is none, or writing will say what is wrong
    if beginning not in (b"", MAGIC):
        raise BadInputError(
            f"{str(target)!r} is not a table, and would be overwritten: give another name"
        )


def _error_bound(solved: list[LayerReport], hidden: float) -> float:
    """Return a bound on the error of any value: what a layer adds, plus what it leads to."""
    total: dict[Layer, float] = {}
    for one in solved:
        after = [(one.mine - 1, one.theirs), (one.mine, one.theirs - 1)]
        most = max(total.get(Layer(max(layer), min(layer)), 0.0) for layer in after)
        total[Layer(one.mine, one.theirs)] = (one.residual + hidden) * one.turns + most
    error = max(total.values())
    return error if 2 * error < GAP else math.inf


def _fill(writer: TableWriter, planned: Plan, values: Values, solved: list[LayerReport]) -> None:
    _native.ur_quantise(values, writer["values"])
    error = _error_bound(solved, hidden_by_rounding(planned.rules))
    writer.notes.update(
        {
            "name": planned.rules.name,
            "residual": max(one.stored for one in solved),
            "error": error + _rounding(planned.bits),
            "layers": [[one.residual, one.turns, one.sweeps, one.stored] for one in solved],
            "steps": [one.steps for one in solved],
        }
    )
