import math
import re
import signal
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from ur.conftest import reachable

from astragal import _native
from astragal.errors import BadInputError, TableError
from astragal.progress import Report
from astragal.ur import (
    RULES,
    Rules,
    Tablebase,
    open_table,
    parse_rules,
    plan,
    play_match,
    size,
    solve,
    unrank_many,
)
from astragal.ur.ranking import layer_pairs, native_ranking
from astragal.ur.solve.precision import hidden_by_rounding
from astragal.ur.tablebase import VERSION

from reference import ur as reference

START = {
    1: 0.530049839524859,
    2: 0.518572907495659,
    3: 0.516201102238255,
    4: 0.516159233556953,
}


@pytest.mark.parametrize("pieces", START)
def test_start_values(four: Tablebase, pieces: int) -> None:
    assert four.value(pieces | pieces << 3) == pytest.approx(START[pieces], abs=1e-13)


def test_it_is_certified(four: Tablebase) -> None:
    assert four.residual <= 1e-15
    assert four.residual < four.error < 1e-12
    assert all(layer.residual == layer.stored for layer in four.layers)
    assert len(four.layers) == len(layer_pairs(4))


@pytest.mark.parametrize(
    ("name", "pieces", "step"),
    [
        ("finkel", 2, 5),
        *((name, 1, 1) for name in RULES),
        *(pytest.param(name, 2, 1, marks=pytest.mark.verify) for name in RULES),
    ],
)
def test_every_state_agrees_with_the_reference(
    name: str, pieces: int, step: int, tmp_path: Path
) -> None:
    """State by state: the reference's own solution, and its equations solved by linear algebra."""
    table = solve(name, pieces, path=tmp_path / "t", bits=64)
    positions = reachable(name, pieces)
    ours = table.value_many(np.array([reference.to_word(one) for one in positions], np.uint64))
    system = reference.equations(reference.GAMES[name], positions, step)
    values = ours.tolist()
    right = [reference.right_side(equation, values) for equation in system]
    np.testing.assert_allclose(right, ours[::step], atol=2e-15, rtol=0)
    if pieces == 1:
        np.testing.assert_allclose(reference.solve(system), ours, atol=1e-13, rtol=0)
        np.testing.assert_allclose(linear_values(system, ours), ours, atol=1e-13, rtol=0)


@pytest.mark.verify
def test_two_pieces_agree_with_the_references_own_sweeps(four: Tablebase) -> None:
    positions = reachable("finkel", 2)
    system = reference.equations(reference.GAMES["finkel"], positions)
    words = np.array([reference.to_word(one) for one in positions], np.uint64)
    np.testing.assert_allclose(
        reference.solve(system, 1e-13), four.value_many(words), atol=1e-11, rtol=0
    )


