"""Every legal setting of a hand against the dealer's hands, best first: counted or sampled.

All C(46, 7) = 53,524,680 dealer hands are counted by classes; `native/asia/deals.hpp` says how. A
sample of dealer hands, shared by all settings, is slower at the same accuracy. It stays as an
independent check, and as the method that most tools use.

>>> found = rank("As Kd Qh Jc 9s 7d 4h")
>>> found.dealer_hands, found.legal
(53524680, 40)
>>> print(found.best)
As 9s 7d 4h / Kd Jc / Qh: wins 36.080%, loses 59.080%, pushes 4.840%; ev -23.000%
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import comb, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal._checks import require_instance, require_int, require_list, require_seed
from astragal._intervals import Interval, wilson
from astragal._tables import TextTable
from astragal.asia.houseway import HouseWay, Way, distinct_settings, find_game
from astragal.asia.rules import GAME, Copies, Objective, Rules
from astragal.asia.setting import HAND_SIZE, NAMES, Setting, read_hand
from astragal.asia.values import DECK, SettingValue
from astragal.cards import Cards, CardSet, card_set, cards_name, complement
from astragal.errors import BadInputError, CardError
from astragal.jobs import Job, run, thread_map
from astragal.notebook import Tabular, Value, plain_fields
from astragal.progress import Progress

Counts = NDArray[np.uint32]

CHUNK = 100_000
MOST_SAMPLES = 2**32 - 1  # counts are words of 32 bits


ANSWER = f"{GAME} objective hand=_hand dead?=_dead"
"""With what the JSON of an answer about a hand begins."""


@dataclass(frozen=True, slots=True, repr=False)
class Basis(Value):
    """What settings were scored against: the game, the dealer's hands, and the method."""

    hand: CardSet
    dead: CardSet
    """Cards known to be out of the deck."""
    rules: Rules
    dealer: str
    """The name of the dealer's house way."""
    objective: Objective
    """What the best setting maximises."""
    method: str
    """`exact`, `table` or `sampled`."""
    dealer_hands: int
    """How many dealer hands were counted or sampled."""
    seed: int | None

    @property
    def legal(self) -> int:
        """How many of the 105 settings are legal."""
        return sum(same for _, _, same in distinct_settings(self.hand, self.rules))

    def _basis(self) -> tuple[CardSet, CardSet, Rules, str, Objective, str, int, int | None]:
        return (
            self.hand, self.dead, self.rules, self.dealer, self.objective, self.method,
            self.dealer_hands, self.seed,
        )  # fmt: skip

    @property
    def _hand(self) -> str:
        return cards_name(self.hand)

    @property
    def _dead(self) -> str | None:
        return cards_name(self.dead) or None


