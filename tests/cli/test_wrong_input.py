"""Wrong input to every command: one line on stderr, exit code 2 or 3, and never a traceback."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from astragal import cli
from astragal.cli.app import app
from astragal.cli.man import commands

from cli.conftest import Result

Output = pytest.CaptureFixture[str]

HAND, SETTING = "Th Ts 6c 6d Ad Kh 3s", "As 9s 7d 4h / Kd Qh / Jc"
FIVE_AND_TWO = "As Jc 9s 7d 4h / Kd Qh"
# Arguments with which each command would work, or only lack its table.
RIGHT = {
    "eval": ["AsKsQsJsTs"],
    "equity": ["AhKh", "QQ"],
    "range": ["QQ"],
    "preflop": ["AKs", "QQ"],
    "layout show": ["pokerval"],
    "layout decode": ["pokerval", "0"],
    "layout check": ["pokerval"],
    "keys search": ["rankkey"],
    "keys verify": ["rankkey", "1"],
    "asia best": [HAND],
    "asia house": [HAND],
    "asia explain": [SETTING],
    "asia way check": ["balanced"],
    "paigow best": [HAND],
    "paigow house": [HAND],
    "paigow explain": [FIVE_AND_TWO],
    "paigow way check": ["foxwoods"],
    "ur show": ["start"],
    "ur moves": ["start"],
    "ur value": ["start"],
    "ur best": ["start"],
    "ur perft": ["start", "2"],
    "ur card": ["no.toml"],
    "ur review": ["no.rgn"],
    "ur export": ["no/x.rgu"],
    "ur compare": ["no.rgu"],
    "plot preflop": ["no/x.svg"],
    "plot ur-solve": ["no/x.svg"],
}
REQUIRED = {"ur match": ["--a=greedy", "--b=random"]}
# Noticed only after some work, or never needed.
LATE = {
    ("ur solve", "--path"), ("paigow face-up", "--scheduler"), ("preflop", "--scheduler"),
}  # fmt: skip
WRONG = ["no\0/such/²", "no/" + "9" * 5000]
EVERY = {name: command for name, command in commands(app) if name != "serve"}


def refused(head: list[str], rest: list[str], capsys: Output) -> None:
    """Run a command, plain and with --json, that must be refused before it prints anything."""
    for options in ([], ["--json"]):
        with pytest.raises(SystemExit) as stop:
            cli.main([*head, *options, *rest])
        out, err = capsys.readouterr()
        assert stop.value.code in (2, 3), err
        assert out == ""
        assert err.count("\n") == 1
        if options:
            assert list(json.loads(err)) == ["error"]
        else:
            assert err.startswith("astragal: ")


@pytest.mark.parametrize("command", EVERY)
def test_every_argument_and_option_of_every_command(
    command: str, capsys: Output, new_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(new_home))
    right = RIGHT.get(command, [])
    head = [*command.split(), *REQUIRED.get(command, [])]
    for wrong in WRONG:
        for place in range(len(right)):
            refused(head, ["--", *right[:place], wrong, *right[place + 1 :]], capsys)
        for option in EVERY[command].assemble_argument_collection():
            if not option.name.startswith("-") or option.is_flag():
                continue
            if (command, option.name) not in LATE:
                refused(head, [f"{option.name}={wrong}", "--", *right], capsys)
    refused(head, ["--no-such-option"], capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ["ur", "show", "--", "-1"],
        ["ur", "solve", "--pieces", "1", "--threads", "-3"],
        ["ur", "play", "--seed", "-1"],
        ["asia", "deal", "--seed", "-1"],
        ["asia", "edge", "--samples", "-1"],
        ["asia", "balance", "--folder", "no/folder/way"],
        ["asia", "distil", "--lines", "0"],
        ["serve", "--host", ""],
        ["serve", "--root-path", "a?b#c"],
        ["layout", "check", "/dev/zero"],
    ],
    ids=" ".join,
)
def test_found_by_trying(arguments: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(arguments)
    out, err = capsys.readouterr()
    assert (stop.value.code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "command",
    [
        "preflop AKs QQ --workers 2", "range AA --board 2c7dJh --dialect pio",
        "layout show pokerval --as cpp --row-bits 8", "ur export --parquet x.parquet --keys java",
        "ur solve --plan --rebuild", "eval - --quirks openholdem", "equity - --next",
    ],
)  # fmt: skip
def test_an_option_that_would_do_nothing(astragal: Callable[..., Result], command: str) -> None:
    words = command.split()
    refused = [word for word in words if word.startswith("--")][-1]
    astragal(*words).assert_refused(f"astragal: {refused} ")


@pytest.mark.parametrize("command", ["layout show pokerval", "ur show", "ur review game.rgn"])
def test_a_form_of_text_with_json(astragal: Callable[..., Result], command: str) -> None:
    done = astragal(*command.split(), "--as", "svg", "--json")
    assert (done.code, done.out) == (2, "")
    assert json.loads(done.err) == {"error": "--as can't be used with --json"}


@pytest.mark.parametrize("value", ["9" * 5000, '"a\\u0000b"'], ids=["5,000 digits", "NUL"])
@pytest.mark.parametrize("command", [["ur", "show", "--rules"], ["layout", "show"]], ids=" ".join)
def test_a_toml_file(command: list[str], value: str, capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(f"name = {value}\n")
    with pytest.raises(SystemExit) as stop:
        cli.main([*command, str(file)])
    out, err = capsys.readouterr()
    assert (stop.value.code, out, err.count("\n")) == (2, "", 1)


POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell and signals")


@pytest.mark.parametrize("command", ["ur play --seed 1", "asia drill --hands 1"])
def test_no_standard_input_is_its_end(astragal: Callable[..., Result], command: str) -> None:
    done = astragal(*command.split(), stdin=None)
    assert (done.code, done.err) == (0, "")


@POSIX
def test_a_closed_standard_input_is_none() -> None:
    shell = f"{sys.executable} -m astragal ur play --seed 1 <&-"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Sends Ctrl-C to itself when the module of the command line is about to be imported.
INTERRUPTED = """
import os, signal, sys
from astragal.__main__ import main

class Interrupt:
    def find_spec(self, name, path, target=None):
        if name == "astragal.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
main()
"""


@POSIX
@pytest.mark.parametrize(
    ("options", "line"),
    [([], "astragal: interrupted\n"), (["--json"], '{"error": "interrupted"}\n')],
)
def test_an_interrupt_while_modules_are_imported(options: list[str], line: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, "layout", "list", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", line)
