"""Many boards: a spot solved on each of them, and their figures in one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_instance, require_list, require_name
from astragal._frames import Floats, Integers, Texts
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import Cards, CardSet, card_names, cards_text, full_deck, subsets
from astragal.equity.spot import suit_symmetries
from astragal.equity.starting_hands import permuted
from astragal.errors import BadInputError, quoted
from astragal.jobs.engine import Engine
from astragal.jobs.job import hashed_job
from astragal.jobs.run import run
from astragal.postflop.certificate import DECK, ByPlayerJson
from astragal.postflop.node import number
from astragal.postflop.solving import read_target, solve
from astragal.postflop.spot import Spot, SpotJson, read_board
from astragal.progress import Progress

ALL = "all"
FLOP = 3
_FIGURES = (
    "chance", "ev_oop", "ev_ip", "equity_oop", "equity_ip", "exploitability", "iterations"
)  # fmt: skip


class BoardJson(TypedDict):
    """A board of a report."""

    board: list[str]
    weight: int
    """How many boards it stands for, which differ only by suits."""
    chance: float
    """How often the board is dealt to these ranges, among the boards of the report; 0 to 1."""
    ev: ByPlayerJson | None
    """The EV of each player; null if the ranges don't meet on the board."""
    equity: ByPlayerJson | None
    exploitability: float | None
    """Half the sum of both gains, proved."""
    iterations: int
    frequencies: list[float] | None
    """How often oop plays each action at the root."""


class BoardsJson(TypedDict):
    """A spot on many boards."""

    spot: SpotJson
    target: float
    """The exploitability at which each solve ends, as a fraction of the pot."""
    actions: list[str]
    """The actions of oop at the root."""
    boards: list[BoardJson]


@dataclass(frozen=True, eq=False, repr=False)
class Boards(TableResult):
    """A spot on many boards: EV, equity and frequencies at the root of each."""

    spot: Spot
    target: float
    boards: tuple[CardSet, ...]
    board_weights: tuple[int, ...]
    """How many boards each stands for."""
    actions: tuple[str, ...]
    """The actions of oop at the root."""
    figures: NDArray[np.float64]
    """A row for each board: see `to_frame`. NaN where the ranges don't meet."""

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def _chances(self) -> NDArray[np.float64]:
        chances: NDArray[np.float64] = self.figures[:, 0] * np.array(self.board_weights)
        chances /= max(float(chances.sum()), 1e-300)
        return chances

    def mean(self, column: str) -> float:
        """Return the mean of a column of `to_frame`, by how often the boards are dealt."""
        columns = self._columns()
        require_name(column, [name for name in columns if name != "board"], "column")
        values = np.array(columns[column], np.float64)
        there = self._chances > 0
        return float(self._chances[there] @ values[there])

    def _columns(self) -> Mapping[str, Sequence[object]]:
        columns: dict[str, Any] = {
            "board": Texts(cards_text(board) for board in self.boards),
            "weight": Integers(self.board_weights),
            "chance": Floats(self._chances.tolist()),
        }
        for place, name in enumerate(_FIGURES[1:], 1):
            columns[name] = Floats(number(value) for value in self.figures[:, place].tolist())
        for place, action in enumerate(self.actions, len(_FIGURES)):
            columns[action] = Floats(number(value) for value in self.figures[:, place].tolist())
        return columns

    def to_dict(self) -> BoardsJson:
        """Return the JSON of `astragal postflop report`."""
        return {
            "spot": self.spot.to_dict(),
            "target": self.target,
            "actions": [*self.actions],
            "boards": [*self._board_rows()],
        }

    def _board_rows(self) -> Iterator[BoardJson]:
        rows = zip(
            self.boards,
            self.board_weights,
            self._chances.tolist(),
            self.figures.tolist(),
            strict=True,
        )
        for board, weight, chance, (_, *figures) in rows:
            ev_oop, ev_ip, equity_oop, equity_ip, exploitability, iterations, *shares = figures
            met = chance > 0
            yield {
                "board": card_names(board),
                "weight": weight,
                "chance": chance,
                "ev": {"oop": ev_oop, "ip": ev_ip} if met else None,
                "equity": {"oop": equity_oop, "ip": equity_ip} if met else None,
                "exploitability": exploitability if met else None,
                "iterations": int(iterations) if met else 0,
                "frequencies": shares if met else None,
            }

    def __repr__(self) -> str:
        return f"<Boards: {len(self)} of {self.spot!r}>"

    def _table(self) -> TextTable:
        rows = [
            [
                cards_text(board),
                weight,
                *(_shown(value, ".2f") for value in row[1:3]),
                *(_shown(value, ".1%") for value in (row[3], *row[len(_FIGURES) :])),
            ]
            for board, weight, row in zip(
                self.boards, self.board_weights, self.figures.tolist(), strict=True
            )
        ]
        below = (
            f"{len(self)} boards, each to {100 * self.target:.12g} % of the pot; on average EV oop "
            f"{self.mean('ev_oop'):.2f}, equity {self.mean('equity_oop'):.1%}"
        )
        headings = ["board", "weight", "EV oop", "EV ip", "equity oop", *self.actions]
        return TextTable(headings, rows, below)


