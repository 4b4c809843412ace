"""A spot: the players' hands and ranges, the board and the dead cards, read and checked.

In stud a player has some known cards, and there is no board.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from math import comb, prod
from operator import or_
from typing import NamedTuple, TypeAlias

import numpy as np

from astragal import _native
from astragal._cached import cached_property
from astragal._checks import has_items
from astragal.cards import (
    CARD_NAMES,
    Card,
    Cards,
    CardSet,
    SetArray,
    card_set,
    cards_text,
    full_deck,
    subsets,
)
from astragal.equity.notation import RANDOM, is_random
from astragal.equity.ranges import Range, RangeLike, Weights
from astragal.equity.starting_hands import StartingHand
from astragal.errors import BadInputError, SeatError, counted, quoted
from astragal.poker.rules import EIGHT_OR_BETTER
from astragal.poker.tables import tables_for
from astragal.poker.variants import (
    BOARD,
    HOLDEM,
    STUD_CARDS,
    Variant,
    hand_name,
    read_hole_cards,
    require_board_size,
)

Seat: TypeAlias = CardSet | Range | None
"""A known hand; a range without the known cards; or None for any hand."""
SuitPermutation: TypeAlias = tuple[int, int, int, int]

MOST_PLAYERS = 9
STUD_PLAYERS = 7
PLACES = {"board": "the board", "dead": "the dead cards"}

_BIT = {name: 1 << card for card, name in enumerate(CARD_NAMES[:52])}


@dataclass(frozen=True)
class Spot:
    """What is known before the rest of the board is dealt."""

    game: Variant
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    board: CardSet
    dead: CardSet
    known: CardSet
    """The board, the dead cards and all known hands."""

    @property
    def to_come(self) -> int:
        """The number of board cards still to come."""
        return BOARD - self.board.bit_count()

    @property
    def hands(self) -> list[CardSet] | None:
        """The hands of all players, or None if one of them has a range."""
        hands = [seat for seat in self.seats if type(seat) is int]
        return hands if len(hands) == len(self.seats) else None

    @property
    def is_weighted(self) -> bool:
        """Whether some hand has a weight other than 1."""
        return any(isinstance(seat, Range) and seat.is_weighted for seat in self.seats)

    @property
    def live(self) -> CardSet:
        """The cards that are neither on the board nor dead."""
        return self.game.deck & ~(self.board | self.dead)

    @property
    def unseen(self) -> CardSet:
        """The cards that are not known."""
        return self.game.deck & ~self.known

    def after(self, card: Card) -> Spot | None:
        """Return the spot with one more card on the board; None if a player has no hand left."""
        bit = 1 << card
        seats = tuple(
            [seat.without(bit) if isinstance(seat, Range) else seat for seat in self.seats]
        )
        if any(isinstance(seat, Range) and not len(seat) for seat in seats):
            return None
        return replace(self, seats=seats, board=self.board | bit, known=self.known | bit)

    @cached_property
    def sizes(self) -> list[int]:
        """The number of hands each player may have."""
        every = comb(self.unseen.bit_count(), self.game.hole)
        return [
            every if seat is None else 1 if isinstance(seat, int) else len(seat)
            for seat in self.seats
        ]

    def arrays(self, place: int) -> tuple[SetArray, Weights]:
        """Return the hands a player may have, and their weights."""
        seat = self.seats[place]
        if isinstance(seat, Range):
            return seat.hands, seat.weights
        if seat is None:
            hands = subsets(self.unseen, self.game.hole)
        else:
            hands = np.array([seat], np.uint64)
        return hands, np.ones(len(hands))

    @cached_property
    def symmetries(self) -> list[SuitPermutation]:
        """The permutations of the suits that change neither the board, nor a hand or range.

        Players with any hand need no check: they can have the cards that the others leave.
        """
        known = [self.arrays(place) for place, seat in enumerate(self.seats) if seat is not None]
        return suit_symmetries([self.board, self.dead], known)


def suit_symmetries(
    cards: Sequence[CardSet] = (), ranges: Sequence[tuple[SetArray, Weights]] = ()
) -> list[SuitPermutation]:
    """Return the permutations of the suits that change none of these sets and ranges."""
    sets, weights = [hands for hands, _ in ranges], [weights for _, weights in ranges]
    return [(a, b, c, d) for a, b, c, d in _native.suit_symmetries(cards, sets, weights)]


def read_spot(
    players: Sequence[RangeLike],
    board: Cards = "",
    dead: Cards = "",
    game: Variant = HOLDEM,
) -> Spot:
    """Read and check the input of a calculation.

    >>> read_spot(["AhKh", "QQ+"], board="Kd 7c 2s").names
    ('AhKh', 'QQ+')
    >>> read_spot(["AhKh", "QsAh"])
    Traceback (most recent call last):
    astragal.errors.SeatError: 'Ah' is in two places: player 1, 'AhKh', and player 2, 'QsAh'
    """
    _check_number(players, MOST_PLAYERS, "nine")
    place: int | str = "board"
    seats: list[Seat] = []
    try:
        board_set = read_cards(board, PLACES["board"], game)
        require_board_size(board_set.bit_count(), board_set)
        place = "dead"
        dead_set = read_cards(dead, PLACES["dead"], game)
        for player in players:
            place = len(seats)
            seats.append(_read_player(player, game))
    except BadInputError as error:
        raise SeatError(str(error), [place]) from None
    names = tuple([one if isinstance(one, str) else _name(one) for one in players])
    known = board_set | dead_set
    known_apart = board_set.bit_count() + dead_set.bit_count()
    for seat in seats:
        if isinstance(seat, int):
            known |= seat
            known_apart += game.hole
    known_size = known.bit_count()
    if known_size != known_apart:
        _refuse_twice(seats, names, {"board": board, "dead": dead})
    needed = known_size + BOARD - board_set.bit_count()
    needed += sum(game.hole for seat in seats if not isinstance(seat, int))
    if needed > game.deck.bit_count():
        raise BadInputError(
            f"{len(seats)} players with {game.hole} cards each, the board and the dead cards are "
            f"{needed} cards: the deck of {game} has {game.deck.bit_count()}"
        )
    for place, seat in enumerate(seats):
        if isinstance(seat, Range):
            seats[place] = left = seat.without(known)
            if not len(left):
                raise SeatError(
                    f"range {quoted(names[place])} of player {place + 1} is empty: "
                    f"each of its hands has a card of {quoted(cards_text(known))}",
                    [place],
                )
    return Spot(game, tuple(seats), names, board_set, dead_set, known=known)


def _check_number(players: Sequence[RangeLike], most: int, name: str) -> None:
    several = type(players) in (list, tuple)  # the quickest look
    several = several or (isinstance(players, Collection) and has_items(players))
    count = len(players) if several else 1
    if not 2 <= count <= most:
        given = quoted(players)
        if several and 0 < count <= STUD_PLAYERS + MOST_PLAYERS:
            given = ", ".join(map(quoted, players))
        raise BadInputError(
            f"{counted(count, 'player')}, {given}: give {'a list of ' * (not several)}two "
            f"to {name} hands or ranges"
        )


def read_cards(cards: Cards, what: str, game: Variant) -> CardSet:
    """Read cards, all of which must be in the game's deck."""
    if isinstance(cards, str) and not cards:
        return 0
    return game.check(card_set(cards, deck=52), what)


