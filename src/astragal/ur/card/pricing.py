"""The exact chance of a card against perfect play.

Both players' moves are fixed: the card's, and those of the player `perfect`, which are best by the
solved table. So the chances of all positions solve linear equations, one for each position and
player to move. They are solved layer by layer as in `ur.solve`: a layer has the positions in which
the card has `mine` pieces left to bring home, and perfect play `theirs`.

A separate pass computes how far each position is from its equation (the residual). The expected
number of turns spent in the layer is bounded as well. Residual times turns, added up over the
layers on the way to the end of a game, bounds the error of the result. Nothing is sampled.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_list, require_number
from astragal._frames import Integers
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.errors import BadInputError
from astragal.jobs.checkpoint import AnyCheckpoint, open_checkpoint
from astragal.jobs.threads import thread_count, thread_map
from astragal.progress import Progress, Reporter
from astragal.store.canonical import full_hash
from astragal.ur.card.card import Card, find_card
from astragal.ur.evaluation import Chance
from astragal.ur.position import start
from astragal.ur.ranking import Layer, native_ranking, rank_many, size
from astragal.ur.rules import FINKEL
from astragal.ur.solve.precision import hidden_by_rounding
from astragal.ur.study.rows import game_pieces
from astragal.ur.tablebase import Tablebase, open_table, require_table

Values = NDArray[np.float64]
Choices = NDArray[np.uint16]
"""The number of the move with each roll, three bits for each."""

END = 1e-9
"""A layer ends when a sweep changes no value by more than this."""

LEAST_END = 1e-14
MOST_SWEEPS = 500
MOST_TURN_SWEEPS = 200
TURNS_ADDED = 8.0
"""How many more turns than the smaller layer a layer is guessed to take; more sweeps if too few."""

# Best moves of all layers stay in memory between the cards of one call up to this many positions.
MOST_KEPT = 150_000_000
_VERSION = 1


@dataclass(frozen=True)
class _Solved:
    """The values of a layer; a list that no other layer needs is None."""

    moving: Values | None
    """The card's chance if it is to move."""
    waiting: Values | None
    """The card's chance if perfect play is to move."""
    turns: NDArray[np.uint8] | None
    """Expected turns spent in the layer, rounded up: moving, then waiting."""
    error: float


class BestMoves:
    """The moves of the player `perfect` in every layer, computed once."""

    def __init__(self, table: Tablebase, threads: int) -> None:
        self.table, self._threads = table, threads
        self._kept: dict[Layer, Choices] | None = {} if table.states <= MOST_KEPT else None

    def of(self, layer: Layer) -> Choices:
        """Return the best moves of a layer."""
        if self._kept is not None and layer in self._kept:
            return self._kept[layer]
        duel = _native.UrDuel(native_ranking(self.table.rules), *layer, threads=self._threads)
        moves = np.zeros(duel.states, np.uint16)
        duel.perfect(self.table.native, moves)
        if self._kept is not None:
            self._kept[layer] = moves
        return moves


class UrCardPriceJson(TypedDict):
    """The chance of a card against perfect play; exact."""

    rules: str
    pieces: int
    kind: str
    lines: int
    """Lines of the card, or terms of its points."""
    win: float
    """The card's chance if it begins every other game."""
    win_as_a: float
    """The card's chance if it begins."""
    win_as_b: float
    """The card's chance if perfect play begins."""
    error: float
    """A bound on the error of these chances."""
    states: int
    """Positions, seen by the card's side; each has a value for either side to move."""


@dataclass(frozen=True, kw_only=True)
class CardPrice(Result):
    """The chance of a card against perfect play, with a bound on its error."""

    card: Card
    pieces: int
    win_as_a: Chance
    win_as_b: Chance
    error: float

    @property
    def win(self) -> Chance:
        """The card's chance if it begins every other game."""
        return (self.win_as_a + self.win_as_b) / 2

    def __repr__(self) -> str:
        return (
            f"CardPrice(rules={self.card.rules.name!r}, pieces={self.pieces}, "
            f"kind={self.card.kind!r}, lines={len(self.card.terms)}, win={self.win:.6g})"
        )

    def __str__(self) -> str:
        return (
            f"wins {self.win:.4%} against perfect play: {self.win_as_a:.4%} as A, "
            f"{self.win_as_b:.4%} as B; error at most {self.error:.1g}\n"
            f"{self.card.rules.about(self.pieces)}"
        )

    def to_dict(self) -> UrCardPriceJson:
        """Return the card's chances and the bound on their error."""
        return {
            "rules": self.card.rules.name,
            "pieces": self.pieces,
            "kind": self.card.kind,
            "lines": len(self.card.terms),
            "win": self.win,
            "win_as_a": self.win_as_a,
            "win_as_b": self.win_as_b,
            "error": self.error,
            "states": size(self.card.rules, self.pieces),
        }


