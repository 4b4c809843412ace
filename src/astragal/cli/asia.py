"""`astragal asia`: Asia Poker 4-2-1."""

from typing import Annotated, Any

import typer

import astragal
from astragal.cli import asia_game, asia_table
from astragal.cli.asia_options import (
    Dead,
    Game,
    Hand,
    Profile,
    Seed,
    Switches,
    chosen_rules,
    parse_dead,
    parse_hand,
    takes_game,
)
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.cli.progress import bar
from astragal.errors import BadInputError, HouseWayError

SHOWN = 5
"""Settings that `best` shows to people, unless told otherwise."""

app = Commands(name="asia", help="Asia Poker 4-2-1: the exactly best setting, and the game.")


@app.command()
@takes_game
def best(
    hand: Hand,
    *,
    game: Game,
    dead: Dead = "",
    top: Annotated[
        int | None,
        typer.Option(min=0, help="How many settings; 0: all. [5; with --json all]"),
    ] = None,
    samples: Annotated[
        int, typer.Option(help="Sample so many dealer hands instead of counting all.")
    ] = 0,
    seed: Seed = 1,
    json: JsonOption = False,
) -> None:
    """Rank all legal settings of a hand by what they win against every dealer hand.

    With --top 1 the table that `astragal asia table` made answers, if it has the hand.
    """
    facts = _ranked(parse_hand(hand), game, parse_dead(dead), samples, seed, only_best=top == 1)
    if json:
        facts["settings"] = facts["settings"][: top or None]
        print_json(game.describe() | facts | ({"seed": seed} if samples else {}))
        return
    total = facts["dealer_hands"]
    kinds = "random" if samples else "all"
    print(f"{facts['legal']} legal settings against {kinds} {total:,} dealer hands")
    print_table(
        ["setting", "wins", "losses", "pushes", ""],
        [
            [
                " / ".join(row[name] for name in astragal.asia.setting.NAMES),
                *(f"{row[count] / total:.3%}" for count in ("wins", "losses", "pushes")),
                "dealer's" if row["dealer"] else "",
            ]
            for row in facts["settings"][: SHOWN if top is None else top or None]
        ],
    )
    if samples:
        spread = facts["settings"][0]["interval"]
        print(f"the first wins {spread['low']:.3%} to {spread['high']:.3%}, with 95 % confidence")
    game.print()


def _ranked(
    hand: int, game: Game, dead: int, samples: int, seed: int, *, only_best: bool
) -> dict[str, Any]:
    """Return the settings of a hand, or at least the best one."""
    rules, way = game
    if samples:
        with bar() as progress:
            answer = astragal.asia.montecarlo.settings(
                hand, samples=samples, seed=seed, rules=rules, way=way, dead=dead,
                progress=progress,
            )  # fmt: skip
        return astragal.asia.describe_answer(answer)
    if only_best:
        entry = astragal.asia.best(hand, rules=rules, way=way, dead=dead)
        return astragal.asia.describe_entry(entry)
    answer = astragal.asia.exact.settings(hand, rules=rules, way=way, dead=dead)
    return astragal.asia.describe_answer(answer)


@app.command()
@takes_game
def house(
    hand: Hand,
    *,
    game: Game,
    json: JsonOption = False,
) -> None:
    """Set a hand as the house way does."""
    rules, way = game
    setting = way.set(parse_hand(hand))
    values = astragal.asia.describe_values(setting, rules)
    if json:
        print_json(game.describe() | astragal.asia.describe_setting(setting) | {"values": values})
        return
    print(setting)
    for name, value in values.items():
        print(f"  {name:6}  {value}")


@app.command()
@takes_game
def explain(
    setting: Annotated[
        str, typer.Argument(metavar="SETTING", help="As 'As 9s 7d 4h / Kd Qh / Jc'.")
    ],
    *,
    game: Game,
    dead: Dead = "",
    json: JsonOption = False,
) -> None:
    """Say what a setting does in each sub-hand, and how far it is below the best."""
    rules, way = game
    mine = astragal.asia.parse_setting(setting)
    answer = astragal.asia.exact.settings(mine.hand, rules=rules, way=way, dead=parse_dead(dead))
    if json:
        own = astragal.asia.describe_own(mine, answer)
        print_json(game.describe() | own)
        return
    for line in astragal.asia.play.explain(mine, answer):
        print(line)


