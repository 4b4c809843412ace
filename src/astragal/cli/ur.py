"""`astragal ur`: the Royal Game of Ur."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import astragal
from astragal.cli.engine import Engine, long_work, takes_engine
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.cli.progress import bar
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.ur import Record, Rules

app = Commands(name="ur", help="The Royal Game of Ur: states, moves, the solution, play.")

StateText = Annotated[
    str, typer.Argument(metavar="STATE", help="The 64-bit state, as 0x3f; or 'start'.")
]
RulesName = Annotated[
    str, typer.Option("--rules", help="The rules: one of {ur.RULES}, or a TOML file.")
]
PiecesOption = Annotated[
    int | None, typer.Option("--pieces", help="Pieces of each player, 1 to 7.")
]
RollOption = Annotated[int | None, typer.Option("--roll", help="The roll, if it is known.")]
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same dice.")]


class Form(StrEnum):
    """The forms of a picture."""

    UNICODE = "unicode"
    ASCII = "ascii"
    SVG = "svg"


@app.command()
def show(
    state: StateText = "start",
    rules: RulesName = "finkel",
    form: Annotated[Form, typer.Option("--as", help="How to draw it.")] = Form.UNICODE,
    json: JsonOption = False,
) -> None:
    """Draw a state; a state that can't be is drawn too, and what is wrong with it is listed."""
    ruleset, word = _rules(rules), _state(state, rules)
    wrong = astragal.ur.problems(word, ruleset)
    if json:
        print_json(astragal.ur.describe_state(word, ruleset))
    elif form is Form.SVG:
        print(astragal.ur.draw_svg(word, ruleset), end="")
    else:
        print(astragal.ur.draw_board(word, ruleset, ascii_only=form is Form.ASCII))
        print(f"\n{astragal.ur.state_name(word)}, {ruleset.name}")
        for problem in wrong:
            print(f"wrong: {problem}")
    raise typer.Exit(1 if wrong else 0)


@app.command()
def moves(
    state: StateText, roll: RollOption = None, rules: RulesName = "finkel", json: JsonOption = False
) -> None:
    """List the legal moves, for one roll or for all."""
    ruleset, word = _rules(rules), _state(state, rules)
    rolls = astragal.ur.rolls_to_show(word, roll, ruleset)
    found = {one: astragal.ur.successors(word, one, ruleset) for one in rolls}
    if json:
        print_json(astragal.ur.describe_moves(word, rolls, ruleset))
        return
    rows = [
        [str(one), str(move), astragal.ur.move_name(move), astragal.ur.state_name(after)]
        for one, legal in found.items()
        for move, after in legal.items()
    ]
    rows += [[str(one), "pass", "", ""] for one, legal in found.items() if not legal]
    print_table(["roll", "move", "squares", "state"], sorted(rows))


@app.command()
def value(state: StateText, rules: RulesName = "finkel", json: JsonOption = False) -> None:
    """Show the chance of the player to move, before the roll and after each."""
    ruleset, word = _rules(rules), _state(state, rules)
    astragal.ur.require_valid(word, ruleset)  # before a missing table is complained about
    table = astragal.ur.Tablebase.open(ruleset)
    win = table.value(word)
    over = astragal.ur.winner_of(word) is not None
    rolls = {} if over else table.roll_values(word)
    best = {roll: table.best(word, roll) for roll in rolls if roll}
    if json:
        print_json(astragal.ur.describe_value(word, table))
        return
    print(f"win {win:.9f}  (error at most {table.error:.1g})")
    rows = [
        [
            str(roll),
            f"{ruleset.chances[roll]:.4f}",
            f"{one:.9f}",
            astragal.ur.move_name(best.get(roll)),
        ]
        for roll, one in rolls.items()
    ]
    print_table(["roll", "chance", "win", "best"], rows)


