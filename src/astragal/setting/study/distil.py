"""Short house ways that a person can follow: a list of lines, or points.

Every setting of a random sample of hands is counted against all hands of the dealer. Half of the
sample is searched for a way that gives little away against best play; the other half measures it.
Then the way plays the whole game, over all deals.

A list grows line by line. Each new line is the one, at the place, that saves most among `COARSE`
lines; then the hands of each line in turn are changed to any of `WORDS`, and it may move. At the
end lines are taken out and put in again until that saves nothing. Each word of a line counts as a
small cost, so that a line says no more than it must. Points start with many steps; their numbers
and hands change one at a time, and the step that matters least is taken out, again and again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product, zip_longest
from json import dumps
from os import PathLike
from typing import Any, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_int
from astragal._intervals import Z95
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.asia.classes import DEALER_HANDS
from astragal.asia.houseway import HouseWay, Way, find_game, make_way
from astragal.asia.ranking import outcome_counts
from astragal.asia.rules import AsiaRulesJson, Copies, Rules
from astragal.asia.sentences import game_line
from astragal.asia.setting import NAMES, SETTINGS
from astragal.asia.values import DECK, FOUR, ONE, TWO, least_name, least_number, rank_tables
from astragal.asia.wayfile import (
    MAKE_HELP,
    POINTS_HELP,
    Line,
    WayFile,
    WayFileJson,
    least_numbers,
    parse_way,
    points_of_values,
    read_way,
)
from astragal.asia.wholegame import MOST_HANDS, Edge, edge_many, hand_chunks
from astragal.cards import RANKS, SetArray, complement
from astragal.errors import BadInputError
from astragal.jobs import LocalThreads, RunOptions, engine_of, run, thread_map
from astragal.jobs.job import hashed_job
from astragal.progress import Reporter

Steps: TypeAlias = dict[str, dict[str, int]]
"""The points of a way file."""

ANY: Line = ("", "", "")
MOST_LINES = 100
WORD_COST = 2e-5  # of the bet, for each word of a line

WORDS = {
    "high": [
        "", "A", "pair", *(f"pair {rank}" for rank in RANKS[1:]),
        "two pair", *(f"two pair {rank}" for rank in RANKS[2:]),
        "trips", *(f"trips {rank}" for rank in RANKS[1:]),
        "straight", *(f"straight {rank}" for rank in RANKS[4:]),
        "flush", *(f"flush {rank}" for rank in RANKS[5:]), "straight flush", "quads",
    ],
    "medium": [
        "", *RANKS[2:], *(f"{high} {low}" for high in "QKA" for low in RANKS[: RANKS.index(high)]),
        "pair", *(f"pair {rank}" for rank in RANKS[1:]),
    ],
    "low": ["", *RANKS[1:]],
}  # fmt: skip
COARSE = {
    "high": [
        "", "A", "pair", "pair 7", "pair T", "pair Q", "pair A", "two pair", "trips", "straight",
        "straight 9", "straight Q", "flush", "flush Q", "straight flush",
    ],
    "medium": [
        "", "Q", "K", "A", "K T", "A 7", "A T", "A Q", "A K", "pair", "pair 5", "pair 8", "pair J",
        "pair A",
    ],
    "low": ["", "7", "9", "T", "J", "Q", "K", "A"],
}  # fmt: skip
FIRST_STEPS = {
    "high": [
        "A", "pair", "pair 5", "pair 8", "pair J", "pair K", "pair A", "two pair", "two pair T",
        "trips", "trips 8", "straight", "straight 7", "straight T", "straight Q", "flush",
        "flush T", "flush Q", "flush A", "straight flush",
    ],
    "medium": [
        "T", "J", "Q", "K", "A", "A 7", "A T", "A Q", "pair", "pair 4", "pair 6", "pair 9",
        "pair J", "pair Q", "pair A",
    ],
    "low": ["7", "8", "9", "T", "J", "Q", "K", "A"],
}  # fmt: skip
MOST_NUMBERS = sum(map(len, FIRST_STEPS.values()))
SCALE = 20  # points of the best hand of a part, at first
FEWEST_POINTS = 6  # where the curve ends


def undominated(values: Any) -> NDArray[np.bool_]:
    """Tell which of the distinct values of a hand no other one equals or beats in all three hands.

    Neither a line nor points that rise ever choose one of the others.
    """
    parts = np.stack([np.asarray(of.of(values)) for of in (FOUR, TWO, ONE)])
    not_above = (parts[:, :, None] <= parts[:, None, :]).all(axis=0).sum(axis=1)
    return np.asarray(not_above == 1)  # only itself


def _count(rules: Rules, way: HouseWay, hands: SetArray) -> NDArray[np.int32]:
    """Return the settings of hands that a card can choose: their values, and wins minus losses."""
    tables, found = rank_tables(rules).native, np.full((len(hands), SETTINGS, 2), -1, np.int32)
    for row, hand in zip(found, hands.tolist(), strict=True):
        values = np.array([value for value, _, _ in _native.asia_settings(tables, hand)], np.uint32)
        chosen = values[undominated(values)]
        counts = outcome_counts(way, complement(hand, DECK))
        wins, losses, *_ = _native.asia_score(way.native, counts, chosen).T
        if rules.copies is Copies.DEALER:
            losses = DEALER_HANDS - wins
        row[: len(chosen), 0], row[: len(chosen), 1] = chosen, wins - losses
    return found


class PriceJson(TypedDict):
    """What a way costs against best play, from a random sample of hands."""

    cost_ev: float
    """Mean expected value that it costs, as a part of the bet."""
    error: float
    """Half the width of the 95 % interval of `cost_ev`."""


@dataclass(frozen=True, slots=True)
class Price(Result):
    """What a way costs against best play, from a random sample of hands."""

    cost_ev: float
    """The mean cost, as a part of the bet."""
    error: float
    """Half the width of its 95 % interval."""

    def __str__(self) -> str:
        return f"{100 * self.cost_ev:.3f} ± {100 * self.error:.3f}"

    def to_dict(self) -> PriceJson:
        """Return the cost and its error."""
        return {"cost_ev": self.cost_ev, "error": self.error}


class _Hands:
    """Counted hands, with their settings in the order of preference of a way file."""

    def __init__(self, counted: NDArray[np.int32], rules: Rules, threads: int) -> None:
        there = counted[:, :, 0] >= 0
        self.size, self.rules, self.threads = len(counted), rules, threads
        values, nets = counted[there].T
        numbers = there.sum(axis=1)
        hand = np.repeat(np.arange(self.size), numbers)
        start = np.concatenate([[0], np.cumsum(numbers)])
        costs = np.maximum.reduceat(nets, start[:-1])[hand] - nets
        keys: list[NDArray[np.int64]] = [-np.asarray(of.of(values)) for of in (FOUR, TWO, ONE)]
        order = np.lexsort([*keys, hand])
        self.best = values[costs == 0]
        self.native = _native.AsiaCountedHands(
            start.astype(np.uint32), values[order].astype(np.uint32), costs[order].astype(np.int32)
        )

    def play(self, lines: Sequence[Line]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """Return which line decides about each hand, and what the hand gives away."""
        return self.native.play_lines(least_numbers(lines, self.rules))

    def with_line(self, lines: list[Line], added: Sequence[Line]) -> list[Line]:
        """Return the lines with the best one of `added` at its best place."""
        line, cost = self.play(lines)
        parts = np.array_split(least_numbers(added, self.rules), 4 * self.threads)
        tried = partial(self.native.try_lines, line=line, cost=cost, size=len(lines))
        change = np.concatenate(thread_map(tried, parts, threads=self.threads))
        words = WORD_COST * self.size * DEALER_HANDS * np.array([*map(_words, added)])
        best, place = np.unravel_index(np.argmin(change + words[:, None]), change.shape)
        return [*lines[:place], added[int(best)], *lines[place:]]

    def costs(self, way: list[Line] | Steps) -> NDArray[np.int32]:
        """Return what each hand gives away, in dealer hands."""
        if isinstance(way, dict):
            return self.native.play_points(*points_of_values(way, self.rules))
        return self.play(way)[1]

    def total(self, way: list[Line] | Steps) -> int:
        """Return what all hands give away: a whole number, the same on every machine."""
        return int(self.costs(way).sum(dtype=np.int64))

    def price(self, way: list[Line] | Steps) -> Price:
        """Return what the hands give away on average."""
        spread = float(self.costs(way).std(ddof=1)) / DEALER_HANDS
        return Price(self.total(way) / (self.size * DEALER_HANDS), Z95 * spread / self.size**0.5)


def _words(line: Line) -> int:
    """Return how much a line says: one for each hand, two for a hand with a rank after a word."""
    return sum(bool(text) + (text[-2:-1] == " ") for text in line)


def _near(line: Line) -> list[Line]:
    """Return the lines that differ in one hand at most."""
    four, two, one = line
    high = [(text, two, one) for text in WORDS["high"]]
    medium = [(four, text, one) for text in WORDS["medium"]]
    return [*high, *medium, *((four, two, text) for text in WORDS["low"])]


def _lists(hands: _Hands, count: int, reporter: Reporter) -> Iterator[list[Line]]:
    """Find a list of each length, from one line to `count`."""
    coarse = [(four, two, one) for four, two, one in product(*COARSE.values())]
    lines = [ANY]

    def total(lines: list[Line]) -> float:
        words = WORD_COST * sum(map(_words, lines))
        return hands.total(lines) / (hands.size * DEALER_HANDS) + words

    def refined(lines: list[Line]) -> list[Line]:
        for at in range(len(lines) - 1):
            lines = hands.with_line([*lines[:at], *lines[at + 1 :]], _near(lines[at]))
        return lines

    while len(lines) < count:
        yield lines
        lines = refined(hands.with_line(lines, coarse))
        reporter.report(len(lines), cost=total(lines))
    before = total(lines) + 1
    while total(lines) < 0.999 * before:
        before = total(lines)
        for at in range(len(lines) - 1):
            other = hands.with_line([*lines[:at], *lines[at + 1 :]], coarse)
            lines = min(lines, other, key=total)
        lines = refined(lines)
    yield lines


def _ascending(steps: Steps) -> Steps:
    return {part: dict(sorted(steps[part].items(), key=lambda step: WORDS[part].index(step[0])))
            for part in NAMES}  # fmt: skip


def _places(steps: Steps) -> list[tuple[str, str]]:
    return [(part, text) for part in NAMES for text in steps[part]]


def _without(steps: Steps, part: str, text: str) -> Steps:
    return steps | {part: {one: n for one, n in steps[part].items() if one != text}}


def _moves(steps: Steps, part: str, text: str) -> Iterator[Steps]:
    """List what differs in one step: its number, its hand, or all numbers from it on."""
    mine, words = steps[part], WORDS[part]
    for change in (1, -1, 2, -2, 3, -3):
        yield steps | {part: mine | {text: mine[text] + change}}
    for at in (words.index(text) + change for change in (-2, -1, 1, 2)):
        if 0 < at < len(words) and words[at] not in mine:
            others = _without(steps, part, text)
            yield others | {part: others[part] | {words[at]: mine[text]}}
    for change in (1, -1):
        above = {t: n + change for t, n in mine.items() if words.index(t) >= words.index(text)}
        yield steps | {part: mine | above}


def _rises(steps: Steps, part: str) -> bool:
    """Tell whether a better hand of this part never gets fewer points."""
    numbers = [0, *_ascending(steps)[part].values()]
    return numbers == sorted(numbers)


def _points(hands: _Hands, count: int, reporter: Reporter) -> Iterator[Steps]:
    """Find points with ever fewer numbers, at last with `FEWEST_POINTS`."""
    steps: Steps = {part: {} for part in NAMES}
    for part, field in zip(NAMES, (FOUR, TWO, ONE), strict=True):
        played = np.sort(field.of(hands.best))
        for text in FIRST_STEPS[part]:
            below = np.searchsorted(played, least_number(part, text, hands.rules)) / len(played)
            steps[part][text] = round(SCALE * float(below))

    cost, before = hands.total(steps), -1
    first = len(_places(steps))
    while True:
        while cost != before:
            before = cost
            for part, text in _places(steps):
                if text in steps[part]:
                    for moved in _moves(steps, part, text):
                        if text not in steps[part] or not _rises(moved, part):
                            continue
                        if (found := hands.total(moved)) < cost:
                            steps, cost = moved, found
        if len(_places(steps)) <= count:
            yield steps
        reporter.report(first - len(_places(steps)), cost=cost / (hands.size * DEALER_HANDS))
        if len(_places(steps)) <= FEWEST_POINTS:
            return
        fewer = [_without(steps, *place) for place in _places(steps)]
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

    rules: AsiaRulesJson
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
    price: Price
    """What it gives away against best play."""
    curve: dict[int, Price]
    """What a way with this number of lines, or of points, gives away against best play."""
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
            "cost_ev": [price.cost_ev for price in self.curve.values()],
            "error": [price.error for price in self.curve.values()],
        }

    def _table(self) -> TextTable:
        hands = f"{self.samples // 2:,} random hands, 95 % interval"
        price = f"against best play it gives away {self.price} % of the bet ({hands})"
        below = f"{self.edge}\n{self.house}\n{price}\n{game_line(self.rules, self.dealer)}"
        return self.way._table()._replace(below=below)

    def to_dict(self) -> DistilledJson:
        """Return what `astragal asia distil --json` prints."""
        return {
            **self.way.to_dict(),
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "samples": self.samples,
            "seed": self.seed,
            "cost_ev": self.price.cost_ev,
            "error": self.price.error,
            "method": self.edge.method,
            "deals": self.edge.deals,
            "edge": self.edge.edge,
            "house_edge": self.house.edge,
            "extra_edge": self.edge.edge - self.house.edge,
            "curve": [
                {"size": size, "cost_ev": price.cost_ev, "error": price.error}
                for size, price in self.curve.items()
            ],
        }


def _toml(text: str) -> str:
    """Return a string of TOML, which has the escapes of JSON but may not hold a DEL."""
    return dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def way_text(
    way: list[Line] | Steps,
    about: str = "",
    prices: Sequence[float | None] = (),
    names: Sequence[str] = (),
) -> str:
    """Return the TOML text of a way, with what leaving out each line costs if that is known.

    A line without a name is named after its hands.
    """
    text = "".join(
        f"# {line}\n" for line in (POINTS_HELP if isinstance(way, dict) else MAKE_HELP).splitlines()
    )
    text += f"about = {_toml(about)}\n" if about else ""
    if isinstance(way, dict):
        for part, steps in _ascending(way).items():
            numbers = "".join(f'"{least}" = {number}\n' for least, number in steps.items())
            text += f"\n[points.{part}]\n{numbers}"
        return text
    for line, price, own in zip_longest(way, prices, names):
        name = _toml(own or " / ".join(map(least_name, NAMES, line)))
        named = zip(NAMES, line, strict=True)
        make = ", ".join(f'{part} = "{least}"' for part, least in named if least)
        text += f"\n[[rule]]\nname = {name}\nmake = {{{f' {make} ' if make else ''}}}\n"
        text += "" if price is None else f"price = {price:.6f}\n"
    return text


def price_card(
    way: WayFile | str | PathLike[str],
    rules: str | Rules = "casino",
    dealer: Way | None = "balanced",
    *,
    prices: bool = True,
    **options: Unpack[RunOptions],
) -> tuple[WayFile, Edge, Edge]:
    """Play the whole game with a card of lines to `make` or of points, and without each line.

    Return the card with what it found, the house edge against the card, and against the dealer's
    own way. Each whole game takes about 20 seconds of one core. Lines keep the names that you gave
    them; names of three parts, such as "any / a pair / ace", are written again from `make`.
    """
    rules, house = find_game(rules, dealer)
    if not isinstance(way, WayFile):
        way = read_way(way)
    card: list[Line] | Steps = way.lines
    if way.points:
        card = {part: dict(way.points.get(part, {})) for part in NAMES}
    if not card:
        raise BadInputError("only rules that `make` hands, without conditions, have prices")

    def played(card: list[Line] | Steps) -> HouseWay:
        return make_way("the card", parse_way(way_text(card)).choice(rules), rules)

    fewer = []
    if prices and not isinstance(card, dict):
        fewer = [played([*card[:at], *card[at + 1 :]]) for at in range(len(card) - 1)]
    edge, own, *without = edge_many([played(card), None, *fewer], house, rules, **options)
    size = f"{len(_places(card))} points" if isinstance(card, dict) else f"{len(card)} lines"
    about = (
        f"{size} against the dealer {house.name} under {rules.name}. The house edge is "
        f"{edge.edge:.4%}, {edge.edge - own.edge:.4%} more than for {house.name} itself."
    )
    about += " The last column is what leaving out the line costs." if fewer else ""
    costs = [one.edge - edge.edge for one in without]
    names = [  # by the author, not after the rule's number or hands
        "" if rule.name == f"number {number}" or rule.name.count(" / ") == 2 else rule.name
        for number, rule in enumerate(way.rules, 1)
    ]
    text = way_text(card, about, costs, names)
    return parse_way(text), edge, own


def distil(
    count: int = 24,
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    points: bool = False,
    prices: bool = True,
    samples: int = 20_000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> Distilled:
    """Find a house way of `count` lines, or of `count` points, that plays well.

    With `prices`, the whole game is also played without each line, to say what the line is worth.
    It plays against `dealer`, who may be of a file. The hands are counted by a job, which resumes
    and can run on a cluster; so does the whole game. The search between them runs on threads of
    this process, and starts again after an interruption.
    """
    rules, house = find_game(rules, dealer)
    most = MOST_NUMBERS if points else MOST_LINES
    fewest = FEWEST_POINTS if points else 1
    require_int(count, "count", fewest, most)
    require_int(samples, "samples", 4, MOST_HANDS)  # two to search with, two to measure
    engine = engine_of(options.get("threads"), options.get("engine"))
    threads = (engine if isinstance(engine, LocalThreads) else LocalThreads()).threads

    def card(chunks: Iterator[NDArray[np.int32]]) -> Distilled:
        counted = np.concatenate(list(chunks))
        searched, held = (_Hands(half, rules, threads) for half in (counted[::2], counted[1::2]))
        reporter = Reporter(options.get("progress", False), "distil", total=count, unit="lines")
        ways: dict[int, list[Line] | Steps] = {}
        if points:
            ways = {len(_places(steps)): steps for steps in _points(searched, count, reporter)}
        else:
            ways = {len(lines): lines for lines in _lists(searched, count, reporter)}
        found = parse_way(way_text(ways[count]))
        way, edge, own = price_card(found, rules, house, prices=prices, **options)
        curve = {size: held.price(ways[size]) for size in sorted(ways)}
        return Distilled(
            rules=rules,
            dealer=house.name,
            way=way,
            price=curve[count],
            curve=curve,
            edge=edge,
            house=own,
            samples=samples,
            seed=seed,
        )

    # All else is done before the job ends: until then its checkpoint keeps the counted hands.
    job = hashed_job(
        "asia-distil", hand_chunks(samples, seed), partial(_count, rules, house), card,
        samples=samples, seed=seed, rules=rules.name, way=house.fingerprint,
    )  # fmt: skip
    return run(job, **options)
