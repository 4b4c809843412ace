"""The interface, asked all kinds of things by its own schema: it answers or objects, never 500."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from astragal import ur
from astragal.progress import Progress, Report, silent
from astragal.web import create_app

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
    if answer.status_code >= 400 and answer.status_code != 405:
        assert answer.json().get("error") or answer.json().get("detail")
