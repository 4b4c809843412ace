"""Jam or fold, heads-up: the equilibrium between the small blind and the big blind.

The small blind goes all-in or folds, and the big blind calls or folds. Everyone else has folded.
A strategy is a frequency for each starting hand. Suits are symmetric, so no other strategy can do
better.

The equities are those of the exact pre-flop table. The equilibrium is found by CFR+ (Tammelin 2014,
"Solving large imperfect information games using CFR+"), and certified: for the frequencies that are
returned, best responses are computed, and their gain is the exploitability.

CFR+ only approaches the equilibrium, so its frequencies of hands that hardly ever mix are noise. In
an equilibrium a few hands mix, and each of these gains nothing by jamming or calling; all others
gain or lose by it, and play 0 or 1. So the hands whose gains are nearest to 0 are tried: with them
the equations of no gain are linear, and the solution is an equilibrium if best responses gain
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_list, require_number
from astragal._frames import Library, make_frame
from astragal._results import Result
from astragal.equity.preflop import PreflopTable, preflop_table
from astragal.equity.ranges import Range, square_svg
from astragal.equity.starting_hands import starting_hands
from astragal.errors import BadInputError, JobError, quoted
from astragal.poker.variants import HOLDEM, Variant, two_card_variant
from astragal.progress import Progress

SMALL_BLIND, BIG_BLIND = 0.5, 1.0
LEAST, MOST = 1.0, 200.0
"""The stacks that can be solved, in big blinds."""
MOST_PLAYERS = 10
LEAST_PRIZE = 1e-6
DECIMALS = 6
"""Of a frequency."""

_TARGET = 1e-5
_CERTIFIED = 1e-4
_EXACT = 1e-12
"""The exploitability of an exact solution: rounding errors."""
_NEAR_SOLUTION = 1e-3
_MOST_MIXED = 3
_CANDIDATES = 5
"""How many hands that may mix are tried, for each player."""
_STEPS = 100
"""Between two looks at the exploitability."""
_MOST_STEPS = 100_000

Row: TypeAlias = NDArray[np.float64]


class PushFoldJson(TypedDict):
    """The equilibrium of jam or fold between the blinds; amounts are in big blinds."""

    game: str
    stack: float
    """The stack of the small blind, before blinds and antes."""
    villain: float
    """The stack of the big blind."""
    others: list[float]
    """The stacks of the players who have folded."""
    ante: float
    payouts: list[float]
    """The prizes, best first; empty if chips count."""
    value: float
    """The expected win of the small blind per hand, against the stack before blinds and antes; with
    prizes, the change of the prize money, in units in which all prizes equal all chips."""
    jam: dict[str, float]
    """How often the small blind goes all-in with each starting hand, 0 to 1."""
    call: dict[str, float]
    """How often the big blind calls with each starting hand, 0 to 1."""
    jam_share: float
    """The share of all hands with which the small blind goes all-in."""
    call_share: float
    """The share of all hands with which the big blind calls."""
    exploitability: float
    """The gain of best responses of both players together."""


@dataclass(frozen=True, repr=False)
class PushFold(Result):
    """The equilibrium of jam or fold for one stack; everything is in big blinds."""

    game: str
    stack: float
    """The stack of the small blind, before blinds and antes."""
    villain: float
    """The stack of the big blind."""
    others: tuple[float, ...]
    """The stacks of the players who have folded."""
    ante: float
    payouts: tuple[float, ...]
    """The prizes, if there are any; else chips count."""
    value: float
    """The expected win of the small blind per hand: its stack after the hand less its stack before
    blinds and antes. With prizes it is the expected change of the prize money, again from the
    stacks before blinds and antes, in units in which all prizes together equal all chips."""
    jam: Mapping[str, float]
    """How often the small blind goes all-in with each starting hand."""
    call: Mapping[str, float]
    """How often the big blind calls with each starting hand."""
    exploitability: float
    """The gain of best responses of both players together."""

    @property
    def jam_share(self) -> float:
        """The share of all hands with which the small blind goes all-in."""
        return self.jam_range.share

    @property
    def call_share(self) -> float:
        """The share of all hands with which the big blind calls."""
        return self.call_range.share

    @property
    def jam_range(self) -> Range:
        """The small blind's hands, with their frequencies as weights."""
        return Range(game=two_card_variant(self.game)).paint(self.jam)

    @property
    def call_range(self) -> Range:
        """The big blind's hands, with their frequencies as weights."""
        return Range(game=two_card_variant(self.game)).paint(self.call)

    def __repr__(self) -> str:
        return (
            f"<PushFold {_stacks_text(self)}: jam {self.jam_share:.1%}, "
            f"call {self.call_share:.1%}, value {self.value:+.4f}>"
        )

    def to_dict(self) -> PushFoldJson:
        """Return the JSON of `astragal pushfold`."""
        return {
            "game": self.game,
            "stack": self.stack,
            "villain": self.villain,
            "others": list(self.others),
            "ante": self.ante,
            "payouts": list(self.payouts),
            "value": self.value,
            "jam": dict(self.jam),
            "call": dict(self.call),
            "jam_share": self.jam_share,
            "call_share": self.call_share,
            "exploitability": self.exploitability,
        }

    def to_frame(self, library: Library | None = None) -> Any:
        """Return the frequencies of each starting hand as a data frame of polars or pandas."""
        calls = [self.call[hand] for hand in self.jam]
        columns = {"hand": [*self.jam], "jam": [*self.jam.values()], "call": calls}
        return make_frame(columns, library)

    def __str__(self) -> str:
        squares = (
            f"{who} with {hands.share:.1%} of all hands\n\n{hands.square()}\n"
            for who, hands in (
                ("the small blind jams", self.jam_range),
                ("the big blind calls", self.call_range),
            )
        )
        summary = (
            f"{_stacks_text(self)}: {value_text(self)}, exploitability {self.exploitability:.6f}"
        )
        return "\n".join([*squares, summary])

    def _repr_html_(self) -> str:
        """Draw both squares, side by side."""
        game = two_card_variant(self.game)
        return f"<div>{square_svg(game, self.jam)} {square_svg(game, self.call)}</div>"


