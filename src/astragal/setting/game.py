"""A setting game as a value: rules, the dealer's house way, and what the player maximises.

Each game has a `Game` of its own, whose constructor reads names. The methods are here, and call the
functions of the other files of this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import ClassVar, Unpack

from typing_extensions import TypedDict

from astragal._checks import require_int
from astragal._results import Result
from astragal.cards import Cards, CardSet, card_set
from astragal.jobs.run import RunOptions
from astragal.jobs.threads import thread_count
from astragal.progress import Progress, require_progress
from astragal.setting import (
    advice,
    matrix,
    ranking,
    rule_costs,
    sentences,
    showdown,
    table,
    trainer,
    whole_game,
)
from astragal.setting.advice import Explanation, Hint
from astragal.setting.hand import DECK
from astragal.setting.house_way import HouseSetting, HouseWay, Way, WayCheck, check_way, find_way
from astragal.setting.matrix import EdgeMatrix
from astragal.setting.ranking import RankedSetting, Ranking, Rankings
from astragal.setting.rule_costs import RuleCosts
from astragal.setting.rules import Category, Objective, Rules, RulesJson
from astragal.setting.setting import Setting, read_hand, read_setting
from astragal.setting.showdown import Deal, Showdown
from astragal.setting.strategy_card import StrategyCard, read_card
from astragal.setting.table import BestTable, Folder
from astragal.setting.trainer import Practice
from astragal.setting.whole_game import Edge, Player


class GameJson(TypedDict):
    """A setting game."""

    game: str
    """`asia` or `paigow`."""
    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the player maximises: `wins` or `ev`."""


