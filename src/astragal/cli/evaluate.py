"""`astragal eval`, `made-hand` and `showdown`: the value of a hand, alone and on a board."""

from json import dumps
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter

from astragal import poker
from astragal.cli.options import Json, refuse
from astragal.cli.output import Output, line_batches, show, table_text
from astragal.errors import BadInputError, CardError


def evaluate(
    *cards: Annotated[
        str,
        Parameter(
            required=True,
            help="Like 7h 7d 7s 4c 4h; - reads a hand from each line of stdin.",
        ),
    ],
    board: Annotated[
        str | None, Parameter(help="Board cards; CARDS are then the two pocket cards.")
    ] = None,
    wild: Annotated[str | None, Parameter(help="Allow jokers: bug or full.")] = None,
    low: Annotated[
        str | None,
        Parameter(help="A low hand: ace-to-five, eight-or-better, deuce-to-seven or badugi."),
    ] = None,
    quirks: Annotated[
        str | None, Parameter(help="openholdem: compute pcbits like that program.")
    ] = None,
    json: Json = False,
) -> int:
    """Evaluate 0 to 7 cards."""
    if low:
        refuse({"--quirks": quirks, "--wild": wild}, why="can't be used with --low")
        refuse({"--board": board}, why="can't be used with --low: give all cards together")
    if cards == ("-",):
        refuse({"--quirks": quirks}, why="can't be used with -")
        _evaluate_lines(board, wild, low, json)
        return 0
    value: Any
    if low is None:
        value = poker.evaluate(" ".join(cards), board=board, wild=wild, quirks=quirks)  # type: ignore[arg-type]
    else:
        [value] = poker.low.low_values([" ".join(cards)], low)  # type: ignore[arg-type]
        if not value.strength:
            return show(Output(value.to_dict(), value.text), json)
    return show(Output(value.to_dict(), f"{value}\n{table_text([], value.rows())}"), json)


def _evaluate_lines(board: str | None, wild: Any, low: Any, json: bool) -> None:
    """Print a line for each line of standard input, and flush what has arrived."""

    def values_of(hands: list[str]) -> list[Any]:
        if low:
            return poker.low.low_values(hands, low)
        return poker.hand_value.hand_values(hands, board=board or "", wild=wild)

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


PocketCards: TypeAlias = Annotated[str, Parameter(help='Two cards: "Ah Kh".')]
BoardCards: TypeAlias = Annotated[str, Parameter(help="Three to five cards: Qh Jh 2c.")]
BoardOption: TypeAlias = Annotated[
    str | None, Parameter(name="--board", help="The board, in place of BOARD.")
]


def made_hand(
    hand: PocketCards, /, *board: BoardCards, on: BoardOption = None, json: Json = False
) -> int:
    """Name the made hand, draws and blockers of a hand on a board."""
    return show(poker.made_hand(hand, _joined_board(board, on)), json)


def showdown(
    hand: PocketCards, /, *board: BoardCards, on: BoardOption = None, json: Json = False
) -> int:
    """Compare a hand with every hand of an opponent, and list its outs."""
    return show(poker.showdown(hand, _joined_board(board, on)), json)


def _joined_board(cards: tuple[str, ...], on: str | None) -> str:
    board = " ".join([*cards, on or ""]).strip()
    if not board:
        raise BadInputError("0 cards on the board: 3 to 5 expected, like Qh Jh 2c after the hand")
    return board
