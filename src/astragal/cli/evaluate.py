"""`astragal eval`, `made` and `standing`: the value of a hand, what it makes, how it stands."""

from functools import cache
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
        value = astragal.poker.evaluate_low(" ".join(cards), low)  # type: ignore[arg-type]
    if value is None:
        return Output(none := _no_low(low), none["text"])
    rows = [[name, str(shown)] for name, shown in value.shown.items()]
    return Output(value.to_dict(), f"{value}\n{table_text([], rows)}")


def _evaluate_lines(board: str | None, wild: Any, low: Any, json: bool) -> None:
    """Print a line for each line of standard input, and flush what has arrived."""

    def strengths_of(hands: list[str]) -> Any:
        if board:
            hands = [f"{hand} {board}" for hand in hands]  # errors quote the text
        if low:
            return astragal.poker.evaluate_low_many(hands, low).tolist()
        return astragal.poker.evaluate_many(hands, wild=wild).tolist()

    number = 1
    for lines in line_batches():
        numbered = [(at, hand) for at, line in enumerate(lines, number) if (hand := line.strip())]
        hands = [hand for _, hand in numbered]
        wrong = None
        try:
            strengths = strengths_of(hands)
        except CardError:
            strengths = []  # hand by hand, up to the wrong one
            for hand in hands:
                try:
                    strengths += strengths_of([hand])
                except CardError as error:
                    message = str(error).removeprefix("row 0: ")
                    wrong = CardError(f"line {numbered[len(strengths)][0]}: {message}")
                    break
        said = [_said(strength, low, json) for strength in strengths]
        if json:
            made = [
                f'{{"cards": {dumps(hand)}, {text}' for hand, text in zip(hands, said, strict=False)
            ]
        else:
            made = [f"{hand}\t{text}" for hand, text in zip(hands, said, strict=False)]
        print("\n".join(made), flush=True, end="\n" if made else "")
        if wrong is not None:
            raise wrong
        number += len(lines)


def _no_low(kind: str | None) -> dict[str, Any]:
    """Return what is printed for a hand that does not qualify."""
    return {"kind": kind, "strength": 0, "text": f"no {kind} hand"}


@cache
def _said(strength: int, low: Any, json: bool) -> str:
    """Return what a line says about a strength; as JSON, without the opening brace."""
    if low and not strength:
        none = _no_low(low)
        return dumps(none)[1:] if json else f"0\t{none['text']}"
    poker = astragal.poker
    value = poker.LowValue(0, low, strength) if low else poker.HandValue(0, strength)
    return dumps(value.strength_dict())[1:] if json else f"{strength}\t{value.text}"


HandArgument = Annotated[str, typer.Argument(help='Two cards: "Ah Kh".')]
BoardArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="BOARD", help="Three to five cards: Qh Jh 2c."),
]
BoardOption = Annotated[str, typer.Option("--board", help="The board, in place of BOARD.")]


def made(hand: HandArgument, board: BoardArgument = None, on: BoardOption = "") -> Value:
    """Name the made hand, draws and blockers of a hand on a board."""
    return astragal.poker.made(hand, _board(board, on))


def standing(hand: HandArgument, board: BoardArgument = None, on: BoardOption = "") -> Value:
    """Compare a hand with every hand of an opponent.

    Also show the next cards that improve it.
    """
    return astragal.poker.standing(hand, _board(board, on))


def _board(cards: list[str] | None, on: str) -> str:
    board = " ".join([*(cards or []), on]).strip()
    if not board:
        raise BadInputError("0 cards on the board: 3 to 5 expected, like Qh Jh 2c after the hand")
    return board
