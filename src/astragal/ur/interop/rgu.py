"""RoyalUr's table files, `.rgu`, for Finkel's rules.

    "RGU" 0 | length, JSON metadata | number of maps | entries of each | keys | values

All numbers are big-endian. Keys ascend; values are `percent16` (65535 is a win), f32 or f64. A map
has the positions with light to move, and those that light has won.

A key, from the top: light in hand (3 bits), dark in hand (3), light's private squares (6), the
shared squares, dark's private squares (6). The shared squares are a number in base 3, the first the
highest digit, 0 empty, 1 dark, 2 light. A key stores its rank among the numbers in which
neither side has more pieces than a limit, in as many bits as the ranks need. RoyalUr-Python's limit
is always seven (13 bits); RoyalUr-Java's is the number of pieces of the game (10 bits for two).
With seven pieces they agree. Both are read: the key of the first position tells them apart.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_name
from astragal._results import Result
from astragal.errors import BadInputError, TableDamagedError, TableError, TableReachError, quoted
from astragal.layout import Field, Layout
from astragal.store.files import check_file, read_path, require_regular
from astragal.store.replace import whole_file
from astragal.ur.evaluation import Chance
from astragal.ur.interop.export import Export
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import Side
from astragal.ur.position import AnyPosition, read_position, start
from astragal.ur.ranking import size, unrank_many
from astragal.ur.rules import FINKEL, MAX_PIECES
from astragal.ur.squares import SQUARES
from astragal.ur.states import States
from astragal.ur.study.rows import game_pieces
from astragal.ur.tablebase import Tablebase, open_table, require_table

MAGIC = b"RGU\0"
VALUE_TYPES: dict[str, str] = {"percent16": ">u2", "f32": ">f4", "f64": ">f8"}

ROUNDING = {"percent16": 0.5 / 65535, "f32": 2.0**-25, "f64": 2.0**-54}
"""How far each of them is from a value at most."""

# Private and shared squares, by their places among the squares of a state.
LIGHT, SHARED, DARK = (
    [place for place, square in enumerate(SQUARES) if square[0] == row] for row in "ABC"
)
POWERS = 3 ** np.arange(len(SHARED))[::-1]
AT_ONCE = 1 << 20  # positions whose fields are unpacked together

KEYS = ("python", "java")
"""Whose keys a file has: those of RoyalUr-Python or of RoyalUr-Java."""

_INT = struct.Struct(">i")
_UNROLLED = ~(UR_STATE.field("roll").mask | UR_STATE.field("extra").mask)


@dataclass(frozen=True)
class RguTable:
    """The content of an `.rgu` file: states with light (A) to move, and light's chance in each."""

    pieces: int
    metadata: dict[str, Any]
    states: States
    values: NDArray[np.float64]
    _keys: NDArray[np.uint32]
    """Ascending."""
    _limit: int

    def value(self, position: AnyPosition) -> Chance:
        """Return the chance that the side to move wins, before the roll, as the file has it.

        >>> import tempfile
        >>> from astragal.ur import solve, write_rgu
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     table = solve(pieces=1, path=f"{folder}/one.table")
        ...     _ = write_rgu(table, f"{folder}/one.rgu")
        ...     file = read_rgu(f"{folder}/one.rgu")
        >>> round(file.value(start(pieces=1)), 4)
        0.5301
        """
        asked = read_position(position, FINKEL)
        if asked.rules.parameters != FINKEL.parameters:
            raise BadInputError(
                f"an .rgu file is for finkel, and {quoted(asked)} is for other rules"
            )
        if asked.winner is not None:
            return float(asked.winner == asked.turn)
        light = asked if asked.turn == Side.A else asked.mirror()
        state = np.array([light.state & _UNROLLED], np.uint64)
        if asked.pieces == self.pieces:
            key = _keys_of(state, self._limit)[0]
            place = int(np.searchsorted(self._keys, key))
            if place < len(self._keys) and self._keys[place] == key:
                return float(self.values[place])
        raise TableReachError(f"the .rgu file of {self.pieces} pieces has no value of {asked.name}")

    def compare(self) -> RguComparison:
        """Compare the values with our table, if our table has all positions of the file."""
        try:
            table = open_table(FINKEL)
            ours = table.value_many(self.states)
        except TableError as error:
            return RguComparison(self.pieces, len(self.states), not_compared=str(error))
        apart = np.abs(ours - self.values)
        worst = int(apart.argmax())
        value_type = self.metadata.get("value_type", "percent16")
        return RguComparison(
            self.pieces,
            len(self.states),
            greatest_difference=float(apart[worst]),
            state=UR_STATE.hex(int(self.states[worst])),
            value_type=value_type,
            rounding=ROUNDING[value_type],
            our_error=table.error,
        )


