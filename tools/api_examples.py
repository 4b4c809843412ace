"""Ask each route of an app that has solved two pieces; the site's page of JSON shows the answers.

`make docs` runs `.venv/bin/python tools/api_examples.py`, which writes `build/api_examples.json`.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
HAND = "Jk Qs Qh Qd As 7s 2s"
PLAYERS = ["AhKh", "QsQd"]
FLOP = "2c 7d Jh"
STATE = "0x0000000000000012"
GAME = "[Pieces 2]\n\n1. A@A1 * A@A3 / C@C3\n2. A3B1 / 0 --"
TOML = """name = "clock"
bits = 16

[[field]]
name = "minute"
offset = 0
width = 6

[[field]]
name = "hour"
offset = 5
width = 5
"""
SPOT = {
    "board": "Td 9d 6h Qc 2s", "oop": "QQ, 87s", "ip": "AT, KQ", "pot": 100, "stack": 100,
    "bets": "50%, a",
}  # fmt: skip
REQUESTS: dict[str, dict[str, Any]] = {
    "POST /api/asia/best": {"hand": HAND},
    "POST /api/asia/house": {"hand": HAND},
    "POST /api/asia/explain": {"setting": "Qs Qh 7s 2s / Jk As / Qd"},
    "POST /api/asia/hint": {"hand": HAND},
    "POST /api/asia/practice": {"kind": "two pair", "seed": 1},
    "GET /api/asia/card": {"name": "short"},
    "GET /api/asia/ways": {},
    "POST /api/paigow/best": {"hand": HAND, "dealer": "foxwoods"},
    "POST /api/paigow/house": {"hand": HAND},
    "POST /api/paigow/explain": {"setting": "Qs Qh Qd 7s 2s / Jk As"},
    "POST /api/paigow/hint": {"hand": HAND},
    "POST /api/paigow/practice": {"kind": "two pair", "seed": 1},
    "GET /api/paigow/card": {"name": "foxwoods"},
    "GET /api/paigow/ways": {},
    "POST /api/poker/eval": {"cards": "7h 7d 7s 4c 4h"},
    "POST /api/poker/showdown": {"hand": "Ah Kh", "board": "Qh Jh 2c"},
    "POST /api/poker/made-hand": {"hand": "Ah Kh", "board": "Qh Jh 2c"},
    "POST /api/equity": {"players": PLAYERS, "board": FLOP},
    "POST /api/equity/plan": {"players": PLAYERS, "board": FLOP},
    "POST /api/equity/count": {"players": PLAYERS, "board": FLOP},
    "POST /api/range": {"range": "KK+, AhKh", "paint": {"KK": 0.5}},
    "POST /api/range/combo-weights": {"range": "AhKh, AsKs:0.5", "starting_hand": "AKs"},
    "POST /api/range/making": {"range": "QQ+, AK", "board": "Qs 8h 3h", "name": "set"},
    "POST /api/equity/by-hand": {"range": "AA, AKs", "versus": "QQ+", "board": FLOP},
    "POST /api/equity/made-hands": {"range": "QQ+, AK", "board": FLOP},
    "POST /api/equity/next-cards": {"players": PLAYERS, "board": FLOP},
    "GET /api/ur/rules": {},
    "GET /api/ur/show": {"state": STATE},
    "GET /api/ur/moves": {"state": STATE},
    "GET /api/ur/value": {"state": STATE},
    "GET /api/ur/best": {"state": STATE},
    "POST /api/ur/choose": {"state": STATE, "roll": 2, "player": "greedy"},
    "POST /api/ur/record": {"game": GAME},
    "POST /api/ur/review": {"game": GAME},
    "POST /api/ur/puzzles": {"count": 1},
    "POST /api/ur/plan": {"pieces": 2},
    "GET /api/ur/solve": {},
    "POST /api/ur/solve": {"pieces": 2},
    "DELETE /api/ur/solve": {},
    "POST /api/postflop/plan": SPOT,
    "POST /api/postflop/solve": {**SPOT, "target": "0.5%"},
    "GET /api/postflop/solve": {},
    "GET /api/postflop/node": {"id": "", "line": "check"},
    "DELETE /api/postflop/solve": {},
    "GET /api/layout/list": {},
    "GET /api/layout/show/{name}": {"name": "card32"},
    "POST /api/layout/decode": {"layout": "pokerval", "word": "0x20077744"},
    "POST /api/layout/decode-own": {"toml": TOML, "word": "0x2ad"},
    "POST /api/layout/check": {"toml": TOML},
}  # fmt: skip
"""The body or the query of a request to each route."""
FILE = ROOT / "build" / "api_examples.json"
ENTRIES = 2
"""The entries of a list of objects that an example keeps."""
NUMBERS = 14
"""The entries of a list of numbers or texts that an example keeps."""
LETTERS = 120
"""The letters of a text that an example keeps."""


def shorten(answer: Any) -> Any:
    """Cut long lists and texts.

    >>> shorten({"cards": ["As", "Kd", "Qh"], "rows": [{}, {}, {}]})
    {'cards': ['As', 'Kd', 'Qh'], 'rows': [{}, {}]}
    """
    match answer:
        case dict():
            return {key: shorten(value) for key, value in answer.items()}
        case list():
            nested = any(isinstance(entry, dict | list) for entry in answer)
            return [shorten(entry) for entry in answer[: ENTRIES if nested else NUMBERS]]
        case str() if len(answer) > LETTERS:
            return answer[:LETTERS] + "…"
    return answer


def main() -> None:
    """Ask, and write the shortened answers."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ASTRAGAL_HOME"] = folder
        from fastapi.testclient import TestClient

        from astragal import ur
        from astragal.web.app import create_app

        ur.solve("finkel", pieces=2, path=Path(folder, "data", "ur", "finkel.table"))
        app = create_app()
        client = TestClient(app, base_url="http://127.0.0.1")
        examples = {}
        for name, asked in REQUESTS.items():
            method, path = name.split()
            body, query = (asked, {}) if method == "POST" else (None, dict(asked))
            if "id" in query:
                app.state.postflop.wait()
                query["id"] = app.state.postflop.last.id
            address = path.format(**query)
            parameters = {key: value for key, value in query.items() if f"{{{key}}}" not in path}
            answer = client.request(method, address, params=parameters, json=body)
            if not answer.is_success:
                sys.exit(f"{name}: {answer.text}")
            text = json.dumps(shorten(answer.json()), ensure_ascii=False)
            told = json.loads(text.replace(f"{folder}/data/ur/", ""))
            examples[name] = {"query": query, "body": body, "answer": told}
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(json.dumps(examples, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
