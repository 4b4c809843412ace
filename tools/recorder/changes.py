"""The map of changes: reading `changes.toml`, and translating questions and answers with it."""

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

CHANGES = Path(__file__).parent / "changes.toml"
TRANSLATES = ("command", "option", "route", "body", "name", "keyword", "question")
"""Kinds of rows that change what is asked."""
KEYS = {
    "command": ({"was", "is"}, set()),
    "option": ({"command", "was", "is"}, set()),
    "route": ({"was", "is"}, set()),
    "body": ({"route", "was", "is"}, set()),
    "name": ({"was", "is"}, set()),
    "keyword": ({"function", "was", "is"}, {"position"}),
    "question": ({"where", "was", "is"}, set()),
    "json": ({"where", "was", "is"}, set()),
    "added": ({"where", "path", "reason"}, {"value"}),
    "removed": ({"where", "reason"}, {"path"}),
    "value": ({"where", "path", "reason"}, {"convert", "was", "is"}),
    "text": ({"where", "of", "reason"}, {"was", "is", "like", "regex"}),
}
"""The keys of each kind of row: those that it must have, and those that it may have."""
ANYWHERE = {"room", "reason", "planned"}
"""Keys that every row may have."""
TEXTS = {"error": ("@stderr", "@message"), "printed": ("@stdout", "@str"), "repr": ("@repr",)}
"""The texts that a `[[text]]` row can name."""

Path_: TypeAlias = tuple[str | int, ...]
Flat: TypeAlias = dict[Path_, Any]
LIST = "[]"
END = "\0"


@dataclass(eq=False)
class Row:
    """A row of the map."""

    kind: str
    room: str
    cells: dict[str, Any]
    uses: int = field(default=0)

    def __getitem__(self, key: str) -> Any:
        return self.cells[key]

    def __contains__(self, key: str) -> bool:
        return key in self.cells

    def covers(self, names: Iterable[str], key: str = "where") -> bool:
        """Return whether one of the row's globs matches one of the names."""
        globs = self.cells[key]
        globs = [globs] if isinstance(globs, str) else globs
        return any(fnmatchcase(name, glob) for name in names for glob in globs)

    def __str__(self) -> str:
        return f"[[{self.kind}]] " + ", ".join(f"{k} = {v!r}" for k, v in self.cells.items())


class Changes:
    """The rows of the map that hold; planned rows are only counted."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.planned = [row for row in rows if row.cells.get("planned")]
        self.rows = [row for row in rows if not row.cells.get("planned")]

    def of(self, *kinds: str) -> Iterator[Row]:
        """Yield the rows of some kinds, in the order of the file."""
        return (row for row in self.rows if row.kind in kinds)

    def unused(self) -> list[Row]:
        """Return the rows that explained nothing."""
        return [row for row in self.rows if not row.uses]

    def command(self, words: Sequence[str]) -> list[str]:
        """Return the words of a command under their new name."""
        for row in self.of("command"):
            if row["was"] == " ".join(words):
                row.uses += 1
                return str(row["is"]).split()
        return list(words)

    def arguments(self, command: str, arguments: Sequence[str]) -> list[str]:
        """Return the arguments of a command with the new names of its options."""
        return [self._option(command, word) for word in arguments]

    def _option(self, command: str, word: str) -> str:
        name, equals, value = word.partition("=")
        for row in self.of("option"):
            if name == row["was"] and row.covers([command], "command"):
                row.uses += 1
                return f"{row['is']}{equals}{value}"
        return word

    def route(self, method: str, path: str) -> str:
        """Return the new path of a route; `*` in a row stands for the rest of the path."""
        rows = [row for row in self.of("route") if row["was"].startswith(f"{method} ")]
        for row in [*rows, *self.of("route")]:  # a wrong method is asked for at the new path
            pattern = re.escape(row["was"].partition(" ")[2]).replace(r"\*", "(.*)")
            if match := re.fullmatch(pattern, path):
                row.uses += 1
                new = str(row["is"]).partition(" ")[2]
                for group in match.groups():
                    new = new.replace("*", group, 1)
                return new
        return path

    def body(self, route: str, body: Any) -> Any:
        """Return the body of a request, or its query, with the new names of its fields."""
        if not isinstance(body, dict):
            return body
        return {self._field(route, key): value for key, value in body.items()}

    def _field(self, route: str, key: str) -> str:
        for row in self.of("body"):
            if row["was"] == key and row.covers([route], "route"):
                row.uses += 1
                return str(row["is"])
        return key

    def expression(self, source: str) -> str:
        """Return an expression of Python with the new names of functions and keywords."""
        renamed = _Renamer(self).visit(ast.parse(source, mode="eval"))
        return ast.unparse(renamed)

    def text(self, where: Iterable[str], text: str) -> str:
        """Return a question whose text a `[[question]]` row changes."""
        names = list(where)
        for row in self.of("question"):
            if row.covers(names):
                text, count = re.subn(row["was"], row["is"], text)
                row.uses += count
        return text

    def public_name(self, path: Path_) -> Path_:
        """Return the new place of a public name, of a member or of a parameter."""
        words = [str(part) for part in path]
        parameter = words[-1] if words[-1].startswith("(") else None
        function = ".".join(words[: -1 if parameter else None])
        if parameter:
            for row in self.of("keyword"):
                if f"({row['was']})" == parameter and row.covers([function], "function"):
                    row.uses += 1
                    parameter = f"({row['is']})"
                    break
        for length in range(len(words), 1, -1):
            for row in self.of("name"):
                if row["was"] == ".".join(words[:length]):
                    row.uses += 1
                    words[:length] = str(row["is"]).split(".")
                    if parameter:
                        words[-1] = parameter
                    return tuple(words)
        if parameter:
            words[-1] = parameter
        return tuple(words)


class _Renamer(ast.NodeTransformer):
    """Replaces names and keywords in an expression."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = qualified(node.func)
        for row in self._changes.of("keyword"):
            if function and row.covers([function], "function"):
                self._rename_keyword(node, row)
        return self.generic_visit(node)

    def _rename_keyword(self, node: ast.Call, row: Row) -> None:
        for keyword in node.keywords:
            if keyword.arg == row["was"]:
                keyword.arg = row["is"]
                row.uses += 1
        position = row.cells.get("position")
        if position is not None and len(node.args) > position:
            node.keywords.insert(0, ast.keyword(row["is"], node.args.pop(position)))
            row.uses += 1

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        name = qualified(node)
        for row in self._changes.of("name"):
            if name and fnmatchcase(name, row["was"]):
                row.uses += 1
                if isinstance(node.value, ast.Name):
                    new: ast.AST = ast.parse(row["is"], mode="eval").body
                    return new
                node.attr = row["is"].rpartition(".")[2]
                break
        return self.generic_visit(node)


