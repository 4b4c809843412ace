"""`astragal preflop` and `astragal pushfold`: starting hands before the flop."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

from cyclopts import Parameter

from astragal import equity
from astragal._checks import parse_number
from astragal.cli.options import (
    EngineOptions,
    Flag,
    Json,
    Number,
    ParquetFile,
    PictureFile,
    Texts,
    names,
    refuse,
)
from astragal.cli.output import Picture, show
from astragal.cli.progress import bar
from astragal.equity.report import match_ups_dict
from astragal.errors import BadInputError, quoted
from astragal.poker.variants import TWO_CARD_VARIANTS, two_card_variant

if TYPE_CHECKING:
    from astragal.equity import PushFold

TwoCardGame: TypeAlias = Annotated[
    str, Parameter(help=f"The game: one of {names(TWO_CARD_VARIANTS)}.")
]
Stack: TypeAlias = Annotated[Number, Parameter(help="The small blind's stack in big blinds.")]


def preflop(
    hand: Annotated[str | None, Parameter(help="A starting hand: QQ, AKs, AKo.")] = None,
    villain: Annotated[str | None, Parameter(help="The hand it plays against.")] = None,
    /,
    *,
    game: Annotated[
        str,
        Parameter(
            help=f"The game: one of {names(TWO_CARD_VARIANTS)}; or omaha, without HAND: the "
            "whole table of hands against a random one."
        ),
    ] = "holdem",
    parquet: Annotated[
        ParquetFile | None, Parameter(help="Also write the whole table to this file.")
    ] = None,
    rebuild: Annotated[Flag, Parameter(help="Build the table again, even if it exists.")] = False,
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Count starting hands against each other, before the flop."""
    if hand is not None:
        options = {
            "--parquet": parquet,
            "--rebuild": rebuild,
            "--threads": engine.threads,
            "--workers": engine.workers,
            "--scheduler": engine.scheduler,
        }
        refuse(options, why=f"is for the whole table, without {hand}")
        if villain is None:
            return show(equity.preflop_row(hand, game=two_card_variant(game)), json)
        return show(equity.preflop(hand, villain, game=two_card_variant(game)), json)
    if game == "omaha":
        why = "is not for omaha, which has no table of pairs of hands"
        refuse({"--parquet": parquet}, why=why)
        with engine.run_options() as run_options:
            omaha = equity.omaha_table(rebuild=rebuild, **run_options)
        return show(omaha, json)
    with engine.run_options() as run_options:
        table = equity.preflop_table(two_card_variant(game), rebuild=rebuild, **run_options)
    if parquet is not None:
        table.write_parquet(parquet)
    return show(table, json)


def _read_numbers(option: str, words: list[str] | None) -> list[float]:
    """Read several numbers, with spaces or commas between them."""
    text = " ".join(words or [])
    try:
        return [parse_number(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise BadInputError(f"{option} {quoted(text)}: give numbers, like 50 30 20") from None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class BlindsOptions:
    """The game of jam or fold between the blinds."""

    villain: Annotated[Number | None, Parameter(help="The big blind's stack. [the same]")] = None
    ante: Annotated[Number, Parameter(help="What each player pays, in big blinds.")] = 0.0
    others: Annotated[
        Texts | None,
        Parameter(
            consume_multiple=1, metavar="STACK...", help="Stacks of players who have folded: 12 8."
        ),
    ] = None
    payouts: Annotated[
        Texts | None,
        Parameter(
            consume_multiple=1, metavar="PRIZE...", help="Prizes, best first, for ICM: 50 30 20."
        ),
    ] = None
    game: TwoCardGame = "holdem"

    def solve(self, stack: float) -> "PushFold":
        """Return the equilibrium; say so if the table has to be built first."""
        others = _read_numbers("--others", self.others)
        payouts = _read_numbers("--payouts", self.payouts)
        notice = "building the table of starting hands, once: about 6 seconds of one core"
        with bar(notice) as progress:
            return equity.pushfold(
                stack,
                villain=self.villain,
                ante=self.ante,
                others=others,
                payouts=payouts,
                game=two_card_variant(self.game),
                progress=progress,
            )


def pushfold(
    stack: Stack, /, *, blinds: BlindsOptions = BlindsOptions(), json: Json = False
) -> int:
    """Solve jam or fold between the blinds."""
    return show(blinds.solve(stack), json)


# Pictures: astragal plot ...


def plot_preflop(
    file: PictureFile,
    /,
    *,
    versus: Annotated[
        str | None,
        Parameter(
            metavar="HAND", help="The other hand: QQ, AKs, AKo; needs no table. [a random one]"
        ),
    ] = None,
    every: Annotated[
        Flag, Parameter(name="--all", help="Draw all starting hands against each other.")
    ] = False,
    game: TwoCardGame = "holdem",
    engine: EngineOptions = EngineOptions(),
    json: Json = False,
) -> int:
    """Draw the equity of starting hands before the flop."""
    from astragal import plots

    if versus is not None and every:
        raise BadInputError(f"--versus {versus} and --all: give only one of them")
    if versus is not None:
        match_ups = [
            match_up.swapped for match_up in equity.preflop_row(versus, game=two_card_variant(game))
        ]
        plots.draw_preflop(match_ups, file)
    else:
        with engine.run_options() as options:
            table = equity.preflop_table(two_card_variant(game), **options)
        if every:
            match_ups = [match_up for hand in table.hands for match_up in table.row(str(hand))]
            plots.draw_preflop_pairs(table, file)
        else:
            match_ups = table.against_random()
            plots.draw_preflop(match_ups, file)
    return show(Picture(file, match_ups_dict(match_ups, game)), json)


def plot_pushfold(
    file: PictureFile,
    stack: Stack,
    /,
    *,
    call: Annotated[Flag, Parameter(help="Draw the big blind's calls. [the jams]")] = False,
    blinds: BlindsOptions = BlindsOptions(),
    json: Json = False,
) -> int:
    """Draw the frequencies of jams or calls in equilibrium."""
    from astragal import plots

    equilibrium = blinds.solve(stack)
    plots.draw_pushfold(equilibrium, file, call=call)
    return show(Picture(file, equilibrium.to_dict()), json)
