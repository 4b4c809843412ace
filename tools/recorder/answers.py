"""Answers as JSON: what a value, an exception or a help text is written as."""

import enum
import hashlib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

MASKED_KEYS = {"seconds", "elapsed", "time_left", "per_second", "rate"}
"""Keys of JSON whose numbers differ from run to run."""
MASKED_TEXT = (
    (re.compile(r" at 0x[0-9a-f]+"), " at <address>"),
    (re.compile(r"\b(seconds=)[\d.e+-]+"), r"\1<time>"),
    (re.compile(r"\b\d[\d.,]* (s|ms|µs|ns|seconds?|minutes?|hours?)\b"), r"<time> \1"),
)
MOST_ITEMS = 16
"""A longer array, and a longer column of a frame, is written as its hash."""
ROOMS = tuple(
    room
    for room in (
        "cards", "layout", "keys", "poker", "equity", "setting", "asia", "paigow", "ur", "store",
        "jobs", "plots",
    )
    if find_spec(f"astragal.{room}")
)  # fmt: skip
"""The rooms that the build has."""


def masked(text: str) -> str:
    """Return a text without times and addresses.

    >>> masked("<function f at 0x7f12>, 0.25 s")
    '<function f at <address>>, <time> s'
    >>> masked("9s 8s")  # cards
    '9s 8s'
    """
    for pattern, replacement in MASKED_TEXT:
        text = pattern.sub(replacement, text)
    return text


def masked_json(value: Any) -> Any:
    """Return a JSON value without times."""
    if isinstance(value, dict):
        return {
            str(key): "<time>" if key in MASKED_KEYS and item is not None else masked_json(item)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [masked_json(item) for item in value]
    if isinstance(value, str):
        return masked(value)
    return value


def class_name(value: object) -> str:
    """Return the class of a value with its room, such as `asia.Ranking`."""
    package, *rest = type(value).__module__.split(".")
    room = f"{rest[0]}." if package == "astragal" and rest else ""
    return f"{room}{type(value).__name__}"


def written(value: Any) -> Any:
    """Return a value of Python as JSON, exact to the last digit."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return masked(value) if kind is str else value
    if isinstance(value, enum.Enum):
        return value.name
    if callable(getattr(value, "to_dict", None)) and not isinstance(value, type):
        return masked_json(written(value.to_dict()))
    if isinstance(value, Mapping):
        return {str(written(key)): written(item) for key, item in value.items()}
    if kind.__module__ == "numpy":
        return _array(value) if hasattr(value, "tobytes") and value.ndim else value.item()
    if isinstance(value, set | frozenset):
        return sorted((written(item) for item in value), key=str)
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        return masked(str(value) if isinstance(value, str) else repr(value))
    return [written(item) for item in value]


def result(value: Any) -> dict[str, Any]:
    """Return the answer of a function: the class, the JSON, and how it is printed."""
    answer: dict[str, Any] = {"@class": class_name(value), "json": written(value)}
    if callable(getattr(value, "to_dict", None)):
        answer |= {"@str": masked(str(value)), "@repr": masked(repr(value))}
    if callable(getattr(value, "to_frame", None)):
        answer["@frame"] = _frame(value.to_frame)
    return answer


def failure(error: BaseException) -> dict[str, Any]:
    """Return the answer of a function that raises."""
    return {"@error": type(error).__name__, "@message": masked(str(error)), "json": None}


def help_of(text: str) -> dict[str, Any]:
    r"""Return the commands and the options that a help text lists, without its prose.

    >>> help_of("Usage: x\n\nOptions:\n  --as, --no-as  With --dead.\n\nCommands:\n  deal  A")
    {'options': {'--as': True, '--no-as': True}, 'commands': {'deal': True}}
    """
    options: dict[str, bool] = {}
    commands: dict[str, bool] = {}
    section = ""
    for line in text.splitlines():
        cells = re.split(r"\s{2,}", line.strip(" │╭╮╰╯─"))
        if heading := re.match(r"\W*(Commands|Options|Parameters|Arguments|Usage)\b", line):
            section = heading[1]
        indent = len(line) - len(line.lstrip(" │"))
        if indent > 6 or section == "Usage":
            continue
        first = next((cell for cell in cells if cell), "")
        if section == "Commands" and (name := re.match(r"[a-z][a-z-]*$", first)):
            commands[name[0]] = True
        elif section != "Commands":
            options |= dict.fromkeys(re.findall(r"(?<![\w-])--[a-z][a-z-]*", first), True)
    return {"options": options, "commands": commands}


def public_names() -> dict[str, Any]:
    """Return every public name of every room: functions with parameters, classes with members."""
    return {room: _names(import_module(f"astragal.{room}")) for room in ROOMS}


def _names(module: Any) -> dict[str, Any]:
    return {name: _shape(getattr(module, name)) for name in module.__all__}


def _shape(value: Any) -> Any:
    if inspect.isclass(value):
        members = {*dir(value), *getattr(value, "__dataclass_fields__", ())}
        own = sorted(name for name in members if not name.startswith("_"))
        inherited = {name for base in (int, str, tuple, list, dict) for name in dir(base)}
        return {name: "member" for name in own if name not in inherited} or "class"
    if inspect.isroutine(value) or inspect.isfunction(value):
        return _parameters(value) or "function"
    return "value"


def _parameters(function: Callable[..., Any]) -> dict[str, str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # a native function
        return {}
    shapes = {}
    for parameter in parameters:
        kind = parameter.kind.description
        default = parameter.default
        suffix = "" if default is parameter.empty else f" = {masked(repr(default))}"
        shapes[f"({parameter.name})"] = f"{kind}{suffix}"
    return shapes


def _array(array: Any) -> dict[str, Any]:
    shape = {"shape": list(array.shape), "dtype": str(array.dtype)}
    if array.dtype == object or array.size <= MOST_ITEMS:
        return shape | {"items": [written(item) for item in array.ravel().tolist()]}
    return shape | {"hash": hashlib.sha256(array.tobytes()).hexdigest()[:16]}


def _frame(to_frame: Callable[[], Any]) -> Any:
    try:
        frame = to_frame()
        columns = {str(name): _column(frame[name].to_list()) for name in frame.columns}
    except Exception as error:
        return f"{type(error).__name__}: {masked(str(error))}"
    return columns


def _column(items: list[Any]) -> Any:
    values = [written(item) for item in items]
    if len(values) <= MOST_ITEMS:
        return str(values)
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]
