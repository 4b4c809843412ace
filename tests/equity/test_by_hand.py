"""Range against range by sweeps over boards, against the slow reference and the other method."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from astragal import equity, poker
from astragal.cards import card_ids, card_set, cards_text, subsets
from astragal.equity import Range, exact
from astragal.equity.plan import Plan
from astragal.equity.spot import read_spot
from astragal.errors import BadInputError
from astragal.poker import VARIANTS

from reference import equity as reference

SPOTS = [
    ("holdem", "8d 9d Th Kc", ""),
    ("holdem", "8d 9d Td Kc Kd", "2c 3c"),
    ("short", "7d 8d Th Kc", "As"),
    ("omaha", "8d 9d Td Kc", ""),
]


def some_ranges(game: Any, known: int, rng: random.Random) -> list[Range]:
    """Two ranges that share hands and cards: one has weights."""
    every = subsets(VARIANTS[game].deck & ~known, VARIANTS[game].hole)
    few = sorted(rng.sample(every.tolist(), 14))
    mine, yours = few[:9], few[4:]
    weights = np.array([rng.choice([0.25, 0.5, 1.0]) for _ in yours])
    return [
        Range.from_arrays(np.array(mine, np.uint64), game=game),
        Range.from_arrays(np.array(yours, np.uint64), weights, game=game),
    ]


@pytest.mark.parametrize(("game", "board", "dead"), SPOTS)
def test_each_hand_is_that_of_the_reference(game: Any, board: str, dead: str) -> None:
    rng = random.Random(board)
    mine, yours = some_ranges(game, card_set(board) | card_set(dead), rng)
    found = equity.by_hand(mine, yours, board=board, dead=dead, game=game)
    met = 0
    for hand, wins, ties, deals in zip(
        found.hands.tolist(), found.wins, found.ties, found.deals, strict=True
    ):
        pairs = [
            {tuple(card_ids(hand)): Fraction(1)},
            {
                tuple(card_ids(other)): Fraction(weight)
                for other, weight in zip(yours.hands.tolist(), yours.weights, strict=True)
            },
        ]
        cards = (tuple(card_ids(card_set(board))), tuple(card_ids(card_set(dead))))
        shares, total, _ = reference.count_ranges(pairs, *cards, game=game)
        assert (wins, ties, deals) == (shares[0][0], shares[0][1], total), cards_text(hand)
        met += total > 0
    assert met >= 5


def test_cells_are_the_means_of_their_hands() -> None:
    found = equity.by_hand("QQ+, AKs, AKo:0.5", "22+", board="2c 7d Jh")
    assert list(found.starting_hands) == ["AA", "AKs", "AKo", "KK", "QQ"]
    by_hand = dict(zip(found.hands.tolist(), found.equities, strict=True))
    suits = [by_hand[card_set(f"A{suit}K{suit}")] for suit in "cdhs"]
    deals = [found.deals[found.hands == card_set(f"A{suit}K{suit}")][0] for suit in "cdhs"]
    assert found.starting_hands["AKs"] == pytest.approx(np.average(suits, weights=deals), abs=1e-15)
    whole = equity.calculate(["QQ+, AKs, AKo:0.5", "22+"], board="2c 7d Jh")
    assert found.equity == pytest.approx(whole.players[0].equity, abs=1e-15)


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["random", "20%"], "2c 7d Jh"),
        (["20%", "AK:0.3, 22+:0.5"], "2c 7c Jc"),
        (["AhKh", "random"], "2c 7h Jh 3d"),
        (["30%", "QQ+, AKs"], "2c 7c Jc Jd 2d"),
        (["QQ+", "AK, QQ"], ""),
    ],
)
def test_both_ways_to_count_ranges_agree(players: list[str], board: str) -> None:
    spot = read_spot(players, board)
    counted = exact.count(spot, Plan("match-ups", 10**9), False, 2, False)
    for evaluations in (1, 10**6, 10**9):  # without symmetries, with them, and in chunks
        swept = exact.count(spot, Plan("sweep", evaluations), False, 2, False)
        assert (swept.deals, swept.match_ups) == (counted.deals, counted.match_ups)
        assert np.allclose(swept.shares, counted.shares, rtol=1e-12)
        assert spot.is_weighted or swept.shares == counted.shares
        assert type(swept.weight) is type(counted.weight)
        assert swept.showdowns != counted.showdowns


def test_chunks_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one = equity.by_hand("30%", "QQ+, AK", board="2c 7c Jc")
    monkeypatch.setattr(exact, "AT_ONCE", 100_000)
    many = equity.by_hand("30%", "QQ+, AK", board="2c 7c Jc", threads=3)
    assert np.array_equal(one.wins, many.wins)
    assert np.array_equal(one.ties, many.ties)


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_distribution_is_that_of_every_runout_by_itself(cards: int) -> None:
    board, hand, villain = card_set("2c 7d Jh"), card_set("JsTs"), Range("QQ+, AK, T9s:0.5")
    bins = 7
    histogram, mass, mean, square = np.zeros(bins), 0.0, 0.0, 0.0
    live = card_ids(VARIANTS["holdem"].deck & ~(board | hand))
    for rest in combinations(live, cards):
        after = equity.calculate(["JsTs", villain], board=board | card_set(list(rest)))
        share = after.players[0].equity
        histogram[min(int(share * bins), bins - 1)] += after.weight
        mass += after.weight
        mean += after.weight * share
        square += after.weight * share**2
    found = equity.distribution("JsTs", villain, board=board, cards=cards, bins=bins)
    assert np.allclose(found.histogram, histogram / mass, atol=1e-14)
    assert found.ehs == pytest.approx(mean / mass, abs=1e-14)
    assert found.ehs2 == pytest.approx(square / mass, abs=1e-14)
    assert found.ehs == pytest.approx(
        equity.calculate(["JsTs", villain], board=board).players[0].equity, abs=1e-14
    )


def test_a_range_is_distributed_as_its_hands_are() -> None:
    whole = equity.distribution("99, AhKd, 7h2h:0.5", "random", board="2c 2d Jh Js")
    assert len(whole.hands) == 6 + 1 + 1
    for place, hand in enumerate(whole.hands.tolist()):
        alone = equity.distribution(hand, "random", board="2c 2d Jh Js")
        assert np.allclose(alone.histogram, whole.histograms[place], atol=1e-15)
        assert alone.ehs2 == pytest.approx(whole.squares[place], abs=1e-15)
    assert whole.histogram.sum() == pytest.approx(1, abs=1e-14)


def test_values_of_cells_and_distributions() -> None:
    found = equity.by_hand("AhKh, AsAd", "KK", board="2c 2d Jh Js")
    fields = found.to_dict()
    rows = fields["starting_hands"]
    assert rows is not None
    assert [row["hand"] for row in rows] == ["AA", "AKs"]
    assert rows[0]["combos"] == 1
    assert [hand["hand"] for hand in fields["hands"]] == ["AhKh", "AsAd"]
    assert "all deals counted" in str(found)
    assert "<svg" in (found._repr_svg_() or "")
    assert found.to_frame()["hand"].to_list() == ["AhKh", "AsAd"]
    spread = equity.distribution("AhKh", "KK", board="2c 2d Jh Js")
    assert sum(spread.to_dict()["histogram"]) == pytest.approx(1)
    assert "EHS" in str(spread)
    assert spread.to_frame().shape == (1, 4 + 10)


def test_the_square_shows_each_starting_hand_in_percent() -> None:
    assert "percent" not in str(equity.by_hand("QQ+", "random", board="2c 7d Jh"))
    found = equity.by_hand("random", "random", board="2c 7d Jh 8s 9s")
    assert found.square() in str(found)
    shown = [cell for line in found.square().splitlines() for cell in line.split()]
    assert len(shown) == 169
    expected = {name: f"{share:.0%}" for name, share in found.starting_hands.items()}
    assert shown[:2] == [expected["AA"], expected["AKs"]]
    assert shown[13] == expected["AKo"]
    assert sorted(shown) == sorted(expected.values())


def test_a_hand_that_meets_nothing_has_no_equity() -> None:
    found = equity.by_hand("AhKh, QQ", "AhKh, KhQh", board="2c 2d Jh Js")
    assert [one["equity"] is None for one in found.to_dict()["hands"]].count(True) == 1
    assert np.isnan(found.equities).sum() == 1
    with pytest.raises(BadInputError, match="the ranges 'AhKh, AhQh', 'AhJh, AhTh' leave no deal"):
        equity.by_hand("AhKh, AhQh", "AhJh, AhTh")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bins": 0}, "bins must be a whole number from 1 to 1,000, not 0"),
        ({"cards": 3}, "cards must be a whole number from 0 to 2, not 3"),
        ({"game": "omaha5"}, "omaha5: hands are ranked one by one in games of two or four"),
        ({"versus": "AKx"}, "'AKx'"),
    ],
)
def test_wrong_input_is_quoted(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        equity.distribution("AhKh", **{"board": "2c 7d Jh", **options})  # type: ignore[arg-type]


def test_random_against_random_before_the_flop() -> None:
    result = equity.calculate(["random", "random"], game="short")
    assert result.method == "exact"
    assert result.deals == comb(36, 2) * comb(34, 2) * comb(32, 5)
    assert result.players[0].wins == result.players[1].wins


def test_what_a_range_makes_is_what_its_hands_make() -> None:
    hands, board = Range("QQ+, AK:0.5, 76s, AhTh"), "Qs 8h 3h"
    found = equity.made_hands(hands, board, dead="As")
    left = hands.without("Qs 8h 3h As")
    made, draws, blockers = (dict[str, float]() for _ in range(3))
    for hand in left:
        one, weight = poker.made_hand(hand, board), left.weight(hand) / left.weights.sum()
        made[one.made] = made.get(one.made, 0) + weight
        for sums, names in ((draws, one.draws), (blockers, one.blockers)):
            for name in names:
                sums[name] = sums.get(name, 0) + weight
    assert found.hands == len(left)
    assert found.made == pytest.approx(made)
    assert found.draws == pytest.approx(draws)
    assert found.blockers == pytest.approx(blockers)
    assert sum(found.made.values()) == pytest.approx(1)
    assert next(iter(found.made)) == "set"
    assert "overpair" in str(found)
    assert found.to_dict()["board"] == ["3h", "8h", "Qs"]
    assert found.to_frame().columns == ["kind", "name", "share"]
    with pytest.raises(BadInputError, match="'QsQh' is empty on the board"):
        equity.made_hands("QsQh", board)
