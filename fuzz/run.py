"""Look for inputs that break a property, guided by the code that each reaches.

    python fuzz/run.py FOLDER [--seconds 900] [--jobs 2] [TARGET ...]
    python fuzz/run.py FOLDER TARGET FILE

The targets are those of `fuzz_targets`, which need the native module, and of `headers.cpp`, which
is a program; the folder has both, compiled with sanitizers. The seconds are those of the whole run,
and each target gets its share. An input that breaks a property is kept in `build/fuzz`; the second
form runs it again. Once the bug is mended, move the file to `fuzz/corpus`, or write a test of what
the header did.
"""

import argparse
import importlib.util
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import IO

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
FOUND = HERE.parent / "build" / "fuzz"

# Python does not free everything when it ends, so leaks can't be found. A call may ask for more
# memory than there is, for which Python has MemoryError.
SANITIZERS = {
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:handle_abort=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
WEIGHT_OF_HEADERS = 3
LIMITS = ["-timeout=60", "-rss_limit_mb=4096", "-malloc_limit_mb=0", "-print_final_stats=1"]


def main() -> int:
    """Run the targets; return 1 if one of them found something."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    given = parser.parse_intermixed_args()
    if len(given.targets) == 2 and Path(given.targets[1]).is_file():
        return start(given.folder, *given.targets)

    from fuzz_targets import WEIGHTS

    weights = WEIGHTS | dict.fromkeys(names_of_headers(given.folder), WEIGHT_OF_HEADERS)
    names = given.targets or list(weights)
    share = given.seconds * given.jobs / sum(weights[name] for name in names)

    def run(name: str) -> tuple[int, bool]:
        return run_target(given.folder, name, max(1, round(share * weights[name])))

    print("     inputs   per s  edges  property", flush=True)
    with ThreadPoolExecutor(given.jobs) as pool:
        runs = list(pool.map(run, names))
    findings = sum(bad for _, bad in runs)
    print(f"{sum(count for count, _ in runs):>11,}  inputs, {findings} findings")
    return int(findings > 0)


def names_of_headers(folder: Path) -> list[str]:
    """Return the targets of `headers.cpp`."""
    return subprocess.check_output([folder / "headers", "--names"], text=True).split()


def run_target(folder: Path, name: str, seconds: int) -> tuple[int, bool]:
    """Run one target and print a line; return the number of inputs, and whether one broke it."""
    grown = FOUND / name
    grown.mkdir(parents=True, exist_ok=True)
    folders = [str(folder) for folder in (grown, CORPUS / name) if folder.is_dir()]
    limits = [f"-max_total_time={seconds}", f"-artifact_prefix={FOUND}/{name}-", *LIMITS]
    begun = monotonic()
    with (FOUND / f"{name}.log").open("w+", errors="replace") as log:
        code = start(folder, name, *limits, *folders, log=log)
        log.seek(0)
        said = log.read()
    count = max(map(int, re.findall(r"(?m)(?:^#|executed_units: )(\d+)", said)), default=0)
    edges = max(map(int, re.findall(r" cov: (\d+)", said)), default=0)
    note = f": FOUND, see {log.name}" if code else ""
    speed = count / (monotonic() - begun)
    print(f"{count:>11,} {speed:>7,.0f} {edges:>6}  {name}{note}", flush=True)
    return count, code != 0


def start(folder: Path, name: str, *arguments: str, log: IO[str] | None = None) -> int:
    """Run one target in a process with sanitizers, with libFuzzer's arguments; return its code."""
    environment = os.environ | SANITIZERS
    if name in names_of_headers(folder):
        command = [str(folder / "headers"), name, "-max_len=96", *arguments]
    else:
        found = importlib.util.find_spec("atheris")
        assert found is not None, "pip install atheris"
        assert found.origin is not None
        (native,) = folder.glob("_native.*")
        environment["LD_PRELOAD"] = str(Path(found.origin).parents[1] / "asan_with_fuzzer.so")
        command = [sys.executable, __file__, "--fuzz", str(native), name, *arguments]
    done = subprocess.run(command, env=environment, check=False, stdout=log, stderr=log)
    return done.returncode


def fuzz(native: str, name: str, *arguments: str) -> None:
    """Run one target in this process, whose sanitizers are loaded."""
    import atheris

    spec = importlib.util.spec_from_file_location("astragal._native", native)
    assert spec is not None
    assert spec.loader is not None
    sys.modules["astragal._native"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with atheris.instrument_imports(include=["astragal", "tomllib"]):
        from fuzz_targets import TARGETS
    atheris.Setup([name, *arguments], TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fuzz"]:
        fuzz(*sys.argv[2:])
    else:
        sys.exit(main())
