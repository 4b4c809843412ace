"""Endpoints for the Royal Game of Ur: positions, moves, look-ups, opponents, records, the solve.

Endpoints that need only a state run on the event loop. All others, such as look-ups, which may wait
for the disk, run in worker threads.
"""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Depends, Request
from fastapi.params import Query
from fastapi.responses import JSONResponse

from astragal import ur
from astragal.errors import (
    BadInputError,
    TableError,
    TableMissingError,
    UnknownNameError,
    quoted,
)
from astragal.ur.evaluation import UrEvaluationJson, UrRankedMovesJson
from astragal.ur.players import ChosenMove, UrChoiceJson, knows_rules
from astragal.ur.position import UrMovesJson, UrPositionJson
from astragal.ur.record import UrRecordJson, parse_game
from astragal.ur.rules import UrRulesJson
from astragal.ur.solve import measure_plan
from astragal.ur.solve.plan import UrPlanJson
from astragal.ur.study.puzzles import UrPuzzlesJson
from astragal.ur.study.review import UrReviewJson
from astragal.ur.tablebase import UrTableJson
from astragal.web.schemas import (
    Pieces,
    Problem,
    Roll,
    RulesName,
    UrGame,
    UrPuzzles,
    UrSolve,
    UrTurn,
    WordText,
)
from astragal.web.solver import Solver, UrSolverJson
from astragal.web.work import ALONE, IN_TURN, OWN_PLAYERS, QUICK, most_threads

router = APIRouter(prefix="/api/ur", tags=["ur"])
NO_TABLE: dict[int | str, dict[str, Any]] = {
    503: {"model": Problem, "description": "The rules are not solved yet"}
}

StateText = Annotated[
    WordText, Query(examples=["0x3f"], description="the 64-bit state in hexadecimal, or `start`")
]
PiecesOfStart = Annotated[
    Pieces | None,
    Query(description="pieces of each side at the `start`; the rules' number if null"),
]
DEPTH = 3
"""The depth of expectimax, which replaces the perfect player without a table."""
ENDGAME = 3
"""Pieces left to bring home in positions that have a value without a table: half a second."""
_solving_endgames = Lock()


class UrRulesStatusJson(UrRulesJson):
    """A rule set, the plan of its solve, its table and its players."""

    plan: UrPlanJson
    table: UrTableJson | None
    """Null if the rules are not solved."""
    players: list[str]
    """The players that know these rules; `perfect` needs the table."""


@router.get("/rules")
def list_rules(request: Request) -> list[UrRulesStatusJson]:
    """List the rule sets, with their tables, their players and the plans of their solves."""
    own_players = list(request.app.state.own_players)
    return [_rules_status(rules, own_players) for rules in ur.RULES.values()]


def _rules_status(rules: ur.Rules, own_players: list[str]) -> UrRulesStatusJson:
    table = _find_table(rules)
    return {
        **rules.to_dict(),
        "plan": _whole_plan(rules).to_dict(),
        "table": None if table is None else table.to_dict(),
        "players": [*own_players, *(name for name in ur.PLAYERS if knows_rules(name, rules))],
    }


@router.get("/show")
async def show(
    state: StateText, rules: RulesName = "finkel", pieces: PiecesOfStart = None
) -> UrPositionJson:
    """Return the fields of a state, and the errors of an illegal state."""
    return _position(state, rules, pieces, check=False).to_dict()


@router.get("/moves")
async def moves(
    state: StateText,
    rules: RulesName = "finkel",
    roll: Roll | None = None,
    pieces: PiecesOfStart = None,
) -> UrMovesJson:
    """List the legal moves for one roll or for each roll."""
    return _position(state, rules, pieces).by_roll(roll).to_dict()


@router.get("/value", response_model=UrEvaluationJson, responses=NO_TABLE)
def value(
    state: StateText, rules: RulesName = "finkel", pieces: PiecesOfStart = None
) -> JSONResponse:
    """Return the winning chance of the side to move, before the roll and after each roll."""
    position = _position(state, rules, pieces)
    # FastAPI would validate a dict in another thread; a response object is faster.
    return JSONResponse(_table_of(position).evaluate(position).to_dict())


@router.get("/best", responses=NO_TABLE)
def best(
    state: StateText,
    rules: RulesName = "finkel",
    roll: Roll | None = None,
    pieces: PiecesOfStart = None,
) -> UrRankedMovesJson:
    """Rank the legal moves, best first, with the cost of each."""
    position = _position(state, rules, pieces)
    return _table_of(position).rank_by_roll(position, roll).to_dict()


async def wait_for_player(request: Request, turn: UrTurn) -> AsyncIterator[None]:
    """Wait in the queue of the player."""
    queue = OWN_PLAYERS if turn.player in request.app.state.own_players else QUICK
    async with queue.turn(request):
        yield


