"""The recipes of CONTRIBUTING, followed in a copy of the package.

One layout, rule set of Ur, variant of poker and house way is added as the page says. Then every
command, route and page that lists or takes its kind has it.
"""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import astragal
from astragal import _native

ROOT = Path(__file__).parents[1]
PACKAGE = Path(astragal.__file__).parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

READER = '''"""The reader of `dice`."""

from astragal.layout.reading import Reading


def read_dice(word: int) -> Reading:
    """Return what a word of dice says."""
    return Reading(f"dice {word:b}")
'''

# Reads questions (arguments of a command, or an address and a body) and prints the answers.
PROGRAM = """
import contextlib, io, json, sys
sys.meta_path[:] = [one for one in sys.meta_path if "ScikitBuild" not in type(one).__name__]
sys.path.insert(0, sys.argv[1])
import astragal
assert astragal.__file__.startswith(sys.argv[1]), astragal.__file__
from fastapi.testclient import TestClient
from astragal.cli import main
from astragal.web.app import create_app
client = TestClient(create_app(), base_url="http://127.0.0.1")
for question in json.load(sys.stdin):
    if isinstance(question, list):
        out, code = io.StringIO(), 0
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                main(question)
            except SystemExit as stop:
                code = stop.code or 0
        print(json.dumps([code, out.getvalue()]), flush=True)
    else:
        method = "POST" if question["body"] is not None else "GET"
        answer = client.request(method, question["path"], json=question["body"])
        print(json.dumps([answer.status_code, answer.text]), flush=True)
"""


Question: TypeAlias = list[str] | dict[str, Any]


def request(path: str, body: Any = None) -> Question:
    """Return a request to the app; with a body it is a POST."""
    return {"path": path, "body": body}


GAME = "[Rules aseb]\n[Pieces 2]\n\n1. A@A3 / C@C3\n2. A3A2 / C3C2"
HAND = "Jk Qs Qh Qd As 7s 2s"
QUESTIONS: list[tuple[Question, str]] = [
    (["layout", "list"], "dice"),
    (["layout", "show", "dice"], "of the pips, capped"),
    (["layout", "decode", "dice", "0xa8d1", "--json"], "dice 1010100011010001"),
    (["layout", "check", "dice"], "dice is sound"),
    (request("/api/layout/list"), '"dice"'),
    (request("/api/layout/show/dice"), "of the pips, capped"),
    (request("/api/layout/decode", {"layout": "dice", "word": "0xa8d1"}), "dice 1010100011010001"),
    (["ur", "show", "--help"], "aseb"),
    (["ur", "show", "start", "--rules", "aseb"], "A ○: 5 in hand"),
    (["ur", "moves", "start", "--rules", "aseb"], "hand-A4"),
    (["ur", "solve", "--rules", "aseb", "--pieces", "2"], "aseb"),
    (["ur", "value", "start", "--rules", "aseb", "--pieces", "2"], "0."),
    (["ur", "match", "--rules", "aseb", "--b", "greedy", "--games", "2"], "greedy"),
    (["ur", "review", "game.rgn"], "A's chance"),
    (["ur", "puzzles", "1", "--rules", "aseb"], "puzzle"),
    (request("/api/ur/rules"), '"aseb"'),
    (request("/api/ur/show?rules=aseb&state=start"), '"rules":"aseb"'),
    (request("/api/ur/moves?rules=aseb&state=start&roll=1"), "hand-A4"),
    (request("/api/ur/review", {"game": GAME}), '"accuracy"'),
    (request("/ur"), '"aseb"'),
    (["equity", "--help"], "courchevel"),
    (["equity", "AhKhQhJh2c", "AsKsQsJs2d", "--game", "courchevel", "--board", "2h 3h 4h 5c 9d"],
     "courchevel"),
    (request("/api/equity", {"players": ["AhKhQhJh2c", "AsKsQsJs2d"], "game": "courchevel",
                         "board": "2h 3h 4h 5c 9d"}), '"deals":1'),
    (request("/poker"), '"Courchevel"'),
    (["paigow", "house", "--help"], "macau"),
    (["paigow", "house", HAND, "--dealer", "macau"], "dealer macau"),
    (["paigow", "way", "show", "macau"], "two pair: both in back if an ace goes in front"),
    (["paigow", "best", HAND, "--dealer", "macau"], "rules casino; dealer macau"),
    (request("/api/paigow/ways"), "Macau Palace, Macau"),
    (request("/api/paigow/house", {"hand": HAND, "dealer": "macau"}), '"macau"'),
    (request("/paigow"), '"Macau Palace"'),
]  # fmt: skip


