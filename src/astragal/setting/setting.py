"""A setting: seven cards set into hands; whether it fouls, and who wins."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple, NotRequired

from typing_extensions import TypedDict

from astragal import _results
from astragal._checks import require_instance
from astragal.cards import Card, Cards, CardSet, card_ids, card_names, card_set, cards_text
from astragal.errors import BadInputError, CardError, quoted
from astragal.setting.hand import (
    DECK,
    HandRank,
    SettingValue,
    may_stand_below,
    rank_of_ids,
    rank_tables,
)
from astragal.setting.rules import Copies, Rules

HAND_SIZE = 7
SIZES = {(4, 2, 1), (5, 2)}
"""How many cards the hands of a setting have, in Asia Poker and in pai gow poker."""

NUMBERS = {5: "five", 4: "four", 2: "two", 1: "one"}


class BetResult(StrEnum):
    """What becomes of a bet, or of one of the hands."""

    WIN = "win"
    LOSS = "loss"
    PUSH = "push"


class SettingJson(TypedDict):
    """Seven cards set into hands."""

    high: list[str]
    """The longest hand, highest card first."""
    medium: NotRequired[list[str]]
    """The two of Asia Poker."""
    low: list[str]
    """The one of Asia Poker, the two of pai gow poker."""


class SettingNamesJson(TypedDict):
    """What each hand of a setting is, in words."""

    high: str
    medium: NotRequired[str]
    """The two of Asia Poker."""
    low: str


class _Hands(NamedTuple):
    hands: tuple[tuple[Card, ...], ...]
    """The hands, the longest first."""


class Setting(_Hands, _results.Result):
    """Seven cards set as four, two and one (Asia Poker) or as five and two (pai gow poker).

    >>> setting = Setting("As 9s 7d 4h / Qh Kd / Jc")
    >>> print(setting)
    As 9s 7d 4h / Kd Qh / Jc
    >>> setting == Setting("As 9s 7d 4h", "Kd Qh", "Jc")
    True
    """

    __slots__ = ()

    def __new__(cls, *hands: str | Setting | Cards) -> Setting:
        """Read one text with the hands separated by `/`, or the cards of each hand."""
        first = hands[0] if hands else ""
        if isinstance(first, Setting):
            return first
        given: list[Any] = list(hands)
        if isinstance(first, str) and len(hands) == 1:
            given = list(first.split("/"))
            if len(given) not in (2, 3):
                raise BadInputError(
                    f"{quoted(first)} is not a setting: write four cards / two cards / one card, "
                    "or five cards / two cards"
                )
            card_ids(first.replace("/", " "), deck=DECK)  # an error quotes all of the text
        parts = tuple(tuple(sorted(card_ids(cards, deck=DECK), reverse=True)) for cards in given)
        setting = cls.of_cards(parts)
        sizes = tuple(map(len, parts))
        if sizes not in SIZES:
            written = first if len(hands) == 1 else str(setting)
            raise CardError(
                f"{quoted(written)} has {' and '.join(map(str, sizes))} cards: a setting has five "
                "and two (pai gow poker), or four, two and one (Asia Poker)"
            )
        card_set([card for part in parts for card in part])  # no card twice
        return setting

    @classmethod
    def of_cards(cls, hands: tuple[tuple[Card, ...], ...]) -> Setting:
        """Return the setting with these hands, which need no check."""
        return cls._make((hands,))

    def __getnewargs__(self) -> tuple[str]:
        return (str(self),)

    def __str__(self) -> str:
        return " / ".join(map(cards_text, self.hands))

    def __repr__(self) -> str:
        return f"Setting({str(self)!r})"

    @property
    def high(self) -> tuple[Card, ...]:
        """The longest hand."""
        return self.hands[0]

    @property
    def medium(self) -> tuple[Card, ...] | None:
        """The two of Asia Poker; None in pai gow poker."""
        return self.hands[1] if len(self.hands) == 3 else None

    @property
    def low(self) -> tuple[Card, ...]:
        """The shortest hand."""
        return self.hands[-1]

    def to_dict(self) -> SettingJson:
        """Return the cards of each hand."""
        names = [card_names(cards) for cards in self.hands]
        if len(names) == 2:
            return {"high": names[0], "low": names[1]}
        return {"high": names[0], "medium": names[1], "low": names[2]}

    @property
    def hand(self) -> CardSet:
        """All seven cards."""
        return sum(1 << card for cards in self.hands for card in cards)

    def ranks(self, rules: Rules) -> tuple[HandRank, ...]:
        """Return what each hand is worth."""
        require_instance(rules, Rules, "`Game.rules` has them")
        if tuple(map(len, self.hands)) != tuple(rules.hands.values()):
            sizes = ", ".join(NUMBERS[size] for size in rules.hands.values())
            raise BadInputError(
                f"{quoted(str(self))} is no setting of {rules.title}, which has hands of {sizes}"
            )
        return tuple(rank_of_ids(cards, rules) for cards in self.hands)

    def rank_names(self, rules: Rules) -> SettingNamesJson:
        """Return what each hand is, in words.

        >>> from astragal.asia import find_rules
        >>> Setting("As 9s 7d 4h / Qh Kd / Jc").rank_names(find_rules())
        {'high': 'ace nine seven four', 'medium': 'king queen', 'low': 'jack'}
        """
        high, *medium, low = map(str, self.ranks(rules))
        if not medium:
            return {"high": high, "low": low}
        return {"high": high, "medium": medium[0], "low": low}

    def value(self, rules: Rules) -> SettingValue:
        """Return the word of the setting's value, whether or not the setting is legal."""
        ranks = self.ranks(rules)
        return rank_tables(rules).value_of(ranks)

    def fouls(self, rules: Rules) -> list[str]:
        """Return all reasons why the setting is a foul; an empty list if it is legal.

        >>> from astragal.asia import find_rules
        >>> Setting("As Qs 7d 4h / Kd Kh / Jc").fouls(find_rules())
        ['high (ace queen seven four) is below medium (pair of kings)']
        """
        ranks = self.ranks(rules)
        named = [f"{name} ({rank})" for name, rank in zip(rules.hands, ranks, strict=True)]
        verb = "is not above" if rules.must_be_above else "is below"
        return [
            f"{named[i]} {verb} {named[i + 1]}"
            for i in range(len(ranks) - 1)
            if not may_stand_below(ranks[i + 1], ranks[i], rules)
        ]

    def is_legal(self, rules: Rules) -> bool:
        """Return whether the setting is not a foul."""
        return not self.fouls(rules)

    def compare(self, dealer: str | Setting, rules: Rules) -> tuple[BetResult, ...]:
        """Compare the hands with the dealer's; a copy is a push here under all rules."""
        pairs = zip(self.ranks(rules), Setting(dealer).ranks(rules), strict=True)
        return tuple(
            BetResult.WIN if mine > other else BetResult.LOSS if mine < other else BetResult.PUSH
            for mine, other in pairs
        )

    def result(self, dealer: str | Setting, rules: Rules) -> BetResult:
        """Return what becomes of the player's bet against the dealer's setting; a foul loses.

        >>> from astragal.asia import find_rules
        >>> Setting("As 9s 7d 4h / Kd Qh / Jc").result("Ks Qd Jh 9c / 8s 6d / 2h", find_rules())
        <BetResult.WIN: 'win'>
        """
        refuse_shared_cards(self.hand, Setting(dealer).hand)
        if self.fouls(rules):
            return BetResult.LOSS
        forced = rules.forced_push
        if forced is not None:
            theirs = dict(zip(rules.hands, Setting(dealer).ranks(rules), strict=True))
            if forced.is_made_by(theirs[forced.hand]):
                return BetResult.PUSH
        results = self.compare(dealer, rules)
        won, lost, copies = map(results.count, (BetResult.WIN, BetResult.LOSS, BetResult.PUSH))
        match rules.copies_go_to:
            case Copies.PLAYER:
                won += copies
            case Copies.DEALER:
                lost += copies
        wins = rules.wins_bet(won, lost)
        if wins is None:
            return BetResult.PUSH
        return BetResult.WIN if wins else BetResult.LOSS


