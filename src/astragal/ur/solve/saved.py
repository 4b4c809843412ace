"""The values of a solve, and the layers that a checkpoint beside the table has saved.

A layer is saved while the next layer is solved, so that nothing waits for the disk.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from astragal.jobs.checkpoint import Checkpoint
from astragal.progress import Progress, waiting_for
from astragal.store.canonical import full_hash
from astragal.ur.layers import LayerReport, Step
from astragal.ur.ranking import Layer, layer_pairs, pair_size, pair_slices
from astragal.ur.solve.layer import Turns, Values
from astragal.ur.solve.plan import Plan
from astragal.ur.tablebase import VERSION


class SavedLayers:
    """The values of all layers, and the checkpoint of those that are solved.

    A checkpoint serves all runs with the same rules and bits, whatever their pieces.
    """

    def __init__(self, target: Path, planned: Plan, progress: Progress = False) -> None:
        self.values: Values = np.zeros(planned.states)
        # Layers begin with the turns of smaller layers. A smaller table of 64 bits has none, so all
        # solves of 64 bits do without: their bytes are the same.
        self.turns: Turns | None = np.zeros(planned.states, np.uint8) if planned.bits < 64 else None
        self._rules = planned.rules
        self._index = {layer: index for index, layer in enumerate(layer_pairs(planned.pieces))}
        inputs = full_hash([planned.rules.parameters, planned.bits, VERSION, "turns"])
        wait = waiting_for(target, progress, f"solve {planned.rules.name}")
        path = target.with_name(f"{target.name}.checkpoint")
        self._checkpoint = Checkpoint(path, inputs, wait=wait)
        self._saver = ThreadPoolExecutor(1)
        self._saving: Future[None] | None = None

    def __enter__(self) -> SavedLayers:
        return self

    def __exit__(self, *error: object) -> None:
        self._saver.shutdown()
        self._checkpoint.__exit__(*error)

    def __contains__(self, layer: Layer) -> bool:
        return self._index[layer] in self._checkpoint

    @property
    def waited(self) -> bool:
        """Whether another process used the checkpoint, and may have written the table."""
        return self._checkpoint.waited

    @property
    def note(self) -> str:
        """What was found in the checkpoint, for people."""
        return self._checkpoint.note

    def restore(self, layer: Layer) -> LayerReport:
        """Read a saved layer into `values` and `turns`, and return its report."""
        record: Any = self._checkpoint.read(self._index[layer])
        for side, where in zip("ab", pair_slices(layer, self._rules), strict=False):
            self.values[where] = record[f"values_{side}"]
            if self.turns is not None:
                self.turns[where] = record[f"turns_{side}"]
        residual, turns, sweeps, stored = record["certificate"].tolist()
        return LayerReport(
            mine=layer.mine,
            theirs=layer.theirs,
            states=pair_size(layer, self._rules),
            residual=residual,
            turns=turns,
            sweeps=int(sweeps),
            stored=stored,
            steps=tuple(
                Step(int(at), int(bits), change) for at, bits, change in record["steps"].tolist()
            ),
        )

    def save(self, report: LayerReport) -> None:
        """Save a solved layer in the background; raise if the layer before could not be saved."""
        self.wait()
        layer = Layer(report.mine, report.theirs)
        record = {
            "certificate": np.array([report.residual, report.turns, report.sweeps, report.stored]),
            "steps": np.array(report.steps),
        }
        for side, where in zip("ab", pair_slices(layer, self._rules), strict=False):
            record[f"values_{side}"] = self.values[where]
            if self.turns is not None:
                record[f"turns_{side}"] = self.turns[where]
        self._saving = self._saver.submit(self._checkpoint.append, self._index[layer], record)

    def wait(self) -> None:
        """Wait until the last layer is saved; raise if it could not be saved."""
        if self._saving is not None:
            self._saving.result()
            self._saving = None

    def remove(self) -> None:
        """Remove the checkpoint: the table is written, or can't be solved."""
        self.wait()
        self._checkpoint.remove()
