"""The Royal Game of Ur for the page: positions, moves, look-ups, opponents, records, the solve.

What only reads a state is answered on the event loop. Look-ups may wait for the disk, so they run
in worker threads, as everything else does.
"""

from functools import cache
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Request
from fastapi.params import Query
from fastapi.responses import JSONResponse

from astragal import ur
from astragal.errors import BadInputError, TableError
from astragal.web.schemas import (
    Problem,
    Roll,
    RulesName,
    UrGame,
    UrPuzzles,
    UrSolve,
    UrTurn,
    WordText,
)
from astragal.web.solver import Solver
from astragal.web.work import ALONE, IN_TURN, most_threads

router = APIRouter(prefix="/api/ur", tags=["ur"])
NO_TABLE: dict[int | str, dict[str, Any]] = {
    503: {"model": Problem, "description": "The rules are not solved yet"}
}

StateText = Annotated[WordText, Query(examples=["0x3f"])]
DEPTH = 3
"""How many turns ahead expectimax looks, which plays if the perfect player has no table."""


@router.get("/rules")
def list_rules() -> list[dict[str, Any]]:
    """List the rule sets, whether each is solved, and what solving it would need."""
    found = []
    for rules in ur.RULES.values():
        table = _find_table(rules)
        found.append(_rules_dict(rules) | {"table": table.to_dict() if table else None})
    return found


@router.get("/show")
async def show(state: StateText, rules: RulesName = "finkel") -> dict[str, Any]:
    """Return the fields of a state, and what is wrong with it."""
    return ur.Position(state, rules, check=False).to_dict()


@router.get("/moves")
async def moves(
    state: StateText, rules: RulesName = "finkel", roll: Roll | None = None
) -> dict[str, Any]:
    """List the legal moves, with one roll or with each."""
    return ur.Position(state, rules).by_roll(roll).to_dict()


@router.get("/value", responses=NO_TABLE)
def value(state: StateText, rules: RulesName = "finkel") -> JSONResponse:
    """Return the chance that the side to move wins, before the roll and after each roll."""
    # A response object: FastAPI would need another thread to check a dict.
    return JSONResponse(ur.open_table(rules).evaluate(state).to_dict())


@router.get("/best", responses=NO_TABLE)
def best(state: StateText, rules: RulesName = "finkel", roll: Roll | None = None) -> dict[str, Any]:
    """Rank the legal moves, and return what each loses against the best."""
    position = ur.Position(state, rules)
    return ur.open_table(rules).rank_by_roll(position, roll).to_dict()


@router.post("/choose", dependencies=[IN_TURN])
def choose(request: UrTurn) -> dict[str, Any]:
    """Let a player choose a move. The answer's `player` says which one did."""
    position = ur.Position(request.state, request.rules)
    if position.winner is not None:
        raise BadInputError(f"{position.name}: the game is over")
    player = _player(request.player, position)
    move = ur.choose_move(player, position, request.roll, np.random.default_rng())
    return {
        "state": position.name,
        "rules": position.rules.name,
        "player": player.name,
        "move": move.to_dict() if move else None,
        "after": position.play(move, request.roll).name,
    }


@router.post("/record", dependencies=[IN_TURN])
def record(request: UrGame) -> dict[str, Any]:
    """Read a game, given as RGN or as states, and return it in both forms."""
    return ur.read_game(request.game, request.rules).to_dict()


@router.post("/review", responses=NO_TABLE, dependencies=[IN_TURN])
def review(request: UrGame) -> dict[str, Any]:
    """Review a game: what each move cost, how the dice fell, how well each side played."""
    found = ur.read_game(request.game, request.rules)
    return ur.review(found, ur.open_table(found.rules)).to_dict()


@router.post("/puzzles", responses=NO_TABLE, dependencies=[ALONE])
def puzzles(request: UrPuzzles) -> dict[str, Any]:
    """Find positions with one clearly best move that simple players miss."""
    options = request.model_dump(exclude={"rules"})
    return ur.puzzles(ur.open_table(request.rules), **options).to_dict()


@router.post("/plan", dependencies=[ALONE])
def plan(request: UrSolve) -> dict[str, Any]:
    """Return what a solve needs, and `seconds`: how long it takes here, from a measurement."""
    rules = ur.RULES[request.rules]
    wanted = ur.plan(rules, request.pieces)
    seconds = _measured_seconds(rules) * wanted.states / ur.plan(rules).states
    return wanted.to_dict() | {"seconds": seconds}


@router.get("/solve")
async def solve_progress(request: Request) -> dict[str, Any]:
    """Return the progress of the solve, or how the last one ended."""
    return _solver(request).to_dict()


@router.post(
    "/solve",
    status_code=202,
    responses={409: {"model": Problem, "description": "A solve is running"}},
)
def solve(request: Request, wanted: UrSolve) -> Any:
    """Begin to solve a rule set in the background; only one solve runs at a time."""
    solver = _solver(request)
    if not solver.start(ur.RULES[wanted.rules], wanted.pieces):
        return JSONResponse({"error": "a solve is already running: wait, or cancel it"}, 409)
    return solver.to_dict()


@router.delete("/solve")
async def cancel_solve(request: Request) -> dict[str, Any]:
    """Stop the solve; the next one resumes where it stopped."""
    _solver(request).cancel()
    return _solver(request).to_dict()


@cache
def _rules_dict(rules: ur.Rules) -> dict[str, Any]:
    return rules.to_dict() | {"plan": ur.plan(rules).to_dict()}


@cache
def _measured_seconds(rules: ur.Rules) -> float:
    return ur.plan(rules).measure_seconds(most_threads())


def _find_table(rules: ur.Rules) -> ur.Tablebase | None:
    try:
        return ur.open_table(rules)
    except TableError:
        return None


def _player(name: str, position: ur.Position) -> ur.Player:
    """Return a player; expectimax instead of perfect if no table knows the position."""
    if name == "perfect":
        try:
            table = ur.open_table(position.rules)
            table.value(position)
            return ur.PerfectPlayer(table)
        except TableError:
            name = "expectimax"
    full_name = f"expectimax-{DEPTH}" if name == "expectimax" else name
    return ur.find_player(full_name, position.rules)


def _solver(request: Request) -> Solver:
    solver: Solver = request.app.state.solver
    return solver
