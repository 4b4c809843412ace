"""Counting against published figures, a slow reference, and counting without merging."""

import random
from collections.abc import Sequence
from fractions import Fraction
from inspect import Parameter, signature
from itertools import combinations
from math import comb
from typing import Any, get_args

import numpy as np
import pytest

from astragal import _native, equity, poker
from astragal.cards import card_ids, card_set, full_deck, subsets
from astragal.equity import exact
from astragal.equity.exact import AT_ONCE
from astragal.equity.plan import Kind, Plan, plan, seconds_to_count
from astragal.equity.spot import read_spot, suit_symmetries
from astragal.errors import BadInputError
from astragal.poker import VARIANTS, Category, Variant
from astragal.progress import Report

from reference import equity as reference

NAMES = {
    "high": Category.HIGH_CARD,
    "pair": Category.PAIR,
    "two pair": Category.TWO_PAIR,
    "trips": Category.THREE_OF_A_KIND,
    "straight": Category.STRAIGHT,
    "flush": Category.FLUSH,
    "full": Category.FULL_HOUSE,
    "quads": Category.FOUR_OF_A_KIND,
    "sf": Category.STRAIGHT_FLUSH,
}


def shares(
    hands: Sequence[int], board: int = 0, dead: int = 0, game: Variant = poker.HOLDEM
) -> list[list[int]]:
    counted = _native.count_hands(game.tables, game.two_of_own, hands, board, dead, False)
    return [list(row) for row in counted[0]]


def random_deal(
    rng: random.Random, game: Variant, players: int, board: int, left: int
) -> tuple[list[int], int, int]:
    """Hands, a board, and dead cards: `left` cards are live."""
    cards = card_ids(game.deck)
    rng.shuffle(cards)
    hands = [card_set(cards[i * game.hole : (i + 1) * game.hole]) for i in range(players)]
    rest = cards[players * game.hole :]
    return hands, card_set(rest[:board]), card_set(rest[board : len(rest) - left])


def test_the_published_pre_flop_match_up() -> None:
    result = equity.calculate(["AhKh", "QsQd"])
    assert (result.method, result.deals) == ("exact", 1_712_304)
    assert [(one.wins, one.ties) for one in result.players] == [(787_966, 6_732), (917_606, 6_732)]


def test_the_published_three_way_flop() -> None:
    result = equity.calculate(["AhKh", "QsQd", "JcTc"], board="Qh 7h 2c")
    assert result.deals == 903
    assert [one.wins for one in result.players] == [234, 617, 52]
    assert [one.ties for one in result.players] == [0, 0, 0]


# Over all suits, as odds: PokerStove's table of match-ups, as quoted on forumserver.twoplustwo.com.
@pytest.mark.parametrize(
    ("players", "odds", "places"), [(["KK", "K2o"], 17.6, 1), (["JTs", "22"], 1.166, 3)]
)
def test_the_most_lopsided_match_up_and_a_close_one(
    players: list[str], odds: float, places: int
) -> None:
    ahead, behind = equity.calculate(players).players
    assert round(ahead.equity / behind.equity, places) == odds


@pytest.mark.parametrize("trials", [3, pytest.param(30, marks=pytest.mark.verify)])
@pytest.mark.parametrize("to_come", range(6))
@pytest.mark.parametrize("name", [name for name, game in VARIANTS.items() if not game.low])
def test_known_hands_agree_with_dealing_every_board(name: Any, to_come: int, trials: int) -> None:
    rng = random.Random(f"{name} {to_come}")
    game = VARIANTS[name]
    for trial in range(trials):
        players = 2 + trial % 3
        left = {0: 8, 1: 12, 2: 10, 3: 9, 4: 8, 5: 9}[to_come]
        if game.deck.bit_count() < players * game.hole + 5 + left:
            players = 2
        hands, board, dead = random_deal(rng, game, players, 5 - to_come, left)
        expected = reference.count(
            [tuple(card_ids(hand)) for hand in hands],
            tuple(card_ids(board)),
            tuple(card_ids(dead)),
            name,
        )
        assert shares(hands, board, dead, game) == expected, (hands, board, dead)


def test_boards_of_four_known_cards_agree_with_dealing_every_river() -> None:
    rng = random.Random(4)
    for _ in range(60):
        hands, board, _ = random_deal(rng, poker.HOLDEM, 2, 4, 44)
        expected = reference.count(
            [tuple(card_ids(hand)) for hand in hands], tuple(card_ids(board))
        )
        assert shares(hands, board) == expected


