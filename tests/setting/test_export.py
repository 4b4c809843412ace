"""The table as Parquet, read back by pyarrow."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from astragal.asia import (
    PROFILES,
    build_table,
    export_table,
    find_way,
    rank,
    suit_class_hands,
    suit_class_of,
)
from astragal.cards import card_ids, card_set

CASINO = PROFILES["casino"]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    way = find_way("balanced", CASINO)
    for classes in (range(300, 340), range(6_900_000, 6_900_030)):
        found = build_table(CASINO, way, classes, folder=folder)
    export_table(found, folder / "t.parquet")
    return folder / "t.parquet"


def test_every_line_is_an_exact_answer(exported: Path) -> None:
    lines = pq.read_table(exported).to_pylist()
    assert [line["class"] for line in lines] == [*range(300, 340), *range(6_900_000, 6_900_030)]
    way = find_way("balanced", CASINO)
    for line in lines:
        hand = card_set(line["hand"], deck=53, count=7)
        assert suit_class_of(hand) == line["class"]
        assert line["weight"] == suit_class_hands(range(line["class"], line["class"] + 1))[1][0]
        ids = card_ids(line["hand"], deck=53)
        assert ids == sorted(ids, reverse=True)
        answer = rank(hand, CASINO, way)
        for whose, row in (("", answer.best), ("house_", answer.house)):
            cards = " / ".join(line[f"{whose}{name}"] for name in ("high", "medium", "low"))
            counts = [line[f"{whose}{name}"] for name in ("wins", "losses", "pushes")]
            assert cards == str(row.setting)
            assert counts == [row.wins, row.losses, row.pushes]


def test_the_file_says_what_it_is(exported: Path) -> None:
    schema = pq.read_schema(exported)
    about = {key.decode(): json.loads(value) for key, value in schema.metadata.items()}
    way = find_way("balanced", CASINO)
    assert about["astragal.rules"] == "casino"
    assert about["astragal.switches"] == {
        "quads_over_straight_flush": True, "copies": "dealer", "wheel": "lowest",
        "strict_order": False,
    }  # fmt: skip
    assert about["astragal.dealer"] == "balanced"
    assert about["astragal.dealer_fingerprint"] == way.fingerprint
    assert about["astragal.classes"] == [[300, 340], [6_900_000, 6_900_030]]
    assert about["astragal.complete"] is False
    assert about["astragal.dealer_hands"] == 53_524_680
    assert set(about["astragal.columns"]) == {
        "class", "hand", "weight", "high, medium, low", "wins, losses, pushes", "house_*",
    }  # fmt: skip
    assert [schema.field(name).type for name in ("class", "hand", "weight", "wins")] == [
        "uint32", "string", "uint8", "uint32",
    ]  # fmt: skip
