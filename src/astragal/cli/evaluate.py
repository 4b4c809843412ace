"""`astragal eval`: what a hand is worth."""

from typing import Annotated

import typer

import astragal
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.errors import CardError


def evaluate(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help='As "7h 7d 7s 4c 4h".')],
    board: Annotated[
        str | None, typer.Option(help="Board cards; CARDS are then the two pocket cards.")
    ] = None,
    wild: Annotated[str | None, typer.Option(help="What jokers count as: bug or full.")] = None,
    quirks: Annotated[
        str | None, typer.Option(help="openholdem: pcbits as that program has them.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Evaluate 0 to 7 cards; with --board, also tell which of the best five are the pocket's."""
    if quirks is not None and board is None:
        raise CardError("--quirks is about pocket cards: give the board with --board")
    whole = cards if board is None else f"{cards} {board}"
    value = astragal.poker.evaluate(whole, wild=wild)  # type: ignore[arg-type]
    result = astragal.poker.describe_hand(value)
    if board is not None:
        parse = astragal.cards.card_ids
        result |= astragal.poker.describe_pocket(
            parse(cards, deck=52, count=(0, 2)),
            parse(board, deck=52, count=range(6)),
            quirks,  # type: ignore[arg-type]
        )
    if json:
        print_json(result)
        return
    print(value.text)
    shown = result | {"best": " ".join(result["best"]), "text": None}
    print_table(None, [[name, str(shown[name])] for name in shown if shown[name] is not None])
