"""The strong solution: the value of every position, both sides playing best.

A layer is the positions with given numbers of pieces left to bring home. It needs only itself, its
mirror and layers with fewer left; within it captures make cycles, so it is swept until nothing
changes: first in single precision, whose sweeps cost half, then in double. What has come out is
certified by a pass of its own, which asks of every position how far it is from its equation.

That residual is not yet an error: an error can build up over the turns that are left in the layer.
So those are bounded too, and both go into the file.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from hashlib import sha256
from math import comb
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal.errors import BadInputError, TableError
from astragal.jobs import Checkpoint, usable_cores
from astragal.progress import Progress, Reporter, silent
from astragal.store import Json, Parameters, TableWriter, canonical, create_table
from astragal.ur.ranking import (
    Layer,
    layer_pairs,
    native_ranking,
    pair_size,
    pair_slices,
    size,
)
from astragal.ur.rules import FINKEL, Rules
from astragal.ur.tablebase import (
    DTYPES,
    KIND,
    VERSION,
    Step,
    Tablebase,
    default_path,
    parameters_of,
)

Values = NDArray[np.float64]

# Where each stage of a layer ends, by the greatest change of a sweep. Single precision can't do
# better than some 1e-7, and leaps stop helping where rounding takes over.
SINGLE_ENOUGH = 2e-6
SINGLE_END = 2.5e-7
LEAPS_END = 1e-13
DOUBLE_END = 5e-16
RESIDUAL = 1e-15

SWEEPS_BEFORE_LEAP = 6
MOST_SWEEPS = 5000

# Memory while the greatest pair of layers is solved, beside the table of all values. For each lane
# of its rows: movers and waiters in double, two older copies, the layers it leads to, compiled
# moves. For each content of the shared squares: where its blocks are, and which others they read.
BYTES_OF_A_LANE = 48
BYTES_OF_A_CONTENT = 160
BYTES_OF_PYTHON = 60_000_000
LANE_GROUP = 8


@dataclass(frozen=True)
class Plan:
    """What a solve will take, known before it starts."""

    rules: Rules
    pieces: int
    bits: int

    @property
    def states(self) -> int:
        """Positions with neither side finished, seen by the player to move."""
        return size(self.pieces, self.rules)

    @property
    def layers(self) -> int:
        """Pairs of layers."""
        return len(layer_pairs(self.pieces))

    @property
    def memory(self) -> int:
        """About how many bytes of memory it needs."""
        lanes = max(_padded_lanes(layer, self.rules) for layer in layer_pairs(self.pieces))
        contents = int(3 ** len(self.rules.shared))
        working = BYTES_OF_A_LANE * lanes + BYTES_OF_A_CONTENT * contents
        return 8 * self.states + working + BYTES_OF_PYTHON

    @property
    def disk(self) -> int:
        """How many bytes the table and, meanwhile, the checkpoint need."""
        return (8 + self.bits // 8) * self.states

    @property
    def parameters(self) -> Parameters:
        """What the table is made from."""
        return parameters_of(self.rules, self.pieces, self.bits)


@dataclass(frozen=True)
class Certificate:
    """What is known of a solved layer and its mirror: how exact it is, and how it came about."""

    residual: float
    turns: float
    sweeps: int
    steps: Sequence[Step]

    @property
    def error(self) -> float:
        """The most that this layer adds to the error of those it leads to."""
        return self.residual * self.turns


def plan(rules: Rules = FINKEL, pieces: int | None = None, bits: int = 32) -> Plan:
    """Return what a solve will take.

    >>> found = plan(pieces=2)
    >>> found.states, found.layers
    (12869, 3)
    """
    if bits not in DTYPES:
        raise BadInputError(f"{bits!r} bits: a value is stored in {', '.join(map(str, DTYPES))}")
    return Plan(rules, rules.pieces if pieces is None else pieces, bits)


def solve(
    rules: Rules = FINKEL,
    pieces: int | None = None,
    *,
    path: str | PathLike[str] | None = None,
    bits: int = 32,
    fast: bool = False,
    threads: int | None = None,
    portable: bool = False,
    progress: Progress = silent,
) -> Tablebase:
    """Solve a rule set for up to `pieces` pieces, write the table, and return it opened.

    Each finished layer goes into a checkpoint beside the table; the same call goes on from there
    after any interruption. A 64-bit table of fewer pieces at `path` is grown. `fast` stays in
    single precision. `portable` leaves out what only this processor can; values are the same.
    """
    planned = plan(rules, pieces, bits)
    target = Path(path) if path is not None else default_path(rules)
    values = np.zeros(planned.states)
    with _open_checkpoint(target, planned, fast) as checkpoint:
        _take_over(target, planned, fast, checkpoint)
        with _begin_table(target, planned) as writer:  # now, so that a full disk shows at once
            certificates = _solve_layers(
                planned, values, checkpoint,
                fast=fast, threads=threads or usable_cores(), portable=portable, progress=progress,
            )  # fmt: skip
            _fill(writer, planned, values, certificates, fast)
        checkpoint.remove()
    return Tablebase.open(rules, target)


def _solve_layers(
    planned: Plan,
    values: Values,
    checkpoint: Checkpoint,
    *,
    fast: bool,
    threads: int,
    portable: bool,
    progress: Progress,
) -> list[Certificate]:
    """Fill `values` layer by layer: from the checkpoint what is there, the rest by work."""
    rules = planned.rules
    layers = list(enumerate(layer_pairs(planned.pieces)))
    kept = sum(pair_size(layer, rules) for index, layer in layers if index in checkpoint)
    reporter = Reporter(
        progress, f"solve {rules.name}", total=planned.states, unit="states", head_start=kept
    )
    reporter.report(kept, checkpoint.note)
    certificates = []
    done = 0
    for index, layer in layers:
        if index in checkpoint:
            record: Any = checkpoint.read(index)
            certificate = _restore(record, layer, values, rules)
        else:
            reports = _Reports(reporter, layer, done, pair_size(layer, rules))
            # The work's memory is given back before the checkpoint asks for its own.
            work = _LayerWork(rules, layer, threads, portable)
            certificate = work.solve(values, fast, reports)
            del work
            checkpoint.append(index, _record(layer, values, rules, certificate))
            reporter.report(done + pair_size(layer, rules), residual=certificate.residual)
        certificates.append(certificate)
        done += pair_size(layer, rules)
    return certificates


class _Reports:
    """Tells the progress of one layer: how many digits of how many are settled, at best so far."""

    def __init__(self, reporter: Reporter, layer: Layer, done: int, states: int) -> None:
        self._reporter = reporter
        self._layer = layer
        self._done = done
        self._states = states
        self._least = 1.0

    def __call__(self, change: float) -> None:
        self._least = min(self._least, max(change, DOUBLE_END))
        settled = math.log(self._least) / math.log(DOUBLE_END)
        done = self._done + int(settled * self._states)
        note = f"layer {self._layer.mine}-{self._layer.theirs}"
        self._reporter.report(done, note, residual=change)


class _LayerWork:
    """A layer and its mirror while they are solved."""

    def __init__(self, rules: Rules, layer: Layer, threads: int, portable: bool) -> None:
        from astragal import _native

        self._pair = _native.UrLayerPair(native_ranking(rules), *layer, threads, portable)
        self._sweeps = 0
        self._steps: list[Step] = []

    def solve(self, values: Values, fast: bool, report: Callable[[float], None]) -> Certificate:
        """Bring the layer to its fixed point, write it into `values`, and certify it."""
        pair = self._pair
        pair.begin(values, True)
        self._leap_to(SINGLE_ENOUGH, True, report)
        turns = pair.turns(MOST_SWEEPS)
        if fast:
            self._sweep_to(SINGLE_END, True, report)
            residual = pair.residual(True)
        else:
            pair.refine(values)
            self._leap_to(LEAPS_END, False, report)
            self._sweep_to(DOUBLE_END, False, report)
            residual = pair.residual(False)
        pair.finish(values, fast)
        return Certificate(residual, turns, self._sweeps, self._steps)

    def _leap_to(self, end: float, single: bool, report: Callable[[float], None]) -> None:
        change = math.inf
        while change > end and self._sweeps < MOST_SWEEPS:
            self._pair.sweep(SWEEPS_BEFORE_LEAP, single)
            change = self._pair.leap(single)
            self._take(SWEEPS_BEFORE_LEAP + 2, single, change, report)

    def _sweep_to(self, end: float, single: bool, report: Callable[[float], None]) -> None:
        """Sweep until the change is small and the separate pass agrees.

        Changes don't shrink evenly, so a small one proves nothing. Where rounding keeps a layer
        moving for ever, the residual says how far that is.
        """
        most = self._sweeps + MOST_SWEEPS // 10
        while self._sweeps < most:
            change = self._pair.sweep(2, single)
            self._take(2, single, change, report)
            if change <= end and (single or self._pair.residual(False) <= RESIDUAL):
                return

    def _take(
        self, sweeps: int, single: bool, change: float, report: Callable[[float], None]
    ) -> None:
        self._sweeps += sweeps
        self._steps.append(Step(self._sweeps, 32 if single else 64, change))
        report(change)


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
    layer: Layer, values: Values, rules: Rules, certificate: Certificate
) -> dict[str, NDArray[Any]]:
    mine, theirs = pair_slices(layer, rules)
    numbers = [certificate.residual, certificate.turns, certificate.sweeps]
    record = {
        "values": values[mine],
        "certificate": np.array(numbers),
        "steps": np.array(certificate.steps),
    }
    return record if mine == theirs else record | {"mirror": values[theirs]}


def _restore(
    record: dict[str, NDArray[Any]], layer: Layer, values: Values, rules: Rules
) -> Certificate:
    mine, theirs = pair_slices(layer, rules)
    values[mine] = record["values"]
    if mine != theirs:
        values[theirs] = record["mirror"]
    residual, turns, sweeps = record["certificate"].tolist()
    steps = [Step(int(at), int(bits), change) for at, bits, change in record["steps"].tolist()]
    return Certificate(residual, turns, int(sweeps), steps)


def _open_checkpoint(target: Path, planned: Plan, fast: bool) -> Checkpoint:
    """Open what an earlier run with the same rules left; layers don't depend on the pieces."""
    inputs: list[Json] = [planned.rules.parameters, fast, VERSION]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TableError(f"{target}: can't be written: {error.strerror}") from error
    return Checkpoint(
        target.with_name(f"{target.name}.checkpoint"),
        sha256(canonical(inputs).encode()).hexdigest(),
    )


