"""The files of the pages: their modules, and what a browser caches."""

import asyncio
import os
import re
from concurrent.futures import ThreadPoolExecutor
from os.path import normpath
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Request, Route
from starlette.applications import Starlette
from starlette.routing import Mount

from astragal.postflop.grid import action_colours
from astragal.postflop.tree import Action
from astragal.web.files import Files
from astragal.web.pages import FILES, PAGES, STATIC, modules_of

from web.conftest import Served

PRELOAD = re.compile(r'<link rel="modulepreload" href="([^"]+)">')
LATER = re.compile(r'import\("(\.[^"]+)"\)[^.]')
"""Modules that a page loads when they are needed; after the `import` of a type comes a point."""
THEME = "theme.js"
"""It is no module: every page runs it before it is painted."""


def path_of(page: str) -> str:
    return "/" if page == "home" else f"/{page}"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_preloads_exactly_the_modules_that_it_imports(
    browser: Browser, served: Served, page: str
) -> None:
    """The browser, which reads the imports itself, is the reference: it gets no preloads."""
    loaded: set[str] = set()
    links: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type == "script" and "/static/" in request.url:
            loaded.add(request.url.partition("/static/")[2])

    def without_preloads(route: Route) -> None:
        answer = route.fetch()
        links.extend(PRELOAD.findall(answer.text()))
        route.fulfill(response=answer, body=PRELOAD.sub("", answer.text()))

    context = browser.new_context(base_url=served.address)
    tab = context.new_page()
    tab.on("request", note)
    tab.route(f"{served.address.rstrip('/')}{path_of(page)}", without_preloads)
    tab.goto(path_of(page))  # until all modules have run
    context.close()
    modules = loaded - {THEME}
    script = f"{FILES.get(page, page)}.js"
    assert sorted(links) == sorted(f"static/{name}" for name in modules - {script})
    assert modules == set(modules_of(script))


def test_every_module_belongs_to_a_page() -> None:
    used = {name for page in PAGES for name in modules_of(f"{FILES.get(page, page)}.js")}
    for module in [*used]:
        for imported in LATER.findall((STATIC / module).read_text(encoding="utf-8")):
            used |= {*modules_of(normpath(Path(module).parent / imported))}
    assert used | {THEME} == {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")}


def test_a_file_is_revalidated(client: httpx.Client) -> None:
    answer = client.get("/static/lib/dom.js")
    assert answer.text == (STATIC / "lib" / "dom.js").read_text(encoding="utf-8")
    assert answer.headers["cache-control"] == "no-cache"
    assert "javascript" in answer.headers["content-type"]
    tag = answer.headers["etag"]
    again = client.get("/static/lib/dom.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = client.get("/static/lib/view.js", headers={"If-None-Match": tag})
    assert other.status_code == 200


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.js"
    path.write_text("1;")
    app = Starlette(routes=[Mount("/", Files(tmp_path))])

    async def edit() -> tuple[httpx.Response, httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            first = await client.get("/a.js")
            path.write_text("2;")
            os.utime(path, ns=(1, 1))  # another time, on a coarse clock as well
            tag = first.headers["etag"]
            return first, await client.get("/a.js", headers={"If-None-Match": tag})

    with ThreadPoolExecutor() as pool:  # Playwright has an event loop in this thread
        first, second = pool.submit(asyncio.run, edit()).result()
    assert (first.text, second.text, second.status_code) == ("1;", "2;", 200)


def test_a_browser_finds_an_icon_beside_an_answer_that_names_none(client: httpx.Client) -> None:
    icon = client.get("/favicon.ico")
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml; charset=utf-8")
    assert icon.content == (STATIC / "icon.svg").read_bytes()


def test_actions_have_the_colours_of_notebooks() -> None:
    style = (STATIC / "solve.css").read_text(encoding="utf-8")
    of_page = dict(re.findall(r"--([\w-]+): light-dark\((#\w+), #\w+\)", style))
    kinds = ["fold", "check", "call", "bet", "bet", "bet", "all-in"]
    names = ["fold", "calm", "calm", "bet-1", "bet-2", "bet-3", "bet-4"]
    assert [colour for _, colour in action_colours([Action(kind) for kind in kinds])] == [
        of_page[name] for name in names
    ]


def test_names_of_hands_are_readable_on_each_action() -> None:
    themes = r"--([\w-]+): light-dark\((#\w+), (#\w+)\)"
    [ink] = re.findall(
        r"--ink: light-dark\((#\w+), (#\w+)\)", (STATIC / "style.css").read_text("utf-8")
    )
    colours = re.findall(themes, (STATIC / "solve.css").read_text("utf-8"))
    assert len(colours) == 6
    for name, *both in colours:
        for colour, text in zip(both, ink, strict=True):
            low, high = sorted((_luminance(colour), _luminance(text)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (name, colour)


def _luminance(colour: str) -> float:
    """Return the relative luminance of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
