"""A solve: iterations until the certified exploitability meets the target."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from os import PathLike
from time import monotonic
from typing import Any

from astragal._checks import require_int
from astragal.errors import BadInputError, quoted
from astragal.jobs.threads import thread_count
from astragal.postflop.certificate import Certificate, StoredStrategy, certify_stored
from astragal.postflop.files import copy_numbers
from astragal.postflop.plan import check_memory
from astragal.postflop.snapshots import Snapshots
from astragal.postflop.solution import Ending, Solution
from astragal.postflop.solver import Solver, solver_size
from astragal.postflop.spot import Spot
from astragal.progress import Progress, Reporter
from astragal.store.files import read_path
from astragal.store.folders import writing_problem

FIRST_CHECK = 10
PATIENCE = 1000
"""Iterations in which the exploitability must improve..."""
LEAST_IMPROVEMENT = 0.01
"""... by this fraction."""
EXPLOITABILITY = "exploitability in % of the pot"
"""The metric of a report: the latest estimate, which is not proved."""
_MOST_WAIT = 250
_REPORT_PAUSE = 0.1
_LOOK_SHARE = 10
"""Iterations take at least this many times as long as looks."""

# How long to wait before the next check: the exploitability falls roughly as the iterations to the
# power of -1.5. Only comparisons and whole numbers, so that every machine checks at the same ones.
_WAITS = ((4.0, 100), (2.0, 35), (1.3, 12), (1.1, 5), (0.0, 3))
"""Ratios of the exploitability to the target, and per cent of the iterations so far."""


def read_target(target: str) -> float:
    """Return a target as a fraction of the pot.

    >>> read_target("0.1%")
    0.001
    """
    text = target if isinstance(target, str) else ""
    match = re.fullmatch(r"(?a)\s*(\d{1,6}(?:\.\d{1,12})?|\.\d{1,12})\s*%\s*", text)
    if match is None:
        raise BadInputError(
            f"target {quoted(target)}: write per cent of the pot, like '0.5%' or '0.1%'"
        )
    return float(match[1]) / 100


@dataclass
class Checks:
    """The estimates of the exploitability so far, and the iteration of the next."""

    target: float
    """In the units of the pot."""
    next: int = FIRST_CHECK
    best: list[tuple[int, float]] = field(default_factory=list)
    """The iteration and the least estimate so far of each check."""

    def note(self, iteration: int, estimate: float) -> None:
        """Note an estimate, which may be below 0 by rounding, and choose the next check."""
        estimate = max(estimate, 0.0)
        least = min(estimate, self.best[-1][1]) if self.best else estimate
        self.best.append((iteration, least))
        ratio = estimate / self.target if self.target > 0 else inf
        per_cent = next(wait for above, wait in _WAITS if ratio >= above)
        self.next = iteration + min(max(iteration * per_cent // 100, 1), _MOST_WAIT)

    @property
    def stalled(self) -> bool:
        """Whether the last 1,000 iterations improved less than 1 %."""
        iteration, least = self.best[-1]
        before = [one for at, one in self.best if at <= iteration - PATIENCE]
        return bool(before) and least >= (1 - LEAST_IMPROVEMENT) * before[-1]


def solve(
    spot: Spot,
    target: str,
    *,
    iterations: int | None = None,
    threads: int | None = None,
    folder: str | PathLike[str] | None = None,
    progress: Progress = False,
    look: Callable[[Solution], None] | None = None,
    most_memory: int | None = None,
) -> Solution:
    """Solve a spot; see `Spot.solve`. More than `most_memory` bytes are refused.

    `look` is called with the certified solution so far, whose strategy further iterations change.
    """
    share = read_target(target)
    limit = None if iterations is None else require_int(iterations, "iterations", 1, inf)
    threads = thread_count(threads)
    check_memory(spot, solver_size(spot.game, threads=threads).memory, most_memory)
    if folder is not None and (problem := writing_problem(read_path(folder))):
        raise problem
    with Snapshots(folder, spot.parameters, progress) as snapshots:
        solver = Solver(spot.game, threads=threads)
        checks = Checks(share * spot.pot)
        before = 0.0
        if stored := snapshots.load():
            notes, arrays = stored
            before = _restore(solver, checks, notes, arrays)
        run = _Run(spot, solver, checks, snapshots, threads, limit, before, look)
        return run.run(progress)


def resume(
    solution: Solution,
    regrets: StoredStrategy,
    target: str,
    *,
    iterations: int | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> Solution:
    """Solve on from a solution; see `Solution.resume`."""
    share = read_target(target)
    limit = None if iterations is None else require_int(iterations, "iterations", 1, inf)
    threads = thread_count(threads)
    spot = solution.spot
    check_memory(spot, solver_size(spot.game, threads=threads).memory)
    solver = Solver(spot.game, threads=threads)
    copy_numbers(spot.game, solution.strategy, solver.stored())
    copy_numbers(spot.game, regrets, solver.regrets())
    solver.restore(solution.iterations, solver.state())
    checks = Checks(share * spot.pot, next=solution.iterations + 1)
    with Snapshots(None, {}) as snapshots:
        run = _Run(spot, solver, checks, snapshots, threads, limit, solution.seconds)
        return run.run(progress)


def _restore(
    solver: Solver, checks: Checks, notes: Mapping[str, Any], arrays: Mapping[str, Any]
) -> float:
    """Restore a snapshot, and return the seconds that it took."""
    solver.restore(notes["iterations"], arrays)
    checks.best = [(int(at), float(least)) for at, least in notes["best"]]
    if notes["target"] == checks.target:
        checks.next = notes["next"]
    else:
        checks.next = max(solver.iterations + 1, FIRST_CHECK)
    return float(notes["seconds"])


@dataclass
class _Run:
    spot: Spot
    solver: Solver
    checks: Checks
    snapshots: Snapshots
    threads: int
    limit: int | None
    seconds_before: float
    look: Callable[[Solution], None] | None = None
    started: float = field(default_factory=monotonic)
    certificate: Certificate | None = None
    next_look: float = 0.0
    at_once: int = 1
    """Iterations between two reports."""

    def run(self, progress: Progress) -> Solution:
        reporter = Reporter(
            progress,
            "postflop",
            total=self.limit,
            unit="iterations",
            head_start=self.solver.iterations,
        )
        try:
            ended = self._iterate(reporter)
        except KeyboardInterrupt:
            reporter.report(self.solver.iterations, "certifying; Ctrl-C again gives up")
            ended = "stopped"
            self._save()
        else:
            self.snapshots.remove()
        return self._solution(self.certificate or self._certify(), ended)

    def _solution(self, certificate: Certificate, ended: Ending) -> Solution:
        return Solution(
            spot=self.spot,
            certificate=certificate,
            strategy=self.solver.stored(),
            iterations=self.solver.iterations,
            seconds=self._seconds(),
            ended=ended,
            regrets=self.solver.regrets(),
        )

    def _iterate(self, reporter: Reporter) -> Ending:
        """Iterate until something ends the solve; the certificate is of the last iteration."""
        solver, checks, pot = self.solver, self.checks, self.spot.pot
        metrics: dict[str, float] = {}
        while True:
            until = checks.next if self.limit is None else min(checks.next, self.limit)
            while solver.iterations < until:
                self._some(until)
                reporter.report(solver.iterations, "", **metrics)
                if self.snapshots.is_due:
                    self._save()
            estimate = solver.exploitability()
            checks.note(solver.iterations, estimate)
            metrics[EXPLOITABILITY] = 100 * estimate / pot
            if estimate <= checks.target:
                self.certificate = self._certify()
                if self.certificate.exploitability_at_most <= checks.target:
                    return "target"
                self.certificate = None
            if self.limit is not None and solver.iterations >= self.limit:
                return "iterations"
            if checks.stalled:
                return "stalled"
            if self.look is not None and monotonic() >= self.next_look:
                before = monotonic()
                self.look(self._solution(self._certify(), "stopped"))
                self.next_look = monotonic() + _LOOK_SHARE * (monotonic() - before)

    def _some(self, until: int) -> None:
        """Iterate for about a tenth of a second."""
        before = monotonic()
        count = min(self.at_once, until - self.solver.iterations)
        self.solver.iterate(count)
        if count == self.at_once:
            fast = monotonic() - before < _REPORT_PAUSE / 2
            self.at_once = 2 * self.at_once if fast else max(1, self.at_once // 2)

    def _certify(self) -> Certificate:
        return certify_stored(self.spot.game, self.solver.stored(), threads=self.threads)

    def _seconds(self) -> float:
        return self.seconds_before + monotonic() - self.started

    def _save(self) -> None:
        self.snapshots.save(
            {
                "iterations": self.solver.iterations,
                "seconds": self._seconds(),
                "target": self.checks.target,
                "next": self.checks.next,
                "best": [[at, least] for at, least in self.checks.best],
            },
            self.solver.state(),
        )
