"""The plan of a solve: the size of the game, memory and disk space."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from typing_extensions import TypedDict

from astragal._cached import cached_property
from astragal._checks import require_choice
from astragal._results import Result
from astragal.errors import counted
from astragal.store.canonical import Parameters
from astragal.ur.ranking import Layer, layer_pairs, size
from astragal.ur.rules import FINKEL, Rules, find_rules, read_pieces
from astragal.ur.tablebase import DTYPES

# Memory while the greatest pair of layers is solved, in addition to the table of all values. For
# each lane of its rows: movers, waiters and the layers it leads to, in single and in double, or the
# last steps; compiled moves. For each content of the shared squares: where its blocks are, and what
# they read.
BYTES_OF_A_LANE = 44
BYTES_OF_A_CONTENT = 160
BYTES_OF_PYTHON = 60_000_000
LANE_GROUP = 8


class UrPlanJson(TypedDict):
    """The plan of a solve."""

    rules: str
    pieces: int
    bits: int
    """Bits of a stored value."""
    states: int
    """Positions in which neither side has finished, seen by the side to move."""
    layers: int
    """Pairs of layers."""
    memory: int
    """Approximate memory, in bytes."""
    disk: int
    """Disk space for the table and the checkpoint together, in bytes."""
    seconds: float | None
    """The estimated time here; null if it was not measured."""


@dataclass(frozen=True)
class Plan(Result):
    """The plan of a solve: the size of the game, memory and disk space."""

    rules: Rules
    pieces: int
    bits: int
    seconds: float | None = None
    """The estimated time of the solve here; None if it was not measured."""

    @cached_property
    def states(self) -> int:
        """Number of positions in which neither side has finished, seen by the side to move."""
        return size(self.rules, self.pieces)

    @property
    def layers(self) -> int:
        """Number of pairs of layers."""
        return len(layer_pairs(self.pieces))

    @cached_property
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

    def to_dict(self) -> UrPlanJson:
        """Return the game, its size, and the needs of its solve."""
        return {
            "rules": self.rules.name,
            "pieces": self.pieces,
            "bits": self.bits,
            "states": self.states,
            "layers": self.layers,
            "memory": self.memory,
            "disk": self.disk,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        needs = (
            f"{self.rules.about(self.pieces)}: {self.states:,} states in "
            f"{counted(self.layers, 'pair')} of layers; about {_size(self.memory)} of memory, "
            f"{_size(self.disk)} of disk until it is done"
        )
        if self.seconds is None:
            return needs
        return f"{needs}\nabout {_duration(self.seconds)} here, from a quick measurement"


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"


def _duration(seconds: float) -> str:
    """Return a time to one digit, in words.

    >>> _duration(0.4), _duration(7.2), _duration(163), _duration(9000)
    ('a second', '7 seconds', '3 minutes', '2 hours')
    """
    for unit, length in (("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds >= 1.5 * length:
            return f"{round(seconds / length)} {unit}s"
    return "a second"


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


def plan(rules: Rules | str = FINKEL, pieces: int | None = None, bits: int = 32) -> Plan:
    """Return how many states a solve has, and how much memory and disk it needs.

    >>> planned = plan("finkel", pieces=2)
    >>> planned.states, planned.layers
    (12869, 3)
    """
    ruleset = find_rules(rules)
    return Plan(ruleset, read_pieces(pieces, ruleset), require_choice(bits, [*DTYPES], "bits"))
