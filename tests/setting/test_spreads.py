"""Kinds of hands by the reference, and the spread of their values by plain lists."""

from collections import defaultdict
from collections.abc import Iterable
from operator import mul
from pathlib import Path

import numpy as np
import pytest
from asia.cards import game_of, setting_to_reference, to_reference

from astragal._intervals import mean_error
from astragal.asia import (
    PROFILES,
    Category,
    Rules,
    build_table,
    extremes,
    find_rules,
    find_way,
    rank,
    suit_class_hands,
    value_spreads,
)
from astragal.asia.spreads import (
    KINDS,
    PERCENTS,
    Kind,
    Spread,
    kinds_of,
    quantiles,
    spreads_in_table,
)
from astragal.asia.wholegame import random_hands
from astragal.cards import JOKER, CardSet, card_set

from reference import asia as reference

PUSH, CASINO = PROFILES["push"], PROFILES["casino"]
CATEGORY = {
    1: Category.HIGH_CARD, 2: Category.PAIR, 3: Category.TWO_PAIR, 4: Category.THREE_OF_A_KIND,
    5: Category.STRAIGHT, 6: Category.FLUSH, 7: Category.FOUR_OF_A_KIND,
    8: Category.STRAIGHT_FLUSH, 9: Category.FOUR_OF_A_KIND,
}  # fmt: skip


RARE = [
    "7c 7d 7h 7s 8c 8d 9h",
    "Jk Ac Ad Ah As 2c 3c",
    "Jk 5s 4s 3s Kd Qd Qh",
    "Jk Jd 9c 7h 5s 3d 2c",
]


def kind_of(hand: CardSet, rules: Rules) -> Kind:
    game = game_of(rules)
    legal = reference.legal(to_reference(hand), game)
    strength, _ = max(reference.worth(four, game) for four, _, _ in legal)
    return Kind(CATEGORY[strength], bool(hand >> JOKER & 1))


@pytest.mark.parametrize(
    "rules",
    [PUSH, CASINO, find_rules("push", strict_order=True)],
    ids=["push", "casino", "strict"],
)
def test_kinds_are_those_of_the_reference(rules: Rules) -> None:
    hands = [*map(card_set, RARE), *random_hands(200, seed=11).tolist()]
    found = kinds_of(np.array(hands, np.uint64), rules)
    assert [KINDS[kind] for kind in found] == [kind_of(hand, rules) for hand in hands]


def test_quantiles_are_those_of_a_list_with_repeats() -> None:
    random = np.random.default_rng(2)
    values, weights = random.random(50).round(1), random.integers(1, 25, 50)
    repeated = sorted(np.repeat(values, weights).tolist())
    for percent, found in zip(PERCENTS, quantiles(values, weights), strict=True):
        assert 100 * sum(value <= found for value in repeated) >= percent * len(repeated)
        assert 100 * sum(value < found for value in repeated) < percent * len(repeated)


def grouped(hands: list[CardSet], rules: Rules) -> dict[Kind, list[float]]:
    found = defaultdict(list)
    for hand in hands:
        found[kind_of(hand, rules)].append(rank(hand, rules).best.ev)
    return dict(found)


