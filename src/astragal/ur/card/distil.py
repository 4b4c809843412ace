"""The search for a card to play by: a few lines, or points, that lose little to perfect play.

The card plays perfect play, and the cost of every legal move of its decisions is looked up in the
solved table. The card is changed to cost less in those decisions. A changed card gets into other
positions, so it plays again, and is changed to cost less in the decisions of all cards so far. The
card that does best in games of its own is the result. At the end lines are left out one by one, to
show how much each further line is worth. Chances are estimated from further games; `price` computes
them exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from json import dumps, loads
from math import sqrt
from os import PathLike
from typing import Any

import numpy as np
from typing_extensions import TypedDict

from astragal._checks import require_int, require_seed
from astragal._intervals import Z95
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.errors import BadInputError
from astragal.jobs.checkpoint import open_checkpoint
from astragal.progress import Progress, Reporter
from astragal.store.canonical import full_hash
from astragal.ur.card.card import Card, CardKind, UrCardLineJson
from astragal.ur.card.search import (
    Decisions,
    PointsTrial,
    Trial,
    add_line,
    add_term,
    candidate_terms,
    drop_line,
    drop_term,
    join,
    polish_lines,
    polish_points,
    sample_decisions,
    weigh_decisions,
)
from astragal.ur.card.words import Term
from astragal.ur.evaluation import Chance
from astragal.ur.rules import FINKEL, Rules
from astragal.ur.study.rows import game_with_choices
from astragal.ur.tablebase import Tablebase, open_table, require_table

FIRST_LINES = ("captures", "to rosette", "safe for good", "from hand")
"""The card whose games the search begins with."""

MOST_LINES = 16
LARGEST_POINTS = 9
SAMPLES = 400
"""Games of each round."""
ROUNDS = 8
MEASURED = 10
"""The chances of the result are estimated from this many times the games of a round."""

FINAL = 1 << 20
"""The number of the games that choose between cards; the next are those that measure them."""

FINALISTS = 3
_VERSION = 2


class UrCurvePointJson(TypedDict):
    """A card of some length, and its estimated chance against perfect play."""

    lines: int
    win: float
    error: float
    """Half the width of the 95 % interval of `win`."""
    words: list[str]
    points: list[int] | None


class UrDistilledJson(TypedDict):
    """A card that the search found, and shorter ones."""

    rules: str
    pieces: int
    kind: str
    samples: int
    """Games of each round."""
    seed: int
    win: float
    """The estimated chance of the card against perfect play."""
    error: float
    """Half the width of the 95 % interval of `win`."""
    lines: list[UrCardLineJson]
    curve: list[UrCurvePointJson]
    """The cards of each length."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A card, and its estimated chance against perfect play."""

    card: Card
    win: Chance
    error: float
    """Half the width of the 95 % interval."""

    def to_dict(self) -> UrCurvePointJson:
        """Return the card's length, its chance, and its lines."""
        return {
            "lines": len(self.card.terms),
            "win": self.win,
            "error": self.error,
            "words": list(self.card.lines),
            "points": None if self.card.points is None else list(self.card.points),
        }


