"""How ranges are written.

    QQ+               queens and better pairs          TT-77            tens to sevens
    AKs AKo AK        suited, offsuit, both            A5s-A2s T9s-76s  runs
    KTo+              KTo, KJo, KQo                    AhKh             one hand
    15%               the best hands, see `starting`   random           every hand
    AA:0.5            with a weight, above 0 and at most 1

Parts are separated by commas or spaces. A hand may come twice if its weight is the same. Weights
have at most 12 decimals.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from astragal.cards import (
    CARD_NAMES,
    RANKS,
    CardSet,
    Rank,
    SetArray,
    card_ids,
    card_set,
    cards_name,
    subsets,
)
from astragal.equity.games import Game
from astragal.equity.starting import best_hands, combos_of, starting_hands, whole_weights
from astragal.errors import BadInputError, CardError

RANDOM = "random"
DECIMALS = 12
_SEPARATOR = ", "

_TWO_RANKS = "([2-9TJQKA])([2-9TJQKA])([so]?)"
# A part is a run of starting hands, or anything else without spaces; then perhaps a weight.
_PART = re.compile(
    rf"(?ai:((?:{_TWO_RANKS}(?:\s*(\+)|\s*-\s*{_TWO_RANKS})?(?=[\s,:]|$)|([^\s,:]+(?:\s*%)?|(?=:)))"
    r"(?:\s*(:)\s*([^\s,]*))?))"
)
_CARDS = re.compile(r"(?ai:(?:(?:10|[2-9TJQKA])[cdhs])+)")
_PERCENT = re.compile(r"(?a:(\d+(?:\.\d*)?|\.\d+)\s*%)")
_WEIGHT = re.compile(r"(?a:\d*\.?\d+)")
_RANK = {letter: rank for rank, name in enumerate(RANKS) for letter in (name, name.lower())}
_SUITED = {"": (True, False), "s": (True,), "S": (True,), "o": (False,), "O": (False,)}
_RIGHT = "write QQ+, AKs, A5s-A2s, KTo+, 76s, AhKh, 15% or random, with a weight as in AA:0.5"


def is_random(text: str) -> bool:
    """Return whether a text says `random`."""
    return str(text).strip().lower() == RANDOM


def hand_name(hand: CardSet) -> str:
    """Return a hand as ranges write it: highest card first, without spaces.

    >>> hand_name(card_set("Kd As"))
    'AsKd'
    """
    return "".join(CARD_NAMES[card] for card in reversed(card_ids(hand)))


# ---- Reading ----------------------------------------------------------------------------------


def parse_range(text: str, game: Game) -> dict[CardSet, float]:
    """Read a range: its hands, each with its weight."""
    weights: dict[CardSet, float] = {}
    read = []
    listed = 0
    for part, *run, other, colon, number in dict.fromkeys(_PART.findall(text)):
        hands = _run_of(run, part, text, game) if run[0] else _hands_of(other, part, text, game)
        found = dict.fromkeys(hands, _weight(number, part, text) if colon else 1.0)
        weights.update(found)
        read.append((part, found))
        listed += len(found)
    if len(weights) < listed:
        _check_weights(read, text)
    return weights


def _weight(number: str, part: str, text: str) -> float:
    weight = round(float(number), DECIMALS) if _WEIGHT.fullmatch(number) else 0
    if not 0 < weight <= 1:
        _refuse(part, text, "a weight is above 0 and at most 1, as in AA:0.5")
    return weight


def _check_weights(read: Iterable[tuple[str, dict[CardSet, float]]], text: str) -> None:
    """Raise if a hand comes twice with different weights."""
    known: dict[CardSet, float] = {}
    for part, found in read:
        for hand, weight in found.items():
            if known.setdefault(hand, weight) != weight:
                _refuse(part, text, f"{hand_name(hand)!r} has the weight {known[hand]:g} already")


def _hands_of(body: str, part: str, text: str, game: Game) -> Sequence[CardSet]:
    if percent := _PERCENT.fullmatch(body):
        if float(percent[1]) > 100:
            _refuse(part, text, "a percentage is at most 100%")
        return [hand for one in best_hands(float(percent[1]), game) for hand in one.combos]
    if is_random(body):
        if game.hole != 2:  # omaha6 has 20 million hands: too many for a dict
            _refuse(part, text, f"in {game} it stands alone, without a weight")
        hands: list[int] = subsets(game.deck, game.hole).tolist()
        return hands
    try:
        hand = card_set(body, deck=52)
        if hand.bit_count() == 1:  # perhaps all of the text is one hand: `Ah Kh`
            with suppress(CardError):
                hand = card_set(text, deck=52, count=game.hole)
    except CardError as error:
        _refuse(part, text, str(error) if _CARDS.fullmatch(body) else _RIGHT)
    if hand.bit_count() != game.hole:
        _refuse(part, text, f"a hand in {game} has {game.hole} cards")
    if foreign := hand & ~game.deck:
        _refuse(part, text, f"{cards_name(foreign)!r} is not in the deck of {game}")
    return [hand]


def _run_of(run: Sequence[str], part: str, text: str, game: Game) -> Sequence[CardSet]:
    """Return the hands of QQ, AKs, AK, KTo+ or A5s-A2s."""
    if game.hole != 2:
        _refuse(part, text, f"ranges in {game} are lists of hands of {game.hole} cards")
    first, second, suits, plus, other_first, other_second, other_suits = run
    high, low = _RANK[first], _RANK[second]
    if high < low:
        high, low = low, high
    kinds = _SUITED[suits] if high != low else (False,)
    moves_high = high == low
    top = low
    if plus:
        top = 12 if moves_high else high - 1
    elif other_first:
        top, other_high = sorted((_RANK[other_first], _RANK[other_second]))
        moves_high = other_high != high
        alike = _SUITED[suits] == _SUITED[other_suits] and (high == low) == (other_high == top)
        if not alike or (moves_high and other_high - top != high - low):
            _refuse(part, text, "a run has pairs, or one high card, or equal gaps")
        if top < low:
            high, low, top = other_high, top, low
    if low < game.rules.lowest_rank:
        _refuse(part, text, f"{game} has no {RANKS[low]}, its ranks are {game.ranks}")
    if high == low and suits:
        _refuse(part, text, f"a pair is neither suited nor offsuit, write {first}{second}")
    combos = combos_of()
    if top == low and len(kinds) == 1:
        return combos[high, low, kinds[0]]
    hands: list[CardSet] = []
    for step in range(top - low + 1):
        for suited in kinds:
            hands += combos[high + step * moves_high, low + step, suited]
    return hands


def _refuse(part: str, text: str, reason: str) -> NoReturn:
    raise BadInputError(f"{part!r} in range {text!r}: {reason}") from None


# ---- Writing ----------------------------------------------------------------------------------
#
# The starting hands of one weight are written row by row: a row has one high card, and its suited
# and offsuit kickers are two sets of ranks. One part is enough for an unbroken run of kickers: a
# single hand, `+` up to the top, or from-to; parts may overlap. So the only choice is which of the
# kickers that are in both sets to write without s and o, and all useful choices are tried.


def range_text(hands: SetArray, weights: NDArray[np.float64], game: Game) -> str:
    """Write a range as the shortest text that these parts allow."""
    if len(hands) == game.hand_count and not (weights != 1).any():
        return RANDOM
    parts: list[str] = []
    if game.hole == 2:
        numbers, whole = whole_weights(hands, weights)
        rows: dict[float, list[int]] = {}
        places = _places()
        chosen = whole.nonzero()[0]
        for number, weight in zip(chosen.tolist(), whole[chosen].tolist(), strict=True):
            row, bit = places[number]
            if weight not in rows:
                rows[weight] = [0] * 27
            rows[weight][row] |= bit
        for weight in sorted(rows, reverse=True):
            ending = _weight_text(weight)
            parts += [part + ending for part in _parts(rows[weight])]
        single = whole[numbers] == 0
        hands, weights = hands[single], weights[single]
    parts += [
        hand_name(hand) + _weight_text(weight)
        for hand, weight in zip(hands[::-1].tolist(), weights[::-1].tolist(), strict=True)
    ]
    return _SEPARATOR.join(parts)


@cache
def _places() -> list[tuple[int, int]]:
    """Return for each starting hand its row (suited, offsuit, pairs) and the bit of its kicker."""
    return [
        (26 if one.high == one.low else one.high if one.suited else 13 + one.high, 1 << one.low)
        for one in starting_hands()
    ]


def _weight_text(weight: float) -> str:
    return "" if weight == 1 else f":{weight:.{DECIMALS}f}".rstrip("0")


def _parts(rows: Sequence[int]) -> Iterator[str]:
    for top, low in _runs(rows[26]):
        name = RANKS[low] * 2
        yield name if top == low else f"{name}+" if top == 12 else f"{RANKS[top] * 2}-{name}"
    for high in range(12, 0, -1):
        suited, offsuit = rows[high], rows[13 + high]
        if suited == offsuit:
            yield from _row(high, suited, "")
        elif suited & offsuit:
            yield from _mixed_row(high, suited, offsuit)
        else:
            yield from _row(high, suited, "s") + _row(high, offsuit, "o")


def _mixed_row(high: Rank, suited: int, offsuit: int) -> list[str]:
    """Return the shortest parts for the kickers of one high card."""
    best: list[str] = []
    shortest = 0
    for runs in product(*map(_covers, _runs(suited & offsuit))):
        chosen = [run for run in runs if run is not None]
        covered = sum((2 << top) - (1 << low) for top, low in chosen)
        parts = [_part(high, top, low, "") for top, low in chosen]
        parts += _row(high, suited, "s", covered) + _row(high, offsuit, "o", covered)
        length = len(_SEPARATOR.join(parts))
        if not best or length < shortest:
            best, shortest = parts, length
    return best


def _covers(run: tuple[Rank, Rank]) -> list[tuple[Rank, Rank] | None]:
    """Return the useful ways to write a run without s and o: not at all, or all of it.

    One of two kickers is useful too, because the other can be a single hand.
    """
    top, low = run
    return [None, (top, top), (low, low), run] if top == low + 1 else [None, run]


def _row(high: Rank, kickers: int, letter: str, covered: int = 0) -> list[str]:
    """Return parts for the kickers that are not covered, one for each unbroken run."""
    parts = []
    for top, low in _runs(kickers):
        if covered:
            needed = ((2 << top) - (1 << low)) & ~covered
            if not needed:
                continue
            low = (needed & -needed).bit_length() - 1  # noqa: PLW2901
            if top != high - 1 or needed == 1 << low:  # else `+` reaches to the top
                top = needed.bit_length() - 1  # noqa: PLW2901
        parts.append(_part(high, top, low, letter))
    return parts


def _part(high: Rank, top: Rank, low: Rank, letter: str) -> str:
    name = RANKS[high] + RANKS[low] + letter
    if top == low:
        return name
    return f"{name}+" if top == high - 1 else f"{RANKS[high]}{RANKS[top]}{letter}-{name}"


def _runs(ranks: int) -> Iterator[tuple[Rank, Rank]]:
    """Cut a set of ranks into unbroken runs, the highest first: their ends.

    >>> list(_runs(0b1100001000))
    [(9, 8), (3, 3)]
    """
    while ranks:
        top = ranks.bit_length() - 1
        below = (1 << top) - 1
        low = (below & ~ranks).bit_length()
        yield top, low
        ranks &= (1 << low) - 1
