"""Short house ways that a person can follow: a list of lines, or points.

Every setting of a random sample of hands is counted against all hands of the dealer. Half of the
sample is searched for a way that costs little against best play; the other half measures it. Then
the way plays the whole game, over all deals.

A list grows line by line. Each new line is the one, at the place, that saves most among the coarse
lines of the game's `CardWords`; then the hands of each line in turn are changed to any of its
words, and the line may move. At the end lines are taken out and put in again until that saves
nothing. Each word of a line counts as a small cost, so that a line says no more than it must.
Points start with many steps; their numbers and hands change one at a time, and the step that
matters least is taken out, again and again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_int, require_seed
from astragal._intervals import Z95
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.cards import SetArray, complement
from astragal.errors import BadInputError
from astragal.jobs import LocalThreads, RunOptions, engine_of, run, thread_map
from astragal.jobs.job import hashed_job
from astragal.progress import Reporter
from astragal.setting.classes import DEALER_HANDS, setting_count
from astragal.setting.hand import DECK, HIGH, ONE, TWO, rank_tables
from astragal.setting.house_way import HouseWay
from astragal.setting.least import least_number
from astragal.setting.ranking import outcome_counts
from astragal.setting.rules import Rules, RulesJson
from astragal.setting.sample import MOST_HANDS, hand_chunks
from astragal.setting.study.price import Steps, price_card, way_text
from astragal.setting.way_file import (
    Line,
    WayFile,
    WayFileJson,
    least_numbers,
    line_of,
    parse_way,
    points_of_values,
)
from astragal.setting.whole_game import Edge

if TYPE_CHECKING:
    from astragal.setting.game import Game

LINES = 24
"""Lines of a card unless another number is asked for."""
MOST_LINES = 100


@dataclass(frozen=True)
class CardWords:
    """The least hands that a card of a game can name, for each hand of a setting."""

    words: Mapping[str, Sequence[str]]
    """All least hands, ascending; the first, which is empty, allows any hand."""
    coarse: Mapping[str, Sequence[str]]
    """Least hands that new lines are made of."""
    first_steps: Mapping[str, Sequence[str]]
    """Least hands whose points the search starts with."""
    word_cost: float
    """What each word of a line counts in the search, as a part of the bet."""

    @property
    def most_points(self) -> int:
        """The most numbers that a card of points can have."""
        return sum(map(len, self.first_steps.values()))


SCALE = 20  # points of the best hand of a part, at first
FEWEST_POINTS = 6  # where the curve ends


def undominated(values: Any) -> NDArray[np.bool_]:
    """Return a mask of the undominated settings among the distinct values of a hand.

    Neither a line nor points that rise ever choose a dominated setting.
    """
    parts = np.stack([np.asarray(of.of(values)) for of in (HIGH, TWO, ONE)])
    not_above = (parts[:, :, None] <= parts[:, None, :]).all(axis=0).sum(axis=1)
    return np.asarray(not_above == 1)  # only itself


def _count(rules: Rules, way: HouseWay, hands: SetArray) -> NDArray[np.int32]:
    """Return the undominated settings of hands: their values and their nets, then -1."""
    tables, stakes = rank_tables(rules).native, rules.stakes
    copies = rules.copies_go_to.native
    counted = np.full((len(hands), setting_count(rules), 2), -1, np.int32)
    for row, hand in zip(counted, hands.tolist(), strict=True):
        distinct = _native.setting_settings(tables, hand)
        values = np.array([value for value, _, _ in distinct], np.uint32)
        chosen = values[undominated(values)]
        outcomes = outcome_counts(way, complement(hand, DECK))
        scores = _native.setting_score(tables, way.native, outcomes, chosen, copies)
        row[: len(chosen), 0] = chosen
        row[: len(chosen), 1] = stakes.win * scores[:, 0] - stakes.loss * scores[:, 1]
    return counted


class WayCostJson(TypedDict):
    """What a way costs against best play, from a random sample of hands."""

    cost_ev: float
    """Mean expected value that it costs, as a part of the bet."""
    error: float
    """Half the width of the 95 % interval of `cost_ev`."""


@dataclass(frozen=True, slots=True)
class WayCost(Result):
    """What a way costs against best play, from a random sample of hands."""

    cost_ev: float
    """The mean cost, as a part of the bet."""
    error: float
    """Half the width of its 95 % interval."""

    def __str__(self) -> str:
        return f"{100 * self.cost_ev:.3f} ± {100 * self.error:.3f}"

    def to_dict(self) -> WayCostJson:
        """Return the cost and its error."""
        return {"cost_ev": self.cost_ev, "error": self.error}


class _Hands:
    """Counted hands, with their settings in the order of preference of a way file."""

    def __init__(
        self, counted: NDArray[np.int32], rules: Rules, words: CardWords, threads: int
    ) -> None:
        there = counted[:, :, 0] >= 0
        self.size, self.rules, self.words, self.threads = len(counted), rules, words, threads
        self.bet = rules.stakes.loss * DEALER_HANDS
        """A bet on a hand, in the unit of costs."""
        values, nets = counted[there].T
        numbers = there.sum(axis=1)
        hand = np.repeat(np.arange(self.size), numbers)
        start = np.concatenate([[0], np.cumsum(numbers)])
        costs = np.maximum.reduceat(nets, start[:-1])[hand] - nets
        keys: list[NDArray[np.int64]] = [-np.asarray(of.of(values)) for of in (HIGH, TWO, ONE)]
        order = np.lexsort([*keys, hand])
        self.best = values[costs == 0]
        self.native = _native.SettingCountedHands(
            start.astype(np.uint32), values[order].astype(np.uint32), costs[order].astype(np.int32)
        )

    def play(self, lines: Sequence[Line]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """Return which line decides about each hand, and what its setting costs."""
        return self.native.play_lines(least_numbers(lines, self.rules))

    def with_line(self, lines: list[Line], added: Sequence[Line]) -> list[Line]:
        """Return the lines with the best one of `added` at its best place."""
        line, cost = self.play(lines)
        parts = np.array_split(least_numbers(added, self.rules), 4 * self.threads)
        tried = partial(self.native.try_lines, line=line, cost=cost, size=len(lines))
        change = np.concatenate(thread_map(tried, parts, threads=self.threads))
        words = self.words.word_cost * self.size * self.bet * np.array([*map(_words, added)])
        best, place = np.unravel_index(np.argmin(change + words[:, None]), change.shape)
        return [*lines[:place], added[int(best)], *lines[place:]]

    def costs(self, way: list[Line] | Steps) -> NDArray[np.int32]:
        """Return what the setting of each hand costs; a bet is `bet`."""
        if isinstance(way, dict):
            return self.native.play_points(*points_of_values(way, self.rules))
        return self.play(way)[1]

    def total(self, way: list[Line] | Steps) -> int:
        """Return the cost of all hands: a whole number, the same on every machine."""
        return int(self.costs(way).sum(dtype=np.int64))

    def mean_cost(self, way: list[Line] | Steps) -> WayCost:
        """Return the mean cost of the hands."""
        deviation = float(self.costs(way).std(ddof=1)) / self.bet
        mean = self.total(way) / (self.size * self.bet)
        return WayCost(mean, Z95 * deviation / self.size**0.5)


def _words(line: Line) -> int:
    """Return how much a line says: one for each hand, two for a hand with a rank after a word."""
    return sum(bool(text) + (text[-2:-1] == " ") for text in line)


def _near(line: Line, words: CardWords) -> list[Line]:
    """Return the lines that differ in one hand at most."""
    lines = []
    for at, part in enumerate(words.words):
        for text in words.words[part]:
            high, two, one = (text if place == at else line[place] for place in range(3))
            lines.append((high, two, one))
    return lines


def _lists(hands: _Hands, count: int, reporter: Reporter) -> Iterator[list[Line]]:
    """Find a list of each length, from one line to `count`, or until a line more saves nothing."""
    names = hands.words.coarse
    coarse = [
        line_of(dict(zip(names, texts, strict=True)), hands.rules)
        for texts in product(*names.values())
    ]
    any_hands = line_of({}, hands.rules)
    lines = [any_hands]

    def total(lines: list[Line]) -> float:
        words = hands.words.word_cost * sum(map(_words, lines))
        return hands.total(lines) / (hands.size * hands.bet) + words

    def refined(lines: list[Line]) -> list[Line]:
        for at in range(len(lines) - 1):
            near = _near(lines[at], hands.words)
            lines = hands.with_line([*lines[:at], *lines[at + 1 :]], near)
        return lines

    while len(lines) < count:
        yield lines
        longer = refined(hands.with_line(lines, coarse))
        if any_hands in longer[:-1]:  # the best line to add decides what the last one would
            break
        lines = longer
        reporter.report(len(lines), cost=total(lines))
    before = total(lines) + 1
    while total(lines) < 0.999 * before:
        before = total(lines)
        for at in range(len(lines) - 1):
            other = hands.with_line([*lines[:at], *lines[at + 1 :]], coarse)
            lines = min(lines, other, key=total)
        lines = refined(lines)
    yield lines


class _Place(NamedTuple):
    """A step of points: the hand of the setting, and its least hand."""

    part: str
    text: str


def _places(steps: Steps) -> list[_Place]:
    return [_Place(part, text) for part in steps for text in steps[part]]


def _without(steps: Steps, place: _Place) -> Steps:
    others = {text: n for text, n in steps[place.part].items() if text != place.text}
    return steps | {place.part: others}


def _moves(steps: Steps, place: _Place, words: Sequence[str]) -> Iterator[Steps]:
    """List the points that differ in one step: its number, its hand, or all numbers from it on."""
    part, text = place
    mine = steps[part]
    for change in (1, -1, 2, -2, 3, -3):
        yield steps | {part: mine | {text: mine[text] + change}}
    for at in (words.index(text) + change for change in (-2, -1, 1, 2)):
        if 0 < at < len(words) and words[at] not in mine:
            others = _without(steps, place)
            yield others | {part: others[part] | {words[at]: mine[text]}}
    for change in (1, -1):
        above = {t: n + change for t, n in mine.items() if words.index(t) >= words.index(text)}
        yield steps | {part: mine | above}


def _rises(steps: Mapping[str, int], words: Sequence[str]) -> bool:
    """Tell whether a better hand never gets fewer points."""
    numbers = [0, *(steps[text] for text in sorted(steps, key=words.index))]
    return numbers == sorted(numbers)


def _points(hands: _Hands, count: int, reporter: Reporter) -> Iterator[Steps]:
    """Find points with ever fewer numbers, at last with `FEWEST_POINTS`."""
    words = hands.words.words
    steps: Steps = {part: {} for part in hands.rules.hands}
    for part, field in zip(steps, (HIGH, TWO, ONE), strict=False):
        played = np.sort(field.of(hands.best))
        for text in hands.words.first_steps[part]:
            below = np.searchsorted(played, least_number(part, text, hands.rules)) / len(played)
            steps[part][text] = round(SCALE * float(below))

    cost, before = hands.total(steps), -1
    first = len(_places(steps))
    while True:
        while cost != before:
            before = cost
            for place in _places(steps):
                part, text = place
                if text not in steps[part]:
                    continue
                for moved in _moves(steps, place, words[part]):
                    if text not in steps[part] or not _rises(moved[part], words[part]):
                        continue
                    moved_cost = hands.total(moved)
                    if moved_cost < cost:
                        steps, cost = moved, moved_cost
        if len(_places(steps)) <= count:
            yield steps
        reporter.report(first - len(_places(steps)), cost=cost / (hands.size * hands.bet))
        if len(_places(steps)) <= FEWEST_POINTS:
            return
        fewer = [_without(steps, place) for place in _places(steps)]
        steps = min(fewer, key=hands.total)
        cost = hands.total(steps)


class CurvePointJson(TypedDict):
    """What a way with a number of lines, or of points, costs against best play."""

    size: int
    """The number of lines or points."""
    cost_ev: float
    """Mean expected value that it costs, as a part of the bet."""
    error: float
    """Half the width of the 95 % interval of `cost_ev`."""


class DistilledJson(WayFileJson):
    """A short house way, and what it costs."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    samples: int
    """Random hands that were counted: half to search, half to measure."""
    seed: int
    cost_ev: float
    """Mean expected value that the way costs against best play, as a part of the bet."""
    error: float
    """Half the width of the 95 % interval of `cost_ev`."""
    method: str
    """How `edge` was computed: `exact`."""
    deals: int
    edge: float
    """The house edge against the way, over all deals."""
    house_edge: float
    """The house edge against a player who plays as the dealer does."""
    extra_edge: float
    """`edge` minus `house_edge`."""
    curve: list[CurvePointJson]
    """What shorter ways cost."""


