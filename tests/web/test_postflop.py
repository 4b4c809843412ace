"""Solves of spots over HTTP: the plan, progress, the kept solutions by id, their nodes."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from astragal.postflop import Spot
from astragal.web import postflop

from web.conftest import served_here

SPOT: dict[str, Any] = {
    "board": "Td 9d 6h Qc 2s", "oop": "QQ, 87s", "ip": "AT, KQ", "pot": 100, "stack": 100,
    "bets": "50%, a",
}  # fmt: skip
TURN = {**SPOT, "board": "Td 9d 6h Qc"}
LONG = {**TURN, "oop": "66+, A8s+, AJo+, KQo", "ip": "QQ-22, AQs-A2s, KTo+", "target": "0%"}


@pytest.fixture
def app_client(new_home: Any) -> Iterator[httpx.Client]:
    """An app of the test's own."""
    with served_here() as address, httpx.Client(base_url=address, timeout=60) as client:
        yield client


def spot_of(body: dict[str, Any]) -> Spot:
    return Spot(body["board"], **{name: value for name, value in body.items() if name != "board"})


def wait(client: httpx.Client) -> dict[str, Any]:
    """Return the answer at the end of the running solve."""
    while (answer := client.get("/api/postflop/solve").json())["running"]:
        pass
    assert isinstance(answer, dict)
    return answer


def solved(client: httpx.Client, body: dict[str, Any], target: str = "0.5%") -> dict[str, Any]:
    """Start a solve, wait for its end and return the answer."""
    started = client.post("/api/postflop/solve", json={**body, "target": target})
    assert started.status_code == 202, started.text
    answer = wait(client)
    assert answer["id"] == started.json()["id"]
    return answer


def test_a_solve_has_its_board_in_the_order_that_was_asked(app_client: httpx.Client) -> None:
    assert solved(app_client, SPOT)["spot"]["board"] == SPOT["board"].split()
    turned = {**SPOT, "board": "2s Td 9d 6h Qc"}
    assert app_client.post("/api/postflop/plan", json=turned).json()["id"]  # it is the same spot


def test_a_plan(app_client: httpx.Client) -> None:
    answer = app_client.post("/api/postflop/plan", json=TURN).json()
    expected = spot_of(TURN).plan().to_dict()
    assert {key: answer[key] for key in expected} == expected
    assert answer["problem"] is None
    assert answer["most_memory"] <= 1 << 30
    assert (answer["seconds_to_target"], answer["id"]) == (answer["seconds"], None)


def test_a_plan_estimates_the_time_to_the_target(app_client: httpx.Client) -> None:
    times = [
        app_client.post("/api/postflop/plan", json={**TURN, "target": target}).json()
        for target in ("0.5%", "0.1%", "0%")
    ]
    half, tenth, none = (time["seconds_to_target"] for time in times)
    assert 2.9 < tenth / half < 3  # 5 to the power of 2/3
    assert tenth < none < float("inf")


def test_a_plan_says_what_the_server_refuses(
    app_client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postflop, "MOST_MEMORY", 1000)
    answer = app_client.post("/api/postflop/plan", json=TURN).json()
    assert "without the size" in answer["problem"]
    refused = app_client.post("/api/postflop/solve", json=TURN)
    assert refused.status_code == 422
    assert "may be used: without the size" in refused.json()["error"]


def test_at_most_half_of_the_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    for free, most in ((None, 1 << 30), (1 << 40, 1 << 30), (1 << 20, 1 << 19)):
        monkeypatch.setattr(postflop, "free_memory", lambda free=free: free)
        assert postflop.most_memory() == most


def test_a_solve_and_its_nodes(app_client: httpx.Client) -> None:
    before = app_client.get("/api/postflop/solve").json()
    assert (before["outcome"], before["id"], before["curve"]) == (None, None, [])
    answer = solved(app_client, TURN, "0.2%")
    assert (answer["running"], answer["outcome"], answer["error"]) == (False, "done", None)
    solution = spot_of(TURN).solve("0.2%")
    assert answer["solution"] == {**solution.to_dict(), "seconds": answer["solution"]["seconds"]}
    *estimates, end = answer["curve"]
    assert answer["spot"] == {**solution.spot.to_dict(), "board": answer["spot"]["board"]}
    assert len(estimates) >= 2
    assert {point["at_most"] for point in estimates} == {None}
    assert all(point["exploitability"] > 0.2 for point in estimates)
    assert end["exploitability"] == answer["solution"]["exploitability"] <= 0.2
    assert end["at_most"] == answer["solution"]["at_most"]
    for line in ("", "check", "x x 2c", "x x"):
        node = app_client.get("/api/postflop/node", params={"id": answer["id"], "line": line})
        assert node.status_code == 200, node.text
        assert node.json() == postflop.small_node(solution.node(line).to_dict())
    wrong = app_client.get("/api/postflop/node", params={"id": answer["id"], "line": "bet 51"})
    assert wrong.status_code == 422
    assert "no action 'bet 51'" in wrong.json()["error"]


def nodes(client: httpx.Client, *answers: dict[str, Any]) -> list[int]:
    """Return the status of the root of each solution."""
    ids = [answer["id"] for answer in answers]
    return [client.get("/api/postflop/node", params={"id": one}).status_code for one in ids]


def test_solutions_are_kept_beside_each_other(app_client: httpx.Client) -> None:
    first = solved(app_client, SPOT)
    second = solved(app_client, {**SPOT, "pot": 50})
    assert nodes(app_client, first, second) == [200, 200]
    for answer in (first, second):
        again = app_client.get("/api/postflop/solve", params={"id": answer["id"]}).json()
        assert again == answer


