"""What programs are told of Asia Poker: plain values under the stable names of the JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from astragal.asia.exact import Answer, Row
from astragal.asia.habits import HabitCost
from astragal.asia.houseway import HouseWay, distinct_settings
from astragal.asia.layouts import CATEGORY_NAMES
from astragal.asia.montecarlo import win_interval
from astragal.asia.play import cost, row_of
from astragal.asia.rules import Rules
from astragal.asia.setting import NAMES, Setting
from astragal.asia.spread import PERCENTS, Spreads
from astragal.asia.table import Entry
from astragal.asia.values import value_name, value_of
from astragal.cards import cards_name


def describe_game(rules: Rules, way: HouseWay) -> dict[str, Any]:
    """Return the rules that an answer used."""
    head = {"profile": rules.name, "dealer": way.name}
    return head | ({"warning": rules.warning} if rules.warning else {})


def describe_setting(setting: Setting) -> dict[str, str]:
    """Return the three hands."""
    return {name: cards_name(cards) for name, cards in setting._asdict().items()}


def describe_values(setting: Setting, rules: Rules) -> dict[str, str]:
    """Return what each of the three hands is, in words."""
    return {name: value_name(value_of(cards, rules)) for name, cards in setting._asdict().items()}


def describe_row(row: Row, answer: Answer) -> dict[str, Any]:
    """Return a setting with what it wins, and how sure that is."""
    counts = {name: getattr(row, name) for name in ("wins", "losses", "pushes", "dealer", "same")}
    if answer.method == "exact":
        return describe_setting(row.setting) | counts
    return describe_setting(row.setting) | counts | {"interval": asdict(win_interval(row, answer))}


def describe_answer(answer: Answer) -> dict[str, Any]:
    """Return all settings, best first."""
    return {
        "method": answer.method,
        "dealer_hands": answer.dealer_hands,
        "legal": answer.legal,
        "settings": [describe_row(row, answer) for row in answer.rows],
    }


def describe_entry(entry: Entry) -> dict[str, Any]:
    """Return the best setting alone, as `describe_answer` does."""
    same = {triple: count for triple, _, count in distinct_settings(entry.hand, entry.rules)}
    best = entry.best
    row = {name: getattr(best, name) for name in ("wins", "losses", "pushes")} | {
        "dealer": best.triple == entry.house.triple,
        "same": same[best.triple],
    }
    return {
        "method": entry.method,
        "dealer_hands": entry.dealer_hands,
        "legal": sum(same.values()),
        "settings": [describe_setting(best.setting) | row],
    }


def describe_own(setting: Setting, answer: Answer) -> dict[str, Any]:
    """Return what a setting does in each sub-hand, what it costs, and what would be better."""
    row = row_of(setting, answer)
    mine = describe_row(row, answer)
    as_house = mine.pop("dealer")  # beside the game's `dealer`, which is a way's name
    subs = zip(NAMES, row.subs, strict=True)
    return (
        {"dealer_hands": answer.dealer_hands}
        | mine
        | {"as_house": as_house}
        | {"sub_hands": {name: asdict(sub) for name, sub in subs}}
        | {"cost": cost(row, answer)}
        | {"best": describe_row(answer.best, answer), "house": describe_row(answer.house, answer)}
    )


def describe_habits(costs: Sequence[HabitCost]) -> list[dict[str, Any]]:
    """Return what each habit costs of the bet, and how sure that is."""
    return [
        {
            "habit": one.habit.name,
            "text": one.habit.text,
            "net_cost": one.net_cost,
            "error": one.error,
            "differs": one.differs,
        }
        for one in costs
    ]


def describe_spreads(found: Spreads) -> dict[str, Any]:
    """Return what hands of each kind are worth, of the bet."""
    return {
        "method": found.method,
        "hands": found.hands,
        "kinds": [
            {
                "category": CATEGORY_NAMES[one.kind.category],
                "joker": one.kind.joker,
                "hands": one.hands,
                "mean": one.mean,
                "error": one.error,
                "quantiles": dict(zip(map(str, PERCENTS), one.quantiles, strict=True)),
            }
            for one in found.kinds
        ],
    }
