"""`astragal keys`: search for additive keys, and prove them."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

import astragal
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.cli.progress import bar
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.keys import Hand, KnownSet

app = Commands(name="keys", help="Search, prove and show additive keys.")

NAMES = "suit, flush5, face5, face6, flush7, face7, short7, joker7"
SetName = Annotated[str, typer.Argument(metavar="SET", help=f"{NAMES}.")]
Condition = Annotated[
    str | None, typer.Option(help="What suit sums must tell: distinct (default), published, flush.")
]
SUITS = 4


@app.command()
def search(
    name: Annotated[str, typer.Argument(metavar="SET", help=f"{NAMES}, or all.")],
    condition: Condition = None,
    limit: Annotated[int | None, typer.Option(help="Suit keys stay below it; 40.")] = None,
    json: JsonOption = False,
) -> None:
    """Search for keys: each next face gets the smallest number that keeps the sums apart."""
    if name not in ("suit", "all") and (condition, limit) != (None, None):
        raise BadInputError(f"--condition and --limit are about suit keys, not about {name!r}")
    names = ["suit", *astragal.keys.KNOWN] if name == "all" else [name]
    results = [_search(one, condition or "distinct", limit or 40) for one in names]
    if json:
        print_json(results if name == "all" else results[0])
        return
    for result in results:
        print(f"{result['set']}: {result['meaning']} ({result['seconds']:.3f} s)")
        for keys in result.get("solutions", [result.get("keys")]):
            print("  " + " ".join(map(str, keys)))
        if "max_sum" in result:
            print(f"  greatest sum {result['max_sum']}")


@app.command()
def verify(
    name: SetName,
    keys: Annotated[str, typer.Argument(metavar="KEYS", help="As 0,1,5,22,...")],
    condition: Condition = None,
    smallest: Annotated[
        bool, typer.Option("--smallest", help="Also prove that no smaller keys would do.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Prove by enumeration that keys tell all hands apart; exit code 1 if they don't."""
    numbers = parse_keys(keys)
    known = None if name == "suit" else astragal.keys.find_known(name)
    told = condition or "distinct"
    if known is None:
        if len(numbers) != SUITS:
            raise BadInputError(f"keys {keys!r}: {SUITS} suits need as many keys")
        verdict = astragal.keys.verify_suits(numbers, condition=told)
    else:
        if condition is not None:
            raise BadInputError(f"--condition is about suit keys, not about {name!r}")
        verdict = astragal.keys.verify(numbers, known.hands)
    result: dict[str, Any] = {
        "set": name,
        "keys": numbers,
        "valid": verdict.valid,
        "hands": verdict.hands,
        "max_sum": verdict.max_sum,
        "collision": verdict.collision and verdict.collision._asdict(),
    }
    if smallest:
        result["smallest"] = verdict.valid and _is_smallest(known, numbers, told)
    if json:
        print_json(result)
    elif verdict.collision is not None:
        first, second, total = verdict.collision
        print(f"not valid: {_spell(name, first)} and {_spell(name, second)} both sum to {total}")
    else:
        print(f"valid: {verdict.hands:,} hands, all told apart; greatest sum {verdict.max_sum}")
        if smallest:
            print(
                "each key is" + (" " if result["smallest"] else " not ") + "the smallest possible"
            )
    raise typer.Exit(0 if verdict.valid and result.get("smallest", True) else 1)


@app.command()
def show(json: JsonOption = False) -> None:
    """Show what key sets there are and what they tell apart."""
    known = astragal.keys.KNOWN.values()
    if json:
        print_json(
            [
                {
                    "set": one.name,
                    "meaning": one.meaning,
                    "copies": one.hands.copies,
                    "sizes": one.hands.sizes,
                    "across": one.hands.across,
                    "bootstrap": one.bootstrap,
                }
                for one in known
            ]
        )
        return
    rows = [["suit", "4", "which suits seven cards have", "0"]]
    rows += [
        [one.name, str(len(one.hands.copies)), one.meaning, " ".join(map(str, one.bootstrap))]
        for one in known
    ]
    print_table(["set", "keys", "tells apart", "search starts from"], rows)


def parse_keys(text: str) -> list[int]:
    """Read keys as `search` prints them: numbers set apart by commas or spaces."""
    try:
        return [int(part) for part in text.replace(",", " ").split()]
    except ValueError:
        raise BadInputError(f"keys {text!r} are not whole numbers, as in 0,1,5,22") from None


def _search(name: str, condition: str, limit: int) -> dict[str, Any]:
    started = perf_counter()
    if name == "suit":
        suits = astragal.keys.search_suits(condition=condition, limit=limit)
        found: dict[str, Any] = {
            "meaning": f"the suits of 7 cards, condition {condition}, keys below {limit}",
            "condition": condition,
            "limit": limit,
            "tried": suits.tried,
            "solutions": suits.solutions,
        }
        if suits.solutions:
            found["max_sum"] = min(7 * max(keys) for keys in suits.solutions)
    else:
        known = astragal.keys.find_known(name)
        with bar() as progress:
            keys = astragal.keys.search(known.hands, known.bootstrap, progress=progress)
        found = {"meaning": known.meaning, "keys": keys.keys, "max_sum": keys.max_sum}
    return {"set": name, **found, "seconds": perf_counter() - started}


def _is_smallest(known: "KnownSet | None", numbers: list[int], condition: str) -> bool:
    """Tell whether no step could have been smaller; for suits, whether no set has a smaller top."""
    if known is None:
        return not astragal.keys.search_suits(condition=condition, limit=max(numbers)).solutions
    keys = astragal.keys.KeySet(known.hands, known.bootstrap, tuple(numbers), 0)
    with bar() as progress:
        return all(step.smaller is None for step in astragal.keys.prove(keys, progress=progress))


def _smallest_text(known: "KnownSet | None", smallest: bool) -> str:
    if known is None:
        return f"{'no' if smallest else 'another'} set has a smaller greatest key"
    return "no step could have been smaller" if smallest else "a step could have been smaller"


def _spell(name: str, hand: "Hand") -> str:
    letters = astragal.cards.SUITS if name == "suit" else astragal.cards.RANKS + "*"
    return "".join(letters[face] for face in hand)
