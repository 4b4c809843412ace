"""The script of a page: its modules joined into one, because each request costs milliseconds.

The files stay ES modules that editors and type checkers read. They are joined when they are served,
each as a function that returns its exports, with its text as it is but for `import` and `export`.
"""

import re
from os.path import normpath
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"\bexport ?\{([^}]*)\};?")


def functions_of(folder: Path, script: str) -> dict[str, str]:
    """Return a script and all modules that it imports as functions, each after those it imports.

    >>> list(functions_of(Path(__file__).parent / "static", "docs.js"))
    ['lib/dom.js', 'docs.js']
    """
    found: dict[str, str] = {}

    def visit(name: str) -> None:
        exports: list[str] = []

        def take(imported: re.Match[str]) -> str:
            module = Path(normpath(Path(name).parent / imported[2])).as_posix()
            if module not in found:
                visit(module)
            return f'const {{{imported[1].replace(" as ", ": ")}}} = modules["{module}"];'

        def give(exported: re.Match[str]) -> str:
            pairs = (one.split(" as ") for one in exported[1].split(","))
            exports.extend(": ".join(reversed(pair)) for pair in pairs)
            return ""

        text = _IMPORT.sub(take, (folder / name).read_text(encoding="utf-8"))
        text = _EXPORTS.sub(give, _EXPORT.sub(give, text))
        body = f"{text}\nreturn {{ {', '.join(exports)} }};"
        found[name] = f'// {name}\nmodules["{name}"] = (() => {{\n{body}\n}})();'

    visit(script)
    return found


def joined(functions: dict[str, str]) -> str:
    """Return these functions as one script."""
    return "\n".join(["const modules = {};", *functions.values()])
