"""Files of solutions and snapshots: what is written is read, damage and faults lose nothing."""

import contextlib
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from postflop_games import game_of, random_strategy, spots

from astragal.errors import (
    BadInputError,
    TableDamagedError,
    TableError,
    TableMismatchError,
    TableMissingError,
)
from astragal.postflop.certificate import Game, StoredStrategy, certify_stored
from astragal.postflop.files import copied, read_solution, with_bits, write_solution
from astragal.postflop.snapshots import Snapshots
from astragal.progress import Report
from astragal.store.canonical import Parameters

from faults import FaultyDisk, KilledError
from reference import postflop as reference

SPOT: Parameters = {"board": "7s6s2d", "pot": 100}


def solved(name: str) -> tuple[Game, StoredStrategy]:
    """Return a strategy that mixes often, as the solver's do."""
    game = game_of(spots()[name], reference.Holdem(spots()[name]))
    return game, random_strategy(game, 1)


@pytest.mark.parametrize(("bits", "error"), [(16, 0.002), (8, 0.5)])
@pytest.mark.parametrize("name", ["r09", "x3"])
def test_fewer_bits_hardly_change_the_figures(name: str, bits: int, error: float) -> None:
    game, strategy = solved(name)
    before, after = (
        certify_stored(game, strategy),
        certify_stored(game, with_bits(game, strategy, bits)),
    )
    assert after.best_response == pytest.approx(before.best_response, rel=0, abs=error)
    assert after.ev == pytest.approx(before.ev, rel=0, abs=error)
    assert after.exploitability != before.exploitability


def test_other_numbers_of_bits_are_refused() -> None:
    game, strategy = solved("r01")
    with pytest.raises(BadInputError, match="bits must be 16 or 8, not 12"):
        with_bits(game, strategy, 12)


@pytest.mark.parametrize("bits", [16, 8])
def test_a_file_is_read_as_it_was_written(tmp_path: Path, bits: int) -> None:
    game, strategy = solved("x3")
    compact = with_bits(game, strategy, bits)
    path = tmp_path / "spot.postflop"
    write_solution(path, game, compact, spot=SPOT, notes={"iterations": 5})
    read = read_solution(path)
    assert read.spot == SPOT
    assert read.notes == {"iterations": 5}
    for player in (0, 1):
        assert np.array_equal(read.strategy.values[player], compact.values[player])
        assert read.strategy.values[player].dtype == compact.values[player].dtype
        assert np.array_equal(read.ranges[player][0], game.hands[player])
        assert np.array_equal(read.ranges[player][1], game.weights[player])
    assert read.regrets is None
    # What is certified are the very bits of the file.
    assert certify_stored(game, read.strategy) == certify_stored(game, compact)


def test_regrets_are_stored_beside_the_averages(tmp_path: Path) -> None:
    game, averages = solved("x3")
    regrets = random_strategy(game, 2)
    path = tmp_path / "spot.postflop"
    write_solution(
        path, game, copied(game, averages), spot=SPOT, notes={}, regrets=copied(game, regrets)
    )
    read = read_solution(path)
    assert read.regrets is not None
    assert certify_stored(game, read.strategy) == certify_stored(game, averages)
    assert certify_stored(game, read.regrets) == certify_stored(game, regrets)


def test_every_damage_is_noticed(tmp_path: Path) -> None:
    game, strategy = solved("r03")
    path = tmp_path / "spot.postflop"
    write_solution(path, game, with_bits(game, strategy, 16), spot=SPOT, notes={})
    content = path.read_bytes()
    random = np.random.default_rng(0)
    places = random.integers(len(content), size=150).tolist()
    for place in [*places, 0, len(content) - 1]:
        damaged = bytearray(content)
        damaged[place] ^= 1 << int(random.integers(8))
        path.write_bytes(damaged)
        with pytest.raises((TableDamagedError, TableMismatchError), match="solve the spot again"):
            read_solution(path)
    path.write_bytes(content[:-1])
    with pytest.raises(TableDamagedError):
        read_solution(path)
    path.unlink()
    with pytest.raises(TableMissingError, match="--save FILE"):
        read_solution(path)


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "full disk"])
def test_a_failed_save_leaves_the_file_before(tmp_path: Path, killed: bool) -> None:
    game, strategy = solved("r03")
    first, second = with_bits(game, strategy, 16), with_bits(game, strategy, 8)
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "spot.postflop"
    write_solution(path, game, first, spot=SPOT, notes={})
    old = path.read_bytes()
    counting = FaultyDisk(folder)
    with counting.installed():
        write_solution(path, game, second, spot=SPOT, notes={})
    new = path.read_bytes()
    for at in range(len(counting.operations)):
        path.write_bytes(old)
        disk = FaultyDisk(folder, at, killed=killed)
        with disk.installed(), contextlib.suppress(KilledError, TableError):
            write_solution(path, game, second, spot=SPOT, notes={})
        assert path.read_bytes() in {old, new}
        read_solution(path)


