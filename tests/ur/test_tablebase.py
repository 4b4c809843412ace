import csv
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ur.conftest import random_states

from astragal.errors import (
    BadInputError,
    TableDamagedError,
    TableMismatchError,
    TableMissingError,
    TableReachError,
)
from astragal.ur import Move, Position, Tablebase, moves_many, open_table, solve, start
from astragal.ur.rules import FINKEL
from astragal.ur.states import turn_of, winner_of

from reference import ur as reference

REFERENCE = Path(__file__).parents[1] / "data" / "ur_reference.csv"


def reference_rows() -> list[dict[str, str]]:
    with REFERENCE.open() as file:
        return list(csv.DictReader(file))


def left(state: int) -> int:
    """Return how many pieces the player with more of them has to bring home."""
    return max(Position(state).pieces - (state >> shift & 7) for shift in (6, 9))


def compare_with_row(table: Tablebase, row: dict[str, str], tolerance: float) -> None:
    state = int(row["state_u64_hex"], 0)
    value = float(row["value_side_to_move_before_roll"])
    assert table.value(state) == pytest.approx(value, abs=tolerance)
    assert table.value(Position(state).mirror()) == pytest.approx(value, abs=tolerance)
    for roll, found in table.evaluate(state).rolls.items():
        assert found == pytest.approx(float(row[f"value_roll{roll}"]), abs=tolerance)


def test_reference_states_within_four_pieces(four: Tablebase) -> None:
    rows = [row for row in reference_rows() if left(int(row["state_u64_hex"], 0)) <= 4]
    assert len(rows) == 12
    for row in rows:
        compare_with_row(four, row, 2e-12)


def test_values_of_arrays_are_those_of_single_states(four: Tablebase) -> None:
    states = random_states(FINKEL, 4, 30, 6)
    values = four.value_many(states)
    assert values.tolist() == [four.value(int(state)) for state in states]
    finished = [winner_of(int(state)) is not None for state in states]
    assert any(finished)
    for state, value in zip(states[finished], values[finished], strict=True):
        assert value == (winner_of(int(state)) == turn_of(int(state)))


def test_rolls_average_to_the_value_and_best_is_best(four: Tablebase) -> None:
    states = random_states(FINKEL, 4, 30, 7)
    slow = reference.GAMES["finkel"]
    checked = 0
    for state in map(int, states[::11]):
        if winner_of(state) is not None:
            continue
        rolls = four.evaluate(state).rolls
        mean = sum(FINKEL.chances[roll] * value for roll, value in rolls.items())
        assert mean == pytest.approx(four.value(state), abs=1e-14)
        for roll, value in rolls.items():
            position = reference.from_word(state)
            after = reference.moves(slow, position, roll).values() or [reference.passed(position)]
            words = [reference.to_word(one) for one in after]
            worth = [
                four.value(one) if turn_of(one) == turn_of(state) else 1 - four.value(one)
                for one in words
            ]
            assert value == max(worth)
            judged = four.rank_moves(state, roll)
            assert [one.win for one in judged] == sorted(
                (w for w in worth if len(judged)), reverse=True
            )
            if judged:
                best = [one.move for one in judged if one.cost_win == 0]
                assert four.best(state, roll) in best
                assert four.evaluate(state).best[roll] in best
                assert judged[0].cost_win == 0
            else:
                assert four.best(state, roll) is None
                assert four.evaluate(state).best[roll] is None
                assert four.value_after(Position(state), None) == value
            checked += 1
    assert checked > 500


def test_fewer_pieces_are_corners(four: Tablebase) -> None:
    assert four.value(0x9 | 3 << 6 | 3 << 9) == four.value(0x9)
    # Seven pieces each, but only four left: the table of four has it.
    assert four.value(0x24 | 3 << 6 | 3 << 9) == four.value(0x24)


def test_bad_input(four: Tablebase) -> None:
    with pytest.raises(BadInputError, match="must be equal"):
        four.value(0x23)
    with pytest.raises(BadInputError, match="does not fit in 64 bits"):
        four.value(1 << 64)
    with pytest.raises(BadInputError, match="None is not a state"):
        four.value(None)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="must be equal"):
        four.value_many(np.array([0x24, 0x23], np.uint64))
    with pytest.raises(BadInputError, match="a roll of 5"):
        four.best(0x24, 5)
    with pytest.raises(BadInputError, match="uint64"):
        four.value_many(np.array([36.0]))
    assert four.value_many([0x24]).tolist() == [four.value(0x24)]
    with pytest.raises(BadInputError, match="as many rolls"):
        four.best_many(np.array([0x24], np.uint64), np.zeros(2, np.uint8))


def test_a_game_with_more_pieces_needs_a_greater_table(four: Tablebase) -> None:
    with pytest.raises(TableReachError, match=r"up to 4 pieces.*--pieces 7"):
        four.value(0x3F)
    with pytest.raises(TableReachError, match="up to 4 pieces"):
        four.value_many(np.array([0x3F], np.uint64))


@pytest.mark.parametrize("pieces", ["zz", 1.5, -3, 0, 8])
def test_pieces_that_no_game_has_open_no_table(pieces: Any) -> None:
    with pytest.raises(BadInputError, match="pieces must be "):
        open_table("finkel", pieces=pieces)


