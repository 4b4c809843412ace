import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from astragal.ur.interop.environment import UrEnvironment, env


def test_pettingzoos_own_test(capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of observations that are no pictures
        api_test(env(), num_cycles=500)
        seed_test(env, num_cycles=100)
    assert "Passed" in capsys.readouterr().out


def play(game: UrEnvironment, seed: int) -> list[Any]:
    random = np.random.default_rng(seed)
    game.reset(seed=seed)
    seen = []
    for agent in game.agent_iter():
        observation, reward, ended, _, _ = game.last()
        assert observation is not None
        mask = observation["action_mask"]
        seen.append((agent, observation["observation"].tolist(), reward))
        game.step(None if ended else int(random.choice(np.flatnonzero(mask))))
    return seen


@pytest.mark.parametrize("rules", ["finkel", "blitz"])
def test_a_game_ends_with_a_winner(rules: str) -> None:
    game = env(rules, pieces=2)
    seen = play(game, 1)
    assert sorted(reward for *_, reward in seen[-2:]) == [-1, 1]
    assert seen == play(env(rules, pieces=2), 1)
    assert seen != play(env(rules, pieces=2), 2)


def test_passes_are_the_last_action_and_illegal_ones_are_refused() -> None:
    game = env()
    for seed in range(30):
        game.reset(seed=seed)
        mask = game.observe(game.agent_selection)["action_mask"]
        rolled = game.observe(game.agent_selection)["observation"][0]
        assert mask.tolist() == ([0] * 15 + [1] if rolled == 0 else [1] + [0] * 15)
    with pytest.raises(ValueError, match="not legal"):
        game.step(5)


def test_render() -> None:
    game = env(render_mode="ansi")
    game.reset(seed=1)
    drawing = game.render()
    assert drawing is not None
    assert "7 in hand" in drawing