def _name(player: RangeLike) -> str:
    if isinstance(player, StartingHand):
        return str(player)
    return player.name if isinstance(player, Range) else hand_name(card_set(player))


def _read_player(player: RangeLike, game: Variant) -> Seat:
    """Return a hand, a range, or None; a range of one hand is a hand."""
    if isinstance(player, str):
        if len(player) == 2 * game.hole:  # `AhKh`: by far the most frequent, and worth a shortcut
            hand = 0
            for start in range(0, len(player), 2):
                hand |= _BIT.get(player[start : start + 2], 0)
            if hand.bit_count() == game.hole and not hand & ~game.deck:
                return hand
        if is_random(player):
            return None
    elif not isinstance(player, Range | StartingHand):
        return read_hole_cards(player, game)
    hands = Range(player, game)
    if not len(hands):
        raise BadInputError(
            f"range {quoted(str(player))} is empty: give a hand, a range or 'random'"
        )
    if len(hands) == 1:
        return int(hands.hands[0])
    return None if hands.is_random else hands


def _refuse_twice(seats: Sequence[Seat], names: Sequence[str], apart: dict[str, Cards]) -> None:
    """Raise if a card is in two places: the known hands, the board and the dead cards."""
    held: list[tuple[int | str, CardSet, str]] = [
        (place, seat, f"player {place + 1}, {quoted(name)}")
        for place, (seat, name) in enumerate(zip(seats, names, strict=True))
        if isinstance(seat, int)
    ]
    for where, given in apart.items():
        held.append((where, card_set(given), f"{PLACES[where]}, {quoted(cards_text(given))}"))
    for (place, cards, name), (other_place, others, other_name) in combinations(held, 2):
        if both := cards & others:
            verb = "is" if both.bit_count() == 1 else "are"
            raise SeatError(
                f"{quoted(cards_text(both))} {verb} in two places: {name}, and {other_name}",
                [place, other_place],
            )


