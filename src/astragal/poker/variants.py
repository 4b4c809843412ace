"""The variants of poker: hold'em, Omaha, short deck, stud.

A variant is a row of a table: the number of hole cards, how many of them must play, the rules that
rank hands, and a title. No variant has code of its own; commands and pages list the table.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from math import comb

from typing_extensions import TypedDict

from astragal import _native
from astragal._cached import cached_property
from astragal._checks import require_flag, require_name
from astragal._results import Result
from astragal.cards import (
    CARD_NAMES,
    RANKS,
    SUITS,
    Cards,
    CardSet,
    card_ids,
    card_set,
    cards_text,
    full_deck,
)
from astragal.errors import BadInputError, CardError, counted, quoted
from astragal.poker.rules import ACE_TO_FIVE, SHORT_DECK, SHORT_DECK_TRIPS, STANDARD, Rules
from astragal.poker.tables import tables_for
from astragal.store.canonical import Parameters

BOARD = 5
BOARD_SIZES = (0, 3, 4, 5)
"""The numbers of cards that a board can have."""
STUD_CARDS = 7
HOLE = {None: (2, STUD_CARDS), 2: range(2, 7)}
"""Possible numbers of own cards, if any of them may play, and if two must."""


class VariantJson(TypedDict):
    """A poker game without a dealer."""

    name: str
    title: str
    """Its name on a page."""
    hole: int
    """Number of hole cards; seven in stud."""
    used: int | None
    """Number of hole cards that must play; null if any may play."""
    low: bool
    """Whether the best low hand, eight or better, wins half of the pot."""
    rules: str
    """The name of the rules that rank the hands."""


@dataclass(frozen=True, repr=False)
class Variant(Result):
    """A poker game with a board of five cards, or stud: seven hole cards and no board."""

    name: str
    hole: int
    """Number of hole cards; seven in stud."""
    used: int | None = None
    """Number of hole cards that must play: 2, with three of the board; None if any may play."""
    rules: Rules = STANDARD
    low: bool = False
    """Whether the best low hand, eight or better, wins half of the pot."""
    title: str = field(default="", compare=False)
    """Its name on a page: Hold'em; the name, unless it is given."""

    def __post_init__(self) -> None:
        for text in (self.name, self.title):
            if not isinstance(text, str):
                raise BadInputError(f"a variant has a name and a title, not {quoted(text)}")
        object.__setattr__(self, "title", self.title or self.name)
        if not isinstance(self.rules, Rules):
            raise BadInputError(
                f"{quoted(self.name)}: {quoted(self.rules)} are not Rules: give poker.SHORT_DECK"
            )
        used, hole = self.used, self.hole
        plain = (used is None or isinstance(used, int)) and isinstance(hole, int)
        if not plain or hole not in HOLE.get(used, ()):
            raise BadInputError(
                f"{quoted(self.name)}: {quoted(self.used)} of {quoted(self.hole)} hole cards play: "
                f"with used=None a player has 2, or 7 in stud; with used=2, 2 to {HOLE[2][-1]}"
            )
        if self.rules.lowest_rank and (self.low or self.is_stud):
            raise BadInputError(f"{quoted(self.name)}: stud and a low half need a full deck")
        if self.low and self.used is None and not self.is_stud:
            raise BadInputError(f"{quoted(self.name)}: a low half needs two cards to play, or stud")

    def __repr__(self) -> str:
        return f"<Variant {self.name}, {self.hole} cards>"

    def __str__(self) -> str:
        return self.name

    def to_dict(self) -> VariantJson:
        """Return the number of cards and the name of the rules."""
        return {
            "name": self.name,
            "title": self.title,
            "hole": self.hole,
            "used": self.used,
            "low": self.low,
            "rules": self.rules.name,
        }

    @property
    def is_stud(self) -> bool:
        """Whether there is no board."""
        return self.hole == STUD_CARDS

    @cached_property
    def deck(self) -> CardSet:
        """The cards of the game."""
        return full_deck(52) & ~((1 << len(SUITS) * self.rules.lowest_rank) - 1)

    def check(self, cards: CardSet, what: str) -> CardSet:
        """Return the cards, or raise if one is not in the game's deck."""
        if foreign := cards & ~self.deck:
            raise CardError(f"{quoted(cards_text(foreign))} in {what} is not in the deck of {self}")
        return cards

    @cached_property
    def ranks(self) -> str:
        """The ranks of the game, lowest first."""
        return RANKS[self.rules.lowest_rank :]

    @cached_property
    def hand_count(self) -> int:
        """The number of different hands a player can be dealt: 1,326 in hold'em."""
        return comb(self.deck.bit_count(), self.hole)

    @property
    def tables(self) -> _native.PokerTables:
        """The look-up tables of its rules."""
        return tables_for(self.rules)

    @property
    def parameters(self) -> Parameters:
        """Everything that counts depend on: the parameters of a table file."""
        return {
            "own": self.hole,
            "used": self.used,
            "order": [int(category) for category in self.rules.order],
            "straights": [[one.ranks, one.top] for one in self.rules.straights],
            "lowest_rank": self.rules.lowest_rank,
            **({"low": True} if self.low else {}),
        }

    @property
    def two_of_own(self) -> bool:
        """Whether exactly two hole cards play."""
        return self.used is not None

    @property
    def showdown_mode(self) -> int:
        """The mode of native code: 0 any cards play, 1 two hole cards, 2 with a low half as well.

        Stud has native functions of its own.
        """
        mode = 1 if self.two_of_own else 0
        return mode + 1 if self.low else mode

    @property
    def evaluations(self) -> int:
        """The number of five-card hands that a showdown compares per player; 1 for a look-up."""
        return comb(self.hole, 2) * comb(BOARD, 3) if self.two_of_own else 1


