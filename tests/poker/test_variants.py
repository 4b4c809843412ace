"""Hands of Omaha and of short deck, against a slow reference that shares no code."""

import pickle
from itertools import pairwise
from typing import Any

import numpy as np
import phevaluator
import pytest
from numpy.typing import NDArray

from astragal import poker
from astragal.cards import card_set, cards_text, cards_text_many, hands_to_sets
from astragal.errors import BadInputError, CardError

from reference import equity as reference

HOLE = {"omaha": 4, "omaha5": 5, "omaha6": 6, "short": 2, "short-trips": 2}


def deals(game: str, count: int, size: int, seed: int = 1) -> NDArray[np.uint8]:
    """Rows of different cards of the game's deck."""
    deck = np.array(reference.deck_of(game), np.uint8)
    rows = np.random.default_rng(seed).permuted(np.tile(deck, (count, 1)), axis=1)
    return np.ascontiguousarray(rows[:, :size])


@pytest.mark.parametrize("game", HOLE)
@pytest.mark.parametrize("on_board", [3, 4, 5])
def test_hands_rank_as_the_reference_ranks_them(game: Any, on_board: int) -> None:
    hole = HOLE[game]
    rows = deals(game, 400, hole + on_board)
    hands, boards = rows[:, :hole].copy(), rows[:, hole:].copy()
    strengths = poker.evaluate_many(hands, boards=boards, game=game).tolist()
    values = [
        reference.best_value(tuple(row[:hole]), tuple(row[hole:]), game) for row in rows.tolist()
    ]
    order = sorted(zip(values, strengths, strict=True))
    for (value, strength), (better, stronger) in pairwise(order):
        assert (value == better) == (strength == stronger)
        assert strength <= stronger
    categories = poker.to_category(strengths, game=game).tolist()
    names = {"high": "high card", "trips": "three of a kind", "full": "full house",
             "quads": "four of a kind", "sf": "straight flush"}  # fmt: skip
    kinds = [reference.VARIANTS[game][0][value[0]] for value in values]
    assert [poker.Category(number).text for number in categories] == [
        names.get(kind, kind) for kind in kinds
    ]


@pytest.mark.parametrize("game", HOLE)
def test_the_best_cards_have_the_value_and_are_chosen_by_the_rules(game: Any) -> None:
    hole = HOLE[game]
    for row in deals(game, 100, hole + 5, seed=2).tolist():
        hand, board = row[:hole], row[hole:]
        value = poker.evaluate(hand, board=board, game=game)
        best = tuple(sorted(value.best))
        assert reference.five_value(best, game) == reference.best_value(
            tuple(hand), tuple(board), game
        )
        assert len(set(best) & set(board)) + len(set(best) & set(hand)) == 5
        if game.startswith("omaha"):
            assert len(set(best) & set(hand)) == 2
        assert value.strength == poker.evaluate_many([hand], board=board, game=game)[0]
        assert pickle.loads(pickle.dumps(value)).to_dict() == value.to_dict()


def test_omaha_agrees_with_phevaluator() -> None:
    rows = deals("omaha", 5000, 9, seed=3)
    strengths = poker.evaluate_many(rows[:, :4].copy(), boards=rows[:, 4:].copy(), game="omaha")
    theirs = [phevaluator.evaluate_omaha_cards(*row[4:], *row[:4]) for row in rows.tolist()]
    assert poker.to_kev(strengths).tolist() == theirs


def test_every_form_of_hands_and_boards_gives_the_same() -> None:
    rows = deals("omaha", 50, 9, seed=4)
    hands, boards = rows[:, :4].copy(), rows[:, 4:].copy()
    expected = poker.evaluate_many(hands, boards=boards, game="omaha")
    forms: list[tuple[Any, Any]] = [
        (hands_to_sets(hands), hands_to_sets(boards)),
        (cards_text_many(hands), cards_text_many(boards)),
        (hands, cards_text_many(boards)),
    ]
    for mine, theirs in forms:
        assert np.array_equal(poker.evaluate_many(mine, boards=theirs, game="omaha"), expected)
    out = np.empty(50, np.uint16)
    assert poker.evaluate_many(hands, boards=boards, game="omaha", threads=2, out=out) is out
    assert np.array_equal(out, expected)


def test_boards_are_for_holdem_too() -> None:
    rows = deals("holdem", 200, 7)
    many = poker.evaluate_many(rows[:, :2].copy(), boards=rows[:, 2:].copy())
    assert np.array_equal(many, poker.evaluate_many(rows))


def test_omaha_takes_four_to_six_cards() -> None:
    board = "8c 9c Ts 2d 2h"
    assert poker.evaluate("4c 5c 6c 7s", board=board, game="omaha").text == "straight, ten high"
    for hand, game in (("4c 5c 6c 7s Jd", "omaha5"), ("4c 5c 6c 7s Jd Qd", "omaha6")):
        value = poker.evaluate(hand, board=board, game=game)
        assert value == poker.evaluate(hand, board=board, game="omaha")
        assert value.to_dict()["game"] == game
    hearts = poker.evaluate("Ah Kh Qh Jh", board="Th 2h 3c 4d 8s", game="omaha")
    assert hearts.text == "high card, ace king ten eight four"  # two hearts of the hand at most