class RguComparisonJson(TypedDict):
    """How far the values of an .rgu file are from ours."""

    pieces: int
    entries: int
    sound: bool
    """Whether rounding and the error of our table explain every difference."""
    greatest_difference: float | None
    """Null if there is no table of ours to compare with."""
    state: str | None
    """A state with that difference."""
    value_type: str | None
    """How the file stores a value: percent16, f32 or f64."""
    rounding: float | None
    """The greatest rounding error of a value of that type."""
    our_error: float | None
    """A bound on the error of our values."""
    not_compared: str | None
    """The reason why the values were not compared."""


@dataclass(frozen=True, slots=True)
class RguComparison(Result):
    """How far the values of a file are from ours, or why they were not compared."""

    pieces: int
    entries: int
    greatest_difference: float | None = None
    state: str | None = None
    """A state with that difference."""
    value_type: str | None = None
    rounding: float | None = None
    """The greatest rounding error of a value of that type."""
    our_error: float | None = None
    """Bound on the error of our values."""
    not_compared: str | None = None

    @property
    def sound(self) -> bool:
        """Whether no difference is greater than rounding and the error of ours explain."""
        if self.greatest_difference is None or self.rounding is None or self.our_error is None:
            return True
        return self.greatest_difference <= self.rounding + self.our_error

    def to_dict(self) -> RguComparisonJson:
        """Return the game, the greatest difference, and its explanation."""
        return {
            "pieces": self.pieces,
            "entries": self.entries,
            "sound": self.sound,
            "greatest_difference": self.greatest_difference,
            "state": self.state,
            "value_type": self.value_type,
            "rounding": self.rounding,
            "our_error": self.our_error,
            "not_compared": self.not_compared,
        }

    def __str__(self) -> str:
        lines = [f"pieces: {self.pieces}", f"entries: {self.entries}"]
        if self.greatest_difference is None:
            lines.append(f"not compared: {self.not_compared}")
        else:
            lines.append(
                f"greatest difference: {self.greatest_difference:.2g} (the file rounds its values "
                f"by up to {self.rounding:.2g}: {self.value_type}; the error of ours is at most "
                f"{self.our_error:.2g})"
            )
        if not self.sound:
            lines.append(f"so values of the file are wrong, for example of {self.state}")
        return "\n".join(lines)


def read_rgu(path: str | PathLike[str]) -> RguTable:
    """Read an `.rgu` file of Finkel's rules."""
    try:
        path = read_path(path)
        require_regular(path)
        content = path.read_bytes()
    except OSError as error:
        raise BadInputError(f"{quoted(str(path))} can't be read: {error.strerror}") from error
    try:
        metadata, keys, values = _parts(content)
        if not len(keys):
            raise ValueError("it has no entries")
        pieces = metadata["game_settings"]["start_pieces"]
        if not isinstance(pieces, int) or not 1 <= pieces <= FINKEL.pieces:
            raise ValueError(f"{quoted(pieces)} pieces")
        finkel = _settings(pieces)
        for name, value in metadata["game_settings"].items():
            if name not in finkel or value != finkel[name]:
                raise ValueError(f"{name} is {quoted(value)}: these are not the rules of finkel")
        if not (keys[1:] > keys[:-1]).all():
            raise ValueError("its keys do not ascend")
        limit = _limit_of(keys, pieces)
        return RguTable(pieces, metadata, _states_of(keys, pieces, limit), values, keys, limit)
    except (ValueError, KeyError, TypeError, RecursionError, struct.error) as flaw:
        raise TableDamagedError(f"{path}: not an .rgu file that can be read: {flaw}") from None