# ---- Snapshots ----------------------------------------------------------------------------------


def arrays_of(seed: int) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    return {name: random.normal(size=50).astype(np.float32) for name in ("regrets", "averages")}


def test_a_snapshot_is_loaded_by_the_same_spot_only(tmp_path: Path) -> None:
    with Snapshots(tmp_path, SPOT) as snapshots:
        assert snapshots.load() is None
        assert not snapshots.is_due
        snapshots.save({"iterations": 10}, arrays_of(1))
        snapshots.save({"iterations": 20}, arrays_of(2))
    with Snapshots(tmp_path, SPOT) as snapshots:
        found = snapshots.load()
        assert found is not None
        notes, arrays = found
        assert notes == {"iterations": 20}
        assert all(np.array_equal(arrays[name], array) for name, array in arrays_of(2).items())
    with Snapshots(tmp_path, {**SPOT, "pot": 101}) as other:
        assert other.load() is None
    with Snapshots(tmp_path, SPOT) as snapshots:
        snapshots.remove()
        assert snapshots.load() is None
    assert not [*tmp_path.glob("*.snapshot")]


def test_without_a_folder_nothing_is_stored() -> None:
    with Snapshots(None, SPOT) as snapshots:
        snapshots.save({"iterations": 10}, arrays_of(1))
        assert snapshots.load() is None
        assert not snapshots.is_due


def test_a_snapshot_is_due_after_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("astragal.postflop.snapshots.monotonic", lambda: now[0])
    with Snapshots(tmp_path, SPOT) as snapshots:
        now[0] += 59
        assert not snapshots.is_due
        now[0] += 1
        assert snapshots.is_due
        snapshots.save({"iterations": 1}, arrays_of(1))
        assert not snapshots.is_due


def test_a_damaged_snapshot_is_replaced(tmp_path: Path) -> None:
    with Snapshots(tmp_path, SPOT) as snapshots:
        snapshots.save({"iterations": 10}, arrays_of(1))
        assert snapshots.path is not None
        content = bytearray(snapshots.path.read_bytes())
        content[5000] ^= 1
        snapshots.path.write_bytes(content)
        assert snapshots.load() is None
        snapshots.save({"iterations": 11}, arrays_of(3))
        found = snapshots.load()
        assert found is not None
        assert found[0] == {"iterations": 11}


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "full disk"])
def test_a_failed_snapshot_leaves_the_one_before(tmp_path: Path, killed: bool) -> None:
    counting = FaultyDisk(tmp_path)
    with Snapshots(tmp_path, SPOT) as snapshots:
        snapshots.save({"iterations": 1}, arrays_of(1))
        with counting.installed():
            snapshots.save({"iterations": 2}, arrays_of(2))
        for at in range(len(counting.operations)):
            snapshots.save({"iterations": 1}, arrays_of(1))
            disk = FaultyDisk(tmp_path, at, killed=killed)
            with disk.installed(), contextlib.suppress(KilledError, TableError):
                snapshots.save({"iterations": 2}, arrays_of(2))
            found = snapshots.load()
            assert found is not None
            seed = found[0]["iterations"]
            assert isinstance(seed, int)
            assert seed in {1, 2}
            assert np.array_equal(found[1]["regrets"], arrays_of(seed)["regrets"])


def test_two_solves_of_one_spot_wait_for_each_other(tmp_path: Path) -> None:
    waits, loaded = Event(), []

    def note(report: Report) -> None:
        if report.waiting:
            waits.set()

    def second() -> None:
        with Snapshots(tmp_path, SPOT, note) as snapshots:
            loaded.append(snapshots.load())

    with Snapshots(tmp_path, SPOT) as snapshots:
        thread = Thread(target=second)
        thread.start()
        assert waits.wait(60)
        assert not loaded
        snapshots.save({"iterations": 7}, arrays_of(1))
    thread.join()
    assert loaded[0] is not None
    assert loaded[0][0] == {"iterations": 7}
