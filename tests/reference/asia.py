"""Asia Poker by the letter: every setting written out, every dealer hand dealt.

A card is (rank, suit) with ranks 2..14, the joker is None. Nothing is packed, numbered or counted
by classes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

Card = tuple[int, str] | None
Cards = tuple[Card, ...]
Setting = tuple[Cards, Cards, Cards]
Worth = tuple[int, tuple[int, ...]]
Worths = tuple[Worth, Worth, Worth]

SUITS = "cdhs"
ACE = 14
DECK: Cards = (*((rank, suit) for rank in range(2, 15) for suit in SUITS), None)


class Game(NamedTuple):
    """The switches."""

    quads_on_top: bool = False
    copies_to_dealer: bool = False
    wheel_second: bool = False
    strict: bool = False


def read(text: str) -> Cards:
    names = "..23456789TJQKA"
    return tuple(None if word == "Jk" else (names.index(word[0]), word[1]) for word in text.split())


def plain_four(cards: Cards, game: Game) -> Worth:
    """Four cards, none of them the joker."""
    ranks = sorted((card[0] for card in cards if card), reverse=True)
    return four_ranks(tuple(ranks), len({card[1] for card in cards if card}) == 1, game)


@cache
def four_ranks(all_ranks: tuple[int, ...], suited: bool, game: Game) -> Worth:
    ranks = list(all_ranks)
    how_many = Counter(ranks)
    grouped = sorted(how_many, key=lambda rank: (-how_many[rank], -rank))
    shape = sorted(how_many.values())
    straight = None
    if ranks == [14, 4, 3, 2]:
        straight = (13, 1) if game.wheel_second else (4, 0)
    elif ranks == list(range(ranks[0], ranks[0] - 4, -1)):
        straight = (ranks[0], 0)
        if game.wheel_second and ranks[0] == 14:
            straight = (14, 0)
    if straight and suited:
        return 8, straight
    if shape == [4]:
        return 9 if game.quads_on_top else 7, tuple(grouped)
    if suited:
        return 6, tuple(ranks)
    if straight:
        return 5, straight
    names = {(1, 3): 4, (2, 2): 3, (1, 1, 2): 2, (1, 1, 1, 1): 1}
    return names[tuple(shape)], tuple(grouped)


@cache
def worth(cards: Cards, game: Game) -> Worth:
    """Four, two or one cards."""
    if len(cards) < 4:
        ranks = sorted((card[0] if card else ACE for card in cards), reverse=True)
        return (2, (ranks[0],)) if len(ranks) == 2 and ranks[0] == ranks[1] else (1, tuple(ranks))
    if None not in cards:
        return plain_four(cards, game)
    others = tuple(card for card in cards if card)
    made = []
    for rank in range(2, 15):
        for suit in SUITS:
            if (rank, suit) not in others:
                value = plain_four((*others, (rank, suit)), game)
                if value[0] in (5, 6, 8):
                    made.append(value)
    return max(made) if made else plain_four((*others, (ACE, "joker")), game)


def fits(longer: Worth, shorter: Worth, game: Game) -> bool:
    """Whether the shorter hand is not above the longer; in a strict game, below it."""
    begins = (longer[0], longer[1][: len(shorter[1])])
    return begins > shorter if game.strict else begins >= shorter


def worths(setting: Setting, game: Game) -> Worths:
    high, medium, low = setting
    return worth(high, game), worth(medium, game), worth(low, game)


PLACES = [
    (*(i for i in range(7) if i != low and i not in medium), *medium, low)
    for low in range(7)
    for medium in combinations([i for i in range(7) if i != low], 2)
]


def settings(hand: Cards) -> Iterable[Setting]:
    for a, b, c, d, e, f, g in PLACES:
        yield (hand[a], hand[b], hand[c], hand[d]), (hand[e], hand[f]), (hand[g],)


@cache
def may_stand(four: Worth, two: Worth, one: Worth, game: Game) -> bool:
    return fits(four, two, game) and fits(two, one, game)


def legal(hand: Cards, game: Game) -> list[Setting]:
    return [setting for setting in settings(hand) if may_stand(*worths(setting, game), game)]


def lexicographic(hand: Cards, game: Game) -> Setting:
    return max(legal(hand, game), key=lambda setting: worths(setting, game))


def obvious(hand: Cards, game: Game) -> Setting:
    """The four that makes most, kickers apart, then the greatest two, then the greatest one."""
    counts = {2: 1, 3: 2, 4: 1, 5: 2, 7: 1, 8: 2, 9: 1}  # the ranks of what is made

    def key(setting: Setting) -> tuple[int, tuple[int, ...], Worth, Worth]:
        (kind, ranks), two, one = worths(setting, game)
        return kind, ranks[: counts.get(kind, 0)], two, one

    return max(legal(hand, game), key=key)


KINDS = ("", "pair", "two pair", "trips", "straight", "flush", "quads", "straight flush")


@cache
def bound(least: str, game: Game) -> Worth:
    """What a way file says of a least hand, such as "pair 9", "A T" or "straight"."""
    words = least.split()
    ranks = tuple("..23456789TJQKA".index(word) for word in words if len(word) == 1)
    kind = 1 + KINDS.index(" ".join(word for word in words if len(word) > 1))
    return 9 if kind == 7 and game.quads_on_top else kind, ranks


def low_first(setting: Setting, game: Game) -> list[Worth]:
    return list(reversed(worths(setting, game)))


def first_line(hand: Cards, game: Game, lines: Sequence[Mapping[str, str]]) -> tuple[int, Setting]:
    """Play the first line that the cards can make, with the highest one, then the highest two."""
    choices = legal(hand, game)
    for number, line in enumerate(lines):
        least = [line.get(part, "") for part in ("high", "medium", "low")]
        fitting = [
            setting
            for setting in choices
            if all(a >= bound(b, game) for a, b in zip(worths(setting, game), least, strict=True))
        ]
        if fitting:
            return number, max(fitting, key=lambda setting: low_first(setting, game))
    raise AssertionError(hand)


def most_points(hand: Cards, game: Game, points: Mapping[str, Mapping[str, int]]) -> Setting:
    """Play the setting with most points, then with the highest one, then with the highest two."""

    def total(setting: Setting) -> int:
        found = 0
        for value, part in zip(worths(setting, game), ("high", "medium", "low"), strict=True):
            reached = [least for least in points[part] if value >= bound(least, game)]
            if reached:
                found += points[part][max(reached, key=lambda least: bound(least, game))]
        return found

    return max(legal(hand, game), key=lambda setting: (total(setting), low_first(setting, game)))


def compare(mine: Setting, dealer: Setting, game: Game) -> str:
    return compare_worths(worths(mine, game), worths(dealer, game), game)


def compare_worths(mine: Worths, dealer: Worths, game: Game) -> str:
    pairs = list(zip(mine, dealer, strict=True))
    won = sum(a > b for a, b in pairs)
    lost = sum(a < b for a, b in pairs)
    if won >= 2:
        return "win"
    return "loss" if lost >= 2 or game.copies_to_dealer else "push"


def score(
    hand: Cards, deck: Cards, game: Game, set_dealer: Callable[[Cards], Setting]
) -> dict[Worths, tuple[int, int, int, int]]:
    """Wins, losses, pushes of every distinct legal setting, and how many settings are alike."""
    dealers = Counter(worths(set_dealer(cards), game) for cards in combinations(deck, 7))
    found: dict[Worths, tuple[int, int, int, int]] = {}
    for setting in legal(hand, game):
        key = worths(setting, game)
        if key in found:
            wins, losses, pushes, same = found[key]
            found[key] = wins, losses, pushes, same + 1
        else:
            results: Counter[str] = Counter()
            for dealer, times in dealers.items():
                results[compare_worths(key, dealer, game)] += times
            found[key] = results["win"], results["loss"], results["push"], 1
    return found
