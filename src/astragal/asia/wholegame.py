"""The whole game: house way against house way over all 8,250,459,031,214,400 deals, exactly.

Pairs of hands that share no card are counted by inclusion and exclusion: over every set of cards,
the pairs of hands that both hold it, added for sets of an even size and taken away for odd ones.
Sets that differ by a permutation of the suits count alike, so one of each kind is looked at.

What a player gains over the house way, by playing each hand better, is estimated: an exact count
for each hand of a random sample.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb, sqrt
from typing import NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia.exact import Answer, Row, settings
from astragal.asia.houseway import HouseWay, triple_of
from astragal.asia.rules import Copies, Rules
from astragal.asia.sampled import Measuring, sample_job
from astragal.asia.setting import DECK, HAND_SIZE
from astragal.cards import SetArray
from astragal.jobs import Job, RunOptions, run
from astragal.store import Json, short_hash

DEALS = comb(DECK, HAND_SIZE) * comb(DECK - HAND_SIZE, HAND_SIZE)

# Kinds of sets of 0 to 7 cards in one chunk: about a second's work of each.
CHUNK_SIZES = (1, 14, 182, 500, 2_500, 20_000, 200_000, 7_000_000)


@dataclass(frozen=True, slots=True)
class Game:
    """What the first way wins and loses against the second over all deals."""

    rules: Rules
    player: str
    dealer: str
    deals: int
    wins: int
    losses: int
    pushes: int

    @property
    def edge(self) -> float:
        """The house edge: what the player loses of a bet, on average."""
        return (self.losses - self.wins) / self.deals


class _Chunk(NamedTuple):
    size: int
    start: int
    stop: int


def suit_class_count(size: int) -> int:
    """Return how many kinds of sets of `size` cards there are."""
    return _native.asia_suit_classes(size, np.empty(0, np.uint64), np.empty(0, np.uint8))


def suit_classes(size: int) -> tuple[SetArray, NDArray[np.uint8]]:
    """Return one set of each kind of `size` cards, and how many sets are of that kind.

    >>> [len(suit_classes(size)[0]) for size in range(6)]
    [1, 14, 182, 1924, 18187, 150891]
    """
    kinds = suit_class_count(size)
    sets, weights = np.empty(kinds, np.uint64), np.empty(kinds, np.uint8)
    _native.asia_suit_classes(size, sets, weights)
    return sets, weights


@dataclass(frozen=True)
class _Duel:
    """The work: wins and losses over pairs of hands that both hold a set of the chunk."""

    player: HouseWay
    dealer: HouseWay

    def __call__(self, chunk: _Chunk) -> NDArray[np.int64]:
        # Listing them takes some hundredths of the time that they are worked on, so they need
        # neither be sent nor kept.
        sets, weights = suit_classes(chunk.size)
        part = slice(chunk.start, chunk.stop)
        wins, losses = _native.asia_duel(
            self.player.native, self.dealer.native, sets[part], weights[part]
        )
        sign = (-1) ** chunk.size
        return np.array([sign * wins, sign * losses], np.int64)


def game_job(
    player: HouseWay, dealer: HouseWay, rules: Rules
) -> Job[_Chunk, NDArray[np.int64], Game]:
    """Return the job that plays one way against another over all deals."""
    chunks = [
        _Chunk(size, start, min(start + step, kinds))
        for size, step in enumerate(CHUNK_SIZES)
        for kinds in (suit_class_count(size),)
        for start in range(0, kinds, step)
    ]

    def combine(results: Iterator[NDArray[np.int64]]) -> Game:
        wins, losses = (int(n) for n in sum(results, np.zeros(2, np.int64)))
        if rules.copies is Copies.DEALER:
            losses = DEALS - wins
        return Game(rules, player.name, dealer.name, DEALS, wins, losses, DEALS - wins - losses)

    parameters: dict[str, Json] = {
        "rules": player.rules.name,
        "ways": [player.fingerprint, dealer.fingerprint],
    }
    name = f"asia-whole-game-{short_hash(parameters)}"
    return Job(name, chunks, _Duel(player, dealer), combine, parameters)


def whole_game(
    player: HouseWay, dealer: HouseWay, rules: Rules, **where: Unpack[RunOptions]
) -> Game:
    """Play one way against another over all deals; `folder` keeps chunks for a resume."""
    return run(game_job(player, dealer, rules), **where)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a way to play gains over the house way, from a random sample of hands."""

    mean: float
    """The mean gain, of the bet."""
    error: float
    """Its standard error."""
    sample: int
    wins: float
    """The part of hands won."""


class Play(NamedTuple):
    """A way to play: which setting it takes of those of an exact answer."""

    name: str
    pick: Callable[[Answer], Row]


def net_of(row: Row, answer: Answer) -> float:
    """Return wins less losses as a part of all: what the setting brings of the bet."""
    return (row.wins - row.losses) / answer.dealer_hands


def _best(answer: Answer) -> Row:
    return answer.best


def richest(rows: Sequence[Row]) -> Row:
    """Return the setting that wins most, less losses; of equal ones the first."""
    return max(rows, key=lambda row: row.wins - row.losses)


def _greediest(answer: Answer) -> Row:
    return richest(answer.rows)


BEST = Play("the best setting: most wins, then fewest losses", _best)
GREEDY = Play("most wins less losses", _greediest)


def as_against(rules: Rules, way: HouseWay) -> Play:
    """Play what would be best against another way under other rules."""
    return Play(
        f"what is best under {rules.name} against {way.name}", partial(_best_there, rules, way)
    )


def _best_there(rules: Rules, way: HouseWay, answer: Answer) -> Row:
    setting = settings(answer.hand, rules=rules, way=way).best.setting
    triple = triple_of(setting, answer.rules)
    return next(row for row in answer.rows if row.triple == triple)


def _gain(play: Play, answer: Answer) -> tuple[float, float]:
    """Return what a hand gains over the house way, of the bet, and the part of deals it wins."""
    row = play.pick(answer)
    return net_of(row, answer) - net_of(answer.house, answer), row.wins / answer.dealer_hands


def gain_job(
    play: Play, rules: Rules, way: HouseWay, *, sample: int, seed: int
) -> Job[SetArray, NDArray[np.float64], Estimate]:
    """Return the job of `gain_over_house`."""

    def summary(rows: NDArray[np.float64]) -> Estimate:
        gains, wins = rows.T
        error = float(gains.std(ddof=1) / sqrt(sample))
        return Estimate(float(gains.mean()), error, sample, float(wins.mean()))

    work = Measuring(partial(_gain, play), rules, way)
    return sample_job(work, summary, measured=["gain", play.name], sample=sample, seed=seed)


def gain_over_house(
    play: Play, rules: Rules, way: HouseWay, *, sample: int, seed: int, **where: Unpack[RunOptions]
) -> Estimate:
    """Estimate what a player gains over playing the dealer's own way, of the bet.

    Every hand of the sample is counted exactly; the error is that of the sample.
    """
    return run(gain_job(play, rules, way, sample=sample, seed=seed), **where)
