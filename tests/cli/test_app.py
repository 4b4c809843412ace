import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import astragal as package
from astragal import cli
from astragal.cli.app import app
from astragal.cli.man import commands

from cli.conftest import Result

Run = Callable[..., Result]


def test_version(astragal: Run) -> None:
    result = astragal("--version")
    assert (result.code, result.out) == (0, f"astragal {package.__version__}\n")
    for command in (["layout"], ["layout", "show"], ["asia", "way"], ["eval"]):
        astragal(*command, "--version").assert_refused("no option '--version'")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_names_the_rooms(astragal: Run, arguments: tuple[str, ...]) -> None:
    result = astragal(*arguments)
    assert result.code == 0
    assert "layout" in result.out


@pytest.mark.parametrize("group", [["asia"], ["layout"], ["ur"]])
def test_a_group_without_a_command_shows_its_help(astragal: Run, group: list[str]) -> None:
    result = astragal(*group)
    assert (result.code, result.err) == (0, "")
    assert result.out == astragal(*group, "--help").out


def test_every_command_has_the_short_help_option(astragal: Run) -> None:
    result = astragal("layout", "decode", "-h")
    assert result.code == 0
    assert "WORD" in result.out


def test_without_the_extra_it_is_named(astragal: Run) -> None:
    astragal("layout", "list", without=("cyclopts",)).assert_refused(
        "the command line needs cyclopts, which is not installed", "pip install 'astragal[cli]'"
    )


def test_the_module_is_the_program() -> None:
    command = [sys.executable, "-m", "astragal", "--version"]
    assert subprocess.check_output(command, text=True) == f"astragal {package.__version__}\n"


def test_usage_errors_are_one_line(astragal: Run) -> None:
    astragal("nothing").assert_refused("no command 'nothing'; there are eval, made-hand, ")
    astragal("--nothing").assert_refused("no option '--nothing'; there are --help, -h, ")
    astragal("layout", "decode", "pokerval").assert_refused("WORD is missing: Like 0x20077744, or")
    astragal("eval", "As", "--low").assert_refused("--low needs a value: A low hand: ace-to-five")
    astragal("asia", "bset").assert_refused("no command 'bset'", "; did you mean best?\n")
    astragal("ur", "show", "--rulse", "x").assert_refused("no option '--rulse'", "mean --rules?\n")
    astragal("ur", "show", "start", "x").assert_refused("'x' is one argument too many")
    twice = ["--pieces", "2", "--pieces", "3"]
    astragal("ur", "show", *twice).assert_refused("--pieces is given twice")
    astragal("ur", "show", "--as", "png").assert_refused("--as: 'png' is not one of unicode, ascii")
    astragal("ur", "info", "--verify=7").assert_refused("--verify=7: --verify takes no value")


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
        (["equity", "AA", "KK", "--samples", "x"], "--samples: 'x' is not an integer"),
        (["equity", "AA", "KK", "--samples", "2.5"], "--samples: '2.5' is not an integer"),
        (["equity", "AA", "KK", "--until", "1.2.3"], "--until: '1.2.3' is not a number"),
        (["ur", "show", "--pieces", "9" * 5000], "--pieces: '9999999999999999999"),
        (["ur", "show", "--pieces", "9" * 5000], "9 ... 99999999' has too many digits"),
        (["pushfold", "-12.5"], "stack, in big blinds, must be a number from 1 to 200, not -12.5"),
        (["pushfold", "x"], "STACK: 'x' is not a number"),
        (["asia", "edge", "-.5"], "'-.5' is one argument too many"),
        (["asia", "drill", "--hands", "0"], "--hands must be a whole number of at least 1, not 0"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_wrong_number_is_quoted(astragal: Run, arguments: list[str], words: str) -> None:
    astragal(*arguments).assert_refused(words)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["asia", "deal", "--rules", "Casino"], "casino"),
        (["asia", "deal", "--dealer", "standrad"], "standard"),
        (["equity", "AA", "KK", "--game", "Hold'em"], "holdem"),
        (["ur", "show", "--rules", "FINKEL"], "finkel"),
    ],
)
def test_a_name_that_is_nearly_right(astragal: Run, arguments: list[str], meant: str) -> None:
    astragal(*arguments).assert_refused(f"{arguments[-1]}", f"; did you mean {meant}?\n")


