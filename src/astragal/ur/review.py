"""Review of a game: what each move cost, how the dice fell, how well each side played.

- cost: the chance of winning that a move gives away against the best one;
- luck: what the roll alone changed: the value with the roll, less the value before it;
- accuracy: the share of the best move's chance that a side's moves kept, on average over the turns
  with more than one legal move.
"""

from dataclasses import dataclass
from typing import Any

from astragal.ur.drawing import Rows, curve_svg, draw_curve
from astragal.ur.position import Position
from astragal.ur.record import Record
from astragal.ur.rules import Roll, Rules
from astragal.ur.tablebase import Chance, Tablebase
from astragal.ur.words import SIDES, Move, Side, move_name


@dataclass(frozen=True)
class ReviewedTurn:
    """One turn of a game."""

    position: Position
    roll: Roll
    move: Move | None
    best: Move | None
    options: int
    """The number of legal moves."""
    cost: Chance
    luck: Chance
    kept: float
    """The share of the best move's chance that the move kept."""
    a_wins: Chance
    """A's chance after the turn."""

    @property
    def side(self) -> Side:
        """The side whose turn it was."""
        return self.position.turn

    def to_dict(self) -> dict[str, Any]:
        """Return the turn; moves as text."""
        return {
            "state": self.position.name,
            "side": str(self.side),
            "roll": self.roll,
            "move": str(self.move) if self.move else None,
            "best": str(self.best) if self.best else None,
            "options": self.options,
            "cost": self.cost,
            "luck": self.luck,
            "a_wins": self.a_wins,
        }


@dataclass(frozen=True, repr=False)
class Review(Rows):
    """A game, turn by turn."""

    rules: Rules
    turns: tuple[ReviewedTurn, ...]
    a_wins: tuple[Chance, ...]
    """A's chance before the first turn and after each turn."""

    def accuracy(self, side: Side) -> float | None:
        """Return the share of the chances that a side kept; None if it never had a choice."""
        kept = [one.kept for one in self.turns if one.side == side and one.options > 1]
        return sum(kept) / len(kept) if kept else None

    def cost(self, side: Side) -> Chance:
        """Return the sum of what a side's moves gave away."""
        return sum(one.cost for one in self.turns if one.side == side)

    def luck(self, side: Side) -> Chance:
        """Return the sum of what a side's own rolls brought."""
        return sum(one.luck for one in self.turns if one.side == side)

    def to_dict(self) -> dict[str, Any]:
        """Return both sides' totals, the curve of A's chance, and every turn."""
        return {
            "rules": self.rules.name,
            "sides": {
                str(side): {
                    "accuracy": self.accuracy(side),
                    "cost": self.cost(side),
                    "luck": self.luck(side),
                }
                for side in SIDES
            },
            "curve": list(self.a_wins),
            "turns": [one.to_dict() for one in self.turns],
        }

    def _records(self) -> list[dict[str, object]]:
        return [{"turn": number} | one.to_dict() for number, one in enumerate(self.turns, 1)]

    def rows(self) -> list[dict[str, object]]:
        """Return a row for each turn."""
        return [
            {
                "turn": number, "side": one.side, "roll": one.roll, "played": move_name(one.move),
                "best": "" if one.best == one.move else move_name(one.best),
                "cost": f"{one.cost:.4f}" if one.cost else "", "luck": f"{one.luck:+.4f}",
                "A wins": f"{one.a_wins:.4f}",
            }
            for number, one in enumerate(self.turns, 1)
        ]  # fmt: skip

    def __repr__(self) -> str:
        return f"<Review {self.rules.name}, {len(self.turns)} turns>"

    def __str__(self) -> str:
        totals = []
        for side in SIDES:
            accuracy = self.accuracy(side)
            share = "no choices" if accuracy is None else f"accuracy {accuracy:.1%}"
            totals.append(
                f"{side}: {share}, gave away {self.cost(side):.4f}, luck {self.luck(side):+.4f}"
            )
        curve = f"A's chance\n{draw_curve(self.a_wins)}"
        return "\n\n".join([super().__str__(), "\n".join(totals), curve])

    def _repr_svg_(self) -> str:
        return curve_svg(self.a_wins)


def review(record: Record, table: Tablebase) -> Review:
    """Return what each turn of a game cost, and how lucky its roll was."""
    turns = []
    curve = [_a_chance(record.first, table)]
    after = [*(turn.position for turn in record.turns), record.last][1:]
    for turn, reached in zip(record.turns, after, strict=True):
        ranked = table.rank_moves(turn.position, turn.roll)
        best = ranked[0].win if ranked else table.value_after(turn.position, None)
        value = next((one.win for one in ranked if one.move == turn.move), best)
        curve.append(_a_chance(reached, table))
        turns.append(
            ReviewedTurn(
                turn.position,
                turn.roll,
                turn.move,
                ranked[0].move if ranked else None,
                len(ranked),
                best - value,
                best - table.value(turn.position),
                value / best if best > 0 else 1.0,
                curve[-1],
            )
        )
    return Review(record.rules, tuple(turns), tuple(curve))


def _a_chance(position: Position, table: Tablebase) -> Chance:
    value = table.value(position)
    return value if position.turn == Side.A else 1 - value
