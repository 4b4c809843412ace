"""The search for a short card: decisions, what each move costs, and the terms that it meets.

The decisions come from games of a card against perfect play, because a card must answer in the
positions that it brings about. The cost of each legal move is exact, from the solved table. The sum
of the costs of a game, on average, is the chance that the card loses against perfect play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.ur import Rules, StrategyCard, Tablebase
from astragal.ur.card.card import native_card
from astragal.ur.card.words import CONDITIONS, FACTS, Term, places
from astragal.ur.layouts import UR_STATE
from astragal.ur.match import TurnArrays, play_turns
from astragal.ur.position import start
from astragal.ur.rules import MAX_PIECES
from astragal.ur.states import Rolls, States, moves_many

Masks: TypeAlias = NDArray[np.uint8]
"""Legal moves of a decision as bits."""

# A term must split this share of the decisions to be tried.
LEAST_SHARE = 0.002
# Terms are tried on a part of the decisions first, and the best of them on all.
SCREENED = 2000
FINALISTS = 30
LEAST_GAIN = 1e-5
WORD_COST = 0.0004
"""What each word of a card adds to its cost, so that it says no more than it must."""

_ILLEGAL = -8 * 100_000
_HIGHEST = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << MAX_PIECES)], np.int64)
_NEVER_NEGATED = ("foremost", "rearmost", "captures foremost", "was most exposed", "most threats")


def candidate_terms(rules: Rules) -> list[Term]:
    """Return the terms that the search tries: up to three words."""
    known = places(rules)
    sources = [name for name in known if name != "home"]
    targets = [name for name in known if name not in ("hand", "board")]
    facts = [(name, True) for name in FACTS]
    facts += [(name, False) for name in FACTS if name not in _NEVER_NEGATED]
    terms = [Term(source, target) for source, target in product(["", *sources], ["", *targets])]
    ends = [(source, "") for source in sources] + [("", target) for target in targets]
    terms += [
        Term(source, target, (fact,)) for source, target in [("", ""), *ends] for fact in facts
    ]
    for condition in CONDITIONS if "centre rosette" in known else ():
        terms += [Term(source, target, (), condition) for source, target in ends]
        terms += [Term("", "", (fact,), condition) for fact in facts]
    for one, other in combinations(facts, 2):
        if one[0] != other[0]:
            both = tuple(sorted((one, other), key=lambda fact: list(FACTS).index(fact[0])))
            terms += [Term("", "", both), Term("hand", "", both), Term("", "middle", both)]
    return list(dict.fromkeys(term for term in terms if term.size))


@dataclass(frozen=True)
class Decisions:
    """Decisions of games against perfect play, and what each legal move costs."""

    states: States
    rolls: Rolls
    games: NDArray[np.int64]
    """The number of the game of each decision."""
    number: NDArray[np.uint8]
    """The number of legal moves of each."""
    costs: NDArray[np.float64]
    """The chance of winning that each move costs; 0 beside the legal moves."""
    played: int
    """The number of games."""

    def __len__(self) -> int:
        return len(self.states)

    def game_costs(self, card: StrategyCard) -> NDArray[np.float64]:
        """Return the cost of a card's moves in each game."""
        chosen = card.choose_many(self.states, self.rolls)
        costs = self.costs[np.arange(len(self)), chosen]
        return np.bincount(self.games, costs, self.played).astype(np.float64)


def sample_decisions(
    table: Tablebase, card: StrategyCard, games: int, *, pieces: int, seed: int
) -> Decisions:
    """Play a card against perfect play, half of the games as A, and return its decisions."""
    rules = table.rules
    card_side = np.arange(games) % 2
    decided: list[tuple[States, Rolls, NDArray[np.int64]]] = []

    def choose(turn: TurnArrays) -> NDArray[np.uint8]:
        mine = UR_STATE.unpack_field(turn.states, "turn") == card_side[turn.games]
        chosen = np.empty(len(mine), np.uint8)
        states, rolls = turn.states[mine], turn.rolls[mine]
        chosen[mine] = card.choose_many(states, rolls)
        chosen[~mine] = table.best_many(turn.states[~mine], turn.rolls[~mine]).move
        decided.append((states, rolls, turn.games[mine]))
        return chosen

    first = np.full(games, start(rules, pieces).state, np.uint64)
    for _ in play_turns(first, rules, np.random.default_rng(seed), choose):
        pass
    states, rolls, of_game = (np.concatenate(parts) for parts in zip(*decided, strict=True))
    return weigh_decisions(table, states, rolls, of_game, games)


