"""Playing and practising: deal, set, compare, explain, hint; and the Insurance side bet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count, islice, product
from statistics import fmean
from typing import NamedTuple

import numpy as np
from typing_extensions import TypedDict

from astragal import _results
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
from astragal.asia.ranking import (
    RankedSetting,
    RankedSettingJson,
    Ranking,
    SubHandsJson,
    rank_exactly,
)
from astragal.asia.rules import AsiaRulesJson, Category, Objective, Rules
from astragal.asia.sentences import (
    card_verdict,
    drill_hand_text,
    drill_text,
    explanation_text,
    hint_text,
    why_best,
)
from astragal.asia.setting import (
    HAND_SIZE,
    NAMES,
    Result,
    Setting,
    SettingJson,
    SettingNamesJson,
    read_hand,
)
from astragal.asia.values import ACE, DECK
from astragal.asia.wayfile import read_way
from astragal.asia.wholegame import MOST_HANDS, random_hands
from astragal.cards import RANKS, Cards, CardSet, Rank, card_names, card_set, cards_text
from astragal.errors import BadInputError, quoted


class _Hands(NamedTuple):
    player: CardSet
    dealer: CardSet


class DealJson(TypedDict):
    """The seven cards of each side."""

    player: list[str]
    dealer: list[str]


class Deal(_Hands, _results.Result):
    """Two hands that share no card."""

    __slots__ = ()

    def __repr__(self) -> str:
        player, dealer = cards_text(self.player), cards_text(self.dealer)
        return f"Deal(player={player!r}, dealer={dealer!r})"

    def __str__(self) -> str:
        return f"{cards_text(self.player)} against {cards_text(self.dealer)}"

    def to_dict(self) -> DealJson:
        """Return the cards of both hands."""
        return {"player": card_names(self.player), "dealer": card_names(self.dealer)}


def deal(seed: int | None = None) -> Deal:
    """Deal seven cards each from a shuffled deck; the same seed deals the same cards.

    >>> deal(seed=7) == deal(seed=7)
    True
    """
    random = np.random.default_rng(None if seed is None else require_seed(seed))
    cards = random.permutation(DECK).tolist()
    return Deal(card_set(cards[:HAND_SIZE]), card_set(cards[HAND_SIZE : 2 * HAND_SIZE]))


class SubResultsJson(TypedDict):
    """The result of each of the three hands: `win`, `loss` or `push`."""

    high: str
    medium: str
    low: str


class AsiaShowdownJson(TypedDict):
    """How a deal ended."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    player_setting: SettingJson
    dealer_setting: SettingJson
    fouls: list[str]
    """Why the player's setting is a foul; empty if it is legal."""
    sub_hands: SubResultsJson
    """The player's result with each of the three hands; a copy is a push."""
    result: str
    """What becomes of the player's bet: `win`, `loss` or `push`."""


@dataclass(frozen=True, slots=True)
class Showdown(_results.TableResult):
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
        player, dealer = str(self.player), str(self.dealer)
        return f"Showdown(player={player!r}, dealer={dealer!r}, result={str(self.result)!r})"

    def _columns(self) -> dict[str, list[object]]:
        return {
            "hand": list(NAMES),
            "you": [cards_text(cards) for cards in self.player],
            "dealer": [cards_text(cards) for cards in self.dealer],
            "result": [str(result) for result in self.subs],
        }

    def _table(self) -> TextTable:
        rows = [
            [part, cards_text(mine), cards_text(theirs), result]
            for part, mine, theirs, result in zip(
                NAMES, self.player, self.dealer, self.subs, strict=True
            )
        ]
        fouls = [f"foul: {foul}" for foul in self.fouls]
        game = f"rules {self.rules}; dealer {self.way}"
        below = "\n".join([*fouls, str(self.result), game])
        return TextTable(["", "you", "dealer", "result"], rows, below)

    def to_dict(self) -> AsiaShowdownJson:
        """Return what `astragal asia deal --json` prints."""
        high, medium, low = self.subs
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.way,
            "player_setting": self.player.to_dict(),
            "dealer_setting": self.dealer.to_dict(),
            "fouls": list(self.fouls),
            "sub_hands": {"high": str(high), "medium": str(medium), "low": str(low)},
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
    rules, way = find_game(rules, dealer)
    mine, theirs = Setting(setting), read_hand(dealer_cards)
    if shared := mine.hand & theirs:
        raise BadInputError(f"{quoted(cards_text(shared))} can't be in both hands")
    house = way.set(theirs)
    return Showdown(
        rules=rules,
        way=way.name,
        player=mine,
        dealer=house,
        fouls=tuple(mine.fouls(rules)),
        subs=mine.compare(house, rules),
        result=mine.result(house, rules),
    )


