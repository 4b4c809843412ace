"""`astragal plot`: pictures, and the numbers in them."""

from pathlib import Path
from typing import Annotated, Any

import typer

import astragal
from astragal.cli.output import JsonOption, print_json
from astragal.cli.ur import PiecesOption, RulesName

app = typer.Typer(name="plot", help="Pictures as PNG or SVG, and with --json the numbers in them.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="The .png or .svg file to write.")]


@app.command("ur-scores")
def ur_scores(
    file: File,
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    json: JsonOption = False,
) -> None:
    """Draw A's chance by the pieces that each side has home; needs the solved table."""
    astragal.plots.check_picture(file)
    table = astragal.ur.Tablebase.open(astragal.ur.find_rules(rules))
    astragal.plots.draw_ur_scores(file, table, pieces)
    _tell(file, astragal.ur.describe_scores(table, pieces), json)


@app.command("ur-solve")
def ur_solve(file: File, rules: RulesName = "finkel", json: JsonOption = False) -> None:
    """Draw how the solve of a rule set converged; its table remembers."""
    astragal.plots.check_picture(file)
    table = astragal.ur.Tablebase.open(astragal.ur.find_rules(rules))
    astragal.plots.draw_ur_solve(file, table)
    _tell(file, astragal.ur.describe_steps(table), json)


def _tell(file: Path, drawn: dict[str, Any], json: bool) -> None:
    if json:
        print_json({"file": str(file)} | drawn)
    else:
        print(file)
