"""The whole game: the house edge over all 8,250,459,031,214,400 deals.

For house way against house way it is exact. Pairs of hands that share no card are counted by
inclusion and exclusion: over every set of cards, the pairs of hands that both hold it, added for
sets of an even size and subtracted for odd ones. Sets that differ by a permutation of the suits
count alike, so only one of each kind is looked at.

Strategies are measured on a random sample of hands, each counted exactly. The gain over the house
way varies much less from hand to hand than the result, so the estimate of an edge is the exact edge
of the house way minus the mean gain. With a complete table, the edge of best play is exact as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_int, require_list, require_seed
from astragal._frames import Floats, Integers, Texts
from astragal._intervals import mean_error
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import SetArray
from astragal.errors import BadInputError, TableMissingError, UnknownNameError, quoted
from astragal.jobs.job import Job, chunk_ranges, hashed_job
from astragal.jobs.run import RunOptions, run
from astragal.setting.classes import DEALER_HANDS, HANDS, SUIT_CLASSES
from astragal.setting.hand import rank_tables
from astragal.setting.house_way import HouseWay, Way, find_way, make_way
from astragal.setting.ranking import Ranking
from astragal.setting.rules import Objective, Rules, RulesJson
from astragal.setting.sample import MOST_GAIN, MOST_HANDS, sample_job
from astragal.setting.setting import HAND_SIZE
from astragal.setting.strategy import BEST, Strategy
from astragal.setting.table import Folder, find_table, table_command

if TYPE_CHECKING:
    from astragal.setting.game import Game

DEALS = HANDS * DEALER_HANDS

# Kinds of sets of 0 to 7 cards in one chunk: about a second of work for each size.
CHUNK_SIZES = (1, 14, 182, 500, 2_500, 20_000, 200_000, 7_000_000)

Player: TypeAlias = Way | Strategy
"""A house way, a `Strategy` of your own, or "best"."""

AnyWay = TypeVar("AnyWay")


class PlayerEdgeJson(TypedDict):
    """What a player wins and loses against a dealer over the whole game, under some rules."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    player: str
    """The player's house way, `best`, or the name of a strategy."""
    method: str
    """`exact` (all deals), `table` (all deals, from a complete table) or `sampled`."""
    deals: int
    """Deals counted: all, or those of the sampled hands against all dealer hands."""
    wins: int
    losses: int
    pushes: int
    edge: float
    """The house edge: the mean loss of the player, as a part of the bet."""
    error: float | None
    """Half the width of the 95 % interval of `edge`; null when exact."""
    gain: float | None
    """What the player gains over the house way, of the bet; null if it was not computed."""
    objective: str | None
    """What the player maximises; null for a house way."""
    hands: int
    """Hands of the player that were counted."""
    samples: int | None
    """How many of them were drawn at random; null when exact."""
    seed: int | None
    """The seed of the sample; null when exact."""


class EdgeJson(PlayerEdgeJson):
    """What a player wins and loses over the whole game; under `push` also as casinos play."""

    casino: PlayerEdgeJson | None
    """The same under the rules `casino`; null unless the rules are `push`."""


