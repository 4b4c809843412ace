"""Review of a game: what each move cost, how the dice fell, how well each side played.

- cost: the chance that a move gives away against the best one;
- luck: what the roll alone changed: the value with the roll, less the value before it;
- accuracy: the part of the best move's chance that a side's moves kept, on average over the turns
  in which there was something to choose.
"""

from dataclasses import dataclass
from typing import Any

from astragal.ur.moves import Move
from astragal.ur.record import Record
from astragal.ur.rules import Roll
from astragal.ur.state import PLAYERS, Player, State, state_name, turn_of
from astragal.ur.tablebase import Chance, Tablebase


@dataclass(frozen=True)
class Reviewed:
    """One turn of a game."""

    state: State
    player: Player
    roll: Roll
    move: Move | None
    best: Move | None
    options: int
    cost: Chance
    luck: Chance
    kept: float
    a_wins: Chance
    """A's chance after the turn."""


@dataclass(frozen=True)
class Review:
    """A game, turn by turn."""

    turns: tuple[Reviewed, ...]
    a_wins: tuple[Chance, ...]
    """A's chance before the first turn and after each."""

    def accuracy(self, player: Player) -> float | None:
        """Return the part of the chances that a player kept; None if there never was a choice."""
        kept = [one.kept for one in self.turns if one.player == player and one.options > 1]
        return sum(kept) / len(kept) if kept else None

    def cost(self, player: Player) -> Chance:
        """Return what a player's moves gave away, added up."""
        return sum(one.cost for one in self.turns if one.player == player)

    def luck(self, player: Player) -> Chance:
        """Return what a player's own rolls brought, added up."""
        return sum(one.luck for one in self.turns if one.player == player)


def review(record: Record, table: Tablebase) -> Review:
    """Judge every turn of a game."""
    turns = []
    curve = [_a_chance(record.first, table)]
    after = [*(turn.state for turn in record.turns), record.last][1:]
    for turn, reached in zip(record.turns, after, strict=True):
        judged = table.judge(turn.state, turn.roll)
        best = judged[0].value if judged else table.roll_value(turn.state, turn.roll)
        played = next((one for one in judged if one.move == turn.move), None)
        value = played.value if played else best
        curve.append(_a_chance(reached, table))
        turns.append(
            Reviewed(
                turn.state,
                turn_of(turn.state),
                turn.roll,
                turn.move,
                judged[0].move if judged else None,
                len(judged),
                best - value,
                best - table.value(turn.state),
                value / best if best > 0 else 1.0,
                curve[-1],
            )
        )
    return Review(tuple(turns), tuple(curve))


def _a_chance(state: State, table: Tablebase) -> Chance:
    value = table.value(state)
    return value if turn_of(state) == 0 else 1 - value


def review_json(found: Review) -> dict[str, Any]:
    """Return a review as it is written for programs."""
    return {
        "players": {
            PLAYERS[player]: {
                "accuracy": found.accuracy(player),
                "cost": found.cost(player),
                "luck": found.luck(player),
            }
            for player in (0, 1)
        },
        "curve": list(found.a_wins),
        "turns": [
            {
                "state": state_name(one.state),
                "player": PLAYERS[one.player],
                "roll": one.roll,
                "move": str(one.move) if one.move else None,
                "best": str(one.best) if one.best else None,
                "options": one.options,
                "cost": one.cost,
                "luck": one.luck,
                "a_wins": one.a_wins,
            }
            for one in found.turns
        ],
    }


_HEIGHT = 9


def draw_curve(chances: tuple[Chance, ...], width: int = 72) -> str:
    """Draw a curve of chances for a terminal.

    >>> print(draw_curve((0.5, 0.75, 1.0)))
    100% ┤  ●
         │
         │ ●
         │
     50% ┤●
         │
         │
         │
      0% ┤
    """
    step = max(1, -(-len(chances) // width))
    shown = chances[::step]
    rows = [[" "] * len(shown) for _ in range(_HEIGHT)]
    for column, chance in enumerate(shown):
        rows[round((1 - chance) * (_HEIGHT - 1))][column] = "●"
    labels = {0: "100% ┤", _HEIGHT // 2: " 50% ┤", _HEIGHT - 1: "  0% ┤"}
    lines = [labels.get(i, "     │") + "".join(row) for i, row in enumerate(rows)]
    return "\n".join(line.rstrip() for line in lines)


def curve_svg(chances: tuple[Chance, ...]) -> str:
    """Draw a curve of chances as a stand-alone image."""
    width, height = 640, 200
    step = width / max(1, len(chances) - 1)
    points = " ".join(f"{i * step:.1f},{(1 - one) * height:.1f}" for i, one in enumerate(chances))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -4 {width} {height + 8}"'
            ' role="img" fill="none" stroke="currentColor">',
            "<title>A's chance of winning, turn by turn</title>",
            f'<path d="M0 {height // 2}H{width}" stroke-opacity="0.3"/>',
            f'<polyline points="{points}" stroke-width="2"/>',
            "</svg>",
            "",
        ]
    )
