"""Certificates: how much a player can gain against a stored strategy, with a proof.

Best responses are found by native code that the solver does not use: every deal by itself, in
double precision, from the stored numbers. See native/postflop/best_response.hpp for the bound of
its rounding errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, nextafter
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._results import Result
from astragal.errors import UnknownNameError, quoted
from astragal.jobs.threads import thread_count
from astragal.poker.tables import tables_for
from astragal.postflop.bets import PLAYERS, Player
from astragal.postflop.tree import CHANCE, BettingTree

T = TypeVar("T")
DECK = 52
DIGITS = 4
"""Decimal places of chips in the text of a certificate."""


@dataclass(frozen=True, slots=True)
class ByPlayer(Generic[T]):
    """A value for each player: `.oop`, `.ip`, `["oop"]`, or `oop, ip = ...`."""

    oop: T
    ip: T

    def __getitem__(self, player: Player | int) -> T:
        name = PLAYERS[player] if isinstance(player, int) else player
        if name not in PLAYERS:
            raise UnknownNameError(f"no player {quoted(player)}; there are {', '.join(PLAYERS)}")
        return self.oop if name == "oop" else self.ip

    def __iter__(self) -> Iterator[T]:
        return iter((self.oop, self.ip))

    def __len__(self) -> int:
        return len(PLAYERS)


class ByPlayerJson(TypedDict):
    """A number for each player."""

    oop: float
    """Out of position: acts first on every street."""
    ip: float
    """In position."""


class CertificateJson(TypedDict):
    """The proved figures of a strategy; amounts are in the units of the pot."""

    pot: float
    ev: ByPlayerJson
    """The expected win of each player: chips from the final pot less chips put in from the root."""
    best_response: ByPlayerJson
    """The EV of each player's best response to the other's strategy."""
    gain: ByPlayerJson
    """The gain of each player's best response."""
    exploitability: float
    """Half the sum of both gains."""
    rounding: float
    """A proved bound of the rounding errors of the gains and of the exploitability."""
    at_most: float
    """Nobody can gain more: the larger gain, rounding errors included."""
    rake: bool
    """Whether there is rake: then the players' EVs do not add up to the pot."""
    locked: bool
    """Whether hands are locked: then the gains hold for the game with these locks."""


@dataclass(frozen=True, slots=True)
class Certificate(Result):
    """The EV of a pair of strategies, and the gains of best responses; see `docs/postflop.md`.

    Amounts are in the units of the pot. `ev`, `best_response` and `gain` have a number for each
    player, `gain.oop`, as computed: a gain of 0 may be below 0 by at most `rounding`.
    """

    pot: float
    ev: ByPlayer[float]
    best_response: ByPlayer[float]
    rounding: float
    """A proved bound of the rounding errors of the gains and of the exploitability."""
    rake: bool = False
    locked: bool = False

    @property
    def gain(self) -> ByPlayer[float]:
        """The gain of each player's best response."""
        oop, ip = (self.best_response[player] - self.ev[player] for player in PLAYERS)
        return ByPlayer(oop, ip)

    @property
    def exploitability(self) -> float:
        """Half the sum of both gains."""
        return sum(self.gain) / 2

    @property
    def exploitability_at_most(self) -> float:
        """The exploitability, rounding errors included; a target is compared with it."""
        return nextafter(self.exploitability + self.rounding, inf)

    @property
    def at_most(self) -> float:
        """Nobody can gain more: the larger gain, rounding errors included."""
        return nextafter(max(self.gain) + self.rounding, inf)

    def __str__(self) -> str:
        oop, ip = (f"{ev:,.{DIGITS}f}" for ev in self.ev)
        share = 100 * self.exploitability / self.pot
        lines = [
            f"EV: {oop} out of position, {ip} in position",
            f"exploitability: {self.exploitability:,.{DIGITS}f}, {share:.{DIGITS}f} % of the pot",
            f"nobody can gain more than {_rounded_up(self.at_most)}: proved",
        ]
        if self.locked:
            lines.append("in the game with these locks")
        if self.rake:
            lines.append("with rake, EVs do not add up to the pot")
        return "\n".join(lines)

    def to_dict(self) -> CertificateJson:
        """Return the JSON of this certificate."""
        return {
            "pot": self.pot,
            "ev": by_player(self.ev),
            "best_response": by_player(self.best_response),
            "gain": by_player(self.gain),
            "exploitability": self.exploitability,
            "rounding": self.rounding,
            "at_most": self.at_most,
            "rake": self.rake,
            "locked": self.locked,
        }


