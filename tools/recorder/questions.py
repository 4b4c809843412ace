"""What the recorder asks, as data in the names of version 0.2: commands, routes, functions.

The order matters where a question needs a table that an earlier one has built.
"""

import ast
import json
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from random import Random
from typing import Any, TypeAlias

from tools.recorder.changes import qualified

COMMANDS = """
eval made standing equity range preflop pushfold serve man
layout, layout list, layout show, layout decode, layout check
keys, keys search, keys verify, keys show
asia, asia best, asia house, asia explain, asia hint, asia deal, asia drill, asia edge, asia table
asia balance, asia value, asia distil, asia matrix, asia extremes, asia insurance, asia check
asia way, asia way show, asia way price
ur, ur show, ur moves, ur value, ur best, ur perft, ur solve, ur info, ur match, ur review
ur puzzles, ur export, ur import, ur play, ur analyse, ur analyse starts, ur analyse openings
ur analyse tempo, ur analyse length, ur analyse mistakes, ur analyse players
plot, plot asia-distil, plot asia-habits, plot asia-values, plot preflop, plot pushfold
plot ur-scores, plot ur-solve
"""
NAMES = tuple(
    name.strip()
    for line in COMMANDS.strip().splitlines()
    for name in (line.split(",") if "," in line else line.split())
)
"""Every command and every group of commands."""


class _Asked:
    """What all kinds of questions share."""

    key: str
    where: list[str]

    def is_about(self, glob: str) -> bool:
        """Return whether the command, route or function matches a glob."""
        return any(fnmatchcase(name, glob) for name in self.where)


@dataclass(frozen=True)
class Command(_Asked):
    """A command line, and what is typed."""

    arguments: tuple[str, ...]
    stdin: str = ""

    @property
    def key(self) -> str:  # type: ignore[override]
        """The command as it is typed."""
        typed = f" <<< {self.stdin!r}" if self.stdin else ""
        return f"$ {shlex.join(self.arguments)}{typed}"

    @property
    def where(self) -> list[str]:  # type: ignore[override]
        """The command's name; for its help with `--help`."""
        words = " ".join(self.split()[0])
        return [f"{words} --help".strip() if "--help" in self.arguments else words or "astragal"]

    def split(self) -> tuple[list[str], list[str]]:
        """Return the words that name the command, and its arguments."""
        for length in (3, 2, 1):
            if " ".join(self.arguments[:length]) in NAMES and len(self.arguments) >= length:
                return list(self.arguments[:length]), list(self.arguments[length:])
        return [], list(self.arguments)


@dataclass(frozen=True)
class Route(_Asked):
    """A request: with a JSON body, a query, or a body of any text."""

    method: str
    path: str
    body: Any = None
    query: Any = None
    text: str | None = None
    content_type: str = "application/json"

    @property
    def key(self) -> str:  # type: ignore[override]
        """The request in one line."""
        sent = self.text if self.text is not None else json.dumps(self.body or self.query)
        note = "" if self.content_type == "application/json" else f" as {self.content_type}"
        return f"{self.method} {self.path} {sent}{note}"

    @property
    def route(self) -> str:
        """The method and the path."""
        return f"{self.method} {self.path}"

    @property
    def where(self) -> list[str]:  # type: ignore[override]
        """The method and the path."""
        return [self.route]


@dataclass(frozen=True)
class Function(_Asked):
    """An expression of Python; the rooms, `np` and `Path` are known in it."""

    source: str

    @property
    def key(self) -> str:  # type: ignore[override]
        """The expression."""
        return self.source

    @property
    def function(self) -> str:
        """The function that is called last, such as `asia.rank`."""
        body = ast.parse(self.source, mode="eval").body
        while isinstance(body, ast.Subscript):
            body = body.value
        if isinstance(body, ast.Call) and isinstance(body.func, ast.Name):  # list(...), len(...)
            return Function(ast.unparse(body.args[0])).function
        return qualified(body) or "expression"

    @property
    def where(self) -> list[str]:  # type: ignore[override]
        """The function."""
        return [self.function]


@dataclass(frozen=True)
class Names(_Asked):
    """All public names of the rooms."""

    @property
    def key(self) -> str:  # type: ignore[override]
        """A fixed text."""
        return "public names"

    @property
    def where(self) -> list[str]:  # type: ignore[override]
        """A fixed name."""
        return ["names"]


Question: TypeAlias = Command | Route | Function | Names

RANDOM = Random(29)
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def _cards(count: int, jokers: Sequence[str] = ()) -> str:
    return " ".join(RANDOM.sample([*DECK, *jokers], count))


def _many(number: int, count: int, jokers: Sequence[str] = ()) -> list[str]:
    return [_cards(count, jokers) for _ in range(number)]


# Inputs

FIVES = [
    "7h 7d 7s 4c 4h", "As Ks Qs Js Ts", "Ah 2c 3d 4s 5h", "9c 9d 9h 9s 2c", "2c 4d 6h 8s Tc",
    "2h 5h 9h Jh Kh", "Ac Ad Kh Ks 2c", "Qc Qd 9h 7s 3c", "6c 7d 8h 9s Tc", "Tc Jd Qh Ks Ac",
]  # fmt: skip
HANDS = [*FIVES, "", "As", "As Kd", "AsKd", "10h 9h", "A♠ K♦", "as kd", *_many(12, 7),
         *_many(8, 5), *_many(6, 6), *_many(5, 4), *_many(5, 3)]  # fmt: skip
BAD_CARDS = ["Xx", "As As", "1s", "As Kd Qh Jc 9s 7d 4h 2c", "A", "As,,", "Jk", "52", "A s", "Ąs",
             "As Kd Qh Jc 9s 7d 4h 3h 2h"]  # fmt: skip
POCKETS = [(hand[:5], hand[6:]) for hand in
           [*_many(14, 5), *_many(12, 6), *_many(12, 7)]]  # fmt: skip
POCKETS += [("Ah Kh", "Qh Jh 2c"), ("Ah 2c", "Ad As Kh"), ("7c 7d", "7h 7s 2c"),
            ("2c 3d", "As Ks Qs Js Ts"), ("9s 8s", "7s 6s 2d"), ("Ac Kc", "2d 7h 9s")]  # fmt: skip
BAD_POCKETS = [("Ah", "Qh Jh 2c"), ("Ah Kh", "Ah Jh 2c"), ("Ah Kh", "Qh"), ("Ah Kh Qh", "Jh Th 9h"),
               ("Xx Kh", "Qh Jh 2c"), ("Ah Kh", ""), ("", ""), ("Ah Kh", "2c 3c 4c 5c 6c 7c")]  # fmt: skip
ASIA = ["As Kd Qh Jc 9s 7d 4h", "Jk Ks Kd 9h 8c 5d 2s", "As Ah Ad Ac Jk 7d 7h",
        "9s 8s 7s 6s 5s 4s 2s", "Jk As Ks Qs Js Ts 9s", "2c 2d 3c 3d 4c 4d 5c",
        *_many(40, 7, ["Jk"])]  # fmt: skip
BAD_ASIA = ["As Kd Qh", "As As Kd Qh Jc 9s 7d", "As Kd Qh Jc 9s 7d 4h 2c", "", "Xx Kd Qh Jc 9s 7d 4h",
            "Jk Jk Kd Qh Jc 9s 7d", "Jr Kd Qh Jc 9s 7d 4h"]  # fmt: skip
SETTINGS = ["As 9s 7d 4h / Kd Qh / Jc", "As Kd Qh Jc / 9s 7d / 4h", "9s 7d 4h Jc / As Kd / Qh",
            "Ks Kd 5d 2s / Jk 8c / 9h", "Ad Ac 7h 7d / Jk As / Ah", "7s 6s 5s 4s / 9s 2s / 8s",
            "4h 7d 9s Jc / Qh Kd / As"]  # fmt: skip
BAD_SETTINGS = [
    "As 9s 7d / Kd Qh / Jc",
    "As 9s 7d 4h Kd Qh Jc",
    "As As 7d 4h / Kd Qh / Jc",
    "x",
    "",
]
RANGES = ["QQ+, AKs", "AA", "22+", "A2s+", "KTo+", "A5s-A2s", "random", "AhKh", "AKs:0.5, QQ",
          "JJ-88, AQs-ATs, KQo", "top 10%", "ATs+, KJs+, 99+", "AsKs, AdKd", "[50]AA[/50], KK",
          "AA@50, KK"]  # fmt: skip
BAD_RANGES = [
    "XX",
    "AKx",
    "A5s-K2s",
    "",
    "AA:2",
    "top 200%",
    "AhAh",
    "AK:",
    "QQ+,,",
    "22-",
    "AA:-1",
]
BOARDS = ["", "2c 7d Jh", "Ts 9s 8d 2c", "As Ks Qd 4c 4d"]
UR_STATES = ["start", "0x3f", "0x103f", "0x2000000010000d80", "0x2000000040000d80", "63", "0x12", "0x9",
             "0x1000000000000012", "0x1012"]  # fmt: skip
BAD_STATES = ["x", "-1", "0x", "0xffffffffffffffff", "18446744073709551616", "", "0x7", "0x3fzz"]
LAYOUTS = ["pokerval", "mask64", "lowval", "made-hand", "bitval-legacy", "card32", "asia-value",
           "asia-triple", "ur-state"]  # fmt: skip