def test_a_solved_spot_is_found_again(app_client: httpx.Client) -> None:
    answer = solved(app_client, SPOT)
    same = {**SPOT, "oop": "QQ,87s"}
    assert app_client.post("/api/postflop/plan", json=same).json()["id"] == answer["id"]
    again = app_client.post("/api/postflop/solve", json={**same, "target": "1%"}).json()
    assert (again["id"], again["running"]) == (answer["id"], False)
    better = solved(app_client, SPOT, "0.01%")
    assert better["id"] != answer["id"]
    assert app_client.post("/api/postflop/plan", json=same).json()["id"] == better["id"]


def test_the_solution_that_nobody_looked_at_goes_first(
    app_client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postflop, "MOST_KEPT", 2)
    first, second = solved(app_client, SPOT), solved(app_client, {**SPOT, "pot": 50})
    assert nodes(app_client, first) == [200]
    third = solved(app_client, {**SPOT, "pot": 20})
    assert nodes(app_client, first, second, third) == [200, 410, 200]
    gone = app_client.get("/api/postflop/solve", params={"id": second["id"]})
    assert (gone.status_code, gone.json()["error"]) == (410, postflop.GONE)
    monkeypatch.setattr(postflop, "MOST_KEPT_MEMORY", 0)
    last = solved(app_client, {**SPOT, "pot": 30})
    assert nodes(app_client, first, third, last) == [410, 410, 200]


def test_the_running_solve_of_a_spot_is_found(app_client: httpx.Client) -> None:
    started = app_client.post("/api/postflop/solve", json=LONG).json()
    assert app_client.post("/api/postflop/plan", json=LONG).json()["id"] == started["id"]
    app_client.delete("/api/postflop/solve")
    wait(app_client)


def test_only_one_solve_runs_and_it_can_be_cancelled(app_client: httpx.Client) -> None:
    started = app_client.post("/api/postflop/solve", json=LONG).json()
    assert started["running"] is True
    second = app_client.post("/api/postflop/solve", json=LONG)
    assert second.status_code == 409
    early = app_client.get("/api/postflop/node", params={"id": started["id"], "line": "check"})
    assert early.status_code == 409
    while not app_client.get("/api/postflop/solve").json()["curve"]:
        pass
    root = app_client.get("/api/postflop/node", params={"id": started["id"]}).json()
    assert (root["line"], root["player"]) == ("", "oop")
    app_client.delete("/api/postflop/solve")
    answer = wait(app_client)
    assert answer["outcome"] == "done"
    assert answer["solution"]["stopped"] is True
    assert answer["solution"]["exploitability"] > 0


def test_sizes_by_player_and_street(app_client: httpx.Client) -> None:
    body = {**SPOT, "bets": {"oop": {"river": "75%, a"}, "ip": "50%"}, "raises": {"river": "60%"}}
    answer = solved(app_client, body)
    sizes = answer["solution"]["spot"]
    assert sizes["bets"]["oop"]["river"] == "75%, a"
    assert (sizes["bets"]["ip"]["river"], sizes["raises"]["ip"]["river"]) == ("50%", "60%")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": "Td 9d"}, "2 cards on the board"),
        ({"pot": 0}, "pot must be more than 0"),
        ({"pot": 5.5}, "write chip=0.5"),
        ({"bets": "lots"}, "'lots' is no size"),
        ({"target": "0.1"}, "write per cent of the pot"),
        ({"oop": "TdTs, 6h6c"}, "does not meet the board"),
        (
            {"bets": {"button": "50%"}},
            "bets must be text like '50%, a', of at most 200 letters, or",
        ),
        ({"raises": ["60%"]}, "raises must be text like '50%, a', of at most 200 letters, or an"),
        (
            {"donk": {"oop": "50%"}},
            "donk must be text like '50%, a', of at most 200 letters, or an",
        ),
        ({"folder": "/tmp"}, "there is no field 'folder'"),
        ({"pot": "100"}, "pot must be a number"),
    ],
)
def test_bad_input(app_client: httpx.Client, changes: dict[str, Any], message: str) -> None:
    answer = app_client.post("/api/postflop/solve", json={**SPOT, **changes})
    assert answer.status_code == 422
    assert message in answer.json()["error"]


def test_a_node_has_at_most_256_kb(app_client: httpx.Client) -> None:
    body = {**SPOT, "oop": "random", "ip": "random", "bets": "10%,20%,30%,40%,50%,60%,70%,80%, a"}
    answer = solved(app_client, {**body, "stack": 1000}, "50%")
    node = app_client.get("/api/postflop/node", params={"id": answer["id"]})
    assert node.status_code == 200
    assert len(node.content) <= 256_000
    assert len(node.json()["actions"]) == 10


def test_a_failed_solve_says_so(app_client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any, **options: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(postflop, "solve", fail)
    answer = solved(app_client, SPOT)
    assert (answer["outcome"], answer["error"]) == ("failed", "not enough memory")
    assert app_client.get("/api/postflop/node", params={"id": answer["id"]}).status_code == 409


def test_numbers_of_a_node_are_rounded() -> None:
    small = postflop._rounded({"a": [0.123456, -0.00001, 3, None, "x"]}, 4)
    assert json.dumps(small) == '{"a": [0.1235, 0.0, 3, null, "x"]}'


def test_the_app_stops_a_running_solve(new_home: Any) -> None:
    with served_here() as address, httpx.Client(base_url=address) as client:
        started = client.post("/api/postflop/solve", json=LONG)
        assert started.json()["running"]
    # The app has ended: it has waited for the solve.
