"""`astragal eval`, `made` and `standing`: the value of a hand, what it makes, how it stands."""

from json import dumps
from typing import Annotated, Any

import typer

import astragal
from astragal.cli.options import refuse
from astragal.cli.output import Output, Value, line_batches, table_text
from astragal.errors import BadInputError, CardError

STDIN = ["-"]


def evaluate(
    cards: list[str] = typer.Argument(
        metavar="CARDS", help="Like 7h 7d 7s 4c 4h; - reads a hand from each line of stdin."
    ),
    *,
    board: str | None = typer.Option(
        None, help="Board cards; CARDS are then the two pocket cards."
    ),
    wild: str | None = typer.Option(None, help="Allow jokers: bug or full."),
    low: str | None = typer.Option(
        None, help="A low hand: ace-to-five, eight-or-better, deuce-to-seven or badugi."
    ),
    quirks: str | None = typer.Option(None, help="openholdem: compute pcbits like that program."),
    json: bool,
) -> Value | None:
    """Evaluate 0 to 7 cards.

    With --board, also say which of the best five are pocket cards.
    """
    if low:
        refuse("--quirks", "--wild", why="can't be used with --low")
        refuse("--board", why="can't be used with --low: give all cards together")
    if cards == STDIN:
        refuse("--quirks", why="can't be used with -")
        _evaluate_lines(board, wild, low, json)
        return None
    value: Any
    if low is None:
        value = astragal.poker.evaluate(" ".join(cards), board=board, wild=wild, quirks=quirks)  # type: ignore[arg-type]
    else:
        [value] = astragal.poker.low.low_values([" ".join(cards)], low)  # type: ignore[arg-type]
        if not value.strength:
            return Output(value.to_dict(), value.text)
    return Output(value.to_dict(), f"{value}\n{table_text([], value.rows())}")


def _evaluate_lines(board: str | None, wild: Any, low: Any, json: bool) -> None:
    """Print a line for each line of standard input, and flush what has arrived."""

    def values_of(hands: list[str]) -> list[Any]:
        if low:
            return astragal.poker.low.low_values(hands, low)
        return astragal.poker.hand_value.hand_values(hands, board=board or "", wild=wild)

    number = 1
    for lines in line_batches():
        numbered = [(at, hand) for at, line in enumerate(lines, number) if (hand := line.strip())]
        hands = [hand for _, hand in numbered]
        wrong = None
        try:
            values = values_of(hands)
        except CardError:
            values = []  # hand by hand, up to the wrong one
            for hand in hands:
                try:
                    values += values_of([hand])
                except CardError as error:
                    message = str(error).removeprefix("row 0: ")
                    wrong = CardError(f"line {numbered[len(values)][0]}: {message}")
                    break
        if json:
            printed = [dumps(value.to_dict()) for value in values]
        else:
            printed = [
                f"{hand}\t{value.strength}\t{value.text}"
                for hand, value in zip(hands, values, strict=False)
            ]
        print("\n".join(printed), flush=True, end="\n" if printed else "")
        if wrong is not None:
            raise wrong
        number += len(lines)


HandArgument = Annotated[str, typer.Argument(help='Two cards: "Ah Kh".')]
BoardArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="BOARD", help="Three to five cards: Qh Jh 2c."),
]
BoardOption = Annotated[str, typer.Option("--board", help="The board, in place of BOARD.")]


def made(hand: HandArgument, board: BoardArgument = None, on: BoardOption = "") -> Value:
    """Name the made hand, draws and blockers of a hand on a board."""
    return astragal.poker.made_hand(hand, _board(board, on))


def standing(hand: HandArgument, board: BoardArgument = None, on: BoardOption = "") -> Value:
    """Compare a hand with every hand of an opponent.

    Also show the next cards that improve it.
    """
    return astragal.poker.showdown(hand, _board(board, on))


def _board(cards: list[str] | None, on: str) -> str:
    board = " ".join([*(cards or []), on]).strip()
    if not board:
        raise BadInputError("0 cards on the board: 3 to 5 expected, like Qh Jh 2c after the hand")
    return board
