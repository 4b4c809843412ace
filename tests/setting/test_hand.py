"""What hands of four, two and one cards are, and of five and two."""

import random
from collections import Counter
from itertools import chain, combinations, islice
from pathlib import Path
from typing import Any

import pytest
from setting.cards import game_of

from astragal import _native, asia, paigow
from astragal.asia import Rules, find_rules, hand_rank
from astragal.cards import card_set
from astragal.errors import BadInputError, CardError, UnknownNameError
from astragal.setting import Category, HandRank, hand
from astragal.setting.hand import rank_tables

from reference import asia as reference

PUSH = find_rules("push")
VARIANTS = [
    PUSH,
    find_rules("casino"),
    find_rules("push", wheel="second highest"),
    find_rules("casino", wheel="second highest"),
]


FOURS = {
    Category.HIGH_CARD: 704,
    Category.PAIR: 858,
    Category.TWO_PAIR: 78,
    Category.THREE_OF_A_KIND: 156,
    Category.STRAIGHT: 11,
    Category.FLUSH: 704,
    Category.FOUR_OF_A_KIND: 13,
    Category.STRAIGHT_FLUSH: 11,
}
FIVES = {
    Category.HIGH_CARD: 1277,
    Category.PAIR: 2860,
    Category.TWO_PAIR: 858,
    Category.THREE_OF_A_KIND: 858,
    Category.STRAIGHT: 10,
    Category.FLUSH: 1277,
    Category.FULL_HOUSE: 156,
    Category.FOUR_OF_A_KIND: 156,
    Category.STRAIGHT_FLUSH: 10,
    Category.FIVE_ACES: 1,
}
"""The 7,462 values of poker, and five aces."""


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_there_are_2535_fours_91_twos_13_ones(rules: Rules) -> None:
    tables = rank_tables(rules)
    assert Counter(rank.category for rank in tables.ascending["high"]) == FOURS
    assert tables.sizes == (2535, 91, 13)


@pytest.mark.parametrize("wheel", ["lowest", "second highest"])
def test_there_are_7463_fives_91_twos(wheel: str) -> None:
    tables = rank_tables(paigow.find_rules(wheel=wheel))
    assert Counter(rank.category for rank in tables.ascending["high"]) == FIVES
    assert tables.sizes == (7463, 91, 1)


def test_every_23rd_four_is_ordered_as_in_the_reference() -> None:
    """`make verify` compares all 292,825."""
    game = game_of(PUSH)
    seen: dict[reference.Worth, HandRank] = {}
    for ids in islice(combinations(range(53), 4), 0, None, 23):
        worth = reference.worth(tuple(reference.DECK[card] for card in ids), game)
        rank = hand_rank(ids, rules=PUSH)
        assert seen.setdefault(worth, rank) == rank, ids
    assert {worth[0] for worth in seen} == set(range(1, 9))
    ordered = [seen[worth].value for worth in sorted(seen)]
    assert ordered == sorted(set(ordered))


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_values_of_all_sizes_are_one_order(rules: Rules) -> None:
    """Over a deck of two suits and the joker, where every category but quads comes up."""
    game = game_of(rules)
    deck = [*range(2, 52, 4), *range(3, 52, 4), 52]
    seen: dict[reference.Worth, int] = {}
    fours = combinations(deck[::-1], 4)
    extreme = (ids for ids in fours if sum(card > 40 or card < 12 for card in ids) >= 3)
    for ids in chain(combinations(deck, 1), combinations(deck, 2), extreme):
        worth = reference.worth(tuple(reference.DECK[card] for card in ids), game)
        value = hand_rank(ids, rules=rules).value
        assert seen.setdefault(worth, value) == value, ids
    ordered = [seen[worth] for worth in sorted(seen)]
    assert ordered == sorted(set(ordered))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ah Ad As Jk", "four aces"),
        ("Ah Ad Jk 7s", "three aces, seven"),
        ("Jk 4s 3s 2s", "straight flush, five high"),
        ("Jk 3s 2s As", "straight flush, ace to four"),
        ("Jk Ks Qs 2s", "flush, ace king queen two"),
        ("Jk As Qs 2s", "flush, ace king queen two"),
        ("Jk 9s 8d 7h", "straight, ten high"),
        ("Ac 2d 3h 4s", "straight, ace to four"),
        ("Jk 9s 9d 7h", "pair of nines, ace seven"),
        ("6s 6d 6h Kc", "three sixes, king"),
        ("6s 6d Kh Kc", "kings and sixes"),
        ("7s 7d Ah Kc", "pair of sevens, ace king"),
        ("As Qd 9h 2c", "ace queen nine two"),
        ("Jk Ks", "ace king"),
        ("Jk As", "pair of aces"),
        ("Jk", "ace"),
    ],
)
def test_names(cards: str, name: str) -> None:
    assert str(hand_rank(cards)) == name


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ah Ad As Ac Jk", "five aces"),
        ("Ah Ad Jk 7s 7d", "full house, aces over sevens"),
        ("Jk 4s 3s 2s As", "straight flush, ace to five"),
        ("Jk 5s 4s 3s 2s", "straight flush, ace to five"),  # above six high
        ("Jk 6s 5s 4s 3s", "straight flush, seven high"),
        ("Jk Ks Qs 7s 2s", "flush, ace king queen seven two"),
        ("Jk 9s 8d 7h 6c", "straight, ten high"),
        ("6s 6d 6h 6c Kc", "four sixes, king"),
        ("6s 6d Kh Kc 2d", "kings and sixes, two"),
        ("Jk 9s 9d 7h 2c", "pair of nines, ace seven two"),
        ("Jk As", "pair of aces"),
        ("Jk Ks", "ace king"),
    ],
)
def test_names_in_pai_gow_poker(cards: str, name: str) -> None:
    assert str(paigow.hand_rank(cards)) == name