def test_files_that_can_not_be_used(tmp_path: Path) -> None:
    path = tmp_path / "t"
    with pytest.raises(TableMissingError, match=r"make it: astragal ur solve \(for a small game"):
        open_table("finkel", path)
    with pytest.raises(TableMissingError, match=r"make it: astragal ur solve --pieces 2$"):
        open_table("finkel", path, pieces=2)
    solve("finkel", 1, path=path)
    with pytest.raises(TableMismatchError, match="other rules than blitz"):
        open_table("blitz", path)
    content = bytearray(path.read_bytes())
    content[4100] ^= 1
    path.write_bytes(content)
    table = open_table("finkel", path)
    for ask in (table.verify, lambda: table.value(0x9), lambda: table.evaluate(0x9)):
        with pytest.raises(TableDamagedError, match=r"'values'.*astragal ur solve --rebuild"):
            ask()
    path.write_bytes(content[:-1])
    with pytest.raises(TableDamagedError, match="bytes instead of"):
        open_table("finkel", path)


def test_a_damaged_table_never_answers(four: Tablebase, tmp_path: Path) -> None:
    """Flip one bit anywhere: every function gives the right answer or raises an error."""
    path = tmp_path / "damaged"
    content = four.path.read_bytes()
    path.write_bytes(content)

    def write(place: int, byte: int) -> None:
        with path.open("r+b") as file:
            file.seek(place)
            file.write(bytes([byte]))

    random = np.random.default_rng(1)
    states = random_states(FINKEL, 4, 20, 7)
    rolls = random.integers(0, 5, len(states)).astype(np.uint8)
    values, best = four.value_many(states), four.best_many(states, rolls)
    outcomes = set()
    places = [*random.integers(0, len(content), 60).tolist(), *range(4096, 4099), len(content) - 1]
    for before, place in pairwise([0, *places]):
        write(before, content[before])
        write(place, content[place] ^ 1 << int(random.integers(8)))
        try:
            table = open_table("finkel", path)
        except TableDamagedError:
            outcomes.add("refused")
            continue
        for at in random.integers(0, len(states), 20):
            state, roll = int(states[at]), int(rolls[at])
            try:
                assert table.value(state) == values[at]
                found = table.best_many(states[at : at + 1], rolls[at : at + 1])
                assert (found.move[0], found.value[0]) == (best.move[at], best.value[at])
                assert table.evaluate(state) == four.evaluate(state)
                assert table.rank_by_roll(state, roll) == four.rank_by_roll(state, roll)
                outcomes.add("right")
            except TableDamagedError:
                outcomes.add("noticed")
        with pytest.raises(TableDamagedError):
            table.verify()
        with pytest.raises(TableDamagedError):
            _ = table.stored
    assert outcomes == {"refused", "right", "noticed"}


def test_moves_are_named(four: Tablebase) -> None:
    assert four.best(0x2000000010000000, 1) == Move("A7-off")


def test_a_position_its_word_and_its_text_are_the_same_question(four: Tablebase) -> None:
    game = start("finkel", pieces=4)
    for question in (game.state, game.name, np.uint64(game.state)):
        assert four.value(question) == four.value(game)
        assert four.rank_moves(question, roll=2) == four.rank_moves(game, roll=2)
        assert four.evaluate(question) == four.evaluate(game)
    assert four.rank_moves(game.with_roll(2)) == four.rank_moves(game, roll=2)
    with pytest.raises(BadInputError, match="not rolled yet"):
        four.rank_moves(game)


def test_a_position_of_other_rules_is_refused(four: Tablebase) -> None:
    game = start("blitz", pieces=4)
    for ask in (four.value, four.evaluate, four.rank_by_roll):
        with pytest.raises(BadInputError, match="a position of blitz, and this table is of finkel"):
            ask(game)
    with pytest.raises(BadInputError, match="a position of blitz"):
        four.best(game, roll=2)


def test_values_after_need_the_moves_of_their_states(four: Tablebase) -> None:
    states, rolls = np.array([0x24, 0x24], np.uint64), np.array([1, 2], np.uint8)
    legal = moves_many(states, rolls)
    assert np.isfinite(four.values_after(states, legal)[:, 0]).all()
    for wrong in (None, 5, legal.after):
        with pytest.raises(BadInputError, match=r"not a MoveArrays: .*moves_many returns them"):
            four.values_after(states, wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="1 state with the moves of 2: give the moves of these"):
        four.values_after(states[:1], legal)
    with pytest.raises(BadInputError, match="states"):
        four.values_after(None, legal)  # type: ignore[arg-type]


def test_answers_say_what_they_hold_for(four: Tablebase) -> None:
    found = four.evaluate(start("finkel", pieces=3))
    assert (found.to_dict()["rules"], found.to_dict()["pieces"]) == ("finkel", 3)
    assert "finkel, 3 pieces" in str(found)
    assert "hand-A1" in found._repr_html_()
    assert four.to_dict()["pieces"] == 4
    assert "pieces=4" in repr(four)
    assert four.rank_by_roll(start(pieces=3)).to_dict()["pieces"] == 3


def test_an_evaluation_becomes_a_frame(four: Tablebase) -> None:
    found = four.evaluate(0x24)
    frame = found.to_frame()
    assert frame["chance"].to_list() == [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16]
    assert frame["win"].to_list() == list(found.rolls.values())
    assert frame["best"].to_list()[:2] == [None, str(found.best[1])]
