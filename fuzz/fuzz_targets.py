"""What must hold for every input, in functions that take arbitrary bytes.

Each function is named after its property. It returns if the property holds; an exception, a crash
or a report of a sanitizer is a finding. `make fuzz` looks for inputs that break one, and `make
test` replays those in the folder `corpus`.

A parser may refuse its input with an AstragalError, and with nothing else. What it accepts must
make the round trip: written and read again, it is the same.
"""

import asyncio
import inspect
import json
import re
import tempfile
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from astragal import _native, asia, equity, layout, paigow, poker, ur
from astragal.cards import card_ids, card_set, cards_text
from astragal.equity.omaha import KIND as OMAHA
from astragal.equity.omaha import VERSION as OMAHA_VERSION
from astragal.equity.omaha import omaha_table as open_omaha_table
from astragal.equity.preflop import KIND as PREFLOP
from astragal.equity.preflop import VERSION as PREFLOP_VERSION
from astragal.errors import AstragalError, HouseWayError, TableDamagedError, TableError
from astragal.jobs.checkpoint import Checkpoint
from astragal.poker.rules import ACE_TO_FIVE, DEUCE_TO_SEVEN, SHORT_DECK, STANDARD
from astragal.poker.tables import tables_for
from astragal.setting import BestTable, Setting
from astragal.setting.classes import CLASSES, setting_count, suit_class_hands
from astragal.setting.hand import rank_tables
from astragal.setting.setting import read_setting
from astragal.setting.strategy_card import parse_card
from astragal.store.shared import close_shared
from astragal.store.table import open_table
from astragal.store.writer import write_table
from astragal.ur.ranking import native_ranking
from astragal.ur.rules import MAX_PIECES
from astragal.ur.tablebase import KIND as UR_VALUES
from astragal.ur.tablebase import VERSION as UR_VERSION

T = TypeVar("T")
Target = Callable[[bytes], None]

TARGETS: dict[str, Target] = {}
WEIGHTS: dict[str, int] = {}
"""The share of the time that each target gets."""

MEMORY = Path("/dev/shm")
FOLDER = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None, prefix="astragal-")
"""For the files of this process."""

RULES = [*asia.Rules.named.values(), *paigow.Rules.named.values()]


def target(weight: int) -> Callable[[Target], Target]:
    def register(function: Target) -> Target:
        TARGETS[function.__name__] = function
        WEIGHTS[function.__name__] = weight
        return function

    return register


