"""Ranges: sets of hands with weights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import fsum
from numbers import Real
from operator import sub
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._arrays import read_array, read_only
from astragal._cached import cached_property
from astragal._results import Result
from astragal.cards import RANKS, Cards, CardSet, SetArray, card_set, subsets
from astragal.equity.notation import DECIMALS, Dialect, is_random, parse_range, range_text
from astragal.equity.starting_hands import (
    StartingHand,
    mean_weights,
    parse_starting_hand,
    starting_hands,
)
from astragal.errors import BadInputError, quoted
from astragal.poker.variants import (
    Variant,
    find_variant,
    hand_name,
    read_hole_cards,
    two_card_variant,
)

Weights: TypeAlias = NDArray[np.float64]

_LONGEST_REPR = 80


class RangeJson(TypedDict):
    """A range of hands."""

    range: str
    """A short text: runs of pairs, of kickers, and of equal gaps."""
    game: str
    hands: int
    """The number of hands (combos)."""
    weight: float
    """The sum of the weights of the hands."""
    share: float
    """The share of all hands by weight, 0 to 1."""
    starting_hands: dict[str, float] | None
    """The mean weight of each starting hand that is in the range; null if hands have more than two
    cards."""


class Range(Result):
    """The hands a player may have, each with a weight above 0 and at most 1.

    A range is made from text like "QQ+, AKs, A5s-A2s, KTo+, AhKh, 15%, JTs:0.5" or "random", from
    one hand (ids or a card set), or from another range; `Range()` is empty. It is immutable and
    hashable. `str` returns a short text (cut off if it is long and hands have more than two
    cards, see `to_text`), `len` the number of its hands (combos).

    >>> r = Range("QQ+, AKs, JTs:0.5")
    >>> len(r), "AsKs" in r, r.weight("JsTs")
    (26, True, 0.5)
    >>> print(r | Range("22+"))
    22+, AKs, JTs:0.5
    >>> print(r.paint({"KK": 0}))
    AA, QQ, AKs, JTs:0.5
    >>> Range("QQ+, AKx")
    Traceback (most recent call last):
    astragal.errors.BadInputError: 'AKx' in range 'QQ+, AKx': write QQ+, AKs, ...
    """

    game: Variant

    def __init__(self, hands: RangeLike = "", game: str | Variant = "holdem") -> None:
        game = find_variant(game)
        made = self.__dict__
        made["game"] = game
        if isinstance(hands, str):
            if is_random(hands):
                every = subsets(game.deck, game.hole)
                made["_arrays"] = read_only(every), read_only(np.ones(len(every)))
            else:
                made["_weight_of"] = parse_range(hands, game)
                made["_given"] = hands
        elif isinstance(hands, Range):
            if hands.game != game:
                raise BadInputError(
                    f"{quoted(hands)} is a range of {hands.game}, the game is {game}"
                )
            made |= hands.__dict__
        elif isinstance(hands, StartingHand):
            made["_weight_of"] = parse_range(str(hands), game)
        else:
            made["_weight_of"] = {read_hole_cards(hands, game): 1.0}

    @classmethod
    def _from(cls, game: Variant, **fields: Any) -> Range:
        made = object.__new__(cls)
        made.__dict__.update(fields, game=game)
        return made

    # A range starts with a dict or with two arrays; the other form is made when it is needed.

    @cached_property
    def _weight_of(self) -> dict[CardSet, float]:
        return dict(zip(self.hands.tolist(), self.weights.tolist(), strict=True))

    @cached_property
    def _arrays(self) -> tuple[SetArray, Weights]:
        return _arrays_of(self._weight_of)

    @property
    def hands(self) -> SetArray:
        """The hands as card sets, ascending; the array can't be written to."""
        return self._arrays[0]

    @property
    def weights(self) -> Weights:
        """The weight of each of `hands`; the array can't be written to."""
        return self._arrays[1]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: a Range can't be changed; paint, |, & and - return others")

    @classmethod
    def from_arrays(
        cls, hands: ArrayLike, weights: ArrayLike | None = None, game: str | Variant = "holdem"
    ) -> Range:
        """Return the range of these card sets, in any order; all weights are 1 if not given.

        >>> str(Range.from_arrays(Range("KK").hands[::-1].copy()))
        'KK'
        """
        game = find_variant(game)
        hands = read_array(hands, "hands", np.uint64, 1)
        if weights is None:
            weights = np.ones(len(hands))
        weights = read_array(weights, "weights", np.float64, 1)
        if len(weights) != len(hands):
            raise BadInputError(f"{len(hands)} hands, {len(weights)} weights: one each is needed")
        weight_of = {
            read_hole_cards(hand, game): _check_weight(hand, weight)
            for hand, weight in zip(hands.tolist(), weights.tolist(), strict=True)
        }
        if len(weight_of) < len(hands):
            raise BadInputError(f"{len(hands)} hands, {len(weight_of)} of them different")
        return _range_of(game, weight_of)

    # ---- What is in it ----

    def __len__(self) -> int:
        arrays = self.__dict__.get("_arrays")
        return len(self._weight_of if arrays is None else arrays[0])

    def __iter__(self) -> Iterator[str]:
        """Iterate over the hands as text, in the order of `hands`.

        >>> list(Range("AKs"))
        ['AcKc', 'AdKd', 'AhKh', 'AsKs']
        """
        return map(hand_name, self.hands.tolist())

    def __contains__(self, hands: object) -> bool:
        """Return whether a hand is in the range, or all hands of a text like "AKs"."""
        wanted = Range(hands, self.game)._weight_of  # type: ignore[arg-type]
        return bool(wanted) and wanted.keys() <= self._weight_of.keys()

    def weight(self, hand: Cards) -> float:
        """Return the weight of a hand, 0 if it is not in the range."""
        return self._weight_of.get(read_hole_cards(hand, self.game), 0.0)

    def starting_hands(self) -> dict[str, float]:
        """Return the starting hands that are in the range, with the mean weights of their combos.

        >>> Range("KK+, AhKh, AKo:0.5").starting_hands()
        {'AA': 1.0, 'AKs': 0.25, 'AKo': 0.5, 'KK': 1.0}
        """
        two_card_variant(self.game)
        mean = mean_weights(self.hands, self.weights)
        hands = starting_hands()
        return {str(hands[number]): float(mean[number]) for number in mean.nonzero()[0]}

    @property
    def is_weighted(self) -> bool:
        """Whether some hand has a weight other than 1."""
        if "_weight_of" in self.__dict__ and "_arrays" not in self.__dict__:
            return any(weight != 1 for weight in self._weight_of.values())
        return bool((self.weights != 1).any())

    @property
    def is_random(self) -> bool:
        """Whether it is every hand of the game, with weight 1."""
        return len(self) == self.game.hand_count and not self.is_weighted

    @property
    def total_weight(self) -> float:
        """The sum of all weights."""
        return fsum(self.weights.tolist()) if self.is_weighted else float(len(self))

    @property
    def share(self) -> float:
        """Its share of all hands, by weight: 0 to 1."""
        return self.total_weight / self.game.hand_count

    # ---- Other ranges ----

    def __or__(self, other: RangeLike) -> Range:
        """Return the hands that are in either range, each with its greater weight."""
        return self._merged(other, max)

    def __and__(self, other: RangeLike) -> Range:
        """Return the hands that are in both ranges, each with its smaller weight.

        >>> print(Range("QQ+, AKs:0.5") & "AA, AK")
        AA, AKs:0.5
        """
        return self._merged(other, min)

    def __sub__(self, other: RangeLike) -> Range:
        """Return the hands with the weights that the other range leaves.

        >>> print(Range("QQ+") - "KK, AA:0.25")
        QQ, AA:0.75
        """
        return self._merged(other, sub)

    def _merged(self, other: RangeLike, merge: Callable[[float, float], float]) -> Range:
        mine, yours = self._weight_of, Range(other, self.game)._weight_of
        hands = mine.keys() | yours.keys()
        merged = {hand: merge(mine.get(hand, 0.0), yours.get(hand, 0.0)) for hand in hands}
        return _range_of(self.game, merged)

    def paint(self, weights: Mapping[str, float]) -> Range:
        """Return the range with other weights for some hands, each written as a range; 0 removes.

        >>> print(Range("KK+, AhKh").paint({"KK": 0, "QQ": 1, "AKo": 0.5, "AsKs": 1}))
        AA, QQ, AKo:0.5, AsKs, AhKh
        """
        if not isinstance(weights, Mapping):
            raise BadInputError(f"{quoted(weights)}: weights are given by name, like {{'KK': 0.5}}")
        painted = dict(self._weight_of)
        for name, weight in weights.items():
            hands: Iterable[CardSet] = (
                Range(name, self.game)._weight_of
                if isinstance(name, str)
                else parse_starting_hand(name, self.game).combos
            )
            painted |= dict.fromkeys(hands, _check_weight(name, weight))
        return _range_of(self.game, painted)

    def combo_weights(self, starting_hand: str) -> dict[str, float]:
        """Return the weight of each combo of a starting hand.

        >>> Range("AhKh, AsKs:0.5").combo_weights("AKs")
        {'AcKc': 0.0, 'AdKd': 0.0, 'AhKh': 1.0, 'AsKs': 0.5}
        """
        combos = parse_starting_hand(starting_hand, self.game).combos
        return {hand_name(combo): self._weight_of.get(combo, 0.0) for combo in combos}

    def without(self, cards: Cards) -> Range:
        """Return the hands that have none of these cards.

        >>> len(Range("AA").without("As 2c"))
        3
        """
        cards = card_set(cards, deck=52)
        if "_arrays" not in self.__dict__:
            return Range._from(self.game, _arrays=_arrays_of(self._weight_of, cards))
        kept = (self.hands & np.uint64(cards)) == 0
        arrays = read_only(self.hands[kept]), read_only(self.weights[kept])
        return Range._from(self.game, _arrays=arrays)

    # ---- As a value ----

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return (
            self.game == other.game
            and np.array_equal(self.hands, other.hands)
            and np.array_equal(self.weights, other.weights)
        )

    def __hash__(self) -> int:
        return hash((self.game, self.hands.tobytes(), self.weights.tobytes()))

    @cached_property
    def _text(self) -> str:
        return range_text(self.hands, self.weights, self.game)

    @cached_property
    def name(self) -> str:
        """Its short text, or if that lists many hands of Omaha, the text it was made from."""
        listed = self.game.hole > 2 and len(self._text) > _LONGEST_REPR
        return self.__dict__.get("_given", self._text) if listed else self._text

    def __str__(self) -> str:
        return self._text if self.game.hole == 2 else self._short

    def to_text(self, dialect: Dialect = "astragal") -> str:
        """Return the range as another program reads it: pio, flopzilla, equilab or pokerstove.

        >>> Range("KK+, AKs:0.5").to_text("pio")
        'AA,KK,AKs:0.5'
        >>> Range("KK+, AKs:0.5").to_text("flopzilla")
        'KK+, [50]AKs[/50]'
        """
        return range_text(self.hands, self.weights, self.game, dialect)

    @property
    def _short(self) -> str:
        text = self.name
        if len(text) > _LONGEST_REPR:
            text = text[: text.rfind(",", 0, _LONGEST_REPR)] + ", ..."
        return text

    def __repr__(self) -> str:
        game = "" if self.game.name == "holdem" else f", game={self.game.name!r}"
        return f"Range({self._short!r}{game})"

    def square(self) -> str:
        """Draw the square of starting hands: suited hands above the pairs, offsuit hands below.

        A hand that is partly in the range is shown by its weight.

        >>> print(Range("JJ+, AKs, AKo:0.5", "short").square())
        AA  AKs  ·   ·   ·   ·   ·   ·   ·
        50% KK   ·   ·   ·   ·   ·   ·   ·
         ·   ·  QQ   ·   ·   ·   ·   ·   ·
         ·   ·   ·  JJ   ·   ·   ·   ·   ·
         ·   ·   ·   ·   ·   ·   ·   ·   ·
         ·   ·   ·   ·   ·   ·   ·   ·   ·
         ·   ·   ·   ·   ·   ·   ·   ·   ·
         ·   ·   ·   ·   ·   ·   ·   ·   ·
         ·   ·   ·   ·   ·   ·   ·   ·   ·
        """
        return square_text(
            self.game,
            {
                name: name if weight == 1 else f"{weight:.0%}"
                for name, weight in self.starting_hands().items()
            },
        )

    def to_dict(self) -> RangeJson:
        """Return the JSON of `astragal range`."""
        return {
            "range": self._text,
            "game": self.game.name,
            "hands": len(self),
            "weight": self.total_weight,
            "share": self.share,
            "starting_hands": self.starting_hands() if self.game.hole == 2 else None,
        }

    def _repr_svg_(self) -> str | None:
        """Draw the square in a notebook; hands of more than two cards have none."""
        return square_svg(self.game, self.starting_hands()) if self.game.hole == 2 else None


