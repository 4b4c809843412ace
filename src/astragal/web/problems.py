"""Sentences about requests that can't be answered, in the style of `astragal.errors`."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from astragal.errors import (
    BadInputError,
    JobError,
    TableError,
    TableMissingError,
    TableReachError,
    quoted,
)

_SOLVE = "the server has no table for this position; POST /api/ur/solve makes it"

# What a value must be, by the type of pydantic's error. {...} are values of its context.
_RIGHT = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "an object",
    "model_attributes_type": "an object",
    "greater_than_equal": "at least {ge}",
    "greater_than": "greater than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "literal_error": "one of {expected}",
    "enum": "one of {expected}",
    "sizes": "text like '50%, a', of at most 200 letters, or an object by player (oop, ip), by "
    "street (flop, turn, river), or by both",
    "string_too_long": "at most {max_length:,} letters long",
    "too_long": "at most {max_length:,} items long",
    "string_pattern_mismatch": "text that matches {pattern}",
}


def explain_error(error: Exception) -> str:
    """Return the message of an error, without paths of the server and options of commands.

    >>> explain_error(TableMissingError("/home/x/finkel.table: there is no such table"))
    'the server has no table for this position; POST /api/ur/solve makes it'
    """
    if isinstance(error, TableMissingError | TableReachError):
        return _SOLVE
    if isinstance(error, TableError | JobError):
        logging.getLogger("uvicorn.error").error("%s", error)
        return "the server can't read or write one of its files; see the server log"
    return str(error).encode("utf-8", "backslashreplace").decode()  # surrogates of own players


def explain(problem: Mapping[str, Any]) -> str:
    """Return one sentence about one of pydantic's errors; it quotes the input.

    >>> explain({"type": "less_than_equal", "loc": ("query", "roll"), "input": "9",
    ...          "ctx": {"le": 4}, "msg": ""})
    "roll must be at most 4, not '9'"
    """
    kind, place = problem["type"], [str(part) for part in problem["loc"][1:]]
    name = ".".join(part for part in place if part != "[key]") or "the body"
    if kind == "missing":
        return f"{name} is missing"
    if kind == "extra_forbidden":
        return f"there is no field {quoted(place[-1])}"
    if kind == "json_invalid":
        return f"the body is not JSON: {problem['ctx']['error']} at letter {problem['loc'][1]}"
    if kind in _RIGHT:
        right = _RIGHT[kind].format(**problem.get("ctx", {}))
        return f"{name} must be {right}, not {quoted(problem['input'])}"
    return f"{name}: {quoted(problem['input'])}: {problem['msg']}"


async def refuse_unknown_parameters(request: Request) -> None:
    """Raise if the address has a parameter that the route does not have."""
    route = request.scope.get("route")
    if isinstance(route, APIRoute) and request.query_params:
        known = sorted(_parameters(route.dependant))
        for name in request.query_params:
            if name not in known:
                there = f"there are {', '.join(known)}" if known else "this address has none"
                raise BadInputError(f"no parameter {quoted(name)}; {there}")


def _parameters(dependant: Dependant) -> Iterator[str]:
    for parameter in dependant.query_params:
        yield parameter.alias
    for dependency in dependant.dependencies:
        yield from _parameters(dependency)
