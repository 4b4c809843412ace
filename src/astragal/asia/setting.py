"""A setting: seven cards as four, two and one; whether it fouls, and who wins."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from typing_extensions import TypedDict

from astragal import _results
from astragal.asia.rules import Copies, Rules, find_rules
from astragal.asia.values import (
    DECK,
    SIZES,
    SettingRanks,
    SettingValue,
    is_below,
    rank_of_ids,
    rank_tables,
)
from astragal.cards import Card, Cards, CardSet, card_ids, card_names, card_set, cards_text
from astragal.errors import BadInputError, CardError, quoted

HAND_SIZE = 7
NAMES = tuple(SIZES)
SETTINGS = 105


class Result(StrEnum):
    """What becomes of a bet, or of one of the three hands."""

    WIN = "win"
    LOSS = "loss"
    PUSH = "push"


class _Parts(NamedTuple):
    high: tuple[Card, ...]
    medium: tuple[Card, ...]
    low: tuple[Card, ...]


class SettingJson(TypedDict):
    """Seven cards set as four, two and one."""

    high: list[str]
    """The four, highest card first."""
    medium: list[str]
    """The two."""
    low: list[str]
    """The one."""


class SettingNamesJson(TypedDict):
    """What each hand of a setting is, in words."""

    high: str
    medium: str
    low: str


class Setting(_Parts, _results.Result):
    """Seven cards set as four (high), two (medium) and one (low), each in descending order.

    >>> setting = Setting("As 9s 7d 4h / Qh Kd / Jc")
    >>> print(setting)
    As 9s 7d 4h / Kd Qh / Jc
    >>> setting == Setting("As 9s 7d 4h", "Kd Qh", "Jc"), setting.is_legal("push")
    (True, True)
    """

    __slots__ = ()

    def __new__(cls, high: str | Setting | Cards, medium: Cards = "", low: Cards = "") -> Setting:
        """Read one text, `four / two / one`, or the cards of the three hands."""
        if isinstance(high, Setting):
            return high
        given: list[Cards] = [high, medium, low]
        if isinstance(high, str) and not medium and not low:
            given = list(high.split("/"))
            if len(given) != len(NAMES):
                raise BadInputError(
                    f"{quoted(high)} is not a setting: write four cards / two cards / one card"
                )
            card_ids(high.replace("/", " "), deck=DECK)  # an error quotes all of the text
        parts = [card_ids(cards, deck=DECK) for cards in given]
        setting = cls._make(tuple(sorted(part, reverse=True)) for part in parts)
        sizes = [len(part) for part in parts]
        if sizes != list(SIZES.values()):
            raise CardError(
                f"{quoted(str(setting))} has {sizes} cards: a setting has four, two and one"
            )
        card_set([card for part in parts for card in part])  # no card twice
        return setting

    def __getnewargs__(self) -> tuple[str]:
        return (str(self),)

    def __str__(self) -> str:
        return " / ".join(cards_text(cards) for cards in self)

    def __repr__(self) -> str:
        return f"Setting({str(self)!r})"

    def to_dict(self) -> SettingJson:
        """Return the cards of the three hands."""
        return {
            "high": card_names(self.high),
            "medium": card_names(self.medium),
            "low": card_names(self.low),
        }

    @property
    def hand(self) -> CardSet:
        """All seven cards."""
        return sum(1 << card for cards in self for card in cards)

    def ranks(self, rules: str | Rules = "push") -> SettingRanks:
        """Return what each of the three hands is worth."""
        rules = find_rules(rules)
        return SettingRanks(*(rank_of_ids(cards, rules) for cards in self))

    def rank_names(self, rules: str | Rules = "push") -> SettingNamesJson:
        """Return what each of the three hands is, in words.

        >>> Setting("As 9s 7d 4h / Qh Kd / Jc").rank_names()
        {'high': 'ace nine seven four', 'medium': 'king queen', 'low': 'jack'}
        """
        high, medium, low = self.ranks(rules)
        return {"high": str(high), "medium": str(medium), "low": str(low)}

    def value(self, rules: str | Rules = "push") -> SettingValue:
        """Return the word of the setting's value, whether or not the setting is legal."""
        rules = find_rules(rules)
        return rank_tables(rules).value_of(self.ranks(rules))

    def fouls(self, rules: str | Rules = "push") -> list[str]:
        """Return all reasons why the setting is a foul; an empty list if it is legal.

        >>> Setting("As Qs 7d 4h / Kd Kh / Jc").fouls()
        ['high (ace queen seven four) is below medium (pair of kings)']
        """
        rules = find_rules(rules)
        ranks = self.ranks(rules)
        named = [f"{name} ({rank})" for name, rank in zip(NAMES, ranks, strict=True)]
        verb = "is not above" if rules.strict_order else "is below"
        return [
            f"{named[i]} {verb} {named[i + 1]}"
            for i in range(2)
            if not is_below(ranks[i + 1], ranks[i], rules)
        ]

    def is_legal(self, rules: str | Rules = "push") -> bool:
        """Tell whether the setting is not a foul."""
        return not self.fouls(rules)

    def compare(
        self, dealer: str | Setting, rules: str | Rules = "push"
    ) -> tuple[Result, Result, Result]:
        """Compare the three hands with the dealer's; a copy is a push here under all rules."""
        pairs = zip(self.ranks(rules), Setting(dealer).ranks(rules), strict=True)
        results = Result.PUSH, Result.WIN, Result.LOSS
        high, medium, low = (results[(mine > other) - (mine < other)] for mine, other in pairs)
        return high, medium, low

    def result(self, dealer: str | Setting, rules: str | Rules = "push") -> Result:
        """Return what becomes of the player's bet against the dealer's setting; a foul loses.

        >>> Setting("As 9s 7d 4h / Kd Qh / Jc").result("Ks Qd Jh 9c / 8s 6d / 2h")
        <Result.WIN: 'win'>
        """
        rules = find_rules(rules)
        if self.fouls(rules):
            return Result.LOSS
        found = self.compare(dealer, rules)
        if found.count(Result.WIN) >= 2:
            return Result.WIN
        if found.count(Result.LOSS) >= 2 or rules.copies is Copies.DEALER:
            return Result.LOSS
        return Result.PUSH


def read_hand(cards: Cards) -> CardSet:
    """Return the set of a hand, or raise unless it is seven cards of the deck of 53."""
    return card_set(cards, deck=DECK, count=HAND_SIZE)


def falling_cards(hand: CardSet) -> list[Card]:
    """Return the cards of a set, the highest first."""
    return card_ids(hand)[::-1]
