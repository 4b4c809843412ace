"""Strengths of hands of 0 to 7 cards: a single hand, arrays, and counts over all hands.

A strength is a number from 0 (no cards) to 9,854 (five aces). Bigger is better; equal strengths
split the pot. It is the position of the hand's value among all values that 0 to 7 cards can have.

With wild cards, a joker stands for a card that is not in the hand, so no flush has two aces. The
exception is five of a kind: four of a rank and a joker. The best possible value counts. There may
be two jokers, `Jk` and `Jr`. `bug`: a joker is an ace, or any card that completes a straight, a
flush or a straight flush. `full`: any card.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal import _native
from astragal._arrays import read_array, require_out
from astragal._checks import require_flag, require_int, require_name
from astragal.cards import (
    Cards,
    CardSet,
    HandArray,
    SetArray,
    card_ids_many,
    card_set,
    card_set_many,
    cards_text,
    hands_to_sets,
)
from astragal.cards.arrays import refuse_row
from astragal.cards.cardset import Count, read_or_explain
from astragal.errors import BadInputError, CardError, quoted
from astragal.jobs.threads import thread_count, thread_map
from astragal.poker.rules import Category, Rules
from astragal.poker.tables import Values, tables_for, values_of
from astragal.poker.variants import (
    BOARD,
    BOARD_SIZES,
    HOLDEM,
    Variant,
    find_variant,
    read_board,
)

Strengths: TypeAlias = NDArray[np.uint16]
"""The strengths of hands."""
Word = TypeVar("Word", np.uint8, np.uint16, np.uint32, np.uint64)

Wild: TypeAlias = Literal["bug", "full"]
"""The rule for jokers, see `evaluate`."""
WILD_MODES = {"bug": _native.WildMode.bug, "full": _native.WildMode.full}

MOST_CARDS = 7
BOARDS = range(3, 6)
OMAHA_SIZES = range(4, 7)
SIZES = range(MOST_CARDS + 1)
DECK = 52
WILD_DECK = 54
TEXT = "OUT"  # kinds of dtypes: objects, NumPy's text of a fixed and of a variable width
SMALL = 1 << 17  # hands that take about a millisecond: starting threads is not worth it


def hand_set(cards: Cards, deck: int = DECK) -> CardSet:
    """Return the set of 0 to 7 cards."""
    return card_set(cards, deck=deck, count=SIZES)


def wild_mode(name: str) -> _native.WildMode:
    """Return the native constant for a rule for wild cards."""
    return WILD_MODES[require_name(name, WILD_MODES, "wild cards")]


def hand_parts(
    hands: ArrayLike | Iterable[Cards], deck: int = DECK, count: Count = SIZES
) -> list[NDArray[Any]]:
    """Return hands in any form as arrays of ids or of sets; a column of Arrow may have several."""
    if hasattr(hands, "__arrow_c_stream__") or hasattr(hands, "__arrow_c_array__"):
        with suppress(ImportError):  # pandas needs pyarrow for it
            if (views := _native.arrow_views(hands)) is not None:
                return [*views] or [np.empty(0, np.uint64)]
    array = np.asarray(hands) if hasattr(hands, "__array__") else None
    if array is None or array.dtype.kind in TEXT:
        rows = cast("Iterable[Cards]", hands if array is None else array)
        return [card_set_many(rows, deck=deck, count=count)]
    if array.ndim != 2:
        if array.dtype == np.uint8:  # the dtype of ids: not a set of the first eight cards
            raise BadInputError("hands must be uint64, not uint8: ids need a row for each hand")
        return [read_array(hands, "hands", np.uint64, 1)]
    ids = read_array(hands, "hands", np.uint8, 2)
    if (size := ids.shape[1]) > MOST_CARDS:
        raise CardError(f"hands of {size} cards: at most {MOST_CARDS} are allowed")
    return [ids]


def sets_of(parts: Iterable[NDArray[Any]], deck: int = DECK, check: bool = True) -> list[SetArray]:
    """Return the hands of `hand_parts` as sets."""
    return [
        hands_to_sets(part, deck=deck, check=check) if part.ndim == 2 else part for part in parts
    ]


def hand_array(hands: ArrayLike | Iterable[Cards], name: str) -> HandArray:
    """Return hands of one size, as text or ids, as rows of ids."""
    if isinstance(hands, np.ndarray) and hands.dtype.kind not in TEXT:
        return read_array(hands, name, np.uint8, 2)
    return card_ids_many(cast("Iterable[Cards]", hands), deck=DECK)


_native.register_poker(tables_for, partial(read_or_explain, deck=DECK, count=SIZES))
if TYPE_CHECKING:  # type checkers and the reference read this; calls go straight to C++

    def strength(cards: Cards) -> int:
        """Return the strength of 0 to 7 cards, given as text, as a card set or as ids.

        It is the fastest way for a loop over single hands. Card sets and ids are faster than text.
        See `evaluate` for the value in words, and `evaluate_many` for arrays.
        """

else:
    strength = _native.strength


def evaluate_many(
    hands: ArrayLike | Iterable[Cards],
    *,
    board: Cards = "",
    boards: ArrayLike | Iterable[Cards] | None = None,
    game: str | Variant = "holdem",
    check: bool = True,
    wild: Wild | None = None,
    threads: int | None = None,
    out: Strengths | None = None,
) -> Strengths:
    """Return the strengths of many hands, each with the `board` that they share, or its own board.

    `boards` has one for each hand. `game` says which cards play, and how hands rank: in Omaha a
    hand has 4 to 6 cards, two of which play with three of the board. Strengths of short deck are
    positions among its own values.

    Arrays are fast: (n, k) uint8 ids, or (n,) uint64 card sets of any sizes. Columns of pandas,
    polars and Arrow hold sets, which are not copied, or text. Other iterables hold cards as text,
    ids or sets. A bad hand raises an error that names its row. `check=False` skips the check of
    ids: a bad row then gets a wrong strength. `threads` is the number of threads, all cores if
    None.

    >>> evaluate_many(["7h 7d 7s 4c 4h", "As Ks Qs Js Ts"])
    array([9569, 9841], dtype=uint16)
    >>> evaluate_many(np.array([[51, 47, 43, 39, 35], [0, 4, 8, 12, 21]], np.uint8))
    array([9841,   46], dtype=uint16)
    >>> evaluate_many(["Ah Kh", "7s 7d"], board="Qh 7h 2h 2c")
    array([9473, 9567], dtype=uint16)
    >>> evaluate_many(["Ah Ac 2d 3d", "Ks Kd Qs Jd"], board="Kh 7h 2h 4c 5s", game="omaha")
    array([8220, 8082], dtype=uint16)
    """
    tables = tables_for()
    if boards is not None or not is_holdem(game):
        if wild is not None:
            raise BadInputError(f"wild = {quoted(wild)}: jokers have no boards, and only holdem")
        variant = played_variant(game)
        spots = HandsOnBoards(hands, board, boards, variant, check)
        spots.sizes = board_sizes(variant)
        return spots.evaluate(variant.rules, threads, out)
    options: dict[str, Any] = {"board": board, "check": check, "threads": threads, "out": out}
    if wild is None:
        return run_loops(hands, tables.evaluate_sets, tables.evaluate_ids, **options)
    loop = partial(tables.evaluate_wild, mode=wild_mode(wild))
    return run_loops(hands, loop, deck=WILD_DECK, **options)


Loop: TypeAlias = Callable[..., int]
"""Write a number for each hand to `out`; return the first bad row, or the row count."""


def run_loops(
    hands: ArrayLike | Iterable[Cards],
    of_sets: Loop,
    of_ids: Loop | None = None,
    *,
    board: Cards = "",
    deck: int = DECK,
    check: bool = True,
    threads: int | None = None,
    out: Strengths | None = None,
) -> Strengths:
    """Return strengths of many hands by native loops; without a loop for ids, these become sets."""
    require_flag(check, "check")
    parts, loop = hand_parts(hands, deck), of_sets
    if shared := hand_set(board, deck):
        parts = [add_board(np.concatenate(sets_of(parts, deck)), shared)]
    elif of_ids is None:
        parts = sets_of(parts, deck, check)
    elif any(part.ndim == 2 for part in parts):
        loop = partial(of_ids, check=check)
    out = require_out(out, (sum(map(len, parts)),), np.uint16, parts)
    start = 0
    for part in parts:
        into = out[start : start + len(part)]
        bad = in_slices(lambda rows: loop(part[rows], into[rows]), len(part), threads)  # noqa: B023
        if bad is not None:
            refuse_row(start + bad, part[bad].tolist(), lambda hand: hand_set(hand, deck))
        start += len(part)
    return out


def is_holdem(game: object) -> bool:
    """Return whether a game is hold'em."""
    return game is HOLDEM or (isinstance(game, str) and game == HOLDEM.name)


