"""A game of Ur at the terminal: one line for each turn, keyboard only."""

from typing import TYPE_CHECKING

import numpy as np

import astragal
from astragal.errors import TableError

if TYPE_CHECKING:
    from astragal.ur import Move, Record, Rules
    from astragal.ur.players import Player

HELP = "a number moves; h hint, u undo, q quit"


class Session:
    """One game of a person against a player."""

    def __init__(
        self,
        rules: "Rules",
        opponent: "Player",
        pieces: int,
        *,
        person: int,
        seed: int | None,
        ascii_only: bool,
    ) -> None:
        self._rules = rules
        self._opponent = opponent
        self._person = person
        self._ascii = ascii_only
        self._random = np.random.default_rng(seed)
        self._first = self._state = astragal.ur.start(pieces)
        self._played: list[tuple[int, Move | None]] = []
        self._undo: list[tuple[int, int]] = []  # state before a choice, and how much was played
        self._roll: int | None = None  # one that was rolled before an undo

    def run(self) -> None:
        """Play until somebody has won or the person leaves."""
        print(f"You are {'AB'[self._person]}, against {self._opponent.name}. {HELP}.")
        while astragal.ur.winner_of(self._state) is None:
            if not self._take_turn():
                print("Until next time.")
                return
        self._draw()
        won = astragal.ur.winner_of(self._state) == self._person
        print("You have won." if won else f"{self._opponent.name} has won.")

    def record(self) -> "Record":
        """Return the game so far."""
        return astragal.ur.replay(self._first, self._played, self._rules)

    def _take_turn(self) -> bool:
        roll = (
            int(self._random.choice(5, p=self._rules.chances)) if self._roll is None else self._roll
        )
        self._roll = None
        mover = astragal.ur.turn_of(self._state)
        legal = astragal.ur.moves(self._state, roll, self._rules)
        who = "You" if mover == self._person else self._opponent.name
        if not legal:
            print(f"{who} rolled {roll}: no move.")
            self._play(roll, None)
            return True
        if mover != self._person:
            move = legal[self._choose(roll)]
            print(f"{who} rolled {roll}: {astragal.ur.move_name(move)}.")
            self._play(roll, move)
            return True
        self._draw()
        print(f"You rolled {roll}.")
        for number, move in enumerate(legal, 1):
            print(f"  {number}  {astragal.ur.move_name(move)}")
        return self._ask(roll, legal)

    def _ask(self, roll: int, legal: "list[Move]") -> bool:
        while True:
            try:
                answer = input("> ").strip().lower()
            except EOFError:
                return False
            if answer == "q":
                return False
            if answer == "h":
                print(self._hint(roll))
            elif answer == "u":
                if self._take_back():
                    return True
                print("There is nothing to take back.")
            elif answer.isdigit() and 1 <= int(answer) <= len(legal):
                self._undo.append((self._state, len(self._played)))
                self._play(roll, legal[int(answer) - 1])
                return True
            else:
                print(f"1 to {len(legal)}, please; {HELP}.")

    def _take_back(self) -> bool:
        if not self._undo:
            return False
        self._state, length = self._undo.pop()
        self._roll = self._played[length][0]  # the same dice: an undo is no second throw
        del self._played[length:]
        return True

    def _hint(self, roll: int) -> str:
        try:
            table = astragal.ur.Tablebase.open(self._rules)
        except TableError:
            found = astragal.ur.Expectimax(3, self._rules)
            legal = astragal.ur.moves(self._state, roll, self._rules)
            return (
                f"Looking 3 turns ahead: {astragal.ur.move_name(legal[self._choose(roll, found)])}."
            )
        judged = table.judge(self._state, roll)
        shown = ", ".join(f"{astragal.ur.move_name(one.move)} {one.value:.1%}" for one in judged)
        return f"Chances: {shown}."

    def _choose(self, roll: int, player: "Player | None" = None) -> int:
        states, rolls = np.array([self._state], np.uint64), np.array([roll], np.uint8)
        legal = astragal.ur.moves_array(states, rolls, self._rules)
        return int((player or self._opponent).choose(states, rolls, legal, self._random)[0])

    def _play(self, roll: int, move: "Move | None") -> None:
        self._played.append((roll, move))
        self._state = astragal.ur.play_unchecked(self._state, move, self._rules)

    def _draw(self) -> None:
        print("\n" + astragal.ur.draw_board(self._state, self._rules, ascii_only=self._ascii))
