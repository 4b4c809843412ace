"""Imports go one way: down the list of modules."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import astragal

PACKAGE = Path(astragal.__file__).parent
MODULES = [
    "_interrupts", "errors", "_cached", "_checks", "_arrays", "_intervals", "_toml", "_tables",
    "_frames", "_results", "progress", "store", "jobs", "layout", "cards", "keys", "poker",
    "equity", "postflop", "setting", "asia", "paigow", "ur", "plots", "web", "cli", "__main__",
]  # fmt: skip
PRIVATE_TO_ITSELF = {"cli"}
KNOWS_NOTHING_OF = {
    "ur": {"cards", "keys", "poker", "equity", "postflop", "setting", "asia", "paigow"}
}


def module_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_rooms(file: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno} imports relatively"
            module = node.module or ""
            names = [module] if module != "astragal" else [f"astragal.{a.name}" for a in node.names]
        else:
            continue
        for name in names:
            package, _, rest = name.partition(".")
            if package == "astragal" and rest:
                yield node.lineno, rest.split(".")[0]


# The named layouts are declared in later modules, which are loaded when a name is asked for. The
# machines of a cluster are asked for their version of the package. Data frames are of a library
# that may not be installed.
LOADS_BY_NAME = {
    "cli/own_player.py",
    "layout/catalog.py",
    "layout/word.py",
    "jobs/cluster.py",
    "_frames.py",
}


FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_go_down_the_list(file: Path) -> None:
    module = module_of(file)
    assert module in MODULES, f"{file}: give its module a place in the list"
    for line, other in imported_rooms(file):
        where = f"{file.relative_to(PACKAGE)}:{line} imports {other}"
        if other in ("_native", module):
            continue
        assert MODULES.index(other) < MODULES.index(module), f"{where}, which comes later"
        assert other not in PRIVATE_TO_ITSELF or module == "__main__", f"{where}, which nobody uses"
        assert other not in KNOWS_NOTHING_OF.get(module, set()), where


def test_the_walk_sees_imports(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text(
        "import astragal.web\nfrom astragal import cli\nfrom astragal.ur.state import a"
    )
    assert list(imported_rooms(file)) == [(1, "web"), (2, "cli"), (3, "ur")]


def test_modules_are_loaded_by_name_only_where_listed() -> None:
    loading = {
        file.relative_to(PACKAGE).as_posix()
        for file in FILES
        if re.search(r"\b(import_module|__import__)\b", file.read_text(encoding="utf-8"))
    }
    assert loading == LOADS_BY_NAME


NATIVE = Path(__file__).parents[1] / "native"
SOURCES = sorted(NATIVE.glob("*/*.?pp"))


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(NATIVE)))
def test_headers_are_included_down_the_list(file: Path) -> None:
    modules, module = ["common", *MODULES, "lab"], file.parent.name
    text = file.read_text(encoding="utf-8")
    for included in re.findall(r'#include "([^"]+)"', text):
        other = Path(included).parent.name or "common"  # words.hpp
        where = f"{file.relative_to(NATIVE)} includes {included}"
        assert (NATIVE / included).exists(), where
        assert modules.index(other) <= modules.index(module), f"{where}, which comes later"
        assert other not in KNOWS_NOTHING_OF.get(module, set()), where


def test_native_code_imports_no_python() -> None:
    for file in (*SOURCES, *NATIVE.glob("*.cpp")):
        assert not re.search(r"\bimport_\(|PyImport", file.read_text(encoding="utf-8")), file
