"""Every legal setting of a hand against the dealer's hands, best first: counted or sampled.

All C(46, 7) = 53,524,680 dealer hands are counted by classes; `native/setting/deals.hpp` says how.
A sample of dealer hands, shared by all settings, is slower at the same accuracy. It stays as an
independent check, and as the method that most tools use.

>>> from astragal import asia
>>> ranking = asia.rank("As Kd Qh Jc 9s 7d 4h")
>>> ranking.dealer_hands, ranking.legal
(53524680, 40)
>>> print(ranking.best)
As 9s 7d 4h / Kd Jc / Qh: wins 36.080%, loses 59.080%, pushes 4.840%; ev -23.000%
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import comb, inf
from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_instance, require_int, require_list, require_seed
from astragal._frames import Floats, Texts
from astragal._intervals import Interval, IntervalJson, wilson
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.cards import Cards, CardSet, card_names, card_set, cards_text, complement
from astragal.errors import BadInputError, CardError, quoted
from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.jobs.threads import thread_map
from astragal.progress import Progress, Reporter
from astragal.setting.hand import DECK, SettingValue, rank_tables
from astragal.setting.house_way import HouseWay, distinct_settings
from astragal.setting.rules import Objective, Rules, RulesJson, Stakes
from astragal.setting.sentences import below_settings, settings_counted
from astragal.setting.setting import HAND_SIZE, Setting, SettingJson, read_hand, read_setting

if TYPE_CHECKING:
    from astragal.setting.game import Game

Counts = NDArray[np.uint32]

CHUNK = 100_000
MOST_SAMPLES = 2**32 - 1  # counts are words of 32 bits


class SubHandJson(TypedDict):
    """What one of the hands of a setting does against the dealer's."""

    wins: int
    losses: int
    copies: int
    """Dealer hands of equal value."""


class SubHandsJson(TypedDict):
    """What the hands of a setting do against the dealer's."""

    high: SubHandJson
    medium: NotRequired[SubHandJson]
    """Of Asia Poker."""
    low: SubHandJson


class RankedSettingJson(SettingJson):
    """One of the `settings` of a ranking."""

    wins: int
    """Dealer hands that the setting beats."""
    losses: int
    """Dealer hands that it loses to."""
    pushes: int
    """Dealer hands with which nobody wins."""
    ev: float
    """Expected value, as a part of the bet, after the commission."""
    house: bool
    """Whether the dealer's house way sets these cards like this."""
    same: int
    """Legal settings with exactly this value; they differ in suits only."""
    interval: IntervalJson | None
    """The 95 % interval of the chance of winning; null when exact."""
    error: float | None
    """Half the width of `interval`; null when exact."""


class RankingJson(TypedDict):
    """The settings of a hand, best first."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the first setting maximises: `wins` or `ev`."""
    hand: list[str]
    dead: list[str]
    """Cards known to be out of the deck."""
    method: str
    """`exact`, `table` or `sampled`."""
    seed: int | None
    """The seed of the sample; null when exact."""
    dealer_hands: int
    """Dealer hands counted or sampled."""
    legal: int
    """How many settings are legal, of 105 in Asia Poker and of 21 in pai gow poker."""
    settings: list[RankedSettingJson]
    """One row for each distinct value, best first."""
    other: RankedSettingJson | None
    """The best setting by the other objective; null if it is the same one."""


class RankingsJson(TypedDict):
    """The rankings of several hands."""

    rankings: list[RankingJson]


@dataclass(frozen=True, slots=True)
class Question:
    """A hand in a game, and the dealer hands that its settings were scored against."""

    game: Game
    hand: CardSet
    dead: CardSet
    """Cards known to be out of the deck."""
    method: str
    """`exact`, `table` or `sampled`."""
    dealer_hands: int
    """How many dealer hands were counted or sampled."""
    seed: int | None
    legal: int
    """How many settings are legal, of 105 in Asia Poker and of 21 in pai gow poker."""


