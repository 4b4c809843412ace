"""The commands of a setting game, written once for `astragal asia` and `astragal paigow`.

A command takes the options of its game as `RulesOptions` or `GameOptions`. Each game has its own
subclasses of them, with its names and defaults; `setting_app` puts these into the commands.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from math import inf
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from cyclopts import App, Parameter

from astragal import cards, store
from astragal._checks import require_int
from astragal.cli.options import (
    EngineOptions,
    Flag,
    Integer,
    Json,
    Number,
    ParquetFile,
    Seed,
    Texts,
    names,
    refuse,
)
from astragal.cli.output import Output, read_line, show
from astragal.cli.progress import bar
from astragal.errors import BadInputError, error_line, quoted
from astragal.setting import Drill, DrillHand, Game, Rules, export_table
from astragal.setting.setting import read_setting, setting_form
from astragal.setting.table import find_table
from astragal.store.folders import writing_problem

if TYPE_CHECKING:
    from astragal.setting import RankedSetting, Ranking

DEFAULT_SAMPLES = 1000
SHOWN = 5
"""Settings that `best` prints as text unless --top is given."""

Command: TypeAlias = Callable[..., int]

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


# The options of a game


def rules_help(rules: type[Rules]) -> Parameter:
    """Return the help text of --rules."""
    return Parameter(help=f"The rules: one of {names(rules.named)}.")


def switch_help(rules: type[Rules]) -> Parameter:
    """Return the help text of --rule: each switch with its values."""
    switches = []
    for switch, values in rules.switch_values.items():
        texts = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
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


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """Which rules are played. Names and defaults are those of a game."""

    rules_class: ClassVar[type[Rules]]
    game_class: ClassVar[Callable[..., Game]]

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

    def find_rules(self) -> Rules:
        """Return the rules with switches changed, such as `copies=dealer`."""
        return self.rules_class.find(self.rules, **self.switches())

    def game(self) -> Game:
        """Return the game with these rules."""
        return self.game_class(self.find_rules())


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions(RulesOptions):
    """Which game is played: the rules, the dealer, and what the player maximises."""

    dealer: str | None = None
    objective: str = ""

    def game(self) -> Game:
        """Return the game."""
        return self.game_class(self.find_rules(), dealer=self.dealer, objective=self.objective)


def for_game(command: Command, rules: type[RulesOptions], game: type[GameOptions]) -> Command:
    """Return a command with the options of one game, which are its parameter `game`."""
    options = {RulesOptions: rules, GameOptions: game}
    parameters = signature(command).parameters
    own = options[parameters["game"].annotation]

    @wraps(command)
    def of_game(*arguments: Any, **keywords: Any) -> int:
        return command(*arguments, **{"game": own(), **keywords})

    changed = [
        parameter.replace(annotation=own, default=own()) if name == "game" else parameter
        for name, parameter in parameters.items()
    ]
    of_game.__annotations__ = {**command.__annotations__, "game": own}
    of_game.__signature__ = signature(command).replace(parameters=changed)  # type: ignore[attr-defined]
    return of_game


# One hand


def _joined_hand(words: tuple[str, ...], game: Game) -> str:
    hand = " ".join(words)
    if "/" in hand:
        raise BadInputError(
            f"{quoted(hand)} is a setting: give seven cards, or type astragal "
            f"{game.rules.game} explain"
        )
    return hand


def _joined_setting(words: tuple[str, ...], game: Game) -> str:
    setting = " ".join(words)
    if "/" not in setting:
        raise BadInputError(
            f"{quoted(setting)} is not a setting: write {setting_form(game.rules)}. For the best "
            f"setting of seven cards type astragal {game.rules.game} hint"
        )
    return setting


def best(
    *hand: Cards,
    game: GameOptions,
    dead: Dead = None,
    top: Annotated[
        Integer | None,
        Parameter(help="Number of settings to print; 0: all. [5; with --json all]"),
    ] = None,
    samples: Annotated[
        Integer | None, Parameter(help="Sample this many dealer hands instead of counting all.")
    ] = None,
    seed: Annotated[Integer | None, Parameter(help="The seed of --samples. [0]")] = None,
    json: Json = False,
) -> int:
    """Rank all legal settings of a hand against every dealer hand.

    With --top 1 the answer comes from the table of the command `table` if it
    has the hand.
    """
    played = game.game()
    text = _joined_hand(hand, played)
    if top is not None:
        require_int(top, "--top", 0, inf)
    if samples is None:
        refuse({"--seed": seed}, why="is for a sample; add --samples")
    if top == 1 and samples is None:
        ranking = played.best(text, dead=dead or "").alone()
    else:
        with bar() as progress:
            ranking = played.rank(
                text,
                dead=dead or "",
                samples=samples,
                seed=0 if seed is None else seed,
                progress=progress,
            )
    shown = (0 if json else SHOWN) if top is None else top
    return show(ranking.top(shown or len(ranking)), json)


def house(*hand: Cards, game: GameOptions, json: Json = False) -> int:
    """Set a hand as the house way does."""
    played = game.game()
    return show(played.house(_joined_hand(hand, played)), json)


def explain(*setting: SettingText, game: GameOptions, dead: Dead = None, json: Json = False) -> int:
    """Explain what each hand of a setting does, and what it costs."""
    played = game.game()
    text = _joined_setting(setting, played)
    explanation = played.explain(text, dead=dead or "")
    if explanation.fouls:
        raise BadInputError(f"{quoted(text)} is a foul: {'; '.join(explanation.fouls)}")
    return show(explanation, json)


def hint(*hand: Cards, game: GameOptions, dead: Dead = None, json: Json = False) -> int:
    """Say why the best setting is better than the obvious one."""
    played = game.game()
    return show(played.hint(_joined_hand(hand, played), dead=dead or ""), json)


# Playing


def deal(
    *,
    seed: Annotated[Integer | None, Parameter(help="Deal the same cards again.")] = None,
    setting: Annotated[
        str | None,
        Parameter(name="--set", metavar="SETTING", help="Your setting. [the best one]"),
    ] = None,
    game: GameOptions,
    json: Json = False,
) -> int:
    """Deal two hands, set them, and say who wins."""
    played = game.game()
    hands = played.deal(seed=seed)
    if setting:
        mine = read_setting(setting, played.rules)
        if mine.hand != hands.player:
            dealt = cards.cards_text(hands.player)
            raise BadInputError(f"{quoted(setting)} does not set the cards dealt, {quoted(dealt)}")
    else:
        mine = played.best(hands.player).setting
    return show(played.showdown(mine, hands.dealer), json)


def drill(
    *,
    kind: Annotated[
        str,
        Parameter(
            help="The kind of hands: any, nothing, pair, two pair, trips, straight or flush, "
            "full house (pai gow poker), quads, joker."
        ),
    ] = "any",
    closeness: Annotated[
        Number | None,
        Parameter(
            help="Only hands whose second best setting costs at most this part of the winning "
            "chance; with ev, of the bet. [any]"
        ),
    ] = None,
    hands: Annotated[Integer, Parameter(help="Number of hands.")] = 10,
    seed: Annotated[Integer | None, Parameter(help="Deal the same hands again. [random]")] = None,
    game: GameOptions,
    json: Json = False,
) -> int:
    """Deal hands, read your settings, and show what each costs.

    Type a setting for each hand, or q to end.
    """
    require_int(hands, "--hands", 1, inf)
    played = game.game()
    practice = played.practice(
        kind,
        closeness=closeness,
        hands=hands,
        seed=randbelow(2**32) if seed is None else seed,
    )
    drilled = []
    if not json:
        print(f"Type a setting: {setting_form(played.rules)}; q ends.")
    for number, hand in enumerate(practice, 1):
        if not json:
            print(f"{number}. {cards.cards_text(hand)}")
        ranking = played.rank(hand)
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
            return ranking.find(line)
        except BadInputError as error:
            if json:
                print(error_line(str(error), ["--json"]), file=sys.stderr)
            else:
                print(f"   {error}")
    return None


# The whole game


def _has_all(game: Game) -> bool:
    """Tell whether there is a complete table of best settings."""
    table = find_table(game)
    return table is not None and table.complete


def edge(
    *,
    game: GameOptions,
    player: Annotated[
        str | None, Parameter(help="A house way, or `best` for best play. [the dealer's]")
    ] = None,
    samples: Annotated[
        Integer,
        Parameter(help="Random hands for the edge of best play, unless a complete table has it."),
    ] = DEFAULT_SAMPLES,
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge over all deals.

    The player has a house way, too.
    """
    played = game.game()
    if samples == 0 and player == "best" and not _has_all(played):
        raise BadInputError("--samples 0: the edge of 'best' is estimated from a sample")
    with engine.run_options() as options:
        answer = played.edge(player, samples=samples or DEFAULT_SAMPLES, seed=seed, **options)
    return show(answer, json)


