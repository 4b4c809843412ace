"""Every command shown in the README and the docs prints what is shown there.

A console block is lines `$ command`, each followed by its output; `...` stands for any text, as in
doctests. Python examples are doctests.
"""

import re
import shlex
from collections.abc import Callable
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from astragal.cli.app import app, with_stdin_last
from astragal.cli.man import commands

from cli.conftest import Result

ROOT = Path(__file__).parents[2]
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
    page: str, command: str, output: str, astragal: Callable[..., Result]
) -> None:
    program, *arguments = shlex.split(command)
    assert program == "astragal", f"{page} shows a command that is not ours: {command}"
    done = astragal(*arguments)
    shown = [line.rstrip() for line in (done.out + done.err).splitlines()]
    if "..." in output:
        assert OutputChecker().check_output(output, "\n".join([*shown, ""]), ELLIPSIS), shown
    else:
        assert shown == output.splitlines()


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            there = page.parent / target
            made = there.resolve() == ROOT / "docs" / "json.md"  # the site has it
            assert made or there.exists(), f"{page.name} links to {target}"


def test_every_console_block_has_a_command() -> None:
    blocks = [block for page in PAGES for block in BLOCK.findall(page.read_text(encoding="utf-8"))]
    assert blocks
    for block in blocks:
        assert block.startswith("$ astragal "), block
    shown = sum(block.count("\n$ ") + 1 for block in blocks)
    assert shown == len(examples())


OPTION = re.compile(r"--[a-z-]+")


def test_the_page_of_commands_has_every_command_with_its_arguments_and_options() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| `astragal GAME .*\n", page, re.MULTILINE):  # of both setting games
        page = page.replace(row, row.replace("GAME", "paigow") + row.replace("GAME", "asia"))
    rows = re.findall(
        r"^\| `astragal ([a-z- ]+?)( [A-Z\[].*?)?` \| .*? \| (.*?) ?\|$", page, re.MULTILINE
    )
    shared = {"--help", *OPTION.findall(re.sub(r"^\|.*", "", page, flags=re.MULTILINE))}
    real = dict(commands(app))
    assert [name for name, *_ in rows] == list(dict.fromkeys(name for name, *_ in rows))
    assert {name for name, *_ in rows} == real.keys()
    for name, arguments, options in rows:
        parameters = {one.name for one in real[name].assemble_argument_collection() if one.show}
        taken = {name for name in parameters if name.startswith("-")}
        assert set(re.findall(r"[A-Z]+", arguments)) == parameters - taken, name
        assert set(OPTION.findall(options)) <= taken <= {*OPTION.findall(options), *shared}, name


def test_the_page_of_commands_lists_the_long_work() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    listed = re.findall("`([a-z- ]+)`", page.split("Long work (")[1].split(")")[0])
    long = [
        name
        for name, command in commands(app)
        if any(option.name == "--workers" for option in command.assemble_argument_collection())
    ]
    assert sorted(listed) == sorted(long)


WANTED = re.compile(r"^\| you want .*\n(?:\|.*\n)+", re.MULTILINE)


def test_what_the_pages_tell_to_type_is_a_command() -> None:
    real = dict(commands(app))
    typed = 0
    for page in PAGES:
        for table in WANTED.findall(page.read_text(encoding="utf-8")):
            for text in re.findall(r"`astragal ([^`>]+?)(?: > [^`]*)?`", table):
                words = shlex.split(text)
                name = next(
                    (" ".join(words[:n]) for n in (3, 2, 1) if " ".join(words[:n]) in real), None
                )
                if name is None:
                    assert text == "--install-completion", f"{page.name}: {text}"
                    continue
                if words[-1] != "--help":
                    app.parse_args(with_stdin_last(words))  # raises what is wrong
                typed += 1
    assert typed > 30


def test_every_page_says_first_what_to_type() -> None:
    for page in (ROOT / "docs").glob("*.md"):
        if page.name not in (
            "index.md",
            "sources.md",
            "results.md",
            "poker-how.md",
            "equity-how.md",
        ):
            text = page.read_text(encoding="utf-8")
            # Only the page of Asia Poker begins with the game that it is a relative of.
            about = r"Asia Poker is a relative of .*\n.*\n\n" if page.name == "asia.md" else ""
            assert re.match(rf"# .*\n\n{about}\| you want ", text), page.name