def weigh_decisions(
    table: Tablebase, states: States, rolls: Rolls, games: NDArray[np.int64], played: int
) -> Decisions:
    """Return decisions with the cost of each legal move, from the table."""
    legal = moves_many(states, rolls, table.rules)
    there = np.arange(MAX_PIECES) < legal.number[:, np.newaxis]
    after = legal.after[there]
    mover = np.repeat(UR_STATE.unpack_field(states, "turn"), legal.number)
    chances = table.value_many(after)
    values = np.full(there.shape, -1.0)
    values[there] = np.where(UR_STATE.unpack_field(after, "turn") == mover, chances, 1 - chances)
    costs = np.where(there, values.max(axis=1, keepdims=True) - values, 0.0)
    return Decisions(states, rolls, games, legal.number, costs, played)


def join(parts: Sequence[Decisions]) -> Decisions:
    """Return the decisions of several samples together."""
    before = np.cumsum([0, *(part.played for part in parts)])
    games = [part.games + first for part, first in zip(parts, before, strict=False)]
    return Decisions(
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.rolls for part in parts]),
        np.concatenate(games),
        np.concatenate([part.number for part in parts]),
        np.concatenate([part.costs for part in parts]),
        int(before[-1]),
    )


class Trial:
    """Decisions prepared for a search: the moves that meet each candidate term."""

    def __init__(
        self, rules: Rules, terms: Iterable[Term], decisions: Decisions, kept: Iterable[Term] = ()
    ) -> None:
        """Prepare decisions; of terms that do the same, the shortest is tried, and those `kept`."""
        wanted = list(kept)
        terms = list(dict.fromkeys([*wanted, *terms]))
        self.costs = (decisions.costs / decisions.played).astype(np.float32).ravel()
        self.rows = np.arange(len(decisions)) * MAX_PIECES
        self.legal: Masks = ((1 << decisions.number.astype(np.int64)) - 1).astype(np.uint8)
        met = np.zeros((len(terms), len(decisions)), np.uint8)
        native_card(rules, terms).meeting(decisions.states, decisions.rolls, met)
        splits = np.count_nonzero((met != 0) & (met != self.legal), axis=1)
        distinct: dict[bytes, int] = {}
        for place in sorted(range(len(wanted), len(terms)), key=lambda place: terms[place].size):
            if splits[place] >= LEAST_SHARE * len(decisions):
                distinct.setdefault(met[place].tobytes(), place)
        places_kept = [*range(len(wanted)), *distinct.values()]
        self.terms = [terms[place] for place in places_kept]
        self.met: Masks = met[places_kept]
        self.sizes = np.array([term.size for term in self.terms])

    def keep(self, left: Masks, met: Masks) -> Masks:
        """Keep the moves that meet a line, where there are any."""
        both = left & met
        return np.where(both, both, left)

    def after(self, lines: Sequence[int]) -> Masks:
        """Return the moves that some lines keep."""
        left = self.legal
        for line in lines:
            left = self.keep(left, self.met[line])
        return left

    def cost(self, lines: Sequence[int]) -> float:
        """Return the cost of a card of these lines, and of its words."""
        chosen = _HIGHEST[self.after(lines)]
        words = WORD_COST * float(self.sizes[list(lines)].sum()) if lines else 0.0
        return float(self.costs[self.rows + chosen].sum(dtype=np.float64)) + words

    def best_line(self, lines: Sequence[int], place: int) -> tuple[float, int]:
        """Return the cost with the best further line at a place, and that line."""
        before = self.after(lines[:place])
        open_rows = np.flatnonzero(before & (before - 1))
        closed = np.ones(len(before), bool)
        closed[open_rows] = False
        fixed = float(self.costs[(self.rows + _HIGHEST[before])[closed]].sum(dtype=np.float64))
        fixed += WORD_COST * float(self.sizes[list(lines)].sum()) if len(lines) else 0.0
        candidates = np.arange(len(self.terms))
        if len(open_rows) > 2 * SCREENED:
            some = open_rows[:: len(open_rows) // SCREENED]
            scale = len(open_rows) / len(some)
            costs = scale * self._costs(lines, place, before, some, candidates)
            ranked = costs + WORD_COST * self.sizes
            candidates = np.argsort(ranked, kind="stable")[:FINALISTS]
        costs = self._costs(lines, place, before, open_rows, candidates)
        costs += WORD_COST * self.sizes[candidates] + fixed
        best = int(costs.argmin())
        return float(costs[best]), int(candidates[best])

    def _costs(
        self, lines: Sequence[int], place: int, before: Masks,
        rows: NDArray[np.int64], candidates: NDArray[np.int64],
    ) -> NDArray[np.float64]:  # fmt: skip
        """Return the costs in some rows with each candidate inserted."""
        left, base = before[rows], self.rows[rows]
        rest = [self.met[line][rows] for line in lines[place:]]
        costs = np.empty(len(candidates))
        at_once = max(1, (1 << 20) // max(1, len(rows)))
        for first in range(0, len(candidates), at_once):
            block = slice(first, first + at_once)
            met = self.met[np.ix_(candidates[block], rows)]
            kept = self.keep(left, met)
            for later in rest:
                kept = self.keep(kept, later)
            costs[block] = self.costs[base + _HIGHEST[kept]].sum(axis=1, dtype=np.float64)
        return costs


def add_line(trial: Trial, lines: list[int]) -> list[int]:
    """Insert the line, at the place, that saves most; return the same lines if none saves."""
    options = [(*trial.best_line(lines, place), place) for place in range(len(lines) + 1)]
    cost, line, place = min(options)
    if lines and cost >= trial.cost(lines):
        return lines
    return [*lines[:place], line, *lines[place:]]


def drop_line(trial: Trial, lines: list[int]) -> list[int]:
    """Leave out the line that saves least."""
    shorter = [[*lines[:place], *lines[place + 1 :]] for place in range(len(lines))]
    return min(shorter, key=trial.cost)


def polish_lines(trial: Trial, lines: list[int], rounds: int = 3) -> list[int]:
    """Replace lines by the best in their places, and move them, until nothing is saved."""
    cost = trial.cost(lines)
    for _ in range(rounds):
        before = cost
        for place in range(len(lines)):
            rest = [*lines[:place], *lines[place + 1 :]]
            changed, line = trial.best_line(rest, place)
            if changed < cost - LEAST_GAIN:
                lines, cost = [*rest[:place], line, *rest[place:]], changed
        for place, to in product(range(len(lines)), repeat=2):
            moved = [*lines[:place], *lines[place + 1 :]]
            moved.insert(to, lines[place])
            changed = trial.cost(moved)
            if changed < cost - LEAST_GAIN:
                lines, cost = moved, changed
        if before - cost < LEAST_GAIN:
            break
    return lines


class PointsTrial:
    """Decisions prepared for a search of points, by the terms of a `Trial`.

    If a term gets w points, a decision goes to the best move that meets it if w is at least a
    threshold, and else to the best move that does not. So one pass over the decisions finds the
    cost of a term with every number of points.
    """

    def __init__(self, trial: Trial, most: int) -> None:
        self.trial = trial
        self.most = most
        """The greatest number of points, and of minus points."""

    def totals(self, chosen: Mapping[int, int]) -> NDArray[np.int32]:
        """Return the total of each move, times 8, plus its number: a row for each number."""
        trial = self.trial
        totals = np.empty((MAX_PIECES, len(trial.rows)), np.int32)
        for move in range(MAX_PIECES):
            totals[move] = np.where(trial.legal >> move & 1, move, _ILLEGAL)
            for place, points in chosen.items():
                totals[move] += 8 * points * (trial.met[place] >> move & 1).astype(np.int32)
        return totals

    def cost(self, chosen: Mapping[int, int]) -> float:
        """Return the cost of these points, and of their words."""
        best = self.totals(chosen).max(axis=0) & 7
        words = WORD_COST * sum(int(self.trial.sizes[place]) for place in chosen)
        return float(self.trial.costs[self.trial.rows + best].sum(dtype=np.float64)) + words

    def best_term(self, chosen: Mapping[int, int]) -> tuple[float, int, int]:
        """Return the cost with the best further term, the term, and its points."""
        trial, totals = self.trial, self.totals(chosen)
        words = WORD_COST * sum(int(trial.sizes[place]) for place in chosen)
        rows = np.arange(len(trial.rows))
        candidates = np.array([n for n in range(len(trial.terms)) if n not in chosen])
        if len(rows) > 2 * SCREENED:
            some = rows[:: len(rows) // SCREENED]
            costs = self._costs(totals, some, candidates) * (len(rows) / len(some))
            ranked = costs.min(axis=1) + WORD_COST * trial.sizes[candidates]
            candidates = candidates[np.argsort(ranked, kind="stable")[:FINALISTS]]
        costs = self._costs(totals, rows, candidates)
        costs += WORD_COST * trial.sizes[candidates][:, np.newaxis] + words
        costs[:, self.most] = np.inf  # no points
        best, column = np.unravel_index(int(costs.argmin()), costs.shape)
        return float(costs[best, column]), int(candidates[best]), int(column) - self.most

    def _costs(
        self, totals: NDArray[np.int32], rows: NDArray[np.int64], candidates: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the cost of each candidate in some rows, with each number of points."""
        trial = self.trial
        some, base, numbers = totals[:, rows], trial.rows[rows], 2 * self.most + 1
        costs = np.empty((len(candidates), numbers))
        at_once = max(1, (1 << 19) // max(1, len(rows)))
        for first in range(0, len(candidates), at_once):
            met = trial.met[np.ix_(candidates[first : first + at_once], rows)]
            inside = np.full(met.shape, _ILLEGAL, np.int32)
            outside = inside.copy()
            for move in range(MAX_PIECES):
                bit = (met >> move & 1).astype(bool)
                np.maximum(inside, some[move], out=inside, where=bit)
                np.maximum(outside, some[move], out=outside, where=~bit)
            threshold = (outside - inside) // 8 + 1 + self.most
            for row, (high, low, least) in enumerate(zip(inside, outside, threshold, strict=True)):
                with_it = trial.costs[base + (high & 7)]
                without = trial.costs[base + (low & 7)]
                always, never = low < _ILLEGAL // 2, high < _ILLEGAL // 2
                with_it = np.where(never, without, with_it)
                without = np.where(always, with_it, without)
                step = np.bincount(
                    np.clip(least, 0, numbers), with_it - without, minlength=numbers + 1
                )
                costs[first + row] = without.sum(dtype=np.float64) + np.cumsum(step)[:numbers]
        return costs


def add_term(trial: PointsTrial, chosen: dict[int, int]) -> dict[int, int]:
    """Add the term, with the points, that saves most; return the same points if none saves."""
    cost, term, points = trial.best_term(chosen)
    if chosen and cost >= trial.cost(chosen):
        return chosen
    return {**chosen, term: points}


def drop_term(trial: PointsTrial, chosen: dict[int, int]) -> dict[int, int]:
    """Leave out the term that saves least."""
    shorter = [
        {other: points for other, points in chosen.items() if other != term} for term in chosen
    ]
    return min(shorter, key=trial.cost)


def polish_points(trial: PointsTrial, chosen: dict[int, int], rounds: int = 3) -> dict[int, int]:
    """Replace each term and its points by the best until nothing is saved."""
    cost = trial.cost(chosen)
    for _ in range(rounds):
        before = cost
        for term in list(chosen):
            rest = {other: points for other, points in chosen.items() if other != term}
            changed, better, points = trial.best_term(rest)
            if changed < cost - LEAST_GAIN:
                chosen, cost = {**rest, better: points}, changed
        if before - cost < LEAST_GAIN:
            break
    return chosen
