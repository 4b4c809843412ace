"""The equity of one spot: count every deal if that is quick, otherwise sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from astragal._checks import require_instance, require_name
from astragal.cards import Cards
from astragal.equity.exact import count, count_stud
from astragal.equity.limits import EXACT_BOUND, NO_LIMITS, Limits
from astragal.equity.plan import Plan, plan
from astragal.equity.ranges import RangeLike
from astragal.equity.results import Equity, make_equity
from astragal.equity.sampling import Sampling, sample, sample_stud
from astragal.equity.spot import Spot, StudSpot, read_any
from astragal.errors import BadInputError
from astragal.jobs.threads import thread_count
from astragal.poker import Variant, find_variant
from astragal.progress import Progress

Method: TypeAlias = Literal["auto", "exact", "sampled"]
"""How `calculate` counts; `auto` samples if counting takes more than a few seconds."""
METHODS: tuple[Method, ...] = get_args(Method)
"""The methods that `calculate` takes."""


class Calculation(NamedTuple):
    """How to calculate an equity; see `calculate`."""

    method: Method
    sampling: Sampling
    limits: Limits
    threads: int | None
    progress: Progress

    def counts(self, plan: Plan) -> bool:
        """Return whether to count every deal, or raise if that was asked for and is refused."""
        if self.method == "sampled" or self.sampling.is_asked_for:
            return False
        if plan.kind == "hands":
            return True
        if self.method == "exact":
            self.limits.check(plan.evaluations)
            return True
        most = self.limits.evaluations
        return plan.evaluations <= (EXACT_BOUND if most is None else most)


def read_calculation(
    method: Method,
    samples: int | None,
    seed: int,
    *,
    limits: Limits,
    threads: int | None,
    progress: Progress,
) -> Calculation:
    """Check the options of `calculate`."""
    require_name(method, METHODS, "method")
    require_instance(limits, Limits, "equity.Limits makes one")
    if threads is not None:
        thread_count(threads)
    sampling = Sampling(samples, seed, limits)
    if method == "exact" and sampling.is_asked_for:
        given = f"samples={samples}" if limits.until is None else f"until={limits.until}"
        raise BadInputError(f"{given} asks for a sample, and method='exact' counts every deal")
    return Calculation(method, sampling, limits, threads, progress=progress)


def calculate(
    players: Sequence[RangeLike],
    *,
    board: Cards = "",
    dead: Cards = "",
    game: str | Variant = "holdem",
    method: Method = "auto",
    samples: int | None = None,
    seed: int = 0,
    limits: Limits = NO_LIMITS,
    threads: int | None = None,
    progress: Progress = False,
) -> Equity:
    """Return the equity of two to nine players, each with a hand, a range or "random".

    `board` and `dead` are known cards, and `game` is one of `poker.VARIANTS` or
    `poker.STUD_VARIANTS`. In stud a player has up to seven known cards, and the rest is dealt.

    `method` is "exact", "sampled" or "auto". "auto" counts every deal if that takes a few seconds
    at most, and otherwise samples. `samples` asks for a sample of this many deals (10 million by
    default), and so does `limits=Limits(until=0.001)`, which samples until no player's error is
    greater. A sample depends on `seed`, and not on the number of `threads` (None: all cores).
    `limits` also bounds the work; see `Limits`.

    >>> calculate(["AhKh", "QsQd"])
    <Equity AhKh 46.21%, QsQd 53.79%: exact, 1,712,304 deals>
    >>> calculate(["AhKh", "QsQd"], samples=100_000)
    <Equity AhKh 46.18%, QsQd 53.82%: sampled, 131,072 deals>
    >>> calculate(["AhKh", "QQ+, AKs"], board="2c 7d Jh").players[0].equity
    0.26656565656565656
    """
    how = read_calculation(method, samples, seed, limits=limits, threads=threads, progress=progress)
    return calculate_spot(read_any(players, board, dead, find_variant(game, stud=True)), how)


def final_hands(
    players: Sequence[RangeLike],
    *,
    board: Cards = "",
    dead: Cards = "",
    game: str | Variant = "holdem",
    method: Method = "auto",
    samples: int | None = None,
    seed: int = 0,
    limits: Limits = NO_LIMITS,
    threads: int | None = None,
    progress: Progress = False,
) -> Equity:
    """Return the equity with the categories of the final hands; options as in `calculate`.

    >>> hand = final_hands(["AhKh", "QsQd"], board="Jh 7h 2c").players[0]
    >>> {category.text: count for category, count in hand.categories.items() if count > 100}
    {'high card': 207, 'pair': 329, 'flush': 359}
    """
    how = read_calculation(method, samples, seed, limits=limits, threads=threads, progress=progress)
    spot = read_any(players, board, dead, find_variant(game, stud=True))
    return calculate_spot(spot, how, categories=True)


def calculate_spot(
    spot: Spot | StudSpot, how: Calculation, categories: bool = False, planned: Plan | None = None
) -> Equity:
    """Return the equity of each player of a spot."""
    if isinstance(spot, StudSpot):
        return _calculate_stud(spot, how, categories)
    if planned is None:
        planned = plan(spot, categories)
    if how.counts(planned):
        return make_equity(spot, count(spot, planned, categories, how.threads, how.progress), None)
    counts = sample(spot, how.sampling, categories, how.threads, how.progress)
    return make_equity(spot, counts, how.sampling.seed)


def _calculate_stud(spot: StudSpot, how: Calculation, categories: bool) -> Equity:
    if categories:
        raise BadInputError(f"the categories of final hands are not counted in {spot.game}")
    if how.counts(Plan("match-ups", spot.evaluations)):
        return make_equity(spot, count_stud(spot, how.threads, how.progress), None)
    counts = sample_stud(spot, how.sampling, how.threads, how.progress)
    return make_equity(spot, counts, how.sampling.seed)