def played_variant(game: str | Variant) -> Variant:
    """Return the variant of that name; raise unless a hand of it has one strength."""
    variant = find_variant(game)
    if variant.low:
        high = variant.name.removesuffix("-hilo")
        raise BadInputError(f"{variant} has two halves: game={quoted(high)} evaluates the high one")
    return variant


def hole_sizes(game: Variant) -> Collection[int]:
    """Return the numbers of hole cards that can be evaluated: in Omaha 4 to 6."""
    return OMAHA_SIZES if game.two_of_own and game.hole == 4 else (game.hole,)


def board_sizes(game: Variant) -> Sequence[int]:
    """Return how many cards a board can have; OpenHoldem's symbols count an incomplete flop."""
    return range(BOARD + 1) if game == HOLDEM else BOARD_SIZES


class HandsOnBoards:
    """Hands of a game, each with a board."""

    def __init__(
        self,
        hands: ArrayLike | Iterable[Cards],
        board: Cards,
        boards: ArrayLike | Iterable[Cards] | None,
        game: Variant,
        check: bool,
    ) -> None:
        self.game = game
        self.sizes: Sequence[int] = BOARD_SIZES
        parts = hand_parts(hands)
        self.inputs = [*parts]
        self.hands = np.concatenate(sets_of(parts, check=check))
        shared = hand_set(board)
        if not shared and boards is None and game.two_of_own:
            raise CardError(f"{game} needs a board of three to five cards")
        if boards is None:
            self.boards = np.full(len(self.hands), shared, np.uint64)
        elif shared:
            raise BadInputError("board and boards: give one board for all, or one for each hand")
        else:
            parts = hand_parts(boards)
            self.inputs += parts
            self.boards = np.concatenate(sets_of(parts, check=check))
        if len(self.boards) != len(self.hands):
            raise BadInputError(
                f"{len(self.hands)} hands and {len(self.boards)} boards: one each is needed"
            )

    def evaluate(self, rules: Rules, threads: int | None, out: Strengths | None) -> Strengths:
        """Return the strengths by these rules."""
        out = require_out(out, (len(self.hands),), np.uint16, self.inputs)
        tables = tables_for(rules)
        wrong = np.flatnonzero(~np.isin(np.bitwise_count(self.boards), self.sizes))
        if self.game.two_of_own:
            sizes = np.bitwise_count(self.hands)
            wrong_hands = np.flatnonzero(~np.isin(sizes, list(hole_sizes(self.game))))
            wrong = np.union1d(wrong, wrong_hands)

            def loop(rows: slice) -> int:
                return _native.evaluate_two_of_own(
                    tables, self.hands[rows], self.boards[rows], out[rows]
                )
        else:
            wrong = np.union1d(wrong, np.flatnonzero(self.hands & self.boards))
            sets = self.hands | self.boards

            def loop(rows: slice) -> int:
                return tables.evaluate_sets(sets[rows], out[rows])

        bad = int(wrong[0]) if len(wrong) else in_slices(loop, len(out), threads)
        if bad is not None:
            row = int(self.hands[bad]), int(self.boards[bad])
            refuse_row(bad, row, lambda row: read_hand_on_board(*row, self.game, self.sizes))
        return out


