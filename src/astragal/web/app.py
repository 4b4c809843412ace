"""The app: the pages, the router of each module, and the responses for errors.

A router returns `result.to_dict()`; its `TypedDict` is the schema of the response. Errors are
raised: `astragal.errors` maps them to statuses.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import fastapi_swagger
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

import astragal
from astragal.errors import AstragalError, SeatError, outcome_of
from astragal.ur import Player
from astragal.web import asia, equity, layout, paigow, poker, postflop, ur
from astragal.web.files import Files
from astragal.web.pages import PAGES, STATIC, answer_missing, answer_with
from astragal.web.problems import explain, explain_error, refuse_unknown_parameters
from astragal.web.safety import LOCAL_HOSTS, Guard
from astragal.web.schemas import Problem
from astragal.web.solver import Solver

MODULES = (asia, paigow, poker, equity, postflop, ur, layout)
"""The modules with routes."""
KNOWN_PARAMETERS = Depends(refuse_unknown_parameters)
SWAGGER = Path(fastapi_swagger.__file__).parent / "resources"


class Rooted:
    """Put the root path before paths without it, so that a proxy may remove it or pass it on.

    HEAD is handled as GET; uvicorn omits the body.
    """

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app = app
        self._root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        root = self._root_path
        rooted = {**scope, "root_path": root}
        if scope["type"] == "http" and not f"{scope['path']}/".startswith(f"{root}/"):
            rooted["path"] = root + scope["path"]
        if scope.get("method") == "HEAD":
            rooted["method"] = "GET"
        await self._app(rooted, receive, send)


def create_app(
    hosts: frozenset[str] = LOCAL_HOSTS, root_path: str = "", own_players: Sequence[Player] = ()
) -> FastAPI:
    """Return the app; `hosts` are its host names, `root_path` is its path behind a proxy.

    `own_players` are opponents at Ur beside those of the package.
    """
    solver, postflop_solver = Solver(), postflop.PostflopSolver()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        for one in (solver, postflop_solver):
            one.cancel()
        for one in (solver, postflop_solver):
            one.wait()

    app = FastAPI(
        title="Astragal",
        description="Exact answers about cards and dice, with the names of `astragal ... --json`.",
        version=astragal.__version__,
        docs_url=None,  # FastAPI's pages load scripts from the network; ours is `/docs`
        redoc_url=None,
        openapi_url=None,  # built on the first request, which would block the event loop
        lifespan=lifespan,
        servers=[{"url": root_path}] if root_path else None,
        middleware=[Middleware(Guard, hosts=hosts), Middleware(Rooted, root_path=root_path)],
        responses={"4XX": {"model": Problem, "description": "The request can't be answered"}},
        generate_unique_id_function=_operation_name,
    )
    app.state.solver = solver
    app.state.postflop = postflop_solver
    app.state.queues = {}
    app.state.own_players = {player.name: player for player in own_players}
    for module in MODULES:
        app.include_router(_titled(module.router), dependencies=[KNOWN_PARAMETERS])
    app.add_exception_handler(AstragalError, _explain)
    app.add_exception_handler(RequestValidationError, _explain_request)
    app.add_exception_handler(HTTPException, _explain_status)
    for name in PAGES:
        path = "/" if name == "home" else f"/{name}"
        app.add_api_route(path, answer_with(name), include_in_schema=False)

    @app.get("/healthz", include_in_schema=False)
    async def health() -> dict[str, str]:
        return {"status": "ok", "version": astragal.__version__}

    @app.get("/api/openapi.json", include_in_schema=False)
    def openapi() -> dict[str, Any]:
        document = app.openapi()
        for path in document["paths"].values():
            for operation in path.values():
                operation.pop("description", None)  # the docstring, which is the title
        return document

    files = Files(STATIC)

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        """Return the icon: browsers ask for it beside an answer of the API, which names none."""
        return files.answer("icon.svg")

    app.mount("/static", files, name="static")
    app.mount("/swagger", Files(SWAGGER), name="swagger")
    return app


def _operation_name(route: APIRoute) -> str:
    """Return the name of a route in generated clients: `equity_next_cards`."""
    return "_".join([*map(str, route.tags), route.name])


def _titled(router: APIRouter) -> APIRouter:
    """Use the docstring of each endpoint as its title in the schema."""
    for route in router.routes:
        if isinstance(route, APIRoute) and route.summary is None:
            route.summary = route.description
    return router


async def _explain(request: Request, error: Exception) -> JSONResponse:
    """Return a message and the status of an error of the package."""
    outcome = outcome_of(error)
    places = {"places": error.places} if isinstance(error, SeatError) and error.places else {}
    status = outcome.http_status if outcome else HTTPStatus.INTERNAL_SERVER_ERROR
    return JSONResponse({"error": explain_error(error), **places}, status)


async def _explain_request(request: Request, error: Exception) -> JSONResponse:
    """Return one line about a request that does not match the schema."""
    assert isinstance(error, RequestValidationError)
    # A body that a dependency reads too is wrong twice.
    parts = [*dict.fromkeys(explain(problem) for problem in error.errors())]
    if request.method == "POST" and "json" not in request.headers.get("content-type", ""):
        parts.append("send JSON with the header Content-Type: application/json")
    in_path = all(problem["loc"][0] == "path" for problem in error.errors())
    status = HTTPStatus.NOT_FOUND if in_path else HTTPStatus.UNPROCESSABLE_ENTITY
    return JSONResponse({"error": "; ".join(parts)}, status)


async def _explain_status(request: Request, error: Exception) -> Response:
    """Return an error of the framework: no such page, method not allowed, bad JSON."""
    assert isinstance(error, HTTPException)
    browser = "text/html" in request.headers.get("accept", "")  # programs get JSON
    if error.status_code == HTTPStatus.NOT_FOUND and browser:
        root = request.scope.get("app_root_path", request.scope["root_path"])  # below /static, too
        return answer_missing(request.url.path.removeprefix(root))
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)