class Source:
    """Values drawn from the bytes of an input; behind its end everything is 0."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def take(self, length: int) -> bytes:
        part = self._content[self._at : self._at + length]
        self._at += length
        return part.ljust(length, b"\0")

    def rest(self) -> bytes:
        return self._content[self._at :]

    def text(self) -> str:
        return self.rest().decode(errors="replace")

    def number(self, most: int) -> int:
        """Return a number from 0 to `most`."""
        return int.from_bytes(self.take((most.bit_length() + 7) // 8), "little") % (most + 1)

    def pick(self, options: Sequence[T]) -> T:
        return options[self.number(len(options) - 1)]


def text_of(content: bytes) -> str:
    return content.decode(errors="replace")


# ---- Notations: cards, ranges, settings, words ----


@target(4)
def cards_are_refused_or_make_the_round_trip(content: bytes) -> None:
    with suppress(AstragalError):
        ids = card_ids(text_of(content))
        assert card_ids(cards_text(ids)) == ids
        assert card_ids(card_set(ids)) == sorted(ids)


@target(4)
def ranges_are_refused_or_make_the_round_trip(content: bytes) -> None:
    source = Source(content)
    game = source.pick(list(poker.VARIANTS.values()))
    with suppress(AstragalError):
        found = equity.Range(source.text(), game)
        assert equity.Range(str(found), game) == found
        assert len(found) == len(found.weights) <= game.hand_count
        assert ((found.weights > 0) & (found.weights <= 1)).all()


@target(1)
def starting_hands_are_refused_or_make_the_round_trip(content: bytes) -> None:
    with suppress(AstragalError):
        hand = equity.parse_starting_hand(text_of(content))
        assert equity.parse_starting_hand(str(hand)) == hand


@target(2)
def settings_are_refused_or_make_the_round_trip(content: bytes) -> None:
    source = Source(content)
    rules = source.pick(RULES)
    with suppress(AstragalError):
        setting = read_setting(source.text(), rules)
        assert Setting(str(setting)) == setting
        assert setting.is_legal(rules) == (not setting.fouls(rules))


@target(2)
def hands_are_refused_or_have_a_value(content: bytes) -> None:
    with suppress(AstragalError):
        value = poker.evaluate(text_of(content))
        json.dumps(value.to_dict(), allow_nan=False)


@target(2)
def words_are_refused_or_make_the_round_trip(content: bytes) -> None:
    source = Source(content)
    chosen = layout.find_layout(source.pick(layout.names()))
    with suppress(AstragalError):
        decoded = layout.decode(chosen, source.text())
        if not chosen.allow_overlaps:  # its fields may overlap
            assert chosen.pack(**decoded.fields) & ~decoded.word == 0
        json.dumps(decoded.to_dict())


# ---- TOML: layouts, rules of Ur, house ways ----


@target(2)
def layouts_are_refused_or_can_be_shown(content: bytes) -> None:
    with suppress(AstragalError):
        found = layout.parse_layout(text_of(content), allow_overlaps=True)
        layout.check(found).to_dict()
        found.svg(row_bits=32)
        found.draw(0)


@target(2)
def rules_of_ur_are_refused_or_playable(content: bytes) -> None:
    with suppress(AstragalError):
        rules = ur.parse_rules(text_of(content))
        position = ur.start(rules)
        for _ in range(8):
            pairs = [pair for roll in rules.rolls for pair in position.successors(roll)]
            assert all(ur.Move(str(move)) is move for move, _ in pairs)
            position = pairs[-1][1] if pairs else position
        assert rules.to_dict()


@target(1)
def house_ways_are_refused_or_set_cards(content: bytes) -> None:
    source = Source(content)
    classes = np.array([source.pick(range(0, CLASSES, 3_091))], np.uint32)
    rules = source.pick(RULES)
    with suppress(AstragalError):
        for rule in parse_card(source.text(), rules).rules[:4]:
            rule.matches(rules)
            with suppress(HouseWayError):
                assert rule.choose(classes, rules) <= setting_count(rules)


# ---- Games and tables of Ur ----


@target(4)
def games_are_refused_or_make_the_round_trip(content: bytes) -> None:
    source = Source(content)
    rules = source.pick([None, *ur.RULES])
    with suppress(AstragalError):
        game = ur.read_game(source.text(), rules)
        again = ur.read_game(str(game), rules)
        assert (again.turns, again.last) == (game.turns, game.last)
        game.to_dict()


@target(2)
def moves_are_refused_or_legal(content: bytes) -> None:
    source = Source(content)
    rules = ur.RULES[source.pick(list(ur.RULES))]
    word, roll = source.number((1 << 64) - 1), source.number(4)
    with suppress(AstragalError):
        position = ur.Position(word, rules)
        legal = position.moves(roll)
        text = source.text()
        after = position.play(text, roll)
        assert ur.Move(text) in legal if legal else text == "pass"
        assert after.state in [one.state for _, one in position.successors(roll)] or not legal


@target(2)
def states_of_ur_are_refused_or_make_the_round_trip(content: bytes) -> None:
    source = Source(content)
    rules = ur.RULES[source.pick(list(ur.RULES))]
    ranking = native_ranking(rules)
    for _ in range(1 + source.number(3)):
        state = source.number((1 << 64) - 1)
        one, number = np.array([state], np.uint64), np.empty(1, np.uint64)
        ranked = ranking.rank(one, number) == 1
        position = ur.Position(state, rules, check=False)
        assert ranked <= (not position.problems), position
        if ranked:
            back = ur.unrank_many(number, rules, MAX_PIECES)
            again = np.empty(1, np.uint64)
            assert ranking.rank(back, again) == 1
            assert again == number


@target(1)
def rgu_files_are_refused_or_hold_positions(content: bytes) -> None:
    path = Path(FOLDER.name, "some.rgu")
    path.write_bytes(content)
    with suppress(AstragalError):
        found = ur.read_rgu(path)
        assert len(found.states) == len(found.values)
        for word in found.states[:4].tolist():
            assert ur.Position(word, "finkel", check=False).pieces <= found.pieces


# ---- Damaged files: the right value or an error, never another value ----


def damaged(content: bytes, source: Source) -> bytes:
    """Return the bytes of a file with a few bytes changed, or cut off, or with more of them."""
    found = bytearray(content)
    for _ in range(1 + source.number(2)):
        place = source.number(len(content) - 1)
        if place < len(found):
            found[place] ^= source.number(255)
    length = source.number(0xFFFFFF)
    if length % 8 == 1:
        del found[length // 8 % len(found) :]
    elif length % 8 == 2:
        found += source.rest()[:5000]
    return bytes(found)


def answers(*questions: Callable[[], Any]) -> Iterator[Any]:
    """Ask each; None for an error that says that the table is damaged."""
    for question in questions:
        try:
            yield question()
        except TableError:
            yield None


def right_or_none(found: Iterator[Any], right: Sequence[Any]) -> bool:
    return all(one is None or one == other for one, other in zip(found, right, strict=True))


def ur_answers(table: ur.Tablebase, word: int, roll: int) -> Iterator[Any]:
    """Read a table of Ur in every way."""
    words, rolls = np.array([word], np.uint64), np.array([roll], np.uint8)
    return answers(
        lambda: table.value(word),
        lambda: table.value_many(words).tolist(),
        lambda: [column.tolist() for column in table.best_many(words, rolls)],
        lambda: table.evaluate(word),
        lambda: table.rank_by_roll(word, roll),
        lambda: table.best(word, roll),
        lambda: [*table.stored],
    )


@cache
def ur_table() -> tuple[bytes, list[tuple[int, int, list[Any]]]]:
    path = Path(FOLDER.name, "good.table")
    table = ur.solve("finkel", 1, path=path, threads=1)
    states = ur.unrank_many(np.arange(table.states, dtype=np.uint64), "finkel", 1)
    return path.read_bytes(), [
        (word, roll, list(ur_answers(table, word, roll)))
        for word, roll in zip(states.tolist(), cycle(range(5)), strict=False)
    ]


@target(2)
def damaged_tables_of_ur_give_right_values_or_an_error(content: bytes) -> None:
    good, values = ur_table()
    source = Source(content)
    state, roll, right = source.pick(values)
    path = Path(FOLDER.name, "damaged.table")
    path.write_bytes(damaged(good, source))
    with suppress(TableError):
        table = open_table(path, kind=UR_VALUES, version=UR_VERSION, rebuild="-")
        found = ur_answers(ur.Tablebase(ur.RULES["finkel"], table), state, roll)
        assert right_or_none(found, right)


def asia_answers(table: BestTable, hand: int) -> Iterator[Any]:
    """Read a table of best settings in every way."""
    return answers(
        lambda: table.best(hand).to_dict(),
        lambda: table.get(hand),
        lambda: hand in table,
        lambda: [column.tolist() for column in table.rows_of(np.array([hand], np.uint64))],
        lambda: [block.rows.tolist() for block in table.blocks(7)],
        lambda: [*table.rows.ravel()],
        table.to_dict,
    )


@cache
def asia_table() -> tuple[Path, bytes, list[tuple[int, list[Any]]]]:
    classes = range(2000, 2040)
    table = asia.Game(dealer="lexicographic").build_table(classes, folder=FOLDER.name, threads=1)
    hands = suit_class_hands(classes)[0].tolist()
    right = [(hand, list(asia_answers(table, hand))) for hand in hands]
    return table.path, table.path.read_bytes(), right


@target(2)
def damaged_tables_of_asia_give_right_values_or_an_error(content: bytes) -> None:
    path, good, values = asia_table()
    source = Source(content)
    hand, right = source.pick(values)
    path.write_bytes(damaged(good, source))
    close_shared()
    try:
        with suppress(TableError):
            table = asia.Game(dealer="lexicographic").open_table(folder=FOLDER.name)
            assert right_or_none(asia_answers(table, hand), right)
    finally:
        path.write_bytes(good)


@cache
def preflop_table() -> tuple[bytes, Any]:
    """A file of the right kind; its numbers are invented, because counting takes long."""
    path = Path(FOLDER.name, "good.preflop")
    arrays = {
        "combos": np.full((169, 169), 6, np.int64),
        "wins": np.arange(169 * 169).reshape(169, 169),
        "ties": np.arange(169 * 169)[::-1].reshape(169, 169).copy(),
    }
    parameters = poker.HOLDEM.parameters
    write_table(path, arrays, kind=PREFLOP, version=PREFLOP_VERSION, parameters=parameters)
    return path.read_bytes(), equity.open_preflop_table("holdem", path=path)


@target(1)
def damaged_preflop_tables_give_right_values_or_an_error(content: bytes) -> None:
    good, right = preflop_table()
    source = Source(content)
    hand, villain = source.pick(right.hands), source.pick(right.hands)
    path = Path(FOLDER.name, "damaged.preflop")
    path.write_bytes(damaged(good, source))
    close_shared()
    with suppress(TableError):
        found = equity.open_preflop_table("holdem", path=path)
        assert found.match_up(str(hand), str(villain)) == right.match_up(str(hand), str(villain))
        assert found.row(str(hand)) == right.row(str(hand))
        assert np.array_equal(found.wins, right.wins)


@cache
def good_omaha_table() -> tuple[bytes, Any]:
    """A file of the right kind with invented numbers."""
    path = Path(FOLDER.name, "good.omaha")
    arrays = {name: np.arange(n, n + 16_432) for n, name in enumerate(("wins", "ties"))}
    parameters = poker.VARIANTS["omaha"].parameters
    write_table(path, arrays, kind=OMAHA, version=OMAHA_VERSION, parameters=parameters)
    return path.read_bytes(), open_omaha_table(path)


@target(1)
def damaged_omaha_tables_give_right_values_or_an_error(content: bytes) -> None:
    good, right = good_omaha_table()
    path = Path(FOLDER.name, "damaged.omaha")
    path.write_bytes(damaged(good, Source(content)))
    close_shared()
    with suppress(TableError):
        found = open_omaha_table(path)
        assert np.array_equal(found.equity, right.equity)
        assert np.array_equal(found.wins, right.wins)


@cache
def good_checkpoint() -> tuple[bytes, dict[int, NDArray[np.uint16]]]:
    path = Path(FOLDER.name, "good.checkpoint")
    results = {index: np.arange(index + 1, dtype=np.uint16) for index in (4, 0, 2)}
    with Checkpoint(path, "fingerprint") as checkpoint:
        for index, result in results.items():
            checkpoint.append(index, result)
    return path.read_bytes(), results


@target(1)
def damaged_checkpoints_lose_chunks_and_invent_none(content: bytes) -> None:
    good, results = good_checkpoint()
    path = Path(FOLDER.name, "damaged.checkpoint")
    path.write_bytes(damaged(good, Source(content)))
    with Checkpoint(path, "fingerprint") as checkpoint:
        found = [index for index in range(300) if index in checkpoint]
        assert len(found) == len(checkpoint)
        for index in found:
            np.testing.assert_array_equal(checkpoint.read(index), results[index])


@target(1)
def files_of_any_bytes_are_no_tables(content: bytes) -> None:
    path = Path(FOLDER.name, "any")
    path.write_bytes(content)
    with suppress(TableError):
        for array in open_table(path, kind="some", version=1, rebuild="-").values():
            array.tobytes()


# ---- The JSON interface ----

GAMES = ("asia", "paigow")
ROUTES: list[tuple[str, str, str]] = [
    *(("POST", f"{game}/{name}", "hand") for game in GAMES for name in ("best", "house")),
    *(("POST", f"{game}/explain", "setting") for game in GAMES),
    ("POST", "poker/eval", "cards"),
    ("POST", "poker/eval", "board"),
    ("POST", "range", "range"),
    ("POST", "equity", "board"),
    ("POST", "layout/check", "toml"),
    ("POST", "layout/decode", "word"),
    ("POST", "ur/record", "game"),
    ("POST", "ur/review", "game"),
    ("POST", "ur/choose", "state"),
    *(("GET", f"ur/{name}", "state") for name in ("show", "moves", "value", "best")),
    ("GET", "layout/show/", ""),
]
GOOD: dict[str, dict[str, Any]] = {
    "asia/best": {"hand": "As Kd Qh Jc 9s 7d 4h"},
    "asia/house": {"hand": "As Kd Qh Jc 9s 7d 4h"},
    "asia/explain": {"setting": "As 9s 7d 4h / Kd Qh / Jc"},
    "paigow/best": {"hand": "As Kd Qh Jc 9s 7d 4h"},
    "paigow/house": {"hand": "As Kd Qh Jc 9s 7d 4h"},
    "paigow/explain": {"setting": "As Jc 9s 7d 4h / Kd Qh"},
    "poker/eval": {"cards": "7h 7d"},
    "equity": {"players": ["AhKh", "QQ"]},
    "layout/decode": {"layout": "pokerval"},
    "ur/choose": {"roll": 2, "player": "greedy"},
}


@cache
def web() -> tuple[Any, asyncio.AbstractEventLoop]:
    from astragal.web import create_app

    return create_app(), asyncio.new_event_loop()


def answer_to(method: str, path: str, query: str, body: bytes) -> tuple[int, bytes]:
    """Return the status and the body of the app's answer to one request."""
    app, loop = web()
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8642),
        "scheme": "http",
        "http_version": "1.1",
    }
    received = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if not received:
            await asyncio.sleep(3600)  # the client waits for its answer
        return received.pop()

    async def send(message: Any) -> None:
        sent.append(message)

    loop.run_until_complete(app(scope, receive, send))
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent[1:])


