"""Requests made from the schema, and odd ones found by hand: never a 500."""

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from astragal import ur
from astragal.progress import Progress, Report, silent
from astragal.web import create_app

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

schema = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.fixture(autouse=True)
def no_minutes_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(
        rules: ur.Rules, pieces: int | None, *, threads: int, progress: Progress = silent
    ) -> None:
        progress(Report(what="solve", done=1, total=1))

    monkeypatch.setattr("astragal.ur.solve", solve)


@schema.parametrize()
@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
def test_no_request_breaks_the_app(case: "schemathesis.Case[Any]", here: str) -> None:
    answer = case.call(base_url=here)
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if answer.status_code >= 400:
        assert isinstance(answer.json()["error"], str)


@pytest.mark.parametrize(("path", "body"), ODD_REQUESTS)
def test_odd_requests_are_answered(client: httpx.Client, path: str, body: dict[str, Any]) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code in (200, 422, 503), answer.text
    assert answer.status_code == 200 or isinstance(answer.json()["error"], str)
