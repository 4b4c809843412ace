"""What the next card does: the equity after each, and the cards that help."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from astragal import _native
from astragal.cards import Card, CardSet, card_ids, cards_name
from astragal.equity.calculate import calculate
from astragal.equity.games import BOARD, Game
from astragal.equity.ranges import Range
from astragal.equity.result import Equity
from astragal.equity.table import Cards, Player, Table, read_table
from astragal.errors import BadInputError


class NextCard(NamedTuple):
    """A card, and the equity once it lies on the board."""

    card: Card
    equity: Equity


def next_cards(
    players: Sequence[Player],
    *,
    board: Cards,
    dead: Cards = "",
    game: str | Game = "holdem",
    **options: Any,
) -> list[NextCard]:
    """Return the equity after each next card of the board; `options` are those of `calculate`.

    The cards come in ascending order. In a range, hands with that card fall away; a card that
    would leave a player without a hand is left out.

    >>> turns = next_cards(["AhKh", "QsQd"], board="Jh 7h 2c")
    >>> len(turns), round(turns[0].equity.players[0].equity, 4)  # after 2d
    (45, 0.2955)
    """
    table = read_table(players, board, dead, game)
    if not table.to_come:
        raise BadInputError(f"the board {cards_name(table.board)!r} is complete: no cards to come")
    found = []
    for card in card_ids(table.unseen):
        with_card = table.board | 1 << card
        if _leaves_hands(table, card):
            found.append(
                NextCard(
                    card,
                    calculate(players, board=with_card, dead=dead, game=table.game, **options),
                )
            )
    return found


def outs(
    players: Sequence[Player], *, board: Cards, dead: Cards = "", game: str | Game = "holdem"
) -> list[CardSet]:
    """Return for each player the next cards that give them the best hand, alone.

    A player who has the best hand alone already has no outs. All hands must be known, and the
    board have three or four cards.

    >>> cards_name(outs(["AhKh", "QsQd"], board="Jh 7h 2c")[0])
    '2h 3h 4h 5h 6h 8h 9h Th Qh Kc Kd Ks Ac Ad As'
    """
    table = read_table(players, board, dead, game)
    hands = table.hands
    if hands is None:
        raise BadInputError("outs are of known hands: there is a range among the players")
    if not 3 <= table.board.bit_count() < BOARD:
        raise BadInputError(
            f"outs are for a board of three or four cards, not {cards_name(table.board)!r}"
        )
    ahead = _best_alone(table, hands, table.board)
    found = [0] * len(hands)
    for card in card_ids(table.unseen):
        winner = _best_alone(table, hands, table.board | 1 << card)
        if winner is not None and winner != ahead:
            found[winner] |= 1 << card
    return found


def _best_alone(table: Table, hands: list[CardSet], board: CardSet) -> int | None:
    strengths = _native.showdown_strengths(table.game.tables, table.game.two_of_own, hands, board)
    best = max(strengths)
    return strengths.index(best) if strengths.count(best) == 1 else None


def _leaves_hands(table: Table, card: Card) -> bool:
    return all(len(seat.without(1 << card)) for seat in table.seats if isinstance(seat, Range))