WORDS = ["0x0", "0x20077744", "0x3f", "0x12345678", "1", "0xf", "0x00072000", "0x01022700"]
BAD_WORDS = ["x", "-1", "0x1ffffffffffffffff", "", "1.5", "0xfffffffffffffffff"]
GAMES = ["holdem", "omaha", "omaha5", "omaha6", "omaha-hilo", "omaha5-hilo", "omaha6-hilo", "short",
         "short-trips", "stud", "stud-hilo", "razz"]  # fmt: skip
WAYS = ["standard", "short", "points", "balanced", "casino-dealer", "casino-player", "push-both",
        "lexicographic", "obvious"]  # fmt: skip
KEY_SETS = ["suit", "flush5", "face5", "face6", "flush7", "face7", "short7", "joker7"]
RECORD = "[Rules finkel]\n[Pieces 2]\n\n1. A@A1 * A@A3 / C@C3\n2. A3B1 / 0 --\n"
GAME = "1. A@A1 * A@A3 / C@C3"

CLOCK = """
name = "clock"
bits = 24
meaning = "When an alarm rings"

[[field]]
name = "minute"
offset = 0
width = 6
meaning = "minutes"

[[field]]
name = "hour"
offset = 6
width = 5
meaning = "hours"
values = { 0 = "midnight", 12 = "noon" }

[[field]]
name = "day"
offset = 16
width = 1
count = 7
labels = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
meaning = "the days on which it rings"

[[claim]]
unused = "12..15"

[[claim]]
says = "later times are greater"
ascending = [{ hour = "midnight", minute = 59 }, { hour = 9, minute = 0 }]
"""
COLLISION = """
name = "collision"
bits = 64
meaning = "Made ranks and kickers that collide"

[[field]]
name = "kicker"
offset = 13
width = 1
count = 13

[[field]]
name = "made"
offset = 4
width = 1
count = 13
stride = 4

[[claim]]
unused = "26..51"
"""
BAD_LAYOUT = 'name = "bad"\nbits = 99\n[[field]]\nname = "a"\noffset = 0\nwidth = 4\n'
C_CODE = "int rank = (w >> 8) & 0xF;\nint suit = (w >> 12) & 0x3;\n"
WAY = "[[rule]]\nmake = {}\n"
UR_RULES = 'name = "mine"\npieces = 2\n'
FILES = {
    "clock.toml": CLOCK, "collision.toml": COLLISION, "bad.toml": BAD_LAYOUT, "code.c": C_CODE,
    "broken.toml": "name = [", "empty.toml": "", "game.rgn": RECORD, "badgame.rgn": "1. A@Z9",
    "states.txt": "0x12\n0x1000000000000012\n", "way.toml": WAY, "badway.toml": "[[rule]]\nx = 1\n",
    "rules.toml": UR_RULES,
}  # fmt: skip


def _command(*arguments: str, stdin: str = "") -> Command:
    return Command(arguments, stdin)


def _both(*arguments: str) -> list[Command]:
    """Ask with and without --json."""
    return [Command(arguments), Command((*arguments, "--json"))]


def _help() -> Iterable[Command]:
    yield _command("--help")
    yield _command("--version")
    yield _command()
    yield _command("nonsense")
    yield _command("--nonsense")
    for name in NAMES:
        words = name.split()
        yield _command(*words, "--help")
        yield _command(*words, "--nonsense")
        if name not in ("serve", "man", "asia drill", "ur play", "asia matrix", "asia extremes",
                        "asia deal", "asia value", "asia balance", "asia edge", "asia table", "asia distil",
                        "ur solve", "preflop", "ur match"):  # fmt: skip
            yield _command(*words)
    for name in ("layout", "keys", "asia", "ur", "plot", "asia way", "ur analyse"):
        yield _command(*name.split(), "nonsense")
    yield _command("man")
    yield _command("serve", "--port", "-1")
    yield _command("serve", "--port", "x")
    yield _command("serve", "--host", "no such host")


def _poker_commands() -> Iterable[Command]:
    options: tuple[str, ...]
    for hand in HANDS:
        yield from _both("eval", hand)
    for hand in BAD_CARDS:
        yield _command("eval", hand)
    yield from _both("eval", "7h", "7d", "7s", "4c", "4h")
    for pocket, board in POCKETS:
        yield _command("eval", pocket, "--board", board, "--json")
        yield _command("made", pocket, *board.split(), "--json")
        yield _command("standing", pocket, *board.split(), "--json")
    for pocket, board in POCKETS[::4]:
        yield _command("eval", pocket, "--board", board)
        yield _command("eval", pocket, "--board", board, "--quirks", "openholdem", "--json")
        yield _command("made", pocket, *board.split())
        yield _command("made", pocket, "--board", board)
        yield _command("standing", pocket, *board.split())
        yield _command("standing", pocket, "--board", board)
    for pocket, board in BAD_POCKETS:
        yield _command("eval", pocket, "--board", board)
        yield _command("made", pocket, *board.split())
        yield _command("standing", pocket, *board.split(), "--json")
    yield _command("made", "Ah Kh", "Qh", "--board", "Qh Jh 2c")
    for wild in ("bug", "full", "x"):
        for hand in ("Jk As Ks Qs Js", "Jk Jr 2c 3d", "Jk 2c 3d 4h 6s 8c Td", "As Kd"):
            yield from _both("eval", hand, "--wild", wild)
    for low in ("ace-to-five", "eight-or-better", "deuce-to-seven", "badugi", "x"):
        for hand in ("Ah 2c 3d 4s 5h", "9c 9d 9h 9s 2c", "7h 5d 4c 3s 2h Kd Qc", "As Kd Qh Jc"):
            yield from _both("eval", hand, "--low", low)
    yield _command("eval", "As Kd", "--quirks", "x")
    yield _command("eval", "As Kd", "--low", "badugi", "--board", "2c 3d 4h")
    yield _command("eval", "As Kd", "--low", "badugi", "--wild", "bug")
    for options in ((), ("--json",), ("--board", "2c 3d 4h"), ("--low", "badugi", "--json")):
        yield _command("eval", "-", *options, stdin="As Kd\n7h 7d\n\nQc Jc\n")
        yield _command("eval", "-", *options, stdin="As Kd\nXx\n")


