"""Write the types of the answers that the pages' scripts read, from the types of the routes.

`make lint` runs `.venv/bin/python tools/answer_types.py` before deno checks the scripts. It writes
`lib/answers.d.ts`: `Gets` and `Posts`, the answer to each request by its path after `/api/`, and an
interface for each `TypedDict` among them, with its name without `Json`.
"""

import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from fastapi.routing import APIRoute
from typing_extensions import is_typeddict

from astragal.web.app import MODULES

TARGET = Path(__file__).parents[1] / "src/astragal/web/static/lib/answers.d.ts"
SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


class Writer:
    """The interfaces that some types need, by name."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}

    def text(self, hint: Any) -> str:
        """Return a type in TypeScript.

        >>> Writer().text(dict[str, list[int | None]])
        'Record<string, (number | null)[]>'
        """
        if hint in SIMPLE:
            return SIMPLE[hint]
        if is_typeddict(hint):
            return self.interface(hint)
        origin, parts = get_origin(hint), get_args(hint)
        if origin in (Required, NotRequired):
            return self.text(parts[0])
        if origin is Literal:
            return " | ".join(f'"{part}"' if isinstance(part, str) else str(part) for part in parts)
        if origin is list:
            inner = self.text(parts[0])
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.text, parts))}]"
        if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
            return f"Record<string, {self.text(parts[1])}>"
        if origin in (types.UnionType, Union):
            return " | ".join(dict.fromkeys(map(self.text, parts)))
        return "unknown"

    def interface(self, kind: Any) -> str:
        """Return the name of the interface of a TypedDict, which is added to the others."""
        name: str = kind.__name__.removesuffix("Json")
        if name not in self.interfaces:
            self.interfaces[name] = ""  # a type may hold itself
            hints = get_type_hints(kind, include_extras=True)
            lines = [
                f"  {key}{'?' if get_origin(hint) is NotRequired else ''}: {self.text(hint)};\n"
                for key, hint in hints.items()
            ]
            self.interfaces[name] = f"export interface {name} {{\n{''.join(lines)}}}\n"
        return name


def answers(method: str, writer: Writer) -> Iterator[str]:
    """Yield a line for the answer to each request of a method."""
    for route in (route for module in MODULES for route in module.router.routes):
        if isinstance(route, APIRoute) and method in (route.methods or ()):
            hint = route.response_model or get_type_hints(route.endpoint)["return"]
            path = route.path.removeprefix("/api/").partition("/{")[0]
            yield f'  "{path}": {writer.text(hint)};\n'


def module_text() -> str:
    """Return the text of the module."""
    writer = Writer()
    maps = [
        f"export interface {name} {{\n{''.join(sorted(answers(method, writer)))}}}\n"
        for name, method in (("Gets", "GET"), ("Posts", "POST"))
    ]
    head = "// The answers to the requests of pages; written by tools/answer_types.py.\n"
    return head + "".join([*maps, *writer.interfaces.values()])


if __name__ == "__main__":
    TARGET.write_text(module_text(), encoding="utf-8")