def price(
    card: Card | str = "card",
    table: Tablebase | None = None,
    *,
    pieces: int | None = None,
    end: float = END,
    threads: int | None = None,
    progress: Progress = False,
    folder: str | PathLike[str] | None = None,
) -> CardPrice:
    """Return the exact chance of a card against perfect play.

    `card` is a card, "card" or "points" for those of the table's rules, or the name of a TOML file.
    `table` defaults to the solved table of the card's rules. A layer ends when a sweep changes no
    value by more than `end`. With a `folder`, finished layers are saved there, and the same call
    resumes. With Finkel's rules and seven pieces it takes some minutes and 2 GB of memory, with
    Masters' twenty minutes of one core and 11 GB.
    """
    [priced] = price_many(
        [card], table, pieces=pieces, end=end, threads=threads, progress=progress, folder=folder
    )
    return priced


def price_many(
    cards: Iterable[Card | str],
    table: Tablebase | None = None,
    *,
    pieces: int | None = None,
    end: float = END,
    threads: int | None = None,
    progress: Progress = False,
    folder: str | PathLike[str] | None = None,
) -> list[CardPrice]:
    """Return the exact chance of each of some cards for the same rules; see `price`."""
    given = require_list(cards, "cards", "cards")
    if table is not None:
        require_table(table)
    found = [find_card(card, FINKEL if table is None else table.rules) for card in given]
    if not found:
        return []
    rules = found[0].rules
    for card in found:
        if card.rules.parameters != rules.parameters:
            raise BadInputError(f"the cards are for {rules.name} and for {card.rules.name}")
    require_number(end, "end", LEAST_END, 1e-3)
    if table is None:
        table = open_table(rules, pieces=pieces)
    if table.rules.parameters != rules.parameters:
        raise BadInputError(f"the card is for {rules.name}, the table for {table.rules.name}")
    pieces = game_pieces(table, pieces)
    workers = thread_count(threads)
    best = BestMoves(table, workers)
    total = len(found) * size(rules, pieces)
    reporter = Reporter(progress, "card against perfect play", total=total, unit="states")
    prices = []
    parameters = [card.parameters for card in found]
    together = full_hash([parameters, table.identity, pieces, end, _VERSION])
    several = folder if len(found) > 1 else None  # one card has the checkpoint of its layers
    with open_checkpoint(several, f"ur-cards-{together[:12]}", together) as finished:
        for number, card in enumerate(found):
            done = number * size(rules, pieces)
            if number in finished:
                as_a, as_b, error = np.asarray(finished.read(number)).tolist()
                prices.append(
                    CardPrice(card=card, pieces=pieces, win_as_a=as_a, win_as_b=as_b, error=error)
                )
                continue
            inputs = full_hash([card.parameters, table.identity, pieces, end, _VERSION])
            with open_checkpoint(folder, f"ur-card-{inputs[:12]}", inputs) as checkpoint:
                saved = checkpoint if folder is not None else None
                work = _Pricing(card, best, pieces, end=end, threads=workers)
                priced = work.run(saved, reporter, done)
                finished.append(number, np.array([priced.win_as_a, priced.win_as_b, priced.error]))
                checkpoint.remove()
            prices.append(priced)
        finished.remove()
    return prices


