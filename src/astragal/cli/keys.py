"""`astragal keys`: the search for additive keys, and proofs."""

from typing import Annotated, TypeAlias

from cyclopts import App, Parameter

from astragal import keys
from astragal.cli.options import Flag, Integer, Json, names
from astragal.cli.output import Output, show, table_text
from astragal.cli.progress import bar
from astragal.keys.suits import CONDITIONS

app = App(name="keys", version_flags=())

Condition: TypeAlias = Annotated[
    str,
    Parameter(help=f"The hands that suit keys must distinguish: {names(CONDITIONS)}."),
]


@app.command
def search(
    name: Annotated[str, Parameter(name="SET", help=f"One of {names(keys.KNOWN)}, or all.")],
    /,
    *,
    condition: Condition = "distinct",
    limit: Annotated[
        Integer | None, Parameter(help="Try all suit keys below this number. [40]")
    ] = None,
    json: Json = False,
) -> int:
    """Search for keys.

    Each face in turn gets the smallest number that keeps all sums distinct.
    """
    results = []
    with bar() as progress:
        for key_set in keys.KNOWN if name == "all" else [name]:
            of_suits = name != "all" or key_set == "suit"
            results.append(
                keys.search(
                    key_set,
                    condition=condition if of_suits else "distinct",
                    limit=limit if of_suits else None,
                    progress=progress,
                )
            )
    rows = [result.to_dict() for result in results]
    return show(Output(rows if name == "all" else rows[0], "\n".join(map(str, results))), json)


@app.command
def verify(
    name: Annotated[str, Parameter(name="SET", help=f"One of {names(keys.KNOWN)}.")],
    /,
    *numbers: Annotated[
        str, Parameter(name="KEYS", required=True, help="Like 0 1 5 22 or 0,1,5,22.")
    ],
    condition: Condition = "distinct",
    smallest: Annotated[
        Flag, Parameter(help="Also prove that no smaller key can follow those before it.")
    ] = False,
    json: Json = False,
) -> int:
    """Prove by enumeration that keys distinguish all hands.

    The exit code is 1 if two hands collide.
    """
    with bar() as progress:
        verdict = keys.verify(
            name, " ".join(numbers), condition=condition, smallest=smallest, progress=progress
        )
    sound = verdict.valid and verdict.smallest is not False
    return show(Output(verdict.to_dict(), verdict, sound), json)


@app.command(name="show")
def show_sets(*, json: Json = False) -> int:
    """List the key sets and the hands that they distinguish."""
    known = keys.KNOWN.values()
    rows = [
        [
            key_set.name,
            str(len(key_set.copies)),
            key_set.meaning,
            " ".join(map(str, key_set.bootstrap)),
        ]
        for key_set in known
    ]
    text = table_text(["set", "keys", "distinguishes", "search starts from"], rows)
    return show(Output([key_set.to_dict() for key_set in known], text), json)
