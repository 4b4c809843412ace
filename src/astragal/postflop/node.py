"""A node of a solution: the strategy, the EV and the equity of each hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._frames import Floats, Texts
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import CARD_NAMES, CardSet, SetArray, card_names, cards_text
from astragal.equity.ranges import square_text
from astragal.equity.starting_hands import numbers_of, starting_hands
from astragal.poker.variants import HOLDEM, hand_name
from astragal.postflop.bets import PLAYERS, Player
from astragal.postflop.certificate import DECK, DIGITS, ByPlayer, Game, StoredStrategy
from astragal.postflop.grid import action_colours, grid_svg
from astragal.postflop.lines import Place, player_at
from astragal.postflop.tree import Action
from astragal.postflop.values import Numbers, compatible, equity_of, values_at

NAMES = {"oop": "out of position", "ip": "in position"}


class PostflopActionJson(TypedDict):
    """An action at a node."""

    action: str
    """check, bet 100, ..."""
    kind: str
    """fold, check, call, bet, raise or all-in."""
    amount: float | None
    """The player's total on this street; null for fold, check and call."""
    frequency: float | None
    """How often the range plays it, 0 to 1; null if the node is never reached."""
    ev: float | None
    """The mean EV of the hands that play it; null if none does."""


class ByPlayerOrNullJson(TypedDict):
    """A number for each player; null if the node is never reached."""

    oop: float | None
    ip: float | None


class NodeHandsJson(TypedDict):
    """The hands of a player at a node, by column."""

    hand: list[str]
    reach: list[float]
    """The weight in the range, times how often the hand plays to here."""
    weight: list[float]
    """The reach times the reach of all compatible hands of the opponent."""
    ev: list[float | None]
    """EV from this node on; null if no hand of the opponent is compatible."""
    equity: list[float | None]
    """The chance to win plus half of the ties, over all run-outs."""


class HandsByPlayerJson(TypedDict):
    """The hands of both players at a node."""

    oop: NodeHandsJson
    ip: NodeHandsJson


class NextCardValueJson(TypedDict):
    """A next card, and the mean EV of both ranges after it."""

    card: str
    ev: ByPlayerOrNullJson


class PostflopNodeJson(TypedDict):
    """A node of a solution; EV counts from this node on."""

    line: str
    """The actions and cards since the root."""
    board: list[str]
    pot: float
    """All chips that are in, an uncalled bet included."""
    reached: float | None
    """How often the players play this line, 0 to 1, given its cards; null if no hands can meet."""
    player: str | None
    """The player to act, oop or ip; null if a card comes."""
    actions: list[PostflopActionJson]
    strategy: dict[str, list[float]]
    """For each hand of the player to act, the probabilities of the actions, in their order."""
    ev_actions: dict[str, list[float | None]]
    """For each hand of the player to act, the EV of the actions."""
    range_ev: ByPlayerOrNullJson
    range_equity: ByPlayerOrNullJson
    hands: HandsByPlayerJson
    next_cards: list[NextCardValueJson] | None
    """The EV after each next card; null unless a card comes."""


