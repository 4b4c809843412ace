"""Cards between the package's numbers and the reference's pairs, and games that take no time."""

import pytest

from astragal.asia import Copies, Rules, Setting, WayFile, Wheel, wholegame
from astragal.asia.classes import Choice
from astragal.cards import JOKER, CardSet, card_ids

from reference import asia as reference


def to_reference(cards: CardSet) -> reference.Cards:
    return tuple(reference.DECK[card] for card in card_ids(cards))


def from_reference(cards: reference.Cards) -> list[int]:
    return [JOKER if card is None else reference.DECK.index(card) for card in cards]


def setting_to_reference(setting: Setting) -> reference.Setting:
    high, medium, low = (tuple(reference.DECK[card] for card in part) for part in setting)
    return high, medium, low


def game_of(rules: Rules) -> reference.Game:
    return reference.Game(
        quads_on_top=rules.quads_over_straight_flush,
        copies_to_dealer=rules.copies is Copies.DEALER,
        wheel_second=rules.wheel is Wheel.SECOND_HIGHEST,
        strict=rules.strict_order,
    )


def play_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the whole game by a part of it, and set all hands by the same text only once."""
    choices: dict[tuple[str, Rules], Choice] = {}
    choose = WayFile.choice

    def choice(way: WayFile, rules: Rules) -> Choice:
        key = way.text, rules
        if key not in choices:
            choices[key] = choose(way, rules)
        return choices[key].copy()

    monkeypatch.setattr(WayFile, "choice", choice)
    monkeypatch.setattr(wholegame, "CHUNK_SIZES", (1,))