@contextmanager
def little_work() -> Iterator[None]:
    """Let the app count and sample only little."""
    with patch.multiple("astragal.web.equity", MOST_COUNTED=5_000, MOST_DEALS=50, MOST_DRAWS=5_000):
        yield


@target(4)
def requests_are_answered(content: bytes) -> None:
    source = Source(content)
    method, path, field = source.pick(ROUTES)
    raw = source.number(3) == 0
    query, body = "", source.rest()
    if method == "GET" and field:
        query = f"{field}={quote(source.rest())}&rules=finkel"
    elif method == "GET":
        path += source.text()
    elif not raw:
        body = json.dumps({**GOOD.get(path, {}), field: source.text()}).encode()
    with little_work():
        status, answer = answer_to(method, f"/api/{path}", query, body)
    assert status < 500 or status == 503, answer
    found = json.loads(answer)
    assert status < 400 or isinstance(found["error"], str), answer


# ---- The native module: whatever it is called with, it returns or raises ----

ENTRY_POINTS: list[tuple[int, str, Any, str]] = []
"""Everything that can be called, one for each overload: a number, name, function, signature.

An input names a function by the next lower number, which depends on nothing but the name: inputs
keep their meaning when functions are added.
"""

# Arguments that decide how long a call takes.
SHORT = {
    "samples": 20, "blocks": 2, "draws": 20, "depth": 2, "times": 3, "sweeps": 3, "threads": 2,
    "size": 4, "copies": 4, "sizes": 4, "keys": 50, "bootstrap": 3, "block": 4096,
}  # fmt: skip
# Arrays that are refused unless they have this length.
LENGTHS = {
    "high_suited": 16_384, "two": 196, "one": 14, "least_high": 91,
    "greatest_one": 91, "outcome": _native.SETTING_CLASSES,
}  # fmt: skip
# They take seconds whatever they are given, and the tests run them in full.
SLOW = {
    "setting_class_cards", "setting_group_starts", "setting_best_settings", "setting_duels",
    "setting_legal_settings",
}  # fmt: skip


