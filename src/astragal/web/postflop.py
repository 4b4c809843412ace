"""Endpoints for spots after the flop: the plan, one solve in the background, and its nodes.

The server keeps one solution, by id. A solve takes at most half of the free memory, and at most
1 GiB.
"""

from collections.abc import Callable
from dataclasses import replace
from json import dumps
from secrets import token_hex
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.params import Query
from fastapi.responses import JSONResponse
from typing_extensions import TypedDict

from astragal.errors import BadInputError
from astragal.postflop.files import copied
from astragal.postflop.memory import free_memory
from astragal.postflop.node import PostflopNodeJson
from astragal.postflop.plan import PostflopPlanJson, check_memory
from astragal.postflop.solution import Solution, SolutionJson
from astragal.postflop.solving import read_target, solve
from astragal.postflop.spot import Spot
from astragal.progress import Report
from astragal.web.background import Background
from astragal.web.schemas import PostflopSolve, PostflopSpot, Problem
from astragal.web.work import ALONE, most_threads

router = APIRouter(prefix="/api/postflop", tags=["postflop"])

MOST_MEMORY = 1 << 30
MOST_NODE_BYTES = 256_000
DIGITS = (4, 3, 2)
"""Digits after the point in a node: as many as fit."""


class PostflopLimitsJson(PostflopPlanJson):
    """The size of a spot, and whether the server solves it."""

    most_memory: int
    """The bytes that a solve may take here, now."""
    problem: str | None
    """Why the server does not solve it, and what to change; null if it does."""


class PostflopPointJson(TypedDict):
    """The proved figures at one point of a solve."""

    iterations: int
    seconds: float
    exploitability: float
    """Half the sum of both gains."""
    at_most: float
    """Nobody can gain more."""


class PostflopSolveJson(TypedDict):
    """The progress of the running solve, or the last solution."""

    running: bool
    outcome: str | None
    """running, done or failed; null before the first solve."""
    id: str | None
    """The id of the running solve and of its solution; null before the first solve."""
    target: float | None
    """The exploitability at which the solve ends, as a fraction of the pot."""
    iterations: int
    seconds: float
    curve: list[PostflopPointJson]
    """The proved figures so far, one point after the other."""
    solution: SolutionJson | None
    """The solution; null until the end."""
    error: str | None
    """The error of a failed solve; null otherwise."""


class PostflopSolver(Background):
    """Solves spots, one at a time, and keeps the last solution."""

    def __init__(self) -> None:
        super().__init__(stops_with=KeyboardInterrupt)  # which returns the solution so far
        self.id: str | None = None
        self.target: float | None = None
        self.curve: list[PostflopPointJson] = []
        self.root: PostflopNodeJson | None = None
        """The root in the middle of a solve."""
        self.solution: Solution | None = None

    def to_dict(self) -> PostflopSolveJson:
        """Return the progress of the running solve, or the last solution."""
        solution = self.solution
        return {
            "running": self.running,
            "outcome": self.outcome,
            "id": self.id,
            "target": self.target,
            "iterations": self.report.done if solution is None else solution.iterations,
            "seconds": self.report.elapsed if solution is None else solution.seconds,
            "curve": [*self.curve],
            "solution": None if solution is None else solution.to_dict(),
            "error": self.error,
        }

    def solve(self, spot: Spot, target: str) -> bool:
        """Start a solve and return True; return False if another solve is running."""
        started = monotonic()

        def prepare() -> None:
            self.id, self.target = token_hex(8), read_target(target)
            self.curve, self.root, self.solution = [], None, None

        def look(solution: Solution) -> None:
            # The root comes first: a client that sees the new point may ask for it at once.
            self.root = small_node(solution.node(threads=most_threads()).to_dict())
            self.curve.append(
                {
                    "iterations": solution.iterations,
                    "seconds": monotonic() - started,
                    "exploitability": solution.exploitability,
                    "at_most": solution.at_most,
                }
            )

        def work(progress: Callable[[Report], None]) -> None:
            solution = solve(
                spot,
                target,
                threads=most_threads(),
                progress=progress,
                look=look,
                most_memory=most_memory(),
            )
            look(solution)
            # Copy the strategy, so that the memory of the solver is freed.
            strategy = copied(spot.game, solution.strategy)
            self.solution = replace(solution, strategy=strategy, regrets=None)

        return self.start(work, prepare)


