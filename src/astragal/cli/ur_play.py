"""A game of Ur at the terminal: one line for each turn, keyboard only."""

from typing import TYPE_CHECKING

import numpy as np

import astragal
from astragal._checks import require_seed
from astragal.cli.output import read_line
from astragal.errors import TableError

if TYPE_CHECKING:
    from astragal.ur import Move, Player, Position, Record, Side, Turn

HELP = "type the number of a move; h hint, u undo, q quit"


class Session:
    """One game of a person against a player."""

    def __init__(
        self,
        first: "Position",
        opponent: "Player",
        *,
        side: "Side",
        seed: int | None,
        ascii_only: bool,
    ) -> None:
        self._position = first
        self._opponent = opponent
        self._side = side
        self._ascii = ascii_only
        self._dice = np.random.default_rng(None if seed is None else require_seed(seed))
        self._random = self._dice.spawn(1)[0]  # for players: their choices don't change the dice
        self._turns: list[Turn] = []
        self._rolls: list[int] = []  # of each turn, and after an undo of the turns to come

    def run(self) -> None:
        """Play until one side has won or the person quits."""
        print(f"You are {self._side}, against {self._opponent.name}: {HELP}.")
        while self._position.winner is None:
            if not self._take_turn():
                print("Until next time.")
                return
        self._draw()
        won = self._position.winner == self._side
        print("You have won." if won else f"{self._opponent.name} has won.")

    def record(self) -> "Record":
        """Return the game so far."""
        return astragal.ur.Record(tuple(self._turns), self._position)

    def _take_turn(self) -> bool:
        if len(self._rolls) == len(self._turns):
            self._rolls.append(self._position.throw(self._dice))
        roll = self._rolls[len(self._turns)]
        legal = self._position.moves(roll)
        mine = self._position.turn == self._side
        who = "You" if mine else self._opponent.name
        if not legal:
            print(f"{who} rolled {roll}: no move.")
            self._play(roll, None)
            return True
        if not mine:
            move = self._choose(roll, self._opponent)
            print(f"{who} rolled {roll}: {move}.")
            self._play(roll, move)
            return True
        self._draw()
        print(f"You rolled {roll}.")
        for number, move in enumerate(legal, 1):
            print(f"  {number}  {move}")
        return self._ask(roll, legal)

    def _ask(self, roll: int, legal: "list[Move]") -> bool:
        while True:
            line = read_line("> ")
            answer = "q" if line is None else line.strip().lower()
            if answer == "q":
                return False
            if answer == "h":
                print(self._hint(roll))
            elif answer == "u":
                if self._undo():
                    return True
                print("There is nothing to undo.")
            elif answer in map(str, range(1, len(legal) + 1)):
                self._play(roll, legal[int(answer) - 1])
                return True
            else:
                print(f"1 to {len(legal)}, please; {HELP}.")

    def _undo(self) -> bool:
        """Go back to the last choice of the person; the dice fall as they fell."""
        turns = enumerate(self._turns)
        chosen = [at for at, turn in turns if turn.move and turn.position.turn == self._side]
        if not chosen:
            return False
        self._position = self._turns[chosen[-1]].position
        del self._turns[chosen[-1] :]
        return True

    def _hint(self, roll: int) -> str:
        rules = self._position.rules
        try:
            ranked = astragal.ur.open_table(rules).rank_moves(self._position, roll)
        except TableError:
            move = self._choose(roll, astragal.ur.find_player("expectimax-3", rules))
            return f"Looking 3 turns ahead: {move}."
        return f"Chances: {', '.join(f'{one.move} {one.win:.1%}' for one in ranked)}."

    def _choose(self, roll: int, player: "Player") -> "Move | None":
        return astragal.ur.choose_move(player, self._position, roll, self._random)

    def _play(self, roll: int, move: "Move | None") -> None:
        self._turns.append(astragal.ur.Turn(self._position, roll, move))
        self._position = self._position.play(move, roll)

    def _draw(self) -> None:
        print("\n" + self._position.draw(ascii_only=self._ascii))
