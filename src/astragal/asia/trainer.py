"""The trainer: hands of a kind to practise with, and hints that say why a setting is best."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import count, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_int, require_seed
from astragal.asia.houseway import LEXICOGRAPHIC, STANDARD, Way, find_way
from astragal.asia.layouts import ASIA_TRIPLE
from astragal.asia.ranking import RankedSetting, Ranking, rank
from astragal.asia.rules import Category, Objective, Rules, find_rules
from astragal.asia.setting import NAMES
from astragal.asia.strategies import MOST_HANDS, random_hands
from astragal.asia.values import RankTables, rank_tables
from astragal.asia.wayfile import read_way
from astragal.cards import JOKER, Cards, CardSet, SetArray, cards_name
from astragal.errors import BadInputError, UnknownNameError

PARTS = dict(zip(NAMES, ("the four", "the two", "the one"), strict=True))
WORTH_SAYING = 0.005
"""A sub-hand that wins this much more or less often is named in a hint."""


@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """Why the best setting is best: what it does better than the obvious one."""

    ranking: Ranking
    obvious: RankedSetting
    """The four that makes most, kickers apart, then the greatest two, then the greatest one."""
    rule: str | None
    """The rule of the way `standard` that applies to the hand."""

    def __repr__(self) -> str:
        return f"Hint({str(self.ranking.best.setting)!r}, {self.text!r})"

    def __str__(self) -> str:
        head = f"{self.ranking.best.setting}: {self.text}"
        rule = f"the rule of standard: {self.rule}"
        return "\n".join([head, *([rule] if self.rule else []), *self.ranking.below()])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    @property
    def text(self) -> str:
        """One sentence: what the best setting gains over the obvious one, and what it gives up."""
        best, obvious, total = self.ranking.best, self.obvious, self.ranking.dealer_hands
        verb = "earns" if self.ranking.objective is Objective.EV else "wins"
        if best.value == obvious.value:
            head = f"the obvious setting is the best one: the bet {verb} {self._result(best)}"
            if len(self.ranking) == 1:
                return head
            second = self.ranking.settings[1]
            return f"{head}, and with the next, {second.setting}, {self._result(second)}"
        better, worse = [], []
        for (name, cards), mine, theirs in zip(
            zip(PARTS.values(), best.setting, strict=True),
            best.sub_hands.values(), obvious.sub_hands.values(), strict=True,
        ):  # fmt: skip
            now, before = mine["wins"] / total, theirs["wins"] / total
            if abs(now - before) >= WORTH_SAYING:
                shares = f"{now:.0%} instead of {before:.0%}"
                if now > before:
                    better.append((before - now, f"with {cards_name(cards)} {name} wins {shares}"))
                else:
                    worse.append((now - before, f"{name} wins only {shares}"))
        parts = [" and ".join(text for _, text in sorted(said)) for said in (better, worse) if said]
        in_all = f"the bet {verb} {self._result(best)} instead of {self._result(obvious)}"
        return f"better than {obvious.setting}: {'; '.join([*parts, in_all])}"

    def _result(self, one: RankedSetting) -> str:
        return f"{one.ev:+.1%}" if self.ranking.objective is Objective.EV else f"{one.win:.1%}"

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia hint --json` prints."""
        ranking = self.ranking
        return (
            ranking.rules.game_fields(ranking.dealer)
            | {"objective": str(ranking.objective), "text": self.text, "rule": self.rule}
            | {"best": ranking.best.row(), "obvious": self.obvious.row()}
            | {"cost": ranking.cost(self.obvious)}
            | ranking.other_field()
        )


def hint(
    cards: Cards,
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    objective: str = "wins",
    dead: Cards = "",
) -> Hint:
    """Say in one sentence why the best setting of a hand is better than the obvious one.

    It also names the rule of the way `standard` that applies. The obvious setting has the four that
    makes most, then the greatest two, then the greatest one.

    >>> print(hint("Ac 2d 3h 4s 9c Jd Kh", rules="casino", dealer="balanced").text[:76])
    better than Ac 4s 3h 2d / Kh Jd / 9c: with Jd the one wins 45% instead of 20
    """
    ranking = rank(cards, rules, dealer, objective=objective, dead=dead)
    obvious = max(ranking, key=partial(_obviousness, rank_tables(ranking.rules)))
    rule = read_way(STANDARD).rule_for(ranking.hand, ranking.rules)
    return Hint(ranking, obvious, rule.name if rule else None)


