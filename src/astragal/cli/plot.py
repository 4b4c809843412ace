"""`astragal plot`: pictures, and with `--json` their numbers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import astragal
from astragal.cli.asia_options import Game, Seed, takes_card, takes_game
from astragal.cli.engine import Engine, long_work, takes_engine
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, print_json
from astragal.cli.preflop import Blinds, Stack, TwoCardGame, takes_blinds
from astragal.cli.ur_options import PiecesOption, RulesName
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.equity import MatchUp

app = Commands(
    name="plot", help="Draw PNG or SVG pictures; --json also prints the numbers in them."
)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The .png or .svg file to write.")]


@app.command("asia-distil")
@takes_card
@takes_game
@takes_engine
def asia_distil(
    file: File,
    *,
    card: dict[str, Any],
    game: Game,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Draw what short house ways of Asia Poker cost, by their number of lines or of points."""
    astragal.plots.check_picture(file)
    with long_work(engine) as options:
        found = astragal.asia.distil(
            rules=game.rules, dealer=game.way, prices=False, **card, **options
        )
    astragal.plots.draw_asia_distil(found, file)
    _tell(file, found.to_dict(), json)


@app.command("asia-habits")
@takes_game
@takes_engine
def asia_habits(
    file: File,
    *,
    game: Game,
    habit: Annotated[
        list[str] | None, typer.Option(help="Draw only this habit; may be repeated. [all]")
    ] = None,
    sample: Annotated[int, typer.Option(help="Number of hands in the sample.")] = 1000,
    seed: Seed = 1,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Draw the cost of habits at Asia Poker, measured on a random sample of hands."""
    astragal.plots.check_picture(file)
    with long_work(engine) as options:
        found = astragal.asia.habit_costs(habit or (), *game, sample=sample, seed=seed, **options)
    astragal.plots.draw_asia_habits(found, file)
    _tell(file, found.to_dict(), json)


@app.command("asia-values")
@takes_game
@takes_engine
def asia_values(
    file: File,
    *,
    game: Game,
    sample: Annotated[int, typer.Option(help="Hands in the sample, if there is no table.")] = 5000,
    seed: Seed = 1,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Draw the values of Asia Poker hands by category, from a complete table or a sample."""
    astragal.plots.check_picture(file)
    with long_work(engine) as options:
        found = astragal.asia.value_spreads(*game, sample=sample, seed=seed, **options)
    astragal.plots.draw_asia_values(found, file)
    _tell(file, found.to_dict(), json)


@app.command()
@takes_engine
def preflop(
    file: File,
    *,
    versus: Annotated[
        str | None,
        typer.Option(metavar="HAND", help="The other hand: QQ, AKs, AKo. [a random one]"),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Draw all starting hands against each other.")
    ] = False,
    game: TwoCardGame = "holdem",
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Draw the exact equity of starting hands before the flop, heads-up.

    The table of `astragal preflop` is built if it does not exist; --versus needs no table.
    """
    astragal.plots.check_picture(file)
    if versus is not None and every:
        raise BadInputError(f"--versus {versus} and --all: give only one of them")
    found: list[MatchUp]
    if versus is not None:
        found = [one.swapped for one in astragal.equity.preflop_row(versus, game=game)]
        astragal.plots.draw_preflop(found, file)
    else:
        with long_work(engine) as options:
            table = astragal.equity.preflop_table(game, **options)
        if every:
            found = [one for hand in table.hands for one in table.row(str(hand))]
            astragal.plots.draw_preflop_pairs(table, file)
        else:
            found = table.against_random()
            astragal.plots.draw_preflop(found, file)
    drawn = {"game": game, "match_ups": [one.to_dict() for one in found]}
    _tell(file, drawn, json)


@app.command()
@takes_blinds
def pushfold(
    file: File,
    stack: Stack,
    *,
    call: Annotated[
        bool, typer.Option("--call", help="Draw the big blind's calls. [the jams]")
    ] = False,
    blinds: Blinds,
    json: JsonOption = False,
) -> None:
    """Draw how often the blinds jam or call with each starting hand, in equilibrium."""
    astragal.plots.check_picture(file)
    found = astragal.equity.pushfold(stack, **blinds)
    astragal.plots.draw_pushfold(found, file, call=call)
    _tell(file, found.to_dict(), json)


@app.command("ur-scores")
def ur_scores(
    file: File,
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    json: JsonOption = False,
) -> None:
    """Draw the winning chance of A for each score; needs the solved table."""
    astragal.plots.check_picture(file)
    table = astragal.ur.open_table(rules)
    astragal.plots.draw_ur_scores(table, file, pieces=pieces)
    _tell(file, astragal.ur.scores(table, pieces).to_dict(), json)


@app.command("ur-solve")
def ur_solve(file: File, rules: RulesName = "finkel", json: JsonOption = False) -> None:
    """Draw how the solve of a rule set converged; needs the solved table."""
    astragal.plots.check_picture(file)
    table = astragal.ur.open_table(rules)
    astragal.plots.draw_ur_solve(table, file)
    _tell(file, table.to_dict(layers=True), json)


def _tell(file: Path, drawn: dict[str, Any], json: bool) -> None:
    if json:
        print_json({"file": str(file)} | drawn)
    else:
        print(file)
