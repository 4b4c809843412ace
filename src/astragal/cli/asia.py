"""`astragal asia`: Asia Poker 4-2-1."""

from dataclasses import dataclass
from math import inf
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from cyclopts import App, Parameter

from astragal import asia, cards, store
from astragal._checks import require_int
from astragal.asia.houseway import Game, find_game
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
from astragal.errors import BadInputError, quoted

if TYPE_CHECKING:
    from astragal.asia import Distilled, RankedSetting, Ranking, Rules

HOW_TO_SET = "Type a setting, such as As 9s 7d 4h / Kd Jc / Qh; q ends."
DEFAULT_SAMPLES = 1000
SHOWN = 5
"""Settings that `best` prints as text unless --top is given."""

app = App(name="asia", version_flags=())
ways = App(name="way", version_flags=(), help="Cards to play from, and house ways of your own.")
app.command(ways)

Cards: TypeAlias = Annotated[
    str, Parameter(name="HAND", required=True, help="Seven cards, such as As Kd ... Jk.")
]
SettingText: TypeAlias = Annotated[
    str, Parameter(name="SETTING", required=True, help="Such as As 9s 7d 4h / Kd Qh / Jc.")
]
RulesName: TypeAlias = Annotated[str, Parameter(help=f"The rules: one of {names(asia.PROFILES)}.")]
Switches: TypeAlias = Annotated[
    Texts | None,
    Parameter(
        metavar="SWITCH=VALUE",
        help="Override one switch of the rules; may be repeated: "
        "quads_over_straight_flush=true|false, copies=push|dealer, "
        "wheel=lowest|'second highest', strict_order=true|false.",
    ),
]
Objective: TypeAlias = Annotated[
    str,
    Parameter(help="What is best: wins (most wins), or ev (expected money: wins minus losses)."),
]
Dead: TypeAlias = Annotated[str | None, Parameter(help="Cards known to be out of the deck.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """Which rules are played."""

    rules: RulesName = "casino"
    rule: Switches = None

    def find(self) -> "Rules":
        """Return the rules with switches changed, such as `copies=dealer`."""
        switches: dict[str, Any] = {}
        for switch in self.rule or []:
            name, equals, value = switch.partition("=")
            if not equals:
                raise BadInputError(f"--rule {switch}: write SWITCH=VALUE, such as copies=dealer")
            if name in switches:
                raise BadInputError(f"--rule {switch}: {name} is given twice")
            switches[name] = {"true": True, "false": False}.get(value, value)
        return asia.find_rules(self.rules, **switches)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PushRulesOptions(RulesOptions):
    """Which rules are played; without an option, the seed's."""

    rules: RulesName = "push"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions(PushRulesOptions):
    """Which game is played: the rules and the dealer."""

    dealer: Annotated[
        str | None,
        Parameter(help=f"The dealer's house way: {names(asia.WAYS)}, or a TOML file. [standard]"),
    ] = None

    def game(self) -> Game:
        """Return the rules and the house way."""
        return find_game(self.find(), self.dealer)


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

    def distil(self, game: Game, engine: EngineOptions, *, prices: bool) -> "Distilled":
        """Return the card."""
        if self.lines is not None and self.points is not None:
            raise BadInputError(
                f"--lines {self.lines} and --points {self.points}: give only one of them"
            )
        if self.points is not None:
            count = require_int(self.points, "--points", 6, 43)
        else:
            count = require_int(24 if self.lines is None else self.lines, "--lines", 1, 100)
        with engine.run_options() as options:
            return asia.distil(
                count,
                points=self.points is not None,
                rules=game.rules,
                dealer=game.way,
                prices=prices,
                samples=self.samples,
                seed=self.seed,
                **options,
            )


def _joined_hand(words: tuple[str, ...]) -> str:
    hand = " ".join(words)
    if "/" in hand:
        raise BadInputError(
            f"{quoted(hand)} is a setting: give seven cards, or type astragal asia explain"
        )
    return hand


def _joined_setting(words: tuple[str, ...]) -> str:
    setting = " ".join(words)
    if "/" not in setting:
        raise BadInputError(
            f"{quoted(setting)} is not a setting: write four cards / two cards / one card. For the "
            "best setting of seven cards type astragal asia hint"
        )
    return setting


@app.command
def best(
    *hand: Cards,
    game: GameOptions = GameOptions(),
    objective: Objective = "wins",
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

    With --top 1 the answer comes from the table of `astragal asia table` if it
    has the hand.
    """
    text = _joined_hand(hand)
    if top is not None:
        require_int(top, "--top", 0, inf)
    if not samples:
        refuse({"--seed": seed}, why="is for a sample; add --samples")
    if top == 1 and not samples:
        ranking = asia.best(text, *game.game(), objective=objective, dead=dead or "").alone()
    else:
        with bar() as progress:
            ranking = asia.rank(
                text,
                *game.game(),
                objective=objective,
                dead=dead or "",
                samples=samples or None,
                seed=0 if seed is None else seed,
                progress=progress,
            )
    shown = (0 if json else SHOWN) if top is None else top
    return show(ranking.top(shown or len(ranking)), json)


@app.command
def house(*hand: Cards, game: GameOptions = GameOptions(), json: Json = False) -> int:
    """Set a hand as the house way does."""
    rules, way = game.game()
    return show(asia.house_setting(_joined_hand(hand), way, rules), json)


@app.command
def explain(
    *setting: SettingText,
    game: GameOptions = GameOptions(),
    objective: Objective = "wins",
    dead: Dead = None,
    json: Json = False,
) -> int:
    """Explain what each hand of a setting does, and what it costs."""
    text = _joined_setting(setting)
    explanation = asia.explain(text, *game.game(), objective=objective, dead=dead or "")
    if explanation.fouls:
        raise BadInputError(f"{quoted(text)} is a foul: {'; '.join(explanation.fouls)}")
    return show(explanation, json)


@app.command
def hint(
    *hand: Cards,
    game: GameOptions = GameOptions(),
    objective: Objective = "wins",
    dead: Dead = None,
    json: Json = False,
) -> int:
    """Say why the best setting is better than the obvious one."""
    text = _joined_hand(hand)
    return show(asia.hint(text, *game.game(), objective=objective, dead=dead or ""), json)


@app.command
def deal(
    *,
    seed: Annotated[Integer | None, Parameter(help="Deal the same cards again.")] = None,
    setting: Annotated[
        str | None,
        Parameter(name="--set", metavar="SETTING", help="Your setting. [the best one]"),
    ] = None,
    objective: Objective = "wins",
    game: GameOptions = GameOptions(),
    json: Json = False,
) -> int:
    """Deal two hands, set them, and say who wins."""
    chosen = game.game()
    hands = asia.deal(seed)
    if setting:
        mine = asia.Setting(setting)
        if mine.hand != hands.player:
            dealt = cards.cards_text(hands.player)
            raise BadInputError(f"{quoted(setting)} does not set the cards dealt, {quoted(dealt)}")
    else:
        mine = asia.best(hands.player, *chosen, objective=objective).setting
    return show(asia.showdown(mine, hands.dealer, *chosen), json)


@app.command
def drill(
    *,
    kind: Annotated[str, Parameter(help=f"The kind of hands: one of {names(asia.KINDS)}.")] = "any",
    closeness: Annotated[
        Number | None,
        Parameter(
            help="Only hands whose second best setting costs at most this part of the winning "
            "chance; with ev, of the bet. [any]"
        ),
    ] = None,
    hands: Annotated[Integer, Parameter(help="Number of hands.")] = 10,
    seed: Annotated[Integer | None, Parameter(help="Deal the same hands again. [random]")] = None,
    objective: Objective = "wins",
    game: GameOptions = GameOptions(),
    json: Json = False,
) -> int:
    """Deal hands, read your settings, and show what each costs.

    Type a setting for each hand, or q to end.
    """
    require_int(hands, "--hands", 1, inf)
    chosen = game.game()
    practice = asia.practice(
        kind,
        *chosen,
        closeness=closeness,
        hands=hands,
        objective=objective,
        seed=randbelow(2**32) if seed is None else seed,
    )
    drilled = []
    if not json:
        print(HOW_TO_SET)
    for number, hand in enumerate(practice, 1):
        if not json:
            print(f"{number}. {cards.cards_text(hand)}")
        ranking = asia.rank(hand, *chosen, objective=objective)
        mine = _ask_setting(ranking, json)
        if mine is None:
            break
        drilled.append(asia.DrillHand(ranking, mine))
        if not json:
            print(f"   {drilled[-1]}")
    return show(asia.Drill(practice, tuple(drilled)), json)


def _ask_setting(ranking: "Ranking", json: bool) -> "RankedSetting | None":
    """Read a setting of a hand, asking a person again until it is one; None at the end, or q."""
    while (line := read_line("" if json else "   four / two / one, or q: ")) is not None:
        if line.strip().lower() == "q":
            return None
        try:
            return ranking.find(line)
        except BadInputError as error:
            if json:
                raise
            print(f"   {error}")
    return None


@app.command
def edge(
    *,
    game: GameOptions = GameOptions(),
    player: Annotated[
        str | None,
        Parameter(help="A house way, `best`, or a habit of `plot asia-habits`. [the dealer's]"),
    ] = None,
    samples: Annotated[
        Integer,
        Parameter(
            help="Also estimate the edge of best play from this many hands, unless a complete "
            "table has it; 0: don't."
        ),
    ] = DEFAULT_SAMPLES,
    advice: Annotated[
        Flag, Parameter(help="Also for a player who sets what is best under `push`.")
    ] = False,
    objective: Objective = "wins",
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge over all deals.

    The player has a house way, too. With --samples, also estimate the edge of
    best play.
    """
    rules, way = game.game()
    with engine.run_options() as options:
        report = asia.edge_report(
            player,
            way,
            rules,
            best=samples != 0,
            advice=advice,
            objective=objective,
            samples=samples or DEFAULT_SAMPLES,
            seed=seed,
            **options,
        )
    return show(report, json)


@app.command
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
    game: GameOptions = GameOptions(),
    objective: Objective = "wins",
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
    chosen = game.game()
    with engine.run_options() as options:
        built = asia.build_table(*chosen, classes, objective=objective, rebuild=rebuild, **options)
    return show(built if parquet is None else asia.export_table(built, parquet), json)


@app.command
def balance(
    *,
    rules: RulesOptions = RulesOptions(),
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
    chosen = rules.find()
    with engine.run_options() as options:
        balanced = asia.balance(chosen, seed=seed, **options)
    if folder is not None:
        for side in ("player", "dealer"):
            with store.whole_file(folder / f"{side}.xz") as file:
                file.write(balanced.packed(side))
    return show(balanced, json)


@app.command
def value(
    *,
    rules: RulesOptions = RulesOptions(),
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
    chosen = rules.find()
    with engine.run_options() as options:
        bounds = asia.game_value(player, dealer, chosen, **options)
    return show(bounds, json)


@app.command
def distil(
    *,
    card: CardOptions = CardOptions(),
    game: GameOptions = GameOptions(),
    prices: Annotated[
        bool,
        Parameter(
            negative="--no-prices", help="Play the whole game without each line, to price the line."
        ),
    ] = True,
    path: Annotated[OutputFile | None, Parameter(help="Write the TOML there. [print it]")] = None,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Find a short house way that plays well, and its exact cost."""
    distilled = card.distil(game.game(), engine, prices=prices)
    if path is None:
        return show(Output(distilled.to_dict(), f"{distilled}\n\n{distilled.way.text}"), json)
    with store.whole_file(path) as file:
        file.write(distilled.way.text.encode())
    return show(distilled, json)


@app.command
def matrix(
    *,
    rules: RulesOptions = RulesOptions(),
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge of every house way against every other.

    All deals are counted. It takes about eleven minutes of one core, and resumes
    after an interruption.
    """
    chosen = rules.find()
    with engine.run_options() as options:
        edges = asia.edge_matrix(chosen, **options)
    return show(edges, json)


@app.command
def extremes(
    *,
    player: Annotated[
        str,
        Parameter(
            help=f"The house way whose mistakes are counted: {names(asia.WAYS)}, or a TOML file."
        ),
    ] = "obvious",
    count: Annotated[Integer, Parameter(help="Hands of each list.")] = 3,
    game: GameOptions = GameOptions(),
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Count every hand: the worst, the closest, a player's mistakes.

    It takes about 15 minutes of one core, and resumes after an interruption.
    """
    chosen = game.game()
    with engine.run_options() as options:
        lists = asia.extremes(*chosen, player, count=count, **options)
    return show(lists, json)


@app.command
def insurance(*, json: Json = False) -> int:
    """Show the exact edge of the Insurance side bet.

    It pays if the seven cards have no pair, and no straight or flush of five
    cards.
    """
    return show(asia.insurance(), json)


@ways.command(name="show")
def show_way(
    way: Annotated[
        str, Parameter(help=f"One of {names(asia.WAY_FILES)}, or a TOML file.")
    ] = "standard",
    /,
    *,
    card: Annotated[Flag, Parameter(help="Print a card to play from, not the TOML.")] = False,
    json: Json = False,
) -> int:
    """Print a house way as TOML, or as a card to play from.

    Costs of the lines of a card of your own: astragal asia way price.
    """
    if json:
        refuse({"--card": card}, why="can't be used with --json")
    house_way = asia.read_way(way)
    text = house_way if card else house_way.text
    return show(Output(house_way.to_dict(), text), json)


@ways.command(name="check")
def check_way(
    way: Annotated[str, Parameter(help="A TOML file, or the name of a house way.")],
    /,
    *,
    rules: PushRulesOptions = PushRulesOptions(),
    json: Json = False,
) -> int:
    """Check that a house way sets every hand and fouls none.

    The exit code is 1 if it does not.
    """
    return show(asia.check_way(way, rules.find()), json)


@ways.command(name="price")
def price_way(
    way: Annotated[str, Parameter(help="A card: its name, or a TOML file.")],
    /,
    *,
    game: GameOptions = GameOptions(),
    path: Annotated[OutputFile | None, Parameter(help="Write the TOML with prices there.")] = None,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Play the whole game with a card, and without each line."""
    chosen = game.game()
    with engine.run_options() as options:
        card = asia.price_card(way, *chosen, **options)[0]
    if path is not None:
        with store.whole_file(path) as file:
            file.write(card.text.encode())
    return show(card, json)


# Pictures: astragal plot asia-...


def plot_distil(
    file: PictureFile,
    /,
    *,
    card: CardOptions = CardOptions(),
    game: GameOptions = GameOptions(),
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Draw the cost of short house ways of Asia Poker, by length."""
    from astragal import plots

    distilled = card.distil(game.game(), engine, prices=False)
    plots.draw_asia_distil(distilled, file)
    return show(Picture(file, distilled.to_dict()), json)


def plot_habits(
    file: PictureFile,
    /,
    *,
    game: GameOptions = GameOptions(),
    habit: Annotated[
        Texts | None, Parameter(help="Draw only this habit; may be repeated. [all]")
    ] = None,
    samples: Annotated[Integer, Parameter(help="Number of hands in the sample.")] = 1000,
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Draw the cost of habits in Asia Poker, from a sample."""
    from astragal import plots

    chosen = game.game()
    with engine.run_options() as options:
        costs = asia.habit_costs(habit or (), *chosen, samples=samples, seed=seed, **options)
    plots.draw_asia_habits(costs, file)
    return show(Picture(file, costs.to_dict()), json)


def plot_values(
    file: PictureFile,
    /,
    *,
    game: GameOptions = GameOptions(),
    samples: Annotated[
        Integer, Parameter(help="Hands in the sample, if there is no table.")
    ] = 5000,
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Draw the values of Asia Poker hands by category."""
    from astragal import plots

    chosen = game.game()
    with engine.run_options() as options:
        spreads = asia.value_spreads(*chosen, samples=samples, seed=seed, **options)
    plots.draw_asia_values(spreads, file)
    return show(Picture(file, spreads.to_dict()), json)
