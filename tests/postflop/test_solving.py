"""Solves: targets, endings, Ctrl-C, snapshots, files, and what they answer."""

import contextlib
import json
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from postflop_games import spots

from astragal.errors import BadInputError, TableDamagedError, TableError, UnknownNameError
from astragal.poker.variants import hand_name
from astragal.postflop import plan, snapshots, solving
from astragal.postflop.bets import PLAYERS
from astragal.postflop.files import copied
from astragal.postflop.memory import free_memory, size_text
from astragal.postflop.solution import Solution, SolvedNode, certify, open_solution
from astragal.postflop.solver import Solver
from astragal.postflop.solving import Checks, read_target
from astragal.postflop.spot import Spot
from astragal.postflop.strategies import Choice
from astragal.progress import Report

from children import Child
from faults import FaultyDisk

RIVER = Spot(
    "Td 9d 6h Qc 2s", oop="QQ, AJ, 87s, A5s", ip="KJ, AT, KQ", pot=100, stack=150, bets="50%, a",
    raises="60%",
)  # fmt: skip
TURN = Spot("Td 9d 6h Qc", oop="AJ, 87s", ip="KJs, AT", pot=100, stack=100, bets="60%", raises="a")


def exact_spot(name: str) -> Spot:
    """Return a spot of the data."""
    spot = spots()[name]

    def by_player(lists: dict[str, Any]) -> dict[str, Any]:
        return {p: {street: one[p] for street, one in lists.items()} for p in ("oop", "ip")}

    def text(hands: dict[str, float]) -> str:
        return ", ".join(f"{hand}:{weight}" for hand, weight in hands.items())

    return Spot(
        spot["board"],
        oop=text(spot["oop"]),
        ip=text(spot["ip"]),
        bets=by_player(spot["bets"]),
        raises=by_player(spot["raises"]),
        donk={street: sizes for street, sizes in spot["donk"].items() if sizes is not None},
        **{
            name: spot[name]
            for name in (
                "pot",
                "stack",
                "max_raises",
                "add_allin",
                "force_allin",
                "merge",
                "rake_rate",
                "rake_cap",
            )
        },
    )


@pytest.mark.parametrize(
    "name", [name for name, spot in spots().items() if spot["exact"]["low"] is not None]
)
def test_exact_spots(name: str) -> None:
    solution = exact_spot(name).solve("0.01%", threads=1)
    exact = spots()[name]["exact"]
    assert solution.ended == "target"
    assert solution.exploitability <= 1e-4 * spots()[name]["pot"]
    slack = 2 * solution.exploitability + 1e-4
    assert exact["low"] - slack <= solution.ev.oop <= exact["high"] + slack
    if not spots()[name]["rake_rate"]:
        assert sum(solution.ev) == pytest.approx(spots()[name]["pot"], abs=1e-6)


# ---- The target and the endings -----------------------------------------------------------------


def test_the_certified_figure_meets_the_target() -> None:
    for target in (0.5, 0.05):
        solution = TURN.solve(f"{target}%")
        assert solution.certificate.exploitability_at_most <= target
        assert (solution.ended, solution.stopped) == ("target", False)
        assert max(solution.gain) <= solution.at_most
        assert solution.certificate.gain == solution.gain
        assert (
            solution.gain.ip == solution.gain["ip"] == solution.certificate.to_dict()["gain"]["ip"]
        )
        assert solution.exploitability == pytest.approx(sum(solution.gain) / 2, abs=1e-12)


def test_a_tighter_target_takes_more_iterations() -> None:
    assert TURN.solve("2%").iterations < TURN.solve("0.05%").iterations


@pytest.mark.parametrize("target", ["0.5", "half", "", "-1%", "1e-3%", "0.5%%", 0.5, None, "٣%"])
def test_targets_that_are_none(target: Any) -> None:
    with pytest.raises(BadInputError, match=r"write per cent of the pot, like '0\.5%'"):
        read_target(target)
    with pytest.raises(BadInputError, match="target"):
        RIVER.solve(target)


