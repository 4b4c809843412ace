"""How long a solve takes on this machine, from a quick measurement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from astragal._checks import require_instance
from astragal.ur.ranking import size
from astragal.ur.solve.plan import Plan
from astragal.ur.solve.solving import solve

# A solve with three pieces is quick. Larger games cost a little less for each state: their blocks
# fill the lanes of the processor, though they take more sweeps (7 pieces: 0.92 of 3 pieces).
MEASURED_PIECES = 3
GAIN_OF_SIZE = 0.9


def measure_plan(plan: Plan, threads: int | None = None) -> Plan:
    """Return the plan with `seconds`, estimated from a solve with at most three pieces.

    The measurement takes a second or a few. The estimate can be wrong by a factor of two.
    """
    require_instance(plan, Plan, "ur.plan makes one")
    pieces = min(plan.pieces, MEASURED_PIECES)
    with TemporaryDirectory() as folder:
        started = monotonic()
        solve(plan.rules, pieces, path=Path(folder, "measured"), threads=threads)
        seconds = monotonic() - started
    if pieces < plan.pieces:
        seconds *= GAIN_OF_SIZE * plan.states / size(plan.rules, pieces)
    return replace(plan, seconds=seconds)