class _Pricing:
    """One card while its chances are computed."""

    def __init__(
        self, card: Card, best: BestMoves, pieces: int, *, end: float, threads: int
    ) -> None:
        self.card, self.best, self.pieces = card, best, pieces
        self.end, self.threads = end, threads
        self.rules = best.table.rules
        self.ranking = native_ranking(self.rules)
        self.hidden = hidden_by_rounding(self.rules)
        self.solved: dict[Layer, _Solved] = {}

    def run(self, saved: AnyCheckpoint | None, reporter: Reporter, done: int) -> CardPrice:
        """Solve all layers, those with the fewest pieces first."""
        first = start(self.rules, self.pieces)
        [number] = rank_many(np.array([first.state], np.uint64), self.rules).tolist()
        place = number - self.ranking.layer(self.pieces, self.pieces)[0]
        for index, layer in enumerate(_layers(self.pieces)):
            if saved is not None and index in saved:
                solved = _restored(saved.read(index))
            else:
                solved = self._solve(layer)
                if saved is not None and layer != (self.pieces, self.pieces):
                    saved.append(index, _record(solved))
            self.solved[layer] = self._needed(layer, solved)
            begin, stop = self.ranking.layer(*layer)
            done += stop - begin
            reporter.report(done, f"layer {layer.mine}-{layer.theirs}")
        last = self.solved[Layer(self.pieces, self.pieces)]
        assert last.moving is not None
        assert last.waiting is not None
        return CardPrice(
            card=self.card,
            pieces=self.pieces,
            win_as_a=float(last.moving[place]),
            win_as_b=float(last.waiting[place]),
            error=last.error,
        )

    def _needed(self, layer: Layer, solved: _Solved) -> _Solved:
        """Drop the lists that no later layer reads."""
        last_mine, last_theirs = layer.mine == self.pieces, layer.theirs == self.pieces
        if last_mine == last_theirs:
            return solved
        if last_mine:
            return _Solved(solved.moving, None, None, solved.error)
        return _Solved(None, solved.waiting, None, solved.error)

    def _solve(self, layer: Layer) -> _Solved:
        mine, theirs = layer
        duel = _native.UrDuel(self.ranking, mine, theirs, threads=self.threads)
        chosen = np.zeros(duel.states, np.uint16)
        duel.choose(self.card.native, chosen)
        perfect = self.best.of(Layer(theirs, mine))
        home = self.solved.get(Layer(mine - 1, theirs))
        other_home = self.solved.get(Layer(mine, theirs - 1))
        smaller = self.solved.pop(Layer(mine - 1, theirs - 1), None)
        moving, waiting = np.full((2, duel.states), 0.5)
        turns = np.zeros((2, duel.states), np.float32)
        if smaller is not None:
            assert smaller.moving is not None
            assert smaller.waiting is not None
            assert smaller.turns is not None
            duel.guess(smaller.moving, smaller.waiting, moving, waiting, 0.0)
            lists = smaller.turns.astype(np.float32)
            turns[:] = lists.max() + TURNS_ADDED
            duel.guess(lists[0], lists[1], turns[0], turns[1], TURNS_ADDED)
            del smaller, lists
        bound = duel.turns(turns[0], turns[1], chosen, perfect, MOST_TURN_SWEEPS)
        kept = np.minimum(np.ceil(turns), 255).astype(np.uint8)
        del turns
        if math.isinf(bound):
            raise BadInputError(
                f"no bound is found on the turns of a game with {mine} and {theirs} pieces left: "
                f"with this card it may never end"
            )
        equations: dict[str, Any] = {
            "moving": moving,
            "waiting": waiting,
            "home": None if home is None else home.waiting,
            "other_home": None if other_home is None else other_home.moving,
            "chosen": chosen,
            "perfect": perfect,
        }
        self._converge(duel, equations)
        error = (duel.residual(**equations) + self.hidden) * bound
        error += max((after.error for after in (home, other_home) if after), default=0.0)
        return _Solved(moving, waiting, kept, error)

    def _converge(self, duel: _native.UrDuel, equations: dict[str, Any]) -> None:
        """Sweep until nothing changes, with an extrapolation after every three sweeps."""
        steps = np.empty((3, 2 * duel.states), np.float32)
        change = math.inf
        for sweep in range(MOST_SWEEPS):
            change = duel.sweep(**equations, steps=steps[sweep % 3])
            if change <= self.end:
                return
            if sweep % 3 == 2:
                _extrapolate(steps, equations["moving"], equations["waiting"], self.threads)
        raise BadInputError(
            f"after {MOST_SWEEPS} sweeps values still change by {change:.1e}: give a greater end"
        )