def value_text(result: PushFold) -> str:
    """Return the value in words."""
    does = "loses" if result.value < 0 else "wins"
    return f"the small blind {does} {abs(result.value):.4f} big blinds per hand"


def _stacks_text(result: PushFold) -> str:
    """Return the stacks, the ante and the prizes as text."""
    parts = [] if result.game == HOLDEM.name else [result.game]
    parts.append(f"{result.stack:g} big blinds")
    if result.villain != result.stack:
        parts.append(f"villain {result.villain:g}")
    if result.ante > 0:
        parts.append(f"ante {result.ante:g}")
    for name, amounts in {"others": result.others, "payouts": result.payouts}.items():
        if amounts:
            parts.append(f"{name} {' '.join(f'{amount:g}' for amount in amounts)}")
    return ", ".join(parts)


def pushfold(
    stack: float,
    *,
    villain: float | None = None,
    ante: float = 0.0,
    others: Sequence[float] = (),
    payouts: Sequence[float] = (),
    game: str | Variant = "holdem",
    progress: Progress = False,
) -> PushFold:
    """Return the equilibrium of jam or fold between the blinds.

    `stack` is that of the small blind in big blinds, before blinds and antes, and `villain` that of
    the big blind, the same if None. Each player at the table pays the `ante`, also the `others`,
    who have folded. With `payouts`, best prize first, stacks are worth prize money by the
    Independent Chip Model (Malmuth and Harville).

    The pre-flop table is built if it does not exist, which takes about 6 seconds of one core.

    >>> pushfold(10)
    <PushFold 10 big blinds: jam 58.3%, call 37.4%, value -0.0454>
    """
    variant = two_card_variant(game)
    spot = _Blinds(
        stack=_stack(stack, "stack"),
        villain=_stack(stack if villain is None else villain, "villain"),
        others=tuple(_stack(other, "others") for other in _numbers(others, "others")),
        ante=_number(ante, "ante"),
        payouts=_numbers(payouts, "payouts"),
    )
    spot.check()
    return _solve(variant, spot, preflop_table(variant, progress=progress))


def _numbers(values: Iterable[float], name: str) -> tuple[float, ...]:
    return tuple(_number(one, name) for one in require_list(values, name, "numbers"))


def _number(value: float, name: str) -> float:
    return require_number(value, name, 0, 1e9)


def _stack(value: float, name: str) -> float:
    return require_number(value, f"{name}, in big blinds,", LEAST, MOST)


class _Payoffs(NamedTuple):
    """The payoff of one player for each outcome."""

    fold: float
    steal: float
    win: float
    tie: float
    lose: float


