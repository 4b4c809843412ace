"""What `make` runs before, beside and after the package."""

import importlib.util
import inspect
import os
import re
import subprocess
import sys
import tomllib
from math import comb
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from tools import answer_types, json_page

import astragal
from astragal import poker, ur

ROOT = Path(__file__).parents[1]


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TestSetUp:
    def test_nothing_is_missing_here(self) -> None:
        assert load("set_up").problems() == []

    @pytest.mark.parametrize(
        ("hide", "package"),
        [
            ("importlib.util.find_spec", "python3-venv"),
            ("os.path.isfile", "python3-dev"),
            ("shutil.which", "g++"),
        ],
    )
    def test_what_is_missing_is_named(
        self, monkeypatch: pytest.MonkeyPatch, hide: str, package: str
    ) -> None:
        set_up = load("set_up")
        monkeypatch.delenv("CXX", raising=False)
        monkeypatch.setattr(hide, lambda *_: None)
        (problem,) = set_up.problems()
        assert package in problem
        assert set_up.problems(compiles=False) == [problem] * (package == "python3-venv")

    def test_an_old_python_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "version_info", (3, 10))
        (problem,) = load("set_up").problems()
        assert "needs Python 3.11 or later" in problem

    def test_make_prints_the_sentence_and_stops(self) -> None:
        command = [sys.executable, str(ROOT / "tools" / "set_up.py"), "package"]
        environment = {k: v for k, v in os.environ.items() if k != "CXX"} | {"PATH": ""}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith("make: There is no C++ compiler.")

    @pytest.mark.parametrize(
        ("change", "renewed"),
        [
            ("src/astragal/new.py", True),
            ("native/setting/bind.cpp", True),
            ("native/words.hpp", True),
            ("CMakeLists.txt", True),
            ("src/astragal/old.py", False),  # its text: an editable install reads it anew
            ("src/astragal/page.js", False),
        ],
    )
    def test_the_package_is_built_again_when_needed(
        self, checkout: Path, change: str, renewed: bool
    ) -> None:
        set_up = load("set_up")
        before = set_up.package_state()
        (checkout / change).write_text("changed")
        assert (set_up.package_state() != before) == renewed

    def test_each_compiled_file_is_shown_once(
        self, checkout: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        set_up = load("set_up")
        make_program(checkout / ".venv/bin/python", "echo noise; echo '  [1/1] Building CXX a.cpp'")
        for strict in (False, False, True, True, False):
            set_up.build(strict)
        begin, step = "Compiling the native module", "  [1/1] Building CXX a.cpp\n"
        out = capsys.readouterr().out
        assert (out.count(begin), out.count(step), out.count("noise")) == (2, 2, 0)

    def test_a_failed_build_shows_everything_and_is_repeated(
        self, checkout: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        set_up = load("set_up")
        make_program(checkout / ".venv/bin/python", "echo a.cpp:1: error; echo note >&2; exit 1")
        for _ in range(2):
            with pytest.raises(subprocess.CalledProcessError):
                set_up.build(True)
            assert "a.cpp:1: error\nnote\n" in capsys.readouterr().out

    def test_tests_without_a_browser_are_named(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("shutil.which", lambda _: None)
        load("set_up").install_browser()
        assert "the browser tests are LEFT OUT" in capsys.readouterr().out


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A few sources and an empty environment, in the working folder."""
    for name in ("CMakeLists.txt", "pyproject.toml", "native/words.hpp", "src/astragal/old.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "native/setting").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make_program(path: Path, commands: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\n{commands}\n")
    path.chmod(0o755)


class TestSite:
    @pytest.mark.parametrize(
        "part",
        [
            '<script src="https://a.b/c.js"></script>',
            '<link rel="stylesheet" href="//a.b/c.css">',
            '<p style="background: url(https://a.b/c.png)">',
            '<div class="mermaid">',
        ],
    )
    def test_what_a_page_loads_from_elsewhere_is_found(self, part: str) -> None:
        page = '<script src="../c.js"></script><a href="https://d.e">f</a>'
        found = load("site").loaded_from_elsewhere
        assert found(page) == []
        (one,) = found(page + part)
        assert one in part

    def test_a_required_parameter_after_a_default_is_found(self) -> None:
        find = load("site").wrong_signatures
        shown = '<div class="doc-signature"><pre>{}</pre></div>'
        right = ("f(<b>a</b>: str = &quot;b&quot;, c: int = ...) -&gt; int", "d: int", "E = 1")
        wrong = "f(a: int = 1, b: int)"
        assert find("".join(map(shown.format, (*right, wrong)))) == [wrong]

    @pytest.mark.parametrize("name", astragal.__all__)
    def test_the_reference_of_a_room_has_each_public_name_once(self, name: str) -> None:
        module = getattr(astragal, name)
        text = (ROOT / "docs" / "api" / f"{name}.md").read_text(encoding="utf-8")
        listed = re.findall(rf"^::: astragal\.{name}\.(\S+)$", text, re.MULTILINE)
        if name in ("errors", "progress"):  # helpers of other modules are not listed
            own = [value for value in vars(module).values() if inspect.isclass(value)]
            public = {value.__name__ for value in own if value.__module__ == module.__name__}
            assert public <= {*listed}
            assert len(listed) == len({*listed})
        else:
            assert sorted(listed) == sorted(module.__all__)

        def is_function(public_name: str) -> bool:
            return inspect.isroutine(getattr(module, public_name))

        last_function = max(map(listed.index, filter(is_function, listed)), default=-1)
        assert not any(one.isupper() for one in listed[:last_function])

    def test_the_figures_of_the_first_page_are_right(self) -> None:
        text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
        counted = [comb(53, 7) * comb(46, 7), ur.size("finkel")]
        counted.append(sum(poker.category_counts(7).values()))
        assert re.findall(r"^- \*\*(.*)\*\*", text, re.MULTILINE) == [f"{n:,}" for n in counted]
        assert "| |" not in text

    def test_words_of_commands_stay_whole_in_tables(self) -> None:
        page = SimpleNamespace(file=SimpleNamespace(name="equity"))
        rows = "<code>a --b</code><td><code>equity AhKh --board</code></td>"
        shown = load("site").on_page_content(rows, page)
        assert shown == rows.replace("--board", '<span class="word">--board</span>')
        cell = "<td><code>40%(22+),60%(JTs)</code></td>"
        assert '"word">40%(22+),60%(JTs)</span>' in load("site").on_page_content(cell, page)
        cell = f"<td><code>{'name' * 9}(value)</code></td>"
        assert "(<wbr>value)" in load("site").on_page_content(cell, page)

    def test_cells_of_a_table_with_text_name_their_columns(self) -> None:
        page = SimpleNamespace(file=SimpleNamespace(name="ur"))
        table = "<table><tr><th>{}</th><th>Type</th><th>Read</th></tr>"
        table += "<tr><td>a</td><td>b</td><td>c</td></tr></table>"
        shown = load("site").on_page_content(table.format("you want"), page)
        assert '<td data-column="Type">b</td><td data-column="Read">c</td>' in shown
        assert "data-stacked" in shown
        assert "data-" not in load("site").on_page_content(table.format("pieces"), page)

    def test_names_in_the_reference_are_links(self) -> None:
        page = SimpleNamespace(file=SimpleNamespace(name="ur"))
        heading = '<h3 id="astragal.ur.Move">Move</h3><code>Side</code>'
        shown = load("site").on_page_content(f"{heading}<code>Move</code>", page)
        assert shown == f'{heading}<a href="#astragal.ur.Move"><code>Move</code></a>'

    def test_the_site_has_the_colours_of_the_app(self) -> None:
        sheet = (ROOT / "docs" / "stylesheets" / "site.css").read_text(encoding="utf-8")
        colours = load("site").colours()
        assert {*re.findall(r"var\((--(?!md-)[\w-]+)\)", sheet)} <= {
            *re.findall(r"(--[\w-]+):", colours)
        }

    def test_every_declared_type_has_a_section_of_the_page_of_json(self) -> None:
        types = json_page.json_types().values()
        assert {shown.module for shown in types} <= set(json_page.MODULES)


def test_the_types_of_answers_are_those_of_the_routes() -> None:
    text = answer_types.module_text()
    assert '  "ur/value": UrEvaluation;\n' in text
    assert "export interface UrRankedMove {\n  move: string;\n" in text
    assert "  medium?: string[];\n" in text
    assert "unknown" not in text


def test_actions_of_workflows_are_pinned_by_hash() -> None:
    """A tag or a branch can be moved by whoever takes over an action."""
    used = [
        line.partition("uses: ")[2]
        for workflow in (ROOT / ".github" / "workflows").glob("*.yml")
        for line in workflow.read_text().splitlines()
        if "uses: " in line
    ]
    assert len(used) > 5
    for action in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_the_lock_file_is_current_and_names_public_hosts_only() -> None:
    text = (ROOT / "uv.lock").read_text()
    assert {*re.findall(r"https?://([^/\"]+)", text)} == {"pypi.org", "files.pythonhosted.org"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (locked,) = (p for p in tomllib.loads(text)["package"] if p["name"] == "astragal")
    dev = locked["metadata"]["requires-dev"]
    assert {*dev} == {*project["dependency-groups"]}
    for group, requirements in project["dependency-groups"].items():
        names = {_plain_name(one) for one in requirements if isinstance(one, str)}
        assert names <= {_plain_name(one["name"]) for one in dev[group]}, group
    needed = {_plain_name(one) for one in project["project"]["dependencies"]}
    assert needed == {_plain_name(one["name"]) for one in locked["dependencies"]}


def _plain_name(requirement: str) -> str:
    name = re.match(r"[\w.-]+", requirement)
    assert name is not None
    return name[0].lower().replace("_", "-")


def test_the_wheel_check_knows_every_licence() -> None:
    notices = (ROOT / "tools" / "wheel.py").read_text()
    for licence in (ROOT / "licenses").iterdir():
        assert f"licenses/{licence.name}" in notices


def test_the_smoke_test_passes_here() -> None:
    """Workflows and `make wheel` run it on every processor, so its table is the same there."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "smoke.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
