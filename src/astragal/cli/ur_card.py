"""`astragal ur card`, `ur words` and `ur distil`: cards to play by."""

from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from astragal import store, ur
from astragal.cli.options import (
    Flag,
    Integer,
    Json,
    OutputFile,
    Seed,
    Threads,
    names,
    refuse,
)
from astragal.cli.output import Output, show
from astragal.cli.progress import bar
from astragal.cli.ur import PiecesOfTable, TableOptions
from astragal.errors import BadInputError, quoted


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
    pieces: PiecesOfTable = None,
    price: Annotated[
        Flag, Parameter(help="Compute its exact chance against perfect play; takes minutes.")
    ] = False,
    each: Annotated[
        Flag, Parameter(help="The same, and its chance without each of its lines.")
    ] = False,
    threads: Threads = None,
    json: Json = False,
) -> int:
    """Print a card to play by, and its exact chance against perfect play.

    An interrupted computation resumes.
    """
    asked = ur.find_rules("finkel" if rules is None else rules)
    found = ur.find_card(card, asked)
    if rules is not None and found.rules.parameters != asked.parameters:
        raise BadInputError(f"--rules {rules}: the card {quoted(card)} plays {found.rules.name}")
    if not price and not each:
        why = "is for --price and --each"
        refuse({"--pieces": pieces, "--threads": threads}, why=why)
        return show(found, json)
    opened = ur.open_table(found.rules, pieces=pieces)
    computed: ur.CardPrice | ur.CardCosts
    try:
        with bar() as progress:
            compute = ur.price_lines if each else ur.price
            computed = compute(
                found,
                opened,
                pieces=pieces,
                threads=threads,
                progress=progress,
                folder=store.data_folder(),
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt("interrupted; the same command resumes") from None
    text = computed if each else f"{found}\n\n{computed}"
    return show(Output(computed.to_dict(), text), json)


def words(
    word: Annotated[str | None, Parameter(help="One word, such as captures. [all]")] = None,
    /,
    *,
    form: Annotated[
        Literal["text", "svg"] | None,
        Parameter(name="--as", help="text, or svg for the picture of a word. [text]"),
    ] = None,
    json: Json = False,
) -> int:
    """Explain the words of a card, each with two moves as examples."""
    if json:
        refuse({"--as": form}, why="can't be used with --json")
    if word is None:
        if form == "svg":
            refuse({"--as": form}, why="svg draws one word: name it")
        return show(ur.card_words(), json)
    found = ur.find_card_word(word)
    text = found.draw() if form == "svg" else _boards(found)
    return show(Output(found.to_dict(), text), json)


def _boards(word: ur.CardWord) -> str:
    """Draw the two examples of a word for a terminal."""
    parts = [f"{word.word}: {word.meaning}"]
    for example, verdict in ((word.holds, "meets it"), (word.fails, "does not")):
        board = example.position.with_roll(example.roll).draw()
        parts.append(f"{board}\n\n{example.move} {verdict}. {example.note}")
    return "\n\n".join(parts)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Which card to search for, and for how long."""

    lines: Annotated[Integer | None, Parameter(help="Most lines, 1 to 16. [8]")] = None
    points: Annotated[
        Integer | None, Parameter(help="Points instead of lines: most terms, 1 to 16.")
    ] = None
    samples: Annotated[
        Integer, Parameter(help="Games of each round; ten times as many estimate the chances.")
    ] = 400
    rounds: Annotated[Integer, Parameter(help="Rounds of games and changes.")] = 8
    seed: Seed = 0

    def run(self, table: TableOptions) -> ur.Distilled:
        """Search for the card."""
        opened = table.open()
        try:
            with bar() as progress:
                return ur.distil(
                    opened,
                    lines=self.lines,
                    points=self.points,
                    pieces=table.pieces,
                    samples=self.samples,
                    rounds=self.rounds,
                    seed=self.seed,
                    progress=progress,
                    folder=store.data_folder(),
                )
        except KeyboardInterrupt:
            raise KeyboardInterrupt("interrupted; the same command resumes") from None


def distil(
    *,
    search: SearchOptions = SearchOptions(),
    table: TableOptions = TableOptions(),
    path: Annotated[OutputFile | None, Parameter(help="Write the card there, as TOML.")] = None,
    json: Json = False,
) -> int:
    """Search for a card to play by: a few lines, or points.

    Its chances are estimated from games; `astragal ur card FILE --price` computes them exactly.
    An interrupted search resumes.
    """
    distilled = search.run(table)
    if path is not None:
        distilled.card.write(path)
    return show(distilled, json)
