"""Exact answers: published vectors, and the reference over a reduced deck."""

import csv
from pathlib import Path

import pytest
from asia.cards import from_reference, game_of, setting_to_reference, to_reference

from astragal.asia import PROFILES, Answer, Rules, exact, find_rules, find_way, houseway
from astragal.asia.setting import Setting
from astragal.cards import card_set, complement, full_deck
from astragal.errors import BadInputError, CardError

from reference import asia as reference
from reference.asia_example import example_way

ROOT = Path(__file__).parents[2]
VECTORS = list(csv.DictReader((ROOT / "tests/data/asia_vectors.csv").read_text().splitlines()))
EXAMPLE = str(ROOT / "src/astragal/asia/ways/example.toml")
PUSH, CASINO = PROFILES["push"], PROFILES["casino"]


@pytest.mark.parametrize("row", VECTORS, ids=[row["hand"] for row in VECTORS])
def test_vectors(row: dict[str, str]) -> None:
    answer = exact.settings(card_set(row["hand"]))
    first, second = answer.rows[:2]
    assert answer.dealer_hands == 53_524_680
    assert (answer.legal, str(answer.house.setting)) == (int(row["legal"]), row["dealer"])
    for found, name, n in ((first, "best", 1), (second, "second", 2)):
        expected = (row[name], int(row[f"W{n}"]), int(row[f"L{n}"]), int(row[f"P{n}"]))
        assert (str(found.setting), found.wins, found.losses, found.pushes) == expected


# Thirteen cards are left to the dealer, 1,716 hands. Chosen for what they can make: the joker with
# two suits of three and more; quads beside a straight flush; wheels; five of a suit, no joker.
DECKS = [
    ("As Kd Qh Jc 9s 7d 4h", "Jk Ks Qs Js Ts Kh Qd Jh Th 9h 8h 2c 3c"),
    ("Jk Ks Kd 9h 8c 5d 2s", "As Ah Ad Ac 2h 3h 4h 2d 3d 4d 2c 5s 6s"),
    ("9s 8s 7s 6s 5s 4s 2s", "Jk Ac Ad Kc Kd Qc Qd Jc Jd Tc Td 9c 9d"),
    ("Ac 2d 3h 4s 9c Jd Kh", "7c 7d 7h 7s 8c 8d 8h 8s 5c 6c Tc Th Ts"),
]
SWITCHED = [
    PUSH,
    CASINO,
    find_rules("push", quads_over_straight_flush=True),
    find_rules("push", copies="dealer"),
    find_rules("push", wheel="second highest"),
    find_rules("push", strict_order=True),
]


Expected = dict[tuple[reference.Worth, reference.Worth, reference.Worth], tuple[int, int, int, int]]


def check(answer: Answer, expected: Expected) -> None:
    game = game_of(answer.rules)
    found = {
        reference.worths(setting_to_reference(row.setting), game): (
            row.wins,
            row.losses,
            row.pushes,
            row.same,
        )
        for row in answer.rows
    }
    assert found == expected
    assert answer.legal == sum(same for *_, same in expected.values())
    wins, losses = answer.best.wins, answer.best.losses
    assert (-wins, losses) == min((-w, x) for w, x, _, _ in expected.values())


@pytest.mark.parametrize("rules", SWITCHED, ids=lambda rules: rules.name)
@pytest.mark.parametrize(("hand", "deck"), DECKS)
def test_a_reduced_deck_is_counted_as_by_hand(hand: str, deck: str, rules: Rules) -> None:
    mine, left = card_set(hand), card_set(deck)
    way = find_way("lexicographic", rules)
    answer = exact.settings(mine, rules=rules, way=way, dead=complement(mine | left, 53))
    assert answer.dealer_hands == 1716
    game = game_of(rules)
    expected = reference.score(
        to_reference(mine),
        to_reference(left),
        game,
        lambda cards: reference.lexicographic(cards, game),
    )
    check(answer, expected)
    house = reference.lexicographic(to_reference(mine), game)
    assert reference.worths(setting_to_reference(answer.house.setting), game) == reference.worths(
        house, game
    )


@pytest.mark.parametrize("rules", [PUSH, CASINO], ids=lambda rules: rules.name)
@pytest.mark.parametrize(("hand", "deck"), DECKS)
@pytest.mark.parametrize("name", ["balanced", EXAMPLE])
def test_other_ways_over_a_reduced_deck(hand: str, deck: str, rules: Rules, name: str) -> None:
    mine, left = card_set(hand), card_set(deck)
    way = find_way(name, rules)
    answer = exact.settings(mine, rules=rules, way=way, dead=complement(mine | left, 53))

    def set_dealer(cards: reference.Cards) -> reference.Setting:
        if name == EXAMPLE:
            return example_way(cards)
        # The balanced way is data without another source; what is checked is the counting.
        return setting_to_reference(way.set(card_set(from_reference(cards))))

    check(
        answer, reference.score(to_reference(mine), to_reference(left), game_of(rules), set_dealer)
    )


def test_sub_hands_add_up() -> None:
    answer = exact.settings(card_set("Jh Js 8d 8c 4s 4h 2c"))
    for row in answer.rows:
        for sub in row.subs:
            assert sub.wins + sub.losses + sub.copies == answer.dealer_hands
        assert row.wins + row.losses + row.pushes == answer.dealer_hands


def test_the_house_sets_legal_settings() -> None:
    for row in VECTORS:
        setting = houseway.default_way(PUSH).set(card_set(row["hand"]))
        assert isinstance(setting, Setting)
        assert str(setting) == row["dealer"]


def test_the_distribution_counts_all_hands() -> None:
    way = find_way("lexicographic", PUSH)
    counts = exact.distribution(way, full_deck(53))
    assert counts.shape == way.triples.shape
    assert counts.sum(dtype="u8") == 154_143_080


def test_many_are_as_one() -> None:
    hands = [card_set(row["hand"]) for row in VECTORS]
    one_by_one = [exact.settings(hand) for hand in hands]
    assert exact.many(hands, threads=1) == one_by_one
    assert exact.many(hands, threads=2) == one_by_one
    assert exact.many([]) == []


@pytest.mark.parametrize(
    ("hand", "dead", "words"),
    [
        ("As Kd", "", "a hand has seven cards, not 2"),
        ("As Kd Qh Jc 9s 7d 4h", "As 2c", "'As' can't be both in the hand and dead"),
    ],
)
def test_bad_input(hand: str, dead: str, words: str) -> None:
    with pytest.raises(CardError, match=words):
        exact.settings(card_set(hand), dead=card_set(dead))


def test_too_few_cards_left() -> None:
    mine = card_set("As Kd Qh Jc 9s 7d 4h")
    dead = complement(mine | card_set("2c 2d 2h 2s 3c 3d"), 53)
    with pytest.raises(CardError, match="only 6 cards are left: the dealer needs seven"):
        exact.settings(mine, dead=dead)


def test_a_way_of_other_rules_is_refused() -> None:
    way = find_way("lexicographic", CASINO)
    with pytest.raises(BadInputError, match="is one under 'casino', not under 'push'"):
        exact.best(card_set("As Kd Qh Jc 9s 7d 4h"), rules=PUSH, way=way)
