"""Reach, EV and equity of the hands at a node, from a stored strategy, in double precision."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.jobs.threads import thread_count
from astragal.poker.tables import tables_for
from astragal.postflop.certificate import (
    DECK,
    ByPlayer,
    Game,
    StoredStrategy,
    every_deal,
    matrix_of,
    native_arguments,
)
from astragal.postflop.lines import Place
from astragal.postflop.tree import CHANCE, NOBODY, SHOWDOWN

Numbers = NDArray[np.float64]
_FULL_BOARD = 5


@dataclass(frozen=True, eq=False, slots=True)
class Values:
    """The figures of a node in chips; arrays have a number for each hand of the ranges."""

    reach: ByPlayer[Numbers]
    """The weight of a hand in its range, times how often it plays to here."""
    opponents: ByPlayer[Numbers]
    """The reach of all hands of the opponent that a hand is compatible with."""
    ev: ByPlayer[Numbers]
    """EV from this node on; NaN where no hand of the opponent is compatible."""
    ev_actions: Numbers
    """EV of each action, [actions][hands], of the player to act."""
    strategy: Numbers
    """Probabilities, [actions][hands], of the player to act."""
    by_card: ByPlayer[Numbers]
    """EV after each next card, [card][hands], if a card comes; otherwise empty."""


def probabilities(game: Game, stored: StoredStrategy, node: int, deal: int) -> Numbers:
    """Return the probabilities of each action and hand at a decision, locks included."""
    player = int(game.tree.kind[node])
    place, permutation = stored.deals[int(game.level[node])][deal].tolist()
    rows = matrix_of(game, stored, node, place)[:, stored.permutations[player][permutation]]
    rows = rows.astype(np.float64)
    for lock in game.locks:
        if (lock.node, lock.deal) == (node, deal):
            rows = np.where(np.isnan(lock.rows), rows, lock.rows)
    total = rows.sum(axis=0)
    return np.where(total > 0, rows / np.where(total > 0, total, 1), 1 / len(rows))


def reach_of(game: Game, stored: StoredStrategy, place: Place) -> ByPlayer[Numbers]:
    """Return the weight of each hand times how often it plays to a place; dead hands have 0."""
    tree, level = game.tree, game.level
    deals = (0, place.deal, place.deal)
    if place.cards.bit_count() > 1:
        deals = (0, place.deal // DECK, place.deal)
    reach = [weights.copy() for weights in game.weights]
    path = tree.path(place.node)
    for node, child in pairwise(path):
        player = int(tree.kind[node])
        if player < CHANCE:
            rows = probabilities(game, stored, node, deals[int(level[node])])
            reach[player] *= rows[child - int(tree.first_child[node])]
    for player, hands in enumerate(game.hands):
        reach[player][(hands & np.uint64(place.cards)) != 0] = 0
    return ByPlayer(reach[0], reach[1])


def values_at(
    game: Game, stored: StoredStrategy, place: Place, threads: int | None = None
) -> Values:
    """Return the figures of a node, in which somebody decides or a card comes."""
    tree, node = game.tree, place.node
    player = int(tree.kind[node])
    reach = reach_of(game, stored, place)
    arguments, money = native_arguments(game, stored, threads)
    money |= {
        "node": node,
        "number": place.deal,
        "oop_reach": reach.oop,
        "ip_reach": reach.ip,
    }
    sums, weights, actions, cards = _native.postflop_values_at(*arguments, **money)
    # Native code counts from the root: chips that are in already belong to the pot here.
    back = tree.put_in[node].astype(np.float64)
    ev = [_mean(sums[p], weights[p], back[p]) for p in (0, 1)]
    by_card = [np.empty((0, len(hands))) for hands in game.hands]
    if player == CHANCE:
        by_card = [_by_card(game, reach, place, cards, back, p) for p in (0, 1)]
    own = player if player < CHANCE else 0
    shape = int(tree.children[node]) if player < CHANCE else 0, len(game.hands[own])
    strategy = np.empty(shape)
    ev_actions = _mean(actions.reshape(shape), weights[own], back[own])
    if player < CHANCE:
        strategy = probabilities(game, stored, node, place.deal)
        folds = [action.kind == "fold" for action in tree.actions(node)]
        ev_actions[folds] *= 0  # exactly; the difference of two sums would be nearly 0
    return Values(
        reach=reach,
        opponents=ByPlayer(weights[0], weights[1]),
        ev=ByPlayer(ev[0], ev[1]),
        ev_actions=ev_actions,
        strategy=strategy,
        by_card=ByPlayer(by_card[0], by_card[1]),
    )


def _mean(sums: Numbers, weights: Numbers, back: float) -> Numbers:
    return np.where(weights > 0, sums / np.where(weights > 0, weights, 1) + back, np.nan)


def _by_card(  # noqa: PLR0917
    game: Game, reach: ByPlayer[Numbers], place: Place, sums: Any, back: Numbers, player: int
) -> Numbers:
    """Return EV by card and hand; NaN for dead cards and where nothing is compatible."""
    hands, others = game.hands[player], game.hands[1 - player]
    found = np.full((DECK, len(hands)), np.nan)
    by_card = sums[player].reshape(DECK, len(hands))
    for card in range(DECK):
        bit = np.uint64(1 << card)
        if (game.board | place.cards) >> card & 1:
            continue
        left = np.where((others & bit) == 0, reach[1 - player], 0)
        weights = compatible(hands, others, left)
        weights[(hands & bit) != 0] = 0
        found[card] = _mean(by_card[card], weights, float(back[player]))
    return found


def compatible(hands: NDArray[np.uint64], others: NDArray[np.uint64], reach: Numbers) -> Numbers:
    """Return for each hand the reach of the other hands that share no card with it."""
    present = reach > 0  # so that a hand that meets nobody gets exactly 0
    others, reach = others[present], reach[present]
    meets: Numbers = ((hands[:, None] & others[None, :]) == 0) @ reach
    return meets


def equity_of(
    board: int, hands: ByPlayer[NDArray[np.uint64]], reach: ByPlayer[Numbers], threads: int | None
) -> ByPlayer[Numbers]:
    """Return the chance to win plus half of the ties of each hand, over all run-outs.

    It is the EV of a pot of 1 without decisions. NaN where nothing is compatible.
    """
    if (compatible(hands.oop, hands.ip, reach.ip)[reach.oop > 0] > 0).any():
        return _equities(board, hands, reach, threads)
    # Nobody gets here, but a hand that would get here meets the range of the opponent.
    ones = ByPlayer(np.ones(len(hands.oop)), np.ones(len(hands.ip)))
    oop = _equities(board, hands, ByPlayer(ones.oop, reach.ip), threads).oop
    return ByPlayer(oop, _equities(board, hands, ByPlayer(reach.oop, ones.ip), threads).ip)


def _equities(
    board: int, hands: ByPlayer[NDArray[np.uint64]], reach: ByPlayer[Numbers], threads: int | None
) -> ByPlayer[Numbers]:
    if not any((compatible(hands.oop, hands.ip, reach.ip) > 0) & (reach.oop > 0)):
        return ByPlayer(np.full(len(hands.oop), np.nan), np.full(len(hands.ip), np.nan))
    zero = np.zeros(1, np.int64)
    lines = _native.PostflopLines(
        np.array([SHOWDOWN], np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.int32),
        np.zeros(1, np.int32),
        np.zeros((1, 2), np.int64),
        np.array([NOBODY], np.uint8),
    )
    identity = [np.arange(len(one), dtype=np.uint16)[None] for one in hands]
    stride = (len(hands.oop), len(hands.ip))
    deals = every_deal(board, _FULL_BOARD - board.bit_count() + 1)
    _, _, _, sums, _, weights = _native.postflop_certify(
        tables_for(),
        lines,
        _native.PostflopDeal(board, hands.oop, reach.oop, hands.ip, reach.ip),
        _native.PostflopPlaces(zero, zero, deals, identity[0], identity[1], stride),
        np.zeros(1),
        np.zeros(1),
        pot=1.0,
        rake_rate=0.0,
        rake_cap=0.0,
        locks=[],
        threads=thread_count(threads),
    )
    return ByPlayer(_mean(sums[0], weights[0], 0), _mean(sums[1], weights[1], 0))
