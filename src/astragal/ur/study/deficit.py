"""What players lose against perfect play: by the choice, and in whole games.

The chance of winning is a martingale under perfect play, so a side that plays against the perfect
player loses exactly what its choices cost: half of the games, less its share of wins, is the mean
cost of a choice times its choices in a game. `deficit` measures both sides of this equation in the
same games, and the cost of its choices in the positions of perfect games, which is how published
figures of "regret" are measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_int, require_list, require_seed
from astragal._intervals import Z95, wilson
from astragal._results import Result
from astragal._tables import TextTable
from astragal.errors import BadInputError
from astragal.ur.evaluation import Chance
from astragal.ur.layouts import UR_STATE
from astragal.ur.match import TurnArrays, play_turns
from astragal.ur.players import Choice, PerfectPlayer, Player, choose_many, find_player
from astragal.ur.position import start
from astragal.ur.study.rows import Study, about, game_with_choices
from astragal.ur.tablebase import Tablebase

MOST_AT_ONCE = 10**6
"""Games that `deficit` plays side by side, all in memory."""

COMPARED_PLAYERS = ("random", "greedy", "expectimax-1", "expectimax-2")
"""The players that `deficit` measures unless others are given."""


class UrDeficitJson(TypedDict):
    """What a player loses against perfect play."""

    player: str
    games: int
    share: float
    """The share of the games that it won."""
    error: float
    """Half the width of the 95 % interval of the share."""
    deficit: float
    """0.5, less the share."""
    choices: float
    """Its turns with more than one legal move, in a game."""
    cost_win: float
    """The mean cost of these choices, in chance of winning."""
    cost_win_game: float
    """The cost of all its choices in a game: an estimate of the deficit with less noise."""
    error_game: float
    """Half the width of the 95 % interval of that cost."""
    cost_win_perfect: float
    """The mean cost of its choices in the positions of games between perfect players."""
    factor: float | None
    """The cost in a game, divided by that mean cost; null if it costs nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDeficit(Result):
    """What a player loses against perfect play, in the same games by the choice and by the game."""

    player: str
    games: int
    share: float
    choices: float
    cost_win: Chance
    cost_win_game: Chance
    error_game: float
    cost_win_perfect: Chance

    @property
    def deficit(self) -> float:
        """Half of the games, less the share that it won."""
        return 0.5 - self.share

    @property
    def error(self) -> float:
        """The half width of the 95 % interval of the share, after Wilson (1927)."""
        low, high = wilson(self.share, self.games)
        return (high - low) / 2

    @property
    def factor(self) -> float | None:
        """The cost in a game, divided by the mean cost of a choice in perfect games."""
        return self.cost_win_game / self.cost_win_perfect if self.cost_win_perfect else None

    def __str__(self) -> str:
        return f"{self.player}: wins {self.share:.2%} ± {self.error:.2%}"

    def to_dict(self) -> UrDeficitJson:
        """Return the player, its share of wins, and its cost by the choice and by the game."""
        return {
            "player": self.player,
            "games": self.games,
            "share": self.share,
            "error": self.error,
            "deficit": self.deficit,
            "choices": self.choices,
            "cost_win": self.cost_win,
            "cost_win_game": self.cost_win_game,
            "error_game": self.error_game,
            "cost_win_perfect": self.cost_win_perfect,
            "factor": self.factor,
        }


class UrDeficitsJson(TypedDict):
    """What players lose against perfect play."""

    rules: str
    pieces: int
    seed: int
    players: list[UrDeficitJson]


