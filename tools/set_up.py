"""Make the environment `.venv` and install the requirements of a Makefile target.

    python3 tools/set_up.py PART ...

A part is one of

- `package`: Astragal itself, compiled; changes to its Python files take effect at once
- `strict`: the same with the compiler's warnings as errors
- `browser`: chromium, for the tests of the web app
- the name of a dependency group in `pyproject.toml`

Parts that are up to date are skipped. This script runs before anything is installed, so it needs
only the standard library, and any Python 3.6 can read it and say that it is too old.
"""

import argparse
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = Path(".venv")
PYTHON = VENV / "bin" / "python"
UV = VENV / "bin" / "uv"
LOCK = Path("uv.lock")
CONSTRAINTS = VENV / "constraints.txt"
STAMPS = VENV / "set_up"  # one file for each part: the state of the files that it was made from
COMPILERS = ("c++", "g++", "clang++")
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def problems(compiles: bool = True) -> "list[str]":
    """Return a sentence for each missing requirement of this machine."""
    sentences = []
    if sys.version_info < (3, 11):
        version = "{}.{}".format(*sys.version_info)
        sentences.append(
            f"Astragal needs Python 3.11 or later; {sys.executable} is {version}. "
            "Name another one: make PYTHON=python3.12"
        )
    if not importlib.util.find_spec("ensurepip"):
        sentences.append("The venv module is incomplete. Debian, Ubuntu: apt install python3-venv")
    if compiles and not os.path.isfile(os.path.join(sysconfig.get_path("include"), "Python.h")):
        sentences.append(
            "Python.h is missing. Debian, Ubuntu: apt install python3-dev; "
            "Fedora: dnf install python3-devel"
        )
    if compiles and not os.environ.get("CXX") and not any(map(shutil.which, COMPILERS)):
        sentences.append(
            "There is no C++ compiler. Debian, Ubuntu: apt install g++; "
            "Fedora: dnf install gcc-c++; macOS: xcode-select --install"
        )
    return sentences


def run(*command: object) -> None:
    """Show a command, as make does, and run it."""
    words = [str(word) for word in command]
    print(*words, flush=True)
    subprocess.run(words, check=True)


def is_current(part: str, state: str) -> bool:
    """Return whether a part is up to date with this state."""
    stamp = STAMPS / part
    return stamp.exists() and stamp.read_text() == state


def mark_current(part: str, state: str) -> None:
    """Store the state of a part."""
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / part).write_text(state)


def make_environment() -> None:
    """Make `.venv` with uv, which takes a fraction of pip's time.

    Where uv can't be had, or can't install what pip can, it is removed, and pip installs.
    """
    if is_current("environment", sys.version):
        return
    run(sys.executable, "-m", "venv", "--clear", VENV)
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    try:
        run(*pip, "uv")
        run(UV, "pip", "install", "--quiet", "--upgrade", "pip")
    except subprocess.CalledProcessError:
        print("uv can't install here, so pip does; that takes longer.", flush=True)
        run(*pip, "--upgrade", "pip")
        run("rm", "-f", UV)
    mark_current("environment", sys.version)


def install(part: str, *options: str) -> None:
    """Install with these options, in the versions of uv.lock, unless the part is up to date."""
    state = hash_files([Path("pyproject.toml"), LOCK])
    if is_current(part, state):
        return
    if UV.exists():
        install_locked(*options)
    else:
        run(PYTHON, "-m", "pip", "install", "--quiet", *options)
    mark_current(part, state)


def install_locked(*options: str) -> None:
    """Install with uv, in the versions of uv.lock where an index has them.

    An index of a company, or a folder of wheels, may have other versions than PyPI.
    """
    command = (UV, "pip", "install", "--quiet", *options)
    try:
        run(*command, "--constraints", CONSTRAINTS)
    except subprocess.CalledProcessError:
        print("uv.lock can't be followed here, so newer versions are installed.", flush=True)
        run(*command)


def write_constraints() -> None:
    """Write the versions of uv.lock to a file that uv reads."""
    state = hash_files([LOCK])
    if UV.exists() and not is_current("constraints", state):
        every = ("--all-extras", "--all-groups", "--no-emit-project", "--no-hashes", "--no-header")
        run(UV, "export", "--quiet", "--frozen", *every, "--output-file", CONSTRAINTS)
        mark_current("constraints", state)


