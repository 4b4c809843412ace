"""What programs are told of Ur: plain values under the stable names of the JSON."""

from collections.abc import Iterable
from typing import Any

from astragal.ur.analysis import scores
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import HAND, OFF, Move, successors
from astragal.ur.ranking import layer_pairs, pair_size
from astragal.ur.rules import Roll, Rules
from astragal.ur.solve import Plan
from astragal.ur.state import State, problems, roll_of, state_name, winner_of
from astragal.ur.tablebase import Tablebase


def rolls_to_show(state: State, roll: Roll | None, rules: Rules) -> list[Roll]:
    """Return the roll asked for, or the state's own, or else all that allow a move."""
    if roll is not None:
        return [roll]
    rolled = roll_of(state)
    return [rolled] if rolled else [one for one in rules.rolls if one]


def describe_move(move: Move) -> dict[str, Any]:
    """Return where a piece comes from and goes to."""
    return {
        "from": "hand" if move.source == HAND else move.source,
        "to": "off" if move.target == OFF else move.target,
    }


def describe_state(state: State, rules: Rules) -> dict[str, Any]:
    """Return what a state holds; of one that can't be, as far as it can be read."""
    wrong = problems(state, rules)
    return {
        "state": state_name(state),
        "rules": rules.name,
        **UR_STATE.unpack(state & UR_STATE.mask),
        "valid": not wrong,
        "problems": wrong,
    }


def describe_moves(state: State, rolls: Iterable[Roll], rules: Rules) -> dict[str, Any]:
    """Return the legal moves of each roll, and where they lead."""
    return {
        "state": state_name(state),
        "rules": rules.name,
        "moves": {
            str(roll): [
                describe_move(move) | {"state": state_name(after)}
                for move, after in successors(state, roll, rules).items()
            ]
            for roll in rolls
        },
    }


def describe_value(state: State, table: Tablebase) -> dict[str, Any]:
    """Return the chance of the player to move, before the roll and after each."""
    win = table.value(state)
    rolls = {} if winner_of(state) is not None else table.roll_values(state)
    best = {roll: table.best(state, roll) for roll in rolls if roll}
    return {
        "state": state_name(state),
        "rules": table.rules.name,
        "win": win,
        "error": table.error,
        "rolls": {str(roll): one for roll, one in rolls.items()},
        "best": {str(roll): describe_move(move) if move else None for roll, move in best.items()},
    }


def describe_judged(state: State, rolls: Iterable[Roll], table: Tablebase) -> dict[str, Any]:
    """Return all moves of each roll with what they give away against the best."""
    return {
        "state": state_name(state),
        "rules": table.rules.name,
        "moves": {
            str(roll): [
                describe_move(one.move) | {"win": one.value, "loss": one.loss}
                for one in table.judge(state, roll)
            ]
            for roll in rolls
        },
    }


def describe_plan(plan: Plan) -> dict[str, Any]:
    """Return what a solve will take."""
    return {
        "rules": plan.rules.name,
        "pieces": plan.pieces,
        "states": plan.states,
        "layers": plan.layers,
        "memory": plan.memory,
        "disk": plan.disk,
    }


def describe_table(table: Tablebase) -> dict[str, Any]:
    """Return what a table is, and how exact."""
    return {
        "rules": table.rules.name,
        "pieces": table.pieces,
        "states": len(table.stored),
        "bits": table.bits,
        "residual": table.residual,
        "error": table.error,
        "path": str(table.path),
    }


def describe_scores(table: Tablebase, pieces: int | None = None) -> dict[str, Any]:
    """Return what each score is worth to A, to move on an empty board."""
    return {
        "rules": table.rules.name,
        "pieces": table.pieces if pieces is None else pieces,
        "error": table.error,
        "scores": [
            one._asdict() | {"state": state_name(one.state)} for one in scores(table, pieces)
        ],
    }


def describe_steps(table: Tablebase) -> dict[str, Any]:
    """Return how each pair of layers converged while the table was made."""
    layers = zip(layer_pairs(table.pieces), table.layers, table.steps, strict=True)
    return describe_table(table) | {
        "layers": [
            {
                "mine": layer.mine,
                "theirs": layer.theirs,
                "states": pair_size(layer, table.rules),
                "residual": residual,
                "turns": turns,
                "sweeps": sweeps,
                "steps": [step._asdict() for step in steps],
            }
            for layer, (residual, turns, sweeps), steps in layers
        ]
    }