VARIANTS = {
    game.name: game
    for game in (
        Variant("holdem", 2, title="Hold'em"),
        Variant("omaha", 4, used=2, title="Omaha"),
        Variant("omaha5", 5, used=2, title="Omaha, five cards"),
        Variant("omaha6", 6, used=2, title="Omaha, six cards"),
        Variant("omaha-hilo", 4, used=2, low=True, title="Omaha hi-lo"),
        Variant("omaha5-hilo", 5, used=2, low=True, title="Omaha hi-lo, five cards"),
        Variant("omaha6-hilo", 6, used=2, low=True, title="Omaha hi-lo, six cards"),
        Variant("short", 2, rules=SHORT_DECK, title="Short deck"),
        Variant("short-trips", 2, rules=SHORT_DECK_TRIPS, title="Short deck, trips higher"),
    )
}
"""The games with a board, by name."""
HOLDEM = VARIANTS["holdem"]
"""The variant `holdem`."""
STUD_VARIANTS = {
    game.name: game
    for game in (
        Variant("stud", STUD_CARDS, title="Seven-card stud"),
        Variant("stud-hilo", STUD_CARDS, low=True, title="Seven-card stud hi-lo"),
        Variant("razz", STUD_CARDS, rules=ACE_TO_FIVE, title="Razz"),
    )
}
"""The stud games by name."""
_ALL_VARIANTS = VARIANTS | STUD_VARIANTS
TWO_CARD_VARIANTS = tuple(name for name, game in VARIANTS.items() if game.hole == 2)
"""The names of the variants with two hole cards."""


def find_variant(game: str | Variant, *, stud: bool = False) -> Variant:
    """Return the variant of that name; a `Variant` is returned unchanged.

    Stud is refused unless `stud` is true.

    >>> find_variant("omaha5").hole
    5
    """
    require_flag(stud, "stud")
    if isinstance(game, Variant):
        variant = game
    elif isinstance(game, str) and game in _ALL_VARIANTS:
        variant = _ALL_VARIANTS[game]
    else:
        variant = _ALL_VARIANTS[require_name(game, _ALL_VARIANTS, "game")]  # raises
    if variant.is_stud and not stud:
        raise BadInputError(
            f"{variant} has no board: only the equity of its hands can be calculated"
        )
    return variant


def two_card_variant(game: str | Variant) -> Variant:
    """Return the variant of that name; raise unless it has starting hands like AKs."""
    game = find_variant(game)
    if game.hole != 2:
        raise BadInputError(
            f"{game} has hands of {game.hole} cards: starting hands like AKs have two"
        )
    return game


def read_board(cards: Cards, *, sizes: Collection[int] = BOARD_SIZES) -> CardSet:
    """Return the cards of a board: none, or three to five.

    >>> read_board("2c 7d")
    Traceback (most recent call last):
        ...
    astragal.errors.CardError: 2 cards on the board '2c 7d': a board has 3, 4 or 5 cards, or none
    """
    board = card_set(cards, deck=52)
    if board.bit_count() not in sizes:
        require_board_size(board.bit_count(), board)
    return board


def require_board_size(size: int, board: CardSet) -> None:
    """Raise unless a board has none or three to five cards."""
    if size not in BOARD_SIZES:
        raise CardError(
            f"{counted(size, 'card')} on the board {quoted(cards_text(board))}: a board has 3, 4 "
            "or 5 cards, or none"
        )


def read_hole_cards(cards: Cards, game: Variant) -> CardSet:
    """Return the hole cards of one player, all in the game's deck."""
    hand = card_set(cards, deck=52, count=game.hole)
    return game.check(hand, quoted(cards_text(hand)))


def hand_name(hand: CardSet) -> str:
    """Return a hand as ranges write it: highest card first, without spaces.

    >>> hand_name(card_set("Kd As"))
    'AsKd'
    """
    return "".join(CARD_NAMES[card] for card in reversed(card_ids(hand)))
