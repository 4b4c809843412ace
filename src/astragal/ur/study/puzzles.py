"""Puzzles: positions with one clearly best move that most simple players miss.

The positions come from games in which a quarter of the moves are random, and the others are best.
A position is a puzzle if every other move costs at least two points, and if at least two of the
`SOLVERS` choose another move. The grade says how many do. Medium and hard puzzles have at least
three moves to choose from, as long as the search finds enough of them. The stake is the cost of the
second best move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Literal, TypeAlias

import numpy as np
from typing_extensions import TypedDict

from astragal._checks import require_int, require_name, require_seed
from astragal._frames import Floats, Integers, Texts
from astragal._results import Result
from astragal._tables import TextTable
from astragal.ur.drawing import draw_svg
from astragal.ur.evaluation import Chance, RankedMove, UrRankedMoveJson
from astragal.ur.match import TurnArrays, play_turns
from astragal.ur.moves import Move, Side, UrMoveJson
from astragal.ur.players import Choice, Player, find_player, player_many
from astragal.ur.position import Position, start
from astragal.ur.rules import Roll
from astragal.ur.study.rows import Study, about, game_with_choices
from astragal.ur.tablebase import Tablebase, open_table

# Legal moves are in the order of the path.
REARMOST = player_many("rearmost", lambda states, rolls, legal, random: np.zeros_like(legal.number))
"""Always moves the rearmost piece, or enters one: a trick that must not solve most puzzles."""
SOLVERS: tuple[Player | str, ...] = (
    REARMOST, "greedy", "expectimax-1", "expectimax-2", "expectimax-3",
)  # fmt: skip
"""The simple players that try a puzzle, from the weakest to the strongest."""

Grade: TypeAlias = Literal["easy", "medium", "hard"]
GRADES: dict[Grade, int] = {"easy": 2, "medium": 3, "hard": 4}
"""How many of the solvers miss a puzzle of each grade; a hard puzzle may be missed by all."""

LEAST_STAKE: Chance = 0.02
LEAST_MOVES: dict[Grade, int] = {"easy": 2, "medium": 3, "hard": 3}
"""To choose from, in a game with as many pieces."""
MOST_PUZZLES = 1000
GAMES_IN_A_BATCH = 20
MOST_BATCHES = 200
RANDOM_MOVES = 0.25
"""The share of random moves in the games that puzzles come from."""


class UrPuzzleJson(TypedDict):
    """A puzzle and its solution."""

    state: str
    roll: int
    grade: str
    """easy, medium or hard."""
    best: UrMoveJson
    """The solution."""
    stake: float
    """The cost of the second best move, in chance of winning."""
    missed_by: list[str]
    """The players that choose another move."""
    moves: list[UrRankedMoveJson]
    """All moves, best first."""


@dataclass(frozen=True, slots=True)
class Puzzle(Result):
    """A position with A to move, its roll, and all moves, the best first."""

    position: Position
    roll: Roll
    grade: Grade
    missed_by: tuple[str, ...]
    """The solvers that choose another move."""
    moves: tuple[RankedMove, ...]

    @property
    def best(self) -> Move:
        """The solution."""
        return self.moves[0].move

    @property
    def stake(self) -> Chance:
        """The cost of the second best move."""
        return self.moves[1].cost_win

    def __str__(self) -> str:
        """Draw the board with its roll, without the solution."""
        return str(self.position.with_roll(self.roll))

    def to_dict(self) -> UrPuzzleJson:
        """Return the position, the roll, the solution, and all moves."""
        return {
            "state": self.position.name,
            "roll": self.roll,
            "grade": self.grade,
            "best": self.best.to_dict(),
            "stake": self.stake,
            "missed_by": list(self.missed_by),
            "moves": [move.to_dict() for move in self.moves],
        }

    def _repr_svg_(self) -> str:
        return draw_svg(self.position.with_roll(self.roll))


class UrPuzzlesJson(TypedDict):
    """Puzzles, easy ones first."""

    rules: str
    pieces: int
    error: float
    """A bound on the error of any value."""
    puzzles: list[UrPuzzleJson]


class Puzzles(Study[Puzzle]):
    """Puzzles, easy ones first. As text they are boards, and the answers follow at the end."""

    def to_dict(self) -> UrPuzzlesJson:
        """Return the table and all puzzles."""
        return {
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "error": self.table.error,
            "puzzles": [puzzle.to_dict() for puzzle in self.rows],
        }

    def __str__(self) -> str:
        boards = (
            f"Puzzle {number}, {puzzle.grade}\n{puzzle}\n"
            for number, puzzle in enumerate(self.rows, 1)
        )
        answers = self._table()
        return "\n".join([*boards, answers.to_text() if self.rows else answers.below])

    def _table(self) -> TextTable:
        rows = [
            (
                number,
                puzzle.position.name,
                puzzle.roll,
                puzzle.grade,
                puzzle.best,
                f"{puzzle.stake:.9f}",
                ", ".join(puzzle.missed_by),
            )
            for number, puzzle in enumerate(self.rows, 1)
        ]
        headings = ["puzzle", "state", "roll", "grade", "best", "stake", "missed_by"]
        return TextTable(headings, rows, about("puzzles", self.table, self.pieces))

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "state": Texts(puzzle.position.name for puzzle in self.rows),
            "roll": Integers(puzzle.roll for puzzle in self.rows),
            "grade": Texts(puzzle.grade for puzzle in self.rows),
            "best": Texts(str(puzzle.best) for puzzle in self.rows),
            "stake": Floats(puzzle.stake for puzzle in self.rows),
            "missed_by": Texts(" ".join(puzzle.missed_by) for puzzle in self.rows),
        }


def puzzles(
    table: Tablebase | None = None,
    count: int = 9,
    *,
    grade: Grade | None = None,
    seed: int = 0,
    pieces: int | None = None,
) -> Puzzles:
    """Return puzzles of one grade, or of all grades in equal parts, easy puzzles first.

    `table` defaults to the solved table of Finkel's rules. `grade` is "easy", "medium" or "hard".
    There may be fewer than `count`, because a game of two pieces has few.
    """
    require_int(count, "count", 1, MOST_PUZZLES)
    if grade is not None:
        require_name(grade, GRADES, "grade")
    table = open_table(pieces=pieces) if table is None else table
    pieces = game_with_choices(table, pieces)
    grades = [grade] if grade else list(GRADES)
    wanted = {name: len(range(at, count, len(grades))) for at, name in enumerate(grades)}
    chosen: dict[tuple[Position, Roll], Puzzle] = {}
    narrow: dict[tuple[Position, Roll], Puzzle] = {}
    for puzzle in _search(table, pieces, require_seed(seed)):
        key = puzzle.position, puzzle.roll
        if key not in chosen and wanted.get(puzzle.grade, 0) > 0:
            if len(puzzle.moves) < min(pieces, LEAST_MOVES[puzzle.grade]):
                narrow[key] = puzzle
                continue
            chosen[key] = puzzle
            wanted[puzzle.grade] -= 1
        if not any(wanted.values()):
            break
    for name, missing in wanted.items():
        same = [puzzle for puzzle in narrow.values() if puzzle.grade == name]
        chosen |= {(puzzle.position, puzzle.roll): puzzle for puzzle in same[:missing]}
    rows = sorted(chosen.values(), key=lambda puzzle: GRADES[puzzle.grade])
    return Puzzles(table, pieces, tuple(rows))


def _search(table: Tablebase, pieces: int, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles in random order; the same puzzle may come again."""
    random = np.random.Generator(np.random.PCG64(seed))

    def choose(turn: TurnArrays) -> Choice:
        best = table.best_many(turn.states, turn.rolls).move
        astray = random.random(len(best)) < RANDOM_MOVES
        drawn = (random.random(len(best)) * turn.legal.number).astype(np.uint8)
        return np.where(astray, drawn, best)

    for _ in range(MOST_BATCHES):
        states = np.full(GAMES_IN_A_BATCH, start(table.rules, pieces).state, np.uint64)
        turns = [turn.choices() for turn in play_turns(states, table.rules, random, choose)]
        for at in random.permutation(len(turns)):
            yield from _puzzles_of(table, turns[at], random)


