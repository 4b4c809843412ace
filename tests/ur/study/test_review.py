import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from math import exp

import numpy as np
import pytest

from astragal.ur import (
    Move,
    Position,
    Review,
    Side,
    Tablebase,
    find_card,
    read_game,
    replay,
    review,
    start,
)
from astragal.ur.drawing import draw_curve
from astragal.ur.rules import FINKEL

GAME = "[Pieces 4]\n\n1. A@A1 * A@A3 / C@C3\n2. A3B1 / C3C1 * C@C4\n3. 0 -- / C1B1x"


def test_costs_and_luck_explain_every_change(four: Tablebase) -> None:
    """What the curve does is what the dice brought, less what the moves cost."""
    found = review(read_game(GAME), four)
    assert len(found.a_wins) == len(found.turns) + 1 == 9
    for one, before in zip(found.turns, found.a_wins, strict=False):
        sign = 1 if one.side == Side.A else -1
        assert one.a_wins - before == pytest.approx(sign * (one.luck - one.cost_win), abs=1e-12)
        assert one.cost_win >= 0
    assert found.turns[0].cost_win == 0


def test_accuracy_is_a_curve_of_the_mean_cost(four: Tablebase) -> None:
    turns = play_game(four, lambda position, roll: position.moves(roll)[-1], 0).turns
    for first in range(len(turns) - 12):
        some = Review(FINKEL, turns[first : first + 12], ())
        for side in Side:
            costs = [one.cost_win for one in some.turns if one.side == side and one.options > 1]
            assert some.choices(side) == len(costs) == sum(some.labels(side).values())
            if len(costs) < 5:
                assert some.accuracy(side) is None
            else:
                mean_points = 100 * sum(costs) / len(costs)
                assert some.accuracy(side) == pytest.approx(exp(-mean_points / 2), abs=1e-12)


def test_a_tiny_cost_in_a_single_choice_is_no_mistake(four: Tablebase) -> None:
    """It was "accuracy 0 %, gave away 0.0 points, 1 inaccuracy"."""
    found = review("[Pieces 4]\n\n1. A@A3 / C@C1 * C1B2", four)
    assert 0 < found.cost_win(Side.B) < 0.0005
    assert found.accuracy(Side.B) is None
    assert found.labels(Side.B) == {"best": 0, "good": 1, "mistake": 0, "blunder": 0}
    (line,) = [line for line in str(found).splitlines() if line.startswith("B:")]
    assert line == "B: lost 0.0 points in 1 choice, luck +3.0"


def play_game(table: Tablebase, choose: Callable[[Position, int], Move], seed: int) -> Review:
    random = np.random.default_rng(seed)
    position = first = start(pieces=4)
    rolled: list[tuple[int, Move | None]] = []
    while position.winner is None:
        roll = int(random.choice(5, p=position.rules.chances))
        rolled.append((roll, choose(position, roll) if position.moves(roll) else None))
        position = position.play(rolled[-1][1], roll)
    return review(replay(first, rolled), table)


def test_the_accuracy_separates(four: Tablebase) -> None:
    """The last move of the list throughout is clearly bad; the best moves have all of it."""
    for seed in range(5):
        last = play_game(four, lambda position, roll: position.moves(roll)[-1], seed)
        assert all((last.accuracy(side) or 0) < 0.6 for side in Side)
        assert sum(last.labels(side)["blunder"] for side in Side) > 0
        best = play_game(four, lambda position, roll: four.rank_moves(position, roll)[0].move, seed)
        assert [best.accuracy(side) for side in Side] == [1.0, 1.0]


def test_labels_go_by_the_cost(four: Tablebase) -> None:
    labelled = [one for one in review(read_game(GAME), four).turns if one.options > 1]
    for one in labelled:
        bounds = {"best": (0, 0), "good": (1e-12, 0.02), "mistake": (0.02, 0.05),
                  "blunder": (0.05, 1)}[one.label or ""]  # fmt: skip
        assert bounds[0] <= one.cost_win <= bounds[1]
    assert {one.label for one in labelled} >= {"best", "mistake"}


def test_a_mistake_costs_what_the_table_says(four: Tablebase) -> None:
    found = review(read_game(GAME), four)
    worst = max(found.turns, key=lambda one: one.cost_win)
    judged = four.rank_moves(worst.position, worst.roll)
    (played,) = [one for one in judged if one.move == worst.move]
    assert worst.cost_win == pytest.approx(played.cost_win, abs=1e-15)
    assert worst.best == judged[0].move


def test_forms(four: Tablebase) -> None:
    found = review(read_game(GAME), four)
    again = json.loads(json.dumps(found.to_dict()))
    assert again["curve"] == list(found.a_wins)
    assert [turn["side"] for turn in again["turns"]] == list("AABABBAB")
    assert again["turns"][1]["move"] == "hand-A3"
    assert "A: lost " in str(found)
    assert "hand-A3" in found._repr_html_()
    drawing = draw_curve(found.a_wins)
    assert drawing in str(found)
    assert drawing.count("●") == len(found.a_wins)
    assert draw_curve((0.5,) * 500).count("●") <= 72
    points = ET.fromstring(found._repr_svg_()).find("{*}polyline")
    assert points is not None
    assert len(points.attrib["points"].split()) == len(found.a_wins)


def test_a_review_becomes_a_frame_of_its_turns(four: Tablebase) -> None:
    found = review(read_game(GAME), four)
    frame = found.to_frame()
    assert frame["turn"].to_list() == list(range(1, len(found.turns) + 1))
    assert frame["cost_win"].to_list() == [one.cost_win for one in found.turns]


def test_a_review_reads_the_text_of_a_game(four: Tablebase) -> None:
    assert review(GAME, four) == review(read_game(GAME), four)


def test_a_game_that_has_just_begun_has_nothing_to_review(four: Tablebase) -> None:
    found = review(read_game("[Pieces 4]"), four)
    assert found.turns == ()
    assert len(found.a_wins) == 1


def test_a_mistake_has_the_line_that_avoids_it(four: Tablebase) -> None:
    card = find_card()
    turns = play_game(four, lambda position, roll: position.moves(roll)[-1], 0).turns
    lines = 0
    for turn in turns:
        if turn.line is None:
            continue
        lines += 1
        assert turn.label in ("mistake", "blunder")
        assert turn.line in card.sentences
        costs = {
            ranked.move: ranked.cost_win for ranked in four.rank_moves(turn.position, turn.roll)
        }
        choice = card.choose(turn.position, turn.roll)
        assert choice is not None
        assert costs[choice] < turn.cost_win
    assert lines > 2
