"""A table of best settings for other programs: columns that a person can use, as Parquet.

Each line is a suit class: a hand that stands for it, how many hands it is, and the best setting
and the house way's with what they win, lose and push of the dealer's hands.
"""

from functools import cache
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

import astragal
from astragal import _native
from astragal.asia.classes import positions
from astragal.asia.houseway import HouseWay
from astragal.asia.numbers import TripleArray, numbers_of
from astragal.asia.rules import SWITCHES, Rules
from astragal.asia.setting import DECK, HAND_SIZE, NAMES
from astragal.asia.table import DEALER_HANDS, BestTable, Block
from astragal.cards import CARD_NAMES, HandArray, SetArray, sets_to_hands
from astragal.store import Json, write_parquet_blocks

SUB_HANDS = dict(zip(NAMES, (slice(0, 4), slice(4, 6), slice(6, 7)), strict=True))

MEANINGS: dict[str, Json] = {
    "class": "number of the suit class; hands that differ by a permutation of suits share one",
    "hand": "seven cards that stand for the class",
    "weight": "how many hands the class has",
    "high, medium, low": "the best setting: most wins, then fewest losses",
    "wins, losses, pushes": "dealer hands that it beats, loses to, or neither",
    "house_*": "the same of the setting that the dealer's way would take",
}


@cache
def _card_letters() -> NDArray[np.uint8]:
    """Return the name of each card and a space, as bytes."""
    names = "".join(f"{name} " for name in CARD_NAMES[:DECK])
    return np.frombuffer(names.encode(), np.uint8).reshape(DECK, 3)


def cards_text(cards: HandArray) -> NDArray[np.str_]:
    """Write rows of cards.

    >>> cards_text(np.array([[51, 45], [52, 0]], np.uint8)).tolist()
    ['As Kd', 'Jk 2c']
    """
    letters = _card_letters()[cards].reshape(len(cards), 3 * cards.shape[1])[:, :-1]
    texts = np.ascontiguousarray(letters).view(f"S{letters.shape[1]}")
    return texts[:, 0].astype(np.str_)


def settings_worth(rules: Rules, hands: SetArray, triples: TripleArray) -> HandArray:
    """Return the cards of the first setting of each hand that is worth its triple: 4, 2 and 1."""
    numbers = np.empty(len(hands), np.uint8)
    _native.asia_settings_worth(numbers_of(rules).native, hands, triples, numbers)
    falling = sets_to_hands(hands, HAND_SIZE, check=False)[:, ::-1]
    return np.take_along_axis(falling, np.array(positions())[numbers], axis=1)


def house_triples(way: HouseWay, hands: SetArray) -> TripleArray:
    """Return what each hand is worth as the way sets it."""
    classes = np.empty(len(hands), np.uint32)
    _native.asia_class_of(hands, classes)
    return way.triples[way.outcome[classes]]


def block_columns(block: Block, rules: Rules, way: HouseWay) -> dict[str, NDArray[Any]]:
    """Return a block of a table as columns for people."""
    columns: dict[str, NDArray[Any]] = {
        "class": np.arange(block.classes.start, block.classes.stop, dtype=np.uint32),
        "hand": cards_text(sets_to_hands(block.hands, HAND_SIZE, check=False)[:, ::-1]),
        "weight": block.weights,
    }
    triples = {"": block.column("best"), "house_": house_triples(way, block.hands)}
    for whose, worth in triples.items():
        cards = settings_worth(rules, block.hands, np.ascontiguousarray(worth))
        wins, losses = block.column(f"{whose}wins"), block.column(f"{whose}losses")
        columns |= {f"{whose}{name}": cards_text(cards[:, at]) for name, at in SUB_HANDS.items()}
        columns |= {
            f"{whose}wins": wins,
            f"{whose}losses": losses,
            f"{whose}pushes": np.uint32(DEALER_HANDS) - wins - losses,
        }
    return columns


def export_table(table: BestTable, path: str | PathLike[str]) -> None:
    """Write all that a table covers to a Parquet file, which says what it is."""
    rules, way = table.rules, table.way
    write_parquet_blocks(
        path,
        (block_columns(block, rules, way) for block in table.blocks()),
        {
            "what": "the best setting of hands of Asia Poker 4-2-1",
            "version": astragal.__version__,
            "profile": rules.name,
            "switches": {switch: getattr(rules, switch) for switch in SWITCHES},
            "dealer": way.name,
            "dealer_fingerprint": way.fingerprint,
            "dealer_hands": DEALER_HANDS,
            "classes": [[part.start, part.stop] for part in table.ranges],
            "complete": table.complete,
            "columns": MEANINGS,
        },
    )