def check(spread: Spread, values: list[float]) -> None:
    assert spread.hands == len(values)
    assert spread.mean == pytest.approx(np.mean(values), abs=1e-12)
    assert spread.quantiles[2] == sorted(values)[(len(values) + 1) // 2 - 1]


def test_a_sample_is_counted_hand_by_hand_and_has_errors() -> None:
    found = value_spreads(samples=150, seed=4)
    assert (found.method, found.seed, found.hands) == ("sampled", 4, 150)
    expected = grouped(random_hands(150, seed=4).tolist(), PUSH)
    assert [one.kind for one in found.kinds] == sorted(expected)
    for one in found.kinds:
        values = expected[one.kind]
        check(one, values)
        if len(values) == 1:
            assert one.error is None
        else:
            assert one.error == pytest.approx(mean_error(np.array(values), 2))


def test_a_table_is_taken_as_it_is_with_weights(tmp_path: Path) -> None:
    table = build_table(CASINO, classes=range(4_000_000, 4_000_120), folder=tmp_path)
    found = spreads_in_table(table)
    (block,) = table.blocks()
    expected: dict[Kind, list[float]] = {}
    for hand, weight in zip(block.hands.tolist(), block.weights.tolist(), strict=True):
        for kind, (value,) in grouped([hand], CASINO).items():
            expected.setdefault(kind, []).extend([value] * weight)
    assert sum(map(len, expected.values())) == found.hands > 120
    assert (found.method, found.seed) == ("table", None)
    assert [one.kind for one in found.kinds] == sorted(expected)
    for one in found.kinds:
        check(one, expected[one.kind])
        assert one.error is None


def test_a_slice_of_a_table_does_not_stand_for_all_hands(tmp_path: Path) -> None:
    build_table(classes=range(20), folder=tmp_path)
    found = value_spreads(samples=10, folder=tmp_path)
    assert (found.method, found.hands) == ("sampled", 10)


@pytest.mark.parametrize(("rules", "start"), [(PUSH, 3_000_000), (CASINO, 6_971_000)])
def test_extremes_are_those_of_a_list_of_rankings(rules: Rules, start: int) -> None:
    """Five aces win often; a class late in the numbering has little."""
    classes = range(start, start + 90)
    found = extremes(rules, player="lexicographic", classes=classes, count=4)
    hands, weights = (array.tolist() for array in suit_class_hands(classes))
    every = [rank(hand, rules, objective="ev") for hand in hands]
    way = find_way("lexicographic", rules)
    played = [next(x for x in one if x.value == way.value(one.hand)) for one in every]
    given = [one.best.ev - mine.ev for one, mine in zip(every, played, strict=True)]
    game = game_of(rules)
    margins = []
    for one in every:
        best = reference.worths(setting_to_reference(one.best.setting), game)
        others = [
            one.best.ev - other.ev
            for other in one
            for worths in [reference.worths(setting_to_reference(other.setting), game)]
            if any(mine > first for mine, first in zip(worths, best, strict=True))
        ]
        margins.append(min(others, default=2.0))

    def count(which: Iterable[bool]) -> int:
        return sum(weight for yes, weight in zip(which, weights, strict=True) if yes)

    def mean(numbers: Iterable[float]) -> float:
        return float(sum(map(mul, numbers, weights)) / sum(weights))

    assert found.hands == sum(weights)
    assert found.edge == pytest.approx(-mean(one.best.ev for one in every))
    assert found.cost_ev == pytest.approx(mean(given))
    assert found.favourites == count(one.best.wins > one.best.losses for one in every)
    assert found.safe == count(one.best.losses == 0 for one in every)
    assert found.wrong == count(cost > 0 for cost in given) > 0
    assert found.close == count(margin <= 0.01 for margin in margins)
    assert found.ties == count(margin == 0 for margin in margins)
    assert [one.best.ev for one in found.worst] == sorted(one.best.ev for one in every)[:4]
    smallest = sorted(margin for margin in margins if margin)[:4]
    assert [one.cost_ev for one in found.closest] == pytest.approx(smallest)
    assert sum(kind.hands for kind in found.kinds) == found.hands
    assert sum(kind.wrong for kind in found.kinds) == found.wrong
    assert sum(kind.cost_ev * kind.hands for kind in found.kinds) / found.hands == pytest.approx(
        found.cost_ev
    )
    assert max(kind.dearest.cost_ev for kind in found.kinds) == pytest.approx(max(given))
    told = found.to_dict()
    assert told["worst"][0]["best"]["ev"] == found.worst[0].best.ev
    assert f"{found.favourites:,} of {found.hands:,} hands" in str(found)
    assert [*found.to_frame()["category"]] == [kind["category"] for kind in told["kinds"]]
