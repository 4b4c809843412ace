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
from pathlib import Path
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
    OutputFile,
    ParquetFile,
    PictureFile,
    Seed,
    Texts,
    names,
    refuse,
)
from astragal.cli.output import Output, Picture, read_line, show
from astragal.cli.progress import bar
from astragal.errors import BadInputError, error_line, quoted
from astragal.setting import Drill, DrillHand, Game, Rules, export_table
from astragal.setting.setting import read_setting, setting_form
from astragal.setting.table import find_table
from astragal.store.folders import writing_problem

if TYPE_CHECKING:
    from astragal.setting import Distilled, RankedSetting, Ranking

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
        str | None,
        Parameter(help="A house way, `best`, or a habit of `astragal plot`. [the dealer's]"),
    ] = None,
    samples: Annotated[
        Integer,
        Parameter(
            help="Also estimate the edge of best play from this many hands, unless a complete "
            "table has it; 0: don't."
        ),
    ] = DEFAULT_SAMPLES,
    advice: Annotated[
        Flag,
        Parameter(help="Also for a player who sets what is best under `push` (Asia Poker only)."),
    ] = False,
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge over all deals.

    The player has a house way, too. With --samples, also estimate the edge of
    best play.
    """
    played = game.game()
    if samples == 0 and (player in played.habits or (player == "best" and not _has_all(played))):
        raise BadInputError(f"--samples 0: the edge of {quoted(player)} is estimated from a sample")
    with engine.run_options() as options:
        report = played.edge_report(
            player=player,
            best=samples != 0,
            advice=advice,
            samples=samples or DEFAULT_SAMPLES,
            seed=seed,
            **options,
        )
    return show(report, json)


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


def value(
    *,
    game: RulesOptions,
    player: Annotated[
        str | None, Parameter(help="The player's house way. [the equilibrium's]")
    ] = None,
    dealer: Annotated[
        str | None, Parameter(help="The dealer's house way. [the equilibrium's]")
    ] = None,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Bound the value of the game, over all deals.

    It is between what a best dealer leaves the player's house way and what a
    best player gets against the dealer's.
    """
    played = game.game()
    with engine.run_options() as options:
        bounds = played.value(player=player, dealer=dealer, **options)
    return show(bounds, json)


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


def extremes(
    *,
    player: Annotated[
        str,
        Parameter(help="The house way whose mistakes are counted: one of --dealer."),
    ] = "obvious",
    count: Annotated[Integer, Parameter(help="Hands of each list.")] = 3,
    game: GameOptions,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Count every hand: the worst, the closest, a player's mistakes.

    It takes about 15 minutes of one core, and resumes after an interruption.
    """
    played = game.game()
    with engine.run_options() as options:
        lists = played.extremes(player=player, count=count, **options)
    return show(lists, json)


# House ways and cards to play from


def balance(
    *,
    game: RulesOptions,
    folder: Annotated[
        Path | None, Parameter(help="A folder for player.xz and dealer.xz. [only report]")
    ] = None,
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute house ways that are best against each other."""
    if folder is not None:
        store.check_file(folder / "player.xz")
    played = game.game()
    with engine.run_options() as options:
        balanced = played.balance(seed=seed, **options)
    if folder is not None:
        for side in ("player", "dealer"):
            with store.whole_file(folder / f"{side}.xz") as file:
                file.write(balanced.packed(side))
    return show(balanced, json)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class CardOptions:
    """Which card to play from is searched for, and on how many hands."""

    lines: Annotated[
        Integer | None,
        Parameter(metavar="N", help="Lines of the card. [24]"),
    ] = None
    points: Annotated[
        Integer | None,
        Parameter(metavar="N", help="Points, instead of lines."),
    ] = None
    samples: Annotated[
        Integer, Parameter(help="Hands to sample: half to search, half to measure.")
    ] = 20_000
    seed: Seed = 0

    def distil(self, game: Game, engine: EngineOptions, *, costs: bool) -> "Distilled":
        """Return the card."""
        if self.lines is not None and self.points is not None:
            raise BadInputError(
                f"--lines {self.lines} and --points {self.points}: give only one of them"
            )
        with engine.run_options() as options:
            return game.distil(
                lines=self.lines,
                points=self.points,
                costs=costs,
                samples=self.samples,
                seed=self.seed,
                **options,
            )


def distil(
    *,
    card: CardOptions = CardOptions(),
    game: GameOptions,
    costs: Annotated[
        bool,
        Parameter(
            negative="--no-costs",
            help="Play the whole game without each line, for the cost of the line.",
        ),
    ] = True,
    path: Annotated[OutputFile | None, Parameter(help="Write the TOML there. [print it]")] = None,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Find a short house way that plays well, and its exact cost."""
    distilled = card.distil(game.game(), engine, costs=costs)
    if path is None:
        return show(Output(distilled.to_dict(), f"{distilled}\n\n{distilled.way.text}"), json)
    with store.whole_file(path) as file:
        file.write(distilled.way.text.encode())
    return show(distilled, json)


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
    """Print a house way as TOML, or as a card to play from.

    The command `way price` computes the costs of the lines.
    """
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


def price_way(
    way: Annotated[str, Parameter(help="A card: its name, or a TOML file.")],
    /,
    *,
    game: GameOptions,
    path: Annotated[OutputFile | None, Parameter(help="Write the TOML with costs there.")] = None,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Play the whole game with a card, and without each line."""
    played = game.game()
    with engine.run_options() as options:
        card = played.price_card(way, **options).way
    if path is not None:
        with store.whole_file(path) as file:
            file.write(card.text.encode())
    return show(card, json)


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
    best, house, explain, hint, deal, drill, edge, table, balance, value, distil, matrix, extremes,
)  # fmt: skip
WAY_COMMANDS: Mapping[str, Command] = {
    "show": show_way, "check": check_way, "price": price_way, "costs": way_costs,
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


# Pictures: astragal plot asia-..., paigow-...


def plot_distil(
    file: PictureFile,
    /,
    *,
    card: CardOptions = CardOptions(),
    game: GameOptions,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Draw the cost of short house ways, by length."""
    from astragal import plots

    distilled = card.distil(game.game(), engine, costs=False)
    plots.draw_distil(distilled, file)
    return show(Picture(file, distilled.to_dict()), json)


def plot_habits(
    file: PictureFile,
    /,
    *,
    game: GameOptions,
    habit: Annotated[
        Texts | None, Parameter(help="Draw only this habit; may be repeated. [all]")
    ] = None,
    samples: Annotated[Integer, Parameter(help="Number of hands in the sample.")] = 1000,
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Draw the cost of habits, from a sample."""
    from astragal import plots

    played = game.game()
    with engine.run_options() as options:
        costs = played.habit_costs(habit, samples=samples, seed=seed, **options)
    plots.draw_habits(costs, file)
    return show(Picture(file, costs.to_dict()), json)


def plot_values(
    file: PictureFile,
    /,
    *,
    game: GameOptions,
    samples: Annotated[
        Integer, Parameter(help="Hands in the sample, if there is no table.")
    ] = 5000,
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Draw the values of hands by category."""
    from astragal import plots

    played = game.game()
    with engine.run_options() as options:
        spreads = played.spreads(samples=samples, seed=seed, **options)
    plots.draw_values(spreads, file)
    return show(Picture(file, spreads.to_dict()), json)
