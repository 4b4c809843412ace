"""The slow reference of pai gow poker: values, fouls and results from its rules.

Expected values are written out by hand. The counts of all fives are those of docs/sources.md.
"""

import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import astragal

from reference import paigow as reference
from reference.paigow import Game, read
from reference.paigow_ways import WAYS, first_rule

GAME = Game()
LOWEST = Game(wheel_second=False)

ASCENDING = [
    "7s 5d 4h 3c 2s",
    "As Kd Qh Jc 9s",
    "2s 2d 5h 4c 3s",
    "Jk As 4h 3c 8s",  # the joker is an ace: a pair of aces
    "3s 3d 2h 2c 4s",
    "2s 2d 2h 4c 3s",
    "Jk As Ad 4c 3s",
    "6s 5d 4h 3c 2s",
    "Jk Qd Jh Tc 9s",  # a king-high straight, not a queen-high one
    "As 5d 4h 3c 2s",
    "As Kd Qh Jc Ts",
    "7s 5s 4s 3s 2s",
    "Ks Qs 9s 5s 2s",
    "Jk Qs 9s 5s 2s",  # the joker is the ace of spades
    "As Qs 9s 8s 2s",
    "Jk As 9s 5s 2s",  # the ace of spades is held, so the joker is the king
    "2s 2d 2h 3c 3s",
    "Jk As Kd Kh Kc",
    "2s 2d 2h 2c 3s",
    "Jk As Ad Ah 2c",
    "6s 5s 4s 3s 2s",
    "Ks Qs Js Ts 9s",
    "As 5s 4s 3s 2s",
    "Jk Ks Qs Js Ts",
    "Jk As Ad Ah Ac",
]


def test_fives_ascend_and_the_wheel_is_the_second_highest_straight() -> None:
    values = [reference.five(read(text), GAME) for text in ASCENDING]
    assert values == sorted(set(values))
    assert {kind for kind, _ in values} == set(reference.FIVE_COUNTS)


def test_the_wheel_can_be_the_lowest_straight() -> None:
    wheel, six_high = (reference.five(read(ASCENDING[n]), LOWEST) for n in (9, 7))
    assert wheel < six_high
    joker = reference.five(read("Jk 5d 4h 3c 2s"), LOWEST)
    assert joker == six_high  # the joker is the six
    assert reference.five(read("Jk 5d 4h 3c 2s"), GAME) > reference.five(read(ASCENDING[8]), GAME)


@pytest.mark.verify
def test_all_2_869_685_fives_make_what_they_should() -> None:
    counts = Counter(reference.five(cards, GAME)[0] for cards in combinations(reference.DECK, 5))
    assert counts == reference.FIVE_COUNTS
    assert counts.total() == 2_869_685


@pytest.mark.parametrize(
    ("five", "two", "legal"),
    [
        ("7s 5d 4h 3c 2s", "6d 5c", True),
        ("7s 5d 4h 3c 2s", "7d 4c", True),
        ("7s 5d 4h 3c 2s", "7d 5c", True),  # equal so far as the two goes
        ("7s 5d 4h 3c 2s", "7d 6c", False),
        ("7s 7d 4h 3c 2s", "7h 7c", True),
        ("7s 7d 4h 3c 2s", "8h 8c", False),
        ("3s 3d 2h 2c 4s", "Ah Jk", True),
    ],
)
def test_the_five_must_not_be_lower_than_the_two(five: str, two: str, legal: bool) -> None:
    assert reference.is_legal((read(five), read(two)), GAME) is legal


def result(mine: str, dealer: str, game: Game) -> str:
    def worths(text: str) -> reference.Worths:
        five, two = map(read, text.split(" / "))
        return reference.worths((five, two), game)

    return reference.compare(worths(mine), worths(dealer), game)


@pytest.mark.parametrize(
    ("mine", "dealer", "dealer_banks", "player_banks"),
    [
        ("9s 9d 7h 5c 4s / Kh Qd", "8s 8d 7c 5d 4h / Kc Js", "win", "win"),
        ("9s 9d 7h 5c 4s / Kh Qd", "8s 8d 7c 5d 4h / Kc Qs", "push", "win"),
        ("9s 9d 7h 5c 4s / Kh Qd", "9h 9c 7c 5d 4h / Kc Qs", "loss", "win"),
        ("9s 9d 7h 5c 4s / Kh Jd", "9h 9c 7c 5d 4h / Kc Qs", "loss", "push"),
        ("8s 8d 7h 5c 4s / Kh Jd", "9h 9c 7c 5d 4h / Kc Qs", "loss", "loss"),
        ("8s 8d 7h 5c 4s / Ah Jd", "9h 9c 7c 5d 4h / Kc Qs", "push", "push"),
    ],
)
def test_a_copy_goes_to_the_banker(
    mine: str, dealer: str, dealer_banks: str, player_banks: str
) -> None:
    assert result(mine, dealer, GAME) == dealer_banks
    assert result(mine, dealer, Game(player_banks=True)) == player_banks


