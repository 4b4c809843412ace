"""Seven-card stud, high, high-low and razz: known cards for each player, the rest is dealt."""

from collections.abc import Collection, Iterator, Sequence
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import Cards, CardSet, card_set, cards_name, full_deck, subsets
from astragal.equity.exact import run_chunks
from astragal.equity.games import STUD_GAMES, StudGame
from astragal.equity.notation import RANDOM, is_random
from astragal.equity.ranges import RangeLike
from astragal.equity.result import Counted, StudSpot
from astragal.equity.sampling import Dealt, Sampling, sample_blocks
from astragal.equity.spot import refuse_twice
from astragal.errors import BadInputError, SeatError
from astragal.jobs import Job, chunk_ranges
from astragal.poker.rules import EIGHT_OR_BETTER
from astragal.poker.tables import tables_for
from astragal.progress import Progress

CARDS = 7
DECK = full_deck(52)
MOST_PLAYERS = 7
AT_ONCE = 20_000_000
"""Evaluations in one chunk."""


def read_stud(players: Sequence[RangeLike], dead: Cards, game: str | StudGame) -> StudSpot:
    """Read and check the known cards of each player: none (`random`) to seven.

    >>> read_stud(["As Ks", "2c 3d"], "", "razz").names
    ('As Ks', '2c 3d')
    """
    game = game if isinstance(game, StudGame) else STUD_GAMES[game]
    several = isinstance(players, Collection) and not isinstance(players, str)
    count = len(players) if several else 1
    if not 2 <= count <= MOST_PLAYERS:
        raise BadInputError(
            f"{count} player{'s' * (count != 1)}, {players!r}: give a list of two to seven"
        )
    known: list[CardSet] = []
    for place, cards in enumerate([*players, dead]):
        try:
            known.append(0 if is_random(cards) else card_set(cards, deck=52))
        except BadInputError as error:
            raise SeatError(str(error), [place if place < count else "dead"]) from None
        if place < count and known[place].bit_count() > CARDS:
            raise SeatError(f"{cards!r} of player {place + 1}: at most seven cards", [place])
    dead_set = known.pop()
    names = tuple(
        (one if isinstance(one, str) else cards_name(set_)) or RANDOM
        for one, set_ in zip(players, known, strict=True)
    )
    held = [
        (place, cards, f"player {place + 1}, {names[place]!r}") for place, cards in enumerate(known)
    ]
    refuse_twice([*held, ("dead", dead_set, f"the dead cards, {cards_name(dead_set)!r}")])
    needed = CARDS * count + dead_set.bit_count()
    if needed > DECK.bit_count():
        raise BadInputError(f"{count} players and the dead cards need {needed} cards: there are 52")
    return StudSpot(game, tuple(known), names, dead_set)


def _live(spot: StudSpot) -> CardSet:
    used = spot.dead
    for cards in spot.known:
        used |= cards
    return DECK & ~used


def _ways(spot: StudSpot) -> list[int]:
    """Return in how many ways each player gets the missing cards, one after the other."""
    left, ways = _live(spot).bit_count(), []
    for cards in spot.known:
        missing = CARDS - cards.bit_count()
        ways.append(comb(left, missing))
        left -= missing
    return ways


def stud_evaluations(spot: StudSpot) -> float:
    """Return how many evaluations of a hand it takes to count all deals."""
    ways = _ways(spot)
    return sum(prod(ways[: place + 1]) for place in range(len(ways))) * (1 + spot.game.low)


def _tables(spot: StudSpot) -> tuple[_native.PokerTables, _native.PokerTables | None]:
    low = tables_for(EIGHT_OR_BETTER) if spot.game.low else None
    return tables_for(spot.game.rules), low


def count_stud(spot: StudSpot, threads: int | None, progress: Progress) -> Counted:
    """Count all deals."""
    tables, ways = _tables(spot), _ways(spot)
    firsts = subsets(_live(spot), CARDS - spot.known[0].bit_count())
    step = max(1, int(AT_ONCE * len(firsts) / stud_evaluations(spot)))

    def work(chunk: range) -> NDArray[np.int64]:
        part = firsts[chunk.start : chunk.stop]
        shares, _, _ = _native.stud_count(*tables, spot.known, spot.dead, part)
        return np.array(shares, np.int64)

    def combine(results: Iterator[NDArray[np.int64]]) -> NDArray[np.int64]:
        return sum(results)  # type: ignore[return-value]

    job = Job("stud", chunk_ranges(len(firsts), step), work, combine)
    sums = run_chunks(job, threads, progress)
    deals = prod(ways)
    return Counted(sums.tolist(), [], deals, deals, 1, deals)


def sample_stud(
    spot: StudSpot, sampling: Sampling, threads: int | None, progress: Progress
) -> Counted:
    """Deal at random and count who wins."""
    tables = _tables(spot)

    def deal(blocks: range) -> Dealt:
        return _native.stud_sample(
            *tables, spot.known, spot.dead, sampling.seed, blocks.start, len(blocks)
        )

    return sample_blocks(deal, spot.names, sampling, threads, progress)
