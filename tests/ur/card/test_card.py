"""Facts, cards and their words, beside the slow reference."""

import pickle
import re
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ur.conftest import random_states

from astragal.errors import BadInputError, UnknownNameError
from astragal.ur import (
    RULES,
    Move,
    Position,
    StrategyCard,
    find_card,
    find_player,
    moves_many,
    play_match,
    play_unchecked,
    start,
)
from astragal.ur.card.card import KINDS, native_card, parse_card, read_card
from astragal.ur.card.words import CONDITIONS, FACTS, Term, parse_term, places
from astragal.ur.players import CardPlayer

from reference import ur as reference
from reference import ur_card as plain


@pytest.mark.parametrize("name", RULES)
def test_facts_are_those_of_the_reference(name: str) -> None:
    rules, game = RULES[name], reference.GAMES[name]
    states = random_states(rules, 4, 12, seed=5)[::7].copy()
    terms = [Term(facts=((fact, True),)) for fact in FACTS]
    seen = dict.fromkeys(FACTS, 0)
    for roll in rules.rolls[-4:]:
        rolls = np.full(len(states), roll, np.uint8)
        met = np.zeros((len(terms), len(states)), np.uint8)
        native_card(rules, terms).meeting(states, rolls, met)
        for row, state in enumerate(states.tolist()):
            facts = plain.facts(game, reference.from_word(state), roll)
            if len(facts) < 2:
                continue
            for number, fact in enumerate(FACTS):
                expected = [fact in names for names in facts.values()]
                bits = [bool(met[number, row] >> move & 1) for move in range(len(expected))]
                assert bits == expected, (fact, hex(state), roll)
                seen[fact] += any(expected) and not all(expected)
    assert min(count for fact, count in seen.items() if fact != "ahead") > 5, seen


@pytest.mark.parametrize("name", RULES)
def test_a_card_chooses_as_its_lines_say(name: str) -> None:
    rules, game = RULES[name], reference.GAMES[name]
    card = StrategyCard(
        rules, ["captures, not exposed", "to rosette", "from hand", "safe for good"]
    )
    points = StrategyCard(rules, {"captures": 3, "to rosette": 2, "exposed": -2, "from hand": 1})
    states = random_states(rules, 4, 10, seed=6)[::9].copy()
    for roll in rules.rolls[-3:]:
        rolls = np.full(len(states), roll, np.uint8)
        legal = moves_many(states, rolls, rules)
        by_line, by_points = card.choose_many(states, rolls), points.choose_many(states, rolls)
        for row, state in enumerate(states.tolist()):
            facts = plain.facts(game, reference.from_word(state), roll)
            if not facts:
                continue
            left = list(facts)
            for keeps in (
                [m for m in left if "captures" in facts[m] and "exposed" not in facts[m]],
                [m for m in facts if m[1] in game.rosettes],
                [m for m in facts if m[0] == reference.HAND],
                [m for m in facts if "safe for good" in facts[m]],
            ):
                left = [move for move in left if move in keeps] or left
            totals = [
                3 * ("captures" in names) + 2 * (move[1] in game.rosettes)
                - 2 * ("exposed" in names) + (move[0] == reference.HAND)
                for move, names in facts.items()
            ]  # fmt: skip
            best = max(place for place, total in enumerate(totals) if total == max(totals))
            assert list(facts).index(left[-1]) == by_line[row], (hex(state), roll)
            assert best == by_points[row], (hex(state), roll)
            assert legal.number[row] == len(facts)


@pytest.mark.parametrize(
    ("condition", "a_stands", "b_stands"),
    [
        ("you on centre", True, False),
        ("you not on centre", False, True),
        ("opponent on centre", False, True),
        ("opponent not on centre", True, False),
        ("centre empty", False, False),
    ],
)
def test_conditions(condition: str, a_stands: bool, b_stands: bool) -> None:
    assert set(CONDITIONS) >= {condition}
    board = frozenset({(11, 0)} if a_stands else {(11, 1)} if b_stands else set())
    position = reference.Position((3 - a_stands, 3 - b_stands), (0, 0), board | {(3, 0)}, 0)
    state = np.array([reference.to_word(position)], np.uint64)
    met = np.zeros((1, 1), np.uint8)
    native_card(RULES["finkel"], [Term(condition=condition)]).meeting(
        state, np.array([2], np.uint8), met
    )
    assert met[0, 0] == 0b111 if a_stands else 0b11


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_cards_of_the_package(name: str, kind: str, tmp_path: Path) -> None:
    card = find_card(kind, name)
    assert (card.kind, card.rules) == (kind, RULES[name])
    assert len(card.terms) <= (8 if kind == "card" else 16)
    assert len(set(card.sentences)) == len(card.terms)
    assert max(map(len, card.sentences)) < 140
    assert parse_card(card.to_toml()) == card
    card.write(tmp_path / "mine.toml")
    assert read_card(tmp_path / "mine.toml") == card
    player = find_player(str(tmp_path / "mine.toml"), name)
    assert isinstance(player, CardPlayer)
    assert player.name == "mine"
    assert CardPlayer(card).name == kind
    assert pickle.loads(pickle.dumps(player)).card == card
    assert card.to_dict()["lines"][0]["text"] == card.sentences[0]
    assert play_match(kind, "random", 100, rules=name, pieces=3).share > 0.8


