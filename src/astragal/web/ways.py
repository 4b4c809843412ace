"""What the pages of the setting games say about a house way: half a line, and its house edges.

Counting an edge takes half a minute, so the edges are data. `edges.toml` names the commands.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from typing_extensions import TypedDict

from astragal.setting import Rules

EDGES = Path(__file__).parent / "edges.toml"
TEXTS: Mapping[str, Mapping[str, str]] = {
    "asia": {
        "standard": "24 lines to play from",
        "short": "eight lines to play from",
        "points": "24 numbers to add up",
        "balanced": "one way for both sides, hard to beat",
        "casino-dealer": "the best dealer of a casino",
        "casino-player": "the best player of a casino",
        "push-both": "the best way if equal hands push",
        "lexicographic": "the highest 4-card hand, then the highest 2-card hand",
        "obvious": "as beginners set: kickers don't count",
    },
    "paigow": {
        "foxwoods": "Foxwoods, Connecticut",
        "trump-plaza": "Trump Plaza, Atlantic City",
        "mgm-grand": "MGM Grand, Las Vegas",
        "stones": "Stones Gambling Hall, California",
        "wizard": "Shackleford's rule for two pair",
        "card": "21 lines to play from",
        "short": "eight lines to play from",
        "points": "24 numbers to add up",
        "casino-dealer": "the best dealer of a casino",
        "casino-player": "the best player of a casino",
        "lexicographic": "the highest 5-card hand, then the highest 2-card hand",
        "obvious": "as beginners set: kickers don't count",
    },
}


class SettingWayJson(TypedDict):
    """A house way in half a line, and exact house edges of players against it."""

    name: str
    text: str | None
    """Whose way it is, or what it is, in half a line."""
    house_edges: dict[str, dict[str, float]]
    """By the name of the rules, then by the player's way: the house edge, as a part of the bet."""


def ways_of(rules: type[Rules]) -> list[SettingWayJson]:
    """Return the named house ways of a game, with the house edges that have been counted.

    >>> from astragal import paigow
    >>> foxwoods = ways_of(paigow.Rules)[0]
    >>> foxwoods["text"], foxwoods["house_edges"]["casino, banker player"]["foxwoods"]
    ('Foxwoods, Connecticut', 0.002541)
    """
    by_rules = _edges()[rules.game]
    return [
        {
            "name": way,
            "text": TEXTS[rules.game].get(way),
            "house_edges": {
                name: {player: round(edge / 100, 6) for player, edge in dealers[way].items()}
                for name, dealers in by_rules.items()
                if way in dealers
            },
        }
        for way in rules.ways.names
    ]


@cache
def _edges() -> dict[str, Any]:
    return tomllib.loads(EDGES.read_text(encoding="utf-8"))
