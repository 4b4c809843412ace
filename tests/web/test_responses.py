"""Every route answers the `to_dict()` of its function.

FastAPI leaves out keys that the type of a response does not declare, without a word.
"""

from collections.abc import Callable, Mapping
from typing import Any

import httpx
import pytest

from astragal import asia

HAND = "As Kd Qh Jc 9s 7d 4h"
FOUL = "Qh Jc 9s 7d / As Kd / 4h"
Told = Callable[[], Mapping[str, Any]]

POSTS: list[tuple[str, dict[str, Any], Told]] = [
    ("asia/best", {"hand": HAND}, lambda: asia.rank(HAND).to_dict()),
    (
        "asia/best",
        {"hand": "2c 2d 8c 9c 9s Kd Ad", "dead": "As", "dealer": "short", "objective": "ev"},
        lambda: asia.rank(
            "2c 2d 8c 9c 9s Kd Ad", dealer="short", objective="ev", dead="As"
        ).to_dict(),
    ),
    (
        "asia/house",
        {"hand": HAND, "rules": "casino"},
        lambda: asia.house_setting(HAND, rules="casino").to_dict(),
    ),
    ("asia/explain", {"setting": FOUL}, lambda: asia.explain(FOUL).to_dict()),
    (
        "asia/explain",
        {"setting": "As Kd Qh Jc / 9s 7d / 4h"},
        lambda: asia.explain("As Kd Qh Jc / 9s 7d / 4h").to_dict(),
    ),
    ("asia/hint", {"hand": HAND}, lambda: asia.hint(HAND).to_dict()),
    (
        "asia/practice",
        {"kind": "pair", "seed": 3},
        lambda: asia.practice("pair", seed=3, hands=5).to_dict(),
    ),
]


@pytest.mark.parametrize(("path", "body", "told"), POSTS, ids=[path for path, _, _ in POSTS])
def test_a_route_answers_as_python_does(
    client: httpx.Client, path: str, body: dict[str, Any], told: Told
) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json() == told()