@pytest.mark.parametrize(
    "rules", [*VARIANTS, *paigow.Rules.named.values()], ids=lambda rules: rules.name
)
def test_pack_and_unpack_make_the_round_trip(rules: asia.Rules | paigow.Rules) -> None:
    for ranks in rank_tables(rules).ascending.values():
        words = [rank.value for rank in ranks]
        assert words == sorted(words)
        assert [rules.hand_rank.from_value(word) for word in words] == list(ranks)


def test_the_wheel_and_the_quads_change_places() -> None:
    def order(rules: Rules, *hands: str) -> list[int]:
        values = [hand_rank(hand, rules=rules) for hand in hands]
        return sorted(range(len(hands)), key=values.__getitem__)

    straights = ("Ac 2d 3h 4s", "2c 3d 4h 5s", "Kc Qd Jh Ts", "Ac Kd Qh Js")
    assert order(PUSH, *straights) == [0, 1, 2, 3]
    assert order(find_rules("push", wheel="second highest"), *straights) == [1, 2, 0, 3]
    top = ("2c 2d 2h 2s", "Ac Kc Qc Jc")
    assert order(PUSH, *top) == [0, 1]
    assert order(find_rules("casino"), *top) == [1, 0]


def test_bad_input() -> None:
    with pytest.raises(CardError, match="3 cards in '2d 2h 2s': 1, 2 or 4 expected"):
        hand_rank([1, 2, 3])
    with pytest.raises(CardError, match="3 cards in '2d 2h 2s': 2 or 5 expected"):
        paigow.hand_rank([1, 2, 3])
    with pytest.raises(UnknownNameError, match="no rules 'vegas'; there are push, casino"):
        find_rules("vegas")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="no switch 'jokers'"):
        find_rules("push", jokers=True)
    with pytest.raises(BadInputError, match="copies is 'push' or 'dealer', not 'both'"):
        find_rules("push", copies="both")
    with pytest.raises(BadInputError, match="strict_order is true or false, not 'yes'"):
        find_rules("push", strict_order="yes")


def test_rules_are_named_by_what_differs() -> None:
    rules = find_rules("casino", copies="push", strict_order=True)
    assert rules.name == "casino, copies push, strict order on"
    assert find_rules("push", strict_order=False) == PUSH
    assert (str(rules), repr(rules)) == (rules.name, f"Rules({rules.name!r})")
    assert find_rules(rules) is rules
    assert find_rules(find_rules("casino", copies="push"), strict_order=True) == rules
    assert rules.to_dict() == {
        "name": rules.name,
        "switches": {
            "quads_over_straight_flush": True,
            "copies": "push",
            "wheel": "lowest",
            "strict_order": True,
        },
    }


@pytest.mark.parametrize("rules", [PUSH, paigow.find_rules()], ids=lambda rules: rules.game)
def test_the_tables_of_the_cache_are_those_that_are_made(
    rules: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    kind, order = type(rules), tuple(rules.order.items())
    made = hand._rank_tables.__wrapped__(kind, order)
    (file,) = (tmp_path / "cache").glob(f"{rules.game}-ranks-*")
    written = file.stat().st_mtime_ns
    kept = hand._rank_tables.__wrapped__(kind, order)
    assert file.stat().st_mtime_ns == written
    cards = [card_set(random.Random(seed).sample(range(53), 7)) for seed in range(200)]
    settings = [
        [_native.setting_settings(tables.native, one) for one in cards] for tables in (made, kept)
    ]
    assert settings[0] == settings[1]
    assert (made.least_high == kept.least_high).all()
    assert made.ascending == kept.ascending
