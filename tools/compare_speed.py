"""Compare the speed of two builds of the package, row by row.

    python tools/compare_speed.py OLD_PYTHON NEW_PYTHON [--new-path src] [ROW ...]

OLD_PYTHON and NEW_PYTHON are interpreters that can import a build each; `--old-path` and
`--new-path` take the place of PYTHONPATH. Each build runs in a process of its own. For each row
the two take turns, and the best of the rounds counts. Both must give the same value. The exit code
is 1 if the new build takes more than `--limit` times as long as the old one in any row. On a busy
machine, `--cpu` measures processor time, which does not count waiting for a core.

A row is a list of ways to write the same thing, newest first. A build uses the first one that it
knows, so that names may differ between the builds.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

MIN_SECONDS = 0.05
"""The least total seconds of the calls of a round."""
UNKNOWN = (AttributeError, ImportError, TypeError)
"""The errors of a build without a name or a keyword."""


class Way(NamedTuple):
    """The code of a row: the set-up, the measured expression, and its value as a number."""

    setup: str
    statement: str
    value: str = "result"


POKER = """
import numpy as np
from astragal import cards, poker
ids = [51, 47, 43, 38, 30, 21, 8]
word = sum(1 << card for card in ids)
sevens = cards.subsets(cards.full_deck(52), 7, start=50_000_000, count=200_000)
strengths = np.empty(len(sevens), np.uint16)
hands = cards.sets_to_hands(sevens, 7)[:50_000]
indexes = np.empty(len(hands), np.uint64)
"""
EQUITY = """
from astragal import equity
names = [name for name in map(str, equity.starting_hands()) if name.endswith("s")]
players = ["QQ+, AK", "22+, A2s+"]
texts = [f"QQ+, {one}, {other}:0.5" for one, other in zip(names, names[1:])]
"""
ASIA = """
from astragal import asia
from astragal.setting.classes import suit_class_hands
hand = "As Kd Qh Jc 9s 7d 4h"
ranking = asia.rank(hand, dealer="lexicographic")
first = suit_class_hands(range(4_269_186, 4_269_286))[0].tolist()
asia.house(hand)
"""
ASIA_TABLE = ASIA + """
import tempfile
folder = tempfile.mkdtemp(dir=TEMPORARY)
game = asia.Game(dealer="lexicographic")
table = game.build_table(range(4_269_186, 4_269_286), folder=folder)
"""  # fmt: skip
OLD_ASIA = """
from astragal import asia
hand = "As Kd Qh Jc 9s 7d 4h"
ranking = asia.rank(hand, dealer="lexicographic")
first = asia.suit_class_hands(range(4_269_186, 4_269_286))[0].tolist()
asia.house(hand)
"""
OLD_ASIA_TABLE = OLD_ASIA + """
import tempfile
folder = tempfile.mkdtemp(dir=TEMPORARY)
table = asia.build_table("push", "lexicographic", range(4_269_186, 4_269_286), folder=folder)
"""  # fmt: skip
UR = """
import os, tempfile
from astragal import ur
folder = tempfile.mkdtemp(dir=TEMPORARY)
table = ur.solve(pieces=2, path=os.path.join(folder, "two.table"))
state = int(ur.start(pieces=2).to_dict()["state"], 16)
position = ur.Position("0x0000084040000d40")
"""
LAYOUT = """
import numpy as np
from astragal.ur.layouts import UR_STATE
words = np.random.default_rng(2).integers(0, 2**64 - 1, 200_000, np.uint64)
words &= np.uint64(UR_STATE.mask)
fields = UR_STATE.unpack_many(words)
"""
COMMAND = """
import subprocess, sys
def command(*arguments):
    program = [sys.executable, "-m", "astragal", *arguments]
    return subprocess.run(program, capture_output=True, check=True).stdout
