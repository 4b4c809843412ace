"""What the endpoints of the setting games share: `asia.py` and `paigow.py` declare them."""

import numpy as np

from astragal.setting import Game
from astragal.setting.house_way import best_categories
from astragal.setting.rules import Category
from astragal.setting.trainer import JOKER_KIND, Practice, PracticeJson
from astragal.web.schemas import PracticeQuestion

PRACTICE_HANDS = 5


class PracticeHandsJson(PracticeJson):
    """Hands to practise with, and the kind of each."""

    kinds: list[str]
    """What the greatest high hand of each hand is: one of the `hand_kinds` of the game."""


def kinds_of(practice: Practice) -> list[str]:
    """Return the kind of each hand by its greatest high hand."""
    kinds = {
        category: kind
        for kind, categories in practice.game.hand_kinds.items()
        if kind not in ("any", JOKER_KIND)
        for category in categories
    }
    categories = best_categories(np.array(practice.hands, np.uint64), practice.game.rules)
    return [kinds[Category(category)] for category in categories.tolist()]


def practice_hands(game: Game, question: PracticeQuestion) -> PracticeHandsJson:
    """Deal the hands of a request."""
    dealt = game.practice(
        question.kind, closeness=question.closeness, seed=question.seed, hands=PRACTICE_HANDS
    )
    return {**dealt.to_dict(), "kinds": kinds_of(dealt)}
