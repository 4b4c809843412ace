"""`astragal keys`: search for additive keys, and prove them."""

from typing import Annotated

import typer

import astragal
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.cli.output import show as show_result
from astragal.cli.progress import bar

app = Commands(name="keys", help="Search, prove and show additive keys.")

SetName = Annotated[str, typer.Argument(metavar="SET", help="One of {keys.KNOWN}.")]
Condition = Annotated[
    str,
    typer.Option(help="What the sums of suit keys must distinguish: {keys.CONDITIONS}."),
]


@app.command()
def search(
    name: Annotated[str, typer.Argument(metavar="SET", help="One of {keys.KNOWN}, or all.")],
    condition: Condition = "distinct",
    limit: Annotated[
        int | None, typer.Option(help="Try all suit keys below it.  [default: 40]")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Search for keys: each next face gets the smallest number that keeps all sums distinct."""
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
    if json:
        found = [result.to_dict() for result in results]
        print_json(found if name == "all" else found[0])
    else:
        print(*results, sep="\n")


@app.command()
def verify(
    name: SetName,
    keys: Annotated[str, typer.Argument(metavar="KEYS", help="Like 0,1,5,22,...")],
    condition: Condition = "distinct",
    smallest: Annotated[
        bool, typer.Option("--smallest", help="Also prove that no smaller keys are valid.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Prove by enumeration that keys distinguish all hands; exit code 1 if they don't."""
    with bar() as progress:
        verdict = astragal.keys.verify(
            name, keys, condition=condition, smallest=smallest, progress=progress
        )
    show_result(verdict, json)
    raise typer.Exit(0 if verdict.valid and verdict.smallest is not False else 1)


@app.command()
def show(json: JsonOption = False) -> None:
    """List the key sets and what they distinguish."""
    known = astragal.keys.KNOWN.values()
    if json:
        print_json([one.to_dict() for one in known])
    else:
        rows = [
            [one.name, str(len(one.copies)), one.meaning, " ".join(map(str, one.bootstrap))]
            for one in known
        ]
        print_table(["set", "keys", "distinguishes", "search starts from"], rows)
