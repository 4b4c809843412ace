from collections.abc import Callable
from pathlib import Path

import pytest

from astragal.equity import preflop

from cli.conftest import Result
from engines import ByPickle

Run = Callable[..., Result]


def test_two_hands(astragal: Run) -> None:
    found = astragal("preflop", "AKs", "qq", "--json").json
    assert list(found) == [
        "game", "hand", "villain", "combos", "deals", "wins", "ties", "losses", "equity",
    ]  # fmt: skip
    assert (found["hand"], found["villain"]) == ("AKs", "QQ")
    assert found["deals"] == 24 * 1_712_304 == found["wins"] + found["ties"] + found["losses"]
    assert "46.0485%" in astragal("preflop", "AKs", "QQ").out


def test_one_hand(astragal: Run) -> None:
    found = astragal("preflop", "AA", "--game", "short", "--json").json
    assert (found["game"], found["hand"]) == ("short", "AA")
    equities = [one["equity"] for one in found["villains"]]
    assert len(equities) == 81
    assert equities == sorted(equities, reverse=True)
    assert found["random"]["deals"] == sum(one["deals"] for one in found["villains"])
    lines = astragal("preflop", "AA", "--game", "short").out.splitlines()
    assert sum("%" in line for line in lines) == 82


def test_the_whole_table(astragal: Run, tmp_path: Path) -> None:
    from pyarrow import parquet

    written = tmp_path / "short.parquet"
    options = ["preflop", "--game", "short"]
    found = astragal(*options, "--parquet", str(written), "--json").json
    assert (found["game"], found["hands"], found["deals"]) == ("short", 81, 71_172_319_680)
    assert [one["hand"] for one in found["random"]][:2] == ["AA", "KK"]
    rows = parquet.read_table(written).to_pylist()
    assert len(rows) == 81 * 81
    one = preflop("AKs", "QQ", game="short").to_dict()
    assert [row for row in rows if (row["hand"], row["villain"]) == ("AKs", "QQ")] == [
        {name: value for name, value in one.items() if name != "game"}
    ]
    assert not list((tmp_path / "home").rglob("*.checkpoint"))

    table = Path(found["table"])
    assert astragal(*options, "--threads", "1", "--json").json == found
    with table.open("r+b") as file:
        file.seek(5000)
        file.write(b"!")
    astragal(*options).assert_refused("damaged", "astragal preflop --rebuild --game short", code=3)
    assert astragal(*options, "--rebuild", "--json").json == found
    assert "the 10 best and the 10 worst" in astragal(*options).out


@pytest.mark.verify
def test_real_workers_make_the_same_table(astragal: Run) -> None:
    options = ["preflop", "--game", "short", "--rebuild", "--json"]
    assert astragal(*options, "--workers", "2").json == astragal(*options).json


def test_workers_make_the_same_table(astragal: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers are of this process."""
    asked = []

    def cluster(scheduler: str | None, *, workers: int | None) -> ByPickle:
        asked.append((scheduler, workers))
        return ByPickle()

    monkeypatch.setattr("astragal.jobs.DaskCluster", cluster)
    options = ["preflop", "--game", "short", "--rebuild", "--json"]
    assert astragal(*options, "--workers", "2").json == astragal(*options).json
    assert asked == [(None, 2)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["AK", "QQ"], "'AK' is two starting hands, AKs and AKo: say which"),
        (["AKs", "QQ", "--game", "omaha"], "omaha has hands of 4 cards"),
        (["AKs", "--game", "chess"], "no game 'chess'"),
        (["--parquet", "x.csv"], "'x.csv': the name of a Parquet file must end in .parquet"),
        (["AKs", "--parquet", "x.parquet"], "for the whole table, without AKs"),
        (["AKs", "--rebuild"], "for the whole table, without AKs"),
        (["--workers", "2", "--threads", "2"], "--threads and --workers: give only one"),
        (["--threads", "0"], "threads must be a whole number from 1 to 1,024"),
    ],
)
def test_bad_input(astragal: Run, arguments: list[str], words: str) -> None:
    astragal("preflop", *arguments).assert_refused(words)


def test_jam_or_fold(astragal: Run) -> None:
    command = ["pushfold", "8", "--game", "short", "--ante", "0.1"]
    first = astragal(*command, "--json")
    assert first.err.startswith("astragal: building the table of starting hands, once: ")
    assert first.err.count("\n") == 1
    found = first.json
    assert (found["stack"], found["ante"], found["game"]) == (8, 0.1, "short")
    assert len(found["jam"]) == len(found["call"]) == 81
    assert found["exploitability"] <= 1e-4
    assert "the big blind calls with" in astragal(*command).out
    assert astragal(*command).err == ""
    astragal("pushfold", "0.5").assert_refused("stack, in big blinds, must be a number", "not 0.5")
    astragal("pushfold", "9", "--payouts", "50;30").assert_refused("'50;30'", "50 30 20")


@pytest.mark.parametrize("game", ["short", pytest.param("holdem", marks=pytest.mark.verify)])
def test_several_stacks_and_prizes_are_typed_with_spaces_or_commas(
    astragal: Run, game: str
) -> None:
    command = ["pushfold", "10", "--game", game, "--json", "--others"]
    typed = astragal(*command, "10", "10", "--payouts", "50", "30", "20").json
    assert typed == astragal(*command, "10,10", "--payouts", "50,30,20").json
    assert (typed["others"], typed["payouts"]) == ([10.0, 10.0], [50.0, 30.0, 20.0])
