"""House ways of pai gow poker, written out by hand from their sentences.

A rule fixes the ranks in front. Among equal ranks, suits and joker or ace go where the back is
best. The kind of a hand comes from its ranks, with the joker as an ace: A, joker, K, K is two pair
even if it holds a straight. `docs/sources.md` says where the rules were read.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from reference.paigow import (
    ACE,
    STRAIGHT,
    Cards,
    Game,
    Setting,
    Worth,
    five,
    legal,
    low_first,
    rank,
    settings,
    two,
    worths,
)

JACK, QUEEN, KING = 11, 12, 13
TEN = 10
GAME = Game()
"""No way depends on a switch except the place of the wheel, which only ever decides a back."""
Ranks = Sequence[int]


class Kind:
    """The ranks of a hand by how often they come, the highest first; five aces are aces."""

    def __init__(self, hand: Cards) -> None:
        number = Counter(map(rank, hand))
        self.aces = number[ACE]
        self.by_size = {
            size: sorted((r for r, n in number.items() if n == size), reverse=True)
            for size in range(1, 6)
        }
        self.quads, self.trips = self.by_size[4], self.by_size[3]
        self.pairs, self.singles = self.by_size[2], self.by_size[1]


def in_front(hand: Cards, front: Ranks, game: Game) -> Setting:
    """The setting with these ranks in front and the best back."""
    wanted = sorted(front)
    choices = [s for s in settings(hand) if sorted(map(rank, s[1])) == wanted]
    return max(choices, key=lambda setting: five(setting[0], game))


def complete(hand: Cards, game: Game) -> Setting | None:
    """The setting with the highest front that leaves a straight or a flush in the back."""
    suits = Counter(card[1] for card in hand if card)
    ranks = {card[0] for card in hand if card}
    joker = None in hand
    runs = [{14, 2, 3, 4, 5}, *({*range(top - 4, top + 1)} for top in range(6, 15))]
    if max(suits.values()) + joker < 5 and all(len(run & ranks) + joker < 5 for run in runs):
        return None  # only to save time
    choices = [setting for setting in legal(hand, game) if five(setting[0], game)[0] >= STRAIGHT]
    return max(choices, key=lambda setting: low_first(setting, game), default=None)


def no_pair(hand: Cards, game: Game) -> Setting:
    """All three ways agree: the second and third highest, unless a straight or flush is there."""
    return complete(hand, game) or in_front(hand, Kind(hand).singles[1:3], game)


def three_of_a_kind(hand: Cards, game: Game) -> Setting:
    kind = Kind(hand)
    if setting := complete(hand, game):
        return setting
    if kind.trips == [ACE]:
        return in_front(hand, [ACE, kind.singles[0]], game)
    return in_front(hand, kind.singles[:2], game)


def keep_or_split_quads(hand: Cards, least: int, game: Game) -> Setting:
    """Four of a kind in the back if a card of at least this rank goes in front."""
    kind = Kind(hand)
    if kind.singles[0] >= least:
        return in_front(hand, kind.singles[:2], game)
    return in_front(hand, [kind.quads[0]] * 2, game)


NEVER = ACE + 1
ALWAYS = 0


def keep_or_split_two_pair(hand: Cards, least: int, game: Game) -> Setting:
    """Both pairs in the back if a card of at least this rank goes in front."""
    kind = Kind(hand)
    if kind.singles[0] >= least:
        return in_front(hand, kind.singles[:2], game)
    return in_front(hand, [kind.pairs[1]] * 2, game)


def one_pair_with_ace_exception(hand: Cards, game: Game) -> Setting:
    """With an ace and a pair of tens to kings, whichever front is higher; else keep the five."""
    kind = Kind(hand)
    plain = in_front(hand, kind.singles[:2], game)
    kept = complete(hand, game)
    if kept is None:
        return plain
    if kind.singles[0] == ACE and TEN <= kind.pairs[0] <= KING and two(plain[1]) > two(kept[1]):
        return plain
    return kept


def beside_quads(kind: Kind) -> list[int]:
    """The pair in front of four of a kind with a pair or three of a kind beside it."""
    return [(kind.trips + kind.pairs)[0]] * 2


def foxwoods(hand: Cards, game: Game = GAME) -> Setting:
    kind = Kind(hand)
    if kind.aces == 5:
        return in_front(hand, [KING if kind.pairs == [KING] else ACE] * 2, game)
    if kind.quads:
        if kind.trips or kind.pairs:
            return in_front(hand, beside_quads(kind), game)
        quads = kind.quads[0]
        least = NEVER if quads >= JACK else KING if quads >= 7 else ALWAYS
        return keep_or_split_quads(hand, least, game)
    if len(kind.trips) == 2:
        return in_front(hand, [kind.trips[0]] * 2, game)
    if kind.trips and kind.pairs:
        return in_front(hand, [kind.pairs[0]] * 2, game)
    if kind.trips:
        return three_of_a_kind(hand, game)
    if len(kind.pairs) == 3:
        return in_front(hand, [kind.pairs[0]] * 2, game)
    if len(kind.pairs) == 2:
        high = kind.pairs[0]
        least = NEVER if high >= JACK else ACE if high >= 7 else KING
        return keep_or_split_two_pair(hand, least, game)
    if kind.pairs:
        return one_pair_with_ace_exception(hand, game)
    return no_pair(hand, game)


def full_house_of_twos(hand: Cards, game: Game) -> Setting:
    """The pair in front, but twos stay with the three if ace king goes in front."""
    kind = Kind(hand)
    if kind.pairs == [2] and kind.singles == [ACE, KING]:
        return in_front(hand, [ACE, KING], game)
    return in_front(hand, [kind.pairs[0]] * 2, game)


def group(rank: int) -> str:
    """Low pairs are 2 to 6, medium 7 to T, high J to K."""
    if rank == ACE:
        return "aces"
    return "low" if rank <= 6 else "medium" if rank <= TEN else "high"


def trump_plaza(hand: Cards, game: Game = GAME) -> Setting:
    kind = Kind(hand)
    if kind.aces == 5:
        return in_front(hand, [KING if kind.pairs == [KING] else ACE] * 2, game)
    if kind.quads:
        if kind.trips or kind.pairs:
            return in_front(hand, beside_quads(kind), game)
        least = {"low": ALWAYS, "medium": KING, "high": ACE, "aces": NEVER}[group(kind.quads[0])]
        return keep_or_split_quads(hand, least, game)
    if len(kind.trips) == 2:
        return in_front(hand, [kind.trips[0]] * 2, game)
    if kind.trips and kind.pairs:
        return full_house_of_twos(hand, game)
    if kind.trips:
        return three_of_a_kind(hand, game)
    if len(kind.pairs) == 3:
        return in_front(hand, [kind.pairs[0]] * 2, game)
    if len(kind.pairs) == 2:
        least = {
            ("low", "low"): KING,
            ("medium", "low"): KING,
            ("high", "low"): ACE,
            ("medium", "medium"): ACE,
        }.get((group(kind.pairs[0]), group(kind.pairs[1])), NEVER)
        return keep_or_split_two_pair(hand, least, game)
    if kind.pairs:
        return complete(hand, game) or in_front(hand, kind.singles[:2], game)
    return no_pair(hand, game)


def wizard(hand: Cards, game: Game = GAME) -> Setting:
    """Trump Plaza, with Shackleford's rule for two pair."""
    kind = Kind(hand)
    if len(kind.pairs) == 2 and not kind.trips:
        total = sum(kind.pairs)
        least = KING if total <= 9 else ACE if total <= 15 else NEVER
        return keep_or_split_two_pair(hand, least, game)
    return trump_plaza(hand, game)


