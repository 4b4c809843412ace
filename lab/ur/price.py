"""The exact chance of a strategy card, or of points, against perfect play.

    python -m lab.ur.price card --rules blitz
    python -m lab.ur.price points --each --pieces 5

Both players' moves are fixed: the card's, and the best ones by the solved table. So the chances of
all positions solve linear equations, one for each position and player to move. They are solved
layer by layer: in a layer the card has `mine` pieces left to bring home, and perfect play `theirs`.

The greatest distance of a value from its equation (the residual), times a bound on the expected
turns spent in the layer, added up over the layers on the way to the end of a game, bounds the error
of the result. Nothing is sampled. The loops are plain NumPy: the whole game takes about an
hour of one core and 6 GB by Finkel's rules.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from astragal import ur
from astragal.ur.layouts import UR_STATE
from astragal.ur.ranking import Layer, native_ranking
from astragal.ur.solve.precision import hidden_by_rounding
from astragal.ur.states import Rolls, States, is_over

Values = NDArray[np.float64]
ChooseMany = Callable[[States, Rolls], NDArray[np.uint8]]

AT_ONCE = 1 << 18
MOST_SWEEPS = 2000
CLOSED = 1e-9
"""A layer is solved when a sweep changes no value by more than this."""


@dataclass(frozen=True)
class Price:
    """The chance of a card against perfect play."""

    win_as_a: float
    win_as_b: float
    error: float
    """A bound on the error of both."""

    @property
    def win(self) -> float:
        """The chance if each begins half of the games."""
        return (self.win_as_a + self.win_as_b) / 2


class Duel:
    """The games between a card and perfect play, over all positions.

    The first half of `values` has the card's chance in each position when it is to move, the second
    half when perfect play is, each numbered as the side to move sees it. A lost game and a won game
    follow.
    """

    def __init__(self, card: ur.StrategyCard, table: ur.Tablebase, pieces: int) -> None:
        self.rules, self.table = card.rules, table
        self.total = ur.size(self.rules, pieces)
        self.players: tuple[ChooseMany, ChooseMany] = (
            card.choose_many, lambda states, rolls: table.best_many(states, rolls).move,
        )  # fmt: skip
        self.lost, self.won = 2 * self.total, 2 * self.total + 1
        self.values = np.full(2 * self.total + 2, 0.5)
        self.values[self.lost], self.values[self.won] = 0.0, 1.0
        self.turns = np.zeros(len(self.values), np.float32)
        """A bound on the expected turns before the layer is left; 0 outside of the layer."""

    def parts(self, layer: Layer) -> list[tuple[int, range]]:
        """Return the positions in which each player moves: the player, and their numbers."""
        ranking = native_ranking(self.rules)
        other = Layer(layer.theirs, layer.mine)
        return [
            (player, range(*ranking.layer(*seen))) for player, seen in enumerate((layer, other))
        ]

    def following(self, player: int, numbers: range) -> NDArray[np.uint32]:
        """Return the places in `values` that follow each position with each roll."""
        indexes = np.arange(numbers.start, numbers.stop, dtype=np.uint64)
        states = ur.unrank_many(indexes, self.rules)
        places = np.empty((len(self.rules.rolls), len(states)), np.uint32)
        for row, roll in zip(places, self.rules.rolls, strict=True):
            rolls = np.full(len(states), roll, np.uint8)
            chosen = self.players[player](states, rolls)
            after = ur.moves_many(states, rolls, self.rules).after[np.arange(len(states)), chosen]
            row[:] = self.won if player == 0 else self.lost  # the mover has won
            runs = ~is_over(after)
            again = UR_STATE.unpack_field(after[runs], "turn") == 0
            to_move = np.where(again, player, 1 - player)
            row[runs] = ur.rank_many(after[runs], self.rules) + to_move * np.uint64(self.total)
        return places

    def equations(self, layer: Layer) -> list[tuple[slice, NDArray[np.uint32]]]:
        """Return the equations of a layer: some places in `values`, and all that follow them."""
        found = []
        for player, numbers in self.parts(layer):
            for first in range(numbers.start, numbers.stop, AT_ONCE):
                block = range(first, min(first + AT_ONCE, numbers.stop))
                places = slice(block.start + player * self.total, block.stop + player * self.total)
                found.append((places, self.following(player, block)))
        return found

    def mean_after(self, values: NDArray[np.floating], places: NDArray[np.uint32]) -> Values:
        """Return the mean over the rolls of the values that follow."""
        chances = [self.rules.chances[roll] for roll in self.rules.rolls]
        return np.asarray(
            sum(chance * values[row] for chance, row in zip(chances, places, strict=True))
        )

    def solve(self, layer: Layer, closed: float) -> float:
        """Solve a layer; return the residual times the bound on turns."""
        equations = self.equations(layer)
        steps: list[Values] = []
        for _ in range(MOST_SWEEPS):
            before = [self.values[places].copy() for places, _ in equations]
            for places, after in equations:
                self.values[places] = self.mean_after(self.values, after)
            changes = [
                self.values[places] - old
                for (places, _), old in zip(equations, before, strict=True)
            ]
            steps.append(np.concatenate(changes))
            if np.abs(steps[-1]).max() <= closed:
                break
            if len(steps) == 3:
                self._extrapolate(equations, steps)
                steps = []
        else:
            raise ArithmeticError(f"layer {layer} has not settled after {MOST_SWEEPS} sweeps")
        residual = max(
            float(np.abs(self.mean_after(self.values, after) - self.values[places]).max())
            for places, after in equations
        )
        return (residual + hidden_by_rounding(self.rules)) * self._turns_in(equations)

    def _extrapolate(
        self, equations: Sequence[tuple[slice, NDArray[np.uint32]]], steps: list[Values]
    ) -> None:
        """Leap to the point with the least step in the plane of the last three iterates."""
        differences = np.diff(np.array(steps), axis=0)
        weights = np.linalg.lstsq(differences.T, steps[2], rcond=None)[0]
        leap = weights[0] * steps[1] + weights[1] * steps[2]
        at = 0
        for places, _ in equations:
            end = at + places.stop - places.start
            self.values[places] -= leap[at:end]
            at = end

    def _turns_in(self, equations: Sequence[tuple[slice, NDArray[np.uint32]]]) -> float:
        """Bound the expected turns spent in a layer.

        If turns T are nowhere less than 1 - d + the mean of the T that follow, T / (1 - d) is a
        bound, because every game leaves the layer. A 32-bit T is rounded by less than 2^-21 of it.
        """
        turns = self.turns
        for _ in range(MOST_SWEEPS):
            short = max(
                float((1 + self.mean_after(turns, after) - turns[places]).max())
                for places, after in equations
            )
            if short < 0.1:
                break
            for places, after in equations:
                turns[places] = 1 + self.mean_after(turns, after)
        else:
            raise ArithmeticError("no bound on the turns of a game: it may never end")
        most = max(float(turns[places].max()) for places, _ in equations)
        for places, _ in equations:
            turns[places] = 0
        return most * (1 + 2.0**-20) / (1 - short)


def layers(pieces: int) -> Iterator[Layer]:
    """List all layers, those with a piece less before."""
    for total in range(2, 2 * pieces + 1):
        for mine in range(max(1, total - pieces), min(pieces, total - 1) + 1):
            yield Layer(mine, total - mine)


def price(card: ur.StrategyCard, table: ur.Tablebase, pieces: int, closed: float = CLOSED) -> Price:
    """Return the exact chance of a card against perfect play."""
    duel = Duel(card, table, pieces)
    errors: dict[tuple[int, int], float] = {}
    for layer in layers(pieces):
        mine, theirs = layer
        after = max(errors.get((mine - 1, theirs), 0.0), errors.get((mine, theirs - 1), 0.0))
        errors[layer] = after + duel.solve(layer, closed)
    first = int(ur.rank_many([ur.start(card.rules, pieces).state], card.rules)[0])
    as_a, as_b = duel.values[[first, duel.total + first]].tolist()
    return Price(as_a, as_b, errors[pieces, pieces])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the chance of a card, and with --each its chance without each of its lines."""
    parser = argparse.ArgumentParser(description="What does a card win against perfect play?")
    parser.add_argument("card", help="card, points, or a TOML file")
    parser.add_argument("--rules", default="finkel")
    parser.add_argument("--pieces", type=int)
    parser.add_argument("--each", action="store_true", help="also without each of its lines")
    asked = parser.parse_args(arguments)
    card = ur.find_card(asked.card, asked.rules)
    table = ur.open_table(card.rules, pieces=asked.pieces)
    pieces = asked.pieces or card.rules.pieces
    found = price(card, table, pieces)
    print(
        f"wins {found.win:.4%}, {found.win_as_a:.4%} as A, {found.win_as_b:.4%} as B; "
        f"error at most {found.error:.1g}; {card.rules.about(pieces)}"
    )
    for number, sentence in enumerate(card.sentences if asked.each else ()):
        print(f"{price(card.without(number), table, pieces).win:.4%} without: {sentence}")


if __name__ == "__main__":
    main()