def test_completion_is_installed(
    astragal: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    result = astragal("--install-completion", "--shell", "bash")
    assert (result.code, result.err) == (0, "")
    script = Path(result.out.removeprefix("Completion is in ").split(";")[0])
    assert tmp_path in script.parents
    assert "made-hand" in script.read_text()
    assert str(script) in (tmp_path / ".bashrc").read_text()


def test_completion_knows_every_command() -> None:
    script = app.generate_completion(shell="bash")
    for name, _ in commands(app):
        assert name.split()[-1] in script


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


def test_too_little_memory_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("Unable to allocate 7 TiB")

    monkeypatch.setattr("astragal.layout.find_layout", fail)
    with pytest.raises(SystemExit) as stop:
        cli.main(["layout", "show", "pokerval"])
    assert stop.value.code == 2
    assert capsys.readouterr().err == "astragal: not enough memory: Unable to allocate 7 TiB\n"


COMMANDS = dict(commands(app))
GROUPS = sorted({tuple(name.split()[:-1]) for name in COMMANDS})


@pytest.mark.parametrize("group", GROUPS, ids=" ".join)
def test_the_summary_of_every_command_fits(astragal: Run, group: tuple[str, ...]) -> None:
    panel = astragal(*group, "--help").out.split("─ Commands ─")[1].split("╰")[0]
    for line in panel.splitlines()[1:]:
        assert not line.startswith("│   "), "a summary goes on in a second line"


@pytest.mark.parametrize("module", ["app", "plot"])
def test_a_lazy_command_says_what_its_docstring_says(module: str) -> None:
    listed = import_module(f"astragal.cli.{module}")
    functions = 0
    for name, command in listed.app.resolved_commands().items():
        if command.default_command is not None and not name.startswith("-"):
            docstring = str(command.default_command.__doc__)
            assert command.help.splitlines()[0] == docstring.splitlines()[0]
            functions += 1
    assert functions == {"app": 10, "plot": 3}[module]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_description_fits_into_80_columns(command: str) -> None:
    lines = inspect.cleandoc(COMMANDS[command].help).splitlines()
    assert max(map(len, lines)) <= 80


def unboxed(page: str) -> str:
    """Return a help page without its boxes, in one line."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", page).split())


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["made-hand"], "--board"),
        (["showdown"], "--board"),
        (["asia", "table"], "suit classes. [all]"),
        (["asia", "best"], "may be repeated"),
        (["range"], "astragal, pio,"),
        (["equity"], "rounded up to a multiple of 65,536"),
    ],
)
def test_help_says(astragal: Run, command: list[str], text: str) -> None:
    options = astragal(*command, "--help").out.split("─ Parameters ─")[1]
    assert text in unboxed(options)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_argument_and_option_has_a_help_text(astragal: Run, command: str) -> None:
    result = astragal(*command.split(), "--help")
    assert (result.code, result.err) == (0, "")
    page = "".join(unboxed(result.out).split())  # a line may break after a hyphen
    for argument in COMMANDS[command].assemble_argument_collection():
        if argument.show:
            assert argument.name in page
            assert argument.parameter.help
            assert "".join(argument.parameter.help.split()) in page


def test_names_are_listed_once_in_their_room(astragal: Run) -> None:
    out = "".join(unboxed(astragal("equity", "--help").out).split())
    names = [*package.poker.VARIANTS, *package.poker.STUD_VARIANTS]
    assert f"oneof{','.join(names)}." in out


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGPIPE")
@pytest.mark.parametrize("command", [["eval", "7h"], ["man"], ["layout", "list", "--json"]])
def test_a_closed_pipe_ends_a_command_quietly(command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "astragal", *command],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")
