"""Bet sizes, and the amounts that they allow at a decision.

A size is a text: `50%` of the pot (a raise: of the pot after the call), `30c` chips (a raise: by 30
chips), `30c2r` the same while there were at most two bets and raises on the street, `2.5x` the
opponent's amount, `e` the fraction of the pot that is all-in on the river if it is bet on every
street (`2e`: on two streets, `3e200%`: at most 200 % of the pot), and `a` all-in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from math import floor, gcd, sqrt
from typing import Literal, TypeAlias, get_args

from astragal._checks import has_items, require_int, require_list, require_name, require_number
from astragal.errors import BadInputError, quoted

Player: TypeAlias = Literal["oop", "ip"]
Street: TypeAlias = Literal["flop", "turn", "river"]
PLAYERS: tuple[Player, ...] = get_args(Player)
STREETS: tuple[Street, ...] = get_args(Street)

SizesLike: TypeAlias = str | Iterable[str]
"""One text of sizes, or a list of texts."""
SizesByStreet: TypeAlias = SizesLike | Mapping[str, SizesLike]
SizesByPlayer: TypeAlias = SizesByStreet | Mapping[str, SizesByStreet]

_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})"
_FORMS = {
    "percent": re.compile(rf"{_NUMBER}%", re.ASCII),
    "chips": re.compile(rf"{_NUMBER}c(?:(\d{{1,3}})r)?", re.ASCII),
    "times": re.compile(rf"{_NUMBER}x", re.ASCII),
    "geometric": re.compile(rf"(\d{{1,3}})?e(?:{_NUMBER}%)?", re.ASCII),
    "all-in": re.compile(r"a", re.ASCII),
}
_RIGHT = "sizes are 50%, 30c, 2.5x (raises), e, 2e, 3e200% and a (all-in)"
_MERGE_TOLERANCE = 1e-12  # relative; amounts are whole chips, so real differences are greater


@dataclass(frozen=True, slots=True)
class Size:
    """A bet size."""

    text: str
    kind: str
    """percent, chips, times, geometric or all-in."""
    value: float = 0.0
    """Fraction of the pot; chips; factor; or streets of a geometric size, 0 for all that are left.
    """
    limit: float | None = None
    """Most bets and raises before a size in chips; greatest fraction of a geometric size."""


def parse_sizes(sizes: SizesLike, chip: Decimal = Decimal(1), *, raising: bool) -> tuple[Size, ...]:
    """Return the sizes of a text, "50%, a", or of a list of texts.

    >>> [size.text for size in parse_sizes("50%, 2.5x a", raising=True)]
    ['50%', '2.5x', 'a']
    >>> parse_sizes("2.5x", raising=False)
    Traceback (most recent call last):
    astragal.errors.BadInputError: '2.5x' is a size of raises only: write 50%, 30c, e or a
    """
    if isinstance(sizes, str):
        texts = [sizes]
    elif has_items(sizes):
        texts = require_list(sizes, "sizes", "texts")
    else:
        texts = []
    if not all(isinstance(text, str) for text in texts) or not isinstance(sizes, Iterable):
        raise BadInputError(f"{quoted(sizes)} is no list of sizes: {_RIGHT}")
    words = [word for text in texts for word in re.split(r"[,\s]+", text) if word]
    return tuple(_parse_size(word, chip, raising) for word in words)


def _parse_size(text: str, chip: Decimal, raising: bool) -> Size:
    lower = text.lower()
    kind, match = next(
        ((kind, match) for kind, form in _FORMS.items() if (match := form.fullmatch(lower))),
        ("", None),
    )
    if match is None:
        raise BadInputError(f"{quoted(text)} is no size: {_RIGHT}")
    if kind == "percent":
        size = Size(lower, kind, float(match[1]) / 100)
    elif kind == "chips":
        limit = None if match[2] is None else float(match[2])
        size = Size(lower, kind, read_amount(Decimal(match[1]), "size", chip), limit)
    elif kind == "times":
        size = Size(lower, kind, float(match[1]))
    elif kind == "geometric":
        limit = None if match[2] is None else float(match[2]) / 100
        return Size(lower, kind, float(match[1] or 0), limit)
    else:
        return Size(lower, kind)
    if not raising and (kind == "times" or size.limit is not None):
        raise BadInputError(f"{quoted(text)} is a size of raises only: write 50%, 30c, e or a")
    if size.value <= (1 if kind == "times" else 0):
        least = "more than 1" if kind == "times" else "more than 0"
        raise BadInputError(f"{quoted(text)}: the number must be {least}")
    return size


MOST_CHIPS = 10**9


def read_chip(chip: float) -> Decimal:
    """Return the unit of all amounts as a decimal number.

    >>> read_chip(0.01)
    Decimal('0.01')
    """
    require_number(chip, "chip", 1e-6, 1e6)
    return Decimal(str(chip))


def read_amount(amount: float | Decimal, name: str, chip: Decimal) -> int:
    """Return an amount in chips.

    >>> read_amount(5.5, "pot", Decimal("0.5"))
    11
    >>> read_amount(5.5, "pot", Decimal(1))
    Traceback (most recent call last):
    astragal.errors.BadInputError: pot 5.5 is no multiple of the chip 1: write chip=0.5
    """
    if not isinstance(amount, Decimal):
        amount = Decimal(str(require_number(amount, name, 0, float(MOST_CHIPS * chip))))
    chips = amount / chip
    if chips != chips.to_integral_value():
        raise BadInputError(
            f"{name} {amount_text(amount)} is no multiple of the chip {amount_text(chip)}: "
            f"write chip={amount_text(_common_unit(amount, chip))}"
        )
    return int(chips)


def _common_unit(amount: Decimal, chip: Decimal) -> Decimal:
    """Return the greatest unit of which both are multiples."""
    smallest = min(0, *(int(one.as_tuple().exponent) for one in (amount, chip)))
    return Decimal(gcd(int(amount.scaleb(-smallest)), int(chip.scaleb(-smallest)))).scaleb(smallest)


def amount_text(amount: Decimal) -> str:
    """Return an amount without needless zeros.

    >>> amount_text(Decimal("5.50")), amount_text(Decimal("1E+2"))
    ('5.5', '100')
    """
    return f"{amount.normalize():f}"


# ---- The amounts at a decision ----


@dataclass(frozen=True, slots=True)
class Decision:
    """The amounts that matter at a decision, in chips."""

    own: int
    """The player's chips on this street."""
    prev: int
    """The opponent's chips on this street."""
    top: int
    """A player's chips on this street when all-in."""
    pot: int
    """The pot after a call."""
    bets: int
    """Bets and raises so far on this street."""
    streets: int
    """Streets left: flop 3, turn 2, river 1."""


