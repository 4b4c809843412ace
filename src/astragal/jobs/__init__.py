"""Engines for long work: threads, or a Dask cluster. A function takes one as `engine=`.

>>> from astragal import jobs, ur
>>> ur.play_match("greedy", "random", games=1000, seed=1, engine=jobs.LocalThreads(2)).wins
941
"""

from astragal.jobs.cluster import DaskCluster
from astragal.jobs.engine import Engine, LocalThreads

__all__ = ["DaskCluster", "Engine", "LocalThreads"]


def __dir__() -> list[str]:
    return __all__
