"""The notation of ranges: reading and writing.

    QQ+               queens and better pairs          TT-77            tens to sevens
    AKs AKo AK        suited, offsuit, both            A5s-A2s T9s-76s  runs
    KTo+              KTo, KJo, KQo                    AhKh             one hand
    15%  top 15%      the best hands, see `starting`   5-15%            without the best 5%
    Axs Axo Ax        an ace and another rank          random           every hand
    AhX AhXh          a card and any other             any  *           the same
    AsKs-AdKd         suits from s to d                AsKs-AsTs        kickers from K to T
    AA:0.5  AA:50%    with a weight from 0 to 1
    AA@50  [50]AA[/50]  weights in percent             !KK              without these hands
    50%(AA, KK)       the same, as in eval7

Parts are separated by commas or spaces. A hand may come twice if its weight is the same. Weights
have at most 12 decimals. Omaha has parts of its own, see `omaha`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import product
from typing import Literal, NoReturn, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from astragal._checks import require_name
from astragal.cards import (
    RANKS,
    SUITS,
    CardSet,
    Rank,
    SetArray,
    card_ids,
    card_set,
    cards_text,
    make_card,
    parse_card,
    rank_of,
    subsets,
    suit_of,
)
from astragal.equity.omaha import SUITED, best_hands, pattern_hands
from astragal.equity.starting_hands import StartingHand, combos_of, starting_hands, whole_weights
from astragal.errors import BadInputError, CardError, quoted
from astragal.poker.variants import VARIANTS, Variant, hand_name

RANDOM = "random"
ANY_HAND = frozenset({RANDOM, "any", "*"})
"""The words for every hand."""
DECIMALS = 12
_NUMBERS = {2: "two", 4: "four", 5: "five", 6: "six", 7: "seven"}
"""The hole cards of the games, in words."""
_SEPARATOR = ", "

_HAND = "[2-9TJQKA]{2}[so]?"
# A part is a run of starting hands, or anything else without spaces; then perhaps a weight.
_PART = re.compile(
    rf"(?ai:(?:({_HAND}(?:\s*\+|\s*-\s*{_HAND})?)(?=[\s,:@]|$)(?!\s*%)|((?:top\s+)?[^\s,:@]+(?:\s*%)?|(?=[:@])))"
    r"(\s*[:@]\s*[^\s,]*)?)"
)
_TWO_RANKS = "([2-9TJQKA])([2-9TJQKA])([so]?)"
_RUN = re.compile(rf"(?ai:{_TWO_RANKS}(?:\s*(\+)|\s*-\s*{_TWO_RANKS})?)")
_CARDS = re.compile(r"(?ai:(?:(?:10|[2-9TJQKA])[cdhs])+)")
_PERCENT = re.compile(r"(?ai:(?:top\s*)?(\d+(?:\.\d*)?|\.\d+)\s*%)")
_BAND = re.compile(r"(?a:(\d+(?:\.\d*)?)%?-(\d+(?:\.\d*)?)\s*%)")
_ANY_KICKER = re.compile("(?ai:([2-9TJQKA])x([so]?))")
_ANY_CARD = re.compile("(?ai:((?:10|[2-9TJQKA])[cdhs])x([cdhsx]?))")
_TWO_HANDS = re.compile("(?ai:((?:[2-9TJQKA][cdhs]){2})-((?:[2-9TJQKA][cdhs]){2}))")
_GROUP = re.compile(r"\[([^\[\]/]*)\]([^\[\]]*)\[/([^\[\]]*)\]")
_EVAL7_GROUP = re.compile(r"(?a:([\d.]+)\s*%\s*\(([^()]*)\))")
_WITHOUT = re.compile(r"!\s*([^\s,!\[\]]+)")
_NO_BREAK = {ord(space): " " for space in "\u00a0\u202f"}
"""No-break spaces, as in a percentage that is copied from a text."""
_NUMBER = re.compile(r"(?a:\d*\.?\d+)")
_RANK = {letter: rank for rank, name in enumerate(RANKS) for letter in (name, name.lower())}
_SUITED = {"": (True, False), "s": (True,), "S": (True,), "o": (False,), "O": (False,)}
_RIGHT = "write QQ+, AKs, A5s-A2s, KTo+, 76s, AhKh, 15% or any, with a weight as in AA:0.5"
_RIGHT_OMAHA = "write AAxx, AAxx ds, JT98+, AhAsKhKs, 15% or any, with a weight as in AAxx:0.5"


def is_random(text: object) -> bool:
    """Return whether a text is `random` or a synonym of it."""
    return isinstance(text, str) and text.strip().lower() in ANY_HAND


# ---- Reading ----------------------------------------------------------------------------------


def parse_range(text: str, game: Variant) -> dict[CardSet, float]:
    """Read a range: its hands, each with its weight."""
    plain = text.translate(_NO_BREAK)
    if game.hole > 2:  # `AAxx ds` is one part
        plain = SUITED.sub(r"$\1", plain)
    if "!" in plain:
        if plain.count("!") > len(_WITHOUT.findall(plain)):
            _refuse("!", text, "an exclusion names hands, as in 15%, !AA")
        unwanted = {hand for one in _WITHOUT.findall(plain) for hand in parse_range(one, game)}
        kept = parse_range(_WITHOUT.sub("", plain).strip(" ,") or RANDOM, game).items()
        return {hand: weight for hand, weight in kept if hand not in unwanted}
    if "[" in plain or "(" in plain:
        return _read_groups(_EVAL7_GROUP.sub(r"[\1]\2[/\1]", plain), text, game)
    read = []
    by_weight: dict[float, list[CardSet]] = {}
    for run, other, ending in _PART.findall(plain):
        part = run + other + ending
        hands = _run_of(run, part, text, game) if run else _hands_of(other, part, text, game)
        weight = _weight(ending, part, text) if ending else 1.0
        read.append((part, hands, weight))
        if weight in by_weight:
            by_weight[weight] += hands
        else:
            by_weight[weight] = [*hands]
    weights: dict[CardSet, float] = {}
    listed = 0
    for weight, same in by_weight.items():
        weighted = dict.fromkeys(same, weight)
        weights = weights | weighted if weights else weighted
        listed += len(weighted)
    if len(weights) < listed:
        _merged(read, text)
    if 0 in by_weight:  # solvers write it for hands that are not in the range
        return {hand: weight for hand, weight in weights.items() if weight}
    return weights


def _weight(ending: str, part: str, text: str) -> float:
    """Read the weight of `AA:0.5`, `AA:50%` or `AA@50`."""
    ending = ending.lstrip()
    number, percent = ending[1:].lstrip(), ending[0] == "@" or ending[-1] == "%"
    number = number.removesuffix("%")
    weight = float(number) if _NUMBER.fullmatch(number) else -1
    if percent or len(number) > DECIMALS:  # hardly ever, and rounding takes longer than reading
        weight = round(weight / 100 if percent else weight, DECIMALS)
    if not 0 <= weight <= 1:
        right = "a weight in percent is a number from 0 to 100, as in AA@50"
        _refuse(part, text, right if percent else "a weight is a number from 0 to 1, as in AA:0.5")
    return weight


def _read_groups(groups: str, text: str, game: Variant) -> dict[CardSet, float]:
    """Read a range with groups like `[50]AA, KK[/50]`, whose hands have a weight in percent.

    `text` is the range as it was given.
    """
    read: list[tuple[str, Sequence[CardSet], float]] = []

    def take(match: re.Match[str]) -> str:
        hands, percent = parse_range(match[2], game), match[1].strip()
        if percent != match[3].strip() or any(weight != 1 for weight in hands.values()):
            _refuse(match[0], text, "a group has one weight, as in [50]AA, KK[/50]")
        read.append((match[0], [*hands], _weight(f"@{percent}", match[0], text)))
        return ","

    rest = _GROUP.sub(take, groups)
    if match := re.search(r"[\[(]", rest):
        begin = text.find(match[0])
        _refuse(
            text[begin:] if begin >= 0 else text,
            text,
            "write groups as in [50]AA, KK[/50] or 50%(AA, KK)",
        )
    read += [(hand_name(one), [one], weight) for one, weight in parse_range(rest, game).items()]
    return {hand: weight for hand, weight in _merged(read, text).items() if weight}


def _merged(
    read: Iterable[tuple[str, Sequence[CardSet], float]], text: str
) -> dict[CardSet, float]:
    """Return the weights of all hands; raise if a hand comes twice with different weights."""
    known: dict[CardSet, float] = {}
    for part, hands, weight in read:
        for hand in hands:
            if known.setdefault(hand, weight) != weight:
                first = f"{quoted(hand_name(hand))} has the weight {known[hand]:g} already"
                _refuse(part, text, f"{first}: leave it out of one of the two parts")
    return known


def _hands_of(body: str, part: str, text: str, game: Variant) -> Sequence[CardSet]:
    if body.endswith("%"):
        percent, band = _PERCENT.fullmatch(body), _BAND.fullmatch(body)
        if percent or band:
            least, most = band.groups() if band else ("0", percent[1])  # type: ignore[index]
            if not float(least) <= float(most) <= 100:
                _refuse(part, text, "a percentage is at most 100%, and the smaller one comes first")
            return best_hands(float(least), float(most), game)
    if is_random(body):
        if game.hole > 4:  # omaha6 has 20 million hands: too many for a dict
            _refuse(part, text, f"in {game} it stands alone, without a weight")
        hands: list[int] = subsets(game.deck, game.hole).tolist()
        return hands
    if game.hole != 2:
        right = _RIGHT_OMAHA if game.hole == 4 else f"ranges in {game} are lists of hands"
        special = pattern_hands(body, game)
    else:
        right = _RIGHT
        special = _special(body, game) if "-" in body or "x" in body.lower() else None
    if special is not None:
        if not special:
            _refuse(part, text, right)
        return special
    try:
        hand = card_set(body, deck=52)
        if hand.bit_count() == 1:  # perhaps all of the text is one hand: `Ah Kh`
            with suppress(CardError):
                hand = card_set(text, deck=52, count=game.hole)
    except CardError as error:
        _refuse(part, text, str(error) if _CARDS.fullmatch(body) else right)
    if hand.bit_count() != game.hole:
        others = (one for one in VARIANTS.values() if one.hole == hand.bit_count())
        other = next((f"; in {one.title} it has {_NUMBERS[one.hole]}" for one in others), "")
        _refuse(part, text, f"{_size(game)}{other}")
    if foreign := hand & ~game.deck:
        _refuse(part, text, f"{quoted(cards_text(foreign))} is not in the deck of {game}")
    return [hand]


def _size(game: Variant) -> str:
    """Return the sentence that says how many hole cards a game has."""
    name = game.title.partition(",")[0]
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name} hand has {_NUMBERS[game.hole]} cards"


def _run_of(run: str, part: str, text: str, game: Variant) -> Sequence[CardSet]:
    if game.hole != 2:
        _refuse(part, text, _size(game))
    try:
        low, hands = _read_run(run)
    except BadInputError as error:
        _refuse(part, text, str(error))
    if low < game.rules.lowest_rank:
        _refuse(part, text, f"{game} has no {RANKS[low]}, its ranks are {game.ranks}")
    return hands


@lru_cache(4096)
def _read_run(run: str) -> tuple[Rank, tuple[CardSet, ...]]:
    """Return the lowest rank and the hands of QQ, AKs, AK, KTo+ or A5s-A2s.

    There are 2,275 runs; most texts have the same few.
    """
    match = _RUN.fullmatch(run)
    assert match is not None
    first, second, suits, plus, other_first, other_second, other_suits = match.groups()
    low, high = kicker, top = sorted((_RANK[first], _RANK[second]))
    pair = high == low
    if plus:
        top, kicker = (12, 12) if pair else (high, high - 1)
    elif other_first:
        kicker, top = sorted((_RANK[other_first], _RANK[other_second]))
        alike = _SUITED[suits] == _SUITED[other_suits] and pair == (top == kicker)
        if not alike or (top != high and top - kicker != high - low):
            raise BadInputError("a run has pairs, or one high card, or equal gaps")
        if kicker < low:
            high, low, top, kicker = top, kicker, high, low
    if pair and suits:
        raise BadInputError(f"a pair is neither suited nor offsuit, write {first}{second}")
    combos, moves = combos_of(), top > high  # the high card is the same, or moves too
    return low, tuple(
        hand
        for step in range(kicker - low + 1)
        for suited in ((False,) if pair else _SUITED[suits])
        for hand in combos[high + step * moves, low + step, suited]
    )


def _special(body: str, game: Variant) -> Sequence[CardSet] | None:
    """Return the hands of Axs, AhX or AsKs-AdKd: [] if no hand fits, None for other parts."""
    if match := _ANY_KICKER.fullmatch(body):
        high = _RANK[match[1]]
        others = [rank for rank in range(game.rules.lowest_rank, len(RANKS)) if rank != high]
        combos = combos_of()
        return [
            hand
            for rank in others
            if high >= game.rules.lowest_rank
            for suited in _SUITED[match[2]]
            for hand in combos[max(high, rank), min(high, rank), suited]
        ]
    if match := _ANY_CARD.fullmatch(body):
        own = card_set(match[1])
        others = card_ids(game.deck & ~own)
        suit = match[2].lower().strip("x")
        return [own | 1 << card for card in others if not suit or SUITS[suit_of(card)] == suit]
    if match := _TWO_HANDS.fullmatch(body):
        first, second = ([parse_card(one[i : i + 2]) for i in (0, 2)] for one in match.groups())
        (high, low), (other_high, other_low) = (map(rank_of, one) for one in (first, second))
        mine, yours = ([*map(suit_of, one)] for one in (first, second))
        alike = (high, low) == (other_high, other_low) and high != low
        if alike and mine[0] == mine[1] and yours[0] == yours[1]:
            span = range(min(mine[0], yours[0]), max(mine[0], yours[0]) + 1)
            return [1 << make_card(high, suit) | 1 << make_card(low, suit) for suit in span]
        if mine == yours and high == other_high and high not in range(*sorted((low, other_low))):
            kickers = range(min(low, other_low), max(low, other_low) + 1)
            cards = [make_card(rank, mine[1]) for rank in kickers if rank != high]
            return [1 << first[0] | 1 << card for card in cards]
        return []
    return None


def _refuse(part: str, text: str, reason: str) -> NoReturn:
    place = "" if part.strip() == text.strip() else f" in range {quoted(text)}"
    raise BadInputError(f"{quoted(part)}{place}: {reason}") from None


# ---- Writing ----------------------------------------------------------------------------------
#
# The starting hands of one weight are written row by row: a row has one high card, and its suited
# and offsuit kickers are two sets of ranks. One part is enough for an unbroken run of kickers: a
# single hand, `+` up to the top, or from-to; parts may overlap. So the only choice is which of the
# kickers that are in both sets to write without s and o: all of them if one set contains the other;
# otherwise all useful choices are tried. So each row is as short as it can be. Then three or more
# hands that stand alone, each one rank below the last, become one part, like `T9s-76s`; other
# programs don't read these.


Dialect: TypeAlias = Literal["astragal", "pio", "flopzilla", "equilab", "pokerstove"]
"""A way to write ranges."""
DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
"""The ways to write a range that `Range` reads."""


def range_text(
    hands: SetArray, weights: NDArray[np.float64], game: Variant, dialect: Dialect = "astragal"
) -> str:
    """Write a range as a short text, or as another program reads it."""
    require_name(dialect, DIALECTS, "dialect")
    pio = dialect == "pio"
    if not pio and len(hands) == game.hand_count and not (weights != 1).any():
        return RANDOM
    write = {"pio": _single_parts, "astragal": _short_parts}.get(dialect, _parts)
    by_weight = _weighted_parts(hands, weights, game, write)
    if dialect == "pokerstove" and any(weight != 1 for weight, _ in by_weight):
        raise BadInputError("PokerStove has no weights: write the range in another dialect")
    written = [text for one in by_weight for text in _with_weight(*one, dialect)]
    return ("," if pio else _SEPARATOR).join(written)


def _with_weight(weight: float, parts: list[str], dialect: Dialect) -> list[str]:
    if weight == 1:
        return parts
    if dialect in ("astragal", "pio"):
        ending = f":{weight:.{DECIMALS}f}".rstrip("0")
        return [part + ending for part in parts]
    percent = f"{100 * weight:.{DECIMALS - 2}f}".rstrip("0").rstrip(".")
    if dialect == "flopzilla":
        return [f"[{percent}]{_SEPARATOR.join(parts)}[/{percent}]"]
    return [f"{part}@{percent}" for part in parts]


def _weighted_parts(
    hands: SetArray,
    weights: NDArray[np.float64],
    game: Variant,
    write: Callable[[Sequence[int]], Iterable[str]],
) -> list[tuple[float, list[str]]]:
    """Return the parts of each weight: starting hands, by weight, and then single hands."""
    by_weight: list[tuple[float, list[str]]] = []
    if game.hole == 2:
        numbers, whole = whole_weights(hands, weights)
        places, bits = _places()
        for weight in sorted({*whole[whole > 0].tolist()}, reverse=True):
            rows = np.bincount(places, bits * (whole == weight), ROWS).astype(np.intp)
            by_weight.append((weight, list(write(rows.tolist()))))
        single = whole[numbers] == 0
        if not single.any():  # nearly every range
            return by_weight
        hands, weights = hands[single], weights[single]
    singles = zip(hands[::-1].tolist(), weights[::-1].tolist(), strict=True)
    return by_weight + [(weight, [hand_name(hand)]) for hand, weight in singles]


def _single_parts(rows: Sequence[int]) -> Iterator[str]:
    """Write each starting hand by itself: pairs, suited and offsuit hands."""
    hands = sorted(starting_hands(), key=lambda one: (_row_of(one) + 11) // 12)
    return (str(one) for one in hands if rows[_row_of(one)] >> one.low & 1)


ROWS = 25
_SHORTEST_RUN = 3
"""Two hands read better than a run."""


def _row_of(hand: StartingHand) -> int:
    """Return 0 for pairs, and the high card for suited hands; offsuit hands have 12 rows more."""
    return 0 if hand.high == hand.low else hand.high if hand.suited else 12 + hand.high


@cache
def _places() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the row of each starting hand and the bit of its kicker."""
    hands = starting_hands()
    return np.array([*map(_row_of, hands)]), np.array([1 << one.low for one in hands])


