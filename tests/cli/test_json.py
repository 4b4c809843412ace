"""`--json` of every command has the fields that the page of JSON lists, with their types."""

from collections.abc import Callable
from importlib import import_module
from inspect import getmembers
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NotRequired

from pydantic import TypeAdapter
from tools.json_page import COMMANDS
from typing_extensions import get_type_hints, is_typeddict

import astragal as package
from astragal.cli.app import app
from astragal.cli.man import commands

from cli.conftest import Result

Run = Callable[..., Result]
HAND = ["As", "Kd", "Qh", "Jc", "9s", "7d", "4h"]
SETTING = "As 9s 7d 4h / Kd Qh / Jc"
SPOT = [
    "--oop", "QQ, 87s", "--ip", "AT, KQ", "--pot", "100", "--stack", "100", "--bets", "50%, a",
]  # fmt: skip
EXAMPLES: list[list[str]] = [
    ["eval", "7h 7d 7s 4c 4h"],
    ["eval", "Ah 2c", "--board", "Ad As Kh"],
    ["eval", "Ah 2c 3d 4s 5c", "--low", "ace-to-five"],
    ["made-hand", "Ah Kh", "Qh Jh 2c"],
    ["showdown", "Ah Kh", "Qh Jh 2c"],
    ["equity", "AhKh", "QsQd"],
    ["equity", "AhKh", "QsQd", "--board", "Jh 7h 2c", "--next", "--by-hand", "--distribution"],
    ["equity", "AhKh", "QsQd", "--method", "sampled", "--categories"],
    ["range", "QQ+"],
    ["range", "QQ+", "--board", "2c 7d Jh"],
    ["range", "QQ+", "--dialect", "pio"],
    ["preflop", "AKs", "QQ"],
    ["preflop", "AKs"],
    ["postflop", "Td9d6hQc2s", *SPOT, "--at", "check"],
    ["postflop", "Td9d6hQc2s", *SPOT, "--save", "x.postflop"],
    ["postflop", "Td9d6hQc2s", *SPOT, "--plan"],
    ["postflop", "show", "x.postflop", "--at", "x"],
    ["postflop", "report", "Td9d6hQc2s", "AdKd2h3c3s", *SPOT],
    ["layout", "list"],
    ["layout", "show", "pokerval"],
    ["layout", "decode", "pokerval", "0x20077744"],
    ["layout", "check", "bitval-legacy"],
    ["keys", "search", "suit"],
    ["keys", "verify", "suit", "0 1 2 3"],
    ["keys", "show"],
    ["asia", "best", *HAND],
    ["asia", "best", *HAND, "--samples", "100", "--dead", "Ac"],
    ["asia", "house", *HAND],
    ["asia", "explain", SETTING],
    ["asia", "hint", *HAND],
    ["asia", "deal", "--seed", "1"],
    ["asia", "drill", "--hands", "1", "--seed", "1"],
    ["asia", "insurance"],
    ["paigow", "fortune"],
    ["asia", "way", "show", "short"],
    ["asia", "card"],
    ["paigow", "card", "points"],
    ["asia", "way", "check", "balanced"],
    ["asia", "table", "--classes", "638990:639000"],
    ["paigow", "best", *HAND, "--banker", "player"],
    ["paigow", "house", *HAND],
    ["paigow", "explain", "As Jc 9s 7d 4h / Kd Qh"],
    ["paigow", "hint", *HAND],
    ["paigow", "deal", "--seed", "1"],
    ["paigow", "drill", "--hands", "1", "--seed", "1"],
    ["paigow", "way", "show"],
    ["paigow", "way", "check", "foxwoods"],
    ["paigow", "table", "--classes", "638990:639000"],
    ["ur", "show", "start"],
    ["ur", "moves", "start"],
    ["ur", "perft", "start", "2"],
    ["ur", "solve", "--pieces", "2"],
    ["ur", "solve", "--pieces", "3", "--plan"],
    ["ur", "value", "start", "--pieces", "2"],
    ["ur", "best", "start", "--pieces", "2"],
    ["ur", "info"],
    ["ur", "match", "--a", "greedy", "--b", "random", "--games", "10", "--pieces", "2"],
    ["ur", "match", "greedy", "perfect", "--games", "10", "--pieces", "2"],
    ["ur", "puzzles", "2"],
    ["ur", "openings"],
    ["ur", "card", "points"],
    ["ur", "export", "x.rgu"],
    ["ur", "compare", "x.rgu"],
    ["plot", "preflop", "x.svg", "--versus", "QQ"],
    ["plot", "ur-solve", "x.svg"],
]
ELSEWHERE = {
    "paigow face-up", "postflop certify", "pushfold", "ur review", "plot pushfold",
    *(
        f"{game} {command}"
        for game in ("asia", "paigow")
        for command in ("edge", "matrix", "way costs")
    ),
}  # fmt: skip
"""Commands that take long or need a game; tests/test_public_values.py checks their results."""
NO_JSON = {"serve", "man", "ur play"}


SET = "Kd Kh Ks 5c / Ad Ts / 6c\nKd Kh Ks 6c 5c / Ad Ts\n"
"""A hand to practise with, set for each game."""


def json_types() -> dict[str, Any]:
    types: dict[str, Any] = {}
    for module in walk_packages(package.__path__, "astragal."):
        if not module.name.endswith("__main__"):
            types |= dict(getmembers(import_module(module.name), is_typeddict))
    return types


def command_of(arguments: list[str]) -> str:
    for words in (3, 2, 1):
        if (name := " ".join(arguments[:words])) in COMMANDS:
            return name
    raise AssertionError(arguments)


def test_commands_print_the_declared_json(astragal: Run, tmp_path: Path) -> None:
    types = json_types()
    for example in EXAMPLES:
        name = command_of(example)
        arguments = [str(tmp_path / word) if word.startswith("x.") else word for word in example]
        done = astragal(*arguments, "--json", stdin=SET)
        assert done.code in (0, 1), (example, done.err)
        told = done.json
        if name.startswith("plot "):
            assert [*told] == ["file", "numbers"]
            told = told["numbers"]
        for kind in COMMANDS[name].split(" | "):
            listed = kind.startswith("list[")
            declared = types[kind.removeprefix("list[").removesuffix("]")]
            rows = told if listed and isinstance(told, list) else [told]
            if all(isinstance(row, dict) and has_keys(row, declared) for row in rows):
                for row in rows:
                    TypeAdapter(declared).validate_python(row, strict=True)
                break
        else:
            raise AssertionError(f"{example}: {told} is not {COMMANDS[name]}")


def has_keys(row: dict[str, Any], declared: Any) -> bool:
    """Return whether a row has the keys in their order; some may be left out."""
    hints = get_type_hints(declared, include_extras=True)
    optional = {
        key for key, hint in hints.items() if getattr(hint, "__origin__", None) is NotRequired
    }
    return [*row] == [key for key in keys_of(declared) if key in row or key not in optional]


def keys_of(declared: Any) -> list[str]:
    """Return the keys of a TypedDict, those of its bases first."""
    return list(declared.__annotations__)


def test_every_command_is_tried() -> None:
    real = {name for name, _ in commands(app)}
    assert {*COMMANDS} == real - NO_JSON
    assert {command_of(example) for example in EXAMPLES} == {*COMMANDS} - ELSEWHERE
