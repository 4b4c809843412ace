"""A card to play from as a way file, with the cost of leaving out each line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from json import dumps
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, Unpack

from astragal.errors import BadInputError
from astragal.jobs import RunOptions
from astragal.setting.house_way import HouseWay, make_way
from astragal.setting.least import least_name, least_number
from astragal.setting.rules import Rules
from astragal.setting.way_file import Line, WayFile, make_help, parse_way, points_help, read_way
from astragal.setting.whole_game import Edge, edge_many

if TYPE_CHECKING:
    from astragal.setting.game import Game

Steps: TypeAlias = dict[str, dict[str, int]]
"""The points of a way file."""


def _toml(text: str) -> str:
    """Return a string of TOML, which has the escapes of JSON but may not hold a DEL."""
    return dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def way_text(
    way: list[Line] | Steps,
    rules: Rules,
    *,
    about: str = "",
    costs: Sequence[float | None] = (),
    names: Sequence[str] = (),
) -> str:
    """Return the TOML text of a way, with what leaving out each line costs if that is known.

    A line without a name is named after its hands.
    """
    how = points_help(rules) if isinstance(way, dict) else make_help(rules)
    text = "".join(f"# {line}\n" for line in how.splitlines())
    text += f"about = {_toml(about)}\n" if about else ""
    if isinstance(way, dict):
        for part, steps in way.items():
            ascending = sorted(steps, key=lambda least: least_number(part, least, rules))
            numbers = "".join(f'"{least}" = {steps[least]}\n' for least in ascending)
            text += f"\n[points.{part}]\n{numbers}"
        return text
    for line, cost, own in zip_longest(way, costs, names):
        make = dict(zip(rules.hands, line, strict=False))
        hands = [least_name(part, least, rules) for part, least in make.items()]
        written = ", ".join(f'{part} = "{least}"' for part, least in make.items() if least)
        text += f"\n[[rule]]\nname = {_toml(own or ' / '.join(hands))}\n"
        text += f"make = {{{f' {written} ' if written else ''}}}\n"
        text += "" if cost is None else f"cost = {cost:.6f}\n"
    return text


class PricedCard(NamedTuple):
    """A card with the cost of each line, and its house edge over all deals."""

    way: WayFile
    edge: Edge
    """The house edge against the card."""
    house: Edge
    """The house edge against a player who plays as the dealer does."""


def _own_name(number: int, name: str, rules: Rules) -> str:
    """Return the name of a rule if its author gave it; one written after its hands is empty."""
    has_a_part_for_each_hand = len(name.split(" / ")) == len(rules.hands)
    return "" if name == f"number {number}" or has_a_part_for_each_hand else name


def price_card(
    game: Game,
    way: WayFile | str | PathLike[str],
    *,
    costs: bool = True,
    **options: Unpack[RunOptions],
) -> PricedCard:
    """Do what `Game.price_card` does."""
    rules, dealer = game.rules, game.dealer
    if not isinstance(way, WayFile):
        way = read_way(way, rules)
    way.require_game(rules)
    card: list[Line] | Steps = way.lines
    if way.points:
        card = {part: dict(way.points.get(part, {})) for part in rules.hands}
    if not card:
        raise BadInputError("only rules that `make` hands, without conditions, have costs")

    def played(card: list[Line] | Steps) -> HouseWay:
        file = parse_way(way_text(card, rules), rules)
        return make_way("the card", file.choice(rules), rules)

    fewer = []
    if costs and not isinstance(card, dict):
        fewer = [played([*card[:at], *card[at + 1 :]]) for at in range(len(card) - 1)]
    edge, house, *without = edge_many(game, [played(card), None, *fewer], **options)
    size = (
        f"{sum(map(len, card.values()))} points" if isinstance(card, dict) else f"{len(card)} lines"
    )
    change = edge.edge - house.edge
    about = (
        f"{size} against the dealer {dealer.name} under {rules.name}. The house edge is "
        f"{edge.edge:.4%}, {abs(change):.4%} {'less' if change < 0 else 'more'} than for "
        f"{dealer.name} itself."
    )
    about += " The last column is what leaving out the line costs." if fewer else ""
    text = way_text(
        card,
        rules,
        about=about,
        costs=[shorter.edge - edge.edge for shorter in without],
        names=[_own_name(number, rule.name, rules) for number, rule in enumerate(way.rules, 1)],
    )
    return PricedCard(parse_way(text, rules), edge, house)