def _shown(value: float, form: str) -> str:
    return "–" if np.isnan(value) else format(value, form)


def report(
    spot: Spot,
    flops: Iterable[Cards] | str,
    *,
    target: str = "0.5%",
    threads: int | None = None,
    engine: Engine | None = None,
    folder: str | PathLike[str] | None = None,
    progress: Progress = False,
) -> Boards:
    """Solve a spot on many boards, and return EV, equity and frequencies at the root of each.

    `flops` is a list of boards with as many cards as that of the spot, or "all": the 1,755 flops
    that differ by more than suits, each with the number of flops that it stands for. Boards are
    solved side by side, each on one thread; with a `folder`, a later call resumes.
    """
    require_instance(spot, Spot, "postflop.Spot(...) makes one")
    fraction = read_target(target)
    if spot.locks:
        raise BadInputError("the spot has locks, whose hands are on one board: give it without")
    boards, weights = _read_boards(spot, flops)
    actions = tuple(map(str, spot.tree.actions(0)))
    job = hashed_job(
        "postflop-report",
        boards,
        partial(_solved, spot, target),
        partial(_combined, len(_FIGURES) + len(actions)),
        spot=spot.parameters,
        boards=[cards_text(board) for board in boards],
        target=fraction,
    )
    figures = run(job, threads=threads, engine=engine, folder=folder, progress=progress)
    return Boards(
        spot=spot,
        target=fraction,
        boards=tuple(boards),
        board_weights=tuple(weights),
        actions=actions,
        figures=figures,
    )


def _combined(width: int, rows: Iterator[NDArray[np.float64]]) -> NDArray[np.float64]:
    found = [*rows]
    return np.array(found) if found else np.empty((0, width))


def _solved(spot: Spot, target: str, board: CardSet) -> NDArray[np.float64]:
    """Return the figures of a board."""
    try:
        here = spot.on(board)
    except BadInputError:  # of all flops, some leave no hands
        row = np.full(len(_FIGURES) + len(spot.tree.actions(0)), np.nan)
        row[0] = 0
        return row
    solution = solve(here, target, threads=1)
    node = solution.node(threads=1)
    # Both players' cards are out of the deck in every pair, so that all boards come equally often.
    chance = float(node.weights.oop.sum())
    return np.array(
        [
            chance,
            *solution.certificate.ev,
            *node.range_equity,
            solution.exploitability,
            solution.iterations,
            *node.frequencies,
        ]
    )


def _read_boards(spot: Spot, flops: Iterable[Cards] | str) -> tuple[list[CardSet], list[int]]:
    if isinstance(flops, str):
        if flops != ALL:
            raise BadInputError(
                f"flops must be a list of boards, or {quoted(ALL)}, not {quoted(flops)}"
            )
        if spot.board.bit_count() != FLOP:
            raise BadInputError(
                f"flops={quoted(ALL)} needs a spot on a flop, not on {cards_text(spot.board)}"
            )
        _check_suits(spot)
        return all_flops()
    boards = [read_board(board) for board in require_list(flops, "flops", "boards")]
    for board in boards:
        spot.on(board)  # raises unless the ranges meet
    if not boards:
        raise BadInputError("flops is empty: give boards, like ['Td 9d 6h'], or 'all'")
    return boards, [1] * len(boards)


def _check_suits(spot: Spot) -> None:
    """Raise unless flops that differ only by suits have the same answer."""
    for name, one in (("oop", spot.oop), ("ip", spot.ip)):
        if len(suit_symmetries([], [(one.hands, one.weights)])) < 24:
            raise BadInputError(
                f"range {quoted(str(one))} of {name} tells suits apart, so 1,755 flops don't "
                "stand for all: give a list of flops"
            )


@cache
def _flop_classes() -> tuple[tuple[CardSet, ...], tuple[int, ...]]:
    flops = subsets(full_deck(DECK), FLOP)
    renamed = np.array([permuted(flops, suits) for suits in permutations(range(4))])
    boards, counts = np.unique(renamed.min(axis=0), return_counts=True)
    return tuple(boards.tolist()), tuple(counts.tolist())


def all_flops() -> tuple[list[CardSet], list[int]]:
    """Return the flops that differ by more than suits, and how many flops each stands for.

    >>> flops, weights = all_flops()
    >>> len(flops), sum(weights)
    (1755, 22100)
    """
    boards, weights = _flop_classes()
    return [*boards], [*weights]