def unmerged(hands: Sequence[int], board: int = 0) -> list[list[int]]:
    """Every board by itself, through the evaluator for arrays."""
    used = board
    for hand in hands:
        used |= hand
    boards = subsets(full_deck(52) & ~used, 5 - board.bit_count()) | np.uint64(board)
    values = np.array([poker.evaluate_many(boards | np.uint64(hand)) for hand in hands])
    winning = values == values.max(axis=0)
    sharers = winning.sum(axis=0)
    return [
        [int((winning[p] & (sharers == n)).sum()) for n in range(1, len(hands) + 1)]
        for p in range(len(hands))
    ]


@pytest.mark.parametrize("seed", range(8))
def test_pre_flop_merging_changes_nothing(seed: int) -> None:
    hands, _, _ = random_deal(random.Random(seed), poker.HOLDEM, 2 + seed % 2, 0, 40)
    assert shares(hands) == unmerged(hands)


@pytest.mark.parametrize(
    "texts",
    [
        ["AhKh", "QhJh"],  # both with two of the flush's suit
        ["7h6h", "7s6s"],  # alike but for the suits
        ["AhAd", "AsAc"],
        ["2c2d", "3c3d"],
        ["AhKd", "QhJd", "Th9d"],
    ],
)
def test_flushes_of_all_kinds_are_put_right(texts: list[str]) -> None:
    hands = [card_set(text) for text in texts]
    assert shares(hands) == unmerged(hands)
    assert shares(hands, card_set("2h 3h 4h")) == unmerged(hands, card_set("2h 3h 4h"))


@pytest.mark.parametrize("players", [4, 6, 9])
def test_many_players_agree_with_every_board_by_itself(players: int) -> None:
    hands, board, _ = random_deal(random.Random(players), poker.HOLDEM, players, 2, 20)
    assert shares(hands, board) == unmerged(hands, board)


def test_shares_sum_to_the_deals() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        players = rng.randrange(2, 10)
        hands, board, dead = random_deal(rng, poker.HOLDEM, players, rng.randrange(2, 6), 20)
        to_come = 5 - board.bit_count()
        won = sum(
            Fraction(number, n)
            for row in shares(hands, board, dead)
            for n, number in enumerate(row, 1)
        )
        live = 52 - 2 * players - board.bit_count() - dead.bit_count()
        assert won == comb(live, to_come)


def test_symmetric_players_have_the_same_counts() -> None:
    same = equity.calculate(["random", "random"], board="Ah 7c 2d 9s")
    one, other = same.players
    assert (one.wins, one.ties) == (other.wins, other.ties)
    assert one.wins + other.wins + one.ties == same.deals == comb(48, 2) * comb(46, 2) * 44
    assert one.equity == other.equity == 0.5
    three = equity.calculate(["QQ", "QQ", "AhAd"])
    assert three.players[0].wins == three.players[1].wins > 0
    assert three.players[0].ties == three.players[1].ties
    mirrored = equity.calculate(["7h6h", "7s6s"])
    assert mirrored.players[0].wins == mirrored.players[1].wins


RANGES = [
    (["AhKh", "QQ+, AKs"], "2c 7d Jh 9c", ""),
    (["JJ, 76s:0.25, AhKd:0.5", "TT+:0.75, 98s"], "2c 7d Jh 9c 4s", ""),
    (["JJ, 76s", "TT, 98s", "AhKd, QQ:0.5"], "Jc 7d Jh 9c 4s", "Ts"),
    (["random", "AhAd:0.5, AsAc"], "2c 7d Jh 9c 4s", ""),
]


