"""Every command shown in the README and the docs prints what is shown there.

A console block is lines `$ command`, each followed by its output. Python examples are doctests.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from astragal.cli.app import app

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[str, str, str]]:
    found = []
    for page in PAGES:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                found.append((page.name, command, output))
    return found


@pytest.mark.parametrize(("page", "command", "output"), examples())
def test_commands_print_what_the_docs_show(
    page: str, command: str, output: str, tmp_path: Path
) -> None:
    program, *arguments = shlex.split(command)
    assert program == "astragal", f"{page} shows a command that is not ours: {command}"
    run = [sys.executable, "-m", "astragal", *arguments]
    environment = os.environ | {"ASTRAGAL_HOME": str(tmp_path), "COLUMNS": "80"}
    done = subprocess.run(
        run, capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    shown = [line.rstrip() for line in (done.stdout + done.stderr).splitlines()]
    assert shown == output.splitlines()


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_docs_show_commands_at_all() -> None:
    assert len(examples()) >= 3


def options_by_command() -> dict[str, set[str]]:
    found = {}
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        for member, leaf in getattr(command, "commands", {"": command}).items():
            options = {option for parameter in leaf.params for option in parameter.opts}
            found[f"{name} {member}".strip()] = options
    return found


def test_the_page_of_commands_has_every_command_and_only_real_options() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `astragal ([a-z- ]+?)(?: [A-Z\[].*?)?` \| .*? \| (.*?) ?\|$", page, re.MULTILINE
    )
    shown = {name: set(re.findall(r"--[a-z-]+", options)) for name, options in rows}
    real = options_by_command()
    assert shown.keys() == real.keys()
    for name, options in shown.items():
        assert options <= real[name], name
