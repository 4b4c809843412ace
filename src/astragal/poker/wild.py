"""Wild cards: what a joker may stand for.

`bug`: an ace, or any card that completes a straight, a flush or a straight flush.
`full`: any card.

A joker stands for a card that is not in the hand, so no flush has two aces. The exception is five
of a kind: four of a rank and a joker (with the bug: four aces and a joker). The best possible value
counts. There may be two jokers, `Jk` and `Jr`.
"""

from typing import Literal, TypeAlias

from astragal import _native
from astragal.errors import UnknownNameError

Wild: TypeAlias = Literal["bug", "full"]

MODES = {"bug": _native.WildMode.bug, "full": _native.WildMode.full}
DECK = 54


def wild_mode(name: str) -> _native.WildMode:
    """Return the native constant for a rule for wild cards."""
    try:
        return MODES[name]
    except (KeyError, TypeError):
        known = ", ".join(MODES)
        raise UnknownNameError(f"no wild cards {name!r}; there are {known}") from None