def mgm_grand(hand: Cards, game: Game = GAME) -> Setting:
    kind = Kind(hand)
    if kind.aces == 5:
        return in_front(hand, [KING if kind.pairs == [KING] else ACE] * 2, game)
    if kind.quads:
        beside = kind.trips + kind.pairs
        if kind.quads == [ACE] and beside != [KING]:
            return in_front(hand, [ACE, ACE], game)
        if beside:
            return in_front(hand, beside_quads(kind), game)
        least = {"low": ALWAYS, "medium": ACE}.get(group(kind.quads[0]), NEVER)
        return keep_or_split_quads(hand, least, game)
    if len(kind.trips) == 2:
        return in_front(hand, [kind.trips[0]] * 2, game)
    if kind.trips and kind.pairs:
        return full_house_of_twos(hand, game)
    if kind.trips:
        return three_of_a_kind(hand, game)
    if len(kind.pairs) == 3:
        return in_front(hand, [kind.pairs[0]] * 2, game)
    if len(kind.pairs) == 2:
        groups = group(kind.pairs[0]), group(kind.pairs[1])
        if groups == ("low", "low"):
            kept = complete(hand, game)
            if kind.singles[0] < ACE and kept:
                return kept
            return keep_or_split_two_pair(hand, ALWAYS, game)
        keeps = groups in (("medium", "low"), ("medium", "medium"), ("high", "low"))
        return keep_or_split_two_pair(hand, ACE if keeps else NEVER, game)
    if kind.pairs:
        return one_pair_with_ace_exception(hand, game)
    return no_pair(hand, game)


