import json
import xml.etree.ElementTree as ET

import pytest

from astragal.ur import (
    Side,
    Tablebase,
    length,
    mistakes,
    openings,
    read_game,
    review,
    start,
    tempo,
)
from astragal.ur.drawing import draw_curve

GAME = "[Pieces 4]\n\n1. A@A1 * A@A3 / C@C3\n2. A3B1 / C3C1 * C@C4\n3. 0 -- / C1B1x"


def test_costs_and_luck_explain_every_change(four: Tablebase) -> None:
    """What the curve does is what the dice brought, less what the moves gave away."""
    found = review(read_game(GAME), four)
    assert len(found.a_wins) == len(found.turns) + 1 == 9
    for one, before in zip(found.turns, found.a_wins, strict=False):
        sign = 1 if one.side == Side.A else -1
        assert one.a_wins - before == pytest.approx(sign * (one.luck - one.cost), abs=1e-12)
        assert one.cost >= 0
    assert found.turns[0].cost == 0


def test_accuracy_and_totals(four: Tablebase) -> None:
    found = review(read_game(GAME), four)
    for side in Side:
        accuracy = found.accuracy(side)
        assert accuracy is not None
        assert 0 < accuracy <= 1
        assert (accuracy == 1) == (found.cost(side) == 0)
    assert review(read_game("[Pieces 4]\n\n1. A@A4"), four).accuracy(Side.A) is None


def test_a_mistake_costs_what_the_table_says(four: Tablebase) -> None:
    found = review(read_game(GAME), four)
    worst = max(found.turns, key=lambda one: one.cost)
    judged = four.rank_moves(worst.position, worst.roll)
    (played,) = [one for one in judged if one.move == worst.move]
    assert worst.cost == pytest.approx(played.loss, abs=1e-15)
    assert worst.best == judged[0].move


def test_forms(four: Tablebase) -> None:
    found = review(read_game(GAME), four)
    again = json.loads(json.dumps(found.to_dict()))
    assert again["curve"] == list(found.a_wins)
    assert [turn["side"] for turn in again["turns"]] == list("AABABBAB")
    assert again["turns"][1]["move"] == "hand-A3"
    assert "A: accuracy" in str(found)
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
    assert frame["cost"].to_list() == [one.cost for one in found.turns]


def test_openings(four: Tablebase) -> None:
    table = openings(four)
    assert {one.first: one.win for one in table} == four.evaluate(start(pieces=4)).rolls
    best = {(one.first, one.second): one for one in reversed(table)}
    assert set(best) == {(first, second) for first in range(5) for second in range(1, 5)}
    assert all(one.loss == 0 for one in best.values())
    assert table.to_dict()["pieces"] == 4
    assert "hand-A1" in str(table)


def test_tempo(four: Tablebase) -> None:
    assert tempo(four) == tempo(four, start(pieces=4))
    assert tempo(four) == pytest.approx(2 * four.value(start(pieces=4)) - 1, abs=1e-15)


def test_length_is_an_estimate_with_its_error(four: Tablebase) -> None:
    first = length(four, 400, seed=1)
    second = length(four, 400, seed=2)
    assert first.rolls != second.rolls
    errors = first.mean_rolls_error + second.mean_rolls_error
    assert abs(first.mean_rolls - second.mean_rolls) < 3 * errors


def test_mistakes_are_mistakes(four: Tablebase) -> None:
    found = mistakes(four, 50, seed=1, count=5)
    assert len(found) == 5
    losses = [one.loss for one in found]
    assert losses == sorted(losses, reverse=True)
    for one in found:
        judged = {each.move: each for each in four.rank_moves(one.position, one.roll)}
        assert judged[one.best].loss == 0
        assert one.loss == pytest.approx(judged[one.greedy].loss, abs=1e-12)


def test_a_game_that_has_just_begun_has_nothing_to_review(four: Tablebase) -> None:
    found = review(read_game("[Pieces 4]"), four)
    assert found.turns == ()
    assert len(found.a_wins) == 1