def _parts(rows: Sequence[int]) -> Iterator[str]:
    for top, low in _runs(rows[0]):
        name = RANKS[low] * 2
        yield name if top == low else f"{name}+" if top == 12 else f"{RANKS[top] * 2}-{name}"
    for high in range(12, 0, -1):
        suited, offsuit = rows[high], rows[12 + high]
        if suited | offsuit:
            yield from _row_parts(high, suited, offsuit)


def _short_parts(rows: Sequence[int]) -> list[str]:
    """Return the parts of all rows, with runs of equal gaps.

    >>> suited = [0] * ROWS
    >>> for high in range(5, 9):
    ...     suited[high] = 1 << high - 1
    >>> _short_parts(suited)
    ['T9s-76s']
    """
    parts = list(_parts(rows))
    alone = set(parts)
    joined: list[str] = []
    for part in parts:
        if part not in alone:
            continue
        run = [part]
        while (lower := _one_rank_lower(run[-1])) in alone:
            run.append(lower)
        if len(run) >= _SHORTEST_RUN:
            alone.difference_update(run)
            part = f"{run[0]}-{run[-1]}"  # noqa: PLW2901
        joined.append(part)
    return joined


def _one_rank_lower(part: str) -> str:
    """Return the starting hand with both ranks one lower; no text if there is none.

    >>> _one_rank_lower("T9s"), _one_rank_lower("A2"), _one_rank_lower("KTs+")
    ('98s', '', '')
    """
    if len(part) > len("T9s") or part[1] == "2" or part[0] == part[1] or part[2:] == "+":
        return ""
    return RANKS[_RANK[part[0]] - 1] + RANKS[_RANK[part[1]] - 1] + part[2:]


