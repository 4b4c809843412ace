"""`astragal paigow`: pai gow poker 5-2."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter

from astragal import paigow, setting
from astragal.cli import setting as commands
from astragal.cli.options import EngineOptions, Json, Texts
from astragal.cli.output import show
from astragal.cli.setting import ObjectiveName, dealer_help, rules_help, switch_help
from astragal.errors import BadInputError


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RulesOptions(commands.RulesOptions):
    """Which rules are played."""

    rules_class: ClassVar[type[setting.Rules]] = paigow.Rules
    game_class: ClassVar[Callable[..., setting.Game]] = paigow.Game

    rules: Annotated[str, rules_help(paigow.Rules)] = "casino"
    rule: Annotated[Texts | None, switch_help(paigow.Rules)] = None
    banker: Annotated[
        str | None, Parameter(help="Who banks and wins copies: dealer or player. [dealer]")
    ] = None

    def switches(self) -> dict[str, Any]:
        """Return the switches that are changed."""
        switches = super().switches()
        if self.banker is None:
            return switches
        if "banker" in switches:
            raise BadInputError(f"--banker {self.banker}: banker is given twice")
        return {**switches, "banker": self.banker}


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions(RulesOptions, commands.GameOptions):
    """Which game is played."""

    dealer: Annotated[str | None, dealer_help(paigow.Rules)] = None
    objective: ObjectiveName = "ev"


app = commands.setting_app("paigow", RulesOptions, GameOptions)


@app.command(name="face-up")
def face_up(
    *,
    dealer: Annotated[
        str, Parameter(help="The dealer's house way: a name or a TOML file.")
    ] = "stones",
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge if the player sees the dealer's cards.

    There is no commission, and a dealer whose five is ace high pushes every
    bet. All deals are counted; it takes some minutes, and resumes after an
    interruption.
    """
    with engine.run_options() as options:
        edge = paigow.face_up_edge(dealer=dealer, **options)
    return show(edge, json)


@app.command
def fortune(*, json: Json = False) -> int:
    """Show the exact edge of the Fortune side bet.

    It pays for the best hand of all seven cards: three of a kind, a straight
    or better.
    """
    return show(paigow.fortune(), json)