def test_some_dealer_hands_push() -> None:
    mine, queen_high = "9s 9d 7h 5c 4s / Ah Kd", "Qs 8d 7c 5d 4h / Js 9c"
    king_high, nine_high = "Ks 8d 7c 5d 4h / Js 9c", "Ks Qd 7c 5d 4h / 9s 8c"
    ez, nine = Game(push="queen-high", commission=0), Game(push="nine-high", commission=0)
    assert [result(mine, dealer, ez) for dealer in (queen_high, king_high)] == ["push", "win"]
    assert [result(mine, dealer, nine) for dealer in (nine_high, king_high)] == ["push", "win"]
    ace, ace_high = Game(push="ace-high", commission=0), "As 8d 7c 5d 4h / Js 9c"
    assert [result(mine, dealer, ace) for dealer in (ace_high, king_high)] == ["push", "win"]
    lost = "8s 7d 5c 3d 2h / 6s 4c"
    assert result(lost, queen_high, ez) == "push"


def test_a_win_pays_a_commission() -> None:
    results = Counter(win=40, push=40, loss=20)
    assert reference.ev(results, GAME) == pytest.approx(0.18)
    assert reference.ev(results, Game(commission=0)) == pytest.approx(0.2)


def tricky_hands(count: int) -> list[reference.Cards]:
    """Random hands, half with the joker, half with few ranks, half with few suits."""
    random = Random(30)
    hands = []
    for _ in range(count):
        ranks = {14, *random.sample(range(2, 14), random.choice([4, 12]))}
        suits = random.choice(["cs", "cdhs"])
        deck = [card for card in reference.DECK if card and card[0] in ranks and card[1] in suits]
        hand = random.sample(deck, 7)
        hands.append((None, *hand[1:]) if random.random() < 0.5 else tuple(hand))
    return hands


@pytest.mark.parametrize("name", WAYS)
def test_way_files_say_what_their_sentences_say(name: str) -> None:
    """Read the files with the reference's own interpreter; no code of the package takes part."""
    folder = Path(astragal.__file__).parent / "paigow" / "ways"
    rules = tomllib.loads((folder / f"{name}.toml").read_text())["rule"]
    for hand in tricky_hands(200):
        number, setting = first_rule(hand, rules)
        wanted = WAYS[name](hand)
        assert reference.is_legal(wanted, GAME), hand
        by_file, by_hand = (reference.worths(found, GAME) for found in (setting, wanted))
        assert by_file == by_hand, (hand, rules[number]["name"])


FOXWOODS = [
    # kind, hand, front
    ("no pair", "Ks Qd Jh 9c 7s 4d 2h", "Qd Jh"),
    ("no pair, joker", "Jk Kd Jh 9c 7s 4d 2h", "Kd Jh"),
    ("one pair", "9s 9d Ah Kc 7s 4d 2h", "Ah Kc"),
    ("one pair, a straight", "9s 9d 8h 7c 6s 5d Ah", "Ah 9d"),
    ("one pair, a straight", "3s 3d 9h 8c 7s 6d 5h", "3s 3d"),
    ("ace and pair of tens to kings", "Ks Kd Ah Qc Js Td 5h", "Ah Qc"),
    ("reading 3: ace in front either way", "Ks Kd Ah Qc Js Td 9h", "Ah Kd"),
    ("two pair, jacks", "Js Jd 3h 3c As Kd 2h", "3h 3c"),
    ("two pair, tens, ace", "Ts Td 3h 3c As Kd 2h", "As Kd"),
    ("two pair, tens, king", "Ts Td 3h 3c Ks Qd 2h", "3h 3c"),
    ("two pair, sixes, king", "6s 6d 3h 3c Ks Qd 2h", "Ks Qd"),
    ("two pair, sixes, queen", "6s 6d 3h 3c Qs Jd 2h", "3h 3c"),
    ("reading 1: two pair with a straight", "Jk As Kd Kh Qc Js Td", "Kd Kh"),
    ("three pair", "As Ad Kh Kc 3s 3d 9h", "As Ad"),
    ("three aces", "As Ad Ah Kc 9s 5d 2h", "As Kc"),
    ("three of a kind", "9s 9d 9h Kc 7s 5d 2h", "Kc 7s"),
    ("two threes", "9s 9d 9h 4c 4s 4d 2h", "9s 9d"),
    ("three of a kind with a flush", "9s 9d 9h Ks 7s 5s 2s", "9d 9h"),
    ("reading 4: three aces with a straight", "Jk As Ad Kc Qs Jd 3h", "As 3h"),
    ("full house", "9s 9d 9h Kc Ks 5d 2h", "Kc Ks"),
    ("full house, the joker an ace", "Jk Qs Qh Qd As 7s 2s", "Jk As"),
    ("reading 5: full house and a pair", "Ks Kd Kh 5c 5s 2d 2h", "5c 5s"),
    ("four jacks", "Js Jd Jh Jc As Kd 2h", "Js Jd"),
    ("four tens, king", "Ts Td Th Tc Ks 3d 2h", "Ks 3d"),
    ("four tens, queen", "Ts Td Th Tc Qs 3d 2h", "Ts Td"),
    ("four sixes", "6s 6d 6h 6c Qs 3d 2h", "Qs 3d"),
    ("four of a kind and a pair", "As Ad Ah Ac 3s 3d 2h", "3s 3d"),
    ("four and three of a kind", "5s 5d 5h 5c 9s 9d 9h", "9s 9d"),
    ("five aces", "Jk As Ad Ah Ac Qd Qh", "As Ad"),
    ("five aces and kings", "Jk As Ad Ah Ac Kd Kh", "Kd Kh"),
]


@pytest.mark.parametrize(("kind", "hand", "front"), FOXWOODS)
def test_foxwoods_by_example(kind: str, hand: str, front: str) -> None:
    _, low = WAYS["foxwoods"](read(hand))
    assert reference.two(low) == reference.two(read(front)), kind
