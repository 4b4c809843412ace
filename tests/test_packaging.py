"""What a user installs: the sdist builds a wheel, and the wheel works away from the checkout."""

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import astragal

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build an sdist from the checkout, and a wheel from the sdist, as a package index would."""
    folder = tmp_path_factory.mktemp("dist")
    (ROOT / "src" / "astragal" / "__pycache__").mkdir(exist_ok=True)
    (ROOT / "src" / "astragal" / "__pycache__" / "litter.pyc").touch()
    quickly = ["-C", "cmake.build-type=Debug"]  # the optimizer takes most of a build's time
    command = [sys.executable, "-m", "build", "--no-isolation", *quickly, "--outdir", str(folder)]
    environment = os.environ | {"CXXFLAGS": "-g0"}
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True, env=environment)
    return folder


def test_the_sdist_has_what_a_build_needs_and_no_litter(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"native/bindings/module.cpp", "native/words.hpp", "CMakeLists.txt", "LICENSE"} <= names
    assert {"tests/test_packaging.py", "tools/smoke.py", "licenses/nanobind.txt"} <= names
    assert not [name for name in names if name.startswith((".venv", "build/", ".git/"))]
    assert not [name for name in names if "__pycache__" in name or name.endswith(".so")]


def test_the_wheel_has_types_and_stubs(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"astragal/py.typed", "astragal/_native.pyi", "astragal/layout/word.py"} <= names
    assert {"astragal/web/static/style.css", "astragal/web/static/pages/ur.html"} <= names
    assert {"astragal/asia/ways/balanced.xz", "astragal/asia/ways/standard.toml"} <= names
    assert not [name for name in names if name.startswith(("tests", "tools", "native"))]


def test_the_wheel_carries_notices_and_links_that_work_on_an_index(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    folder = f"astragal-{astragal.__version__}.dist-info"
    for notice in ("LICENSE", "licenses/nanobind.txt", "licenses/robin-map.txt"):
        assert "Copyright" in archive.read(f"{folder}/licenses/{notice}").decode()
    metadata = archive.read(f"{folder}/METADATA").decode()
    assert "Project-URL: Repository, https://" in metadata
    _, _, readme = metadata.partition("\n\n")
    assert "](https://" in readme
    assert re.findall(r"\]\((?!https://|#)", readme) == []


def test_the_wheel_works_away_from_the_checkout(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    folder = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")

    def run(*command: str | Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command, check=False, capture_output=True, encoding="utf-8", cwd=tmp_path
        )

    pip = (folder / "python", "-m", "pip")
    decode = (folder / "astragal", "layout", "decode", "pokerval", "0x20077744")
    assert run(*pip, "install", wheel).returncode == 0
    installed = {one["name"] for one in json.loads(run(*pip, "list", "--format=json").stdout)}
    needed = {"astragal", "filelock", "numpy", "platformdirs"}
    assert installed - {"pip", "setuptools"} == needed, "a library user needs no more"
    refused = run(*decode)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "pip install 'astragal[cli]'" in refused.stderr
    program = "import astragal; print(astragal.cards.subset_count(2**52 - 1, 5), astragal.__file__)"
    count, file = run(folder / "python", "-c", program).stdout.split()
    assert count == "2598960"
    assert Path(file).is_relative_to(tmp_path)
    assert run(*pip, "install", f"astragal[cli] @ {wheel.as_uri()}").returncode == 0
    assert "full house" in run(*decode).stdout


def test_the_version_is_the_one_of_the_changelog() -> None:
    headings = [
        line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")
    ]
    assert headings[0].split()[1] == astragal.__version__
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {astragal.__version__}\n" in citation
