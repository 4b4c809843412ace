"""Limits: how many evaluations and deals a calculation takes, by default and at most."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf

from astragal import _native
from astragal._checks import require_int, require_number
from astragal.errors import BadInputError

BLOCK = _native.EQUITY_BLOCK
"""The number of deals in a block of a sample."""
SAMPLES = 10_000_000
"""The default number of deals of a sample."""
EXACT_BOUND = 1_000_000_000
"""`auto` counts every deal if that takes at most this many evaluations of a hand: a few seconds."""
UNBOUNDED = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work a calculation may do, and when a sample ends.

    "auto" samples if counting takes more than `evaluations` of a hand; None stands for a billion.
    "exact" is refused above `evaluations`. A sample ends when no player's error is greater than
    `until`, and after `deals`. `draws` is the maximum number of draws of hands for a block of
    65,536 deals; a block has fewer deals if the ranges often collide.
    """

    evaluations: int | None = None
    deals: int | None = None
    draws: int | None = None
    until: float | None = None

    def __post_init__(self) -> None:
        if self.evaluations is not None:
            require_int(self.evaluations, "evaluations", 0, inf)
        if self.deals is not None:
            require_int(self.deals, "deals", 1, inf)
        if self.draws is not None:
            require_int(self.draws, "draws", 1, UNBOUNDED)
        if self.until is not None:
            require_number(self.until, "until", 1e-12, 1 - 1e-12)

    def blocks(self, samples: int | None) -> float:
        """Return the number of blocks after which a sample of this many deals ends."""
        default = SAMPLES if self.until is None else inf
        deals = min(samples or default, self.deals or inf)
        return deals if deals == inf else ceil(deals / BLOCK)

    def check(self, evaluations: float) -> None:
        """Raise if counting needs more evaluations than are allowed."""
        if self.evaluations is not None and evaluations > self.evaluations:
            raise BadInputError(
                f"counting takes {evaluations:.1g} evaluations of a hand, "
                f"at most {self.evaluations:,} are done here"
            )


NO_LIMITS = Limits()