"""
DEALS = 2**18

ROWS: dict[str, list[Way]] = {
    "evaluate, ids": [Way(POKER, "poker.evaluate(ids)", "result.strength")],
    "evaluate, text": [
        Way(POKER, "poker.evaluate('As Ks Qs Jh 9h 7d 4c')", "result.strength"),
    ],
    "strength, card set": [Way(POKER, "poker.strength(word)")],
    "evaluate_many, 200,000": [
        Way(POKER, "poker.evaluate_many(sevens, threads=1, out=strengths)", "int(result.sum())"),
    ],
    "made hand": [
        Way(POKER, "poker.made_hand('Ah Kh', 'Qh 7h 2c')", "int(result.word)"),
        Way(POKER, "poker.made('Ah Kh', 'Qh 7h 2c')", "int(result.word)"),
    ],
    "hand_index_many, 50,000": [
        Way(POKER, "poker.hand_index_many(hands, threads=1, out=indexes)", "int(result.sum())"),
    ],
    "equity, two hands": [
        Way(
            EQUITY,
            "equity.calculate(['AhKh', 'QsQd'], method='exact', threads=1)",
            "result.players[0].equity",
        ),
    ],
    "equity, ranges on a flop": [
        Way(
            EQUITY,
            "equity.calculate(players, board='2c 7d Jh', method='exact', threads=1)",
            "result.players[0].equity",
        ),
    ],
    "equity, Omaha": [
        Way(
            EQUITY,
            "equity.calculate(['AhAdKhKd', 'JsTs9c8c'], game='omaha', method='exact', threads=1)",
            "result.players[0].equity",
        ),
    ],
    "equity, sampled": [
        Way(
            EQUITY,
            f"equity.calculate(['20%'] * 3, method='sampled', {samples}={DEALS}, threads=1)",
            "result.players[0].equity",
        )
        for samples in ("samples", "deals")
    ],
    "range, read": [Way(EQUITY, "[equity.Range(text) for text in texts]", "sum(map(len, result))")],
    "range, read and write": [
        Way(EQUITY, "[str(equity.Range(text)) for text in texts]", "' '.join(result)"),
    ],
    "asia rank": [
        Way(setup, "asia.rank(hand, dealer='lexicographic')", "result.best.wins")
        for setup in (ASIA, OLD_ASIA)
    ],
    "asia rank_many, 100": [
        Way(
            setup,
            "asia.rank_many(first, dealer='lexicographic', threads=1)",
            "sum(ranking.best.wins for ranking in result)",
        )
        for setup in (ASIA, OLD_ASIA)
    ],
    "asia house": [
        Way(ASIA, "asia.house(hand)", "str(result.setting)"),
        Way(OLD_ASIA, "asia.house(hand)", "str(result)"),
    ],
    "asia table, 100 hands": [
        Way(setup, "[table.best(hand) for hand in first]", "sum(row.wins for row in result)")
        for setup in (ASIA_TABLE, OLD_ASIA_TABLE)
    ],
    "asia ranking to_dict": [
        Way(setup, "ranking.to_dict()", "result['settings'][0]['wins']")
        for setup in (ASIA, OLD_ASIA)
    ],
    "ur solve, 3 pieces": [
        Way(
            UR,
            "ur.solve(pieces=3, path=os.path.join(folder, 'three.table'), rebuild=True, threads=1)",
            "round(result.value(ur.start(pieces=3)), 6)",
        ),
    ],
    "ur value": [Way(UR, "table.value(state)")],
    "ur moves": [Way(UR, "position.moves(2)", "' '.join(map(str, result))")],
    "layout pack_many, 200,000": [
        Way(LAYOUT, "UR_STATE.pack_many(**fields)", "int((result != words).sum())"),
    ],
    "layout unpack_many, 200,000": [
        Way(LAYOUT, "UR_STATE.unpack_many(words)", "int(result['roll'].sum())"),
    ],
    "keys search": [Way("from astragal import keys", "keys.search('face7')", "list(result.keys)")],
    "astragal --help": [Way(COMMAND, "command('--help')", "b'layout' in result")],
    "astragal eval": [Way(COMMAND, "command('eval', 'As Ks Qs Js Ts')", "b'flush' in result")],
}


class Measurement(NamedTuple):
    """The value of a row in one build, and a timer with its number of calls."""

    value: Any
    timer: timeit.Timer
    calls: int

    def seconds(self) -> float:
        """Return the seconds of a call."""
        return self.timer.timeit(self.calls) / self.calls


def cpu_seconds() -> float:
    """Return the processor time of this process and its children."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


CLOCKS = {"cpu": cpu_seconds, "wall": time.perf_counter}


