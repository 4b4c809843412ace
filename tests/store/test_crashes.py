"""A crash at every operation of every writer of the store: the old bytes or the new, no others."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal.errors import AstragalError
from astragal.jobs.checkpoint import Checkpoint
from astragal.store.replace import whole_file
from astragal.store.table import open_table
from astragal.store.writer import write_table

from faults import FaultyDisk, KilledError

Write: TypeAlias = Callable[[Path, int], None]
"""Writes version 0 or version 1 of a file."""

CHUNKS: dict[int, NDArray[Any]] = {index: np.arange(30 + index) for index in (3, 0, 5)}


def write_text(path: Path, number: int) -> None:
    with whole_file(path) as file:
        for line in range(3):
            file.write(b"%d %d\n" % (number, line) * (1 + 3000 * number))
            file.flush()


def write_arrays(path: Path, number: int) -> None:
    values: NDArray[Any] = np.full(1000 + 3000 * number, number, np.uint32)
    arrays = {"values": values, "starts": np.arange(3)}
    write_table(path, arrays, kind="some", version=1, notes={"number": number})


def write_chunk_of_checkpoint(path: Path, index: int, completed: list[int]) -> None:
    with Checkpoint(path, "fingerprint") as checkpoint:
        checkpoint.append(index, CHUNKS[index])
        completed.append(index)


@pytest.fixture(params=[write_text, write_arrays], ids=["whole_file", "write_table"])
def write(request: pytest.FixtureRequest) -> Write:
    written: Write = request.param
    return written


def versions(write: Write, folder: Path) -> list[bytes]:
    """Return the bytes of both versions."""
    for number in (0, 1):
        write(folder / f"{number}", number)
    return [(folder / f"{number}").read_bytes() for number in (0, 1)]


def operations_of(work: Callable[[], object], folder: Path) -> list[str]:
    layer = FaultyDisk(folder)
    with layer.installed():
        work()
    return layer.operations


def folder_in(path: Path, name: str) -> Path:
    folder = path / name
    folder.mkdir()
    return folder


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "disk full"])
@pytest.mark.parametrize("existed", [True, False], ids=["old file", "no old file"])
def test_old_bytes_or_new_bytes(write: Write, killed: bool, existed: bool, tmp_path: Path) -> None:
    old, new = versions(write, folder_in(tmp_path, "versions"))
    allowed = [old if existed else None, new]
    clean = partial(write, folder_in(tmp_path, "clean") / "file", 1)
    operations = operations_of(clean, tmp_path / "clean")
    assert {"fsync", "rename", "write"} <= set(operations)
    seen = set()
    for at in range(len(operations)):
        folder = folder_in(tmp_path, f"at {at}")
        path = folder / "file"
        if existed:
            path.write_bytes(old)
        layer = FaultyDisk(folder, at, killed=killed)
        with pytest.raises((KilledError, OSError)), layer.installed():
            write(path, 1)
        found = path.read_bytes() if path.exists() else None
        assert found in allowed
        seen.add(found)
        for place in layer.after_power_cut(folder_in(tmp_path, f"cut {at}")):
            after = place / "file"
            assert (after.read_bytes() if after.exists() else None) in allowed
        write(folder / "file", 1)  # the next writer works and tidies up
        assert [left.name for left in folder.iterdir()] == ["file"]
    assert seen == set(allowed)


def test_a_file_that_was_written_survives_a_power_cut(write: Write, tmp_path: Path) -> None:
    old, new = versions(write, folder_in(tmp_path, "versions"))
    folder = folder_in(tmp_path, "folder")
    (folder / "file").write_bytes(old)
    layer = FaultyDisk(folder)
    with layer.installed():
        write(folder / "file", 1)
    for place in layer.after_power_cut(folder_in(tmp_path, "cut")):
        assert (place / "file").read_bytes() == new


def test_a_crash_never_gives_a_wrong_table(tmp_path: Path) -> None:
    """What a crash leaves under the temporary name is not a table either."""
    folder = folder_in(tmp_path, "clean")
    operations = operations_of(partial(write_arrays, folder / "file", 1), folder)
    for at in range(len(operations)):
        folder = folder_in(tmp_path, f"at {at}")
        layer = FaultyDisk(folder, at)
        with pytest.raises(KilledError), layer.installed():
            write_arrays(folder / "file", 1)
        for place in layer.after_power_cut(folder_in(tmp_path, f"cut {at}")):
            for path in place.iterdir():
                try:
                    table = open_table(path, kind="some", version=1, rebuild="-")
                    assert (table["values"] == 1).all()
                    assert len(table["values"]) == 4000
                except AstragalError:
                    pass


@pytest.mark.parametrize("killed", [True, False], ids=["killed", "disk full"])
def test_a_checkpoint_keeps_every_completed_chunk(killed: bool, tmp_path: Path) -> None:
    def work(path: Path, completed: list[int]) -> None:
        for index in CHUNKS:
            write_chunk_of_checkpoint(path, index, completed)

    clean = folder_in(tmp_path, "clean")
    operations = operations_of(partial(work, clean / "c", []), clean)
    for at in range(len(operations) + 1):  # the last one: the power fails after everything
        folder = folder_in(tmp_path, f"at {at}")
        layer = FaultyDisk(folder, at, killed=killed)
        completed: list[int] = []
        try:
            with layer.installed():
                work(folder / "c", completed)
        except (KilledError, OSError, AstragalError):
            assert len(completed) < len(CHUNKS)
        for place in layer.after_power_cut(folder_in(tmp_path, f"cut {at}")):
            with Checkpoint(place / "c", "fingerprint") as checkpoint:
                assert {index for index in CHUNKS if index in checkpoint} >= set(completed)
                for index, result in CHUNKS.items():
                    if index in checkpoint:
                        np.testing.assert_array_equal(checkpoint.read(index), result)
    assert completed == list(CHUNKS)