def test_the_docs_name_every_place_and_fact() -> None:
    text = (Path(__file__).parents[3] / "docs" / "ur-cards.md").read_text(encoding="utf-8")
    named = set(re.findall("`([^`]*)`", text[text.index("## Words") :]))
    assert named >= {*FACTS, *CONDITIONS}
    for rules in RULES.values():
        assert named >= {place for place in places(rules) if not place.startswith("square ")}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("most threats", "Move a piece, leaving you the most throws that capture, at least one."),
        (
            "from hand, most threats",
            "Enter a piece, leaving you the most throws that capture, at least one.",
        ),
        (
            "not most threats",
            "Move a piece, not leaving you the most throws that capture, or leaving none.",
        ),
        (
            "was most exposed",
            "Move a piece that is exposed to the most throws, at least one.",
        ),
        ("threatened", "Move a piece that could capture with some roll."),
        ("to after centre", "Land on the shared squares after the centre rosette."),
    ],
)
def test_sentences_say_what_the_words_require(line: str, sentence: str) -> None:
    assert parse_term(line, RULES["finkel"]).sentence(RULES["finkel"]) == sentence


def met(state: int, roll: int, word: str, rules: str = "finkel") -> list[str]:
    """Return the legal moves that meet a word."""
    bits = np.zeros((1, 1), np.uint8)
    native_card(RULES[rules], [parse_term(word, RULES[rules])]).meeting(
        np.array([state], np.uint64), np.array([roll], np.uint8), bits
    )
    moves = Position(state, rules).moves(roll)
    return [str(move) for place, move in enumerate(moves) if bits[0, 0] >> place & 1]


def test_most_threats_needs_a_throw_that_captures() -> None:
    # B's piece on C3 can't be captured, so no move threatens.
    position = Position.place(["A4", "B1"], ["C3"], rules="blitz")
    assert len(position.moves(1)) == 2
    assert met(position.state, 1, "most threats", "blitz") == []
    # From A1 a 3 captures on B3, four throws; from A2 a 4, one throw.
    position = Position.place(["A2", "B5"], ["B3"])
    assert met(position.state, 1, "most threats") == ["A2-A1"]


def test_ties_are_most_exposed() -> None:
    position = Position.place(["B3", "B7"], ["B1", "B5"])  # a 2 captures either
    assert met(position.state, 1, "was most exposed") == ["B3-B4", "B7-B8"]
    position = Position.place(["B2", "B7"], ["C1", "B4"])  # a 2, six throws; a 3, four
    assert met(position.state, 1, "was most exposed") == ["B2-B3"]
    position = Position.place(["A3", "A1"], ["B5"])  # nothing can be captured
    assert met(position.state, 1, "was most exposed") == []


def test_a_piece_in_hand_was_safe_for_good() -> None:
    position = Position.place(["B5"], ["C1"])
    assert met(position.state, 2, "was safe for good") == ["hand-A3"]


def test_spaces_between_words_do_not_matter() -> None:
    term = parse_term(" not  captures ,from   hand", RULES["finkel"])
    assert str(term) == "from hand, not captures"


def test_a_term_is_written_as_it_is_read() -> None:
    rules = RULES["finkel"]
    for place in places(rules):
        for text in (f"from {place}", f"to {place}, not captures, if centre empty"):
            if text not in ("from home",) and not text.startswith("to hand"):
                assert str(parse_term(text, rules)) == text


