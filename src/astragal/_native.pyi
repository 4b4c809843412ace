"""Native loops of Astragal."""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

def hands_to_sets(
    hands: Annotated[
        NDArray[numpy.uint8],
        {"shape": (None, None), "order": "C", "device": "cpu", "writable": False},
    ],
    deck: int,
    check: bool,
    out: Annotated[NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> int:
    """Write each row's set; return the first bad row, or the number of rows."""

def sets_to_hands(
    sets: Annotated[
        NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    deck: int,
    check: bool,
    out: Annotated[NDArray[numpy.uint8], {"shape": (None, None), "order": "C", "device": "cpu"}],
) -> int:
    """Write each set's ids, ascending; return the first bad row, or the number of rows."""

def subsets(
    cards: int,
    first: int,
    out: Annotated[NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> int:
    """Write first and the subsets of its size that follow it; return how many there were."""

def search_keys(
    copies: Sequence[int],
    sizes: Sequence[int],
    across: bool,
    bootstrap: Sequence[int],
    found: Callable[[int, int], None],
) -> tuple[list[int], int, tuple[int, int, tuple[list[int], list[int], int]] | None]:
    """Search greedily: (keys, greatest sum, why it ended early: face, cards of it, collision)."""

def verify_keys(
    keys: Sequence[int], copies: Sequence[int], sizes: Sequence[int], across: bool
) -> tuple[int, int, tuple[list[int], list[int], int] | None]:
    """Enumerate all hands: (hands, greatest sum, first collision: two hands and their sum)."""

def prove_keys(
    keys: Sequence[int],
    copies: Sequence[int],
    sizes: Sequence[int],
    across: bool,
    bootstrap: Sequence[int],
    found: Callable[[int, int], None],
) -> list[tuple[int, int, int, int | None]]:
    """Refute every smaller candidate: (face, key, candidates refuted, one that was not)."""
