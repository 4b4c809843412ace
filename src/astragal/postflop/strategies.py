"""Strategies of somebody else, to be certified: a function, arrays by line, or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal.cards import CardSet, SetArray, card_name, card_set
from astragal.errors import BadInputError, quoted
from astragal.poker.variants import hand_name
from astragal.postflop.bets import Player
from astragal.postflop.certificate import (
    DECK,
    Game,
    StoredStrategy,
    matrix_of,
    plain_places,
    player_name,
)
from astragal.postflop.lines import line_name
from astragal.postflop.texas_solver import (
    is_texas_solver,
    read_strategy,
    texas_solver_rows,
)
from astragal.postflop.tree import CHANCE, Action

TOLERANCE = 1e-4
"""How far the probabilities of a hand may be from adding up to 1; they are divided by their sum."""


@dataclass(frozen=True, eq=False, slots=True)
class Choice:
    """A decision about which a strategy is asked."""

    line: str
    """The actions and cards since the root: "check, bet 100, call, 2c"; "" at the root."""
    player: Player
    actions: tuple[Action, ...]
    hands: SetArray
    """The hands of the player's range without those with a card of `board`, ascending."""
    board: CardSet


StrategyFunction: TypeAlias = Callable[[Choice], ArrayLike | Mapping[str, Any]]
StrategyLike: TypeAlias = StrategyFunction | Mapping[str, Any] | str | PathLike[str]
"""A function that returns an array of hands x actions, or the probabilities by hand; a mapping from
lines to such arrays or probabilities; the content of TexasSolver's JSON; or the name of a file."""

Rows: TypeAlias = Iterator[tuple[int, int, str, NDArray[np.float64]]]


def stored_strategy(
    game: Game, strategy: StrategyLike, line_of: Callable[[str], tuple[int, int]]
) -> StoredStrategy:
    """Return a strategy of somebody else as numbers; raise if it is none.

    `line_of` returns the node and the deal of a line that is a key.
    """
    if isinstance(strategy, str | PathLike):
        strategy = read_strategy(strategy)
    if is_texas_solver(strategy):
        rows = texas_solver_rows(game, strategy)  # type: ignore[arg-type]
    elif isinstance(strategy, Mapping):
        rows = _rows_by_line(game, strategy, line_of)
    elif callable(strategy):
        rows = _rows_of_function(game, strategy)
    else:
        raise BadInputError(
            f"strategy must be a function, arrays by line or TexasSolver's JSON, not "
            f"{quoted(strategy)}"
        )
    return _checked(game, rows)


def _rows_of_function(game: Game, strategy: StrategyFunction) -> Rows:
    for choice, node, deal in choices(game):
        given = strategy(choice)
        yield node, deal, choice.line, _by_action(given, choice, _range_at(game, node))


def _rows_by_line(
    game: Game, strategy: Mapping[str, Any], line_of: Callable[[str], tuple[int, int]]
) -> Rows:
    by_place = {line_of(line): given for line, given in strategy.items()}
    for choice, node, deal in choices(game):
        if (node, deal) not in by_place:
            raise BadInputError(
                f"the strategy lacks {line_name(choice.line)}: it needs an array of "
                "hands x actions for each decision"
            )
        given = by_place[node, deal]
        yield node, deal, choice.line, _by_action(given, choice, _range_at(game, node))


def _range_at(game: Game, node: int) -> SetArray:
    """Return the hands of the player who decides, dead ones too."""
    return game.hands[int(game.tree.kind[node])]


