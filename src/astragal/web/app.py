"""The app: the pages, the interface of each room, and what becomes of an error."""

from asyncio import Semaphore
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import fastapi_swagger
from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import astragal
from astragal.errors import outcome_of
from astragal.web import asia, equity, poker, ur, words
from astragal.web.pages import PAGES, STATIC, answer_with
from astragal.web.safety import LOCAL_HOSTS, Guard
from astragal.web.schemas import Problem
from astragal.web.solver import Solver

SWAGGER = Path(fastapi_swagger.__file__).parent / "resources"
DEFECT = 500


class Revalidated(StaticFiles):
    """Files that a browser may keep but asks about each time, so that an update is seen."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file, or with `not modified`."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def create_app(hosts: frozenset[str] = LOCAL_HOSTS) -> FastAPI:
    """Return the app; `hosts` are the names under which it may be reached."""
    solver = Solver()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        solver.cancel()
        solver.wait()

    app = FastAPI(
        title="Astragal",
        description="Exact answers about cards and dice, with the names of `astragal ... --json`.",
        version=astragal.__version__,
        docs_url=None,  # their pages load scripts from the network; ours is `/docs`
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        middleware=[Middleware(Guard, hosts=hosts)],
        responses={422: {"model": Problem, "description": "What is wrong with the request"}},
    )
    app.state.solver = solver
    app.state.equity_turn = Semaphore(1)
    for room in (asia, poker, equity, ur, words):
        app.include_router(_titled(room.router))
    app.add_exception_handler(RequestValidationError, _explain_request)
    app.add_exception_handler(astragal.errors.AstragalError, _explain)
    for name in PAGES:
        path = "/" if name == "home" else f"/{name}"
        app.add_api_route(path, answer_with(name), include_in_schema=False)
    app.mount("/static", Revalidated(directory=STATIC), name="static")
    app.mount("/swagger", Revalidated(directory=SWAGGER, check_dir=False), name="swagger")
    return app


def _titled(router: APIRouter) -> APIRouter:
    """Let what each function does be its title: that says more than its name."""
    for route in router.routes:
        if isinstance(route, APIRoute) and route.summary is None:
            route.summary, route.description = route.description, ""
    return router


async def _explain(request: Request, error: Exception) -> JSONResponse:
    outcome = outcome_of(error)
    answer: dict[str, Any] = {"error": str(error)}
    if isinstance(error, astragal.errors.SeatError) and error.places:
        answer["places"] = error.places
    return JSONResponse(answer, outcome.http_status if outcome else DEFECT)


async def _explain_request(request: Request, error: Exception) -> JSONResponse:
    """Say in one line what does not fit the schema, as the rooms' own errors do."""
    assert isinstance(error, RequestValidationError)
    parts = [
        f"{'.'.join(str(part) for part in one['loc'][1:]) or 'the request'}: {one['msg']}"
        for one in error.errors()
    ]
    return JSONResponse({"error": "; ".join(parts)}, 422)
