"""The example house way, written out by hand from its sentences."""

from collections import Counter
from collections.abc import Sequence

from reference.asia import ACE, Card, Cards, Setting

RUNS = [list(range(top, top - 4, -1)) for top in range(14, 4, -1)] + [[14, 4, 3, 2]]


def rank(card: Card) -> int:
    return card[0] if card else ACE


def highest_first(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: (rank(card), card is None), reverse=True)


def straight_in(cards: Sequence[Card]) -> list[Card] | None:
    """Return the cards of the highest straight, with the joker only in place of a missing rank."""
    for run in RUNS:
        chosen: list[Card] = []
        for wanted in run:
            of_rank = [card for card in cards if card and card[0] == wanted]
            chosen += of_rank[:1]
        if len(chosen) == 3 and None in cards:
            chosen.append(None)
        if len(chosen) == 4:
            return chosen
    return None


def long_suits(cards: Sequence[Card]) -> list[list[Card]]:
    joker = None in cards
    suits = [highest_first([c for c in cards if c and c[1] == suit]) for suit in "cdhs"]
    found = [suit for suit in suits if len(suit) >= 4 - joker]
    return sorted(found, key=lambda suit: [rank(card) for card in suit], reverse=True)


def flush_in(cards: Sequence[Card]) -> list[Card] | None:
    suits = long_suits(cards)
    if not suits:
        return None
    return suits[0][:4] if len(suits[0]) >= 4 else [*suits[0], None]


def straight_flush_in(cards: Sequence[Card]) -> list[Card] | None:
    joker: list[Card] = [None] if None in cards else []
    found = [run for suit in long_suits(cards) if (run := straight_in([*suit, *joker]))]

    def top(run: list[Card]) -> int:
        """Go by the run that was completed; A-2-3-4 is the lowest."""
        held = {rank(card) for card in run if card}
        return min(i for i, ranks in enumerate(RUNS) if held <= set(ranks))

    return min(found, key=top) if found else None


def pair_in(cards: Sequence[Card]) -> list[Card]:
    ranks = Counter(rank(card) for card in cards)
    doubled = [r for r, n in ranks.items() if n >= 2]
    return [card for card in cards if doubled and rank(card) == max(doubled)][:2]


def finish(high: Sequence[Card], hand: Cards, *, best: bool) -> Setting:
    """Put a pair (if `best`) or the two highest others in the medium, the next in the low."""
    left = highest_first([card for card in hand if card not in high])
    medium = (pair_in(left) if best else []) or left[:2]
    left = [card for card in left if card not in medium]
    return (*high, *left[1:]), tuple(medium), tuple(left[:1])


def example_way(hand: Cards) -> Setting:
    cards = highest_first(hand)
    number = Counter(rank(card) for card in cards)
    by_size = {n: sorted((r for r, k in number.items() if k == n), reverse=True) for n in range(6)}

    def of(wanted: int) -> list[Card]:
        return [card for card in cards if rank(card) == wanted]

    straight_flush, flush, straight = straight_flush_in(cards), flush_in(cards), straight_in(cards)
    if straight_flush:
        return finish(straight_flush, hand, best=True)
    if by_size[5]:
        return finish([card for card in of(ACE) if card], hand, best=True)
    if by_size[4]:
        return finish(of(by_size[4][0]), hand, best=True)
    if len(by_size[3]) == 2:
        high, low = of(by_size[3][0]), of(by_size[3][1])
        return (*high, *[c for c in hand if c not in (*high, *low)]), tuple(low[:2]), (low[2],)
    for run in (flush, straight):
        if run and (len(number) == 7 or pair_in([card for card in cards if card not in run])):
            return finish(run, hand, best=True)
    trips, pairs = by_size[3], by_size[2]
    if trips and pairs:
        left = [card for card in cards if rank(card) not in (trips[0], pairs[0])]
        return (*of(trips[0]), *left[1:]), tuple(of(pairs[0])), (left[0],)
    if trips == [ACE]:
        return finish(of(ACE)[:2], hand, best=False)
    if trips:
        return finish(of(trips[0]), hand, best=False)
    singles = by_size[1]
    if len(pairs) == 3 or (len(pairs) == 2 and not (pairs[0] <= 10 and singles[0] == ACE)):
        low = of(singles[0])
        medium = of(pairs[1])
        return tuple(c for c in cards if c not in (*medium, *low)), tuple(medium), tuple(low)
    if pairs:
        return finish([card for r in pairs for card in of(r)], hand, best=False)
    return finish(cards[:1], hand, best=False)
