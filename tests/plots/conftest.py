"""What the tests of pictures share: the figures as drawn, and the texts in an SVG."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from astragal.ur import Tablebase, solve

SVG_TEXT = "{http://www.w3.org/2000/svg}text"


def texts(path: Path) -> list[str]:
    """Return the texts of an SVG as a reader sees them: from the top down, then left to right."""
    found = []
    for element in ElementTree.parse(path).iter(SVG_TEXT):
        x, y = element.get("x"), element.get("y")
        if x is None or y is None:  # one of several lines
            moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
            assert moved, ElementTree.tostring(element)
            x, y = moved.groups()
        found.append((round(float(y)), float(x), "".join(element.itertext())))
    return [text for _, _, text in sorted(found)]


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collect every figure that is written."""
    from matplotlib.figure import Figure

    written: list[Any] = []
    save = Figure.savefig

    def collect(self: Any, *args: Any, **kwargs: Any) -> None:
        written.append(self)
        save(self, *args, **kwargs)

    monkeypatch.setattr(Figure, "savefig", collect)
    return written


@pytest.fixture(scope="session")
def two(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    return solve("finkel", 2, path=tmp_path_factory.mktemp("ur") / "two.table", bits=64)
