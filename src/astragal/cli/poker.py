"""`astragal poker preflop`: every starting hand against every other, counted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import astragal
from astragal.cli.engine import Engine, long_work, takes_engine
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.equity import MatchUp, PreflopTable

SHOWN = 10
"""Of the best and of the worst starting hands, for people."""

app = Commands(name="poker", help="Tables of poker.")


@app.command()
@takes_engine
def preflop(
    hand: Annotated[str | None, typer.Argument(help="A starting hand: QQ, AKs, AKo.")] = None,
    villain: Annotated[str | None, typer.Argument(help="The one it plays against.")] = None,
    *,
    game: Annotated[str, typer.Option(help="holdem, short or short-trips.")] = "holdem",
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the whole table there.")
    ] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Count the table anew, even if there is one.")
    ] = False,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Tell how often starting hands win before the flop, heads-up, all deals counted.

    Two hands against each other, or one against each, are counted at once. Without a hand, the
    whole table is made, unless it is there already, and kept.
    """
    if hand is not None:
        if parquet is not None or rebuild:
            raise BadInputError(f"--parquet and --rebuild are for the whole table, without {hand}")
        if villain is not None:
            _show_match_up(astragal.equity.match_up(hand, villain, game), game, json)
        else:
            _show_row(astragal.equity.match_ups(hand, game), game, json)
        return
    if parquet is not None:
        astragal.store.check_parquet(parquet)
    with long_work(engine) as options:
        table = astragal.equity.preflop_table(game, rebuild=rebuild, **options)
    if parquet is not None:
        table.write_parquet(parquet)
    _show_table(table, json)


def match_up_fields(found: "MatchUp") -> dict[str, Any]:
    """Return the counts of a match-up under the names of the JSON."""
    return {
        "hand": found.hand,
        "villain": found.villain,
        "combos": found.combos,
        "deals": found.deals,
        "wins": found.wins,
        "ties": found.ties,
        "losses": found.losses,
        "equity": found.equity,
    }


def _best_first(found: "list[MatchUp]") -> "list[MatchUp]":
    return sorted(found, key=lambda one: -one.equity)


def _print_match_ups(names: list[str], found: "list[MatchUp]") -> None:
    """Print a line for each, under the names by which they differ."""
    print_table(
        [*names, "equity", "win", "tie", "lose"],
        [
            [
                *(match_up_fields(one)[name] for name in names),
                f"{one.equity:.4%}",
                *(f"{count / one.deals:.2%}" for count in (one.wins, one.ties, one.losses)),
            ]
            for one in found
        ],
    )


def _show_match_up(found: "MatchUp", game: str, json: bool) -> None:
    if json:
        print_json({"game": game, **match_up_fields(found)})
        return
    _print_match_ups(["hand", "villain"], [found])
    print(
        f"{found.wins:,} wins, {found.ties:,} ties, {found.losses:,} losses: all {found.deals:,} "
        f"deals of {found.combos} pairs of hands"
    )


def _show_row(found: "list[MatchUp]", game: str, json: bool) -> None:
    random = astragal.equity.against_random(found)
    if json:
        print_json(
            {
                "game": game,
                "hand": random.hand,
                "random": match_up_fields(random),
                "villains": [match_up_fields(one) for one in _best_first(found)],
            }
        )
        return
    _print_match_ups(["villain"], [random, *_best_first(found)])
    print(f"{random.hand}: all {random.deals:,} deals of {random.combos:,} pairs of hands counted")


def _show_table(table: "PreflopTable", json: bool) -> None:
    found = _best_first(table.against_random())
    deals = sum(one.deals for one in found)
    path = astragal.equity.preflop.default_path(table.game)
    if json:
        print_json(
            {
                "game": table.game.name,
                "hands": len(found),
                "deals": deals,
                "table": str(path),
                "random": [match_up_fields(one) for one in found],
            }
        )
        return
    _print_match_ups(["hand", "villain"], [*found[:SHOWN], *found[-SHOWN:]])
    print(
        f"the {SHOWN} best and the {SHOWN} worst of {len(found)} starting hands, "
        f"all {deals:,} deals counted"
    )
    print(f"the table is {path}")