@dataclass(frozen=True)
class Game(Result):
    """Rules, the dealer's house way, and what the player maximises."""

    rules: Rules
    dealer: HouseWay
    objective: Objective

    def __repr__(self) -> str:
        names = f"dealer={self.dealer.name!r}, objective={str(self.objective)!r}"
        return f"{self.rules.game}.Game({self.rules.name!r}, {names})"

    def __str__(self) -> str:
        return f"{self.rules.title}: {sentences.game_line(self)}"

    def to_dict(self) -> GameJson:
        """Return the rules, the dealer and the objective."""
        return {
            "game": self.rules.game,
            "rules": self.rules.to_dict(),
            "dealer": self.dealer.name,
            "objective": str(self.objective),
        }

    # One hand

    def best(self, cards: Cards, *, dead: Cards = "", folder: Folder = None) -> RankedSetting:
        """Return the best setting of a hand: from the table of the game if it has it, else counted.

        The setting and its counts are the same either way; `method` says which it was. With `dead`
        cards, which are known to be out of the deck, the answer is counted. A table has one
        objective, so only a counted answer has an `other`.

        >>> from astragal import asia
        >>> best = asia.Game().best("Th Ts 6c 6d Ad Kh 3s")
        >>> best.setting
        Setting('Kh Ts Th 3s / 6d 6c / Ad')
        >>> best.wins, best.losses, best.pushes
        (42757323, 8885978, 1881379)
        """
        hand, gone = read_hand(cards), card_set(dead, deck=DECK)
        known = None if gone else table.find_table(self, folder)
        setting = None if known is None else known.get(hand)
        return ranking.rank_exactly(hand, self, gone).best if setting is None else setting

    def rank(
        self,
        cards: Cards,
        *,
        dead: Cards = "",
        samples: int = 0,
        seed: int = 0,
        threads: int | None = None,
        progress: Progress = False,
    ) -> Ranking:
        """Rank every legal setting of a hand against all hands that the dealer can have.

        `dead` cards are known to be out of the deck. With `samples`, that many random dealer hands
        are used; 0: all are counted.

        >>> from astragal import asia
        >>> ranking = asia.Game("casino", dealer="balanced").rank("Th Ts 6c 6d Ad Kh 3s")
        >>> print(ranking.top(2))
        65 legal settings, against all 53,524,680 dealer hands
        setting                      wins   losses  pushes        ev
        ─────────────────────────────────────────────────────────────────────────────
        Kh Ts Th 3s / 6d 6c / Ad  79.916%  20.084%  0.000%  +59.832%  dealer's choice
        Ad Ts Th 3s / 6d 6c / Kh  74.943%  25.057%  0.000%  +49.886%
        rules casino; dealer balanced; objective wins
        >>> ranking.house.setting == ranking.best.setting
        True
        """
        hand, gone = read_hand(cards), card_set(dead, deck=DECK)
        thread_count(threads)  # these two also where nothing is sampled
        require_progress(progress)
        if not self._is_sampled(samples):
            return ranking.rank_exactly(hand, self, gone)
        sample = ranking.Sample(samples, seed, threads, progress)
        return ranking.rank_sampled(hand, self, gone, sample)

    def rank_many(
        self,
        hands: Iterable[Cards],
        *,
        dead: Cards = "",
        samples: int = 0,
        seed: int = 0,
        threads: int | None = None,
        progress: Progress = False,
    ) -> Rankings:
        """Rank the settings of any number of hands, on all cores unless `threads` says otherwise.

        `to_frame()` of the answer has the best setting of each hand.

        >>> from astragal import asia
        >>> hands = ["Th Ts 6c 6d Ad Kh 3s", "Jk Ks Kd 9h 8c 5d 2s"]
        >>> [str(ranking.best.setting) for ranking in asia.Game("casino").rank_many(hands)]
        ['Kh Ts Th 3s / 6d 6c / Ad', 'Ks Kd 5d 2s / Jk 9h / 8c']
        """
        gone = card_set(dead, deck=DECK)

        def rank(hand: CardSet) -> Ranking:
            return self.rank(hand, dead=gone, samples=samples, seed=seed, threads=1)

        read = ranking.read_hands(hands, gone)
        return ranking.rank_hands(read, rank, self.rules, threads, progress)

    def house(self, cards: Cards) -> HouseSetting:
        """Set a hand as the dealer does, and name its hands.

        >>> from astragal import asia
        >>> print(asia.Game(dealer="balanced").house("Th Ts 6c 6d Ad Kh 3s"))
        Kh Ts Th 3s / 6d 6c / Ad
          high    pair of tens, king three
          medium  pair of sixes
          low     ace
        rules push; dealer balanced
        """
        return HouseSetting(self.rules, self.dealer.name, self.dealer.set(cards))

    def _is_sampled(self, samples: int) -> bool:
        return require_int(samples, "samples", 0, ranking.MOST_SAMPLES) > 0

    # Playing

    hand_kinds: ClassVar[Mapping[str, tuple[Category, ...]]]
    """The kinds of hands to practise with, by the category of the greatest high hand.

    `joker` are the hands that hold it.
    """

    def explain(self, setting: str | Setting, *, dead: Cards = "") -> Explanation:
        """Explain how often each hand of a setting wins, and the cost of the setting.

        >>> from astragal import asia
        >>> print(asia.Game().explain("As Kd Qh Jc / 9s 7d / 4h"))
        high    As Kd Qh Jc  straight, ace high: wins 86.31%, loses 13.42%, copies 0.27%
        medium  9s 7d        nine seven: wins 1.28%, loses 98.39%, copies 0.32%
        low     4h           four: wins 2.86%, loses 95.63%, copies 1.51%
        in all  wins 2.43%, loses 96.39%, pushes 1.18%
        the best is As 9s 7d 4h / Kd Jc / Qh: it wins 36.08%
        this one costs 33.65 points of winning chance, 70.96 % of the bet
        the house (standard) would do As 9s 7d 4h / Kd Jc / Qh
        rules push; dealer standard; objective wins
        """
        mine = read_setting(setting, self.rules)
        return advice.explain(self, mine, card_set(dead, deck=DECK))

    def hint(self, cards: Cards, *, dead: Cards = "") -> Hint:
        """Return why the best setting of a hand is better than the obvious one, in one sentence.

        It also names the rule of the dealer's house way that applies, and the cost of its setting
        if another is best. If the dealer's house way has no rules, it names the rule of the
        standard way. The obvious setting has the strongest high hand, kickers apart, then the
        greatest two, then the greatest one.

        >>> from astragal import asia
        >>> hint = asia.Game("casino", dealer="balanced").hint("Ac 2d 3h 4s 9c Jd Kh")
        >>> print(str(hint)[:75])
        Ac 4s 3h 2d / Kh 9c / Jd: better than Ac 4s 3h 2d / Kh Jd / 9c: with Jd the
        >>> hint.rule
        'a pair of queens / any / jack'
        """
        return advice.hint(self, read_hand(cards), card_set(dead, deck=DECK))

    def deal(self, *, seed: int | None = None) -> Deal:
        """Deal seven cards each from a shuffled deck; the same seed deals the same cards.

        >>> from astragal import asia
        >>> asia.Game().deal(seed=7) == asia.Game().deal(seed=7)
        True
        """
        return showdown.deal(seed)

    def showdown(self, setting: str | Setting, dealer_cards: Cards) -> Showdown:
        """Compare a setting with the dealer's cards as the house way sets them; a foul loses.

        >>> from astragal import asia
        >>> end = asia.Game().showdown("As 9s 7d 4h / Kd Qh / Jc", "Ks Qd Jh 9c 8s 6d 2h")
        >>> str(end.dealer), str(end.result)
        ('Ks 8s 6d 2h / Qd 9c / Jh', 'win')
        """
        mine, theirs = read_setting(setting, self.rules), read_hand(dealer_cards)
        return showdown.showdown(self, mine, theirs)

    def practice(
        self,
        kind: str = "any",
        *,
        closeness: float | None = None,
        hands: int = 10,
        seed: int = 0,
    ) -> Practice:
        """Deal random hands of a kind to practise with; `hand_kinds` names the kinds.

        With `closeness`, only hands whose second best setting costs at most that much: a part of
        the probability to win, or of the bet with the objective `ev`.

        >>> from astragal import asia
        >>> print(asia.Game().practice("joker", hands=2))
        6c 7d 7s Td Jh Js Jk
        3d 3s 4h 7d Qs Ah Jk
        """
        return trainer.practice(self, kind, closeness, hands, seed)

    # House ways

    def find_way(self, way: Way | None = None) -> HouseWay:
        """Return a house way by its name or from a TOML file; None is the game's standard way."""
        return find_way(way, self.rules)

    def card(self, way: str | PathLike[str] | None = None) -> StrategyCard:
        """Return a house way as a strategy card, by its name or from a TOML file.

        None is the game's own card. Printed, it is a list to play from.

        >>> from astragal import paigow
        >>> len(paigow.Game().card().rules), paigow.Game().card("foxwoods").name
        (21, 'foxwoods')
        """
        return read_card(self.rules.ways.card if way is None else way, self.rules)

    def check_way(self, way: Way | None = None) -> WayCheck:
        """Check that a house way sets every hand and fouls none; None is the standard way.

        A file that is not a house way at all raises BadInputError.

        >>> from astragal import asia
        >>> print(asia.Game().check_way("balanced"))
        balanced sets all 788,749 classes of hands and fouls none
        """
        return check_way(way, self.rules)

    # Every hand

    def open_table(self, *, folder: Folder = None) -> BestTable:
        """Open the table of best settings, from `folder` or the data folder.

        A missing table raises TableMissingError. Each block of the file is compared with its
        checksum when it is first read. The file stays open for the next call until it changes.
        """
        return table.open_table(self, folder)

    def build_table(
        self,
        classes: str | range = ":",
        *,
        rebuild: bool = False,
        chunk_cost: int = table.CHUNK_COST,
        **options: Unpack[RunOptions],
    ) -> BestTable:
        """Compute the best setting of every hand, keep it in a table file, and return the table.

        `classes` is a slice of the 6,972,147 suit classes, as a range or as text like "1000:2000".
        Only what the table lacks is computed, so slices add up. With `rebuild`, these classes are
        computed again, and the new table has nothing else. The table is in `folder`, by default the
        data folder. Finished chunks are kept there, too: after an interruption, the same call
        resumes.

        >>> import tempfile
        >>> from astragal import asia
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     asia.Game("casino").build_table("638980:639000", folder=folder)
        BestTable(rules='casino', dealer='standard', rows=20)
        """
        return table.build_table(self, classes, rebuild, chunk_cost, options)

    # The whole game

    also_under: ClassVar[Mapping[str, str]] = {}
    """Rules under which an edge alone would mislead, and the rules that are shown beside them."""

    def edge(
        self,
        player: Player | None = None,
        *,
        samples: int = 0,
        seed: int = 0,
        **options: Unpack[RunOptions],
    ) -> Edge:
        """Return the house edge of the whole game: the mean loss of a player, as a part of the bet.

        The player is a house way (by default the dealer's), "best", or a `Strategy` of your own.
        House ways are played over all deals, in about ten seconds on two cores. "best" is read from
        the complete table of the game; without one, TableMissingError names the command that makes
        it. With `samples`, "best" is estimated from that many random hands. A `Strategy` needs
        `samples`. Under the rules of `also_under`, such as `push`, the answer also has the edge
        under the rules beside them. With `folder`, finished chunks are kept there, and the same
        call resumes.

        For example, `asia.Game("casino", dealer="balanced").edge("short")`.
        """
        return whole_game.edge(self, player, samples, seed, options)

    def edge_many(
        self,
        players: Sequence[Player | None],
        *,
        samples: int = 0,
        seed: int = 0,
        **options: Unpack[RunOptions],
    ) -> list[Edge]:
        """Return the house edge against each of these players; strategies share one sample.

        `samples` is as in `edge`.
        """
        return whole_game.edge_many(self, players, samples, seed, options)

    def matrix(
        self, ways: Sequence[Way] | None = None, **options: Unpack[RunOptions]
    ) -> EdgeMatrix:
        """Return the house edge of every house way against every other, over all deals.

        Without `ways`, these are all that come with the game: about eleven minutes of one core in
        Asia Poker, about five in pai gow poker. Under `push` the answer also has the edges under
        `casino`. With `folder`, finished chunks are kept there, and the same call resumes.
        """
        return matrix.edge_matrix(self, ways, options)

    def rule_costs(
        self,
        way: StrategyCard | str | PathLike[str],
        *,
        classes: str | range = ":",
        **options: Unpack[RunOptions],
    ) -> RuleCosts:
        """Return the cost of each rule of a house way's file against best play, over every hand.

        For each rule the answer has the hands that it decides, how many of them it sets wrong, what
        it adds to the house edge, and its costliest hand. Settings are compared by expected value.
        The dealer's own way is read from the table of the game with the objective `ev`, in
        seconds; without it, TableMissingError names the command that makes it. For any other way
        every hand is counted, which takes about 15 minutes of one core; with `folder`, finished
        chunks are kept there, and the same call resumes. `classes` is a slice of the suit classes,
        as in `build_table`.

        >>> from astragal import paigow
        >>> game = paigow.Game(dealer="stones")
        >>> costs = game.rule_costs("foxwoods", classes="6050360:6050400")
        >>> print(max(costs.costs, key=lambda rule: rule.cost_ev))
        two pair, jacks to aces: split: 384 of 384 hands wrong, adds 1.5993% to the house edge
        """
        return rule_costs.rule_costs(self, way, classes, options)