@dataclass(frozen=True, slots=True)
class Distilled(TableResult):
    """A short house way, and what it costs."""

    rules: Rules
    dealer: str
    way: WayFile
    cost: WayCost
    """What it costs against best play."""
    curve: dict[int, WayCost]
    """What a way with this number of lines, or of points, costs against best play."""
    edge: Edge
    """The house edge against the way, over all deals."""
    house: Edge
    """The house edge against a player who plays as the dealer does, over all deals."""
    samples: int
    seed: int

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}"
        return f"Distilled({game}, way={self.way!r}, edge={self.edge.edge:.6g})"

    def _columns(self) -> dict[str, list[object]]:
        return {
            "size": list(self.curve),
            "cost_ev": [cost.cost_ev for cost in self.curve.values()],
            "error": [cost.error for cost in self.curve.values()],
        }

    def _table(self) -> TextTable:
        hands = f"{self.samples // 2:,} random hands, 95 % interval"
        cost = f"against best play it costs {self.cost} % of the bet ({hands})"
        game = f"rules {self.rules.name}; dealer {self.dealer}"
        return self.way._table()._replace(below=f"{self.edge}\n{self.house}\n{cost}\n{game}")

    def to_dict(self) -> DistilledJson:
        """Return what `astragal asia distil --json` prints."""
        return {
            **self.way.to_dict(),
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "samples": self.samples,
            "seed": self.seed,
            "cost_ev": self.cost.cost_ev,
            "error": self.cost.error,
            "method": self.edge.method,
            "deals": self.edge.deals,
            "edge": self.edge.edge,
            "house_edge": self.house.edge,
            "extra_edge": self.edge.edge - self.house.edge,
            "curve": [
                {"size": size, "cost_ev": cost.cost_ev, "error": cost.error}
                for size, cost in self.curve.items()
            ],
        }


