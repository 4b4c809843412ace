"""Requests made from the schema, and odd ones found by hand: never a 500."""

import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from astragal import ur
from astragal.progress import Report
from astragal.web import create_app

from web.conftest import Served, served_here

CLOCK = "name='clock'\nbits=16\n[[field]]\nname='minute'\noffset=0\nwidth=6\n[[claim]]\n"

ODD_REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("ur/review", {"game": "[Pieces 1]"}),
    *(("ur/record", {"game": game}) for game in ("abc--", "² --", "-- --", "--", "9" * 5000)),
    ("ur/record", {"game": f"{'9' * 5000} --"}),
    ("layout/check", {"toml": f"bits = {'9' * 5000}"}),
    ("layout/check", {"toml": f"bits = 0x{'f' * 5000}"}),
    ("layout/check", {"toml": CLOCK + "says = ''\nascending = [{self = 1}]"}),
    ("layout/check", {"toml": CLOCK + f"unused = '{'9' * 5000}'"}),
    ("equity", {"players": ["random"] * 9, "until": 1e-300}),
]

# Texts that are parsed, and characters that their grammars use: the schema knows neither.
PARSED: list[tuple[str, str, str]] = [
    ("asia/explain", "setting", "As Kd Qh Jc / 9s 7d / 4h"),
    ("paigow/explain", "setting", "As Jc 9s 7d 4h / Kd Qh"),
    ("poker/eval", "cards", "7h 7d 7s 4c 4h"),
    ("range", "range", "22+, A2s-A9s, JTs:0.5, 15%"),
    ("layout/check", "toml", CLOCK + "says = 'x'\nascending = [{minute = 1}, {minute = 2}]"),
    ("ur/record", "game", "[Rules finkel]\n[Pieces 7]\n\n1. A@A1 * A@A3 / C@C3 0 --\n"),
    ("ur/record", "game", "0x3f 0x40103e"),
]
CHARACTERS = "0123456789AKQJTcdhsx@+-*/:,.%#[]{}='\"\n \0²é"

schema = schemathesis.openapi.from_dict(create_app().openapi())
# Every boundary of every field, 1,500 requests, is for `make verify`; here are a few random ones.
THOROUGH = settings().max_examples > 100
schema.config.phases.coverage.enabled = THOROUGH


@pytest.fixture(scope="module")
def address(
    tmp_path_factory: pytest.TempPathFactory, make_home: Callable[[Path], Path], served: Served
) -> Iterator[str]:
    """An app in this process in which no request is minutes of work.

    The other app comes first, because it solves Ur, which is replaced here.
    """

    def solve(
        rules: ur.Rules, pieces: int | None, *, threads: int, progress: Callable[[Report], None]
    ) -> None:
        progress(Report(what="solve", done=1, total=1))

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASTRAGAL_HOME", str(make_home(tmp_path_factory.mktemp("fuzz") / "home")))
        patch.setattr("astragal.ur.solve", solve)
        patch.setattr("astragal.web.ur._measured_seconds", lambda rules: 1.0)
        for name in ("COUNTED", "SAMPLED", "DEALS", "DRAWS"):
            bound = f"astragal.web.equity.MOST_{name}"
            patch.setattr(bound, pkgutil.resolve_name(bound) // 100)
        with served_here() as here:
            yield here


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(
    max_examples=100 if THOROUGH else 5,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
def test_no_request_breaks_the_app(case: "schemathesis.Case[Any]", address: str) -> None:
    answer = case.call(base_url=address, timeout=60)  # seconds: the machine may be busy
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if answer.status_code >= 400:
        assert isinstance(answer.json()["error"], str)


@pytest.mark.parametrize(("path", "body"), ODD_REQUESTS)
def test_odd_requests_are_answered(client: httpx.Client, path: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code in (200, 422, 503), answer.text
    assert answer.status_code == 200 or isinstance(answer.json()["error"], str)


@pytest.mark.parametrize(("path", "field", "text"), PARSED)
def test_texts_with_mistakes_are_answered(
    client: httpx.Client, path: str, field: str, text: str
) -> None:
    random = Random(1)
    for _ in range(40):
        wrong = list(text)
        for place in random.sample(range(len(text)), 3):
            wrong[place] = "".join(random.choices(CHARACTERS, k=random.randrange(3)))
        answer = client.post(f"/api/{path}", json={field: "".join(wrong)})
        assert answer.status_code in (200, 422), (wrong, answer.text)