@dataclass(frozen=True, eq=False, repr=False)
class Node(TableResult):
    """A node of a solution: the strategy of the player to act, and both players' values.

    Arrays have a row for each hand without a card of the board. `hands` are the hands of the player
    to act, `ranges` the hands of both players. EV counts from this node on: chips that are in
    belong to the pot. EV is NaN where no hand of the opponent is compatible.
    """

    line: str
    board: CardSet
    pot: float
    reached: float
    """How often the players play this line, given its cards; NaN if no hands can meet."""
    player: Player | None
    actions: tuple[Action, ...]
    ranges: ByPlayer[SetArray]
    """The hands of each player as card sets, ascending."""
    strategy: Numbers
    """Probabilities, hands x actions."""
    ev_actions: Numbers
    """EV, hands x actions."""
    reach: ByPlayer[Numbers]
    """The weight of each hand in the range, times how often it plays to here."""
    weights: ByPlayer[Numbers]
    """The reach of each hand, times the reach of all compatible hands of the opponent."""
    ev: ByPlayer[Numbers]
    equity: ByPlayer[Numbers]
    """The chance to win plus half of the ties against the opponent's range here."""
    next_card_ev: ByPlayer[Numbers]
    """The mean EV after each next card, by card id; NaN for dead cards; empty at a decision."""

    @property
    def hands(self) -> SetArray:
        """The hands of the player to act; none if a card comes."""
        return np.empty(0, np.uint64) if self.player is None else self.ranges[self.player]

    @property
    def range_ev(self) -> ByPlayer[float]:
        """The mean EV of each range; NaN if the node is never reached."""
        return ByPlayer(*(mean(self.ev[p], self.weights[p]) for p in PLAYERS))

    @property
    def range_equity(self) -> ByPlayer[float]:
        """The mean equity of each range."""
        return ByPlayer(*(mean(self.equity[p], self.weights[p]) for p in PLAYERS))

    @property
    def frequencies(self) -> Numbers:
        """How often the range of the player to act plays each action."""
        if self.player is None:
            return np.empty(0)
        weights = self.weights[self.player]
        return np.array([mean(column, weights) for column in self.strategy.T])

    @property
    def mean_evs(self) -> Numbers:
        """The mean EV of the hands that play each action, by how often they play it."""
        if self.player is None:
            return np.empty(0)
        weights = self.weights[self.player][:, None] * self.strategy
        pairs = zip(self.ev_actions.T, weights.T, strict=True)
        return np.array([mean(column, weight) for column, weight in pairs])

    # ---- As text and JSON ----

    def to_dict(self) -> PostflopNodeJson:
        """Return the JSON of this node."""
        return {
            "line": self.line,
            "board": card_names(self.board),
            "pot": self.pot,
            "reached": number(self.reached),
            "player": self.player,
            "actions": self._action_rows(),
            "strategy": dict(zip(self._names(), self.strategy.tolist(), strict=True)),
            "ev_actions": {
                name: numbers(row) for name, row in zip(self._names(), self.ev_actions, strict=True)
            },
            "range_ev": _pair_json(self.range_ev),
            "range_equity": _pair_json(self.range_equity),
            "hands": {"oop": self._hands_json("oop"), "ip": self._hands_json("ip")},
            "next_cards": self._next_cards() if self.player is None else None,
        }

    def _names(self) -> list[str]:
        return [hand_name(hand) for hand in self.hands.tolist()]

    def _action_rows(self) -> list[PostflopActionJson]:
        return [
            {
                "action": str(action),
                "kind": action.kind,
                "amount": action.amount if action.chips else None,
                "frequency": number(frequency),
                "ev": number(ev),
            }
            for action, frequency, ev in zip(
                self.actions, self.frequencies.tolist(), self.mean_evs.tolist(), strict=True
            )
        ]

    def _hands_json(self, player: Player) -> NodeHandsJson:
        return {
            "hand": [hand_name(hand) for hand in self.ranges[player].tolist()],
            "reach": self.reach[player].tolist(),
            "weight": self.weights[player].tolist(),
            "ev": numbers(self.ev[player]),
            "equity": numbers(self.equity[player]),
        }

    def _next_cards(self) -> list[NextCardValueJson]:
        alive = [card for card in range(DECK) if not self.board >> card & 1]
        oop, ip = self.next_card_ev
        return [
            {
                "card": CARD_NAMES[card],
                "ev": {"oop": number(float(oop[card])), "ip": number(float(ip[card]))},
            }
            for card in alive
        ]

    def _columns(self) -> Mapping[str, Sequence[object]]:
        if self.player is None:
            rows = self._next_cards()
            return {
                "card": Texts(row["card"] for row in rows),
                "ev_oop": Floats(row["ev"]["oop"] for row in rows),
                "ev_ip": Floats(row["ev"]["ip"] for row in rows),
            }
        player = self.player
        columns: dict[str, Any] = {
            "hand": Texts(self._names()),
            "reach": self.reach[player],
            "weight": self.weights[player],
            "ev": self.ev[player],
            "equity": self.equity[player],
        }
        for number_, action in enumerate(self.actions):
            columns[str(action)] = self.strategy[:, number_].copy()
        for number_, action in enumerate(self.actions):
            columns[f"ev {action}"] = self.ev_actions[:, number_].copy()
        return columns

    def _table(self) -> TextTable:
        above = f"{cards_text(self.board)}, pot {self.pot:g}"
        if self.line:
            above = f"{self.line}: {above}"
        below = ", ".join(
            f"{NAMES[p]} EV {_text(number(self.range_ev[p]))}, "
            f"equity {_percent(number(self.range_equity[p]))}"
            for p in PLAYERS
        )
        if self.player is None:
            cells = [
                [row["card"], *(_text(row["ev"][p]) for p in PLAYERS)] for row in self._next_cards()
            ]
            return TextTable(["next card", "EV oop", "EV ip"], cells, below, above)
        rows = self._action_rows()
        return TextTable(
            ["action", "frequency", "EV"],
            [
                [
                    row["action"],
                    _percent(row["frequency"]),
                    _text(row["ev"]),
                ]
                for row in rows
            ],
            below,
            f"{above}, {NAMES[self.player]} acts",
        )

    def __str__(self) -> str:
        table = self._table().to_text()
        if self.player is None or len(self.actions) == 1:
            return table
        first = {"check": "bets", "fold": "calls or raises"}[self.actions[0].kind]
        shares = 1 - self.by_starting_hand()[0]
        names = starting_hands()
        cells = {
            str(names[n]): f"{shares[n]:.0%}" for n in np.flatnonzero(~np.isnan(shares)).tolist()
        }
        return f"{table}\n\nhow often each hand {first}:\n{square_text(HOLDEM, cells)}"

    def __repr__(self) -> str:
        who = "a card comes" if self.player is None else f"{self.player} acts"
        return f"<Node {self.line or 'root'}, pot {self.pot:g}: {who}>"

    def by_starting_hand(self) -> Numbers:
        """Return the share of each action, by action and starting hand; NaN if it isn't there."""
        if self.player is None:
            return np.empty((0, len(starting_hands())))
        kinds, count = numbers_of(self.hands), len(starting_hands())
        reach = self.reach[self.player]
        total = np.bincount(kinds, reach, count)
        parts = [np.bincount(kinds, reach * row, count) for row in self.strategy.T]
        with np.errstate(invalid="ignore"):
            return np.array(parts) / np.where(total > 0, total, np.nan)

    def _repr_svg_(self) -> str | None:
        """Draw the square of starting hands; each cell is split by action, in a colour each."""
        if self.player is None:
            return None
        reach: Numbers = np.zeros(len(starting_hands()))
        np.add.at(reach, numbers_of(self.hands), self.reach[self.player])
        return grid_svg(self.by_starting_hand(), reach, action_colours(self.actions))


