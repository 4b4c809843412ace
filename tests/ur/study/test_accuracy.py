from math import exp

import numpy as np
import pytest

from astragal.errors import BadInputError
from astragal.ur import (
    Move,
    Tablebase,
    choose_move,
    find_player,
    measure_players,
    replay,
    review,
    start,
)


def test_measured_players_are_in_order(four: Tablebase) -> None:
    found = measure_players(four, 40, seed=1, players=["random", "expectimax-2", "perfect"])
    random, expectimax, perfect = found
    assert random.accuracy < 0.5
    assert expectimax.accuracy - expectimax.error > 0.6
    assert expectimax.accuracy + expectimax.error < perfect.accuracy == 1.0
    assert perfect.labels == {"best": 1.0, "good": 0.0, "mistake": 0.0, "blunder": 0.0}
    assert random.cost_win > 5 * expectimax.cost_win / 2
    assert "± " in str(found)
    with pytest.raises(BadInputError, match="no choices"):
        measure_players(four, 2, pieces=1)
    for wrong in (5, "greedy"):
        with pytest.raises(BadInputError, match=f"players must be a list of names, not {wrong!r}"):
            measure_players(four, 2, players=wrong)  # type: ignore[arg-type]


def test_measuring_is_reviewing_every_game(four: Tablebase) -> None:
    """Two games with the same dice, played and reviewed one position at a time."""
    player = find_player("expectimax-1")
    random = np.random.Generator(np.random.PCG64(3))
    positions = [start(pieces=4)] * 2
    games: list[list[tuple[int, Move | None]]] = [[], []]
    while running := [i for i in (0, 1) if positions[i].winner is None]:
        rolls = random.choice(5, size=len(running), p=positions[0].rules.chances)
        for i, roll in zip(running, map(int, rolls), strict=True):
            move = choose_move(player, positions[i], roll, random)
            games[i].append((roll, move))
            positions[i] = positions[i].play(move, roll)
    turns = [
        turn for game in games for turn in review(replay(start(pieces=4), game), four).turns
        if turn.options > 1
    ]  # fmt: skip
    (measured,) = measure_players(four, 2, players=["expectimax-1"], seed=3)
    cost = sum(turn.cost_win for turn in turns)
    assert measured.choices == len(turns)
    assert measured.cost_win == pytest.approx(cost / len(turns), abs=1e-12)
    assert measured.accuracy == pytest.approx(exp(-50 * cost / len(turns)), abs=1e-9)
    for label, share in measured.labels.items():
        assert share * len(turns) == pytest.approx(sum(one.label == label for one in turns))
