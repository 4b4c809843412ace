"""Examples of the OpenAPI document: each is the answer of the app to its request."""

import json
from typing import Any

import httpx
import jsonschema_rs
import pytest

from astragal.web.examples import FILE, shorten

EXAMPLES: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
OF_THE_MACHINE = {"seconds", "path"}
"""Keys whose values differ from machine to machine."""
SOLVE = "/api/ur/solve"
"""Its answers tell what the app did before, so they are not compared."""


def comparable(answer: Any) -> Any:
    """Return an answer without the values that differ from machine to machine."""
    if isinstance(answer, list):
        return [comparable(entry) for entry in answer]
    if isinstance(answer, dict):
        return {
            key: None if key in OF_THE_MACHINE else comparable(value)
            for key, value in answer.items()
        }
    return answer


@pytest.fixture(scope="module")
def document(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


def test_every_route_has_an_example(document: dict[str, Any]) -> None:
    routes = {
        f"{method.upper()} {path}" for path, ways in document["paths"].items() for method in ways
    }
    assert routes == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_the_answer_of_the_app(
    client: httpx.Client, document: dict[str, Any], name: str
) -> None:
    method, path = name.split()
    example = EXAMPLES[name]
    operation = document["paths"][path][method.lower()]
    (success,) = (code for code in operation["responses"] if code.startswith("2"))
    content = operation["responses"][success]["content"]["application/json"]
    assert content["example"] == example["answer"]
    schema = {**content["schema"], "components": document["components"]}
    valid = jsonschema_rs.is_valid(schema, example["answer"])
    assert valid, "python tools/api_examples.py writes the examples again"
    if path == SOLVE:
        return
    address = path.format(**example["query"])
    query = {key: value for key, value in example["query"].items() if f"{{{key}}}" not in path}
    answer = client.request(method, address, params=query, json=example["body"])
    assert answer.is_success, answer.text
    assert comparable(shorten(answer.json())) == comparable(example["answer"])


def test_the_example_of_an_error_is_an_answer_of_the_app(
    client: httpx.Client, document: dict[str, Any]
) -> None:
    answer = client.post("/api/poker/eval", json={"cards": "7h 7d Xx"})
    assert document["components"]["schemas"]["Problem"]["examples"] == [answer.json()]
