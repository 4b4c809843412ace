"""Native loops of Astragal."""

import enum
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

class KeysError(ValueError):
    pass

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

class WildMode(enum.Enum):
    bug = 0

    full = 1

class PokerTables:
    """The look-up tables of one set of rules."""

    def __init__(
        self,
        order: Sequence[int],
        straights: Sequence[tuple[int, int]],
        keys: Sequence[int],
        lowest_rank: int,
    ) -> None: ...
    @property
    def bytes(self) -> int:
        """The size of all look-up tables together."""

    def categories(self) -> Annotated[NDArray[numpy.uint8], {"shape": (None,)}]:
        """Return the category of each strength."""

    def kev(self) -> Annotated[NDArray[numpy.uint16], {"shape": (None,)}]:
        """Return Cactus Kev's number of each strength; 0 for fewer than five cards."""

    def ranks(self) -> Annotated[NDArray[numpy.uint8], {"shape": (None, None)}]:
        """Return the five rank fields of each strength: a row for each field."""

    def evaluate_ids(
        self,
        hands: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None, None), "order": "C", "device": "cpu", "writable": False},
        ],
        check: bool,
        out: Annotated[NDArray[numpy.uint16], {"shape": (None,), "order": "C", "device": "cpu"}],
        portable: bool = False,
    ) -> int:
        """Write each row's strength; return the first bad row, or the number of rows."""

    def evaluate_sets(
        self,
        sets: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        out: Annotated[NDArray[numpy.uint16], {"shape": (None,), "order": "C", "device": "cpu"}],
        portable: bool = False,
    ) -> int:
        """Write each set's strength; return the first bad one, or the number of sets."""

    def evaluate_wild(
        self,
        sets: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        mode: WildMode,
        out: Annotated[NDArray[numpy.uint16], {"shape": (None,), "order": "C", "device": "cpu"}],
    ) -> int:
        """Write each set's strength with jokers; return the first bad one, or how many."""

    def wild_strength(self, cards: int, mode: WildMode) -> int:
        """Return the strength of one set of at most 7 cards, jokers among them."""

    def count_strengths(
        self, size: int, dead: int
    ) -> Annotated[NDArray[numpy.uint64], {"shape": (None,)}]:
        """Count how often each strength comes up among all hands of that size."""

def strength(cards: object) -> int:
    """Return the strength of a card set, or of a sequence of ids."""
