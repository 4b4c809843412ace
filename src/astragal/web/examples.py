"""Examples of requests and their answers in the OpenAPI document.

`examples.json` has an example of each route. `tools/api_examples.py`, a part of `make generate`,
asks the app and writes the answers; tests ask again and compare.
"""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
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


def add_examples(document: dict[str, Any]) -> dict[str, Any]:
    """Add the examples to an OpenAPI document, and return it."""
    for name, example in json.loads(FILE.read_text(encoding="utf-8")).items():
        method, path = name.split()
        operation = document["paths"][path][method.lower()]
        for parameter in operation.get("parameters", []):
            if parameter["name"] in example["query"]:
                parameter["example"] = example["query"][parameter["name"]]
        if "requestBody" in operation:
            operation["requestBody"]["content"]["application/json"]["example"] = example["body"]
        (success,) = (code for code in operation["responses"] if code.startswith("2"))
        content = operation["responses"][success]["content"]["application/json"]
        content["example"] = example["answer"]
    return document