def read_hand_on_board(
    hand: Cards, board: Cards, game: Variant, sizes: Sequence[int] = BOARD_SIZES
) -> tuple[CardSet, CardSet]:
    """Return the cards of a hand and of its board; raise unless they can be evaluated."""
    if game.two_of_own:
        own = card_set(hand, deck=DECK, count=hole_sizes(game))
        if not (common := card_set(board, deck=DECK)):
            raise CardError(f"{game} needs a board of three to five cards")
        card_set(common, count=BOARDS)
    else:
        own, common = hand_set(hand), read_board(board, sizes=sizes)
        hand_set(own | common)
    if (own | common) & ~game.deck:
        for cards, what in ((own, "the hand"), (common, "the board")):
            game.check(cards, f"{what} {quoted(cards_text(cards))}")
    if both := own & common:
        raise CardError(
            f"{quoted(cards_text(both))} in {quoted(cards_text(own))} is also on the board "
            f"{quoted(cards_text(common))}"
        )
    return own, common


def add_board(hands: SetArray, board: CardSet) -> SetArray:
    """Return the hands with the board; raise if a hand has a card of the board."""
    for row in np.flatnonzero(hands & np.uint64(board))[:1].tolist():
        hand = int(hands[row])
        raise CardError(
            f"row {row}: {quoted(cards_text(hand & board))} in {quoted(cards_text(hand))} is also "
            f"on the board {quoted(cards_text(board))}"
        )
    return hands | np.uint64(board)