@dataclass(frozen=True, repr=False, kw_only=True)
class Distilled(TableResult):
    """A card that the search found, and the best shorter ones."""

    pieces: int
    samples: int
    seed: int
    curve: tuple[CurvePoint, ...]
    """The cards of each length, the shortest first; the last is the card that was asked for."""

    @property
    def card(self) -> Card:
        """The card that was asked for."""
        return self.curve[-1].card

    @property
    def kind(self) -> CardKind:
        """The kind of card: lines in order, or points."""
        return self.card.kind

    def __repr__(self) -> str:
        last = self.curve[-1]
        return f"Distilled({last.card!r}, win={last.win:.4g}, error={last.error:.2g})"

    def to_dict(self) -> UrDistilledJson:
        """Return the card, its estimated chance, and the shorter cards."""
        last = self.curve[-1]
        return {
            "rules": self.card.rules.name,
            "pieces": self.pieces,
            "kind": self.kind,
            "samples": self.samples,
            "seed": self.seed,
            "win": last.win,
            "error": last.error,
            "lines": self.card.to_dict()["lines"],
            "curve": [point.to_dict() for point in self.curve],
        }

    def __str__(self) -> str:
        return f"{self.card}\n\n{super().__str__()}"

    def _table(self) -> TextTable:
        what = "lines" if self.kind == "card" else "points"
        rows = [
            (len(point.card.terms), f"{100 * point.win:.2f}", f"± {100 * point.error:.2f}")
            for point in self.curve
        ]
        return TextTable(
            [what, "wins %", ""],
            rows,
            f"against perfect play, estimated from {MEASURED * self.samples:,} games; "
            f"{self.card.rules.about(self.pieces)}, seed {self.seed}",
        )

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "lines": [len(point.card.terms) for point in self.curve],
            "win": [point.win for point in self.curve],
            "error": [point.error for point in self.curve],
        }


@dataclass(frozen=True)
class _Games:
    """Games of cards against perfect play."""

    table: Tablebase
    pieces: int
    samples: int
    seed: int

    def play(self, card: Card, number: int, times: int = 1) -> Decisions:
        """Play the games of that number, `times` as many as in a round."""
        seed = int(np.random.SeedSequence([self.seed, number]).generate_state(1)[0])
        games = times * self.samples
        return sample_decisions(self.table, card, games, pieces=self.pieces, seed=seed)

    def best_of(self, cards: Sequence[Card]) -> Card:
        """Let some cards play, and return the best one."""
        costs = [float(self.play(card, FINAL, 4).game_costs(card).mean()) for card in cards]
        return cards[costs.index(min(costs))]

    def measure(self, card: Card) -> CurvePoint:
        """Estimate the chance of a card from games of its own: half, less the mean cost."""
        costs = self.play(card, FINAL + 1, MEASURED).game_costs(card)
        error = Z95 * float(costs.std()) / sqrt(len(costs))
        return CurvePoint(card, 0.5 - float(costs.mean()), error)


@dataclass
class _Search:
    """A search for lines or for points, one card at a time."""

    rules: Rules
    terms: list[Term]
    kind: CardKind
    most: int

    def improve(self, card: Card, decisions: Decisions) -> Card:
        """Change a card until it costs least in these decisions, and lengthen it up to `most`."""
        trial = Trial(self.rules, self.terms, decisions, card.terms)
        if self.kind == "card":
            lines = list(range(len(card.terms)))
            while len(lines) > self.most:
                lines = drop_line(trial, lines)
            while len(lines) < self.most and (longer := add_line(trial, lines)) != lines:
                lines = polish_lines(trial, longer, rounds=1)
            return self._card(trial, polish_lines(trial, lines))
        points_trial = PointsTrial(trial, LARGEST_POINTS)
        chosen = dict(enumerate(card.points or ()))
        while len(chosen) < self.most and (more := add_term(points_trial, chosen)) != chosen:
            chosen = polish_points(points_trial, more, rounds=1)
        return self._card(trial, polish_points(points_trial, chosen))

    def shorten(self, card: Card, decisions: Decisions) -> Card:
        """Leave out the line that matters least, and change the others."""
        trial = Trial(self.rules, self.terms, decisions, card.terms)
        if card.points is None:
            lines = drop_line(trial, list(range(len(card.terms))))
            return self._card(trial, polish_lines(trial, lines))
        points_trial = PointsTrial(trial, LARGEST_POINTS)
        chosen = drop_term(points_trial, dict(enumerate(card.points)))
        return self._card(trial, polish_points(points_trial, chosen))

    def _card(self, trial: Trial, chosen: list[int] | dict[int, int]) -> Card:
        if isinstance(chosen, dict):
            points = sorted(chosen.items(), key=lambda term: -term[1])
            return Card(self.rules, {str(trial.terms[term]): number for term, number in points})
        # A line that stands there again keeps no fewer moves.
        return Card(self.rules, [str(trial.terms[line]) for line in dict.fromkeys(chosen)])