@dataclass(frozen=True, slots=True)
class RankedSetting(Result):
    """A setting, and how many of the dealer's hands it beats, loses to and pushes against."""

    question: Question
    setting: Setting
    value: SettingValue
    wins: int
    losses: int
    pushes: int
    as_house: bool
    """Whether the dealer's house way sets these cards like this."""
    same: int
    """How many legal settings have exactly this value; they differ in suits only."""
    sub_counts: tuple[int, ...] | None = None
    """Wins and losses of each hand, the longest first; None if the result is from a table."""
    house: RankedSetting | None = field(default=None, compare=False)
    """The setting of the house way; None in that setting itself."""
    other: RankedSetting | None = field(default=None, compare=False)
    """The best setting by the other objective, if it differs from the best one."""

    def __repr__(self) -> str:
        counts = f"wins={self.wins}, losses={self.losses}, pushes={self.pushes}"
        return f"RankedSetting({str(self.setting)!r}, {counts}, method={self.method!r})"

    def __str__(self) -> str:
        win, loss, push = self._percents()
        return f"{self.setting}: wins {win}, loses {loss}, pushes {push}; ev {self.ev:+.3%}"

    def _repr_html_(self) -> str:
        return self.alone()._repr_html_()

    def alone(self) -> Ranking:
        """Return the ranking that has only this setting."""
        return Ranking(self.question, (self,), self.house or self, self.other)

    def _percents(self) -> list[str]:
        return [f"{n / self.dealer_hands:.3%}" for n in (self.wins, self.losses, self.pushes)]

    def _cells(self) -> list[str]:
        choice = "dealer's choice" if self.as_house else ""
        return [str(self.setting), *self._percents(), f"{self.ev:+.3%}", choice]

    @property
    def method(self) -> str:
        """`exact`, `table` or `sampled`."""
        return self.question.method

    @property
    def dealer_hands(self) -> int:
        """How many dealer hands were counted or sampled."""
        return self.question.dealer_hands

    @property
    def win(self) -> float:
        """The probability to win the bet."""
        return self.wins / self.dealer_hands

    @property
    def ev(self) -> float:
        """The expected value, as a part of the bet, after the commission."""
        stakes = self.question.game.rules.stakes
        return stakes.ev(self.wins, self.losses, self.dealer_hands)

    @property
    def interval(self) -> Interval | None:
        """The 95 % confidence interval of `win` (Wilson's); None if all hands were dealt."""
        return wilson(self.win, self.dealer_hands) if self.method == "sampled" else None

    @property
    def error(self) -> float | None:
        """Half the width of `interval`; None if all hands were dealt."""
        interval = self.interval
        return None if interval is None else (interval.high - interval.low) / 2

    @property
    def sub_hands(self) -> SubHandsJson | None:
        """What each hand wins, loses and copies; None from a table."""
        if self.sub_counts is None:
            return None
        counts = zip(self.sub_counts[::2], self.sub_counts[1::2], strict=True)
        high, *medium, low = (self._sub_hand(wins, losses) for wins, losses in counts)
        if not medium:
            return {"high": high, "low": low}
        return {"high": high, "medium": medium[0], "low": low}

    def _sub_hand(self, wins: int, losses: int) -> SubHandJson:
        return {"wins": wins, "losses": losses, "copies": self.dealer_hands - wins - losses}

    def to_dict(self) -> RankedSettingJson:
        """Return one of the `settings` of a ranking; `alone().to_dict()` also names the game."""
        interval = self.interval
        return {
            **self.setting.to_dict(),
            "wins": self.wins,
            "losses": self.losses,
            "pushes": self.pushes,
            "ev": self.ev,
            "house": self.as_house,
            "same": self.same,
            "interval": None if interval is None else interval.to_dict(),
            "error": self.error,
        }


