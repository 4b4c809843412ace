"""Who sits at the table with what: hands, ranges, board and dead cards, read and checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple, NoReturn, TypeAlias

from astragal.cards import CARD_NAMES, CardSet, card_set, cards_name, subsets
from astragal.equity.games import BOARD, Game, find_game
from astragal.equity.ranges import RANDOM, Range, is_random, make_range, parse_range, random_range
from astragal.errors import BadInputError, CardError, SeatError

Player: TypeAlias = str | CardSet | Range
Cards: TypeAlias = str | CardSet
Seat: TypeAlias = CardSet | Range | None
"""A known hand; the hands of a range that the known cards leave; or, for None, any hand."""

MOST_PLAYERS = 9

_ID = {name: card for card, name in enumerate(CARD_NAMES[:52])}


@dataclass(frozen=True, slots=True)
class Table:
    """What is known before the cards that are still to come."""

    game: Game
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    board: CardSet
    dead: CardSet
    known: CardSet
    """The board, the dead cards and all known hands."""

    @property
    def to_come(self) -> int:
        """How many cards the board still lacks."""
        return BOARD - self.board.bit_count()

    @property
    def hands(self) -> list[CardSet] | None:
        """The hands of all players, if all are known."""
        hands = [seat for seat in self.seats if isinstance(seat, int)]
        return hands if len(hands) == len(self.seats) else None

    @property
    def is_weighted(self) -> bool:
        """Whether some hand has another weight than 1."""
        return any(isinstance(seat, Range) and seat.is_weighted for seat in self.seats)

    @property
    def unseen(self) -> CardSet:
        """The cards that nobody is known to have."""
        return self.game.deck & ~self.known

    def sizes(self) -> list[int]:
        """Return how many hands each player may have."""
        every = comb(self.unseen.bit_count(), self.game.own)
        return [
            every if seat is None else 1 if isinstance(seat, int) else len(seat)
            for seat in self.seats
        ]

    def range_of(self, place: int) -> Range:
        """Return what a player may have as a range; a known hand is a range of one."""
        seat = self.seats[place]
        if isinstance(seat, Range):
            return seat
        if seat is None:
            return make_range(RANDOM, self.game, subsets(self.unseen, self.game.own))
        return make_range(self.names[place], self.game, [seat])


def read_table(
    players: Sequence[Player], board: Cards = "", dead: Cards = "", game: str | Game = "holdem"
) -> Table:
    """Read and check what a calculation is about.

    >>> read_table(["AhKh", "QQ+"], board="Kd 7c 2s").names
    ('AhKh', 'QQ+')
    >>> read_table(["AhKh", "QsAh"])
    Traceback (most recent call last):
    astragal.errors.SeatError: 'Ah' is in two places: player 1, 'AhKh', and player 2, 'QsAh'
    """
    game = find_game(game)
    if isinstance(players, str) or not 2 <= len(players) <= MOST_PLAYERS:
        count = 1 if isinstance(players, str) else len(players)
        raise BadInputError(
            f"{count} player{'s' * (count != 1)}, {players!r}: two to nine can be compared"
        )
    place: int | str = "board"
    seats: list[Seat] = []
    try:
        board_set = read_cards(board, "the board", game)
        if board_set.bit_count() > BOARD:
            raise CardError(
                f"{board_set.bit_count()} cards on the board {board!r}: at most {BOARD}"
            )
        place = "dead"
        dead_set = read_cards(dead, "the dead cards", game)
        for player in players:
            place = len(seats)
            seats.append(_read_player(player, game))
    except BadInputError as error:
        raise SeatError(str(error), [place]) from None
    names = tuple(map(_name, players))
    known = board_set | dead_set
    known_apart = board_set.bit_count() + dead_set.bit_count()
    for seat in seats:
        if isinstance(seat, int):
            known |= seat
            known_apart += game.own
    known_size = known.bit_count()
    if known_size != known_apart:
        held: list[_Held] = [
            _Held(place, seat, f"player {place + 1}, {name!r}")
            for place, (seat, name) in enumerate(zip(seats, names, strict=True))
            if isinstance(seat, int)
        ]
        held += [_Held("board", board_set, f"the board, {_name(board)!r}")]
        held += [_Held("dead", dead_set, f"the dead cards, {_name(dead)!r}")]
        _refuse_twice(held)
    needed = known_size + BOARD - board_set.bit_count()
    needed += sum(game.own for seat in seats if not isinstance(seat, int))
    if needed > game.deck.bit_count():
        raise BadInputError(
            f"{len(seats)} players with {game.own} cards each, the board and the dead cards are "
            f"{needed} cards: the deck of {game.name} has {game.deck.bit_count()}"
        )
    for place, seat in enumerate(seats):
        if isinstance(seat, Range):
            seats[place] = _without(seat, known, place)
    return Table(game, tuple(seats), names, board_set, dead_set, known)


def read_cards(cards: Cards, what: str, game: Game) -> CardSet:
    """Read cards, all of which must be in the game's deck."""
    if not cards:
        return 0
    found = card_set(cards, deck=52)
    return _check_deck(found, game, what)


