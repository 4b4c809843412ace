"""`astragal keys`: search for additive keys, and prove them."""

from typing import Annotated

import typer

import astragal
from astragal.cli.options import Commands
from astragal.cli.output import Output, Value, table_text
from astragal.cli.progress import bar

app = Commands(name="keys", help="Additive keys: numbers for cards whose sums tell hands apart.")

SetName = Annotated[str, typer.Argument(metavar="SET", help="One of {keys.KNOWN}.")]
Condition = Annotated[
    str,
    typer.Option(help="What the sums of suit keys must distinguish: {keys.CONDITIONS}."),
]


@app.command()
def search(
    name: str = typer.Argument(metavar="SET", help="One of {keys.KNOWN}, or all."),
    condition: Condition = "distinct",
    limit: int | None = typer.Option(None, help="Try all suit keys below it.  [default: 40]"),
) -> Value:
    """Search for keys.

    Each next face gets the smallest number that keeps all sums distinct.
    """
    results = []
    with bar() as progress:
        for one in astragal.keys.KNOWN if name == "all" else [name]:
            of_suits = name != "all" or one == "suit"
            results.append(
                astragal.keys.search(
                    one,
                    condition=condition if of_suits else "distinct",
                    limit=limit if of_suits else None,
                    progress=progress,
                )
            )
    found = [result.to_dict() for result in results]
    return Output(found if name == "all" else found[0], "\n".join(map(str, results)))


@app.command()
def verify(
    name: SetName,
    keys: list[str] = typer.Argument(metavar="KEYS", help="Like 0 1 5 22 or 0,1,5,22."),
    condition: Condition = "distinct",
    smallest: bool = typer.Option(
        False, "--smallest", help="Also prove that no smaller keys are valid."
    ),
) -> Value:
    """Prove by enumeration that keys distinguish all hands.

    The exit code is 1 if they don't.
    """
    with bar() as progress:
        verdict = astragal.keys.verify(
            name, " ".join(keys), condition=condition, smallest=smallest, progress=progress
        )
    sound = verdict.valid and verdict.smallest is not False
    return Output(verdict.to_dict(), verdict, sound)


@app.command()
def show() -> Value:
    """List the key sets and what they distinguish."""
    known = astragal.keys.KNOWN.values()
    rows = [
        [one.name, str(len(one.copies)), one.meaning, " ".join(map(str, one.bootstrap))]
        for one in known
    ]
    text = table_text(["set", "keys", "distinguishes", "search starts from"], rows)
    return Output([one.to_dict() for one in known], text)