class SettingPairJson(TypedDict):
    """The best setting of a hand, and another one."""

    best: RankedSettingJson
    other: RankedSettingJson
    cost_win: float
    """Chance of winning that the other setting costs, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""


@dataclass(frozen=True, slots=True)
class Pair(Result):
    """The best setting of a hand, and another one."""

    best: RankedSetting
    other: RankedSetting

    def __str__(self) -> str:
        return (
            f"{self.best.setting} ({self.best.ev:+.4%}), {self.other.setting}: {self.cost_ev:.7%}"
        )

    @property
    def cost_win(self) -> float:
        """The chance of winning that the other setting costs, as a part of 1."""
        return (self.best.wins - self.other.wins) / self.best.question.dealer_hands

    @property
    def cost_ev(self) -> float:
        """The part of the bet that the other setting costs."""
        question = self.best.question
        wins, losses = self.best.wins - self.other.wins, self.best.losses - self.other.losses
        return question.game.rules.stakes.ev(wins, losses, question.dealer_hands)

    def to_dict(self) -> SettingPairJson:
        """Return both settings and what the other one costs."""
        return {
            "best": self.best.to_dict(),
            "other": self.other.to_dict(),
            "cost_win": self.cost_win,
            "cost_ev": self.cost_ev,
        }


def _setting_columns(settings: Sequence[RankedSetting], names: Iterable[str]) -> dict[str, Any]:
    """Return the columns of a data frame of settings; `names` are those of their hands."""
    intervals = [setting.interval for setting in settings]
    return {
        **{
            name: [cards_text(setting.setting.hands[place]) for setting in settings]
            for place, name in enumerate(names)
        },
        "wins": [setting.wins for setting in settings],
        "losses": [setting.losses for setting in settings],
        "pushes": [setting.pushes for setting in settings],
        "ev": [setting.ev for setting in settings],
        "house": [setting.as_house for setting in settings],
        "same": [setting.same for setting in settings],
        "interval_low": Floats(
            None if interval is None else interval.low for interval in intervals
        ),
        "interval_high": Floats(
            None if interval is None else interval.high for interval in intervals
        ),
        "error": Floats(setting.error for setting in settings),
    }


_HEADINGS = ["setting", "wins", "losses", "pushes", "ev", ""]


@dataclass(frozen=True, slots=True)
class Ranking(TableResult):
    """The distinct legal settings of a hand, best first; settings of equal value count once."""

    question: Question
    settings: tuple[RankedSetting, ...]
    house: RankedSetting
    """What the dealer's house way makes of the cards."""
    other: RankedSetting | None
    """The best setting by the other objective; None if it is the same."""

    def __repr__(self) -> str:
        hand, best = cards_text(self.hand), str(self.best.setting)
        return f"Ranking(hand={hand!r}, rules={self.rules.name!r}, best={best!r})"

    def __iter__(self) -> Iterator[RankedSetting]:
        return iter(self.settings)

    def __len__(self) -> int:
        return len(self.settings)

    @property
    def hand(self) -> CardSet:
        """The seven cards."""
        return self.question.hand

    @property
    def dead(self) -> CardSet:
        """Cards known to be out of the deck."""
        return self.question.dead

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.question.game.rules

    @property
    def dealer(self) -> str:
        """The name of the dealer's house way."""
        return self.question.game.dealer.name

    @property
    def objective(self) -> Objective:
        """What the best setting maximises."""
        return self.question.game.objective

    @property
    def method(self) -> str:
        """`exact`, `table` or `sampled`."""
        return self.question.method

    @property
    def dealer_hands(self) -> int:
        """How many dealer hands were counted or sampled."""
        return self.question.dealer_hands

    @property
    def seed(self) -> int | None:
        """The seed of the sample; None if all hands were dealt."""
        return self.question.seed

    @property
    def legal(self) -> int:
        """How many settings are legal, of 105 in Asia Poker and of 21 in pai gow poker."""
        return self.question.legal

    @property
    def best(self) -> RankedSetting:
        """The first setting."""
        return self.settings[0]

    def top(self, count: int) -> Ranking:
        """Return the ranking with only its first settings."""
        require_int(count, "count", 1, inf)
        return replace(self, settings=self.settings[:count])

    def find(self, setting: str | Setting) -> RankedSetting:
        """Return the entry of a setting; a foul, or other cards, raise BadInputError.

        >>> from astragal import asia
        >>> asia.rank("As Kd Qh Jc 9s 7d 4h").find("As Jc 7d 4h / Kd Qh / 9s").wins
        10572578
        """
        setting = read_setting(setting, self.rules)
        if setting.hand != self.hand:
            raise BadInputError(
                f"{quoted(str(setting))} does not set {quoted(cards_text(self.hand))}"
            )
        if reasons := setting.fouls(self.rules):
            raise BadInputError(f"{quoted(str(setting))} is a foul: {'; '.join(reasons)}")
        return self.of_value(setting.value(self.rules))

    def of_value(self, value: SettingValue) -> RankedSetting:
        """Return the entry of the settings with this value, which must be legal."""
        for setting in self.settings:
            if setting.value == value:
                return setting
        raise BadInputError(f"no legal setting of the hand has the value {quoted(value)}")

    def cost_win(self, setting: str | Setting | RankedSetting) -> float:
        """Return the chance of winning that a setting costs against the best one, as a part of 1.

        It is negative if the setting wins more often, but the best one earns more.
        """
        mine = self._entry(setting)
        return (self.best.wins - mine.wins) / self.dealer_hands

    def cost_ev(self, setting: str | Setting | RankedSetting) -> float:
        """Return the expected value that a setting costs against the best one, of the bet.

        It is negative if the setting earns more, but the best one wins more often.
        """
        best, mine = self.best, self._entry(setting)
        stakes = self.rules.stakes
        return stakes.ev(best.wins - mine.wins, best.losses - mine.losses, self.dealer_hands)

    def _entry(self, setting: str | Setting | RankedSetting) -> RankedSetting:
        return setting if isinstance(setting, RankedSetting) else self.find(setting)

    def _columns(self) -> dict[str, Any]:
        return _setting_columns(self.settings, self.rules.hands)

    def _table(self) -> TextTable:
        below = below_settings(self)
        if interval := self.best.interval:
            ends = f"{interval.low:.3%} to {interval.high:.3%}"
            below = f"the first wins {ends}, with 95 % confidence\n{below}"
        rows = [setting._cells() for setting in self.settings]
        return TextTable(_HEADINGS, rows, below, above=settings_counted(self.question))

    def to_dict(self) -> RankingJson:
        """Return what `astragal asia best --json` and `/api/asia/best` answer."""
        question = self.question
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "objective": str(self.objective),
            "hand": card_names(question.hand),
            "dead": card_names(question.dead),
            "method": question.method,
            "seed": question.seed,
            "dealer_hands": question.dealer_hands,
            "legal": question.legal,
            "settings": [setting.to_dict() for setting in self.settings],
            "other": None if self.other is None else self.other.to_dict(),
        }


