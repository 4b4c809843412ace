"""The Royal Game of Ur: moves beside the package `royalur`, look-ups beside a plain dictionary.

Look-ups use the Finkel table of this machine if it has all 7 pieces, else one of 4 made here.
Solves are measured from nothing; the portable row shows what the vector code is worth. `make bench
LONG=1` adds whole games, beside published times.
"""

import gc
import os
import random
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import royalur
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture
from royalur.model.dice import Roll
from royalur.rules.state.playable import WaitingForMoveGameState

from astragal.errors import TableError
from astragal.store.format import BLOCKS, FORMAT
from astragal.store.shared import close_shared
from astragal.ur import (
    RULES,
    Position,
    Tablebase,
    moves_many,
    open_table,
    play_match,
    play_unchecked,
    size,
    solve,
    start,
    unrank_many,
)
from astragal.ur.players import RandomPlayer
from astragal.ur.tablebase import default_path

BLOCK = BLOCKS[FORMAT]
FINKEL_TABLE = default_path(RULES["finkel"])
"""The table of this machine: during the benchmarks there is another home."""
PERFT = {4: 1492, 8: 10_591_874}


@pytest.mark.benchmark(group="perft 8 from the start: 10,591,874 sequences of moves")
def test_perft(benchmark: BenchmarkFixture) -> None:
    assert benchmark.pedantic(start().perft, (8,), rounds=5) == PERFT[8]


def royalur_perft(state: Any, rules: Any, depth: int) -> int:
    if depth == 0 or state.is_finished():
        return 1
    count = 0
    for roll in range(5):
        rolled = rules.apply_roll(state, Roll(roll))[-1]
        if isinstance(rolled, WaitingForMoveGameState):
            for move in rolled.available_moves:
                count += royalur_perft(rules.apply_move(rolled, move)[-1], rules, depth - 1)
        else:
            count += royalur_perft(rolled, rules, depth - 1)
    return count


@pytest.mark.benchmark(group="perft 4 from the start: 1,492 sequences of moves")
def test_perft_of_royalur(benchmark: BenchmarkFixture) -> None:
    game = royalur.Game.create_finkel()
    first = game.get_current_state()
    nodes = benchmark.pedantic(royalur_perft, (first, game.rules, 4), rounds=3)
    assert nodes == PERFT[4]


@pytest.mark.benchmark(group="perft 4 from the start: 1,492 sequences of moves")
def test_perft_beside_royalur(benchmark: BenchmarkFixture) -> None:
    assert benchmark(start().perft, 4) == PERFT[4]


@pytest.fixture(scope="module")
def table_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with suppress(TableError):
        if open_table("finkel", FINKEL_TABLE).pieces == 7:
            return FINKEL_TABLE
    return solve(pieces=4, path=tmp_path_factory.mktemp("ur") / "t").path


def forget(path: Path) -> None:
    """Let the operating system forget what it has read of a file."""
    close_shared()
    gc.collect()
    with path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


