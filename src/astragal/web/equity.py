"""Endpoints for equity and ranges. A response takes about a second at most, except `count`.

Deals are counted if that is fast enough, otherwise sampled. Requests run one at a time. A request
stops if its client disconnects.
"""

from contextlib import suppress

from fastapi import APIRouter, Request
from typing_extensions import TypedDict

from astragal import equity, poker
from astragal.equity.by_hand import EquityByHandJson
from astragal.equity.calculate import calculate_spot, read_calculation
from astragal.equity.limits import BLOCK, Limits
from astragal.equity.made_hands import RangeMadeHandsJson, combos_making
from astragal.equity.next_cards import NextCardJson, next_cards_of, outs_of
from astragal.equity.plan import CATEGORIES, plan, seconds_to_count
from astragal.equity.ranges import RangeJson
from astragal.equity.results import EquityJson
from astragal.equity.spot import Spot as ReadSpot
from astragal.equity.spot import read_spot
from astragal.errors import BadInputError
from astragal.web.schemas import (
    ByHandQuestion,
    CountQuestion,
    EquityQuestion,
    RangeMaking,
    RangeOnBoard,
    RangeStartingHand,
    RangeText,
    Spot,
)
from astragal.web.work import ALONE, IN_TURN, LONG, SWEEP, most_threads, while_connected

router = APIRouter(prefix="/api", tags=["equity"])

DECK = 52
MOST_COUNTED = 1_000_000_000
"""The most evaluations for an exact count at once: about a second with one thread, see
`plan.SECONDS`. With categories an eighth of it."""
MOST_COUNTED_STUD = 60_000_000
"""The same in stud, where an evaluation takes up to 17 ns."""
MOST_COUNTED_LONG = 500_000_000_000
"""The most evaluations for an exact count that a user waits for: ten minutes with one thread. With
categories an eighth of it."""
MOST_SAMPLED = 120_000_000
"""The most evaluations for a sample in Omaha; an evaluation takes about 7 ns."""
MOST_SWEPT = 1_000_000_000
"""The most evaluations for the hands of a range, which share work; each takes about 3 ns."""
MOST_DEALS = 2_000_000
"""The most deals of a sample in other games; a deal of nine players takes about 0.4 µs."""
MOST_STUD_DEALS = 1_000_000
"""The most deals of a sample in stud, in which up to seven cards are dealt to each player."""
MOST_DRAWS = 16_000_000
"""The most draws for a sample, which then has fewer deals; a draw takes about 40 ns."""


@router.post("/equity", dependencies=[ALONE])
def calculate(question: EquityQuestion, request: Request) -> EquityJson:
    """Compute the equity of two to nine hands or ranges."""
    game = poker.find_variant(question.game, stud=True)
    most = _most_samples(len(question.players), game)
    limits = Limits(
        evaluations=_within(_most_counted(game), question.categories),
        deals=most,
        draws=_draws(min(question.samples or most, most), MOST_DRAWS),
        until=question.until,
    )
    compute = equity.final_hands if question.categories else equity.calculate
    result = compute(
        question.players,
        board=question.board,
        dead=question.dead,
        game=game,
        method=question.method,
        samples=question.samples,
        seed=question.seed,
        limits=limits,
        threads=most_threads(),
        progress=while_connected(request),
    )
    return result.to_dict()


class CountPlanJson(TypedDict):
    """The work of counting every deal."""

    evaluations: float
    """Evaluations of a hand, estimated."""
    seconds: float
    """The estimated time, within about a factor of two on a machine of today."""
    possible: bool
    """Whether `equity/count` does it; it refuses more than 500,000,000,000 evaluations, with
    categories an eighth of that."""


@router.post("/equity/plan", dependencies=[ALONE])
def plan_count(question: CountQuestion) -> CountPlanJson:
    """Estimate the time of counting every deal."""
    spot = _read(question)
    planned = plan(spot, question.categories)
    return {
        "evaluations": planned.evaluations,
        "seconds": seconds_to_count(planned, most_threads(), question.categories),
        "possible": planned.evaluations <= _within(MOST_COUNTED_LONG, question.categories),
    }


@router.post("/equity/count", dependencies=[LONG])
def count(question: CountQuestion, request: Request) -> EquityJson:
    """Count every deal, which can take minutes; equity/plan estimates the time."""
    how = read_calculation(
        "exact",
        None,
        0,
        limits=Limits(_within(MOST_COUNTED_LONG, question.categories)),
        threads=most_threads(),
        progress=while_connected(request),
    )
    return calculate_spot(_read(question), how, question.categories).to_dict()


class LiveRangeJson(TypedDict):
    """The hands of a range that known cards leave."""

    hands: int
    weight: float
    """The sum of their weights."""
    starting_hands: dict[str, float]
    """The part of each starting hand, 0 to 1."""


