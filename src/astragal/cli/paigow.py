"""`astragal paigow`: pai gow poker 5-2."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from cyclopts import App, Parameter

from astragal import paigow, setting
from astragal.cli import setting as commands
from astragal.cli.options import EngineOptions, Json, Seed, Texts
from astragal.cli.output import show
from astragal.cli.setting import (
    CardName,
    Cards,
    CheckedWay,
    Classes,
    Closeness,
    CostedWay,
    Dead,
    DealerSamples,
    DealSeed,
    DrillSeed,
    EdgeSamples,
    HandCount,
    MatrixWays,
    MySetting,
    ObjectiveName,
    Pays,
    PlayerName,
    Rebuild,
    SampleSeed,
    SettingText,
    TableParquet,
    Top,
    WayName,
    dealer_help,
    kind_help,
    read_pays,
    rules_help,
    switch_help,
)
from astragal.errors import BadInputError
from astragal.setting.rules import find_objective


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RulesOptions(commands.RulesOptions):
    """Which rules are played."""

    rules_class: ClassVar[type[setting.Rules]] = paigow.Rules

    rules: Annotated[str, rules_help(paigow.Rules)] = "casino"
    rule: Annotated[Texts | None, switch_help(paigow.Rules)] = None
    banker: Annotated[
        str | None, Parameter(help="Who banks and wins copies: dealer or player. [dealer]")
    ] = None

    def switches(self) -> dict[str, Any]:
        """Return the switches that are changed."""
        switches = super().switches()
        if self.banker is None:
            return switches
        if "banker" in switches:
            raise BadInputError(f"--banker {self.banker}: banker is given twice")
        return {**switches, "banker": self.banker}

    def game(self) -> setting.Game:
        """Return the game with these rules."""
        return paigow.Game(paigow.Rules.find(self.rules, **self.switches()))


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions(RulesOptions):
    """Which game is played: the rules, the dealer, and what the player maximises."""

    dealer: Annotated[str | None, dealer_help(paigow.Rules)] = None
    objective: ObjectiveName = "ev"

    def game(self) -> setting.Game:
        """Return the game."""
        rules = paigow.Rules.find(self.rules, **self.switches())
        return paigow.Game(rules, dealer=self.dealer, objective=find_objective(self.objective))


app = App(name="paigow", version_flags=())
way_app = App(name="way", version_flags=(), help="House ways of casinos, and your own.")
app.command(way_app)


@app.command
def best(
    *hand: Cards,
    game: GameOptions = GameOptions(),
    dead: Dead = None,
    top: Top = None,
    samples: DealerSamples = 0,
    seed: SampleSeed = None,
    json: Json = False,
) -> int:
    """Rank all legal settings of a hand against every dealer hand.

    With --top 1 the answer comes from the table of the command `table` if it
    has the hand.
    """
    return commands.best(
        game.game(), hand, dead=dead, top=top, samples=samples, seed=seed, json=json
    )


@app.command
def house(*hand: Cards, game: GameOptions = GameOptions(), json: Json = False) -> int:
    """Set a hand as the house way does."""
    return commands.house(game.game(), hand, json)


@app.command
def explain(
    *setting: SettingText,
    game: GameOptions = GameOptions(),
    dead: Dead = None,
    json: Json = False,
) -> int:
    """Explain what each hand of a setting does, and what it costs."""
    return commands.explain(game.game(), setting, dead, json)


@app.command
def hint(
    *hand: Cards, game: GameOptions = GameOptions(), dead: Dead = None, json: Json = False
) -> int:
    """Explain why the best setting is better than the obvious one."""
    return commands.hint(game.game(), hand, dead, json)


@app.command
def deal(
    *,
    seed: DealSeed = None,
    setting: MySetting = None,
    game: GameOptions = GameOptions(),
    json: Json = False,
) -> int:
    """Deal two hands, set them, and say who wins."""
    return commands.deal(game.game(), seed, setting, json)


@app.command
def drill(
    *,
    kind: Annotated[str, kind_help(paigow.Game)] = "any",
    closeness: Closeness = None,
    hands: HandCount = 10,
    seed: DrillSeed = None,
    game: GameOptions = GameOptions(),
    json: Json = False,
) -> int:
    """Deal hands, read your settings, and show what each costs.

    Type a setting for each hand, or q to end. Suits may be left out where they
    decide nothing.
    """
    return commands.drill(game.game(), kind, closeness=closeness, hands=hands, seed=seed, json=json)


@app.command
def edge(
    *,
    game: GameOptions = GameOptions(),
    player: PlayerName = None,
    samples: EdgeSamples = 0,
    seed: Seed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge over all deals.

    The player has a house way, too. The edge of best play needs the complete
    table of the command `table`, or --samples.
    """
    return commands.edge(game.game(), player, samples=samples, seed=seed, engine=engine, json=json)


@app.command
def matrix(
    *ways: MatrixWays,
    game: RulesOptions = RulesOptions(),
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge of every house way against every other.

    All deals are counted. It takes some minutes of one core, and resumes after an
    interruption.
    """
    return commands.matrix(game.game(), ways, engine, json)


@app.command
def table(
    *,
    classes: Classes = ":",
    game: GameOptions = GameOptions(),
    parquet: TableParquet = None,
    rebuild: Rebuild = False,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Find the best setting of every hand, and keep it in a table.

    Hands that differ by a permutation of suits share a row. Rows that the table
    already has are not computed again, and slices add up.
    """
    return commands.table(
        game.game(), classes, parquet=parquet, rebuild=rebuild, engine=engine, json=json
    )


@app.command
def card(
    name: CardName = None, /, *, game: RulesOptions = RulesOptions(), json: Json = False
) -> int:
    """Print a strategy card: lines or points to play from."""
    return commands.card(game.game(), name, json)


@way_app.command(name="show")
def show_way(
    way: WayName = None, /, *, game: RulesOptions = RulesOptions(), json: Json = False
) -> int:
    """Print a house way as TOML."""
    return commands.show_way(game.game(), way, json)


@way_app.command(name="check")
def check_way(
    way: CheckedWay, /, *, game: RulesOptions = RulesOptions(), json: Json = False
) -> int:
    """Check that a house way sets every hand and fouls none.

    The exit code is 1 if it does not.
    """
    return commands.check_way(game.game(), way, json)


@way_app.command(name="costs")
def way_costs(
    way: CostedWay,
    /,
    *,
    game: GameOptions = GameOptions(),
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Show what each rule of a house way costs against best play.

    The dealer's own way is read from the table of the command `table`. For
    another way every hand is counted, in about 15 minutes of one core; it resumes
    after an interruption.
    """
    return commands.way_costs(game.game(), way, engine, json)


@app.command(name="face-up")
def face_up(
    *,
    dealer: Annotated[
        str, Parameter(help="The dealer's house way: a name or a TOML file.")
    ] = "stones",
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Compute the house edge if the player sees the dealer's cards.

    There is no commission, and a dealer whose five is ace high pushes every
    bet. All deals are counted; it takes some minutes, and resumes after an
    interruption.
    """
    with engine.run_options() as options:
        edge = paigow.face_up_edge(dealer=dealer, **options)
    return show(edge, json)


@app.command
def fortune(*, pays: Pays = None, json: Json = False) -> int:
    """Show the exact edge of the Fortune side bet.

    It pays for the best hand of all seven cards: three of a kind, a straight
    or better.
    """
    return show(paigow.fortune(read_pays(pays)), json)