def _equity_commands() -> Iterable[Command]:
    options: tuple[str, ...]
    spots = [("AhKh", "QsQd"), ("AA", "KK"), ("AhKh", "QQ+, AKs"), ("7c7d", "AsKs", "QhJh"),
             ("AKs", "22"), ("AhKh", "random")]  # fmt: skip
    for spot in spots:
        for board in BOARDS[1:]:
            yield from _both("equity", *spot, "--board", board)
    yield from _both("equity", "AhKh", "QsQd")
    yield from _both("equity", "AhKh", "QsQd", "--dead", "2c 3c")
    yield from _both("equity", "AhKh", "QsQd", "--board", "2c 7d Jh", "--categories")
    yield from _both("equity", "AhKh", "QsQd", "--board", "2c 7d Jh", "--next")
    yield from _both("equity", "AKs, QQ", "JJ+", "--board", "2c 7d Jh", "--cells")
    yield from _both("equity", "AKs, QQ", "JJ+", "--board", "2c 7d Jh", "--distribution")
    yield from _both("equity", "AKs", "JJ+", "--board", "2c 7d Jh", "--next", "--cells",
                     "--distribution", "--categories")  # fmt: skip
    yield from _both(
        "equity", "AhKh", "QsQd", "--method", "sampled", "--deals", "65536", "--seed", "3"
    )
    yield from _both("equity", "AhKh", "QsQd", "--deals", "100000", "--threads", "1")
    yield from _both("equity", "AhKh", "QsQd", "--until", "0.005", "--seed", "1")
    yield from _both("equity", "AhKh", "QsQd", "--method", "exact", "--threads", "2")
    hands = {"omaha": ("AhKhQsJs", "9c9d8c8d"), "short": ("AhKh", "QsQd"), "stud": ("AhKhQh", "2c2d2h"),
             "razz": ("Ah2h3h", "4c5d6h"), "omaha5": ("AhKhQsJs2c", "9c9d8c8d3h"),
             "omaha6": ("AhKhQsJs2c2d", "9c9d8c8d3h3c")}  # fmt: skip
    for game in GAMES:
        spot = hands.get(game, hands.get(game.split("-")[0], ()))
        dealt = () if "stud" in game or game == "razz" else ("--board", "Tc 7d Jh")
        deals = () if dealt else ("--deals", "65536")
        yield from _both("equity", *spot, "--game", game, *dealt, *deals)
    for wrong in (("AhKh",), ("AhKh", "AhQd"), ("AhKh", "xx"), ("AhKh", "QsQd", "--game", "x"),
                  ("AhKh", "QsQd", "--method", "x"), ("AhKh", "QsQd", "--deals", "0"),
                  ("AhKh", "QsQd", "--deals", "-5"), ("AhKh", "QsQd", "--seed", "-1"),
                  ("AhKh", "QsQd", "--threads", "0"), ("AhKh", "QsQd", "--until", "0"),
                  ("AhKh", "QsQd", "--board", "Ah 2c 3c"), ("AhKh", "QsQd", "--board", "2c"),
                  ("AhKh", "QsQd", "--dead", "Ah"), ("AhKh", "QsQd", "--deals", "x"),
                  ("AhKh", "QsQd", "--next"), ("AhKh", "QsQd", "7c7d", "--cells"),
                  ("AhKhQh", "QsQd"), ("AhKh", "QsQd", "--method", "exact", "--deals", "10"),
                  ("AA",) * 10):  # fmt: skip
        yield _command("equity", *wrong)
    for options in ((), ("--json",)):
        yield _command("equity", "-", "--board", "2c 7d Jh", *options,
                       stdin="AhKh QsQd\nAA KK\n\nxx yy\n")  # fmt: skip
        yield _command("equity", "-", *options, stdin="")
    for text in RANGES:
        yield from _both("range", text)
    for text in BAD_RANGES:
        yield _command("range", text)
    for text in RANGES[:8]:
        yield from _both("range", text, "--board", "2c 7d Jh")
    for dialect in ("astragal", "pio", "flopzilla", "equilab", "pokerstove", "x"):
        yield _command("range", RANGES[8], "--dialect", dialect)
        yield _command("range", "QQ+, AKs", "--dialect", dialect, "--json")
    for game in [*GAMES, "x"]:
        yield _command("range", "AA" if "omaha" not in game else "AAKK", "--game", game, "--json")
    yield _command("range", "AA", "--board", "2c")
    yield _command("range", "AA", "--board", "2c 2c 3c")
    for hand, villain in (
        ("AKs", "QQ"),
        ("22", "AKo"),
        ("72o", "AA"),
        ("JTs", "random"),
        ("AA", "AA"),
    ):
        yield from _both("preflop", hand, villain)
        yield from _both("preflop", hand, villain, "--game", "short" if hand == "AKs" else "holdem")
    yield from _both("preflop", "AKs")
    for wrong in (("XX",), ("AKs", "YY"), ("AK", "QQ"), ("AKs", "QQ", "--game", "x"),
                  ("AKs", "QQ", "--game", "omaha"), ("AKs", "QQ", "--threads", "0"),
                  ("22", "AA", "--game", "short"), ("AKs", "QQ", "--parquet", "x.parquet"),
                  ("AKs", "QQ", "--rebuild")):  # fmt: skip
        yield from _both("preflop", *wrong)
    yield from _both("preflop")
    yield from _both("preflop", "--parquet", "preflop.parquet")
    yield _command("preflop", "--parquet", "preflop.txt")
    for options in (("10",), ("5",), ("10", "--villain", "7"), ("10", "--ante", "0.1"),
                    ("10", "--others", "12", "8", "--payouts", "50", "30", "20"),
                    ("10", "--payouts", "50", "30", "--others", "12"),
                    ("0",), ("-1",), ("x",), ("10", "--villain", "0"), ("10", "--ante", "-1"),
                    ("10", "--payouts", "50"), ("10", "--game", "x"), ("10", "--others", "5"),
                    ("10", "--game", "omaha")):  # fmt: skip
        yield from _both("pushfold", *options)


def _layout_commands() -> Iterable[Command]:
    yield from _both("layout", "list")
    names = [*LAYOUTS, "clock.toml", "collision.toml", "code.c", "bad.toml", "broken.toml",
             "empty.toml", "nosuch", "nosuch.toml", "Pokerval", ""]  # fmt: skip
    for name in names:
        yield from _both("layout", "show", name)
        yield from _both("layout", "check", name)
        yield _command("layout", "decode", name, "0x12345678", "--json")
        yield _command("layout", "decode", name, "0x3f")
    for word in [*WORDS, *BAD_WORDS]:
        yield _command("layout", "decode", "pokerval", word)
        yield _command("layout", "decode", "ur-state", word, "--row-bits", "32")
    for form in ("svg", "markdown", "cpp"):
        yield _command("layout", "show", "card32", "--as", form)
    for bits in ("8", "16", "32", "5", "-1", "x"):
        yield _command("layout", "show", "card32", "--row-bits", bits)
        yield _command("layout", "decode", "card32", "0x3f", "--row-bits", bits)
    yield _command("layout", "show", "card32", "--as", "x")
    yield _command("layout", "show", "card32", "--as", "svg", "--json")


def _keys_commands() -> Iterable[Command]:
    yield from _both("keys", "show")
    for name in [*KEY_SETS, "all", "x"]:
        yield from _both("keys", "search", name)
    for condition in ("distinct", "published", "flush", "x"):
        yield from _both("keys", "search", "suit", "--condition", condition)
        yield from _both("keys", "search", "suit", "--condition", condition, "--limit", "38")
        yield from _both("keys", "verify", "suit", "0,1,29,37", "--condition", condition)
    for limit in ("0", "-1", "5", "x"):
        yield from _both("keys", "search", "suit", "--limit", limit)
    yield from _both("keys", "search", "face5", "--limit", "10")
    face7 = "0,1,5,22,98,453,2031,8698,22854,83661,262349,636345,1479181"
    for keys in (face7, "0 1 5 22", "1,2,3,4,5,6,7,8,9,10,11,12,13", "x", "-1,2", "", "0,0,1,5"):
        for name in ("face7", "face5"):
            yield from _both("keys", "verify", name, keys)
    yield from _both("keys", "verify", "face5", face7, "--smallest")
    yield from _both(
        "keys", "verify", "flush7", "1,2,4,8,16,32,64,128,240,464,896,1728,3328", "--smallest"
    )
    yield from _both("keys", "verify", "suit", "0", "1", "29", "37")


ASIA_GAMES = [(), ("--profile", "casino"), ("--objective", "ev"),
              ("--profile", "casino", "--objective", "ev", "--dealer", "balanced"),
              ("--rule", "copies=dealer"), ("--rule", "wheel=lowest", "--rule", "strict_order=true"),
              ("--dealer", "obvious")]  # fmt: skip
BAD_ASIA_GAMES = [("--profile", "x"), ("--dealer", "x"), ("--dealer", "nosuch.toml"),
                  ("--dealer", "badway.toml"), ("--rule", "x=1"), ("--rule", "copies=x"),
                  ("--rule", "copies"), ("--dealer", "broken.toml")]  # fmt: skip


def _asia_commands() -> Iterable[Command]:
    options: tuple[str, ...]
    wrong: tuple[str, ...]
    yield _command("asia", "best", ASIA[0], "--top", "1", "--json")
    for hand in ASIA:
        yield _command("asia", "best", hand, "--json")
        yield _command("asia", "house", hand, "--json")
        yield _command("asia", "hint", hand, "--json")
    for hand in ASIA[:12]:
        yield _command("asia", "best", hand)
        yield _command("asia", "house", hand)
        yield _command("asia", "hint", hand)
        yield _command("asia", "best", hand, "--profile", "casino", "--objective", "ev", "--json")
        yield _command("asia", "hint", hand, "--profile", "casino", "--objective", "ev", "--json")
        yield _command("asia", "best", hand, "--top", "1")
    for game in [*ASIA_GAMES, *BAD_ASIA_GAMES]:
        yield from _both("asia", "best", ASIA[1], *game)
        yield _command("asia", "best", ASIA[2], *game, "--json")
        yield from _both("asia", "hint", ASIA[0], *game)
        yield from _both("asia", "explain", SETTINGS[0], *game)
        yield from _both("asia", "deal", "--seed", "5", *game)
        if "--objective" not in game:
            yield from _both("asia", "house", ASIA[0], *game)
    for hand in BAD_ASIA:
        yield from _both("asia", "best", hand)
        yield _command("asia", "house", hand)
        yield _command("asia", "hint", hand)
    for setting in [*SETTINGS, *BAD_SETTINGS]:
        yield from _both("asia", "explain", setting)
        yield from _both("asia", "explain", setting, "--profile", "casino", "--objective", "ev")
    hand = ASIA[0]
    for options in (("--top", "0"), ("--top", "2"), ("--top", "-1"), ("--top", "x"),
                    ("--dead", "2c 3c"), ("--dead", "As"), ("--dead", "Xx"), ("--dead", "2c 2c"),
                    ("--samples", "1000", "--seed", "1"), ("--samples", "1000", "--seed", "7"),
                    ("--samples", "-1"), ("--samples", "x"), ("--seed", "3"),
                    ("--samples", "100", "--seed", "-1"), ("--samples", "1000"),
                    ("--objective", "x")):  # fmt: skip
        yield from _both("asia", "best", hand, *options)
    yield from _both("asia", "best", *hand.split())
    yield _command("asia", "best", hand, "--dealer", "way.toml", "--json")
    yield _command("asia", "hint", hand, "--dead", "2c 3c", "--json")
    yield from _both("asia", "explain", SETTINGS[0], "--dead", "2c 3c")
    for seed in ("0", "1", "2", "3", "12345678901234567890", "-1", "x"):
        yield from _both("asia", "deal", "--seed", seed)
    yield from _both("asia", "deal", "--seed", "1", "--set", SETTINGS[0])
    yield from _both("asia", "deal", "--seed", "1", "--set", "x")
    typed = "As 9s 7d 4h / Kd Qh / Jc\nq\n"
    for options in ((), ("--kind", "pair"), ("--kind", "joker", "--objective", "ev"),
                    ("--closeness", "0.02"), ("--kind", "x"), ("--hands", "0"), ("--hands", "2"),
                    ("--closeness", "-1"), ("--closeness", "x"), ("--profile", "casino"),
                    ("--dealer", "short")):  # fmt: skip
        yield _command("asia", "drill", "--seed", "4", *options, stdin=typed)
        yield _command("asia", "drill", "--seed", "4", *options, "--json", stdin=typed)
    yield from _both("asia", "table", "--classes", "0:20")
    yield from _both("asia", "table", "--classes", "10:30", "--parquet", "asia.parquet")
    yield from _both(
        "asia", "table", "--classes", "0:10", "--profile", "casino", "--objective", "ev"
    )
    yield from _both("asia", "table", "--classes", "0:5", "--rebuild")
    for classes in ("x", "5:1", "-1:5", "0:99999999", "5"):
        yield from _both("asia", "table", "--classes", classes)
    yield from _both("asia", "table", "--classes", "0:1", "--parquet", "x.txt")
    yield from _both("asia", "insurance")
    for way in ("x", "nosuch.toml", "badway.toml", "broken.toml", "empty.toml"):
        yield from _both("asia", "check", way)
        yield from _both("asia", "way", "show", way)
        yield from _both("asia", "way", "price", way)
    yield _command("asia", "check", "way.toml", "--json")
    for way in ("standard", "short", "points", "way.toml", "obvious", "balanced"):
        yield from _both("asia", "way", "show", way)
        yield from _both("asia", "way", "show", way, "--card")
    for wrong in (("--player", "x"), ("--dealer", "x"), ("--profile", "x"), ("--rule", "x=1"),
                  ("--threads", "0")):  # fmt: skip
        for command in ("edge", "value"):
            yield _command("asia", command, *wrong)
    for wrong in (("--sample", "-1"), ("--sample", "x"), ("--seed", "x"), ("--objective", "x"),
                  ("--workers", "0"), ("--workers", "2", "--scheduler", "x")):  # fmt: skip
        yield _command("asia", "edge", *wrong)
    for wrong in (("--rules", "0"), ("--rules", "101"), ("--points", "5"), ("--rules", "x"),
                  ("--rules", "3", "--points", "7"), ("--sample", "1"), ("--profile", "x"),
                  ("--out", "missing/x.toml")):  # fmt: skip
        yield _command("asia", "distil", *wrong)
    for command in ("matrix", "balance", "extremes"):
        yield from _both("asia", command, "--profile", "x")
        yield from _both("asia", command, "--threads", "0")
    yield from _both("asia", "extremes", "--count", "-1")
    yield from _both("asia", "extremes", "--player", "x")