def test_a_number_of_iterations() -> None:
    solution = TURN.solve("0%", iterations=13)
    assert (solution.iterations, solution.ended) == (13, "iterations")
    assert "13 iterations" in str(solution)
    with pytest.raises(BadInputError, match="iterations must be a whole number of at least 1"):
        TURN.solve(iterations=0)


def test_a_solve_that_stalls_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "PATIENCE", 200)
    solution = RIVER.solve("0%")
    assert solution.ended == "stalled"
    assert "1,000 iterations improved less than 1 %" in str(solution)
    assert solution.exploitability < 0.01


def test_checks_come_sooner_near_the_target() -> None:
    waits = []
    for ratio in (10, 3, 1.5, 1.2, 1.01):
        checks = Checks(target=1.0)
        checks.note(100, ratio)
        waits.append(checks.next - 100)
    assert waits == sorted(waits, reverse=True)
    assert waits[0] == 100
    checks = Checks(target=1.0)
    checks.note(5000, 10)
    assert checks.next == 5250


def test_stalled_means_less_than_one_per_cent_in_a_thousand_iterations() -> None:
    checks = Checks(target=0.0)
    for iteration, estimate in ((1000, 1.0), (1500, 0.995), (1900, 0.993), (2000, 0.9899)):
        checks.note(iteration, estimate)
        assert not checks.stalled
    checks.note(2500, 0.988)
    assert checks.stalled


@pytest.mark.parametrize("target", ["0.5%", "0%"])
def test_an_estimate_below_zero_by_rounding_ends_the_solve(target: str) -> None:
    # Without bets nobody can gain anything; in single precision it may be less than nothing.
    spot = Spot(
        "5h Kh Ah 4c 9s", oop="88, KQ, 62o, Q2:0.91, JJ:0.59", ip="KT, AJ:0.42", pot=2, stack=1
    )
    solver = Solver(spot.game)
    solver.iterate(10)
    assert solver.exploitability() < 0
    solution = spot.solve(target, iterations=5000)
    assert abs(solution.exploitability) <= solution.certificate.rounding
    assert solution.ended == ("target" if target == "0.5%" else "stalled")


def test_any_number_of_threads_gives_the_same_bits() -> None:
    one, two = (TURN.solve("0.2%", threads=threads) for threads in (1, 2))
    assert same_bits(one, two)


def same_bits(one: Solution, other: Solution) -> bool:
    # Without the gaps between the rows, which mean nothing.
    mine, yours = (copied(solution.spot.game, solution.strategy) for solution in (one, other))
    pairs = zip(mine.values, yours.values, strict=True)
    return one.iterations == other.iterations and all(np.array_equal(a, b) for a, b in pairs)


def test_reports_count_iterations() -> None:
    reports: list[Report] = []
    solution = TURN.solve("0.1%", progress=reports.append)
    assert [report.done for report in reports] == sorted(report.done for report in reports)
    assert reports[-1].done == solution.iterations
    assert reports[-1].metrics["exploitability in % of the pot"] > 0


# ---- Ctrl-C -------------------------------------------------------------------------------------


def interrupting(after: int, times: int = 1) -> Any:
    left = [times]

    def report(report: Report) -> None:
        if report.done >= after and left[0]:
            left[0] -= 1
            raise KeyboardInterrupt

    return report


def test_the_first_interrupt_returns_the_solution_so_far() -> None:
    solution = TURN.solve("0.000001%", progress=interrupting(20))
    assert solution.stopped
    assert solution.ended == "stopped"
    assert solution.iterations >= 20
    assert solution.exploitability > 0  # certified
    assert "stopped before the target was met" in str(solution)
    assert solution.to_dict()["stopped"] is True
    assert solution.node("check").player == "ip"


def test_the_second_interrupt_raises() -> None:
    with pytest.raises(KeyboardInterrupt):
        TURN.solve("0.000001%", progress=interrupting(20, times=2))


def test_an_error_of_progress_is_raised() -> None:
    def fail(report: Report) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        TURN.solve(progress=fail)


# ---- Snapshots ----------------------------------------------------------------------------------


