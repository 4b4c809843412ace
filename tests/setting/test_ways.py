"""The house ways that come with a game: their files, texts, and house edges that are data."""

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from astragal import asia, paigow
from astragal.setting import Rules
from astragal.setting.ways import LISTED, SettingWayJson, Ways

ROOT = Path(__file__).parents[2]

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


def ways_of(rules: type[Rules]) -> list[SettingWayJson]:
    return [way.to_dict() for way in rules.ways.listed]


@both
def test_the_files_of_the_folder_are_the_ways(room: ModuleType) -> None:
    ways: Ways = room.Rules.ways
    folder = ROOT / "src" / "astragal" / room.Rules.game / "ways"
    assert {file.stem for file in folder.glob("*.toml")} == ways.unordered == {*ways.names}
    assert {file.stem for file in folder.glob("*.xz")} == ways.computed
    orders = {"lexicographic"} if room is asia else set()
    assert {*ways.names} == {*ways.files, *ways.computed, *orders}
    assert [way.place for way in ways.listed] == list(range(1, len(ways.names) + 1))
    assert len({way.title for way in ways.listed}) == len(ways.names)
    assert ways.names[0] == ways.standard


@both
def test_the_edges_are_of_known_rules_and_ways(room: ModuleType) -> None:
    for way in room.Rules.ways.listed:
        assert way.edges
        for counted in way.edges:
            rules = rules_of(room, counted.rules)
            assert rules.name == counted.rules
            assert f"--rules {rules.base}" in counted.command
            assert ("--banker player" in counted.command) == ("banker player" in counted.rules)
            assert set(counted.percent) <= set(room.Rules.ways.names)


@both
def test_a_way_is_shown_without_its_listing(room: ModuleType) -> None:
    for name in room.Rules.ways.files:
        text = room.Game().card(name).text
        assert "listed" not in text
        assert room.Rules.ways.text(name).startswith(f"{text}{LISTED}")


@pytest.mark.parametrize(
    ("room", "rules", "command"),
    [
        (asia, "casino", "`astragal asia matrix --rules casino`."),
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
    assert len(rows) == len(dealers) == len(room.Rules.ways.names)
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
