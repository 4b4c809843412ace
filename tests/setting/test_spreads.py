"""Kinds of hands by the reference, and the spread of their values by plain lists."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from setting.cards import game_of, to_reference

from astragal import asia, paigow
from astragal._intervals import mean_error
from astragal.asia import Rules
from astragal.cards import JOKER, CardSet, card_set
from astragal.setting import Category, Game, Spread, all_settings
from astragal.setting.sample import random_hands
from astragal.setting.study.spreads import (
    KINDS,
    PERCENTS,
    Kind,
    kinds_of,
    quantiles,
    spreads_in_table,
)

from reference import asia as reference

PUSH, CASINO = asia.find_rules("push"), asia.find_rules("casino")
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
    [PUSH, CASINO, asia.find_rules("push", strict_order=True)],
    ids=["push", "casino", "strict"],
)
def test_kinds_are_those_of_the_reference(rules: Rules) -> None:
    hands = [*map(card_set, RARE), *random_hands(200, seed=11).tolist()]
    kinds = kinds_of(np.array(hands, np.uint64), rules)
    assert [KINDS[kind] for kind in kinds] == [kind_of(hand, rules) for hand in hands]


def kind_by_settings(hand: CardSet, game: Game) -> Kind:
    """The kind by the greatest high hand of all legal settings."""
    rules = game.rules
    legal = [setting for setting in all_settings(hand, rules) if setting.is_legal(rules)]
    greatest = max(setting.ranks(rules)[0] for setting in legal)
    return Kind(greatest.category, bool(hand >> JOKER & 1))


def test_kinds_of_pai_gow_poker_are_the_greatest_fives() -> None:
    game = paigow.Game()
    more = ["Jk Ac Ad Ah As 2c 3c", "9h 9s 9c Ad Ah 4d 2s", "Jk Ac Ad Kh Ks 2c 3c"]
    hands = [*map(card_set, RARE + more), *random_hands(100, seed=12).tolist()]
    kinds = kinds_of(np.array(hands, np.uint64), game.rules)
    assert [KINDS[kind] for kind in kinds] == [kind_by_settings(hand, game) for hand in hands]
    assert KINDS[kinds[4]] == Kind(Category.FIVE_ACES, joker=True)


def test_quantiles_are_those_of_a_list_with_repeats() -> None:
    random = np.random.default_rng(2)
    values, weights = random.random(50).round(1), random.integers(1, 25, 50)
    repeated = sorted(np.repeat(values, weights).tolist())
    for percent, found in zip(PERCENTS, quantiles(values, weights), strict=True):
        assert 100 * sum(value <= found for value in repeated) >= percent * len(repeated)
        assert 100 * sum(value < found for value in repeated) < percent * len(repeated)


def grouped(hands: list[CardSet], game: Game) -> dict[Kind, list[float]]:
    values = defaultdict(list)
    for hand in hands:
        values[kind_by_settings(hand, game)].append(game.rank(hand).best.ev)
    return dict(values)


def check(spread: Spread, values: list[float]) -> None:
    assert spread.hands == len(values)
    assert spread.mean == pytest.approx(np.mean(values), abs=1e-12)
    assert spread.quantiles[2] == sorted(values)[(len(values) + 1) // 2 - 1]


def test_a_sample_is_counted_hand_by_hand_and_has_errors(game: Game) -> None:
    spreads = game.spreads(samples=100, seed=4)
    assert (spreads.method, spreads.seed, spreads.hands) == ("sampled", 4, 100)
    expected = grouped(random_hands(100, seed=4).tolist(), game)
    assert [spread.kind for spread in spreads.kinds] == sorted(expected)
    for spread in spreads.kinds:
        values = expected[spread.kind]
        check(spread, values)
        if len(values) == 1:
            assert spread.error is None
        else:
            assert spread.error == pytest.approx(mean_error(np.array(values), 2))


@pytest.mark.parametrize("game", [asia.Game("casino"), paigow.Game()], ids=str)
def test_a_table_is_taken_as_it_is_with_weights(game: Game, tmp_path: Path) -> None:
    table = game.build_table(range(4_000_000, 4_000_120), folder=tmp_path)
    spreads = spreads_in_table(table)
    (block,) = table.blocks()
    expected: dict[Kind, list[float]] = {}
    for hand, weight in zip(block.hands.tolist(), block.weights.tolist(), strict=True):
        for kind, (value,) in grouped([hand], game).items():
            expected.setdefault(kind, []).extend([value] * weight)
    assert sum(map(len, expected.values())) == spreads.hands > 120
    assert (spreads.method, spreads.seed) == ("table", None)
    assert [spread.kind for spread in spreads.kinds] == sorted(expected)
    for spread in spreads.kinds:
        check(spread, expected[spread.kind])
        assert spread.error is None


def test_a_slice_of_a_table_does_not_stand_for_all_hands(tmp_path: Path) -> None:
    game = asia.Game()
    game.build_table(range(20), folder=tmp_path)
    spreads = game.spreads(samples=10, folder=tmp_path)
    assert (spreads.method, spreads.hands) == ("sampled", 10)
