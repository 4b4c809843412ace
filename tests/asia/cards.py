"""Cards between the package's numbers and the reference's pairs."""

from astragal.asia import Copies, Rules, Setting, Wheel
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
