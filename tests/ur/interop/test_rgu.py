import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal.errors import BadInputError, TableDamagedError, TableReachError, UnknownNameError
from astragal.ur import (
    Position,
    Side,
    Tablebase,
    open_table,
    read_rgu,
    size,
    solve,
    start,
    unrank_many,
    write_rgu,
)

from reference import ur as reference

ERRORS = {"percent16": 8e-6, "f32": 1e-7, "f64": 0.0}


@pytest.mark.parametrize("pieces", [1, 2])
@pytest.mark.parametrize("keys", ["python", "java"])
def test_round_trip(four: Tablebase, tmp_path: Path, pieces: int, keys: str) -> None:
    path = tmp_path / "t.rgu"
    tables = []
    for values, error in ERRORS.items():
        count = write_rgu(four, path, pieces, values, keys=keys).entries
        table = read_rgu(path)
        assert table.pieces == pieces
        assert len(table.states) == len(np.unique(table.states)) == count
        assert np.abs(four.value_many(table.states) - table.values).max() <= error
        tables.append(table)
    assert all(np.array_equal(table.states, tables[0].states) for table in tables)
    positions = [Position(state) for state in map(int, tables[0].states)]
    won = [one for one in positions if one.winner is not None]
    assert count - len(won) == size(pieces=pieces)
    assert {one.winner for one in won} == {Side.A}
    assert {one.turn for one in positions} == {Side.A}


def parts(content: bytes) -> tuple[dict[str, Any], dict[int, int]]:
    """Read a file of one map by hand: its metadata, and its values by key."""
    assert content[:4] == b"RGU\0"
    (length,) = struct.unpack(">i", content[4:8])
    maps, count = struct.unpack(">ii", content[8 + length : 16 + length])
    assert maps == 1
    keys = struct.unpack_from(f">{count}I", content, 16 + length)
    assert list(keys) == sorted(set(keys))
    values = struct.unpack_from(f">{count}H", content, 16 + length + 4 * count)
    return json.loads(content[8 : 8 + length]), dict(zip(keys, values, strict=True))


def test_royalurs_own_examples(four: Tablebase, tmp_path: Path) -> None:
    """The number of entries and the two values that RoyalUr-Python's own test looks up."""
    path = tmp_path / "t.rgu"
    assert write_rgu(four, path, 2).entries == 12_990
    _, values = parts(path.read_bytes())
    assert values[603979776] == 33985 == round(65535 * 0.518572907495659)
    assert values[67108864] == values[33554432] == 65535
    write_rgu(four, path, 2, keys="java")
    _, values = parts(path.read_bytes())
    assert values[75497472] == 33985


@pytest.mark.parametrize(("keys", "limit"), [("python", 7), ("java", 2)])
def test_keys_are_the_references(four: Tablebase, tmp_path: Path, keys: str, limit: int) -> None:
    path = tmp_path / "t.rgu"
    write_rgu(four, path, 2, keys=keys)
    _, values = parts(path.read_bytes())
    table = read_rgu(path)
    for state, value in list(zip(table.states.tolist(), table.values.tolist(), strict=True))[::80]:
        key = reference.rgu_key(reference.from_word(state), limit)
        assert values[key] == round(65535 * value)


def test_the_header_has_no_spaces(four: Tablebase, tmp_path: Path) -> None:
    """The reader of game_of_ur looks for each key, a colon, and its value right after it."""
    path = tmp_path / "t.rgu"
    write_rgu(four, path, 2)
    content = path.read_bytes()
    (length,) = struct.unpack(">i", content[4:8])
    head = content[8 : 8 + length].decode()
    for key, value in {
        "value_type": '"percent16"', "board_shape": '"standard"', "paths": '"bell"',
        "dice": '"four_binary"', "start_pieces": "2", "safe_rosettes": "true",
        "rosettes_grant_rolls": "true", "captures_grant_rolls": "false",
    }.items():  # fmt: skip
        assert head.partition(f'"{key}":')[2].startswith(value)
    assert not any(character.isspace() for character in head)


