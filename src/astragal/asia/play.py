"""Playing and practising: deal, set, compare, explain, hint; and the Insurance side bet."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count, islice, product
from typing import Any, NamedTuple

import numpy as np

from astragal._checks import require_int, require_name, require_seed
from astragal._tables import TextTable
from astragal.asia.classes import HANDS
from astragal.asia.houseway import (
    OBVIOUS,
    STANDARD,
    Way,
    best_categories,
    find_game,
    find_way,
    has_joker,
)
from astragal.asia.ranking import ANSWER, RankedSetting, Ranking, rank
from astragal.asia.rules import GAME, Category, Objective, Rules
from astragal.asia.setting import HAND_SIZE, NAMES, Result, Setting, read_hand
from astragal.asia.values import ACE, DECK
from astragal.asia.wayfile import read_way
from astragal.asia.wholegame import MOST_HANDS, random_hands
from astragal.cards import RANKS, Cards, CardSet, Rank, card_set, cards_name
from astragal.errors import BadInputError
from astragal.notebook import Tabular, Value, plain_fields


class _Hands(NamedTuple):
    player: CardSet
    dealer: CardSet


class Deal(Value, _Hands):
    """Two hands that share no card."""

    JSON = REPR = "player=_player dealer=_dealer"

    def __str__(self) -> str:
        return f"{self._player()} against {self._dealer()}"

    def _player(self) -> str:
        return cards_name(self.player)

    def _dealer(self) -> str:
        return cards_name(self.dealer)


def deal(seed: int | None = None) -> Deal:
    """Deal seven cards each from a shuffled deck; the same seed deals the same cards.

    >>> deal(seed=7) == deal(seed=7)
    True
    """
    random = np.random.default_rng(None if seed is None else require_seed(seed))
    cards = random.permutation(DECK).tolist()
    return Deal(card_set(cards[:HAND_SIZE]), card_set(cards[HAND_SIZE : 2 * HAND_SIZE]))


@dataclass(frozen=True, slots=True, repr=False)
class Showdown(Tabular):
    """How a deal ended."""

    JSON = (
        "profile=rules.name dealer=way warning?=rules.warning player_setting=player "
        "dealer_setting=dealer fouls sub_hands=_sub_hands result"
    )
    REPR = "player dealer result"

    rules: Rules
    way: str
    player: Setting
    dealer: Setting
    fouls: tuple[str, ...]
    subs: tuple[Result, Result, Result]
    """The result of each of the three hands; a copy is a push."""
    result: Result

    def _sub_hands(self) -> dict[str, Result]:
        return dict(zip(NAMES, self.subs, strict=True))

    def _records(self) -> list[dict[str, Any]]:
        hands = zip(NAMES, self.player, self.dealer, self.subs, strict=True)
        return [
            {"": part, "you": cards_name(a), "dealer": cards_name(b), "result": str(sub)}
            for part, a, b, sub in hands
        ]

    def _table(self) -> TextTable:
        fouls = (f"foul: {foul}\n" for foul in self.fouls)
        about = f"profile {self.rules}; dealer {self.way}"
        return Tabular._table(self)._replace(below=f"{''.join(fouls)}{self.result}\n{about}")


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
    rules, way = find_game(rules, dealer)
    mine, theirs = Setting(setting), read_hand(dealer_cards)
    if shared := mine.hand & theirs:
        raise BadInputError(f"{cards_name(shared)!r} can't be in both hands")
    house = way.set(theirs)
    fouls, subs = tuple(mine.fouls(rules)), mine.compare(house, rules)
    return Showdown(rules, way.name, mine, house, fouls, subs, mine.result(house, rules))


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Value):
    """What a setting does in each of its hands, and how far it is from the best setting.

    A foul has `fouls`, and nothing to explain: `chosen` is None.
    """

    REPR = "setting rules=ranking.rules cost"

    setting: Setting
    fouls: tuple[str, ...]
    ranking: Ranking
    chosen: RankedSetting | None

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
        best = ranking.best
        if mine.value == best.value:
            lines.append("this is the best setting")
        else:
            lines.append(f"the best is {best.setting}: it wins {part(best.wins)}")
            lines.append(f"this one costs {ranking.cost_text(mine)}")
        house = "the same" if mine.as_house else str(ranking.house.setting)
        lines.append(f"the house ({ranking.dealer}) would do {house}")
        return "\n".join([*lines, ranking.below()])

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia explain --json` prints."""
        ranking, mine = self.ranking, self.chosen
        head = plain_fields(ranking, ANSWER) | {"fouls": list(self.fouls)}
        cards = self.setting.to_dict(ranking.rules)
        if mine is None:
            return head | cards
        row = mine.row()
        as_house = row.pop("dealer")  # `dealer` is the name of the house way here
        return (
            head | {"dealer_hands": ranking.dealer_hands} | row | cards
            | {"as_house": as_house, "sub_hands": mine.sub_hands, "cost": self.cost}
            | plain_fields(ranking, "best=best.row house=house.row other?=_other")
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
    high    As Kd Qh Jc  straight, ace high: wins 86.31%, loses 13.42%, copies 0.27%
    medium  9s 7d        nine seven: wins 1.28%, loses 98.39%, copies 0.32%
    low     4h           four: wins 2.86%, loses 95.63%, copies 1.51%
    in all  wins 2.43%, loses 96.39%, pushes 1.18%
    the best is As 9s 7d 4h / Kd Jc / Qh: it wins 36.08%
    this one costs 33.65 points of winning chance, 70.96 % of the bet
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
class Insurance(Tabular):
    """How many of all hands of seven the Insurance bet pays, by the highest rank."""

    JSON = "hands paid=_records edge"
    REPR = "edge"

    counts: dict[Rank, int]
    hands: int

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

    def _table(self) -> TextTable:
        rows = [[RANKS[rank], f"{PAYS[rank]} to 1", f"{n:,}"] for rank, n in self.counts.items()]
        below = f"of {self.hands:,} hands; house edge {self.edge:.3%}"
        return TextTable(["highest", "pays", "hands"], rows, below)


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
    Insurance(edge=0.0390791)
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


WORTH_SAYING = 0.005
"""A sub-hand that wins this much more or less often is named in a hint."""


def _shares(mine: float, other: float, digits: int, sign: str = "") -> tuple[str, str]:
    """Write two shares in per cent, with more digits until the texts of different ones differ."""
    while True:
        first, second = (f"{share:{sign}z.{digits}%}" for share in (mine, other))
        if first != second or mine == other:
            return first, second
        digits += 1


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Value):
    """Why the best setting is best: what it does better than the obvious one."""

    JSON = (
        "profile=ranking.rules.name dealer=ranking.dealer warning?=ranking.rules.warning "
        "objective=ranking.objective hand=ranking._hand dead?=ranking._dead text rule "
        "best=ranking.best.row obvious=obvious.row cost=_cost card=_card other?=ranking._other"
    )
    REPR = "best=ranking.best.setting text"

    ranking: Ranking
    obvious: RankedSetting
    """The setting of the way `obvious`."""
    rule: str | None
    """The line of the card `standard` that applies to the hand."""
    card: RankedSetting
    """The setting that this line makes; it need not be the best."""

    def __str__(self) -> str:
        return f"{self.ranking.best.setting}: {self.text}\n{self._line()}{self.ranking.below()}"

    def _line(self) -> str:
        if self.rule is None:
            return ""
        if self.card.value == self.ranking.best.value:
            return f"the line of the card standard: {self.rule}\n"
        plays = f"the card standard would play {self.card.setting} by its line {self.rule}"
        return f"{plays}, which {self.verdict}\n"

    @property
    def verdict(self) -> str:
        """What the setting of the card `standard` costs, as the end of a sentence."""
        if self.card.value == self.ranking.best.value:
            return "is the best setting"
        if not self._differs_from(self.card):
            return "is as good"
        return f"costs {self.ranking.cost_text(self.card)}"

    def _cost(self) -> float:
        return self.ranking.cost(self.obvious)

    def _card(self) -> dict[str, Any]:
        cost = self.ranking.cost(self.card)
        return self.card.row() | {"cost": cost, "verdict": self.verdict}

    @property
    def text(self) -> str:
        """One sentence: what the best setting gains over the obvious one, and what it gives up."""
        best, obvious = self.ranking.best, self.obvious
        if best.value == obvious.value:
            head = "the obvious setting is the best one: the bet"
            if len(self.ranking) == 1:
                return f"{head} {self._verb} {self._results(best)[0]}"
            second = self.ranking.settings[1]
            mine, theirs = self._results(second)
            if mine != theirs:
                return f"{head} {self._verb} {mine}, and with the next, {second.setting}, {theirs}"
            both = f"with it and with the next, {second.setting}"
            tie = self._tie_break(second)
            return f"{head} {self._verb} {mine} {both}{tie and f', {tie}'}"
        mine, theirs = self._results(obvious)
        if not self._differs_from(obvious):
            both = f"the bet {self._verb} {mine} with both"
            return f"as good as the obvious setting, {obvious.setting}: {both}"
        if mine != theirs:
            in_all = f"the bet {self._verb} {mine} instead of {theirs}"
        else:
            in_all = f"the bet {self._verb} {mine} with both {self._tie_break(obvious)}"
        better, worse = (" and ".join(said) for said in self._parts())
        reasons = f"{better}; " if better else ""
        drawbacks = f"{worse}{'; ' if better else ', but '}" if worse else ""
        return f"better than {obvious.setting}: {reasons}{drawbacks}{in_all}"

    def _parts(self) -> tuple[list[str], list[str]]:
        """Say which parts win more often than those of the obvious setting, and which less.

        If none wins so much more often that it is worth saying, the one that gains most is named.
        """
        best, total = self.ranking.best, self.ranking.dealer_hands
        better, worse = [], []
        for (name, cards), mine, theirs in zip(
            zip(("the four", "the two", "the one"), best.setting, strict=True),
            best.sub_hands.values(), self.obvious.sub_hands.values(), strict=True,
        ):  # fmt: skip
            now, before = mine["wins"] / total, theirs["wins"] / total
            shares = " instead of ".join(_shares(now, before, 0))
            if now > before:
                better.append((before - now, f"with {cards_name(cards)} {name} wins {shares}"))
            elif before - now >= WORTH_SAYING:
                worse.append((now - before, f"{name} wins only {shares}"))
        better.sort()
        large = [text for change, text in better if -change >= WORTH_SAYING]
        return large or [text for _, text in better[:1]], [text for _, text in sorted(worse)]

    @property
    def _by_ev(self) -> bool:
        return self.ranking.objective is Objective.EV

    @property
    def _verb(self) -> str:
        return "earns" if self._by_ev else "wins"

    def _differs_from(self, other: RankedSetting) -> bool:
        best = self.ranking.best
        return (best.wins, best.losses) != (other.wins, other.losses)

    def _results(self, other: RankedSetting) -> tuple[str, str]:
        """Write what the bet wins or earns with the best setting, and with another."""
        best = self.ranking.best
        if self._by_ev:
            return _shares(best.ev, other.ev, 1, "+")
        return _shares(best.win, other.win, 1)

    def _tie_break(self, other: RankedSetting) -> str:
        """Say why the best setting comes before one that wins or earns the same; empty if equal."""
        best, total = self.ranking.best, self.ranking.dealer_hands
        if not self._differs_from(other):
            return ""
        if self._by_ev:
            return f"and wins {' instead of '.join(_shares(best.win, other.win, 1))}"
        shares = _shares(best.losses / total, other.losses / total, 1)
        return f"and loses {' instead of '.join(shares)}"