@dataclass(frozen=True, slots=True)
class BetSizes:
    """The sizes of both players on all streets, and the thresholds that change their amounts.

    The three thresholds are fractions of the pot; 0 is off.
    """

    bets: Mapping[Player, Mapping[Street, tuple[Size, ...]]]
    raises: Mapping[Player, Mapping[Street, tuple[Size, ...]]]
    donk: Mapping[Street, tuple[Size, ...] | None]
    """Sizes of `oop` at the start of a street that follows his call; None: as `bets`."""
    max_raises: int | None = None
    add_allin: float = 0.0
    """An all-in of at most this bet is added."""
    force_allin: float = 0.0
    """An amount becomes all-in if the chips left after a call are at most this bet."""
    merge: float = 0.0
    """Of two amounts that differ by less than this fraction, the smaller is dropped."""

    def first_bets(self, player: Player, street: Street, *, after_call: bool) -> tuple[Size, ...]:
        """Return the sizes of a first bet; `after_call`: `oop` called on the street before."""
        donk = self.donk[street] if after_call and player == "oop" else None
        return self.bets[player][street] if donk is None else donk

    def amounts(self, decision: Decision, sizes: Iterable[Size]) -> list[int]:
        """Return the amounts of bets or raises at a decision, ascending: totals of the street."""
        prev, top = decision.prev, decision.top
        closed = self.max_raises is not None and decision.bets > self.max_raises
        if prev >= top or closed:
            return []
        chosen = [amount for size in sizes if (amount := _amount(size, decision)) is not None]
        if self.add_allin and top <= prev + _rounded(decision.pot * self.add_allin):
            chosen.append(top)
        low = min(max(prev + prev - decision.own, 1), top)
        amounts = {self._forced(min(max(amount, low), top), decision) for amount in chosen}
        return self._merged(sorted(amounts), decision)

    def _forced(self, amount: int, decision: Decision) -> int:
        pot = decision.pot + 2 * (amount - decision.prev)
        near = self.force_allin and decision.top <= amount + _rounded(pot * self.force_allin)
        return decision.top if near else amount

    def _merged(self, amounts: list[int], decision: Decision) -> list[int]:
        if not self.merge:
            return amounts
        kept: list[int] = []
        for amount in reversed(amounts):
            fraction = (amount - decision.prev) / decision.pot
            if kept:
                last = (kept[-1] - decision.prev) / decision.pot
                most = (last - self.merge) / (1 + self.merge)
                if fraction >= most - _MERGE_TOLERANCE * abs(most):
                    continue
            kept.append(amount)
        return kept[::-1]


