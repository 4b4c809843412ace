"""How the solve of each pair of layers converged, as the table records it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from typing_extensions import TypedDict

from astragal._results import Result


class UrStepJson(TypedDict):
    """One report of a solve."""

    sweeps: int
    """Sweeps of the pair of layers so far."""
    bits: int
    """The precision of the sweep: 32 or 64."""
    change: float
    """The greatest change of a value in the last sweep."""


class Step(NamedTuple):
    """One report of a solve: how many sweeps a pair of layers has had by then.

    `change` is the greatest change of a value in the last sweep, `bits` the precision of the sweep.
    """

    sweeps: int
    bits: int
    change: float


class UrLayerJson(TypedDict):
    """The solve of a layer and its mirror."""

    mine: int
    """Pieces that the side to move has to bring home."""
    theirs: int
    """Pieces that the opponent has to bring home."""
    states: int
    residual: float
    """How far any position is from its equation, before values are rounded to be stored."""
    turns: float
    """A bound on the expected number of turns spent in the layer."""
    sweeps: int
    stored: float
    """The residual of the stored values."""
    steps: list[UrStepJson]


@dataclass(frozen=True, repr=False, slots=True, kw_only=True)
class LayerReport(Result):
    """How the solve of a layer and its mirror converged, and how exact the result is."""

    mine: int
    theirs: int
    states: int
    residual: float
    """How far any position is from its equation, before values are rounded to be stored."""
    turns: float
    """A bound on the expected number of turns spent in the layer."""
    sweeps: int
    stored: float
    """The residual of the stored values."""
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        return (
            f"LayerReport(mine={self.mine}, theirs={self.theirs}, sweeps={self.sweeps}, "
            f"residual={self.residual:.6g})"
        )

    def __str__(self) -> str:
        return (
            f"{self.mine} and {self.theirs} pieces left: {self.states:,} states, "
            f"{self.sweeps} sweeps, residual {self.residual:.1e}"
        )

    def to_dict(self) -> UrLayerJson:
        """Return the layer, its residual, its bound on turns, and every step of its solve."""
        return {
            "mine": self.mine,
            "theirs": self.theirs,
            "states": self.states,
            "residual": self.residual,
            "turns": self.turns,
            "sweeps": self.sweeps,
            "stored": self.stored,
            "steps": [
                {"sweeps": step.sweeps, "bits": step.bits, "change": step.change}
                for step in self.steps
            ],
        }