@dataclass(frozen=True, repr=False)
class Deficits(Study[PlayerDeficit]):
    """What players lose against perfect play."""

    seed: int

    def to_dict(self) -> UrDeficitsJson:
        """Return the game and a row for each player."""
        return {
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "seed": self.seed,
            "players": [row.to_dict() for row in self.rows],
        }

    def _table(self) -> TextTable:
        rows = [
            (
                row.player,
                f"{row.share:.2%} ± {row.error:.2%}",
                f"{row.choices:.1f}",
                f"{100 * row.cost_win:.3f}",
                f"{100 * row.cost_win_game:.2f} ± {100 * row.error_game:.2f}",
                f"{100 * row.cost_win_perfect:.3f}",
                "" if row.factor is None else f"{row.factor:.1f}",
            )
            for row in self.rows
        ]
        headings = ["player", "wins", "choices", "points a choice", "points a game",
                    "a choice in perfect games", "factor"]  # fmt: skip
        return TextTable(headings, rows, about("deficits", self.table, self.pieces))

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "player": [row.player for row in self.rows],
            "games": [row.games for row in self.rows],
            "share": [row.share for row in self.rows],
            "error": [row.error for row in self.rows],
            "deficit": [row.deficit for row in self.rows],
            "choices": [row.choices for row in self.rows],
            "cost_win": [row.cost_win for row in self.rows],
            "cost_win_game": [row.cost_win_game for row in self.rows],
            "error_game": [row.error_game for row in self.rows],
            "cost_win_perfect": [row.cost_win_perfect for row in self.rows],
            "factor": [row.factor for row in self.rows],
        }


def deficit(
    table: Tablebase,
    games: int = 1000,
    *,
    players: Sequence[Player | str] = COMPARED_PLAYERS,
    seed: int = 0,
    pieces: int | None = None,
) -> Deficits:
    """Let players play against the perfect player, and count what each of their choices costs.

    Each is A in half of the games. Players are names or objects, as in `play_match`.
    """
    if require_int(games, "games", 2, MOST_AT_ONCE) % 2:
        raise BadInputError(f"games must be even, half for each side, not {games}")
    measured = require_list(players, "players", "names")
    pieces = game_with_choices(table, pieces)
    rows = [_measure(table, player, games, pieces, require_seed(seed)) for player in measured]
    return Deficits(table, pieces, tuple(rows), seed)


def _measure(
    table: Tablebase, wanted: Player | str, games: int, pieces: int, seed: int
) -> PlayerDeficit:
    perfect = PerfectPlayer(table)
    player = perfect if wanted == "perfect" else find_player(wanted, table.rules)
    random = np.random.Generator(np.random.PCG64(seed))
    cost, choices = np.zeros((2, games))  # of each game
    its_side = np.arange(games) % 2

    def choose(turn: TurnArrays) -> Choice:
        choice = table.best_many(turn.states, turn.rolls).move
        rows = np.flatnonzero(UR_STATE.unpack_field(turn.states, "turn") == its_side[turn.games])
        if len(rows):
            own = turn.of(rows)
            choice[rows] = choose_many(player, own.states, own.rolls, own.legal, random)
            cost[own.games] += _costs(table, own, choice[rows])
            choices[own.games] += 1
        return choice

    states = np.full(games, start(table.rules, pieces).state, np.uint64)
    for _ in play_turns(states, table.rules, random, choose):
        pass
    won = (UR_STATE.unpack_field(states, "a_done") == pieces) == (its_side == 0)

    perfect_cost, perfect_choices = 0.0, 0

    def ask(turn: TurnArrays) -> Choice:
        nonlocal perfect_cost, perfect_choices
        if len(turn.games):
            chosen = choose_many(player, turn.states, turn.rolls, turn.legal, random)
            perfect_cost += float(_costs(table, turn, chosen).sum())
            perfect_choices += len(turn.games)
        return table.best_many(turn.states, turn.rolls).move

    states = np.full(games, start(table.rules, pieces).state, np.uint64)
    for _ in play_turns(states, table.rules, random, ask):
        pass
    return PlayerDeficit(
        player=player.name,
        games=games,
        share=float(won.mean()),
        choices=float(choices.mean()),
        cost_win=float(cost.sum() / choices.sum()),
        cost_win_game=float(cost.mean()),
        error_game=Z95 * float(cost.std()) / games**0.5,
        cost_win_perfect=perfect_cost / perfect_choices,
    )


def _costs(table: Tablebase, turn: TurnArrays, choice: Choice) -> NDArray[np.float64]:
    values = table.values_after(turn.states, turn.legal)
    paid = np.nanmax(values, axis=1) - values[np.arange(len(values)), choice]
    paid[paid <= 2 * table.error] = 0.0
    return np.asarray(paid)