@router.post("/choose", dependencies=[Depends(wait_for_player, scope="function")])
def choose(request: Request, turn: UrTurn) -> UrChoiceJson:
    """Let a player choose a move; the response names the player that chose."""
    position = _position(turn.state, turn.rules, turn.pieces)
    if position.winner is not None:
        raise BadInputError(f"{position.name}: the game is over")
    own_players: dict[str, ur.Player] = request.app.state.own_players
    known = [*own_players, *ur.PLAYERS]
    player = own_players.get(turn.player) or _player(turn.player, position, known)
    try:
        move = ur.choose_move(player, position, turn.roll, np.random.default_rng())
    except KeyboardInterrupt:  # Ctrl-C interrupts the main thread, so the player raised it
        raise BadInputError(f"{player.name}: KeyboardInterrupt") from None
    return ChosenMove(position, turn.roll, player.name, move).to_dict()


@router.post("/record", dependencies=[IN_TURN])
def record(request: UrGame) -> UrRecordJson:
    """Read a game as RGN or as states, and return it in both forms."""
    return parse_game(request.game, request.rules).to_dict()


@router.post("/review", responses=NO_TABLE, dependencies=[IN_TURN])
def review(request: UrGame) -> UrReviewJson:
    """Review a game: the cost of each move, the luck of each roll, the accuracy of each side."""
    game = parse_game(request.game, request.rules)
    return ur.review(game, ur.open_table(game.rules)).to_dict()


@router.post("/puzzles", responses=NO_TABLE, dependencies=[ALONE])
def puzzles(request: UrPuzzles) -> UrPuzzlesJson:
    """Find positions with a clear best move that simple players miss."""
    options = request.model_dump(exclude={"rules"})
    return ur.puzzles(ur.open_table(request.rules), **options).to_dict()


@router.post("/plan", dependencies=[ALONE])
def plan(request: UrSolve) -> UrPlanJson:
    """Return the memory, the disk space and the measured time of a solve."""
    rules = ur.RULES[request.rules]
    wanted = ur.plan(rules, request.pieces)
    seconds = _measured_seconds(rules) * wanted.states / _whole_plan(rules).states
    return replace(wanted, seconds=seconds).to_dict()


@router.get("/solve")
async def solve_progress(request: Request) -> UrSolverJson:
    """Return the progress of the running solve, or the outcome of the last solve."""
    return _solver(request).to_dict()


@router.post(
    "/solve",
    status_code=202,
    response_model=UrSolverJson,
    responses={409: {"model": Problem, "description": "A solve is running"}},
)
def solve(request: Request, wanted: UrSolve) -> Any:
    """Start to solve a rule set in the background; only one solve runs at a time."""
    solver = _solver(request)
    if not solver.solve(ur.RULES[wanted.rules], wanted.pieces):
        return JSONResponse({"error": "a solve is already running: wait, or cancel it"}, 409)
    return solver.to_dict()


@router.delete("/solve")
async def cancel_solve(request: Request) -> UrSolverJson:
    """Cancel the solve; the next solve resumes from its checkpoint."""
    _solver(request).cancel()
    return _solver(request).to_dict()


@cache
def _whole_plan(rules: ur.Rules) -> ur.Plan:
    """Return the plan of the whole game of a rule set."""
    return ur.plan(rules)


@cache
def _measured_seconds(rules: ur.Rules) -> float:
    """Return the time of a solve of the whole game on this machine, from a measurement."""
    seconds = measure_plan(_whole_plan(rules), most_threads()).seconds
    assert seconds is not None
    return seconds


def _find_table(rules: ur.Rules) -> ur.Tablebase | None:
    try:
        return ur.open_table(rules)
    except TableError:
        return None


def _table_of(position: ur.Position) -> ur.Tablebase:
    """Return the table of a position's rules, or a table of endgames if that is missing."""
    left = position.pieces - min(position.home(side) for side in ur.Side)
    try:
        table = ur.open_table(position.rules)
        if left <= table.pieces or left > ENDGAME:
            return table
    except TableMissingError:
        if left > ENDGAME:
            raise
    with _solving_endgames:
        return _endgames(position.rules)


@cache
def _endgames(rules: ur.Rules) -> ur.Tablebase:
    """Solve the endgames of a rule set; the table is deleted when the app stops."""
    path = Path(_folder().name, f"{rules.name}.table")
    return ur.solve(rules, ENDGAME, path=path, threads=1)


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="astragal-")


def _position(
    state: str, rules: str, pieces: int | None = None, *, check: bool = True
) -> ur.Position:
    """Return the position that a request is about: a state, or the start of a game."""
    if state == "start":
        return ur.start(rules, pieces)
    if pieces is not None:
        raise BadInputError(f"pieces = {pieces} is for `start`; the state {state} has its pieces")
    return ur.Position(state, rules, check=check)


def _player(name: str, position: ur.Position, known: list[str]) -> ur.Player:
    """Return a player; for `perfect` without a table of the position, expectimax."""
    if name not in ur.PLAYERS:  # not expectimax-6, which takes long
        raise UnknownNameError(f"no player {quoted(name)}; there are {', '.join(known)}")
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