@app.command()
@takes_game
def deal(
    *,
    seed: Annotated[int | None, typer.Option(help="Deal the same cards again.")] = None,
    setting: Annotated[
        str, typer.Option("--set", metavar="SETTING", help="Your setting. [the best one]")
    ] = "",
    game: Game,
    json: JsonOption = False,
) -> None:
    """Deal two hands, set them, and say who wins."""
    rules, way = game
    hands = astragal.asia.play.deal(seed)
    if setting:
        mine = astragal.asia.parse_setting(setting)
        if mine.hand != hands.player:
            dealt = astragal.cards.cards_name(hands.player)
            raise BadInputError(f"{setting!r} does not set the cards dealt, {dealt!r}")
    else:
        mine = astragal.asia.best(hands.player, rules=rules, way=way).best.setting
    end = astragal.asia.play.showdown(mine, hands.dealer, way, rules)
    if json:
        subs = dict(zip(astragal.asia.setting.NAMES, map(str, end.subs), strict=True))
        print_json(
            game.describe()
            | {
                "player_setting": astragal.asia.describe_setting(end.player),
                "dealer_setting": astragal.asia.describe_setting(end.dealer),
                "fouls": list(end.fouls),
                "sub_hands": subs,
                "result": str(end.result),
            }
        )
        return
    names = zip(astragal.asia.setting.NAMES, end.player, end.dealer, end.subs, strict=True)
    cards_name = astragal.cards.cards_name
    print_table(
        ["", "you", "dealer", ""],
        [[name, cards_name(a), cards_name(b), str(sub)] for name, a, b, sub in names],
    )
    for foul in end.fouls:
        print(f"foul: {foul}")
    print(end.result)


@app.command()
@takes_game
def drill(
    *,
    hands: Annotated[int, typer.Option(min=1, help="How many hands.")] = 10,
    seed: Seed = 1,
    game: Game,
    json: JsonOption = False,
) -> None:
    """Deal hands, take your settings line by line, and show what each costs against the best."""
    rules, way = game
    results = []
    for number in range(hands):
        cards = astragal.asia.play.deal(seed + number).player
        if not json:
            print(f"{number + 1}. {astragal.cards.cards_name(cards)}")
        try:
            line = input() if json else input("   four / two / one: ")
        except EOFError:
            break
        answer = astragal.asia.exact.settings(cards, rules=rules, way=way)
        row = astragal.asia.play.row_of(astragal.asia.parse_setting(line), answer)
        cost = astragal.asia.play.cost(row, answer)
        row_json, best_json = (
            astragal.asia.describe_row(one, answer) for one in (row, answer.best)
        )
        results.append(row_json | {"cost": cost, "best": best_json})
        if not json:
            better = f"; better: {answer.best.setting}" if cost else ", nothing better"
            print(f"   wins {row.wins / answer.dealer_hands:.2%}, costs {100 * cost:.2f}{better}")
    mean = sum(result["cost"] for result in results) / max(len(results), 1)
    if json:
        print_json(game.describe() | {"hands": results, "mean_cost": mean})
    else:
        print(f"{len(results)} hands, {100 * mean:.2f} points given away in the mean")


@app.command()
def insurance(json: JsonOption = False) -> None:
    """Show the exact edge of the Insurance side bet."""
    bet = astragal.asia.insurance.insurance()
    pays = astragal.asia.insurance.PAYS
    ranks = astragal.cards.RANKS
    if json:
        print_json(
            {
                "hands": bet.hands,
                "paid": [
                    {"highest": ranks[rank], "pays": pays[rank], "hands": count}
                    for rank, count in bet.counts.items()
                ],
                "edge": bet.edge,
            }
        )
        return
    print_table(
        ["highest", "pays", "hands"],
        [[ranks[rank], f"{pays[rank]} to 1", f"{n:,}"] for rank, n in bet.counts.items()],
    )
    print(f"of {bet.hands:,} hands; house edge {bet.edge:.3%}")


@app.command()
def check(
    way: Annotated[str, typer.Argument(metavar="WAY", help="A TOML file, or a way's name.")],
    profile: Profile = "push",
    rule: Switches = None,
    json: JsonOption = False,
) -> None:
    """Check that a house way sets every hand and fouls none; exit code 1 if not."""
    rules = chosen_rules(profile, rule)
    facts: dict[str, Any]
    try:
        found = astragal.asia.find_way(way, rules)
        facts = {"sound": True, "classes": len(found.outcome), "outcomes": len(found.triples)}
        text = f"{way} sets all {facts['classes']:,} classes of hands and fouls none"
    except HouseWayError as error:
        facts, text = {"sound": False, "problem": str(error)}, str(error)
    if json:
        print_json({"profile": rules.name, "way": way} | facts)
    else:
        print(text)
    raise typer.Exit(0 if facts["sound"] else 1)


app.command()(asia_game.edge)
app.command()(asia_game.balance)
app.command()(asia_table.table)
