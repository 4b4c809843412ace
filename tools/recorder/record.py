"""Ask a build every question and write its answers, one JSON object a line.

    python -m tools.recorder.record OUT.jsonl            the tree: questions go through the map
    python -m tools.recorder.record --old OUT.jsonl      the frozen build, in its own names
    ... --only "asia*"       only questions about a command, route or function
    ... --long               only the questions that take minutes
    ... --slowest 20         also print the slowest questions

The build is the package that the interpreter imports. Files are written to a temporary folder.
"""

import argparse
import contextlib
import io
import json
import os
import shlex
import sys
import tempfile
import time
import warnings
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.recorder import answers
from tools.recorder.changes import Changes, parse_changes, read_changes
from tools.recorder.questions import (
    FILES,
    Command,
    Function,
    Question,
    Route,
    long_questions,
    questions,
)

HOST = "http://127.0.0.1"
MOST_TEXT = 20_000
"""A longer text is cut."""


class Build:
    """The package that the interpreter imports, in a folder of its own."""

    def __init__(self, changes: Changes, folder: Path) -> None:
        self._changes = changes
        self._folder = str(folder)
        self._client: Any = None

    def ask(self, question: Question) -> tuple[str, dict[str, Any]]:
        """Return a question in the build's names, and the answer."""
        if isinstance(question, Command):
            return self._run(question)
        if isinstance(question, Route):
            return self._request(question)
        if isinstance(question, Function):
            return self._call(question)
        return question.key, {"json": answers.public_names()}

    def _run(self, question: Command) -> tuple[str, dict[str, Any]]:
        words, rest = question.split()
        command = " ".join(words)
        arguments = self._changes.command(words) + self._changes.arguments(command, rest)
        text = self._changes.text([command], shlex.join(arguments))
        arguments = shlex.split(text)
        stdout, stderr = _stream(), _stream()
        stdin = io.TextIOWrapper(io.BytesIO(question.stdin.encode()), encoding="utf-8")
        saved = sys.argv, sys.stdin
        sys.argv, sys.stdin = ["astragal", *arguments], stdin
        code: Any = 0
        try:
            with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
                import_module("astragal.__main__").main()
        except SystemExit as stop:
            code = stop.code or 0
        except Exception as error:
            code = f"{type(error).__name__}: {answers.masked(str(error))}"
        finally:
            sys.argv, sys.stdin = saved
        answer: dict[str, Any] = {"@exit": code, "json": None}
        printed, said = self._read(stdout), self._read(stderr)
        if "--help" in arguments or "-h" in arguments:
            return text, answer | {"json": answers.help_of(printed)}
        parsed = _parsed(printed) if "--json" in arguments else None
        if parsed is not None:
            answer["json"] = answers.masked_json(parsed)
        elif printed:
            answer["@stdout"] = answers.masked(printed[:MOST_TEXT])
        return text, answer | ({"@stderr": answers.masked(said)} if said else {})

    def _request(self, question: Route) -> tuple[str, dict[str, Any]]:
        route = question.route
        path = self._changes.route(question.method, question.path)
        query = self._changes.body(route, question.query)
        sent: dict[str, Any] = {"params": query} if query else {}
        if question.text is not None:
            sent |= {"content": question.text, "headers": {"Content-Type": question.content_type}}
        elif question.body is not None:
            sent["json"] = self._changes.body(route, question.body)
        response = self._web().request(question.method, path, **sent)
        answer: dict[str, Any] = {"@status": response.status_code, "json": None}
        kind = response.headers.get("content-type", "").partition(";")[0]
        answer["@type"] = kind
        if kind == "application/json":
            body = self._unpath(response.json())
            if question.path == "/api/openapi.json":
                body = _routes(body)
            if isinstance(body, dict) and isinstance(body.get("error"), str):
                answer["@message"] = answers.masked(body.pop("error"))
            answer["json"] = answers.masked_json(body)
        return f"{question.method} {path} {json.dumps(sent)}", answer

    def _call(self, question: Function) -> tuple[str, dict[str, Any]]:
        source = self._changes.expression(question.source)
        source = self._changes.text([question.function], source)
        try:
            answer = self._unpath(answers.result(self._value(source)))
        except Exception as error:
            answer = self._unpath(answers.failure(error))
        return source, answer

    def _value(self, source: str) -> Any:
        import numpy as np

        names: dict[str, Any] = {room: import_module(f"astragal.{room}") for room in answers.ROOMS}
        return eval(source, names | {"np": np, "Path": Path})

    def _web(self) -> Any:
        if self._client is None:
            from fastapi.testclient import TestClient

            app = import_module("astragal.web.app").create_app()
            self._client = TestClient(app, base_url=HOST, raise_server_exceptions=False)
        return self._client

    def _read(self, stream: io.TextIOWrapper) -> str:
        stream.flush()
        raw = stream.buffer
        assert isinstance(raw, io.BytesIO)
        text = raw.getvalue().decode(errors="replace")
        return str(self._unpath(text))

    def _unpath(self, value: Any) -> Any:
        """Replace the temporary folder, which differs from run to run."""
        if isinstance(value, str):
            return value.replace(self._folder, "<folder>")
        if isinstance(value, dict):
            return {key: self._unpath(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._unpath(item) for item in value]
        return value


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _parsed(text: str) -> Any:
    """Return printed JSON: one value, or a list of one from each line."""
    with contextlib.suppress(ValueError):
        return json.loads(text)
    with contextlib.suppress(ValueError):
        return [json.loads(line) for line in text.splitlines()]
    return None


def _routes(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the routes that the schema of the app lists."""
    return {
        f"{method.upper()} {path}": True
        for path, methods in schema["paths"].items()
        for method in methods
    }


def record(
    asked: list[Question], out: Path, changes: Changes, slowest: int = 0
) -> list[tuple[float, str]]:
    """Ask the questions in order and write a line for each; return the slowest."""
    times = []
    asked_before: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name, out.open("w", encoding="utf-8") as file:
        folder = Path(name).resolve()
        os.environ["ASTRAGAL_HOME"] = str(folder / "home")
        for path, text in FILES.items():
            (folder / path).write_text(text, encoding="utf-8")
        back = Path.cwd()
        os.chdir(folder)
        try:
            build = Build(changes, folder)
            for question in asked:
                start = time.perf_counter()
                text, answer = build.ask(question)
                times.append((time.perf_counter() - start, question.key))
                if slowest and times[-1][0] > 1:
                    print(f"{times[-1][0]:8.2f}  {question.key[:120]}", flush=True)
                asked_before[question.key] += 1
                again = asked_before[question.key]
                key = question.key if again == 1 else f"{question.key} (asked again, {again})"
                line = {"question": key, "where": question.where, "asked": text}
                file.write(json.dumps(line | {"answer": answer}, ensure_ascii=False) + "\n")
                file.flush()
        finally:
            os.chdir(back)
    return sorted(times, reverse=True)[:slowest]


def main() -> None:
    """Record the build."""
    parser = argparse.ArgumentParser(prog="record", description="Record the answers of a build.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--old", action="store_true", help="ask in the names of version 0.2")
    parser.add_argument("--only", help="a glob of commands, routes or functions")
    parser.add_argument("--long", action="store_true", help="the questions that take minutes")
    parser.add_argument("--slowest", type=int, default=0)
    options = parser.parse_args()
    for name in ("COLUMNS", "FORCE_COLOR", "PYTHONWARNINGS"):
        os.environ.pop(name, None)
    os.environ |= {"NO_COLOR": "1", "TERM": "dumb", "MPLBACKEND": "agg"}
    warnings.simplefilter("ignore")
    asked = long_questions() if options.long else questions()
    if options.only:
        asked = [question for question in asked if question.is_about(options.only)]
    changes = parse_changes("") if options.old else read_changes()
    start = time.perf_counter()
    slowest = record(asked, options.out, changes, options.slowest)
    print(f"{len(asked):,} questions in {time.perf_counter() - start:.0f} s")
    for seconds, key in slowest:
        print(f"{seconds:8.2f}  {key[:120]}")


if __name__ == "__main__":
    main()
