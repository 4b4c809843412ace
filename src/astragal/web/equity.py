"""Equity for the page: counted where that is quick, else sampled; either way about a second.

Requests run one at a time. If a client disconnects, its request is dropped.
"""

from typing import Any

from fastapi import APIRouter

from astragal import equity
from astragal.equity.games import Game
from astragal.jobs import usable_cores
from astragal.web.schemas import EquityQuestion, RangeText
from astragal.web.work import ALONE, IN_TURN

router = APIRouter(prefix="/api", tags=["equity"])

MOST_COUNTED = 60_000_000
"""Evaluations of a hand up to which everything is counted; they take 2 to 17 ns each."""
MOST_SAMPLED = 120_000_000
"""Evaluations for a sample in Omaha, at some 7 ns."""
MOST_DEALS = 2_000_000
"""Deals of a sample elsewhere, at some 0.4 µs for nine players."""
MOST_DRAWS = 16_000_000
"""How often hands are drawn for a sample, at some 40 ns, before it ends with the deals it has."""


@router.post("/equity", dependencies=[ALONE])
def calculate(question: EquityQuestion) -> dict[str, Any]:
    """Compute the equity of two to nine hands or ranges."""
    game = equity.find_game(question.game)
    deals = _deals(question.deals, len(question.players), game)
    result = equity.calculate(
        question.players,
        board=question.board,
        dead=question.dead,
        game=game,
        method=question.method,
        deals=deals,
        until=question.until,
        seed=question.seed,
        categories=question.categories,
        bound=MOST_COUNTED,
        draws=-(-MOST_DRAWS * equity.BLOCK // max(deals, equity.BLOCK)),
        # One core stays free, so that the pages stay quick.
        threads=max(1, usable_cores() - 1),
    )
    return equity.describe_equity(result)


@router.post("/range", dependencies=[IN_TURN])
def show_range(request: RangeText) -> dict[str, Any]:
    """Read a range, paint some of its starting hands, and return it in its shortest form."""
    game = equity.find_game(request.game)
    # Before anything is painted, nothing is a range too.
    blank = not request.range.strip()
    hands = equity.make_range("", game, []) if blank else equity.read_range(request.range, game)
    return equity.describe_range(equity.paint(hands, request.paint))


def _deals(wanted: int | None, players: int, game: Game) -> int:
    affordable = MOST_DEALS
    if game.two_of_own:
        affordable = MOST_SAMPLED // (max(players, 1) * game.evaluations)
    return affordable if wanted is None else min(wanted, affordable)
