"""The pictures and the numbers in the docs are what the commands beside them give today."""

import re
from pathlib import Path

from astragal import equity
from astragal.plots import draw_preflop

from plots.conftest import texts

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "pictures"


def test_the_starting_hands(tmp_path: Path) -> None:
    found = [one.swapped for one in equity.preflop_row("QQ")]
    draw_preflop(found, tmp_path / "drawn.svg")
    assert sorted(texts(tmp_path / "drawn.svg")) == sorted(texts(PICTURES / "preflop-qq.svg"))


def test_there_is_no_other_picture_that_nothing_draws() -> None:
    drawn = {"preflop-qq.svg"}
    shots = re.findall(
        r'^    "(\w+)": \w+,$', (DOCS.parent / "tools/screenshots.py").read_text(), re.M
    )
    assert {path.name for path in PICTURES.iterdir()} == drawn | {f"app-{x}.png" for x in shots}
