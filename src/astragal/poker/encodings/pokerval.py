"""pokerval: the value of a hand in 32 bits, a flag for the category and five ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from astragal.poker.layouts import POKERVAL

if TYPE_CHECKING:
    from astragal.poker.tables import Values


def pack_pokervals(values: Values) -> NDArray[np.uint32]:
    """Return the pokerval of each strength."""
    words: NDArray[np.uint32] = POKERVAL.pack_many(  # type: ignore[assignment]
        type=values.type, rank=values.ranks
    )
    return words
