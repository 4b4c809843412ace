"""`astragal asia table` as a user meets it: slices, look-ups, interruptions, damage."""

from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from astragal.cards import cards_text
from astragal.setting.classes import suit_class_hands

from cli.conftest import Result

Run = Callable[..., Result]


def name_of_class(number: int) -> str:
    return cards_text(int(suit_class_hands(range(number, number + 1))[0][0]))


@pytest.mark.parametrize(
    ("game", "names", "switch"),
    [
        ("asia", ("push", "standard"), "copies=dealer"),
        ("paigow", ("casino", "foxwoods"), "banker=player"),
    ],
)
def test_slices_add_up_and_best_looks_them_up(
    astragal: Run, tmp_path: Path, game: str, names: tuple[str, str], switch: str
) -> None:
    hand = name_of_class(1_010)
    counted = astragal(game, "best", hand, "--json").json
    parquet = tmp_path / "t.parquet"
    first = astragal(game, "table", "--classes", "1000:1020", "--json").json
    assert (first["rules"]["name"], first["dealer"]) == names
    assert (first["classes"], first["rows"], first["complete"]) == ([[1000, 1020]], 20, False)
    both = astragal(
        game, "table", "--classes", "1015:1040", "--threads", "1", "--parquet", str(parquet),
        "--json",
    ).json  # fmt: skip
    assert (both["path"], both["classes"]) == (first["path"], [[1000, 1040]])
    assert both["parquet"] == str(parquet)
    assert len(pq.read_table(parquet)) == both["rows"] == 40
    assert both["deals"] == both["hands"] * 53_524_680
    assert both["wins"] >= both["house"]["wins"]
    paid = 1 if game == "asia" else 0.95
    assert both["edge"] == pytest.approx((both["losses"] - paid * both["wins"]) / both["deals"])

    looked_up = astragal(game, "best", hand, "--top", "1", "--json").json
    assert looked_up["method"] == "table"
    assert counted["method"] == "exact"
    expected = counted | {"method": "table", "settings": counted["settings"][:1]}
    assert looked_up == expected
    # All settings, dead cards, and other rules are counted, table or not.
    for others in (["--top", "2"], ["--top", "1", "--dead", "2c"], ["--top", "1", "--rule",
                   switch]):  # fmt: skip
        assert astragal(game, "best", hand, *others, "--json").json["method"] == "exact"
    assert astragal(game, "best", name_of_class(1_040), "--top", "1", "--json").json["method"] == (
        "exact"
    )
    plain = astragal(game, "table", "--classes", "1000:1040").out
    assert "40 of 6,972,147 suit classes: 1000:1040" in plain


def test_a_damaged_table_is_refused(astragal: Run, tmp_path: Path) -> None:
    path = Path(astragal("asia", "table", "--classes", "0:5", "--json").json["path"])
    content = bytearray(path.read_bytes())
    content[5_000] ^= 0x10
    path.write_bytes(content)
    hand = name_of_class(3)
    for command in (["best", hand, "--top", "1"], ["table", "--classes", "0:5"]):
        refused = astragal("asia", *command)
        refused.assert_refused("damaged", "astragal asia table --rebuild", code=3)
    assert astragal("asia", "best", hand, "--json").code == 0
    assert astragal("asia", "table", "--classes", "0:5", "--rebuild", "--json").code == 0
    assert astragal("asia", "best", hand, "--top", "1").code == 0


def test_bad_input(astragal: Run, tmp_path: Path) -> None:
    table = ("asia", "table", "--classes")
    astragal(*table, "12").assert_refused("'12' is not a slice", "1000:2000")
    astragal(*table, "20:10").assert_refused("no classes 20:10", "0:6972147")
    astragal(*table, "0:7000000").assert_refused("no classes 0:7000000")
    astragal(*table, "0:5", "--parquet", str(tmp_path / "t.csv")).assert_refused(".parquet")
    astragal(*table, "0:5", "--threads", "2", "--workers", "2").assert_refused(
        "--threads and --workers"
    )
    astragal(*table, "0:5", "--dealer", "macau").assert_refused("no house way 'macau'")
    assert list(tmp_path.rglob("asia-table*")) == []


def test_the_costs_of_rules_need_the_table_of_the_dealer(astragal: Run) -> None:
    missing = astragal("asia", "way", "costs", "standard")
    assert missing.code == 3
    assert "to make it: astragal asia table --rules push --dealer standard" in missing.err
    astragal("asia", "table", "--classes", "1000:1010", "--objective", "ev")
    partial = astragal("asia", "way", "costs", "standard", "--json")
    assert partial.code == 3
    assert "does not cover the suit classes 0 to 6972146" in partial.err
    astragal("paigow", "way", "costs", "points").assert_refused("has points, not rules")
    astragal("paigow", "way", "costs", "x.toml").assert_refused("'x.toml' can't be read")
    astragal("paigow", "way", "costs", "lexicographic").assert_refused("no strategy card")
