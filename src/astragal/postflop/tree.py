"""The betting tree: every line of actions, without cards.

A chance node stands for the next card, whatever it is: its only child starts the next street. When
both are all-in before the river, the hand runs out: the line ends in a showdown node on its street.

The nodes are rows of arrays. The children of a node lie side by side, and behind them, child by
child, their own children: a node comes after its parent, and all that follows from one child comes
before what follows from the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal._arrays import read_only
from astragal._checks import require_int
from astragal.errors import BadInputError
from astragal.postflop.bets import PLAYERS, STREETS, BetSizes, Decision, Street, amount_text

OOP, IP, CHANCE, FOLD, SHOWDOWN = range(5)
"""The kinds of nodes: a decision of a player, a card, a fold, and a showdown or run-out."""
NOBODY = 255

MOST_NODES = 500_000
MOST_STEPS = 999
"""Actions and cards of the longest line; native code recurses over them."""

_TOKENS = {"fold": "f", "check": "x", "call": "c", "bet": "b", "raise": "r", "all-in": "a"}


@dataclass(frozen=True, slots=True)
class Action:
    """An action: `fold`, `check`, `call`, `bet`, `raise` or `all-in`.

    >>> action = Action("bet", 550, Decimal("0.01"))
    >>> str(action), action.token, action.amount
    ('bet 5.5', 'b5.5', 5.5)
    """

    kind: str
    chips: int = 0
    """The player's total on this street, in chips; 0 unless it is a bet, a raise or an all-in."""
    chip: Decimal = Decimal(1)
    """The value of a chip."""

    @property
    def amount(self) -> float:
        """The player's total on this street; 0 unless it is a bet, a raise or an all-in."""
        return float(self.chips * self.chip)

    @property
    def token(self) -> str:
        """The short form: f, x, c, b100, r300 or a900."""
        return _TOKENS[self.kind] + self._amount_text

    @property
    def _amount_text(self) -> str:
        return amount_text(self.chips * self.chip) if self.chips else ""

    def __str__(self) -> str:
        return f"{self.kind} {self._amount_text}".rstrip()


@dataclass(frozen=True, eq=False, slots=True)
class BettingTree:
    """A betting tree; the arrays have a row for each node, the root first."""

    street: NDArray[np.uint8]
    """0 flop, 1 turn, 2 river."""
    kind: NDArray[np.uint8]
    """0 and 1: a decision of `oop` or `ip`; 2 a card; 3 a fold; 4 a showdown or run-out."""
    parent: NDArray[np.int32]
    """-1 at the root."""
    first_child: NDArray[np.int32]
    children: NDArray[np.int32]
    """The number of children; 0 where the line ends."""
    put_in: NDArray[np.int64]
    """The chips that each player has put in since the root, in two columns."""
    folded: NDArray[np.uint8]
    """The player who has folded, or 255."""
    action: tuple[Action | None, ...]
    """The action that leads to the node; None at the root and after a card."""

    def __len__(self) -> int:
        return len(self.kind)

    def children_of(self, node: int) -> range:
        """Return the children of a node."""
        node = require_int(node, "node", 0, len(self) - 1)
        first = int(self.first_child[node])
        return range(first, first + int(self.children[node]))

    def actions(self, node: int) -> list[Action]:
        """Return the actions at a decision, in the order of its children."""
        return [action for child in self.children_of(node) if (action := self.action[child])]

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root to a node, both included."""
        found = []
        while node >= 0:
            found.append(node)
            node = int(self.parent[node])
        return found[::-1]

    def lines(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Iterate over the decisions: the tokens that lead there, "/" for a card, and the node."""
        for node in np.flatnonzero(self.kind < CHANCE).tolist():
            steps = (self.action[step] for step in self.path(node)[1:])
            yield tuple("/" if step is None else step.token for step in steps), node


