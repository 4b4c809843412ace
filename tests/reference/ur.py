"""The Royal Game of Ur, slow and plain: lists, dictionaries, no bits, no code of the package.

A position is (hand, done, board, turn): two numbers each, and a dictionary from square to player.
It is read from a word by arithmetic written out here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

HAND, OFF = "hand", "off"


def place_name(place: int | str) -> str:
    """Name a place as RoyalUr does: a row of eight squares is A, B or C; the hand, and off."""
    return place if isinstance(place, str) else f"{'ABC'[place // 8]}{1 + place % 8}"


@dataclass(frozen=True)
class Game:
    paths: tuple[tuple[int, ...], tuple[int, ...]]
    dice: dict[int, Fraction]
    rosettes: frozenset[int]
    safe: bool
    capture_rolls: bool


def game(path_a: list[int], ways: list[int], safe: bool, capture_rolls: bool) -> Game:
    path_b = [s + 16 if s < 8 else s - 16 if s >= 16 else s for s in path_a]
    total = sum(ways)
    dice = {roll: Fraction(n, total) for roll, n in enumerate(ways) if n}
    return Game(
        (tuple(path_a), tuple(path_b)), dice, frozenset({0, 6, 11, 16, 22}), safe, capture_rolls
    )


SHORT = [3, 2, 1, 0, 8, 9, 10, 11, 12, 13, 14, 15, 7, 6]
LONG = [3, 2, 1, 0, 8, 9, 10, 11, 12, 13, 14, 22, 23, 15, 7, 6]
GAMES = {
    "finkel": game(SHORT, [1, 4, 6, 4, 1], safe=True, capture_rolls=False),
    "blitz": game(LONG, [1, 4, 6, 4, 1], safe=False, capture_rolls=True),
    "masters": game(LONG, [0, 3, 3, 1, 1], safe=False, capture_rolls=False),
}


class Position(NamedTuple):
    hand: tuple[int, int]
    done: tuple[int, int]
    board: frozenset[tuple[int, int]]  # (square, player)
    turn: int
    extra: bool = False

    def pieces(self, player: int) -> int:
        on_board = sum(owner == player for _, owner in self.board)
        return self.hand[player] + on_board + self.done[player]

    def winner(self) -> int | None:
        for player in (0, 1):
            if self.done[player] == self.pieces(player):
                return player
        return None


def from_word(word: int) -> Position:
    board = set()
    for square in range(24):
        if square in (4, 5, 20, 21):
            continue
        owner = word // 2 ** (16 + 2 * square) % 4
        if owner:
            board.add((square, owner - 1))
    return Position(
        (word % 8, word // 8 % 8),
        (word // 64 % 8, word // 512 % 8),
        frozenset(board),
        word // 4096 % 2,
        bool(word // 2**24 % 2),
    )


def to_word(position: Position) -> int:
    word = position.hand[0] + 8 * position.hand[1] + 64 * position.done[0] + 512 * position.done[1]
    word += 4096 * position.turn + 2**24 * position.extra
    for square, owner in position.board:
        word += (owner + 1) << (16 + 2 * square)
    return word


def changed(pair: tuple[int, int], player: int, by: int) -> tuple[int, int]:
    values = list(pair)
    values[player] += by
    return values[0], values[1]


def passed(position: Position) -> Position:
    return Position(position.hand, position.done, position.board, 1 - position.turn)


Move = tuple[int | str, int | str]


def moves(rules: Game, position: Position, roll: int) -> dict[Move, Position]:
    if roll == 0 or position.winner() is not None:
        return {}
    me = position.turn
    path = rules.paths[me]
    found: dict[Move, Position] = {}
    sources: list[int | str] = [square for square, owner in position.board if owner == me]
    if position.hand[me] > 0:
        sources.append(HAND)
    board = dict(position.board)
    for source in sources:
        start = -1 if source == HAND else path.index(int(source))
        end = start + roll
        if end > len(path):
            continue
        after = dict(board)
        hand, done = position.hand, position.done
        if source == HAND:
            hand = changed(hand, me, -1)
        else:
            del after[int(source)]
        if end == len(path):
            done = changed(done, me, 1)
            found[source, OFF] = Position(hand, done, frozenset(after.items()), 1 - me)
            continue
        target = path[end]
        captured = False
        if target in board:
            if board[target] == me or (rules.safe and target in rules.rosettes):
                continue
            captured = True
            hand = changed(hand, 1 - me, 1)
        after[target] = me
        again = target in rules.rosettes or (captured and rules.capture_rolls)
        turn = me if again else 1 - me
        found[source, target] = Position(hand, done, frozenset(after.items()), turn, again)
    return found


def perft(rules: Game, position: Position, depth: int) -> int:
    if depth == 0 or position.winner() is not None:
        return 1
    count = 0
    for roll in rules.dice:
        after = moves(rules, position, roll).values() or [passed(position)]
        count += sum(perft(rules, one, depth - 1) for one in after)
    return count


def canonical(position: Position) -> Position:
    """The position as its mover sees it: as player 0, with no trace of how it came about."""
    if position.turn == 0:
        return Position(position.hand, position.done, position.board, 0)
    board = {
        (s + 16 if s < 8 else s - 16 if s >= 16 else s, 1 - owner) for s, owner in position.board
    }
    return Position(position.hand[::-1], position.done[::-1], frozenset(board), 0)


def reachable(rules: Game, pieces: int) -> list[Position]:
    """All positions of a game that play can reach, as their movers see them, none finished."""
    first = Position((pieces, pieces), (0, 0), frozenset(), 0)
    seen = {first}
    queue = [first]
    for position in queue:
        played = [after for roll in rules.dice for after in moves(rules, position, roll).values()]
        for after in [*played, passed(position)]:
            one = canonical(after)
            if after.winner() is None and one not in seen:
                seen.add(one)
                queue.append(one)
    return queue


Equation = list[tuple[float, list[tuple[int, float]]]]


def equations(rules: Game, positions: list[Position], step: int = 1) -> list[Equation]:
    """For each position, or each of some, and roll: its chance, and the options as (index, sign).

    An option's value is V[index] if the sign is 1 and 1 - V[index] if it is -1; index -1 is a win,
    which counts 1 with either.
    """
    number = {position: i for i, position in enumerate(positions)}
    found = []
    for position in positions[::step]:
        rows: Equation = []
        for roll, chance in rules.dice.items():
            options = []
            for after in moves(rules, position, roll).values() or [passed(position)]:
                if after.winner() is not None:
                    options.append((-1, 1.0))
                else:
                    sign = 1.0 if after.turn == position.turn else -1.0
                    options.append((number[canonical(after)], sign))
            rows.append((float(chance), options))
        found.append(rows)
    return found


def worth(option: tuple[int, float], values: list[float]) -> float:
    index, sign = option
    if index < 0:
        return 1.0
    return values[index] if sign > 0 else 1.0 - values[index]


def right_side(equation: Equation, values: list[float]) -> float:
    """What a position's value should be, if those of all others are `values`."""
    return sum(chance * max(worth(one, values) for one in options) for chance, options in equation)


