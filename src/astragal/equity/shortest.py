"""Writing a range in the shortest form.

A row of the square is the starting hands of one high card. Of one weight, it has suited kickers,
offsuit kickers, and those that are both. Within an unbroken run of kickers one part is always
enough: a single hand, `+` up to the top, or from-to. So the only choice is which of the kickers
that are both to write without s and o; all are tried, and parts may overlap.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from astragal.cards import RANKS, CardSet, Rank, card_ids, card_name
from astragal.equity.ranges import RANDOM, Range
from astragal.equity.starting import StartingHand, starting_hands

SEPARATOR = ", "


def range_name(hands: Range) -> str:
    """Write a range in the shortest form.

    >>> from astragal.equity import parse_range
    >>> range_name(parse_range("KK,AA,QQ,AKs,AKo,AQs,A5s,A4s,A3s,A2s"))
    'QQ+, AK, AQs, A5s-A2s'
    """
    if hands.is_random:
        return RANDOM
    left = dict(zip(hands.hands.tolist(), hands.weights.tolist(), strict=True))
    whole: dict[float, list[StartingHand]] = {}
    if hands.game.own == 2:
        for one in starting_hands(hands.game.rules.lowest_rank):
            weights = {left.get(hand) for hand in one.hands()}
            if len(weights) == 1 and (weight := weights.pop()) is not None:
                whole.setdefault(weight, []).append(one)
                for hand in one.hands():
                    del left[hand]
    parts = [
        part + _weight_name(weight)
        for weight in sorted(whole, reverse=True)
        for part in _class_parts(whole[weight])
    ]
    parts += [_hand_name(hand) + _weight_name(left[hand]) for hand in sorted(left, reverse=True)]
    return SEPARATOR.join(parts)


def _hand_name(hand: CardSet) -> str:
    """Write a hand as in a range: its highest card first, nothing between."""
    return "".join(card_name(card) for card in reversed(card_ids(hand)))


def _weight_name(weight: float) -> str:
    return "" if weight == 1 else f":{weight:.12f}".rstrip("0")


def _class_parts(hands: Iterable[StartingHand]) -> Iterator[str]:
    pairs = {hand.high for hand in hands if hand.high == hand.low}
    top = len(RANKS) - 1
    for run in _runs(pairs):
        yield _part(run, top, [RANKS[rank] * 2 for rank in run])
    for high in range(top, -1, -1):
        row = [hand for hand in hands if hand.high == high != hand.low]
        suited = {hand.low for hand in row if hand.suited}
        offsuit = {hand.low for hand in row if not hand.suited}
        if row:
            yield from _row_parts(high, suited, offsuit)


def _row_parts(high: Rank, suited: set[Rank], offsuit: set[Rank]) -> list[str]:
    """Return the shortest parts for the kickers of one high card."""
    choices = []
    for both in product(*(_covers(run) for run in _runs(suited & offsuit))):
        covered = {rank for ranks in both for rank in ranks}
        parts = [_named(ranks, high, "") for ranks in both if ranks]
        for allowed, letter in ((suited, "s"), (offsuit, "o")):
            for run in _runs(allowed):
                if needed := [rank for rank in run if rank not in covered]:
                    parts.append(_named(_stretched(needed, run, high), high, letter))
        choices.append(parts)
    return min(choices, key=lambda parts: len(SEPARATOR.join(parts)))


def _covers(run: Sequence[Rank]) -> list[Sequence[Rank]]:
    """Return the ways to write a run of kickers without s and o: not, one of them, or all."""
    return [(), *((rank,) for rank in run), *([run] if len(run) > 1 else [])]


def _stretched(needed: Sequence[Rank], run: Sequence[Rank], high: Rank) -> Sequence[Rank]:
    """Return the kickers from the first needed to the last, up to the top where `+` can do it."""
    if len(needed) == 1:
        return needed
    first = run[0] if run[0] == high - 1 else needed[0]
    return [rank for rank in run if needed[-1] <= rank <= first]


def _named(ranks: Sequence[Rank], high: Rank, letter: str) -> str:
    return _part(ranks, high - 1, [RANKS[high] + RANKS[rank] + letter for rank in ranks])


def _part(ranks: Sequence[Rank], top: Rank, names: Sequence[str]) -> str:
    if len(ranks) == 1:
        return names[0]
    return f"{names[-1]}+" if ranks[0] == top else f"{names[0]}-{names[-1]}"


def _runs(ranks: set[Rank]) -> list[list[Rank]]:
    """Cut into unbroken runs, the highest first.

    >>> _runs({9, 8, 3})
    [[9, 8], [3]]
    """
    runs: list[list[Rank]] = []
    for rank in sorted(ranks, reverse=True):
        if runs and runs[-1][-1] == rank + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return runs