def _ur_commands() -> Iterable[Command]:
    options: tuple[str, ...]
    for command in ("value", "best"):  # no table yet
        yield from _both("ur", command, "start")
    yield from _both("ur", "info")
    yield from _both("ur", "review", "game.rgn")
    yield from _both("ur", "puzzles", "2")
    for command in ("starts", "openings", "tempo", "length", "mistakes", "players"):
        yield from _both("ur", "analyse", command)
    yield from _both("ur", "export", "x.rgu")
    yield from _both("plot", "ur-scores", "x.svg")
    for rules in ("finkel", "blitz", "masters", "x", "nosuch.toml", "rules.toml", "broken.toml"):
        yield from _both("ur", "solve", "--rules", rules, "--pieces", "2", "--plan")
        yield from _both("ur", "show", "start", "--rules", rules)
        yield from _both("ur", "moves", "start", "--rules", rules)
    yield from _both("ur", "solve", "--pieces", "3", "--threads", "1")
    yield from _both("ur", "solve", "--pieces", "3")
    yield from _both("ur", "solve", "--rules", "blitz", "--pieces", "2", "--bits", "64")
    yield from _both("ur", "solve", "--pieces", "2", "--out", "small.table", "--bits", "16")
    yield from _both("ur", "solve", "--pieces", "2", "--out", "small.table", "--rebuild")
    for wrong in (("--pieces", "0"), ("--pieces", "8"), ("--bits", "8"), ("--threads", "0"),
                  ("--pieces", "x"), ("--pieces", "1", "--out", "new/x.table")):  # fmt: skip
        yield from _both("ur", "solve", *wrong)
    for state in UR_STATES:
        for command in ("show", "moves", "value", "best"):
            yield from _both("ur", command, state)
        yield _command("ur", "moves", state, "--roll", "2", "--json")
        yield _command("ur", "best", state, "--roll", "1", "--json")
        yield _command("ur", "perft", state, "2", "--json")
    for state in BAD_STATES:
        for command in ("show", "moves", "value", "best"):
            yield _command("ur", command, state)
    for command in ("show", "moves", "value", "best"):
        yield _command("ur", command, "0x12", "--rules", "blitz", "--json")
    for roll in ("0", "3", "4", "5", "-1", "x"):
        yield from _both("ur", "moves", "0x12", "--roll", roll)
        yield from _both("ur", "best", "0x12", "--roll", roll)
    for pieces in ("1", "2", "3", "0", "8", "x"):
        for command in ("show", "moves", "value", "best"):
            yield from _both("ur", command, "start", "--pieces", pieces)
        yield _command("ur", "perft", "start", "3", "--pieces", pieces, "--json")
        yield _command("ur", "best", "start", "--pieces", pieces, "--roll", "2")
        yield _command("ur", "moves", "start", "--pieces", pieces, "--roll", "2")
    for depth in ("0", "1", "4", "-1", "x", "100"):
        yield from _both("ur", "perft", "start", depth)
    for form in ("unicode", "ascii", "svg", "x"):
        yield _command("ur", "show", "0x103f", "--as", form)
    yield from _both("ur", "info")
    yield from _both("ur", "info", "--verify")
    yield from _both("ur", "info", "--rules", "masters")
    for options in (("greedy", "random"), ("random", "greedy"), ("expectimax-1", "greedy"),
                    ("perfect", "random", "--pieces", "2"), ("--a", "greedy", "--b", "random"),
                    ("--seed", "5"), ("greedy",), ("x", "random"), ("greedy", "expectimax-0"),
                    ("greedy", "random", "--a", "greedy"), ("--threads", "1"),
                    ("--rules", "blitz")):  # fmt: skip
        yield from _both("ur", "match", *options, "--games", "20")
    for games in ("0", "-2", "3", "x"):
        yield from _both("ur", "match", "greedy", "random", "--games", games)
    for name in ("game.rgn", "badgame.rgn", "states.txt", "nosuch.rgn", "empty.toml"):
        yield from _both("ur", "review", name)
    yield _command("ur", "review", "game.rgn", "--as", "svg")
    yield _command("ur", "review", "game.rgn", "--as", "x")
    yield _command("ur", "review", "states.txt", "--rules", "blitz", "--json")
    for options in (("2",), ("3", "--seed", "4"), ("2", "--grade", "easy"), ("1", "--pieces", "2"),
                    ("0",), ("-1",), ("x",), ("2", "--grade", "x"), ("2", "--rules", "masters"),
                    ("2", "--rules", "blitz", "--pieces", "2")):  # fmt: skip
        yield from _both("ur", "puzzles", *options)
    for options in (("out.rgu", "--pieces", "2"), ("f32.rgu", "--values", "f32"),
                    ("java.rgu", "--keys", "java"), ("x.rgu", "--values", "x"),
                    ("x.rgu", "--keys", "x"), ("--parquet", "ur.parquet", "--pieces", "2"), (),
                    ("x.txt",), ("--parquet", "x.txt"), ("missing/x.rgu",),
                    ("x.rgu", "--rules", "blitz"), ("x.rgu", "--pieces", "9")):  # fmt: skip
        yield from _both("ur", "export", *options)
    for name in ("out.rgu", "f32.rgu", "java.rgu", "nosuch.rgu", "game.rgn"):
        yield from _both("ur", "import", name)
    for options in (
        (),
        ("--pieces", "2"),
        ("--pieces", "9"),
        ("--rules", "blitz"),
        ("--rules", "x"),
    ):
        yield from _both("ur", "analyse", "openings", *options)
        yield from _both("ur", "analyse", "tempo", *options)
        yield from _both("ur", "analyse", "length", *options)
        yield from _both("ur", "analyse", "mistakes", *options)
    yield from _both("ur", "analyse", "starts")
    yield from _both("ur", "analyse", "starts", "--rules", "blitz")
    for state in UR_STATES:
        yield from _both("ur", "analyse", "tempo", state)
    for habit in ("perfect", "greedy", "capture", "rosette", "x"):
        yield from _both("ur", "analyse", "mistakes", "--habit", habit, "--count", "3")
        yield from _both("ur", "analyse", "length", "--a", habit, "--b", "greedy", "--pieces", "2")
    yield from _both("ur", "analyse", "mistakes", "--count", "0")
    yield from _both("ur", "analyse", "players", "--games", "4", "--pieces", "2", "--seed", "3")
    yield from _both("ur", "analyse", "players", "--games", "-1")
    for typed in ("1\n1\n1\n1\nq\n", "?\nhint\nundo\nq\n", "", "x\n" * 4, "1\n" * 200):
        yield _command("ur", "play", "--seed", "1", "--pieces", "2", stdin=typed)
        yield _command("ur", "play", "--seed", "2", "--side", "B", "--opponent", "greedy", "--ascii",
                       "--pieces", "1", "--record", "played.rgn", stdin=typed)  # fmt: skip
    for wrong in (("--opponent", "x"), ("--side", "C"), ("--pieces", "9"), ("--rules", "x"),
                  ("--seed", "x")):  # fmt: skip
        yield _command("ur", "play", *wrong)


