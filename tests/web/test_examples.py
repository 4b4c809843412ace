"""Example requests of the page of JSON: one for each route, and its answer fits the schema."""

import time
from typing import Any

import httpx
import jsonschema_rs
import pytest
from tools.api_examples import REQUESTS

CHANGE_THE_APP = {
    f"{method} /api/{game}/solve" for method in ("POST", "DELETE") for game in ("ur", "postflop")
}
NEEDS_A_SOLUTION = "GET /api/postflop/node"


@pytest.fixture(scope="module")
def document(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


def test_every_route_has_an_example(document: dict[str, Any]) -> None:
    routes = {
        f"{method.upper()} {path}" for path, ways in document["paths"].items() for method in ways
    }
    assert routes == set(REQUESTS)


@pytest.mark.parametrize("name", sorted({*REQUESTS} - CHANGE_THE_APP - {NEEDS_A_SOLUTION}))
def test_the_answer_to_an_example_fits_the_schema(
    client: httpx.Client, document: dict[str, Any], name: str
) -> None:
    assert_fits(client, document, name, REQUESTS[name])


def test_the_answer_to_the_example_of_a_node_fits_the_schema(
    here: str, document: dict[str, Any]
) -> None:
    """In an app of its own, whose solution no other test replaces."""
    with httpx.Client(base_url=here, timeout=60) as client:
        begun = client.post("/api/postflop/solve", json=REQUESTS["POST /api/postflop/solve"])
        assert begun.is_success, begun.text
        while (solved := client.get("/api/postflop/solve").json())["running"]:
            time.sleep(0.05)
        asked = {**REQUESTS[NEEDS_A_SOLUTION], "id": solved["id"]}
        assert_fits(client, document, NEEDS_A_SOLUTION, asked)


def assert_fits(
    client: httpx.Client, document: dict[str, Any], name: str, asked: dict[str, Any]
) -> None:
    """Ask, and compare the answer with the schema."""
    method, path = name.split()
    operation = document["paths"][path][method.lower()]
    (success,) = (code for code in operation["responses"] if code.startswith("2"))
    content = operation["responses"][success]["content"]["application/json"]
    address = path.format(**asked)
    query = {key: value for key, value in asked.items() if f"{{{key}}}" not in path}
    if method == "POST":
        answer = client.post(address, json=asked)
    else:
        answer = client.request(method, address, params=query)
    assert answer.is_success, answer.text
    schema = {**content["schema"], "components": document["components"]}
    assert jsonschema_rs.is_valid(schema, answer.json())


def test_the_example_of_an_error_is_an_answer_of_the_app(
    client: httpx.Client, document: dict[str, Any]
) -> None:
    answer = client.post("/api/poker/eval", json={"cards": "7h 7d Xx"})
    assert document["components"]["schemas"]["Problem"]["examples"] == [answer.json()]