@dataclass(frozen=True, slots=True)
class Edge(TableResult):
    """What a player wins and loses against a dealer over the whole game."""

    rules: Rules
    dealer: str
    player: str
    method: str
    """`exact` (all deals), `table` (all deals, from a complete table) or `sampled`."""
    deals: int
    """Deals counted: all, or those of the sampled hands against all dealer hands."""
    wins: int
    losses: int
    edge: float
    """The house edge: the mean loss of the player, as a part of the bet."""
    error: float | None = None
    """Half the width of the 95 % interval of `edge`, if it was sampled."""
    gain: float | None = None
    """What the player gains over the house way, as a part of the bet, if that was computed."""
    seed: int | None = None
    objective: Objective | None = None
    """What the player maximises; None for a house way."""
    casino: Edge | None = None
    """The same under the rules `casino`, if the rules are `push`."""

    @property
    def pushes(self) -> int:
        """Deals that nobody won."""
        return self.deals - self.wins - self.losses

    @property
    def hands(self) -> int:
        """How many hands of the player were counted."""
        return self.deals // DEALER_HANDS

    @property
    def samples(self) -> int | None:
        """How many of the hands were drawn at random; None if all were counted."""
        return None if self.error is None else self.hands

    def _shares(self) -> list[str]:
        return [f"{count / self.deals:.4%}" for count in (self.wins, self.losses, self.pushes)]

    def _sentence(self) -> str:
        player = "best play" if self.player == BEST.name else self.player
        head = f"{player} against {'itself' if player == self.dealer else self.dealer}:"
        if self.error is not None:  # the shares of a sample do not fit an edge that is nearer
            gain = f"what {self.hands:,} random hands gain over {self.dealer}, 95 % interval"
            return f"{head} house edge {self.edge:.4%} ± {self.error:.4%} ({gain})"
        won, lost, pushed = self._shares()
        shares = f"wins {won}, loses {lost}, pushes {pushed}"
        return f"{head} {shares}; house edge {self.edge:.4%} (all {self.deals:,} deals)"

    def __str__(self) -> str:
        text = f"{self._sentence()}\nrules {self.rules.name}; dealer {self.dealer}"
        return text if self.casino is None else f"{text}\n\n{self.casino}"

    def _own_edge(self) -> PlayerEdgeJson:
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "player": self.player,
            "method": self.method,
            "deals": self.deals,
            "wins": self.wins,
            "losses": self.losses,
            "pushes": self.pushes,
            "edge": self.edge,
            "error": self.error,
            "gain": self.gain,
            "objective": None if self.objective is None else str(self.objective),
            "hands": self.hands,
            "samples": self.samples,
            "seed": self.seed,
        }

    def to_dict(self) -> EdgeJson:
        """Return the deals won, lost and pushed, and the house edge."""
        casino = None if self.casino is None else self.casino._own_edge()
        return {**self._own_edge(), "casino": casino}

    def _columns(self) -> dict[str, Any]:
        return {
            "rules": [self.rules.name],
            "dealer": [self.dealer],
            "player": [self.player],
            "method": [self.method],
            "deals": [self.deals],
            "wins": [self.wins],
            "losses": [self.losses],
            "pushes": [self.pushes],
            "edge": [self.edge],
            "error": Floats([self.error]),
            "gain": Floats([self.gain]),
            "objective": Texts([None if self.objective is None else str(self.objective)]),
            "hands": [self.hands],
            "samples": Integers([self.samples]),
            "seed": Integers([self.seed]),
        }

    def _table(self) -> TextTable:
        headings = ["player", "dealer", "wins", "losses", "pushes", "house edge", "method"]
        shares, edge = self._shares(), f"{self.edge:.4%}"
        if self.error is not None:
            shares, edge = [""] * 3, f"{edge} ± {self.error:.4%}"
        rows = [[self.player, self.dealer, *shares, edge, self.method]]
        return TextTable(headings, rows, f"rules {self.rules.name}")


class _Chunk(NamedTuple):
    """Some of the kinds of sets of a size."""

    size: int
    start: int
    stop: int


class Counted(Protocol):
    """Hands with a value for each class, such as those of a house way."""

    @property
    def native(self) -> _native.SettingWay:
        """The values as native loops read them."""