class StopError(Exception):
    """The test ends a solve."""


def stopping(after: int) -> Any:
    def report(report: Report) -> None:
        if report.done >= after:
            raise StopError

    return report


@pytest.fixture
def every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store a snapshot after each report."""
    monkeypatch.setattr(snapshots, "PAUSE", -1.0)


@pytest.mark.usefixtures("every_time")
@pytest.mark.parametrize("after", [5, 40])
def test_a_resumed_solve_has_the_same_bits(tmp_path: Path, after: int) -> None:
    whole = TURN.solve("0.05%", threads=1)
    with pytest.raises(StopError):
        TURN.solve("0.05%", folder=tmp_path, threads=1, progress=stopping(after))
    assert [*tmp_path.glob("*.snapshot")]
    starts: list[int] = []
    resumed = TURN.solve(
        "0.05%",
        folder=tmp_path,
        threads=2,
        progress=lambda report: starts.append(report.head_start),
    )
    assert starts[0] > 0
    assert same_bits(whole, resumed)
    assert not [*tmp_path.glob("*.snapshot")]


@pytest.mark.usefixtures("every_time")
def test_an_interrupt_leaves_a_snapshot_of_the_last_iteration(tmp_path: Path) -> None:
    stopped = TURN.solve("0.05%", folder=tmp_path, progress=interrupting(30))
    assert stopped.stopped
    resumed = TURN.solve("0.05%", folder=tmp_path)
    assert same_bits(resumed, TURN.solve("0.05%"))


KILLED = """
import os, signal, sys
from astragal.postflop import snapshots
from astragal.postflop.spot import Spot

snapshots.PAUSE = -1.0
spot = Spot("Td 9d 6h Qc", oop="AJ, 87s", ip="KJs, AT", pot=100, stack=100, bets="60%", raises="a")

def kill(report):
    if report.done >= 30:
        os.kill(os.getpid(), signal.SIGKILL)

spot.solve("0.05%", folder=sys.argv[1], progress=kill)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_a_killed_solve_resumes(tmp_path: Path) -> None:
    with Child([sys.executable, "-c", KILLED, str(tmp_path)], stderr=subprocess.PIPE) as child:
        child.communicate()
    assert child.returncode == -signal.SIGKILL
    starts: list[int] = []
    resumed = TURN.solve(
        "0.05%", folder=tmp_path, progress=lambda report: starts.append(report.head_start)
    )
    assert starts[0] > 0
    assert same_bits(resumed, TURN.solve("0.05%"))


@pytest.mark.usefixtures("every_time")
def test_a_full_disk_keeps_the_snapshot_before(tmp_path: Path) -> None:
    with pytest.raises(StopError):
        TURN.solve("0.05%", folder=tmp_path, progress=stopping(20))
    counting = FaultyDisk(tmp_path)
    with counting.installed(), pytest.raises(StopError):
        TURN.solve("0.05%", folder=tmp_path, progress=stopping(40))
    for at in range(0, len(counting.operations), 3):
        disk = FaultyDisk(tmp_path, at, killed=False)
        with disk.installed(), contextlib.suppress(TableError, StopError):
            TURN.solve("0.05%", folder=tmp_path, progress=stopping(40))
    assert same_bits(TURN.solve("0.05%", folder=tmp_path), TURN.solve("0.05%"))


def test_two_solves_in_one_folder_take_turns(tmp_path: Path) -> None:
    solved: list[Solution] = []

    def work() -> None:
        solved.append(TURN.solve("0.1%", folder=tmp_path, threads=1))

    threads = [Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert same_bits(*solved)


def test_a_folder_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TableError, match="can't be written"):
        RIVER.solve(folder=tmp_path / "file")


# ---- Memory -------------------------------------------------------------------------------------


def test_a_spot_that_needs_too_much_memory_names_a_size_to_drop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needed = TURN.plan().memory
    monkeypatch.setattr(plan, "free_memory", lambda: needed - 1)
    with pytest.raises(BadInputError, match=r"needs .* of memory, and .* is free: without"):
        TURN.solve()
    monkeypatch.setattr(plan, "free_memory", lambda: needed)
    assert TURN.solve("5%").iterations > 0
    monkeypatch.setattr(plan, "free_memory", lambda: None)
    with pytest.raises(BadInputError, match="may be used"):
        solving.solve(TURN, "5%", most_memory=1000)


