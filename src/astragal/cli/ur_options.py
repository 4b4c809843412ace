"""What the commands of `astragal ur` share: the position, the rules and other options."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

import astragal
from astragal.cli.options import option_group
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.ur import Position

StateText: TypeAlias = Annotated[
    str, typer.Argument(metavar="STATE", help="The 64-bit state, such as 0x3f; or 'start'.")
]
RulesName: TypeAlias = Annotated[
    str, typer.Option("--rules", help="The rules: one of {ur.RULES}, or a TOML file.")
]
_PIECES = "Pieces of each side at the start, 1 to 7."
PiecesOption: TypeAlias = Annotated[
    int | None, typer.Option("--pieces", help=f"{_PIECES} [the rules' number]")
]
SolvedPieces: TypeAlias = Annotated[
    int | None, typer.Option("--pieces", help=f"{_PIECES} [the table's largest game]")
]
RollOption: TypeAlias = Annotated[int | None, typer.Option("--roll", help="The roll. [all rolls]")]
SeedOption: TypeAlias = Annotated[
    int, typer.Option("--seed", help="The same seed gives the same dice.")
]


def read_state(
    state: str, rules: str, pieces: int | None = None, *, check: bool = True
) -> "Position":
    """Return the position that a command is given: a state, or the start of a game."""
    if state == "start":
        return astragal.ur.start(rules, pieces)
    if pieces is not None:
        raise BadInputError(f"--pieces {pieces} is for 'start'; the state {state} has its pieces")
    return astragal.ur.Position(state, rules, check=check)


def _chosen_position(
    state: StateText, rules: RulesName = "finkel", pieces: PiecesOption = None
) -> "Position":
    return read_state(state, rules, pieces)


position_arguments = option_group("position", _chosen_position)