@pytest.mark.parametrize(("players", "board", "dead"), RANGES)
def test_ranges_agree_with_dealing_every_match_up(
    players: list[str], board: str, dead: str
) -> None:
    taken = card_set(board + dead)
    ranges = []
    for text in players:
        one = equity.Range(text)
        ranges.append(
            {
                tuple(card_ids(hand)): Fraction(weight)
                for hand, weight in zip(one.hands.tolist(), one.weights.tolist(), strict=True)
                if not hand & taken
            }
        )
    expected, weight, deals = reference.count_ranges(
        ranges, tuple(card_ids(card_set(board))), tuple(card_ids(card_set(dead)))
    )
    result = equity.calculate(players, board=board, dead=dead, method="exact")
    assert result.deals == deals
    assert Fraction(result.weight) == weight  # quarters are exact in a float
    for player, row in zip(result.players, expected, strict=True):
        assert player.wins == row[0]
        assert player.ties == sum(row[1:])
        assert player.equity == pytest.approx(
            float(sum(Fraction(number, n) for n, number in enumerate(row, 1)) / weight), abs=1e-15
        )


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["QQ+, AKs", "random"], "2c 7c Jh"),
        (["88, AKs:0.5", "22, A5s-A2s", "KQo"], "2c 2d Jh"),
        (["AhKh", "22+, AK"], "Qc 7c 2c"),
        (["AA", "AA"], ""),
    ],
)
def test_suit_symmetry_changes_nothing(players: list[str], board: str) -> None:
    spot = read_spot(players, board)
    ranges = [spot.arrays(place) for place in range(len(players))]
    sets, weights = [hands for hands, _ in ranges], [weights for _, weights in ranges]
    assert len(spot.symmetries) > 1
    assert spot.symmetries == suit_symmetries([spot.board], ranges)
    counted = [
        _native.count_ranges(
            spot.game.tables,
            False,
            sets,
            weights,
            spot.board,
            0,
            kept,
            0,
            len(sets[0]) * len(sets[1]),
            False,
        )
        for kept in ([(0, 1, 2, 3)], spot.symmetries)
    ]
    assert counted[0][:4] == counted[1][:4]
    assert counted[0][4] > counted[1][4]


@pytest.mark.parametrize(
    ("players", "board", "game"),
    [
        (["QQ+, AK", "JJ-99, AQ", "15%"], "2c 7d Jh 9s", "holdem"),
        (["AhKh", "AA, AQ", "KK, QJs"], "2c 7h Jh", "holdem"),
        (["AA, KK:0.3, AK:0.7", "AA, QQ:0.123456789", "AK, AQ:0.1, JTs"], "Tc 9c 8d 2s", "holdem"),
        (["AA, KK", "AA, KK", "AK:0.5", "AK, 72o"], "Ac Kd 7d 7h 2s", "holdem"),
        (["QQ+", "random", "JTs, 87s", "AK, 55"], "5c 7d Jh 9s 3c", "holdem"),
        (["AA, AK, 66", "KK, A9", "99, T9s, QJ"], "9c 6d Jh Ts", "short"),
    ],
)
def test_boards_with_many_ranges_agree_with_match_ups(
    players: list[str], board: str, game: str
) -> None:
    spot = read_spot(players, board, game=VARIANTS[game])
    counted = exact.count(spot, Plan("match-ups", 10**7), False, 1, False)
    for evaluations in (1, 10**6, 10**9):  # without symmetries, with them, and in chunks
        found = exact.count(spot, Plan("boards", evaluations), False, 2, False)
        assert (found.deals, found.match_ups) == (counted.deals, counted.match_ups)
        assert type(found.weight) is type(counted.weight)
        if spot.is_weighted:
            assert found.weight == pytest.approx(counted.weight, rel=1e-13)
            assert np.allclose(found.shares, counted.shares, rtol=1e-12, atol=1e-12)
            assert (np.array(found.shares) == 0).tolist() == (
                np.array(counted.shares) == 0
            ).tolist()
        else:
            assert (found.weight, found.shares) == (counted.weight, counted.shares)


def test_ranges_that_leave_no_deal_are_refused_on_boards_too() -> None:
    spot = read_spot(["AA", "AA", "AA"], "2c 7d Jh 9s 3c")
    with pytest.raises(BadInputError, match="leave no deal"):
        exact.count(spot, Plan("boards", 1), False, 1, False)


def test_chunks_and_threads_change_nothing() -> None:
    players, board = ["QQ+, AKs", "88+, A5s-A2s", "KQ"], "2c 7d Jh"
    expected = equity.calculate(players, board=board, method="exact")
    spot = read_spot(players, board)
    sets = [spot.arrays(place)[0] for place in range(3)]
    weights = [spot.arrays(place)[1] for place in range(3)]
    parts = [
        _native.count_ranges(
            spot.game.tables, False, sets, weights, spot.board, 0, [(0, 1, 2, 3)], a, b, False
        )
        for a, b in ((0, 1), (1, 17), (17, len(sets[0]) * len(sets[1])))
    ]
    for place, player in enumerate(expected.players):
        assert sum(part[0][place][0] for part in parts) == player.wins


