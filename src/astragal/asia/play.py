"""Playing: deal, set, compare; explain a setting; and the Insurance side bet."""

from dataclasses import dataclass
from html import escape
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from astragal.arrays import require_seed
from astragal.asia.classes import HANDS
from astragal.asia.houseway import Way, find_way
from astragal.asia.ranking import Parts, RankedSetting, Ranking, Report, rank
from astragal.asia.rules import Objective, Rules, find_rules
from astragal.asia.setting import HAND_SIZE, NAMES, Result, Setting, read_hand
from astragal.asia.values import ACE, DECK
from astragal.cards import RANKS, Cards, CardSet, Rank, card_set, cards_name
from astragal.errors import BadInputError
from astragal.notebook import Framed


class Deal(NamedTuple):
    """Two hands that share no card."""

    player: CardSet
    dealer: CardSet

    def __repr__(self) -> str:
        return f"Deal({cards_name(self.player)!r}, {cards_name(self.dealer)!r})"


def deal(seed: int | None = None) -> Deal:
    """Deal seven cards each from a shuffled deck; the same seed deals the same cards.

    >>> deal(seed=7) == deal(seed=7)
    True
    """
    random = np.random.default_rng(None if seed is None else require_seed(seed))
    cards = random.permutation(DECK).tolist()
    return Deal(card_set(cards[:HAND_SIZE]), card_set(cards[HAND_SIZE : 2 * HAND_SIZE]))


