"""`astragal ur analyse`: what a solution says."""

import typer

import astragal
from astragal.cli.engine import Threads
from astragal.cli.options import Commands
from astragal.cli.output import Value
from astragal.cli.progress import bar
from astragal.cli.ur_options import RulesName, SeedOption, SolvedPieces, StateText, read_state

analyse = Commands(name="analyse", help="Openings, mistakes, length: what a solution says.")


@analyse.command()
def starts(rules: RulesName = "finkel") -> Value:
    """Show the first player's chance for each number of pieces."""
    return astragal.ur.starts(astragal.ur.open_table(rules))


@analyse.command()
def openings(rules: RulesName = "finkel", pieces: SolvedPieces = None) -> Value:
    """Show the best first moves, and all replies with their margins."""
    return astragal.ur.openings(astragal.ur.open_table(rules, pieces=pieces), pieces)


@analyse.command()
def tempo(
    state: StateText = "start",
    rules: RulesName = "finkel",
    pieces: SolvedPieces = None,
) -> Value:
    """Show what it is worth to be the side to move."""
    table = astragal.ur.open_table(rules, pieces=pieces)
    of_the_table = state == "start" and pieces is None
    return astragal.ur.tempo(table, None if of_the_table else read_state(state, rules, pieces))


@analyse.command()
def length(
    *,
    a: str = typer.Option("perfect", "--a", help="A habit: one of {ur.MOVE_HABITS}."),
    b: str = typer.Option("perfect", "--b", help="The habit of the other player."),
    rules: RulesName = "finkel",
    pieces: SolvedPieces = None,
    threads: Threads = None,
) -> Value:
    """Compute exactly how many rolls a game takes, and who wins it."""
    for one in (a, b):
        astragal.ur.find_habit(one)  # before a missing table is noticed
    table = astragal.ur.open_table(rules, pieces=pieces)
    with bar() as progress:
        return astragal.ur.length(table, a, b, pieces=pieces, threads=threads, progress=progress)


@analyse.command()
def mistakes(
    *,
    habit: str = typer.Option("greedy", help="One of {ur.MOVE_HABITS}."),
    count: int = typer.Option(10, help="How many positions to show."),
    rules: RulesName = "finkel",
    pieces: SolvedPieces = None,
    threads: Threads = None,
) -> Value:
    """Find the positions in which a habit costs most."""
    astragal.ur.find_habit(habit)
    table = astragal.ur.open_table(rules, pieces=pieces)
    with bar() as progress:
        return astragal.ur.mistakes(
            table, habit, count=count, pieces=pieces, threads=threads, progress=progress
        )


@analyse.command()
def players(
    *,
    games: int = typer.Option(100, help="Games of each player against itself."),
    rules: RulesName = "finkel",
    pieces: SolvedPieces = None,
    seed: SeedOption = 0,
) -> Value:
    """Measure how accurately the players play.

    Accuracy is that of `astragal ur review`.
    """
    table = astragal.ur.open_table(rules, pieces=pieces)
    return astragal.ur.measure_players(table, games, seed=seed, pieces=pieces)
