"""Long work in chunks, on all cores or a cluster, with progress, checkpoints and resume.

>>> import numpy as np
>>> def primes_in(block: range) -> np.ndarray:
...     return np.array([n for n in block if n > 1 and all(n % d for d in range(2, n))])
>>> blocks = [range(start, start + 10) for start in range(0, 40, 10)]
>>> job = Job("primes", blocks, primes_in, lambda primes: np.concatenate(list(primes)))
>>> run(job, threads=2).tolist()
[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
"""

from astragal.jobs.checkpoint import Checkpoint
from astragal.jobs.cluster import DaskCluster
from astragal.jobs.engine import Engine, LocalThreads, Outcomes
from astragal.jobs.job import Job, Result, chunk_ranges
from astragal.jobs.run import RunOptions, engine_of, run
from astragal.jobs.threads import thread_count, thread_map, usable_cores

__all__ = [
    "Checkpoint", "DaskCluster", "Engine", "Job", "LocalThreads", "Outcomes", "Result",
    "RunOptions", "chunk_ranges", "engine_of", "run", "thread_count", "thread_map", "usable_cores",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