def _puzzles_of(
    table: Tablebase, turn: TurnArrays, random: np.random.Generator
) -> Iterator[Puzzle]:
    """Yield the puzzles among the positions of a turn; the solvers draw no random numbers."""
    values = table.values_after(turn.states, turn.legal)
    second, best = np.sort(np.nan_to_num(values, nan=-1.0), axis=1)[:, -2:].T
    rows = np.flatnonzero(best - second >= LEAST_STAKE)
    solution = np.nanargmax(values[rows], axis=1) if len(rows) else rows
    states, rolls, legal = turn.states[rows], turn.rolls[rows], turn.legal.rows(rows)
    solvers = [find_player(each, table.rules) for each in SOLVERS]
    missed = np.array([each.choose(states, rolls, legal, random) for each in solvers]) != solution
    grades = {misses: grade for grade, misses in GRADES.items()} | {len(SOLVERS): "hard"}
    for state, roll, misses in zip(states.tolist(), rolls.tolist(), missed.T, strict=True):
        if grade := grades.get(misses.sum()):
            position = Position(state, table.rules).with_roll(None)
            if position.turn == Side.B:
                position = position.mirror()
            by = tuple(compress((each.name for each in solvers), misses))
            yield Puzzle(position, roll, grade, by, tuple(table.rank_moves(position, roll)))
