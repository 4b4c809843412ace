"""What a user installs: the sdist has every source, and the wheel works away from the checkout."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from filelock import FileLock

import astragal

ROOT = Path(__file__).parents[1]


def build(folder: Path, *options: str, **environment: str) -> Path:
    """Return the one file in a folder; the first of several processes builds it."""
    command = [sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", str(folder)]
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            subprocess.run(command, check=True, capture_output=True, env=os.environ | environment)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="session")
def sdist(common_cache: Path) -> Path:
    (ROOT / "src" / "astragal" / "__pycache__").mkdir(exist_ok=True)
    (ROOT / "src" / "astragal" / "__pycache__" / "litter.pyc").touch()
    return build(common_cache.parent / "sdist", "--sdist", str(ROOT))


@pytest.fixture(scope="session")
def wheel(common_cache: Path) -> Path:
    """Build a wheel of what is compiled in the checkout, which is up to date."""
    return build(common_cache.parent / "wheel", "--wheel", str(ROOT))


def names_of(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        return {one.name.partition("/")[2] for one in archive.getmembers() if one.isfile()}


def test_the_sdist_has_what_a_build_needs_and_no_litter(sdist: Path) -> None:
    names = names_of(sdist)
    sources = {
        path.relative_to(ROOT).as_posix()
        for folder in ("native", "src", "licenses")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".pyi")
    }
    assert len(sources) > 200
    assert names >= sources | {"CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE"}
    assert names >= {"tests/test_packaging.py", "tools/smoke.py"}
    assert not [name for name in names if name.startswith((".venv", "build/", ".git/"))]
    assert not [name for name in names if "__pycache__" in name or name.endswith(".so")]


@pytest.mark.verify
def test_the_sdist_builds_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    quickly = ("-C", "cmake.build-type=Debug")  # the optimizer takes most of a build's time
    sources = tmp_path / sdist.name.removesuffix(".tar.gz")
    other = build(tmp_path / "built", *quickly, "--wheel", str(sources), CXXFLAGS="-g0")
    assert zipfile.ZipFile(other).namelist() == zipfile.ZipFile(wheel).namelist()


def test_the_wheel_has_types_and_stubs(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"astragal/py.typed", "astragal/_native.pyi", "astragal/layout/word.py"} <= names
    assert {"astragal/web/static/style.css", "astragal/web/static/pages/ur.html"} <= names
    assert {"astragal/asia/ways/balanced.xz", "astragal/asia/ways/standard.toml"} <= names
    assert not [name for name in names if name.startswith(("tests", "tools", "native"))]


def test_the_wheel_carries_notices_and_links_that_work_on_an_index(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    folder = f"astragal-{astragal.__version__}.dist-info"
    for notice in ("LICENSE", "licenses/nanobind.txt", "licenses/robin-map.txt"):
        assert "Copyright" in archive.read(f"{folder}/licenses/{notice}").decode()
    metadata = archive.read(f"{folder}/METADATA").decode()
    assert "Project-URL: Repository, https://" in metadata
    _, _, readme = metadata.partition("\n\n")
    assert "](https://" in readme
    assert re.findall(r"\]\((?!https://|#)", readme) == []


def test_the_wheel_works_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv")
    folder = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")

    def run(*command: str | Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command, check=False, capture_output=True, encoding="utf-8", cwd=tmp_path
        )

    def pip(command: str, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
        """Run uv, which `make` installs, or pip, which takes seconds."""
        if uv := shutil.which("uv", path=Path(sys.executable).parent):
            return run(uv, "pip", command, "--python", folder / "python", *arguments)
        here = (sys.executable, "-m", "pip", "--python", folder / "python")
        return run(*here, command, *arguments)

    decode = (folder / "astragal", "layout", "decode", "pokerval", "0x20077744")
    assert pip("install", wheel).returncode == 0
    installed = {one["name"] for one in json.loads(pip("list", "--format=json").stdout)}
    needed = {"astragal", "filelock", "numpy", "platformdirs"}
    assert installed == needed, "a library user needs no more"
    refused = run(*decode)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "pip install 'astragal[cli]'" in refused.stderr
    program = "import astragal; print(astragal.cards.subset_count(2**52 - 1, 5), astragal.__file__)"
    count, file = run(folder / "python", "-c", program).stdout.split()
    assert count == "2598960"
    assert Path(file).is_relative_to(tmp_path)
    assert pip("install", f"astragal[cli] @ {wheel.as_uri()}").returncode == 0
    smoke = run(folder / "python", ROOT / "tools" / "smoke.py")
    assert smoke.returncode == 0, smoke.stderr


def test_the_version_is_the_one_of_the_changelog() -> None:
    headings = [
        line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")
    ]
    assert headings[0].split()[1] == astragal.__version__
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {astragal.__version__}\n" in citation
