"""What a user installs: the sdist has every source. `make wheel` tries the wheel."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import astragal

ROOT = Path(__file__).parents[1]


def build(folder: Path, *options: str, **environment: str) -> Path:
    """Return the one file that a build writes into a folder."""
    command = [sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", str(folder)]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | environment)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (ROOT / "src" / "astragal" / "__pycache__").mkdir(exist_ok=True)
    (ROOT / "src" / "astragal" / "__pycache__" / "litter.pyc").touch()
    return build(tmp_path_factory.mktemp("sdist"), "--sdist", str(ROOT))


def names_of(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        return {one.name.partition("/")[2] for one in archive.getmembers() if one.isfile()}


def test_the_sdist_has_what_a_build_needs_and_no_litter(sdist: Path) -> None:
    names = names_of(sdist)
    sources = {
        path.relative_to(ROOT).as_posix()
        for folder in ("native", "src", "licenses")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".pyi") and path.name != "answers.d.ts"
    }
    assert len(sources) > 200
    assert names >= sources | {"CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE"}
    assert names >= {"tests/test_packaging.py", "tools/smoke.py"}
    assert not [name for name in names if name.startswith((".venv", "build/", ".git/"))]
    assert not [name for name in names if "__pycache__" in name or name.endswith(".so")]


@pytest.mark.verify
def test_the_sdist_builds_the_same_wheel(sdist: Path, tmp_path: Path) -> None:
    wheel = build(tmp_path / "wheel", "--wheel", str(ROOT))  # of what is compiled here
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    quickly = ("-C", "cmake.build-type=Debug")  # the optimizer takes most of a build's time
    sources = tmp_path / sdist.name.removesuffix(".tar.gz")
    other = build(tmp_path / "built", *quickly, "--wheel", str(sources), CXXFLAGS="-g0")
    assert zipfile.ZipFile(other).namelist() == zipfile.ZipFile(wheel).namelist()


def test_the_version_is_the_one_of_the_changelog() -> None:
    headings = [
        line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")
    ]
    assert headings[0].split()[1] == astragal.__version__
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {astragal.__version__}\n" in citation
