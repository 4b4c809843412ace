"""Exact answers about cards and dice, packed into machine words.

Each module is imported on first use:

>>> import astragal
>>> astragal.cards.card_name(51)
'As'
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astragal import (
        asia,
        cards,
        equity,
        errors,
        jobs,
        keys,
        layout,
        paigow,
        plots,
        poker,
        postflop,
        progress,
        setting,
        store,
        ur,
    )

__version__ = "0.4.0"

__all__ = [
    "asia", "cards", "equity", "errors", "jobs", "keys", "layout", "paigow", "plots", "poker",
    "postflop", "progress", "setting", "store", "ur",
]  # fmt: skip


def __getattr__(name: str) -> ModuleType:
    # NumPy alone takes longer to import than `astragal --help` may take.
    if name in __all__:
        return import_module(f"astragal.{name}")
    raise AttributeError(f"module 'astragal' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
