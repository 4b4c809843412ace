"""The equity after each next card of the board, and the outs of known hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal import _native
from astragal._frames import Integers, Texts
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.cards import Card, Cards, CardSet, card_ids, card_name, card_names, cards_text
from astragal.equity.calculate import Calculation, Method, calculate_spot, read_calculation
from astragal.equity.limits import NO_LIMITS, Limits
from astragal.equity.plan import plan_next
from astragal.equity.ranges import RangeLike
from astragal.equity.results import Equity
from astragal.equity.spot import Spot, read_spot
from astragal.errors import BadInputError, quoted
from astragal.poker import Variant, find_variant
from astragal.poker.variants import BOARD
from astragal.progress import Progress


class NextCardJson(TypedDict):
    """A next card of the board."""

    card: str
    equities: list[float]
    """The equity of each player after the card, 0 to 1."""


@dataclass(frozen=True, slots=True)
class NextCard(Result):
    """A card, and the equity after it is dealt to the board."""

    card: Card
    equity: Equity

    def __str__(self) -> str:
        return f"{card_name(self.card)}: {', '.join(map(str, self.equity.players))}"

    def to_dict(self) -> NextCardJson:
        """Return the name of the card and the players' equities."""
        return {
            "card": card_name(self.card),
            "equities": [player.equity for player in self.equity.players],
        }


class NextCardsJson(TypedDict):
    """The equity after each possible next card."""

    next: list[NextCardJson]


@dataclass(frozen=True, slots=True, repr=False)
class NextCards(TableResult):
    """The equity after each possible next card, cards ascending."""

    cards: tuple[NextCard, ...]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[NextCard]:
        return iter(self.cards)

    def __getitem__(self, place: int) -> NextCard:
        return self.cards[place]

    def __repr__(self) -> str:
        return f"<NextCards: {len(self)} cards>"

    def to_dict(self) -> NextCardsJson:
        """Return the equities by card."""
        return {"next": [card.to_dict() for card in self.cards]}

    def _columns(self) -> Mapping[str, Sequence[object]]:
        columns: dict[str, list[object]] = {}
        for card in self.cards:
            names = Texts([card_name(card.card)] * len(card.equity.players))
            for heading, values in {"card": names, **card.equity._columns()}.items():
                columns.setdefault(heading, type(values)()).extend(values)  # type: ignore[arg-type]
        return columns

    def _table(self) -> TextTable:
        names = [player.hand for player in self.cards[0].equity.players] if self.cards else []
        rows = [
            [card_name(card.card), *(f"{player.equity:.2%}" for player in card.equity.players)]
            for card in self.cards
        ]
        return TextTable(["next card", *names], rows)


def next_cards(
    players: Sequence[RangeLike],
    *,
    board: Cards,
    dead: Cards = "",
    game: str | Variant = "holdem",
    method: Method = "auto",
    samples: int | None = None,
    seed: int = 0,
    limits: Limits = NO_LIMITS,
    threads: int | None = None,
    progress: Progress = False,
) -> NextCards:
    """Return the equity after each possible next card; the options are those of `calculate`.

    Hands with that card drop out of the ranges. A card that leaves a player without a hand is
    skipped.

    >>> turns = next_cards(["AhKh", "QsQd"], board="Jh 7h 2c")
    >>> print(turns[0])
    2d: AhKh: 29.5455%, QsQd: 70.4545%
    """
    how = read_calculation(method, samples, seed, limits=limits, threads=threads, progress=progress)
    return next_cards_of(read_spot(players, board, dead, find_variant(game)), how)


def next_cards_of(spot: Spot, how: Calculation) -> NextCards:
    """Return the equity of a spot after each possible next card."""
    if not spot.to_come:
        board_text = quoted(cards_text(spot.board))
        raise BadInputError(f"the board {board_text} is complete: no cards to come")
    plan = plan_next(spot)
    spots = ((card, spot.after(card)) for card in card_ids(spot.unseen))
    return NextCards(
        tuple(
            NextCard(card, calculate_spot(after, how, planned=plan))
            for card, after in spots
            if after is not None
        )
    )


class OutsJson(TypedDict):
    """The outs of each player."""

    outs: list[list[str]]
    """For each player, the cards after which a hand that is behind is ahead."""


@dataclass(frozen=True, slots=True, repr=False)
class Outs(TableResult):
    """The outs of each player: the cards after which a hand that is behind is ahead."""

    players: tuple[str, ...]
    cards: tuple[CardSet, ...]
    """The outs of each player."""

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[CardSet]:
        return iter(self.cards)

    def __getitem__(self, place: int) -> CardSet:
        return self.cards[place]

    def __repr__(self) -> str:
        counts = zip(self.players, map(int.bit_count, self.cards), strict=True)
        return f"<Outs {', '.join(f'{name} {count}' for name, count in counts)}>"

    def to_dict(self) -> OutsJson:
        """Return the names of the cards by player."""
        return {"outs": [card_names(cards) for cards in self.cards]}

    def _columns(self) -> Mapping[str, Sequence[object]]:
        return {
            "player": Texts(self.players),
            "outs": Integers(cards.bit_count() for cards in self.cards),
            "cards": Texts(cards_text(cards) for cards in self.cards),
        }

    def _table(self) -> TextTable:
        columns = self._columns()
        return TextTable([*columns], zip(*columns.values(), strict=True))


def outs(
    players: Sequence[RangeLike],
    *,
    board: Cards,
    dead: Cards = "",
    game: str | Variant = "holdem",
) -> Outs:
    """Return the outs of each player: the cards after which a hand that is behind is ahead.

    Ahead means the best hand alone, so a tied hand has outs too. All hands must be known, and the
    board must have three or four cards. Cards that only make a better hand are the `improving`
    cards of `poker.showdown`.

    >>> print(outs(["AhKh", "QsQd"], board="Jh 7h 2c"))
    player  outs  cards
    ──────────────────────────────────────────────────────────
    AhKh      15  2h 3h 4h 5h 6h 8h 9h Th Qh Kc Kd Ks Ac Ad As
    QsQd       0
    """
    return outs_of(read_spot(players, board, dead, find_variant(game)))


def outs_of(spot: Spot) -> Outs:
    """Return the outs of each player of a spot."""
    hands = spot.hands
    if hands is None:
        names = ", ".join(map(quoted, spot.names))
        raise BadInputError(f"outs need known hands, not ranges: {names}")
    if spot.game.low:
        raise BadInputError(f"outs are for games without a low half, not for {spot.game}")
    if not 3 <= spot.board.bit_count() < BOARD:
        raise BadInputError(
            f"outs need a board of three or four cards, not {quoted(cards_text(spot.board))}"
        )
    ahead = _sole_best(spot, hands, spot.board)
    cards = [0] * len(hands)
    for card in card_ids(spot.unseen):
        winner = _sole_best(spot, hands, spot.board | 1 << card)
        if winner is not None and winner != ahead:
            cards[winner] |= 1 << card
    return Outs(spot.names, tuple(cards))


def _sole_best(spot: Spot, hands: list[CardSet], board: CardSet) -> int | None:
    """Return the place of the best hand; None if several tie."""
    strengths = _native.showdown_strengths(spot.game.tables, spot.game.two_of_own, hands, board)
    best = max(strengths)
    return strengths.index(best) if strengths.count(best) == 1 else None
