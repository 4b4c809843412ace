"""The number of threads, and a map on threads.

Threads are enough because native code releases the GIL. Pure Python gains nothing from a second
thread.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from astragal._checks import require_int, require_list
from astragal.errors import BadInputError, quoted

ItemT = TypeVar("ItemT")
MappedT = TypeVar("MappedT")

MOST_THREADS = 1024  # as in native/ur/layer.hpp


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count(threads: int | None) -> int:
    """Return the number of threads for a `threads` argument; None means all cores.

    >>> thread_count(0)
    Traceback (most recent call last):
    astragal.errors.BadInputError: threads must be a whole number from 1 to 1,024, not 0
    """
    if threads is None:
        return usable_cores()
    return require_int(threads, "threads", 1, MOST_THREADS)


def thread_map(
    work: Callable[[ItemT], MappedT], items: Iterable[ItemT], *, threads: int | None = None
) -> list[MappedT]:
    """Call `work` on each item and return the results in the order of the items.

    `threads` is the number of threads; None uses all cores. A single item, or a single thread, runs
    in the caller's thread. The first exception in the order of the items is raised, and items that
    have not started are dropped.

    >>> thread_map(abs, [-3, 1, -2], threads=2)
    [3, 1, 2]
    """
    if not callable(work):
        raise BadInputError(f"work must be a function of an item, not {quoted(work)}")
    items = require_list(items, "items", "arguments of work", most=None)
    workers = min(thread_count(threads), len(items))
    if workers <= 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(workers, thread_name_prefix="astragal-map") as pool:
        return list(pool.map(work, items))
