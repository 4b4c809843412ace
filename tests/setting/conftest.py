"""Both games, for tests of what they share."""

import pytest

from astragal import asia, paigow
from astragal.setting import Game


@pytest.fixture(params=["asia", "paigow"])
def game(request: pytest.FixtureRequest) -> Game:
    """Asia Poker, then pai gow poker, with their default rules and dealer."""
    return asia.Game() if request.param == "asia" else paigow.Game()
