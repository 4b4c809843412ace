"""Against poker-equity, which others wrote: every game, known hands, counted by both."""

import random
from typing import Any

import poker_equity
import pytest

from astragal.cards import card_ids, cards_text
from astragal.equity import calculate
from astragal.poker import VARIANTS

THEIR_NAMES = {
    "holdem": "holdem",
    "omaha": "omaha",
    "omaha5": "omaha_five",
    "omaha6": "omaha_six",
    "short": "short_deck",
}


@pytest.mark.parametrize("name", THEIR_NAMES)
def test_the_counts_are_the_peers(name: Any) -> None:
    rng = random.Random(name)
    game = VARIANTS[name]
    for trial in range(40):
        cards = card_ids(game.deck)
        rng.shuffle(cards)
        players = 2 + trial % 3
        texts = [
            cards_text(cards[i * game.hole : (i + 1) * game.hole]).replace(" ", "")
            for i in range(players)
        ]
        start = players * game.hole
        board = cards_text(cards[start : start + 3 + trial % 2])
        ours = calculate(texts, board=board, game=name)
        theirs: Any = poker_equity.exact_from_text(THEIR_NAMES[name], texts, board)
        assert [player.equity for player in ours.players] == pytest.approx(
            [player["equity"] for player in theirs["players"]], abs=1e-9
        )
