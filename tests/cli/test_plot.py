import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Result
from plots.conftest import texts

Run = Callable[..., Result]


@pytest.mark.parametrize("command", ["pushfold", "preflop"])
def test_a_file_that_is_no_picture_is_refused(command: str, astragal: Run, tmp_path: Path) -> None:
    astragal("plot", command, str(tmp_path / "a.pdf")).assert_refused("a.pdf", ".png or .svg")


def test_people_are_told_where_the_picture_is(astragal: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    result = astragal("plot", "preflop", str(file), "--versus", "AA", "--game", "short")
    assert (result.code, result.out) == (0, f"{file}\n")
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_missing_table_is_said_with_how_to_solve_it(astragal: Run, tmp_path: Path) -> None:
    result = astragal("plot", "ur-solve", str(tmp_path / "a.svg"), "--rules", "blitz")
    result.assert_refused("no such table", "astragal ur solve --rules blitz", code=3)
    assert not (tmp_path / "a.svg").exists()


def test_ur(astragal: Run, tmp_path: Path) -> None:
    assert astragal("ur", "solve", "--pieces", "2").code == 0
    told = astragal("plot", "ur-solve", str(tmp_path / "b.png"), "--json").json["numbers"]
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")
    assert [(one["mine"], one["theirs"]) for one in told["layers"]] == [(1, 1), (2, 1), (2, 2)]
    info = astragal("ur", "info", "--json").json
    assert max(one["stored"] for one in told["layers"]) == info["residual"]


def test_preflop_against_a_hand(astragal: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    result = astragal("plot", "preflop", str(file), "--versus", "QQ", "--json")
    assert result.code == 0, result.err
    numbers = result.json["numbers"]
    assert numbers["game"] == "holdem"
    found = {one["hand"]: one for one in numbers["match_ups"]}
    assert len(found) == 169
    expected = astragal("preflop", "AKs", "QQ", "--json").json
    assert found["AKs"] == expected
    assert f"{100 * expected['equity']:.1f}" in texts(file)
    both = astragal("plot", "preflop", str(file), "--versus", "QQ", "--all")
    both.assert_refused("--versus QQ and --all")
    astragal("plot", "preflop", str(file), "--versus", "Q").assert_refused("'Q'")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_what_is_no_file_is_refused_before_the_work(astragal: Run, tmp_path: Path) -> None:
    folder, pipe = tmp_path / "a.svg", tmp_path / "b.svg"
    folder.mkdir()
    os.mkfifo(pipe)
    astragal("plot", "pushfold", str(folder), "10").assert_refused("'", "is a folder")
    astragal("plot", "pushfold", str(pipe), "10").assert_refused("can't be written")
