"""Accessibility: axe-core finds nothing serious on any page, in light and in dark colours."""

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page

from web.watched import Watched

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
PATHS = ["/", "/asia", "/ur", "/poker", "/poker#p=AhKh&p=QQ%2B", "/words", "/nothing"]


def serious(page: Page, options: dict[str, Any]) -> list[str]:
    """Return what axe-core finds, of what stops people: the rule and the first element."""
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_serious(watched: Watched, path: str) -> None:
    watched.expects_refusals = path == "/nothing"
    page = watched.open(path)
    page.evaluate(AXE)
    assert serious(page, {"resultTypes": ["violations"]}) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, {"runOnly": ["color-contrast"]}) == []