def _list_entry_points() -> None:
    for name, value in vars(_native).items():
        if name in SLOW or name.startswith("register_"):
            continue
        parts = {name: value}
        if inspect.isclass(value) and hasattr(value.__init__, "__nb_signature__"):
            parts = {name: value} | {
                f"{name}.{method}": getattr(value, method)
                for method in vars(value)
                if method[0] != "_"
            }
        for full_name, function in parts.items():
            made = function.__init__ if inspect.isclass(function) else function
            for signature, *_ in getattr(made, "__nb_signature__", ()):
                number = zlib.crc32(signature.encode()) >> 16
                ENTRY_POINTS.append((number, full_name, function, signature))
    ENTRY_POINTS.sort(key=lambda one: one[:2])


_list_entry_points()


@cache
def objects() -> list[Any]:
    """Return sound objects of each class; a call that needs one picks among them."""
    games = [asia.Game(dealer="lexicographic"), paigow.Game()]
    ur_table()
    path = Path(FOLDER.name, "good.table")
    table = open_table(path, kind=UR_VALUES, version=UR_VERSION, rebuild="-")
    finkel = ur.RULES["finkel"]
    return [
        tables_for(STANDARD), tables_for(SHORT_DECK),
        *(rank_tables(game.rules).native for game in games),
        *(game.dealer.native for game in games),
        *(one.native for one in ur.RULES.values()), native_ranking(finkel),
        table.blocks("values"), ur.Tablebase(finkel, table).native,
    ]  # fmt: skip


