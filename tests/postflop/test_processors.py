"""The solver has the same bits on ARM as here, where an ARM compiler and QEMU are installed.

On Debian: `apt install g++-aarch64-linux-gnu qemu-user-static`.
"""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from postflop_games import game_of_ranges

from astragal.poker.rules import STANDARD
from astragal.postflop.certificate import Game
from astragal.postflop.isomorphism import deal_table
from astragal.postflop.solver import Solver

ROOT = Path(__file__).parents[2]
COMPILER, QEMU = shutil.which("aarch64-linux-gnu-g++"), shutil.which("qemu-aarch64-static")
ITERATIONS = 12
SPOT = {
    "street": "turn", "board": "Kh 8h 3c 8c", "pot": 20, "stack": 60, "oop": "QQ-99, AKs, KQ:0.3",
    "ip": "TT-55:0.7, AQs, AKo, 87s", "donk": {"turn": None, "river": None}, "max_raises": None,
    "bets": {street: {"oop": ["70%", "a"], "ip": ["50%"]} for street in ("turn", "river")},
    "raises": {street: {"oop": ["60%"], "ip": ["a"]} for street in ("turn", "river")},
    "add_allin": 0, "force_allin": 0, "merge": 0, "rake_rate": 0.05, "rake_cap": 3,
}  # fmt: skip


def row(values: Iterable[float | int]) -> str:
    listed = [*values]
    return " ".join(map(str, [len(listed), *listed]))


def text_of(game: Game) -> str:
    """Return a game as the program reads it: rows of numbers, each after its length."""
    tree, table = game.tree, deal_table(game)
    rows: list[Iterable[float | int]] = [
        [int(category) for category in STANDARD.order],
        STANDARD.keys,
        [straight.ranks for straight in STANDARD.straights],
        [straight.top for straight in STANDARD.straights],
        tree.kind.tolist(),
        game.level.tolist(),
        tree.first_child.tolist(),
        tree.children.tolist(),
        tree.put_in.min(axis=1).tolist(),
        tree.folded.tolist(),
        [game.board],
        *(hands.tolist() for hands in game.hands),
        *(weights.tolist() for weights in game.weights),
        [len(table.deals)],
        *(deals.ravel().tolist() for deals in table.deals),
        *(permutations.ravel().tolist() for permutations in table.permutations),
        [game.pot, game.rake_rate, game.rake_cap],
        [ITERATIONS],
    ]
    return "\n".join(map(row, rows))


def hash_of(solver: Solver) -> str:
    """Return the hash FNV-1a of all regrets and averages."""
    found = 0xCBF29CE484222325
    state = solver.state()
    for player in ("oop", "ip"):
        for numbers in ("regrets", "averages"):
            for byte in state[f"{player}_{numbers}"].astype("<f4").tobytes():
                found = (found ^ byte) * 0x100000001B3 % 2**64
    return f"{found:016x}"


@pytest.mark.verify
@pytest.mark.skipif(not (COMPILER and QEMU), reason="needs g++ for ARM, and QEMU")
def test_arm_has_the_same_bits(tmp_path: Path) -> None:
    assert COMPILER
    assert QEMU
    game = game_of_ranges(SPOT)
    solver = Solver(game)
    solver.iterate(ITERATIONS)
    program = tmp_path / "postflop_bits"
    flags = ["-std=c++20", "-O3", "-ffp-contract=off", "-static", "-pthread"]  # as CMakeLists.txt
    source = ROOT / "tests/postflop/bits.cpp"
    subprocess.run(
        [COMPILER, *flags, "-I", ROOT / "native", source, "-o", program], check=True, timeout=600
    )
    shown = subprocess.run(
        [QEMU, program],
        input=text_of(game),
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    ).stdout
    plain, lanes = (line.split() for line in shown.splitlines())
    assert plain == lanes
    assert lanes[0] == hash_of(solver)
    assert float(lanes[1]) == solver.exploitability()
