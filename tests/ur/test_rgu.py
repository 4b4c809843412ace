import struct
from pathlib import Path

import numpy as np
import pytest

from astragal.errors import BadInputError, TableDamagedError, TableError
from astragal.ur import Position, Side, Tablebase, read_rgu, size, solve, write_rgu


@pytest.mark.parametrize(("values", "error"), [("percent16", 8e-6), ("f32", 1e-7), ("f64", 0.0)])
@pytest.mark.parametrize("pieces", [1, 2])
def test_round_trip(
    four: Tablebase, tmp_path: Path, pieces: int, values: str, error: float
) -> None:
    path = tmp_path / "t.rgu"
    count = write_rgu(four, path, pieces, values)
    table = read_rgu(path)
    assert table.pieces == pieces
    assert len(table.states) == len(np.unique(table.states)) == count
    assert np.abs(four.value_many(table.states) - table.values).max() <= error
    positions = [Position(state) for state in map(int, table.states)]
    won = [one for one in positions if one.winner is not None]
    assert count - len(won) == size(pieces=pieces)
    assert {one.winner for one in won} == {Side.A}
    assert {one.turn for one in positions} == {Side.A}


def test_two_pieces_have_as_many_entries_as_royalurs_own_file(
    four: Tablebase, tmp_path: Path
) -> None:
    assert write_rgu(four, tmp_path / "t.rgu", 2) == 12_990


def test_the_bytes(four: Tablebase, tmp_path: Path) -> None:
    """The key of the start, put together by hand, leads to its value."""
    path = tmp_path / "t.rgu"
    count = write_rgu(four, path, 2)
    content = path.read_bytes()
    assert content[:4] == b"RGU\0"
    (length,) = struct.unpack(">i", content[4:8])
    assert struct.unpack(">ii", content[8 + length : 16 + length]) == (1, count)
    keys = np.frombuffer(content, ">u4", count, 16 + length)
    assert (np.diff(keys.astype(np.int64)) > 0).all()
    # Two in each hand; an empty board: 0 private, rank 0 of the shared, 10 bits wide; 0 private.
    key = 2 << (3 + 6 + 10 + 6) | 2 << (6 + 10 + 6)
    values = np.frombuffer(content, ">u2", count, 16 + length + 4 * count)
    assert values[np.searchsorted(keys, key)] == round(65535 * 0.518572907495659)


def test_what_can_not_be(four: Tablebase, tmp_path: Path) -> None:
    path = tmp_path / "t.rgu"
    with pytest.raises(TableError, match="can't be read"):
        read_rgu(path)
    write_rgu(four, path, 1)
    good = path.read_bytes()
    for bad in (b"", b"PK\3\4", good[:-1], good[:20], good.replace(b"percent16", b"percent17")):
        path.write_bytes(bad)
        with pytest.raises(TableDamagedError, match=r"not an \.rgu file"):
            read_rgu(path)
    with pytest.raises(BadInputError, match="value types"):
        write_rgu(four, path, 1, "u8")
    blitz = solve("blitz", 1, path=tmp_path / "blitz")
    with pytest.raises(BadInputError, match="not for blitz"):
        write_rgu(blitz, path, 1)
