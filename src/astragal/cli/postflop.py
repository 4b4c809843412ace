"""`astragal postflop`: spots after the flop, solved to a proved bound."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from cyclopts import App, Parameter

from astragal import postflop
from astragal._interrupts import INTERRUPTED
from astragal.cli.options import (
    EngineOptions,
    Flag,
    Integer,
    Json,
    Number,
    OutputFile,
    Threads,
    refuse,
)
from astragal.cli.output import show as show_result
from astragal.cli.progress import bar
from astragal.errors import BadInputError, quoted
from astragal.postflop.bets import PLAYERS, STREETS
from astragal.postflop.solution import SolvedNode

app = App(name="postflop", version_flags=())

Board: TypeAlias = Annotated[
    str, Parameter(name="BOARD", help="Three to five cards: Td9d6hQc, or in quotes with spaces.")
]
Target: TypeAlias = Annotated[
    str, Parameter(name="--to", help="End at this exploitability, in per cent of the pot.")
]
Line: TypeAlias = Annotated[
    str, Parameter(name="--at", help='Show the node after this line: "check, bet 100, call, 2c".')
]
SavedFile: TypeAlias = Annotated[Path, Parameter(name="FILE", help="A file of --save.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SpotOptions:
    """A spot, except its board."""

    oop: Annotated[str, Parameter(help='Range of the player out of position: "66+, A8s+, KQo".')]
    ip: Annotated[str, Parameter(help="Range of the player in position.")]
    pot: Annotated[Number, Parameter(help="The pot.")]
    stack: Annotated[Number, Parameter(help="What each player has behind.")]
    bets: Annotated[
        str,
        Parameter(
            help="Bet sizes: 50%, 30c, e, a (all-in); or by player and street: "
            '"oop river: 75%, a; ip: 50%".'
        ),
    ] = ""
    raises: Annotated[str, Parameter(help="Raise sizes: as bets, and 2.5x.")] = ""
    donk: Annotated[
        str | None,
        Parameter(help='Bets of oop after his call of the street before; "" is none. [as --bets]'),
    ] = None
    max_raises: Annotated[Integer | None, Parameter(help="The most raises on a street.")] = None
    rake_rate: Annotated[Number, Parameter(help="Rake as a fraction of the pot: 0.05.")] = 0.0
    rake_cap: Annotated[Number | None, Parameter(help="The most rake.")] = None
    add_allin: Annotated[
        Number, Parameter(help="Add an all-in of at most this fraction of the pot.")
    ] = 0.0
    force_allin: Annotated[
        Number, Parameter(help="Make a bet all-in if at most this fraction of the pot is left.")
    ] = 0.0
    merge: Annotated[
        Number, Parameter(help="Merge bets that differ by less than this fraction of the pot.")
    ] = 0.0
    chip: Annotated[Number, Parameter(help="The unit of all amounts.")] = 1.0

    def spot(self, board: str) -> postflop.Spot:
        """Return the spot on a board."""
        donk: Any = None if self.donk is None else _sizes("--donk", self.donk)
        return postflop.Spot(
            board,
            oop=self.oop,
            ip=self.ip,
            pot=self.pot,
            stack=self.stack,
            bets=_sizes("--bets", self.bets),
            raises=_sizes("--raises", self.raises),
            donk=donk,
            max_raises=self.max_raises,
            rake_rate=self.rake_rate,
            rake_cap=self.rake_cap,
            add_allin=self.add_allin,
            force_allin=self.force_allin,
            merge=self.merge,
            chip=self.chip,
        )


def _sizes(option: str, text: str) -> Any:
    """Return sizes: a text for all, or a mapping of "oop river: 75%, a; ip: 50%".

    >>> _sizes("--bets", "oop river: 75%, a; ip: 50%")
    {'oop': {'river': '75%, a'}, 'ip': {'flop': '50%', 'turn': '50%', 'river': '50%'}}
    """
    if ":" not in text:
        return text
    found: dict[str, dict[str, str]] = {}
    for part in filter(str.strip, text.split(";")):
        where, colon, sizes = part.partition(":")
        words = where.lower().split()
        players = [word for word in words if word in PLAYERS] or PLAYERS
        streets = [word for word in words if word in STREETS] or STREETS
        unknown = [word for word in words if word not in (*PLAYERS, *STREETS)]
        if not colon or unknown:
            raise BadInputError(
                f"{option} {quoted(part.strip())}: write a player or a street before the colon, "
                'like "oop river: 75%, a; ip: 50%"'
            )
        for player in players:
            for street in streets:
                found.setdefault(player, {})[street] = sizes.strip()
    return found if option != "--donk" else found.get("oop", {})


@app.default
def solve(
    board: Board,
    /,
    *,
    options: SpotOptions,
    to: Target = "0.5%",
    at: Line = "",
    iterations: Annotated[
        Integer | None, Parameter(help="End after this many iterations. [no limit]")
    ] = None,
    save: Annotated[
        OutputFile | None, Parameter(help="Save the solution in this file, with 16 bits.")
    ] = None,
    bits: Annotated[Integer | None, Parameter(help="Bits of a saved probability: 16 or 8.")] = None,
    regrets: Annotated[
        Flag, Parameter(help="Save also what resuming needs, with 32 bits.")
    ] = False,
    folder: Annotated[
        Path | None, Parameter(help="Store a snapshot here once a minute, and resume from it.")
    ] = None,
    plan: Annotated[Flag, Parameter(help="Only show the size of the spot.")] = False,
    threads: Threads = None,
    json: Json = False,
) -> int:
    """Solve hold'em from a flop, turn or river, to a proved bound.

    The solve ends when a best response of either player proves that the target is met. Ctrl-C shows
    the solution so far.
    """
    if save is None:
        refuse({"--bits": bits, "--regrets": regrets}, why="is for --save FILE")
    if regrets:
        refuse({"--bits": bits}, why="can't be used with --regrets, which saves 32 bits")
    spot = options.spot(board)
    if plan:
        return show_result(spot.plan(), json)
    spot.place(at)  # before the long work
    with bar() as progress:
        solution = spot.solve(
            to, iterations=iterations, threads=threads, folder=folder, progress=progress
        )
    if save is not None:
        solution.save(save, bits=16 if bits is None else bits, regrets=regrets)
    show_result(SolvedNode(solution, solution.node(at, threads=threads)), json)
    return INTERRUPTED if solution.stopped else 0


@app.command
def show(file: SavedFile, /, *, at: Line = "", threads: Threads = None, json: Json = False) -> int:
    """Certify a saved solution, and show one of its nodes."""
    solution = postflop.open_solution(file, threads=threads)
    return show_result(SolvedNode(solution, solution.node(at, threads=threads)), json)


@app.command
def certify(
    file: Annotated[
        Path, Parameter(name="FILE", help="JSON of TexasSolver, or probabilities by line and hand.")
    ],
    board: Board,
    /,
    *,
    options: SpotOptions,
    threads: Threads = None,
    json: Json = False,
) -> int:
    """Prove how exploitable a strategy is, TexasSolver's or your own."""
    return show_result(postflop.certify(options.spot(board), file, threads=threads), json)


@app.command
def report(
    *boards: Annotated[
        str, Parameter(name="BOARD", required=True, help="Boards, or all: the 1,755 flops.")
    ],
    options: SpotOptions,
    to: Target = "0.5%",
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Solve a spot on many boards: EV, equity and frequencies on each."""
    every = boards == ("all",)
    spot = options.spot("2c 3d 4h" if every else boards[0])
    with engine.run_options() as run_options:
        result = postflop.report(spot, "all" if every else [*boards], target=to, **run_options)
    return show_result(result, json)
