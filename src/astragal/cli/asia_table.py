"""`astragal asia table`: the best setting of every hand, kept for look-ups and other programs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import astragal
from astragal.cli.asia_options import Game, takes_game
from astragal.cli.engine import Engine, long_work, takes_engine
from astragal.cli.output import JsonOption, print_json

if TYPE_CHECKING:
    from astragal.asia import BestTable


@takes_game
@takes_engine
def table(
    *,
    classes: Annotated[
        str | None,
        typer.Option(metavar="FIRST:END", help="A slice of the 6,972,147 suit classes. [all]"),
    ] = None,
    game: Game,
    parquet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write all that the table has by then there."),
    ] = None,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Find the best setting of every hand, against every dealer hand, and keep it.

    Hands that differ by a permutation of suits share a row. What the table has already is not
    worked out again, and slices add up.
    """
    wanted = astragal.asia.suits.parse_classes(classes or ":")
    if parquet is not None:
        astragal.store.check_parquet(parquet)
    with long_work(engine) as options:
        found = astragal.asia.tabulate.tabulate(*game, wanted, **options)
    if parquet is not None:
        astragal.asia.export.export_table(found, parquet)
    facts = _facts(found)
    if json:
        print_json(game.describe() | facts | ({} if parquet is None else {"parquet": str(parquet)}))
        return
    covered = ", ".join(f"{first}:{end}" for first, end in facts["classes"])
    print(f"{facts['rows']:,} of {astragal.asia.SUIT_CLASSES:,} suit classes: {covered}")
    print(f"they are {facts['hands']:,} of all {astragal.asia.suits.HANDS:,} hands")
    for who, one in (("best play", facts), ("the house way", facts["house"])):
        print(
            f"{who} wins {one['wins'] / facts['deals']:.4%} and loses "
            f"{one['losses'] / facts['deals']:.4%} of their deals: edge {one['edge']:.4%}"
        )
    print(f"kept as {found.path.name} in the data folder")
    game.print()


def _facts(found: "BestTable") -> dict[str, Any]:
    totals = found.totals()
    return {
        "path": str(found.path),
        "classes": [[part.start, part.stop] for part in found.ranges],
        "rows": len(found),
        "complete": found.complete,
        "hands": totals.hands,
        "deals": totals.deals,
        "wins": totals.wins,
        "losses": totals.losses,
        "edge": totals.edge,
        "house": {
            "wins": totals.house_wins,
            "losses": totals.house_losses,
            "edge": totals.house_edge,
        },
    }
