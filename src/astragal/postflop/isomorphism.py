"""Exchangeable suits: which deals mirror which.

A permutation of the suits leaves a spot as it is if it maps the board, both ranges and all locks to
themselves. Two deals that such a permutation maps to each other need only be solved once. The deal
with the smaller cards is stored; postflop/deals.hpp explains how the other deal reads it.

The permutations of a group are tried all at once, so a river below a flop is mirrored only by
permutations that leave both the flop and the turn where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from astragal.postflop.certificate import DECK, Game, Lock

SUITS = 4


@dataclass(frozen=True, eq=False, slots=True)
class DealTable:
    """The deals of each street and the permutations of hands, as in `StoredStrategy`."""

    deals: Sequence[NDArray[np.int32]]
    """Of each level a row for each deal: the stored deal, -1 if it is impossible, and the
    permutation of hands."""
    permutations: tuple[NDArray[np.uint16], NDArray[np.uint16]]
    """Of each player: rows of hands, the first is the identity."""


def deal_table(game: Game, *, isomorphism: bool = True) -> DealTable:
    """Return the deals to store; without isomorphism, all that are possible."""
    identity = np.arange(DECK)
    cards, hands = [identity], [[np.arange(len(one))] for one in game.hands]
    if isomorphism and game.levels > 1:
        for suits in [*permutations(range(SUITS))][1:]:
            moved = _moved_cards(suits)
            if moved_set(game.board, moved) != game.board:
                continue
            orders = _moved_hands(game, moved)
            if orders is not None and _keeps_locks(game, moved, orders):
                cards.append(moved)
                for player in (0, 1):
                    hands[player].append(orders[player])
    deals = [np.zeros((1, 2), np.int32)]
    alive = np.array([not game.board >> card & 1 for card in range(DECK)])
    if game.levels > 1:
        deals.append(_stored(np.where(alive, [one[identity] for one in cards], -1)))
    if game.levels > 2:
        first, second = (one.ravel() for one in np.indices((DECK, DECK)))
        possible = alive[first] & alive[second] & (first != second)
        pairs = [DECK * one[first] + one[second] for one in cards]
        deals.append(_stored(np.where(possible, pairs, -1)))
    return DealTable(
        deals, (np.array(hands[0]).astype(np.uint16), np.array(hands[1]).astype(np.uint16))
    )


def _stored(images: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the rows of a street.

    `images` are the numbers of the mirrored deals, [permutation][deal]; -1 if one is impossible.
    """
    deals = np.arange(images.shape[1])
    permutation = images.argmin(axis=0)  # the first of several, so a stored deal has the identity
    smallest = images[permutation, deals]
    is_stored = (smallest == deals) & (permutation == 0)
    number = np.cumsum(is_stored) - 1
    rows = np.stack([np.where(smallest >= 0, number[smallest], -1), permutation], axis=1)
    rows[smallest < 0] = -1, 0
    return rows.astype(np.int32)


def _moved_cards(suits: Sequence[int]) -> NDArray[np.int64]:
    """Return where a permutation of the suits takes each card."""
    return np.array([card - card % SUITS + suits[card % SUITS] for card in range(DECK)])


def moved_set(cards: int, moved: NDArray[np.int64]) -> int:
    """Return a set of cards after a permutation."""
    return sum(1 << int(moved[card]) for card in range(DECK) if cards >> card & 1)


def _moved_hands(
    game: Game, moved: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Return where a permutation takes each hand of both players; None if a range changes."""
    orders = []
    for hands, weights in zip(game.hands, game.weights, strict=True):
        there = np.zeros_like(hands)
        for card in range(DECK):
            has_card = hands >> np.uint64(card) & np.uint64(1)
            there |= has_card << np.uint64(moved[card])
        order = np.searchsorted(hands, there).clip(max=len(hands) - 1)
        if not (np.array_equal(hands[order], there) and np.array_equal(weights[order], weights)):
            return None
        orders.append(order)
    return orders[0], orders[1]


def _keeps_locks(
    game: Game, moved: NDArray[np.int64], orders: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> bool:
    """Return whether each lock has a mirrored one that locks the mirrored hands in the same way."""
    locks = {(lock.node, lock.deal): lock for lock in game.locks}
    for lock in game.locks:
        mirrored = locks.get((lock.node, _moved_deal(game, lock, moved)))
        order = orders[int(game.tree.kind[lock.node])]
        if mirrored is None or not np.array_equal(
            mirrored.rows[:, order], lock.rows, equal_nan=True
        ):
            return False
    return True


def _moved_deal(game: Game, lock: Lock, moved: NDArray[np.int64]) -> int:
    level = int(game.level[lock.node])
    if level < 2:
        return int(moved[lock.deal]) if level else lock.deal
    return DECK * int(moved[lock.deal // DECK]) + int(moved[lock.deal % DECK])