class ExplanationJson(TypedDict):
    """What a setting does; if it is a foul, its results and costs are null."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best setting maximises: `wins` or `ev`."""
    hand: list[str]
    dead: list[str]
    """Cards known to be out of the deck."""
    dealer_hands: int
    """Dealer hands counted."""
    high: list[str]
    """The four, highest card first."""
    medium: list[str]
    """The two."""
    low: list[str]
    """The one."""
    values: SettingNamesJson
    """What each of the three hands is, in words."""
    fouls: list[str]
    """Why the setting is a foul; empty if it is legal."""
    wins: int | None
    losses: int | None
    pushes: int | None
    ev: float | None
    """Expected value, as a part of the bet."""
    as_house: bool | None
    """Whether the dealer's house way sets the cards like this."""
    same: int | None
    """Legal settings with exactly this value; they differ in suits only."""
    sub_hands: SubHandsJson | None
    """What each of the three hands does against the dealer's."""
    cost_win: float | None
    """Chance of winning that the setting costs against the best one, 0 to 1."""
    cost_ev: float | None
    """Expected value that it costs, as a part of the bet."""
    best: RankedSettingJson
    """The best setting."""
    house: RankedSettingJson
    """The setting of the dealer's house way."""
    other: RankedSettingJson | None
    """The best setting by the other objective; null if it is the same one."""


@dataclass(frozen=True, slots=True)
class Explanation(_results.Result):
    """What a setting does in each of its hands, and how far it is from the best setting.

    A foul has `fouls`, and nothing to explain: `chosen` is None.
    """

    setting: Setting
    fouls: tuple[str, ...]
    ranking: Ranking
    chosen: RankedSetting | None

    def __repr__(self) -> str:
        setting, rules = str(self.setting), self.ranking.rules.name
        return f"Explanation({setting!r}, rules={rules!r}, cost_win={self.cost_win})"

    def __str__(self) -> str:
        return explanation_text(self)

    @property
    def cost_win(self) -> float | None:
        """The chance of winning that the setting costs; None for a foul."""
        return None if self.chosen is None else self.ranking.cost_win(self.chosen)

    @property
    def cost_ev(self) -> float | None:
        """The part of the bet that the setting costs; None for a foul."""
        return None if self.chosen is None else self.ranking.cost_ev(self.chosen)

    def to_dict(self) -> ExplanationJson:
        """Return what `astragal asia explain --json` and `/api/asia/explain` answer."""
        ranking, chosen = self.ranking, self.chosen
        return {
            "rules": ranking.rules.to_dict(),
            "dealer": ranking.dealer,
            "objective": str(ranking.objective),
            "hand": card_names(ranking.hand),
            "dead": card_names(ranking.dead),
            "dealer_hands": ranking.dealer_hands,
            "high": card_names(self.setting.high),
            "medium": card_names(self.setting.medium),
            "low": card_names(self.setting.low),
            "values": self.setting.rank_names(ranking.rules),
            "fouls": list(self.fouls),
            "wins": None if chosen is None else chosen.wins,
            "losses": None if chosen is None else chosen.losses,
            "pushes": None if chosen is None else chosen.pushes,
            "ev": None if chosen is None else chosen.ev,
            "as_house": None if chosen is None else chosen.as_house,
            "same": None if chosen is None else chosen.same,
            "sub_hands": None if chosen is None else chosen.sub_hands,
            "cost_win": self.cost_win,
            "cost_ev": self.cost_ev,
            "best": ranking.best.to_dict(),
            "house": ranking.house.to_dict(),
            "other": None if ranking.other is None else ranking.other.to_dict(),
        }


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
    rules push; dealer standard; objective wins
    note: in casinos the dealer wins ties: use the rules casino
    """
    mine = Setting(setting)
    game, gone = find_game(rules, dealer), card_set(dead, deck=DECK)
    ranking = rank_exactly(mine.hand, game, Objective(objective), gone)
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


class InsurancePayJson(TypedDict):
    """The hands that one line of the pay table pays."""

    highest: str
    """The highest rank of the hand."""
    pays: int
    """What the bet pays, to 1."""
    hands: int


class InsuranceJson(TypedDict):
    """The Insurance side bet."""

    hands: int
    """All hands of seven cards."""
    paid: list[InsurancePayJson]
    edge: float
    """The house edge, as a part of the bet."""


@dataclass(frozen=True, slots=True)
class Insurance(_results.TableResult):
    """How many of all hands of seven the Insurance bet pays, by the highest rank."""

    counts: dict[Rank, int]
    hands: int

    @property
    def edge(self) -> float:
        """The house edge of the bet."""
        won = sum(count * PAYS[rank] for rank, count in self.counts.items())
        lost = self.hands - sum(self.counts.values())
        return (lost - won) / self.hands

    def __repr__(self) -> str:
        return f"Insurance(edge={self.edge:.6g})"

    def _columns(self) -> dict[str, list[object]]:
        return {
            "highest": [RANKS[rank] for rank in self.counts],
            "pays": [PAYS[rank] for rank in self.counts],
            "hands": list(self.counts.values()),
        }

    def to_dict(self) -> InsuranceJson:
        """Return what `astragal asia insurance --json` prints."""
        return {
            "hands": self.hands,
            "paid": [
                {"highest": RANKS[rank], "pays": PAYS[rank], "hands": count}
                for rank, count in self.counts.items()
            ],
            "edge": self.edge,
        }

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


class HintCardJson(RankedSettingJson):
    """The setting of the card `standard`, and what it costs."""

    cost_win: float
    """Chance of winning that the setting costs against the best one, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""
    verdict: str
    """What it costs, in words: the end of a sentence."""