class _State(NamedTuple):
    """The actions up to a node, as sums."""

    kind: int
    street: int
    before: int = 0
    """The chips of each player on the streets before."""
    total: tuple[int, int] = (0, 0)
    """The chips of each player on this street."""
    bets: int = 0
    """Bets and raises on this street."""
    after_call: bool = False
    """Whether `oop` has called on the street before."""
    folded: int = NOBODY
    action: Action | None = None


def build_tree(
    street: Street, pot: int, stack: int, sizes: BetSizes, chip: Decimal = Decimal(1)
) -> BettingTree:
    """Return the betting tree of a street and all later ones; amounts are in chips."""
    states = [_State(OOP, STREETS.index(street))]
    parents, first_child, children, depths = [-1], [0], [0], [0]
    unfinished = [0]
    while unfinished:
        node = unfinished.pop()
        following = _children(states[node], pot, stack, sizes, chip)
        depth = depths[node] + 1
        if depth > MOST_STEPS and following:
            raise BadInputError(
                f"the betting tree has a line of more than {MOST_STEPS} actions: give larger "
                "sizes, or limit raises with max_raises"
            )
        first_child[node], children[node] = len(states), len(following)
        depths += [depth] * len(following)
        unfinished += reversed(range(len(states), len(states) + len(following)))
        states += following
        parents += [node] * len(following)
        first_child += [0] * len(following)
        children += [0] * len(following)
        if len(states) > MOST_NODES:
            raise BadInputError(
                f"the betting tree has more than {MOST_NODES:,} nodes: give fewer sizes, "
                "or limit raises with max_raises"
            )
    put_in = [(state.before + state.total[0], state.before + state.total[1]) for state in states]
    return BettingTree(
        street=read_only(np.array([state.street for state in states], np.uint8)),
        kind=read_only(np.array([state.kind for state in states], np.uint8)),
        parent=read_only(np.array(parents, np.int32)),
        first_child=read_only(np.array(first_child, np.int32)),
        children=read_only(np.array(children, np.int32)),
        put_in=read_only(np.array(put_in, np.int64)),
        folded=read_only(np.array([state.folded for state in states], np.uint8)),
        action=tuple(state.action for state in states),
    )


def _children(state: _State, pot: int, stack: int, sizes: BetSizes, chip: Decimal) -> list[_State]:
    if state.kind == CHANCE:
        return [
            _State(
                OOP, state.street + 1, state.before + state.total[0], after_call=state.after_call
            )
        ]
    if state.kind > CHANCE:
        return []
    me = state.kind
    other = IP if me == OOP else OOP
    prev = state.total[other]
    if prev > state.total[me]:
        following = [
            state._replace(kind=FOLD, folded=me, action=Action("fold")),
            _after_call(state, me, stack),
        ]
    elif me == OOP:
        following = [state._replace(kind=IP, action=Action("check"))]
    else:
        following = [_next_street(state._replace(after_call=False, action=Action("check")), stack)]
    top = stack - state.before
    decision = Decision(
        own=state.total[me],
        prev=prev,
        top=top,
        pot=pot + 2 * (state.before + prev),
        bets=state.bets,
        streets=len(STREETS) - state.street,
    )
    street = STREETS[state.street]
    if prev:
        wanted = sizes.raises[PLAYERS[me]][street]
    else:
        wanted = sizes.first_bets(PLAYERS[me], street, after_call=state.after_call)
    for amount in sizes.amounts(decision, wanted):
        name = "all-in" if amount == top else "raise" if prev else "bet"
        total = (amount, prev) if me == OOP else (prev, amount)
        following.append(
            state._replace(
                kind=other, total=total, bets=state.bets + 1, action=Action(name, amount, chip)
            )
        )
    return following


def _after_call(state: _State, caller: int, stack: int) -> _State:
    most = max(state.total)
    called = state._replace(total=(most, most), after_call=caller == OOP, action=Action("call"))
    return _next_street(called, stack)


def _next_street(state: _State, stack: int) -> _State:
    """Return the card or the showdown that follows when nobody has to act on this street."""
    last = state.street == len(STREETS) - 1
    all_in = state.before + state.total[0] == stack
    return state._replace(kind=SHOWDOWN if last or all_in else CHANCE)
