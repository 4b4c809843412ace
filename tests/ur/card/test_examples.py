"""The examples of the words of a card, beside the slow reference, and their page."""

import re
from xml.etree import ElementTree

import pytest
from tools.ur_words_page import PAGE, PICTURES, page, pictures

from astragal.errors import BadInputError, UnknownNameError
from astragal.ur import RULES, CardWord, card_words, find_card_word
from astragal.ur.card.examples import Example
from astragal.ur.card.words import CONDITIONS, FACTS, parse_term, places
from astragal.ur.squares import NUMBERS

from reference import ur as reference
from reference import ur_card as plain

FINKEL = RULES["finkel"]
WORDS = {word.word: word for word in card_words().words}
CENTRE = NUMBERS["B4"]
SQUARES = {
    "start": "A4 A3 A2 A1",
    "middle": "B1 B2 B3 B4 B5 B6 B7 B8",
    "before centre": "B1 B2 B3",
    "after centre": "B5 B6 B7 B8",
    "end": "A8 A7",
    "rosette": "A1 B4 A7",
    "first rosette": "A1",
    "centre rosette": "B4",
    "last rosette": "A7",
    "square 6": "B2",
    "board": "A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 A8 A7",
}
"""Places as a player reads them off the board, for A."""


def plainly(word: CardWord, example: Example) -> bool:
    """Return whether an example meets its word, by the reference and the board."""
    position = reference.from_word(example.position.state)
    facts = plain.facts(reference.GAMES["finkel"], position, example.roll)
    source, target = (
        place if place in (reference.HAND, reference.OFF) else NUMBERS[place]
        for place in (example.move.source, example.move.target)
    )
    if word.kind == "fact":
        return word.word in facts[source, target]
    kind, _, name = word.word.partition(" ")
    if word.kind == "place":
        end = source if kind == "from" else target
        beside = {"hand": reference.HAND, "home": reference.OFF}
        squares = [NUMBERS[square] for square in SQUARES.get(name, "").split()]
        return end in ([beside[name]] if name in beside else squares)
    owner = dict(position.board).get(CENTRE)
    return {
        "you on centre": owner == 0,
        "you not on centre": owner != 0,
        "opponent on centre": owner == 1,
        "opponent not on centre": owner != 1,
        "centre empty": owner is None,
    }[name]


@pytest.mark.parametrize("name", WORDS)
def test_the_first_move_meets_its_word_and_the_second_does_not(name: str) -> None:
    word = WORDS[name]
    for example, holds in ((word.holds, True), (word.fails, False)):
        assert len(example.position.moves(example.roll)) > 1
        assert example.meets(name) == holds
        assert plainly(word, example) == holds
    assert str(parse_term(name, FINKEL)) == name


def test_every_word_has_an_example() -> None:
    assert [name for name, word in WORDS.items() if word.kind == "fact"] == list(FACTS)
    named = {name.split(" ", 1)[1] for name, word in WORDS.items() if word.kind == "place"}
    assert named == {p for p in places(FINKEL) if not re.fullmatch(r"square \d+", p)} | {"square 6"}
    conditions = [name for name, word in WORDS.items() if word.kind == "condition"]
    assert conditions == [f"if {condition}" for condition in CONDITIONS]


def test_the_json_of_a_word() -> None:
    json = find_card_word("to first rosette").to_dict()
    assert json["squares"] == ["A1"]
    assert json["holds"]["move"] == "A3-A1"
    assert json["fails"]["move"] == "B2-B4"
    assert json["holds"]["state"] == json["fails"]["state"]
    frame = card_words().to_frame()
    assert list(frame["holds_move"])[:2] == ["B1-B3", "B5-B7"]


def test_a_picture_names_its_moves() -> None:
    drawing = ElementTree.fromstring(find_card_word("to home").draw())
    [title] = drawing.findall("{*}title")
    assert title.text is not None
    assert "A8-off with a 2 meets it" in title.text
    texts = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert "✓ to home" in texts
    assert "✗ to home" in texts
    # Two arrows; and two boards with five rosettes each.
    assert len([path for path in drawing.iter() if path.get("class") == "m"]) == 2
    assert len([use for use in drawing.iter() if use.get("href") == "#r"]) == 10


def test_an_unknown_word() -> None:
    with pytest.raises(UnknownNameError, match="did you mean captures"):
        find_card_word("capture")
    with pytest.raises((BadInputError, UnknownNameError), match="no word"):
        find_card_word("")


def test_the_page_and_its_pictures_are_up_to_date() -> None:
    told = "python tools/ur_words_page.py writes them again"
    assert PAGE.read_text(encoding="utf-8") == page(), told
    drawn = {file.name: file.read_text(encoding="utf-8") for file in PICTURES.iterdir()}
    assert drawn == pictures(), told
    assert sum(map(len, drawn.values())) < 300_000
    assert set(re.findall(r"ur-words/([\w-]+\.svg)", page())) == set(drawn)