def qualified(node: ast.AST) -> str:
    """Return the dotted name of an attribute; calls and indexes between are left out.

    >>> qualified(ast.parse("equity.Range('QQ').combos", mode="eval").body)
    'equity.Range.combos'
    """
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{qualified(node.value)}.{node.attr}"
    if isinstance(node, ast.Call):
        return qualified(node.func)
    return qualified(node.value) if isinstance(node, ast.Subscript) else ""


def read_changes(path: Path = CHANGES) -> Changes:
    """Read a map; a row of an unknown kind, or with a wrong key, is an error."""
    return parse_changes(path.read_text(encoding="utf-8"))


def parse_changes(text: str) -> Changes:
    """Read a map from its text."""
    rows = []
    for kind, tables in tomllib.loads(text).items():
        if kind not in KEYS:
            raise ValueError(f"[[{kind}]]: a row is one of {', '.join(KEYS)}")
        rows += [_row(kind, table) for table in tables]
    return Changes(rows)


def _row(kind: str, table: dict[str, Any]) -> Row:
    needed, allowed = KEYS[kind]
    row = Row(kind, table.pop("room", ""), table)
    missing, unknown = needed - set(table), set(table) - needed - allowed - ANYWHERE
    if missing or unknown:
        raise ValueError(f"{row}: missing {sorted(missing)}, unknown {sorted(unknown)}")
    if kind == "text" and row["of"] not in TEXTS:
        raise ValueError(f"{row}: of is one of {', '.join(TEXTS)}")
    if ("was" in row) != ("is" in row):
        raise ValueError(f"{row}: was and is come together")
    if row.cells.get("convert", "cards") not in CONVERSIONS:
        raise ValueError(f"{row}: convert is one of {', '.join(CONVERSIONS)}")
    for key in ("path", "was", "is") if kind in ("json", "added", "removed", "value") else ():
        if key in row and not (kind == "value" and key != "path"):
            tokens(row[key])
    if "regex" in row:
        re.compile(row["was"])
    if "value" in row:
        json.loads(row["value"])
    return row


@cache
def tokens(pattern: str) -> Path_:
    """Return the parts of a pattern of paths.

    >>> tokens("**.settings[].dealer")
    ('**', 'settings', '[]', 'dealer')
    """
    if not re.fullmatch(r"(\[\])*[^.\[\]]*(\[\])*(\.[^.\[\]]+(\[\])*)*", pattern):
        raise ValueError(f"{pattern!r} is no path: write like settings[].dealer, *.cost, **.rules")
    return tuple(re.findall(r"\[\]|[^.\[\]]+", pattern))


