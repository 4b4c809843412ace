"""The strategy card of so many lines, or points, that loses least to perfect play.

    python -m lab.ur.distil --lines 8 --path card.toml
    python -m lab.ur.distil --points 16 --rules blitz

The card plays perfect play, and the cost of every legal move of its decisions is looked up in the
solved table. The card is changed to cost less in those decisions. A changed card gets into other
positions, so it plays again, and is changed to cost less in the decisions of all cards so far. The
card that does best in games of its own is the result. At the end lines are left out one by one, to
show how much each further line is worth. Chances are estimated from further games; `lab.ur.price`
computes them exactly.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np

from astragal import ur
from astragal._intervals import Z95
from astragal.ur.card.card import CardKind
from astragal.ur.card.words import Term
from lab.ur.search import (
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
)

FIRST_LINES = ("captures", "to rosette", "safe for good", "from hand")
"""The card whose games the search begins with."""

LARGEST_POINTS = 9
MEASURED = 10
"""The chances of the result are estimated from this many times the games of a round."""

FINAL = 1 << 20
"""The number of the games that choose between cards; the next are those that measure them."""

FINALISTS = 3


@dataclass(frozen=True)
class Estimate:
    """A card, and its estimated chance against perfect play."""

    card: ur.StrategyCard
    win: float
    error: float
    """Half the width of the 95 % interval."""


@dataclass(frozen=True)
class _Games:
    """Games of cards against perfect play."""

    table: ur.Tablebase
    pieces: int
    samples: int
    seed: int

    def play(self, card: ur.StrategyCard, number: int, times: int = 1) -> Decisions:
        """Play the games of that number, `times` as many as in a round."""
        seed = int(np.random.SeedSequence([self.seed, number]).generate_state(1)[0])
        games = times * self.samples
        return sample_decisions(self.table, card, games, pieces=self.pieces, seed=seed)

    def best_of(self, cards: Sequence[ur.StrategyCard]) -> ur.StrategyCard:
        """Let some cards play, and return the best one."""
        costs = [float(self.play(card, FINAL, 4).game_costs(card).mean()) for card in cards]
        return cards[costs.index(min(costs))]

    def measure(self, card: ur.StrategyCard) -> Estimate:
        """Estimate the chance of a card from games of its own: half, less the mean cost."""
        costs = self.play(card, FINAL + 1, MEASURED).game_costs(card)
        error = Z95 * float(costs.std()) / sqrt(len(costs))
        return Estimate(card, 0.5 - float(costs.mean()), error)


@dataclass
class Search:
    """A search for lines or for points, one card at a time."""

    rules: ur.Rules
    terms: list[Term]
    kind: CardKind
    most: int

    def improve(self, card: ur.StrategyCard, decisions: Decisions) -> ur.StrategyCard:
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

    def shorten(self, card: ur.StrategyCard, decisions: Decisions) -> ur.StrategyCard:
        """Leave out the line that matters least, and change the others."""
        trial = Trial(self.rules, self.terms, decisions, card.terms)
        if card.points is None:
            lines = drop_line(trial, list(range(len(card.terms))))
            return self._card(trial, polish_lines(trial, lines))
        points_trial = PointsTrial(trial, LARGEST_POINTS)
        chosen = drop_term(points_trial, dict(enumerate(card.points)))
        return self._card(trial, polish_points(points_trial, chosen))

    def _card(self, trial: Trial, chosen: list[int] | dict[int, int]) -> ur.StrategyCard:
        if isinstance(chosen, dict):
            points = sorted(chosen.items(), key=lambda term: -term[1])
            return ur.StrategyCard(
                self.rules, {str(trial.terms[term]): number for term, number in points}
            )
        # A line that stands there again keeps no fewer moves.
        return ur.StrategyCard(
            self.rules, [str(trial.terms[line]) for line in dict.fromkeys(chosen)]
        )


def distil(
    table: ur.Tablebase, *, kind: CardKind, most: int, pieces: int, samples: int = 400,
    rounds: int = 8, seed: int = 0,
) -> list[Estimate]:  # fmt: skip
    """Search for a card of up to `most` lines or points; return it after the best shorter ones.

    In each of the `rounds` the card plays `samples` games against perfect play; at the end ten
    times as many estimate the chances.
    """
    search = Search(table.rules, candidate_terms(table.rules), kind, most)
    games = _Games(table, pieces, samples, seed)
    card = ur.StrategyCard(table.rules, FIRST_LINES)
    parts: list[Decisions] = []
    scored: list[tuple[float, ur.StrategyCard]] = []
    for number in range(rounds):
        decisions = games.play(card, number)
        parts.append(decisions)
        scored.append((float(decisions.game_costs(card).mean()), card))
        card = search.improve(card, join(parts))
    # The first card is given, not found; a short one may be better by luck.
    longest = max(len(found.terms) for _, found in [*scored[1:], (0.0, card)])
    whole = [pair for pair in scored[1:] if len(pair[1].terms) == longest]
    finalists = [found for _, found in sorted(whole, key=lambda pair: pair[0])[:FINALISTS]]
    curve = [games.best_of([*finalists, card])]
    while len(curve[-1].terms) > 1:
        curve.append(search.shorten(curve[-1], join(parts)))
    return [games.measure(found) for found in reversed(curve)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the card, and what it and the shorter ones win."""
    parser = argparse.ArgumentParser(description="Which card loses least to perfect play?")
    parser.add_argument("--lines", type=int, default=8)
    parser.add_argument("--points", type=int, help="search for points in place of lines")
    parser.add_argument("--rules", default="finkel")
    parser.add_argument("--pieces", type=int)
    parser.add_argument("--samples", type=int, default=400, help="games of each round")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--path", type=Path, help="write the card there, as TOML")
    asked = parser.parse_args(arguments)
    table = ur.open_table(asked.rules, pieces=asked.pieces)
    curve = distil(
        table,
        kind="card" if asked.points is None else "points",
        most=asked.points or asked.lines,
        pieces=asked.pieces or table.rules.pieces,
        samples=asked.samples,
        rounds=asked.rounds,
        seed=asked.seed,
    )
    print(curve[-1].card)
    for found in curve:
        print(f"{len(found.card.terms):2} lines win {found.win:.2%} ± {found.error:.2%}")
    if asked.path is not None:
        curve[-1].card.write(asked.path)


if __name__ == "__main__":
    main()
