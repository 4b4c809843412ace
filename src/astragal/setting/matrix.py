"""The house edge of every house way against every other, over all deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_list, require_name
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.jobs.job import hashed_job
from astragal.jobs.run import RunOptions, run
from astragal.setting.house_way import HouseWay, Way, find_way, forced_pushes
from astragal.setting.rules import Copies, Rules, RulesJson
from astragal.setting.whole_game import DEALS, compared_game, deal_chunks, duels, under_rules

if TYPE_CHECKING:
    from astragal.setting.game import Game


class MatrixEdgeJson(TypedDict):
    """The edge of one house way against another."""

    player: str
    dealer: str
    wins: int
    """Deals that the player wins."""
    losses: int
    """Deals that the player loses."""
    edge: float
    """The house edge, as a part of the bet."""


class WayMatrixJson(TypedDict):
    """The house edge of each house way against each, under some rules."""

    rules: RulesJson
    deals: int
    edges: list[MatrixEdgeJson]


class EdgeMatrixJson(WayMatrixJson):
    """The house edge of each house way against each; under `push` also as casinos play."""

    casino: WayMatrixJson | None
    """The same under the rules `casino`; null unless the rules are `push`."""


@dataclass(frozen=True, slots=True)
class EdgeMatrix(TableResult):
    """The house edge of each house way against each, over all deals."""

    deals: ClassVar[int] = DEALS
    rules: Rules
    ways: tuple[str, ...]
    wins: tuple[tuple[int, ...], ...]
    """Deals that a player's way, which is the row, wins against each dealer's."""
    losses: tuple[tuple[int, ...], ...]
    casino: EdgeMatrix | None = None
    """The same under the rules `casino`, if the rules are `push`."""

    def edge(self, player: str, dealer: str) -> float:
        """Return the house edge of one way against another."""
        for way in (player, dealer):
            require_name(way, self.ways, "house way of this matrix")
        row, column = self.ways.index(player), self.ways.index(dealer)
        return self.rules.stakes.edge(self.wins[row][column], self.losses[row][column], DEALS)

    def __repr__(self) -> str:
        return f"EdgeMatrix(rules={self.rules.name!r}, ways={len(self.ways)})"

    def _edges(self) -> list[MatrixEdgeJson]:
        return [
            {
                "player": player,
                "dealer": dealer,
                "wins": self.wins[row][column],
                "losses": self.losses[row][column],
                "edge": self.edge(player, dealer),
            }
            for row, player in enumerate(self.ways)
            for column, dealer in enumerate(self.ways)
        ]

    def _columns(self) -> dict[str, list[object]]:
        edges = self._edges()
        return {
            "player": [edge["player"] for edge in edges],
            "dealer": [edge["dealer"] for edge in edges],
            "wins": [edge["wins"] for edge in edges],
            "losses": [edge["losses"] for edge in edges],
            "edge": [edge["edge"] for edge in edges],
        }

    def _own_matrix(self) -> WayMatrixJson:
        return {"rules": self.rules.to_dict(), "deals": self.deals, "edges": self._edges()}

    def to_dict(self) -> EdgeMatrixJson:
        """Return what `astragal asia matrix --json` prints."""
        casino = None if self.casino is None else self.casino._own_matrix()
        return {**self._own_matrix(), "casino": casino}

    def _table(self) -> TextTable:
        rows = [
            [player, *(f"{self.edge(player, dealer):.4%}" for dealer in self.ways)]
            for player in self.ways
        ]
        above = f"house edge of the row's player against the column's dealer, all {DEALS:,} deals"
        below = f"rules {self.rules.name}"
        if self.casino is not None:
            below = f"{below}\n\n{self.casino}"
        return TextTable(["", *self.ways], rows, below, above)


def _is_mirrored(ways: Sequence[HouseWay], rules: Rules) -> bool:
    """Return whether a deal that the player wins is lost if the two exchange their seats."""
    if rules.copies_go_to is not Copies.PUSH:
        return False
    return not any(forced_pushes(way.outcomes, rules).any() for way in ways)


def edge_matrix(game: Game, ways: Sequence[Way] | None, options: RunOptions) -> EdgeMatrix:
    """Play every house way against every other over all deals; None are all that come with it."""
    rules = game.rules
    listed = rules.ways.names if ways is None else require_list(ways, "ways", "house ways")
    resolved = [find_way(way, rules) for way in listed]
    compared, casino = compared_game(game), None
    if compared is not None:
        same_ways = [under_rules(way, compared.rules) for way in listed]
        casino = edge_matrix(compared, same_ways, options)
    places = range(len(resolved))
    mirrored = _is_mirrored(resolved, rules)
    pairs = list(product(places, places))
    if mirrored:
        pairs = list(combinations_with_replacement(places, 2))

    def combine(results: Iterator[NDArray[np.int64]]) -> EdgeMatrix:
        won, lost = {}, {}
        sums = sum(results, np.zeros((len(pairs), 2), np.int64)).tolist()
        for (player, dealer), (wins, losses) in zip(pairs, sums, strict=True):
            won[player, dealer], lost[player, dealer] = wins, losses
            if mirrored:
                won[dealer, player], lost[dealer, player] = losses, wins
        return EdgeMatrix(
            rules=rules,
            ways=tuple(way.name for way in resolved),
            wins=tuple(tuple(won[row, column] for column in places) for row in places),
            losses=tuple(tuple(lost[row, column] for column in places) for row in places),
            casino=casino,
        )

    job = hashed_job(
        f"{rules.game}-matrix", deal_chunks(), partial(duels, rules, resolved, pairs), combine,
        rules=rules.name, ways=[way.fingerprint for way in resolved],
    )  # fmt: skip
    return run(job, **options)
