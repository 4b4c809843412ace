"""The memory that is free on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_CGROUP = Path("/sys/fs/cgroup")
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")


def free_memory() -> int | None:
    """Return the bytes that new work can take without swapping; None if unknown."""
    available = _available()
    limit = _left_in_container()
    known = [one for one in (available, limit) if one is not None]
    return min(known) if known else None


def _available() -> int | None:
    if sys.platform == "linux":
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            name, _, value = line.partition(":")
            if name == "MemAvailable":
                return 1024 * int(value.split()[0])
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:  # macOS
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def _left_in_container() -> int | None:
    """Return the free bytes under the limit of a container (cgroup v2); None without a limit."""
    try:
        limit = (_CGROUP / "memory.max").read_text(encoding="ascii").strip()
        used = int((_CGROUP / "memory.current").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return max(0, int(limit) - used) if limit.isdecimal() else None


def size_text(count: float) -> str:
    """Return a number of bytes for people.

    >>> size_text(12), size_text(333_400_000)
    ('12 bytes', '318 MiB')
    """
    if count < 1024:
        return f"{count:.0f} {UNITS[0]}"
    for unit in UNITS[1:]:
        count /= 1024
        if count < 1024 or unit == UNITS[-1]:
            break
    return f"{count:.{0 if count >= 10 else 1}f} {unit}"
