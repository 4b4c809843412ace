"""Playing: deal, set, compare; and explaining what a setting does."""

from dataclasses import dataclass

import numpy as np

from astragal.asia.exact import Answer, Row
from astragal.asia.houseway import HouseWay, triple_of
from astragal.asia.rules import Rules
from astragal.asia.setting import (
    DECK,
    HAND_SIZE,
    NAMES,
    Result,
    Setting,
    fouls,
    result,
    sub_results,
)
from astragal.asia.values import value_name, value_of
from astragal.cards import CardSet, card_set, cards_name
from astragal.errors import BadInputError


@dataclass(frozen=True, slots=True)
class Deal:
    """Two hands that share no card."""

    player: CardSet
    dealer: CardSet


def deal(seed: int | None = None) -> Deal:
    """Deal seven cards each from a shuffled deck; the same seed deals the same cards.

    >>> cards_name(deal(seed=7).player) == cards_name(deal(seed=7).player)
    True
    """
    cards = np.random.default_rng(seed).permutation(DECK).tolist()
    return Deal(card_set(cards[:HAND_SIZE]), card_set(cards[HAND_SIZE : 2 * HAND_SIZE]))


@dataclass(frozen=True, slots=True)
class Showdown:
    """How a deal ended."""

    rules: Rules
    way: str
    player: Setting
    dealer: Setting
    fouls: tuple[str, ...]
    subs: tuple[Result, Result, Result]
    result: Result


def showdown(player: Setting, dealer: CardSet, way: HouseWay, rules: Rules) -> Showdown:
    """Compare a setting with the dealer's hand as the house way sets it; a foul loses."""
    if shared := player.hand & dealer:
        raise BadInputError(f"{cards_name(shared)!r} can't be in both hands")
    house = way.set(dealer)
    return Showdown(
        rules=rules,
        way=way.name,
        player=player,
        dealer=house,
        fouls=tuple(fouls(player, rules)),
        subs=sub_results(player, house, rules),
        result=result(player, house, rules),
    )


def row_of(setting: Setting, answer: Answer) -> Row:
    """Return what an answer has of a setting; a foul, or other cards, raise."""
    if setting.hand != answer.hand:
        raise BadInputError(f"{str(setting)!r} does not set {cards_name(answer.hand)!r}")
    if reasons := fouls(setting, answer.rules):
        raise BadInputError(f"{str(setting)!r} is a foul: {'; '.join(reasons)}")
    triple = triple_of(setting, answer.rules)
    return next(row for row in answer.rows if row.triple == triple)


def cost(row: Row, answer: Answer) -> float:
    """Return the chance to win that a setting gives away against the best one."""
    return (answer.best.wins - row.wins) / answer.dealer_hands


def explain(setting: Setting, answer: Answer) -> list[str]:
    """Say what a setting does in each sub-hand, how far it is below the best, and the house's way.

    >>> from astragal.asia import exact
    >>> from astragal.asia.setting import parse_setting
    >>> setting = parse_setting("As Kd Qh Jc / 9s 7d / 4h")
    >>> for line in explain(setting, exact.settings(setting.hand)):
    ...     print(line)
    high    As Kd Qh Jc  straight, ace high: wins 70.75%, loses 27.72%, copies 1.54%
    medium  9s 7d        nine seven: wins 37.58%, loses 60.70%, copies 1.71%
    low     4h           four: wins 55.15%, loses 32.44%, copies 12.40%
    in all  wins 51.71%, loses 41.31%, pushes 6.99%
    the best is As 9s 7d 4h / Kd Qh / Jc: it wins 76.31%, 24.60 points more
    the house (lexicographic) would do the same
    """
    row = row_of(setting, answer)
    total = answer.dealer_hands

    def part(count: int) -> str:
        return f"{count / total:.2%}"

    lines = [
        f"{name:6}  {cards_name(cards):11}  {value_name(value_of(cards, answer.rules))}: "
        f"wins {part(sub.wins)}, loses {part(sub.losses)}, copies {part(sub.copies)}"
        for name, cards, sub in zip(NAMES, setting, row.subs, strict=True)
    ]
    lines.append(
        f"in all  wins {part(row.wins)}, loses {part(row.losses)}, pushes {part(row.pushes)}"
    )
    if row.triple == answer.best.triple:
        lines.append("this is the best setting")
    else:
        lines.append(
            f"the best is {answer.best.setting}: it wins {part(answer.best.wins)}, "
            f"{100 * cost(row, answer):.2f} points more"
        )
    house = "the same" if row.dealer else str(answer.house.setting)
    lines.append(f"the house ({answer.way}) would do {house}")
    return lines