def _plot_commands() -> Iterable[Command]:
    yield from _both(
        "plot", "asia-habits", "a.svg", "--sample", "4", "--seed", "2", "--habit", "obvious"
    )
    yield from _both("plot", "asia-habits", "a.svg", "--habit", "x")
    yield from _both("plot", "asia-habits", "a.svg", "--sample", "0")
    yield from _both("plot", "asia-values", "a.png", "--sample", "30", "--seed", "2")
    yield from _both("plot", "asia-values", "a.png", "--sample", "30", "--seed", "2",
                     "--profile", "casino", "--dealer", "short")  # fmt: skip
    yield from _both("plot", "preflop", "a.svg", "--versus", "QQ")
    yield from _both("plot", "preflop", "a.svg")
    yield from _both("plot", "preflop", "a.svg", "--versus", "XX")
    yield from _both("plot", "preflop", "a.svg", "--versus", "QQ", "--all")
    yield from _both("plot", "pushfold", "a.svg", "10")
    yield from _both("plot", "pushfold", "a.svg", "10", "--call", "--villain", "8")
    yield from _both("plot", "pushfold", "a.svg", "x")
    yield from _both("plot", "ur-scores", "a.svg", "--pieces", "2")
    yield from _both("plot", "ur-scores", "a.svg", "--pieces", "9")
    yield from _both("plot", "ur-solve", "a.svg")
    yield from _both("plot", "ur-solve", "a.svg", "--rules", "masters")
    for name in NAMES:
        if name.startswith("plot "):
            stack = ("10",) if name == "plot pushfold" else ()
            yield from _both(*name.split(), "a.txt", *stack)
            yield from _both(*name.split(), "missing/a.svg", *stack)


def _post(path: str, *bodies: Any) -> list[Route]:
    return [Route("POST", path, body) for body in bodies]


def _get(path: str, *queries: Any) -> list[Route]:
    return [Route("GET", path, query=query) for query in queries]


POST_ROUTES = (
    "/api/asia/best", "/api/asia/house", "/api/asia/explain", "/api/asia/hint",
    "/api/asia/practice", "/api/poker/eval", "/api/poker/standing", "/api/poker/made",
    "/api/equity", "/api/range", "/api/range/combos", "/api/equity/cells", "/api/equity/made",
    "/api/equity/next", "/api/layout/decode", "/api/layout/check", "/api/layout/code",
    "/api/ur/choose", "/api/ur/record", "/api/ur/review",
)  # fmt: skip


def _routes() -> Iterable[Route]:
    for page in ("/", "/asia", "/poker", "/equity", "/ur", "/words", "/docs", "/nosuch", "/api/nosuch",
                 "/healthz", "/api/openapi.json", "/api/ur/rules", "/api/ur/solve",
                 "/api/layout/list", "/static/nosuch.js"):  # fmt: skip
        yield Route("GET", page)
    for path in POST_ROUTES:
        yield Route("GET", path)
        yield from _post(path, {}, [], {"nonsense": 1})
        yield Route("POST", path, text="{")
        yield Route("POST", path, text="x", content_type="text/plain")
    for hand in [*ASIA, *BAD_ASIA]:
        yield from _post("/api/asia/best", {"hand": hand})
        yield from _post("/api/asia/house", {"hand": hand})
        yield from _post("/api/asia/hint", {"hand": hand, "profile": "casino", "objective": "ev"})
    for setting in [*SETTINGS, *BAD_SETTINGS]:
        yield from _post("/api/asia/explain", {"setting": setting})
    for way in [*WAYS, "x", "way.toml", None]:
        yield from _post("/api/asia/best", {"hand": ASIA[1], "dealer": way, "profile": "casino"})
        yield from _post("/api/asia/house", {"hand": ASIA[1], "dealer": way})
    for wrong in ({"profile": "x"}, {"objective": "x"}, {"dead": "As"}, {"dead": "2c 3c"}, {"dead": 1},
                  {"hand": 5}, {"hand": "A" * 300}):  # fmt: skip
        yield from _post("/api/asia/best", {"hand": ASIA[0]} | wrong)
        yield from _post("/api/asia/hint", {"hand": ASIA[0]} | wrong)
    for body in ({"seed": 1}, {"kind": "pair", "seed": 1}, {"kind": "joker", "seed": 5},
                 {"kind": "x"}, {"closeness": 0.05, "seed": 1}, {"closeness": 0}, {"seed": -1},
                 {"seed": 1 << 64}):  # fmt: skip
        yield from _post("/api/asia/practice", body)
    yield from _get("/api/asia/card", {}, {"name": "short"}, {"name": "points"}, {"name": "standard"},
                    {"name": "x"})  # fmt: skip
    for hand in [*HANDS[:30], *BAD_CARDS]:
        yield from _post("/api/poker/eval", {"cards": hand})
    for pocket, board in [*POCKETS, *BAD_POCKETS]:
        both = {"cards": pocket, "board": board}
        yield from _post("/api/poker/eval", both, both | {"quirks": "openholdem"})
        yield from _post("/api/poker/standing", both)
        yield from _post("/api/poker/made", both)
    for wild in ("bug", "full", "x"):
        yield from _post("/api/poker/eval", {"cards": "Jk As Ks Qs Js", "wild": wild})
    for players in (["AhKh", "QsQd"], ["AhKh", "QQ+, AKs"], ["AA", "KK", "QQ"], ["AhKh"], [],
                    ["AhKh", "AhQd"], ["AhKh", "xx"], ["AA"] * 10, "AhKh", ["AhKh", ""]):  # fmt: skip
        for board in BOARDS[1:]:
            spot = {"players": players, "board": board}
            yield from _post("/api/equity", spot, spot | {"categories": True})
            yield from _post("/api/equity/next", spot)
    spot = {"players": ["AhKh", "QsQd"], "board": "2c 7d Jh"}
    for more in ({"dead": "2c"}, {"dead": "3c"}, {"game": "x"}, {"game": "short"}, {"method": "x"},
                 {"method": "sampled", "deals": 65536, "seed": 4}, {"deals": 0}, {"until": 0.01},
                 {"until": -1}, {"seed": -1}, {"method": "exact"}):  # fmt: skip
        yield from _post("/api/equity", spot | more)
    for text in [*RANGES, *BAD_RANGES]:
        yield from _post("/api/range", {"range": text})
        yield from _post("/api/range/combos", {"range": text, "cell": "AKs"})
        yield from _post("/api/equity/made", {"range": text, "board": "2c 7d Jh"})
        yield from _post("/api/equity/cells", {"range": text, "versus": "QQ+", "board": "2c 7d Jh"})
    for paint in (
        {"AKs": 1},
        {"AKs": 0.5, "QQ": 0},
        {"AhKh": 1},
        {"XX": 1},
        {"AKs": 2},
        {"AKs": -1},
    ):
        yield from _post("/api/range", {"range": "QQ+", "paint": paint})
    for cell in ("AA", "AKo", "72o", "XX", "AhKh", ""):
        yield from _post("/api/range/combos", {"range": "QQ+, AK:0.5", "cell": cell})
    for name in [*LAYOUTS, "x"]:
        yield from _get(f"/api/layout/show/{name}", {}, {"row_bits": 16}, {"row_bits": 5})
        yield from _post("/api/layout/decode", {"layout": name, "word": "0x3f"})
    for word in [*WORDS, *BAD_WORDS]:
        yield from _post("/api/layout/decode", {"layout": "pokerval", "word": word})
    for text in (CLOCK, COLLISION, BAD_LAYOUT, "name = [", ""):
        yield from _post("/api/layout/check", {"toml": text})
    for code in (C_CODE, "rank = (w >> 8) & 0xF", "nothing", ""):
        yield from _post("/api/layout/code", {"code": code})
    yield from _post("/api/layout/masks", None)
    for roll in (0, 1, 4, 5, "x"):
        yield from _get("/api/ur/moves", {"state": "0x12", "roll": roll})
        yield from _get("/api/ur/best", {"state": "0x12", "roll": roll})
    for state in [*UR_STATES, *BAD_STATES]:
        for path in ("show", "moves", "value", "best"):
            yield from _get(f"/api/ur/{path}", {"state": state})
        yield from _get("/api/ur/show", {"state": state, "rules": "blitz"})
        for player in ("perfect", "greedy", "expectimax", "x"):
            yield from _post("/api/ur/choose", {"state": state, "roll": 2, "player": player})
    yield from _get("/api/ur/value", {}, {"state": "start", "rules": "masters"})
    yield from _post("/api/ur/choose", {"state": "0x12", "roll": 0}, {"state": "0x12", "roll": 9},
                     {"state": "0x12", "roll": 1, "rules": "x"})  # fmt: skip
    for game in (GAME, RECORD, "0x12\n0x1000000000000012", "1. A@Z9", "", "x"):
        yield from _post("/api/ur/record", {"game": game}, {"game": game, "rules": "finkel"})
        yield from _post("/api/ur/review", {"game": game})
    yield from _post("/api/ur/puzzles", {"count": 2, "pieces": 2}, {"count": 0}, {"count": 31},
                     {"count": 1, "grade": "easy"}, {"grade": "x"}, {"rules": "masters"})  # fmt: skip
    yield from _post("/api/ur/plan", {"pieces": 2}, {"rules": "blitz", "pieces": 3}, {"pieces": 8})
    yield from _post("/api/ur/solve", {"pieces": 9}, {"rules": "x"})
    yield Route("DELETE", "/api/ur/solve")


