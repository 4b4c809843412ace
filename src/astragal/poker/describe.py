"""What programs are told of a hand: plain values under the stable names of the JSON."""

from typing import Any

from astragal.cards import Card, card_name
from astragal.poker.layouts import MASK64, POKERVAL
from astragal.poker.pocket import Quirks, pocket_bits
from astragal.poker.value import HandValue


def describe_hand(value: HandValue) -> dict[str, Any]:
    """Return what a hand is worth."""
    return {
        "category": value.category.text,
        "strength": value.strength,
        "kev": value.kev,
        "pokerval": POKERVAL.hex(value.pokerval),
        "mask": MASK64.hex(value.mask),
        "best": [card_name(card) for card in value.best],
        "text": value.text,
        "wild": value.wild,
    }


def describe_pocket(
    pocket: list[Card], board: list[Card], quirks: Quirks | None = None
) -> dict[str, Any]:
    """Return which of the best five are the pocket's."""
    symbols = pocket_bits(pocket, board, quirks=quirks)
    return {
        "pcbits": symbols.pcbits,
        "npcbits": symbols.npcbits,
        "pokervalplayer": POKERVAL.hex(symbols.pokervalplayer),
        "pokervalcommon": POKERVAL.hex(symbols.pokervalcommon),
        "nstraight": symbols.nstraight,
        "quirks": quirks,
    }
