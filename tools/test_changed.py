"""Run the tests of the files that differ from the last commit (or that the last commit changed)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "src/astragal/"
# Slow tests, which run only if they or the files they are named after have changed.
SLOW = {
    f"tests/web/test_{name}.py"
    for name in ("accessibility", "browser", "equity", "fuzz", "setting", "ur")
}

# Rooms with tests in another room, because it has their engine.
TESTED_IN = {"asia": ("setting",), "paigow": ("setting",)}


def changed_files() -> list[str]:
    """Return the paths that differ from HEAD; if none do, the paths changed by HEAD."""
    status = _git("status", "--porcelain", "--untracked-files=all", "--no-renames")
    return [line[3:] for line in status] or _git("show", "--name-only", "--format=", "HEAD")


def find_tests(path: str) -> Iterator[str]:
    """List the test files and examples for a file of the repository.

    >>> sorted(find_tests("docs/ur.md"))
    ['docs/ur.md', 'tests/cli/test_docs.py']
    >>> sorted(find_tests("src/astragal/ur/drawing.py"))[2:4]
    ['tests/test_imports.py', 'tests/ur/test_drawing.py']
    """
    if path.endswith(".ipynb"):
        yield "tests/test_notebooks.py"
    elif path.endswith(".md"):
        yield from (path, "tests/cli/test_docs.py")
    elif path.startswith("tests/reference/"):
        files = (ROOT / "tests").glob("**/test_*.py")
        using = [file for file in files if _imports(file, "reference", [Path(path).stem])]
        yield from (file.relative_to(ROOT).as_posix() for file in using)
    elif path.startswith(("tests/", "tools/")):
        yield from _room(path.removeprefix("tests/")) if "test_" not in path else (path,)
    elif path.startswith(PACKAGE):
        # The room first: a file imported before it would hide a function of the same name.
        yield from (f"{Path(path).parent.as_posix()}/__init__.py", path, "tests/test_imports.py")
        yield from _room(path.removeprefix(PACKAGE))
    elif path.startswith("native/"):
        # Shared files are tested by the tests of the module.
        yield from _room(path.removeprefix("native/")) or _room("native")
        yield from ("tests/test_catalog.py", "tests/test_imports.py")


def _room(path: str) -> list[str]:
    """Return the tests of a room that are named after a file, else those that import it, else all.

    A file may be named after a thing, and its test after what is done with it: solver, solve.
    """
    folder, *names = Path(path).with_suffix("").parts
    tests = {
        file.relative_to(ROOT).as_posix(): file
        for room in (folder, *TESTED_IN.get(folder, ()))
        for file in (ROOT / "tests" / room).glob("**/test_*.py")
    }
    named = [
        test
        for test, file in tests.items()
        for name in names
        if (stem := file.stem.removeprefix("test_")).startswith(name) or name.startswith(stem)
    ]
    using = [test for test, file in tests.items() if _imports(file, f"astragal.{folder}", names)]
    return named or using or [test for test in tests if test not in SLOW]


def _imports(file: Path, room: str, names: list[str]) -> bool:
    return any(
        node.module == f"{room}.{'.'.join(names)}"
        or (node.module == room and names in [[one.name] for one in node.names])
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
    )


def _git(*arguments: str) -> list[str]:
    return subprocess.check_output(["git", *arguments], cwd=ROOT, text=True).splitlines()


def main() -> int:
    """Run pytest on the changed files."""
    tests = {test for path in changed_files() for test in find_tests(path)}
    there = sorted(
        test for test in tests
        if (ROOT / test).exists() and test.endswith((".py", ".md")) and "/exhaustive/" not in test
    )  # fmt: skip
    if not there:
        print("no tests concern what changed")
        return 0
    print("the tests of what changed:", *there, sep="\n  ", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "auto", *there]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
