"""Practice: hands of a kind to set, and what the settings cost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np
from typing_extensions import TypedDict

from astragal._checks import require_int, require_name, require_seed
from astragal._results import Result
from astragal.cards import JOKER, Card, CardSet, card_name, card_names, cards_text, parse_card
from astragal.errors import BadInputError, quoted
from astragal.setting.classes import all_settings
from astragal.setting.house_way import best_categories, has_joker
from astragal.setting.ranking import RankedSetting, RankedSettingJson, Ranking, rank_exactly
from astragal.setting.rules import Objective, RulesJson
from astragal.setting.sample import MOST_HANDS, random_hands
from astragal.setting.sentences import drill_hand_text, drill_text

if TYPE_CHECKING:
    from astragal.setting.game import Game

JOKER_KIND = "joker"
"""The kind of hands that hold the joker."""

AT_ONCE = 200
MOST_TRIES = 2_000
"""Hands of the kind that are looked at for each one that is close enough; some seconds."""


class PracticeJson(TypedDict):
    """Hands of a kind, to practise with."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best setting maximises: `wins` or `ev`."""
    kind: str
    """One of the `hand_kinds` of the game."""
    closeness: float | None
    """What the second best setting costs at most, by the objective; null: anything."""
    seed: int
    hands: list[list[str]]


@dataclass(frozen=True, slots=True)
class Practice(Result):
    """Hands of a kind, to practise with."""

    game: Game
    kind: str
    closeness: float | None
    """What the second best setting costs at most; None: anything."""
    seed: int
    hands: tuple[CardSet, ...]

    def __repr__(self) -> str:
        count, seed = len(self.hands), self.seed
        return f"Practice({self.kind!r}, hands={count}, closeness={self.closeness}, seed={seed})"

    def __str__(self) -> str:
        return "\n".join(cards_text(hand) for hand in self.hands)

    def __iter__(self) -> Iterator[CardSet]:
        return iter(self.hands)

    def __len__(self) -> int:
        return len(self.hands)

    def to_dict(self) -> PracticeJson:
        """Return what `/api/asia/practice` answers."""
        return {
            "rules": self.game.rules.to_dict(),
            "dealer": self.game.dealer.name,
            "objective": str(self.game.objective),
            "kind": self.kind,
            "closeness": self.closeness,
            "seed": self.seed,
            "hands": [card_names(hand) for hand in self.hands],
        }


def _hands_of(kind: str, game: Game, seed: int) -> Iterator[CardSet]:
    """Deal random hands of a kind without end."""
    for batch in count():
        entropy = np.random.SeedSequence(seed, spawn_key=(batch,))
        hands = random_hands(AT_ONCE, int(entropy.generate_state(1, np.uint64)[0]))
        of_kind = np.isin(best_categories(hands, game.rules), game.hand_kinds[kind])
        yield from hands[of_kind & has_joker(hands) if kind == JOKER_KIND else of_kind].tolist()


def practice(game: Game, kind: str, closeness: float | None, hands: int, seed: int) -> Practice:
    """Deal random hands of a kind."""
    require_name(kind, game.hand_kinds, "kind of hand")
    hands, seed = require_int(hands, "hands", 1, MOST_HANDS), require_seed(seed)
    dealt = _hands_of(kind, game, seed)
    if closeness is None:
        chosen = list(islice(dealt, hands))
    elif not isinstance(closeness, int | float) or not 0 <= closeness <= 2:
        raise BadInputError(f"closeness {quoted(closeness)} is not a number from 0 to 2")
    else:
        tried = islice(dealt, MOST_TRIES * hands)
        close = (hand for hand in tried if _is_close(rank_exactly(hand, game), closeness))
        chosen = list(islice(close, hands))
        if len(chosen) < hands:
            tries = f"of {MOST_TRIES * hands:,} hands {len(chosen)} were that close"
            raise BadInputError(f"closeness {quoted(closeness)} is too small: {tries}")
    return Practice(game, kind, closeness, seed, tuple(chosen))


def _is_close(ranking: Ranking, closeness: float) -> bool:
    if len(ranking) == 1:
        return False
    second = ranking.settings[1]
    by_ev = ranking.objective is Objective.EV
    return (ranking.cost_ev(second) if by_ev else ranking.cost_win(second)) <= closeness


# A card, or a rank alone. Where the joker is meant, `Jk` is not a jack and a king.
_RANK = re.compile(r"(?ai:J[kr]|(?:10|[2-9TJQKA])(?:[cdhs]|[♣♦♥♠♧♢♡♤][\ufe0e\ufe0f]?)?)")


