"""The documentation site: it builds without a warning, and loads nothing from elsewhere."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from inspect import isclass, isfunction
from pathlib import Path

import pytest

import astragal

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


class Loads(HTMLParser):
    """Collect what a page loads: scripts, style sheets, pictures, fonts, frames; not its links."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            self.found.append(given.get("href", ""))
        elif tag != "a":
            self.found += [given[name] for name in ("src", "srcset", "data") if name in given]
        self.found += re.findall(r"url\(([^)]*)\)", given.get("style", ""))


def test_pages_load_nothing_from_the_network(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 25
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loads = Loads()
        loads.feed(text)
        assert len(loads.found) > 3
        abroad = [one for one in loads.found if re.match(r"(https?:)?//", one)]
        assert abroad == [], page.name
        assert 'data-md-component="source"' not in text  # it would ask GitHub for its stars
        assert 'class="mermaid"' not in text  # it would load a script
    for sheet in site.rglob("*.css"):
        assert not re.search(
            r"(@import|url\()\s*[\"']?(https?:)?//", sheet.read_text(encoding="utf-8")
        )


def test_the_reference_has_what_each_room_exports(site: Path) -> None:
    for room in astragal.__all__:
        page = (site / "api" / f"{room}.html").read_text(encoding="utf-8")
        module = getattr(astragal, room)
        for name in getattr(module, "__all__", []):
            found = getattr(module, name)
            own = getattr(found, "__module__", "").startswith("astragal")
            if own and (isclass(found) or isfunction(found)):
                assert f'id="astragal.{room}.{name}"' in page, f"{room}.{name}"


def test_the_search_finds_every_page(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    pages = {page.relative_to(site).as_posix() for page in site.rglob("*.html")}
    assert found - {""} >= pages - {"404.html", "index.html"}