def _take_over(target: Path, planned: Plan, fast: bool, checkpoint: Checkpoint) -> None:
    """Put the layers of a smaller exact table at `target` among the finished ones."""
    try:
        small = Tablebase.open(planned.rules, target, verify=True)
    except TableError:
        return
    if small.bits != 64 or small.fast != fast or small.pieces >= planned.pieces:
        return
    for index, (layer, certificate, steps) in enumerate(
        zip(layer_pairs(small.pieces), small.layers, small.steps, strict=True)
    ):
        if index not in checkpoint:
            found = Certificate(*certificate, steps)
            checkpoint.append(index, _record(layer, small.stored, planned.rules, found))


def _errors(certificates: list[Certificate], pieces: int) -> float:
    """Return a bound on the error of any value: what a layer adds, on top of what it leads to."""
    total: dict[Layer, float] = {}
    for layer, certificate in zip(layer_pairs(pieces), certificates, strict=True):
        before = [Layer(layer.mine - 1, layer.theirs), Layer(layer.mine, layer.theirs - 1)]
        ordered = [Layer(max(one), min(one)) for one in before]
        total[layer] = certificate.error + max(total.get(one, 0.0) for one in ordered)
    return max(total.values())


def _begin_table(target: Path, planned: Plan) -> AbstractContextManager[TableWriter]:
    shapes = {"values": (DTYPES[planned.bits], (planned.states,))}
    return create_table(target, shapes, kind=KIND, version=VERSION, parameters=planned.parameters)


def _fill(
    writer: TableWriter,
    planned: Plan,
    values: Values,
    certificates: list[Certificate],
    fast: bool,
) -> None:
    from astragal import _native

    if planned.bits == 64:
        writer["values"][:] = values
    else:
        _native.ur_quantise(values, writer["values"])
    rounding = 0.0 if planned.bits == 64 else 0.5 / (2**planned.bits - 1)
    writer.notes.update(
        {
            "name": planned.rules.name,
            "precision": "single" if fast else "double",
            "residual": max(one.residual for one in certificates),
            "error": _errors(certificates, planned.pieces) + rounding,
            "layers": [[one.residual, one.turns, one.sweeps] for one in certificates],
            "steps": [one.steps for one in certificates],
        }
    )