def solve(system: list[Equation], tolerance: float = 1e-15) -> list[float]:
    """Sweep in place until nothing changes any more."""
    values = [0.5] * len(system)
    while True:
        change = 0.0
        for i, equation in enumerate(system):
            new = right_side(equation, values)
            change = max(change, abs(new - values[i]))
            values[i] = new
        if change <= tolerance:
            return values


def allowed(rules: Game, position: Position, roll: int, habit: str) -> list[Move]:
    """The moves that a habit allows, in the order of the path; all of them if it allows none."""
    me = position.turn
    path = rules.paths[me]

    def place(square: int | str) -> int:
        return -1 if square == HAND else len(path) if square == OFF else path.index(int(square))

    legal = sorted(moves(rules, position, roll), key=lambda move: place(move[1]))
    board = dict(position.board)
    captures = [move for move in legal if move[1] != OFF and board.get(int(move[1])) == 1 - me]
    if habit == "greedy" and legal:
        # The first of: a piece home, a capture of a piece on a rosette, any capture, a rosette.
        for wanted in (
            [move for move in legal if move[1] == OFF],
            [move for move in captures if move[1] in rules.rosettes],
            captures,
            [move for move in legal if move[1] in rules.rosettes],
            legal,
        ):
            if wanted:
                return wanted[-1:]
    kept = {
        "greedy": [],
        "perfect": legal,
        "capture": captures,
        "rosette": [move for move in legal if move[0] not in rules.rosettes],
        "centre": [move for move in legal if move[0] != 11],
        "leave": [move for move in legal if move[0] == 11],
        "take": [move for move in legal if move[1] == 11],
        "race": legal[-1:],
    }[habit]
    return kept or legal


Chooser = Callable[[Position, int], Position]


def follow(
    rules: Game, first: Position, choosers: tuple[Chooser, Chooser], tail: float
) -> tuple[list[float], float]:
    """Play all games at once from a position, roll by roll: (share still running, A's wins)."""
    number = {first: 2}  # of each position reached; 0 is a win of A, 1 one of B
    arrows: list[tuple[int, float, int]] = []
    for position in (queue := [first]):
        for roll, chance in rules.dice.items():
            after = choosers[position.turn](position, roll)
            winner = after.winner()
            if winner is None and after not in number:
                number[after] = len(number) + 2
                queue.append(after)
            target = number[after] if winner is None else winner
            arrows.append((number[position], float(chance), target))
    sources, chances, targets = map(np.array, zip(*arrows, strict=True))
    games: NDArray[np.float64] = np.zeros(len(queue) + 2)
    games[2] = 1
    running, wins = [1.0], 0.0
    while running[-1] > tail:
        games = np.bincount(targets, games[sources] * chances, len(games)).astype(np.float64)
        wins += float(games[0])
        running.append(float(games[2:].sum()))
    return running, wins


@cache
def lane_numbers(limit: int) -> dict[tuple[int, ...], int]:
    """Number the middle lanes with at most `limit` pieces of each player, in order."""
    lanes = product(range(3), repeat=8)
    kept = [lane for lane in lanes if lane.count(1) <= limit and lane.count(2) <= limit]
    return {lane: number for number, lane in enumerate(kept)}


def rgu_key(position: Position, limit: int) -> int:
    """RoyalUr's key of a position with A to move; `limit` is the most pieces it allows for."""
    owner = dict(position.board)
    lanes: list[int] = []
    for squares in ([0, 1, 2, 3, 6, 7], [16, 17, 18, 19, 22, 23]):
        lanes.append(sum(1 << k for k, square in enumerate(squares) if square in owner))
    middle = tuple([{None: 0, 1: 1, 0: 2}[owner.get(square)] for square in range(8, 16)])
    numbers = lane_numbers(limit)
    width = len(f"{len(numbers) - 1:b}")
    key = position.hand[0] * 8 + position.hand[1]
    key = key * 64 + lanes[0]
    key = (key << width) + numbers[middle]
    return key * 64 + lanes[1]
