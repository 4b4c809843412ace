"""The equity of hands and ranges: one spot, its next cards and outs, or match-ups in arrays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal import _native
from astragal._arrays import read_array, require_out
from astragal._checks import has_items, require_int, require_name
from astragal._tables import TextTable
from astragal.cards import Card, Cards, CardSet, card_ids, card_name, cards_name
from astragal.cards.arrays import refuse_row
from astragal.equity.exact import (
    check_bound,
    count_hands,
    count_ranges,
    count_stud,
    evaluations,
)
from astragal.equity.ranges import Range, RangeLike
from astragal.equity.results import Equity, make_equity
from astragal.equity.sampling import Sampling, sample, sample_stud
from astragal.equity.spot import MOST_PLAYERS, Spot, read_cards, read_spot, read_stud
from astragal.errors import BadInputError, quoted
from astragal.jobs import thread_count
from astragal.notebook import Tabular, Value
from astragal.poker.evaluate import in_slices
from astragal.poker.variants import BOARD, Variant, find_variant
from astragal.progress import Progress

METHODS = ("auto", "exact", "sampled")

EXACT_BOUND = 1_000_000_000
"""`auto` counts every deal if that takes at most this many evaluations of a hand: a few seconds."""

_SLICE = 64  # rows: a few milliseconds before the flop
_SHOWN = 10


def calculate(
    players: Sequence[RangeLike],
    *others: RangeLike,
    board: Cards = "",
    dead: Cards = "",
    game: str | Variant = "holdem",
    method: str = "auto",
    deals: int | None = None,
    until: float | None = None,
    seed: int = 0,
    categories: bool = False,
    bound: int | None = None,
    draws: int | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> Equity:
    """Return the equity of two to nine players, each with a hand, a range or "random".

    `auto` counts every deal if that takes at most `EXACT_BOUND` evaluations of a hand. Otherwise it
    samples: `deals` deals (10 million by default), or `until` no player's error is greater than
    that. `categories` also counts the categories of the final hands. `threads` is all cores if
    None. In stud a player has up to seven known cards, and the rest is dealt.

    A server can limit the work: `bound` replaces `EXACT_BOUND`, and `exact` is refused above it;
    `draws` is the maximum number of draws for a block of the sample, which has fewer deals if the
    ranges often collide.

    >>> calculate(["AhKh", "QsQd"])
    <Equity AhKh 46.21%, QsQd 53.79%: exact, 1,712,304 deals>
    >>> calculate(["AhKh", "QQ+, AKs"], board="2c 7d Jh").players[0].equity
    0.26656565656565656
    """
    if others and has_items(players):
        raise BadInputError(f"{quoted(others[0])}: give the board by name, as in board='2c 7d Jh'")
    if others:
        raise BadInputError(f"hands go in one list: calculate({quoted([players, *others])})")
    require_name(method, METHODS, "method")
    if threads is not None:
        thread_count(threads)
    if bound is not None:
        require_int(bound, "bound", 0, inf, "a number of evaluations is needed")
    sampling = Sampling(deals, until, seed, draws)
    game = find_variant(game, stud=True)
    if game.is_stud:
        if categories or not isinstance(board, str) or board:
            raise BadInputError(f"{game} has no board and no categories: give known cards and dead")
        stud = read_stud(players, dead, game)
        if method != "sampled" and _can_count(stud.evaluations, method, bound):
            return make_equity(stud, count_stud(stud, threads, progress), None)
        return make_equity(stud, sample_stud(stud, sampling, threads, progress), seed)
    spot = read_spot(players, board, dead, game)
    hands = spot.hands
    if method != "sampled" and hands is not None:
        return make_equity(spot, count_hands(spot, hands, categories), None)
    if method != "sampled" and _can_count(evaluations(spot), method, bound):
        return make_equity(spot, count_ranges(spot, categories, threads, progress), None)
    return make_equity(spot, sample(spot, sampling, categories, threads, progress), seed)


def _can_count(needed: float, method: str, bound: int | None) -> bool:
    if method == "exact" and bound is None:
        return True
    most = EXACT_BOUND if bound is None else bound
    if method == "exact":
        check_bound(needed, most)
    return needed <= most


# ---- The next card -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextCard(Value):
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
        for one in self:
            name = card_name(one.card)
            yield from ({"card": name, **record} for record in one.equity._records())

    def _table(self) -> TextTable:
        names = [player.hand for player in self[0].equity.players] if self else []
        rows = [
            [card_name(one.card), *(f"{player.equity:.2%}" for player in one.equity.players)]
            for one in self
        ]
        return TextTable(["next card", *names], rows)


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


def next_cards(
    players: Sequence[RangeLike],
    *,
    board: Cards,
    dead: Cards = "",
    game: str | Variant = "holdem",
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
    ranges = [seat for seat in spot.seats if isinstance(seat, Range)]
    return NextCards(
        NextCard(card, calculate(players, board=spot.board | 1 << card, **options))
        for card in card_ids(spot.unseen)
        if all(len(hands.without(1 << card)) for hands in ranges)
    )


def outs(
    players: Sequence[RangeLike], *, board: Cards, dead: Cards = "", game: str | Variant = "holdem"
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


# ---- Many match-ups ----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Equities(Tabular):
    """The exact results of many match-ups: a row for each, a column for each player."""

    JSON = "deals wins ties equity"

    deals: NDArray[np.int64]
    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    equity: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.deals)

    def __repr__(self) -> str:
        return f"<Equities of {len(self):,} match-ups, {self.wins.shape[1]} players each>"

    def _columns(self) -> dict[str, Any]:
        by_player = {
            f"{name}_{place + 1}": getattr(self, name)[:, place]
            for place in range(self.wins.shape[1])
            for name in ("wins", "ties", "equity")
        }
        return {"deals": self.deals, **by_player}

    def _table(self) -> TextTable:
        players = [f"player {place + 1}" for place in range(self.wins.shape[1])]
        rows = [
            [str(row), f"{self.deals[row]:,}", *(f"{one:.4%}" for one in self.equity[row])]
            for row in range(min(len(self), _SHOWN))
        ]
        more = len(self) - len(rows)
        return TextTable(["row", "deals", *players], rows, f"and {more:,} more" if more else "")


def calculate_many(
    hands: ArrayLike,
    *,
    boards: ArrayLike | None = None,
    dead: Cards = "",
    game: str | Variant = "holdem",
    threads: int | None = None,
    out: Equities | None = None,
) -> Equities:
    """Count every deal of many match-ups: (n, players) card sets, and (n,) boards of 0 to 5 cards.

    `threads` is all cores if None. With `out`, its arrays are filled and it is returned.

    >>> from astragal.cards import card_set_many
    >>> hands = np.array([card_set_many(["AhKh", "QsQd"]), card_set_many(["AsAd", "KsKd"])])
    >>> calculate_many(hands).wins.tolist()
    [[787966, 917606], [1410336, 292660]]
    """
    game = find_variant(game)
    if game.low:
        raise BadInputError(f"{game} has a low half: arrays are for games without one")
    hands = read_array(hands, "hands", np.uint64, 2)
    rows, players = hands.shape
    if not 2 <= players <= MOST_PLAYERS:
        raise BadInputError(f"{players} players in each row: two to nine are possible")
    if boards is None:
        boards = np.zeros(rows, np.uint64)
    boards = read_array(boards, "boards", np.uint64, 1)
    if len(boards) != rows:
        raise BadInputError(f"{rows} rows of hands and {len(boards)} boards: one each is needed")
    dead_set = read_cards(dead, "the dead cards", game)
    each = rows, players
    if out is None:
        wins, ties = np.empty((2, *each), np.int64)
        out = Equities(np.empty(rows, np.int64), wins, ties, np.empty(each))
    require_out(out.deals, (rows,), np.int64, [hands, boards])
    require_out(out.wins, each, np.int64, [hands, boards, out.deals])
    require_out(out.ties, each, np.int64, [hands, boards, out.deals, out.wins])
    require_out(out.equity, each, np.float64, [hands, boards, out.deals, out.wins, out.ties])
    shares = np.empty((rows, players * players), np.int64)

    def count(part: slice) -> int:
        return _native.count_many_hands(
            game.tables,
            game.showdown_mode,
            game.hole,
            hands[part],
            boards[part],
            dead_set,
            shares[part],
        )

    bad = in_slices(count, rows, threads, _SLICE)
    if bad is not None:
        board = int(boards[bad])
        refuse_row(bad, hands[bad].tolist(), lambda row: read_spot(row, board, dead, game))
    _fill(out, shares.reshape(rows, players, players))
    return out


def _fill(found: Equities, shares: NDArray[np.int64]) -> None:
    # A deal is won by one player alone, or counted for each of the n players who share it.
    sharers = np.arange(1, shares.shape[1] + 1)
    pots = shares / sharers
    found.deals[...] = np.rint(pots.sum(axis=(1, 2)))
    found.wins[...] = shares[:, :, 0]
    shares[:, :, 1:].sum(axis=2, out=found.ties)
    np.divide(pots.sum(axis=2), found.deals[:, np.newaxis], out=found.equity)