def _row_parts(high: Rank, suited: int, offsuit: int) -> list[str]:
    """Return the shortest parts for the kickers of one high card."""
    both = suited & offsuit
    if both in (suited, offsuit):
        return _row(high, both, "") + _row(high, suited, "s", both) + _row(high, offsuit, "o", both)
    choices = []
    for runs in product(*map(_covers, _runs(both))):
        parts, covered = [], 0
        for top, low in filter(None, runs):
            parts.append(_part(high, top, low, ""))
            covered |= (2 << top) - (1 << low)
        parts += _row(high, suited, "s", covered)
        parts += _row(high, offsuit, "o", covered)
        choices.append(parts)
    return min(choices, key=lambda parts: len(_SEPARATOR.join(parts)))


def _covers(run: tuple[Rank, Rank]) -> list[tuple[Rank, Rank] | None]:
    """Return the useful parts of a run to write without s and o: none, or the whole run.

    One of two kickers is useful too, because the other can be a single hand.
    """
    top, low = run
    return [None, (top, top), (low, low), run] if top == low + 1 else [None, run]


def _row(high: Rank, kickers: int, letter: str, covered: int = 0) -> list[str]:
    """Return parts for the kickers that are not covered, one for each unbroken run."""
    parts: list[str] = []
    if not kickers & ~covered:
        return parts
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


@cache
def _runs(ranks: int) -> tuple[tuple[Rank, Rank], ...]:
    """Cut a set of ranks into unbroken runs, the highest first: their ends.

    >>> _runs(0b1100001000)
    ((9, 8), (3, 3))
    """
    if not ranks:
        return ()
    top = ranks.bit_length() - 1
    low = (((1 << top) - 1) & ~ranks).bit_length()
    return ((top, low), *_runs(ranks & ((1 << low) - 1)))