def find_choice(ranking: Ranking, text: str) -> RankedSetting:
    """Return the entry of a setting whose cards may lack suits, where these decide nothing.

    >>> from astragal import asia
    >>> ranking = asia.rank("As Kd Qh Jc 9s 7d 4h")
    >>> str(find_choice(ranking, "A 9 7 4 / K J / Q").setting)
    'As 9s 7d 4h / Kd Jc / Qh'
    """
    parts = [_read_ranks(part) for part in text.split("/")]
    if None in parts or len(parts) != len(ranking.rules.hands):
        return ranking.find(text)  # which explains what is wrong
    meant = [
        setting
        for setting in all_settings(ranking.hand, ranking.rules)
        if all(map(_is_meant, parts, setting.hands))
    ]
    if not meant:
        return ranking.find(text)
    values = {setting.value(ranking.rules) for setting in meant if setting.is_legal(ranking.rules)}
    if not values:
        return ranking.find(meant[0])
    if len(values) > 1 or not all(setting.is_legal(ranking.rules) for setting in meant):
        raise BadInputError(f"{quoted(text)} can be several settings: write the suits")
    return ranking.of_value(values.pop())


def _read_ranks(part: str) -> list[str] | None:
    """Return the cards and ranks of a text; None if it has anything else."""
    if _RANK.sub("", part).strip(" ,"):
        return None
    return [name.upper().replace("10", "T") for name in _RANK.findall(part)]


def _is_meant(names: Sequence[str] | None, cards: Sequence[Card]) -> bool:
    """Return whether cards are those of a text, some of which may be ranks alone."""
    left = [*cards]
    for name in sorted(names or (), key=len, reverse=True):  # cards come before ranks
        if len(name) > 1:
            fitting = [parse_card(name)]
        else:
            fitting = [card for card in left if card_name(card)[0] == name and card != JOKER]
        if not fitting or fitting[0] not in left:
            return False
        left.remove(fitting[0])
    return not left


class DrillHandJson(RankedSettingJson):
    """A setting of yours beside the best one."""

    cost_win: float
    """Chance of winning that the setting costs against the best one, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""
    best: RankedSettingJson


class DrillJson(TypedDict):
    """Settings of hands that were dealt to practise."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best setting maximises: `wins` or `ev`."""
    seed: int
    """The seed that deals the same hands again."""
    hands: list[DrillHandJson]
    mean_cost_win: float | None
    """The mean of `cost_win`; null if no hand was set."""
    mean_cost_ev: float | None
    """The mean of `cost_ev`; null if no hand was set."""


@dataclass(frozen=True, slots=True)
class DrillHand(Result):
    """A hand that was dealt to practise, and how it was set."""

    ranking: Ranking
    chosen: RankedSetting

    def __repr__(self) -> str:
        return f"DrillHand({str(self.chosen.setting)!r}, cost_win={self.cost_win:.6g})"

    def __str__(self) -> str:
        return drill_hand_text(self)

    @property
    def cost_win(self) -> float:
        """The chance of winning that the setting costs."""
        return self.ranking.cost_win(self.chosen)

    @property
    def cost_ev(self) -> float:
        """The part of the bet that the setting costs."""
        return self.ranking.cost_ev(self.chosen)

    @property
    def cost(self) -> float:
        """`cost_win` or `cost_ev`, by the objective of the ranking."""
        return self.cost_ev if self.ranking.objective is Objective.EV else self.cost_win

    def to_dict(self) -> DrillHandJson:
        """Return one of the `hands` of a drill."""
        return {
            **self.chosen.to_dict(),
            "cost_win": self.cost_win,
            "cost_ev": self.cost_ev,
            "best": self.ranking.best.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Drill(Result):
    """How the hands of a practice were set, as far as they were."""

    practice: Practice
    hands: tuple[DrillHand, ...]

    def __repr__(self) -> str:
        return f"Drill(hands={len(self.hands)}, seed={self.practice.seed})"

    def __str__(self) -> str:
        return drill_text(self)

    def to_dict(self) -> DrillJson:
        """Return what `astragal asia drill --json` prints."""
        practice, hands = self.practice, self.hands
        return {
            "rules": practice.game.rules.to_dict(),
            "dealer": practice.game.dealer.name,
            "objective": str(practice.game.objective),
            "seed": practice.seed,
            "hands": [hand.to_dict() for hand in hands],
            "mean_cost_win": fmean(hand.cost_win for hand in hands) if hands else None,
            "mean_cost_ev": fmean(hand.cost_ev for hand in hands) if hands else None,
        }