def test_short_deck_has_its_own_order() -> None:
    flush = poker.evaluate("Ah Kh", board="9h 8h 6h 6c 6d", game="short")
    full = poker.evaluate("Ac Ad", board="9h 8h 6h 6c 6d", game="short")
    assert (flush.text, full.text) == (
        "flush, ace king nine eight six",
        "full house, sixes over aces",
    )
    assert flush > full
    assert flush.kev is None
    with pytest.raises(TypeError):
        assert flush > poker.evaluate("Ah Kh 9h 8h 6h")
    assert flush != poker.evaluate("Ah Kh 9h 8h 6h")
    straight = poker.evaluate("Ac 6c 7d 8h 9s", game="short")
    assert straight.text == "straight, nine high"
    trips = poker.evaluate("6c 6d 6h 8h 9s", game="short-trips")
    assert trips > poker.evaluate("Ac 6c 7d 8h 9s", game="short-trips")


@pytest.mark.parametrize(
    ("hand", "options", "words"),
    [
        ("Ah Ac 2d", {"board": "Kh 7h 2h", "game": "omaha"}, "3 cards in .*: 4 to 6 expected"),
        ("Ah Ac 2d 3d", {"game": "omaha"}, "omaha needs a board of three to five cards"),
        ("Ah Ac 2d 3d", {"board": "Kh 7h", "game": "omaha"}, "2 cards in .*: 3 to 5 expected"),
        ("Ah Ac 2d 3d", {"board": "Ah 7h 2h", "game": "omaha"}, "'Ah' in .* is also on the board"),
        ("Ah 5c", {"game": "short"}, "'5c' in the hand '5c Ah' is not in the deck of short"),
        ("Ah Kc", {"game": "short", "board": "5c 6c 7c"}, "'5c' in the board"),
        ("6c 7c 8c 9c", {"game": "short", "board": "Ac Kc Qc Jc"}, "8 cards in"),
    ],
)
def test_wrong_hands_are_explained(hand: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(CardError, match=words):
        poker.evaluate(hand, **options)
    with pytest.raises(CardError, match=words):
        poker.evaluate_many([hand], **options)


def test_a_wrong_row_is_named() -> None:
    hands = ["Ah Ac 2d 3d", "Ah Ac 2d 3d"]
    with pytest.raises(CardError, match="row 1: '2d' in '2d 3d Ac Ah' is also on the board"):
        poker.evaluate_many(hands, boards=["Kh 7h 2c", "Kh 7h 2d"], game="omaha")
    with pytest.raises(CardError, match="row 1: '5d' in the hand"):
        poker.evaluate_many(["Ah Kc", "5d 6d"], game="short")
    with pytest.raises(BadInputError, match="2 hands and 1 boards"):
        poker.evaluate_many(hands, boards=["Kh 7h 2c"], game="omaha")
    with pytest.raises(BadInputError, match="board and boards"):
        poker.evaluate_many(hands, board="Kh 7h 2c", boards=["Kh 7h 2c"] * 2, game="omaha")


def test_games_without_one_value_are_refused() -> None:
    with pytest.raises(BadInputError, match="omaha-hilo has two halves: game='omaha'"):
        poker.evaluate("Ah Ac 2d 3d", board="Kh 7h 2h", game="omaha-hilo")
    with pytest.raises(BadInputError, match="stud has no board"):
        poker.evaluate_many(["Ah Ac"], game="stud")
    with pytest.raises(BadInputError, match="wild = 'bug' is for holdem, not for short"):
        poker.evaluate("Ah Ac", game="short", wild="bug")
    with pytest.raises(BadInputError, match="jokers"):
        poker.evaluate_many(["Ah Ac"], game="short", wild="bug")


def test_a_variant_value_shows_its_game() -> None:
    value = poker.evaluate("4c 5c 6c 7s", board="8c 9c Ts 2d 2h", game="omaha")
    assert repr(value) == "<HandValue 4c 5c 6c 7s on 2d 2h 8c 9c Ts, omaha: straight, ten high>"
    assert ("game", "omaha") in value.rows()
    assert cards_text(value.best) == "Ts 9c 8c 7s 6c"
    assert value.cards == card_set("4c 5c 6c 7s 8c 9c Ts 2d 2h")


def test_a_title_is_for_readers_only() -> None:
    own = poker.Variant("holdem", 2, title="Texas")
    assert own == poker.HOLDEM
    assert (own.title, poker.Variant("own", 2).title) == ("Texas", "own")
    with pytest.raises(BadInputError, match="a name and a title, not 5"):
        poker.Variant("own", 2, title=5)  # type: ignore[arg-type]
