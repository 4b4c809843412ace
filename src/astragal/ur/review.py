"""Review of a game: what each move cost, how the dice fell, how well each side played.

- cost: the chance of winning that a move gives away against the best one;
- label: best, inaccuracy, mistake or blunder, by the cost of the move;
- luck: what the roll alone changed: the value with the roll, less the value before it;
- accuracy: 1 less the cost of a side's moves as a share of what random moves would have cost in the
  same positions. Best moves only have 100 %, moves no better than random ones 0 %. It compares with
  the same positions because costs alone say little: who is losing anyway can't lose much.

`measure_players` shows how the players of this package do on this scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

from astragal.ur.drawing import Rows, curve_svg, draw_curve
from astragal.ur.position import AnyPosition, Position
from astragal.ur.record import Record, Turn, read_game
from astragal.ur.rules import Rules
from astragal.ur.tablebase import Chance, Tablebase, open_table, require_table
from astragal.ur.words import SIDES, Move, Side, move_name

Label: TypeAlias = str
"""One of `LABELS`."""

MISTAKE: Chance = 0.02
BLUNDER: Chance = 0.05
LABELS: tuple[Label, ...] = ("best", "inaccuracy", "mistake", "blunder")


def label(cost: Chance) -> Label:
    """Label a move by the chance it gives away.

    >>> [label(cost) for cost in (0.0, 0.019, 0.02, 0.05)]
    ['best', 'inaccuracy', 'mistake', 'blunder']
    """
    return LABELS[(cost > 0) + (cost >= MISTAKE) + (cost >= BLUNDER)]


@dataclass(frozen=True)
class ReviewedTurn(Turn):
    """One turn of a game. A difference within the error of the table counts as none."""

    JSON = "state=position.name side roll move=_move best=_best options cost label luck a_wins"

    best: Move | None
    options: int
    """The number of legal moves."""
    cost: Chance
    random_cost: Chance
    """What a random move costs here on average."""
    luck: Chance
    a_wins: Chance
    """A's chance after the turn."""

    @property
    def side(self) -> Side:
        """The side whose turn it was."""
        return self.position.turn

    @property
    def label(self) -> Label | None:
        """How good the move was; None if there was no choice."""
        return label(self.cost) if self.options > 1 else None

    def _move(self) -> str | None:
        return str(self.move) if self.move else None

    def _best(self) -> str | None:
        return str(self.best) if self.best else None

    def __str__(self) -> str:
        cost = f", {self.label}, cost {self.cost:.4f}" if self.label else ""
        return f"{super().__str__()}{cost}"


@dataclass(frozen=True, repr=False)
class Review(Rows):
    """A game, turn by turn."""

    JSON = "rules=rules.name sides=_sides curve=a_wins turns"
    REPR = "rules=rules.name turns=turns.__len__"

    rules: Rules
    turns: tuple[ReviewedTurn, ...]
    a_wins: tuple[Chance, ...]
    """A's chance before the first turn and after each turn."""

    def accuracy(self, side: Side) -> float | None:
        """Return how far from random a side's moves were: 1 is best; None if nothing mattered."""
        random_cost = sum(one.random_cost for one in self.turns if one.side == side)
        return max(0.0, 1 - self.cost(side) / random_cost) if random_cost > 0 else None

    def labels(self, side: Side) -> dict[Label, int]:
        """Return how many of a side's moves have each label."""
        found = [one.label for one in self.turns if one.side == side]
        return {label: found.count(label) for label in LABELS}

    def cost(self, side: Side) -> Chance:
        """Return the sum of what a side's moves gave away."""
        return sum(one.cost for one in self.turns if one.side == side)

    def luck(self, side: Side) -> Chance:
        """Return the sum of what a side's own rolls brought."""
        return sum(one.luck for one in self.turns if one.side == side)

    def _sides(self) -> dict[Side, dict[str, Any]]:
        totals = (self.accuracy, self.cost, self.luck, self.labels)
        return {side: {total.__name__: total(side) for total in totals} for side in SIDES}

    def _records(self) -> list[dict[str, object]]:
        return [{"turn": number} | one.to_dict() for number, one in enumerate(self.turns, 1)]

    def _shown(self) -> list[dict[str, object]]:
        return [
            {
                "turn": number, "side": one.side, "roll": one.roll, "played": move_name(one.move),
                "best": move_name(one.best) if one.cost else "",
                "cost": f"{one.cost:.4f}" if one.cost else "", "label": one.label or "",
                "luck": f"{one.luck:+.4f}",
                "A wins": f"{one.a_wins:.4f}",
            }
            for number, one in enumerate(self.turns, 1)
        ]  # fmt: skip

    def __str__(self) -> str:
        totals = []
        for side in SIDES:
            accuracy = self.accuracy(side)
            share = "no choices" if accuracy is None else f"accuracy {accuracy:.1%}"
            labels = [f"{count} {name}" for name, count in self.labels(side).items() if count]
            parts = [share, f"gave away {self.cost(side):.4f}", f"luck {self.luck(side):+.4f}"]
            totals.append(f"{side}: {', '.join(parts + labels)}")
        curve = f"A's chance\n{draw_curve(self.a_wins)}"
        return "\n\n".join([super().__str__(), "\n".join(totals), curve])

    def _repr_svg_(self) -> str:
        return curve_svg(self.a_wins)


def review(
    game: Record | str | Path | Sequence[AnyPosition], table: Tablebase | None = None
) -> Review:
    """Return what each turn of a game cost, and how lucky its roll was.

    `game` is a record, or what `read_game` reads; `table` defaults to the solved one of its rules.
    """
    record = game if isinstance(game, Record) else read_game(game)
    if table is None:
        table = open_table(record.rules, pieces=record.first.pieces)
    require_table(table)

    def settled(difference: Chance) -> Chance:
        return difference if difference > 2 * table.error else 0.0

    turns = []
    curve = [_a_chance(record.first, table)]
    after = [*(turn.position for turn in record.turns), record.last][1:]
    for turn, reached in zip(record.turns, after, strict=True):
        ranked = table.rank_moves(turn.position, turn.roll)
        best = ranked[0].win if ranked else table.value_after(turn.position, None)
        losses = {one.move: one.loss for one in ranked}
        cost = settled(losses[turn.move]) if turn.move else 0.0
        curve.append(_a_chance(reached, table))
        turns.append(
            ReviewedTurn(
                turn.position,
                turn.roll,
                turn.move,
                ranked[0].move if cost else turn.move,
                len(ranked),
                cost,
                settled(fmean(losses.values())) if losses else 0.0,
                best - table.value(turn.position),
                curve[-1],
            )
        )
    return Review(record.rules, tuple(turns), tuple(curve))


def _a_chance(position: Position, table: Tablebase) -> Chance:
    value = table.value(position)
    return value if position.turn == Side.A else 1 - value
