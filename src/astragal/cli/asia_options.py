"""What the commands of `astragal asia` share: the game they speak of, and how hands are written."""

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import typer

import astragal
from astragal.cli.options import option_group

if TYPE_CHECKING:
    from astragal.asia import HouseWay, Rules

Hand: TypeAlias = Annotated[
    str, typer.Argument(metavar="HAND", help="Seven cards, as 'As Kd ... Jk'.")
]
Profile: TypeAlias = Annotated[str, typer.Option(help="The rules: one of {asia.PROFILES}.")]
Switches: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="SWITCH=VALUE",
        help="A switch set apart from the profile: quads_over_straight_flush=true|false, "
        "copies=push|dealer, wheel=lowest|'second highest', strict_order=true|false.",
    ),
]
Dealer: TypeAlias = Annotated[
    str | None,
    typer.Option(help="The dealer's way: {asia.WAYS}, or a TOML file. [by profile]"),
]
Dead: TypeAlias = Annotated[str, typer.Option(help="Cards known to be out of the deck.")]
Seed: TypeAlias = Annotated[int, typer.Option(help="The same seed gives the same result.")]

DECK = 53
HAND_SIZE = 7


class Game(NamedTuple):
    """What `--profile`, `--rule` and `--dealer` choose."""

    rules: "Rules"
    way: "HouseWay"

    def describe(self) -> dict[str, Any]:
        """Return what every answer says of the game."""
        return astragal.asia.describe_game(self.rules, self.way)

    def print(self) -> None:
        """Print the same for people."""
        print(f"profile {self.rules.name}; dealer {self.way.name}")
        if self.rules.warning:
            print(f"note: {self.rules.warning}")


def chosen_rules(profile: str, rule: list[str] | None) -> "Rules":
    """Return the rules of a profile with switches set apart, as `copies=dealer`."""
    chosen: dict[str, Any] = {}
    for switch in rule or []:
        name, _, value = switch.partition("=")
        chosen[name] = {"true": True, "false": False}.get(value, value)
    return astragal.asia.find_rules(profile, **chosen)


def _chosen_game(profile: Profile = "push", rule: Switches = None, dealer: Dealer = None) -> Game:
    rules = chosen_rules(profile, rule)
    return Game(rules, astragal.asia.find_way(dealer or rules.dealer, rules))


takes_game = option_group("game", _chosen_game)


def parse_hand(text: str) -> int:
    """Read seven cards of the deck of 53."""
    return astragal.cards.card_set(text, deck=DECK, count=HAND_SIZE)


def parse_dead(text: str) -> int:
    """Read any cards of the deck of 53."""
    return astragal.cards.card_set(text, deck=DECK)
