"""What the solution says: openings, the worth of a tempo and of a score, length, mistakes."""

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from astragal.progress import Progress, silent
from astragal.ur.layouts import UR_STATE
from astragal.ur.match import play_match, roll_dice
from astragal.ur.moves import Move, moves_array, play_unchecked
from astragal.ur.players import PerfectPlayer, move_worth
from astragal.ur.rules import Roll
from astragal.ur.state import State, start, winner_of, without_roll
from astragal.ur.tablebase import Chance, Judged, Tablebase


class Opening(NamedTuple):
    """A first roll, the best move with it, and every reply to each second roll."""

    roll: Roll
    value: Chance
    move: Move | None
    replies: dict[Roll, list[Judged]]


def openings(table: Tablebase, pieces: int | None = None) -> list[Opening]:
    """Return the first-move table: A's first roll, and what follows it."""
    state = start(pieces or table.pieces)
    found = []
    for roll, value in table.roll_values(state).items():
        move = table.best(state, roll)
        after = play_unchecked(state, move, table.rules)
        replies = {reply: table.judge(after, reply) for reply in table.rules.rolls}
        found.append(Opening(roll, value, move, replies))
    return found


def tempo(table: Tablebase, state: State) -> Chance:
    """Return what it is worth to be the one to move, rather than the other."""
    state = without_roll(state)
    return table.value(state) - table.value_after(state, None)


class Score(NamedTuple):
    """A position in which all pieces are home or in hand, A to move, and A's chance."""

    a_done: int
    b_done: int
    state: State
    win: Chance


def scores(table: Tablebase, pieces: int | None = None) -> list[Score]:
    """Return what each score is worth to A, on an empty board and to move; neither has won yet."""
    pieces = table.pieces if pieces is None else pieces
    start(pieces)  # refuses a number of pieces that no game has
    found = []
    for a, b in product(range(pieces), repeat=2):
        state = UR_STATE.pack(a_hand=pieces - a, b_hand=pieces - b, a_done=a, b_done=b)
        found.append(Score(a, b, state, table.value(state)))
    return found


@dataclass(frozen=True)
class Length:
    """Rolls in a game of two perfect players, measured."""

    games: int
    seed: int
    rolls: float
    error: float


def length(
    table: Tablebase, games: int, *, seed: int = 0, pieces: int | None = None,
    progress: Progress = silent,
) -> Length:  # fmt: skip
    """Estimate how many rolls a game takes under best play."""
    perfect = PerfectPlayer(table)
    result = play_match(
        perfect, perfect, games, rules=table.rules, pieces=pieces or table.pieces, seed=seed,
        progress=progress,
    )  # fmt: skip
    return Length(games, seed, result.mean_rolls, result.mean_rolls_error)


class Mistake(NamedTuple):
    """A position in which the obvious move is far from the best."""

    state: State
    roll: Roll
    natural: Move
    best: Move
    loss: Chance


def mistakes(
    table: Tablebase, games: int, *, seed: int = 0, count: int = 10, pieces: int | None = None
) -> list[Mistake]:
    """Return the positions of perfect games in which the greedy move would cost most."""
    random = np.random.Generator(np.random.PCG64(seed))
    states = np.full(games, start(pieces or table.pieces), np.uint64)
    found: dict[tuple[State, Roll], Mistake] = {}
    while len(states):
        rolls = roll_dice(len(states), table.rules, random)
        legal = moves_array(states, rolls, table.rules)
        best = table.best_moves(states, rolls)
        natural = move_worth(states, legal, table.rules).argmax(axis=1)
        for i in np.flatnonzero((natural != best.move) & (legal.number > 1)):
            state, roll = without_roll(int(states[i])), int(rolls[i])
            moves = [
                Move(int(legal.source[i, k]), int(legal.target[i, k]))
                for k in (natural[i], best.move[i])
            ]
            loss = float(best.value[i]) - table.value_after(state, moves[0])
            found[state, roll] = Mistake(state, roll, moves[0], moves[1], loss)
        states = legal.after[np.arange(len(states)), np.where(legal.number > 0, best.move, 0)]
        states = states[[winner_of(int(state)) is None for state in states]]
        found = {key: found[key] for key in sorted(found, key=lambda key: -found[key].loss)[:count]}
    return list(found.values())