def test_sentences_differ_where_terms_do() -> None:
    rules = RULES["finkel"]
    sources = ["", *(place for place in places(rules) if place != "home")]
    targets = ["", *(place for place in places(rules) if place != "hand")]
    said: dict[str, Term] = {}

    def add(term: Term) -> None:
        sentence = term.sentence(rules)
        assert sentence not in said, (str(term), str(said[sentence]))
        said[sentence] = term

    one = [((fact, holds),) for fact in FACTS for holds in (True, False)]
    for source, target, facts in product(sources, targets, [(), *one]):
        if source or target or facts:
            add(Term(source, target, facts))
    for source, target, (first, second) in product(
        ("", "hand", "board"), ("", "home", "rosette"), combinations(FACTS, 2)
    ):
        for holds in product((True, False), repeat=2):
            add(Term(source, target, tuple(zip((first, second), holds, strict=True))))
    assert len(said) > 25_000


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("foremost", "Move the foremost piece."),
        ("not foremost", "Move a piece that is not the foremost."),
        ("captures, not rearmost", "Capture with a piece that is not the rearmost."),
        ("to rosette, foremost, not rearmost",
         "Land on a rosette with the foremost piece that is not the rearmost."),
        ("not foremost, was exposed",
         "Move a piece that is not the foremost and that is exposed."),
        ("from hand, to first rosette", "Enter a piece on the first rosette."),
        ("from hand, to home", "Bring a piece home from the hand."),
    ],
)  # fmt: skip
def test_sentences_of_pieces(line: str, sentence: str) -> None:
    assert parse_term(line, RULES["finkel"]).sentence(RULES["finkel"]) == sentence


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["capture"], "no fact 'capture'; there are .*did you mean captures"),
        (["to b4"], "no place 'b4'"),
        (["if raining"], "no condition 'raining'"),
        (["captures, captures"], "'captures' stands there twice"),
        (["from hand, from board"], "'from hand, from board': a line has at most one 'from'"),
        (["to home, to home"], "'to home, to home': a line has at most one 'to'"),
        (["if centre empty, if centre empty"], "a line has at most one 'if'"),
        (["not to rosette"], "'not to rosette': not stands before a fact, such as 'not captures'"),
        (["not if centre empty"], "'not if centre empty': not stands before a fact"),
        (["captures,"], "'captures,': a word is missing before or after a comma"),
        (["captures,, exposed"], "a word is missing before or after a comma"),
        ([""], "'' is not a line"),
        ([], "a card has 1 to 64 lines, not 0"),
        (range(10**12), "a card has 1 to 64 lines, not 1000000000000"),
        ("captures", "lines = 'captures': give a list of lines"),
        (5, "lines = 5: give a list of lines"),
        (None, "lines = None: give a list of lines"),
        ({"captures, exposed": 3, "exposed, captures": 2},
         "'captures, exposed' and 'exposed, captures' are the same line"),
        (["captures", "from hand", " captures"], "'captures' and ' captures' are the same line"),
        ({"captures": 1.5}, "whole numbers from -99 to 99, not 1.5"),
        ({"captures": 100}, "whole numbers from -99 to 99, not 100"),
    ],
)  # fmt: skip
def test_bad_cards(lines: object, message: str) -> None:
    with pytest.raises((BadInputError, UnknownNameError), match=message):
        StrategyCard("finkel", lines)  # type: ignore[arg-type]


def test_a_card_file_has_lines_or_points() -> None:
    with pytest.raises(BadInputError, match="either lines or points"):
        parse_card('rules = "finkel"')
    for empty in ("lines = []", "[points]"):
        with pytest.raises(BadInputError, match="a card has 1 to 64 lines, not 0"):
            parse_card(f'rules = "finkel"\n{empty}')
    for empty in ("lines = []", "[points]"):
        with pytest.raises(BadInputError, match="a card has 1 to 64 lines, not 0"):
            parse_card(f'rules = "finkel"\n{empty}')
    with pytest.raises(UnknownNameError, match="no card 'cards'"):
        find_card("cards")


def test_a_card_for_own_rules_is_read_back(tmp_path: Path) -> None:
    own = replace(RULES["finkel"], name="short", pieces=3)
    card, file = StrategyCard(own, ["captures"]), str(tmp_path / "short.toml")
    card.write(file)
    assert find_card(file, own) == read_card(file, own) == parse_card(card.to_toml(), own) == card
    assert find_player(file, own).rules == own  # type: ignore[attr-defined]
    with pytest.raises(BadInputError, match="no rules 'short'; there are finkel"):
        find_card(file)
    other = StrategyCard("blitz", ["captures"])
    assert parse_card(other.to_toml(), own) == other


@pytest.mark.parametrize("wrong", [None, 63, "0x3f", np.array([63])])
def test_a_card_is_asked_about_a_position(wrong: Any) -> None:
    card = find_card()
    for asked in (card.choose, card.deciding):
        with pytest.raises(BadInputError, match=r"ur\.Position makes one"):
            asked(wrong, 1)
        with pytest.raises(BadInputError, match="a roll of -1 is not possible"):
            asked(start(), -1)
        with pytest.raises(BadInputError, match="the card is for finkel"):
            asked(start("blitz"), 1)
    with pytest.raises(BadInputError, match="number must be a whole number from 0 to 7"):
        card.without(np.array([1, 2]))  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="1 states need as many rolls, not 2"):
        card.choose_many([63], [1, 2])
    with pytest.raises(BadInputError, match="give a list of lines"):
        StrategyCard("finkel", iter(str, "endless"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("state", "move"), [("x", None), (63, True), (None, Move("hand-A4"))])
def test_playing_unchecked_takes_a_state_and_a_move(state: Any, move: Any) -> None:
    with pytest.raises(BadInputError, match=r"give a state and a ur\.Move"):
        play_unchecked(state, move)


def test_the_deciding_line() -> None:
    position = start().play("hand-A3", 2).play(None, 0)  # with a 1: hand-A4 or A3-A2
    card = StrategyCard("finkel", ["captures", "from hand", "to rosette"])
    assert card.deciding(position, 1) == 1
    assert card.deciding(position, 2) is None  # A3-A1 is the only move
    assert StrategyCard("finkel", ["captures"]).deciding(position, 1) is None
    assert StrategyCard("finkel", {"captures": 1}).deciding(position, 1) is None
