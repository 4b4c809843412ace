"""What two cards make on a board, slow and obvious, from the cards alone.

A card is 4 x rank + suit, rank 0 the two. `names` returns the names of all rules that hold; of the
made hands only the best.
"""

from collections import Counter
from itertools import combinations

from reference.poker import (
    FLUSH,
    FULL,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    pokerval,
)

WINDOWS = [[12, 0, 1, 2, 3], *([low, low + 1, low + 2, low + 3, low + 4] for low in range(9))]


def ranks_of(cards: list[int]) -> set[int]:
    return {card // 4 for card in cards}


def best_window(ranks: set[int]) -> int:
    """Return the number of the best straight, -1 if there is none."""
    return max((i for i, window in enumerate(WINDOWS) if ranks.issuperset(window)), default=-1)


def highest_missing(board: list[int], suit: int) -> int:
    return max(card for card in range(52) if card % 4 == suit and card not in board)


def made_name(hand: list[int], board: list[int]) -> str:
    cards = hand + board
    value = pokerval(cards)
    if len(board) == 5 and value == pokerval(board):
        return "plays the board"
    on_board = sorted(ranks_of(board), reverse=True)
    if value & STRAIGHT_FLUSH:
        return "straight flush"
    if value & QUADS:
        four = (value >> 16 & 15) - 2
        if four in ranks_of(hand):
            return "four of a kind"
        return "ace high" if 12 in ranks_of(hand) else "high card"  # the hand is only the kicker
    if value & FULL:
        return "full house"
    if value & FLUSH:
        suit = Counter(card % 4 for card in cards).most_common(1)[0][0]
        return "nut flush" if highest_missing(board, suit) in hand else "flush"
    if value & STRAIGHT:
        possible = [i for i, window in enumerate(WINDOWS) if len(set(window) & ranks_of(board)) > 2]
        return "nut straight" if best_window(ranks_of(cards)) == max(possible) else "straight"
    mine = sorted((card // 4 for card in hand), reverse=True)
    fields = [(value >> shift & 15) - 2 for shift in (16, 12, 8, 4, 0)]
    if value & TRIPS and fields[0] in mine:
        return "set" if mine[0] == mine[1] else "trips"
    counted = {fields[0]} if value & PAIR else {fields[0], fields[2]} if value & TWO_PAIR else set()
    pairs = [rank for rank in dict.fromkeys(mine) if rank in counted]
    if len(pairs) == 2:
        return "top two pair" if pairs == on_board[:2] else "two pair"
    if pairs and mine[0] == mine[1]:
        if mine[0] > on_board[0]:
            return "overpair"
        return "underpair" if mine[0] < on_board[-1] else "pocket pair below top"
    if pairs:
        place = on_board.index(pairs[0])
        if place == 0:
            [kicker] = set(mine) - set(pairs)
            best = max(set(range(13)) - set(on_board))
            return "top pair top kicker" if kicker == best else "top pair"
        return ["second pair", "third pair", "low pair", "low pair"][place - 1]
    return "ace high" if 12 in mine else "high card"


def straight_ranks(hand: list[int], board: list[int]) -> set[int]:
    if best_window(ranks_of(hand + board)) >= 0:
        return set()
    return {
        rank
        for rank in range(13)
        if best_window(ranks_of(hand + board) | {rank}) > best_window(ranks_of(board) | {rank})
    }


def draw_names(hand: list[int], board: list[int], made: str) -> set[str]:
    cards = hand + board
    found: set[str] = set()
    if len(board) == 5:
        return found
    for suit in range(4):
        suited = [card for card in cards if card % 4 == suit]
        own = [card for card in hand if card % 4 == suit]
        if own and len(suited) == 4:
            nut = highest_missing(board, suit) in hand
            found.add("nut flush draw" if nut else "flush draw")
        if own and len(suited) == 3 and len(board) == 3:
            found.add("backdoor flush draw")
        for window in WINDOWS:
            inside = [card for card in suited if card // 4 in window]
            if len(inside) == 4 and set(inside) & set(hand) and made != "straight flush":
                found.add("straight flush draw")
    ends = straight_ranks(hand, board)
    ranks = ranks_of(cards)
    # A run of four and the two ranks at its ends, from A-2345-6 up to 9-TJQK-A.
    runs = [([*range(low, low + 4)], low - 1 if low else 12, low + 4) for low in range(9)]
    if any(ranks.issuperset(run) and {below, above} <= ends for run, below, above in runs):
        found.add("open-ended")
    elif len(ends) > 1:
        found.add("double gutshot")
    elif ends:
        found.add("gutshot")
    elif len(board) == 3 and best_window(ranks) < 0:
        new = ranks_of(hand) - ranks_of(board)
        if any(len(ranks & set(window)) >= 3 and new & set(window) for window in WINDOWS):
            found.add("backdoor straight draw")
    if made in ("high card", "ace high"):
        above = sum(card // 4 > max(ranks_of(board)) for card in hand)
        found |= {0: set(), 1: {"one overcard"}, 2: {"two overcards"}}[above]
    return found


def blocker_names(hand: list[int], board: list[int]) -> set[str]:
    found: set[str] = set()
    for suit in range(4):
        on_board = sum(card % 4 == suit for card in board)
        total = sum(card % 4 == suit for card in hand + board)
        if highest_missing(board, suit) in hand:
            if on_board >= 3 and total < 5:
                found.add("nut flush blocker")
            if on_board == 2 and total == 3 and len(board) < 5:
                found.add("nut flush draw blocker")
    possible = [set(window) for window in WINDOWS if len(set(window) & ranks_of(board)) > 2]
    needed = possible[-1] - ranks_of(board) if possible else set()
    if best_window(ranks_of(hand + board)) < 0 and ranks_of(hand) & needed:
        found.add("nut straight blocker")
    return found


def names(hand: list[int], board: list[int]) -> tuple[str, set[str], set[str]]:
    made = made_name(hand, board)
    return made, draw_names(hand, board, made), blocker_names(hand, board)


def hands_on(board: list[int]) -> list[list[int]]:
    return [list(hand) for hand in combinations([c for c in range(52) if c not in board], 2)]
