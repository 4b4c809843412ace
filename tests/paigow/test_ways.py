"""House ways of pai gow poker, against the procedures of the reference."""

import pytest
from paigow.cards import setting_to_reference, to_reference

from astragal.cards import CardSet
from astragal.paigow import Game, find_rules
from astragal.setting.classes import CLASSES, example_hand

from reference import paigow as reference
from reference.paigow_ways import WAYS

GAME = Game()
SIDE = reference.Game()


def compare_way(name: str, hands: list[CardSet]) -> None:
    way = GAME.find_way(name)
    for hand in hands:
        cards = to_reference(hand)
        wanted = reference.worths(WAYS[name](cards), SIDE)
        assert reference.worths(setting_to_reference(way.set(hand)), SIDE) == wanted, cards


def test_all_files_are_house_ways_with_sources() -> None:
    cards = {"card", "short", "points"}  # computed by this package, without a source
    named = set(find_rules().ways.files)
    assert named == set(WAYS) | cards, "write each way by hand in tests/reference/paigow_ways.py"
    assert not any(GAME.card(name).source for name in cards)
    for name in WAYS:
        file = GAME.card(name)
        assert file.about
        assert file.source


@pytest.mark.parametrize("name", WAYS)
def test_every_rule_decides_about_some_hands(name: str) -> None:
    check = GAME.check_way(name)
    assert check.sound
    assert check.lines is not None
    assert all(line.decides for line in check.lines)


@pytest.mark.parametrize("name", WAYS)
def test_every_3001st_class_is_set_as_the_sentences_say(name: str) -> None:
    """`make verify` compares all classes."""
    compare_way(name, [example_hand(number) for number in range(0, CLASSES, 3001)])


@pytest.mark.verify
@pytest.mark.parametrize("name", WAYS)
def test_every_class_is_set_as_the_sentences_say(name: str) -> None:
    """This takes minutes for each way."""
    compare_way(name, [example_hand(number) for number in range(CLASSES)])
