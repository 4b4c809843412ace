"""Compare two recordings through the map of changes; exit with 1 if a difference has no row.

python -m tools.recorder.compare OLD.jsonl NEW.jsonl [--only "asia*"] [--examples 3]
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tools.recorder.changes import (
    CHANGES,
    CONVERSIONS,
    LIST,
    TEXTS,
    Changes,
    Flat,
    Path_,
    Row,
    exactly,
    flatten,
    moved,
    path_text,
    read_changes,
    tokens,
    whole,
)
from tools.recorder.questions import Command, Function, Route, long_questions, questions

ABSENT = "<absent>"
MOST_SHOWN = 100
Line: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """A place where two answers differ, and no row says why."""

    where: str
    question: str
    path: Path_
    old: Any
    new: Any

    @property
    def group(self) -> tuple[str, str]:
        """The command, route or function, and the path without the numbers of items."""
        shape = tuple(LIST if isinstance(part, int) else part for part in self.path)
        return self.where, path_text(shape).replace("." + LIST, LIST)


def differences(old: Sequence[Line], new: Sequence[Line], changes: Changes) -> list[Difference]:
    """Compare the answers to each question that both recordings have."""
    answers = {line["question"]: line for line in new}
    result: list[Difference] = []
    for line in old:
        other = answers.get(line["question"])
        if other is not None:
            result += _compare(line, other, changes)
    return result


def _compare(old: Line, new: Line, changes: Changes) -> Iterator[Difference]:
    where = [*old["where"]]
    old_class = old["answer"].get("@class", "")
    if "." in old_class:
        where.append(old_class)
    for row in changes.of("removed"):
        if "path" not in row and row.covers(where):
            row.uses += 1
            return
    before = _translated(_flat(old["answer"]), where, changes)
    after = _flat(new["answer"])
    for row in changes.of("value"):
        if row.covers(where):
            _apply_value(row, before, after)
    for row in changes.of("text"):
        if row.covers(where):
            _apply_text(row, before, after)
    added = [row for row in changes.of("added") if row.covers(where)]
    for path in [*before, *(path for path in after if path not in before)]:
        then, now = before.get(path, ABSENT), after.get(path, ABSENT)
        if _same(then, now) or (then == ABSENT and _is_added(path, now, added)):
            continue
        if then is None and now == ABSENT and path[:-1] in after and after[path[:-1]] is None:
            continue  # the object that the value moved into is null
        yield Difference(where[0], old["question"], path, then, now)


def _flat(answer: dict[str, Any]) -> Flat:
    frame = answer.get("@frame")
    around = {(key,): value for key, value in answer.items() if key not in ("json", "@frame")}
    return around | (flatten(frame, ("@frame",)) if frame else {}) | flatten(answer["json"])


def _translated(flat: Flat, where: Sequence[str], changes: Changes) -> Flat:
    """Return the old answer at its new paths, without what was removed."""
    for row in changes.of("removed"):
        if "path" in row and row.covers(where):
            gone = [path for path in flat if whole(tokens(row["path"]), path)]
            row.uses += len(gone)
            for path in gone:
                del flat[path]
    if where[0] == "names":
        return {changes.public_name(path): value for path, value in flat.items()}
    if where[0].endswith("--help"):
        flat = {_new_option(path, where[0], changes): value for path, value in flat.items()}
    if where[0] == "GET /api/openapi.json":
        flat = {_new_route(path, changes): value for path, value in flat.items()}
    for row in changes.of("json"):
        if row.covers(where) and not where[0].endswith("--help"):
            flat = _renamed(flat, row)
    if ("@class",) in flat and "." in flat["@class",]:
        was = str(flat["@class",])
        new = ".".join(str(part) for part in changes.public_name(tuple(was.split("."))))
        flat["@class",] = new
        if ("@repr",) in flat:
            old_name, new_name = was.rpartition(".")[2], new.rpartition(".")[2]
            flat["@repr",] = re.sub(rf"\b{old_name}\b", new_name, flat["@repr",], count=1)
    return flat


def _renamed(flat: Flat, row: Row) -> Flat:
    was, new = tokens(row["was"]), tokens(row["is"])
    result: Flat = {}
    for path, value in flat.items():
        target = moved(path, was, new)
        row.uses += target is not None
        result[path if target is None else target] = value
    return result


def _new_option(path: Path_, where: str, changes: Changes) -> Path_:
    command = where.removesuffix("--help").strip()
    if path[0] == "options":
        return ("options", *changes.arguments(command, [str(path[1])]))
    if path[0] == "commands":
        words = f"{command} {path[1]}".split()
        new = changes.command(words)
        same_group = new[:-1] == words[:-1]
        return ("commands", new[-1] if same_group else str(path[1]))
    return path


def _new_route(path: Path_, changes: Changes) -> Path_:
    method, space, route = str(path[0]).partition(" ")
    return (f"{method} {changes.route(method, route)}", *path[1:]) if space else path


def _apply_value(row: Row, before: Flat, after: Flat) -> None:
    pattern = tokens(row["path"])
    if "was" in row:
        for path, value in before.items():
            if value == row["was"] and whole(pattern, path):
                before[path] = row["is"]
                row.uses += 1
    elif row.cells.get("convert") == "cards":  # the new form is known: a list
        row.uses += _convert(before, pattern, "cards", only_lists_of=after)
    elif "convert" in row:
        row.uses += _convert(before, pattern, row["convert"])
        _convert(after, pattern, row["convert"])
    else:
        for flat in (before, after):
            gone = [path for path in flat if whole(pattern, path)]
            row.uses += len(gone)
            for path in gone:
                del flat[path]


def _convert(flat: Flat, pattern: Path_, name: str, *, only_lists_of: Flat | None = None) -> int:
    paths = [path for path in flat if exactly(pattern, path)]
    if only_lists_of is not None:
        paths = [path for path in paths if _is_list(only_lists_of, path)]
    for path in paths:
        value = CONVERSIONS[name](flat[path])
        if repr(value) != repr(flat[path]):  # 0 is not false
            del flat[path]
            flat |= flatten(value, path)
    return len(paths)


def _is_list(flat: Flat, path: Path_) -> bool:
    return (*path, 0) in flat or flat.get(path) == []


def _apply_text(row: Row, before: Flat, after: Flat) -> None:
    for key in TEXTS[row["of"]]:
        path = (key,)
        if path not in before or path not in after:
            continue
        if "like" in row and row["like"] not in before[path]:
            continue
        if "was" not in row:
            row.uses += before[path] != after[path]
            before[path] = after[path]
        else:
            pattern = "regex" in row
            was = row["was"] if pattern else re.escape(row["was"])
            new = row["is"] if pattern else row["is"].replace("\\", "\\\\")
            before[path], count = re.subn(was, new, before[path])
            row.uses += count


def _is_added(path: Path_, value: Any, rows: Sequence[Row]) -> bool:
    for row in rows:
        if whole(tokens(row["path"]), path) and (
            "value" not in row or json.loads(row["value"]) == value
        ):
            row.uses += 1
            return True
    return False


def _same(old: Any, new: Any) -> bool:
    return type(old) is type(new) and repr(old) == repr(new)  # NaN is the same as NaN


def mark_questions(changes: Changes, keys: set[str]) -> None:
    """Count the rows that change what is asked."""
    for question in [*questions(), *long_questions()]:
        if question.key not in keys:
            continue
        if isinstance(question, Command):
            words, rest = question.split()
            changes.command(words)
            changes.arguments(" ".join(words), rest)
            changes.text([" ".join(words)], question.key)
        elif isinstance(question, Route):
            changes.route(question.method, question.path)
            changes.body(question.route, question.body)
            changes.body(question.route, question.query)
        elif isinstance(question, Function):
            changes.text([question.function], changes.expression(question.source))


def read_recording(path: Path) -> list[Line]:
    """Read the lines of a recording."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def report(result: Sequence[Difference], examples: int) -> None:
    """Print the differences, grouped by command, route or function and by path."""
    groups: dict[tuple[str, str], list[Difference]] = {}
    for difference in result:
        groups.setdefault(difference.group, []).append(difference)
    for (where, path), members in groups.items():
        print(f"{where}: {path}  ({len(members)})")
        for member in members[:examples]:
            print(f"    {_short(member.question)}")
            print(f"        was {_short(member.old)}")
            print(f"        is  {_short(member.new)}")


