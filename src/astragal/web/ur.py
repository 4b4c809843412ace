"""The Royal Game of Ur for the page: states, moves, look-ups, opponents, records, the solve.

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
from astragal.errors import BadInputError
from astragal.ur.state import require_valid
from astragal.web.schemas import Problem, Roll, RulesName, UrGame, UrSolve, UrTurn, WordText
from astragal.web.solver import Solver
from astragal.web.tables import find_table, table_of
from astragal.web.work import IN_TURN

router = APIRouter(prefix="/api/ur", tags=["ur"])
NO_TABLE: dict[int | str, dict[str, Any]] = {
    503: {"model": Problem, "description": "The rules are not solved yet"}
}

StateText = Annotated[WordText, Query(examples=["0x3f"])]
DEPTH = 3
"""How many turns ahead the opponent looks that stands in for the perfect one."""


@router.get("/rules")
def list_rules() -> list[dict[str, Any]]:
    """List the rule sets, whether each is solved, and what solving it would take."""
    found = []
    for rules in ur.RULES.values():
        table = find_table(rules)
        found.append(_rules_json(rules) | {"table": ur.describe_table(table) if table else None})
    return found


@router.get("/show")
async def show(state: StateText, rules: RulesName = "finkel") -> dict[str, Any]:
    """Say what a state holds, and what is wrong with it."""
    return ur.describe_state(_word(state), ur.RULES[rules])


@router.get("/moves")
async def moves(
    state: StateText, rules: RulesName = "finkel", roll: Roll | None = None
) -> dict[str, Any]:
    """List the legal moves, for one roll or for all."""
    word, ruleset = _word(state), ur.RULES[rules]
    return ur.describe_moves(word, ur.rolls_to_show(word, roll, ruleset), ruleset)


@router.get("/value", responses=NO_TABLE)
def value(state: StateText, rules: RulesName = "finkel") -> JSONResponse:
    """Return the chance of the player to move, before the roll and after each."""
    # A ready response saves the thread that would check the dict.
    return JSONResponse(ur.describe_value(_word(state), table_of(ur.RULES[rules])))


@router.get("/best", responses=NO_TABLE)
def best(state: StateText, rules: RulesName = "finkel", roll: Roll | None = None) -> dict[str, Any]:
    """List all moves with what each gives away against the best."""
    word, ruleset = _word(state), ur.RULES[rules]
    require_valid(word, ruleset)
    rolls = ur.rolls_to_show(word, roll, ruleset)
    return ur.describe_judged(word, rolls, table_of(ruleset))


@router.post("/choose", dependencies=[IN_TURN])
def choose(request: UrTurn) -> dict[str, Any]:
    """Let a player choose a move; `player` says who did: perfect play needs a solved table."""
    rules, word = ur.RULES[request.rules], _word(request.state)
    legal = ur.successors(word, request.roll, rules)
    player = _player(request.player, rules, word)
    about = {"state": ur.state_name(word), "rules": rules.name, "player": player.name}
    if ur.winner_of(word) is not None:
        raise BadInputError(f"{ur.state_name(word)}: the game is over")
    if not legal:
        after = ur.play(word, None, request.roll, rules)
        return about | {"move": None, "after": ur.state_name(after)}
    states, rolls = np.array([word], np.uint64), np.array([request.roll], np.uint8)
    options = ur.moves_array(states, rolls, rules)
    chosen = int(player.choose(states, rolls, options, np.random.default_rng())[0])
    move, after = list(legal.items())[chosen]
    return about | {"move": ur.describe_move(move), "after": ur.state_name(after)}


@router.post("/record", dependencies=[IN_TURN])
def record(request: UrGame) -> dict[str, Any]:
    """Read a game, given as RGN or as states, and return it in both forms."""
    found = _record(request)
    return {
        "rules": found.rules.name,
        "rgn": ur.write_rgn(found),
        "states": [
            *(ur.state_name(turn.state | turn.roll << _ROLL.offset) for turn in found.turns),
            ur.state_name(found.last),
        ],
        "moves": [
            {"roll": turn.roll, "move": ur.describe_move(turn.move) if turn.move else None}
            for turn in found.turns
        ],
    }


@router.post("/review", responses=NO_TABLE, dependencies=[IN_TURN])
def review(request: UrGame) -> dict[str, Any]:
    """Judge a game: what each move cost, how the dice fell, how well each side played."""
    found = _record(request)
    judged = ur.review(found, table_of(found.rules))
    return {"rules": found.rules.name} | ur.review_json(judged)


@router.get("/solve")
async def solve_progress(request: Request) -> dict[str, Any]:
    """Say how far the solve is, or how the last one ended."""
    return _solver(request).describe()


@router.post(
    "/solve", status_code=202, responses={409: {"model": Problem, "description": "One is running"}}
)
def solve(request: Request, wanted: UrSolve) -> Any:
    """Begin to solve a rule set in the background; only one at a time."""
    solver = _solver(request)
    if not solver.start(ur.RULES[wanted.rules], wanted.pieces):
        return JSONResponse({"error": "a solve is running already: wait, or cancel it"}, 409)
    return solver.describe()


@router.delete("/solve")
async def cancel_solve(request: Request) -> dict[str, Any]:
    """Stop the solve; the next one goes on where it was."""
    _solver(request).cancel()
    return _solver(request).describe()


_ROLL = ur.UR_STATE.field("roll").items[0]


@cache
def _rules_json(rules: ur.Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "pieces": rules.pieces,
        "paths": [rules.path, rules.b_path],
        "rosettes": rules.rosettes,
        "chances": rules.chances,
        "start": ur.state_name(ur.start(rules.pieces)),
        "plan": ur.describe_plan(ur.plan(rules)),
    }


def _word(text: str) -> int:
    word = ur.parse_state(text)
    if not 0 <= word < 1 << ur.UR_STATE.bits:
        raise BadInputError(f"{text!r} is not a state: it has {ur.UR_STATE.bits} bits")
    return word


def _player(name: str, rules: ur.Rules, state: int) -> Any:
    """Return a player; where the table is missing, or of fewer pieces, the one that looks ahead."""
    if name == "perfect":
        table = find_table(rules)
        if table is not None and table.pieces >= ur.pieces_of(state):
            return ur.PerfectPlayer(table)
        name = "expectimax"
    return ur.find_player(f"expectimax-{DEPTH}" if name == "expectimax" else name, rules)


def _record(request: UrGame) -> ur.Record:
    return ur.parse_game(request.game, ur.RULES[request.rules] if request.rules else None)


def _solver(request: Request) -> Solver:
    solver: Solver = request.app.state.solver
    return solver
