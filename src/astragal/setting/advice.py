"""Advice about one hand: what a setting does and costs, and why the best setting is best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NotRequired

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.cards import CardSet, card_names
from astragal.setting.house_way import HouseWay, find_way, named_way
from astragal.setting.ranking import (
    RankedSetting,
    RankedSettingJson,
    Ranking,
    SubHandsJson,
    rank_exactly,
)
from astragal.setting.rules import RulesJson
from astragal.setting.sentences import card_verdict, explanation_text, hint_text, why_best
from astragal.setting.setting import Setting, SettingNamesJson
from astragal.setting.strategy_card import read_card
from astragal.setting.ways import OBVIOUS

if TYPE_CHECKING:
    from astragal.setting.game import Game


class ExplanationJson(TypedDict):
    """What a setting does; if it is a foul, its results and costs are null."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best setting maximises: `wins` or `ev`."""
    hand: list[str]
    dead: list[str]
    """Cards known to be out of the deck."""
    dealer_hands: int
    """Dealer hands counted."""
    high: list[str]
    """The longest hand, highest card first."""
    medium: NotRequired[list[str]]
    """The two of Asia Poker."""
    low: list[str]
    """The one of Asia Poker, the two of pai gow poker."""
    values: SettingNamesJson
    """What each hand is, in words."""
    fouls: list[str]
    """Why the setting is a foul; empty if it is legal."""
    wins: int | None
    losses: int | None
    pushes: int | None
    ev: float | None
    """Expected value, as a part of the bet."""
    as_house: bool | None
    """Whether the dealer's house way sets the cards like this."""
    same: int | None
    """Legal settings with exactly this value; they differ in suits only."""
    sub_hands: SubHandsJson | None
    """What each hand does against the dealer's."""
    cost_win: float | None
    """Chance of winning that the setting costs against the best one, 0 to 1."""
    cost_ev: float | None
    """Expected value that it costs, as a part of the bet."""
    best: RankedSettingJson
    """The best setting."""
    house: RankedSettingJson
    """The setting of the dealer's house way."""
    other: RankedSettingJson | None
    """The best setting by the other objective; null if it is the same one."""


@dataclass(frozen=True, slots=True)
class Explanation(Result):
    """What a setting does in each of its hands, and how far it is from the best setting.

    A foul has `fouls`, and nothing to explain: `chosen` is None.
    """

    setting: Setting
    fouls: tuple[str, ...]
    ranking: Ranking
    chosen: RankedSetting | None

    def __repr__(self) -> str:
        setting, rules = str(self.setting), self.ranking.rules.name
        return f"Explanation({setting!r}, rules={rules!r}, cost_win={self.cost_win})"

    def __str__(self) -> str:
        return explanation_text(self)

    @property
    def cost_win(self) -> float | None:
        """The chance of winning that the setting costs; None for a foul."""
        return None if self.chosen is None else self.ranking.cost_win(self.chosen)

    @property
    def cost_ev(self) -> float | None:
        """The part of the bet that the setting costs; None for a foul."""
        return None if self.chosen is None else self.ranking.cost_ev(self.chosen)

    def to_dict(self) -> ExplanationJson:
        """Return what `astragal asia explain --json` and `/api/asia/explain` answer."""
        ranking, chosen = self.ranking, self.chosen
        return {
            "rules": ranking.rules.to_dict(),
            "dealer": ranking.dealer,
            "objective": str(ranking.objective),
            "hand": card_names(ranking.hand),
            "dead": card_names(ranking.dead),
            "dealer_hands": ranking.dealer_hands,
            **self.setting.to_dict(),
            "values": self.setting.rank_names(ranking.rules),
            "fouls": list(self.fouls),
            "wins": None if chosen is None else chosen.wins,
            "losses": None if chosen is None else chosen.losses,
            "pushes": None if chosen is None else chosen.pushes,
            "ev": None if chosen is None else chosen.ev,
            "as_house": None if chosen is None else chosen.as_house,
            "same": None if chosen is None else chosen.same,
            "sub_hands": None if chosen is None else chosen.sub_hands,
            "cost_win": self.cost_win,
            "cost_ev": self.cost_ev,
            "best": ranking.best.to_dict(),
            "house": ranking.house.to_dict(),
            "other": None if ranking.other is None else ranking.other.to_dict(),
        }