@app.command()
def best(
    state: StateText, roll: RollOption = None, rules: RulesName = "finkel", json: JsonOption = False
) -> None:
    """Show all moves with what each gives away against the best."""
    ruleset, word = _rules(rules), _state(state, rules)
    astragal.ur.require_valid(word, ruleset)  # before a missing table is complained about
    table = astragal.ur.Tablebase.open(ruleset)
    rolls = astragal.ur.rolls_to_show(word, roll, ruleset)
    if json:
        print_json(astragal.ur.describe_judged(word, rolls, table))
        return
    judged = {one: table.judge(word, one) for one in rolls}
    rows = [
        [
            str(one),
            str(each.move),
            astragal.ur.move_name(each.move),
            f"{each.value:.9f}",
            f"{each.loss:.9f}",
        ]
        for one, legal in judged.items()
        for each in legal
    ]
    print_table(["roll", "move", "squares", "win", "loss"], rows)


@app.command()
def perft(
    state: StateText,
    depth: Annotated[int, typer.Argument(help="How many moves deep.")],
    rules: RulesName = "finkel",
    json: JsonOption = False,
) -> None:
    """Count the states after so many moves: all rolls at each step, a pass counts as a move."""
    word = _state(state, rules)
    nodes = astragal.ur.perft(word, depth, _rules(rules))
    if json:
        name = astragal.ur.state_name(word)
        print_json({"state": name, "rules": rules, "depth": depth, "nodes": nodes})
    else:
        print(nodes)


@app.command()
def solve(
    *,
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    bits: Annotated[int, typer.Option(help="Bits of a stored value: 16, 32 or 64.")] = 32,
    fast: Annotated[bool, typer.Option("--fast", help="Stay in single precision.")] = False,
    threads: Annotated[int | None, typer.Option(help="Threads; all cores if not given.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the table there.")] = None,
    dry_run: Annotated[bool, typer.Option("--plan", help="Only say what it would take.")] = False,
    json: JsonOption = False,
) -> None:
    """Solve a rule set and keep the table. An interrupted solve goes on where it was."""
    planned = astragal.ur.plan(_rules(rules), pieces, bits)
    about = astragal.ur.describe_plan(planned)
    if not json:
        print(
            f"{planned.rules.name}, {planned.pieces} pieces: {planned.states:,} states in "
            f"{planned.layers} pairs of layers; about {_size(planned.memory)} of memory, "
            f"{_size(planned.disk)} of disk until it is done"
        )
    if dry_run:
        if json:
            print_json(about)
        return
    with bar() as progress:
        table = astragal.ur.solve(
            planned.rules, planned.pieces,
            path=out, bits=bits, fast=fast, threads=threads, progress=progress,
        )  # fmt: skip
    win = table.value(astragal.ur.start(planned.pieces))
    if json:
        print_json(about | astragal.ur.describe_table(table) | {"win": win})
    else:
        print(f"start {win:.12f}, residual {table.residual:.1e}, error at most {table.error:.1e}")
        print(table.path)