def by_player(pair: ByPlayer[float]) -> ByPlayerJson:
    """Return the JSON of a number for each player."""
    return {"oop": pair.oop, "ip": pair.ip}


def _rounded_up(chips: float) -> str:
    text = f"{chips:,.{DIGITS}f}"
    if float(text.replace(",", "")) < chips:
        text = f"{chips + 10.0**-DIGITS:,.{DIGITS}f}"
    return text


# ---- The game and the strategy ------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Lock:
    """Probabilities that a player's hands must play: [actions][hands], NaN for hands that are free.

    `deal` numbers the cards dealt below the root: 0 if there are none, the card, or 52 x the first
    card + the second.
    """

    node: int
    deal: int
    rows: NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Game:
    """A spot as a certificate reads it. Pairs are for oop and ip; amounts are in chips."""

    tree: BettingTree
    board: int
    hands: tuple[NDArray[np.uint64], NDArray[np.uint64]]
    weights: tuple[NDArray[np.float64], NDArray[np.float64]]
    pot: int
    rake_rate: float = 0.0
    rake_cap: float = inf
    locks: Sequence[Lock] = ()
    chip: float = 1.0
    """The value of a chip, in the units of the pot."""

    @property
    def level(self) -> NDArray[np.uint8]:
        """The streets of each node below the root's."""
        streets: NDArray[np.uint8] = self.tree.street - self.tree.street[0]
        return streets

    @property
    def levels(self) -> int:
        """The number of streets, the root's included."""
        return 3 - int(self.tree.street[0])


@dataclass(frozen=True, eq=False, slots=True)
class StoredStrategy:
    """The numbers of both players' strategies, and their places in the arrays.

    native/postflop/strategy.hpp and deals.hpp explain both.

    The row of action a at a decision after stored deal d starts at
    `start[node] + d * step[node] + a * stride[player]` of `values[player]`. A row has a number for
    each hand; a probability is a number divided by the sum over the actions.
    """

    values: tuple[NDArray[Any], NDArray[Any]]
    """uint8, uint16, float32 or float64."""
    start: NDArray[np.int64]
    step: NDArray[np.int64]
    deals: Sequence[NDArray[np.int32]]
    """Of each level a row for each deal: the stored deal, -1 if it is impossible, and the
    permutation of hands."""
    permutations: tuple[NDArray[np.uint16], NDArray[np.uint16]]
    """Of each player: rows of hands, the first is the identity."""
    stride: tuple[int, int]


def every_deal(board: int, levels: int) -> list[NDArray[np.int32]]:
    """Return `deals` of a strategy that stores each possible deal, in the order of cards."""
    alive = np.array([not board >> card & 1 for card in range(DECK)])
    pairs = np.outer(alive, alive) & ~np.eye(DECK, dtype=bool)
    found = []
    for possible in [np.array([True]), alive, pairs.ravel()][:levels]:
        stored = np.where(possible, np.cumsum(possible) - 1, -1)
        found.append(np.stack([stored, np.zeros_like(stored)], axis=1).astype(np.int32))
    return found


def plain_places(game: Game) -> StoredStrategy:
    """Return a strategy of all zeros in double precision: every node, deal, action and hand."""
    tree, level = game.tree, game.level
    deals = every_deal(game.board, game.levels)
    counts = np.array([int((one[:, 0] >= 0).sum()) for one in deals])
    start, step = np.zeros(len(tree), np.int64), np.zeros(len(tree), np.int64)
    values = []
    for player, hands in enumerate(game.hands):
        nodes = np.flatnonzero(tree.kind == player)
        step[nodes] = tree.children[nodes].astype(np.int64) * len(hands)
        sizes = step[nodes] * counts[level[nodes]]
        start[nodes] = np.cumsum(sizes) - sizes
        values.append(np.zeros(int(sizes.sum())))
    oop, ip = (np.arange(len(hands), dtype=np.uint16)[None] for hands in game.hands)
    return StoredStrategy(
        values=(values[0], values[1]),
        start=start,
        step=step,
        deals=deals,
        permutations=(oop, ip),
        stride=(len(game.hands[0]), len(game.hands[1])),
    )


