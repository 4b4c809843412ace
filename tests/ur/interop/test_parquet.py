"""The solution as Parquet, read back by pyarrow and compared with the reference's moves."""

import json
import re
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from astragal.errors import BadInputError, TableReachError
from astragal.ur import Tablebase, export_table, size, unrank_many
from astragal.ur.interop.parquet import PASS
from astragal.ur.squares import HAND, NUMBERS, OFF

from reference import ur as reference


def test_every_position_has_its_value_and_its_best_moves(four: Tablebase, tmp_path: Path) -> None:
    path = tmp_path / "two.parquet"
    written = export_table(four, path, 2)
    assert (written.rules, written.pieces, written.entries) == ("finkel", 2, size(pieces=2))
    found = pq.read_table(path)
    assert json.loads(found.schema.metadata[b"astragal.pieces"]) == 2
    columns = found.to_pydict()
    numbers = np.arange(size(pieces=2), dtype=np.uint64)
    assert columns["state"] == unrank_many(numbers, pieces=2).tolist()
    game = reference.GAMES["finkel"]
    for row in range(0, len(columns["state"]), 17):
        position = reference.from_word(columns["state"][row])
        mean = 0.0
        for roll, chance in game.dice.items():
            values: dict[tuple[int, int], float] = {}
            for (source, target), after in reference.moves(game, position, roll).items():
                value = four.value(reference.to_word(after))
                places = (
                    NUMBERS[HAND] if source == "hand" else int(source),
                    NUMBERS[OFF] if target == "off" else int(target),
                )
                values[places] = value if after.turn == position.turn else 1 - value
            if not values:
                passed = reference.to_word(reference.passed(position))
                values[PASS, PASS] = 1 - four.value(passed)
            best = columns[f"win_{roll}"][row]
            assert best == max(values.values())
            if roll:
                move = columns[f"from_{roll}"][row], columns[f"to_{roll}"][row]
                assert values[move] == best
            mean += float(chance) * best
        assert columns["win"][row] == pytest.approx(mean, abs=1e-12)


def test_the_file_explains_its_numbers(four: Tablebase, tmp_path: Path) -> None:
    path = tmp_path / "one.parquet"
    export_table(four, path, 1)
    schema = pq.read_schema(path)
    meanings = json.loads(schema.metadata[b"astragal.columns"])
    assert {re.sub(r"_\d", "_N", name) for name in schema.names} == meanings.keys()
    text = meanings["from_N"] + meanings["to_N"]
    for name, number in NUMBERS.items():
        if name[1:] in ("1", "8"):
            assert re.search(rf"\b{number}\b", text)
            assert re.search(rf"\b{name}\b", text)
    assert f"{NUMBERS[HAND]} is the hand" in text
    assert f"{NUMBERS[OFF]} is off the board, {PASS} a pass" in text


def test_what_can_not_be(four: Tablebase, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"\.parquet"):
        export_table(four, tmp_path / "two.csv")
    with pytest.raises(TableReachError):
        export_table(four, tmp_path / "five.parquet", 5)
