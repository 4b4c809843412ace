"""The games as rule tables: how many cards a player gets, how many must be used, which rules rank.

Everything else in this room reads the table; no game has code of its own.
"""

from dataclasses import dataclass
from functools import cached_property

from astragal import _native
from astragal.cards import RANKS, SUITS, CardSet, full_deck
from astragal.errors import BadInputError, UnknownNameError
from astragal.poker import SHORT_DECK, SHORT_DECK_TRIPS, STANDARD, Rules
from astragal.poker.tables import tables_for
from astragal.store import Parameters

BOARD = 5
MOST_OWN = 6


@dataclass(frozen=True)
class Game:
    """A poker game with a board of five cards."""

    name: str
    own: int
    """Cards of one's own."""
    used: int | None = None
    """How many of them a hand is made of, exactly: 2, with three of the board; None for any."""
    rules: Rules = STANDARD

    def __post_init__(self) -> None:
        if self.used is None and self.own != 2:
            raise BadInputError(f"{self.name!r}: {self.own} own cards; any may be used only of 2")
        if self.used not in (None, 2) or not 2 <= self.own <= MOST_OWN:
            raise BadInputError(
                f"{self.name!r}: {self.used} of {self.own} own cards used; it is 2 of 2 to 6"
            )

    @cached_property
    def deck(self) -> CardSet:
        """The cards it is played with."""
        return full_deck(52) & ~((1 << len(SUITS) * self.rules.lowest_rank) - 1)

    @cached_property
    def ranks(self) -> str:
        """The ranks it is played with, lowest first."""
        return RANKS[self.rules.lowest_rank :]

    @property
    def tables(self) -> _native.PokerTables:
        """The look-up tables of its rules."""
        return tables_for(self.rules)

    @property
    def parameters(self) -> Parameters:
        """All that counts depend on, for the head of a table; keys only say how to look up."""
        return {
            "own": self.own,
            "used": self.used,
            "order": [int(category) for category in self.rules.order],
            "straights": [[one.ranks, one.top] for one in self.rules.straights],
            "lowest_rank": self.rules.lowest_rank,
        }

    @property
    def two_of_own(self) -> bool:
        """Whether exactly two of one's own cards count."""
        return self.used is not None


GAMES = {
    game.name: game
    for game in (
        Game("holdem", 2),
        Game("omaha", 4, used=2),
        Game("omaha5", 5, used=2),
        Game("omaha6", 6, used=2),
        Game("short", 2, rules=SHORT_DECK),
        Game("short-trips", 2, rules=SHORT_DECK_TRIPS),
    )
}
HOLDEM = GAMES["holdem"]


def find_game(game: str | Game) -> Game:
    """Return the game of that name; a `Game` is returned as it is.

    >>> find_game("omaha5").own
    5
    """
    if isinstance(game, Game):
        return game
    try:
        return GAMES[game]
    except KeyError:
        raise UnknownNameError(f"no game {game!r}; there are {', '.join(GAMES)}") from None
