"""Reading and writing cards."""

import sys
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import _native
from astragal.cards import card_ids, card_ids_many, card_name, card_set, cards_text, parse_card
from astragal.cards.cardset import Count
from astragal.cards.notation import parse_or_explain
from astragal.errors import BadInputError, CardError

RANK_SPELLINGS = [*"23456789", ("T", "t", "10"), *("Jj", "Qq", "Kk", "Aa")]
SUIT_SPELLINGS = ["cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤"]
JOKER_SPELLINGS = [("Jk", "JK", "jk", "jK"), ("Jr", "JR", "jr", "jR")]


def all_spellings() -> list[tuple[str, int]]:
    suited = [
        (rank + suit, 4 * i + j)
        for i, ranks in enumerate(RANK_SPELLINGS)
        for j, suits in enumerate(SUIT_SPELLINGS)
        for rank, suit in product(ranks, suits)
    ]
    jokers = [(text, 52 + i) for i, texts in enumerate(JOKER_SPELLINGS) for text in texts]
    return suited + jokers


def test_every_spelling_of_every_card_is_read() -> None:
    spellings = all_spellings()
    assert len({card for _, card in spellings}) == 54
    assert len(spellings) == (8 + 3 + 4 * 2) * 4 * 4 + 8
    for text, card in spellings:
        assert parse_card(text) == card, text


def test_every_card_is_written_as_it_is_read() -> None:
    names = [card_name(card) for card in range(54)]
    assert [parse_card(name) for name in names] == list(range(54))
    assert names[-6:] == ["Ac", "Ad", "Ah", "As", "Jk", "Jr"]


def test_every_pair_of_spellings_may_touch() -> None:
    for (first, a), (second, b) in permutations(all_spellings(), 2):
        if a != b:
            assert card_ids(first + second) == [a, b], first + second


def read_slowly(text: str, deck: int) -> list[int] | None:
    try:
        return parse_or_explain(text, deck)
    except CardError:
        return None


def test_native_code_reads_every_spelling_as_python_does() -> None:
    colours = [
        (text + colour, card)
        for text, card in all_spellings()
        for colour in ("\ufe0e", "\ufe0f")
        if text[-1] in "♣♦♥♠♧♢♡♤"
    ]
    for text, card in all_spellings() + colours:
        assert _native.read_cards(text, 54) == parse_or_explain(text, 54) == [card], text
        for deck in (52, 53):
            assert _native.read_cards(text, deck) == read_slowly(text, deck), text


def test_native_code_refuses_what_python_refuses() -> None:
    """All texts of up to three characters, with a neighbour of each character in the notation."""
    characters = "19AJKcksr0Tt2: ,\x00\x1b\x1c\t♠♤♟♨\ufe0f\ufe0dſ\u212aé"
    for size in range(4):
        for text in map("".join, product(characters, repeat=size)):
            assert _native.read_cards(text, 54) == read_slowly(text, 54), repr(text)


@given(st.text("AKJTkQs1023456789cdh♠♥♧♢,; X\ufe0f\ufe0e\n"), st.sampled_from([52, 53, 54]))
def test_native_code_reads_any_text_as_python_does(text: str, deck: int) -> None:
    assert _native.read_cards(text, deck) == read_slowly(text, deck)


def test_gaps_and_letters_of_all_of_unicode() -> None:
    """Native code may leave a text to Python, but never reads one that Python refuses."""
    for code in range(sys.maxunicode + 1):
        text = f"As{chr(code)}Kd"
        found = _native.read_cards(text, 54)
        assert (found is not None) == (chr(code) in " ,\t\n\v\f\r\x1c\x1d\x1e\x1f"), hex(code)
    assert card_ids("As\u00a0Kd\u2003Qh") == [51, 45, 42]


def test_every_pair_makes_the_round_trip() -> None:
    for pair in combinations(range(52), 2):
        word = sum(1 << card for card in pair)
        assert card_ids(cards_text(pair)) == list(pair)
        assert card_set(cards_text(word)) == word


@given(
    st.lists(st.integers(0, 53), unique=True), st.sampled_from(["", " ", ",", ", ", "\n", "\u00a0"])
)
def test_cards_keep_their_order_whatever_is_between(cards: list[int], gap: str) -> None:
    text = gap + gap.join(map(card_name, cards)) + gap
    assert card_ids(text) == cards