@pytest.mark.parametrize("keys", ["python", "java"])
def test_a_file_is_asked_for_a_value(four: Tablebase, tmp_path: Path, keys: str) -> None:
    path = tmp_path / "t.rgu"
    write_rgu(four, path, 2, "f64", keys=keys)
    file = read_rgu(path)
    numbers = np.arange(0, size(pieces=2), 97, dtype=np.uint64)
    for state in unrank_many(numbers, pieces=2).tolist():
        position = Position(state)
        assert file.value(position) == four.value(position)
        assert file.value(position.mirror()) == four.value(position)
        assert file.value(position.with_roll(2).name) == four.value(position)
    won = Position(0x80 | 0x10)  # A is home; B has two pieces in hand
    assert (file.value(won), file.value(won.mirror())) == (four.value(won), four.value(won))
    with pytest.raises(TableReachError, match="of 2 pieces has no value of 0x000000000000003f"):
        file.value(0x3F)
    with pytest.raises(BadInputError, match="is for finkel"):
        file.value(start("blitz", 2))


def test_keys_that_do_not_ascend_are_damage(four: Tablebase, tmp_path: Path) -> None:
    path = tmp_path / "t.rgu"
    write_rgu(four, path, 1)
    content = bytearray(path.read_bytes())
    (length,) = struct.unpack(">i", content[4:8])
    first = slice(16 + length, 20 + length)
    second = slice(20 + length, 24 + length)
    content[first], content[second] = content[second], content[first]
    path.write_bytes(content)
    with pytest.raises(TableDamagedError, match="its keys do not ascend"):
        read_rgu(path)


def test_a_header_without_value_type_means_percent16(four: Tablebase, tmp_path: Path) -> None:
    """As RoyalUr-Python's own file has it."""
    path, bare = tmp_path / "t.rgu", tmp_path / "bare.rgu"
    write_rgu(four, path, 2)
    content = path.read_bytes()
    (length,) = struct.unpack(">i", content[4:8])
    metadata, _ = parts(content)
    del metadata["value_type"]
    head = json.dumps(metadata).encode()
    bare.write_bytes(b"RGU\0" + struct.pack(">i", len(head)) + head + content[8 + length :])
    found = read_rgu(bare)
    np.testing.assert_array_equal(found.values, read_rgu(path).values)
    assert (found.pieces, len(found.states)) == (2, 12_990)


def test_what_can_not_be(four: Tablebase, tmp_path: Path) -> None:
    path = tmp_path / "t.rgu"
    with pytest.raises(BadInputError, match="can't be read: No such file"):
        read_rgu(path)
    write_rgu(four, path, 1)
    good = path.read_bytes()
    listed = b"RGU\0" + struct.pack(">i", 2) + b"[]" + good[8:]
    write_rgu(four, path, 1, "f64")
    beyond = path.read_bytes()[:-8] + struct.pack(">d", 7.0)
    unknown = good.replace(b"percent16", b"percent17")
    for bad in (b"", b"PK\3\4", good[:-1], good[:20], unknown, listed, beyond):
        path.write_bytes(bad)
        with pytest.raises(TableDamagedError, match=r"not an \.rgu file"):
            read_rgu(path)
    settings = b'"captures_grant_rolls":false'
    for other in (b'"captures_grant_rolls": true', b'"captures_grant_rollz":false'):
        path.write_bytes(good.replace(settings, other))
        with pytest.raises(TableDamagedError, match="these are not the rules of finkel"):
            read_rgu(path)
    with pytest.raises(UnknownNameError, match="no value type 'u8'; there are percent16, f32, f64"):
        write_rgu(four, path, 1, "u8")
    with pytest.raises(UnknownNameError, match="no order of keys 'rust'; there are python, java"):
        write_rgu(four, path, 1, keys="rust")
    with pytest.raises(TableReachError):
        write_rgu(four, path, 5)
    blitz = solve("blitz", 1, path=tmp_path / "blitz")
    with pytest.raises(BadInputError, match="not for blitz"):
        write_rgu(blitz, path, 1)


@pytest.mark.parametrize("path", [7, b"t", "a\0b"])
def test_what_can_not_name_a_file_is_refused(four: Tablebase, path: Any) -> None:
    with pytest.raises(BadInputError, match="is not the name of a file"):
        read_rgu(path)
    with pytest.raises(BadInputError, match="is not the name of a file"):
        write_rgu(four, path, 1)
    with pytest.raises(BadInputError, match="is not the name of a file"):
        open_table("finkel", path)


def test_a_file_has_a_name(four: Tablebase) -> None:
    with pytest.raises(BadInputError, match="None is not the name of a file"):
        read_rgu(None)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="None is not the name of a file"):
        write_rgu(four, None, 1)  # type: ignore[arg-type]
