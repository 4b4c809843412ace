"""The betting tree against all action lists of 38 trees, built by other programs."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal.errors import BadInputError
from astragal.postflop.bets import read_bet_sizes
from astragal.postflop.tree import CHANCE, FOLD, NOBODY, SHOWDOWN, BettingTree, build_tree

DATA = Path(__file__).parents[1] / "data"
CASES = json.loads((DATA / "postflop_tree_cases.json").read_text())["cases"]
SPOTS = [
    spot
    for name in ("river", "turn", "peer")
    for spot in json.loads((DATA / f"postflop_{name}_spots.json").read_text())["spots"]
]


def tree_of(case: dict[str, Any]) -> BettingTree:
    def by_player(sizes: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, list[str]]]:
        return {p: {street: sizes[street][p] for street in sizes} for p in ("oop", "ip")}

    donk = {street: sizes for street, sizes in case["donk"].items() if sizes is not None}
    sizes = read_bet_sizes(
        by_player(case["bets"]),
        by_player(case["raises"]),
        donk,
        max_raises=case["max_raises"],
        add_allin=case["add_allin"],
        force_allin=case["force_allin"],
        merge=case["merge"],
    )
    return build_tree(case["street"], case["pot"], case["stack"], sizes)


def drawn_lines(tree: BettingTree) -> list[str]:
    """Return the lines as the data writes them."""
    return sorted(
        f"{' '.join(step.upper() for step in line) or '-'}: "
        + " ".join(action.token.upper() for action in tree.actions(node))
        for line, node in tree.lines()
    )


def test_there_are_38_cases() -> None:
    assert len(CASES) == 38


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_action_lists_of_other_builders(case: dict[str, Any]) -> None:
    assert drawn_lines(tree_of(case)) == sorted(case["lines"])


@pytest.mark.parametrize(
    "spot", [spot for spot in SPOTS if "lines" in spot], ids=lambda spot: spot["name"]
)
def test_action_lists_of_the_exact_spots(spot: dict[str, Any]) -> None:
    assert drawn_lines(tree_of(spot)) == sorted(spot["lines"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_order_of_nodes(case: dict[str, Any]) -> None:
    tree = tree_of(case)
    seen = 1
    for node in range(len(tree)):
        children = tree.children_of(node)
        seen += len(children)
        assert all(tree.parent[child] == node < child for child in children)
        for child, following in pairwise(children):
            if tree.children[child] and tree.children[following]:
                assert tree.first_child[child] < tree.first_child[following]
        if tree.kind[node] == CHANCE:
            (child,) = children
            assert tree.street[child] == tree.street[node] + 1
            assert tree.kind[child] == 0
            assert tree.put_in[node, 0] == tree.put_in[node, 1] < case["stack"]
        else:
            assert (len(children) == 0) == (tree.kind[node] in (FOLD, SHOWDOWN))
        assert (tree.folded[node] == NOBODY) == (tree.kind[node] != FOLD)
        if tree.kind[node] == SHOWDOWN:
            assert tree.put_in[node, 0] == tree.put_in[node, 1]
            assert tree.street[node] == 2 or tree.put_in[node, 0] == case["stack"]
    assert seen == len(tree)


def test_the_stack_is_never_exceeded() -> None:
    for case in CASES:
        tree = tree_of(case)
        assert np.all(tree.put_in <= case["stack"])
        assert np.all(tree.put_in >= 0)


def test_a_tree_that_never_ends_is_refused() -> None:
    sizes = read_bet_sizes("1%, 2%, 3%, 4%, 5%, 6%, 7%, 8%", "1c, 2c, 3c, 4c, 5c, 6c")
    with pytest.raises(BadInputError, match="more than 500,000 nodes"):
        build_tree("flop", 100, 900, sizes)


def test_a_line_that_is_too_long_is_refused() -> None:
    sizes = read_bet_sizes("1c", "1c")
    with pytest.raises(BadInputError, match="a line of more than 999 actions: give larger sizes"):
        build_tree("river", 1, 1000, sizes)
    assert len(build_tree("river", 1, 400, sizes)) > 400