def test_free_memory() -> None:
    free = free_memory()
    if sys.platform == "linux":
        assert free is not None
        assert 1 << 20 < free < 1 << 50
    assert (size_text(1023), size_text(5 << 20)) == ("1023 bytes", "5.0 MiB")


def test_a_plan_counts_decisions_and_boards() -> None:
    planned = TURN.plan()
    levels = TURN.game.level[TURN.tree.kind < 2]
    assert planned.boards == 48
    assert planned.decisions == sum(planned.stored_boards if level else 1 for level in levels)
    assert planned.to_dict()["memory"] == planned.memory > 0
    assert "48 boards" in str(planned)
    assert RIVER.plan().boards == 1
    larger = Spot("Td 9d 6h", oop="AJ", ip="KJs", pot=100, stack=100, bets="60%").plan()
    assert larger.boards == 49 * 48


# ---- Files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bits", "error"), [(16, 0.01), (8, 1.0)])
def test_a_saved_and_opened_solution_is_equal(tmp_path: Path, bits: int, error: float) -> None:
    solution = TURN.lock("", {"AhJh": {"check": 1}}).solve("0.1%")
    path = tmp_path / "spot.postflop"
    stored = solution.save(path, bits=bits)
    opened = open_solution(path)
    assert opened.certificate == stored
    assert opened.spot == solution.spot
    assert opened.exploitability == pytest.approx(solution.exploitability, abs=error)
    assert (opened.iterations, opened.ended) == (solution.iterations, solution.ended)
    again = tmp_path / "again.postflop"
    assert opened.save(again, bits=bits) == stored
    assert open_solution(again).certificate == stored
    for line in ("", "check", "x x 2c"):
        one, other = solution.node(line), opened.node(line)
        assert np.array_equal(one.ranges.oop, other.ranges.oop)
        assert np.allclose(one.strategy, other.strategy, atol=2.0 ** (2 - bits))
    with pytest.raises(BadInputError, match="no regrets to resume from: save it with regrets=True"):
        opened.resume()


def test_a_file_with_regrets_resumes_with_the_same_bits(tmp_path: Path) -> None:
    path = tmp_path / "spot.postflop"
    short = TURN.solve("0%", iterations=20)
    assert short.save(path, regrets=True) == short.certificate
    long = TURN.solve("0%", iterations=50)
    assert same_bits(open_solution(path).resume("0%", iterations=50), long)
    assert same_bits(short.resume("0%", iterations=50), long)


def test_files_that_are_damaged_or_not_writable(tmp_path: Path) -> None:
    path = tmp_path / "spot.postflop"
    solution = RIVER.solve("5%")
    solution.save(path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)
    with pytest.raises(TableDamagedError, match="solve the spot again"):
        open_solution(path)
    with pytest.raises(BadInputError, match="there is no folder"):
        solution.save(tmp_path / "none" / "spot.postflop")
    with pytest.raises(BadInputError, match="bits must be 16 or 8, not 12"):
        solution.save(path, bits=12)


# ---- Answers ------------------------------------------------------------------------------------


def test_locked_hands_are_solved_around() -> None:
    free = TURN.solve("0.1%")
    locked = TURN.lock("", {"random": {"check": 1}}).solve("0.1%")
    assert locked.certificate.locked
    assert locked.node().frequencies == pytest.approx([1, 0])
    # Whoever must check all hands can't do better than one who may.
    assert locked.ev.oop <= free.ev.oop + 2 * (free.at_most + locked.at_most)
    exploited = TURN.lock("check", {"random": {"check": 1}}).solve("0.1%")
    assert exploited.node("check").frequencies == pytest.approx([1, 0])


