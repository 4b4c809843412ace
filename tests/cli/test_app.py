import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import typer.main

import astragal as package
from astragal import cli
from astragal.cli.app import app

from cli.conftest import Result

Run = Callable[..., Result]


def test_version(astragal: Run) -> None:
    result = astragal("--version")
    assert (result.code, result.out) == (0, f"astragal {package.__version__}\n")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_names_the_rooms(astragal: Run, arguments: tuple[str, ...]) -> None:
    result = astragal(*arguments)
    assert result.code == 0
    assert "layout" in result.out


@pytest.mark.parametrize("group", [["asia"], ["layout"], ["ur", "analyse"]])
def test_a_group_without_a_command_shows_its_help(astragal: Run, group: list[str]) -> None:
    result = astragal(*group)
    assert (result.code, result.err) == (0, "")
    assert result.out == astragal(*group, "--help").out


def test_every_command_has_the_short_help_option(astragal: Run) -> None:
    result = astragal("layout", "decode", "-h")
    assert result.code == 0
    assert "WORD" in result.out


def test_without_the_extra_it_is_named(astragal: Run) -> None:
    astragal("layout", "list", without=("typer",)).assert_refused(
        "the command line needs typer, which is not installed", "pip install 'astragal[cli]'"
    )


def test_the_module_is_the_program() -> None:
    command = [sys.executable, "-m", "astragal", "--version"]
    assert subprocess.check_output(command, text=True) == f"astragal {package.__version__}\n"


def test_usage_errors_are_one_line(astragal: Run) -> None:
    astragal("nothing").assert_refused("nothing")
    astragal("--nothing").assert_refused("--nothing")
    astragal("layout", "decode", "pokerval").assert_refused("WORD")


def test_the_manual_page_has_every_command_and_is_good_roff(astragal: Run) -> None:
    page = astragal("man").out
    assert page.startswith(f'.TH ASTRAGAL 1 "" "astragal {package.__version__}"\n.SH NAME\n')
    shown = [line for line in page.splitlines() if line.startswith(".SS astragal ")]
    assert any(line.startswith(".SS astragal asia way show ") for line in shown)
    assert len(shown) > 40
    assert "one of finkel, blitz, masters" in page
    if groff := shutil.which("groff"):
        command = [groff, "-man", "-ww", "-Tutf8", "-K", "utf8"]
        done = subprocess.run(command, input=page.encode(), capture_output=True, check=True)
        assert done.stderr == b""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["equity", "AA", "KK", "--deals", "x"], "'--deals': 'x' is not an integer"),
        (["equity", "AA", "KK", "--until", "1.2.3"], "'--until': '1.2.3' is not a number"),
        (["ur", "show", "--pieces", "9" * 5000], "'--pieces': '9999999999999999999"),
        (["ur", "show", "--pieces", "9" * 5000], "9 ... 99999999' has too many digits"),
        (["pushfold", "-12.5"], "'-12.5': no argument is negative. STACK: The small blind's"),
        (["asia", "edge", "-.5"], "'-.5': no argument is negative."),
        (["asia", "distil", "--rules", "0"], "'--rules': '0' is less than 1"),
        (["asia", "distil", "--points", "44"], "'--points': '44' is more than 43"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_wrong_number_is_quoted(astragal: Run, arguments: list[str], words: str) -> None:
    astragal(*arguments).assert_refused(words)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["asia", "deal", "--profile", "Casino"], "casino"),
        (["asia", "deal", "--dealer", "standrad"], "standard"),
        (["equity", "AA", "KK", "--game", "Hold'em"], "holdem"),
        (["ur", "show", "--rules", "FINKEL"], "finkel"),
        (["ur", "analyse", "mistakes", "--habit", "Greedy"], "greedy"),
    ],
)
def test_a_name_that_is_nearly_right(astragal: Run, arguments: list[str], meant: str) -> None:
    astragal(*arguments).assert_refused(f"{arguments[-1]}", f"; did you mean {meant}?\n")


def test_completion_can_be_shown(astragal: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("bash", "/bin/bash"))
    result = astragal("--show-completion")
    assert result.code == 0
    assert "_ASTRAGAL_COMPLETE" in result.out


def test_an_interrupt_is_130_and_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("astragal.layout.find_layout", interrupt)
    with pytest.raises(SystemExit) as stop:
        cli.main(["layout", "show", "pokerval"])
    assert stop.value.code == 130
    assert capsys.readouterr().err == "astragal: interrupted\n"


def test_a_defect_is_not_dressed_up_as_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("astragal.layout.find_layout", fail)
    with pytest.raises(ZeroDivisionError):
        cli.main(["layout", "show", "pokerval"])


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


COMMANDS = [*commands(typer.main.get_command(app))]


@pytest.mark.parametrize("group", sorted({path[:-1] for path in COMMANDS}), ids=" ".join)
def test_the_summary_of_every_command_fits(astragal: Run, group: tuple[str, ...]) -> None:
    listed = astragal(*group, "--help").out.split("Commands:\n")[1]
    assert "..." not in listed


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["made"], "--board"),
        (["standing"], "--board"),
        (["asia", "table"], "suit classes. [all]"),
        (["asia", "best"], "may be repeated"),
        (["range"], "astragal, pio,"),
        (["equity"], "rounded up to a multiple of 65,536"),
    ],
)
def test_help_says(astragal: Run, command: list[str], text: str) -> None:
    options = astragal(*command, "--help").out.split("Options:\n")[1]
    assert text in " ".join(options.split())


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_help_has_its_names_filled_in(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([*command, "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert "--help" in out
    assert "{" not in out.split("Options:", 1)[1]


def test_names_are_listed_once_in_their_room(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["equity", "--help"])
    out = "".join(capsys.readouterr().out.split())  # a line may break after a hyphen
    names = [*package.poker.VARIANTS, *package.poker.STUD_VARIANTS]
    assert f"oneof{','.join(names)}." in out
