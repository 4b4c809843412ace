"""A starting hand against another before the flop: all their hands, all boards.

For AKs and QQ, each of the 24 pairs of hands that share no card is counted over all 1,712,304
boards. The counts are whole numbers, so an equity is exact to the last bit.
"""

from collections.abc import Sequence
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np

from astragal import _native
from astragal.cards import SUITS
from astragal.equity.games import BOARD, Game, find_game
from astragal.equity.ranges import RANDOM
from astragal.equity.starting import StartingHand, parse_starting_hand, starting_hands
from astragal.errors import BadInputError

# A starting hand has all suits alike, so each renaming of them gives a pair with the same counts.
_RENAMINGS = list(permutations(range(len(SUITS))))


class MatchUp(NamedTuple):
    """A starting hand against another, or against any hand: counts over all deals."""

    hand: str
    villain: str
    combos: int
    """Pairs of hands that share no card."""
    deals: int
    wins: int
    ties: int

    @property
    def losses(self) -> int:
        """How often the other wins."""
        return self.deals - self.wins - self.ties

    @property
    def equity(self) -> float:
        """The part of the pot: a win is all of it, a tie half."""
        return (2 * self.wins + self.ties) / (2 * self.deals)

    @property
    def turned(self) -> "MatchUp":
        """The same deals, as the other sees them."""
        return MatchUp(self.villain, self.hand, self.combos, self.deals, self.losses, self.ties)


def boards_left(game: Game) -> int:
    """Return how many boards two hands leave."""
    return comb(game.deck.bit_count() - 2 * game.own, BOARD)


def two_card_game(game: str | Game) -> Game:
    """Return the game of that name, or raise if it has no starting hands as AKs."""
    game = find_game(game)
    if game.own != 2:
        raise BadInputError(
            f"{game.name} has hands of {game.own} cards: starting hands as AKs are of two"
        )
    return game


def count_match_up(game: Game, one: StartingHand, other: StartingHand) -> tuple[int, int, int, int]:
    """Return combos, and over all boards the wins, ties and losses of the first."""
    sets = [np.array(hand.hands(), np.uint64) for hand in (one, other)]
    ones = [np.ones(len(hands)) for hands in sets]
    pairs = len(sets[0]) * len(sets[1])
    ((wins, ties), (losses, _)), _, combos, *_ = _native.count_ranges(
        game.tables, game.two_of_own, sets, ones, 0, 0, _RENAMINGS, 0, pairs, False
    )
    return int(combos), int(wins), int(ties), int(losses)


def match_up(hand: str, villain: str, game: str | Game = "holdem") -> MatchUp:
    """Count one starting hand against another; it takes a few thousandths of a second.

    >>> match_up("AKs", "QQ")
    MatchUp(hand='AKs', villain='QQ', combos=24, deals=41095296, wins=18834720, ties=178116)
    """
    game = two_card_game(game)
    one, other = (parse_starting_hand(name, game.rules.lowest_rank) for name in (hand, villain))
    combos, wins, ties, _ = count_match_up(game, one, other)
    return MatchUp(one.name, other.name, combos, combos * boards_left(game), wins, ties)


def match_ups(hand: str, game: str | Game = "holdem") -> list[MatchUp]:
    """Count one starting hand against each, in the order of `starting_hands`."""
    lowest = two_card_game(game).rules.lowest_rank
    return [match_up(hand, villain.name, game) for villain in starting_hands(lowest)]


def against_random(row: Sequence[MatchUp]) -> MatchUp:
    """Return a starting hand against any hand, from its match-ups with each starting hand.

    >>> round(against_random(match_ups("AA")).equity, 10)
    0.852037133
    """
    combos, deals, wins, ties = (
        sum(column) for column in zip(*(one[2:] for one in row), strict=True)
    )
    return MatchUp(row[0].hand, RANDOM, combos, deals, wins, ties)
