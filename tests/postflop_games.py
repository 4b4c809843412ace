"""Spots of tests/data as the certificate reads them, beside the same spots of the reference."""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal.cards import card_set
from astragal.equity import Range
from astragal.postflop.bets import BetSizes, read_bet_sizes
from astragal.postflop.certificate import Game, StoredStrategy, matrix_of, plain_places
from astragal.postflop.tree import CHANCE, build_tree

from reference import postflop as reference

DATA = Path(__file__).parent / "data"


def load(name: str, entries: str = "spots") -> list[dict[str, Any]]:
    """Return the entries of a file of tests/data."""
    found = json.loads((DATA / f"postflop_{name}.json").read_text())[entries]
    assert isinstance(found, list)
    return found


FLOP: dict[str, Any] = {
    "street": "flop", "board": "Qs Jh 2h", "pot": 20, "stack": 30,
    "oop": {"AhKh": 1.0, "QdQc": 0.5}, "ip": {"KsTs": 0.75, "2s2c": 0.25},
    "bets": {
        "flop": {"oop": ["a"], "ip": []},
        "turn": {"oop": [], "ip": ["a"]},
        "river": {"oop": [], "ip": []},
    },
    "raises": {street: {"oop": [], "ip": []} for street in ("flop", "turn", "river")},
    "donk": {"flop": None, "turn": None, "river": None}, "max_raises": None, "add_allin": 0,
    "force_allin": 0, "merge": 0, "rake_rate": 0.02, "rake_cap": 1.5,
}  # fmt: skip
"""A flop with run-outs from flop and turn."""


@cache
def spots() -> dict[str, dict[str, Any]]:
    """Return the spots with exact values, by name."""
    return {spot["name"]: spot for spot in load("river_spots") + load("turn_spots")}


def sizes_of(spot: dict[str, Any]) -> BetSizes:
    """Return the bet sizes of a spot of the data."""

    def by_player(lists: dict[str, Any]) -> dict[str, Any]:
        return {p: {street: one[p] for street, one in lists.items()} for p in ("oop", "ip")}

    return read_bet_sizes(
        by_player(spot["bets"]),
        by_player(spot["raises"]),
        {street: sizes for street, sizes in spot["donk"].items() if sizes is not None},
        max_raises=spot["max_raises"],
        add_allin=spot["add_allin"],
        force_allin=spot["force_allin"],
        merge=spot["merge"],
    )


def game_of(spot: dict[str, Any], holdem: reference.Holdem) -> Game:
    """Return a spot as the certificate reads it."""
    tree = build_tree(spot["street"], spot["pot"], spot["stack"], sizes_of(spot), Decimal(1))
    hands = [
        np.array([sum(1 << card for card in hand) for hand in one], np.uint64)
        for one in holdem.hands
    ]
    weights = [np.array([*one.values()], np.float64) for one in holdem.ranges]
    cap = spot["rake_cap"]
    return Game(
        tree=tree,
        board=sum(1 << card for card in holdem.board),
        hands=(hands[0], hands[1]),
        weights=(weights[0], weights[1]),
        pot=spot["pot"],
        rake_rate=float(spot["rake_rate"]),
        rake_cap=inf if cap is None else float(cap),
    )


R13: dict[str, Any] = {  # a river of full ranges, which measures speed
    "street": "river", "board": "Td 9d 6h Qc 2s", "pot": 200, "stack": 900,
    "oop": "random", "ip": "random", "rake_rate": 0, "rake_cap": None,
    "bets": {"river": {"oop": ["50%", "a"], "ip": ["50%", "a"]}},
    "raises": {"river": {"oop": ["60%"], "ip": ["60%"]}},
    "donk": {"river": None}, "max_raises": None, "add_allin": 0, "force_allin": 0, "merge": 0,
}  # fmt: skip