def native_value(kind: str, name: str, length: int, pool: list[Any], source: Source) -> Any:
    """Return an argument of the type that a signature names, mostly a plausible one."""
    if kind.endswith(" | None"):
        kind = kind.removesuffix(" | None")
        if source.pick([False, True]):
            return None
    if kind.startswith("astragal._native."):
        wanted = getattr(_native, kind.rpartition(".")[2])
        if wanted is _native.WildMode:
            return source.pick([_native.WildMode.bug, _native.WildMode.full])
        return source.pick([one for one in pool if isinstance(one, wanted)] or [None])
    if kind.startswith("ndarray"):
        return native_array(kind, name, length, source)
    if kind == "collections.abc.Sequence[int]" and name == "hands":
        return [cards_word(source, source.pick([2, 2, 4, 7])) for _ in range(source.number(10))]
    if kind.startswith("collections.abc.Sequence["):
        inner = kind.removeprefix("collections.abc.Sequence[")[:-1]
        count = source.pick([2, 3, 4, 1, 0, 14, 5, 33])
        return [native_value(inner, name, length, pool, source) for _ in range(count)]
    if kind.startswith("tuple["):
        return tuple(source.number(14) for _ in range(kind.count(",") + 1))
    if kind.startswith("collections.abc.Callable"):
        return lambda *_: None
    if kind == "bool":
        return bool(source.number(1))
    if kind == "float":
        return source.pick([0.25, 1.0, 0.0, -1.0, float("nan"), float("inf"), 1e300])
    if kind == "object":
        return source.pick(
            ["As Kd 2c 3c", "Qs Js Ts", "AsKsQsJsTs9s8s", "As As", "x", "", None, 51]
        )
    if kind == "str":
        return "x"
    most = SHORT.get(name)
    if most is not None:
        return source.number(most)
    if name == "board" and source.number(7):
        return cards_word(source, 3 + source.number(3))  # with fewer, a call takes seconds
    match source.number(3):
        case 0:
            return source.number(7)
        case 1:
            return cards_word(source, source.number(9))
        case 2:
            return source.number((1 << 64) - 1)
        case _:
            return source.pick([-1, 1 << 64, (1 << 64) - 1, 1 << 63, 24, 25, 52, 255, 256])


