"""The strong solution: the value of every position, both sides playing best.

A layer is the set of positions with given numbers of pieces left to bring home. Its values depend
only on the layer itself, its mirror, and layers with fewer pieces left. Captures make cycles within
a layer, so it is swept until nothing changes: first in single precision, which costs half as much,
then in double. Once values are roughly known, moves that are far from the best are ignored. The
sum of all later changes proves that they are still worse than the best in the end.

A separate pass certifies the result. It computes how far each position is from satisfying its
equation (the residual). The residual is not yet the error, because errors can add up over the turns
spent in the layer. So the expected number of those turns is bounded as well, over all moves that
are not ignored. If every ignored move is worse than the best by more than twice the error, it is
not a best move of the true solution either, and residual times turns is a bound on the error.
`docs/ur-solution.md` says what makes the solve fast.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from pathlib import Path

from astragal import _native
from astragal._checks import require_flag, require_instance
from astragal.errors import BadInputError, TableError, quoted
from astragal.jobs.threads import thread_count
from astragal.progress import Progress, Reporter
from astragal.store.files import read_path
from astragal.store.format import MAGIC
from astragal.store.shared import file_stamp, open_shared
from astragal.store.writer import TableWriter, create_table
from astragal.ur.layers import LayerReport
from astragal.ur.ranking import layer_pairs, native_ranking, pair_size
from astragal.ur.rules import FINKEL, Rules
from astragal.ur.solve.layer import LayerSolve, Values
from astragal.ur.solve.plan import Plan, plan
from astragal.ur.solve.precision import error_bound, hidden_by_rounding, rounding
from astragal.ur.solve.saved import SavedLayers
from astragal.ur.tablebase import DTYPES, KIND, VERSION, Tablebase, default_path, open_table


def solve(
    rules: Rules | str = FINKEL,
    pieces: int | None = None,
    *,
    path: str | PathLike[str] | None = None,
    bits: int = 32,
    threads: int | None = None,
    portable: bool = False,
    rebuild: bool = False,
    announce: Callable[[Plan], object] | None = None,
    progress: Progress = False,
) -> Tablebase:
    """Solve a rule set for games of up to `pieces` pieces, write the table, and open it.

    A table only grows. If there is a table at `path` that has all this, it is returned at once,
    unless `rebuild` is true. If it has more pieces or more bits, the new table has them too. A
    table of other rules is replaced only with `rebuild`. Before a solve begins, `announce` is
    called with its plan. If another process writes the table, wait for it, and tell `progress`.

    `path` defaults to where `open_table` looks. Each finished layer is saved in a checkpoint next
    to the table, and after an interruption the same call resumes from it. If `path` has a 64-bit
    table of fewer pieces, the solve starts from that. `bits` are the bits of a stored value: 16, 32
    or 64. `portable` avoids processor-specific instructions; the values are the same.
    """
    return solve_plan(
        plan(rules, pieces, bits),
        path=path,
        threads=threads,
        portable=portable,
        rebuild=rebuild,
        announce=announce,
        progress=progress,
    )


def solve_plan(
    planned: Plan,
    *,
    path: str | PathLike[str] | None = None,
    threads: int | None = None,
    portable: bool = False,
    rebuild: bool = False,
    announce: Callable[[Plan], object] | None = None,
    progress: Progress = False,
) -> Tablebase:
    """Solve the game of a plan, write the table, and open it; the options are those of `solve`."""
    require_instance(planned, Plan, "ur.plan makes one")
    require_flag(portable, "portable")
    require_flag(rebuild, "rebuild")
    if announce is not None and not callable(announce):
        raise BadInputError(f"announce must be a function of a Plan, not {quoted(announce)}")
    threads = thread_count(threads)
    target = read_path(path) if path is not None else default_path(planned.rules)
    if os.path.exists(target) and not os.path.isfile(target):
        raise BadInputError(f"{quoted(str(target))} is not a file: a table can't be written there")
    asked, stamp, table = planned, file_stamp(target), None
    with suppress(TableError):
        table = open_table(planned.rules, target)
    if table is None:
        at_home = target == default_path(planned.rules)
        _require_no_other_file(target, rebuild, at_home=at_home)
    else:
        rebuild = rebuild or not _is_whole(table)
        if table.pieces >= planned.pieces and table.bits >= planned.bits and not rebuild:
            return table
        planned = replace(
            planned, pieces=max(planned.pieces, table.pieces), bits=max(planned.bits, table.bits)
        )
    with SavedLayers(target, planned, progress) as saved:
        if not saved.waited:
            if announce is not None:
                announce(planned)
            known = []
            if table is not None and planned.bits == table.bits == 64 and not rebuild:
                saved.values[: table.states] = table.stored
                known = table.layers
            shapes = {"values": (DTYPES[planned.bits], (planned.states,))}
            # Created first, so that a full disk is noticed at once.
            with create_table(
                target, shapes, kind=KIND, version=VERSION, parameters=planned.parameters
            ) as writer:
                solved = _solve_layers(
                    planned, saved, known, threads=threads, portable=portable, progress=progress
                )
                _fill(writer, planned, saved.values, solved)
            saved.remove()
            return open_table(planned.rules, target)
    # Another process has written the table meanwhile, or was interrupted.
    return solve_plan(
        asked,
        path=target,
        threads=threads,
        portable=portable,
        rebuild=rebuild and file_stamp(target) == stamp,
        announce=announce,
        progress=progress,
    )


def _solve_layers(
    planned: Plan, saved: SavedLayers, known: list[LayerReport], *,
    threads: int, portable: bool, progress: Progress,
) -> list[LayerReport]:  # fmt: skip
    """Add to the known layers: restore those that were saved, and solve the others."""
    rules = planned.rules
    ranking, hidden = native_ranking(rules), hidden_by_rounding(rules)
    memory = _native.UrMemory(planned.lanes)
    layers = layer_pairs(planned.pieces)[len(known) :]
    done = sum(report.states for report in known)
    resumed = done + sum(pair_size(layer, rules) for layer in layers if layer in saved)
    reporter = Reporter(
        progress, f"solve {rules.name}", total=planned.states, unit="states", head_start=resumed
    )
    reporter.report(resumed, saved.note)
    solved = list(known)
    for layer in layers:
        if layer in saved:
            report = saved.restore(layer)
        else:
            pair = _native.UrLayerPair(
                ranking, *layer, threads=threads, portable=portable, memory=memory
            )
            work = LayerSolve(pair, layer, hidden, reporter, done)
            report = work.solve(saved.values, saved.turns, planned.bits)
            del pair, work  # a pair holds its threads and its moves
            if layer != layers[-1]:  # the last layer goes into the table at once
                saved.save(report)
            reporter.report(done + report.states, residual=report.residual)
        if math.isinf(report.turns):
            saved.remove()
            raise BadInputError(
                f"rules {quoted(rules.name)} can't be solved: no bound is found on the turns of a "
                f"game with {report.mine} and {report.theirs} pieces left; it may never end"
            )
        solved.append(report)
        done += report.states
    saved.wait()
    return solved


def _is_whole(table: Tablebase) -> bool:
    """Return whether no value of a table is damaged."""
    with suppress(TableError):
        table.verify()
        return True
    return False


def _require_no_other_file(target: Path, rebuild: bool, *, at_home: bool) -> None:
    """Raise BadInputError if there is a table of other rules, or a file that is not a table.

    At the default path (`at_home`) that can only be a damaged table, which is rebuilt.
    """
    with suppress(TableError):
        open_shared(target, kind=KIND, version=VERSION, rebuild="")
        if not rebuild:
            raise BadInputError(
                f"{quoted(str(target))} is a table of other rules: give another name, or rebuild it"
            )
    try:
        with target.open("rb") as file:
            beginning = file.read(len(MAGIC))
    except OSError:
        return  # there is no file, or writing it raises
    if beginning not in (b"", MAGIC) and not (at_home and rebuild):
        right = "rebuild it" if at_home else "give another name"
        raise BadInputError(
            f"{quoted(str(target))} is not a table, and would be overwritten: {right}"
        )


def _fill(writer: TableWriter, planned: Plan, values: Values, solved: list[LayerReport]) -> None:
    _native.ur_quantise(values, writer["values"])
    error = error_bound(solved, hidden_by_rounding(planned.rules))
    writer.notes.update(
        {
            "name": planned.rules.name,
            "residual": max(report.stored for report in solved),
            "error": error + rounding(planned.bits),
            "layers": [
                [report.residual, report.turns, report.sweeps, report.stored] for report in solved
            ],
            "steps": [report.steps for report in solved],
        }
    )
