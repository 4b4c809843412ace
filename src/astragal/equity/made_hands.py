"""The made hands, draws and blockers of a range on a board, as shares of the range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from typing_extensions import TypedDict

from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import Cards, CardSet, SetArray, card_names, card_set, cards_text
from astragal.equity.ranges import Range, RangeLike, Weights
from astragal.errors import BadInputError, CardError, counted, quoted
from astragal.poker import Variant, made_hand_many
from astragal.poker.layouts import MADE_HAND
from astragal.poker.rules import BLOCKERS, DRAWS, MADE_HANDS


class RangeMadeHandsJson(TypedDict):
    """The made hands, draws and blockers of a range on a board."""

    game: str
    board: list[str]
    dead: list[str]
    range: str
    """The range, as it was given."""
    hands: int
    """The number of hands of the range that the known cards leave."""
    weight: float
    """The sum of their weights."""
    made: dict[str, float]
    """The share of each made hand, best first; the shares add up to 1."""
    draws: dict[str, float]
    """The share of hands with each draw; a hand may have several."""
    blockers: dict[str, float]
    """The share of hands with each blocker."""


@dataclass(frozen=True, repr=False)
class RangeMadeHands(TableResult):
    """The made hands, draws and blockers of a range on a board, as shares by weight."""

    game: Variant
    board: CardSet
    dead: CardSet
    range: str
    hands: int
    """The number of hands of the range that the known cards leave."""
    weight: float
    """The sum of their weights."""
    made: Mapping[str, float]
    """The share of each made hand, best first; the shares add up to 1."""
    draws: Mapping[str, float]
    """The share of hands with each draw; a hand may have several."""
    blockers: Mapping[str, float]
    """The share of hands with each blocker."""

    def __repr__(self) -> str:
        best = ", ".join(f"{name} {share:.1%}" for name, share in list(self.made.items())[:3])
        return f"<RangeMadeHands {self.range} on {cards_text(self.board)}: {best}, ...>"

    def to_dict(self) -> RangeMadeHandsJson:
        """Return the JSON of `astragal range --board`."""
        return {
            "game": self.game.name,
            "board": card_names(self.board),
            "dead": card_names(self.dead),
            "range": self.range,
            "hands": self.hands,
            "weight": self.weight,
            "made": dict(self.made),
            "draws": dict(self.draws),
            "blockers": dict(self.blockers),
        }

    def _rows(self) -> list[tuple[str, str, float]]:
        kinds = {"made": self.made, "draws": self.draws, "blockers": self.blockers}
        return [
            (kind, name, share) for kind, shares in kinds.items() for name, share in shares.items()
        ]

    def _columns(self) -> Mapping[str, Sequence[object]]:
        kinds, names, shares = zip(*self._rows(), strict=True)
        return {"kind": kinds, "name": names, "share": shares}

    def _table(self) -> TextTable:
        rows = [[kind, name, f"{share:.2%}"] for kind, name, share in self._rows()]
        return TextTable(["", "", "share"], rows, f"{counted(self.hands, 'hand')} of {self.range}")


def made_hands(hands: RangeLike, board: Cards, *, dead: Cards = "") -> RangeMadeHands:
    """Return the made hands, draws and blockers of a range on a board of three to five cards.

    `poker.made_hand` has the rules, and answers for one hand.

    >>> shares = made_hands("QQ+, AK", "Qs 8h 3h")
    >>> {name: round(share, 3) for name, share in shares.made.items()}
    {'set': 0.097, 'overpair': 0.387, 'ace high': 0.516}
    """
    board_set, dead_set, left = _left(hands, board, dead)
    words = made_hand_many(left.hands, board_set)
    fields = MADE_HAND.unpack_many(words)
    total = left.total_weight

    def flag_shares(field: str, names: Mapping[str, str]) -> dict[str, float]:
        bits = fields[field]
        shares = {
            name: float(left.weights[bits >> bit & 1 == 1].sum()) / total
            for bit, name in enumerate(names)
        }
        return {name: share for name, share in shares.items() if share}

    counts = np.bincount(fields["made"], left.weights, len(MADE_HANDS)) / total
    by_name = dict(zip(MADE_HANDS, counts.tolist(), strict=True))
    return RangeMadeHands(
        game=left.game,
        board=board_set,
        dead=dead_set,
        range=str(hands) if isinstance(hands, str | Range) else str(left),
        hands=len(left),
        weight=total,
        made={name: share for name, share in reversed(by_name.items()) if share},
        draws=flag_shares("draws", DRAWS),
        blockers=flag_shares("blockers", BLOCKERS),
    )


def combos_making(
    hands: RangeLike, board: Cards, name: str, *, dead: Cards = ""
) -> tuple[SetArray, Weights]:
    """Return the combos of a range that make a hand or have a draw, and their weights.

    `name` is a made hand or a draw of `made_hands`.

    >>> [cards_text(hand) for hand in combos_making("QQ+, AK", "Qs 8h 3h", "set")[0].tolist()]
    ['Qc Qd', 'Qc Qh', 'Qd Qh']
    """
    board_set, _, left = _left(hands, board, dead)
    fields = MADE_HAND.unpack_many(made_hand_many(left.hands, board_set))
    if name in DRAWS:
        makes = fields["draws"] >> list(DRAWS).index(name) & 1 == 1
    else:
        makes = fields["made"] == list(MADE_HANDS).index(name)
    return left.hands[makes], left.weights[makes]


def _left(hands: RangeLike, board: Cards, dead: Cards) -> tuple[CardSet, CardSet, Range]:
    """Return the board, the dead cards and what is left of a range beside them."""
    board_set, dead_set = card_set(board, deck=52), card_set(dead, deck=52)
    if both := board_set & dead_set:
        raise CardError(f"{quoted(cards_text(both))} can't be both on the board and dead")
    left = Range(hands).without(board_set | dead_set)
    if not len(left):
        raise BadInputError(
            f"range {quoted(str(hands))} is empty on the board {quoted(cards_text(board_set))}"
        )
    return board_set, dead_set, left
