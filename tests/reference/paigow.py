"""Pai gow poker by the letter: every setting written out, every dealer hand dealt.

A card is (rank, suit) with ranks 2..14, the joker is None. Nothing is packed, numbered or counted
by classes. The house ways are in `paigow_ways`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from typing import NamedTuple

Card = tuple[int, str] | None
Cards = tuple[Card, ...]
Setting = tuple[Cards, Cards]
"""The five and the two."""
Worth = tuple[int, tuple[int, ...]]
Worths = tuple[Worth, Worth]
Way = Callable[[Cards], Setting]

SUITS = "cdhs"
ACE = 14
JOKER = "joker"
DECK: Cards = (*((rank, suit) for rank in range(2, 15) for suit in SUITS), None)

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT = 1, 2, 3, 4, 5
FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE_ACES = 6, 7, 8, 9, 10
COMPLETED = (STRAIGHT, FLUSH, STRAIGHT_FLUSH)
"""What the joker can complete as a card other than an ace."""


class Game(NamedTuple):
    """The switches."""

    wheel_second: bool = True
    player_banks: bool = False
    commission: float = 0.05
    push: str = "none"
    """`queen-high`, `ace-high`: a dealer's five pushes; `nine-high`: a dealer's nine-high two."""


def read(text: str) -> Cards:
    names = "..23456789TJQKA"
    return tuple(None if word == "Jk" else (names.index(word[0]), word[1]) for word in text.split())


def rank(card: Card) -> int:
    """The rank of a card where the joker is an ace."""
    return card[0] if card else ACE


@cache
def five_ranks(ranks: tuple[int, ...], suited: bool, game: Game) -> Worth:
    """Five cards with falling ranks, none of them the joker."""
    how_many = Counter(ranks)
    grouped = tuple(sorted(how_many, key=lambda rank: (-how_many[rank], -rank)))
    shape = tuple(how_many[rank] for rank in grouped)
    straight = None
    if ranks == (14, 5, 4, 3, 2):
        straight = (13, 1) if game.wheel_second else (5, 0)  # above or below all others but one
    elif ranks == tuple(range(ranks[0], ranks[0] - 5, -1)):
        straight = (ranks[0], 0)
    if shape == (5,):
        return FIVE_ACES, grouped
    if straight and suited:
        return STRAIGHT_FLUSH, straight
    if shape == (4, 1):
        return QUADS, grouped
    if shape == (3, 2):
        return FULL_HOUSE, grouped
    if suited:
        return FLUSH, ranks
    if straight:
        return STRAIGHT, straight
    return {
        (3, 1, 1): TRIPS,
        (2, 2, 1): TWO_PAIR,
        (2, 1, 1, 1): PAIR,
        (1, 1, 1, 1, 1): HIGH_CARD,
    }[shape], grouped


def plain_five(cards: Cards, game: Game) -> Worth:
    """Five cards, none of them the joker."""
    ranks = tuple(sorted(map(rank, cards), reverse=True))
    return five_ranks(ranks, len({card[1] for card in cards if card}) == 1, game)


@cache
def joker_five(others: Cards, game: Game) -> Worth:
    """Four cards and the joker: an ace, or a card that they lack and that completes something."""
    made = [plain_five((*others, (ACE, JOKER)), game)]
    for card in DECK:
        if card and card not in others:
            value = plain_five((*others, card), game)
            if value[0] in COMPLETED:
                made.append(value)
    return max(made)


def five(cards: Cards, game: Game) -> Worth:
    if None in cards:
        return joker_five(tuple(card for card in cards if card), game)
    return plain_five(cards, game)


def two(cards: Cards) -> Worth:
    high, low = sorted(map(rank, cards), reverse=True)
    return (PAIR, (high,)) if high == low else (HIGH_CARD, (high, low))


def worths(setting: Setting, game: Game) -> Worths:
    return five(setting[0], game), two(setting[1])


def settings(hand: Cards) -> Iterable[Setting]:
    for front in combinations(range(7), 2):
        back = tuple(card for place, card in enumerate(hand) if place not in front)
        yield back, (hand[front[0]], hand[front[1]])


def is_legal(setting: Setting, game: Game) -> bool:
    """Compare the beginning of the five, as long as the two: the five must not be lower."""
    (kind, ranks), shorter = worths(setting, game)
    return (kind, ranks[: len(shorter[1])]) >= shorter


def legal(hand: Cards, game: Game) -> list[Setting]:
    return [setting for setting in settings(hand) if is_legal(setting, game)]


def low_first(setting: Setting, game: Game) -> tuple[Worth, Worth]:
    """The key of the highest two, then the highest five."""
    high, low = worths(setting, game)
    return low, high


def forces_push(dealer: Worths, game: Game) -> bool:
    """Tell whether the dealer's hand makes every bet a push."""
    (five_kind, five_ranks_), (two_kind, two_ranks) = dealer
    if game.push == "queen-high":
        return five_kind == HIGH_CARD and five_ranks_[0] == 12
    if game.push == "ace-high":
        return five_kind == HIGH_CARD and five_ranks_[0] == ACE
    if game.push == "nine-high":
        return two_kind == HIGH_CARD and two_ranks[0] == 9
    assert game.push == "none"
    return False


def compare(mine: Worths, dealer: Worths, game: Game) -> str:
    if forces_push(dealer, game):
        return "push"
    if game.player_banks:  # a copy goes to the player
        won = [mine[0] >= dealer[0], mine[1] >= dealer[1]]
    else:
        won = [mine[0] > dealer[0], mine[1] > dealer[1]]
    if all(won):
        return "win"
    return "push" if any(won) else "loss"


def compare_face_up(hand: Cards, dealer: Worths, game: Game) -> str:
    """The best result of a player who sees the dealer's hands before setting."""
    results = {compare(worths(setting, game), dealer, game) for setting in legal(hand, game)}
    return next(result for result in ("win", "push", "loss") if result in results)


def ev(results: Counter[str], game: Game) -> float:
    """What a bet of 1 gains on average."""
    gain = (1 - game.commission) * results["win"] - results["loss"]
    return gain / results.total()


def score(hand: Cards, deck: Cards, game: Game, dealer: Way) -> dict[Worths, Counter[str]]:
    """The results of every distinct legal setting against all dealer hands of a deck."""
    dealers = Counter(worths(dealer(cards), game) for cards in combinations(deck, 7))
    found: dict[Worths, Counter[str]] = {}
    for mine in {worths(setting, game) for setting in legal(hand, game)}:
        results: Counter[str] = Counter()
        for his, times in dealers.items():
            results[compare(mine, his, game)] += times
        found[mine] = results
    return found


FIVE_COUNTS = {
    FIVE_ACES: 1,
    STRAIGHT_FLUSH: 204,
    QUADS: 828,
    FULL_HOUSE: 4_368,
    FLUSH: 7_804,
    STRAIGHT: 20_532,
    TRIPS: 63_360,
    TWO_PAIR: 138_600,
    PAIR: 1_215_024,
    HIGH_CARD: 1_418_964,
}
"""How many of the 2,869,685 fives of 53 cards make what."""
