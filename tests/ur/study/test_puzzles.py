import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from astragal.errors import BadInputError, TableMissingError, UnknownNameError
from astragal.ur import Side, Tablebase, choose_move, find_player, puzzles, review, solve
from astragal.ur.study.puzzles import GRADES, SOLVERS, Grade

from reference import ur as reference


def judged(table: Tablebase, word: int, roll: int) -> dict[tuple[str, str], float]:
    """Return what each of the reference's moves leaves to the side that makes it."""
    position = reference.from_word(word)
    found = {}
    for (source, target), after in reference.moves(
        reference.GAMES[table.rules.name], position, roll
    ).items():
        value = table.value(reference.to_word(after))
        places = reference.place_name(source), reference.place_name(target)
        found[places] = value if after.turn == position.turn else 1 - value
    return found


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_every_puzzle_has_one_clearly_best_move_that_players_miss(
    four: Tablebase, pieces: int
) -> None:
    found = puzzles(four, 12, pieces=pieces, seed=pieces)
    assert found.pieces == pieces
    assert len({(one.position, one.roll) for one in found}) == 12
    assert Counter(one.grade for one in found) == dict.fromkeys(GRADES, 4)
    for one in found:
        values = judged(four, one.position.state, one.roll)
        best, second = sorted(values.values(), reverse=True)[:2]
        assert values[one.best.source, one.best.target] == best
        assert one.stake == pytest.approx(best - second, abs=1e-12)
        assert one.stake >= 0.02
        assert {(each.move.source, each.move.target) for each in one.moves} == set(values)
        assert (one.position.turn, one.position.roll) == (Side.A, None)
        missed = [
            solver.name
            for solver in map(find_player, SOLVERS)
            if choose_move(solver, one.position, one.roll, np.random.default_rng()) != one.best
        ]
        assert list(one.missed_by) == missed
        assert min(len(missed), 4) == GRADES[one.grade]
        if one.grade != "easy":
            assert len(one.moves) >= min(3, pieces)


@pytest.mark.parametrize("grade", ["medium", "hard"])
@pytest.mark.parametrize("pieces", [3, 4])
def test_no_trick_solves_most_puzzles(four: Tablebase, pieces: int, grade: Grade) -> None:
    """The rearmost move solved 8 of 10 hard puzzles, and the foremost 7 of 10 medium ones."""
    found = puzzles(four, 60, pieces=pieces, grade=grade)
    order = {place: rank for rank, place in enumerate(["hand", *four.rules.path_of(Side.A)])}
    places = [sorted(order[each.move.source] for each in one.moves) for one in found]
    solved = [order[one.best.source] for one in found]
    rearmost, foremost = (
        sum(ranks[end] == best for ranks, best in zip(places, solved, strict=True)) / len(solved)
        for end in (0, -1)
    )
    assert rearmost < 0.4
    assert foremost < 0.62


def test_few_choices_are_better_than_few_puzzles(
    four: Tablebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("astragal.ur.study.puzzles.MOST_BATCHES", 4)
    found = puzzles(four, 40, pieces=3, grade="hard")
    moves = [len(one.moves) for one in found]
    assert len(found) == len({(one.position, one.roll) for one in found})
    assert 0 < moves.count(2) < len(found)


def test_the_seed_decides(four: Tablebase) -> None:
    assert puzzles(four, 3, seed=1).rows == puzzles(four, 3, seed=1).rows
    assert puzzles(four, 3, seed=1).rows != puzzles(four, 3, seed=2).rows
    assert {one.grade for one in puzzles(four, 3, grade="hard")} == {"hard"}


def test_forms(four: Tablebase) -> None:
    found = puzzles(four, 3, pieces=3)
    again = json.loads(json.dumps(found.to_dict()))
    assert (again["rules"], again["pieces"]) == ("finkel", 3)
    first = again["puzzles"][0]
    assert first["moves"][0]["cost_win"] == 0
    assert first["stake"] == first["moves"][1]["cost_win"]
    assert str(found).count("to move, rolled") == 3
    assert str(found[0]) == str(found[0].position.with_roll(found[0].roll))
    assert found[0].position.name in str(found)
    assert "<svg" in found[0]._repr_html_()


def test_the_table_of_finkel_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    with pytest.raises(TableMissingError, match=r"astragal ur solve --pieces 2$"):
        puzzles(pieces=2)
    game = "[Pieces 2]\n\n1. A@A1 * A@A3"
    with pytest.raises(TableMissingError, match=r"astragal ur solve --pieces 2$"):
        review(game)
    table = solve(pieces=2)
    assert puzzles(count=3).rows == puzzles(table, 3).rows
    assert review(game) == review(game, table)


def test_what_can_not_be(four: Tablebase) -> None:
    with pytest.raises(BadInputError, match="count must be a whole number from 1 to 1,000, not 0"):
        puzzles(four, 0)
    with pytest.raises(UnknownNameError, match="no grade 'cruel'; there are easy, medium, hard"):
        puzzles(four, grade="cruel")  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="no choices"):
        puzzles(four, pieces=1)
