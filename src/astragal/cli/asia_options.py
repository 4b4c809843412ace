"""Options that the commands of `astragal asia` share: the game, the hand, the seed."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

import astragal
from astragal.cli.options import option_group
from astragal.errors import BadInputError, quoted

if TYPE_CHECKING:
    from astragal.asia import Rules
    from astragal.asia.houseway import Game

Profile: TypeAlias = Annotated[str, typer.Option(help="The rules: one of {asia.PROFILES}.")]
Switches: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="SWITCH=VALUE",
        help="Override one rule of the profile; may be repeated: "
        "quads_over_straight_flush=true|false, copies=push|dealer, "
        "wheel=lowest|'second highest', strict_order=true|false.",
    ),
]
Dealer: TypeAlias = Annotated[
    str | None,
    typer.Option(help="The dealer's way: {asia.WAYS}, or a TOML file. [standard]"),
]
Objective: TypeAlias = Annotated[
    str,
    typer.Option(help="What is best: wins (most wins), or ev (expected money: wins minus losses)."),
]
Dead: TypeAlias = Annotated[str, typer.Option(help="Cards known to be out of the deck.")]
Seed: TypeAlias = Annotated[int, typer.Option(help="The same seed gives the same result.")]


def _joined_hand(
    hand: list[str] = typer.Argument(metavar="HAND", help="Seven cards, such as As Kd ... Jk."),
) -> str:
    cards = " ".join(hand)
    if "/" in cards:
        raise BadInputError(
            f"{quoted(cards)} is a setting: give seven cards, or type astragal asia explain"
        )
    return cards


hand_argument = option_group("hand", _joined_hand)


def _joined_setting(
    setting: list[str] = typer.Argument(
        metavar="SETTING", help="Such as As 9s 7d 4h / Kd Qh / Jc."
    ),
) -> str:
    cards = " ".join(setting)
    if "/" not in cards:
        raise BadInputError(
            f"{quoted(cards)} is not a setting: write four cards / two cards / one card. For the "
            "best setting of seven cards type astragal asia hint"
        )
    return cards


setting_argument = option_group("setting", _joined_setting)


def chosen_rules(profile: Profile = "casino", rule: Switches = None) -> "Rules":
    """Return the rules of a profile with switches changed, such as `copies=dealer`."""
    chosen: dict[str, Any] = {}
    for switch in rule or []:
        name, equals, value = switch.partition("=")
        if not equals:
            raise BadInputError(f"--rule {switch}: write SWITCH=VALUE, such as copies=dealer")
        if name in chosen:
            raise BadInputError(f"--rule {switch}: {name} is given twice")
        chosen[name] = {"true": True, "false": False}.get(value, value)
    return astragal.asia.find_rules(profile, **chosen)


rules_options = option_group("rules", chosen_rules)


def _chosen_game(profile: Profile = "push", rule: Switches = None, dealer: Dealer = None) -> "Game":
    return astragal.asia.houseway.find_game(chosen_rules(profile, rule), dealer)


game_options = option_group("game", _chosen_game)


def _chosen_card(
    rules: int | None = typer.Option(
        None, metavar="N", min=1, max=100, help="Lines of the way. [24]", show_default=False
    ),
    points: int | None = typer.Option(
        None, metavar="N", min=6, max=43, help="Points, instead of lines."
    ),
    sample: int = typer.Option(20_000, help="Hands to count: half to search, half to measure."),
    seed: Seed = 0,
) -> dict[str, Any]:
    if rules is not None and points is not None:
        raise BadInputError(f"--rules {rules} and --points {points}: give only one of them")
    lines = 24 if rules is None else rules
    size = {"count": points, "points": True} if points is not None else {"count": lines}
    return size | {"sample": sample, "seed": seed}


card_options = option_group("card", _chosen_card)