def node_at(
    game: Game, stored: StoredStrategy, place: Place, *, threads: int | None = None
) -> Node:
    """Return the node of a line."""
    values = values_at(game, stored, place, threads)
    chip = game.chip
    alive = [(hands & np.uint64(place.cards)) == 0 for hands in game.hands]

    def kept(pair: ByPlayer[Any]) -> ByPlayer[NDArray[Any]]:
        return ByPlayer(pair.oop[alive[0]], pair.ip[alive[1]])

    ranges = kept(ByPlayer(*game.hands))
    reach = kept(values.reach)
    opponents = kept(values.opponents)
    weights = ByPlayer(*(reach[p] * opponents[p] for p in PLAYERS))
    ev = kept(values.ev)
    player = player_at(game.tree, place)
    own = alive[PLAYERS.index(player)] if player else np.zeros(len(alive[0]), bool)
    board = game.board | place.cards
    start = kept(ByPlayer(*game.weights))
    all_pairs = float(start.oop @ compatible(ranges.oop, ranges.ip, start.ip))
    return Node(
        line=place.line,
        board=board,
        pot=(game.pot + int(game.tree.put_in[place.node].sum())) * chip,
        reached=float(weights.oop.sum()) / all_pairs if all_pairs > 0 else float("nan"),
        player=player,
        actions=tuple(game.tree.actions(place.node)),
        ranges=ranges,
        strategy=np.ascontiguousarray(values.strategy[:, own].T),
        ev_actions=np.ascontiguousarray(values.ev_actions[:, own].T) * chip,
        reach=reach,
        weights=weights,
        ev=ByPlayer(ev.oop * chip, ev.ip * chip),
        equity=equity_of(board, ranges, reach, threads),
        next_card_ev=ByPlayer(
            *(
                _next_card_means(game, place, values.by_card[p], values.reach, number_) * chip
                for number_, p in enumerate(PLAYERS)
            )
        ),
    )


def _next_card_means(
    game: Game, place: Place, by_card: Numbers, reach: ByPlayer[Numbers], player: int
) -> Numbers:
    """Return the mean EV of a player's range after each card."""
    means = np.full(len(by_card), np.nan)
    own, others = game.hands[player], game.hands[1 - player]
    for card in range(len(by_card)):
        bit = np.uint64(1 << card)
        if (game.board | place.cards) >> card & 1:
            continue
        mine = np.where((own & bit) == 0, reach[player], 0)
        theirs = np.where((others & bit) == 0, reach[1 - player], 0)
        means[card] = mean(by_card[card], mine * compatible(own, others, theirs))
    return means


# ---- Numbers ----


def mean(values: Numbers, weights: Numbers) -> float:
    """Return a mean over the hands that have a weight; NaN if none has."""
    there = weights > 0
    total = weights[there].sum()
    return float(weights[there] @ values[there] / total) if total > 0 else float("nan")


def number(value: float) -> float | None:
    """Return a number for JSON: None instead of NaN."""
    return None if value != value else value  # noqa: PLR0124


def numbers(values: Numbers) -> list[float | None]:
    """Return numbers for JSON."""
    return [number(value) for value in values.tolist()]


def _pair_json(pair: ByPlayer[float]) -> ByPlayerOrNullJson:
    return {"oop": number(pair.oop), "ip": number(pair.ip)}


def _text(value: float | None) -> str:
    return "–" if value is None else f"{value:,.{DIGITS - 2}f}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"
