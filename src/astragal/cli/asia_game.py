"""`astragal asia edge` and `balance`: the whole game, and the way that is computed from it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import astragal
from astragal.cli.asia_options import Game, Seed, takes_game
from astragal.cli.engine import Engine, long_work, takes_engine
from astragal.cli.output import JsonOption, print_json

if TYPE_CHECKING:
    from astragal.asia import BestTable
    from astragal.asia import Game as Deals


@takes_game
@takes_engine
def edge(
    *,
    game: Game,
    player: Annotated[str | None, typer.Option(help="The player's way. [the dealer's]")] = None,
    sample: Annotated[
        int,
        typer.Option(
            help="Estimate a best player's edge from so many hands, unless a complete table "
            "has it; 0: don't."
        ),
    ] = 1000,
    advice: Annotated[
        bool,
        typer.Option(
            "--advice", help="And that of a player who sets as would be best under `push`."
        ),
    ] = False,
    seed: Seed = 1,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Play house way against house way over all deals, and tell a better player's edge."""
    rules, way = game
    mine = way if player is None else astragal.asia.find_way(player, rules)
    wholegame = astragal.asia.wholegame
    table = astragal.asia.find_table(rules, way)
    exact = {"best": _from_table(table)} if table is not None and table.complete else {}
    plays = {"best": wholegame.BEST} if sample and not exact else {}
    if advice:
        push = astragal.asia.PROFILES["push"]
        plays["advice"] = wholegame.as_against(push, astragal.asia.default_way(push))
    with long_work(engine) as options:
        deals = wholegame.whole_game(mine, way, rules, **options)
        same = deals if player is None else wholegame.whole_game(way, way, rules, **options)
        gains = {
            name: wholegame.gain_over_house(
                play, rules, way, sample=sample or 1000, seed=seed, **options
            )
            for name, play in plays.items()
        }
    better = exact | {
        name: {
            "method": "sample",
            "edge": same.edge - gain.mean,
            "error": gain.error,
            "gain": gain.mean,
            "wins": gain.wins,
            "sample": gain.sample,
        }
        for name, gain in gains.items()
    }
    if json:
        counts = {name: getattr(deals, name) for name in ("deals", "wins", "losses", "pushes")}
        found = {"player": mine.name} | counts | {"edge": deals.edge} | better
        print_json(game.describe() | found)
        return
    _print_deals(deals)
    for name, one in better.items():
        who = {"best": "a best player", "advice": "advice for push against lexicographic"}[name]
        if one["method"] == "table":
            print(f"{who}: wins {one['wins']:.4%}, edge {one['edge']:.4%} (all hands, each exact)")
        else:
            print(
                f"{who}: wins {one['wins']:.2%}, edge {one['edge']:.3%} ± {one['error']:.3%} "
                f"(standard error; {one['sample']:,} hands, each exact)"
            )
    game.print()


def _from_table(table: "BestTable") -> dict[str, Any]:
    """Return what best play brings over all deals, from a complete table."""
    totals = table.totals()
    return {
        "method": "table",
        "edge": totals.edge,
        "gain": totals.house_edge - totals.edge,
        "wins": totals.wins / totals.deals,
        "hands": totals.hands,
    }


def _print_deals(deals: "Deals") -> None:
    for name in ("wins", "losses", "pushes"):
        count = getattr(deals, name)
        print(f"{deals.player} {name:7} {count:>25,}  {count / deals.deals:.4%}")
    print(f"of {deals.deals:,} deals against {deals.dealer}; house edge {deals.edge:.4%}")


@takes_engine
def balance(
    *,
    out: Annotated[Path | None, typer.Option(help="Where to write the way. [only report]")] = None,
    seed: Seed = 1,
    sample: Annotated[int, typer.Option(help="Hands to measure the result by.")] = 20_000,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Compute the balanced way anew, and measure what a best response would still gain."""
    with long_work(engine) as options:
        found = astragal.asia.balance.balance(seed=seed, sample=sample, **options)
    if out is not None:
        with astragal.store.whole_file(out) as file:
            file.write(found.packed())
    if json:
        print_json(
            {
                "rounds": found.rounds,
                "gain": found.measured.mean,
                "error": found.measured.error,
                "sample": found.measured.sample,
                "gain_to_first_order": found.gain,
            }
        )
    else:
        print(
            f"{found.rounds} rounds; a best response would still gain "
            f"{100 * found.measured.mean:.4f} ± {100 * found.measured.error:.4f} points of the bet "
            f"(standard error; {found.measured.sample:,} hands, each exact)"
        )
