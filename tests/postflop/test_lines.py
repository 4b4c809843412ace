"""Lines as text: actions, short forms and cards, and what is wrong with a line."""

import contextlib
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.cards import card_set, parse_card
from astragal.errors import BadInputError
from astragal.postflop.bets import read_bet_sizes
from astragal.postflop.lines import find_action, read_line
from astragal.postflop.tree import CHANCE, Action, BettingTree, build_tree

BOARD = card_set("Td 9d 6h Qc")
TREE = build_tree("turn", 200, 900, read_bet_sizes("50%, 100%, a", "60%"))


def line_of(text: str, tree: BettingTree = TREE) -> str:
    return read_line(tree, BOARD, text).line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("x", "check"),
        ("check, bet 100, call, 2c", "check, bet 100, call, 2c"),
        ("x b100 c 2c", "check, bet 100, call, 2c"),
        ("check bet 100 call 2c", "check, bet 100, call, 2c"),
        ("X/B100/C/2♣", "check, bet 100, call, 2c"),
        ("b100 raise to 340 c 10h", "bet 100, raise 340, call, Th"),
        ("b100 r340", "bet 100, raise 340"),
        ("bet 100.0, raise", "bet 100, raise 340"),
        ("all-in", "all-in 900"),
        ("a", "all-in 900"),
        ("allin 900", "all-in 900"),
        ("bet 900", "all-in 900"),
        ("x x As a", "check, check, As, all-in 900"),
    ],
)
def test_forms_of_a_line(text: str, line: str) -> None:
    assert line_of(text) == line


def test_a_place_has_the_cards() -> None:
    place = read_line(TREE, BOARD, "x x 7s")
    assert (place.deal, place.cards) == (parse_card("7s"), card_set("7s"))
    flop = build_tree("flop", 200, 900, read_bet_sizes("50%"))
    place = read_line(flop, card_set("Td 9d 6h"), "x x 7s x x Ac")
    assert place.deal == 52 * parse_card("7s") + parse_card("Ac")
    assert place.cards == card_set("7s Ac")


def test_every_action_is_found_by_its_name_and_its_token() -> None:
    for node in range(len(TREE)):
        if TREE.kind[node] < CHANCE:
            actions = TREE.actions(node)
            for number, action in enumerate(actions):
                for text in (str(action), action.token, str(action).upper()):
                    assert find_action(actions, text) == number


def test_amounts_are_in_the_units_of_the_pot() -> None:
    action = Action("bet", 550, Decimal("0.01"))
    assert find_action([Action("check"), action], "bet 5.5") == 1
    assert find_action([Action("check"), action], "b5.50") == 1
    assert find_action([Action("check"), action], "bet 550") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bet 99", r"no action 'bet 99' in 'bet 99': at the root oop can check, bet 100, bet 200"),
        ("x b100 k", "no action 'k' in 'x b100 k': after 'check, bet 100' oop can fold, call"),
        ("bet", "no action 'bet' .* oop can check, bet 100, bet 200, all-in 900"),
        ("call 3", "no action 'call'"),
        ("x x Td", "'Td' in 'x x Td' is dead: the board is 6h 9d Td Qc"),
        ("x x 2c x x 2c", "the hand is over after 'check, check, 2c, check, check'"),
        ("x x b100", "'b100' in 'x x b100': a card comes after 'check, check', like 2c"),
        ("x b100 f", "the hand is over after 'check, bet 100, fold': give a shorter line"),
        ("2c", "'2c' in '2c': no card comes at the root; oop can check"),
        ("b100 f x", "the hand is over after 'bet 100, fold'"),
        ("a c 2c", "the hand is over after 'all-in 900, call'"),
        ("fold", "no action 'fold'"),
        ("b99999999999999", "no action"),
        ("bet 1.2.3", "no action"),
    ],
)
def test_lines_that_are_wrong(text: str, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        line_of(text)


def test_a_line_is_text() -> None:
    with pytest.raises(BadInputError, match="None is no line: write 'check, bet 100, call, 2c'"):
        line_of(None)  # type: ignore[arg-type]


def test_a_card_that_was_dealt_is_dead() -> None:
    flop = build_tree("flop", 200, 900, read_bet_sizes("50%"))
    with pytest.raises(BadInputError, match=r"'7s' .* is dead: the board is 6h 9d Td 7s"):
        read_line(flop, card_set("Td 9d 6h"), "x x 7s x x 7s")


@given(st.text(alphabet="xcbra0123456789. ,tohefkilsnTdA♠/-", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_line_or_bad_input(text: str) -> None:
    with contextlib.suppress(BadInputError):
        place = read_line(TREE, BOARD, text)
        assert read_line(TREE, BOARD, place.line) == place