def cards_word(source: Source, count: int) -> int:
    return sum({1 << source.number(53) for _ in range(count)})


def native_array(kind: str, name: str, length: int, source: Source) -> NDArray[Any]:
    dtype, shape = re.findall(r"dtype=(\w+), shape=\((.*?)\)", kind)[0]
    length = LENGTHS.get(name, length)
    if name == "high_by_ranks":  # of four or five cards
        length = source.pick([14**4, 14**5])
    if source.number(15) == 1:
        length += source.pick([1, -1, 7]) if length else 1
    width = source.pick([7, 5, 2, 3, 8, 9, 0, 1, 56, 91 * 13])
    dimensions = (length, width)[: shape.count("*")]
    random = np.random.default_rng(source.number(255))
    how = source.number(7)
    if how < 4 and dtype == "uint64":
        words = [cards_word(source, 7 - how) for _ in range(min(length, 20))] or [0]
        return np.resize(np.array(words, np.uint64), dimensions)
    if how < 5:
        return random.integers(0, 25, dimensions).astype(dtype)
    if how == 5:
        return np.zeros(dimensions, dtype)
    size = int(np.prod(dimensions)) * np.dtype(dtype).itemsize
    return np.frombuffer(bytearray(random.bytes(size)), dtype).reshape(dimensions)