def test_a_lock_after_one_card_holds_there_only() -> None:
    """Clubs and spades are alike on this turn: the lock must tell them apart."""
    spot = Spot("Td 9d 6h Qh", oop="AA, 88", ip="KK, JJ", pot=100, stack=100, bets="a")
    locked = spot.lock("x x 2c", {"random": {"check": 1}}).solve("0.5%")
    assert locked.node("x x 2c").frequencies == pytest.approx([1, 0])
    assert locked.node("x x 2s").frequencies[0] < 1
    assert locked.certificate.exploitability_at_most <= 0.5


def test_a_best_response_is_that_of_the_certificate() -> None:
    solution = TURN.solve("1%")
    for number, player in enumerate(("oop", "ip")):
        response = solution.best_response(player)  # type: ignore[arg-type]
        assert response.gain == pytest.approx(solution.certificate.gain[number], abs=1e-9)
        assert response.best_ev == pytest.approx(solution.certificate.best_response[number])
        there = response.weights > 0
        assert (response.best_evs[there] >= response.evs[there] - 1e-9).all()
        assert json.dumps(response.to_dict(), allow_nan=False)
        assert f"{player} gains" in str(response)
        assert list(response.to_frame().columns) == ["hand", "weight", "ev", "best_ev"]
    with pytest.raises(UnknownNameError, match="no player 'button'; there are oop, ip"):
        solution.best_response("button")  # type: ignore[arg-type]


def line_texts(spot: Spot) -> list[list[str]]:
    """Return the actions of each decision of a river."""
    tree = spot.tree
    nodes = np.flatnonzero(tree.kind < 2).tolist()
    return [[str(tree.action[step]) for step in tree.path(node)[1:]] for node in nodes]


@pytest.mark.parametrize("name", ["r05", "r11", "x1"])
def test_a_uniform_strategy_has_the_figures_of_the_data(name: str) -> None:
    def uniform(choice: Choice) -> Any:
        return np.full((len(choice.hands), len(choice.actions)), 1 / len(choice.actions))

    certificate = certify(exact_spot(name), uniform)
    expected = spots()[name]["uniform"]
    assert certificate.ev == pytest.approx((expected["ev_oop"], expected["ev_ip"]), abs=1e-9)
    assert certificate.exploitability == pytest.approx(expected["exploitability"], abs=1e-9)


def test_nodes_after_a_card_are_answers_of_a_strategy() -> None:
    solution = TURN.solve("5%")
    certificate = certify(TURN, lambda choice: solution.node(choice.line).strategy)
    assert certificate.gain.oop == pytest.approx(solution.gain.oop, abs=1e-9)
    assert certificate.gain.ip == pytest.approx(solution.gain.ip, abs=1e-9)


def test_a_hand_with_a_card_of_the_board_needs_no_probabilities() -> None:
    def even(choice: Choice) -> Any:
        assert ((choice.hands & np.uint64(choice.board)) == 0).all()
        row = [1 / len(choice.actions)] * len(choice.actions)
        hands = TURN.game.hands[0 if choice.player == "oop" else 1]
        named = hands if choice.line.endswith("check") else choice.hands
        return {hand_name(hand): row for hand in named.tolist()}

    by_hand = certify(TURN, even)
    arrays = certify(TURN, lambda c: np.full((len(c.hands), len(c.actions)), 1 / len(c.actions)))
    assert by_hand == arrays


def test_certify_agrees_with_the_solution(tmp_path: Path) -> None:
    solution = RIVER.solve("1%")

    def mine(choice: Choice) -> Any:
        return solution.node(choice.line).strategy

    certificate = certify(RIVER, mine)
    assert certificate.gain == pytest.approx(solution.certificate.gain, abs=1e-9)
    lines = {"": solution.node().strategy, "x": solution.node("x").strategy}
    with pytest.raises(BadInputError, match="lacks line 'check, bet 50'"):
        certify(RIVER, lines)
    by_hand = {
        line: solution.node(line).to_dict()["strategy"]
        for line in map(", ".join, line_texts(RIVER))
    }
    assert certify(RIVER, by_hand).gain == pytest.approx(certificate.gain, abs=1e-9)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(by_hand))
    assert certify(RIVER, path).gain == pytest.approx(certificate.gain, abs=1e-9)
    by_hand[""]["2h2d"] = [1, 0, 0]
    with pytest.raises(BadInputError, match="'2h2d' at the root is not in the range of oop"):
        certify(RIVER, by_hand)
    with pytest.raises(BadInputError, match="nobody decides after 'x, x': a card comes"):
        certify(TURN, {"x, x": [[1]]})