class ShownRangeJson(RangeJson):
    """A range of hands, and the hands among them that known cards leave."""

    live: LiveRangeJson


@router.post("/range", dependencies=[IN_TURN])
def show_range(request: RangeText) -> ShownRangeJson:
    """Read a range, change the weights of some starting hands, and return its short text."""
    hands = equity.Range(request.range, request.game).paint(request.paint)
    left = hands.without(request.dead)
    live: LiveRangeJson = {
        "hands": len(left),
        "weight": left.total_weight,
        "starting_hands": left.starting_hands(),
    }
    return {**hands.to_dict(), "live": live}


class ComboWeightsJson(TypedDict):
    """The combos of a starting hand in a range."""

    starting_hand: str
    combos: dict[str, float]
    """The weight of each combo, 0 to 1."""


@router.post("/range/combo-weights", dependencies=[IN_TURN])
def show_combo_weights(request: RangeStartingHand) -> ComboWeightsJson:
    """Return the weight of each combo of a starting hand in a range."""
    hands = equity.Range(request.range, request.game)
    return {
        "starting_hand": request.starting_hand,
        "combos": hands.combo_weights(request.starting_hand),
    }


@router.post("/equity/by-hand", dependencies=[SWEEP])
def by_hand(question: ByHandQuestion, request: Request) -> EquityByHandJson:
    """Compute the exact equity of each hand of a range against another range."""
    equities = equity.by_hand(
        question.range,
        **question.model_dump(exclude={"range"}),
        limits=Limits(MOST_SWEPT),
        threads=most_threads(),
        progress=while_connected(request),
    )
    return equities.to_dict()


@router.post("/equity/made-hands", dependencies=[IN_TURN])
def made_hands(request: RangeOnBoard) -> RangeMadeHandsJson:
    """Return the made hands, draws and blockers of a range on a board, as shares of the range."""
    return equity.made_hands(request.range, request.board, dead=request.dead).to_dict()


class RangeMakingJson(TypedDict):
    """The starting hands of a range that make a hand or have a draw."""

    name: str
    starting_hands: dict[str, float]
    """The part of each starting hand that makes it, 0 to 1."""


@router.post("/range/making", dependencies=[IN_TURN])
def making(request: RangeMaking) -> RangeMakingJson:
    """Return the starting hands of a range that make a hand, or have a draw, on a board."""
    combos = combos_making(request.range, request.board, request.name, dead=request.dead)
    return {
        "name": request.name,
        "starting_hands": equity.Range.from_arrays(*combos).starting_hands(),
    }


class NextCardsAndOutsJson(TypedDict):
    """The equity after each possible next card, and the outs of known hands."""

    next: list[NextCardJson]
    outs: list[list[str]] | None
    """The outs of each player; null unless all hands are known and the board has three or four
    cards."""


@router.post("/equity/next-cards", dependencies=[ALONE])
def next_cards(question: Spot, request: Request) -> NextCardsAndOutsJson:
    """Compute the equity after each next card; for known hands, also their outs."""
    spot = _read(question)
    deals = _most_samples(len(question.players), spot.game) // DECK
    # A sample consists of whole blocks, which have too many deals for large Omaha hands.
    draws = min(_draws(deals, MOST_DRAWS // DECK), deals)
    limits = Limits(_most_counted(spot.game) // DECK, deals, draws)
    how = read_calculation(
        "auto",
        None,
        0,
        limits=limits,
        threads=most_threads(),
        progress=while_connected(request),
    )
    equities = next_cards_of(spot, how)
    outs = None
    with suppress(BadInputError):  # ranges, or a board without a flop
        outs = outs_of(spot).to_dict()["outs"]
    return {"next": equities.to_dict()["next"], "outs": outs}


def _read(question: Spot) -> ReadSpot:
    game = poker.find_variant(question.game)
    return read_spot(question.players, question.board, question.dead, game)


def _draws(samples: int, most: int) -> int:
    """Return the draws for each block of a sample, so that all blocks together have `most`."""
    return -(-most * BLOCK // max(samples, BLOCK))


def _most_counted(game: poker.Variant) -> int:
    return MOST_COUNTED_STUD if game.is_stud else MOST_COUNTED


def _within(most: int, categories: bool) -> int:
    """Return how many evaluations take as long as `most` without categories."""
    return most // CATEGORIES if categories else most


def _most_samples(players: int, game: poker.Variant) -> int:
    if game.is_stud:
        return MOST_STUD_DEALS
    if game.two_of_own:
        return MOST_SAMPLED // (max(players, 1) * game.evaluations)
    return MOST_DEALS