@pytest.mark.parametrize(
    ("villain", "combos", "at_once"),
    [
        ("TT-66", 30, 2_000_000),
        pytest.param("random", 1225, AT_ONCE, marks=pytest.mark.verify),
    ],
)
def test_long_counts_report_and_agree_on_any_number_of_threads(
    villain: str, combos: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("astragal.equity.exact.AT_ONCE", at_once)
    reports: list[Report] = []
    players = ["QQ+, AK", villain]
    assert plan(read_spot(players)).evaluations > at_once
    one = equity.calculate(players, method="exact", progress=reports.append)
    two = equity.calculate(players, method="exact", threads=2)
    assert one == two
    assert reports[-1].done == reports[-1].total
    # 34 hands, each against all combos, each on every board.
    assert one.deals == 34 * combos * 1_712_304
    direct = [equity.calculate([hand, villain]) for hand in ("AhAd", "KhKd", "QhQd")]
    offsuit, suited = equity.calculate(["AhKd", villain]), equity.calculate(["AhKh", villain])
    assert one.players[0].wins == (
        6 * sum(int(each.players[0].wins) for each in direct)
        + 12 * int(offsuit.players[0].wins)
        + 4 * int(suited.players[0].wins)
    )


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("holdem", ["AhKh", "QsQd"]),
        ("omaha", ["AhKhQsJs", "9c9d8c8d"]),
        ("short", ["AhKh", "9s9d"]),
    ],
)
def test_categories_of_final_hands(name: Any, hands: list[str]) -> None:
    board = "Th 9h 6c"
    result = equity.final_hands(hands, board=board, game=name)
    ids = [tuple(card_ids(card_set(hand))) for hand in hands]
    for own, others, player in zip(ids, reversed(ids), result.players, strict=True):
        expected = reference.category_counts(
            own, others, tuple(card_ids(card_set(board))), (), name
        )
        assert player.categories is not None
        found = {category: count for category, count in player.categories.items() if count}
        assert found == {NAMES[name]: count for name, count in expected.items()}
        assert sum(player.categories.values()) == result.deals


def test_categories_leave_the_shares_as_they_are() -> None:
    games: list[tuple[Any, list[str]]] = [
        ("holdem", ["AhKh", "QsQd"]),
        ("omaha", ["AhKhQsJs", "9c9d8c8d"]),
    ]
    for game, hands in games:
        plain = equity.calculate(hands, game=game)
        both = equity.final_hands(hands, game=game)
        assert [one.wins for one in plain.players] == [one.wins for one in both.players]
        assert [one.ties for one in plain.players] == [one.ties for one in both.players]


def test_three_of_a_kind_beats_a_straight_by_the_other_custom() -> None:
    hands, board = ["9h8h", "AhAd"], "As 7c 6d Tc Kd"
    assert [one.wins for one in equity.calculate(hands, board=board, game="short").players] == [
        1,
        0,
    ]
    assert [
        one.wins for one in equity.calculate(hands, board=board, game="short-trips").players
    ] == [0, 1]


def test_a_merged_pre_flop_match_up_takes_few_showdowns() -> None:
    assert equity.calculate(["AhKh", "QsQd"]).showdowns < 50_000
    rng = random.Random(1)
    for to_come, most in enumerate((2, 60, 600, 5_000, 26_000, 90_000)):
        for players in (2, 5):
            hands, board, _ = random_deal(rng, poker.HOLDEM, players, 5 - to_come, 10)
            counted = _native.count_hands(poker.HOLDEM.tables, False, hands, board, 0, False)
            assert counted[2] <= most


def test_six_of_a_hand_are_fifteen_pairs() -> None:
    """The best of all choices of two, for six cards of which no two are alike."""
    hand, board = card_set("AhKdQs9c5h2d"), card_set("AdKsQh3c4c")
    game = VARIANTS["omaha6"]
    (strength,) = _native.showdown_strengths(game.tables, True, [hand], board)
    pairs = [card_set(pair) for pair in combinations(card_ids(hand), 2)]
    triples = [card_set(triple) for triple in combinations(card_ids(board), 3)]
    assert strength == max(poker.strength(two | three) for two in pairs for three in triples)


def test_hands_go_in_one_list() -> None:
    positional = [
        name
        for name, parameter in signature(equity.calculate).parameters.items()
        if parameter.kind is not Parameter.KEYWORD_ONLY
    ]
    assert positional == ["players"]
    with pytest.raises(BadInputError, match="'AKs'"):
        equity.calculate("AKs")


@pytest.mark.parametrize("kind", get_args(Kind))
def test_the_estimated_time_is_shared_by_the_threads(kind: Kind) -> None:
    alone, shared = (seconds_to_count(Plan(kind, 1e9), threads) for threads in (1, 4))
    assert alone == pytest.approx(4 * shared)
    assert 0.3 < alone < 10  # a billion evaluations on any machine of today
