"""Native loops of Astragal."""

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