def duels(
    rules: Rules, ways: Sequence[Counted], pairs: Sequence[tuple[int, int]], chunk: _Chunk
) -> NDArray[np.int64]:
    """Return the player's wins and losses over pairs of hands that both hold a set of the chunk.

    A pair is a player and a dealer, by their places in `ways`. Sets of an odd size count negative.
    """
    # Listing the sets takes a few hundredths of the time, so they are neither sent nor kept.
    sets, weights = _native.setting_suit_classes(chunk.size)
    part = slice(chunk.start, chunk.stop)
    counts = _native.setting_duels(
        rank_tables(rules).native, [way.native for way in ways], pairs, sets[part], weights[part],
        rules.copies_go_to.native,
    ).astype(np.int64)  # fmt: skip
    return -counts if chunk.size % 2 else counts


def deal_chunks() -> list[_Chunk]:
    """Return the chunks of a job over all deals."""
    kinds = [len(_native.setting_suit_classes(size)[0]) for size in range(HAND_SIZE)]
    kinds.append(SUIT_CLASSES)
    return [
        _Chunk(size, part.start, part.stop)
        for size, step in enumerate(CHUNK_SIZES)
        for part in chunk_ranges(kinds[size], step)
    ]


def game_job(
    players: Sequence[HouseWay], dealer: HouseWay, rules: Rules
) -> Job[_Chunk, NDArray[np.int64], list[Edge]]:
    """Return the job that plays house ways against another over all deals."""

    def combine(results: Iterator[NDArray[np.int64]]) -> list[Edge]:
        sums = sum(results, np.zeros((len(players), 2), np.int64)).tolist()
        return [
            Edge(
                rules=rules,
                dealer=dealer.name,
                player=player.name,
                method="exact",
                deals=DEALS,
                wins=wins,
                losses=losses,
                edge=rules.stakes.edge(wins, losses, DEALS),
            )
            for player, (wins, losses) in zip(players, sums, strict=True)
        ]

    ways = [*players] if dealer in players else [*players, dealer]
    pairs = [(at, ways.index(dealer)) for at in range(len(players))]
    return hashed_job(
        f"{rules.game}-whole-game", deal_chunks(), partial(duels, rules, ways, pairs), combine,
        rules=rules.name, ways=[way.fingerprint for way in (*players, dealer)],
    )  # fmt: skip


def _gains(strategies: Sequence[Strategy], ranking: Ranking) -> list[float]:
    """Return each strategy's gain over the house way with a hand, its wins and its losses."""
    numbers: list[float] = []
    for strategy in strategies:
        setting = strategy.pick(ranking)
        numbers += [setting.ev - ranking.house.ev, setting.wins, setting.losses]
    return numbers


def gain_job(
    strategies: Sequence[Strategy], game: Game, *, samples: int, seed: int
) -> Job[SetArray, NDArray[np.float64], list[Edge]]:
    """Return the job that estimates what strategies gain, all on the same hands.

    The `edge` that it returns is relative to that of the house way.
    """

    def summary(rows: NDArray[np.float64]) -> list[Edge]:
        edges, columns = [], rows.T.reshape(-1, 3, samples)
        for strategy, (gains, wins, losses) in zip(strategies, columns, strict=True):
            gain = float(gains.mean())
            edges.append(
                Edge(
                    rules=game.rules,
                    dealer=game.dealer.name,
                    player=strategy.name,
                    method="sampled",
                    deals=samples * DEALER_HANDS,
                    wins=int(wins.sum()),
                    losses=int(losses.sum()),
                    edge=-gain,
                    error=mean_error(gains, MOST_GAIN),
                    gain=gain,
                    seed=seed,
                    objective=game.objective,
                )
            )
        return edges

    return sample_job(
        partial(_gains, strategies), game, summary,
        measured=["gain", *(strategy.name for strategy in strategies)], samples=samples, seed=seed,
    )  # fmt: skip


def _find_player(game: Game, player: Player | None) -> HouseWay | Strategy:
    if player is None:
        return game.dealer
    if isinstance(player, Strategy):
        return player
    if isinstance(player, str) and player == BEST.name:
        return BEST
    try:
        return find_way(player, game.rules)
    except UnknownNameError as error:
        raise UnknownNameError(f"{error}; a player can also be {BEST.name}") from None