def recipe(heading: str) -> str:
    """Return the part of the page below a heading."""
    found = re.search(rf"^### {heading}\n(.*?)^##", PAGE, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def example(heading: str, contains: str) -> str:
    """Return the source of the one example of a recipe with this text, without its comments."""
    examples = doctest.DocTestParser().get_examples(recipe(heading))
    (source,) = [one.source for one in examples if contains in one.source]
    return source.strip()


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a copy of the package, with one of each added as the page says."""
    source = tmp_path_factory.mktemp("recipes") / "src"
    package = source / "astragal"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "_native.*"))
    native = Path(_native.__file__)
    (package / native.name).symlink_to(native)

    layout = example("A layout", "DICE = Layout(").removesuffix(")")
    layout += '    reader="astragal.ur.dice:read_dice",\n)'
    (package / "ur/dice.py").write_text(READER, encoding="utf-8")
    insert(package / "ur/layouts.py", r"(?=LAYOUTS = \()", f"{layout}\n")
    insert(package / "ur/layouts.py", r"^LAYOUTS = \([^)]*", " DICE,")
    rules = example("A rule set of Ur", "aseb").removesuffix(".rolls")
    insert(package / "ur/rules.py", r"^RULES\b[^=]*= \{[^}]*? in \(\n", f"{rules},\n")
    variant = example("A variant of poker", "courchevel").removesuffix(".hand_count")
    insert(package / "poker/variants.py", r"^VARIANTS = \{[^}]*? in \(\n", f"{variant},\n")
    (way,) = re.findall(r"```toml\n(.*?)```", recipe("A house way"), re.DOTALL)
    (package / "paigow/ways/macau.toml").write_text(way, encoding="utf-8")

    tools = source.parent / "tools"
    tools.mkdir()
    shutil.copy(ROOT / "tools/package_hashes.py", tools)
    subprocess.run([sys.executable, tools / "package_hashes.py"], check=True)  # `make generate`
    return source


def insert(file: Path, after: str, text: str) -> None:
    """Insert a text into a file, at the end of the first match of a pattern."""
    before = file.read_text(encoding="utf-8")
    place = re.search(after, before, re.MULTILINE)
    assert place, (file, after)
    file.write_text(before[: place.end()] + text + before[place.end() :], encoding="utf-8")


@pytest.fixture(scope="module")
def answers(copy: Path, make_home: Callable[[Path], Path]) -> list[tuple[int, str]]:
    """Ask all questions in one process of the copy, which takes long to start."""
    home = make_home(copy.parent / "home")
    (copy / "game.rgn").write_text(GAME, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, copy],
        cwd=copy,
        input=json.dumps([asked for asked, _ in QUESTIONS]),
        env=os.environ | {"ASTRAGAL_HOME": str(home), "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [(code, text) for code, text in map(json.loads, done.stdout.splitlines())]


@pytest.mark.parametrize(
    "number", range(len(QUESTIONS)), ids=lambda number: str(QUESTIONS[number][0])
)
def test_what_a_recipe_adds_is_everywhere(answers: list[tuple[int, str]], number: int) -> None:
    asked, expected = QUESTIONS[number]
    code, text = answers[number]
    assert code == (0 if isinstance(asked, list) else 200), text
    assert expected in text


def test_the_package_itself_has_none_of_them() -> None:
    """So that the texts above can't be found by chance."""
    files = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".js", ".html")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    for name in ("aseb", "courchevel", "Courchevel", "macau", "Macau"):
        assert not any(re.search(rf"\b{name}\b", text) for text in texts), name
