"""What a solution says: openings, the worth of a tempo and of a score; how players play."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeVar

import numpy as np

from astragal._checks import require_int, require_list, require_seed
from astragal._intervals import Z95
from astragal.errors import BadInputError
from astragal.notebook import Value
from astragal.ur.drawing import Rows
from astragal.ur.layouts import UR_STATE
from astragal.ur.match import play_turns
from astragal.ur.players import PerfectPlayer, find_player
from astragal.ur.position import POSITION, AnyPosition, Position, read_position, start
from astragal.ur.ranking import size
from astragal.ur.review import LABELS, Label, label
from astragal.ur.rules import Roll, read_pieces
from astragal.ur.tablebase import Chance, Tablebase, require_table
from astragal.ur.words import Move, Side, move_name

MOST_AT_ONCE = 10**6
"""Games that `measure_players` plays side by side, all in memory."""


class Line(Value):
    """A line of an analysis."""

    def _row(self) -> dict[str, Any]:
        """Return what a table shows of the line."""
        return self.to_dict()


AnyLine = TypeVar("AnyLine", bound=Line)


@dataclass(frozen=True, repr=False)
class Analysis(Rows, Sequence[AnyLine]):
    """What a table says about one topic, line by line, for games of `pieces` pieces."""

    JSON = "rules=table.rules.name pieces error=table.error"
    REPR = "topic rules=table.rules.name pieces lines=__len__"

    topic: str
    table: Tablebase
    pieces: int
    lines: tuple[AnyLine, ...]

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, index: Any) -> Any:
        return self.lines[index]

    def _about(self) -> str:
        error = f"error at most {self.table.error:.1g}"
        return f"{self.topic} of {self.table.rules.about(self.pieces)}; {error}"

    def to_dict(self) -> dict[str, Any]:
        """Return rules, pieces, the error of the table, and all lines."""
        return super().to_dict() | {self.topic: self._records()}

    def _records(self) -> list[dict[str, Any]]:
        return [one.to_dict() for one in self.lines]

    def _shown(self) -> list[dict[str, Any]]:
        return [one._row() for one in self.lines]


def game_pieces(table: Tablebase, pieces: int | None) -> int:
    """Return the pieces asked for, else those of the rules as far as the table reaches."""
    require_table(table)
    if pieces is None:
        return min(table.rules.pieces, table.pieces)
    pieces = read_pieces(pieces, table.rules)
    table.value(start(table.rules, pieces))  # raises if the table does not reach so far
    return pieces


def game_with_choices(table: Tablebase, pieces: int | None) -> int:
    """Return the same; raise if there is one piece, because then no player ever has a choice."""
    found = game_pieces(table, pieces)
    if found == 1:
        raise BadInputError("pieces = 1: in a game of one piece there are no choices; take 2 to 7")
    return found


@dataclass(frozen=True)
class Start(Line):
    """A number of pieces, and the chance of the player who moves first."""

    JSON = "pieces positions win"

    pieces: int
    positions: int
    """Positions with up to that many pieces, neither side finished."""
    win: Chance


def starts(table: Tablebase) -> Analysis[Start]:
    """Return the chance of the first player for each number of pieces that the table has."""
    require_table(table)
    found = [
        Start(pieces, size(table.rules, pieces), table.value(start(table.rules, pieces)))
        for pieces in range(1, table.pieces + 1)
    ]
    return Analysis("starts", table, table.pieces, tuple(found))


@dataclass(frozen=True)
class Opening(Line):
    """A first roll and its best move, then a second roll and one reply, with its loss."""

    JSON = "first move=_move win second side reply=reply.__str__ reply_win loss margin"

    first: Roll
    move: Move | None
    win: Chance
    """A's chance after this roll and move."""
    second: Roll
    side: Side
    """Who moves next: A again after a rosette."""
    reply: Move
    reply_win: Chance
    """The chance of that side."""
    loss: Chance
    margin: Chance | None
    """What the second best reply loses; None if there is only one."""

    def _move(self) -> str:
        return move_name(self.move)

    def _row(self) -> dict[str, Any]:
        shown = self.margin if self.margin is not None and not self.loss else ""
        return super()._row() | {"margin": shown}


def openings(table: Tablebase, pieces: int | None = None) -> Analysis[Opening]:
    """Return the best first move with each roll, and all replies to it, best first."""
    pieces = game_pieces(table, pieces)
    position = start(table.rules, pieces)
    about = table.evaluate(position)
    found = []
    for roll, win in about.rolls.items():
        move = about.best[roll]
        after = position.play(move, roll)
        for second in table.rules.rolls:
            ranked = table.rank_moves(after, second)
            margin = ranked[1].loss if len(ranked) > 1 else None
            for one in ranked:
                line = Opening(
                    roll, move, win, second, after.turn, one.move, one.win, one.loss, margin
                )
                found.append(line)
    return Analysis("openings", table, position.pieces, tuple(found))


