"""`astragal equity` and `astragal range`: the equity of hands and ranges, and what a range is."""

import sys
from contextlib import suppress
from json import dumps
from typing import Annotated, Any

from cyclopts import Parameter

from astragal import poker
from astragal.cards import CARD_NAMES
from astragal.cli.options import Flag, Integer, Json, Number, Threads, names, refuse
from astragal.cli.output import Output, show
from astragal.cli.progress import bar
from astragal.equity.by_hand import by_hand_of
from astragal.equity.calculate import METHODS, Calculation, calculate_spot, read_calculation
from astragal.equity.distribution import BINS, distribution_of
from astragal.equity.limits import Limits
from astragal.equity.made_hands import made_hands
from astragal.equity.next_cards import next_cards_of, outs_of
from astragal.equity.notation import DIALECTS
from astragal.equity.ranges import Range
from astragal.equity.report import EquityReport, RangeText
from astragal.equity.spot import Spot, read_any
from astragal.equity.sweep import swept_variant
from astragal.errors import BadInputError, counted, quoted


def equity(
    *players: Annotated[
        str,
        Parameter(
            name="PLAYER",
            required=True,
            help='Hands or ranges: "AhKh", "QQ+,AKs", random; - reads a spot from each line.',
        ),
    ],
    board: Annotated[str | None, Parameter(help="Cards on the board.")] = None,
    dead: Annotated[str | None, Parameter(help="Cards that can't be dealt.")] = None,
    game: Annotated[
        str,
        Parameter(help=f"The game: one of {names(poker.VARIANTS)}, {names(poker.STUD_VARIANTS)}."),
    ] = "holdem",
    method: Annotated[str, Parameter(help=f"One of {names(METHODS)}.")] = "auto",
    samples: Annotated[
        Integer | None,
        Parameter(help="Number of deals to sample, rounded up to a multiple of 65,536."),
    ] = None,
    until: Annotated[
        Number | None, Parameter(help="Sample until the error is at most this.")
    ] = None,
    seed: Annotated[Integer | None, Parameter(help="Seed of the sample. [0]")] = None,
    threads: Threads = None,
    categories: Annotated[
        Flag, Parameter(help="Also count the categories of the final hands.")
    ] = False,
    next_card: Annotated[
        Flag,
        Parameter(name="--next", help="Also show the equity after each next card, and the outs."),
    ] = False,
    by_hand: Annotated[
        Flag, Parameter(help="Also show each starting hand of the first player.")
    ] = False,
    distribution: Annotated[
        Flag, Parameter(help="Also show how the first equity is distributed.")
    ] = False,
    json: Json = False,
) -> int:
    """Compute the equity of two to nine hands or ranges."""
    for player in players:
        if player.rstrip().endswith(","):
            raise BadInputError(
                f'{quoted(player)} ends in a comma: put a range in quotes, "QQ+, AKs"'
            )
        if board and player in CARD_NAMES:
            raise BadInputError(
                f'{quoted(player)} is one card: put the board in quotes, "2c 7d Jh"'
            )
    if method == "exact" or by_hand or distribution:
        refuse(
            {
                "--samples": samples,
                "--until": until,
                "--seed": seed,
                "--method": method == "sampled",
            },
            why="asks for a sample; --method exact, --by-hand and --distribution count every deal: "
            "if that takes minutes, as in omaha before the flop, give a --board",
        )
    how = read_calculation(
        method,  # type: ignore[arg-type]
        samples,
        0 if seed is None else seed,
        limits=Limits(until=until),
        threads=threads,
        progress=False,
    )
    variant = poker.find_variant(game, stud=not (next_card or by_hand or distribution))
    if players == ("-",):
        refuse(
            {
                "--board": board,
                "--next": next_card,
                "--by-hand": by_hand,
                "--distribution": distribution,
            },
            why="can't be used with -, whose lines are AhKh; QQ+ | 2c 7d",
        )
        _show_lines(variant, dead or "", how, categories, json)
        return 0
    if by_hand or distribution:
        swept_variant(variant)  # before the long work
        if len(players) != 2:
            raise BadInputError(
                f"{len(players)} players: --by-hand and --distribution compare two, "
                "hero and villain"
            )
    spot = read_any(players, board or "", dead or "", variant)
    with bar() as progress:
        result = calculate_spot(spot, how._replace(progress=progress), categories)
    details: dict[str, Any] = {}
    if isinstance(spot, Spot):
        if next_card:
            details["next_cards"] = next_cards_of(spot, how)
            with suppress(BadInputError):  # outs need known hands and three or four cards
                details["outs"] = outs_of(spot)
        with bar() as progress:
            if by_hand:
                details["by_hand"] = by_hand_of(spot, threads, progress)
            if distribution:
                details["distribution"] = distribution_of(spot, None, BINS, threads, progress)
    return show(EquityReport(equity=result, **details), json)


def _show_lines(
    game: poker.Variant, dead: str, how: Calculation, categories: bool, json: bool
) -> None:
    """Print the equities of each line of standard input: players; players | board."""
    for number, line in enumerate(sys.stdin or (), 1):
        if not line.strip():
            continue
        text, _, board = line.partition("|")
        players = [player.strip() for player in text.split(";")]
        try:
            spot = read_any(players, board.strip(), dead, game)
            result = calculate_spot(spot, how, categories)
        except BadInputError as error:
            raise BadInputError(f"line {number}: {error}") from None
        if json:
            print(dumps(result.to_dict(), ensure_ascii=False), flush=True)
        else:
            print(*(f"{player.equity:.6f}" for player in result.players), flush=True)


def show_range(
    text: Annotated[str, Parameter(name="RANGE", help='A range: "QQ+, AKs, A5s-A2s".')],
    /,
    *,
    game: Annotated[str, Parameter(help=f"The game: one of {names(poker.VARIANTS)}.")] = "holdem",
    board: Annotated[
        str | None, Parameter(help="Show what the hands of hold'em make on this board.")
    ] = None,
    dialect: Annotated[
        str | None, Parameter(help=f"Write it for one of {names(DIALECTS)}.")
    ] = None,
    json: Json = False,
) -> int:
    """Show a short text, the size and the square of a range."""
    hands = Range(text, poker.find_variant(game))
    if board:
        if hands.game != poker.HOLDEM:
            raise BadInputError(f"--board needs hands of holdem, not of {hands.game}")
        refuse({"--dialect": dialect}, why="is for a range, without --board")
        return show(made_hands(hands, board), json)
    if dialect is not None:
        return show(RangeText(hands, dialect), json)  # type: ignore[arg-type]
    two_cards = hands.game.hole == 2
    title = hands if two_cards else text  # thousands of hands are no text to read
    square = f"\n\n{hands.square()}" if two_cards else ""
    size = f"{counted(len(hands), 'hand')}, {hands.share:.1%} of all"
    return show(Output(hands.to_dict(), f"{title}: {size}{square}"), json)