@dataclass(frozen=True, slots=True, repr=False)
class RankedSetting(Basis):
    """A setting, and how many of the dealer's hands it beats, loses to and pushes against."""

    REPR = "setting wins losses pushes method"

    setting: Setting
    value: SettingValue
    wins: int
    losses: int
    pushes: int
    as_house: bool
    """Whether the dealer's house way sets these cards like this."""
    same: int
    """How many legal settings have exactly this value; they differ in suits only."""
    sub_counts: tuple[int, ...] = ()
    """Wins and losses of the four, the two and the one; empty if the result is from a table."""
    house: "RankedSetting | None" = field(default=None, compare=False)
    """What the house way makes of the cards, if this is the answer of `best` or of a table."""
    other: "RankedSetting | None" = field(default=None, compare=False)
    """The best setting by the other objective, if that is another one and this is an answer."""

    def __str__(self) -> str:
        win, loss, push = self._percents()
        return f"{self.setting}: wins {win}, loses {loss}, pushes {push}; ev {self.ev:+.3%}"

    def _repr_html_(self) -> str:
        return self.alone()._repr_html_()

    def alone(self) -> "Ranking":
        """Return the ranking that has only this setting."""
        return Ranking(*self._basis(), (self,), self.house or self, self.other)

    def _percents(self) -> list[str]:
        return [f"{n / self.dealer_hands:.3%}" for n in (self.wins, self.losses, self.pushes)]

    def _cells(self) -> list[str]:
        choice = self.as_house * "dealer's choice"
        return [str(self.setting), *self._percents(), f"{self.ev:+.3%}", choice]

    @property
    def win(self) -> float:
        """The probability to win the bet."""
        return self.wins / self.dealer_hands

    @property
    def ev(self) -> float:
        """The expected value, as a part of the bet: wins minus losses."""
        return (self.wins - self.losses) / self.dealer_hands

    @property
    def interval(self) -> Interval | None:
        """The 95 % confidence interval of `win` (Wilson's); None if all hands were counted."""
        return wilson(self.win, self.dealer_hands) if self.method == "sampled" else None

    @property
    def error(self) -> float | None:
        """Half the width of `interval`; None if all hands were counted."""
        return self.interval and (self.interval.high - self.interval.low) / 2

    @property
    def sub_hands(self) -> dict[str, dict[str, int]]:
        """What each of the three hands wins, loses and copies; empty from a table."""
        pairs = zip(self.sub_counts[::2], self.sub_counts[1::2], strict=True)
        return {
            name: {"wins": won, "losses": lost, "copies": self.dealer_hands - won - lost}
            for name, (won, lost) in zip(NAMES, pairs, strict=False)
        }

    def row(self) -> dict[str, Any]:
        """Return the setting as one of the `settings` of an answer."""
        return self.setting.to_dict() | plain_fields(self, _ROW)

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia best --top 1 --json` prints."""
        return self.alone().to_dict()


def _hundredths(part: float) -> str:
    """Write a part in hundredths: two digits, or more until a small part is not 0.00."""
    digits = 2
    while part and not round(100 * part, digits):
        digits += 1
    return f"{100 * part:.{digits}f}"


_HEADINGS = ["setting", "wins", "losses", "pushes", "ev", ""]
_ROW = "wins losses pushes ev dealer=as_house same interval? error?"


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Basis, Tabular):
    """The distinct legal settings of a hand, best first; settings of equal value count once."""

    JSON = f"{ANSWER} method seed? dealer_hands legal settings=_records other?=_other"
    REPR = "hand=_hand rules best=best.setting"

    settings: tuple[RankedSetting, ...]
    house: RankedSetting
    """What the dealer's house way makes of the cards."""
    other: RankedSetting | None
    """The best setting by the other objective; None if it is the same."""

    def __iter__(self) -> Iterator[RankedSetting]:
        return iter(self.settings)

    def __len__(self) -> int:
        return len(self.settings)

    @property
    def best(self) -> RankedSetting:
        """The first setting."""
        return self.settings[0]

    def top(self, count: int) -> "Ranking":
        """Return the ranking with only its first settings."""
        require_int(count, "count", 1, inf, "at least one is needed")
        return replace(self, settings=self.settings[:count])

    def find(self, setting: str | Setting) -> RankedSetting:
        """Return the entry of a setting; a foul, or other cards, raise BadInputError.

        >>> rank("As Kd Qh Jc 9s 7d 4h").find("As Jc 7d 4h / Kd Qh / 9s").wins
        10572578
        """
        setting = Setting(setting)
        if setting.hand != self.hand:
            raise BadInputError(f"{str(setting)!r} does not set {cards_name(self.hand)!r}")
        if reasons := setting.fouls(self.rules):
            raise BadInputError(f"{str(setting)!r} is a foul: {'; '.join(reasons)}")
        value = setting.value(self.rules)
        return next(found for found in self.settings if found.value == value)

    def cost(self, setting: str | Setting | RankedSetting) -> float:
        """Return what a setting gives away against the best one.

        With the objective `wins` that is a part of the probability to win, with `ev` a part of the
        bet.
        """
        mine = self._entry(setting)
        cost = self.best.wins - mine.wins
        if self.objective is Objective.EV:
            cost += mine.losses - self.best.losses
        return cost / self.dealer_hands

    def cost_text(self, setting: str | Setting | RankedSetting) -> str:
        """Return what a setting gives away against the best one, in winning chance and in money.

        >>> rank("As Kd Qh Jc 9s 7d 4h", "casino").cost_text("As Kd Qh Jc / 9s 7d / 4h")
        '33.65 points of winning chance, 67.30 % of the bet'
        """
        best, mine = self.best, self._entry(setting)
        chance, money = best.win - mine.win, best.ev - mine.ev
        points = f"{_hundredths(abs(chance))} {Objective.WINS.unit}"
        percent = f"{_hundredths(abs(money))} {Objective.EV.unit}"
        if chance < 0:  # it wins more often, but the best one loses less often still
            return f"{percent}, but gains {points}"
        return f"{points}, {'but gains ' if money < 0 else ''}{percent}"

    def _entry(self, setting: str | Setting | RankedSetting) -> RankedSetting:
        return setting if isinstance(setting, RankedSetting) else self.find(setting)

    def _records(self) -> list[dict[str, Any]]:
        return [setting.row() for setting in self.settings]

    def below(self) -> str:
        """Return the lines that name the game, the objective and the dead cards."""
        game = self.rules.about(self.dealer, self.objective, self._dead)
        if self.other is None:
            return game
        return f"by {self.objective.other} the best is {self.other}\n{game}"

    def _table(self) -> TextTable:
        form = "{:,} random" if self.method == "sampled" else "all {:,}"
        differ = len(distinct_settings(self.hand, self.rules))
        dealer = f"{form.format(self.dealer_hands)} dealer hands"
        head = f"{self.legal} legal settings, {differ} that differ, against {dealer}"
        below = self.below()
        if interval := self.best.interval:
            ends = f"{interval.low:.3%} to {interval.high:.3%}"
            below = f"the first wins {ends}, with 95 % confidence\n{below}"
        return TextTable(_HEADINGS, [one._cells() for one in self.settings], below, head)

    @property
    def _other(self) -> dict[str, Any] | None:
        if self.other is None:
            return None
        return {"objective": str(self.objective.other)} | self.other.row()


def unseen(hand: CardSet, dead: CardSet = 0) -> CardSet:
    """Return the cards that the dealer can have, or raise if fewer than seven are left."""
    if both := dead & hand:
        raise CardError(f"{cards_name(both)!r} can't be both in the hand and dead")
    rest = complement(hand | dead, DECK)
    if rest.bit_count() < HAND_SIZE:
        raise CardError(f"only {rest.bit_count()} cards are left: the dealer needs seven")
    return rest


def outcome_counts(way: HouseWay, deck: Cards) -> Counts:
    """Count all hands from the deck by the setting that the way makes of them.

    The counts are in the order of `way.outcomes`.
    """
    require_instance(way, HouseWay, "asia.find_way finds one")
    return _native.asia_count(way.native, card_set(deck, deck=DECK), 0)


def sample_outcomes(
    way: HouseWay,
    deck: CardSet,
    samples: int,
    seed: int,
    *,
    threads: int | None = None,
    progress: Progress = False,
) -> Counts:
    """Count random hands from the deck by the setting that the way makes of them.

    The generator is SplitMix64. Each chunk has a stream of its own, from a hash of the seed and the
    number of the chunk, so the number of threads does not change the result.
    """
    require_int(samples, "samples", 1, MOST_SAMPLES, f"1 to {MOST_SAMPLES} are possible")
    require_seed(seed)

    def work(start: int) -> Counts:
        entropy = np.random.SeedSequence(seed, spawn_key=(start // CHUNK,))
        stream = int(entropy.generate_state(1, np.uint64)[0])
        return _native.asia_sample(way.native, deck, stream, min(CHUNK, samples - start))

    def combine(results: Iterator[Counts]) -> Counts:
        return sum(results, np.zeros(len(way.outcomes), np.uint32))

    job = Job("asia-sample-outcomes", range(0, samples, CHUNK), work, combine)
    return run(job, threads=threads, progress=progress)


def _score_settings(basis: Basis, way: HouseWay, counts: Counts) -> Ranking:
    """Score all distinct settings of a hand against counted outcomes, best first."""
    found = distinct_settings(basis.hand, basis.rules)
    values = np.array([value for value, _, _ in found], np.uint32)
    scores = _native.asia_score(way.native, counts, values)
    house_value, total = way.value(basis.hand), basis.dealer_hands
    copies_lose = basis.rules.copies is Copies.DEALER
    shared = basis._basis()
    settings = []
    for (value, setting, same), (wins, lost, *subs) in zip(found, scores.tolist(), strict=True):
        losses = total - wins if copies_lose else lost
        pushes, as_house = total - wins - losses, value == house_value
        settings.append(
            RankedSetting(
                *shared, setting, value, wins, losses, pushes, as_house, same, tuple(subs)
            )
        )

    def order(objective: Objective) -> list[RankedSetting]:
        return sorted(settings, key=lambda one: (*objective.key(one.wins, one.losses), -one.value))

    ordered, other = order(basis.objective), order(basis.objective.other)[0]
    house = next(one for one in settings if one.as_house)
    different = None if other == ordered[0] else other
    ordered[0] = replace(ordered[0], house=house, other=different)
    return Ranking(*shared, tuple(ordered), house, different)


def rank(
    cards: Cards,
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    objective: str = "wins",
    dead: Cards = "",
    samples: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = False,
) -> Ranking:
    """Rank every legal setting of a hand by its result against all hands that the dealer can have.

    `dealer` is a house way, by default `standard`; `objective` is `wins` (most wins, then
    fewest losses) or `ev` (most wins minus losses); `dead` cards are known to be out of the deck.
    With `samples`, that many random dealer hands are used instead of all.

    >>> found = rank("Th Ts 6c 6d Ad Kh 3s", rules="casino", dealer="balanced")
    >>> print(found.top(2))
    65 legal settings, 29 that differ, against all 53,524,680 dealer hands
    setting                      wins   losses  pushes        ev
    ─────────────────────────────────────────────────────────────────────────────
    Kh Ts Th 3s / 6d 6c / Ad  79.916%  20.084%  0.000%  +59.832%  dealer's choice
    Ad Ts Th 3s / 6d 6c / Kh  74.943%  25.057%  0.000%  +49.886%
    profile casino; dealer balanced; objective wins
    >>> found.house.setting == found.best.setting
    True
    """
    rules, way = find_game(rules, dealer)
    hand = read_hand(cards)
    gone = card_set(dead, deck=DECK)
    deck, order = unseen(hand, gone), Objective(objective)
    how: tuple[str, int, int | None] = "exact", comb(deck.bit_count(), HAND_SIZE), None
    if samples is None:
        counts = outcome_counts(way, deck)
    else:
        how = "sampled", samples, seed
        counts = sample_outcomes(way, deck, samples, seed, threads=threads, progress=progress)
    basis = Basis(hand, gone, rules, way.name, order, *how)
    return _score_settings(basis, way, counts)


class Rankings(Tabular, list[Ranking]):
    """The rankings of hands, in their order; as a table, the best setting of each."""

    JSON = "rankings=copy"
    REPR = "hands=__len__"

    def _records(self) -> list[dict[str, Any]]:
        return [{"hand": one._hand, **one.best.row()} for one in self]

    def _table(self) -> TextTable:
        rows = [[one._hand, *one.best._cells()] for one in self]
        return TextTable(["hand", *_HEADINGS], rows)


def rank_many(
    hands: Iterable[Cards],
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    objective: str = "wins",
    dead: Cards = "",
    samples: int | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Rankings:
    """Rank the settings of any number of hands, on all cores unless `threads` says otherwise.

    `to_frame()` of the answer has the best setting of each hand.

    >>> hands = ["Th Ts 6c 6d Ad Kh 3s", "Jk Ks Kd 9h 8c 5d 2s"]
    >>> [str(found.best.setting) for found in rank_many(hands, rules="casino")]
    ['Kh Ts Th 3s / 6d 6c / Ad', 'Ks Kd 5d 2s / Jk 9h / 8c']
    """
    rules, way = find_game(rules, dealer)
    gone = card_set(dead, deck=DECK)
    read = [read_hand(cards) for cards in require_list(hands, "hands", "hands")]
    for hand in read:
        unseen(hand, gone)
    one = partial(
        rank, rules=rules, dealer=way, objective=objective, dead=gone, samples=samples, seed=seed,
        threads=1,
    )  # fmt: skip
    return Rankings(thread_map(one, read, threads=threads))
