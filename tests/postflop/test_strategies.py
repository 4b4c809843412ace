"""Strategies of somebody else: functions, arrays by line, and TexasSolver's files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from postflop_games import game_of, random_strategy, spots

from astragal.errors import BadInputError
from astragal.poker.variants import hand_name
from astragal.postflop.certificate import Game, StoredStrategy, certify_stored, matrix_of
from astragal.postflop.strategies import Choice, choices, stored_strategy
from astragal.postflop.tree import CHANCE

from reference import postflop as reference

NAMES = ["r03", "r09", "x1", "x3"]


def game_named(name: str) -> Game:
    return game_of(spots()[name], reference.Holdem(spots()[name]))


def no_lines(line: str) -> tuple[int, int]:
    raise AssertionError(line)


def rows_at(game: Game, stored: StoredStrategy, node: int, deal: int) -> NDArray[np.float64]:
    """Return probabilities by hand and action, dead hands included."""
    place = int(stored.deals[int(game.level[node])][deal, 0])
    numbers = matrix_of(game, stored, node, place).T
    total = numbers.sum(axis=1, keepdims=True)
    even = 1 / numbers.shape[1]
    rows: NDArray[np.float64] = np.where(total > 0, numbers / np.where(total > 0, total, 1), even)
    return rows


def by_line(game: Game, stored: StoredStrategy) -> dict[str, NDArray[np.float64]]:
    lines = {}
    for choice, node, deal in choices(game):
        alive = np.isin(game.hands[int(game.tree.kind[node])], choice.hands)
        lines[choice.line] = rows_at(game, stored, node, deal)[alive]
    return lines


@pytest.mark.parametrize("name", NAMES)
def test_a_function_is_asked_for_every_decision(name: str) -> None:
    game = game_named(name)
    expected = random_strategy(game, 1)
    lines = by_line(game, expected)
    asked = []

    def strategy(choice: Choice) -> NDArray[np.float64]:
        asked.append(choice.line)
        assert choice.board & game.board == game.board
        return lines[choice.line]

    given = stored_strategy(game, strategy, no_lines)
    assert asked == [*lines]
    assert is_same(game, given, expected)


def is_same(game: Game, given: StoredStrategy, expected: StoredStrategy) -> bool:
    one, other = certify_stored(game, given), certify_stored(game, expected)
    figures = (*one.ev, *one.best_response), (*other.ev, *other.best_response)
    return figures[0] == pytest.approx(figures[1], rel=0, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_arrays_by_line(name: str) -> None:
    game = game_named(name)
    expected = random_strategy(game, 2)
    places = {choice.line: (node, deal) for choice, node, deal in choices(game)}
    given = stored_strategy(game, by_line(game, expected), places.__getitem__)
    assert is_same(game, given, expected)


def test_a_line_that_is_missing_is_named() -> None:
    game = game_named("x1")
    places = {choice.line: (node, deal) for choice, node, deal in choices(game)}
    lines = by_line(game, random_strategy(game, 2))
    del lines["check, check, 5s, bet 50"]
    with pytest.raises(BadInputError, match="lacks line 'check, check, 5s, bet 50'"):
        stored_strategy(game, lines, places.__getitem__)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda rows: rows * 0.9, "the probabilities of .* add up to 0.9, not to 1"),
        (lambda rows: rows * np.nan, "lacks "),
        (lambda rows: rows * [[-1, 2, 0]], "negative probability"),
        (
            lambda rows: rows[:, :2],
            r"6 hands x 3 actions \(check, bet 50, bet 100\), not .*\(6, 2\)",
        ),
        (lambda rows: "no array", "must be an array"),
    ],
)
def test_probabilities_that_are_none_are_refused(wrong: Any, message: str) -> None:
    game = game_named("r03")

    def strategy(choice: Choice) -> Any:
        rows = np.full((len(choice.hands), len(choice.actions)), 1 / len(choice.actions))
        return rows if choice.line else wrong(rows)

    with pytest.raises(BadInputError, match=message):
        stored_strategy(game, strategy, no_lines)


@pytest.mark.parametrize("strategy", [None, 3, [0.5]])
def test_what_is_no_strategy_is_refused(strategy: Any) -> None:
    with pytest.raises(BadInputError, match="strategy must be a function, arrays by line"):
        stored_strategy(game_named("r01"), strategy, no_lines)


# ---- TexasSolver --------------------------------------------------------------------------------


def dump_of(game: Game, stored: StoredStrategy) -> Any:
    """Return a strategy in TexasSolver's format, with its order of actions: calls first."""

    def node_of(node: int, deal: int, dealt: int) -> Any:
        tree = game.tree
        if tree.kind[node] > CHANCE:
            return None
        if tree.kind[node] == CHANCE:
            cards = [card for card in range(52) if not (game.board | dealt) >> card & 1]
            below = {
                "23456789TJQKA"[card // 4] + "cdhs"[card % 4]: node_of(
                    int(tree.first_child[node]), 52 * deal + card if dealt else card, 1 << card
                )
                for card in cards
            }
            return {"dealcards": below, "deal_number": len(below), "node_type": "chance_node"}
        player = int(tree.kind[node])
        names, children = [], {}
        for child, action in zip(tree.children_of(node), tree.actions(node), strict=True):
            name = action.kind.upper()
            if action.chips:
                added = int(tree.put_in[child, player] - tree.put_in[node, player])
                facing = tree.put_in[node, 1 - player] > tree.put_in[node, player]
                name = f"{'RAISE' if facing else 'BET'} {added:.6f}"
            names.append(name)
            if (below := node_of(child, deal, dealt)) is not None:
                children[name] = below
        order = sorted(range(len(names)), key=lambda number: names[number])
        rows = rows_at(game, stored, node, deal)[:, order]
        hands = [hand_name(int(hand)) for hand in game.hands[player]]
        found = {
            "actions": [names[number] for number in order],
            "player": 1 - player,
            "node_type": "action_node",
            "strategy": {
                "actions": [names[number] for number in order],
                "strategy": {hand: row.tolist() for hand, row in zip(hands, rows, strict=True)},
            },
        }
        return found | ({"childrens": children} if children else {})

    return node_of(0, 0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_texas_solver(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    expected = random_strategy(game, 3)
    dump = dump_of(game, expected)
    assert is_same(game, stored_strategy(game, dump, no_lines), expected)
    path = tmp_path / "output_result.json"
    path.write_text(json.dumps(dump))
    assert is_same(game, stored_strategy(game, path, no_lines), expected)


def test_files_of_texas_solver_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    game = game_named("x1")
    dump = dump_of(game, random_strategy(game, 3))

    def refusal(change: Any) -> str:
        changed = json.loads(json.dumps(dump))
        change(changed)
        with pytest.raises(BadInputError) as caught:
            stored_strategy(game, changed, no_lines)
        return str(caught.value)

    def without_rivers(one: Any) -> None:
        one["childrens"]["CHECK"]["childrens"]["CHECK"] = {
            "deal_number": 0,
            "node_type": "chance_node",
        }

    assert "lacks line 'check, check, 2c' (set_dump_rounds 3" in refusal(without_rivers)
    hands = dump["strategy"]["strategy"]
    first = next(iter(hands))

    def other_hand(one: Any) -> None:
        one["strategy"]["strategy"]["2c2d"] = one["strategy"]["strategy"][first]

    assert "'2c2d' at the root is not in the range of oop" in refusal(other_hand)
    assert f"lacks {first}" in refusal(lambda one: one["strategy"]["strategy"].pop(first))
    assert "another player decides" in refusal(lambda one: one.update(player=0))
    assert "but not bet 50" in refusal(lambda one: one.update(actions=["CHECK", "BET 75.000000"]))
    assert "the spot lacks BET 75.000000" in refusal(
        lambda one: one["actions"].append("BET 75.000000")
    )
    path = tmp_path / "other.json"
    for text, message in (("{", "is no JSON"), ("[]", "is no strategy: it needs")):
        path.write_text(text)
        with pytest.raises(BadInputError, match=message):
            stored_strategy(game, path, no_lines)
    with pytest.raises(BadInputError, match="can't be read"):
        stored_strategy(game, tmp_path / "nothing.json", no_lines)