def _name(player: Player) -> str:
    if isinstance(player, Range):
        return player.text
    return player if isinstance(player, str) else cards_name(player).replace(" ", "")


def read_range(text: str, game: str | Game = "holdem") -> Range:
    """Read what one player may have, as `read_table` does: a hand, a range, or `random`.

    >>> len(read_range("Ah Kh")), len(read_range("QQ+, AKs"))
    (1, 22)
    """
    game = find_game(game)
    seat = _read_player(text, game)
    if seat is None:
        return random_range(game)
    return seat if isinstance(seat, Range) else make_range(text, game, [seat])


def _read_player(player: Player, game: Game) -> Seat:
    """Return a hand, a range, or None; a range of one hand is a hand."""
    if isinstance(player, str):
        if game.own == 2 and len(player) == 4:  # by far the most frequent, and worth a short cut
            one, other = _ID.get(player[:2]), _ID.get(player[2:])
            if one is not None and other is not None and one != other:
                return _check_deck(1 << one | 1 << other, game, repr(player))
        if is_random(player):
            return None
        try:
            return _check_deck(card_set(player, deck=52, count=game.own), game, repr(player))
        except CardError:
            player = parse_range(player, game)
    if isinstance(player, Range):
        if player.game != game:
            raise BadInputError(
                f"range {player.text!r} is one of {player.game.name}, the game is {game.name}"
            )
        if len(player) == 1:
            return int(player.hands[0])
        return None if player.is_random else player
    if card_set(player, deck=52).bit_count() != game.own:
        raise CardError(
            f"{cards_name(player)!r} has {player.bit_count()} cards: "
            f"a hand in {game.name} has {game.own}"
        )
    return _check_deck(player, game, repr(cards_name(player)))


def _check_deck(cards: CardSet, game: Game, what: str) -> CardSet:
    if foreign := cards & ~game.deck:
        raise CardError(f"{cards_name(foreign)!r} in {what} is not in the deck of {game.name}")
    return cards


class _Held(NamedTuple):
    place: int | str
    cards: CardSet
    name: str


def _refuse_twice(held: Sequence[_Held]) -> NoReturn:
    for one, other in combinations(held, 2):
        if both := one.cards & other.cards:
            raise SeatError(
                f"{cards_name(both)!r} is in two places: {one.name}, and {other.name}",
                [one.place, other.place],
            )
    raise AssertionError(f"no card is in two places: {held}")


def _without(player: Range, known: CardSet, place: int) -> Range:
    left = player.without(known)
    if not len(left):
        raise SeatError(
            f"range {player.text!r} of player {place + 1} is empty: "
            f"each of its hands has a card of {cards_name(known)!r}",
            [place],
        )
    return left
