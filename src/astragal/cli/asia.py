"""`astragal asia`: Asia Poker 4-2-1."""

from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

import typer

import astragal
from astragal.cli.asia_options import (
    Dead,
    Objective,
    Profile,
    Seed,
    Switches,
    card_options,
    chosen_rules,
    game_options,
    hand_argument,
    rules_options,
    setting_argument,
)
from astragal.cli.engine import engine_options
from astragal.cli.options import Commands, refuse, writable, writable_parquet
from astragal.cli.output import Output, Value, read_line
from astragal.cli.progress import bar
from astragal.errors import BadInputError, counted, quoted

if TYPE_CHECKING:
    from astragal.asia import RankedSetting, Ranking, Rules
    from astragal.asia.houseway import Game
    from astragal.jobs import RunOptions

HOW_TO_SET = "Type a setting, such as As 9s 7d 4h / Kd Jc / Qh; q ends."
SHOWN = 5
"""Settings that `best` prints as text unless --top is given."""

app = Commands(name="asia", help="Asia Poker 4-2-1: the exactly best setting, and the game.")
ways = Commands(name="way", help="Cards to play from, and house ways of your own.")
app.add_typer(ways)


@app.command(takes=[hand_argument, game_options])
def best(
    *,
    hand: str,
    game: "Game",
    objective: Objective = "wins",
    dead: Dead = "",
    top: int | None = typer.Option(
        None, min=0, help="Number of settings to print; 0: all. [5; with --json all]"
    ),
    samples: int = typer.Option(0, help="Sample this many dealer hands instead of counting all."),
    seed: int = typer.Option(0, help="The seed of --samples."),
    json: bool,
) -> Value:
    """Rank all legal settings of a hand against every dealer hand.

    With --top 1 the answer comes from the table of `astragal asia table` if it has the hand.
    """
    if not samples:
        refuse("--seed", why="is for a sample; add --samples")
    if top == 1 and not samples:
        found = astragal.asia.best(hand, *game, objective=objective, dead=dead).alone()
    else:
        with bar() as progress:
            found = astragal.asia.rank(
                hand, *game, objective=objective, dead=dead, samples=samples or None,
                seed=seed, progress=progress,
            )  # fmt: skip
    shown = (0 if json else SHOWN) if top is None else top
    return found.top(shown or len(found))


@app.command(takes=[hand_argument, game_options])
def house(*, hand: str, game: "Game") -> Value:
    """Set a hand as the house way does."""
    return astragal.asia.house_setting(hand, game.way, game.rules)


@app.command(takes=[setting_argument, game_options])
def explain(*, setting: str, game: "Game", objective: Objective = "wins", dead: Dead = "") -> Value:
    """Explain what each hand of a setting does, and what it costs."""
    found = astragal.asia.explain(setting, *game, objective=objective, dead=dead)
    if found.fouls:
        raise BadInputError(f"{quoted(setting)} is a foul: {'; '.join(found.fouls)}")
    return found


@app.command(takes=[hand_argument, game_options])
def hint(*, hand: str, game: "Game", objective: Objective = "wins", dead: Dead = "") -> Value:
    """Say why the best setting is better than the obvious one."""
    return astragal.asia.hint(hand, *game, objective=objective, dead=dead)


@app.command(takes=[game_options])
def deal(
    *,
    seed: int | None = typer.Option(None, help="Deal the same cards again."),
    setting: str = typer.Option(
        "", "--set", metavar="SETTING", help="Your setting. [the best one]"
    ),
    objective: Objective = "wins",
    game: "Game",
) -> Value:
    """Deal two hands, set them, and say who wins."""
    hands = astragal.asia.deal(seed)
    if setting:
        mine = astragal.asia.Setting(setting)
        if mine.hand != hands.player:
            dealt = astragal.cards.cards_name(hands.player)
            raise BadInputError(f"{quoted(setting)} does not set the cards dealt, {quoted(dealt)}")
    else:
        mine = astragal.asia.best(hands.player, *game, objective=objective).setting
    return astragal.asia.showdown(mine, hands.dealer, *game)


