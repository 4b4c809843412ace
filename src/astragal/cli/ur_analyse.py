"""`astragal ur analyse`: what a solution says."""

from typing import Annotated

import typer

import astragal
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, show
from astragal.cli.progress import bar
from astragal.cli.ur_options import PiecesOption, RulesName, SeedOption, StateText, read_state

analyse = Commands(name="analyse", help="What a solution says about openings, mistakes, length ...")

ThreadsOption = Annotated[int | None, typer.Option(help="Threads. [all cores]")]


@analyse.command()
def starts(rules: RulesName = "finkel", json: JsonOption = False) -> None:
    """Show the first player's chance for each number of pieces."""
    show(astragal.ur.starts(astragal.ur.open_table(rules)), json)


@analyse.command()
def openings(
    rules: RulesName = "finkel", pieces: PiecesOption = None, json: JsonOption = False
) -> None:
    """Show the best first moves, all replies to them, and by how much the best reply is better."""
    show(astragal.ur.openings(astragal.ur.open_table(rules), pieces), json)


@analyse.command()
def tempo(
    state: StateText = "start",
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    json: JsonOption = False,
) -> None:
    """Show what it is worth to be the side to move."""
    table = astragal.ur.open_table(rules)
    if state == "start" and pieces is None:
        pieces = min(table.rules.pieces, table.pieces)
    show(astragal.ur.tempo(table, read_state(state, rules, pieces)), json)


@analyse.command()
def length(
    *,
    a: Annotated[str, typer.Option("--a", help="A habit: one of {ur.HABITS}.")] = "perfect",
    b: Annotated[str, typer.Option("--b", help="The habit of the other player.")] = "perfect",
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """Compute exactly how many rolls a game takes, and who wins it."""
    table = astragal.ur.open_table(rules)
    with bar() as progress:
        found = astragal.ur.length(table, a, b, pieces=pieces, threads=threads, progress=progress)
    show(found, json)


@analyse.command()
def mistakes(
    *,
    habit: Annotated[str, typer.Option(help="One of {ur.HABITS}.")] = "greedy",
    count: Annotated[int, typer.Option(help="How many positions to show.")] = 10,
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """Find the positions in which a habit costs most, among all of them."""
    table = astragal.ur.open_table(rules)
    with bar() as progress:
        found = astragal.ur.mistakes(
            table, habit, count=count, pieces=pieces, progress=progress,
            engine=astragal.jobs.LocalThreads(threads),
        )  # fmt: skip
    show(found, json)


@analyse.command()
def players(
    *,
    games: Annotated[int, typer.Option(help="Games of each player against itself.")] = 100,
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Measure how accurately the players play, on the scale of `astragal ur review`."""
    table = astragal.ur.open_table(rules)
    show(astragal.ur.measure_players(table, games, seed=seed, pieces=pieces), json)
