"""Locks: hands of a player that must play given probabilities at a decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal.cards import SetArray
from astragal.equity import Range
from astragal.equity.notation import is_random
from astragal.equity.ranges import RangeLike
from astragal.errors import BadInputError, counted, quoted
from astragal.poker.variants import hand_name
from astragal.postflop.bets import Player
from astragal.postflop.certificate import Game, player_name
from astragal.postflop.lines import Place, find_action, line_name
from astragal.postflop.strategies import TOLERANCE
from astragal.postflop.tree import CHANCE, Action


class PostflopLockJson(TypedDict):
    """Hands that must play given probabilities at a decision."""

    line: str
    """The decision: the actions and cards since the root."""
    player: str
    """oop or ip."""
    hands: dict[str, dict[str, float]]
    """For each locked hand the probability of each action."""


@dataclass(frozen=True, eq=False, slots=True)
class LockedHands:
    """The locked hands of a decision."""

    place: Place
    player: Player
    actions: tuple[Action, ...]
    range: SetArray
    """The hands of the player's range."""
    rows: NDArray[np.float64]
    """The probabilities, [actions][hands of the range]; NaN for hands that are free."""

    @property
    def is_locked(self) -> NDArray[np.bool_]:
        """Whether each hand of the range is locked."""
        locked: NDArray[np.bool_] = ~np.isnan(self.rows[0])
        return locked

    @property
    def hands(self) -> SetArray:
        """The locked hands, ascending."""
        return self.range[self.is_locked]

    def updated(self, later: LockedHands) -> LockedHands:
        """Return the locks of both; where both lock a hand, the later one counts."""
        rows = np.where(later.is_locked, later.rows, self.rows)
        return LockedHands(self.place, self.player, self.actions, self.range, rows)

    def to_dict(self) -> PostflopLockJson:
        """Return the probabilities of each locked hand."""
        names = [str(action) for action in self.actions]
        locked = self.rows[:, self.is_locked].T.tolist()
        return {
            "line": self.place.line,
            "player": self.player,
            "hands": {
                hand_name(hand): dict(zip(names, row, strict=True))
                for hand, row in zip(self.hands.tolist(), locked, strict=True)
            },
        }

    def __str__(self) -> str:
        return (
            f"locked: {counted(len(self.hands), 'hand')} of {self.player} at "
            f"{line_name(self.place.line)}"
        )


def read_lock(
    game: Game, place: Place, hands: Mapping[RangeLike, Mapping[str, float]]
) -> LockedHands:
    """Return the lock that a user writes, or raise if it does not fit the decision."""
    kind = int(game.tree.kind[place.node])
    where = line_name(place.line)
    if kind >= CHANCE:
        raise BadInputError(f"nobody decides at {where}: a card comes")
    if not isinstance(hands, Mapping):
        raise BadInputError(f"{quoted(hands)} is no lock: write {{'QQ+': {{'call': 1}}}}")
    player = player_name(kind)
    actions = game.tree.actions(place.node)
    own = game.hands[kind]
    rows = np.full((len(actions), len(own)), np.nan)
    for name, probabilities in hands.items():
        column = _probabilities(actions, probabilities, name, where)
        rows[:, _numbers(game, place, own, name, f"the range of {player}")] = column[:, None]
    if np.isnan(rows).all():
        raise BadInputError(f"no hand is locked at {where}: write {{'QQ+': {{'call': 1}}}}")
    return LockedHands(place, player, tuple(actions), own, rows)


def _numbers(game: Game, place: Place, own: SetArray, name: RangeLike, of: str) -> NDArray[np.intp]:
    """Return the places of hands in a range; hands with a card of the board are left out."""
    board = game.board | place.cards
    if isinstance(name, str) and is_random(name):
        return np.flatnonzero((own & np.uint64(board)) == 0)
    wanted = Range(name).without(board).hands
    missing = wanted[~np.isin(wanted, own)]
    if len(missing):
        shown = hand_name(int(missing[0]))
        raise BadInputError(
            f"{quoted(name if isinstance(name, str) else str(name))}: {shown} is not in {of}"
        )
    if not len(wanted):
        raise BadInputError(f"{quoted(str(name))}: each of its hands has a card of the board")
    return np.searchsorted(own, wanted)


def _probabilities(
    actions: list[Action], given: Mapping[str, float], name: object, where: str
) -> NDArray[np.float64]:
    known = ", ".join(map(str, actions))
    if not isinstance(given, Mapping):
        raise BadInputError(
            f"{quoted(given)} for {quoted(name)}: write the probability of actions, "
            f"like {{'{actions[0]}': 1}}"
        )
    column = np.zeros(len(actions))
    named: dict[int, str] = {}
    for text, probability in given.items():
        number = find_action(actions, text)
        if number is None:
            raise BadInputError(f"no action {quoted(text)} at {where}; there are {known}")
        if not isinstance(probability, Real) or not 0 <= probability <= 1:
            raise BadInputError(
                f"{quoted(text)} of {quoted(name)}: a probability is 0 to 1, "
                f"not {quoted(probability)}"
            )
        if number in named:
            raise BadInputError(
                f"{quoted(named[number])} and {quoted(text)} of {quoted(name)} at {where} are the "
                "same action: give it once"
            )
        named[number] = text
        column[number] = probability
    if abs(column.sum() - 1) > TOLERANCE:
        raise BadInputError(
            f"the probabilities of {quoted(name)} at {where} add up to {column.sum():g}, not to 1"
        )
    column /= column.sum()
    return column
