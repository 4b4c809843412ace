"""Players, which choose moves: perfect, expectimax, greedy, random, a card, or your own.

A player chooses for many games at once: it is given states, rolls and the legal moves, and returns
the index of a move for each state. Randomness comes from the generator that it is given. `player`
makes a player of a function that chooses for one position. Every choice is checked.

Players are pickled to run on other machines, so they are small; the perfect player opens its table
on the machine where it plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal._checks import require_instance, require_int
from astragal._results import Result
from astragal.errors import AstragalError, BadInputError, quoted
from astragal.store.canonical import Parameters
from astragal.ur.card.card import KINDS, StrategyCard, find_card, get_card
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import Move, UrTurnMoveJson, move_name, read_move, turn_move_json
from astragal.ur.position import Position
from astragal.ur.rules import FINKEL, Roll, Rules, find_rules
from astragal.ur.states import MoveArrays, Rolls, States, moves_many
from astragal.ur.tablebase import Tablebase, TableReference, open_table

Choice = NDArray[np.uint8]

PLAYERS = ("perfect", "expectimax", "points", "card", "greedy", "random")
"""The names that `find_player` knows."""

MAX_TURNS = 6
GAMES_AT_ONCE = 10_000
"""Games played side by side: about half a second of work for a player that looks moves up."""


@runtime_checkable
class Player(Protocol):
    """Anything that can choose moves.

    Three more attributes are optional: `rules`, if it plays by one rule set only; `parameters`,
    everything its moves depend on, which a match needs to save its games; and `games_at_once`, how
    many games to play side by side.
    """

    @property
    def name(self) -> str:
        """Its name in results."""
        ...

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Return the index of a legal move for each state; any number if there is none."""
        ...


@dataclass(frozen=True)
class RandomPlayer:
    """Plays any legal move, all with the same probability."""

    parameters: ClassVar[Parameters] = {"player": "random"}
    name: str = "random"

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Draw a legal move."""
        drawn = random.random(len(states)) * legal.number
        return np.asarray(drawn, np.uint8)


WORTH = {"home": 400, "capture": 200, "rosette": 100}
"""The worth of a move to the greedy player, in the order in which the native loops take it."""


@dataclass(frozen=True)
class GreedyPlayer:
    """Plays what a beginner sees first: a piece home, a capture, a rosette, the foremost piece.

    `WORTH` gives the order; among equal moves, the move that gets furthest is played.
    """

    rules: Rules = FINKEL
    name: str = "greedy"

    @property
    def parameters(self) -> Parameters:
        """Everything its moves depend on."""
        return {"player": "greedy", "worth": WORTH, "rules": self.rules.parameters}

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Return the move with the highest worth."""
        chosen = np.empty(len(states), np.uint8)
        self.rules.native.greedy(states, rolls, [*WORTH.values()], chosen)
        return chosen


@dataclass(frozen=True)
class CardPlayer:
    """Plays by a card: the first line that applies, or the most points."""

    card: StrategyCard
    name: str = ""
    """The kind of its card, unless it is given; `find_player` names it after the card's file."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.card.kind)

    @property
    def rules(self) -> Rules:
        """The rules of its card."""
        return self.card.rules

    @property
    def parameters(self) -> Parameters:
        """Everything its moves depend on."""
        return {"player": "card", "card": self.card.parameters}

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Return the card's move."""
        return self.card.choose_many(states, rolls)


