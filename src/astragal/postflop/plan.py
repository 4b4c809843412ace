"""The plan of a solve: the size of the game, the memory, and an estimate of the time."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.errors import BadInputError, counted
from astragal.jobs.threads import thread_count
from astragal.postflop.memory import free_memory, size_text
from astragal.postflop.solver import solver_size
from astragal.postflop.spot import Spot, size_texts, without_size

# The time of a solve to 0.5 % of the pot, measured on turns and flops: see `docs/postflop.md`.
SECONDS_PER_NUMBER = 2e-7
TARGET, LEAST_TARGET = 0.005, 1e-6


class PostflopPlanJson(TypedDict):
    """The size of a spot, and the memory and time of its solve."""

    decisions: int
    """Decisions, over all stored deals."""
    boards: int
    """Ways to deal the cards to come."""
    stored_boards: int
    """The ways that differ by more than exchangeable suits: only these are solved."""
    hands: list[int]
    """The hands of each player on this board."""
    memory: int
    """The memory of the solver in bytes."""
    seconds: float
    """The estimated time to 0.5 % of the pot, in CPU seconds."""


@dataclass(frozen=True, slots=True)
class Plan(Result):
    """The size of a spot, and the memory and time of its solve."""

    decisions: int
    """Decisions, over all stored deals."""
    boards: int
    """Ways to deal the cards to come."""
    stored_boards: int
    """The ways that differ by more than exchangeable suits: only these are solved."""
    hands: tuple[int, int]
    """The hands of each player on this board."""
    memory: int
    """The memory of the solver in bytes."""
    seconds: float
    """The estimated time to 0.5 % of the pot, in CPU seconds."""

    def seconds_to(self, target: float) -> float:
        """Return the estimated time to a target, a fraction of the pot, in CPU seconds.

        The exploitability falls roughly as the iterations to the power of -1.5.
        """
        return self.seconds * float((TARGET / max(target, LEAST_TARGET)) ** (1 / 1.5))

    def to_dict(self) -> PostflopPlanJson:
        """Return the JSON of this plan."""
        return {
            "decisions": self.decisions,
            "boards": self.boards,
            "stored_boards": self.stored_boards,
            "hands": [*self.hands],
            "memory": self.memory,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        stored = "" if self.boards == self.stored_boards else f" ({self.stored_boards:,} stored)"
        return (
            f"{counted(self.decisions, 'decision')} on {counted(self.boards, 'board')}{stored}, "
            f"{self.hands[0]:,} x {self.hands[1]:,} hands: {size_text(self.memory)}, "
            f"{_duration(self.seconds)} of CPU time to 0.5 % of the pot"
        )


def plan(spot: Spot, threads: int | None = None) -> Plan:
    """Return the plan of a solve."""
    size = solver_size(spot.game, threads=thread_count(threads))
    hands = [len(one) for one in spot.game.hands]
    return Plan(
        decisions=size.decisions,
        boards=size.deals[-1],
        stored_boards=size.stored_deals[-1],
        hands=(hands[0], hands[1]),
        memory=size.memory,
        seconds=size.pairs * SECONDS_PER_NUMBER,
    )


def check_memory(spot: Spot, needed: int, most: int | None = None) -> None:
    """Raise if a solve needs more memory than is free, or than `most`; name a size to drop."""
    free = free_memory()
    limits = [one for one in (free, most) if one is not None]
    if not limits or needed <= min(limits):
        return
    limit = min(limits)
    what = "may be used" if limit != free else "is free"
    raise BadInputError(
        f"this spot needs {size_text(needed)} of memory, and {size_text(limit)} {what}: "
        f"{_remedy(spot)}"
    )


def _remedy(spot: Spot) -> str:
    """Name the size without which the spot needs the least memory."""
    needs = {}
    for text in size_texts(spot):
        smaller = without_size(spot, text)
        needs[text] = solver_size(smaller.game, threads=1).memory
    if not needs:
        return "give narrower ranges"
    text = min(needs, key=needs.__getitem__)
    return f"without the size {text} it needs {size_text(needs[text])}; narrower ranges help, too"


def _duration(seconds: float) -> str:
    if seconds < 0.1:
        return "less than 0.1 s"
    if seconds < 1:
        return f"about {seconds:.1f} s"
    if seconds < 90:
        return f"about {seconds:.0f} s"
    minutes = seconds / 60
    return f"about {minutes:,.0f} minutes" if minutes < 90 else f"about {minutes / 60:,.1f} hours"