class HintJson(TypedDict):
    """Why the best setting of a hand is better than the obvious one."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best setting maximises: `wins` or `ev`."""
    hand: list[str]
    dead: list[str]
    """Cards known to be out of the deck."""
    text: str
    """One sentence: why the best setting is best."""
    rule: str | None
    """The line of the card `standard` that applies to the hand."""
    best: RankedSettingJson
    """The best setting."""
    obvious: RankedSettingJson
    """The setting of the way `obvious`."""
    cost_win: float
    """Chance of winning that the obvious setting costs against the best one, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""
    card: HintCardJson
    """The setting that the line of the card makes."""
    other: RankedSettingJson | None
    """The best setting by the other objective; null if it is the same one."""


@dataclass(frozen=True, slots=True)
class Hint(_results.Result):
    """The best setting of a hand beside the obvious one and the one of the card `standard`."""

    ranking: Ranking
    obvious: RankedSetting
    """The setting of the way `obvious`."""
    rule: str | None
    """The line of the card `standard` that applies to the hand."""
    card: RankedSetting
    """The setting that this line makes; it need not be the best."""

    def __repr__(self) -> str:
        best, obvious = str(self.ranking.best.setting), str(self.obvious.setting)
        return f"Hint(best={best!r}, obvious={obvious!r}, rule={self.rule!r})"

    def __str__(self) -> str:
        return hint_text(self)

    def to_dict(self) -> HintJson:
        """Return what `astragal asia hint --json` and `/api/asia/hint` answer."""
        ranking = self.ranking
        return {
            "rules": ranking.rules.to_dict(),
            "dealer": ranking.dealer,
            "objective": str(ranking.objective),
            "hand": card_names(ranking.hand),
            "dead": card_names(ranking.dead),
            "text": why_best(self),
            "rule": self.rule,
            "best": ranking.best.to_dict(),
            "obvious": self.obvious.to_dict(),
            "cost_win": ranking.cost_win(self.obvious),
            "cost_ev": ranking.cost_ev(self.obvious),
            "card": {
                **self.card.to_dict(),
                "cost_win": ranking.cost_win(self.card),
                "cost_ev": ranking.cost_ev(self.card),
                "verdict": card_verdict(self),
            },
            "other": None if ranking.other is None else ranking.other.to_dict(),
        }


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

    >>> answer = hint("Ac 2d 3h 4s 9c Jd Kh", rules="casino", dealer="balanced")
    >>> print(str(answer)[:75])
    Ac 4s 3h 2d / Kh 9c / Jd: better than Ac 4s 3h 2d / Kh Jd / 9c: with Jd the
    >>> answer.rule
    'a pair of queens / any / jack'
    """
    game, gone = find_game(rules, dealer), card_set(dead, deck=DECK)
    ranking = rank_exactly(read_hand(cards), game, Objective(objective), gone)

    def set_by(way: str) -> RankedSetting:
        return ranking.of_value(find_way(way, game.rules).value(ranking.hand))

    rule = read_way(STANDARD).rule_for(ranking.hand, game.rules)
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


class PracticeJson(TypedDict):
    """Hands of a kind, to practise with."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best setting maximises: `wins` or `ev`."""
    kind: str
    """One of `asia.KINDS`."""
    closeness: float | None
    """What the second best setting costs at most, by the objective; null: anything."""
    seed: int
    hands: list[list[str]]


