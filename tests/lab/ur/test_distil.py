"""The search for cards."""

from pathlib import Path

import numpy as np
import pytest
from lab.ur.distil import Search, distil, main
from lab.ur.price import price
from lab.ur.search import PointsTrial, Trial, candidate_terms, sample_decisions

from astragal import ur
from astragal.ur import StrategyCard, Tablebase, find_card
from astragal.ur.card.card import KINDS, CardKind


def test_costs_add_up_to_the_chance(four: Tablebase) -> None:
    """Half, less the mean cost of a game, is the chance against perfect play."""
    card = StrategyCard("finkel", ["captures", "to rosette", "safe for good"])
    decisions = sample_decisions(four, card, 3000, pieces=3, seed=1)
    costs = decisions.game_costs(card)
    exact = price(card, four, 3)
    assert abs(0.5 - costs.mean() - exact.win) < 4 * costs.std() / np.sqrt(len(costs))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_trial_costs_what_the_card_costs(four: Tablebase, seed: int) -> None:
    random = np.random.default_rng(seed)
    first = StrategyCard("finkel", ["captures", "to rosette"])
    decisions = sample_decisions(four, first, 60, pieces=3, seed=seed)
    trial = Trial(four.rules, candidate_terms(four.rules), decisions)
    lines = random.choice(len(trial.terms), 5, replace=False).tolist()
    card = StrategyCard("finkel", [str(trial.terms[line]) for line in lines])
    words = 0.0004 * sum(term.size for term in card.terms)
    mean = decisions.game_costs(card).mean()
    assert trial.cost(lines) == pytest.approx(mean + words, abs=1e-6)
    points = {line: int(random.integers(1, 9)) for line in lines}
    sums = StrategyCard("finkel", {str(trial.terms[line]): points[line] for line in lines})
    mean = decisions.game_costs(sums).mean()
    assert PointsTrial(trial, 9).cost(points) == pytest.approx(mean + words, abs=1e-6)


def test_the_best_line_and_the_best_points_are_the_best(four: Tablebase) -> None:
    first = StrategyCard("finkel", ["captures", "to rosette"])
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


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_improves(
    kind: CardKind, four: Tablebase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    curve = distil(four, kind=kind, most=3, pieces=3, samples=40, rounds=3, seed=2)
    assert [len(found.card.terms) for found in curve] == [1, 2, 3]
    last = curve[-1]
    assert last.win > price(StrategyCard("finkel", ["captures"]), four, 3).win
    assert abs(last.win - price(last.card, four, 3).win) < 2 * last.error
    monkeypatch.setattr(ur, "open_table", lambda rules, pieces: four)
    size = ["--pieces", "3", "--samples", "40", "--rounds", "3", "--seed", "2"]
    file = tmp_path / "found.toml"
    asked = ["--points", "3"] if kind == "points" else ["--lines", "3"]
    main([*asked, *size, "--path", str(file)])
    assert find_card(str(file)) == last.card
    printed = capsys.readouterr().out
    assert printed.startswith(str(last.card))
    assert f"3 lines win {last.win:.2%} ± {last.error:.2%}" in printed


def test_a_line_that_the_search_repeats_is_left_out(four: Tablebase) -> None:
    first = StrategyCard("finkel", ["captures", "to rosette"])
    decisions = sample_decisions(four, first, 10, pieces=3, seed=4)
    trial = Trial(four.rules, candidate_terms(four.rules), decisions, first.terms)
    search = Search(four.rules, trial.terms, "card", 8)
    assert search._card(trial, [0, 1, 0]) == first
