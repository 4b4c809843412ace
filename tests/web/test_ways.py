"""The house ways as pages show them: half a line, and house edges that are data."""

import re
from types import ModuleType
from typing import Any

import httpx
import pytest

from astragal import asia, paigow
from astragal.setting import Rules
from astragal.web.ways import TEXTS, SettingWayJson, ways_of

from web.conftest import ROOT

RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
PAIGOW_PAGE = (ROOT / "docs" / "paigow.md").read_text(encoding="utf-8")
both = pytest.mark.parametrize("room", [asia, paigow], ids=["asia", "paigow"])


def rules_of(room: ModuleType, name: str) -> Rules:
    """Return the rules that a name of the data stands for."""
    base, *switches = name.split(", ")
    rules = room.find_rules(base, **dict(switch.split() for switch in switches))
    assert isinstance(rules, Rules)
    return rules


def own_edges(room: ModuleType, rules: str) -> dict[str, float]:
    """Return the house edge of each way against itself, in per cent."""
    ways = {way["name"]: way["house_edges"].get(rules, {}) for way in ways_of(room.Rules)}
    return {name: round(100 * edges[name], 4) for name, edges in ways.items() if name in edges}


@both
def test_ways_are_answered_with_what_is_known_of_them(
    client: httpx.Client, room: ModuleType
) -> None:
    answer: list[SettingWayJson] = client.get(f"/api/{room.Rules.game}/ways").json()
    assert answer == ways_of(room.Rules)
    assert [way["name"] for way in answer] == list(room.WAYS.names)
    assert set(TEXTS[room.Rules.game]) <= set(room.WAYS.names)
    for way in answer:
        for name, edges in way["house_edges"].items():
            assert rules_of(room, name).name == name
            assert set(edges) <= set(room.WAYS.names)


@pytest.mark.parametrize(
    ("room", "rules", "command"),
    [
        (asia, "casino", "`astragal asia matrix --rules casino`:"),
        (asia, "push", "`astragal asia matrix --rules push`:"),
        (paigow, "casino", "`astragal paigow matrix`"),
    ],
)
def test_edges_are_those_of_the_matrix_of_the_docs(
    room: ModuleType, rules: str, command: str
) -> None:
    table = RESULTS.split(command)[1].split("\n\n")[1]
    heading, _, *rows = table.splitlines()
    dealers = re.findall("`([^`]+)`", heading)
    edges = {way["name"]: way["house_edges"][rules] for way in ways_of(room.Rules)}
    assert len(rows) == len(dealers) == len(room.WAYS.names)
    for row in rows:
        player, *numbers = (cell.strip(" `") for cell in row.strip("|").split("|"))
        for dealer, number in zip(dealers, numbers, strict=True):
            assert round(100 * edges[dealer][player], 4) == float(number), (player, dealer)


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("`casino`", "casino"),
        ("the player banks", "casino, banker player"),
        ("`ez`", "ez"),
        ("`nine-high`", "nine-high"),
    ],
)
def test_edges_of_pai_gow_poker_are_those_of_the_docs(words: str, rules: str) -> None:
    table = PAIGOW_PAGE.split("The house edge if the player plays the dealer's way")[1]
    dealers = re.findall("`([^`]+)`", table.split("\n\n")[1].splitlines()[0])
    row = next(line for line in table.splitlines() if line.startswith(f"| {words} |"))
    numbers = dict(zip(dealers, map(float, re.findall(r"\d\.\d{4}", row)), strict=True))
    assert len(numbers) == 5
    assert numbers.items() <= own_edges(paigow, rules).items()


@pytest.mark.verify
@pytest.mark.parametrize(
    ("room", "rules"),
    [(room, rules) for room in (asia, paigow) for rules in ways_of(room.Rules)[0]["house_edges"]],
)
def test_edges_are_counted_again(room: Any, rules: str) -> None:
    dealer = ways_of(room.Rules)[0]
    edges = dealer["house_edges"][rules]
    game = room.Game(rules_of(room, rules), dealer=dealer["name"])
    counted = {edge.player: round(edge.edge, 6) for edge in game.edge_many(list(edges))}
    assert counted == edges