@pytest.mark.skipif(not hasattr(os, "posix_fadvise"), reason="needs posix_fadvise")
@pytest.mark.benchmark(group="one value of a table that is not in memory: to reach, 10 ms")
@pytest.mark.parametrize("what", ["open and look up", "read a block of the file"])
def test_one_cold_value(benchmark: BenchmarkFixture, table_file: Path, what: str) -> None:
    """It comes before all that keep the table open: what is in use is not forgotten."""

    def look_up() -> bool:
        table = open_table("finkel", table_file)
        return 0.515 < table.value(start("finkel", table.pieces)) < 0.517

    def read() -> bool:
        with table_file.open("rb", buffering=0) as file:
            file.seek(table_file.stat().st_size // 2 & -BLOCK)
            return len(file.read(BLOCK)) == BLOCK

    look = look_up if what.startswith("open") else read
    assert benchmark.pedantic(look, setup=lambda: forget(table_file), rounds=20)


@pytest.fixture(scope="module")
def table(table_file: Path) -> Tablebase:
    return open_table("finkel", table_file)


@pytest.fixture(scope="module")
def states(table: Tablebase) -> NDArray[np.uint64]:
    """Two million positions in random order."""
    numbers = np.random.default_rng(1).integers(0, size("finkel", table.pieces), 2_000_000)
    return unrank_many(numbers.astype(np.uint64), "finkel", table.pieces)


@pytest.mark.benchmark(group="2 million positions in random order")
def test_values(benchmark: BenchmarkFixture, table: Tablebase, states: NDArray[np.uint64]) -> None:
    values = benchmark(table.value_many, states)
    assert values[0] == table.value(int(states[0]))


@pytest.mark.benchmark(group="2 million positions in random order")
def test_numbers_of_an_array(benchmark: BenchmarkFixture, table: Tablebase) -> None:
    """The baseline: what the memory takes to read as many values of 32 bits in random order."""
    values = np.arange(size("finkel", table.pieces), dtype=np.uint32)
    numbers = np.random.default_rng(1).integers(0, len(values), 2_000_000)
    np.testing.assert_array_equal(benchmark(values.take, numbers), numbers)


@pytest.mark.benchmark(group="2 million positions in random order")
def test_moves_of_arrays(benchmark: BenchmarkFixture, states: NDArray[np.uint64]) -> None:
    found = benchmark(moves_many, states, np.full(len(states), 2, np.uint8))
    assert found.number.max() <= 7


MIDDLE = Position("0x0000084040000d40")


@pytest.mark.benchmark(group="one position: to reach, 3 us")
def test_moves(benchmark: BenchmarkFixture) -> None:
    assert list(map(str, benchmark(MIDDLE.moves, 2))) == ["B4-B6", "A8-off"]


@pytest.mark.benchmark(group="one position: to reach, 3 us")
@pytest.mark.parametrize("move", ["A8-off", MIDDLE.moves(2)[1]], ids=["text", "Move"])
def test_play(benchmark: BenchmarkFixture, move: Any) -> None:
    assert benchmark(MIDDLE.play, move, 2).state == 0x84000001D80


@pytest.mark.benchmark(group="one position: to reach, 3 us")
def test_play_unchecked(benchmark: BenchmarkFixture) -> None:
    assert benchmark(play_unchecked, MIDDLE.state, MIDDLE.moves(2)[1]) == 0x84000001D80


@pytest.mark.benchmark(group="one value")
def test_one_value_of_a_position(benchmark: BenchmarkFixture, table: Tablebase) -> None:
    assert 0.515 < benchmark(table.value, start("finkel", table.pieces)) < 0.517


@pytest.mark.benchmark(group="one value")
def test_one_value(benchmark: BenchmarkFixture, table: Tablebase) -> None:
    pieces = table.pieces
    assert 0.515 < benchmark(table.value, pieces | pieces << 3) < 0.517


@pytest.mark.benchmark(group="one value")
def test_one_value_of_a_dictionary(benchmark: BenchmarkFixture) -> None:
    values = {0x3F: 0.5154}
    assert benchmark(values.__getitem__, 0x3F) == 0.5154


@pytest.mark.benchmark(group="solve Finkel with 4 pieces: 2,602,822 states")
@pytest.mark.parametrize("portable", [False, True])
def test_solve(benchmark: BenchmarkFixture, tmp_path: Path, portable: bool) -> None:
    files = (
        tmp_path / f"{number}.table" for number in range(2)
    )  # a solved game is not solved again

    def fresh() -> tuple[tuple[()], dict[str, Any]]:
        return (), {"pieces": 4, "path": next(files), "portable": portable}

    table = benchmark.pedantic(solve, setup=fresh, rounds=2)
    assert table.error < 1.25 * 0.5 / (2**32 - 1)


# Seconds for a whole game, to a residual of 3e-16 in double precision. game_of_ur, in Rust, has the
# best published times, on 16 Xeon cores; those of RoyalUr's trainer, in Java, are estimated for two
# cores like these, from a part.
PUBLISHED: dict[str, dict[str, float]] = {
    "finkel": {"game_of_ur": 200.5, "RoyalUr": 8 * 3600},
    "blitz": {"game_of_ur": 31.5},
    "masters": {"game_of_ur": 884},
}
FIRST_PLAYER = {"finkel": 0.51540473, "blitz": 0.50405256, "masters": 0.50480900}


@pytest.mark.long
@pytest.mark.benchmark(group="solve a whole game, 64 bits")
@pytest.mark.parametrize("rules", PUBLISHED)
def test_solve_whole_game(
    benchmark: BenchmarkFixture, tmp_path: Path, rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = benchmark.pedantic(solve, (rules,), {"path": tmp_path / "t", "bits": 64}, rounds=1)
    assert table.residual <= 1e-15
    assert table.value(start(rules)) == pytest.approx(FIRST_PLAYER[rules], abs=6e-9)
    if benchmark.stats is not None:  # not with --benchmark-disable
        ours = benchmark.stats.stats.min
        for name, seconds in PUBLISHED[rules].items():
            benchmark.extra_info[f"published time of {name}, on its machine, to ours"] = (
                seconds / ours
            )
            with capsys.disabled():
                print(f"{rules}: {name} {seconds} s / {ours:.1f} s here = {seconds / ours:.2f}")


@dataclass(frozen=True)
class InSmallGroups(RandomPlayer):
    """The random player, with few games side by side."""

    games_at_once: int = 500


@pytest.mark.benchmark(group="20,000 random games")
@pytest.mark.parametrize("player", [RandomPlayer(), InSmallGroups()], ids=["10,000", "500"])
def test_match(benchmark: BenchmarkFixture, player: RandomPlayer) -> None:
    result = benchmark.pedantic(
        play_match, (player, player, 20_000), {"threads": 1}, rounds=3, warmup_rounds=1
    )
    assert abs(result.share - 0.5) < 0.02
    assert abs(result.mean_rolls - 157) < 2


def royalur_game(dice: random.Random) -> int:
    """Play a random game and return how many rolls it took."""
    game = royalur.Game.create_finkel()
    rolls = 0
    while not game.is_finished():
        if game.is_waiting_for_roll():
            game.roll_dice(dice.choices(range(5), [1, 4, 6, 4, 1])[0])
            rolls += 1
        else:
            game.make_move(dice.choice(game.find_available_moves()))
    return rolls


@pytest.mark.benchmark(group="20 random games")
def test_match_beside_royalur(benchmark: BenchmarkFixture) -> None:
    player = RandomPlayer()
    result = benchmark.pedantic(play_match, (player, player, 20), {"threads": 1}, rounds=9)
    assert 100 < result.mean_rolls < 220


@pytest.mark.benchmark(group="20 random games")
def test_match_of_royalur(benchmark: BenchmarkFixture) -> None:
    dice = random.Random(1)
    rolls = benchmark.pedantic(lambda: [royalur_game(dice) for _ in range(20)], rounds=3)
    assert 100 < sum(rolls) / 20 < 220