def write_rgu(
    table: Tablebase,
    path: str | PathLike[str],
    pieces: int | None = None,
    value_type: str = "percent16",
    *,
    keys: str = "python",
) -> Export:
    """Write the values of a Finkel table as an `.rgu` file.

    RoyalUr-Python reads `percent16` only. `keys="java"` is for RoyalUr-Java; with seven pieces both
    read the same.
    """
    require_table(table)
    if table.rules.parameters != FINKEL.parameters:
        raise BadInputError(f"an .rgu file can be written for finkel, not for {table.rules.name}")
    require_name(value_type, VALUE_TYPES, "value type")
    require_name(keys, KEYS, "order of keys")
    pieces = game_pieces(table, pieces)
    check_file(path)
    running = unrank_many(np.arange(size(FINKEL, pieces), dtype=np.uint64), FINKEL, pieces)
    states = np.concatenate([running, _won(running, pieces)])
    packed = _keys_of(states, MAX_PIECES if keys == "python" else pieces)
    order = np.argsort(packed)
    values = table.value_many(states)[order]
    if value_type == "percent16":
        values = np.rint(values * 65535)
    about = {"author": "astragal", "value_type": value_type, "game_settings": _settings(pieces)}
    head = json.dumps(about, separators=(",", ":")).encode()  # game_of_ur refuses spaces
    with whole_file(path) as file:
        file.write(MAGIC + _INT.pack(len(head)) + head + _INT.pack(1) + _INT.pack(len(packed)))
        file.write(packed[order].astype(">u4").tobytes())
        file.write(values.astype(VALUE_TYPES[value_type]).tobytes())
    return Export(str(path), FINKEL.name, pieces, len(packed))


def _parts(content: bytes) -> tuple[dict[str, Any], NDArray[np.uint32], NDArray[np.float64]]:
    if not content.startswith(MAGIC):
        raise ValueError(f"it starts with {quoted(content[:4])}, not {quoted(MAGIC)}")
    (length,) = _INT.unpack_from(content, 4)
    metadata = json.loads(content[8 : 8 + length])
    if not isinstance(metadata, dict):
        raise ValueError(f"its metadata is {metadata!r:.40}, not an object")
    at = 8 + length
    (maps,) = _INT.unpack_from(content, at)
    counts = struct.unpack_from(f">{maps}i", content, at + 4)
    at += 4 + 4 * maps
    total = sum(counts)
    dtype = np.dtype(VALUE_TYPES[metadata.get("value_type", "percent16")])
    if len(content) != at + total * (4 + dtype.itemsize):
        raise ValueError(f"{total} entries don't fit its {len(content)} bytes")
    keys = np.frombuffer(content, ">u4", total, at).astype(np.uint32)
    stored = np.frombuffer(content, dtype, total, at + 4 * total).astype(np.float64)
    values = stored / 65535 if dtype.kind == "u" else stored
    if not ((values >= 0) & (values <= 1)).all():  # refuses NaN too
        raise ValueError("a value is not from 0 to 1")
    return metadata, keys, values


def _limit_of(keys: NDArray[np.uint32], pieces: int) -> int:
    """Return how many pieces of a side the ranks of the shared squares allow for."""
    first = np.array([start(FINKEL, pieces).state], np.uint64)
    for limit in (MAX_PIECES, pieces):
        if np.isin(_keys_of(first, limit), keys).all():
            return limit
    raise ValueError(f"no key of the first position of a game of {pieces} pieces")


