"""Solving one layer and its mirror: sweeps until nothing changes, then the certificate."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.progress import Reporter
from astragal.ur.layers import LayerReport, Step
from astragal.ur.ranking import Layer
from astragal.ur.solve.precision import GAP, RESIDUAL, residual_end, rounding

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

MOST_SWEEPS = 1000


@dataclass
class LayerSolve:
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
            end = residual_end(bits, turns, self.hidden)
            change = self._leap_to(max(end, LEAPS_END), 64)
            self._sweep_to(end, change)
            residual = pair.residual()
            if residual > end:  # a leap leaves its steps uneven
                self._sweep_to(RESIDUAL, math.inf)
                residual = pair.residual()
            settled = residual <= end and pair.gap() > GAP + 2 * rounding(bits)
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
            mine=self.layer.mine,
            theirs=self.layer.theirs,
            states=pair.states,
            residual=residual,
            turns=turns,
            sweeps=self.sweeps,
            stored=stored,
            steps=tuple(self.steps),
        )

    def _leap_to(self, end: float, bits: int) -> float:
        change = math.inf
        while change > end and self.sweeps <= MOST_SWEEPS:
            # The last leap in double precision may end early. After a leap in single precision, the
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
