"""`astragal paigow`: pai gow poker 5-2."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from cyclopts import Parameter

from astragal import paigow, setting
from astragal.cli import setting as commands
from astragal.cli.options import Texts
from astragal.cli.setting import ObjectiveName, dealer_help, for_game, rules_help, switch_help
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
plot_distil = for_game(commands.plot_distil, RulesOptions, GameOptions)
plot_habits = for_game(commands.plot_habits, RulesOptions, GameOptions)
plot_values = for_game(commands.plot_values, RulesOptions, GameOptions)
