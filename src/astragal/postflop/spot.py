"""A spot: a board, two ranges, the money and the bet sizes, read and checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import reduce
from math import inf
from os import PathLike
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from typing_extensions import TypedDict

from astragal._cached import cached_property
from astragal._checks import require_number
from astragal._results import Result
from astragal.cards import Cards, CardSet, card_names, card_set, cards_text
from astragal.equity import Range
from astragal.equity.ranges import RangeLike
from astragal.errors import BadInputError, CardError, counted, quoted
from astragal.postflop.bets import (
    PLAYERS,
    STREETS,
    BetSizes,
    Player,
    Size,
    SizesByPlayer,
    SizesByStreet,
    Street,
    amount_text,
    read_amount,
    read_bet_sizes,
    read_chip,
)
from astragal.postflop.certificate import DECK, Game, Lock
from astragal.postflop.lines import Place, read_line
from astragal.postflop.locks import LockedHands, PostflopLockJson, read_lock
from astragal.postflop.sizes_json import (
    PlayerSizesJson,
    StreetSizesJson,
    given_sizes,
    sizes_by_player,
    sizes_by_street,
    sizes_for_people,
)
from astragal.postflop.tree import BettingTree, build_tree
from astragal.progress import Progress
from astragal.store.canonical import Parameters

if TYPE_CHECKING:
    from astragal.postflop.plan import Plan
    from astragal.postflop.solution import Solution

_BOARD = {3: 0, 4: 1, 5: 2}
"""The street of a number of board cards."""


class SpotJson(TypedDict):
    """A spot: everything that a solution depends on."""

    board: list[str]
    oop: str
    """The range of the player out of position."""
    ip: str
    """The range of the player in position."""
    pot: float
    """The pot at the root."""
    stack: float
    """The chips that each player has behind at the root."""
    bets: PlayerSizesJson
    raises: PlayerSizesJson
    donk: StreetSizesJson
    """Bets of oop at the start of a street after his call; null: as bets."""
    max_raises: int | None
    """The most raises on a street; null: no limit."""
    add_allin: float
    """An all-in of at most this fraction of the pot is added; 0: none."""
    force_allin: float
    """A bet becomes all-in if at most this fraction of the pot is left; 0: never."""
    merge: float
    """Bets that differ by less than this fraction of the pot are merged; 0: never."""
    rake_rate: float
    rake_cap: float | None
    chip: float
    """The unit of all amounts."""
    locks: list[PostflopLockJson]


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Spot(Result):
    """Heads-up hold'em from a flop, turn or river on.

    `oop`, out of position, acts first on every street. `pot` is in the middle and each player has
    `stack` behind. Sizes are a text for all decisions, "50%, a", or a mapping by player, by street,
    or by both: {"oop": {"river": "75%, a"}, "ip": "50%"}. See `docs/postflop.md` for the sizes.

    >>> spot = Spot("Td 9d 6h Qc 2s", oop="QQ+, AK", ip="TT, KJs", pot=100, stack=200, bets="50%")
    >>> spot.street, len(spot.tree)
    ('river', 9)
    """

    board: CardSet
    oop: Range
    ip: Range
    pot: float
    stack: float
    sizes: BetSizes
    rake_rate: float
    rake_cap: float | None
    chip: float
    locks: tuple[LockedHands, ...]

    def __init__(
        self,
        board: Cards,
        *,
        oop: RangeLike,
        ip: RangeLike,
        pot: float,
        stack: float,
        bets: SizesByPlayer = "",
        raises: SizesByPlayer = "",
        donk: SizesByStreet | None = None,
        max_raises: int | None = None,
        rake_rate: float = 0.0,
        rake_cap: float | None = None,
        add_allin: float = 0.0,
        force_allin: float = 0.0,
        merge: float = 0.0,
        chip: float = 1,
    ) -> None:
        unit = read_chip(chip)
        sizes = read_bet_sizes(
            bets,
            raises,
            donk,
            chip=unit,
            max_raises=max_raises,
            add_allin=add_allin,
            force_allin=force_allin,
            merge=merge,
        )
        fields: dict[str, object] = {
            "board": read_board(board),
            "oop": _read_range(oop, "oop"),
            "ip": _read_range(ip, "ip"),
            "pot": _positive(pot, "pot", unit),
            "stack": _positive(stack, "stack", unit),
            "sizes": sizes,
            "rake_rate": require_number(rake_rate, "rake_rate", 0, 1),
            "rake_cap": None if rake_cap is None else require_number(rake_cap, "rake_cap", 0, inf),
            "chip": float(unit),
            "locks": (),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        _check_hands(self)

    # ---- Board, ranges and tree ----

    @property
    def street(self) -> Street:
        """The street of the root."""
        return STREETS[_BOARD[self.board.bit_count()]]

    @cached_property
    def game(self) -> Game:
        """The betting tree, the hands on this board and the money, in chips."""
        unit = Decimal(str(self.chip))
        pot, stack = (read_amount(n, "pot", unit) for n in (self.pot, self.stack))
        oop, ip = (one.without(self.board) for one in (self.oop, self.ip))
        return Game(
            tree=build_tree(self.street, pot, stack, self.sizes, unit),
            board=self.board,
            hands=(oop.hands, ip.hands),
            weights=(oop.weights, ip.weights),
            pot=pot,
            rake_rate=self.rake_rate,
            rake_cap=inf if self.rake_cap is None else self.rake_cap / self.chip,
            locks=[Lock(lock.place.node, lock.place.deal, lock.rows) for lock in self.locks],
            chip=self.chip,
        )

    @property
    def parameters(self) -> Parameters:
        """The same as `to_dict`, as files and checkpoints store it."""
        return cast("Parameters", self.to_dict())

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self.game.tree

    def range_of(self, player: Player) -> Range:
        """Return the range of a player."""
        return self.oop if player == "oop" else self.ip

    def place(self, line: str) -> Place:
        """Return the node and the cards to which a line leads."""
        return read_line(self.game.tree, self.board, line)

    def on(self, board: Cards) -> Spot:
        """Return the same spot on another board of as many cards; locks are dropped."""
        changed = read_board(board)
        if changed.bit_count() != self.board.bit_count():
            raise CardError(
                f"{quoted(cards_text(changed))} has {counted(changed.bit_count(), 'card')}, "
                f"the board of the spot has {self.board.bit_count()}"
            )
        spot = self._with(board=changed, locks=())
        _check_hands(spot)
        return spot

    def lock(self, line: str, hands: Mapping[RangeLike, Mapping[str, float]]) -> Spot:
        """Return a spot in which some hands of the player to act must play these probabilities.

        Hands are written as ranges; actions that are not named have the probability 0. Hands that
        are not named stay free.

        >>> spot = Spot("7s6s2d2c3h", oop="AA, 55", ip="KK", pot=100, stack=100, bets="a")
        >>> locked = spot.lock("", {"55": {"check": 0.5, "all-in": 0.5}})
        >>> locked.locks[0].player, len(locked.locks[0].hands)
        ('oop', 6)
        """
        place = self.place(line)
        lock = read_lock(self.game, place, hands)
        earlier = [one for one in self.locks if one.place != place]
        same = [one for one in self.locks if one.place == place]
        return self._with(locks=(*earlier, reduce(LockedHands.updated, [*same, lock])))

    def _with(self, **changes: object) -> Spot:
        spot = object.__new__(Spot)
        fields = {name: getattr(self, name) for name in Spot.__dataclass_fields__}
        for name, value in {**fields, **changes}.items():
            object.__setattr__(spot, name, value)
        return spot

    # ---- Its answers ----

    def plan(self) -> Plan:
        """Return the size of the game, the memory and the estimated time of a solve."""
        from astragal.postflop.plan import plan  # it needs the spot

        return plan(self)

    def solve(
        self,
        target: str = "0.5%",
        *,
        iterations: int | None = None,
        threads: int | None = None,
        folder: str | PathLike[str] | None = None,
        progress: Progress = False,
    ) -> Solution:
        """Solve the spot until the certified exploitability is at most `target` of the pot.

        The solve also ends after `iterations`, or if 1,000 iterations improve less than 1 %. The
        first Ctrl-C returns the solution so far, certified; the second raises. With a `folder`, a
        snapshot is stored there once a minute, and the same solve resumes from it; the answer has
        the same bits.
        """
        from astragal.postflop.solving import solve  # it needs the spot

        return solve(
            self, target, iterations=iterations, threads=threads, folder=folder, progress=progress
        )

    # ---- As a value ----

    def to_dict(self) -> SpotJson:
        """Return everything that a solution depends on."""
        sizes = self.sizes
        first = STREETS.index(self.street)
        return {
            "board": card_names(self.board),
            "oop": str(self.oop),
            "ip": str(self.ip),
            "pot": self.pot,
            "stack": self.stack,
            "bets": sizes_by_player(sizes.bets, first),
            "raises": sizes_by_player(sizes.raises, first),
            "donk": sizes_by_street(sizes.donk, first + 1),
            "max_raises": sizes.max_raises,
            "add_allin": sizes.add_allin,
            "force_allin": sizes.force_allin,
            "merge": sizes.merge,
            "rake_rate": self.rake_rate,
            "rake_cap": self.rake_cap,
            "chip": self.chip,
            "locks": [lock.to_dict() for lock in self.locks],
        }

    def __getstate__(self) -> dict[str, object]:
        """Leave out the game, which is made again."""
        return {name: getattr(self, name) for name in Spot.__dataclass_fields__}

    def __setstate__(self, fields: dict[str, object]) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.board, self.oop, self.ip, self.pot, self.stack))

    def __repr__(self) -> str:
        return f"<Spot {cards_text(self.board)}, pot {self._amount(self.pot)}>"

    def __str__(self) -> str:
        first = STREETS.index(self.street)
        lines = [
            f"{self.street} {cards_text(self.board)}, pot {self._amount(self.pot)}, "
            f"stacks {self._amount(self.stack)}",
            *(f"{player:<3} {self.range_of(player)}" for player in PLAYERS),
            *(f"{name}: {text}" for name, text in sizes_for_people(self.sizes, first).items()),
        ]
        if self.rake_rate:
            cap = "" if self.rake_cap is None else f", at most {self.rake_cap:g}"
            lines.append(f"rake: {100 * self.rake_rate:g} %{cap}")
        lines += [str(lock) for lock in self.locks]
        return "\n".join(lines)

    @staticmethod
    def _amount(amount: float) -> str:
        return amount_text(Decimal(str(amount)))


def spot_of(parameters: Mapping[str, Any]) -> Spot:
    """Return the spot of a JSON object."""
    donk = {street: text for street, text in parameters["donk"].items() if text is not None}
    spot = Spot(
        " ".join(parameters["board"]),
        oop=parameters["oop"],
        ip=parameters["ip"],
        bets=given_sizes(parameters["bets"]),
        raises=given_sizes(parameters["raises"]),
        donk=donk,
        **{name: parameters[name] for name in _PLAIN},
    )
    for lock in parameters["locks"]:
        spot = spot.lock(lock["line"], lock["hands"])
    return spot


_PLAIN = (
    "pot", "stack", "max_raises", "add_allin", "force_allin", "merge", "rake_rate", "rake_cap",
    "chip",
)  # fmt: skip


def without_size(spot: Spot, size: str) -> Spot:
    """Return the spot without a bet size."""

    def kept(sizes: tuple[Size, ...] | None) -> tuple[Size, ...] | None:
        return None if sizes is None else tuple(one for one in sizes if one.text != size)

    def by_player(sizes: Mapping[Player, Mapping[Street, tuple[Size, ...]]]) -> Any:
        return {
            player: {street: kept(one) for street, one in by_street.items()}
            for player, by_street in sizes.items()
        }

    changed = replace(
        spot.sizes,
        bets=by_player(spot.sizes.bets),
        raises=by_player(spot.sizes.raises),
        donk={street: kept(one) for street, one in spot.sizes.donk.items()},
    )
    return spot._with(sizes=changed, locks=())


def size_texts(spot: Spot) -> list[str]:
    """Return every different size of the streets to come."""
    streets = STREETS[STREETS.index(spot.street) :]
    lists = [
        sizes[player][street]
        for sizes in (spot.sizes.bets, spot.sizes.raises)
        for player in PLAYERS
        for street in streets
    ]
    return list(dict.fromkeys(size.text for sizes in lists for size in sizes))


# ---- Reading ----


def read_board(board: Cards) -> CardSet:
    """Return a board of three to five cards, or raise."""
    cards = card_set(board, deck=DECK)
    if cards.bit_count() not in _BOARD:
        raise CardError(
            f"{counted(cards.bit_count(), 'card')} on the board {quoted(board)}: a flop has three "
            "cards, a turn four, a river five"
        )
    return cards


def _read_range(hands: RangeLike, player: Player) -> Range:
    read = Range(hands)
    if not len(read):
        raise BadInputError(f"range {quoted(hands)} of {player} is empty: give hands like QQ+, AKs")
    return read


def _positive(amount: float, name: str, unit: Decimal) -> float:
    if read_amount(amount, name, unit) == 0:
        raise BadInputError(f"{name} must be more than 0, not {quoted(amount)}")
    return float(amount)


def _check_hands(spot: Spot) -> None:
    """Raise if the ranges don't meet on the board."""
    left = {}
    for player in PLAYERS:
        left[player] = spot.range_of(player).without(spot.board)
        if not len(left[player]):
            raise BadInputError(
                f"range {quoted(str(spot.range_of(player)))} of {player} does not meet the board: "
                f"each of its hands has a card of {quoted(cards_text(spot.board))}"
            )
    oop, ip = left["oop"].hands, left["ip"].hands
    if all(((ip & hand) != 0).all() for hand in oop):
        shared = cards_text(int(np.bitwise_or.reduce(oop)) & int(np.bitwise_or.reduce(ip)))
        raise BadInputError(
            f"the ranges {quoted(str(spot.oop))} and {quoted(str(spot.ip))} can't meet: each two "
            f"hands share one of the cards {quoted(shared)}"
        )
