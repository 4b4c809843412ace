"""The pages: one shell, and for each its middle and its script."""

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from string import Template

from fastapi.responses import HTMLResponse

STATIC = Path(__file__).parent / "static"
PAGES = {
    "home": "Astragal: exact answers about cards and dice",
    "asia": "Asia Poker · Astragal",
    "ur": "The Royal Game of Ur · Astragal",
    "poker": "Poker · Astragal",
    "words": "Words · Astragal",
    "docs": "The interface · Astragal",
}

_IMPORT = re.compile(r'^import [^;]*?"(\.[^"]+)";$', re.MULTILINE)
_PRELOAD = '<link rel="modulepreload" href="/static/{}">'


def answer_with(name: str) -> Callable[[], Awaitable[HTMLResponse]]:
    """Return what answers a request for the page of that name."""
    folder = STATIC / "pages"
    shell = Template((folder / "shell.html").read_text(encoding="utf-8"))
    main = (folder / f"{name}.html").read_text(encoding="utf-8")
    preload = "\n".join(map(_PRELOAD.format, modules_of(f"{name}.js")))
    text = shell.substitute(page=name, title=PAGES[name], main=main, preload=preload)

    async def page() -> HTMLResponse:
        return HTMLResponse(text, headers={"Cache-Control": "no-cache"})

    return page


def modules_of(script: str) -> list[str]:
    """Return what a script imports, directly or not.

    Named in the page, they load at once; else each would wait for the one that imports it.

    >>> modules_of("docs.js")
    ['lib/dom.js']
    """
    found = [script]
    for one in found:  # grows as it is walked
        text = (STATIC / one).read_text(encoding="utf-8")
        imported = (os.path.normpath(Path(one).parent / path) for path in _IMPORT.findall(text))
        found += sorted(Path(path).as_posix() for path in set(imported) - set(found))
    return found[1:]
