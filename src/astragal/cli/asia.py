"""`astragal asia`: Asia Poker 4-2-1."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import astragal
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.cli.progress import bar
from astragal.errors import BadInputError, HouseWayError

if TYPE_CHECKING:
    from astragal.asia import Game, HouseWay, Rules

app = typer.Typer(name="asia", help="Asia Poker 4-2-1: the exactly best setting, and the game.")

Hand = Annotated[str, typer.Argument(metavar="HAND", help="Seven cards, as 'As Kd ... Jk'.")]
Profile = Annotated[str, typer.Option(help="The rules: push or casino.")]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="SWITCH=VALUE",
        help="A switch set apart from the profile: quads_over_straight_flush=true|false, "
        "copies=push|dealer, wheel=lowest|'second highest', strict_order=true|false.",
    ),
]
Dealer = Annotated[
    str | None,
    typer.Option(help="The dealer's way: lexicographic, balanced, or a TOML file. [by profile]"),
]
Dead = Annotated[str, typer.Option(help="Cards known to be out of the deck.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same result.")]
Threads = Annotated[int | None, typer.Option(help="Threads. [all cores]")]

DECK = 53
HAND_SIZE = 7


@app.command()
def best(
    hand: Hand,
    *,
    profile: Profile = "push",
    rule: Switches = None,
    dealer: Dealer = None,
    dead: Dead = "",
    top: Annotated[int, typer.Option(help="How many settings to show; 0: all.")] = 5,
    samples: Annotated[
        int, typer.Option(help="Sample so many dealer hands instead of counting all.")
    ] = 0,
    seed: Seed = 1,
    json: JsonOption = False,
) -> None:
    """Rank all legal settings of a hand by what they win against every dealer hand."""
    rules, way = chosen_game(profile, rule, dealer)
    cards = _hand(hand)
    gone = astragal.cards.parse_set(dead, deck=DECK)
    if samples:
        with bar() as progress:
            answer = astragal.asia.montecarlo.settings(
                cards, samples=samples, seed=seed, rules=rules, way=way, dead=gone,
                progress=progress,
            )  # fmt: skip
    else:
        answer = astragal.asia.exact.settings(cards, rules=rules, way=way, dead=gone)
    if json:
        result = astragal.asia.describe_game(rules, way) | astragal.asia.describe_answer(answer)
        print_json(result | ({"seed": seed} if samples else {}))
        return
    shown = answer.rows[: top or None]
    kinds = "random" if samples else "all"
    print(f"{answer.legal} legal settings against {kinds} {answer.dealer_hands:,} dealer hands")
    print_table(
        ["setting", "wins", "losses", "pushes", ""],
        [
            [
                str(row.setting),
                f"{row.wins / answer.dealer_hands:.3%}",
                f"{row.losses / answer.dealer_hands:.3%}",
                f"{row.pushes / answer.dealer_hands:.3%}",
                "dealer's" if row.dealer else "",
            ]
            for row in shown
        ],
    )
    if samples:
        spread = astragal.asia.montecarlo.win_interval(answer.best, answer)
        print(f"the first wins {spread.low:.3%} to {spread.high:.3%}, with 95 % confidence")
    _print_rules(rules, way)


@app.command()
def house(
    hand: Hand,
    profile: Profile = "push",
    rule: Switches = None,
    dealer: Dealer = None,
    json: JsonOption = False,
) -> None:
    """Set a hand as the house way does."""
    rules, way = chosen_game(profile, rule, dealer)
    setting = way.set(_hand(hand))
    values = astragal.asia.describe_values(setting, rules)
    if json:
        print_json(
            astragal.asia.describe_game(rules, way)
            | astragal.asia.describe_setting(setting)
            | {"values": values}
        )
        return
    print(setting)
    for name, value in values.items():
        print(f"  {name:6}  {value}")


@app.command()
def explain(
    setting: Annotated[
        str, typer.Argument(metavar="SETTING", help="As 'As 9s 7d 4h / Kd Qh / Jc'.")
    ],
    *,
    profile: Profile = "push",
    rule: Switches = None,
    dealer: Dealer = None,
    dead: Dead = "",
    json: JsonOption = False,
) -> None:
    """Say what a setting does in each sub-hand, and how far it is below the best."""
    rules, way = chosen_game(profile, rule, dealer)
    mine = astragal.asia.parse_setting(setting)
    answer = astragal.asia.exact.settings(
        mine.hand, rules=rules, way=way, dead=astragal.cards.parse_set(dead, deck=DECK)
    )
    if json:
        own = astragal.asia.describe_own(mine, answer)
        print_json(astragal.asia.describe_game(rules, way) | own)
        return
    for line in astragal.asia.play.explain(mine, answer):
        print(line)


@app.command()
def deal(
    *,
    seed: Annotated[int | None, typer.Option(help="Deal the same cards again.")] = None,
    setting: Annotated[
        str, typer.Option("--set", metavar="SETTING", help="Your setting. [the best one]")
    ] = "",
    profile: Profile = "push",
    rule: Switches = None,
    dealer: Dealer = None,
    json: JsonOption = False,
) -> None:
    """Deal two hands, set them, and say who wins."""
    rules, way = chosen_game(profile, rule, dealer)
    hands = astragal.asia.play.deal(seed)
    if setting:
        mine = astragal.asia.parse_setting(setting)
        if mine.hand != hands.player:
            dealt = astragal.cards.set_name(hands.player)
            raise BadInputError(f"{setting!r} does not set the cards dealt, {dealt!r}")
    else:
        mine = astragal.asia.exact.best(hands.player, rules=rules, way=way).setting
    end = astragal.asia.play.showdown(mine, hands.dealer, way, rules)
    if json:
        subs = dict(zip(astragal.asia.setting.NAMES, map(str, end.subs), strict=True))
        print_json(
            astragal.asia.describe_game(rules, way)
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
def drill(
    *,
    hands: Annotated[int, typer.Option(min=1, help="How many hands.")] = 10,
    seed: Seed = 1,
    profile: Profile = "push",
    rule: Switches = None,
    dealer: Dealer = None,
    json: JsonOption = False,
) -> None:
    """Deal hands, take your settings line by line, and show what each costs against the best."""
    rules, way = chosen_game(profile, rule, dealer)
    results = []
    for number in range(hands):
        cards = astragal.asia.play.deal(seed + number).player
        if not json:
            print(f"{number + 1}. {astragal.cards.set_name(cards)}")
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
        print_json(astragal.asia.describe_game(rules, way) | {"hands": results, "mean_cost": mean})
    else:
        print(f"{len(results)} hands, {100 * mean:.2f} points given away in the mean")


@app.command()
def edge(
    *,
    profile: Profile = "push",
    rule: Switches = None,
    dealer: Dealer = None,
    player: Annotated[str | None, typer.Option(help="The player's way. [the dealer's]")] = None,
    sample: Annotated[
        int, typer.Option(help="Estimate a best player's edge from so many hands; 0: don't.")
    ] = 1000,
    advice: Annotated[
        bool,
        typer.Option(
            "--advice", help="And that of a player who sets as would be best under `push`."
        ),
    ] = False,
    seed: Seed = 1,
    threads: Threads = None,
    json: JsonOption = False,
) -> None:
    """Play house way against house way over all deals, and estimate a better player's edge."""
    rules, way = chosen_game(profile, rule, dealer)
    mine = way if player is None else astragal.asia.find_way(player, rules)
    folder = astragal.store.data_folder()
    wholegame = astragal.asia.wholegame
    plays = {"best": wholegame.BEST} if sample else {}
    if advice:
        push = astragal.asia.PROFILES["push"]
        plays["advice"] = wholegame.as_against(push, astragal.asia.default_way(push))
    with bar() as progress:
        game = wholegame.whole_game(
            mine, way, rules, threads=threads, folder=folder, progress=progress
        )
        same = game if player is None else wholegame.whole_game(
            way, way, rules, threads=threads, folder=folder, progress=progress
        )  # fmt: skip
        gains = {
            name: wholegame.gain_over_house(
                play, rules, way, sample=sample or 1000, seed=seed,
                threads=threads, folder=folder, progress=progress,
            )
            for name, play in plays.items()
        }  # fmt: skip
    estimates = {
        name: {
            "edge": same.edge - gain.mean,
            "error": gain.error,
            "gain": gain.mean,
            "wins": gain.wins,
            "sample": gain.sample,
        }
        for name, gain in gains.items()
    }
    if json:
        counts = {name: getattr(game, name) for name in ("deals", "wins", "losses", "pushes")}
        print_json(
            astragal.asia.describe_game(rules, way)
            | {"player": mine.name}
            | counts
            | {"edge": game.edge}
            | estimates
        )
        return
    _print_game(game)
    for name, one in estimates.items():
        who = {"best": "a best player", "advice": "advice for push against lexicographic"}[name]
        print(
            f"{who}: wins {one['wins']:.2%}, edge {one['edge']:.3%} ± {one['error']:.3%} "
            f"(standard error; {one['sample']:,} hands, each exact)"
        )
    _print_rules(rules, way)


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
    rules = _rules(profile, rule)
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


