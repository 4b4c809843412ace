"""Endpoints for spots after the flop: the plan, one solve in the background, and its nodes.

The server keeps the last solutions, by id. A solve takes at most half of the free memory, and at
most 1 GiB.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from json import dumps
from secrets import token_hex
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.params import Query
from fastapi.responses import JSONResponse
from typing_extensions import TypedDict

from astragal.cards import card_ids, card_names
from astragal.errors import BadInputError
from astragal.postflop.files import copied
from astragal.postflop.memory import free_memory
from astragal.postflop.node import PostflopNodeJson
from astragal.postflop.plan import PostflopPlanJson, check_memory
from astragal.postflop.solution import Solution, SolutionJson
from astragal.postflop.solving import EXPLOITABILITY, read_target, solve
from astragal.postflop.spot import Spot, SpotJson
from astragal.progress import Report
from astragal.web.background import Background
from astragal.web.schemas import PostflopSolve, PostflopSpot, Problem
from astragal.web.work import ALONE, most_threads

router = APIRouter(prefix="/api/postflop", tags=["postflop"])

MOST_MEMORY = 1 << 30
MOST_KEPT_MEMORY, MOST_KEPT = 1 << 29, 32
"""Bytes of all kept solutions, and their number; the last one is always kept."""
MOST_NODE_BYTES = 256_000
DIGITS = (4, 3, 2)
"""Digits after the point in a node: as many as fit."""
GONE = "this solution is no longer kept: solve the spot again"


class PostflopLimitsJson(PostflopPlanJson):
    """The size of a spot, and whether the server solves it."""

    seconds_to_target: float
    """The estimated time to the target that was asked for, in CPU seconds."""
    most_memory: int
    """The bytes that a solve may take here, now."""
    problem: str | None
    """Why the server does not solve it, and what to change; null if it does."""
    id: str | None
    """The id of a kept solution of this spot, or of its running solve; null otherwise."""


class PostflopPointJson(TypedDict):
    """The figures at one point of a solve."""

    iterations: int
    seconds: float
    exploitability: float
    """Half the sum of both gains: an estimate, proved at the last point."""
    at_most: float | None
    """Nobody can gain more: proved; null for an estimate."""


class PostflopSolveJson(TypedDict):
    """A solve: its progress, or its solution."""

    running: bool
    outcome: str | None
    """running, done or failed; null before the first solve."""
    id: str | None
    """The id of the solve and of its solution; null before the first solve."""
    spot: SpotJson | None
    """The spot, its board as it was given; null before the first solve."""
    target: float | None
    """The exploitability at which the solve ends, as a fraction of the pot."""
    iterations: int
    seconds: float
    curve: list[PostflopPointJson]
    """The figures so far, one point after the other."""
    solution: SolutionJson | None
    """The solution; null until the end."""
    error: str | None
    """The error of a failed solve; null otherwise."""


@dataclass(eq=False)
class Solve:
    """A spot, how its solve goes, and its solution."""

    spot: Spot
    board: list[str]
    """The board in the order in which it was asked for."""
    target: float
    id: str = field(default_factory=lambda: token_hex(8))
    begun: float = field(default_factory=monotonic)
    curve: list[PostflopPointJson] = field(default_factory=list)
    root: PostflopNodeJson | None = None
    """The root in the middle of the solve."""
    solution: Solution | None = None
    estimate: float | None = None
    """The last estimate of the exploitability, in per cent of the pot."""
    described: SpotJson = field(init=False)

    def __post_init__(self) -> None:
        self.described = self.spot.to_dict()

    def note(self, report: Report) -> None:
        """Add a new estimate to the curve."""
        estimate = report.metrics.get(EXPLOITABILITY)
        if estimate is None or estimate == self.estimate:
            return
        self.estimate = estimate
        self.curve.append(
            {
                "iterations": report.done,
                "seconds": report.elapsed,
                "exploitability": max(estimate, 0) * self.spot.pot / 100,
                "at_most": None,
            }
        )

    def end(self, solution: Solution) -> None:
        """Keep a copy of the strategy, so that the memory of the solver is freed."""
        strategy = copied(self.spot.game, solution.strategy)
        self.curve.append(
            {
                "iterations": solution.iterations,
                "seconds": solution.seconds,
                "exploitability": solution.exploitability,
                "at_most": solution.at_most,
            }
        )
        self.solution = replace(solution, strategy=strategy, regrets=None)

    @property
    def memory(self) -> int:
        """The bytes of the solution."""
        if self.solution is None:
            return 0
        return sum(values.nbytes for values in self.solution.strategy.values)


class PostflopSolver(Background):
    """Solves spots, one at a time, and keeps the last solutions."""

    def __init__(self) -> None:
        super().__init__(stops_with=KeyboardInterrupt)  # which returns the solution so far
        self.last: Solve | None = None
        """The running solve, or the last."""
        self._kept: dict[str, Solve] = {}  # with a solution; what was looked at last comes last

    def to_dict(self, shown: Solve | None = None) -> PostflopSolveJson:
        """Return the progress or the solution of a solve; without one, of the last solve."""
        shown = shown or self.last
        last = shown is self.last
        solution = None if shown is None else shown.solution
        running = last and self.running
        seconds = self.report.elapsed if solution is None else solution.seconds
        return {
            "running": running,
            "outcome": self.outcome if last else "done",
            "id": None if shown is None else shown.id,
            "spot": None if shown is None else {**shown.described, "board": shown.board},
            "target": None if shown is None else shown.target,
            "iterations": self.report.done if solution is None else solution.iterations,
            "seconds": monotonic() - shown.begun if shown and running else seconds,
            "curve": [] if shown is None else [*shown.curve],
            "solution": None if solution is None else solution.to_dict(),
            "error": self.error if last else None,
        }

    def get(self, id: str) -> Solve | None:  # noqa: A002
        """Return the running solve, or a kept one, by its id."""
        if self.last and self.last.id == id:
            return self.last
        return self._kept.get(id)

    def find(self, spot: Spot) -> Solve | None:
        """Return the running solve of a spot, or its best kept solution."""
        wanted = spot.to_dict()
        if self.last and self.running and self.last.described == wanted:
            return self.last
        found = [one for one in [*self._kept.values()] if one.described == wanted]
        return min(found, key=lambda one: one.curve[-1]["exploitability"], default=None)

    def touch(self, solve: Solve) -> None:
        """Drop this solution last."""
        if self._kept.pop(solve.id, None):
            self._kept[solve.id] = solve

    def solve(self, spot: Spot, board: list[str], target: str) -> bool:
        """Start a solve and return True; return False if another solve is running."""
        begun = Solve(spot, board, read_target(target))

        def prepare() -> None:
            self.last = begun

        def look(solution: Solution) -> None:
            begun.root = small_node(solution.node(threads=most_threads()).to_dict())

        def work(progress: Callable[[Report], None]) -> None:
            def note(report: Report) -> None:
                begun.note(report)  # the root is there already: `look` comes before the report
                progress(report)

            begun.end(
                solve(
                    spot,
                    target,
                    threads=most_threads(),
                    progress=note,
                    look=look,
                    most_memory=most_memory(),
                )
            )
            self._keep(begun)

        return self.start(work, prepare)

    def _keep(self, solve: Solve) -> None:
        self._kept[solve.id] = solve
        while len(self._kept) > 1 and (
            len(self._kept) > MOST_KEPT
            or sum(one.memory for one in self._kept.values()) > MOST_KEPT_MEMORY
        ):
            del self._kept[next(iter(self._kept))]


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
def plan(request: Request, wanted: PostflopSolve) -> PostflopLimitsJson:
    """Return the size of a spot, the memory and the time of a solve, and whether it is allowed."""
    spot, target = _spot(wanted), read_target(wanted.target)
    planned = spot.plan()
    most = most_memory()
    problem = None
    try:
        check_memory(spot, planned.memory, most)
    except BadInputError as error:
        problem = str(error)
    known = _solver(request).find(spot)
    return {
        **planned.to_dict(),
        "seconds_to_target": planned.seconds_to(target),
        "most_memory": most,
        "problem": problem,
        "id": None if known is None else known.id,
    }


@router.get(
    "/solve",
    response_model=PostflopSolveJson,
    responses={410: {"model": Problem, "description": "The solution is no longer kept"}},
)
async def solve_progress(
    request: Request,
    id: Annotated[  # noqa: A002
        str, Query(max_length=40, description="the id of a solve; without it, the last solve")
    ] = "",
) -> Any:
    """Return the progress of a solve, or its solution."""
    solver = _solver(request)
    if not id:
        return solver.to_dict()
    shown = solver.get(id)
    return solver.to_dict(shown) if shown else _problem(GONE, 410)


@router.post(
    "/solve",
    status_code=202,
    response_model=PostflopSolveJson,
    responses={409: {"model": Problem, "description": "A solve is running"}},
    dependencies=[ALONE],
)
def start_solve(request: Request, wanted: PostflopSolve) -> Any:
    """Solve a spot in the background, one at a time, or return a kept solution as good."""
    spot, target = _spot(wanted), read_target(wanted.target)
    solver = _solver(request)
    known = solver.find(spot)
    if known and known.solution and known.solution.exploitability <= target * spot.pot:
        return solver.to_dict(known)
    check_memory(spot, spot.plan().memory, most_memory())
    if not solver.solve(spot, card_names(card_ids(wanted.board)), wanted.target):
        return _problem("a solve is already running: wait, or cancel it", 409)
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
        410: {"model": Problem, "description": "The solution is no longer kept"},
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
    """Return a node of a solution; during its solve, the root so far."""
    solver = _solver(request)
    shown = solver.get(id)
    if shown is None:
        return _problem(GONE, 410)
    if shown.solution is None:
        if line.strip() or shown.root is None:
            return _problem("the spot is being solved: wait, or cancel it", 409)
        return JSONResponse(shown.root)
    solver.touch(shown)
    return JSONResponse(small_node(shown.solution.node(line, threads=most_threads()).to_dict()))


def _problem(message: str, status: int) -> JSONResponse:
    return JSONResponse({"error": message}, status)


def _spot(wanted: PostflopSpot) -> Spot:
    return Spot(**wanted.model_dump(exclude={"target"}))


def _solver(request: Request) -> PostflopSolver:
    solver: PostflopSolver = request.app.state.postflop
    return solver
