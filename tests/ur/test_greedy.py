"""The greedy player beside the reference."""

import numpy as np
import pytest
from ur.conftest import random_states

from astragal.ur import RULES, find_player, moves_many

from reference import ur as reference


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
            move = legal.move(row, chosen[row])
            places = [tuple(map(reference.place_name, each)) for each in wanted]
            assert places == [(move.source, move.target)], (hex(state), roll)
