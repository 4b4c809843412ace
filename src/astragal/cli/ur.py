"""`astragal ur`: the Royal Game of Ur."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from cyclopts import App, Parameter

from astragal import ur
from astragal.cli.options import (
    EngineOptions,
    Flag,
    Integer,
    Json,
    OutputFile,
    PictureFile,
    Threads,
    names,
    refuse,
)
from astragal.cli.output import Output, Picture, show
from astragal.cli.own_player import PLAYER_HELP, read_player
from astragal.cli.progress import bar
from astragal.errors import BadInputError, quoted
from astragal.jobs.threads import thread_count
from astragal.store.replace import whole_file
from astragal.ur.moves import read_side
from astragal.ur.position import Perft
from astragal.ur.solve import SolveSummary, measure_plan, solve_plan

if TYPE_CHECKING:
    from astragal.ur import Position, Tablebase

app = App(name="ur", version_flags=())

RulesName: TypeAlias = Annotated[
    str, Parameter(help=f"The rules: one of {names(ur.RULES)}, or a TOML file.")
]
State: TypeAlias = Annotated[str, Parameter(help="The 64-bit state, such as 0x3f; or 'start'.")]
Roll: TypeAlias = Annotated[Integer | None, Parameter(help="The roll. [all rolls]")]
DiceSeed: TypeAlias = Annotated[Integer, Parameter(help="The same seed gives the same dice.")]
_PIECES = "Pieces of each side at the start, 1 to 7."
PiecesOfTable: TypeAlias = Annotated[
    Integer | None, Parameter(help=f"{_PIECES} [the table's largest game]")
]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Which game is played: the rules and the number of pieces."""

    rules: RulesName = "finkel"
    pieces: Annotated[Integer | None, Parameter(help=f"{_PIECES} [the rules' number]")] = None

    def position(self, state: str, *, check: bool = True) -> "Position":
        """Return the position that a command is given: a state, or the start of a game."""
        if state == "start":
            return ur.start(self.rules, self.pieces)
        if self.pieces is not None:
            raise BadInputError(
                f"--pieces {self.pieces} is for 'start'; the state {state} has its pieces"
            )
        return ur.Position(state, self.rules, check=check)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TableOptions(GameOptions):
    """Which table answers, and for how many pieces."""

    pieces: PiecesOfTable = None

    def open(self) -> "Tablebase":
        """Open the table of the rules."""
        return ur.open_table(self.rules, pieces=self.pieces)


@app.command(name="show")
def show_state(
    state: State = "start",
    /,
    *,
    game: GameOptions = GameOptions(),
    form: Annotated[
        Literal["unicode", "ascii", "svg"] | None,
        Parameter(name="--as", help="How to draw it. [unicode]"),
    ] = None,
    json: Json = False,
) -> int:
    """Draw a state.

    An invalid state is drawn too, with everything that is wrong with it.
    """
    if json:
        refuse({"--as": form}, why="can't be used with --json")
    position = game.position(state, check=False)
    problems = position.problems
    if form == "svg":
        text = position._repr_svg_()
    else:
        drawing = position.draw(ascii_only=form == "ascii")
        name = f"{position.name}, {position.rules.name}"
        text = "\n".join([drawing, "", name, *(f"wrong: {problem}" for problem in problems)])
    return show(Output(position.to_dict(), text, sound=not problems), json)


@app.command
def moves(
    state: State, /, *, game: GameOptions = GameOptions(), roll: Roll = None, json: Json = False
) -> int:
    """List the legal moves, with one roll or with each."""
    return show(game.position(state).by_roll(roll), json)


@app.command
def value(state: State, /, *, game: GameOptions = GameOptions(), json: Json = False) -> int:
    """Show the chance of the side to move, before and after each roll."""
    position = game.position(state)
    table = ur.open_table(position.rules, pieces=position.pieces)
    return show(table.evaluate(position), json)


@app.command
def best(
    state: State, /, *, game: GameOptions = GameOptions(), roll: Roll = None, json: Json = False
) -> int:
    """Rank the legal moves, and show what each costs against the best."""
    position = game.position(state)
    table = ur.open_table(position.rules, pieces=position.pieces)
    return show(table.rank_by_roll(position, roll), json)