def edge(game: Game, player: Player | None, samples: int, seed: int, options: RunOptions) -> Edge:
    """Return the house edge against a player, with that under the rules to compare with."""
    (answer,) = edge_many(game, [player], samples, seed, options)
    compared = compared_game(game)
    if compared is None:
        return answer
    player = under_rules(player, compared.rules)
    try:
        (casino,) = edge_many(compared, [player], samples, seed, options)
    except TableMissingError:  # which the rules that were asked for don't need
        return answer
    return replace(answer, casino=casino)


def edge_many(
    game: Game,
    players: Sequence[Player | None],
    samples: int,
    seed: int,
    options: RunOptions,
) -> list[Edge]:
    """Return the house edge against each player: all deals are counted unless there are samples."""
    rules, dealer = game.rules, game.dealer
    samples = require_int(samples, "samples", 0, MOST_HANDS)  # also where nothing is sampled
    if samples:
        require_int(samples, "samples", 2, MOST_HANDS)
    seed = require_seed(seed)
    listed = require_list(players, "players", "ways or strategies")
    resolved = [_find_player(game, player) for player in listed]
    edges: dict[HouseWay | Strategy, Edge] = {}
    strategies = [player for player in resolved if isinstance(player, Strategy)]
    if not samples:
        for strategy in strategies:
            if strategy != BEST:
                raise BadInputError(
                    f"the edge of {quoted(strategy.name)} can only be estimated: give samples, "
                    "such as 1000"
                )
            edges[strategy] = best_edge(game, options.get("folder"))
        strategies = []
    ways = [player for player in resolved if isinstance(player, HouseWay)]
    if strategies:
        job = gain_job(strategies, game, samples=samples, seed=seed)  # raises before the long work
        ways.append(dealer)
    if ways:
        distinct = list(dict.fromkeys(ways))
        exact = run(game_job(distinct, dealer, rules), **options)
        edges |= dict(zip(distinct, exact, strict=True))
    if strategies:
        relatives: list[Edge] = run(job, **options)
        for strategy, relative in zip(strategies, relatives, strict=True):
            edges[strategy] = replace(relative, edge=edges[dealer].edge + relative.edge)
    return [edges[player] for player in resolved]


def best_edge(game: Game, folder: Folder) -> Edge:
    """Return the house edge against best play from the complete table of the game, or raise."""
    table = find_table(game, folder)
    if table is None or not table.complete:
        raise TableMissingError(
            "the edge of best play is exact with the complete table of best settings, which "
            f"{quoted(table_command(game))} makes; without it, give samples, such as 1000"
        )
    totals = table.totals()
    return Edge(
        rules=game.rules,
        dealer=game.dealer.name,
        player=BEST.name,
        method="table",
        deals=DEALS,
        wins=totals.wins,
        losses=totals.losses,
        edge=totals.edge,
        gain=totals.house_edge - totals.edge,
        objective=game.objective,
    )


def way_under(way: HouseWay, rules: Rules) -> HouseWay:
    """Return a house way under other rules of its game, which may order hands differently."""
    if way.choice is None:
        return find_way(way.name, rules)
    return make_way(way.name, way.choice, rules) if way.card is None else find_way(way.card, rules)


def game_under(game: Game, rules: Rules) -> Game:
    """Return the game under other rules, with the same house way and objective."""
    return replace(game, rules=rules, dealer=way_under(game.dealer, rules))


def under_rules(way: AnyWay, rules: Rules) -> AnyWay | HouseWay:
    """Return a `HouseWay` under other rules, and names and strategies as they are."""
    return way_under(way, rules) if isinstance(way, HouseWay) else way


def compared_game(game: Game) -> Game | None:
    """Return the game under the rules that an answer also shows: `casino` beside `push`."""
    name = game.also_under.get(game.rules.name)
    return None if name is None else game_under(game, game.rules.named[name])
