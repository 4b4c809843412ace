"""Habits beside the reference, which plays all games at once with its own moves."""

import json
from functools import cache, partial

import numpy as np
import pytest
from ur.conftest import random_states

from astragal.errors import BadInputError, TableReachError, UnknownNameError
from astragal.ur import (
    HAND,
    MOVE_HABITS,
    OFF,
    RULES,
    PerfectPlayer,
    Rules,
    Tablebase,
    find_player,
    length,
    mistakes,
    moves_many,
    play_match,
    size,
    solve,
    start,
    unrank_many,
)
from astragal.ur.study.habits import HabitName

from reference import ur as reference

# Few positions, and everything happens: captures, rosettes, choices.
TINY = Rules("tiny", 2, (3, 0, 8, 11, 12, 7, 6), (1, 4, 6, 4, 1), safe_rosettes=True)
TINY_GAME = reference.game([3, 0, 8, 11, 12, 7, 6], [1, 4, 6, 4, 1], safe=True, capture_rolls=False)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    return solve(TINY, 2, path=tmp_path_factory.mktemp("tiny") / "t", bits=64)


def value_after(table: Tablebase, before: reference.Position, after: reference.Position) -> float:
    value = table.value(reference.to_word(after))
    return value if after.turn == before.turn else 1 - value


@cache
def chooser(habit: str, table: Tablebase) -> reference.Chooser:
    @cache
    def choose(position: reference.Position, roll: int) -> reference.Position:
        legal = reference.moves(TINY_GAME, position, roll)
        options = [legal[move] for move in reference.allowed(TINY_GAME, position, roll, habit)]
        if not options:
            return reference.passed(position)
        return max(options, key=partial(value_after, table, position))  # the first of the best

    return choose


@pytest.mark.parametrize("name", RULES)
def test_greedy_is_the_references(name: str) -> None:
    rules, game = RULES[name], reference.GAMES[name]
    states = random_states(rules, 4, 20, seed=1)[::40].copy()
    greedy = find_player("greedy", rules)
    for roll in [roll for roll in rules.rolls if roll]:
        rolls = np.full(len(states), roll, np.uint8)
        legal = moves_many(states, rolls, rules)
        chosen = greedy.choose(states, rolls, legal, np.random.default_rng())
        for row, state in enumerate(states.tolist()):
            wanted = reference.allowed(game, reference.from_word(state), roll, "greedy")
            if not wanted:
                continue
            source, target = legal.move(row, chosen[row])
            places = "hand" if source == HAND else source, "off" if target == OFF else target
            assert wanted == [places], (hex(state), roll)


@pytest.mark.parametrize("habit", MOVE_HABITS)
def test_mistakes_are_the_worst_of_all_positions(tiny: Tablebase, habit: HabitName) -> None:
    total = size(TINY, 2)
    costs: list[tuple[float, int, int]] = []
    choices = 0
    for state in unrank_many(np.arange(total, dtype=np.uint64), TINY, 2).tolist():
        position = reference.from_word(state)
        for roll in range(1, 5):
            legal = reference.moves(TINY_GAME, position, roll)
            if len(legal) < 2:
                continue
            choices += 1
            values = {move: value_after(tiny, position, after) for move, after in legal.items()}
            kept = reference.allowed(TINY_GAME, position, roll, habit)
            cost = max(values.values()) - max(values[move] for move in kept)
            if cost > 2 * tiny.error:
                costs.append((cost, state, roll))
    found = mistakes(tiny, habit, count=20)
    assert (found.positions, found.choices, found.wrong) == (total, choices, len(costs))
    mean = sum(cost for cost, *_ in costs) / choices
    assert found.mean_cost_win == pytest.approx(mean, abs=1e-14)
    worst = sorted(costs, key=lambda one: -one[0])[:20]
    np.testing.assert_allclose(
        [one.cost_win for one in found], [cost for cost, *_ in worst], atol=1e-14, rtol=0
    )
    by_place = {(state, roll): cost for cost, state, roll in costs}
    for one in found:
        assert by_place[one.position.state, one.roll] == pytest.approx(one.cost_win, abs=1e-14)
        judged = {each.move: each for each in tiny.rank_moves(one.position, one.roll)}
        assert judged[one.best].cost_win == 0
        assert judged[one.habitual].cost_win == pytest.approx(one.cost_win, abs=1e-14)
    assert bool(found) == (habit != "perfect")