RangeLike: TypeAlias = Range | StartingHand | Cards

_CELL = 30


def _check_weight(hand: str | CardSet, weight: float) -> float:
    if not (isinstance(weight, (float, Real)) and 0 <= weight <= 1):
        name = hand if isinstance(hand, str) else hand_name(hand)
        raise BadInputError(f"{name} with the weight {quoted(weight)}: a weight is 0 to 1")
    return weight


def _arrays_of(weight_of: dict[CardSet, float], without: CardSet = 0) -> tuple[SetArray, Weights]:
    """Return the hands without some cards, ascending, and their weights."""
    hands, weights = _native.range_arrays(weight_of, without)
    return read_only(hands), read_only(weights)


def _range_of(game: Variant, weights: Mapping[CardSet, float]) -> Range:
    """Return the range of these weights; a weight of 0 leaves a hand out."""
    rounded = ((hand, round(weight, DECIMALS)) for hand, weight in weights.items())
    return Range._from(game, _weight_of={hand: weight for hand, weight in rounded if weight > 0})


def square_text(game: Variant, shown: Mapping[str, str]) -> str:
    """Draw the square of starting hands: a text for some of them, and a dot for the others."""
    rows = ([f"{shown.get(name, ' · '):<3}" for name in row] for row in _square(game))
    return "\n".join(" ".join(row).rstrip() for row in rows)


def square_svg(game: Variant, parts: Mapping[str, float]) -> str:
    """Draw the square of starting hands, each filled up to its part of 1."""
    rows = _square(game)
    size = _CELL * len(rows)
    drawn = [
        f'<rect x="{_CELL * x}" y="{_CELL * y}" width="{_CELL - 1}" height="{_CELL - 1}" '
        f'fill="#e8e8e8"/><rect x="{_CELL * x}" y="{_CELL * y}" '
        f'width="{(_CELL - 1) * parts.get(name, 0):g}" height="{_CELL - 1}" fill="#7db7e8"/>'
        f'<text x="{_CELL * (x + 0.5) - 0.5}" y="{_CELL * (y + 0.5) + 3.5}">{name}</text>'
        for y, row in enumerate(rows)
        for x, name in enumerate(row)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'font-family="sans-serif" font-size="10" text-anchor="middle">{"".join(drawn)}</svg>'
    )


def _square(game: Variant) -> list[list[str]]:
    """Return the names of the starting hands, row by row, aces first."""
    ranks = [RANKS.index(rank) for rank in reversed(game.ranks)]
    return [
        [str(StartingHand(max(row, kicker), min(row, kicker), row > kicker)) for kicker in ranks]
        for row in ranks
    ]