def distil(
    table: Tablebase | None = None,
    *,
    lines: int | None = None,
    points: int | None = None,
    pieces: int | None = None,
    samples: int = SAMPLES,
    rounds: int = ROUNDS,
    seed: int = 0,
    progress: Progress = False,
    folder: str | PathLike[str] | None = None,
) -> Distilled:
    """Search for a card of up to that many `lines`, or of that many `points`; 8 lines by default.

    `table` defaults to the solved table of Finkel's rules. In each of the `rounds` the card plays
    `samples` games against perfect play; at the end ten times as many estimate the chances. With a
    `folder`, finished rounds are saved there, and the same call resumes.
    """
    if lines is not None and points is not None:
        raise BadInputError("give a number of lines or of points, not both")
    kind: CardKind = "card" if points is None else "points"
    asked = points if points is not None else 8 if lines is None else lines
    most = require_int(asked, "lines" if kind == "card" else "points", 1, MOST_LINES)
    require_int(samples, "samples", 2, 10**6)
    require_int(rounds, "rounds", 1, 1000)
    require_seed(seed)
    if table is None:
        table = open_table(FINKEL, pieces=pieces)
    require_table(table)
    pieces = game_with_choices(table, pieces)
    search = _Search(table.rules, candidate_terms(table.rules), kind, most)
    reporter = Reporter(progress, "distil", total=rounds + most, unit="rounds")
    games = _Games(table, pieces, samples, seed)
    card = Card(table.rules, FIRST_LINES)
    inputs = full_hash([table.identity, pieces, kind, most, samples, seed, _VERSION])
    parts: list[Decisions] = []
    scored: list[tuple[float, Card]] = []
    with open_checkpoint(folder, f"ur-distil-{inputs[:12]}", inputs) as saved:
        for number in range(rounds):
            if number in saved:
                record: Any = saved.read(number)
                decided = (record["states"], record["rolls"], record["games"])
                decisions = weigh_decisions(table, *decided, samples)
                improved = _unpacked(record["card"].tobytes(), table.rules)
            else:
                decisions = games.play(card, number)
                improved = search.improve(card, join([*parts, decisions]))
                if folder is not None:
                    record = {
                        "states": decisions.states,
                        "rolls": decisions.rolls,
                        "games": decisions.games,
                        "card": np.frombuffer(_packed(improved), np.uint8),
                    }
                    saved.append(number, record)
            scored.append((float(decisions.game_costs(card).mean()), card))
            parts.append(decisions)
            card = improved
            reporter.report(number + 1, win=0.5 - scored[-1][0])
        # The first card is given, not found; a short one may be better by luck.
        longest = max(len(found.terms) for _, found in [*scored[1:], (0.0, card)])
        whole = [pair for pair in scored[1:] if len(pair[1].terms) == longest]
        finalists = [found for _, found in sorted(whole, key=lambda pair: pair[0])[:FINALISTS]]
        curve = [games.best_of([*finalists, card])]
        while len(curve[-1].terms) > 1:
            curve.append(search.shorten(curve[-1], join(parts)))
            reporter.report(rounds + len(curve) - 1)
        measured = tuple(games.measure(found) for found in reversed(curve))
        saved.remove()
    return Distilled(pieces=pieces, samples=samples, seed=seed, curve=measured)


def _packed(card: Card) -> bytes:
    points = None if card.points is None else list(card.points)
    return dumps([list(card.lines), points]).encode()


def _unpacked(content: bytes, rules: Rules) -> Card:
    lines, points = loads(content)
    return Card(rules, lines if points is None else dict(zip(lines, points, strict=True)))
