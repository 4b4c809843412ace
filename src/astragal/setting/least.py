"""The least hands of a card to play from: "pair 9", "A T", "straight"."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from astragal.cards import RANKS, Rank
from astragal.cards.card import RANK_NAMES
from astragal.errors import BadInputError, quoted
from astragal.setting.hand import plural, rank_tables, wheel_of
from astragal.setting.rules import Category, Rules


class _Word(NamedTuple):
    category: Category
    ranks: int
    """How many ranks say what the cards make; other ranks are kickers."""
    cards: int | None
    """How many cards make it; None: all cards of the hand."""


_WORDS = {
    "": _Word(Category.HIGH_CARD, 0, 0),
    "pair": _Word(Category.PAIR, 1, 2),
    "two pair": _Word(Category.TWO_PAIR, 2, 4),
    "trips": _Word(Category.THREE_OF_A_KIND, 1, 3),
    "straight": _Word(Category.STRAIGHT, 1, None),
    "flush": _Word(Category.FLUSH, 0, 0),
    "full house": _Word(Category.FULL_HOUSE, 2, None),
    "quads": _Word(Category.FOUR_OF_A_KIND, 1, 4),
    "straight flush": _Word(Category.STRAIGHT_FLUSH, 1, None),
    "five aces": _Word(Category.FIVE_ACES, 0, None),
}
_STRAIGHTS = ("straight", "straight flush")
_TEXT = re.compile(rf"({'|'.join(filter(None, _WORDS))}|)((?:(?:^| )[{RANKS}])*)")

_EXAMPLES = {1: '"K"', 2: '"pair", "pair 9" or "A T"'}
_EXAMPLE = '"straight", "pair 9" or "A"'


def _falls(ranks: tuple[Rank, ...]) -> bool:
    return all(high > low for high, low in pairwise(ranks))


def _refuse_straight(text: str, kind: str, ranks: tuple[Rank, ...], size: int) -> None:
    """Raise if high cards, or a flush, are named by the ranks of a straight."""
    straight = tuple(range(ranks[0], ranks[0] - size, -1)) if ranks else ()
    if kind in ("", "flush") and size > 2 and ranks and ranks in (straight, wheel_of(size)):
        made = "straight flush" if kind else "straight"
        raise BadInputError(f"{quoted(text)} is a {made}: write {quoted(made)}")


def _read(part: str, text: str, rules: Rules) -> tuple[str, tuple[Rank, ...]]:
    match, size = _TEXT.fullmatch(text), rules.hands[part]
    if match:
        kind, ranks = match[1], tuple(map(RANKS.index, match[2].split()))
        word = _WORDS[kind]
        most = word.ranks + (0 if word.cards is None else size - word.cards)
        fits = kind == "" or size > 2 or (kind == "pair" and size == 2)
        falls = _falls(ranks[word.ranks :]) and (kind != "two pair" or _falls(ranks[:2]))
        if (
            fits
            and falls
            and len({*ranks}) == len(ranks) <= most
            and (kind not in _STRAIGHTS or not ranks or ranks[0] >= size - 2)
            and word.category in rules.strengths()
        ):
            _refuse_straight(text, kind, ranks, size)
            return kind, ranks
    example = _EXAMPLES.get(size, _EXAMPLE)
    raise BadInputError(
        f"{quoted(text)} is not a least hand for {part}: write {example}, for example, with ranks "
        "from high to low"
    )


def least_name(part: str, text: str, rules: Rules) -> str:
    """Return a least hand in plain words.

    >>> from astragal.asia import find_rules
    >>> texts = ("pair 9", "two pair K", "flush", "A T", "")
    >>> [least_name("high", text, find_rules()) for text in texts]
    ['a pair of nines', 'two pair, kings up', 'a flush', 'ace ten', 'any']
    """
    kind, ranks = _read(part, text, rules)
    names = [RANK_NAMES[rank] for rank in ranks]
    high = " ".join(names)
    if kind == "":
        return high or "any"
    whole = {"trips": "three of a kind", "quads": "four of a kind", "two pair": "two pair"}
    bare = whole.get(kind, kind if kind == "five aces" else f"a {kind}")
    if not ranks:
        return bare
    many, *rest = [plural(names[0]), *names[1:]]
    beside = f", {' '.join(rest)}" if rest else ""
    if kind == "two pair":
        if not rest:
            return f"{bare}, {many} up"
        kicker = f", {' '.join(rest[1:])}" if rest[1:] else ""
        return f"{bare}, {many} and {plural(rest[0])}{kicker}"
    if kind == "full house":
        return f"{bare}, {many} over {plural(rest[0])}" if rest else f"{bare}, {many} up"
    group = {"pair": "a pair of", "trips": "three", "quads": "four"}
    return f"{group[kind]} {many}{beside}" if kind in group else f"{bare}, {high} high"


@cache
def least_number(part: str, text: str, rules: Rules) -> int:
    """Return the number of the lowest hand of a part that `text` allows.

    The text is one of pair, two pair, trips, straight, flush, full house, quads, straight flush,
    five aces, as far as the game has them, or nothing for high cards; then ranks, in the order in
    which they count. If it allows no hand, the number of hands is returned.

    >>> from astragal.asia import find_rules
    >>> rules = find_rules()
    >>> least_number("low", "K", rules), least_number("medium", "A T", rules)
    (11, 74)
    """
    kind, ranks = _read(part, text, rules)
    if kind in _STRAIGHTS and ranks:  # all of its ranks: A-2-3-4-5 is not "straight A"
        ranks = tuple(range(ranks[0], ranks[0] - rules.hands[part], -1))
    strength = rules.strengths()[_WORDS[kind].category]
    ascending = rank_tables(rules).ascending[part]
    return bisect_left(ascending, (strength, ranks), key=lambda rank: (rank.strength, rank.ranks))