def stones(hand: Cards, game: Game = GAME) -> Setting:
    kind = Kind(hand)
    if kind.aces == 5:
        return in_front(hand, [ACE, ACE], game)
    if kind.quads:
        if kind.trips or kind.pairs:
            return in_front(hand, beside_quads(kind), game)
        quads = kind.quads[0]
        least = NEVER if quads >= QUEEN else KING if quads >= 9 else QUEEN if quads >= 6 else ALWAYS
        return keep_or_split_quads(hand, least, game)
    if len(kind.trips) == 2:
        return in_front(hand, [kind.trips[0]] * 2, game)
    if kind.trips and kind.pairs:
        return in_front(hand, [kind.pairs[0]] * 2, game)
    if kind.trips:
        return three_of_a_kind(hand, game)
    if len(kind.pairs) == 3:
        return in_front(hand, [kind.pairs[0]] * 2, game)
    if len(kind.pairs) == 2:
        high = kind.pairs[0]
        least = NEVER if high >= QUEEN else ACE if high >= 9 else KING if high >= 6 else QUEEN
        return keep_or_split_two_pair(hand, least, game)
    if kind.pairs:
        return complete(hand, game) or in_front(hand, kind.singles[:2], game)
    return no_pair(hand, game)


WAYS: dict[str, Callable[..., Setting]] = {
    "foxwoods": foxwoods,
    "trump-plaza": trump_plaza,
    "mgm-grand": mgm_grand,
    "stones": stones,
    "wizard": wizard,
}

KINDS = (
    *("", "pair", "two pair", "trips", "straight", "flush"),
    *("full house", "quads", "straight flush", "five aces"),
)
NAMES = "..23456789TJQKA"
GROUPS = {"quads": 4, "trips": 3, "pairs": 2, "singles": 1}


@cache
def bound(least: str) -> Worth:
    """What a way file says of a least hand, such as "pair 9", "A T" or "straight"."""
    words = least.split()
    ranks = tuple(NAMES.index(word) for word in words if len(word) == 1)
    return 1 + KINDS.index(" ".join(word for word in words if len(word) > 1)), ranks


def between(value: object, wanted: object, order: str) -> bool:
    ends = str(wanted).split("..")
    return order.index(ends[0]) <= order.index(str(value)) <= order.index(ends[-1])


def holds(condition: str, wanted: object, hand: Cards) -> bool:
    """Evaluate a condition of a way file: five aces are four of a kind and a single."""
    kind = Kind(hand)
    by_size = dict(kind.by_size)
    if kind.aces == 5:
        by_size |= {4: [ACE], 1: [ACE, *by_size[1]]}
    if condition == "joker":
        return (None in hand) is wanted
    if condition == "five_aces":
        return (kind.aces == 5) is wanted
    if condition in GROUPS:
        return between(len(by_size[GROUPS[condition]]), wanted, "01234567")
    name, _, number = condition.partition("_rank")
    place = int(number[1:] or 1) - 1
    ranks = by_size[GROUPS[f"{name}s" if name in ("pair", "single") else name]]
    return place < len(ranks) and between(NAMES[ranks[place]], wanted, NAMES[2:])


def first_rule(
    hand: Cards, rules: Sequence[Mapping[str, Any]], game: Game = GAME
) -> tuple[int, Setting]:
    """Play the first rule of a way file whose conditions hold and whose hands can be made."""
    choices = legal(hand, game)
    for number, rule in enumerate(rules):
        if all(holds(name, wanted, hand) for name, wanted in rule.get("when", {}).items()):
            high, low = (bound(rule["make"].get(part, "")) for part in ("high", "low"))
            fitting = [
                setting
                for setting in choices
                if worths(setting, game)[0] >= high and worths(setting, game)[1] >= low
            ]
            if fitting:
                return number, max(fitting, key=lambda setting: low_first(setting, game))
    raise AssertionError(hand)
