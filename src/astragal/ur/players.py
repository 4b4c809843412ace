"""Who plays: perfect, looking ahead, greedy, random.

A player chooses for many games at once: given states, rolls and their legal moves, the index of a
move for each. Randomness comes from the generator that it is handed.

Players travel to other machines by pickle, so they are small; the perfect one opens its table where
it arrives.
"""

import re
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from astragal.errors import BadInputError
from astragal.store import Parameters
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import HAND, OFF, MoveArrays, Rolls, States
from astragal.ur.rules import FINKEL, MAX_PIECES, Rules
from astragal.ur.tablebase import Tablebase, TableReference

Choice = NDArray[np.uint8]

PLAYERS = ("perfect", "expectimax", "greedy", "random")
"""The names that `find_player` knows."""

GAMES_AT_ONCE = 10_000
"""Games that are played side by side: half a second, if moves are chosen as fast as looked up."""


class Player(Protocol):
    """Anything that can choose moves.

    Two more attributes are looked for: `parameters`, all that its moves depend on, without which
    its games can't be kept; and `games_at_once`, how many it would play side by side.
    """

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        ...

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Return the index of a legal move for each state; where there is none, anything."""
        ...


@dataclass(frozen=True)
class RandomPlayer:
    """Any legal move, each as likely."""

    name: str = "random"

    @property
    def parameters(self) -> Parameters:
        """All that its moves depend on."""
        return {"player": "random"}

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Draw from the legal moves."""
        drawn = random.random(len(states)) * legal.number
        return np.asarray(drawn, np.uint8)


@dataclass(frozen=True)
class GreedyPlayer:
    """What a beginner sees first: a piece home, else a capture, else a rosette, else the foremost.

    The order is that of `WORTH`; among equals, the piece that gets furthest moves.
    """

    rules: Rules = FINKEL
    name: str = "greedy"

    @property
    def parameters(self) -> Parameters:
        """All that its moves depend on."""
        return {"player": "greedy", "worth": WORTH, "rules": self.rules.parameters}

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Return the move of the highest worth."""
        best: NDArray[np.intp] = move_worth(states, legal, self.rules).argmax(axis=1)
        return best.astype(np.uint8)


WORTH = {"home": 400, "capture": 200, "rosette": 100}
"""What a move is worth to the greedy; the place it reaches on the path counts up to 20."""


def move_worth(states: States, legal: MoveArrays, rules: Rules) -> NDArray[np.int64]:
    """Return what each legal move is worth to the greedy, and -1 where there is no move."""
    turn = UR_STATE.field("turn").items[0]
    player = (states >> np.uint64(turn.offset) & np.uint64(turn.limit)).astype(np.int64)[:, None]
    reached = np.zeros((2, OFF + 1), np.int64)
    for who in (0, 1):
        for place, square in enumerate(rules.path_of(who)):
            reached[who, square] = place
    reached[:, OFF] = WORTH["home"]
    rosette = np.zeros(OFF + 1, np.int64)
    rosette[list(rules.rosettes)] = WORTH["rosette"]
    target = legal.target.astype(np.int64)
    on_board = np.where(target < HAND, target, 0)
    shift = (UR_STATE.field("square").offset + 2 * on_board).astype(np.uint64)
    there = (states[:, None] >> shift & np.uint64(3)).astype(np.int64)
    capture = (target < HAND) & (there == 2 - player)
    worth = reached[player, target] + rosette[target] + capture * WORTH["capture"]
    return np.where(np.arange(MAX_PIECES) < legal.number[:, None], worth, -1)


@dataclass(frozen=True)
class Expectimax:
    """All rolls and moves of so many turns ahead, and beyond them an estimate.

    The estimate knows only how far both sides' pieces have come: the lead, as part of the greatest
    lead there can be. It is a guess, not a chance that anybody has measured.
    """

    depth: int = 2
    rules: Rules = FINKEL

    @property
    def name(self) -> str:
        """Its name, with the depth."""
        return f"expectimax-{self.depth}"

    @property
    def parameters(self) -> Parameters:
        """All that its moves depend on."""
        return {"player": "expectimax", "depth": self.depth, "rules": self.rules.parameters}

    @property
    def games_at_once(self) -> int:
        """An even number, for about a second: one more turn ahead takes some nine times as long."""
        in_a_second = int(80_000 / 9**self.depth)
        return 2 * max(1, min(GAMES_AT_ONCE, in_a_second) // 2)

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Return the move with the highest expectation."""
        from astragal import _native

        chosen = np.empty(len(states), np.uint8)
        values = np.empty(len(states))
        _native.ur_expectimax(self.rules.native, states, rolls, self.depth, chosen, values)
        return chosen


@dataclass(frozen=True)
class PerfectPlayer:
    """A best move, from the table."""

    table: Tablebase | TableReference
    name: str = "perfect"

    @property
    def parameters(self) -> Parameters:
        """All that its moves depend on."""
        return {"player": "perfect", "table": self.table.identity}

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the name of the table, not the table."""
        table = self.table
        return {
            "table": TableReference.to(table) if isinstance(table, Tablebase) else table,
            "name": self.name,
        }

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Look it up."""
        table = self.table if isinstance(self.table, Tablebase) else self.table.open()
        return table.best_moves(states, rolls).move


def find_player(name: str, rules: Rules = FINKEL) -> Player:
    """Return the player of that name: perfect, expectimax-2, greedy, random.

    >>> find_player("expectimax-3").depth
    3
    """
    if name == "random":
        return RandomPlayer()
    if name == "greedy":
        return GreedyPlayer(rules)
    if name == "perfect":
        return PerfectPlayer(Tablebase.open(rules))
    ahead = re.fullmatch(r"expectimax(?:-([0-6]))?", name)
    if ahead:
        return Expectimax(int(ahead[1] or 2), rules)
    raise BadInputError(
        f"no player {name!r}; there are perfect, expectimax-0 to expectimax-6, greedy and random"
    )