@dataclass(frozen=True)
class Expectimax:
    """Looks `depth` turns ahead at all rolls and moves, then estimates.

    The estimate is the lead along the path, as a share of the greatest possible lead. It is a rough
    guess, not a measured probability.
    """

    depth: int = 2
    rules: Rules = FINKEL

    def __post_init__(self) -> None:
        require_int(self.depth, "depth", 0, MAX_TURNS)

    @property
    def name(self) -> str:
        """Its name, with its depth."""
        return f"expectimax-{self.depth}"

    @property
    def parameters(self) -> Parameters:
        """Everything its moves depend on."""
        return {"player": "expectimax", "depth": self.depth, "rules": self.rules.parameters}

    @property
    def games_at_once(self) -> int:
        """An even number of games that take about a second; a turn deeper takes 9 times longer."""
        in_a_second = int(80_000 / 9**self.depth)
        return 2 * max(1, min(GAMES_AT_ONCE, in_a_second) // 2)

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Return the move with the highest expected value."""
        chosen = np.empty(len(states), np.uint8)
        values = np.empty(len(states))
        self.rules.native.expectimax(states, rolls, self.depth, chosen, values)
        return chosen


@dataclass(frozen=True)
class PerfectPlayer:
    """Plays a best move, from a solved table."""

    table: Tablebase | TableReference
    name: str = "perfect"

    @property
    def rules(self) -> Rules:
        """The rules of its table."""
        return self.table.rules

    @property
    def parameters(self) -> Parameters:
        """Everything its moves depend on."""
        return {"player": "perfect", "table": self.table.identity}

    def __getstate__(self) -> dict[str, Any]:
        """Pickle a reference to the table, not the table."""
        table = self.table
        reference = TableReference.to(table) if isinstance(table, Tablebase) else table
        return {"table": reference, "name": self.name}

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Look a best move up."""
        return self.open().best_many(states, rolls).move

    def open(self) -> Tablebase:
        """Return its table."""
        return self.table if isinstance(self.table, Tablebase) else self.table.open()


ChooseMove: TypeAlias = Callable[[Position, Roll], Move | str]
"""Return a legal move of a position with a roll."""

ChooseMany: TypeAlias = Callable[[States, Rolls, MoveArrays, np.random.Generator], ArrayLike]
"""Return the index of a legal move for each state."""


@dataclass(frozen=True)
class MovePlayer:
    """A player whose function chooses a move in one position; made by `player`."""

    name: str
    function: ChooseMove
    rules: Rules | None = None
    """The rules of the positions; None until `find_player` says them."""
    games_at_once: ClassVar[int] = 100

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Ask the function about one position after the other."""
        rules = FINKEL if self.rules is None else self.rules
        positions = [Position(state, rules) for state in states.tolist()]
        chosen = np.zeros(len(states), np.uint8)
        for row, (position, roll) in enumerate(zip(positions, rolls.tolist(), strict=True)):
            moves = [legal.move(row, column) for column in range(int(legal.number[row]))]
            if len(moves) > 1:
                chosen[row] = self._index(position, roll, moves)
        return chosen

    def _index(self, position: Position, roll: Roll, moves: list[Move]) -> int:
        asked = _asked(self.name, position.state, roll)
        try:
            move = read_move(self.function(position.with_roll(roll), roll))
        except BadInputError as error:
            raise BadInputError(f"{asked}: {error}") from error
        except (Exception, SystemExit) as error:
            raise BadInputError(f"{asked}: {type(error).__name__}: {error}") from error
        if move is None or move not in moves:
            legal = ", ".join(map(str, moves))
            raise BadInputError(f"{asked}: {move_name(move)} is not a legal move; legal: {legal}")
        return moves.index(move)


@dataclass(frozen=True)
class ManyPlayer:
    """A player whose function chooses for many states at once; made by `player_many`."""

    name: str
    function: ChooseMany

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        """Ask the function."""
        return self.function(states, rolls, legal, random)  # type: ignore[return-value]


def player(name: str, choose: ChooseMove) -> MovePlayer:
    """Make a player of a function that is given a position and a roll, and returns a legal move.

    The function is asked only where there is more than one move. The position has the roll, so
    `position.moves()` are the legal moves. The move is a `Move` or its text.

    >>> last = player("last", lambda position, roll: position.moves()[-1])
    >>> choose_move(last, Position("0x0000084040000d40"), 2, np.random.default_rng())
    Move('A8-off')
    """
    return MovePlayer(_player_name(name), _require_callable(choose))


def player_many(name: str, choose: ChooseMany) -> ManyPlayer:
    """Make a player of a function that chooses for many states at once, for speed.

    It is given arrays of states and rolls, the legal moves of each state, and a random generator.
    It returns the index of a move for each state, as `ur.Player.choose` does.

    >>> last = player_many("last", lambda states, rolls, legal, random: legal.number - 1)
    >>> choose_move(last, Position("0x0000084040000d40"), 2, np.random.default_rng())
    Move('A8-off')
    """
    return ManyPlayer(_player_name(name), _require_callable(choose))


def _player_name(name: str) -> str:
    if not isinstance(name, str) or not name:
        raise BadInputError(f"a player's name is text, not {quoted(name)}")
    if not name.isprintable() or not name.strip():
        raise BadInputError(f"a player's name is one line of letters, not {quoted(name)}")
    return name


def _require_callable(choose: Any) -> Any:
    if not callable(choose):
        raise BadInputError(f"choose must be a function, not {quoted(choose)}")
    return choose


def choose_many(
    player: Player, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
) -> Choice:
    """Ask a player, and check that its answer is a legal move for each state that has one.

    A player that writes into what it is given would choose the moves that it is checked against.
    """
    if not len(states):
        return np.zeros(0, np.uint8)
    given = (
        _read_only(states),
        _read_only(rolls),
        MoveArrays(*(_read_only(array) for array in legal)),
    )
    try:
        answer = np.asarray(player.choose(*given, random))
    except (AstragalError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        alone = len(states) == 1
        asked = _asked(player.name, int(states[0]), int(rolls[0])) if alone else player.name
        raise BadInputError(f"{asked}: {type(error).__name__}: {error}") from error
    if answer.shape != states.shape or answer.dtype.kind not in "iu":
        raise BadInputError(
            f"{player.name}: `choose` must return a whole number for each of {len(states)} states, "
            f"not an array of {answer.dtype} with the shape {answer.shape}"
        )
    wrong = (legal.number > 0) & ((answer < 0) | (answer >= legal.number))
    if wrong.any():
        row = int(np.argmax(wrong))
        moves = [str(legal.move(row, column)) for column in range(int(legal.number[row]))]
        raise BadInputError(
            f"{_asked(player.name, int(states[row]), int(rolls[row]))}: {int(answer[row])} is not "
            f"the index of a legal move; legal: {', '.join(moves)}, counted from 0"
        )
    return answer.astype(np.uint8, copy=False)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _asked(name: str, state: int, roll: Roll) -> str:
    return f"{name} in {UR_STATE.hex(state)} with a {roll}"


def knows_rules(name: str, rules: Rules) -> bool:
    """Return whether the player of a name of `PLAYERS` can play by these rules.

    A rule set may have no strategy card. The perfect player knows all rules, and needs their table.
    """
    return name not in KINDS or get_card(name, rules) is not None


def find_player(player: Player | StrategyCard | str, rules: Rules | str = FINKEL) -> Player:
    """Return the player of that name, or the player of a strategy card; players as they are.

    Names are perfect, expectimax-N, greedy, random, card, points, and the name of a card's TOML
    file. A player of `ur.player` gets the rules.

    >>> find_player("expectimax-3").name
    'expectimax-3'
    """
    ruleset = find_rules(rules)
    if isinstance(player, StrategyCard):
        player = CardPlayer(player)
    if not isinstance(player, str):
        if not isinstance(player, Player):
            raise BadInputError(
                f"{quoted(player)} is not a player: it needs a name and `choose`; "
                f"ur.player(name, function) makes one"
            )
        _player_name(player.name)
        if isinstance(player, MovePlayer) and player.rules is None:
            return replace(player, rules=ruleset)
        rules_of_its_own: Rules | str | None = getattr(player, "rules", None)
        try:
            own = ruleset if rules_of_its_own is None else find_rules(rules_of_its_own)
        except AstragalError as error:
            raise BadInputError(f"{player.name}: {error}") from error
        if own.parameters != ruleset.parameters:
            raise BadInputError(f"{player.name} plays {own.name}, not {ruleset.name}")
        return player
    if player == "random":
        return RandomPlayer()
    if player == "greedy":
        return GreedyPlayer(ruleset)
    if player == "perfect":
        return PerfectPlayer(open_table(ruleset))
    if player in KINDS or player.endswith(".toml"):
        name = "" if player in KINDS else Path(player).stem
        return find_player(CardPlayer(find_card(player, ruleset), name), ruleset)
    ahead = re.fullmatch(rf"expectimax(?:-([0-{MAX_TURNS}]))?", player)
    if ahead:
        return Expectimax(int(ahead[1] or 2), ruleset)
    raise BadInputError(
        f"no player {quoted(player)}; there are perfect, expectimax-0 to expectimax-{MAX_TURNS}, "
        "points, card, greedy and random, and the TOML file of a card"
    )


def choose_move(
    player: Player, position: Position, roll: Roll, random: np.random.Generator
) -> Move | None:
    """Return the move that a player chooses in a position, or None if the turn passes."""
    require_instance(player, Player, "ur.find_player finds one")
    require_instance(position, Position, "ur.start() is one")
    require_instance(random, np.random.Generator, "np.random.default_rng() makes one")
    moves = position.moves(roll)
    if len(moves) < 2:
        return moves[0] if moves else None
    states, rolls = np.array([position.state], np.uint64), np.array([roll], np.uint8)
    legal = moves_many(states, rolls, position.rules)
    player = find_player(player, position.rules)
    return legal.move(0, int(choose_many(player, states, rolls, legal, random)[0]))


class UrChoiceJson(UrTurnMoveJson):
    """The move that a player chose, and the state after it."""

    state: str
    rules: str
    roll: int
    player: str
    after: str


@dataclass(frozen=True, slots=True)
class ChosenMove(Result):
    """The move that a player chose in a position with a roll; None is a pass."""

    position: Position
    roll: Roll
    player: str
    move: Move | None

    @property
    def after(self) -> Position:
        """The position after the move."""
        return self.position.play(self.move, self.roll)

    def __str__(self) -> str:
        return f"{self.player}: {move_name(self.move)}"

    def to_dict(self) -> UrChoiceJson:
        """Return the position, the player, the move, and the state after it."""
        return {
            **turn_move_json(self.move),
            "state": self.position.name,
            "rules": self.position.rules.name,
            "roll": self.roll,
            "player": self.player,
            "after": self.after.name,
        }
