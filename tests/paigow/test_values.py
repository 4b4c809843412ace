"""Values of five and two cards."""

from collections import Counter
from itertools import combinations, islice
from typing import Any

import pytest
from paigow.cards import game_of

from astragal import paigow
from astragal.errors import BadInputError
from astragal.paigow import Rules, find_rules
from astragal.setting import Category
from astragal.setting.hand import HandRank, hand_rank, rank_tables

from reference import paigow as reference

CASINO = find_rules()
VARIANTS = [CASINO, find_rules(wheel="lowest")]


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_there_are_7463_fives_and_91_twos(rules: Rules) -> None:
    highs, lows = rank_tables(rules).ascending.values()
    by_category = Counter(rank.category for rank in highs)
    counts = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10, 1]
    assert by_category == dict(zip(Category, counts, strict=True))
    assert (len(highs), len(lows)) == (7463, 91)


def compare_fives(rules: Rules, step: int) -> Counter[Category]:
    """Compare every step-th five with the reference; return what they make."""
    game, made = game_of(rules), Counter[Category]()
    seen: dict[reference.Worth, HandRank] = {}
    for ids in islice(combinations(range(53), 5), 0, None, step):
        worth = reference.five(tuple(reference.DECK[card] for card in ids), game)
        rank = hand_rank(ids, rules)
        made[rank.category] += 1
        assert seen.setdefault(worth, rank) == rank, ids
        assert int(rank.category) + 1 == worth[0], ids
    ordered = [seen[worth].value for worth in sorted(seen)]
    assert ordered == sorted(set(ordered))
    return made


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_every_211th_five_is_ordered_as_in_the_reference(rules: Rules) -> None:
    """`make verify` compares all 2,869,685."""
    assert len(compare_fives(rules, 211)) >= 8


@pytest.mark.verify
@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_every_five_is_ordered_as_in_the_reference(rules: Rules) -> None:
    made = compare_fives(rules, 1)
    assert {int(kind) + 1: count for kind, count in made.items()} == reference.FIVE_COUNTS


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_fives_with_the_joker_are_ordered_as_in_the_reference(rules: Rules) -> None:
    """Over a deck of two suits, where every category but quads and five aces comes up."""
    game = game_of(rules)
    seen: dict[reference.Worth, int] = {}
    for others in combinations([*range(2, 52, 4), *range(3, 52, 12)], 4):
        ids = (*others, 52)
        worth = reference.five(tuple(reference.DECK[card] for card in ids), game)
        value = hand_rank(ids, rules).value
        assert seen.setdefault(worth, value) == value, ids
    ordered = [seen[worth] for worth in sorted(seen)]
    assert ordered == sorted(set(ordered))


def test_twos_are_ordered_as_in_the_reference() -> None:
    seen: dict[reference.Worth, HandRank] = {}
    for ids in combinations(range(53), 2):
        worth = reference.two(tuple(reference.DECK[card] for card in ids))
        rank = hand_rank(ids, CASINO)
        assert seen.setdefault(worth, rank) == rank, ids
    assert len(seen) == 91
    ordered = [seen[worth] for worth in sorted(seen)]
    assert ordered == sorted(ordered)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("Jk As Ad Ah Ac", "five aces"),
        ("Jk Ks Qs Js Ts", "straight flush, ace high"),
        ("As 5s 4s 3s 2s", "straight flush, ace to five"),
        ("Jk As Ad Ah 2c", "four aces, two"),
        ("Jk As Kd Kh Kc", "full house, kings over aces"),
        ("Jk As 9s 5s 2s", "flush, ace king nine five two"),
        ("Jk 5d 4h 3c 2s", "straight, ace to five"),
        ("7s 7d 7h 4c 3s", "three sevens, four three"),
        ("7s 7d 4h 4c 3s", "sevens and fours, three"),
        ("Jk As 9d 5h 2c", "pair of aces, nine five two"),
        ("Ks 8s 5d 4h 2c", "king eight five four two"),
        ("Jk Ks", "ace king"),
        ("Jk As", "pair of aces"),
    ],
)
def test_hands_have_names(cards: str, text: str) -> None:
    rank = hand_rank(cards, CASINO)
    assert str(rank) == text
    assert CASINO.hand_rank.from_value(rank.value) == rank


@pytest.mark.parametrize("commission", [0, 0.0, "0", "0.0"])
def test_no_commission_is_written_as_a_number_or_its_text(commission: Any) -> None:
    assert paigow.Game(commission=commission).rules.stakes == (1, 1)


@pytest.mark.parametrize(
    ("commission", "stakes"), [(0.04, (24, 25)), ("0.029", (971, 1000)), (0.9999, (1, 10_000))]
)
def test_the_commission_can_be_any_rate(commission: Any, stakes: tuple[int, int]) -> None:
    game = paigow.Game(commission=commission)
    assert game.rules.stakes == stakes
    assert game.rules.name == f"casino, commission {float(commission)}"
    best = game.rank("Jk Qs Qh Qd As 7s 2s").best
    paid = 1 - float(commission)
    assert best.ev == pytest.approx((paid * best.wins - best.losses) / best.dealer_hands)


@pytest.mark.parametrize("commission", [True, -0.01, 1, 0.00001, "five", "nan", None, [0.05]])
def test_a_commission_that_is_no_rate_is_refused(commission: Any) -> None:
    if commission is None:
        assert paigow.Game(commission=commission).rules.commission == 0.05
    else:
        with pytest.raises(BadInputError, match=r"commission is a rate from 0 to 0\.9999"):
            paigow.Game(commission=commission)
