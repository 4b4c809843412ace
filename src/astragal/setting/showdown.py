"""A deal and how it ends: two hands, both set, compared hand by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NotRequired

import numpy as np
from typing_extensions import TypedDict

from astragal import _results
from astragal._checks import require_seed
from astragal._tables import TextTable
from astragal.cards import CardSet, card_names, card_set, cards_text
from astragal.setting.hand import DECK
from astragal.setting.rules import RulesJson
from astragal.setting.setting import (
    HAND_SIZE,
    BetResult,
    Setting,
    SettingJson,
    refuse_shared_cards,
)

if TYPE_CHECKING:
    from astragal.setting.game import Game


class _Hands(NamedTuple):
    player: CardSet
    dealer: CardSet


class DealJson(TypedDict):
    """The seven cards of each side."""

    player: list[str]
    dealer: list[str]


class Deal(_Hands, _results.Result):
    """Two hands that share no card."""

    __slots__ = ()

    def __repr__(self) -> str:
        player, dealer = cards_text(self.player), cards_text(self.dealer)
        return f"Deal(player={player!r}, dealer={dealer!r})"

    def __str__(self) -> str:
        return f"{cards_text(self.player)} against {cards_text(self.dealer)}"

    def to_dict(self) -> DealJson:
        """Return the cards of both hands."""
        return {"player": card_names(self.player), "dealer": card_names(self.dealer)}


def deal(seed: int | None) -> Deal:
    """Deal seven cards each; all games have the same deck and deal."""
    random = np.random.default_rng(None if seed is None else require_seed(seed))
    cards = random.permutation(DECK).tolist()
    return Deal(card_set(cards[:HAND_SIZE]), card_set(cards[HAND_SIZE : 2 * HAND_SIZE]))


class SubResultsJson(TypedDict):
    """The result of each hand of a setting: `win`, `loss` or `push`."""

    high: str
    medium: NotRequired[str]
    """Of Asia Poker."""
    low: str


class SettingShowdownJson(TypedDict):
    """How a deal ended."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    player_setting: SettingJson
    dealer_setting: SettingJson
    fouls: list[str]
    """Why the player's setting is a foul; empty if it is legal."""
    sub_hands: SubResultsJson
    """The player's result with each hand; a copy is a push."""
    result: str
    """What becomes of the player's bet: `win`, `loss` or `push`."""


@dataclass(frozen=True, slots=True)
class Showdown(_results.TableResult):
    """How a deal ended."""

    game: Game
    player: Setting
    dealer: Setting
    fouls: tuple[str, ...]
    subs: tuple[BetResult, ...]
    """The result of each hand, the longest first; a copy is a push."""
    result: BetResult

    def __repr__(self) -> str:
        player, dealer = str(self.player), str(self.dealer)
        return f"Showdown(player={player!r}, dealer={dealer!r}, result={str(self.result)!r})"

    def _columns(self) -> dict[str, list[object]]:
        return {
            "hand": list(self.game.rules.hands),
            "you": [cards_text(cards) for cards in self.player.hands],
            "dealer": [cards_text(cards) for cards in self.dealer.hands],
            "result": [str(result) for result in self.subs],
        }

    def _table(self) -> TextTable:
        columns = self._columns()
        rows = [list(row) for row in zip(*columns.values(), strict=True)]
        fouls = [f"foul: {foul}" for foul in self.fouls]
        game = f"rules {self.game.rules}; dealer {self.game.dealer}"
        below = "\n".join([*fouls, str(self.result), game])
        return TextTable(["", "you", "dealer", "result"], rows, below)

    def to_dict(self) -> SettingShowdownJson:
        """Return what `astragal asia deal --json` prints."""
        high, *medium, low = map(str, self.subs)
        results: SubResultsJson = {"high": high, "low": low}
        if medium:
            results = {"high": high, "medium": medium[0], "low": low}
        return {
            "rules": self.game.rules.to_dict(),
            "dealer": self.game.dealer.name,
            "player_setting": self.player.to_dict(),
            "dealer_setting": self.dealer.to_dict(),
            "fouls": list(self.fouls),
            "sub_hands": results,
            "result": str(self.result),
        }


def showdown(game: Game, mine: Setting, theirs: CardSet) -> Showdown:
    """Compare a setting with the dealer's cards as the house way sets them."""
    rules = game.rules
    refuse_shared_cards(mine.hand, theirs)
    house = game.dealer.set(theirs)
    return Showdown(
        game=game,
        player=mine,
        dealer=house,
        fouls=tuple(mine.fouls(rules)),
        subs=mine.compare(house, rules),
        result=mine.result(house, rules),
    )