def explain(game: Game, setting: Setting, dead: CardSet) -> Explanation:
    """Explain what a setting does in each of its hands, and what it costs."""
    ranking = rank_exactly(setting.hand, game, dead)
    fouls = tuple(setting.fouls(game.rules))
    return Explanation(setting, fouls, ranking, None if fouls else ranking.find(setting))


class HintCardJson(RankedSettingJson):
    """The setting of a house way with lines, and what it costs."""

    way: str
    """The name of the house way: the dealer's if it is a file, otherwise the standard way."""
    cost_win: float
    """Chance of winning that the setting costs against the best one, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""
    verdict: str
    """What it costs, in words: the end of a sentence."""


class HintJson(TypedDict):
    """Why the best setting of a hand is better than the obvious one."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best setting maximises: `wins` or `ev`."""
    hand: list[str]
    dead: list[str]
    """Cards known to be out of the deck."""
    text: str
    """One sentence: why the best setting is best."""
    rule: str | None
    """The rule of the house way that applies to the hand; null if it has no rules."""
    best: RankedSettingJson
    """The best setting."""
    obvious: RankedSettingJson
    """The strongest high hand, kickers apart, then the greatest two, then the greatest one."""
    cost_win: float
    """Chance of winning that the obvious setting costs against the best one, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""
    card: HintCardJson
    """The setting that this rule makes."""
    other: RankedSettingJson | None
    """The best setting by the other objective; null if it is the same one."""


@dataclass(frozen=True, slots=True)
class Hint(Result):
    """The best setting of a hand beside the obvious setting and the setting of a house way.

    The house way is the dealer's if it is a file, otherwise the game's standard way.
    """

    ranking: Ranking
    obvious: RankedSetting
    """The strongest high hand, kickers apart, then the greatest two, then the greatest one."""
    way: str
    """The name of the house way."""
    rule: str | None
    """The rule of the house way that applies to the hand; None if it has no rules."""
    card: RankedSetting
    """The setting that this rule makes; it need not be the best."""

    def __repr__(self) -> str:
        best, obvious = str(self.ranking.best.setting), str(self.obvious.setting)
        return f"Hint(best={best!r}, obvious={obvious!r}, rule={self.rule!r})"

    def __str__(self) -> str:
        return hint_text(self)

    def to_dict(self) -> HintJson:
        """Return what `astragal asia hint --json` and `/api/asia/hint` answer."""
        ranking = self.ranking
        return {
            "rules": ranking.rules.to_dict(),
            "dealer": ranking.dealer,
            "objective": str(ranking.objective),
            "hand": card_names(ranking.hand),
            "dead": card_names(ranking.dead),
            "text": why_best(self),
            "rule": self.rule,
            "best": ranking.best.to_dict(),
            "obvious": self.obvious.to_dict(),
            "cost_win": ranking.cost_win(self.obvious),
            "cost_ev": ranking.cost_ev(self.obvious),
            "card": {
                **self.card.to_dict(),
                "way": self.way,
                "cost_win": ranking.cost_win(self.card),
                "cost_ev": ranking.cost_ev(self.card),
                "verdict": card_verdict(self),
            },
            "other": None if ranking.other is None else ranking.other.to_dict(),
        }


def hint(game: Game, hand: CardSet, dead: CardSet) -> Hint:
    """Compare the best setting of a hand with the obvious one and that of a strategy card."""
    rules = game.rules
    ranking = rank_exactly(hand, game, dead)

    def set_by(way: HouseWay) -> RankedSetting:
        return ranking.of_value(way.value(ranking.hand))

    way, card = game.dealer, game.dealer.card
    if card is None:  # a way without rules: the game's standard way has some
        way, card = find_way(None, rules), read_card(None, rules)
    rule = card.rule_for(ranking.hand, rules)
    return Hint(
        ranking=ranking,
        obvious=set_by(named_way(OBVIOUS, rules)),
        way=way.name,
        rule=rule.name if rule else None,
        card=set_by(way),
    )
