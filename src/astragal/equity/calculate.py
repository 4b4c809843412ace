"""The equity of one spot: count every deal if that is quick, otherwise sample."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal, NamedTuple, TypeAlias, get_args

from astragal._checks import require_flag, require_int, require_name
from astragal.cards import Cards
from astragal.equity.exact import (
    check_bound,
    count_hands,
    count_ranges,
    count_stud,
    evaluations,
)
from astragal.equity.ranges import RangeLike
from astragal.equity.results import Equity, make_equity
from astragal.equity.sampling import Sampling, sample, sample_stud
from astragal.equity.spot import Spot, StudSpot, read_spot, read_stud
from astragal.errors import BadInputError
from astragal.jobs.threads import thread_count
from astragal.poker import Variant, find_variant
from astragal.progress import Progress

Method: TypeAlias = Literal["auto", "exact", "sampled"]
"""How `calculate` counts; `auto` samples if there are more than `EXACT_BOUND` deals."""
METHODS: tuple[Method, ...] = get_args(Method)
"""The methods that `calculate` takes."""

EXACT_BOUND = 1_000_000_000
"""`auto` counts every deal if that takes at most this many evaluations of a hand: a few seconds."""


class Calculation(NamedTuple):
    """How to calculate an equity; see `calculate`."""

    method: Method
    sampling: Sampling
    bound: int | None
    categories: bool
    threads: int | None
    progress: Progress

    @property
    def samples_only(self) -> bool:
        """Whether a sample was asked for, by the method or by the size or error of a sample."""
        return self.method == "sampled" or self.sampling.is_asked_for

    def may_count(self, needed: float) -> bool:
        """Return whether to count every deal, or raise if that was asked for and is refused."""
        if self.method == "exact" and self.bound is None:
            return True
        most = EXACT_BOUND if self.bound is None else self.bound
        if self.method == "exact":
            check_bound(needed, most)
        return needed <= most


def read_calculation(
    method: Method,
    samples: int | None,
    until: float | None,
    seed: int,
    *,
    draws: int | None,
    most_samples: int | None,
    bound: int | None,
    categories: bool,
    threads: int | None,
    progress: Progress,
) -> Calculation:
    """Check the options of `calculate`."""
    require_name(method, METHODS, "method")
    require_flag(categories, "categories")
    if threads is not None:
        thread_count(threads)
    if bound is not None:
        require_int(bound, "bound", 0, inf)
    sampling = Sampling(samples, until, seed, draws, most_samples)
    if method == "exact" and sampling.is_asked_for:
        given = f"samples={samples}" if until is None else f"until={until}"
        raise BadInputError(f"{given} asks for a sample, and method='exact' counts every deal")
    return Calculation(method, sampling, bound, categories, threads, progress=progress)


def calculate(
    players: Sequence[RangeLike],
    *,
    board: Cards = "",
    dead: Cards = "",
    game: str | Variant = "holdem",
    method: Method = "auto",
    samples: int | None = None,
    until: float | None = None,
    seed: int = 0,
    categories: bool = False,
    bound: int | None = None,
    draws: int | None = None,
    most_samples: int | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> Equity:
    """Return the equity of two to nine players, each with a hand, a range or "random".

    `board` and `dead` are known cards, and `game` is one of `poker.VARIANTS` or
    `poker.STUD_VARIANTS`. In stud a player has up to seven known cards, and the rest is dealt.

    `method` is "exact", "sampled" or "auto". "auto" counts every deal if that takes at most
    `EXACT_BOUND` evaluations of a hand, and otherwise samples. `samples` or `until` asks for a
    sample. It has `samples` deals (10 million by default), or ends when no player's error is
    greater than `until`. It depends on `seed`, and not on the number of `threads` (None: all
    cores). `categories` counts the categories of the final hands.

    A server can limit the work. `bound` replaces `EXACT_BOUND`, and "exact" is refused above it,
    unless every player has one hand, which is always quick to count.
    `most_samples` is the greatest number of deals of a sample, and the default if it is smaller.
    `draws` is the maximum number of draws for a block of the sample, which has fewer deals if the
    ranges often collide.

    >>> calculate(["AhKh", "QsQd"])
    <Equity AhKh 46.21%, QsQd 53.79%: exact, 1,712,304 deals>
    >>> calculate(["AhKh", "QsQd"], samples=100_000)
    <Equity AhKh 46.18%, QsQd 53.82%: sampled, 131,072 deals>
    >>> calculate(["AhKh", "QQ+, AKs"], board="2c 7d Jh").players[0].equity
    0.26656565656565656
    """
    how = read_calculation(
        method,
        samples,
        until,
        seed,
        draws=draws,
        most_samples=most_samples,
        bound=bound,
        categories=categories,
        threads=threads,
        progress=progress,
    )
    variant = find_variant(game, stud=True)
    if not variant.is_stud:
        return calculate_spot(read_spot(players, board, dead, variant), how)
    if categories or not isinstance(board, str) or board:
        raise BadInputError(f"{variant} has no board and no categories: give known cards and dead")
    return _calculate_stud(read_stud(players, dead, variant), how)


def calculate_spot(spot: Spot, how: Calculation) -> Equity:
    """Return the equity of each player of a spot."""
    threads, progress = how.threads, how.progress
    if not how.samples_only:
        if (hands := spot.hands) is not None:
            return make_equity(spot, count_hands(spot, hands, how.categories), None)
        if how.may_count(evaluations(spot, how.categories)):
            counts = count_ranges(spot, how.categories, threads, progress)
            return make_equity(spot, counts, None)
    counts = sample(spot, how.sampling, how.categories, threads, progress)
    return make_equity(spot, counts, how.sampling.seed)


def _calculate_stud(spot: StudSpot, how: Calculation) -> Equity:
    if not how.samples_only and how.may_count(spot.evaluations):
        return make_equity(spot, count_stud(spot, how.threads, how.progress), None)
    counts = sample_stud(spot, how.sampling, how.threads, how.progress)
    return make_equity(spot, counts, how.sampling.seed)