def class_counts(size: int, *, dead: Cards = ()) -> NDArray[np.uint64]:
    """Count the hands of each strength among all hands of that size without the dead cards.

    Every hand is evaluated; no symmetry is used.

    >>> counts = class_counts(5)
    >>> int(counts.sum()), int((counts > 0).sum())
    (2598960, 7462)
    """
    require_int(size, "size", 0, MOST_CARDS)
    counts = np.empty(len(values_of()), np.uint64)
    tables_for().count_strengths(size, card_set(dead, deck=DECK), counts)
    return counts


def category_counts(size: int, *, dead: Cards = ()) -> dict[Category, int]:
    """Count the hands of each category among all hands of that size without the dead cards.

    >>> category_counts(5)[Category.STRAIGHT_FLUSH]
    40
    """
    by_category = np.bincount(
        values_of().category, class_counts(size, dead=dead), minlength=len(Category)
    )
    return {category: int(by_category[category]) for category in Category}


def to_pokerval(
    strengths: ArrayLike,
    *,
    out: NDArray[np.uint32] | None = None,
    game: str | Variant = "holdem",
) -> NDArray[np.uint32]:
    """Return the pokerval of each strength in a game."""
    return look_up(_values_in(game).pokerval, strengths, out)


def to_mask(
    strengths: ArrayLike,
    *,
    out: NDArray[np.uint64] | None = None,
    game: str | Variant = "holdem",
) -> NDArray[np.uint64]:
    """Return the mask64 of each strength in a game."""
    return look_up(_values_in(game).mask, strengths, out)


def to_kev(strengths: ArrayLike, *, out: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
    """Return Cactus Kev's number of each strength; 0 for values of fewer than five cards."""
    return look_up(values_of().kev, strengths, out)


def to_category(
    strengths: ArrayLike,
    *,
    out: NDArray[np.uint8] | None = None,
    game: str | Variant = "holdem",
) -> NDArray[np.uint8]:
    """Return the category of each strength in a game."""
    return look_up(_values_in(game).category, strengths, out)


def _values_in(game: str | Variant) -> Values:
    return values_of(find_variant(game).rules)


def in_slices(
    loop: Callable[[slice], int], rows: int, threads: int | None, step: int | None = None
) -> int | None:
    """Run a native loop over slices of `step` rows; return the first bad row, if there is one.

    The loop returns how many rows of a slice are good, up to the first bad one. If `step` is None,
    each thread gets one slice.
    """
    if threads is not None:
        threads = thread_count(threads)
    if step is None and (threads == 1 or (threads is None and rows < SMALL)):
        good = loop(slice(rows))
        return good if good < rows else None
    step = step or max(1, -(-rows // thread_count(threads)))

    def run(start: int) -> int | None:
        stop = start + loop(slice(start, start + step))
        return stop if stop < min(start + step, rows) else None

    stops = thread_map(run, range(0, rows, step), threads=threads)
    return next((stop for stop in stops if stop is not None), None)


def look_up(table: NDArray[Word], strengths: ArrayLike, out: NDArray[Word] | None) -> NDArray[Word]:
    """Return the entry of the table for each strength."""
    strengths = read_array(strengths, "strengths", np.uint16)
    if strengths.size and (greatest := int(strengths.max())) >= len(table):
        raise BadInputError(f"strength {greatest} is not in 0..{len(table) - 1}")
    out = require_out(out, strengths.shape, table.dtype.type, [strengths])
    np.take(table, strengths, out=out, mode="clip")  # checked above; "raise" would copy first
    return out