@target(6)
def native_calls_return_or_raise(content: bytes) -> None:
    source = Source(content)
    pool = [*objects()]
    for _ in range(1 + source.number(3)):
        place = bisect_right(ENTRY_POINTS, source.number(0xFFFF), key=lambda one: one[0])
        _, name, function, signature = ENTRY_POINTS[place - 1]
        length = source.pick([4, 1, 0, 15, 105, 2])
        arguments = [
            native_value(kind, argument, length, pool, source)
            for argument, kind in _parameters(signature)
            if argument != "self"
        ]
        if "." in name and not name.endswith("__init__"):
            owner = getattr(_native, name.partition(".")[0])
            arguments.insert(0, source.pick([o for o in pool if isinstance(o, owner)] or [None]))
        with suppress(TypeError, ValueError, IndexError, TableDamagedError):
            made = function(*arguments)
            if inspect.isclass(function):
                pool.append(made)


@cache
def _parameters(signature: str) -> list[tuple[str, str]]:
    """Return name and type of each parameter of a signature of nanobind.

    >>> _parameters("def f(self, a: Sequence[tuple[int, int]], /, b: bool = True) -> int")
    [('self', ''), ('a', 'Sequence[tuple[int, int]]'), ('b', 'bool')]
    """
    inside = signature[signature.index("(") + 1 : signature.rindex(") ->")]
    depth, parts = 0, [""]
    for letter in inside:
        depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    named = [part.strip().partition(":") for part in parts if part.strip() not in ("", "/", "*")]
    return [(name.strip(), kind.partition("=")[0].strip() if "dtype" not in kind else kind.strip())
            for name, _, kind in named]  # fmt: skip


@target(4)
def evaluators_agree(content: bytes) -> None:
    source = Source(content)
    rules = source.pick([STANDARD, SHORT_DECK, ACE_TO_FIVE, DEUCE_TO_SEVEN])
    tables = tables_for(rules)
    size = source.number(7)
    rest = source.rest()
    rows = len(rest) // max(size, 1)
    hands = np.frombuffer(rest[: rows * size], np.uint8).reshape(rows, size)
    found = [np.zeros(rows, np.uint16) for _ in range(2)]
    good = [
        tables.evaluate_ids(hands, found[0], True, False),
        tables.evaluate_ids(hands, found[1], True, True),
    ]
    assert good[0] == good[1]
    sound = hands[: good[0]]
    sets = np.bitwise_or.reduce(np.uint64(1) << sound.astype(np.uint64), axis=1, initial=0)
    sets = np.ascontiguousarray(sets, np.uint64)
    third = np.zeros(len(sets), np.uint16)
    assert tables.evaluate_sets(sets, third) == len(sets)
    np.testing.assert_array_equal(found[0][: good[0]], third)
    np.testing.assert_array_equal(found[1][: good[0]], third)
    for cards, strength in zip(sets[:2].tolist(), third[:2].tolist(), strict=False):
        assert tables.wild_strength(cards, _native.WildMode.full) == strength
