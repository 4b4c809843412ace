"""The script of a page: its modules joined into one, because each request costs milliseconds.

The files stay ES modules that editors and type checkers read. They are joined when they are served,
each as a function that returns its exports, with its text as it is but for `import` and `export`.
"""

import os
import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"\bexport ?\{([^}]*)\};?")


def modules_of(folder: Path, script: str) -> list[str]:
    """Return a script and the modules that it imports, each after those that it imports itself.

    >>> modules_of(Path(__file__).parent / "static", "docs.js")
    ['lib/dom.js', 'docs.js']
    """
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        for _, path in _IMPORT.findall((folder / name).read_text(encoding="utf-8")):
            imported = Path(os.path.normpath(Path(name).parent / path)).as_posix()
            if imported not in found:
                visit(imported)
        found[name] = None

    visit(script)
    return list(found)


def joined(folder: Path, modules: list[str]) -> str:
    """Return these modules as one script."""
    return "\n".join(["const modules = {};", *(_as_function(folder, name) for name in modules)])


def _as_function(folder: Path, name: str) -> str:
    exports: list[str] = []

    def take(found: re.Match[str]) -> str:
        names, path = found[1].replace(" as ", ": "), Path(name).parent / found[2]
        return f'const {{{names}}} = modules["{Path(os.path.normpath(path)).as_posix()}"];'

    def give(found: re.Match[str]) -> str:
        exports.append(found[1])
        return ""

    def give_all(found: re.Match[str]) -> str:
        pairs = (one.split(" as ") for one in found[1].split(","))
        exports.extend(": ".join(reversed(pair)) for pair in pairs)
        return ""

    text = _IMPORT.sub(take, (folder / name).read_text(encoding="utf-8"))
    text = _EXPORTS.sub(give_all, _EXPORT.sub(give, text))
    body = f"{text}\nreturn {{ {', '.join(exports)} }};"
    return f'// {name}\nmodules["{name}"] = (() => {{\n{body}\n}})();'
