"""How accurately players play: their games against themselves, reviewed move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from typing_extensions import TypedDict

from astragal._checks import require_int, require_list, require_seed
from astragal._intervals import Z95
from astragal._results import Result
from astragal._tables import TextTable
from astragal.errors import BadInputError
from astragal.ur.evaluation import Chance
from astragal.ur.match import play_turns
from astragal.ur.players import PerfectPlayer, Player, choose_many, find_player
from astragal.ur.position import start
from astragal.ur.study.grading import LABELS, SCALE, Label, accuracy, label
from astragal.ur.study.rows import Study, about, game_with_choices
from astragal.ur.tablebase import Tablebase

MOST_AT_ONCE = 10**6
"""Games that `measure_players` plays side by side, all in memory."""

MEASURED_PLAYERS = ("random", "greedy", "expectimax-1", "expectimax-2", "expectimax-3", "perfect")
"""The players that `measure_players` measures unless others are given."""


class UrLabelSharesJson(TypedDict):
    """The share of the choices with each label."""

    best: float
    good: float
    mistake: float
    blunder: float


class UrMeasuredPlayerJson(TypedDict):
    """How a player did in games against itself."""

    player: str
    choices: int
    """Turns with more than one legal move, of all games."""
    cost_win: float
    """The mean cost of a choice, in chance of winning."""
    accuracy: float
    """exp(-mean cost of a choice / 2 points): 1 with best moves only."""
    error: float
    """Half the width of the 95 % interval of the accuracy."""
    labels: UrLabelSharesJson


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredPlayer(Result):
    """How a player did in games against itself, on the scale of `review`."""

    player: str
    choices: int
    """Turns with more than one legal move, of all games."""
    cost_win: Chance
    """The mean cost of a choice."""
    accuracy: float
    error: float
    """The half width of the 95 % interval of the accuracy."""
    labels: dict[Label, float]
    """The share of the choices with each label."""

    def __str__(self) -> str:
        return f"{self.player}: accuracy {self.accuracy:.1%} ± {self.error:.1%}"

    def to_dict(self) -> UrMeasuredPlayerJson:
        """Return the player, its mean cost, its accuracy, and the share of each label."""
        return {
            "player": self.player,
            "choices": self.choices,
            "cost_win": self.cost_win,
            "accuracy": self.accuracy,
            "error": self.error,
            "labels": {
                "best": self.labels["best"],
                "good": self.labels["good"],
                "mistake": self.labels["mistake"],
                "blunder": self.labels["blunder"],
            },
        }


class UrMeasuredPlayersJson(TypedDict):
    """How accurately players play."""

    rules: str
    pieces: int
    error: float
    """A bound on the error of any value of the table."""
    players: list[UrMeasuredPlayerJson]


class MeasuredPlayers(Study[MeasuredPlayer]):
    """How accurately players play."""

    def to_dict(self) -> UrMeasuredPlayersJson:
        """Return the table and a row for each player."""
        return {
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "error": self.table.error,
            "players": [row.to_dict() for row in self.rows],
        }

    def _table(self) -> TextTable:
        rows = [
            (
                row.player,
                f"{row.choices:,}",
                f"{100 * row.cost_win:.2f}",
                f"{row.accuracy:.1%} ± {row.error:.1%}",
                *(f"{row.labels[name]:.1%}" for name in LABELS),
            )
            for row in self.rows
        ]
        headings = ["player", "choices", "cost in points", "accuracy", *LABELS]
        return TextTable(headings, rows, about("players", self.table, self.pieces))

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "player": [row.player for row in self.rows],
            "choices": [row.choices for row in self.rows],
            "cost_win": [row.cost_win for row in self.rows],
            "accuracy": [row.accuracy for row in self.rows],
            "error": [row.error for row in self.rows],
            **{name: [row.labels[name] for row in self.rows] for name in LABELS},
        }


def measure_players(
    table: Tablebase,
    games: int = 100,
    *,
    players: Sequence[Player | str] = MEASURED_PLAYERS,
    seed: int = 0,
    pieces: int | None = None,
) -> MeasuredPlayers:
    """Let players play against themselves, and review every move.

    Players are names or objects, as in `play_match`.
    """
    require_int(games, "games", 2, MOST_AT_ONCE)
    measured = require_list(players, "players", "names")
    pieces = game_with_choices(table, pieces)
    rows = [_measure(table, player, games, pieces, require_seed(seed)) for player in measured]
    return MeasuredPlayers(table, pieces, tuple(rows))


def _measure(
    table: Tablebase, wanted: Player | str, games: int, pieces: int, seed: int
) -> MeasuredPlayer:
    player = PerfectPlayer(table) if wanted == "perfect" else find_player(wanted, table.rules)
    random = np.random.Generator(np.random.PCG64(seed))
    cost, choices = np.zeros((2, games))  # of each game
    labels = dict.fromkeys(LABELS, 0)
    states = np.full(games, start(table.rules, pieces).state, np.uint64)
    for turn in play_turns(
        states, table.rules, random,
        lambda turn: choose_many(player, turn.states, turn.rolls, turn.legal, random),
    ):  # fmt: skip
        chosen = turn.choices()
        if not len(chosen.games):
            continue
        values = table.values_after(chosen.states, chosen.legal)
        paid = np.nanmax(values, axis=1) - values[np.arange(len(values)), chosen.choice]
        paid[paid <= 2 * table.error] = 0.0
        cost[chosen.games] += paid
        choices[chosen.games] += 1
        for each in paid.tolist():
            labels[label(each)] += 1
    total = sum(labels.values())
    mean = float(cost.sum()) / total
    # The error of a ratio of sums over independent games, and then of its exponential.
    mean_error = Z95 * float(np.sqrt(((cost - mean * choices) ** 2).sum())) / total
    share = accuracy(float(cost.sum()), total)
    if share is None:
        raise BadInputError(
            f"{games} games of {player.name} have only {total} choices; take more games"
        )
    return MeasuredPlayer(
        player=player.name,
        choices=total,
        cost_win=mean,
        accuracy=share,
        error=share * mean_error / SCALE,
        labels={label: count / total for label, count in labels.items()},
    )