def install_groups(groups: "list[str]") -> None:
    """Install dependency groups."""
    for group in groups:
        install(group, "--group", group)


def hash_files(files: "list[Path]") -> str:
    """Return a hash of the files' names and contents."""
    parts = [part for file in sorted(files) for part in (str(file).encode(), file.read_bytes())]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def package_state() -> str:
    """Return a hash of all compiled files, and of the names of the Python files.

    An editable install knows the modules it was made with, so it is renewed when one came or went.
    """
    compiled = [Path("CMakeLists.txt"), Path("pyproject.toml"), *Path("native").rglob("*.[hc]pp")]
    modules = "\n".join(sorted(map(str, Path("src").rglob("*.py"))))
    return hash_files(compiled) + hashlib.sha256(modules.encode()).hexdigest()


def build(strict: bool) -> None:
    """Compile and install the package.

    Each file is shown as it is compiled, and after a failure everything is. Pip does this: uv locks
    the environment, and would keep the groups from being installed at the same time.
    """
    werror = "ON" if strict else "OFF"
    state = package_state()
    if any(is_current("package", f"{state} {kind}") for kind in ("ON", werror)):
        return
    print("Compiling the native module, in a minute or less:", flush=True)
    command = [
        str(PYTHON), "-m", "pip", "install", "--verbose", "--no-build-isolation",
        *(["--no-deps"] if UV.exists() else []),
        f"--config-settings=cmake.define.ASTRAGAL_WERROR={werror}",
        "--editable", ".[web]",
    ]  # fmt: skip
    lines = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as compiler:
        assert compiler.stdout is not None
        for line in compiler.stdout:
            lines.append(line)
            step = re.search(r"\[\d+/\d+\] (Building|Linking) .*", line)
            if step:
                print(" ", step[0], flush=True)
    if compiler.returncode:
        print(*lines, sep="", flush=True)
        raise subprocess.CalledProcessError(compiler.returncode, command)
    mark_current("package", f"{state} {werror}")


def install_browser() -> None:
    """Install chromium with apt if allowed; otherwise say that its tests are skipped."""
    may_install = os.geteuid() == 0 and shutil.which("apt-get")
    if may_install and not any(map(shutil.which, BROWSERS)):
        apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
        subprocess.run([*apt, "update"], check=False)
        for name in ("chromium-headless-shell", "chromium"):
            command = [*apt, "install", "-y", "--no-install-recommends", name]
            if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0:
                break
    if not any(map(shutil.which, BROWSERS)):
        print("There is no chromium here and it may not be installed: ", end="")
        print("the browser tests are LEFT OUT.", flush=True)


def set_up(parts: "list[str]") -> None:
    """Make all parts; the compiler runs during the downloads, which need little processor time."""
    package = "package" in parts or "strict" in parts
    groups = [part for part in parts if part not in ("package", "strict", "browser")]
    if package or groups:
        make_environment()
        write_constraints()
    if package:
        requirements = ["--requirements", "pyproject.toml", "--extra", "web"]
        install("requirements", "--group", "build", *(requirements if UV.exists() else []))
    workers = 3 if UV.exists() else 1  # two pips would install the same packages
    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(install_groups, groups)]
        if package:
            jobs.append(pool.submit(build, "strict" in parts))
        if "browser" in parts:
            jobs.append(pool.submit(install_browser))
    for job in jobs:
        job.result()


def main() -> None:
    """Make the parts named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="+", metavar="PART")
    parts = parser.parse_args().parts
    sentences = problems(compiles=not {"package", "strict", "wheel"}.isdisjoint(parts))
    if sentences and parts != ["browser"]:
        sys.exit("\n".join(f"make: {sentence}" for sentence in sentences))
    os.chdir(str(ROOT))
    os.environ["VIRTUAL_ENV"] = str(ROOT / VENV)  # the one that uv installs into
    os.environ.setdefault("UV_SYSTEM_CERTS", "1")  # trust what pip and the system trust
    with open(__file__) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one set-up at a time
        try:
            set_up(parts)
        except subprocess.CalledProcessError as error:
            sys.exit("make: this command failed: " + " ".join(map(str, error.cmd)))


if __name__ == "__main__":
    main()
