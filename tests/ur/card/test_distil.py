"""The search for cards."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal.errors import BadInputError
from astragal.ur import Card, Tablebase, distil, price
from astragal.ur.card.distil import _Search
from astragal.ur.card.search import (
    PointsTrial,
    Trial,
    candidate_terms,
    sample_decisions,
)


def test_costs_add_up_to_the_chance(four: Tablebase) -> None:
    """Half, less the mean cost of a game, is the chance against perfect play."""
    card = Card("finkel", ["captures", "to rosette", "safe for good"])
    decisions = sample_decisions(four, card, 3000, pieces=3, seed=1)
    costs = decisions.game_costs(card)
    exact = price(card, four, pieces=3)
    assert abs(0.5 - costs.mean() - exact.win) < 4 * costs.std() / np.sqrt(len(costs))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_trial_costs_what_the_card_costs(four: Tablebase, seed: int) -> None:
    random = np.random.default_rng(seed)
    first = Card("finkel", ["captures", "to rosette"])
    decisions = sample_decisions(four, first, 60, pieces=3, seed=seed)
    trial = Trial(four.rules, candidate_terms(four.rules), decisions)
    lines = random.choice(len(trial.terms), 5, replace=False).tolist()
    card = Card("finkel", [str(trial.terms[line]) for line in lines])
    words = 0.0004 * sum(term.size for term in card.terms)
    mean = decisions.game_costs(card).mean()
    assert trial.cost(lines) == pytest.approx(mean + words, abs=1e-6)
    points = {line: int(random.integers(1, 9)) for line in lines}
    sums = Card("finkel", {str(trial.terms[line]): points[line] for line in lines})
    mean = decisions.game_costs(sums).mean()
    assert PointsTrial(trial, 9).cost(points) == pytest.approx(mean + words, abs=1e-6)


def test_the_best_line_and_the_best_points_are_the_best(four: Tablebase) -> None:
    first = Card("finkel", ["captures", "to rosette"])
    decisions = sample_decisions(four, first, 30, pieces=3, seed=4)
    trial = Trial(four.rules, candidate_terms(four.rules), decisions)
    lines = [5, 50]
    cost, line = trial.best_line(lines, 1)
    assert cost == pytest.approx(trial.cost([5, line, 50]), abs=1e-6)
    assert cost <= min(trial.cost([5, other, 50]) for other in range(0, len(trial.terms), 9)) + 1e-6
    points = PointsTrial(trial, 4)
    cost, term, number = points.best_term({5: 2, 50: -3})
    assert cost == pytest.approx(points.cost({5: 2, 50: -3, term: number}), abs=1e-6)
    tried = [
        points.cost({5: 2, 50: -3, other: weight})
        for other in range(6, len(trial.terms), 40)
        for weight in (-4, -1, 1, 3)
        if other != 50
    ]
    assert cost <= min(tried) + 1e-6


def test_a_search_improves_and_resumes(four: Tablebase, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"lines": 3, "pieces": 3, "samples": 40, "rounds": 3, "seed": 2}
    whole = distil(four, **asked)
    assert whole.curve[-1].win > price(Card("finkel", ["captures"]), four, pieces=3).win
    seen = 0

    def stop(progress: object) -> None:
        nonlocal seen
        seen += 1
        if seen == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        distil(four, **asked, folder=tmp_path, progress=stop)
    assert len(list(tmp_path.iterdir())) == 1
    assert distil(four, **asked, folder=tmp_path).to_dict() == whole.to_dict()
    assert not list(tmp_path.iterdir())


def test_a_line_that_the_search_repeats_is_left_out(four: Tablebase) -> None:
    first = Card("finkel", ["captures", "to rosette"])
    decisions = sample_decisions(four, first, 10, pieces=3, seed=4)
    trial = Trial(four.rules, candidate_terms(four.rules), decisions, first.terms)
    search = _Search(four.rules, trial.terms, "card", 8)
    assert search._card(trial, [0, 1, 0]) == first


def test_the_games_that_estimate_the_chances_are_explained(four: Tablebase) -> None:
    found = distil(four, lines=1, pieces=2, samples=10, rounds=1)
    assert "estimated from 100 games" in str(found)
    assert "ten times as many" in (distil.__doc__ or "")


def test_bad_arguments(four: Tablebase) -> None:
    with pytest.raises(BadInputError, match="not both"):
        distil(four, lines=2, points=2)
    with pytest.raises(BadInputError, match="lines must be a whole number from 1 to 16, not 17"):
        distil(four, lines=17)
    with pytest.raises(BadInputError, match="points must be a whole number from 1 to 16, not 0"):
        distil(four, points=0)
    with pytest.raises(BadInputError, match="no choices"):
        distil(four, pieces=1)