def _functions() -> Iterable[Function]:
    for source in (*_card_functions(), *_layout_functions(), *_poker_functions(),
                   *_equity_functions(), *_asia_functions(), *_ur_functions()):  # fmt: skip
        yield Function(source)


def _card_functions() -> Iterable[str]:
    cards = [*FIVES[:3], *BAD_CARDS, "", "A♠ K♦", [0, 5, 51], 7, [52, 53], -1, [0, 0], 1.5, None, ["As"],
             "Jk Jr", 1 << 54]  # fmt: skip
    for value in cards:
        for name in ("card_ids", "card_set", "cards_name", "set_size"):
            yield f"cards.{name}({value!r})"
        yield f"cards.card_ids({value!r}, deck=52, count=5)"
        yield f"cards.card_set({value!r}, count=(2, 5))"
        yield f"cards.complement({value!r}, 52)"
        yield f"cards.subset_count({value!r}, 2)"
        yield f"cards.subsets({value!r}, 2)"
    for number in (*range(0, 54, 7), 51, 52, 53, 54, -1, 1.5, "As", True):
        for name in ("card_name", "rank_of", "suit_of", "is_joker", "check_card"):
            yield f"cards.{name}({number!r})"
    for text in ("As", "10h", "joker", "Jr", "A♠", "as", "", "Xx", "AsKd", "1s", 5):
        yield f"cards.parse_card({text!r})"
        yield f"cards.parse_card({text!r}, deck=52)"
    for rank, suit in ((0, 0), (12, 3), (13, 0), (0, 4), (-1, 0), ("A", "s")):
        yield f"cards.make_card({rank!r}, {suit!r})"
    for deck in (52, 53, 54, 51, 0, "52"):
        yield f"cards.full_deck({deck!r})"
        yield f"cards.complement('As', {deck!r})"
    for size in (0, 1, 3, 5, 6, -1):
        yield f"cards.subsets('As Kd Qh Jc 9s', {size})"
        yield f"cards.subset_unrank(1, 'As Kd Qh Jc 9s', {size})"
        yield f"cards.subset_count('As Kd Qh Jc 9s', {size})"
    for start, count in ((0, 3), (5, None), (100, 1), (-1, 2)):
        yield f"cards.subsets('As Kd Qh Jc 9s', 2, {start}, {count})"
    yield "cards.subset_rank('As 9s', 'As Kd Qh Jc 9s')"
    yield "cards.subset_rank('2c', 'As Kd')"
    for many in (FIVES, ["As Kd", "Xx"], [], ["As", "Kd Qh"]):
        yield f"cards.card_ids_many({many!r})"
        yield f"cards.card_set_many({many!r})"
        yield f"cards.cards_name_many({many!r})"
        yield f"cards.hands_to_sets(cards.card_ids_many({many!r}))"
        yield f"cards.sets_to_hands(cards.card_set_many({many!r}), 5)"
    yield "cards.hands_to_sets([[0, 0]])"
    yield "cards.hands_to_sets([[0, 60]])"
    yield "cards.sets_to_hands([3], 3)"
    yield "cards.CARD_NAMES"


def _layout_functions() -> Iterable[str]:
    yield "layout.names()"
    for name in [
        *LAYOUTS,
        "clock.toml",
        "collision.toml",
        "code.c",
        "bad.toml",
        "nosuch",
        "nosuch.toml",
    ]:
        yield f"layout.show({name!r})"
        yield f"layout.check({name!r})"
        yield f"layout.cpp_header({name!r})"
        for method in ("svg()", "draw()", "markdown()", "items", "mask", "overlaps", "dtype"):
            yield f"layout.show({name!r}).{method}"
        for word in (0x3F, "0x12345678"):
            yield f"layout.decode({name!r}, {word!r})"
            yield f"layout.show({name!r}).unpack({word!r})"
    for wrong in (0, -1, "x", 1 << 64, 1.5):
        yield f"layout.decode('card32', {wrong!r})"
        yield f"layout.show('card32').unpack({wrong!r})"
        yield f"layout.show('card32').check_word({wrong!r})"
        yield f"layout.show('card32').hex({wrong!r})"
    for text in (CLOCK, COLLISION, BAD_LAYOUT, "name = [", ""):
        yield f"layout.parse_layout({text!r})"
        yield f"layout.parse_layout({text!r}, specimen=True)"
    for code in (C_CODE, "x = 1", "(w >> 4) & 15", "w >> 70"):
        yield f"layout.read_code({code!r})"
    clock = f"layout.parse_layout({CLOCK!r})"
    for values in ("minute=5, hour=9", "hour='noon'", "minute=64", "day=[1, 0, 1]", "nosuch=1",
                   "day={'monday': 1}", "minute=-1", "hour='x'", ""):  # fmt: skip
        yield f"{clock}.pack({values})"
    yield f"{clock}.pack_many(minute=[1, 2, 3], hour=[4, 5, 6])"
    yield f"{clock}.unpack_many([0, 63, 65])"
    yield f"{clock}.unpack_field(65, 'hour')"
    yield f"{clock}.field('hour')"
    yield f"{clock}.field('x')"
    for field in ("'a', 0, 4", "'a', 0, 0", "'a', -1, 4", "'', 0, 4", "'a', 0, 65", "'a', 0, 4, count=3",
                  "'a', 0, 4, flags=('x', 'y')"):  # fmt: skip
        yield f"layout.Field({field})"
        yield f"layout.Layout('t', 16, (layout.Field({field}),))"
    yield "layout.Layout('t', 16, (layout.Field('a', 0, 4), layout.Field('b', 2, 4)))"
    for name in [*KEY_SETS, "x"]:
        yield f"keys.search({name!r})"
        yield f"keys.verify({name!r}, [0, 1, 5, 22])"
        yield f"keys.verify({name!r}, keys.FACE_SEVEN_KEYS)"
        yield f"keys.KNOWN[{name!r}]"
    for condition in ("distinct", "published", "flush", "x"):
        yield f"keys.search('suit', condition={condition!r})"
        yield f"keys.search('suit', condition={condition!r}, limit=38, at_most=2)"
        yield f"keys.verify('suit', (0, 1, 29, 37), condition={condition!r})"
    yield "keys.prove('face5', keys.search('face5').keys)"
    yield "keys.verify('face5', keys.search('face5').keys, smallest=True)"
    for arguments in (
        "4, 2, 3",
        "13, 4, 5",
        "0, 1, 1",
        "4, (1, 2, 3, 4), (2, 3)",
        "4, 2, 3, across=True",
    ):
        yield f"keys.hands_of({arguments})"
        yield f"keys.search(keys.hands_of({arguments}))"


def _poker_functions() -> Iterable[str]:
    for hand in [*HANDS, *BAD_CARDS, 7, [0, 1], -1, 1.5]:
        yield f"poker.evaluate({hand!r})"
    for pocket, board in [*POCKETS, *BAD_POCKETS]:
        yield f"poker.evaluate({pocket!r}, {board!r})"
        yield f"poker.evaluate({pocket!r}, board={board!r}, quirks='openholdem')"
        yield f"poker.made({pocket!r}, {board!r})"
        yield f"poker.standing({pocket!r}, {board!r})"
        yield f"poker.symbols({pocket!r}, {board!r})"
        yield f"poker.hand_index({pocket!r}, {board!r})"
    for wild in ("bug", "full", "x"):
        for hand in ("Jk As Ks Qs Js", "Jk Jr 2c 3d", "As Kd", "Jk 2c 3d 4h 6s 8c Td"):
            yield f"poker.evaluate({hand!r}, wild={wild!r})"
    for low in ("ace-to-five", "eight-or-better", "deuce-to-seven", "badugi", "x"):
        for hand in (*HANDS[:20], "Xx"):
            yield f"poker.evaluate_low({hand!r}, {low!r})"
        yield f"poker.evaluate_low_many({FIVES!r}, {low!r})"
        yield f"poker.to_lowval(poker.evaluate_low_many({FIVES!r}, {low!r}), {low!r})"
    for hands in (
        FIVES,
        ["As Kd"],
        ["Xx"],
        [],
        ["As", "Kd Qh"],
        [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]],
    ):
        yield f"poker.evaluate_many({hands!r})"
        for name in ("category", "kev", "mask", "pokerval"):
            yield f"poker.to_{name}(poker.evaluate_many({hands!r}))"
    yield "poker.evaluate_many(cards.subsets(cards.full_deck(52), 5, 0, 100000))"
    yield "poker.evaluate_many(['As Kd', '7h 7d'], board='2c 7d Jh')"
    yield "poker.made_many(['As Kd', '7h 7d'], '2c 7d Jh')"
    yield "poker.made_many(['As'], '2c 7d Jh')"
    yield "poker.symbols_many(['As Kd', '7h 7d'], ['2c 7d Jh', '2c 3d Jh'])"
    for size in (0, 3, 5, 8, -1):
        yield f"poker.category_counts({size})"
        yield f"poker.class_counts({size})"
    yield "poker.category_counts(5, dead='As Kd')"
    yield "poker.compare_masks()"
    for street in ("preflop", "flop", "turn", "river", "x"):
        for game in ("holdem", "omaha", "x"):
            yield f"poker.hand_index_size({street!r}, game={game!r})"
            yield f"poker.hand_unindex({street!r}, 100, game={game!r})"
            yield f"poker.hand_unindex({street!r}, 100, game={game!r}, ordered=False)"
        yield f"poker.hand_unindex({street!r}, -1)"
        yield f"poker.hand_unindex_many({street!r}, [0, 1, 100])"
    yield "poker.hand_index_many(['AsKd', '7h7d'])"
    for name in ("STANDARD", "SHORT_DECK", "SHORT_DECK_TRIPS"):
        yield f"poker.{name}"
    yield "[c.name for c in poker.Category]"
    yield "poker.strength(cards.card_set('As Kd Qh Jc 9s'))"