@app.command
def perft(
    state: State,
    depth: Annotated[Integer, Parameter(help="How many moves deep.")],
    /,
    *,
    game: GameOptions = GameOptions(),
    json: Json = False,
) -> int:
    """Count the sequences of DEPTH moves, with all rolls.

    A pass counts as a move.
    """
    return show(Perft(game.position(state), depth), json)


@app.command
def solve(
    *,
    game: GameOptions = GameOptions(),
    bits: Annotated[Integer, Parameter(help="Bits of a stored value: 16, 32 or 64.")] = 32,
    threads: Threads = None,
    path: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the table to this file.")
    ] = None,
    rebuild: Annotated[Flag, Parameter(help="Solve again all that the table has.")] = False,
    plan: Annotated[
        Flag, Parameter(help="Only show what it would need, and about how long.")
    ] = False,
    json: Json = False,
) -> int:
    """Solve a rule set and keep the table.

    An interrupted solve resumes where it stopped.
    """
    planned = ur.plan(game.rules, game.pieces, bits)
    thread_count(threads)
    if plan:
        why = "can't be used with --plan, which solves nothing"
        refuse({"--rebuild": rebuild, "--path": path}, why=why)
        return show(measure_plan(planned, threads), json)
    plans: list[Any] = []

    def announce(plan: Any) -> None:
        plans.append(plan)
        if not json:
            print(plan)

    with bar() as progress:
        table = solve_plan(
            planned,
            path=path,
            threads=threads,
            rebuild=rebuild,
            announce=announce,
            progress=progress,
        )
    return show(SolveSummary(planned, table, solved_before=not plans), json)


@app.command
def info(
    *,
    rules: RulesName = "finkel",
    verify: Annotated[Flag, Parameter(help="Read the whole file and compare checksums.")] = False,
    json: Json = False,
) -> int:
    """Show what the table of a rule set is, and how exact."""
    table = ur.open_table(rules)
    if verify:
        table.verify()
    return show(table, json)