def _extrapolate(steps: NDArray[np.float32], moving: Values, waiting: Values, threads: int) -> None:
    """Leap to the point with the least step in the plane of the last three iterates."""
    some = steps[:, :: max(1, steps.shape[1] >> 15)].astype(np.float64)
    differences = np.diff(some, axis=0)
    weights = np.linalg.lstsq(differences.T, some[2], rcond=None)[0].astype(np.float32)
    states = len(moving)

    def leap(part: range) -> None:
        for values, first in ((moving, 0), (waiting, states)):
            rows = slice(first + part.start, first + part.stop)
            values[part.start : part.stop] -= weights[0] * steps[1, rows]
            values[part.start : part.stop] -= weights[1] * steps[2, rows]

    at_once = 1 << 17
    parts = [range(at, min(at + at_once, states)) for at in range(0, states, at_once)]
    thread_map(leap, parts, threads=threads)


def _layers(pieces: int) -> Iterator[Layer]:
    """Return all layers, so that those with a piece less come before."""
    for total in range(2, 2 * pieces + 1):
        for mine in range(max(1, total - pieces), min(pieces, total - 1) + 1):
            yield Layer(mine, total - mine)


def _record(solved: _Solved) -> dict[str, NDArray[np.generic]]:
    assert solved.moving is not None
    assert solved.waiting is not None
    assert solved.turns is not None
    return {
        "moving": solved.moving,
        "waiting": solved.waiting,
        "turns": solved.turns,
        "error": np.array([solved.error]),
    }


def _restored(record: object) -> _Solved:
    assert isinstance(record, dict)
    return _Solved(record["moving"], record["waiting"], record["turns"], float(record["error"][0]))


class UrLineCostJson(TypedDict):
    """A line of a card, and the card's chance without it."""

    words: str
    text: str
    points: int | None
    win: float
    """The chance of the card without this line."""
    cost_win: float
    """How much of its chance the card loses without this line."""


class UrCardCostsJson(UrCardPriceJson):
    """The chance of a card against perfect play, and without each of its lines."""

    without: list[UrLineCostJson]


@dataclass(frozen=True, repr=False)
class CardCosts(TableResult):
    """The chance of a card against perfect play, and without each of its lines; exact."""

    price: CardPrice
    without: tuple[CardPrice, ...]
    """The card without its first line, without its second, and so on."""

    def __repr__(self) -> str:
        return f"CardCosts({self.price!r}, lines={len(self.without)})"

    def to_dict(self) -> UrCardCostsJson:
        """Return the chances of the card, and those without each of its lines."""
        lines = self.price.card.to_dict()["lines"]
        return {
            **self.price.to_dict(),
            "without": [
                {**line, "win": other.win, "cost_win": self.price.win - other.win}
                for line, other in zip(lines, self.without, strict=True)
            ],
        }

    def _table(self) -> TextTable:
        card = self.price.card
        numbers = range(1, len(card.terms) + 1) if card.points is None else card.points
        rows = [
            (number, sentence, f"{other.win:.2%}", f"{100 * (self.price.win - other.win):.2f}")
            for number, sentence, other in zip(numbers, card.sentences, self.without, strict=True)
        ]
        first = "line" if card.points is None else "points"
        return TextTable([first, "play", "without it", "cost in points"], rows, str(self.price))

    def _columns(self) -> dict[str, Sequence[object]]:
        rows = self.to_dict()["without"]
        return {
            "words": [row["words"] for row in rows],
            "text": [row["text"] for row in rows],
            "points": Integers([row["points"] for row in rows]),
            "win": [row["win"] for row in rows],
            "cost_win": [row["cost_win"] for row in rows],
        }


def price_lines(
    card: Card | str = "card",
    table: Tablebase | None = None,
    *,
    pieces: int | None = None,
    end: float = END,
    threads: int | None = None,
    progress: Progress = False,
    folder: str | PathLike[str] | None = None,
) -> CardCosts:
    """Return the exact chance of a card, and its chance without each of its lines; see `price`."""
    if table is not None:
        require_table(table)
    whole = find_card(card, FINKEL if table is None else table.rules)
    if len(whole.terms) < 2:
        raise BadInputError("a card of one line has no chance without it")
    cards = [whole, *(whole.without(number) for number in range(len(whole.terms)))]
    priced, *without = price_many(
        cards, table, pieces=pieces, end=end, threads=threads, progress=progress, folder=folder
    )
    return CardCosts(priced, tuple(without))