class StudSpot(NamedTuple):
    """The known cards of players of stud."""

    game: Variant
    known: tuple[CardSet, ...]
    names: tuple[str, ...]
    dead: CardSet
    board: CardSet = 0

    @property
    def tables(self) -> tuple[_native.PokerTables, _native.PokerTables | None]:
        """The look-up tables of the game, and of the low half, if there is one."""
        return self.game.tables, tables_for(EIGHT_OR_BETTER) if self.game.low else None

    @property
    def live(self) -> CardSet:
        """The cards that are not known."""
        return full_deck(52) & ~reduce(or_, self.known, self.dead)

    @property
    def ways(self) -> list[int]:
        """In how many ways each player gets the missing cards, one after the other."""
        left, ways = self.live.bit_count(), []
        for cards in self.known:
            missing = STUD_CARDS - cards.bit_count()
            ways.append(comb(left, missing))
            left -= missing
        return ways

    @property
    def evaluations(self) -> float:
        """How many evaluations of a hand it takes to count all deals."""
        places = range(1, len(self.known) + 1)
        return sum(prod(self.ways[:place]) for place in places) * (1 + self.game.low)


def read_stud(players: Sequence[RangeLike], dead: Cards, game: Variant) -> StudSpot:
    """Read and check the known cards of each player: none (`random`) to seven."""
    _check_number(players, STUD_PLAYERS, "seven")
    known: list[CardSet] = []
    for place, cards in enumerate([*players, dead]):
        at: int | str = place if place < len(players) else "dead"
        try:
            known.append(0 if is_random(cards) else card_set(cards, deck=52))
        except BadInputError as error:
            raise SeatError(str(error), [at]) from None
        if at == place and known[place].bit_count() > STUD_CARDS:
            raise SeatError(f"{quoted(cards)} of player {place + 1}: at most seven cards", [place])
    dead_set = known.pop()
    names = tuple(
        (one if isinstance(one, str) else cards_text(set_)) or RANDOM
        for one, set_ in zip(players, known, strict=True)
    )
    _refuse_twice(known, names, {"dead": dead_set})
    needed = STUD_CARDS * len(known) + dead_set.bit_count()
    if needed > 52:
        raise BadInputError(
            f"{len(known)} players and the dead cards need {needed} cards: there are 52"
        )
    return StudSpot(game, tuple(known), names, dead_set)


def read_any(
    players: Sequence[RangeLike], board: Cards, dead: Cards, game: Variant
) -> Spot | StudSpot:
    """Read and check the input of a calculation, of stud too."""
    if not game.is_stud:
        return read_spot(players, board, dead, game)
    if not isinstance(board, str) or board:
        raise BadInputError(f"{game} has no board: give known cards and dead")
    return read_stud(players, dead, game)
