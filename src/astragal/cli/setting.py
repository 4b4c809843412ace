"""What the commands of the setting games share: `asia.py` and `paigow.py` declare them.

A function here takes the game and the options of a command, and prints the answer.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from cyclopts import Parameter

from astragal import cards, store
from astragal._checks import require_int
from astragal.cli.options import (
    EngineOptions,
    Flag,
    Integer,
    Number,
    ParquetFile,
    Texts,
    names,
    refuse,
)
from astragal.cli.output import Output, read_line, show
from astragal.cli.progress import bar
from astragal.errors import BadInputError, error_line, quoted
from astragal.setting import Game, Rules, export_table
from astragal.setting.setting import read_setting, setting_form
from astragal.setting.trainer import Drill, DrillHand, find_choice
from astragal.store.folders import writing_problem

if TYPE_CHECKING:
    from astragal.setting import RankedSetting, Ranking

SHOWN = 5
"""Settings that `best` prints as text unless --top is given."""

Cards: TypeAlias = Annotated[
    str, Parameter(name="HAND", required=True, help="Seven cards, such as As Kd ... Jk.")
]
SettingText: TypeAlias = Annotated[
    str,
    Parameter(
        name="SETTING",
        required=True,
        help="Seven cards with / between the hands, the longest hand first.",
    ),
]
Dead: TypeAlias = Annotated[str | None, Parameter(help="Cards known to be out of the deck.")]
ObjectiveName: TypeAlias = Annotated[
    str,
    Parameter(help="What is best: wins (most wins), or ev (most expected money)."),
]
Top: TypeAlias = Annotated[
    Integer | None,
    Parameter(help="Number of settings to print; 0: all. [5; with --json all]"),
]
DealerSamples: TypeAlias = Annotated[
    Integer, Parameter(help="Sample this many dealer hands; 0: count all.")
]
SampleSeed: TypeAlias = Annotated[Integer | None, Parameter(help="The seed of --samples. [0]")]
DealSeed: TypeAlias = Annotated[Integer | None, Parameter(help="Deal the same cards again.")]
DrillSeed: TypeAlias = Annotated[
    Integer | None, Parameter(help="Deal the same hands again. [random]")
]
MySetting: TypeAlias = Annotated[
    str | None, Parameter(name="--set", metavar="SETTING", help="Your setting. [the best one]")
]
Closeness: TypeAlias = Annotated[
    Number | None,
    Parameter(
        help="Only hands whose second best setting costs at most this part of the winning "
        "chance; with ev, of the bet. [any]"
    ),
]
HandCount: TypeAlias = Annotated[Integer, Parameter(help="Number of hands.")]
PlayerName: TypeAlias = Annotated[
    str | None, Parameter(help="A house way, or `best` for best play. [the dealer's]")
]
EdgeSamples: TypeAlias = Annotated[
    Integer,
    Parameter(help="Estimate the edge of `best` from this many random hands; 0: read the table."),
]
MatrixWays: TypeAlias = Annotated[
    str, Parameter(name="WAY", help="House ways or TOML files. [all of the game]")
]
Classes: TypeAlias = Annotated[
    str,
    Parameter(
        metavar="FIRST:END",
        help="A slice of the 6,972,147 suit classes. [all]",
        show_default=False,
    ),
]
TableParquet: TypeAlias = Annotated[
    ParquetFile | None, Parameter(help="Also write everything that the table has there.")
]
Rebuild: TypeAlias = Annotated[Flag, Parameter(help="Make a new table of these classes alone.")]
CardName: TypeAlias = Annotated[
    str | None,
    Parameter(name="CARD", help="A strategy card, a house way, or a TOML file. [the game's card]"),
]
WayName: TypeAlias = Annotated[
    str | None,
    Parameter(name="WAY", help="The name of a house way, or a TOML file. [the standard way]"),
]
CheckedWay: TypeAlias = Annotated[
    str, Parameter(name="WAY", help="A TOML file, or the name of a house way.")
]
CostedWay: TypeAlias = Annotated[
    str, Parameter(name="WAY", help="A house way with rules: its name, or a TOML file.")
]
Pays: TypeAlias = Annotated[
    Texts | None,
    Parameter(
        metavar="HAND=PAYS", help="An own pay table, to one; repeat it for each hand that pays."
    ),
]


# The options of a game


def rules_help(rules: type[Rules]) -> Parameter:
    """Return the help text of --rules."""
    return Parameter(help=f"The rules: one of {names(rules.named)}.")


def switch_help(rules: type[Rules]) -> Parameter:
    """Return the help text of --rule: each switch with its values."""
    switches = []
    for switch, values in rules.switch_values.items():
        texts = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
        if switch in rules.rates:
            texts = ["RATE"]
        quoted_texts = [f"'{text}'" if " " in text else text for text in texts]
        switches.append(f"{switch}={'|'.join(quoted_texts)}")
    return Parameter(
        metavar="SWITCH=VALUE",
        help=f"Override one switch of the rules; may be repeated: {', '.join(switches)}.",
    )


def dealer_help(rules: type[Rules]) -> Parameter:
    """Return the help text of --dealer."""
    ways = f"{names(sorted(rules.ways.unordered))}, or a TOML file"
    return Parameter(help=f"The dealer's house way: {ways}. [{rules.ways.standard}]")


def kind_help(game: type[Game]) -> Parameter:
    """Return the help text of --kind."""
    return Parameter(help=f"The kind of hands: {names(game.hand_kinds)}.")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """Which rules are played. Names and defaults are those of a game."""

    rules_class: ClassVar[type[Rules]]

    rules: str = ""
    rule: Texts | None = None

    def switches(self) -> dict[str, Any]:
        """Return the switches that are changed."""
        switches: dict[str, Any] = {}
        for switch in self.rule or []:
            name, equals, value = switch.partition("=")
            if not equals:
                raise BadInputError(
                    f"--rule {switch}: write SWITCH=VALUE, such as {self._example()}"
                )
            if name in switches:
                raise BadInputError(f"--rule {switch}: {name} is given twice")
            switches[name] = {"true": True, "false": False}.get(value, value)
        return switches

    def _example(self) -> str:
        """Return a switch and a value, such as `copies=dealer`."""
        values = self.rules_class.switch_values
        switch = next(name for name in values if isinstance(values[name][-1], str))
        return f"{switch}={values[switch][-1]}"


# One hand


def _joined_hand(words: Sequence[str], game: Game) -> str:
    hand = " ".join(words)
    if "/" in hand:
        raise BadInputError(
            f"{quoted(hand)} is a setting: give seven cards, or type astragal "
            f"{game.rules.game} explain"
        )
    return hand


def _joined_setting(words: Sequence[str], game: Game) -> str:
    setting = " ".join(words)
    if "/" not in setting:
        raise BadInputError(
            f"{quoted(setting)} is not a setting: write {setting_form(game.rules)}. For the best "
            f"setting of seven cards type astragal {game.rules.game} hint"
        )
    return setting


def best(
    game: Game,
    hand: Sequence[str],
    *,
    dead: str | None,
    top: int | None,
    samples: int,
    seed: int | None,
    json: bool,
) -> int:
    """Print the settings of a hand, best first."""
    text = _joined_hand(hand, game)
    if top is not None:
        require_int(top, "--top", 0, inf)
    if not samples:
        refuse({"--seed": seed}, why="is for a sample; add --samples")
    if top == 1 and not samples:
        ranking = game.best(text, dead=dead or "").alone()
    else:
        with bar() as progress:
            ranking = game.rank(
                text, dead=dead or "", samples=samples, seed=seed or 0, progress=progress
            )
    shown = (0 if json else SHOWN) if top is None else top
    return show(ranking.top(shown or len(ranking)), json)


def house(game: Game, hand: Sequence[str], json: bool) -> int:
    """Print a hand as the house way sets it."""
    return show(game.house(_joined_hand(hand, game)), json)


def explain(game: Game, setting: Sequence[str], dead: str | None, json: bool) -> int:
    """Print what each hand of a setting does."""
    text = _joined_setting(setting, game)
    explanation = game.explain(text, dead=dead or "")
    if explanation.fouls:
        raise BadInputError(f"{quoted(text)} is a foul: {'; '.join(explanation.fouls)}")
    return show(explanation, json)


def hint(game: Game, hand: Sequence[str], dead: str | None, json: bool) -> int:
    """Print why the best setting of a hand is better than the obvious one."""
    return show(game.hint(_joined_hand(hand, game), dead=dead or ""), json)


# Playing


def deal(game: Game, seed: int | None, setting: str | None, json: bool) -> int:
    """Print how a deal ends."""
    hands = game.deal(seed=seed)
    if setting:
        mine = read_setting(setting, game.rules)
        if mine.hand != hands.player:
            dealt = cards.cards_text(hands.player)
            raise BadInputError(f"{quoted(setting)} does not set the cards dealt, {quoted(dealt)}")
    else:
        mine = game.best(hands.player).setting
    return show(game.showdown(mine, hands.dealer), json)


def drill(
    game: Game, kind: str, *, closeness: float | None, hands: int, seed: int | None, json: bool
) -> int:
    """Deal hands, and read a setting of each."""
    require_int(hands, "--hands", 1, inf)
    practice = game.practice(
        kind,
        closeness=closeness,
        hands=hands,
        seed=randbelow(2**32) if seed is None else seed,
    )
    drilled = []
    if not json:
        print(f"Type a setting: {setting_form(game.rules)}; suits are needed where they count.")
    for number, hand in enumerate(practice, 1):
        if not json:
            print(f"{number}. {cards.cards_text(hand)}")
        ranking = game.rank(hand)
        mine = _ask_setting(ranking, json)
        if mine is None:
            break
        drilled.append(DrillHand(ranking, mine))
        if not json:
            print(f"   {drilled[-1]}")
    return show(Drill(practice, tuple(drilled)), json)


def _ask_setting(ranking: "Ranking", json: bool) -> "RankedSetting | None":
    """Read a setting of a hand, asking again until it is one; None at the end, or q.

    With JSON, an error is a line on stderr.
    """
    while (line := read_line("" if json else "   your setting, or q: ")) is not None:
        if line.strip().lower() == "q":
            return None
        try:
            return find_choice(ranking, line)
        except BadInputError as error:
            if json:
                print(error_line(str(error), ["--json"]), file=sys.stderr)
            else:
                print(f"   {error}")
    return None


# The whole game


def edge(
    game: Game, player: str | None, *, samples: int, seed: int, engine: EngineOptions, json: bool
) -> int:
    """Print the house edge over all deals."""
    with engine.run_options() as options:
        answer = game.edge(player, samples=samples, seed=seed, **options)
    return show(answer, json)


def matrix(game: Game, ways: Sequence[str], engine: EngineOptions, json: bool) -> int:
    """Print the house edge of every house way against every other."""
    with engine.run_options() as options:
        edges = game.matrix(ways or None, **options)
    return show(edges, json)


def table(
    game: Game,
    classes: str,
    *,
    parquet: Path | None,
    rebuild: bool,
    engine: EngineOptions,
    json: bool,
) -> int:
    """Make the table of best settings."""
    if problem := writing_problem(store.data_folder()):
        raise problem
    with engine.run_options() as options:
        built = game.build_table(classes, rebuild=rebuild, **options)
    return show(built if parquet is None else export_table(built, parquet), json)


# House ways and strategy cards


def card(game: Game, name: str | None, json: bool) -> int:
    """Print a strategy card."""
    return show(game.card(name), json)


def show_way(game: Game, way: str | None, json: bool) -> int:
    """Print a house way as TOML."""
    found = game.card(game.rules.ways.standard if way is None else way)
    return show(Output(found.to_dict(), found.text), json)


def check_way(game: Game, way: str, json: bool) -> int:
    """Check a house way."""
    return show(game.check_way(way), json)


def way_costs(game: Game, way: str, engine: EngineOptions, json: bool) -> int:
    """Print what each rule of a house way costs."""
    with engine.run_options() as options:
        costs = game.rule_costs(way, **options)
    return show(costs, json)


def read_pays(lines: Sequence[str] | None) -> dict[str, float] | None:
    """Read the lines of a pay table, such as `full house=5`; None without any."""
    if lines is None:
        return None
    pays: dict[str, float] = {}
    for line in lines:
        hand, equals, number = line.rpartition("=")
        if not equals or hand in pays:
            raise BadInputError(f"--pays {line}: write each hand once, as HAND=PAYS")
        try:
            pays[hand] = float(number)
        except ValueError:
            raise BadInputError(f"--pays {line}: {quoted(number)} is not a number") from None
    return pays