class _Blinds(NamedTuple):
    """The stacks, the ante and the prizes."""

    stack: float
    villain: float
    others: tuple[float, ...]
    ante: float
    payouts: tuple[float, ...]

    @property
    def players(self) -> int:
        return 2 + len(self.others)

    def check(self) -> None:
        if self.players > MOST_PLAYERS:
            raise BadInputError(f"{self.players} players: at most {MOST_PLAYERS} are possible")
        least = min(self.stack, self.villain, *self.others)
        if BIG_BLIND + self.ante > least:
            raise BadInputError(
                f"ante = {self.ante:g}: with the big blind it is more than the stack of {least:g}"
            )
        if len(self.payouts) > self.players:
            raise BadInputError(
                f"{len(self.payouts)} payouts for {self.players} players: at most one each"
            )
        if self.payouts and (
            list(self.payouts) != sorted(self.payouts, reverse=True)
            or self.payouts[0] < LEAST_PRIZE
        ):
            raise BadInputError(
                f"payouts = {list(self.payouts)}: the best comes first, at least {LEAST_PRIZE:g}"
            )

    def payoffs(self) -> tuple[_Payoffs, _Payoffs]:
        """Return the payoffs of the small blind and of the big blind."""
        dead = len(self.others) * self.ante
        pot = SMALL_BLIND + BIG_BLIND + 2 * self.ante + dead
        small, big = SMALL_BLIND + self.ante, BIG_BLIND + self.ante
        all_in = min(self.stack, self.villain)
        ends = [
            (self.stack - small, self.villain - big + pot),
            (self.stack - small + pot, self.villain - big),
            (self.stack + all_in + dead, self.villain - all_in),
            (self.stack + dead / 2, self.villain + dead / 2),
            (self.stack - all_in, self.villain + all_in + dead),
        ]
        folded = tuple(one - self.ante for one in self.others)
        before = self._money((self.stack, self.villain, *self.others))
        after = [self._money((*end, *folded)) for end in ends]
        first, second = (
            _Payoffs(*(money[place] - before[place] for money in after)) for place in (0, 1)
        )
        return first, second

    def _money(self, stacks: tuple[float, ...]) -> tuple[float, ...]:
        """Return the expected prize money of each stack; without prizes, the chips."""
        if not self.payouts:
            return stacks
        scale = sum(stacks) / sum(self.payouts)
        return tuple(scale * share for share in _icm(stacks, self.payouts))


def icm(stacks: Iterable[float], payouts: Iterable[float]) -> tuple[float, ...]:
    """Return the prize money that each stack can expect, by the Independent Chip Model.

    The probability of the first place is a player's share of all chips. The next places are
    distributed among the other players in the same way. Players without chips share the rest.

    >>> [round(one, 4) for one in icm((50, 30, 20), (70, 30))]
    [45.1786, 32.25, 22.5714]
    """
    chips, prizes = _numbers(stacks, "stacks"), _numbers(payouts, "payouts")
    if not 2 <= len(chips) <= MOST_PLAYERS:
        raise BadInputError(f"{len(chips)} stacks, {quoted(chips)}: give two to {MOST_PLAYERS}")
    if len(prizes) > len(chips):
        raise BadInputError(f"{len(prizes)} prizes for {len(chips)} players: give at most as many")
    return _icm(chips, prizes)


@lru_cache(maxsize=1000)
def _icm(stacks: tuple[float, ...], payouts: tuple[float, ...]) -> tuple[float, ...]:
    total = sum(stacks)
    if not payouts:
        return (0.0,) * len(stacks)
    if not total:
        return (sum(payouts[: len(stacks)]) / len(stacks),) * len(stacks)
    money = [0.0] * len(stacks)
    for first, stack in enumerate(stacks):
        if stack:
            chance = stack / total
            money[first] += chance * payouts[0]
            rest = _icm(stacks[:first] + stacks[first + 1 :], payouts[1:])
            for place, share in enumerate(rest):
                other = place if place < first else place + 1
                money[other] += chance * share
    return tuple(money)


class _Game(NamedTuple):
    """Jam or fold as matrices; gains are weighted by the chance of the hands."""

    chance: Row
    """Of each starting hand."""
    steal: Row
    """What jamming gains over folding if the big blind folds."""
    called: Row
    """By both hands: what a call changes of that."""
    calling: Row
    """By both hands, the big blind's first: what calling a jam gains over folding."""

    def gains(self, jam: Row, call: Row) -> tuple[Row, Row]:
        """Return what jamming and calling gain over folding with each hand."""
        return self.steal + self.called @ call, self.calling @ jam

    def exploitability(self, jam: Row, call: Row) -> float:
        """Return the gain of best responses of both players together."""
        jamming, answering = self.gains(jam, call)
        best = np.maximum(jamming, 0).sum() + np.maximum(answering, 0).sum()
        return float(best - jam @ jamming - call @ answering)