def exchanged(cards: int, suits: str) -> int:
    """Return cards with two suits exchanged."""
    one, other = ("cdhs".index(suit) for suit in suits)
    there = [card for card in range(52) if cards >> card & 1]
    return sum(
        1 << card + {one: other - one, other: one - other}.get(card % 4, 0) for card in there
    )


@pytest.mark.parametrize(
    ("board", "suits", "lines"),
    [
        ("Td 9d 6h Qh", "cs", ["x x 2{}", "b60 c A{}", "x b60 c 5{} x"]),
        ("Kh 8h 3c", "ds", ["x x 2{}", "b60 c A{}", "x x 7c x x 9{} x", "x x 2{} x x 5{}"]),
        ("Kh 8h 3h", "cd", ["x x 2{}", "x b60 c 4{} x x As"]),
    ],
)
def test_mirrored_cards_have_the_arrays_of_their_own_hands(
    board: str, suits: str, lines: list[str]
) -> None:
    """Two suits are exchangeable: the cards of one are stored, those of the other mirrored."""
    spot = Spot(board, oop="AJ, 87s", ip="KJs, AT", pot=100, stack=100, bets="60%, a")
    solution = spot.solve("2%")
    assert spot.plan().stored_boards < spot.plan().boards
    for line in lines:
        places = [
            (suits[0], suits[1])[: line.count("{}")],
            (suits[1], suits[0])[: line.count("{}")],
        ]
        one, other = (solution.node(line.format(*place)) for place in places)
        assert one.player == other.player
        for player in PLAYERS:
            order = np.searchsorted(
                other.ranges[player], [exchanged(int(h), suits) for h in one.ranges[player]]
            )
            assert not np.array_equal(order, np.arange(len(order)))
            if player == one.player:
                assert np.array_equal(one.strategy, other.strategy[order])
            for mine, theirs in (
                (one.ev, other.ev),
                (one.equity, other.equity),
                (one.reach, other.reach),
            ):
                given, mirrored = mine[player], theirs[player][order]
                assert np.allclose(given, mirrored, equal_nan=True, rtol=0, atol=1e-9)


def test_permuted_suits_give_the_permuted_answer() -> None:
    other = Spot(
        "Th 9h 6s Qd", oop="AJ, 87s", ip="KJs, AT", pot=100, stack=100, bets="60%", raises="a"
    ).solve("0.05%")
    one = TURN.solve("0.05%")
    assert other.ev.oop == pytest.approx(one.ev.oop, abs=2 * (one.at_most + other.at_most))
    assert abs(other.iterations - one.iterations) <= 10


def test_a_solution_as_text_and_json() -> None:
    solution = RIVER.solve("0.5%")
    answer = SolvedNode(solution, solution.node("check")).to_dict()
    assert {"ev", "exploitability", "certified", "actions", "strategy"} <= answer.keys()
    assert answer["line"] == "check"
    assert answer["certified"] is True
    assert answer["spot"]["bets"]["oop"]["river"] == "50%, a"
    json.dumps(answer, allow_nan=False)
    text = str(SolvedNode(solution, solution.node("check")))
    assert "bets: 50%, a" in text
    assert "nobody can gain more than" in text
    assert "in position acts" in text
    assert repr(solution).startswith("<Solution of <Spot 2s 6h 9d Td Qc, pot 100>, exploitability")


def test_a_solution_can_be_pickled() -> None:
    solution = RIVER.solve("1%")
    again = pickle.loads(pickle.dumps(solution))
    assert again.certificate == solution.certificate
    assert np.array_equal(again.node("check").ev.ip, solution.node("check").ev.ip)
