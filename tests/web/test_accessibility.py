"""Accessibility: axe-core finds nothing serious on any page, wide and light, narrow and dark."""

from importlib.resources import files

import pytest
from playwright.sync_api import Page

from web.watched import Watched

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
PATHS = ["/", "/asia", "/ur", "/poker", "/poker#p=AhKh&p=QQ%2B", "/words", "/nothing"]


def serious(page: Page) -> list[str]:
    """Return what axe-core finds, of what stops people: the rule and the first element."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("size", ["watched", "narrow"])
def test_axe_finds_nothing_serious(path: str, size: str, request: pytest.FixtureRequest) -> None:
    watched: Watched = request.getfixturevalue(size)
    watched.expects_refusals = path == "/nothing"
    assert serious(watched.open(path)) == []
