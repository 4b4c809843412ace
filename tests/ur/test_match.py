import numpy as np
import pytest
from ur.conftest import random_states

from astragal.errors import BadInputError, TableMissingError
from astragal.ur import (
    FINKEL,
    RULES,
    Expectimax,
    GreedyPlayer,
    PerfectPlayer,
    RandomPlayer,
    Tablebase,
    find_player,
    moves_array,
    play_match,
)
from astragal.ur.players import Player

from reference import ur as reference


def test_results_do_not_depend_on_threads_but_on_the_seed() -> None:
    players = RandomPlayer(), GreedyPlayer()
    one = play_match(*players, 1200, seed=3, threads=1)
    assert one == play_match(*players, 1200, seed=3, threads=2)
    assert one != play_match(*players, 1200, seed=4)


def test_equal_players_are_equal() -> None:
    result = play_match(RandomPlayer(), RandomPlayer(), 4000, seed=1)
    low, high = result.interval
    assert low < 0.5 < high
    assert 0.02 < high - low < 0.04


def test_wilson_interval_by_hand() -> None:
    result = play_match(RandomPlayer(), RandomPlayer(), 2, pieces=1, seed=2)
    # 95 % for k of 2, from the quadratic (p - k/2)^2 = z^2 p (1 - p) / 2.
    z2 = 1.959963984540054**2
    roots = np.roots([1 + z2 / 2, -(2 * result.share + z2 / 2), result.share**2])
    np.testing.assert_allclose(sorted(roots), result.interval, atol=1e-12)


def test_perfect_play_wins_as_often_as_the_table_says(four: Tablebase) -> None:
    perfect = PerfectPlayer(four)
    result = play_match(perfect, perfect, 4000, pieces=4, seed=5)
    as_a = result.wins_as_a / 2000
    assert abs(as_a - four.value(0x24)) < 4 * (0.25 / 2000) ** 0.5


@pytest.mark.parametrize("other", [Expectimax(1), GreedyPlayer(), RandomPlayer()])
def test_perfect_is_best(four: Tablebase, other: Player) -> None:
    result = play_match(PerfectPlayer(four), other, 1000, pieces=4, seed=6)
    assert result.interval[0] > 0.5


def slow_expectimax(position: reference.Position, depth: int) -> float:
    game = reference.GAMES["finkel"]
    winner = position.winner()
    if winner is not None:
        return float(winner == position.turn)
    if depth == 0:
        length = len(game.paths[0]) + 1
        come = [
            position.done[who] * length
            + sum(game.paths[who].index(s) + 1 for s, owner in position.board if owner == who)
            for who in (0, 1)
        ]
        lead = come[position.turn] - come[1 - position.turn]
        return 0.5 + lead / (2 * position.pieces(0) * length)
    total = 0.0
    for roll, chance in game.dice.items():
        after = reference.moves(game, position, roll).values() or [reference.passed(position)]
        total += float(chance) * max(slow_worth(position, one, depth - 1) for one in after)
    return total


def slow_worth(position: reference.Position, after: reference.Position, depth: int) -> float:
    value = slow_expectimax(after, depth)
    return value if after.turn == position.turn else 1 - value


@pytest.mark.parametrize("depth", [0, 1])
def test_expectimax_is_the_references(depth: int) -> None:
    states = random_states(FINKEL, 3, 5, 8)[::40].copy()
    rolls = np.full(len(states), 2, np.uint8)
    legal = moves_array(states, rolls)
    chosen = Expectimax(depth).choose(states, rolls, legal, np.random.default_rng(0))
    for row, state in enumerate(map(int, states)):
        position = reference.from_word(state)
        worth = {
            reference.to_word(after): slow_worth(position, after, depth)
            for after in reference.moves(reference.GAMES["finkel"], position, 2).values()
        }
        if worth:
            found = worth[int(legal.after[row, chosen[row]])]
            assert found == pytest.approx(max(worth.values()), abs=1e-12)


def test_greedy_takes_what_a_beginner_sees() -> None:
    # A can capture on 10 or reach the rosette 0: it captures.
    state = 0x3F - 2 - 8 | 1 << (16 + 16) | 2 << (16 + 20) | 1 << (16 + 4)
    states, rolls = np.array([state], np.uint64), np.array([2], np.uint8)
    legal = moves_array(states, rolls)
    row = int(GreedyPlayer().choose(states, rolls, legal, np.random.default_rng(0))[0])
    assert (legal.source[0, row], legal.target[0, row]) == (8, 10)
    assert 0 in legal.target[0, : legal.number[0]]


@pytest.mark.parametrize("name", RULES)
def test_every_rule_set_plays_to_the_end(name: str) -> None:
    result = play_match(GreedyPlayer(RULES[name]), RandomPlayer(), 20, rules=RULES[name], seed=1)
    assert result.games == 20
    assert result.mean_rolls > 20


def test_bad_input(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    for games in (0, 3):
        with pytest.raises(BadInputError, match="even number"):
            play_match(RandomPlayer(), RandomPlayer(), games)
    with pytest.raises(BadInputError, match="no player 'god'"):
        find_player("god")
    with pytest.raises(TableMissingError, match="astragal ur solve"):
        find_player("perfect")
    assert find_player("expectimax").name == "expectimax-2"