def _shared_numbers(limit: int) -> NDArray[np.int64]:
    """Return the possible contents of the shared squares, ascending as numbers in base 3."""
    fits = (
        content.count(1) <= limit and content.count(2) <= limit
        for content in product(range(3), repeat=len(SHARED))
    )
    return np.flatnonzero(np.fromiter(fits, np.bool_))


def _key_layout(limit: int) -> Layout:
    """Return the layout of a key; the width of its field `shared` depends on the limit."""
    width = int(len(_shared_numbers(limit)) - 1).bit_length()
    fields = (
        Field("dark", 0, 1, count=6),
        Field("shared", 6, width),
        Field("light", 6 + width, 1, count=6),
        Field("dark_hand", 12 + width, 3),
        Field("light_hand", 15 + width, 3),
    )
    return Layout("rgu-key", 32, fields)


def _in_parts(convert: Callable[[NDArray[Any]], NDArray[Any]], words: NDArray[Any]) -> NDArray[Any]:
    parts = np.array_split(words, 1 + len(words) // AT_ONCE)
    return np.concatenate([convert(part) for part in parts])


def _keys_of(states: States, limit: int) -> NDArray[np.uint32]:
    layout, numbers = _key_layout(limit), _shared_numbers(limit)

    def convert(words: States) -> NDArray[np.uint32]:
        state = UR_STATE.unpack_many(words)
        squares = state["square"]
        number = POWERS @ ((3 - squares[SHARED].astype(np.int64)) % 3)
        return layout.pack_many(
            light_hand=state["a_hand"].astype(np.uint32),
            dark_hand=state["b_hand"].astype(np.uint32),
            light=(squares[LIGHT] == 1).astype(np.uint32),
            dark=(squares[DARK] == 2).astype(np.uint32),
            shared=np.searchsorted(numbers, number).astype(np.uint32),
        ).astype(np.uint32)

    return _in_parts(convert, states)


def _states_of(keys: NDArray[np.uint32], pieces: int, limit: int) -> States:
    layout, numbers = _key_layout(limit), _shared_numbers(limit)

    def convert(words: NDArray[np.uint32]) -> States:
        key = layout.unpack_many(words)
        ranks = key["shared"].astype(np.int64)
        if ranks.max(initial=0) >= len(numbers):
            raise ValueError(f"key {words[ranks.argmax()]:#x} has impossible shared squares")
        squares = np.zeros((len(SQUARES), len(words)), np.uint64)
        squares[LIGHT], squares[DARK] = key["light"], 2 * key["dark"]
        squares[SHARED] = (3 - numbers[ranks] // POWERS[:, None] % 3) % 3
        hands = [key[name].astype(np.uint64) for name in ("light_hand", "dark_hand")]
        done = [
            np.uint64(pieces) - hand - (squares == side).sum(axis=0, dtype=np.uint64)
            for side, hand in enumerate(hands, 1)
        ]
        if np.max(done, initial=0) > pieces:
            raise ValueError("a key has more pieces than the game")
        return UR_STATE.pack_many(
            a_hand=hands[0], b_hand=hands[1], a_done=done[0], b_done=done[1], square=squares
        ).astype(np.uint64)

    return _in_parts(convert, keys)


def _won(running: States, pieces: int) -> States:
    """Return the states that light has won, from all those in which neither side has."""
    # Dark's part of the positions in which light's last piece is in hand and all others are home.
    light = np.uint64(UR_STATE.pack(a_hand=7, a_done=7, square=dict.fromkeys(SQUARES, 1)))
    lonely = np.uint64(UR_STATE.pack(a_hand=1, a_done=pieces - 1))
    alone = running[(running & light) == lonely]
    return np.asarray(alone - lonely + np.uint64(UR_STATE.pack(a_done=pieces)))


def _settings(pieces: int) -> dict[str, Any]:
    """Return Finkel's rules as RoyalUr names them."""
    return {
        "board_shape": "standard",
        "paths": "bell",
        "dice": "four_binary",
        "start_pieces": pieces,
        "safe_rosettes": True,
        "rosettes_grant_rolls": True,
        "captures_grant_rolls": False,
    }
