"""The EV of best responses, hand by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from typing_extensions import TypedDict

from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import SetArray
from astragal.poker.variants import hand_name
from astragal.postflop.bets import Player
from astragal.postflop.node import numbers
from astragal.postflop.values import Numbers

_SHOWN = 20


class HandResponseJson(TypedDict):
    """A hand, its EV, and its EV with a best response."""

    hand: str
    weight: float
    ev: float | None
    """With the strategy of the solution."""
    best_ev: float | None
    """With a best response to the opponent's strategy."""


class BestResponseJson(TypedDict):
    """A player's best response to the strategy of the opponent."""

    player: str
    ev: float
    best_ev: float
    gain: float
    hands: list[HandResponseJson]


@dataclass(frozen=True, eq=False, repr=False)
class BestResponse(TableResult):
    """A player's best response to the opponent's strategy: its EV for each hand."""

    player: Player
    ev: float
    """The EV of the player's strategy."""
    best_ev: float
    """The EV of the best response."""
    hands: SetArray
    weights: Numbers
    """The weight of each hand, times the weight of all compatible hands of the opponent."""
    evs: Numbers
    """The EV of each hand; NaN if no hand of the opponent is compatible."""
    best_evs: Numbers

    @property
    def gain(self) -> float:
        """The EV of the best response less the EV of the strategy."""
        return self.best_ev - self.ev

    def to_dict(self) -> BestResponseJson:
        """Return the figures of the range and of each hand."""
        rows = zip(
            self.hands.tolist(),
            self.weights.tolist(),
            numbers(self.evs),
            numbers(self.best_evs),
            strict=True,
        )
        return {
            "player": self.player,
            "ev": self.ev,
            "best_ev": self.best_ev,
            "gain": self.gain,
            "hands": [
                {"hand": hand_name(hand), "weight": weight, "ev": ev, "best_ev": best}
                for hand, weight, ev, best in rows
            ],
        }

    def __repr__(self) -> str:
        return f"<BestResponse of {self.player}: gains {self.gain:.4f}>"

    def _columns(self) -> Mapping[str, Any]:
        return {
            "hand": [hand_name(hand) for hand in self.hands.tolist()],
            "weight": self.weights,
            "ev": self.evs,
            "best_ev": self.best_evs,
        }

    def _table(self) -> TextTable:
        gains = np.nan_to_num(self.best_evs - self.evs) * (self.weights > 0)
        order = np.argsort(-gains, kind="stable")[:_SHOWN].tolist()
        rows = [
            [
                hand_name(int(self.hands[n])),
                f"{self.evs[n]:.4f}",
                f"{self.best_evs[n]:.4f}",
                f"{gains[n]:.4f}",
            ]
            for n in order
            if self.weights[n] > 0
        ]
        more = int((self.weights > 0).sum()) - len(rows)
        below = f"{self.player} gains {self.gain:.4f}: EV {self.ev:.4f}, at best {self.best_ev:.4f}"
        return TextTable(
            ["hand", "EV", "best EV", "gain"],
            rows,
            f"and {more} more\n{below}" if more > 0 else below,
        )