@app.command()
def balance(
    out: Annotated[Path | None, typer.Option(help="Where to write the way. [only report]")] = None,
    seed: Seed = 1,
    sample: Annotated[int, typer.Option(help="Hands to measure the result by.")] = 20_000,
    threads: Threads = None,
    json: JsonOption = False,
) -> None:
    """Compute the balanced way anew, and measure what a best response would still gain."""
    with bar() as progress:
        found = astragal.asia.balance.balance(
            seed=seed, sample=sample, threads=threads,
            folder=astragal.store.data_folder(), progress=progress,
        )  # fmt: skip
    if out is not None:
        out.write_bytes(found.packed())
    if json:
        print_json(
            {
                "rounds": found.rounds,
                "gain": found.measured.mean,
                "error": found.measured.error,
                "sample": found.measured.sample,
                "gain_to_first_order": found.gain,
            }
        )
    else:
        print(
            f"{found.rounds} rounds; a best response would still gain "
            f"{100 * found.measured.mean:.4f} ± {100 * found.measured.error:.4f} points of the bet "
            f"(standard error; {found.measured.sample:,} hands, each exact)"
        )


def _hand(text: str) -> int:
    return astragal.cards.parse_set(text, deck=DECK, count=HAND_SIZE)


def _rules(profile: str, switches: list[str] | None) -> "Rules":
    chosen: dict[str, Any] = {}
    for switch in switches or []:
        name, _, value = switch.partition("=")
        chosen[name] = {"true": True, "false": False}.get(value, value)
    return astragal.asia.find_rules(profile, **chosen)


def chosen_game(
    profile: str, switches: list[str] | None, dealer: str | None
) -> "tuple[Rules, HouseWay]":
    """Return the rules that the options ask for, and the dealer's way."""
    rules = _rules(profile, switches)
    return rules, astragal.asia.find_way(dealer or rules.dealer, rules)


def _print_game(game: "Game") -> None:
    for name in ("wins", "losses", "pushes"):
        count = getattr(game, name)
        print(f"{game.player} {name:7} {count:>25,}  {count / game.deals:.4%}")
    print(f"of {game.deals:,} deals against {game.dealer}; house edge {game.edge:.4%}")


def _print_rules(rules: "Rules", way: "HouseWay") -> None:
    print(f"profile {rules.name}; dealer {way.name}")
    if rules.warning:
        print(f"note: {rules.warning}")
