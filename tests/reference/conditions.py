"""The conditions of a house way by the letter of docs/house_ways.md, for one hand.

A card is (rank, suit) with ranks 2..14, the joker is None. A straight or a flush is found by trying
all subsets of the seven cards.
"""

from collections import Counter
from itertools import combinations
from typing import Any

Card = tuple[int, str] | None
Cards = tuple[Card, ...]

ACE = 14
GROUPS = {"quads": 4, "trips": 3, "pair": 2, "single": 1}
COUNTS = {"quads": "quads", "trips": "trips", "pairs": "pair", "singles": "single"}


def straight_of(ranks: list[int], size: int, wheel_second: bool) -> tuple[int, int] | None:
    """The place of a straight among straights, and its highest card; None if it is none."""
    falling = sorted(ranks, reverse=True)
    if falling == [ACE, *range(size, 1, -1)]:
        return (ACE * 2 - 1 if wheel_second else 0), size
    if falling == list(range(falling[0], falling[0] - size, -1)):
        return falling[0] * 2, falling[0]
    return None


def made(
    cards: Cards, size: int, wheel_second: bool, straight: bool, flush: bool
) -> list[tuple[Any, int, Cards]]:
    """What these cards make, all of them: how good it is, its highest card, and the cards."""
    natural = [card for card in cards if card]
    if flush and len({suit for _, suit in natural}) > 1:
        return []
    ranks = [rank for rank, _ in natural]
    if len({*ranks}) < len(ranks):
        return []
    missing = [rank for rank in range(2, 15) if rank not in ranks]
    filled = [[*ranks, rank] for rank in missing] if len(natural) < size else [ranks]
    found: list[tuple[Any, int, Cards]] = []
    for every in filled:
        if straight:
            place = straight_of(every, size, wheel_second)
            if place:
                found.append((place[0], place[1], cards))
        else:
            found.append((sorted(every, reverse=True), max(every), cards))
    return found


def best(
    hand: Cards, size: int, wheel_second: bool, straight: bool, flush: bool
) -> list[tuple[int, Cards]]:
    """The highest card and the cards of the best straight or flush; several that are as good.

    The joker is used only if that makes it better.
    """
    found = [
        one
        for cards in combinations(hand, size)
        for one in made(cards, size, wheel_second, straight, flush)
    ]
    if not found:
        return []
    greatest = max(worth for worth, _, _ in found)
    as_good = [(top, cards) for worth, top, cards in found if worth == greatest]
    natural = [(top, cards) for top, cards in as_good if None not in cards]
    return natural or as_good


def features(hand: Cards, size: int, wheel_second: bool) -> dict[str, Any]:
    """The value of every condition: a boolean, a number, or a rank (None without one)."""
    ranks = [card[0] if card else ACE for card in hand]
    joker, five_aces = None in hand, ranks.count(ACE) == 5
    known: dict[str, Any] = {"joker": joker, "five_aces": five_aces}
    number = Counter(ranks)
    if five_aces:
        number[ACE] = 4
    for group, times in GROUPS.items():
        of_group = sorted((rank for rank, count in number.items() if count == times), reverse=True)
        if five_aces and group == "single":
            of_group.insert(0, ACE)  # the joker
        name = next(name for name, of in COUNTS.items() if of == group)
        known[name] = len(of_group)
        for place in range(1, 7 // times + 1):
            end = f"_{place}" if place > 1 else ""
            known[f"{group}_rank{end}"] = of_group[place - 1] if place <= len(of_group) else None
    for name, straight, flush in (
        ("straight", True, False), ("flush", False, True), ("straight_flush", True, True),
    ):  # fmt: skip
        found = best(hand, size, wheel_second, straight, flush)
        known[name] = bool(found)
        known[f"{name}_top"] = found[0][0] if found else None
        beside = []
        for _, cards in found:
            outside = [card[0] if card else ACE for card in hand if card not in cards]
            beside.append(len({*outside}) < len(outside))
        known[f"pair_beside_{name}"] = any(beside)
    return known
