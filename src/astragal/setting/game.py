"""A setting game as a value: rules, the dealer's house way, and what the player maximises.

Each game has a `Game` of its own, which reads names at the door; nothing below the door does. The
methods are here, and what they do is in the modules of this room.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Unpack

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.cards import Cards
from astragal.jobs import RunOptions
from astragal.progress import Progress
from astragal.setting import ranking, sentences, table
from astragal.setting.house_way import HouseSetting, HouseWay, Way, WayCheck, check_way, find_way
from astragal.setting.ranking import RankedSetting, Ranking, Rankings
from astragal.setting.rules import Objective, Rules, RulesJson
from astragal.setting.table import BestTable, Folder
from astragal.setting.way_file import WayFile, read_way


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
        return table.best(self, cards, dead=dead, folder=folder)

    def rank(
        self,
        cards: Cards,
        *,
        dead: Cards = "",
        samples: int | None = None,
        seed: int = 0,
        threads: int | None = None,
        progress: Progress = False,
    ) -> Ranking:
        """Rank every legal setting of a hand against all hands that the dealer can have.

        `dead` cards are known to be out of the deck. With `samples`, that many random dealer hands
        are used instead of all.

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
        return ranking.rank(
            self, cards, dead=dead, samples=samples, seed=seed, threads=threads, progress=progress
        )

    def rank_many(
        self,
        hands: Iterable[Cards],
        *,
        dead: Cards = "",
        samples: int | None = None,
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
        return ranking.rank_many(
            self, hands, dead=dead, samples=samples, seed=seed, threads=threads, progress=progress
        )

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

    # House ways

    def find_way(self, way: Way | None = None) -> HouseWay:
        """Return a house way by its name or from a TOML file; None is the game's standard way."""
        return find_way(way, self.rules)

    def read_way(self, way: str | PathLike[str] | None = None) -> WayFile:
        """Read a way file: one that comes with the game, by its name, or one of your own."""
        return read_way(way, self.rules)

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
        return table.open_table(self, folder=folder)

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
        return table.build_table(self, classes, rebuild=rebuild, chunk_cost=chunk_cost, **options)