@app.command(takes=[game_options])
def drill(
    *,
    kind: str = typer.Option("any", help="The kind of hands: one of {asia.KINDS}."),
    closeness: float | None = typer.Option(
        None,
        help="Only hands whose second best setting costs at most this part of the winning "
        "chance; with ev, of the bet. [any]",
    ),
    hands: int = typer.Option(10, min=1, help="Number of hands."),
    seed: int | None = typer.Option(None, help="Deal the same hands again. [random]"),
    objective: Objective = "wins",
    game: "Game",
    json: bool,
) -> Value:
    """Deal hands, read your settings, and show what each costs.

    Type a setting for each hand, or q to end.
    """
    dealt = astragal.asia.practice(
        kind, *game, closeness=closeness, hands=hands, objective=objective,
        seed=randbelow(2**32) if seed is None else seed,
    )  # fmt: skip
    results, costs = [], []
    if not json:
        print(HOW_TO_SET)
    for number, cards in enumerate(dealt):
        if not json:
            print(f"{number + 1}. {astragal.cards.cards_name(cards)}")
        found = astragal.asia.rank(cards, *game, objective=objective)
        mine = _ask_setting(found, json)
        if mine is None:
            break
        cost = found.cost_ev(mine) if objective == "ev" else found.cost_win(mine)
        costs.append(cost)
        results.append({**mine.to_dict(), "cost": cost, "best": found.best.to_dict()})
        if not json:
            text = astragal.asia.sentences.cost_text(found, mine)
            better = f"costs {text}; better: {found.best.setting}"
            print(f"   wins {mine.win:.2%}, {better if cost else 'nothing better'}")
    mean = sum(costs) / max(len(results), 1)
    again = "" if seed is not None else f"; --seed {dealt.seed} deals these hands again"
    given_away = f"{100 * mean:.2f} {dealt.objective.unit} given away on average"
    head = game.way.to_dict() | {"objective": objective, "seed": dealt.seed}
    return Output(
        head | {"hands": results, "mean_cost": mean},
        f"{counted(len(results), 'hand')}, {given_away}{again}",
    )


def _ask_setting(found: "Ranking", json: bool) -> "RankedSetting | None":
    """Read a setting of a hand, asking a person again until it is one; None at the end, or q."""
    while (line := read_line("" if json else "   four / two / one, or q: ")) is not None:
        if line.strip().lower() == "q":
            return None
        try:
            return found.find(line)
        except BadInputError as error:
            if json:
                raise
            print(f"   {error}")
    return None


@app.command(takes=[game_options, engine_options])
def edge(
    *,
    game: "Game",
    player: str | None = typer.Option(
        None, help="A way, `best`, or a habit of `plot asia-habits`. [the dealer's]"
    ),
    sample: int = typer.Option(
        1000,
        help="Also estimate the edge of best play from this many hands, unless a complete "
        "table has it; 0: don't.",
    ),
    advice: bool = typer.Option(
        False, "--advice", help="Also for a player who sets what is best under `push`."
    ),
    objective: Objective = "wins",
    seed: Seed = 0,
    options: "RunOptions",
) -> Value:
    """Compute the house edge over all deals, way against way.

    With --sample, also that of best play.
    """
    others = ({"best": "best"} if sample else {}) | ({"advice": "push advice"} if advice else {})
    first, *found = astragal.asia.edge_many(
        [player, *others.values()], game.way, game.rules, objective=objective,
        sample=sample or 1000, seed=seed, **options,
    )  # fmt: skip
    head = game.way.to_dict()
    for name, one in zip(others, found, strict=True):
        head[name] = {key: value for key, value in one.to_dict().items() if key not in head}
    lines = dict.fromkeys(map(str, [first, *found]))  # the player may be "best", too
    return Output(
        first.to_dict() | head,
        "\n".join([*lines, astragal.asia.sentences.game_line(game.rules, game.way)]),
    )


@app.command(takes=[game_options, engine_options])
def table(
    *,
    classes: str = typer.Option(
        ":",
        metavar="FIRST:END",
        help="A slice of the 6,972,147 suit classes. [all]",
        show_default=False,
    ),
    game: "Game",
    objective: Objective = "wins",
    parquet: Path | None = typer.Option(
        None,
        metavar="FILE",
        callback=writable_parquet,
        help="Also write everything that the table has there.",
    ),
    rebuild: bool = typer.Option(
        False, "--rebuild", help="Make a new table of these classes alone."
    ),
    options: "RunOptions",
) -> Value:
    """Find the best setting of every hand, and keep it in a table.

    Hands that differ by a permutation of suits share a row. Rows that the table already has are not
    computed again, and slices add up.
    """
    found = astragal.asia.build_table(
        *game, classes, objective=objective, rebuild=rebuild, **options
    )
    if parquet is None:
        return found
    astragal.asia.export_table(found, parquet)
    return Output(found.to_dict() | {"parquet": str(parquet)}, found)


