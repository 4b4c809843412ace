"""`astragal asia`: Asia Poker 4-2-1."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from cyclopts import Parameter

from astragal import asia, setting
from astragal.cli import setting as commands
from astragal.cli.options import Json, Texts
from astragal.cli.output import show
from astragal.cli.setting import ObjectiveName, dealer_help, rules_help, switch_help


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RulesOptions(commands.RulesOptions):
    """Which rules are played."""

    rules_class: ClassVar[type[setting.Rules]] = asia.Rules
    game_class: ClassVar[Callable[..., setting.Game]] = asia.Game

    rules: Annotated[str, rules_help(asia.Rules)] = "push"
    rule: Annotated[Texts | None, switch_help(asia.Rules)] = None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions(RulesOptions, commands.GameOptions):
    """Which game is played."""

    dealer: Annotated[str | None, dealer_help(asia.Rules)] = None
    objective: ObjectiveName = "wins"


app = commands.setting_app("asia", RulesOptions, GameOptions)


@app.command
def insurance(*, json: Json = False) -> int:
    """Show the exact edge of the Insurance side bet.

    It pays if the seven cards have no pair, and no straight or flush of five
    cards.
    """
    return show(asia.insurance(), json)