def _amount(size: Size, decision: Decision) -> int | None:
    prev, pot = decision.prev, decision.pot
    if size.kind == "percent":
        return prev + _rounded(pot * size.value)
    if size.kind == "chips":
        allowed = size.limit is None or decision.bets <= size.limit
        return prev + int(size.value) if allowed else None
    if size.kind == "times":
        return _rounded(prev * size.value)
    if size.kind == "geometric":
        streets = int(size.value) or decision.streets
        streets = max(streets - max(decision.bets - 1, 0), 1)
        growth = 2 * (decision.top - prev) / pot + 1
        fraction = (_root(growth, streets) - 1) / 2
        return prev + _rounded(
            pot * (fraction if size.limit is None else min(fraction, size.limit))
        )
    return decision.top


def _root(value: float, degree: int) -> float:
    if degree == 1:
        return value
    return sqrt(value) if degree == 2 else value ** (1 / degree)


def _rounded(value: float) -> int:
    """Return the nearest whole number to a number of at least 0; of two, the greater."""
    below = floor(value)
    return below + (1 if value - below >= 0.5 else 0)


# ---- Sizes as a user writes them ----


def read_bet_sizes(
    bets: SizesByPlayer,
    raises: SizesByPlayer = "",
    donk: SizesByStreet | None = None,
    *,
    chip: Decimal = Decimal(1),
    max_raises: int | None = None,
    add_allin: float = 0.0,
    force_allin: float = 0.0,
    merge: float = 0.0,
) -> BetSizes:
    """Return the bet sizes of one text for all decisions, or of texts by player and street.

    >>> sizes = read_bet_sizes({"oop": {"river": "75%, a"}, "ip": "50%"})
    >>> [size.text for size in sizes.bets["oop"]["river"]], sizes.bets["oop"]["turn"]
    (['75%', 'a'], ())
    """
    by_street = {} if donk is None else _by_street(donk, "donk", chip, raising=False)
    if max_raises is not None:
        max_raises = require_int(max_raises, "max_raises", 0, 1000)
    return BetSizes(
        bets=_by_player(bets, "bets", chip, raising=False),
        raises=_by_player(raises, "raises", chip, raising=True),
        donk={street: by_street.get(street) for street in STREETS},
        max_raises=max_raises,
        add_allin=require_number(add_allin, "add_allin", 0, 1000),
        force_allin=require_number(force_allin, "force_allin", 0, 1000),
        merge=require_number(merge, "merge", 0, 1000),
    )


def _by_player(
    sizes: SizesByPlayer, name: str, chip: Decimal, *, raising: bool
) -> dict[Player, dict[Street, tuple[Size, ...]]]:
    """Return the sizes of each player and street; none where a mapping has no key."""
    if isinstance(sizes, Mapping) and not sizes.keys() <= set(STREETS):
        for player in sizes:
            require_name(player, PLAYERS, f"player of {name}")
        given: Mapping[str, SizesByStreet] = sizes
    else:
        given = dict.fromkeys(PLAYERS, sizes)
    found: dict[Player, dict[Street, tuple[Size, ...]]] = {}
    for player in PLAYERS:
        by_street = _by_street(given.get(player, ""), name, chip, raising=raising)
        found[player] = {street: by_street.get(street, ()) for street in STREETS}
    return found


def _by_street(
    sizes: SizesByStreet, name: str, chip: Decimal, *, raising: bool
) -> dict[Street, tuple[Size, ...]]:
    """Return the sizes of each street that a mapping has, or of all streets."""
    if not isinstance(sizes, Mapping):
        return dict.fromkeys(STREETS, parse_sizes(sizes, chip, raising=raising))
    for street in sizes:
        require_name(street, STREETS, f"street of {name}")
    return {
        street: parse_sizes(sizes[street], chip, raising=raising)
        for street in STREETS
        if street in sizes
    }
