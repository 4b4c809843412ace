import json

import pytest
from lab.ur.price import price

from astragal.errors import BadInputError
from astragal.ur import StrategyCard, Tablebase, deficit, player


def test_a_player_loses_what_its_choices_cost(four: Tablebase) -> None:
    """The exact share of the greedy player is that of a card that plays the same moves."""
    (greedy,) = deficit(four, 2000, players=["greedy"], pieces=2, seed=1)
    same = StrategyCard("finkel", {"to home": 4, "captures": 2, "to rosette": 1})
    exact = 0.5 - price(same, four, 2).win
    assert abs(greedy.cost_win_game - exact) < 2 * greedy.error_game
    assert abs(greedy.deficit - exact) < 2 * greedy.error
    assert greedy.error_game < greedy.error / 2
    assert greedy.cost_win * greedy.choices == pytest.approx(greedy.cost_win_game, abs=1e-12)
    assert greedy.factor == pytest.approx(greedy.cost_win_game / greedy.cost_win_perfect)


def test_the_perfect_player_loses_nothing(four: Tablebase) -> None:
    (perfect,) = deficit(four, 400, players=["perfect"], pieces=3)
    assert (perfect.cost_win, perfect.cost_win_game, perfect.cost_win_perfect) == (0, 0, 0)
    assert perfect.factor is None
    assert abs(perfect.deficit) < 2 * perfect.error


def test_players_of_ones_own_and_forms(four: Tablebase) -> None:
    last = player("last", lambda position, roll: position.moves()[-1])
    found = deficit(four, 20, players=[last, "random"], pieces=2)
    assert [row.player for row in found] == ["last", "random"]
    told = json.loads(json.dumps(found.to_dict()))
    assert told["players"][0]["cost_win"] > 0
    assert found.to_frame()["player"].to_list() == ["last", "random"]
    assert "points a game" in str(found)
    with pytest.raises(BadInputError, match="games must be even, half for each side, not 3"):
        deficit(four, 3)
    with pytest.raises(BadInputError, match="no choices"):
        deficit(four, 2, pieces=1)