def unseen(hand: CardSet, dead: CardSet = 0) -> CardSet:
    """Return the cards that the dealer can have, or raise if fewer than seven are left."""
    if both := dead & hand:
        raise CardError(f"{quoted(cards_text(both))} can't be both in the hand and dead")
    rest = complement(hand | dead, DECK)
    if rest.bit_count() < HAND_SIZE:
        raise CardError(f"only {rest.bit_count()} cards are left: the dealer needs seven")
    return rest


def outcome_counts(way: HouseWay, deck: Cards) -> Counts:
    """Count all hands from the deck by the setting that the way makes of them.

    The counts are in the order of `way.outcomes`.
    """
    require_instance(way, HouseWay, "`Game.find_way` finds one")
    return _count_outcomes(way, card_set(deck, deck=DECK))


def _count_outcomes(way: HouseWay, deck: CardSet) -> Counts:
    return _native.setting_count(way.native, deck, 0)


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
    require_int(samples, "samples", 1, MOST_SAMPLES)
    require_seed(seed)

    def work(start: int) -> Counts:
        entropy = np.random.SeedSequence(seed, spawn_key=(start // CHUNK,))
        stream = int(entropy.generate_state(1, np.uint64)[0])
        return _native.setting_sample(way.native, deck, stream, min(CHUNK, samples - start))

    def combine(results: Iterator[Counts]) -> Counts:
        return sum(results, np.zeros(len(way.outcomes), np.uint32))

    job = Job("sample-outcomes", range(0, samples, CHUNK), work, combine)
    return run(job, threads=threads, progress=progress)


class DealerOutcomes(NamedTuple):
    """How often the dealer makes each outcome of the house way."""

    counts: Counts
    method: str
    dealer_hands: int
    seed: int | None


def _count_all(way: HouseWay, deck: CardSet) -> DealerOutcomes:
    dealer_hands = comb(deck.bit_count(), HAND_SIZE)
    return DealerOutcomes(_count_outcomes(way, deck), "exact", dealer_hands, None)


def order_key(objective: Objective, stakes: Stakes, wins: int, losses: int) -> tuple[int, int]:
    """Return the key that sorts results best first."""
    if objective is Objective.WINS:
        return -wins, losses
    return -stakes.net(wins, losses), -wins


def _score_settings(game: Game, hand: CardSet, dead: CardSet, dealt: DealerOutcomes) -> Ranking:
    """Score all distinct settings of a hand against counted outcomes, best first."""
    rules, way = game.rules, game.dealer
    distinct = distinct_settings(hand, rules)
    question = Question(
        game=game,
        hand=hand,
        dead=dead,
        method=dealt.method,
        dealer_hands=dealt.dealer_hands,
        seed=dealt.seed,
        legal=sum(same for _, _, same in distinct),
    )
    values = np.array([value for value, _, _ in distinct], np.uint32)
    copies = rules.copies_go_to.native
    native = rank_tables(rules).native
    scores = _native.setting_score(native, way.native, dealt.counts, values, copies).tolist()
    house_value, total = way.value(hand), dealt.dealer_hands

    def ranked(
        row: int, house: RankedSetting | None = None, other: RankedSetting | None = None
    ) -> RankedSetting:
        (value, setting, same), (wins, losses, *sub_counts) = distinct[row], scores[row]
        return RankedSetting(
            question=question,
            setting=setting,
            value=value,
            wins=wins,
            losses=losses,
            pushes=total - wins - losses,
            as_house=value == house_value,
            same=same,
            sub_counts=tuple(sub_counts),
            house=house,
            other=other,
        )

    def key(objective: Objective) -> Callable[[int], tuple[int, ...]]:
        """Return the key that sorts rows best first; the first of equal ones has most value."""
        return lambda row: (
            *order_key(objective, rules.stakes, *scores[row][:2]),
            -distinct[row][0],
        )

    rows = sorted(range(len(distinct)), key=key(game.objective))
    best_by_other = min(rows, key=key(game.objective.other))
    house = ranked(next(row for row in rows if distinct[row][0] == house_value))
    other = None if best_by_other == rows[0] else ranked(best_by_other)
    return Ranking(question, tuple(ranked(row, house, other) for row in rows), house, other)


def rank_exactly(hand: CardSet, game: Game, dead: CardSet = 0) -> Ranking:
    """Rank the settings of a hand against all hands that the dealer can have."""
    return _score_settings(game, hand, dead, _count_all(game.dealer, unseen(hand, dead)))


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample of the dealer's hands."""

    samples: int
    seed: int
    threads: int | None
    progress: Progress


def rank_sampled(hand: CardSet, game: Game, dead: CardSet, sample: Sample) -> Ranking:
    """Rank the settings of a hand against random hands of the dealer."""
    counts = sample_outcomes(
        game.dealer, unseen(hand, dead), sample.samples, sample.seed,
        threads=sample.threads, progress=sample.progress,
    )  # fmt: skip
    dealt = DealerOutcomes(counts, "sampled", int(sample.samples), int(sample.seed))
    return _score_settings(game, hand, dead, dealt)


class Rankings(TableResult, list[Ranking]):
    """The rankings of hands, in their order; as a table, the best setting of each."""

    def __init__(self, rankings: Iterable[Ranking], rules: Rules) -> None:
        super().__init__(rankings)
        self.rules = rules
        """The rules of the game."""

    def __repr__(self) -> str:
        return f"Rankings(hands={len(self)})"

    def _columns(self) -> dict[str, Any]:
        hands = {"hand": Texts(cards_text(ranking.hand) for ranking in self)}
        return hands | _setting_columns([ranking.best for ranking in self], self.rules.hands)

    def _table(self) -> TextTable:
        rows = [[cards_text(ranking.hand), *ranking.best._cells()] for ranking in self]
        return TextTable(["hand", *_HEADINGS], rows)

    def to_dict(self) -> RankingsJson:
        """Return the JSON of each ranking."""
        return {"rankings": [ranking.to_dict() for ranking in self]}


def read_hands(hands: Iterable[Cards], dead: CardSet) -> list[CardSet]:
    """Return the sets of hands; an error names the row."""
    read = []
    for row, cards in enumerate(require_list(hands, "hands", "hands")):
        try:
            read.append(read_hand(cards))
            unseen(read[-1], dead)
        except BadInputError as error:
            raise type(error)(f"row {row}: {error}") from None
    return read


def rank_hands(
    hands: Sequence[CardSet],
    rank: Callable[[CardSet], Ranking],
    rules: Rules,
    threads: int | None,
    progress: Progress,
) -> Rankings:
    """Rank hands on several threads."""
    reporter = Reporter(progress, "rank", total=len(hands), unit="hands")
    ranked = count(1)

    def work(hand: CardSet) -> Ranking:
        ranking = rank(hand)
        reporter.report(next(ranked))
        return ranking

    return Rankings(thread_map(work, hands, threads=threads), rules)