def prepare(ways: list[Way], temporary: str, clock: str) -> Measurement:
    """Return the measurement of the first code that the build can run."""
    errors = []
    for way in ways:
        names: dict[str, Any] = {"TEMPORARY": temporary}
        try:
            exec(way.setup, names)
            names["result"] = eval(way.statement, names)
        except UNKNOWN as error:
            errors.append(error)
            continue
        timer = timeit.Timer(way.statement, timer=CLOCKS[clock], globals=names)
        calls = 1
        while timer.timeit(calls) < MIN_SECONDS:
            calls *= 2
        return Measurement(eval(way.value, names), timer, calls)
    raise ExceptionGroup("the build knows none of the ways", errors)


def answer_requests(clock: str) -> None:
    """Measure the rows named on standard input, in the process of a build."""
    import astragal

    print(json.dumps(str(Path(astragal.__file__).parent)), flush=True)
    measurements: dict[str, Measurement] = {}
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["ASTRAGAL_HOME"] = temporary
        for line in sys.stdin:
            row = line.strip()
            if row not in measurements:
                measurements[row] = prepare(ROWS[row], temporary, clock)
            measurement = measurements[row]
            print(json.dumps([measurement.value, measurement.seconds()]), flush=True)


class Build:
    """The process of a build."""

    def __init__(self, requests: IO[str], answers: IO[str]) -> None:
        self._requests = requests
        self._answers = answers
        self.folder: str = self._read()

    def measure(self, row: str) -> tuple[Any, float]:
        """Return the value of a row and the seconds of a call."""
        print(row, file=self._requests, flush=True)
        value, seconds = self._read()
        return value, seconds

    def _read(self) -> Any:
        line = self._answers.readline()
        if not line:
            sys.exit("A build failed, see above.")
        return json.loads(line)


@contextmanager
def started(python: str, path: str | None, clock: str) -> Iterator[Build]:
    """Start the process of a build, which stores bytecode like an installed package."""
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if path is not None:
        environment["PYTHONPATH"] = str(Path(path).resolve())
    command = [python, "-P", str(Path(__file__).resolve()), "--answer", clock]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder,
        ) as process,
    ):  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        yield Build(process.stdin, process.stdout)
        process.stdin.close()


def compare(builds: list[Build], row: str, rounds: int) -> tuple[float, float]:
    """Return the best seconds of a row in both builds."""
    times: list[list[float]] = [[], []]
    values: list[Any] = [None, None]
    for _ in range(rounds):
        for number, build in enumerate(builds):
            values[number], seconds = build.measure(row)
            times[number].append(seconds)
    if values[0] != values[1]:
        sys.exit(f"{row}: the old build's value is {values[0]}, the new one's {values[1]}")
    return min(times[0]), min(times[1])


def main() -> int:
    """Print a table of the rows; return 1 if a row is above the limit."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old", help="the interpreter of the old build")
    parser.add_argument("new", help="the interpreter of the new build")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="parts of names of rows (all)")
    parser.add_argument("--old-path", metavar="FOLDER", help="import the old build from here")
    parser.add_argument("--new-path", metavar="FOLDER", help="import the new build from here")
    parser.add_argument("--cpu", action="store_true", help="measure processor time")
    parser.add_argument("--rounds", type=int, default=5, help="how often to measure (5)")
    parser.add_argument("--limit", type=float, default=1.10, help="the highest ratio (1.10)")
    options = parser.parse_intermixed_args()
    rows = [row for row in ROWS if not options.rows or any(part in row for part in options.rows)]
    clock = "cpu" if options.cpu else "wall"
    slower = []
    with ExitStack() as stack:
        builds = [
            stack.enter_context(started(options.old, options.old_path, clock)),
            stack.enter_context(started(options.new, options.new_path, clock)),
        ]
        print("old:", builds[0].folder)
        print("new:", builds[1].folder)
        print(f"{'row':30} {'old, us':>12} {'new, us':>12} {'ratio':>6}")
        for row in rows:
            old, new = compare(builds, row, options.rounds)
            print(f"{row:30} {old * 1e6:12,.2f} {new * 1e6:12,.2f} {new / old:6.2f}", flush=True)
            if new / old > options.limit:
                slower.append(row)
    if slower:
        print(f"above {options.limit:.2f}:", ", ".join(slower))
    return 1 if slower else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--answer"]:
        answer_requests(sys.argv[2])
    else:
        sys.exit(main())