@app.command(takes=[rules_options, engine_options])
def balance(
    *,
    rules: "Rules",
    out: Path | None = typer.Option(
        None, help="A folder for player.xz and dealer.xz. [only report]"
    ),
    seed: Seed = 0,
    options: "RunOptions",
) -> Value:
    """Compute ways for both sides that are best against each other."""
    if out is not None:
        astragal.store.check_file(out / "player.xz")
    found = astragal.asia.balance(rules, seed=seed, **options)
    if out is not None:
        for side in ("player", "dealer"):
            with astragal.store.whole_file(out / f"{side}.xz") as file:
                file.write(found.packed(side))
    return found


@app.command(takes=[rules_options, engine_options])
def value(
    *,
    rules: "Rules",
    player: str | None = typer.Option(None, help="The player's way. [the equilibrium's]"),
    dealer: str | None = typer.Option(None, help="The dealer's way. [the equilibrium's]"),
    options: "RunOptions",
) -> Value:
    """Enclose the value of the game, over all deals.

    It is between what a best dealer leaves the player's way and what a best player gets against
    the dealer's.
    """
    return astragal.asia.game_value(player, dealer, rules, **options)


@app.command(takes=[card_options, game_options, engine_options])
def distil(
    *,
    card: dict[str, Any],
    game: "Game",
    prices: bool = typer.Option(
        True, help="Play the whole game without each line, to price the line."
    ),
    out: Path | None = typer.Option(
        None, metavar="FILE", callback=writable, help="Write the TOML there. [print it]"
    ),
    options: "RunOptions",
) -> Value:
    """Find a short house way that plays well, and its exact price."""
    found = astragal.asia.distil(
        rules=game.rules, dealer=game.way, prices=prices, **card, **options
    )
    if out is None:
        return Output(found.to_dict(), f"{found}\n\n{found.way.text}")
    with astragal.store.whole_file(out) as file:
        file.write(found.way.text.encode())
    return found


@app.command(takes=[rules_options, engine_options])
def matrix(*, rules: "Rules", options: "RunOptions") -> Value:
    """Compute the house edge of every named way against every other.

    All deals are counted. It takes about eleven minutes of one core, and resumes after an
    interruption.
    """
    return astragal.asia.edge_matrix(rules, **options)


@app.command(takes=[game_options, engine_options])
def extremes(
    *,
    player: str = typer.Option(
        "obvious", help="The way whose mistakes are counted: {asia.WAYS}, or a TOML file."
    ),
    count: int = typer.Option(3, help="Hands of each list."),
    game: "Game",
    options: "RunOptions",
) -> Value:
    """Count every hand: the worst, the closest, a player's mistakes.

    It takes about 15 minutes of one core, and resumes after an interruption.
    """
    return astragal.asia.extremes(*game, player, count=count, **options)


@app.command()
def insurance() -> Value:
    """Show the exact edge of the Insurance side bet.

    It pays if the seven cards have no pair, and no straight or flush of five cards.
    """
    return astragal.asia.insurance()


@app.command()
def check(
    way: str = typer.Argument(metavar="WAY", help="A TOML file, or the name of a way."),
    profile: Profile = "push",
    rule: Switches = None,
) -> Value:
    """Check that a house way sets every hand and fouls none.

    The exit code is 1 if it does not.
    """
    return astragal.asia.check_way(way, chosen_rules(profile, rule))


@ways.command("show")
def show_way(
    name: str = typer.Argument(
        "standard", metavar="WAY", help="One of {asia.WAY_FILES}, or a TOML file."
    ),
    card: bool = typer.Option(False, help="Print a card to play from, not the TOML."),
) -> Value:
    """Print a house way as TOML, or as a card to play from.

    Prices of the lines of a card of your own: astragal asia way price.
    """
    way = astragal.asia.read_way(name)
    return Output({"name": name} | way.to_dict(), way if card else way.text)


@ways.command("price", takes=[game_options, engine_options])
def price_way(
    name: str = typer.Argument(metavar="WAY", help="A card: its name, or a TOML file."),
    *,
    game: "Game",
    out: Path | None = typer.Option(
        None, metavar="FILE", callback=writable, help="Write the TOML with prices there."
    ),
    options: "RunOptions",
) -> Value:
    """Play the whole game with a card, and without each line."""
    way = astragal.asia.price_card(name, *game, **options)[0]
    if out is not None:
        with astragal.store.whole_file(out) as file:
            file.write(way.text.encode())
    return way
