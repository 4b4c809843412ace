"""`astragal ur`: the Royal Game of Ur."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

import astragal
from astragal.cli.engine import Threads, engine_options
from astragal.cli.options import Commands, refuse, writable
from astragal.cli.output import Output, Value
from astragal.cli.progress import bar
from astragal.cli.ur_analyse import analyse
from astragal.cli.ur_options import (
    PiecesOption,
    RollOption,
    RulesName,
    SeedOption,
    SolvedPieces,
    StateText,
    position_arguments,
    read_state,
)
from astragal.errors import BadInputError, quoted

if TYPE_CHECKING:
    from astragal.jobs import RunOptions
    from astragal.ur import Position

app = Commands(name="ur", help="The Royal Game of Ur: positions, moves, the solution, play.")
app.add_typer(analyse)

PlayerHelp = "one of {ur.PLAYERS}; expectimax-N looks N turns ahead."


@app.command("show")
def show_state(
    state: StateText = "start",
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    form: Literal["unicode", "ascii", "svg"] = typer.Option(
        "unicode", "--as", help="How to draw it."
    ),
) -> Value:
    """Draw a state. An invalid state is drawn too, with everything that is wrong with it."""
    position = read_state(state, rules, pieces, check=False)
    wrong = position.problems
    if form == "svg":
        text = position._repr_svg_()
    else:
        drawing = position.draw(ascii_only=form == "ascii")
        name = f"{position.name}, {position.rules.name}"
        text = "\n".join([drawing, "", name, *(f"wrong: {problem}" for problem in wrong)])
    return Output(position.to_dict(), text, sound=not wrong)


@app.command(takes=[position_arguments])
def moves(position: "Position", roll: RollOption = None) -> Value:
    """List the legal moves, with one roll or with each."""
    return position.by_roll(roll)


@app.command(takes=[position_arguments])
def value(position: "Position") -> Value:
    """Show the chance of the side to move, before and after each roll."""
    table = astragal.ur.open_table(position.rules, pieces=position.pieces)
    return table.evaluate(position)


@app.command(takes=[position_arguments])
def best(position: "Position", roll: RollOption = None) -> Value:
    """Rank the legal moves, and show what each loses against the best."""
    table = astragal.ur.open_table(position.rules, pieces=position.pieces)
    return table.rank_by_roll(position, roll)


@app.command(takes=[position_arguments])
def perft(position: "Position", depth: int = typer.Argument(help="How many moves deep.")) -> Value:
    """Count the positions after DEPTH moves, with all rolls.

    A pass counts as a move.
    """
    return astragal.ur.Perft(position, depth)


@app.command()
def solve(
    *,
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    bits: int = typer.Option(32, help="Bits of a stored value: 16, 32 or 64."),
    threads: Threads = None,
    out: Path | None = typer.Option(None, help="Write the table to this file."),
    rebuild: bool = typer.Option(False, "--rebuild", help="Solve again all that the table has."),
    dry_run: bool = typer.Option(
        False, "--plan", help="Only show what it would need, and about how long."
    ),
    json: bool,
) -> Value:
    """Solve a rule set and keep the table. An interrupted solve resumes where it stopped."""
    planned = astragal.ur.plan(rules, pieces, bits)
    astragal.jobs.thread_count(threads)
    if dry_run:
        refuse("--rebuild", "--out", why="can't be used with --plan, which solves nothing")
        return astragal.ur.measure_plan(planned, threads)
    plans: list[Any] = []

    def announce(plan: Any) -> None:
        plans.append(plan)
        if not json:
            print(plan)

    with bar() as progress:
        table = astragal.ur.solve_plan(
            planned,
            path=out, threads=threads, rebuild=rebuild, announce=announce, progress=progress,
        )  # fmt: skip
    return astragal.ur.SolveSummary(planned, table, solved_before=not plans)


@app.command()
def info(
    rules: RulesName = "finkel",
    verify: bool = typer.Option(
        False, "--verify", help="Read the whole file and compare checksums."
    ),
) -> Value:
    """Show what the table of a rule set is, and how exact."""
    table = astragal.ur.open_table(rules)
    if verify:
        table.verify()
    return table


@app.command(takes=[engine_options])
def match(
    players: list[str] | None = typer.Argument(
        None, metavar="PLAYER", help="Two players, instead of --a and --b."
    ),
    *,
    a: str | None = typer.Option(None, "--a", help=f"The first player: {PlayerHelp} [greedy]"),
    b: str | None = typer.Option(None, "--b", help="The second player. [random]"),
    games: int = typer.Option(1000, help="Number of games, even."),
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    seed: SeedOption = 0,
    options: "RunOptions",
) -> Value:
    """Let two players play many games, half of them with each as A. It can be resumed."""
    if players:
        if len(players) != 2 or a is not None or b is not None:
            raise BadInputError(f"{quoted(' '.join(players))}: give two players, or --a and --b")
        a, b = players
    a, b = "greedy" if a is None else a, "random" if b is None else b
    return astragal.ur.play_match(a, b, games, rules=rules, pieces=pieces, seed=seed, **options)


@app.command()
def review(
    game: Path = typer.Argument(help="An RGN file, or a file with a state in each line."),
    rules: str | None = typer.Option(None, help="The rules, if the file names none."),
    form: Literal["text", "svg"] = typer.Option("text", "--as", help="text, or svg for the curve."),
) -> Value:
    """Review a game: what each move cost, and how the dice fell."""
    record = astragal.ur.read_game(game, rules)
    found = astragal.ur.review(record)
    return Output(found.to_dict(), found._repr_svg_() if form == "svg" else found)


@app.command()
def puzzles(
    count: int = typer.Argument(9, help="How many."),
    *,
    grade: str | None = typer.Option(None, help="Only easy, medium or hard ones."),
    rules: RulesName = "finkel",
    pieces: SolvedPieces = None,
    seed: SeedOption = 0,
) -> Value:
    """Draw puzzles: one move is best, and simple players miss it.

    The answers follow at the end.
    """
    table = astragal.ur.open_table(rules, pieces=pieces)
    return astragal.ur.puzzles(table, count, grade=grade, seed=seed, pieces=pieces)


@app.command()
def export(
    out: Path | None = typer.Argument(None, help="The .rgu file to write."),
    *,
    parquet: Path | None = typer.Option(
        None, help="Write values and best moves to this Parquet file."
    ),
    rules: RulesName = "finkel",
    pieces: SolvedPieces = None,
    values: str = typer.Option("percent16", help="Of an .rgu file: percent16, f32 or f64."),
    keys: str = typer.Option("python", help="Of an .rgu file, who reads it: python or java."),
) -> Value:
    """Write a table as .rgu, RoyalUr's format, or as Parquet.

    Parquet has the best moves, too.
    """
    if (out is None) == (parquet is None):
        raise BadInputError("give one file: an .rgu file, or --parquet and its file")
    if out is not None and out.suffix == ".parquet":
        raise BadInputError(f"{out}: this would be an .rgu file; for Parquet give --parquet {out}")
    if parquet is not None:
        refuse("--values", "--keys", why=f"is for .rgu files, not for {parquet}")
    table = astragal.ur.open_table(rules, pieces=pieces)
    if parquet is not None:
        with bar() as progress:
            return astragal.ur.export_table(table, parquet, pieces, progress=progress)
    return astragal.ur.write_rgu(table, str(out), pieces, values, keys=keys)


@app.command("import")
def import_rgu(
    file: Path = typer.Argument(help="The .rgu file to read."),
) -> Value:
    """Compare an .rgu file of Finkel's rules with our table."""
    return astragal.ur.read_rgu(file).compare()


@app.command()
def play(
    *,
    opponent: str = typer.Option("expectimax-2", help=f"The opponent: {PlayerHelp}"),
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    side: str = typer.Option("A", help="Your side: A, which begins, or B."),
    seed: int | None = typer.Option(None, help="The same seed gives the same dice."),
    ascii_only: bool = typer.Option(False, "--ascii", help="Draw with ASCII only."),
    record: Path | None = typer.Option(
        None, callback=writable, help="Write the game to this file, as RGN."
    ),
) -> None:
    """Play a game at the terminal, with hints and undo."""
    from astragal.cli.ur_play import Session

    if side.upper() not in astragal.ur.Side.__members__:
        raise BadInputError(f"{quoted(side)} is not a side; give A or B")
    session = Session(
        astragal.ur.start(rules, pieces),
        astragal.ur.find_player(opponent, rules),
        side=astragal.ur.Side[side.upper()],
        seed=seed,
        ascii_only=ascii_only,
    )
    try:
        session.run()
    finally:
        if record is not None:
            with astragal.store.whole_file(record) as file:
                file.write(f"{session.record()}\n".encode())
