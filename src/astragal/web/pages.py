"""The pages: a common shell, and the main part and the script of each page.

Links are relative, and no page is in a folder, so the app works under any root path.
"""

import json
import re
from collections.abc import Awaitable, Callable
from difflib import get_close_matches
from html import escape
from os.path import normpath
from pathlib import Path
from string import Template
from typing import Any

from fastapi.responses import HTMLResponse

from astragal import asia, layout, paigow, ur
from astragal.poker import Category
from astragal.poker.variants import VARIANTS
from astragal.setting import Objective
from astragal.ur.study.grading import BLUNDER, MISTAKE

STATIC = Path(__file__).parent / "static"
PAGES = {
    "home": "Astragal: exact answers about cards and dice",
    "paigow": "Pai gow and Asia Poker: set your hand · Astragal",
    "asia": "Pai gow and Asia Poker: set your hand · Astragal",
    "ur": "Royal Game of Ur: play · Astragal",
    "poker": "Poker: who wins, and how to play · Astragal",
    "words": "Words: decode and check · Astragal",
    "docs": "The JSON interface · Astragal",
}
"""The title of each page."""
FILES = {"paigow": "setting", "asia": "setting"}
"""The files of pages that share them; those of other pages have the page's name."""
LINKS = {"paigow": "Pai gow & Asia Poker", "ur": "Game of Ur", "poker": "Poker"}
"""The pages in the head of every page."""
FOOT = {"words": "Words", "docs": "The JSON interface"}
"""The pages in the foot of every page."""
STYLES = {
    "home": ("style", "board", "home"),
    "setting": ("style", "setting"),
    "ur": ("style", "board", "ur"),
    "poker": ("style", "words", "poker", "solve"),
    "words": ("style", "board", "words"),
    "docs": ("style", "docs"),
    "missing": ("style", "missing"),
}
"""The style sheets of each page, by its files, in their order."""

MEANT = {
    "": "The first page",
    "asia": "Asia Poker",
    "paigow": "Pai gow and Asia Poker",
    "ur": "The Royal Game of Ur",
    "poker": "Poker",
    "words": "Words",
    "docs": "The JSON interface",
}
"""The pages that a wrong address may mean, and their names."""
OTHER_NAMES = {
    "api": "docs", "asiapoker": "asia", "bits": "words", "board": "ur", "decode": "words",
    "dice": "ur", "equity": "poker", "gameofur": "ur", "hand": "poker", "hands": "poker",
    "help": "docs", "holdem": "poker", "home": "", "index": "", "json": "docs", "layout": "words",
    "layouts": "words", "odds": "poker", "omaha": "poker", "openapi": "docs",
    "paigowpoker": "paigow", "play": "ur", "postflop": "poker", "puzzles": "ur", "range": "poker",
    "ranges": "poker", "redoc": "docs", "royalgameofur": "ur", "royalur": "ur", "setting": "paigow",
    "solve": "poker", "solver": "poker", "swagger": "docs", "train": "paigow", "trainer": "paigow",
    "word": "words",
}  # fmt: skip
"""Synonyms of the names of pages, letters only."""

COMPARED_PARTS, LONGEST_NAME = 3, 40
"""How much of a wrong address is compared: its last parts, and the first letters of each."""
LONGEST_SHOWN = 200
"""The most characters of a wrong address that its page shows."""

FIRST_REQUESTS = {"home": "api/ur/rules?", "ur": "api/ur/rules?"}
"""The first request of a page, which the browser sends while it loads the modules."""

_FETCH = '<link rel="preload" as="fetch" href="{}" crossorigin>'
_LINK = '    <a href="{}{}"{}>{}</a>'
_STYLE = '<link rel="stylesheet" href="{}static/{}.css">'
_SCRIPT = '<script type="module" src="static/{}"></script>'
_PRELOAD = '<link rel="modulepreload" href="static/{}">'
_IMPORTED = re.compile(r' from "(\.[^"]+)";$', re.MULTILINE)


def answer_with(name: str) -> Callable[[], Awaitable[HTMLResponse]]:
    """Return the endpoint of a page."""
    first = _FETCH.format(FIRST_REQUESTS[name]) if name in FIRST_REQUESTS else ""
    modules = modules_of(f"{_file_of(name)}.js")
    preloads = map(_PRELOAD.format, modules[1:])
    scripts = "\n".join([_SCRIPT.format(modules[0]), *preloads, first])
    text = _text(name, PAGES[name], scripts)

    async def page() -> HTMLResponse:
        return HTMLResponse(text, headers={"Cache-Control": "no-cache"})

    return page