def _card_size(lines: int | None, points: int | None, words: CardWords) -> int:
    if points is None:
        return require_int(LINES if lines is None else lines, "lines", 1, MOST_LINES)
    if lines is not None:
        raise BadInputError(f"lines = {lines} and points = {points}: give only one of them")
    return require_int(points, "points", FEWEST_POINTS, words.most_points)


def distil(
    game: Game,
    *,
    lines: int | None = None,
    points: int | None = None,
    costs: bool = True,
    samples: int = 20_000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> Distilled:
    """Do what `Game.distil` does."""
    rules, dealer, words = game.rules, game.dealer, game.card_words
    size = _card_size(lines, points, words)
    samples = require_int(samples, "samples", 4, MOST_HANDS)  # two to search with, two to measure
    seed = require_seed(seed)
    engine = engine_of(options.get("threads"), options.get("engine"))
    threads = (engine if isinstance(engine, LocalThreads) else LocalThreads()).threads

    def card(chunks: Iterator[NDArray[np.int32]]) -> Distilled:
        counted = np.concatenate(list(chunks))
        searched, held = (
            _Hands(half, rules, words, threads) for half in (counted[::2], counted[1::2])
        )
        reporter = Reporter(options.get("progress", False), "distil", total=size, unit="lines")
        ways: dict[int, list[Line] | Steps] = {}
        if points is None:
            ways = {len(listed): listed for listed in _lists(searched, size, reporter)}
        else:
            ways = {len(_places(steps)): steps for steps in _points(searched, size, reporter)}
        longest = max(ways)
        file = parse_way(way_text(ways[longest], rules), rules)
        priced = price_card(game, file, costs=costs, **options)
        curve = {number: held.mean_cost(ways[number]) for number in sorted(ways)}
        return Distilled(
            rules=rules,
            dealer=dealer.name,
            way=priced.way,
            cost=curve[longest],
            curve=curve,
            edge=priced.edge,
            house=priced.house,
            samples=samples,
            seed=seed,
        )

    # All else is done before the job ends: until then its checkpoint keeps the counted hands.
    job = hashed_job(
        f"{rules.game}-distil", hand_chunks(samples, seed), partial(_count, rules, dealer), card,
        samples=samples, seed=seed, rules=rules.name, way=dealer.fingerprint,
    )  # fmt: skip
    return run(job, **options)