@app.command()
def info(
    rules: RulesName = "finkel",
    verify: Annotated[
        bool, typer.Option("--verify", help="Read the whole file and compare checksums.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show what the table of a rule set is, and how exact."""
    table = astragal.ur.Tablebase.open(_rules(rules), verify=verify)
    if json:
        print_json(astragal.ur.describe_table(table) | {"verified": verify})
        return
    for name, one in astragal.ur.describe_table(table).items():
        print(f"{name:<10}{one}")


@app.command()
@takes_engine
def match(
    *,
    a: Annotated[str, typer.Option("--a", help="perfect, expectimax-N, greedy or random.")],
    b: Annotated[str, typer.Option("--b", help="The other player.")],
    games: Annotated[int, typer.Option(help="How many games, an even number.")] = 1000,
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    seed: SeedOption = 0,
    engine: Engine,
    json: JsonOption = False,
) -> None:
    """Let two players play, each half of the games as A. An interrupted match can go on."""
    ruleset = _rules(rules)
    first, second = (astragal.ur.find_player(name, ruleset) for name in (a, b))
    with long_work(engine) as options:
        result = astragal.ur.play_match(
            first, second, games, rules=ruleset, pieces=pieces, seed=seed, **options
        )
    low, high = result.interval
    if json:
        print_json(
            {
                "rules": ruleset.name,
                "pieces": result.pieces,
                "a": result.players[0],
                "b": result.players[1],
                "games": result.games,
                "seed": result.seed,
                "wins": result.wins,
                "wins_as_a": result.wins_as_a,
                "share": result.share,
                "interval": [low, high],
                "rolls": result.mean_rolls,
                "rolls_error": result.mean_rolls_error,
            }
        )
    else:
        print(
            f"{result.players[0]} won {result.wins} of {result.games} games against "
            f"{result.players[1]}: {result.share:.1%}, between {low:.1%} and {high:.1%} "
            f"(95 % confidence)"
        )
        print(f"{result.mean_rolls:.1f} ± {result.mean_rolls_error:.1f} rolls a game")


class CurveForm(StrEnum):
    """The forms of a review."""

    TEXT = "text"
    SVG = "svg"


@app.command()
def review(
    game: Annotated[Path, typer.Argument(help="An RGN file, or states, one in a line.")],
    rules: Annotated[str | None, typer.Option(help="If the file does not say.")] = None,
    form: Annotated[CurveForm, typer.Option("--as", help="text, or the curve as SVG.")] = (
        CurveForm.TEXT
    ),
    json: JsonOption = False,
) -> None:
    """Judge a game: what each move cost, how the dice fell, how well each side played."""
    record = _read_game(game, rules)
    found = astragal.ur.review(record, astragal.ur.Tablebase.open(record.rules))
    if json:
        print_json({"rules": record.rules.name} | astragal.ur.review_json(found))
        return
    if form is CurveForm.SVG:
        print(astragal.ur.curve_svg(found.a_wins), end="")
        return
    rows = [
        [
            str(number), "AB"[one.player], str(one.roll), astragal.ur.move_name(one.move),
            "" if one.best == one.move else astragal.ur.move_name(one.best),
            f"{one.cost:.4f}" if one.cost else "", f"{one.luck:+.4f}", f"{one.a_wins:.4f}",
        ]
        for number, one in enumerate(found.turns, 1)
    ]  # fmt: skip
    print_table(["turn", "who", "roll", "played", "best", "cost", "luck", "A wins"], rows)
    for player in (0, 1):
        accuracy = found.accuracy(player)
        share = "no choices" if accuracy is None else f"accuracy {accuracy:.1%}"
        cost, luck = found.cost(player), found.luck(player)
        print(f"{'AB'[player]}: {share}, gave away {cost:.4f}, luck {luck:+.4f}")
    print(f"\nA's chance\n{astragal.ur.draw_curve(found.a_wins)}")


class Topic(StrEnum):
    """What can be analysed."""

    OPENINGS = "openings"
    TEMPO = "tempo"
    LENGTH = "length"
    MISTAKES = "mistakes"


@app.command()
def analyse(
    topic: Annotated[Topic, typer.Argument(help="openings, tempo, length or mistakes.")],
    *,
    state: StateText = "start",
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    games: Annotated[int, typer.Option(help="Games to play, for length and mistakes.")] = 1000,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Show what the solution says: openings, a tempo's worth, a game's length, costly mistakes."""
    ruleset = _rules(rules)
    table = astragal.ur.Tablebase.open(ruleset)
    if topic is Topic.TEMPO:
        start = pieces or min(ruleset.pieces, table.pieces)
        word = astragal.ur.start(start) if state == "start" else _state(state, rules)
        worth = astragal.ur.tempo(table, word)
        if json:
            print_json({"state": astragal.ur.state_name(word), "tempo": worth})
        else:
            print(f"to be the one to move is worth {worth:.9f}")
        return
    if topic is Topic.LENGTH:
        with bar() as progress:
            found = astragal.ur.length(table, games, seed=seed, pieces=pieces, progress=progress)
        if json:
            print_json({"games": games, "seed": seed, "rolls": found.rolls, "error": found.error})
        else:
            print(f"{found.rolls:.2f} ± {found.error:.2f} rolls in a game (95 % confidence)")
        return
    if topic is Topic.MISTAKES:
        costly = astragal.ur.mistakes(table, games, seed=seed, pieces=pieces)
        rows: list[dict[str, Any]] = [
            {
                "state": astragal.ur.state_name(one.state), "roll": one.roll,
                "natural": str(one.natural), "best": str(one.best), "loss": one.loss,
            }
            for one in costly
        ]  # fmt: skip
        _print_rows(rows, json)
        return
    rows = [
        {
            "first": first.roll, "move": str(first.move or "pass"), "win": first.value,
            "second": second, "reply": str(each.move), "reply_win": each.value, "loss": each.loss,
        }
        for first in astragal.ur.openings(table, pieces)
        for second, replies in first.replies.items()
        for each in replies
    ]  # fmt: skip
    _print_rows(rows, json)


@app.command("export")
def export_rgu(
    out: Annotated[Path, typer.Argument(help="The .rgu file to write.")],
    pieces: PiecesOption = None,
    values: Annotated[str, typer.Option(help="percent16, f32 or f64.")] = "percent16",
    json: JsonOption = False,
) -> None:
    """Write Finkel's table in RoyalUr's .rgu format."""
    table = astragal.ur.Tablebase.open(astragal.ur.FINKEL)
    entries = astragal.ur.write_rgu(table, out, pieces or table.pieces, values)
    if json:
        print_json({"file": str(out), "entries": entries})
    else:
        print(f"{entries:,} entries in {out}")


@app.command("import")
def import_rgu(
    file: Annotated[Path, typer.Argument(help="The .rgu file to read.")], json: JsonOption = False
) -> None:
    """Read an .rgu file of Finkel's rules and compare it with our table, if there is one."""
    import numpy as np

    found = astragal.ur.read_rgu(file)
    about: dict[str, Any] = {"pieces": found.pieces, "entries": len(found.states)}
    try:
        ours = astragal.ur.Tablebase.open(astragal.ur.FINKEL).values(found.states)
        about["greatest_difference"] = float(np.abs(ours - found.values).max())
    except astragal.errors.TableError as error:
        about["not_compared"] = str(error)
    if json:
        print_json(about)
    else:
        for name, one in about.items():
            print(f"{name.replace('_', ' ')}: {one}")


@app.command()
def play(
    *,
    opponent: Annotated[str, typer.Option(help="perfect, expectimax-N, greedy or random.")] = (
        "expectimax-2"
    ),
    rules: RulesName = "finkel",
    pieces: PiecesOption = None,
    side: Annotated[str, typer.Option(help="A, who begins, or B.")] = "A",
    seed: Annotated[int | None, typer.Option(help="For the same dice again.")] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="No fancy characters.")] = False,
    record: Annotated[Path | None, typer.Option(help="Write the game there, as RGN.")] = None,
) -> None:
    """Play a game at the terminal, with hints and undo."""
    from astragal.cli.ur_play import Session

    if side.upper() not in ("A", "B"):
        raise BadInputError(f"{side!r} is not a side; take A or B")
    ruleset = _rules(rules)
    session = Session(
        ruleset,
        astragal.ur.find_player(opponent, ruleset),
        pieces or ruleset.pieces,
        person="AB".index(side.upper()),
        seed=seed,
        ascii_only=ascii_only,
    )
    session.run()
    if record is not None:
        with astragal.store.whole_file(record) as file:
            file.write(astragal.ur.write_rgn(session.record()).encode())


def _rules(name: str) -> "Rules":
    return astragal.ur.find_rules(name)


def _state(text: str, rules: str) -> int:
    return (
        astragal.ur.start(_rules(rules).pieces)
        if text == "start"
        else astragal.ur.parse_state(text)
    )


def _read_game(path: Path, rules: str | None) -> "Record":
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{str(path)!r} can't be read: {error}") from None
    ruleset = None if rules is None else _rules(rules)
    return astragal.ur.parse_game(text, ruleset)


def _print_rows(rows: list[dict[str, Any]], json: bool) -> None:
    if json:
        print_json(rows)
    elif rows:
        shown = [
            [f"{one:.6f}" if isinstance(one, float) else str(one) for one in row.values()]
            for row in rows
        ]
        print_table(list(rows[0]), shown)


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"
