"""Review of a game: the cost of each move, the luck of each roll, the accuracy of each side.

- cost: the chance of winning that a move costs, compared with the best move;
- label and accuracy: see `grading`;
- luck: the value with the roll, less the value before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from typing_extensions import TypedDict

from astragal._frames import Floats, Integers, Texts
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.errors import counted
from astragal.ur.card.card import get_card
from astragal.ur.drawing import curve_svg, draw_curve
from astragal.ur.evaluation import Chance
from astragal.ur.moves import SIDES, Move, Side, UrMoveJson, move_name, turn_move_json
from astragal.ur.position import AnyPosition, Position
from astragal.ur.record import Record, Turn, UrTurnJson, read_game
from astragal.ur.rules import Rules
from astragal.ur.study.grading import LABELS, MISTAKE, Label, accuracy, label
from astragal.ur.tablebase import Tablebase, open_table, require_table


class UrReviewedTurnJson(UrTurnJson):
    """A turn of a reviewed game."""

    side: str
    best: UrMoveJson | None
    """The best move; null if the turn passes."""
    options: int
    """The number of legal moves."""
    cost_win: float
    """The chance of winning that the move costs, compared with the best move."""
    label: Literal["best", "good", "mistake", "blunder"] | None
    """best, good, mistake or blunder; null if there was no choice."""
    luck: float
    """The value with the roll, less the value before it."""
    a_wins: float
    """A's chance of winning after the turn."""
    line: str | None
    """The line of the strategy card that would have avoided a mistake; null if there is none."""


@dataclass(frozen=True, kw_only=True)
class ReviewedTurn(Turn):
    """One turn of a game. A cost within the error of the table counts as 0."""

    best: Move | None
    options: int
    """The number of legal moves."""
    cost_win: Chance
    luck: Chance
    a_wins: Chance
    """A's chance after the turn."""
    line: str | None = None
    """The line of the strategy card that would have avoided a mistake."""

    @property
    def side(self) -> Side:
        """The side whose turn it was."""
        return self.position.turn

    @property
    def label(self) -> Label | None:
        """The label of the move; None if there was no choice."""
        return label(self.cost_win) if self.options > 1 else None

    def __str__(self) -> str:
        cost = f", {self.label}, cost {self.cost_win:.4f}" if self.label else ""
        return f"{super().__str__()}{cost}"

    def to_dict(self) -> UrReviewedTurnJson:
        """Return the turn, the best move, the cost, the label and the luck."""
        return {
            **turn_move_json(self.move),
            "state": self.position.name,
            "roll": self.roll,
            "side": str(self.side),
            "best": None if self.best is None else self.best.to_dict(),
            "options": self.options,
            "cost_win": self.cost_win,
            "label": self.label,
            "luck": self.luck,
            "a_wins": self.a_wins,
            "line": self.line,
        }


class UrLabelCountsJson(TypedDict):
    """The number of moves with each label."""

    best: int
    good: int
    mistake: int
    blunder: int


class UrReviewedSideJson(TypedDict):
    """How a side played."""

    choices: int
    """Turns with more than one legal move."""
    accuracy: float | None
    """exp(-mean cost of a choice / 2 points), 1 with best moves only; null with fewer than five
    choices."""
    cost_win: float
    """The cost of all its moves, in chance of winning."""
    luck: float
    """The luck of all its rolls."""
    labels: UrLabelCountsJson


class UrReviewJson(TypedDict):
    """A game, reviewed turn by turn."""

    rules: str
    sides: dict[str, UrReviewedSideJson]
    """How A and B played."""
    curve: list[float]
    """A's chance of winning before the first turn and after each turn."""
    turns: list[UrReviewedTurnJson]


