"""The pages: a common shell, and the main part and the script of each page.

Links are relative, and no page is in a folder, so the app works under any root path.
"""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from html import escape
from os.path import normpath
from pathlib import Path
from string import Template
from typing import Any

from fastapi.responses import HTMLResponse

from astragal import asia, ur
from astragal.poker import Category
from astragal.poker.variants import VARIANTS
from astragal.setting import Objective
from astragal.ur.study.grading import BLUNDER, MISTAKE

STATIC = Path(__file__).parent / "static"
PAGES = {
    "home": "Astragal: exact answers about cards and dice",
    "asia": "Asia Poker · Astragal",
    "ur": "The Royal Game of Ur · Astragal",
    "poker": "Poker · Astragal",
    "words": "Words · Astragal",
    "docs": "The JSON interface · Astragal",
}

FIRST_REQUESTS = {"ur": "api/ur/rules?"}
"""The first request of a page, which the browser sends while it loads the modules."""

_FETCH = '<link rel="preload" as="fetch" href="{}" crossorigin>'
_SCRIPT = '<script type="module" src="static/{}"></script>'
_PRELOAD = '<link rel="modulepreload" href="static/{}">'
_IMPORTED = re.compile(r' from "(\.[^"]+)";$', re.MULTILINE)


def answer_with(
    name: str, own_players: Sequence[str] = ()
) -> Callable[[], Awaitable[HTMLResponse]]:
    """Return the endpoint of a page; `own_players` are players beside those of the package."""
    first = _FETCH.format(FIRST_REQUESTS[name]) if name in FIRST_REQUESTS else ""
    modules = modules_of(f"{name}.js")
    preloads = map(_PRELOAD.format, modules[1:])
    scripts = "\n".join([_SCRIPT.format(modules[0]), *preloads, first])
    text = _text(name, PAGES[name], scripts, own_players=own_players)

    async def page() -> HTMLResponse:
        return HTMLResponse(text, headers={"Cache-Control": "no-cache"})

    return page


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
    """Return the page for a missing path, with links to the other pages."""
    up = "../" * (path.count("/") - 1)
    return HTMLResponse(_text("missing", "No such page · Astragal", up=up), 404)


def _text(
    name: str, title: str, scripts: str = "", up: str = "", own_players: Sequence[str] = ()
) -> str:
    shell, main = (
        Template((STATIC / "pages" / f"{part}.html").read_text(encoding="utf-8"))
        for part in ("shell", name)
    )
    return shell.substitute(
        page=name,
        title=title,
        up=up,
        main=main.substitute(up=up),
        choices=escape(json.dumps(names(own_players))),
        scripts=scripts,
    )


def names(own_players: Sequence[str] = ()) -> dict[str, Any]:
    """Return the names that the pages offer, from the rooms.

    >>> names()["ways"][:3]
    ['standard', 'short', 'points']
    """
    return {
        "asia_rules": list(asia.Rules.named),
        "categories": [category.text for category in reversed(Category)],
        "games": [
            {"name": game.name, "hole": game.hole, "ranks": len(game.ranks)}
            for game in VARIANTS.values()
        ],
        "labels": {"mistake": MISTAKE, "blunder": BLUNDER},
        "kinds": list(asia.Game.hand_kinds),
        "objectives": [objective.value for objective in Objective],
        "players": [*own_players, *ur.PLAYERS],
        "rules": [{"name": rules.name, "pieces": rules.pieces} for rules in ur.RULES.values()],
        "ur_state": {
            item["name"]: [item["low"], item["high"]]
            for field in ur.UR_STATE.to_dict()["fields"]
            for item in field["items"]
        },
        "ways": list(asia.WAYS.names),
    }
