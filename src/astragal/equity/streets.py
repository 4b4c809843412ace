"""The next card: the equity after each, and the outs."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from astragal import _native
from astragal.cards import Card, Cards, CardSet, card_ids, card_name, cards_name
from astragal.equity.calculate import calculate
from astragal.equity.games import BOARD, Game
from astragal.equity.ranges import Range, RangeLike
from astragal.equity.result import Equity
from astragal.equity.spot import Spot, read_spot
from astragal.errors import BadInputError
from astragal.notebook import Table, Tabular


class NextCard(NamedTuple):
    """A card, and the equity after it is dealt to the board."""

    card: Card
    equity: Equity

    def __str__(self) -> str:
        return f"{card_name(self.card)}: {', '.join(map(str, self.equity.players))}"

    def to_dict(self) -> dict[str, Any]:
        """Return the name of the card and the players' equities."""
        equities = [player.equity for player in self.equity.players]
        return {"card": card_name(self.card), "equities": equities}


class NextCards(Tabular, tuple[NextCard, ...]):
    """The equity after each possible next card, cards ascending."""

    def __repr__(self) -> str:
        return f"<NextCards: {len(self)} cards>"

    def to_dict(self) -> dict[str, Any]:
        """Return the equities by card."""
        return {"next": [one.to_dict() for one in self]}

    def _records(self) -> Iterator[dict[str, object]]:
        for card, after in self:
            yield from ({"card": card_name(card), **record} for record in after._records())

    def _table(self) -> Table:
        names = [player.hand for player in self[0].equity.players] if self else []
        rows = [
            [card_name(card), *(f"{player.equity:.2%}" for player in after.players)]
            for card, after in self
        ]
        return Table(["next card", *names], rows)


class Outs(Tabular, tuple[CardSet, ...]):
    """The outs of each player, as card sets."""

    players: tuple[str, ...]

    def __repr__(self) -> str:
        counts = zip(self.players, map(int.bit_count, self), strict=True)
        return f"<Outs {', '.join(f'{name} {count}' for name, count in counts)}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the names of the cards by player."""
        return {"outs": [cards_name(cards).split() for cards in self]}

    def _records(self) -> list[dict[str, object]]:
        return [
            {"player": name, "outs": cards.bit_count(), "cards": cards_name(cards)}
            for name, cards in zip(self.players, self, strict=True)
        ]

    def _table(self) -> Table:
        return Table(["player", "outs", "cards"], [[*row.values()] for row in self._records()])


def next_cards(
    players: Sequence[RangeLike],
    *,
    board: Cards,
    dead: Cards = "",
    game: str | Game = "holdem",
    **options: Any,
) -> NextCards:
    """Return the equity after each possible next card; `options` are those of `calculate`.

    Hands with that card drop out of the ranges. A card that leaves a player without a hand is
    skipped.

    >>> turns = next_cards(["AhKh", "QsQd"], board="Jh 7h 2c")
    >>> print(turns[0])
    2d: AhKh: 29.5455%, QsQd: 70.4545%
    """
    spot = read_spot(players, board, dead, game)
    if not spot.to_come:
        raise BadInputError(f"the board {cards_name(spot.board)!r} is complete: no cards to come")
    options |= {"dead": dead, "game": spot.game}
    return NextCards(
        NextCard(card, calculate(players, board=spot.board | 1 << card, **options))
        for card in card_ids(spot.unseen)
        if _leaves_hands(spot, card)
    )


def outs(
    players: Sequence[RangeLike], *, board: Cards, dead: Cards = "", game: str | Game = "holdem"
) -> Outs:
    """Return the outs of each player: the next cards that make their hand the best one.

    A player who already has the best hand, not tied, has no outs. All hands must be known, and the
    board must have three or four cards.

    >>> print(outs(["AhKh", "QsQd"], board="Jh 7h 2c"))
    player  outs  cards
    ──────────────────────────────────────────────────────────
    AhKh      15  2h 3h 4h 5h 6h 8h 9h Th Qh Kc Kd Ks Ac Ad As
    QsQd       0
    """
    spot = read_spot(players, board, dead, game)
    hands = spot.hands
    if hands is None:
        names = ", ".join(map(repr, spot.names))
        raise BadInputError(f"outs need known hands, not ranges: {names}")
    if spot.game.low:
        raise BadInputError(f"outs are for games without a low half, not for {spot.game}")
    if not 3 <= spot.board.bit_count() < BOARD:
        raise BadInputError(
            f"outs need a board of three or four cards, not {cards_name(spot.board)!r}"
        )
    ahead = _sole_best(spot, hands, spot.board)
    found = [0] * len(hands)
    for card in card_ids(spot.unseen):
        winner = _sole_best(spot, hands, spot.board | 1 << card)
        if winner is not None and winner != ahead:
            found[winner] |= 1 << card
    result = Outs(found)
    result.players = spot.names
    return result


def _sole_best(spot: Spot, hands: list[CardSet], board: CardSet) -> int | None:
    strengths = _native.showdown_strengths(spot.game.tables, spot.game.two_of_own, hands, board)
    best = max(strengths)
    return strengths.index(best) if strengths.count(best) == 1 else None


def _leaves_hands(spot: Spot, card: Card) -> bool:
    return all(len(seat.without(1 << card)) for seat in spot.seats if isinstance(seat, Range))
