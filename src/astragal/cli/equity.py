"""`astragal equity` and `astragal range`: who wins how often, and what a range is."""

from typing import Annotated, Any

import typer

import astragal
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.cli.progress import bar

GameOption = Annotated[str, typer.Option(help="The game: one of {equity.GAMES}.")]


def equity(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER...", help='Hands or ranges: "AhKh", "QQ+,AKs", random.'),
    ],
    *,
    board: Annotated[str, typer.Option(help="Cards of the board.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that nobody can get.")] = "",
    game: GameOption = "holdem",
    method: Annotated[str, typer.Option(help="auto, exact or montecarlo.")] = "auto",
    deals: Annotated[int | None, typer.Option(help="How many to sample.")] = None,
    until: Annotated[float | None, typer.Option(help="Sample to this precision.")] = None,
    seed: Annotated[int, typer.Option(help="Of the sample.")] = 0,
    threads: Annotated[int | None, typer.Option(help="All cores, if not given.")] = None,
    categories: Annotated[
        bool, typer.Option("--categories", help="Also what the final hands are.")
    ] = False,
    next_card: Annotated[
        bool, typer.Option("--next", help="Also the equity after each next card, and the outs.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Tell how often each of two to nine players wins: counted, or sampled with its error."""
    about: dict[str, Any] = {"board": board, "dead": dead, "game": game}
    how: dict[str, Any] = {
        "method": method,
        "deals": deals,
        "until": until,
        "seed": seed,
        "threads": astragal.jobs.usable_cores() if threads is None else threads,
    }
    with bar() as progress:
        result = astragal.equity.calculate(
            players, categories=categories, progress=progress, **about, **how
        )
    shown = astragal.equity.describe_equity(result)
    if next_card:
        shown["next"] = [
            {
                "card": astragal.cards.card_name(card),
                "equities": [player.equity for player in after.players],
            }
            for card, after in astragal.equity.next_cards(players, **about, **how)
        ]
        if astragal.equity.read_table(players, **about).hands and result.board.bit_count() >= 3:
            shown["outs"] = [
                astragal.equity.card_names(cards)
                for cards in astragal.equity.outs(players, **about)
            ]
    if json:
        print_json(shown)
        return
    _print_result(shown)


def show_range(
    text: Annotated[str, typer.Argument(metavar="RANGE", help='As "QQ+, AKs, A5s-A2s".')],
    game: GameOption = "holdem",
    json: JsonOption = False,
) -> None:
    """Show a range: how many hands it has, its shortest form, and the square of starting hands."""
    hands = astragal.equity.parse_range(text, game)
    shown = astragal.equity.describe_range(hands)
    if json:
        print_json(shown)
        return
    print(f"{shown['range']}: {shown['hands']} hands, {shown['share']:.1%} of all")
    if hands.game.own == 2:
        print("\n" + astragal.equity.range_grid(hands))


def _print_result(shown: dict[str, Any]) -> None:
    players = shown["players"]
    weight = shown.get("weight", shown["deals"])
    sampled = "seed" in shown
    print_table(
        ["player", "equity", "wins", "ties"],
        [
            [
                player["hand"],
                f"{player['equity']:.4%}" + (f" ± {player['error']:.4%}" if sampled else ""),
                f"{player['wins']:,} ({player['wins'] / weight:.2%})",
                f"{player['ties']:,} ({player['ties'] / weight:.2%})",
            ]
            for player in players
        ],
    )
    if sampled:
        print(f"{shown['deals']:,} deals sampled, seed {shown['seed']}; ± holds 95 times in 100")
    else:
        print(f"all {shown['deals']:,} deals counted")
    if "categories" in players[0]:
        names = {name: None for player in players for name in player["categories"]}
        order = [one.text for one in astragal.poker.Category if one.text in names]
        print()
        print_table(
            ["final hand", *(player["hand"] for player in players)],
            [
                [name, *(f"{one['categories'].get(name, 0) / weight:.4%}" for one in players)]
                for name in reversed(order)
            ],
        )
    if "next" in shown:
        print()
        print_table(
            ["next card", *(player["hand"] for player in players)],
            [
                [after["card"], *(f"{equity:.2%}" for equity in after["equities"])]
                for after in shown["next"]
            ],
        )
    for player, cards in zip(players, shown.get("outs", []), strict=False):
        if cards:
            print(f"outs of {player['hand']}: {len(cards)}: {' '.join(cards)}")
