"""The house ways that come with a game: the files of its folder `ways`.

A way is one TOML file. It has the rules or points of the way, and a table `listed`: the place in
lists, a title, half a line of text, whether a casino deals by it, and house edges that have been
counted, each with the command that counts it. A computed way has its settings in an `.xz` file
beside the TOML file. `LEXICOGRAPHIC` is an order of settings, so it has neither rules nor points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict

from astragal._cached import cached_property
from astragal._results import Result
from astragal._toml import Kinds, check_keys, parse_toml
from astragal.errors import BadInputError, quoted
from astragal.store.package_data import package_files, package_hash, read_package_text

LEXICOGRAPHIC, OBVIOUS = "lexicographic", "obvious"
"""Ways that are an order of settings: see `house_way.ordered_points`.

A dealer of Asia Poker can have the first; a hint compares with the second, which no dealer has.
"""
LISTED = "\n[listed]\n"
"""What comes before the table `listed`, with which a file of the package ends."""


class SettingWayJson(TypedDict):
    """A house way that comes with a game, and exact house edges of players against it."""

    name: str
    title: str
    """Its name on pages."""
    text: str
    """Whose way it is, or what it is, in half a line."""
    casino: bool
    """Whether it is the way of a casino."""
    against: dict[str, str] | None
    """The `rules` and the `dealer` for which a strategy card was made; null of other ways."""
    house_edges: dict[str, dict[str, float]]
    """By the name of the rules, then by the player's way: the house edge, as a part of the bet."""


@dataclass(frozen=True, slots=True)
class CountedEdges:
    """House edges against a way, which all have been counted by one command."""

    rules: str
    """The name of the rules, with their switches."""
    command: str
    percent: Mapping[str, float]
    """By the player's way: the house edge in per cent of the bet."""


@dataclass(frozen=True, slots=True)
class ListedWay(Result):
    """What lists and pages show of a house way."""

    name: str
    place: int
    title: str
    text: str
    """Whose way it is, or what it is, in half a line."""
    casino: bool
    """Whether it is the way of a casino."""
    made: str | None
    """The command that made the way; None if it was written by hand."""
    against: Mapping[str, str] | None
    """The rules and the dealer for which it was made, and by which its costs were counted."""
    edges: tuple[CountedEdges, ...]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    def to_dict(self) -> SettingWayJson:
        """Return one of the ways that `/api/asia/ways` answers."""
        return {
            "name": self.name,
            "title": self.title,
            "text": self.text,
            "casino": self.casino,
            "against": None if self.against is None else dict(self.against),
            "house_edges": {
                counted.rules: {
                    player: round(percent / 100, 6) for player, percent in counted.percent.items()
                }
                for counted in self.edges
            },
        }


REQUIRED: Kinds = {"place": int, "title": str, "text": str}
OPTIONAL: Kinds = {"casino": bool, "made": str, "against": dict, "edges": list}
EDGES: Kinds = {"rules": str, "command": str, "percent": dict}


def read_listing(name: str, table: Any) -> ListedWay:
    """Return the table `listed` of the file of a way.

    >>> read_listing("lisboa", {"place": 13, "title": "Lisboa"})
    Traceback (most recent call last):
    astragal.errors.BadInputError: listed: 'text' is missing
    """
    check_keys(table, "listed", required=REQUIRED, optional=OPTIONAL)
    against = table.get("against")
    if against is not None:
        check_keys(against, "against", required={"rules": str, "dealer": str}, optional={})
    counted = []
    for edges in table.get("edges", []):
        check_keys(edges, "listed.edges", required=EDGES, optional={})
        for player, percent in edges["percent"].items():
            if type(percent) not in (int, float):
                raise BadInputError(
                    f"listed.edges: percent of {quoted(player)} = {quoted(percent)} is not a number"
                )
        counted.append(CountedEdges(**edges))
    return ListedWay(
        name=name,
        place=table["place"],
        title=table["title"],
        text=table["text"],
        casino=table.get("casino", False),
        made=table.get("made"),
        against=against,
        edges=tuple(counted),
    )


@dataclass(frozen=True)
class Ways:
    """The house ways that come with a game."""

    game: str
    """The folder of the game in the package."""
    standard: str
    """The dealer's way unless another one is named."""
    card: str
    """The strategy card that is shown unless another one is named."""

    @property
    def folder(self) -> str:
        """The folder of the files within the package."""
        return f"{self.game}/ways"

    @cached_property
    def unordered(self) -> frozenset[str]:
        """The names of all ways; no file is read."""
        return frozenset(package_files(self.folder, ".toml"))

    @cached_property
    def computed(self) -> frozenset[str]:
        """The names of the ways that are the setting of every class of hands."""
        return frozenset(package_files(self.folder, ".xz"))

    @cached_property
    def listed(self) -> tuple[ListedWay, ...]:
        """All ways, in the order of lists.

        >>> from astragal import paigow
        >>> foxwoods = paigow.Rules.ways.listed[0]
        >>> foxwoods.title, foxwoods.edges[2].rules, foxwoods.edges[2].percent["foxwoods"]
        ('Foxwoods', 'casino, banker player', 0.2541)
        """
        read = [
            read_listing(name, parse_toml(self.text(name)).get("listed")) for name in self.unordered
        ]
        return tuple(sorted(read, key=lambda way: way.place))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all ways, in the order of lists."""
        return tuple(way.name for way in self.listed)

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The names of the ways that have rules or points, in the order of lists."""
        return tuple(name for name in self.names if self.has_file(name))

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the strategy cards, in the order of lists: they were made for a dealer."""
        return tuple(way.name for way in self.listed if way.against is not None)

    def has_file(self, name: str) -> bool:
        """Return whether a way of this name has rules or points; no file is read."""
        return name in self.unordered - self.computed - {LEXICOGRAPHIC}

    def text(self, name: str) -> str:
        """Return the text of the file of a way."""
        return read_package_text(f"{self.folder}/{name}.toml")

    def source_hash(self, name: str) -> str:
        """Return the hash of what decides how a way sets: its settings, or its file."""
        ending = "xz" if name in self.computed else "toml"
        return package_hash(f"{self.folder}/{name}.{ending}")