@dataclass(frozen=True)
class Tempo(Value):
    """What it is worth to be the side to move in a position."""

    JSON = f"{POSITION} tempo=worth error"

    position: Position
    worth: Chance
    error: float

    def __str__(self) -> str:
        return f"being the side to move is worth {self.worth:.9f}  ({self.position.about})"


def tempo(table: Tablebase, position: AnyPosition | None = None) -> Tempo:
    """Return what it is worth to be the side to move, by default at the start of a game."""
    require_table(table)
    if position is None:
        position = start(table.rules, game_pieces(table, None))
    position = read_position(position, table.rules).with_roll(None)
    worth = table.value(position) - table.value_after(position, None)
    return Tempo(position, worth, 2 * table.error)


@dataclass(frozen=True)
class Score(Line):
    """A position in which all pieces are home or in hand, A to move, and A's chance."""

    JSON = "a_done b_done state=position.name win"

    a_done: int
    b_done: int
    position: Position
    win: Chance


def scores(table: Tablebase, pieces: int | None = None) -> Analysis[Score]:
    """Return A's chance for each score, A to move on an empty board, neither side finished."""
    pieces = game_pieces(table, pieces)
    found = []
    for a, b in product(range(pieces), repeat=2):
        word = UR_STATE.pack(a_hand=pieces - a, b_hand=pieces - b, a_done=a, b_done=b)
        position = Position(word, table.rules)
        found.append(Score(a, b, position, table.value(position)))
    return Analysis("scores", table, pieces, tuple(found))


@dataclass(frozen=True)
class MeasuredPlayer(Line):
    """How a player did in games against itself, on the scale of `review`."""

    JSON = "player choices cost accuracy error labels"

    player: str
    choices: int
    """Turns with more than one legal move, of all games."""
    cost: Chance
    """What a choice gave away on average."""
    accuracy: float
    error: float
    """The half width of the 95 % interval of the accuracy."""
    labels: dict[Label, float]
    """The share of the choices with each label."""

    def _row(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "choices": f"{self.choices:,}",
            "points lost": f"{100 * self.cost:.2f}",
            "accuracy": f"{self.accuracy:.1%} ± {self.error:.1%}",
            **{label: f"{share:.1%}" for label, share in self.labels.items()},
        }


MEASURED = ("random", "greedy", "expectimax-1", "expectimax-2", "expectimax-3", "perfect")


def measure_players(
    table: Tablebase,
    games: int = 100,
    *,
    players: Sequence[str] = MEASURED,
    seed: int = 0,
    pieces: int | None = None,
) -> Analysis[MeasuredPlayer]:
    """Let players play against themselves, and review every move."""
    require_int(games, "games", 2, MOST_AT_ONCE, f"2 to {MOST_AT_ONCE:,} are possible")
    names = require_list(players, "players", "names")
    pieces = game_with_choices(table, pieces)
    found = [_measure(table, name, games, pieces, require_seed(seed)) for name in names]
    return Analysis("players", table, pieces, tuple(found))


def _measure(table: Tablebase, name: str, games: int, pieces: int, seed: int) -> MeasuredPlayer:
    player = PerfectPlayer(table) if name == "perfect" else find_player(name, table.rules)
    random = np.random.Generator(np.random.PCG64(seed))
    cost, random_cost = np.zeros((2, games))  # of each game
    labels = dict.fromkeys(LABELS, 0)
    states = np.full(games, start(table.rules, pieces).word, np.uint64)
    for turn in play_turns(
        states, table.rules, random,
        lambda one: player.choose(one.states, one.rolls, one.legal, random),
    ):  # fmt: skip
        one = turn.choices()
        if not len(one.games):
            continue
        values = table.values_after(one.states, one.legal)
        losses = np.nanmax(values, axis=1, keepdims=True) - values
        lost = losses[np.arange(len(losses)), one.choice]
        lost[lost <= 2 * table.error] = 0.0
        cost[one.games] += lost
        random_cost[one.games] += np.nanmean(losses, axis=1)
        for each in lost.tolist():
            labels[label(each)] += 1
    choices = sum(labels.values())
    lost_share = float(cost.sum() / random_cost.sum())
    # The error of a ratio of sums over independent games.
    error = Z95 * float(np.sqrt(((cost - lost_share * random_cost) ** 2).sum())) / random_cost.sum()
    shares = {label: count / choices for label, count in labels.items()}
    return MeasuredPlayer(
        name, choices, float(cost.sum()) / choices, max(0.0, 1 - lost_share), float(error), shares
    )