def _equity_functions() -> Iterable[str]:
    spots = [["AhKh", "QsQd"], ["AA", "KK"], ["AhKh", "QQ+, AKs"], ["7c7d", "AsKs", "QhJh"], ["AhKh"],
             ["AhKh", "AhQd"], ["AhKh", "xx"], ["AKs", "22"]]  # fmt: skip
    for spot in spots:
        for board in BOARDS[1:]:
            yield f"equity.calculate({spot!r}, board={board!r})"
            yield f"equity.next_cards({spot!r}, board={board!r})"
            yield f"equity.outs({spot!r}, board={board!r})"
    yield "equity.calculate('AhKh', 'QsQd')"
    yield "equity.calculate(['AhKh', 'QsQd'], dead='2c 3c', board='4c 5c 6c', categories=True)"
    yield "equity.calculate(['AhKh', 'QsQd'], method='sampled', deals=65536, seed=3)"
    yield "equity.calculate(['AhKh', 'QsQd'], deals=100000, threads=1)"
    yield "equity.calculate(['AhKh', 'QsQd'], until=0.005)"
    for game in GAMES:
        hand = {"omaha": "AhKhQsJs", "omaha5": "AhKhQsJs2c", "omaha6": "AhKhQsJs2c2d"}.get(
            game.removesuffix("-hilo"), "AhKh"
        )
        other = {4: "9c9d8c8d", 5: "9c9d8c8d3h", 6: "9c9d8c8d3h3c"}.get(len(hand) // 2, "QsQd")
        yield f"equity.calculate([{hand!r}, {other!r}], board='Tc 7d Jh', game={game!r})"
        yield f"equity.find_game({game!r})"
        yield f"equity.GAMES.get({game!r})"
        yield f"len(equity.starting_hands({game!r}))"
        yield f"equity.parse_starting_hand('AKs', {game!r})"
        yield f"equity.Range('AA', {game!r})"
    yield "equity.find_game('x')"
    for wrong in ("deals=0", "deals=-1", "seed=-1", "until=0", "method='x'", "game='x'", "board='2c'",
                  "board='Ah 2c 3c'", "dead='Ah'", "threads=0", "nonsense=1"):  # fmt: skip
        yield f"equity.calculate(['AhKh', 'QsQd'], {wrong})"
    for hands in ("['AhKh', 'QsQd'], ['AsAd', 'KsKd']", "['AhKh', 'AhQd']", "['AhKh', 'xx']"):
        arrays = f"np.array([cards.card_set_many(hand) for hand in [{hands}]])"
        yield f"equity.calculate_many({arrays})"
        yield f"equity.calculate_many({arrays}, dead='2c')"
        yield f"equity.calculate_many({arrays}, game='x')"
    yield "equity.next_cards(['AhKh', 'QsQd'], board='2c 7d Jh', method='sampled', deals=65536)"
    yield "equity.Range('QQ+').paint(cells={'AKs': 0.5})"
    for text in BAD_RANGES:
        yield f"equity.Range({text!r})"
        yield f"equity.made({text!r}, '2c 7d Jh')"
        yield f"equity.cells({text!r}, 'QQ+', '2c 7d Jh')"
    for text in RANGES:
        yield f"equity.Range({text!r})"
        for rest in ("name", "weight", "share", "is_weighted", "is_random", "cells()", "square()",
                     "combos('AKs')", "combos('xx')", "without('As')", "paint({'AKs': 0.5})"):  # fmt: skip
            yield f"equity.Range({text!r}).{rest}"
        for dialect in ("pio", "x"):
            yield f"equity.Range({text!r}).to_text({dialect!r})"
        for board in ("2c 7d Jh", "2c", "As Ks Qd 4c 4d"):
            yield f"equity.made({text!r}, {board!r})"
        yield f"equity.cells({text!r}, 'QQ+', '2c 7d Jh')"
        yield f"equity.distribution({text!r}, 'QQ+', '2c 7d Jh')"
    yield "equity.cells('AKs', versus='QQ+', board='2c 7d Jh', dead='3c')"
    for text in ("AKs", "AKo", "AA", "AK", "xx", "", "72o"):
        yield f"equity.parse_starting_hand({text!r})"
        yield f"equity.preflop({text!r}, 'QQ')"
        yield f"equity.preflop({text!r})"
    yield "equity.preflop_row('QQ')"
    yield "equity.preflop('AKs', 'QQ', game='short')"
    yield "equity.open_preflop_table()"
    yield "equity.open_preflop_table('short')"
    yield "equity.open_preflop_table().row('QQ')"
    yield "equity.open_preflop_table().match_up('QQ', 'AKs')"
    yield "equity.open_preflop_table().against_random"
    for arguments in ("10", "5, villain=7", "10, ante=0.1", "10, others=[12, 8], payouts=[50, 30, 20]",
                      "0", "-1", "10, payouts=[50]", "10, game='x'", "float('nan')"):  # fmt: skip
        yield f"equity.pushfold({arguments})"
    for arguments in (
        "[10, 20, 30], [50, 30, 20]",
        "[10], [1]",
        "[], []",
        "[-1, 2], [1]",
        "[1, 2], [3, 2, 1]",
    ):
        yield f"equity.icm({arguments})"
    for name in (
        "GAMES",
        "DIALECTS",
        "METHODS",
        "TWO_CARD_GAMES",
        "STUD_GAMES",
        "BLOCK",
        "EXACT_BOUND",
    ):
        yield f"equity.{name}"


def _asia_functions() -> Iterable[str]:
    for hand in [*ASIA, *BAD_ASIA]:
        yield f"asia.rank({hand!r})"
        yield f"asia.hint({hand!r})"
        yield f"asia.house({hand!r})"
        yield f"asia.best({hand!r}, 'casino', objective='ev')"
        yield f"asia.suit_class_of({hand!r})"
    for game in ("'casino'", "'push', 'obvious'", "'casino', 'balanced', objective='ev'", "'x'", "'push', 'x'",
                 "objective='x'", "dead='2c 3c'", "dead='As'", "samples=1000, seed=1",
                 "samples=1000, seed=7", "samples=-1", "samples=1000", "dealer='short'",
                 "rules='casino', dealer='points'", "asia.find_rules('push', copies='dealer')"):  # fmt: skip
        for hand in ASIA[:3]:
            yield f"asia.rank({hand!r}, {game})"
            if "samples" not in game:
                yield f"asia.hint({hand!r}, {game})"
                yield f"asia.best({hand!r}, {game})"
        if "samples" not in game:
            yield f"asia.explain({SETTINGS[0]!r}, {game})"
    yield f"asia.rank_many({ASIA[:4]!r})"
    yield f"asia.rank_many({BAD_ASIA[:1]!r})"
    for setting in [*SETTINGS, *BAD_SETTINGS]:
        yield f"asia.explain({setting!r})"
        yield f"asia.explain({setting!r}, 'casino')"
        yield f"asia.showdown({setting!r}, '2c 3c 4c 5d 6h 7h 8h')"
        yield f"asia.showdown({setting!r}, '2c 3c 4c 5d 6h 7h 8h', 'casino', 'balanced')"
    yield f"asia.showdown({SETTINGS[0]!r}, 'As 3c 4c 5d 6h 7h 8h')"
    for way in [*WAYS, "way.toml", "badway.toml", "nosuch.toml", "x"]:
        yield f"asia.find_way({way!r})"
        yield f"asia.find_way({way!r}, 'casino')"
        yield f"asia.read_way({way!r})"
        for hand in ASIA[:4]:
            yield f"asia.house({hand!r}, {way!r})"
            yield f"asia.house({hand!r}, {way!r}, 'casino')"
    for hand in (
        "As Kd Qh Jc",
        "As Kd",
        "As",
        "As Kd Qh",
        "",
        "Jk As Ks Qs",
        "2c 2d 2h 2s",
        "Ah 2c 3d 4s",
    ):
        yield f"asia.hand_rank({hand!r})"
        yield f"asia.hand_rank({hand!r}, 'casino')"
    for rules in ("", "'push'", "'casino'", "'x'", "'push', copies='dealer'", "'push', copies='x'",
                  "'push', nonsense=1", "'casino', wheel='lowest', strict_order=True"):  # fmt: skip
        yield f"asia.find_rules({rules})"
        yield f"asia.find_rules({rules}).switches"
        yield f"asia.find_rules({rules}).about"
    for seed in (0, 1, 2, 1 << 64, -1, "x"):
        yield f"asia.deal({seed!r})"
    for kind in (
        "any",
        "nothing",
        "pair",
        "two pair",
        "trips",
        "straight or flush",
        "quads",
        "joker",
        "x",
    ):
        yield f"asia.practice({kind!r}, hands=3, seed=1)"
    yield "asia.practice('pair', 'casino', 'balanced', hands=3, seed=1, objective='ev')"
    yield "asia.practice(closeness=0.02, hands=2, seed=1)"
    yield "asia.practice(hands=2)"
    yield "asia.practice(hands=0)"
    yield "asia.practice(closeness=-1)"
    yield "len(list(asia.all_settings('As Kd Qh Jc 9s 7d 4h')))"
    yield "list(asia.all_settings('As Kd Qh Jc 9s 7d 4h'))[:3]"
    yield "asia.insurance()"
    yield "asia.habit_costs(['obvious'], sample=4, seed=2)"
    yield "asia.habit_costs(['x'])"
    yield "asia.value_spreads(sample=30, seed=2)"
    yield "asia.value_spreads('casino', sample=30, seed=2)"
    yield "asia.value_spreads(sample=-1)"
    yield "asia.build_table(classes='0:20')"
    yield "asia.build_table(classes=range(5))"
    yield "asia.build_table(classes='x')"
    yield "asia.open_table()"
    yield "asia.open_table('casino', 'short')"
    yield "asia.extremes(classes='0:20', count=2)"
    yield "asia.extremes(classes='0:20', count=2, player='short')"
    yield "asia.extremes(count=-1)"
    yield "asia.suit_class_hands(range(3))"
    yield "asia.edge('x')"
    yield "asia.edge('best', sample=-1)"
    yield "asia.edge_many(['x'])"
    yield "asia.edge_matrix(ways=['x'])"
    yield "asia.game_value('x')"
    yield "asia.distil(0)"
    yield "asia.price_card('x')"
    for name in ("WAYS", "WAY_FILES", "SUIT_CLASSES", "PROFILES"):
        yield f"asia.{name}"
    yield "list(asia.KINDS)"
    yield "list(asia.HABITS)"


def _ur_functions() -> Iterable[str]:
    for state in [*BAD_STATES, 63, -1, 1.5]:
        yield f"ur.Position({state!r})"
        yield f"ur.Position({state!r}, check=False)"
        yield f"ur.open_table().evaluate({state!r})"
    for state in UR_STATES:
        for rules in ("finkel", "blitz") if state == "0x12" else ("finkel",):
            position = f"ur.Position({state!r}, {rules!r})"
            yield position
            for rest in ("by_roll(None)", "by_roll(2)", "by_roll(9)", "moves(1)", "moves(4)", "draw()",
                         "name", "word", "winner", "problems", "turn", "pieces", "hand", "done",
                         "mirror()", "perft(2)", "play('pass', 0)", "successors(2)", "with_roll(3)",
                         "rolls", "extra", "roll"):  # fmt: skip
                yield f"{position}.{rest}"
            yield f"ur.open_table({rules!r}).evaluate({state!r})"
            yield f"ur.open_table({rules!r}).value({state!r})"
            yield f"ur.open_table({rules!r}).rank_by_roll({position}, None)"
            yield f"ur.open_table({rules!r}).rank_moves({position}, 2)"
            yield f"ur.open_table({rules!r}).best({position}, 2)"
        yield f"ur.Position({state!r}, check=False)"
        yield f"ur.tempo(ur.open_table(), {state!r})"
    for rules in ("finkel", "blitz", "masters", "x", "rules.toml"):
        yield f"ur.start({rules!r})"
        yield f"ur.start({rules!r}, 2)"
        yield f"ur.plan({rules!r}, 2)"
        yield f"ur.size({rules!r}, 3)"
        yield f"ur.size({rules!r})"
        yield f"ur.open_table({rules!r})"
        yield f"ur.RULES[{rules!r}]"
        for player in (
            "perfect",
            "greedy",
            "random",
            "expectimax",
            "expectimax-2",
            "x",
            "expectimax-x",
        ):
            yield f"ur.find_player({player!r}, {rules!r}).name"
    for text in (UR_RULES, "", "x = 1", "name = ["):
        yield f"ur.parse_rules({text!r})"
    for pieces in (0, 1, 7, 8, -1):
        yield f"ur.start('finkel', {pieces})"
        yield f"ur.plan('finkel', {pieces})"
    table = "ur.open_table()"
    for source in ("starts({})", "openings({})", "openings({}, 2)", "tempo({})", "scores({})", "scores({}, 2)",
                   "length({}, pieces=2)", "length({}, 'greedy', 'perfect', pieces=2)",
                   "mistakes({}, 'greedy', count=3)", "mistakes({}, 'x')", "mistakes({}, count=-1)",
                   "measure_players({}, 4, pieces=2, seed=3)", "puzzles({}, 2, pieces=2)",
                   "puzzles({}, 2, seed=4)", "puzzles({}, 1, grade='easy')", "puzzles({}, 0)",
                   "review('1. A@A1 * A@A3 / C@C3', {})", "export_table({}, 'f.parquet', 2)",
                   "write_rgu({}, 'f.rgu', 2)", "openings({}, 9)"):  # fmt: skip
        yield f"ur.{source.format(table)}"
    yield "ur.read_rgu('f.rgu')"
    yield "ur.read_rgu('nosuch.rgu')"
    for rest in ("identity", "layers", "stored", "verify()", "value_many([0x12, 0x1012])",
                 "best_many([0x12, 0x1012], [1, 2])", "values_after(ur.moves_many([0x12], [1]))"):  # fmt: skip
        yield f"{table}.{rest}"
    for game in (GAME, RECORD, ["0x12", "0x1000000000000012"], "1. A@Z9", "", [], 5):
        yield f"ur.read_game({game!r})"
        yield f"ur.read_game({game!r}, 'finkel')"
        yield f"ur.review({game!r}, {table})"
    for first, second in (
        ("greedy", "random"),
        ("expectimax-1", "greedy"),
        ("perfect", "greedy"),
        ("x", "y"),
    ):
        yield f"ur.play_match({first!r}, {second!r}, 20, pieces=2, seed=3)"
    yield "ur.play_match('greedy', 'random', 3)"
    yield "ur.play_match('greedy', 'random', -2)"
    yield "ur.replay('start', [(1, 'hand-A4'), (0, None)])"
    yield "ur.replay('start', [(9, None)])"
    yield "ur.moves_many([0x12, 0x1012], [1, 2])"
    yield "ur.moves_many([0x12], [9])"
    yield "ur.rank_many([0x12, 0x1012])"
    yield "ur.unrank_many([0, 1, 100], pieces=2)"
    yield "ur.unrank_many([-1], pieces=2)"
    yield "ur.play_unchecked(0x3f, None)"
    yield "ur.solve(pieces=2, path='g.table')"
    yield "ur.solve(pieces=0)"
    yield "ur.solve(bits=7)"
    for name in ("HABITS", "HAND", "OFF", "PLAYERS", "UR_STATE"):
        yield f"ur.{name}"
    yield "plots.check_picture('x.txt')"
    yield "plots.check_picture('x.svg')"


def _once(asked: Iterable[Question]) -> list[Question]:
    """Leave out questions that were asked before."""
    return list({question.key: question for question in asked}.values())


def questions() -> list[Question]:
    """Return every question that is answered quickly, in order."""
    commands = (_help, _poker_commands, _layout_commands, _keys_commands, _equity_commands,
                _asia_commands, _plot_commands)  # fmt: skip
    asked: list[Question] = [Names(), *_ur_commands()]  # some are asked before and after a solve
    for part in commands:
        asked += _once(part())
    return [*asked, *_once(_functions()), *_once(_routes())]


def long_questions() -> list[Question]:
    """Return the questions about whole games, which take minutes."""
    asked: list[Question] = []
    for options in (("--sample", "0"), ("--sample", "20", "--seed", "1", "--profile", "casino"),
                    ("--player", "short", "--sample", "0", "--profile", "casino"),
                    ("--player", "obvious", "--sample", "20", "--seed", "1", "--advice")):  # fmt: skip
        asked += [_command("asia", "edge", *options, "--json"), _command("asia", "edge", *options)]
    asked += [
        *_both("asia", "value"),
        *_both("asia", "value", "--player", "short", "--dealer", "standard"),
        *_both("asia", "distil", "--rules", "2", "--sample", "100", "--seed", "1", "--no-prices"),
        *_both("asia", "distil", "--points", "6", "--sample", "100", "--seed", "1", "--no-prices"),
        *_both("asia", "way", "price", "way.toml"),
        *_both("asia", "check", "standard"),
        Function("asia.check_way('short')"),
        Function("asia.edge_matrix(ways=['standard', 'short'])"),
        Function("asia.edge_many(['standard', 'obvious'], sample=20, seed=1)"),
    ]
    return asked
