"""`astragal plot`: pictures, and with `--json` their numbers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import astragal
from astragal.cli.asia_options import Seed, card_options, game_options
from astragal.cli.engine import engine_options
from astragal.cli.options import Commands, writable_picture
from astragal.cli.output import Output, Value
from astragal.cli.preflop import Blinds, Stack, TwoCardGame, blinds_options, solve
from astragal.cli.ur_options import PiecesOption, RulesName
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.asia.houseway import Game
    from astragal.equity import MatchUp
    from astragal.jobs import RunOptions

app = Commands(
    name="plot", help="Draw PNG or SVG pictures. --json also prints the numbers in them."
)

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", callback=writable_picture, help="The .png or .svg file to write."
    ),
]


@app.command("asia-distil", takes=[card_options, game_options, engine_options])
def asia_distil(
    file: File,
    *,
    card: dict[str, Any],
    game: "Game",
    options: "RunOptions",
) -> Value:
    """Draw what short house ways of Asia Poker cost.

    The picture goes by their number of lines or of points.
    """
    found = astragal.asia.distil(rules=game.rules, dealer=game.way, prices=False, **card, **options)
    astragal.plots.draw_asia_distil(found, file)
    return _drawn(file, found.to_dict())


@app.command("asia-habits", takes=[game_options, engine_options])
def asia_habits(
    file: File,
    *,
    game: "Game",
    habit: list[str] | None = typer.Option(
        None, help="Draw only this habit; may be repeated. [all]"
    ),
    sample: int = typer.Option(1000, help="Number of hands in the sample."),
    seed: Seed = 0,
    options: "RunOptions",
) -> Value:
    """Draw the cost of habits at Asia Poker.

    It is measured on a random sample of hands.
    """
    found = astragal.asia.habit_costs(habit or (), *game, sample=sample, seed=seed, **options)
    astragal.plots.draw_asia_habits(found, file)
    return _drawn(file, found.to_dict())


@app.command("asia-values", takes=[game_options, engine_options])
def asia_values(
    file: File,
    *,
    game: "Game",
    sample: int = typer.Option(5000, help="Hands in the sample, if there is no table."),
    seed: Seed = 0,
    options: "RunOptions",
) -> Value:
    """Draw the values of Asia Poker hands by category.

    They come from a complete table or a sample.
    """
    found = astragal.asia.value_spreads(*game, sample=sample, seed=seed, **options)
    astragal.plots.draw_asia_values(found, file)
    return _drawn(file, found.to_dict())


@app.command(takes=[engine_options])
def preflop(
    file: File,
    *,
    versus: str | None = typer.Option(
        None, metavar="HAND", help="The other hand: QQ, AKs, AKo. [a random one]"
    ),
    every: bool = typer.Option(False, "--all", help="Draw all starting hands against each other."),
    game: TwoCardGame = "holdem",
    options: "RunOptions",
) -> Value:
    """Draw the equity of starting hands before the flop.

    It is exact, heads-up. The table of `astragal preflop` is built if it does not exist; --versus
    needs no table.
    """
    if versus is not None and every:
        raise BadInputError(f"--versus {versus} and --all: give only one of them")
    found: list[MatchUp]
    if versus is not None:
        found = [one.swapped for one in astragal.equity.preflop_row(versus, game=game)]
        astragal.plots.draw_preflop(found, file)
    else:
        table = astragal.equity.preflop_table(game, **options)
        if every:
            found = [one for hand in table.hands for one in table.row(str(hand))]
            astragal.plots.draw_preflop_pairs(table, file)
        else:
            found = table.against_random()
            astragal.plots.draw_preflop(found, file)
    return _drawn(file, {"game": game, "match_ups": [one.to_dict() for one in found]})


@app.command(takes=[blinds_options])
def pushfold(
    file: File,
    stack: Stack,
    *,
    call: bool = typer.Option(False, "--call", help="Draw the big blind's calls. [the jams]"),
    blinds: Blinds,
) -> Value:
    """Draw how often the blinds jam or call, in equilibrium."""
    found = solve(stack, blinds)
    astragal.plots.draw_pushfold(found, file, call=call)
    return _drawn(file, found.to_dict())


@app.command("ur-scores")
def ur_scores(
    file: File,
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
) -> Value:
    """Draw the winning chance of A for each score.

    This needs the solved table.
    """
    table = astragal.ur.open_table(rules)
    astragal.plots.draw_ur_scores(table, file, pieces=pieces)
    return _drawn(file, {**astragal.ur.scores(table, pieces).to_dict()})


@app.command("ur-solve")
def ur_solve(file: File, rules: RulesName = "finkel") -> Value:
    """Draw how the solve of a rule set converged.

    This needs the solved table.
    """
    table = astragal.ur.open_table(rules)
    astragal.plots.draw_ur_solve(table, file)
    return _drawn(file, {**table.convergence()})


def _drawn(file: Path, numbers: dict[str, Any]) -> Value:
    return Output({"file": str(file)} | numbers, file)