# How many ranks of a four belong to what it makes; the others are kickers.
_MADE = {
    Category.PAIR: 1, Category.TWO_PAIR: 2, Category.THREE_OF_A_KIND: 1, Category.STRAIGHT: 4,
    Category.FOUR_OF_A_KIND: 1, Category.STRAIGHT_FLUSH: 4,
}  # fmt: skip


def _obviousness(tables: RankTables, one: RankedSetting) -> tuple[Any, ...]:
    ranks = tables.ranks_of(one.value)
    made = {tables.rules.strength(category): count for category, count in _MADE.items()}
    return ranks.four.strength, ranks.four.ranks[: made.get(ranks.four.strength, 0)], ranks[1:]


Holds = Callable[[SetArray, Rules], NDArray[np.bool_]]


def _has_joker(hands: SetArray, rules: Rules) -> NDArray[np.bool_]:
    return (hands >> np.uint64(JOKER) & np.uint64(1)).astype(bool)


def _best_four_is(*categories: Category) -> Holds:
    """Return the condition that the greatest four of a hand is of one of these categories."""

    def holds(hands: SetArray, rules: Rules) -> NDArray[np.bool_]:
        wanted = list(map(rules.strength, categories))
        strengths = np.array([four.strength for four in rank_tables(rules).fours])
        values = find_way(LEXICOGRAPHIC, rules).values_of(hands)
        return np.isin(strengths[ASIA_TRIPLE.unpack_field(values, "four")], wanted)

    return holds


KINDS: dict[str, Holds] = {
    "any": lambda hands, rules: np.ones(len(hands), bool),
    "nothing": _best_four_is(Category.HIGH_CARD),
    "pair": _best_four_is(Category.PAIR),
    "two pair": _best_four_is(Category.TWO_PAIR),
    "trips": _best_four_is(Category.THREE_OF_A_KIND),
    "straight or flush": _best_four_is(Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH),
    "quads": _best_four_is(Category.FOUR_OF_A_KIND),
    "joker": _has_joker,
}
"""Kinds of hands, by the greatest four that they can make, or by the joker."""

AT_ONCE = 200
MOST_TRIES = 2_000
"""Hands of the kind that are looked at for each one that is close enough; some seconds."""


@dataclass(frozen=True, slots=True, repr=False)
class Practice:
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
        return f"Practice({len(self.hands)} hands, kind={self.kind!r}, seed={self.seed})"

    def __str__(self) -> str:
        return "\n".join(map(cards_name, self.hands))

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def __iter__(self) -> Iterator[CardSet]:
        return iter(self.hands)

    def __len__(self) -> int:
        return len(self.hands)

    def to_dict(self) -> dict[str, Any]:
        """Return the hands as texts, with what they were chosen for."""
        return self.rules.game_fields(self.dealer) | {
            "objective": str(self.objective),
            "kind": self.kind,
            "closeness": self.closeness,
            "seed": self.seed,
            "hands": [cards_name(hand) for hand in self.hands],
        }


def _hands_of(kind: str, rules: Rules, seed: int) -> Iterator[CardSet]:
    """Deal random hands of a kind without end."""
    for batch in count():
        entropy = np.random.SeedSequence(seed, spawn_key=(batch,))
        hands = random_hands(AT_ONCE, int(entropy.generate_state(1, np.uint64)[0]))
        yield from hands[KINDS[kind](hands, rules)].tolist()


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
    rules = find_rules(rules)
    way, order = find_way(dealer, rules), Objective(objective)
    if kind not in [*KINDS]:
        raise UnknownNameError(f"no kind of hand {kind!r}; there are {', '.join(KINDS)}")
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