def _short(value: Any) -> str:
    text = value if value == ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 2 * MOST_SHOWN else f"{text[:MOST_SHOWN]} ... {text[-MOST_SHOWN:]}"


def main() -> None:
    """Compare two recordings."""
    parser = argparse.ArgumentParser(prog="compare", description="Compare two recordings.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--changes", type=Path, default=CHANGES)
    parser.add_argument("--only", help="a glob of commands, routes or functions")
    parser.add_argument("--examples", type=int, default=2, help="shown for each group")
    options = parser.parse_args()
    changes = read_changes(options.changes)
    old, new = read_recording(options.old), read_recording(options.new)
    if options.only:
        chosen = {q.key for q in [*questions(), *long_questions()] if q.is_about(options.only)}
        old = [line for line in old if line["question"].partition(" (asked again")[0] in chosen]
    asked = {line["question"] for line in new}
    left_out = sum(line["question"] not in asked for line in old)
    result = differences(old, new, changes)
    report(result, options.examples)
    mark_questions(changes, {line["question"] for line in old} & asked)
    unused = [] if options.only else changes.unused()
    if unused:
        print("\nRows that explain nothing:")
    for row in unused:
        print(f"    {row}")
    questions_with = len({difference.question for difference in result})
    groups = len({difference.group for difference in result})
    print(
        f"\n{len(old) - left_out:,} questions compared, {left_out:,} only in the old recording; "
        f"{len(result):,} unexplained differences in {questions_with:,} questions, "
        f"{groups:,} groups; {len(changes.rows):,} rows, {len(unused):,} unused, "
        f"{len(changes.planned):,} planned"
    )
    sys.exit(1 if result else 0)


if __name__ == "__main__":
    main()
