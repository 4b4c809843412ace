"""`astragal eval` and `astragal standing`: the value of a hand, and how it stands."""

from typing import Annotated

import typer

import astragal
from astragal.cli.output import JsonOption, print_table, show


def evaluate(
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help="Like 7h 7d 7s 4c 4h.")],
    board: Annotated[
        str | None, typer.Option(help="Board cards; CARDS are then the two pocket cards.")
    ] = None,
    wild: Annotated[str | None, typer.Option(help="Allow jokers: bug or full.")] = None,
    quirks: Annotated[
        str | None, typer.Option(help="openholdem: compute pcbits like that program.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Evaluate 0 to 7 cards; with --board, also say which of the best five are pocket cards."""
    value = astragal.poker.evaluate(" ".join(cards), board=board, wild=wild, quirks=quirks)  # type: ignore[arg-type]
    show(value, json)
    if not json:
        print_table(None, [[name, str(shown)] for name, shown in value.shown.items()])


def standing(
    hand: Annotated[str, typer.Argument(help='Two cards: "Ah Kh".')],
    board: Annotated[str, typer.Argument(help='Three to five cards: "Qh Jh 2c".')],
    json: JsonOption = False,
) -> None:
    """Compare a hand with every hand of an opponent; show the next cards that improve it."""
    show(astragal.poker.standing(hand, board), json)
