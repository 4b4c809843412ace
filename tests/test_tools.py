"""What `make` runs before, beside and after the package."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TestPreflight:
    def test_nothing_is_missing_here(self) -> None:
        assert load("preflight").problems() == []

    @pytest.mark.parametrize(
        ("hide", "package", "uv"),
        [
            ("importlib.util.find_spec", "python3-venv", False),
            ("os.path.isfile", "python3-dev", False),
            ("os.path.isfile", "python3-dev", True),
            ("shutil.which", "g++", True),
        ],
    )
    def test_what_is_missing_is_named(
        self, monkeypatch: pytest.MonkeyPatch, hide: str, package: str, uv: bool
    ) -> None:
        preflight = load("preflight")
        monkeypatch.delenv("CXX", raising=False)
        monkeypatch.setattr(hide, lambda *_: None)
        (problem,) = preflight.problems(uv=uv)
        assert package in problem

    def test_an_old_python_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "version_info", (3, 10))
        (problem,) = load("preflight").problems(uv=True)
        assert "needs Python 3.11 or later" in problem

    def test_make_prints_the_sentence_and_stops(self) -> None:
        command = [sys.executable, str(ROOT / "tools" / "preflight.py"), "--uv"]
        environment = {k: v for k, v in os.environ.items() if k != "CXX"} | {"PATH": ""}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith("make: There is no C++ compiler.")


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


class TestChanged:
    @pytest.mark.parametrize(
        ("changed", "tests"),
        [
            ("src/astragal/cli/serve.py", "tests/cli/test_serve.py"),
            ("src/astragal/asia/houseway.py", "tests/asia/test_houseway.py"),
            (
                "src/astragal/equity/starting_hands.py",
                "tests/equity/test_ranges.py",
            ),  # it imports it
            ("src/astragal/ur/analysis.py", "tests/ur/test_solve.py"),  # as all of the room
            ("src/astragal/web/static/equity/seats.js", "tests/web/test_equity.py"),
            ("native/ur/solver.hpp", "tests/ur/test_solve.py"),
            ("native/poker/bind.cpp", "tests/poker/test_evaluate.py"),
            ("tests/jobs/test_cluster.py", "tests/jobs/test_cluster.py"),
            ("tests/web/test_browser.py", "tests/web/test_browser.py"),
            ("README.md", "tests/cli/test_docs.py"),
            ("examples/ur.ipynb", "tests/test_notebooks.py"),
        ],
    )
    def test_a_file_leads_to_its_tests(self, changed: str, tests: str) -> None:
        assert tests in load("test_changed").find_tests(changed)

    def test_slow_tests_are_left_to_make_test(self) -> None:
        tests = set(load("test_changed").find_tests("src/astragal/web/app.py"))
        assert "tests/web/test_api.py" in tests
        assert "tests/web/test_browser.py" not in tests