def hint(
    cards: Cards,
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    objective: str = "wins",
    dead: Cards = "",
) -> Hint:
    """Say in one sentence why the best setting of a hand is better than the obvious one.

    It also names the line of the card `standard` that applies, and what its setting costs if that
    is not the best one. The obvious setting has the four that makes most, then the greatest two,
    then the greatest one.

    >>> found = hint("Ac 2d 3h 4s 9c Jd Kh", rules="casino", dealer="balanced")
    >>> print(found.text[:76])
    better than Ac 4s 3h 2d / Kh Jd / 9c: with Jd the one wins 45% instead of 20
    >>> found.rule, found.verdict
    ('a pair of queens / any / jack', 'is the best setting')
    """
    ranking = rank(cards, rules, dealer, objective=objective, dead=dead)

    def set_by(way: str) -> RankedSetting:
        value = find_way(way, ranking.rules).value(ranking.hand)
        return next(one for one in ranking if one.value == value)

    rule = read_way(STANDARD).rule_for(ranking.hand, ranking.rules)
    return Hint(ranking, set_by(OBVIOUS), rule.name if rule else None, set_by(STANDARD))


KINDS: dict[str, tuple[Category, ...]] = {
    "any": tuple(Category),
    "nothing": (Category.HIGH_CARD,),
    "pair": (Category.PAIR,),
    "two pair": (Category.TWO_PAIR,),
    "trips": (Category.THREE_OF_A_KIND,),
    "straight or flush": (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH),
    "quads": (Category.FOUR_OF_A_KIND,),
    "joker": tuple(Category),
}
"""Kinds of hands, by what the greatest four that they can make is. `joker`: those that hold it."""