@app.command
def match(
    *players: Annotated[str, Parameter(name="PLAYER", help="Two players, instead of --a and --b.")],
    a: Annotated[str | None, Parameter(help=f"The first player: {PLAYER_HELP} [greedy]")] = None,
    b: Annotated[str | None, Parameter(help="The second player. [random]")] = None,
    games: Annotated[Integer, Parameter(help="Number of games, even.")] = 1000,
    game: GameOptions = GameOptions(),
    seed: DiceSeed = 0,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Let two players play many games, half of them with each as A.

    Against `perfect`, it shows what the other player's choices cost, and its
    accuracy. An interrupted match resumes where it stopped, unless a player of your
    own has no attribute `parameters`, which says what its moves depend on.
    """
    if players:
        if len(players) != 2 or a is not None or b is not None:
            raise BadInputError(f"{quoted(' '.join(players))}: give two players, or --a and --b")
        a, b = players
    first = read_player("greedy" if a is None else a)
    second = read_player("random" if b is None else b)
    saved = all(isinstance(each, str) or hasattr(each, "parameters") for each in (first, second))
    with engine.run_options(save=saved) as options:
        result = ur.play_match(
            first,
            second,
            games,
            rules=game.rules,
            pieces=game.pieces,
            seed=seed,
            **options,
        )
    return show(result, json)


@app.command
def review(
    game: Annotated[Path, Parameter(help="An RGN file, or a file with a state in each line.")],
    /,
    *,
    rules: Annotated[str | None, Parameter(help="The rules, if the file names none.")] = None,
    form: Annotated[
        Literal["text", "svg"] | None,
        Parameter(name="--as", help="text, or svg for the curve. [text]"),
    ] = None,
    json: Json = False,
) -> int:
    """Review a game: what each move cost, and how the dice fell."""
    if json:
        refuse({"--as": form}, why="can't be used with --json")
    reviewed = ur.review(ur.read_game(game, rules))
    text = reviewed._repr_svg_() if form == "svg" else reviewed
    return show(Output(reviewed.to_dict(), text), json)


@app.command
def card(
    card: Annotated[str, Parameter(help="card, points, or the TOML file of a card.")] = "card",
    /,
    *,
    rules: Annotated[
        str | None,
        Parameter(
            help=f"The rules: one of {names(ur.RULES)}, or a TOML file. [finkel, or the file's]"
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Check a strategy card, and print it with its exact chance.

    `astragal ur match FILE perfect` estimates the chance of a card of your own.
    """
    asked = ur.find_rules("finkel" if rules is None else rules)
    found = ur.find_card(card, asked)
    if rules is not None and found.rules.parameters != asked.parameters:
        raise BadInputError(f"--rules {rules}: the card {quoted(card)} plays {found.rules.name}")
    return show(found, json)


@app.command
def puzzles(
    count: Annotated[Integer, Parameter(help="How many.")] = 9,
    /,
    *,
    grade: Annotated[str | None, Parameter(help="Only easy, medium or hard ones.")] = None,
    table: TableOptions = TableOptions(),
    seed: DiceSeed = 0,
    json: Json = False,
) -> int:
    """Draw puzzles: one move is best, and simple players miss it.

    The answers follow at the end.
    """
    drawn = ur.puzzles(table.open(), count, grade=grade, seed=seed, pieces=table.pieces)  # type: ignore[arg-type]
    return show(drawn, json)


@app.command
def openings(*, table: TableOptions = TableOptions(), json: Json = False) -> int:
    """Show the best first moves, and all replies with their margins."""
    return show(ur.openings(table.open(), table.pieces), json)


@app.command
def export(
    path: Annotated[Path | None, Parameter(help="The .rgu file to write.")] = None,
    /,
    *,
    parquet: Annotated[
        Path | None,
        Parameter(metavar="FILE", help="Write values and best moves to this Parquet file."),
    ] = None,
    table: TableOptions = TableOptions(),
    values: Annotated[
        str | None, Parameter(help="Of an .rgu file: percent16, f32 or f64. [percent16]")
    ] = None,
    keys: Annotated[
        str | None, Parameter(help="Of an .rgu file, who reads it: python or java. [python]")
    ] = None,
    json: Json = False,
) -> int:
    """Write a table as .rgu, RoyalUr's format, or as Parquet.

    Parquet has the best moves, too.
    """
    if (path is None) == (parquet is None):
        raise BadInputError("give one file: an .rgu file, or --parquet and its file")
    if path is not None and path.suffix == ".parquet":
        raise BadInputError(
            f"{path}: this would be an .rgu file; for Parquet give --parquet {path}"
        )
    if parquet is not None:
        why = f"is for .rgu files, not for {parquet}"
        refuse({"--values": values, "--keys": keys}, why=why)
        opened = table.open()
        with bar() as progress:
            written = ur.export_table(opened, parquet, table.pieces, progress=progress)
        return show(written, json)
    written = ur.write_rgu(
        table.open(), str(path), table.pieces, values or "percent16", keys=keys or "python"
    )
    return show(written, json)


@app.command
def compare(
    file: Annotated[Path, Parameter(help="The .rgu file to read.")], /, *, json: Json = False
) -> int:
    """Compare an .rgu file of Finkel's rules with our table.

    The exit code is 1 if values of the file are wrong.
    """
    return show(ur.read_rgu(file).compare(), json)


@app.command
def play(
    *,
    opponent: Annotated[str, Parameter(help=f"The opponent: {PLAYER_HELP}")] = "expectimax-2",
    game: GameOptions = GameOptions(),
    side: Annotated[str, Parameter(help="Your side: A, which begins, or B.")] = "A",
    seed: Annotated[Integer | None, Parameter(help="The same seed gives the same dice.")] = None,
    ascii_only: Annotated[Flag, Parameter(name="--ascii", help="Draw with ASCII only.")] = False,
    record: Annotated[
        OutputFile | None, Parameter(help="Write the game to this file, as RGN.")
    ] = None,
) -> None:
    """Play a game at the terminal, with hints and undo."""
    from astragal.cli.ur_play import Session

    session = Session(
        ur.start(game.rules, game.pieces),
        ur.find_player(read_player(opponent), game.rules),
        side=read_side(side),
        seed=seed,
        ascii_only=ascii_only,
    )
    try:
        session.run()
    finally:
        if record is not None:
            with whole_file(record) as file:
                file.write(f"{session.record()}\n".encode())


# Pictures: astragal plot ur-...


def plot_solve(file: PictureFile, /, *, rules: RulesName = "finkel", json: Json = False) -> int:
    """Draw the convergence of a solve."""
    from astragal import plots

    table = ur.open_table(rules)
    plots.draw_ur_solve(table, file)
    return show(Picture(file, table.convergence().to_dict()), json)