def flatten(value: Any, path: Path_ = ()) -> Flat:
    """Return the leaves of a JSON value by their paths; an empty object has none.

    >>> flatten({"a": [{"b": 1}], "c": []})
    {('a', 0, 'b'): 1, ('c',): []}
    """
    if isinstance(value, dict):
        children: Iterable[tuple[str | int, Any]] = value.items()
    elif isinstance(value, list) and value:
        children = enumerate(value)
    else:
        return {path: value}
    flat: Flat = {}
    for key, child in children:
        flat |= flatten(child, (*path, key))
    return flat


def path_text(path: Path_) -> str:
    """Return a path as it is written in the map, with the number of each item."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or "(the value)"


def match(pattern: Path_, path: Path_) -> list[tuple[str, Path_]] | None:
    """Match a pattern with the beginning of a path; return what each wildcard stands for."""
    if not pattern:
        return []
    token, rest = pattern[0], pattern[1:]
    if token == "**":
        for length in range(len(path) + 1):
            later = match(rest, path[length:])
            if later is not None:
                return [("**", path[:length]), *later]
        return None
    if not path:
        return None
    later = None
    if token == LIST:
        if isinstance(path[0], int):
            later = match(rest, path[1:])
        return None if later is None else [(LIST, path[:1]), *later]
    if token == "*" and isinstance(path[0], str):
        later = match(rest, path[1:])
        return None if later is None else [("*", path[:1]), *later]
    return match(rest, path[1:]) if _is_key(str(token), path[0]) else None


def _is_key(token: str, key: str | int) -> bool:
    return token == key or ("*" in token and isinstance(key, str) and fnmatchcase(key, token))


@cache
def _may_match(pattern: Path_, shape: Path_) -> bool:
    return match(pattern, shape) is not None


def found(pattern: Path_, path: Path_) -> list[tuple[str, Path_]] | None:
    """Match like `match`, quickly where paths differ only in the numbers of items."""
    if pattern[:1] in (("*",), ("**",)) and path and str(path[0]).startswith("@"):
        return None  # a wildcard stands for keys of the JSON
    shape = tuple(0 if isinstance(part, int) else part for part in path)
    return match(pattern, path) if _may_match(pattern, shape) else None


def whole(pattern: Path_, path: Path_) -> bool:
    """Return whether a pattern matches a path, or something that contains it."""
    return found(pattern, path) is not None


def exactly(pattern: Path_, path: Path_) -> bool:
    """Return whether a pattern matches a path to its end.

    >>> exactly(tokens("**.hand"), ("rows", 0, "hand")), exactly(tokens("hand"), ("hand", 0))
    (True, False)
    """
    return found((*pattern, END), (*path, END)) is not None


def moved(path: Path_, was: Path_, new: Path_) -> Path_ | None:
    """Return where a row moves a path; None if it does not match.

    >>> moved(("rows", 3, "dealer"), tokens("rows[].dealer"), tokens("rows[].house"))
    ('rows', 3, 'house')
    """
    captures = found(was, path)
    if captures is None:
        return None
    length = sum(len(part) for _, part in captures)
    length += sum(token not in (LIST, "*", "**") for token in was)
    left = list(captures)
    result: list[str | int] = []
    for token in new:
        capture = next((item for item in left if item[0] == token), None)
        if capture is None:
            result.append(token)
        else:
            left.remove(capture)
            result += capture[1]
    return (*result, *path[length:])


CARD = "(?:10|[2-9TJQKA])[cdhs]|Jk|Jr"


def _as_cards(value: Any) -> Any:
    """Write cards in one text as a list of names; other text stays."""
    if isinstance(value, str) and re.fullmatch(rf"(({CARD})\s*)*", value):
        return re.findall(CARD, value)
    return value


def _as_hex(value: Any) -> Any:
    """Write a word as a number: text with and without leading zeros is the same."""
    return int(value, 16) if isinstance(value, str) else value


def _as_null(value: Any) -> Any:
    """Write what stood for a missing value as null."""
    return None if value == "pass" else value or None


def _as_square(value: Any) -> Any:
    """Return the name of a square of Ur that was a number."""
    return f"{'ABC'[value // 8]}{value % 8 + 1}" if isinstance(value, int) else value


def _as_side(value: Any) -> Any:
    """Return the name of a side of Ur that was a number."""
    return "AB"[value] if isinstance(value, int) else value


def _as_boolean(value: Any) -> Any:
    return bool(value)


CONVERSIONS = {
    "cards": _as_cards,
    "hex": _as_hex,
    "null": _as_null,
    "square": _as_square,
    "side": _as_side,
    "boolean": _as_boolean,
}
"""What `convert` does to a value. Both answers are converted, so one may have the new form."""
