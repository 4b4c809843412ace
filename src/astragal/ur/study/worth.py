"""What features of a position are worth, on average over every position of a table.

The chance of the side to move is fitted with a sum of features, by least squares over all
positions. A weight says how much the chance differs, on average, between positions that differ in
that feature and agree in the others; it is an average, and not the gain of a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_list, require_name
from astragal._results import Result
from astragal._tables import TextTable
from astragal.errors import BadInputError, counted
from astragal.jobs import Job, RunOptions, chunk_ranges, run
from astragal.ur.evaluation import Chance
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import SIDES, Side
from astragal.ur.ranking import size, unrank_many
from astragal.ur.rules import Rules
from astragal.ur.squares import SQUARES, Square
from astragal.ur.states import States
from astragal.ur.study.rows import Study, game_pieces
from astragal.ur.tablebase import Tablebase

FEATURES: dict[str, str] = {
    "turn": "to be the side to move: half of what the turn is worth",
    "square": "a square that a piece on the board has come",
    "home": "a piece home",
    "hand": "a piece in hand, beside what its squares are worth",
    "centre": "a piece on the centre rosette, B4",
    "capture": "a sure capture with this roll, for the side to move",
    "captured": "a sure capture with the next roll, for the other side",
    "block": "a safe piece that certainly takes a move from the other side's next roll",
}
"""The features, in the order of the columns of the fit. All but `turn`, `capture` and `captured`
are those of the side to move, less those of the other side."""

CENTRE: Square = 11
"""B4."""

POSITIONS_AT_ONCE = 1 << 19


class UrFeatureWorthJson(TypedDict):
    """What a feature is worth."""

    feature: str
    meaning: str
    win: float
    """The weight of the feature, in chance of winning for the side to move."""
    squares: float
    """The weight, in squares that a piece on the board has come."""


@dataclass(frozen=True, slots=True)
class FeatureWorth(Result):
    """What a feature is worth, in chance of winning and in squares."""

    feature: str
    win: Chance
    squares: float

    @property
    def meaning(self) -> str:
        """The feature in words."""
        return FEATURES[self.feature]

    def __str__(self) -> str:
        return f"{self.feature}: {100 * self.win:+.3f} points, {self.squares:+.2f} squares"

    def to_dict(self) -> UrFeatureWorthJson:
        """Return the feature, its meaning and its weight."""
        return {
            "feature": self.feature,
            "meaning": self.meaning,
            "win": self.win,
            "squares": self.squares,
        }


class UrWorthsJson(TypedDict):
    """What features of a position are worth, on average."""

    rules: str
    pieces: int
    positions: int
    explained: float
    """The share of the variance of the chances that the fit explains."""
    features: list[UrFeatureWorthJson]


@dataclass(frozen=True, repr=False, kw_only=True)
class Worths(Study[FeatureWorth]):
    """What features of a position are worth, on average over all positions."""

    positions: int
    explained: float
    """The share of the variance of the chances that the fit explains."""

    def to_dict(self) -> UrWorthsJson:
        """Return the game, the fit, and the weight of each feature."""
        return {
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "positions": self.positions,
            "explained": self.explained,
            "features": [row.to_dict() for row in self.rows],
        }

    def _table(self) -> TextTable:
        rows = [
            (row.feature, f"{100 * row.win:+.3f}", f"{row.squares:+.2f}", row.meaning)
            for row in self.rows
        ]
        below = (
            f"{self.explained:.1%} of the variance, all {self.positions:,} positions of "
            f"{self.table.rules.name} with up to {counted(self.pieces, 'piece')}"
        )
        return TextTable(["feature", "points", "squares", "meaning"], rows, below)

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "feature": [row.feature for row in self.rows],
            "win": [row.win for row in self.rows],
            "squares": [row.squares for row in self.rows],
        }


def worths(
    table: Tablebase,
    *,
    without: Sequence[str] = (),
    pieces: int | None = None,
    **where: Unpack[RunOptions],
) -> Worths:
    """Fit the chances of all positions with features, and return the weight of each feature.

    `without` names features to leave out. `threads`, `engine`, `progress`, `folder` and `keep` are
    those of `jobs.run`.
    """
    left_out = [
        require_name(name, FEATURES, "feature")
        for name in require_list(without, "without", "names")
    ]
    if needed := {"turn", "square"} & set(left_out):
        raise BadInputError(f"without {min(needed)}: the fit needs turn and square")
    names = [name for name in FEATURES if name not in left_out]
    columns = [list(FEATURES).index(name) for name in names]
    pieces = game_pieces(table, pieces)
    total = size(table.rules, pieces)

    def products(block: range) -> NDArray[np.float64]:
        """Return the sums of the products of all columns, the chance last."""
        numbers = np.arange(block.start, block.stop, dtype=np.uint64)
        states = unrank_many(numbers, table.rules, pieces)
        features = features_of(states, table.rules)[:, columns]
        rows = np.column_stack([features, table.value_many(states)])
        return np.asarray(rows.T @ rows)

    def combine(blocks: Iterator[NDArray[np.float64]]) -> Worths:
        sums = np.sum(list(blocks), axis=0)
        gram, target, squared = sums[:-1, :-1], sums[:-1, -1], sums[-1, -1]
        # A feature that no position has, such as a block without safe rosettes, weighs nothing.
        weights = np.linalg.lstsq(gram, target, rcond=None)[0]
        mean = target[0] / total
        residual = squared - target @ weights
        weights[0] -= 0.5
        square = float(weights[names.index("square")])
        rows = [
            FeatureWorth(name, float(weight), float(weight) / square)
            for name, weight in zip(names, weights, strict=True)
        ]
        explained = float(1 - residual / (squared - total * mean**2))
        return Worths(table, pieces, tuple(rows), positions=total, explained=explained)

    blocks = chunk_ranges(total, POSITIONS_AT_ONCE)
    return run(Job("ur-worths", blocks, products, combine), **where)


def features_of(states: States, rules: Rules) -> NDArray[np.float64]:
    """Return a row of features for each state, A to move."""
    owners = dict(zip(SQUARES, UR_STATE.unpack_field(states, "square"), strict=True))
    a, b = (_Seen(states, owners, rules, side) for side in SIDES)
    columns = [
        np.ones(len(states)),
        a.squares - b.squares,
        a.home - b.home,
        a.hand - b.hand,
        a.centre - b.centre,
        a.capture,
        b.capture,
        a.block - b.block,
    ]
    return np.column_stack(columns).astype(np.float64)


class _Seen:
    """The features of one side. Bit k of a mask is place k of its path; the hand is place 0."""

    def __init__(
        self, states: States, owners: dict[Square, NDArray[Any]], rules: Rules, side: Side
    ) -> None:
        letter = "ab"[side]
        path, other_path = rules.path_of(side), rules.path_of(side.other)
        self.hand = UR_STATE.unpack_field(states, f"{letter}_hand").astype(np.int64)
        self.home = UR_STATE.unpack_field(states, f"{letter}_done").astype(np.int64)
        self.squares = np.zeros(len(states), np.int64)
        self.centre = np.zeros(len(states), np.int64)
        own = (self.hand > 0).astype(np.uint32)
        exposed = np.zeros(len(states), np.uint32)  # pieces of the other side on this side's path
        for place, square in enumerate(path, 1):
            owner = owners[square]
            mine, theirs = owner == side + 1, owner == 2 - side
            self.squares += place * mine
            own |= mine.astype(np.uint32) << np.uint32(place)
            if square == CENTRE:
                self.centre += mine
            if square in other_path and not (rules.safe_rosettes and square in rules.rosettes):
                exposed |= theirs.astype(np.uint32) << np.uint32(place)
        hand = (UR_STATE.unpack_field(states, f"{'ba'[side]}_hand") > 0).astype(np.uint32)
        others, walls = hand, np.zeros(len(states), np.uint32)
        for place, square in enumerate(other_path, 1):
            owner = owners[square]
            others |= (owner == 2 - side).astype(np.uint32) << np.uint32(place)
            if rules.safe_rosettes and square in rules.rosettes and square in path:
                walls |= (owner == side + 1).astype(np.uint32) << np.uint32(place)
        self.capture = np.zeros(len(states))
        self.block = np.zeros(len(states))
        for roll in (roll for roll in rules.rolls if roll):
            chance = rules.chances[roll]
            self.capture += chance * ((own << np.uint32(roll)) & exposed != 0)
            self.block += chance * ((others << np.uint32(roll)) & walls != 0)