def game_of_ranges(spot: dict[str, Any]) -> Game:
    """Return a spot whose ranges are texts."""
    board = int(card_set(spot["board"]))
    hands, weights = [], []
    for player in ("oop", "ip"):
        one = Range(spot[player])
        live = (one.hands & np.uint64(board)) == 0
        hands.append(one.hands[live])
        weights.append(one.weights[live])
    tree = build_tree(spot["street"], spot["pot"], spot["stack"], sizes_of(spot), Decimal(1))
    cap = spot["rake_cap"]
    return Game(
        tree=tree,
        board=board,
        hands=(hands[0], hands[1]),
        weights=(weights[0], weights[1]),
        pot=spot["pot"],
        rake_rate=float(spot["rake_rate"]),
        rake_cap=inf if cap is None else float(cap),
    )


def stored_deals(game: Game, stored: StoredStrategy, node: int) -> list[tuple[int, int]]:
    """Return the possible deals that lead to a node, each with its stored deal."""
    rows = stored.deals[int(game.level[node])]
    return [(deal, int(row)) for deal, row in enumerate(rows[:, 0]) if row >= 0]


def fill(
    game: Game,
    stored: StoredStrategy,
    rows_of: Callable[[int, int, tuple[int, int]], NDArray[np.float64]],
) -> StoredStrategy:
    """Write the rows of every decision: rows_of(node, deal, (actions, hands))."""
    for node in np.flatnonzero(game.tree.kind < CHANCE).tolist():
        for deal, row in stored_deals(game, stored, node):
            matrix = matrix_of(game, stored, node, row)
            matrix[...] = rows_of(node, deal, (matrix.shape[0], matrix.shape[1]))
    return stored


def random_strategy(game: Game, seed: int) -> StoredStrategy:
    """Return random numbers that add up to anything, many of them 0."""
    random = np.random.default_rng(seed)

    def rows_of(node: int, deal: int, shape: tuple[int, int]) -> NDArray[np.float64]:
        return np.maximum(random.normal(size=shape), 0) * random.uniform(0.01, 100)

    return fill(game, plain_places(game), rows_of)


def swapped(cards: int) -> int:
    """Return a set of cards with clubs and spades exchanged."""
    moved = {0: 3, 3: -3}
    return sum(1 << card + moved.get(card % 4, 0) for card in range(52) if cards >> card & 1)


def with_spades_as_clubs(game: Game, stored: StoredStrategy) -> StoredStrategy:
    """Return a strategy whose deals of a spade read the deals of the club, suits exchanged."""
    permutations = []
    for hands in game.hands:
        exchanged = np.searchsorted(hands, [swapped(hand) for hand in hands.tolist()])
        permutations.append(np.array([np.arange(len(hands)), exchanged], np.uint16))
    deals = stored.deals[1].copy()
    for spade in range(3, 52, 4):
        deals[spade] = deals[spade - 3, 0], 1 if deals[spade, 0] >= 0 else 0
    return replace(
        stored, deals=[stored.deals[0], deals], permutations=(permutations[0], permutations[1])
    )


def place_of(game: Game, line: tuple[str, ...]) -> tuple[int, int]:
    """Return the node and the deal of a line of the reference."""
    tree = game.tree
    node, deal = 0, 0
    for token in line:
        if tree.kind[node] == CHANCE:
            card = "23456789TJQKA".index(token[0]) * 4 + "cdhs".index(token[1])
            deal = 52 * deal + card if tree.street[node] > tree.street[0] else card
            node = int(tree.first_child[node])
            continue
        names = [
            {"fold": "F", "check": "X", "call": "C", "bet": "B", "raise": "R", "all-in": "A"}[
                action.kind
            ]
            + (str(action.chips) if action.chips else "")
            for action in tree.actions(node)
        ]
        node = int(tree.first_child[node]) + names.index(token)
    return node, deal


def as_reference(game: Game, stored: StoredStrategy) -> reference.Strategy:
    """Return a stored strategy as the reference plays it."""

    def strategy(node: reference.Decision) -> NDArray[np.float64]:
        place, deal = place_of(game, node.line)
        row = int(stored.deals[int(game.level[place])][deal, 0])
        numbers = matrix_of(game, stored, place, row).astype(np.float64)
        total = numbers.sum(axis=0)
        even = 1 / len(numbers)
        return np.where(total > 0, numbers / np.where(total > 0, total, 1), even)

    return strategy
