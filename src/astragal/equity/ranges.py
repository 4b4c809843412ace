"""Ranges: sets of hands with weights, in the notation people use.

    QQ+               queens and higher pairs         TT-77            tens to sevens
    AKs AKo AK        suited, offsuit, both           A5s-A2s T9s-76s  runs
    KTo+              KTo, KJo, KQo                   AhKh             one hand
    15%               the best hands, see `ordering`  random           every hand
    AA:0.5            with a weight, 0 to 1

Parts are set apart by commas or spaces. A hand may come twice if its weight is the same.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from astragal.cards import RANKS, CardSet, SetArray, card_set, cards_name, subsets
from astragal.equity.games import HOLDEM, Game, find_game
from astragal.equity.ordering import best_hands
from astragal.equity.starting import StartingHand
from astragal.errors import BadInputError, CardError

RANDOM = "random"
PAIR_SIZE = 2

_RANKS = "[2-9TJQKA]{2}[so]?"
_CLASSES = re.compile(rf"(?ai:({_RANKS})(?:(\+)|-({_RANKS}))?)")
_CARDS = re.compile(r"(?ai:(?:(?:10|[2-9TJQKA])[cdhs])+)")
_PERCENT = re.compile(r"(?a:(\d+(?:\.\d*)?|\.\d+)%)")
_RIGHT = "a part is like QQ+, AKs, A5s-A2s, KTo+, 76s, AhKh, 15% or random, with a weight as AA:0.5"


@dataclass(frozen=True, eq=False)
class Range:
    """Hands, ascending as card sets, each with a weight above 0 and at most 1."""

    text: str
    game: Game
    hands: SetArray
    weights: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.hands)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return (
            self.game == other.game
            and np.array_equal(self.hands, other.hands)
            and np.array_equal(self.weights, other.weights)
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def is_weighted(self) -> bool:
        """Whether some hand has another weight than 1."""
        return bool((self.weights != 1).any())

    @property
    def is_random(self) -> bool:
        """Whether it is every hand of the game, none weighted."""
        return len(self) == hand_count(self.game) and not self.is_weighted

    @property
    def share(self) -> float:
        """Its part of all hands, by weight: 0 to 1."""
        return float(self.weights.sum()) / hand_count(self.game)

    def without(self, cards: CardSet) -> "Range":
        """Return the hands that have none of these cards."""
        kept = (self.hands & np.uint64(cards)) == 0
        return Range(self.text, self.game, self.hands[kept], self.weights[kept])


def hand_count(game: Game) -> int:
    """Return how many hands of one's own cards the game has: 1,326 for hold'em."""
    return comb(game.deck.bit_count(), game.own)


def is_random(text: str) -> bool:
    """Tell whether a text says `random`."""
    return text.strip().lower() == RANDOM


def make_range(text: str, game: Game, hands: Sequence[CardSet] | SetArray) -> Range:
    """Return the range of these hands, which are ascending, all of weight 1."""
    return Range(text, game, np.asarray(hands, np.uint64), np.ones(len(hands)))


def random_range(game: Game = HOLDEM) -> Range:
    """Return the range of every hand."""
    return make_range(RANDOM, game, subsets(game.deck, game.own))


def parse_range(text: str, game: str | Game = HOLDEM) -> Range:
    """Read a range.

    >>> len(parse_range("QQ+, AKs")), len(parse_range("random"))
    (22, 1326)
    >>> parse_range("QQ+, AKx")
    Traceback (most recent call last):
    astragal.errors.BadInputError: 'AKx' in range 'QQ+, AKx': a part is like QQ+, AKs, ...
    """
    game = find_game(game)
    if is_random(text):
        return random_range(game)
    weights: dict[CardSet, float] = {}
    for part in dict.fromkeys(_parts(text)):
        for hand in _hands_of(part.body, text, game):
            if weights.setdefault(hand, part.weight) != part.weight:
                _refuse(
                    f"{part.body}:{part.weight:g}",
                    text,
                    f"{cards_name(hand)!r} has the weight {weights[hand]:g} already",
                )
    if not weights:
        raise BadInputError(f"range {text!r} is empty: {_RIGHT}")
    hands = sorted(weights)
    return Range(
        text, game, np.array(hands, np.uint64), np.array([weights[hand] for hand in hands])
    )


class _Part(NamedTuple):
    body: str
    weight: float


def _parts(text: str) -> Iterator[_Part]:
    closed = re.sub(r"\s*([-:+%])", r"\1", re.sub(r"([-:])\s*", r"\1", text))
    for part in re.split(r"[,\s]+", closed):
        if not part:
            continue
        body, colon, weight = part.partition(":")
        if not colon:
            yield _Part(body, 1.0)
        elif re.fullmatch(r"(?a:\d*\.?\d+)", weight) and 0 < float(weight) <= 1:
            yield _Part(body, float(weight))
        else:
            _refuse(part, text, "a weight is above 0 and at most 1, as in AA:0.5")


def _hands_of(body: str, text: str, game: Game) -> list[CardSet]:
    if is_random(body):
        if game.own != PAIR_SIZE:  # 20 million hands of six cards are no list to make in passing
            _refuse(body, text, f"in {game.name} it stands alone, without a weight")
        hands: list[int] = subsets(game.deck, game.own).tolist()
        return hands
    if percent := _PERCENT.fullmatch(body):
        if float(percent[1]) > 100:
            _refuse(body, text, "a percentage is at most 100%")
        return [hand for one in best_hands(float(percent[1]), game) for hand in one.hands()]
    if classes := _CLASSES.fullmatch(body):
        if game.own != PAIR_SIZE:
            _refuse(body, text, f"ranges in {game.name} are lists of hands of {game.own} cards")
        for rank in re.findall("[2-9TJQKA]", body.upper()):
            if rank not in game.ranks:
                _refuse(body, text, f"{game.name} has no {rank}, its ranks are {game.ranks}")
        return [hand for one in _run(classes, body, text) for hand in one.hands()]
    try:
        hand = card_set(body, deck=52)
    except CardError as error:
        _refuse(body, text, str(error) if _CARDS.fullmatch(body) else _RIGHT)
    if hand.bit_count() != game.own:
        _refuse(body, text, f"a hand in {game.name} has {game.own} cards")
    if foreign := hand & ~game.deck:
        _refuse(body, text, f"{cards_name(foreign)!r} is not in the deck of {game.name}")
    return [hand]


def _run(match: "re.Match[str]", body: str, text: str) -> Iterator[StartingHand]:
    """Give the starting hands between the two that are written."""
    first, plus, last = match.groups()
    high, low, suits = _ends(first, body, text)
    pair = high == low
    if last is None:
        steps = (len(RANKS) - 1 - high if pair else high - 1 - low) if plus else 0
        moves_high = pair
    else:
        other_high, other_low, other_suits = _ends(last, body, text)
        moves_high = other_high != high
        if other_suits != suits or (moves_high and other_high - other_low != high - low):
            _refuse(body, text, "a run is of pairs, or of one high card, or of equal gaps")
        if other_low < low:
            high, low, other_low = other_high, other_low, low
        steps = other_low - low
    for step in range(steps + 1):
        for suited in suits:
            yield StartingHand(high + step * moves_high, low + step, suited)


def _ends(name: str, body: str, text: str) -> tuple[int, int, tuple[bool, ...]]:
    low, high = sorted(RANKS.index(rank) for rank in name[:2].upper())
    suit = name[2:].lower()
    if high == low:
        if suit:
            _refuse(body, text, f"a pair is neither suited nor offsuit: {name[:2]}")
        return high, low, (False,)
    return high, low, {"s": (True,), "o": (False,), "": (True, False)}[suit]


def _refuse(part: str, text: str, reason: str) -> NoReturn:
    raise BadInputError(f"{part!r} in range {text!r}: {reason}") from None
