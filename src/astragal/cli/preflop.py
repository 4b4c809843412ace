"""`astragal preflop` and `astragal pushfold`: starting hands before the flop."""

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

import astragal
from astragal.cli.engine import Engine, long_work, takes_engine
from astragal.cli.options import option_group
from astragal.cli.output import JsonOption, show
from astragal.cli.progress import bar
from astragal.errors import BadInputError

TwoCardGame = Annotated[str, typer.Option(help="The game: one of {equity.TWO_CARD_GAMES}.")]
PreflopGame = Annotated[
    str, typer.Option(help="The game: one of {equity.TWO_CARD_GAMES}, or omaha against any hand.")
]


@takes_engine
def preflop(
    hand: Annotated[str | None, typer.Argument(help="A starting hand: QQ, AKs, AKo.")] = None,
    villain: Annotated[str | None, typer.Argument(help="The hand it plays against.")] = None,
    *,
    game: PreflopGame = "holdem",
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the whole table to this file.")
    ] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Build the table again, even if it exists.")
    ] = False,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Compute the exact equity of starting hands before the flop, heads-up.

    With two hands, or one against all others, the deals are counted on the spot. Without a hand,
    the whole table is shown; it is built if it does not exist, and only --rebuild replaces it.
    """
    room = astragal.equity
    if game == "omaha" and hand is None:
        if parquet is not None:
            raise BadInputError(f"--parquet {parquet}: omaha has no table of pairs of hands")
        with long_work(engine) as options:
            show(room.omaha_table(rebuild=rebuild, **options), json)
        return
    if hand is not None:
        if parquet is not None or rebuild:
            raise BadInputError(f"--parquet and --rebuild are for the whole table, without {hand}")
        if villain is None:
            show(room.preflop_row(hand, game=game), json)
        else:
            show(room.preflop(hand, villain, game=game), json)
        return
    if parquet is not None:
        astragal.store.check_parquet(parquet)
    with long_work(engine) as options:
        table = room.preflop_table(game, rebuild=rebuild, **options)
    if parquet is not None:
        table.write_parquet(parquet)
    show(table, json)


def _numbers(text: str, option: str) -> list[float]:
    """Read numbers that are separated by commas."""
    try:
        if "_" in text:
            raise ValueError
        return [float(one) for one in text.split(",")] if text else []
    except ValueError:
        raise BadInputError(f"{option} {text!r}: give numbers, like 50,30,20") from None


Stack = Annotated[float, typer.Argument(help="The small blind's stack in big blinds.")]
Blinds: TypeAlias = dict[str, Any]


def _blinds(
    villain: Annotated[float | None, typer.Option(help="The big blind's stack. [the same]")] = None,
    ante: Annotated[float, typer.Option(help="What each player pays, in big blinds.")] = 0.0,
    others: Annotated[
        str, typer.Option(metavar="STACKS", help='Stacks of players who have folded: "12,8".')
    ] = "",
    payouts: Annotated[
        str, typer.Option(metavar="PRIZES", help='Prizes, best first, for ICM: "50,30,20".')
    ] = "",
    game: TwoCardGame = "holdem",
) -> Blinds:
    lists = {"others": _numbers(others, "--others"), "payouts": _numbers(payouts, "--payouts")}
    return {"villain": villain, "ante": ante, "game": game, **lists}


takes_blinds = option_group("blinds", _blinds)


@takes_blinds
def pushfold(stack: Stack, *, blinds: Blinds, json: JsonOption = False) -> None:
    """Solve jam or fold between the blinds: an equilibrium, with its exploitability."""
    with bar() as progress:
        found = astragal.equity.pushfold(stack, **blinds, progress=progress)
    show(found, json)