def _by_action(given: Any, choice: Choice, hands: SetArray) -> NDArray[np.float64]:
    """Return an array of hands x actions, or probabilities by hand, in rows by action.

    A row has a number for each of `hands`, the player's range, dead hands included.
    """
    if isinstance(given, Mapping):
        given = _by_hand(given, choice, hands)
    try:
        array = np.asarray(given, np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    shape = len(choice.hands), len(choice.actions)
    if array.shape != shape:
        actions = ", ".join(map(str, choice.actions))
        raise BadInputError(
            f"the strategy of {choice.player} at {line_name(choice.line)} must be an array of "
            f"{shape[0]} hands x {shape[1]} actions ({actions}), not of shape "
            f"{quoted(np.shape(array))}"
        )
    rows = np.full((len(choice.actions), len(hands)), 1 / len(choice.actions))
    rows[:, (hands & np.uint64(choice.board)) == 0] = array.T
    return rows


def _by_hand(given: Mapping[str, Any], choice: Choice, hands: SetArray) -> list[Any]:
    """Return the probabilities of each hand of a choice; NaN for hands that are not given."""
    rows = {}
    for text, row in given.items():
        hand = card_set(text, deck=DECK, count=2)
        if hand not in hands:
            raise BadInputError(
                f"{quoted(text)} at {line_name(choice.line)} is not in the range of {choice.player}"
            )
        rows[hand] = row
    missing = [np.nan] * len(choice.actions)
    return [rows.get(hand, missing) for hand in choice.hands.tolist()]


def choices(game: Game) -> Iterator[tuple[Choice, int, int]]:
    """Yield every decision after every deal, with its node and its deal."""
    yield from _choices(game, 0, 0, 0, ())


def _choices(
    game: Game, node: int, deal: int, dealt: CardSet, line: tuple[str, ...]
) -> Iterator[tuple[Choice, int, int]]:
    tree = game.tree
    kind = int(tree.kind[node])
    if kind == CHANCE:
        child = int(tree.first_child[node])
        for card in range(DECK):
            if not (game.board | dealt) >> card & 1:
                number = DECK * deal + card if dealt else card
                below = dealt | 1 << card
                yield from _choices(game, child, number, below, (*line, card_name(card)))
    elif kind < CHANCE:
        actions = tuple(tree.actions(node))
        player = player_name(kind)
        board = game.board | dealt
        hands = game.hands[kind]
        alive = hands[(hands & np.uint64(board)) == 0]
        yield Choice(", ".join(line), player, actions, alive, board), node, deal
        for child, action in zip(tree.children_of(node), actions, strict=True):
            yield from _choices(game, child, deal, dealt, (*line, str(action)))


def _checked(
    game: Game, rows: Iterable[tuple[int, int, str, NDArray[np.float64]]]
) -> StoredStrategy:
    """Return the rows of all decisions as numbers, each hand's probabilities checked."""
    stored = plain_places(game)
    level = game.level
    for node, deal, line, given in rows:
        cards = _cards_of(int(level[node]), deal)
        hands = game.hands[int(game.tree.kind[node])]
        alive = (hands & np.uint64(cards)) == 0
        _check_rows(game, node, line, np.where(alive, given, 1 / len(given)))
        place = int(stored.deals[int(level[node])][deal, 0])
        matrix_of(game, stored, node, place)[...] = np.where(alive, given, 0)
    return stored


def _cards_of(level: int, deal: int) -> CardSet:
    if level == 0:
        return 0
    return 1 << deal if level == 1 else 1 << deal // DECK | 1 << deal % DECK


def _check_rows(game: Game, node: int, line: str, rows: NDArray[np.float64]) -> None:
    with np.errstate(invalid="ignore"):
        total = rows.sum(axis=0)
        good = (rows >= 0).all(axis=0) & (np.abs(total - 1) <= TOLERANCE)
    if good.all():
        return
    number = int(np.argmin(good))
    hand = hand_name(int(game.hands[int(game.tree.kind[node])][number]))
    where = f"the strategy of {player_name(int(game.tree.kind[node]))} at {line_name(line)}"
    column = rows[:, number]
    if np.isnan(column).any():
        raise BadInputError(f"{where} lacks {hand}")
    if (column < 0).any():
        raise BadInputError(f"{where} has a negative probability of {hand}: {column.min():g}")
    raise BadInputError(
        f"the probabilities of {hand} in {where} add up to {total[number]:g}, not to 1"
    )
