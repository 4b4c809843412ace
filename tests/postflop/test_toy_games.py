"""The loop of the solver on games of one card each, in double precision: values that are known."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal import _native
from astragal.postflop.bets import read_bet_sizes
from astragal.postflop.tree import CHANCE, BettingTree, build_tree

from reference import postflop as reference


class Solved:
    """The averages of a solver, as the reference plays them."""

    def __init__(self, game: reference.SmallGame, iterations: int) -> None:
        spot = game.spot
        sizes = read_bet_sizes(
            by_player(spot["bets"]), by_player(spot["raises"]), max_raises=spot["max_raises"]
        )
        self.tree: BettingTree = build_tree(spot["street"], spot["pot"], spot["stack"], sizes)
        self.level = self.tree.street - self.tree.street[0]
        self.sizes = game.sizes
        deck = np.arange(len(game.deck), dtype=np.int32)
        deals = [np.zeros((1, 2), np.int32), np.stack([deck, np.zeros_like(deck)], axis=1)]
        self.solver = _native.PostflopSmallSolver(
            self.tree.kind, self.level, self.tree.first_child, self.tree.children,
            self.tree.put_in, self.tree.folded, deals[: int(self.level.max()) + 1],
            [*game.deck], [*game.first], [*game.second], float(spot["pot"]),
        )  # fmt: skip
        for _ in range(iterations):
            self.solver.iterate()
        self.start, self.step = self.solver.places(self.tree.kind, self.level)

    def __call__(self, decision: reference.Decision) -> NDArray[np.float64]:
        node, deal = 0, 0
        for token in decision.line:
            if self.tree.kind[node] == CHANCE:
                deal, action = int(token), 0
            else:
                action = [str(one) for one in self.tree.actions(node)].index(action_name(token))
            node = int(self.tree.first_child[node]) + action
        stride = self.solver.stride[decision.player]
        first = int(self.start[node] + deal * self.step[node])
        rows = self.solver.averages(decision.player)[first:]
        numbers = np.array(
            [
                rows[stride * a : stride * a + self.sizes[decision.player]]
                for a in range(int(self.tree.children[node]))
            ]
        )
        total = numbers.sum(axis=0)
        return np.where(total > 0, numbers / np.where(total > 0, total, 1), 1 / len(numbers))


def action_name(token: str) -> str:
    """Return the action of a token of the reference: `B2` is `bet 2`."""
    names = {"F": "fold", "X": "check", "C": "call", "B": "bet", "R": "raise", "A": "all-in"}
    return f"{names[token[0]]} {token[1:]}".rstrip()


def by_player(lists: dict[str, Any]) -> dict[str, Any]:
    return {p: {street: one[p] for street, one in lists.items()} for p in ("oop", "ip")}


@pytest.mark.parametrize(
    ("game", "iterations", "value"),
    [
        (reference.kuhn(), 100_000, Fraction(-1, 18)),
        (reference.akq(3), 100_000, Fraction(3 - 1, 6 * (3 + 1))),
        (reference.akq(5), 100_000, Fraction(5 - 1, 6 * (5 + 1))),
        # In chips of pot 100, above the half that checking is worth.
        (reference.clairvoyance(100, 100), 100_000, Fraction(50, 2)),
        (reference.clairvoyance(100, 50), 100_000, Fraction(50, 3)),
        (reference.leduc(), 20_000, -0.085606424078),
    ],
    ids=["kuhn", "akq3", "akq5", "clairvoyance100", "clairvoyance50", "leduc"],
)
def test_values_of_toy_games(
    game: reference.SmallGame, iterations: int, value: Fraction | float
) -> None:
    solved = Solved(game, iterations)
    pot = game.spot["pot"]
    found = reference.figures(game.tree(), game.sizes, solved)
    assert found["ev_oop"] - pot / 2 == pytest.approx(float(value), rel=0, abs=1e-9 * pot)
    assert found["ev_oop"] + found["ev_ip"] == pytest.approx(pot, rel=0, abs=1e-9)
    # The estimate of the solver itself.
    assert solved.solver.exploitability() == pytest.approx(found["exploitability"], abs=1e-12 * pot)
    assert 0 <= found["exploitability"] < 1e-5 * pot