def matrices_of(game: Game, stored: StoredStrategy, node: int, count: int) -> NDArray[Any]:
    """Return the numbers of a node after stored deals 0 to count - 1, as a view.

    The array is [deals][actions][hands].
    """
    player = int(game.tree.kind[node])
    shape = count, int(game.tree.children[node]), len(game.hands[player])
    values = stored.values[player][int(stored.start[node]) :]
    size = values.itemsize
    strides = int(stored.step[node]) * size, stored.stride[player] * size, size
    return np.lib.stride_tricks.as_strided(values, shape, strides)


def matrix_of(game: Game, stored: StoredStrategy, node: int, deal: int) -> NDArray[Any]:
    """Return the numbers of a node after a stored deal, [actions][hands], as a view."""
    matrix: NDArray[Any] = matrices_of(game, stored, node, deal + 1)[deal]
    return matrix


# ---- The call -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class HandFigures:
    """EV and best response of each hand, and the compatible weight of the other range."""

    ev: tuple[NDArray[np.float64], NDArray[np.float64]]
    best_response: tuple[NDArray[np.float64], NDArray[np.float64]]
    weight: tuple[NDArray[np.float64], NDArray[np.float64]]


def certify_stored(
    game: Game, stored: StoredStrategy, *, threads: int | None = None
) -> Certificate:
    """Return the certificate of a stored strategy; it is the same for any number of threads."""
    return certify_with_hands(game, stored, threads=threads)[0]


def native_arguments(
    game: Game, stored: StoredStrategy, threads: int | None
) -> tuple[Any, dict[str, Any]]:
    """Return the arguments of native code for a game and a stored strategy."""
    tree = game.tree
    lines = _native.PostflopLines(
        tree.kind, game.level, tree.first_child, tree.children, tree.put_in, tree.folded
    )
    (oop, ip), (oop_weights, ip_weights) = game.hands, game.weights
    places = _native.PostflopPlaces(
        stored.start, stored.step, list(stored.deals), *stored.permutations, stored.stride
    )
    deal = _native.PostflopDeal(game.board, oop, oop_weights, ip, ip_weights)
    money = {
        "pot": float(game.pot),
        "rake_rate": game.rake_rate,
        "rake_cap": game.rake_cap,
        "locks": [(lock.node, lock.deal, lock.rows.ravel()) for lock in game.locks],
        "threads": thread_count(threads),
    }
    return (tables_for(), lines, deal, places, *stored.values), money


def certify_with_hands(
    game: Game, stored: StoredStrategy, *, threads: int | None = None
) -> tuple[Certificate, HandFigures]:
    """Return the certificate of a stored strategy, and its figures by hand."""
    arguments, money = native_arguments(game, stored, threads)
    ev, best, rounding, hand_ev, hand_best, hand_weight = _native.postflop_certify(
        *arguments, **money
    )
    chip = game.chip
    certificate = Certificate(
        pot=game.pot * chip,
        ev=ByPlayer(ev[0] * chip, ev[1] * chip),
        best_response=ByPlayer(best[0] * chip, best[1] * chip),
        rounding=rounding * chip,
        rake=game.rake_rate > 0 and game.rake_cap > 0,
        locked=bool(game.locks),
    )
    with np.errstate(invalid="ignore", divide="ignore"):  # NaN where nothing is compatible
        by_hand = [
            tuple(
                np.where(weight > 0, one / np.where(weight > 0, weight, 1), np.nan) * chip
                for one, weight in zip(figures, hand_weight, strict=True)
            )
            for figures in (hand_ev, hand_best)
        ]
    return certificate, HandFigures(
        (by_hand[0][0], by_hand[0][1]),
        (by_hand[1][0], by_hand[1][1]),
        (hand_weight[0], hand_weight[1]),
    )


def decisions_of(tree: BettingTree) -> list[int]:
    """Return the nodes where a player decides."""
    nodes: list[int] = np.flatnonzero(tree.kind < CHANCE).tolist()
    return nodes


def player_name(player: int) -> Player:
    """Return `oop` or `ip`."""
    return PLAYERS[player]
