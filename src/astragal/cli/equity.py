"""`astragal equity` and `astragal range`: the equity of hands and ranges, and what a range is."""

import sys
from contextlib import suppress
from json import dumps
from typing import Annotated, Any

import typer

import astragal
from astragal.cards import CARD_NAMES
from astragal.cli.engine import Threads
from astragal.cli.options import refuse
from astragal.cli.output import Output, Value
from astragal.cli.progress import bar
from astragal.errors import BadInputError, counted, quoted

GameOption = Annotated[str, typer.Option(help="The game: one of {poker.VARIANTS}.")]
EquityGame = Annotated[
    str, typer.Option(help="The game: one of {poker.VARIANTS}, {poker.STUD_VARIANTS}.")
]


def equity(
    players: list[str] = typer.Argument(
        metavar="PLAYER",
        help='Hands or ranges: "AhKh", "QQ+,AKs", random; - reads a spot from each line.',
    ),
    *,
    board: str = typer.Option("", help="Cards on the board."),
    dead: str = typer.Option("", help="Cards that can't be dealt."),
    game: EquityGame = "holdem",
    method: str = typer.Option("auto", help="One of {equity.METHODS}."),
    deals: int | None = typer.Option(
        None, help="Number of deals to sample, rounded up to a multiple of 65,536."
    ),
    until: float | None = typer.Option(None, help="Sample until the error is at most this."),
    seed: int = typer.Option(0, help="Seed of the sample."),
    threads: Threads = None,
    categories: bool = typer.Option(
        False, "--categories", help="Also count the categories of the final hands."
    ),
    next_card: bool = typer.Option(
        False, "--next", help="Also show the equity after each next card, and outs."
    ),
    cells: bool = typer.Option(
        False, "--cells", help="Also show each starting hand of the first player."
    ),
    distribution: bool = typer.Option(
        False, "--distribution", help="Also show how the first equity is distributed."
    ),
    json: bool,
) -> Value | None:
    """Compute the equity of two to nine hands or ranges.

    It is exact, or sampled with its error.
    """
    if torn := next((player for player in players if player.rstrip().endswith(",")), None):
        raise BadInputError(f'{quoted(torn)} ends in a comma: put a range in quotes, "QQ+, AKs"')
    if board and (single := next((one for one in players if one in CARD_NAMES), None)):
        raise BadInputError(f'{single!r} is one card: put the board in quotes, "2c 7d Jh"')
    if method == "exact" or cells or distribution:
        why = "asks for a sample; --method exact, --cells and --distribution count every deal"
        why += ": if that takes minutes, as in omaha before the flop, give a --board"
        refuse("--deals", "--until", "--seed", *["--method"] * (method == "sampled"), why=why)
    spot: dict[str, Any] = {"board": board, "dead": dead, "game": game}
    how: dict[str, Any] = {"method": method, "deals": deals, "until": until, "seed": seed}
    how["threads"] = threads
    by_hand: list[Any] = [astragal.equity.cells] * cells
    by_hand += [astragal.equity.distribution] * distribution
    if players == ["-"]:
        why = "can't be used with -, whose lines are AhKh; QQ+ | 2c 7d"
        refuse("--board", "--next", "--cells", "--distribution", why=why)
        if method == "auto":
            refuse("--deals", "--until", why="needs --method sampled with -, or lines are counted")
        _equity_of_lines(json, categories=categories, dead=dead, game=game, **how)
        return None
    if by_hand:
        astragal.equity.exact.swept_variant(game)  # before the long work
        if len(players) != 2:
            raise BadInputError(
                f"{len(players)} players: --cells and --distribution compare two, hero and villain"
            )
    with bar() as progress:
        result = astragal.equity.calculate(
            players, categories=categories, progress=progress, **spot, **how
        )
    if result.method == "exact" and (deals, until) != (None, None):
        said = "all deals were counted: --deals and --until are for a sample (--method sampled)"
        print(f"astragal: {said}", file=sys.stderr)
    found: list[Any] = [result]
    if next_card:
        found.append(astragal.equity.next_cards(players, **spot, **how))
        with suppress(BadInputError):  # outs need known hands and three or four cards
            found.append(astragal.equity.outs(players, **spot))
    for ask in by_hand:
        with bar() as progress:
            found.append(ask(*players, **spot, threads=threads, progress=progress))
    numbers = {name: value for one in found for name, value in one.to_dict().items()}
    return Output(numbers, "\n\n".join(map(str, found)))


def _equity_of_lines(json: bool, **options: Any) -> None:
    """Print the equities of each line of standard input: players; players | board."""
    for number, line in enumerate(sys.stdin or (), 1):
        if not line.strip():
            continue
        players, _, board = line.partition("|")
        spot = [player.strip() for player in players.split(";")]
        try:
            result = astragal.equity.calculate(spot, board=board.strip(), **options)
        except BadInputError as error:
            raise BadInputError(f"line {number}: {error}") from None
        if json:
            print(dumps(result.to_dict(), ensure_ascii=False), flush=True)
        else:
            print(*(f"{player.equity:.6f}" for player in result.players), flush=True)


def show_range(
    text: str = typer.Argument(metavar="RANGE", help='A range: "QQ+, AKs, A5s-A2s".'),
    game: GameOption = "holdem",
    board: str = typer.Option("", help="Show what the hands of hold'em make on this board."),
    dialect: str | None = typer.Option(None, help="Write it for one of {equity.DIALECTS}."),
) -> Value:
    """Show a range: its text, its size, the square of its hands."""
    hands = astragal.equity.Range(text, game)
    if board:
        if hands.game != astragal.poker.HOLDEM:
            raise BadInputError(f"--board needs hands of holdem, not of {hands.game}")
        refuse("--dialect", why="is for a range, without --board")
        return astragal.equity.made(hands, board)
    if dialect is not None:
        written = hands.to_text(dialect)
        return Output({"dialect": dialect, "range": written}, written)
    two = hands.game.hole == 2
    shown = hands if two else text  # thousands of hands are no text to read
    square = f"\n\n{hands.square()}" if two else ""
    return Output(
        hands.to_dict(), f"{shown}: {counted(len(hands), 'hand')}, {hands.share:.1%} of all{square}"
    )
