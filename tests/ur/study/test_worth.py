"""The fit, beside features that are counted position by position."""

import numpy as np
import pytest

from astragal.errors import BadInputError, UnknownNameError
from astragal.ur import RULES, Position, Rules, Side, Tablebase, solve, unrank_many, worths
from astragal.ur.ranking import size
from astragal.ur.study.worth import FEATURES, features_of


def captures(position: Position) -> float:
    """The chance that the side to move can capture with the next roll."""
    chance = 0.0
    for roll in position.rules.rolls:
        reached = [move.target for move in position.moves(roll) if move.target < 24]
        if any(position.piece_at(square) == position.turn.other for square in reached):
            chance += position.rules.chances[roll]
    return chance


def blocks(position: Position) -> float:
    """The chance that a safe piece of A takes a move from B's next roll."""
    rules, chance = position.rules, 0.0
    path = rules.path_of(Side.B)
    for roll in rules.rolls:
        taken = []
        for place in range(-1, len(path) - roll):
            here = position.hand(Side.B) > 0 if place < 0 else None
            piece = here if here is not None else position.piece_at(path[place]) == Side.B
            target = path[place + roll] if roll else None
            safe = rules.safe_rosettes and target in rules.rosettes
            taken.append(piece and safe and target and position.piece_at(target) == Side.A)
        chance += rules.chances[roll] * any(taken)
    return chance


def slow_features(position: Position) -> list[float]:
    def of(side: Side) -> tuple[int, int, int, int]:
        path = position.rules.path_of(side)
        places = [place for place, at in enumerate(path, 1) if position.piece_at(at) == side]
        centre = int(position.piece_at("B4") == side)
        return sum(places), position.done(side), position.hand(side), centre

    # In the mirror image, A is B; with the turn passed, the other side is to move.
    other = position.mirror()
    lead = [mine - theirs for mine, theirs in zip(of(Side.A), of(Side.B), strict=True)]
    passed = Position(other.state & ~(1 << 12), position.rules)
    block = blocks(position) - blocks(other)
    return [1.0, *lead, captures(position), captures(passed), block]


@pytest.mark.parametrize("name", RULES)
def test_features_are_counted(name: str) -> None:
    rules = RULES[name]
    numbers = np.arange(0, size(rules, 3), 1511, dtype=np.uint64)
    states = unrank_many(numbers, rules, 3)
    slow = [slow_features(Position(state, rules)) for state in states.tolist()]
    np.testing.assert_allclose(features_of(states, rules), slow, atol=1e-15)
    assert np.ptp(features_of(states, rules), axis=0)[[1, 2, 3, 4, 5, 6]].min() > 0
    assert (np.ptp(features_of(states, rules)[:, 7]) > 0) == rules.safe_rosettes


def test_weights_are_those_of_least_squares(four: Tablebase) -> None:
    found = worths(four, pieces=2)
    states = unrank_many(np.arange(size(pieces=2), dtype=np.uint64), four.rules, 2)
    values, features = four.value_many(states), features_of(states, four.rules)
    weights, residual, *_ = np.linalg.lstsq(features, values, rcond=None)
    assert [row.feature for row in found] == list(FEATURES)
    np.testing.assert_allclose([row.win + 0.5 * (row.feature == "turn") for row in found], weights)
    assert found.explained == pytest.approx(1 - residual[0] / (values.var() * len(values)))
    assert [row.squares for row in found][1] == 1.0
    less = worths(four, without=["block"], pieces=2)
    assert [row.feature for row in less] == [name for name in FEATURES if name != "block"]
    assert less.explained < found.explained
    with pytest.raises(UnknownNameError, match="no feature 'centr'"):
        worths(four, without=["centr"])
    with pytest.raises(BadInputError, match="the fit needs turn and square"):
        worths(four, without=["square"])


def test_a_feature_that_no_position_has_weighs_nothing(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    short = Rules("short", 2, (3, 0, 8, 12, 7, 6), (1, 2, 1), rosettes=(0, 16))
    found = worths(solve(short, 2, path=tmp_path_factory.mktemp("short") / "t"))
    weights = {row.feature: row.win for row in found}
    assert weights["home"] > weights["square"] > 0
    assert abs(weights["block"]) < 1e-12
    assert abs(weights["centre"]) < 1e-12
