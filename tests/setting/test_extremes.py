"""Extremes among hands, by a list of rankings."""

from collections.abc import Iterable
from dataclasses import replace
from operator import mul

import pytest

from astragal import asia, paigow
from astragal.setting import Game, Objective, suit_class_hands


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (asia.Game(), 3_000_000),
        (asia.Game("casino"), 6_971_000),
        (paigow.Game(), 3_000_000),
        (paigow.Game("ez"), 6_971_000),
        (paigow.Game(banker="player"), 4_000_000),
    ],
    ids=str,
)
def test_extremes_are_those_of_a_list_of_rankings(game: Game, start: int) -> None:
    """Five aces win often; a class late in the numbering has little."""
    classes, rules = range(start, start + 90), game.rules
    result = game.extremes("lexicographic", classes=classes, count=4)
    hands, weights = (array.tolist() for array in suit_class_hands(classes))
    by_ev = replace(game, objective=Objective.EV)
    every = [by_ev.rank(hand) for hand in hands]
    way = game.find_way("lexicographic")
    played = [ranking.find(way.set(ranking.hand)) for ranking in every]
    costs = [ranking.best.ev - mine.ev for ranking, mine in zip(every, played, strict=True)]
    margins = []
    for ranking in every:
        best = ranking.best.setting.ranks(rules)
        others = [
            ranking.best.ev - other.ev
            for other in ranking
            for ranks in [other.setting.ranks(rules)]
            if any(mine > first for mine, first in zip(ranks, best, strict=True))
        ]
        margins.append(min(others, default=2.0))

    def count(which: Iterable[bool]) -> int:
        return sum(weight for yes, weight in zip(which, weights, strict=True) if yes)

    def mean(numbers: Iterable[float]) -> float:
        return float(sum(map(mul, numbers, weights)) / sum(weights))

    assert result.hands == sum(weights)
    assert result.edge == pytest.approx(-mean(ranking.best.ev for ranking in every))
    assert result.cost_ev == pytest.approx(mean(costs))
    assert result.favourites == count(ranking.best.ev > 0 for ranking in every)
    assert result.safe == count(ranking.best.losses == 0 for ranking in every)
    assert result.wrong == count(cost > 0 for cost in costs) > 0
    assert result.close == count(margin <= 0.01 for margin in margins)
    assert result.ties == count(margin == 0 for margin in margins)
    lowest = sorted(ranking.best.ev for ranking in every)[:4]
    assert [pair.best.ev for pair in result.worst] == lowest
    smallest = sorted(margin for margin in margins if margin)[:4]
    assert [pair.cost_ev for pair in result.closest] == pytest.approx(smallest)
    assert sum(kind.hands for kind in result.kinds) == result.hands
    assert sum(kind.wrong for kind in result.kinds) == result.wrong
    assert sum(kind.cost_ev * kind.hands for kind in result.kinds) / result.hands == pytest.approx(
        result.cost_ev
    )
    assert max(kind.costliest.cost_ev for kind in result.kinds) == pytest.approx(max(costs))
    told = result.to_dict()
    assert told["worst"][0]["best"]["ev"] == result.worst[0].best.ev
    assert f"{result.favourites:,} of {result.hands:,} hands" in str(result)
    assert [*result.to_frame()["category"]] == [kind["category"] for kind in told["kinds"]]


@pytest.mark.parametrize(
    ("game", "dominant"), [(paigow.Game(), 6_754_363), (asia.Game(), 4_099_110)], ids=str
)
def test_a_hand_without_a_rival_is_not_among_the_closest(game: Game, dominant: int) -> None:
    """The best setting of this hand is nowhere below another one."""
    assert not game.extremes(classes=range(dominant, dominant + 1), count=1).closest
    assert game.extremes(classes=range(dominant, dominant + 9), count=9).closest
