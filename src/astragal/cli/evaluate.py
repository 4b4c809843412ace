"""`astragal eval`: the value of a hand."""

from typing import Annotated

import typer

import astragal
from astragal.cli.output import JsonOption, print_json, print_table


def evaluate(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help='Like "7h 7d 7s 4c 4h".')],
    board: Annotated[
        str | None, typer.Option(help="Board cards; CARDS are then the two pocket cards.")
    ] = None,
    wild: Annotated[str | None, typer.Option(help="The rule for jokers: bug or full.")] = None,
    quirks: Annotated[
        str | None, typer.Option(help="openholdem: compute pcbits like that program.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Evaluate 0 to 7 cards; with --board, also say which of the best five are pocket cards."""
    value = astragal.poker.evaluate(cards, board=board, wild=wild, quirks=quirks)  # type: ignore[arg-type]
    result = value.to_dict()
    if json:
        print_json(result)
        return
    print(value)
    shown = result | {"best": " ".join(result["best"]), "text": None}
    print_table(None, [[name, str(shown[name])] for name in shown if shown[name] is not None])