AT_ONCE = 200
MOST_TRIES = 2_000
"""Hands of the kind that are looked at for each one that is close enough; some seconds."""


@dataclass(frozen=True, slots=True, repr=False)
class Practice(Value):
    """Hands of a kind, to practise with."""

    JSON = f"{GAME} objective kind closeness seed hands=_names"
    REPR = "kind hands=__len__ closeness seed"

    rules: Rules
    dealer: str
    objective: Objective
    kind: str
    closeness: float | None
    """What the second best setting costs at most; None: anything."""
    seed: int
    hands: tuple[CardSet, ...]

    def _names(self) -> list[str]:
        return [cards_name(hand) for hand in self.hands]

    def __str__(self) -> str:
        return "\n".join(self._names())

    def __iter__(self) -> Iterator[CardSet]:
        return iter(self.hands)

    def __len__(self) -> int:
        return len(self.hands)


def _hands_of(kind: str, rules: Rules, seed: int) -> Iterator[CardSet]:
    """Deal random hands of a kind without end."""
    for batch in count():
        entropy = np.random.SeedSequence(seed, spawn_key=(batch,))
        hands = random_hands(AT_ONCE, int(entropy.generate_state(1, np.uint64)[0]))
        of_kind = np.isin(best_categories(hands, rules), KINDS[kind])
        yield from hands[of_kind & has_joker(hands) if kind == "joker" else of_kind].tolist()