def refuse_shared_cards(mine: CardSet, theirs: CardSet) -> None:
    """Raise if two hands share a card."""
    if shared := mine & theirs:
        raise BadInputError(f"{quoted(cards_text(shared))} can't be in both hands")


def read_hand(cards: Cards) -> CardSet:
    """Return the set of a hand, or raise unless it is seven cards of the deck of 53."""
    return card_set(cards, deck=DECK, count=HAND_SIZE)


def setting_form(rules: Rules) -> str:
    """Return how a setting of a game is written.

    >>> from astragal.asia import find_rules
    >>> setting_form(find_rules())
    'four cards / two cards / one card'
    """
    return " / ".join(
        "one card" if size == 1 else f"{NUMBERS[size]} cards" for size in rules.hands.values()
    )


def read_setting(setting: str | Setting, rules: Rules) -> Setting:
    """Return a setting of a game from its text, or as it is."""
    sizes = tuple(rules.hands.values())
    if isinstance(setting, str) and setting.count("/") != len(sizes) - 1:
        raise BadInputError(f"{quoted(setting)} is not a setting: write {setting_form(rules)}")
    read = Setting(setting)
    if tuple(map(len, read.hands)) != sizes:
        raise BadInputError(
            f"{quoted(str(read))} is no setting of {rules.title}: write {setting_form(rules)}"
        )
    return read


def falling_cards(hand: CardSet) -> list[Card]:
    """Return the cards of a set, the highest first."""
    return card_ids(hand)[::-1]