def linear_values(
    system: list[reference.Equation], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Fix the best moves by `values`, and solve the linear equations that remain."""
    matrix = np.eye(len(system))
    constant = np.zeros(len(system))
    known = values.tolist()
    for row, equation in enumerate(system):
        for chance, options in equation:
            index, sign = max(options, key=lambda one: reference.worth(one, known))
            if index < 0:
                constant[row] += chance
            else:
                matrix[row, index] -= chance * sign
                constant[row] += chance if sign < 0 else 0.0
    return np.asarray(np.linalg.solve(matrix, constant), np.float64)


def test_the_last_piece_of_each_on_the_last_square(four: Tablebase) -> None:
    # p = 1/4 + 3/4 (1 - p), as only a 1 leads off the board.
    assert four.value(0x2000000010000000) == pytest.approx(4 / 7, abs=1e-15)


@pytest.mark.parametrize("name", RULES)
def test_the_bytes_do_not_depend_on_threads_or_processor(name: str, tmp_path: Path) -> None:
    pieces = 3 if name == "finkel" else 2
    one = solve(name, pieces, path=tmp_path / "one", threads=1).path.read_bytes()
    for threads in (1, 2, 3):
        path = tmp_path / f"portable-{threads}"
        solve(name, pieces, path=path, threads=threads, portable=True)
        assert path.read_bytes() == one, threads


# Few positions, and everything happens: captures, rosettes, choices.
SMALL = Rules(
    "small", 3, ("A4", "A1", "B1", "B4", "B5", "A8", "A7"), (1, 4, 6, 4, 1), safe_rosettes=True
)


def test_a_small_solve_is_grown(tmp_path: Path) -> None:
    path = tmp_path / "grown"
    solve(SMALL, 2, path=path, bits=64)
    reports: list[Report] = []
    solve(SMALL, 3, path=path, bits=64, progress=reports.append)
    worked_on = {report.note for report in reports if report.note.startswith("layer")}
    assert worked_on == {"layer 3-1", "layer 3-2", "layer 3-3"}
    solve(SMALL, 3, path=tmp_path / "whole", bits=64)
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize(("bits", "error"), [(16, 1e-5), (32, 3e-10), (64, 1e-13)])
def test_bits(bits: int, error: float, four: Tablebase, tmp_path: Path) -> None:
    table = solve(pieces=2, path=tmp_path / "t", bits=bits)
    states = unrank_many(np.arange(size(pieces=2), dtype=np.uint64), pieces=2)
    difference = np.abs(table.value_many(states) - four.value_many(states)).max()
    assert difference <= table.error < error
    assert table.stored.itemsize == bits // 8


def test_a_rounded_table_is_solved_to_a_quarter_of_its_rounding(tmp_path: Path) -> None:
    """A game passes through at most 13 layers, and each may add a 13th of that quarter."""
    table = solve(pieces=3, path=tmp_path / "t")
    rounding = 0.5 / (2**32 - 1)
    for layer in table.layers:
        assert (layer.residual + 6 * 2**-54) * layer.turns <= rounding / 4 / 13
    assert rounding < table.error <= 1.25 * rounding


DICE = [(1, 4, 6, 4, 1), (0, 3, 3, 1, 1), (1, 1, 1), (1, 2), (1, 1, 1, 1, 1), (10**17, 1, 1)]


@pytest.mark.parametrize("dice", DICE)
def test_rounding_hides_no_more_than_the_certificate_adds(dice: tuple[int, ...]) -> None:
    """Right sides as the loops compute them, against fractions. Nearly won games round most."""
    rules = Rules("own", 1, ("A4", "A3"), dice, rosettes=())
    ways = np.array([*dice, 0, 0, 0][:5])
    random = np.random.default_rng(1)
    values = random.random((3000, 5)) * 2.0 ** -random.integers(0, 60, (3000, 5))
    best = 1 - values
    right = best[:, 0] * rules.chances[0]
    for roll in range(1, 5):
        right += best[:, roll] * rules.chances[roll]
    wrong: list[Fraction] = []
    for row, computed in zip(values.tolist(), right.tolist(), strict=True):
        exact = sum(int(n) * (1 - Fraction(one)) for n, one in zip(ways, row, strict=True))
        wrong.append(abs(Fraction(exact, sum(dice)) - Fraction(computed)))
    assert 0 < max(wrong) <= hidden_by_rounding(rules)


@pytest.mark.skipif(
    bool(np.finfo(np.longdouble).eps > 1e-18), reason="needs more than double precision"
)
@pytest.mark.parametrize("ways", [[1, 1, 1], [1, 1, 1, 1, 1], [3, 7, 11, 2, 5]])
def test_the_error_covers_dice_whose_chances_are_rounded(ways: list[int], tmp_path: Path) -> None:
    game = reference.game(reference.SHORT, ways, safe=True, capture_rolls=False)
    positions = reference.reachable(game, 1)
    exact_chance: dict[float, Any] = {
        float(one): np.longdouble(one.numerator) / one.denominator for one in game.dice.values()
    }
    system: list[Any] = [
        [(exact_chance[chance], options) for chance, options in equation]
        for equation in reference.equations(game, positions)
    ]
    exact = np.array(reference.solve(system, 1e-18), np.longdouble)
    rules = Rules("own", 1, RULES["finkel"].path, tuple(ways), safe_rosettes=True)
    table = solve(rules, path=tmp_path / "t", bits=64)
    ours = table.value_many(np.array([reference.to_word(one) for one in positions], np.uint64))
    assert 0 < np.abs(ours - exact).max() <= table.error < 1e-13


@pytest.mark.parametrize("bits", [16, 32])
def test_the_residual_is_that_of_the_stored_values(bits: int, tmp_path: Path) -> None:
    table = solve(pieces=1, path=tmp_path / "t", bits=bits)
    positions = reachable("finkel", 1)
    words = np.array([reference.to_word(one) for one in positions], np.uint64)
    values = table.value_many(words).tolist()
    system = reference.equations(reference.GAMES["finkel"], positions)
    right = [reference.right_side(equation, values) for equation in system]
    assert table.residual == pytest.approx(np.abs(np.array(right) - values).max(), abs=1e-15)
    assert table.residual > 1e-11 > max(layer.residual for layer in table.layers)


def test_ignored_moves_do_not_change_the_result() -> None:
    """The same fixed point, residual and turns whether moves far from the best are swept or not."""
    ranking = native_ranking(RULES["finkel"])
    values = np.zeros(size(pieces=1))

    def solved(*margins: float) -> tuple[_native.UrLayerPair, float]:
        pair = _native.UrLayerPair(ranking, 1, 1, 1, False)
        pair.begin(values)
        for margin in margins:
            for _ in range(5):
                pair.leap(0.0)
            pair.prune(margin)
        turns = pair.turns(1000)
        pair.refine(values)
        changes.append(sum(pair.sweep(1) for _ in range(100)))
        pair.finish(values)
        return pair, turns

    changes: list[float] = []
    every, all_turns = solved()
    whole = values.copy()
    assert every.gap() == math.inf
    few, few_turns = solved(1e-3)
    np.testing.assert_allclose(values, whole, atol=1e-15, rtol=0)
    # Both the best move and an ignored one can have moved by 2**-22, the rounding of single
    # precision, and by what the sweeps have changed. The margin was compared in single precision.
    most = 1e-3 - 2**-22 - 2 * (2**-22 + changes[-1])
    assert most - (1e-3 - most) / 1000 < few.gap() <= most
    assert 1 < few_turns <= 1.2 * all_turns
    residual = few.residual()
    few.keep_all()
    assert few.gap() == math.inf
    assert few.residual() == residual
    # That good moves are ignored is noticed.
    wrong, _ = solved(-1e-9)
    assert wrong.gap() <= 0
    wrong.keep_all()
    wrong.sweep(100)
    assert wrong.residual() <= 1e-15


def test_own_rules_are_solved(tmp_path: Path) -> None:
    """A race of one piece over two private squares with a coin: worked out by hand.

    With s steps to go for the mover and t for the other, V(s, t) = (1 - V(t, s-1)) / 2
    + (1 - V(t, s)) / 2; V(1, 1) = 1/2 + (1 - V(1, 1)) / 2 = 2/3, and so on.
    """
    rules = parse_rules(
        'name = "coin"\npieces = 1\npath = ["A4", "A3"]\ndice = [1, 1]\nrosettes = []'
    )
    table = solve(rules, path=tmp_path / "t", bits=64)
    assert size(rules) == 9

    def value(mine: int, theirs: int) -> float:
        if mine == 0 or theirs == 0:
            return float(mine == 0)
        # Both equations, for (mine, theirs) and for (theirs, mine), as functions of each other.
        after_mine, after_theirs = 1 - value(theirs, mine - 1), 1 - value(mine, theirs - 1)
        return (after_mine / 2 + (1 - after_theirs / 2) / 2 - 1 / 4) / (1 - 1 / 4)

    assert table.value(0x9) == pytest.approx(value(3, 3), abs=1e-15)
    assert table.value(1 << (16 + 4) | 1 << 3) == pytest.approx(value(1, 3), abs=1e-15)


def test_progress_tells_residual_and_time_left(tmp_path: Path) -> None:
    reports: list[Report] = []

    def stop(report: Report) -> None:
        reports.append(report)
        if report.note == "layer 3-3":
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        solve(pieces=3, path=tmp_path / "t", progress=stop)
    assert reports[-1].total == size(pieces=3)
    assert reports[-1].time_left is not None
    assert 0 < reports[-1].metrics["residual"] < 1
    dones = [report.done for report in reports]
    assert max(dones) <= size(pieces=3)


PROGRAM = """
import sys, time
from astragal.ur import solve
from astragal.ur.solve.saved import Checkpoint
def wait(report):
    while report.note == "layer 3-2":
        time.sleep(1)
append = Checkpoint.append
def tell(checkpoint, index, record):
    append(checkpoint, index, record)
    print("saved", index, flush=True)
Checkpoint.append = tell
solve(pieces=3, path=sys.argv[1], threads=2, progress=wait)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_kill_and_resume_give_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "killed"
    run = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    for line in run.stdout:
        if line == "saved 3\n":  # of the layers 1-1, 2-1, 2-2, 3-1, 3-2, 3-3
            break
    run.send_signal(signal.SIGKILL)
    run.wait()
    run.stdout.close()
    assert not path.exists()
    reports: list[Report] = []
    solve(pieces=3, path=path, progress=reports.append)
    worked_on = {report.note for report in reports if report.note.startswith("layer")}
    assert worked_on == {"layer 3-2", "layer 3-3"}
    solve(pieces=3, path=tmp_path / "whole")
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    assert [one.name for one in tmp_path.iterdir() if "checkpoint" in one.name] == []


class _InterruptError(Exception):
    pass


def interrupt_before_the_last_layer(report: Report) -> None:
    if report.note == "layer 3-3":
        raise _InterruptError


@pytest.mark.parametrize("attempts", [2, pytest.param(30, marks=pytest.mark.verify)])
def test_a_damaged_record_costs_no_other_record(tmp_path: Path, attempts: int) -> None:
    whole, path = tmp_path / "whole", tmp_path / "table"
    checkpoint = path.with_name("table.checkpoint")
    solve(pieces=3, path=whole)
    with pytest.raises(_InterruptError):
        solve(pieces=3, path=path, progress=interrupt_before_the_last_layer)
    content = checkpoint.read_bytes()
    starts = [match.start() for match in re.finditer(re.escape(b"\xa5chk"), content)]
    assert len(starts) == 5
    records = [content[start:end] for start, end in pairwise([*starts, len(content)])]
    for hit, start in [*enumerate(starts)] * attempts:
        damaged = bytearray(content)
        damaged[start + 100] ^= 1
        checkpoint.write_bytes(damaged)
        with pytest.raises(_InterruptError):
            solve(pieces=3, path=path, progress=interrupt_before_the_last_layer)
        resumed = checkpoint.read_bytes()
        assert resumed[: len(content)] == damaged  # nothing but the lost record was written
        assert resumed[len(content) :] == records[hit]
        solve(pieces=3, path=path)
        assert path.read_bytes() == whole.read_bytes()
        path.unlink()


def test_a_plan_says_what_it_will_take() -> None:
    finkel = plan()
    assert (finkel.states, finkel.layers) == (137_870_097, 28)
    assert 2e9 < finkel.memory < 3e9
    assert finkel.disk == 137_870_097 * 13  # values of 8 bytes, turns of 1, the table's 4
    with pytest.raises(BadInputError, match="16, 32, 64"):
        plan(bits=8)
    with pytest.raises(BadInputError, match="1 to 7"):
        plan(pieces=9)
    assert str(plan("finkel", pieces=2)).startswith("finkel, 2 pieces: 12,869 states in 3 pairs")
    assert plan("finkel", pieces=2).to_dict()["states"] == 12_869


def test_a_good_file_stays_good_when_a_solve_fails(tmp_path: Path) -> None:
    path = tmp_path / "t"
    solve(pieces=1, path=path)
    good = path.read_bytes()

    def fail(report: Report) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(pieces=2, path=path, progress=fail)
    assert path.read_bytes() == good


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on file sizes")
def test_no_room_is_a_clear_error(tmp_path: Path) -> None:
    program = f"""
import resource
from astragal.errors import AstragalError
from astragal.ur import solve
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
try:
    solve(pieces=2, path={str(tmp_path / "t")!r})
except AstragalError as error:
    print("refused:", error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("refused: "), done.stderr
    assert not (tmp_path / "t").exists()


def test_a_place_that_can_not_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match="can't be written"):
        solve(pieces=1, path=tmp_path / "file" / "t")


def test_rules_of_the_same_name_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "t"
    solve(pieces=1, path=path)
    other = Rules("finkel", 1, RULES["finkel"].path, (1, 1), safe_rosettes=True)
    with pytest.raises(TableError, match="other rules"):
        open_table(other, path)
    with pytest.raises(BadInputError, match="table of other rules: give another name, or rebuild"):
        solve(other, path=path)
    assert open_table(path=path).pieces == 1
    solve(other, path=path, rebuild=True)
    assert open_table(other, path).value(0x9) != pytest.approx(START[1], abs=1e-3)


def test_a_table_remembers_the_reports_of_its_solve(tmp_path: Path) -> None:
    reports: list[Report] = []
    table = solve(pieces=2, path=tmp_path / "t", progress=reports.append)
    assert [(one.mine, one.theirs) for one in table.layers] == layer_pairs(2)
    for layer in table.layers:
        steps = list(layer.steps)
        note = f"layer {layer.mine}-{layer.theirs}"
        told = [report.metrics["residual"] for report in reports if report.note == note]
        assert [step.change for step in steps] == told
        assert steps[-1].sweeps == layer.sweeps
        assert [step.bits for step in steps] == sorted(step.bits for step in steps)
        assert steps == sorted(steps)


def test_a_table_only_grows(tmp_path: Path) -> None:
    path = tmp_path / "t"
    solve(SMALL, 2, path=path, bits=32)
    good = path.read_bytes()
    reports: list[Report] = []
    for pieces, bits in ((2, 32), (1, 32), (1, 16)):
        table = solve(SMALL, pieces, path=path, bits=bits, progress=reports.append)
        assert (table.pieces, table.bits) == (2, 32)
    assert not reports  # nothing was solved
    assert path.read_bytes() == good
    for pieces, bits, grown in ((3, 16, (3, 32)), (1, 64, (3, 64)), (1, 32, (3, 64))):
        table = solve(SMALL, pieces, path=path, bits=bits)
        assert (table.pieces, table.bits) == grown
    values = table.stored.tobytes()
    again = solve(SMALL, 1, path=path, bits=16, rebuild=True, progress=reports.append)
    assert (again.pieces, again.bits, again.stored.tobytes()) == (3, 64, values)
    assert reports[0].done == 0  # everything was solved


def test_a_damaged_table_is_solved_again(tmp_path: Path) -> None:
    path = solve(pieces=2, path=tmp_path / "t").path
    good = path.read_bytes()
    at = len(good) // 2  # among the values
    path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
    table = solve(pieces=1, path=path)
    table.verify()
    assert table.pieces == 2  # it keeps its size


def test_a_game_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With threes only, a piece passes the end of the path and can't get home."""
    rules = Rules("never", 1, ("A4", "A3", "A2", "A1", "B1", "B2", "B3"), (0, 0, 0, 1), rosettes=())
    with pytest.raises(BadInputError, match=r"rules 'never' can't be solved: .*it may never end"):
        solve(rules, path=tmp_path / "t")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("astragal.ur.match.MOST_ROLLS", 1000)
    with pytest.raises(BadInputError, match="has not ended after 1,000 rolls"):
        play_match("greedy", "random", 2, rules=rules)


def test_a_file_of_an_older_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t"
    with monkeypatch.context() as older:
        older.setattr(sys.modules["astragal.ur.solve.solving"], "VERSION", VERSION - 1)
        with pytest.raises(TableError):
            solve(pieces=1, path=path)
    with pytest.raises(TableError, match=f"version {VERSION - 1}.*astragal ur solve"):
        open_table(path=path)
    assert solve(pieces=1, path=path).pieces == 1


def test_tables_belong_to_rules_not_to_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    finkel = solve(pieces=1)
    other = Rules("finkel", 1, RULES["finkel"].path, (1, 1))
    assert solve(other).path != finkel.path
    assert open_table("finkel").value(0x9) == pytest.approx(START[1], abs=1e-9)
    assert open_table(other).value(0x9) != pytest.approx(START[1], abs=1e-3)
    for name in ("../../x", "/x", "a/b", "", "X", "a.b"):
        with pytest.raises(BadInputError, match="a name has only small letters"):
            Rules(name, 1, RULES["finkel"].path, (1, 1))


def test_a_path_that_is_no_file_is_refused_before_the_solve(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="'' is not the name of a file"):
        solve(pieces=1, path="")
    with pytest.raises(BadInputError, match="is not a file: a table can't be written there"):
        solve(pieces=1, path=tmp_path)
    assert list(tmp_path.parent.glob("*.checkpoint")) == []


def test_a_file_that_is_no_table_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader")
    for rebuild in (False, True):
        with pytest.raises(BadInputError, match="is not a table, and would be overwritten"):
            solve(pieces=1, path=path, rebuild=rebuild)
    assert path.read_text() == "Dear reader"


def test_a_table_with_damaged_first_bytes_is_rebuilt_as_its_error_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    path = solve(pieces=1).path
    content = path.read_bytes()
    path.write_bytes(b"damaged!" + content[8:])
    with pytest.raises(TableError, match="to rebuild it: astragal ur solve --rebuild"):
        open_table()
    with pytest.raises(BadInputError, match=r"is not a table, and would be .*: rebuild it"):
        solve(pieces=1)
    solve(pieces=1, rebuild=True)
    assert path.read_bytes() == content


def test_turns_start_from_those_of_smaller_layers() -> None:
    """With or without them, the bound is much the same."""
    rules, pieces = RULES["finkel"], 3
    ranking = native_ranking(rules)
    table = np.zeros(size(rules, pieces), np.uint8)
    for layer in layer_pairs(pieces):
        pair = _native.UrLayerPair(ranking, *layer, 1, False)
        pair.begin(np.zeros(size(rules, pieces)))
        cold, warm = pair.turns(1000), pair.turns(1000, table)
        assert cold / 1.5 < warm < 1.5 * cold
    assert table.min() >= 1
