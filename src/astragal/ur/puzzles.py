"""Puzzles: positions with one clearly best move that most simple players miss.

The positions come from games in which both sides play best, except for a random move now and then.
A position is a puzzle if every other move is at least a mistake, and if at least two of the
`SOLVERS` choose another move. The grade says how many do, the stake how much the second best move
loses.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np

from astragal._checks import require_int, require_seed
from astragal.errors import BadInputError
from astragal.ur.analysis import Analysis, Line, game_with_choices
from astragal.ur.drawing import draw_svg
from astragal.ur.match import TurnArrays, play_turns
from astragal.ur.players import Choice, find_player
from astragal.ur.position import Position, start
from astragal.ur.review import MISTAKE
from astragal.ur.rules import Roll
from astragal.ur.tablebase import Chance, RankedMove, Tablebase, open_table
from astragal.ur.words import Move, Side

SOLVERS = ("greedy", "expectimax-1", "expectimax-2", "expectimax-3")
"""The simple players that try a puzzle, from the weakest to the strongest."""

GRADES = {"easy": 2, "medium": 3, "hard": 4}
"""How many of the solvers miss a puzzle of each grade."""

MOST_PUZZLES = 1000
GAMES_IN_A_BATCH = 20
MOST_BATCHES = 200
RANDOM_MOVES = 0.25
"""The share of random moves in the games that puzzles come from."""


@dataclass(frozen=True)
class Puzzle(Line):
    """A position with A to move, its roll, and all moves, the best first."""

    JSON = "state=position.name roll grade best=best.__str__ stake missed_by moves"

    position: Position
    roll: Roll
    grade: str
    missed_by: tuple[str, ...]
    """The solvers that choose another move."""
    moves: tuple[RankedMove, ...]

    @property
    def best(self) -> Move:
        """The solution."""
        return self.moves[0].move

    @property
    def stake(self) -> Chance:
        """What the second best move loses."""
        return self.moves[1].loss

    def __str__(self) -> str:
        """Draw the board with its roll, without the solution."""
        return str(self.position.with_roll(self.roll))

    def _repr_svg_(self) -> str:
        return draw_svg(self.position.with_roll(self.roll))

    def _row(self) -> dict[str, Any]:
        shown = self.to_dict() | {"missed_by": ", ".join(self.missed_by)}
        return {key: value for key, value in shown.items() if key != "moves"}


class Puzzles(Analysis[Puzzle]):
    """Puzzles, easy ones first. As text they are boards, and the answers follow at the end."""

    def _shown(self) -> list[dict[str, Any]]:
        return [{"puzzle": number} | row for number, row in enumerate(super()._shown(), 1)]

    def __str__(self) -> str:
        boards = (f"Puzzle {number}, {one.grade}\n{one}\n" for number, one in enumerate(self, 1))
        return "\n".join([*boards, super().__str__()])


def puzzles(
    table: Tablebase | None = None,
    count: int = 9,
    *,
    grade: str | None = None,
    seed: int = 0,
    pieces: int | None = None,
) -> Puzzles:
    """Return puzzles of one grade, or of all grades in equal parts, the easy ones first.

    `table` defaults to the solved one of Finkel's rules. There may be fewer than `count`, because a
    game of two pieces has few.
    """
    require_int(count, "count", 1, MOST_PUZZLES, f"1 to {MOST_PUZZLES} puzzles are possible")
    if grade is not None and grade not in [*GRADES]:
        raise BadInputError(f"grade = {grade!r}: there are {', '.join(GRADES)}")
    table = open_table(pieces=pieces) if table is None else table
    pieces = game_with_choices(table, pieces)
    grades = [grade] if grade else list(GRADES)
    wanted = {one: len(range(at, count, len(grades))) for at, one in enumerate(grades)}
    found: dict[tuple[Position, Roll], Puzzle] = {}
    for one in _search(table, pieces, require_seed(seed)):
        key = one.position, one.roll
        if key not in found and wanted.get(one.grade, 0) > 0:
            found[key] = one
            wanted[one.grade] -= 1
        if not any(wanted.values()):
            break
    lines = sorted(found.values(), key=lambda puzzle: GRADES[puzzle.grade])
    return Puzzles("puzzles", table, pieces, tuple(lines))


def _search(table: Tablebase, pieces: int, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles in random order; the same one may come again."""
    random = np.random.Generator(np.random.PCG64(seed))

    def choose(turn: TurnArrays) -> Choice:
        best = table.best_many(turn.states, turn.rolls).move
        astray = random.random(len(best)) < RANDOM_MOVES
        drawn = (random.random(len(best)) * turn.legal.number).astype(np.uint8)
        return np.where(astray, drawn, best)

    for _ in range(MOST_BATCHES):
        states = np.full(GAMES_IN_A_BATCH, start(table.rules, pieces).word, np.uint64)
        turns = [turn.choices() for turn in play_turns(states, table.rules, random, choose)]
        for at in random.permutation(len(turns)):
            yield from _puzzles_of(table, turns[at], random)


def _puzzles_of(
    table: Tablebase, turn: TurnArrays, random: np.random.Generator
) -> Iterator[Puzzle]:
    """Yield the puzzles among the positions of a turn; the solvers draw no random numbers."""
    values = table.values_after(turn.states, turn.legal)
    second, best = np.sort(np.nan_to_num(values, nan=-1.0), axis=1)[:, -2:].T
    rows = np.flatnonzero(best - second >= MISTAKE)
    solution = np.nanargmax(values[rows], axis=1) if len(rows) else rows
    states, rolls, legal = turn.states[rows], turn.rolls[rows], turn.legal.rows(rows)
    solvers = [find_player(name, table.rules) for name in SOLVERS]
    missed = np.array([one.choose(states, rolls, legal, random) for one in solvers]) != solution
    grades = {misses: grade for grade, misses in GRADES.items()}
    for state, roll, misses in zip(states.tolist(), rolls.tolist(), missed.T, strict=True):
        if grade := grades.get(misses.sum()):
            position = Position(state, table.rules).with_roll(None)
            if position.turn == Side.B:
                position = position.mirror()
            by = tuple(compress(SOLVERS, misses))
            yield Puzzle(position, roll, grade, by, tuple(table.rank_moves(position, roll)))
