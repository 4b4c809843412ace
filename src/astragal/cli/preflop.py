"""`astragal preflop` and `astragal pushfold`: starting hands before the flop."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

import astragal
from astragal.cli.options import option_group, refuse, writable_parquet
from astragal.cli.output import Value
from astragal.cli.progress import bar
from astragal.errors import BadInputError, quoted

if TYPE_CHECKING:
    from astragal.equity import PushFold
    from astragal.jobs import RunOptions

TwoCardGame = Annotated[str, typer.Option(help="The game: one of {poker.TWO_CARD_VARIANTS}.")]
PreflopGame = Annotated[
    str,
    typer.Option(
        help="The game: one of {poker.TWO_CARD_VARIANTS}; or omaha, without HAND: the whole table "
        "of hands against a random one."
    ),
]


def preflop(
    hand: str | None = typer.Argument(None, help="A starting hand: QQ, AKs, AKo."),
    villain: str | None = typer.Argument(None, help="The hand it plays against."),
    *,
    game: PreflopGame = "holdem",
    parquet: Path | None = typer.Option(
        None,
        metavar="FILE",
        callback=writable_parquet,
        help="Also write the whole table to this file.",
    ),
    rebuild: bool = typer.Option(
        False, "--rebuild", help="Build the table again, even if it exists."
    ),
    options: "RunOptions",
) -> Value:
    """Count starting hands against each other, before the flop.

    The equity is exact, heads-up. With two hands, or one against all others, the deals are counted
    on the spot. Without a hand, the whole table is shown; it is built if it does not exist, and
    only --rebuild replaces it.
    """
    room = astragal.equity
    if game == "omaha" and hand is None:
        refuse("--parquet", why="is not for omaha, which has no table of pairs of hands")
        return room.omaha_table(rebuild=rebuild, **options)
    if hand is not None:
        why = f"is for the whole table, without {hand}"
        refuse("--parquet", "--rebuild", "--threads", "--workers", "--scheduler", why=why)
        if villain is None:
            return room.preflop_row(hand, game=game)
        return room.preflop(hand, villain, game=game)
    table = room.preflop_table(game, rebuild=rebuild, **options)
    if parquet is not None:
        table.write_parquet(parquet)
    return table


def _numbers(text: str, option: str) -> list[float]:
    """Read numbers, which `--others 12 8` and `--others 12,8` both give with commas."""
    try:
        if "_" in text:
            raise ValueError
        return [float(one) for one in text.split(",")] if text else []
    except ValueError:
        raise BadInputError(f"{option} {quoted(text)}: give numbers, like 50 30 20") from None


Stack = Annotated[float, typer.Argument(help="The small blind's stack in big blinds.")]
Blinds: TypeAlias = dict[str, Any]


def _blinds(
    villain: float | None = typer.Option(None, help="The big blind's stack. [the same]"),
    ante: float = typer.Option(0.0, help="What each player pays, in big blinds."),
    others: str = typer.Option(
        "", metavar="STACK...", help="Stacks of players who have folded: 12 8."
    ),
    payouts: str = typer.Option(
        "", metavar="PRIZE...", help="Prizes, best first, for ICM: 50 30 20."
    ),
    game: TwoCardGame = "holdem",
) -> Blinds:
    lists = {"others": _numbers(others, "--others"), "payouts": _numbers(payouts, "--payouts")}
    return {"villain": villain, "ante": ante, "game": game, **lists}


blinds_options = option_group("blinds", _blinds)


def solve(stack: float, blinds: Blinds) -> "PushFold":
    """Return the equilibrium; say so if the table has to be built first."""
    notice = "building the table of starting hands, once: about 13 seconds of one core"
    with bar(notice) as progress:
        return astragal.equity.pushfold(stack, **blinds, progress=progress)


def pushfold(stack: Stack, *, blinds: Blinds) -> Value:
    """Solve jam or fold between the blinds.

    Jam is all-in. The answer is an equilibrium, with its exploitability. The first call builds the
    table of starting hands, which takes about 13 seconds of one core.
    """
    return solve(stack, blinds)