def _file_of(page: str) -> str:
    return FILES.get(page, page)


def modules_of(script: str) -> list[str]:
    """Return a module and all modules that it imports, directly or indirectly.

    From this list a browser loads the modules in parallel, not import after import.

    >>> modules_of("docs.js")
    ['docs.js', 'lib/dom.js']
    """
    modules = [script]
    for module in modules:  # the list grows during the loop
        text = (STATIC / module).read_text(encoding="utf-8")
        for imported in _IMPORTED.findall(text):
            name = Path(normpath(Path(module).parent / imported)).as_posix()
            if name not in modules:
                modules.append(name)
    return modules


def answer_missing(path: str) -> HTMLResponse:
    """Return the page for a missing path, with the page that is probably meant, and all pages."""
    up = "../" * (path.count("/") - 1)
    meant = page_meant(path)
    shown = path if len(path) <= LONGEST_SHOWN else f"{path[:LONGEST_SHOWN]}…"
    address = f"<code>{escape(shown)}</code> is not an address here."
    question = (
        "The address may be mistyped. These pages are here:"
        if meant is None
        else f'Did you mean <a class="meant" href="{up}{meant or "./"}">{MEANT[meant]}</a>?'
    )
    hint = f"{address} {question}"
    return HTMLResponse(_text("missing", "No such page · Astragal", up=up, hint=hint), 404)


def page_meant(path: str) -> str | None:
    """Return the page that a wrong path probably means, or None.

    >>> [page_meant(path) for path in ("/Equity", "/pai-gow", "/x/royal-ur", "/wrods")]
    ['poker', 'paigow', 'ur', 'words']
    >>> page_meant("/nothing") is None
    True
    """
    known = {**{page: page for page in MEANT if page}, **OTHER_NAMES}
    last = path.lower().rsplit("/", COMPARED_PARTS)[-COMPARED_PARTS:]
    parts = [re.sub("[^a-z]", "", part.partition(".")[0][:LONGEST_NAME]) for part in last]
    for part in filter(None, parts):
        if part in known:
            return known[part]
    for part in filter(None, parts):
        if close := get_close_matches(part, known, n=1, cutoff=0.75):
            return known[close[0]]
    return None


def _text(
    name: str,
    title: str,
    scripts: str = "",
    *,
    up: str = "",
    hint: str = "",
) -> str:
    shell, main = (
        Template((STATIC / "pages" / f"{part}.html").read_text(encoding="utf-8"))
        for part in ("shell", _file_of(name))
    )

    def links(pages: dict[str, str]) -> str:
        return "\n".join(
            _LINK.format(up, page, ' aria-current="page"' if page in current else "", escape(text))
            for page, text in pages.items()
        )

    current = {page for page in (*LINKS, *FOOT) if _file_of(page) == _file_of(name)}
    return shell.substitute(
        page=name,
        title=title,
        up=up,
        styles="\n".join(_STYLE.format(up, style) for style in STYLES[_file_of(name)]),
        links=links(LINKS),
        foot=links(FOOT),
        main=main.substitute(up=up, hint=hint),
        choices=_attribute(json.dumps(names(), separators=(",", ":"))),
        scripts=scripts,
    )


def _attribute(text: str) -> str:
    """Escape a text for an attribute in single quotes, which keeps the double quotes of JSON."""
    return escape(text, quote=False).replace("'", "&#39;")


def names() -> dict[str, Any]:
    """Return the names that the pages offer, from the modules.

    >>> names()["setting"]["asia"]["cards"]
    ['standard', 'short', 'points']
    """
    return {
        "categories": [category.text for category in reversed(Category)],
        "games": [
            {
                "name": game.name,
                "title": game.title,
                "hole": game.hole,
                "ranks": len(game.ranks),
            }
            for game in VARIANTS.values()
        ],
        "labels": {"mistake": MISTAKE, "blunder": BLUNDER},
        "layouts": layout.names(),
        "objectives": [objective.value for objective in Objective],
        "rules": [{"name": rules.name, "pieces": rules.pieces} for rules in ur.RULES.values()],
        "setting": {
            module.Rules.game: {
                "rules": list(module.Rules.named),
                "ways": [
                    {"name": way.name, "title": way.title} for way in module.Rules.ways.listed
                ],
                "cards": list(module.Rules.ways.cards),
                "kinds": list(module.Game.hand_kinds),
            }
            for module in (paigow, asia)
        },
        "ur_state": {
            item["name"]: [item["low"], item["high"]]
            for field in ur.UR_STATE.to_dict()["fields"]
            for item in field["items"]
        },
    }
