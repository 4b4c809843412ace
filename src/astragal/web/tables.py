"""The solved tables that are there now: opened once, and again when the file is another."""

from pathlib import Path
from typing import TypeAlias

from astragal import ur
from astragal.errors import TableError
from astragal.ur.tablebase import default_path

Seen: TypeAlias = tuple[Path, int, int]
"""A file as it was found: where, its inode, when it was written."""

_open: dict[str, tuple[Seen, ur.Tablebase]] = {}


def table_of(rules: ur.Rules) -> ur.Tablebase:
    """Return the table of a rule set, or raise as opening it does."""
    seen = _seen(rules)
    known = _open.get(rules.name)
    if known is None or seen is None or known[0] != seen:
        table = ur.Tablebase.open(rules)
        if seen is None:
            return table
        known = _open[rules.name] = (seen, table)
    return known[1]


def find_table(rules: ur.Rules) -> ur.Tablebase | None:
    """Return the table of a rule set, or None if there is none that can be used."""
    try:
        return table_of(rules)
    except TableError:
        return None


def _seen(rules: ur.Rules) -> Seen | None:
    path = default_path(rules)
    try:
        status = path.stat()
    except OSError:
        return None
    return path, status.st_ino, status.st_mtime_ns