def _equilibrium(game: _Game) -> tuple[Row, Row]:
    """Find both strategies by CFR+: alternating updates, averages that weigh later ones more."""
    hands = len(game.chance)
    regrets = np.zeros((2, 2, hands))  # of both players, for acting and for folding
    jam, call = np.full((2, hands), 0.5)
    sums = np.zeros((2, hands))
    for step in range(1, _MOST_STEPS + 1):
        jam = _updated(regrets[0], jam, game.steal + game.called @ call)
        call = _updated(regrets[1], call, game.calling @ jam)
        sums += step * np.array([jam, call])
        if not step % _STEPS:
            averages = sums / (step * (step + 1) / 2)
            gain = game.exploitability(*averages)
            if gain <= _NEAR_SOLUTION and (exact := _solved_exactly(game, *averages)) is not None:
                return exact
            if gain <= _TARGET:
                break
    return averages[0], averages[1]


def _solved_exactly(game: _Game, jam: Row, call: Row) -> tuple[Row, Row] | None:
    """Return an equilibrium near these strategies, with the fewest hands that mix; None if unknown.

    Both players have the same number of mixed hands, so that the equations have one solution.
    """
    gains = game.gains(jam, call)
    near_jams, near_calls = (
        np.abs(gain / game.chance).argsort()[:_CANDIDATES].tolist() for gain in gains
    )
    for size in range(_MOST_MIXED + 1):
        choices = product(combinations(near_jams, size), combinations(near_calls, size))
        for jams, calls in (map(list, choice) for choice in choices):
            jam, call = ((gain > 0).astype(np.float64) for gain in gains)
            jam[jams] = call[calls] = 0
            try:
                # The frequencies of calls make jams gain nothing, and the other way round.
                without_calls, without_jams = game.gains(jam, call)
                call[calls] = np.linalg.solve(
                    game.called[np.ix_(jams, calls)], -without_calls[jams]
                )
                jam[jams] = np.linalg.solve(game.calling[np.ix_(calls, jams)], -without_jams[calls])
            except np.linalg.LinAlgError:
                continue
            legal = all(((part >= 0) & (part <= 1)).all() for part in (jam, call))
            if legal and game.exploitability(jam, call) <= _EXACT:
                return jam, call
    return None


def _updated(regrets: Row, frequency: Row, gain: Row) -> Row:
    """Add what acting would have gained to the regrets; return the new frequencies of acting."""
    regrets[0] = np.maximum(regrets[0] + (1 - frequency) * gain, 0)
    regrets[1] = np.maximum(regrets[1] - frequency * gain, 0)
    total = regrets[0] + regrets[1]
    return np.where(total > 0, regrets[0] / np.where(total > 0, total, 1), 0.5)


def _solve(game: Variant, spot: _Blinds, table: PreflopTable) -> PushFold:
    small, big = spot.payoffs()
    deals = table.deals.astype(np.float64)
    chance = deals / deals.sum()
    win, tie, lose = (counts / deals * chance for counts in (table.wins, table.ties, table.losses))
    solved = _Game(
        chance=chance.sum(axis=1),
        steal=chance.sum(axis=1) * (small.steal - small.fold),
        called=win * small.win + tie * small.tie + lose * small.lose - chance * small.steal,
        calling=(win * big.win + tie * big.tie + lose * big.lose - chance * big.steal).T.copy(),
    )
    jam, call = (np.round(strategy, DECIMALS) for strategy in _equilibrium(solved))
    gain = solved.exploitability(jam, call)
    if not gain <= _CERTIFIED:  # also if it is NaN
        raise JobError(
            f"no equilibrium of {spot.stack:g} big blinds: best responses still gain {gain:.6f}"
        )
    names = [str(hand) for hand in starting_hands(game)]
    return PushFold(
        game=game.name,
        stack=spot.stack,
        villain=spot.villain,
        others=spot.others,
        ante=spot.ante,
        payouts=spot.payouts,
        value=round(small.fold + float(jam @ solved.gains(jam, call)[0]), 12) + 0.0,  # never -0.0
        jam=dict(zip(names, jam.tolist(), strict=True)),
        call=dict(zip(names, call.tolist(), strict=True)),
        exploitability=max(gain, 0.0),  # rounding may leave -1e-17
    )