@dataclass(frozen=True, slots=True)
class Practice(_results.Result):
    """Hands of a kind, to practise with."""

    rules: Rules
    dealer: str
    objective: Objective
    kind: str
    closeness: float | None
    """What the second best setting costs at most; None: anything."""
    seed: int
    hands: tuple[CardSet, ...]

    def __repr__(self) -> str:
        count, seed = len(self.hands), self.seed
        return f"Practice({self.kind!r}, hands={count}, closeness={self.closeness}, seed={seed})"

    def __str__(self) -> str:
        return "\n".join(cards_text(hand) for hand in self.hands)

    def __iter__(self) -> Iterator[CardSet]:
        return iter(self.hands)

    def __len__(self) -> int:
        return len(self.hands)

    def to_dict(self) -> PracticeJson:
        """Return what `/api/asia/practice` answers."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "objective": str(self.objective),
            "kind": self.kind,
            "closeness": self.closeness,
            "seed": self.seed,
            "hands": [card_names(hand) for hand in self.hands],
        }


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
    seed: int = 0,
) -> Practice:
    """Deal random hands of a kind to practise with; `KINDS` are named.

    With `closeness`, only hands whose second best setting costs at most that much: a part of the
    probability to win, or of the bet with the objective `ev`. The game matters only for that.

    >>> print(practice("joker", hands=2))
    6c 7d 7s Td Jh Js Jk
    3d 3s 4h 7d Qs Ah Jk
    """
    game = find_game(rules, dealer)
    order = Objective(objective)
    require_name(kind, KINDS, "kind of hand")
    require_int(hands, "hands", 1, MOST_HANDS)
    require_seed(seed)
    dealt = _hands_of(kind, game.rules, seed)
    if closeness is None:
        found = list(islice(dealt, hands))
    elif not isinstance(closeness, int | float) or not 0 <= closeness <= 2:
        raise BadInputError(f"closeness {quoted(closeness)} is not a number from 0 to 2")
    else:
        tried = islice(dealt, MOST_TRIES * hands)
        close = (hand for hand in tried if _is_close(rank_exactly(hand, game, order), closeness))
        found = list(islice(close, hands))
        if len(found) < hands:
            tries = f"of {MOST_TRIES * hands:,} hands {len(found)} were that close"
            raise BadInputError(f"closeness {quoted(closeness)} is too small: {tries}")
    return Practice(
        rules=game.rules,
        dealer=game.way.name,
        objective=order,
        kind=kind,
        closeness=closeness,
        seed=seed,
        hands=tuple(found),
    )


def _is_close(ranking: Ranking, closeness: float) -> bool:
    if len(ranking) == 1:
        return False
    second = ranking.settings[1]
    by_ev = ranking.objective is Objective.EV
    return (ranking.cost_ev(second) if by_ev else ranking.cost_win(second)) <= closeness


class DrillHandJson(RankedSettingJson):
    """A setting of yours beside the best one."""

    cost_win: float
    """Chance of winning that the setting costs against the best one, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""
    best: RankedSettingJson


class DrillJson(TypedDict):
    """Settings of hands that were dealt to practise."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best setting maximises: `wins` or `ev`."""
    seed: int
    """The seed that deals the same hands again."""
    hands: list[DrillHandJson]
    mean_cost_win: float | None
    """The mean of `cost_win`; null if no hand was set."""
    mean_cost_ev: float | None
    """The mean of `cost_ev`; null if no hand was set."""


@dataclass(frozen=True, slots=True)
class DrillHand(_results.Result):
    """A hand that was dealt to practise, and how it was set."""

    ranking: Ranking
    chosen: RankedSetting

    def __repr__(self) -> str:
        return f"DrillHand({str(self.chosen.setting)!r}, cost_win={self.cost_win:.6g})"

    def __str__(self) -> str:
        return drill_hand_text(self)

    @property
    def cost_win(self) -> float:
        """The chance of winning that the setting costs."""
        return self.ranking.cost_win(self.chosen)

    @property
    def cost_ev(self) -> float:
        """The part of the bet that the setting costs."""
        return self.ranking.cost_ev(self.chosen)

    @property
    def cost(self) -> float:
        """`cost_win` or `cost_ev`, by the objective of the ranking."""
        return self.cost_ev if self.ranking.objective is Objective.EV else self.cost_win

    def to_dict(self) -> DrillHandJson:
        """Return one of the `hands` of a drill."""
        return {
            **self.chosen.to_dict(),
            "cost_win": self.cost_win,
            "cost_ev": self.cost_ev,
            "best": self.ranking.best.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Drill(_results.Result):
    """How the hands of a practice were set, as far as they were."""

    practice: Practice
    hands: tuple[DrillHand, ...]

    def __repr__(self) -> str:
        return f"Drill(hands={len(self.hands)}, seed={self.practice.seed})"

    def __str__(self) -> str:
        return drill_text(self)

    def to_dict(self) -> DrillJson:
        """Return what `astragal asia drill --json` prints."""
        practice, hands = self.practice, self.hands
        return {
            "rules": practice.rules.to_dict(),
            "dealer": practice.dealer,
            "objective": str(practice.objective),
            "seed": practice.seed,
            "hands": [hand.to_dict() for hand in hands],
            "mean_cost_win": fmean(hand.cost_win for hand in hands) if hands else None,
            "mean_cost_ev": fmean(hand.cost_ev for hand in hands) if hands else None,
        }