def most_memory() -> int:
    """Return the bytes that a solve may take."""
    free = free_memory()
    return MOST_MEMORY if free is None else min(MOST_MEMORY, free // 2)


def small_node(node: PostflopNodeJson) -> PostflopNodeJson:
    """Return a node with rounded numbers, so that it has at most 256 kB as JSON."""
    for digits in DIGITS:
        small: PostflopNodeJson = _rounded(node, digits)
        if len(dumps(small, separators=(",", ":"))) <= MOST_NODE_BYTES:
            return small
    raise BadInputError(
        f"this node has more than {MOST_NODE_BYTES // 1000} kB: give fewer sizes, "
        "or narrower ranges"
    )


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, float):
        return round(value, digits) + 0.0  # no -0
    if isinstance(value, dict):
        return {key: _rounded(one, digits) for key, one in value.items()}
    if isinstance(value, list):
        return [_rounded(one, digits) for one in value]
    return value


@router.post("/plan", dependencies=[ALONE])
def plan(wanted: PostflopSpot) -> PostflopLimitsJson:
    """Return the size of a spot, the memory and the time of a solve, and whether it is allowed."""
    spot = _spot(wanted)
    planned = spot.plan().to_dict()
    most = most_memory()
    problem = None
    try:
        check_memory(spot, planned["memory"], most)
    except BadInputError as error:
        problem = str(error)
    return {**planned, "most_memory": most, "problem": problem}


@router.get("/solve")
async def solve_progress(request: Request) -> PostflopSolveJson:
    """Return the progress of the running solve, or the last solution."""
    return _solver(request).to_dict()


@router.post(
    "/solve",
    status_code=202,
    response_model=PostflopSolveJson,
    responses={409: {"model": Problem, "description": "A solve is running"}},
    dependencies=[ALONE],
)
def start_solve(request: Request, wanted: PostflopSolve) -> Any:
    """Solve a spot in the background; only one solve runs, and only one solution is kept."""
    spot = _spot(wanted)
    read_target(wanted.target)
    check_memory(spot, spot.plan().memory, most_memory())
    solver = _solver(request)
    if not solver.solve(spot, wanted.target):
        return JSONResponse({"error": "a solve is already running: wait, or cancel it"}, 409)
    return solver.to_dict()


@router.delete("/solve")
async def cancel_solve(request: Request) -> PostflopSolveJson:
    """Stop the solve; the solution so far is certified and kept."""
    _solver(request).cancel()
    return _solver(request).to_dict()


@router.get(
    "/node",
    response_model=PostflopNodeJson,
    responses={
        409: {"model": Problem, "description": "The solve is running: only its root is there"},
        410: {"model": Problem, "description": "Another solution has replaced this one"},
    },
    dependencies=[ALONE],
)
def node(
    request: Request,
    id: Annotated[str, Query(max_length=40, description="the id of a solution")],  # noqa: A002
    line: Annotated[
        str, Query(max_length=400, description="check, bet 100, call, 2c; or x b100 c 2c")
    ] = "",
) -> Any:
    """Return a node of the last solution; during its solve, the root so far."""
    solver = _solver(request)
    if id != solver.id:
        return _problem("this solution was replaced by another: solve the spot again", 410)
    solution, root = solver.solution, solver.root
    if solution is None:
        if line.strip() or root is None:
            return _problem("the spot is being solved: wait, or cancel it", 409)
        return JSONResponse(root)
    return JSONResponse(small_node(solution.node(line, threads=most_threads()).to_dict()))


def _problem(message: str, status: int) -> JSONResponse:
    return JSONResponse({"error": message}, status)


def _spot(wanted: PostflopSpot) -> Spot:
    return Spot(**wanted.model_dump(exclude={"target"}))


def _solver(request: Request) -> PostflopSolver:
    solver: PostflopSolver = request.app.state.postflop
    return solver
