"""The types of the answers that pages read, compared with the answers of the server."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from tools.answer_types import module_text

from astragal import ur

from web.conftest import ROOT

HAND = "As Kd Qh Jc 9s 7d 4h"
FLOP = {"board": "2c 7d Jh"}
POCKET = {"hand": "Ah Kh", **FLOP}
START = ur.start(pieces=2).name
LAYOUT = "name = 'x'\nbits = 8\nfield = [{name='f',offset=0,width=6}]\n[[claim]]\nunused = '6..7'"
GETS: list[tuple[str, dict[str, Any]]] = [
    ("asia/card", {"name": "short"}),
    ("asia/ways", {}),
    ("layout/list", {}),
    ("paigow/card", {"name": "points"}),
    ("paigow/ways", {}),
    ("ur/best", {"state": START}),
    ("ur/moves", {"state": START}),
    ("ur/rules", {}),
    ("ur/show", {"state": START}),
    ("ur/solve", {}),
    ("ur/value", {"state": START}),
]
POSTS: list[tuple[str, dict[str, Any]]] = [
    ("asia/best", {"hand": HAND}),
    ("asia/explain", {"setting": "As 9s 7d 4h / Kd Jc / Qh"}),
    ("asia/explain", {"setting": "9s 7d 4h Qh / Kd Jc / As"}),  # a foul
    ("asia/hint", {"hand": HAND}),
    ("asia/practice", {"seed": 1}),
    ("equity", {"players": ["AhKh", "QQ"], "categories": True}),
    ("equity", {"players": ["20%"] * 3}),
    ("equity", {"players": ["AhAs2h3s", "KKxx"], "game": "omaha-hilo"}),
    ("equity/plan", {"players": ["20%"] * 3}),
    ("equity/count", {"players": ["AhKh", "QQ"], **FLOP}),
    ("equity/made-hands", {"range": "QQ, AK", **FLOP}),
    ("equity/by-hand", {"range": "QQ, AK", **FLOP}),
    ("equity/next-cards", {"players": ["AhKh", "QQ"], **FLOP}),
    ("layout/check", {"toml": LAYOUT}),
    ("layout/decode", {"layout": "pokerval", "word": "0x20077744"}),
    ("layout/decode-own", {"toml": LAYOUT, "word": "0x0"}),
    ("paigow/best", {"hand": HAND}),
    ("paigow/explain", {"setting": "As Qh Jc 7d 4h / Kd 9s"}),
    ("paigow/explain", {"setting": "Qh Jc 9s 7d 4h / As Kd"}),  # a foul
    ("paigow/hint", {"hand": HAND}),
    ("paigow/practice", {"seed": 1}),
    ("poker/eval", {"cards": "Ah Kh", **FLOP}),
    ("poker/eval", {"cards": "Ah Kh"}),
    ("poker/made-hand", POCKET),
    ("poker/showdown", POCKET),
    ("range", {"range": "QQ+, AKs"}),
    ("range/making", {"range": "QQ, AK", **FLOP, "name": "ace high"}),
    ("range/combo-weights", {"range": "QQ+, AKs", "starting_hand": "AKs"}),
    ("ur/choose", {"state": START, "roll": 2, "player": "perfect"}),
    ("ur/plan", {"rules": "finkel", "pieces": 2}),
    ("ur/puzzles", {"rules": "finkel", "pieces": 2, "grade": "easy", "seed": 1, "count": 2}),
    ("ur/record", {"game": START}),
    ("ur/review", {"game": START}),
]
# Fields that no page reads are not declared.
OPEN = """
type Open<T> = T extends unknown[] ? { [At in keyof T]: Open<T[At]> }
  : T extends object ? { [Name in keyof T]: Open<T[Name]> } & Record<string, unknown>
  : T;
"""


def test_answers_have_the_types_that_pages_read(client: httpx.Client, tmp_path: Path) -> None:
    deno = shutil.which("deno", path=str(Path(sys.executable).parent)) or shutil.which("deno")
    if deno is None:
        pytest.skip("no deno")
    (tmp_path / "answers.d.ts").write_text(module_text())
    lines = ['import type { Gets, Posts } from "./answers.d.ts";', OPEN]
    for kind, requests in (("Gets", GETS), ("Posts", POSTS)):
        for path, body in requests:
            address = f"/api/{path}"
            answer = (
                client.get(address, params=body)
                if kind == "Gets"
                else client.post(address, json=body)
            )
            assert answer.status_code == 200, (path, answer.text)
            text = json.dumps(answer.json())
            lines.append(f'export const v{len(lines)}: Open<{kind}["{path}"]> = {text};')
    (tmp_path / "answers.ts").write_text("\n".join(lines))
    checked = subprocess.run(
        [deno, "check", "--quiet", "--config", str(ROOT / "deno.json"), "answers.ts"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