@given(st.sets(st.integers(0, 53)))
def test_sets_make_the_round_trip_ascending(cards: set[int]) -> None:
    word = sum(1 << card for card in cards)
    assert card_set(cards_text(word)) == word
    assert card_ids(cards_text(word)) == sorted(cards)


@given(st.text("AKJks1023cdh♠♥,; X\ufe0f"))
def test_any_text_is_read_or_refused_with_a_card_error_that_quotes_it(text: str) -> None:
    try:
        cards = card_ids(text)
    except CardError as error:
        assert repr(text) in str(error)  # noqa: PT017 (either outcome may be right)
    else:
        assert card_ids(cards_text(cards)) == cards


def test_symbols_may_ask_for_a_colour() -> None:
    assert card_ids("A♠\ufe0f K♥\ufe0e") == card_ids("As Kh")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("As Xx", "Xx"),
        ("AsX9d", "X"),
        ("A9d", "A"),
        ("JKs", "s"),
        ("As 1h", "1h"),
        ("10 h", "10"),
        ("As;Kd", ";"),
        ("Aſ", "Aſ"),
        ("J\u212a", "J\u212a"),
    ],
)
def test_unknown_cards_are_quoted_with_the_whole_text(text: str, part: str) -> None:
    with pytest.raises(CardError) as error:
        card_ids(text)
    assert str(error.value) == (
        f"unknown card {part!r} in {text!r}: a card is a rank (2..9, T or 10, J, Q, K, A)"
        " and a suit (c, d, h, s), or a joker, Jk or Jr"
    )


@pytest.mark.parametrize("text", ["As Kd As", "AsKdA♠", "AS, as"])
def test_a_card_twice_is_quoted_as_it_was_written(text: str) -> None:
    second = text.replace(",", " ")[-2:]
    with pytest.raises(CardError) as error:
        card_set(text)
    assert str(error.value) == f"card {second!r} comes twice in {text!r}: each may come once"


@pytest.mark.parametrize(
    ("text", "deck", "says"),
    [
        ("As Jk", 52, r"'Jk' in 'As Jk' is not in this deck: .* and a suit \(c, d, h, s\)$"),
        ("As Jr", 52, r"'Jr' in 'As Jr' is not in this deck: .* and a suit \(c, d, h, s\)$"),
        ("As Jr", 53, r"'Jr' in 'As Jr' is not in this deck: .*, or the joker Jk$"),
    ],
)
def test_jokers_that_the_deck_lacks_are_refused(text: str, deck: int, says: str) -> None:
    with pytest.raises(CardError, match=says):
        card_ids(text, deck=deck)


def test_jokers_that_the_deck_has_are_read() -> None:
    assert card_ids("As Jk", deck=53) == [51, 52]
    assert card_ids("Jr Jk", deck=54) == [53, 52]


@pytest.mark.parametrize(
    ("text", "count", "says"),
    [
        ("As Kd Qh", 2, "3 cards in 'As Kd Qh': 2 expected"),
        ("As", range(5, 8), "1 card in 'As': 5 to 7 expected"),
        ("As", (5, 7), "1 card in 'As': 5 or 7 expected"),
        ("As", {5, 0, 4, 3}, "1 card in 'As': 0, 3, 4 or 5 expected"),
        ("", 1, "0 cards in '': 1 expected"),
    ],
)
def test_wrong_counts_say_what_was_expected(text: str, count: Count, says: str) -> None:
    with pytest.raises(CardError) as error:
        card_ids(text, count=count)
    assert str(error.value) == says


@pytest.mark.parametrize("count", [2, range(3), (2, 7), None])
def test_right_counts_pass(count: Count) -> None:
    assert card_ids("As Kd", count=count) == [51, 45]


@pytest.mark.parametrize("text", ["", "As Kd", " , "])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(CardError, match="1 expected"):
        parse_card(text)


def test_a_deck_of_another_size_is_refused() -> None:
    with pytest.raises(BadInputError, match="no deck has 36 cards"):
        card_ids("As", deck=36)
    with pytest.raises(BadInputError, match=r"^no deck has 36 cards"):
        card_ids_many(["As"], deck=36)


def test_names_of_what_is_no_card_are_refused() -> None:
    with pytest.raises(CardError, match="id 54"):
        card_name(54)
    with pytest.raises(CardError, match=r"in \[51, 99\]: no card has the id 99"):
        cards_text([51, 99])
    with pytest.raises(CardError, match="0x0040000000000000"):
        cards_text(1 << 54)