def matrix(
    *,
    game: RulesOptions,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge of every house way against every other.

    All deals are counted. It takes some minutes of one core, and resumes after an
    interruption.
    """
    played = game.game()
    with engine.run_options() as options:
        edges = played.matrix(**options)
    return show(edges, json)


# Every hand


def table(
    *,
    classes: Annotated[
        str,
        Parameter(
            metavar="FIRST:END",
            help="A slice of the 6,972,147 suit classes. [all]",
            show_default=False,
        ),
    ] = ":",
    game: GameOptions,
    parquet: Annotated[
        ParquetFile | None, Parameter(help="Also write everything that the table has there.")
    ] = None,
    rebuild: Annotated[Flag, Parameter(help="Make a new table of these classes alone.")] = False,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Find the best setting of every hand, and keep it in a table.

    Hands that differ by a permutation of suits share a row. Rows that the table
    already has are not computed again, and slices add up.
    """
    played = game.game()
    if problem := writing_problem(store.data_folder()):
        raise problem
    with engine.run_options() as options:
        built = played.build_table(classes, rebuild=rebuild, **options)
    return show(built if parquet is None else export_table(built, parquet), json)


# House ways and cards to play from


def show_way(
    way: Annotated[
        str | None, Parameter(help="The name of a house way, or a TOML file. [the standard way]")
    ] = None,
    /,
    *,
    game: RulesOptions,
    card: Annotated[Flag, Parameter(help="Print a card to play from, not the TOML.")] = False,
    json: Json = False,
) -> int:
    """Print a house way as TOML, or as a card to play from."""
    if json:
        refuse({"--card": card}, why="can't be used with --json")
    house_way = game.game().read_way(way)
    text = house_way if card else house_way.text
    return show(Output(house_way.to_dict(), text), json)


def check_way(
    way: Annotated[str, Parameter(help="A TOML file, or the name of a house way.")],
    /,
    *,
    game: RulesOptions,
    json: Json = False,
) -> int:
    """Check that a house way sets every hand and fouls none.

    The exit code is 1 if it does not.
    """
    return show(game.game().check_way(way), json)


def way_costs(
    way: Annotated[str, Parameter(help="A house way with rules: its name, or a TOML file.")],
    /,
    *,
    game: GameOptions,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Show what each rule of a house way costs against best play.

    The dealer's own way is read from the table of the command `table`. For
    another way every hand is counted, in about 15 minutes of one core; it resumes
    after an interruption.
    """
    played = game.game()
    with engine.run_options() as options:
        costs = played.rule_costs(way, **options)
    return show(costs, json)


COMMANDS: tuple[Command, ...] = (
    best, house, explain, hint, deal, drill, edge, matrix, table,
)  # fmt: skip
WAY_COMMANDS: Mapping[str, Command] = {
    "show": show_way, "check": check_way, "costs": way_costs,
}  # fmt: skip


def setting_app(name: str, rules: type[RulesOptions], game: type[GameOptions]) -> App:
    """Return the commands of a game with its options."""
    app = App(name=name, version_flags=())
    ways = App(name="way", version_flags=(), help="Cards to play from, and house ways of your own.")
    app.command(ways)
    for command in COMMANDS:
        app.command(for_game(command, rules, game))
    for way_name, command in WAY_COMMANDS.items():
        ways.command(for_game(command, rules, game), name=way_name)
    return app
