"""Say what is missing before `make` builds, and which package has it. Runs on any Python 3."""

import argparse
import importlib.util
import os
import shutil
import sys
import sysconfig

COMPILERS = ("c++", "g++", "clang++")


def problems(uv: bool = False) -> "list[str]":
    """Return a sentence for each thing that is missing; uv brings its own venv."""
    found = []
    if sys.version_info < (3, 11):
        version = "{}.{}".format(*sys.version_info)
        found.append(
            "Astragal needs Python 3.11 or later; " + sys.executable + " is " + version
            + ". Name another one: make PYTHON=python3.12"
        )  # fmt: skip
    if not uv and not importlib.util.find_spec("ensurepip"):
        found.append("The venv module is incomplete. Debian, Ubuntu: apt install python3-venv")
    if not os.path.isfile(os.path.join(sysconfig.get_path("include"), "Python.h")):
        found.append(
            "Python.h is missing. Debian, Ubuntu: apt install python3-dev; "
            "Fedora: dnf install python3-devel"
        )
    if not os.environ.get("CXX") and not any(map(shutil.which, COMPILERS)):
        found.append(
            "There is no C++ compiler. Debian, Ubuntu: apt install g++; "
            "Fedora: dnf install gcc-c++; macOS: xcode-select --install"
        )
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uv", action="store_true", help="uv makes the virtual environment")
    missing = problems(uv=parser.parse_args().uv)
    for sentence in missing:
        print("make: " + sentence, file=sys.stderr)
    sys.exit(1 if missing else 0)
