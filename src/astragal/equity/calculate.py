"""The door: who wins how often, counted or sampled."""

from collections.abc import Sequence

from astragal.equity.exact import count_hands, count_ranges, evaluations
from astragal.equity.games import Game
from astragal.equity.montecarlo import UNBOUNDED, Sampling, sample
from astragal.equity.result import Equity, make_equity
from astragal.equity.table import Cards, Player, Table, read_table
from astragal.errors import BadInputError, UnknownNameError
from astragal.progress import Progress, silent

METHODS = ("auto", "exact", "montecarlo")

EXACT_BOUND = 1_000_000_000
"""`auto` counts if that takes at most so many evaluations of a hand: a few seconds."""


def calculate(
    players: Sequence[Player],
    *,
    board: Cards = "",
    dead: Cards = "",
    game: str | Game = "holdem",
    method: str = "auto",
    deals: int | None = None,
    until: float | None = None,
    seed: int = 0,
    categories: bool = False,
    bound: int | None = None,
    draws: int = UNBOUNDED,
    threads: int = 1,
    progress: Progress = silent,
) -> Equity:
    """Return the equity of two to nine players: hands, ranges, or `random`.

    `auto` counts every deal if that takes at most `EXACT_BOUND` evaluations, and else deals at
    random: `deals` times (10 million, if None), or `until` no error is above that precision.
    Whoever answers to others can limit the work: `bound` takes the place of `EXACT_BOUND`, and
    `exact` is refused above it; `draws` says how often hands are drawn for a block of the sample,
    which has fewer deals then if the ranges seldom fit together.

    >>> result = calculate(["AhKh", "QsQd"])
    >>> result.method, result.deals
    ('exact', 1712304)
    >>> [(player.wins, player.ties, round(player.equity, 4)) for player in result.players]
    [(787966, 6732, 0.4621), (917606, 6732, 0.5379)]
    """
    if method not in METHODS:
        raise UnknownNameError(f"no method {method!r}; there are {', '.join(METHODS)}")
    if threads < 1:
        raise BadInputError(f"threads = {threads}: at least one is needed")
    table = read_table(players, board, dead, game)
    sampling = Sampling(deals, until, seed, draws)
    hands = table.hands
    if method != "montecarlo" and hands is not None:
        return make_equity(table, count_hands(table, hands, categories), None)
    if method != "montecarlo" and _can_count(table, method, bound):
        return make_equity(table, count_ranges(table, categories, threads, progress), None)
    return make_equity(table, sample(table, sampling, categories, threads, progress), seed)


def _can_count(table: Table, method: str, bound: int | None) -> bool:
    if method == "exact" and bound is None:
        return True
    most = EXACT_BOUND if bound is None else bound
    needed = evaluations(table)
    if method == "exact" and needed > most:
        raise BadInputError(
            f"counting takes {needed:.1g} evaluations of a hand, at most {most:,} are done here"
        )
    return needed <= most
