"""`astragal eval`, `made-hand` and `showdown`: the value of a hand, alone and on a board."""

from functools import cache
from json import dumps
from typing import Annotated, Any, TypeAlias

from cyclopts import Parameter

from astragal import poker
from astragal.cli.options import Json, names, refuse
from astragal.cli.output import Output, line_batches, show, table_text
from astragal.errors import BadInputError, CardError
from astragal.poker.json_lines import json_lines

PLAYED = [name for name, game in poker.VARIANTS.items() if not game.low]


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
    game: Annotated[
        str,
        Parameter(help=f"The game: one of {names(PLAYED)}; in omaha CARDS are 4 to 6 hole cards."),
    ] = "holdem",
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
    if cards == ("-",):
        refuse({"--quirks": quirks}, why="can't be used with -")
        if low:
            _evaluate_lines(_LowLines(low, board or "", game), json)
        else:
            _evaluate_lines(_Lines(board or "", game, wild), json)
        return 0
    value: Any
    if low is None:
        options: dict[str, Any] = {"board": board, "game": game, "wild": wild, "quirks": quirks}
        value = poker.evaluate(" ".join(cards), **options)
    else:
        hand: list[str] = [" ".join(cards)]
        [value] = poker.low.low_values(hand, low, board=board or "", game=game)  # type: ignore[arg-type]
        if not value.strength:
            return show(Output(value.to_dict(), value.text), json)
    return show(Output(value.to_dict(), f"{value}\n{table_text([], value.rows())}"), json)


class _Lines:
    """What is printed for hands."""

    def __init__(self, board: str, game: Any, wild: Any) -> None:
        self.options: dict[str, Any] = {"board": board, "game": game, "wild": wild}
        rules = poker.find_variant(game).rules
        self.text_of = cache(lambda strength: poker.hand_value.strength_facts(strength, rules).text)

    def json(self, hands: list[str]) -> list[str]:
        return json_lines(hands, **self.options)

    def text(self, hands: list[str]) -> list[str]:
        strengths = poker.evaluate_many(hands, **self.options).tolist()
        return [
            f"{hand}\t{strength}\t{self.text_of(strength)}"
            for hand, strength in zip(hands, strengths, strict=True)
        ]


class _LowLines:
    """What is printed for low hands."""

    def __init__(self, kind: Any, board: str, game: str) -> None:
        self.kind = kind
        self.options: dict[str, Any] = {"board": board, "game": game}
        poker.evaluate_low_many([], kind, **self.options)  # raises before the first line
        self.text_of = cache(lambda strength: poker.LowValue(0, kind, strength).text)

    def json(self, hands: list[str]) -> list[str]:
        values = poker.low.low_values(hands, self.kind, **self.options)
        return [dumps(value.to_dict()) for value in values]

    def text(self, hands: list[str]) -> list[str]:
        strengths = poker.evaluate_low_many(hands, self.kind, **self.options).tolist()
        return [
            f"{hand}\t{strength}\t{self.text_of(strength)}"
            for hand, strength in zip(hands, strengths, strict=True)
        ]


def _evaluate_lines(lines_of: _Lines | _LowLines, json: bool) -> None:
    """Print a line for each line of standard input, and flush what has arrived."""
    write = lines_of.json if json else lines_of.text
    number = 1
    for lines in line_batches():
        numbered = [(at, hand) for at, line in enumerate(lines, number) if (hand := line.strip())]
        hands = [hand for _, hand in numbered]
        wrong = None
        try:
            printed = write(hands)
        except CardError:
            printed = []  # hand by hand, up to the wrong one
            for hand in hands:
                try:
                    printed += write([hand])
                except CardError as error:
                    message = str(error).removeprefix("row 0: ")
                    wrong = CardError(f"line {numbered[len(printed)][0]}: {message}")
                    break
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
    """Compare a hand with every opponent's hand; list improving cards."""
    return show(poker.showdown(hand, _joined_board(board, on)), json)


def _joined_board(cards: tuple[str, ...], on: str | None) -> str:
    board = " ".join([*cards, on or ""]).strip()
    if not board:
        raise BadInputError("0 cards on the board: 3 to 5 expected, like Qh Jh 2c after the hand")
    return board
