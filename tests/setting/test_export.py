"""The table as Parquet, read back by pyarrow."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from astragal import asia, paigow, setting
from astragal.cards import card_ids, card_set
from astragal.setting import export_table, suit_class_of
from astragal.setting.classes import suit_class_hands

GAMES = [asia.Game("casino", dealer="balanced"), paigow.Game()]


@pytest.fixture(scope="module", params=GAMES, ids=repr)
def game(request: pytest.FixtureRequest) -> setting.Game:
    chosen: setting.Game = request.param
    return chosen


@pytest.fixture(scope="module")
def exported(game: setting.Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    for classes in (range(300, 340), range(6_900_000, 6_900_030)):
        table = game.build_table(classes, folder=folder)
    export_table(table, folder / "t.parquet")
    return folder / "t.parquet"


def test_every_line_is_an_exact_answer(game: setting.Game, exported: Path) -> None:
    lines = pq.read_table(exported).to_pylist()
    assert [line["class"] for line in lines] == [*range(300, 340), *range(6_900_000, 6_900_030)]
    for line in lines:
        hand = card_set(line["hand"], deck=53, count=7)
        assert suit_class_of(hand) == line["class"]
        assert line["weight"] == suit_class_hands(range(line["class"], line["class"] + 1))[1][0]
        ids = card_ids(line["hand"], deck=53)
        assert ids == sorted(ids, reverse=True)
        answer = game.rank(hand)
        for whose, row in (("", answer.best), ("house_", answer.house)):
            cards = " / ".join(line[f"{whose}{name}"] for name in game.rules.hands)
            counts = [line[f"{whose}{name}"] for name in ("wins", "losses", "pushes")]
            assert cards == str(row.setting)
            assert counts == [row.wins, row.losses, row.pushes]


def test_the_file_says_what_it_is(game: setting.Game, exported: Path) -> None:
    schema = pq.read_schema(exported)
    about = {key.decode(): json.loads(value) for key, value in schema.metadata.items()}
    assert about["astragal.rules"] == "casino"
    if game.rules.game == "asia":
        assert about["astragal.switches"] == {
            "quads_over_straight_flush": True, "copies": "dealer", "wheel": "lowest",
            "strict_order": False,
        }  # fmt: skip
    assert about["astragal.dealer"] == game.dealer.name
    assert about["astragal.dealer_fingerprint"] == game.dealer.fingerprint
    assert about["astragal.classes"] == [[300, 340], [6_900_000, 6_900_030]]
    assert about["astragal.complete"] is False
    assert about["astragal.dealer_hands"] == 53_524_680
    assert set(about["astragal.columns"]) == {
        "class", "hand", "weight", "high, medium, low", "wins, losses, pushes", "house_*",
    }  # fmt: skip
    assert [schema.field(name).type for name in ("class", "hand", "weight", "wins")] == [
        "uint32", "string", "uint8", "uint32",
    ]  # fmt: skip