@pytest.mark.parametrize("habit", MOVE_HABITS)
def test_length_follows_all_games(tiny: Tablebase, habit: HabitName) -> None:
    """Both as A and as B, against the reference, which follows the games forward."""
    mine, perfect = chooser(habit, tiny), chooser("perfect", tiny)
    first = reference.Position((2, 2), (0, 0), frozenset(), 0)
    as_a, wins_as_a = reference.follow(TINY_GAME, first, (mine, perfect), 1e-15)
    as_b, others_wins = reference.follow(TINY_GAME, first, (perfect, mine), 1e-15)
    found = length(tiny, habit, "perfect")
    rolls = min(len(as_a), len(as_b), len(found.running))
    both = (np.array(as_a[:rolls]) + np.array(as_b[:rolls])) / 2
    np.testing.assert_allclose(found.running[:rolls], both, atol=1e-13, rtol=0)
    assert found.running[-1] < 1e-15
    assert found.win_as_a == pytest.approx(wins_as_a, abs=1e-13)
    assert found.win_as_b == pytest.approx(1 - others_wins, abs=1e-13)
    assert found.mean == pytest.approx(sum(both), abs=1e-11)
    assert sum(found.distribution) == pytest.approx(1, abs=1e-14)
    spread = sum(p * (rolls - found.mean) ** 2 for rolls, p in enumerate(found.distribution))
    assert found.deviation == pytest.approx(spread**0.5, abs=1e-9)
    assert (found.share < 0.5 - 1e-6) == (habit != "perfect")


def test_the_known_length_of_two_pieces(four: Tablebase) -> None:
    found = length(four, pieces=2)
    assert found.mean == pytest.approx(39.798001642, abs=1e-9)
    assert found.win_as_a == four.value(start(pieces=2))
    assert found.quantile(0.5) == 39
    for share in (-1, 1, 2, float("nan"), "x", None):
        with pytest.raises(BadInputError, match="share must be a number from 0 to"):
            found.quantile(share)  # type: ignore[arg-type]
    assert length(four, pieces=2, threads=1).running == found.running


@pytest.mark.parametrize("pieces", [2, pytest.param(3, marks=pytest.mark.verify)])
def test_a_match_measures_what_length_computes(four: Tablebase, pieces: int) -> None:
    exact = length(four, "greedy", "perfect", pieces=pieces)
    played = play_match("greedy", PerfectPlayer(four), 4000, pieces=pieces, seed=1)
    low, high = played.interval
    assert low - (high - low) < exact.share < high + (high - low)
    assert abs(played.mean_rolls - exact.mean) < 2 * played.mean_rolls_error


def test_forms(tiny: Tablebase) -> None:
    played = length(tiny, "greedy")
    found = json.loads(json.dumps(played.to_dict()))
    assert (found["rules"], found["pieces"], found["a"], found["b"]) == (
        "tiny", 2, "greedy", "perfect",
    )  # fmt: skip
    assert sum(found["distribution"]) == pytest.approx(1)
    assert "tiny, 2 pieces" in str(played)
    costly = mistakes(tiny, "rosette", count=3)
    assert len(json.loads(json.dumps(costly.to_dict()))["mistakes"]) == 3
    assert f"all {size(TINY, 2):,} positions of tiny with up to 2 pieces" in str(costly)
    assert len(played.to_frame()) == len(played.running)


def test_what_can_not_be(tiny: Tablebase) -> None:
    with pytest.raises(UnknownNameError, match="no habit 'lazy'; there are perfect, greedy"):
        length(tiny, "lazy")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="no habit 'lazy'"):
        mistakes(tiny, "lazy")  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match=r"count must be .* not 0"):
        mistakes(tiny, count=0)
    for ask in (length, mistakes):
        with pytest.raises(TableReachError, match="up to 2 pieces"):
            ask(tiny, pieces=3)