@dataclass(frozen=True, slots=True, repr=False)
class Showdown(Report):
    """How a deal ended."""

    rules: Rules
    way: str
    player: Setting
    dealer: Setting
    fouls: tuple[str, ...]
    subs: tuple[Result, Result, Result]
    """The result of each of the three hands; a copy is a push."""
    result: Result

    def __repr__(self) -> str:
        return f"Showdown({str(self.player)!r}, {str(self.dealer)!r}, {str(self.result)!r})"

    def _parts(self) -> Parts:
        hands = zip(NAMES, self.player, self.dealer, self.subs, strict=True)
        rows = [[name, cards_name(a), cards_name(b), str(sub)] for name, a, b, sub in hands]
        about = self.rules.game_lines(self.way)[0]
        below = [*(f"foul: {foul}" for foul in self.fouls), str(self.result), about]
        return [], ["", "you", "dealer", ""], rows, below

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia deal --json` prints."""
        return self.rules.game_fields(self.way) | {
            "player_setting": self.player.to_dict(),
            "dealer_setting": self.dealer.to_dict(),
            "fouls": list(self.fouls),
            "sub_hands": dict(zip(NAMES, map(str, self.subs), strict=True)),
            "result": str(self.result),
        }


def showdown(
    setting: str | Setting,
    dealer_cards: Cards,
    rules: str | Rules = "push",
    dealer: Way | None = None,
) -> Showdown:
    """Compare a setting with the dealer's cards as the house way sets them; a foul loses.

    >>> end = showdown("As 9s 7d 4h / Kd Qh / Jc", "Ks Qd Jh 9c 8s 6d 2h")
    >>> str(end.dealer), str(end.result)
    ('Ks 8s 6d 2h / Qd 9c / Jh', 'win')
    """
    rules = find_rules(rules)
    way, mine, theirs = find_way(dealer, rules), Setting(setting), read_hand(dealer_cards)
    if shared := mine.hand & theirs:
        raise BadInputError(f"{cards_name(shared)!r} can't be in both hands")
    house = way.set(theirs)
    fouls, subs = tuple(mine.fouls(rules)), mine.compare(house, rules)
    return Showdown(rules, way.name, mine, house, fouls, subs, mine.result(house, rules))


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """What a setting does in each of its hands, and how far it is from the best setting.

    A foul has `fouls`, and nothing to explain: `chosen` is None.
    """

    setting: Setting
    fouls: tuple[str, ...]
    ranking: Ranking
    chosen: RankedSetting | None

    def __repr__(self) -> str:
        return f"Explanation({str(self.setting)!r}, rules={self.ranking.rules.name!r})"

    @property
    def cost(self) -> float | None:
        """What the setting gives away against the best one, see `Ranking.cost`; None for a foul."""
        return None if self.chosen is None else self.ranking.cost(self.chosen)

    def __str__(self) -> str:
        ranking, mine = self.ranking, self.chosen
        if mine is None:
            return "\n".join(f"foul: {foul}" for foul in self.fouls)

        def part(count: int) -> str:
            return f"{count / ranking.dealer_hands:.2%}"

        names = self.setting.rank_names(ranking.rules)
        lines = [
            f"{name:6}  {cards_name(cards):11}  {names[name]}: wins {part(sub['wins'])}, "
            f"loses {part(sub['losses'])}, copies {part(sub['copies'])}"
            for (name, sub), cards in zip(mine.sub_hands.items(), self.setting, strict=True)
        ]
        lines.append(
            f"in all  wins {part(mine.wins)}, loses {part(mine.losses)}, pushes {part(mine.pushes)}"
        )
        best, points = ranking.best, 100 * ranking.cost(mine)
        if mine.value == best.value:
            lines.append("this is the best setting")
        elif ranking.objective is Objective.EV:
            lines.append(f"the best is {best.setting}: it brings {points:.2f} % of the bet more")
        else:
            lines.append(
                f"the best is {best.setting}: it wins {part(best.wins)}, {points:.2f} points more"
            )
        house = "the same" if mine.as_house else str(ranking.house.setting)
        lines.append(f"the house ({ranking.dealer}) would do {house}")
        return "\n".join([*lines, *ranking.below()])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia explain --json` prints."""
        ranking, mine = self.ranking, self.chosen
        head = ranking.rules.game_fields(ranking.dealer) | {
            "objective": str(ranking.objective),
            "fouls": list(self.fouls),
        }
        cards = self.setting.to_dict(ranking.rules)
        if mine is None:
            return head | cards
        row = mine.row()
        as_house = row.pop("dealer")  # `dealer` is the name of the house way here
        return (
            head | {"dealer_hands": ranking.dealer_hands} | row | cards
            | {"as_house": as_house, "sub_hands": mine.sub_hands, "cost": self.cost}
            | {"best": ranking.best.row(), "house": ranking.house.row()} | ranking.other_field()
        )  # fmt: skip


def explain(
    setting: str | Setting,
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    objective: str = "wins",
    dead: Cards = "",
) -> Explanation:
    """Explain what a setting does in each of its hands, and what it gives away.

    >>> print(explain("As Kd Qh Jc / 9s 7d / 4h"))
    high    As Kd Qh Jc  straight, ace high: wins 85.97%, loses 13.77%, copies 0.26%
    medium  9s 7d        nine seven: wins 1.79%, loses 97.87%, copies 0.34%
    low     4h           four: wins 2.81%, loses 95.75%, copies 1.44%
    in all  wins 2.62%, loses 96.23%, pushes 1.15%
    the best is As 9s 7d 4h / Kd Jc / Qh: it wins 36.13%, 33.51 points more
    the house (standard) would do As 9s 7d 4h / Kd Jc / Qh
    profile push; dealer standard; objective wins
    note: casinos give copies to the dealer; the profile casino answers for them
    """
    mine = Setting(setting)
    ranking = rank(mine.hand, rules, dealer, objective=objective, dead=dead)
    fouls = tuple(mine.fouls(ranking.rules))
    return Explanation(mine, fouls, ranking, None if fouls else ranking.find(mine))


# The pay table that Barona publishes: to one, by the highest card.
PAYS: dict[Rank, int] = {
    RANKS.index(rank): pay
    for rank, pay in {"9": 100, "T": 40, "J": 10, "Q": 7, "K": 6, "A": 3}.items()
}
STRAIGHTS_OF_FIVE = [
    {ACE, 0, 1, 2, 3},
    *({low, low + 1, low + 2, low + 3, low + 4} for low in range(ACE - 3)),
]


@dataclass(frozen=True, slots=True, repr=False)
class Insurance(Report, Framed):
    """How many of all hands of seven the Insurance bet pays, by the highest rank."""

    counts: dict[Rank, int]
    hands: int

    def __repr__(self) -> str:
        return f"Insurance(edge={self.edge:.3%})"

    @property
    def edge(self) -> float:
        """The house edge of the bet."""
        won = sum(count * PAYS[rank] for rank, count in self.counts.items())
        lost = self.hands - sum(self.counts.values())
        return (lost - won) / self.hands

    def _records(self) -> list[dict[str, Any]]:
        return [
            {"highest": RANKS[rank], "pays": PAYS[rank], "hands": count}
            for rank, count in self.counts.items()
        ]

    def _parts(self) -> Parts:
        rows = [[RANKS[rank], f"{PAYS[rank]} to 1", f"{n:,}"] for rank, n in self.counts.items()]
        below = [f"of {self.hands:,} hands; house edge {self.edge:.3%}"]
        return [], ["highest", "pays", "hands"], rows, below

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia insurance --json` prints."""
        return {"hands": self.hands, "paid": self._records(), "edge": self.edge}


def _suitings(cards: int, longest: int) -> int:
    """Count the ways to give suits to cards of different ranks with no suit beyond `longest`."""
    return sum(
        all(suits.count(suit) <= longest for suit in range(4))
        for suits in product(range(4), repeat=cards)
    )


def insurance() -> Insurance:
    """Count the hands that the Insurance side bet pays: those that hold nothing at all.

    That is no pair, and no straight or flush of five cards. The joker helps as in a hand of five:
    it is an ace, or completes a straight or a flush.

    >>> insurance()
    Insurance(edge=3.908%)
    """
    counts = dict.fromkeys(PAYS, 0)
    for joker in (False, True):
        size = HAND_SIZE - joker
        suitings = _suitings(size, longest=4 - joker)
        # Beside the joker an ace would make a pair, and four of a straight would make five.
        ranks = range(ACE) if joker else range(ACE + 1)
        for held in combinations(ranks, size):
            if all(len(run.intersection(held)) + joker < 5 for run in STRAIGHTS_OF_FIVE):
                counts[ACE if joker else held[-1]] += suitings
    return Insurance(counts, HANDS)
