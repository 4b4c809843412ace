"""The starting hands by their equity against a random hand: computed, as `ordering` has them."""

from astragal.equity.calculate import calculate
from astragal.equity.games import Game, find_game
from astragal.equity.starting import StartingHand, starting_hands


def rank_starting_hands(game: str | Game = "holdem") -> list[StartingHand]:
    """Compute the order; it takes some 20 seconds. Equal hands stay in the order of the square."""
    game = find_game(game)

    def equity(hand: StartingHand) -> float:
        result = calculate([hand.hands()[0], "random"], game=game, method="exact")
        return result.players[0].equity

    return sorted(starting_hands(game.rules.lowest_rank), key=equity, reverse=True)