def practice(
    kind: str = "any",
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    closeness: float | None = None,
    hands: int = 10,
    objective: str = "wins",
    seed: int = 1,
) -> Practice:
    """Deal random hands of a kind to practise with; `KINDS` are named.

    With `closeness`, only hands whose second best setting costs at most that much: a part of the
    probability to win, or of the bet with the objective `ev`. The game matters only for that.

    >>> print(practice("joker", hands=2))
    4c 4s 6s 8c 9s Kc Jk
    3s 4h 6d 9s Js Qc Jk
    """
    rules, way = find_game(rules, dealer)
    order = Objective(objective)
    require_name(kind, KINDS, "kind of hand")
    require_int(hands, "hands", 1, MOST_HANDS, f"1 to {MOST_HANDS:,} are possible")
    require_seed(seed)
    dealt = _hands_of(kind, rules, seed)
    if closeness is None:
        found = list(islice(dealt, hands))
    elif not isinstance(closeness, int | float) or not 0 <= closeness <= 2:
        raise BadInputError(f"closeness {closeness!r} is not a number from 0 to 2")
    else:
        tried = islice(dealt, MOST_TRIES * hands)
        close = (
            hand for hand in tried if _is_close(rank(hand, rules, way, objective=order), closeness)
        )
        found = list(islice(close, hands))
        if len(found) < hands:
            tries = f"of {MOST_TRIES * hands:,} hands {len(found)} were that close"
            raise BadInputError(f"closeness {closeness!r} is too small: {tries}")
    return Practice(rules, way.name, order, kind, closeness, seed, tuple(found))


def _is_close(ranking: Ranking, closeness: float) -> bool:
    return len(ranking) > 1 and ranking.cost(ranking.settings[1]) <= closeness