@dataclass(frozen=True, repr=False)
class Review(TableResult):
    """A game, turn by turn."""

    rules: Rules
    turns: tuple[ReviewedTurn, ...]
    a_wins: tuple[Chance, ...]
    """A's chance before the first turn and after each turn."""

    def __repr__(self) -> str:
        return f"Review(rules={self.rules.name!r}, turns={len(self.turns)})"

    def choices(self, side: Side) -> int:
        """Return how many of a side's turns had more than one legal move."""
        return sum(turn.options > 1 for turn in self.turns if turn.side == side)

    def accuracy(self, side: Side) -> float | None:
        """Return the accuracy of a side: 1 is best moves only; None with fewer than 5 choices."""
        return accuracy(self.cost_win(side), self.choices(side))

    def labels(self, side: Side) -> dict[Label, int]:
        """Return how many of a side's moves have each label."""
        labels = [turn.label for turn in self.turns if turn.side == side]
        return {name: labels.count(name) for name in LABELS}

    def cost_win(self, side: Side) -> Chance:
        """Return the cost of all moves of a side."""
        return sum(turn.cost_win for turn in self.turns if turn.side == side)

    def luck(self, side: Side) -> Chance:
        """Return the luck of all rolls of a side."""
        return sum(turn.luck for turn in self.turns if turn.side == side)

    def to_dict(self) -> UrReviewJson:
        """Return how each side played, the curve of A's chance, and every turn."""
        return {
            "rules": self.rules.name,
            "sides": {str(side): self._side_json(side) for side in SIDES},
            "curve": list(self.a_wins),
            "turns": [turn.to_dict() for turn in self.turns],
        }

    def _side_json(self, side: Side) -> UrReviewedSideJson:
        labels = self.labels(side)
        return {
            "choices": self.choices(side),
            "accuracy": self.accuracy(side),
            "cost_win": self.cost_win(side),
            "luck": self.luck(side),
            "labels": {
                "best": labels["best"],
                "good": labels["good"],
                "mistake": labels["mistake"],
                "blunder": labels["blunder"],
            },
        }

    def _table(self) -> TextTable:
        rows = [
            (
                number,
                turn.side,
                turn.roll,
                move_name(turn.move),
                move_name(turn.best) if turn.cost_win else "",
                f"{turn.cost_win:.4f}" if turn.cost_win else "",
                turn.label or "",
                f"{turn.luck:+.4f}",
                f"{turn.a_wins:.4f}",
            )
            for number, turn in enumerate(self.turns, 1)
        ]
        headings = ["turn", "side", "roll", "played", "best", "cost", "label", "luck", "A wins"]
        return TextTable(headings, rows)

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "turn": Integers(range(1, len(self.turns) + 1)),
            "state": Texts(turn.position.name for turn in self.turns),
            "side": Texts(str(turn.side) for turn in self.turns),
            "roll": Integers(turn.roll for turn in self.turns),
            "move": Texts(None if turn.move is None else str(turn.move) for turn in self.turns),
            "best": Texts(None if turn.best is None else str(turn.best) for turn in self.turns),
            "options": Integers(turn.options for turn in self.turns),
            "cost_win": Floats(turn.cost_win for turn in self.turns),
            "label": Texts(turn.label for turn in self.turns),
            "luck": Floats(turn.luck for turn in self.turns),
            "a_wins": Floats(turn.a_wins for turn in self.turns),
        }

    def __str__(self) -> str:
        totals = "\n".join(self._total(side) for side in SIDES)
        curve = f"A's chance\n{draw_curve(self.a_wins)}"
        table = [self._table().to_text()] if self.turns else []
        return "\n\n".join([*table, totals, curve])

    def _total(self, side: Side) -> str:
        choices, accuracy = self.choices(side), self.accuracy(side)
        lost = f"lost {100 * self.cost_win(side):.1f} points in {counted(choices, 'choice')}"
        parts = [lost if choices else "no choices"]
        if accuracy is not None:
            parts.append(f"accuracy {accuracy:.1%}")
        luck = round(100 * self.luck(side), 1) + 0.0  # no -0.0
        parts.append(f"luck {luck:+.1f}")
        faults: tuple[Label, ...] = ("mistake", "blunder")
        labels = self.labels(side)
        parts += [counted(labels[fault], fault) for fault in faults if labels[fault]]
        return f"{side}: {', '.join(parts)}"

    def _repr_svg_(self) -> str:
        return curve_svg(self.a_wins)


def review(
    game: Record | str | Path | Sequence[AnyPosition], table: Tablebase | None = None
) -> Review:
    """Return the cost of each move of a game, and the luck of each roll.

    `game` is a record, or anything that `read_game` reads. `table` defaults to the solved table of
    its rules.
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
        costs = {each.move: each.cost_win for each in ranked}
        cost = settled(costs[turn.move]) if turn.move else 0.0
        curve.append(_a_chance(reached, table))
        turns.append(
            ReviewedTurn(
                turn.position,
                turn.roll,
                turn.move,
                best=ranked[0].move if cost else turn.move,
                options=len(ranked),
                cost_win=cost,
                luck=best - table.value(turn.position),
                a_wins=curve[-1],
                line=_card_line(turn, cost, costs),
            )
        )
    return Review(record.rules, tuple(turns), tuple(curve))


def _card_line(turn: Turn, cost: Chance, costs: Mapping[Move, Chance]) -> str | None:
    """Return the line of the card that decides for a better move, if the move was a mistake."""
    card = get_card("card", turn.position.rules)
    if card is None or cost < MISTAKE:
        return None
    choice = card.choose(turn.position, turn.roll)
    number = card.deciding(turn.position, turn.roll)
    if choice is None or number is None or costs[choice] >= cost:
        return None
    return card.sentences[number]


def _a_chance(position: Position, table: Tablebase) -> Chance:
    value = table.value(position)
    return value if position.turn == Side.A else 1 - value
