"""Cards between the package's numbers and the reference's pairs."""

from collections.abc import Iterable

from astragal.cards import JOKER, CardSet, card_ids
from astragal.paigow import Rules
from astragal.setting import Setting
from astragal.setting.rules import Wheel

from reference import paigow as reference


def to_reference(cards: CardSet | Iterable[int]) -> reference.Cards:
    ids = card_ids(cards) if isinstance(cards, int) else cards
    return tuple(reference.DECK[card] for card in ids)


def from_reference(cards: reference.Cards) -> list[int]:
    return [JOKER if card is None else reference.DECK.index(card) for card in cards]


def setting_to_reference(setting: Setting) -> reference.Setting:
    high, low = map(to_reference, setting.hands)
    return high, low


PUSHES = {
    "none": "none",
    "queen-high five": "queen-high",
    "ace-high five": "ace-high",
    "nine-high two": "nine-high",
}


def game_of(rules: Rules) -> reference.Game:
    return reference.Game(
        wheel_second=rules.wheel is Wheel.SECOND_HIGHEST,
        player_banks=rules.banker == "player",
        commission=rules.commission,
        push=PUSHES[rules.push],
    )
