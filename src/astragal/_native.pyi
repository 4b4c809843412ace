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

EQUITY_BLOCK: int = 65536

def count_hands(
    tables: PokerTables,
    two_of_own: bool,
    hands: Sequence[int],
    board: int,
    dead: int,
    categories: bool,
) -> tuple[list[list[int]], list[list[int]], int]:
    """Count all boards with these hands: (shares, categories, showdowns looked at)."""

def count_many_hands(
    tables: PokerTables,
    two_of_own: bool,
    own_cards: int,
    hands: Annotated[
        NDArray[numpy.uint64],
        {"shape": (None, None), "order": "C", "device": "cpu", "writable": False},
    ],
    boards: Annotated[
        NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    dead: int,
    out: Annotated[NDArray[numpy.int64], {"shape": (None, None), "order": "C", "device": "cpu"}],
) -> int:
    """Write the shares of each row of hands; return the first bad row, or the number of rows."""

def suit_symmetries(
    cards: Sequence[int],
    sets: Sequence[
        Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ]
    ],
    weights: Sequence[
        Annotated[
            NDArray[numpy.float64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ]
    ],
) -> list[list[int]]:
    """Return the permutations of the suits that change none of these sets and ranges."""

def count_ranges(
    tables: PokerTables,
    two_of_own: bool,
    sets: Sequence[
        Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ]
    ],
    weights: Sequence[
        Annotated[
            NDArray[numpy.float64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ]
    ],
    board: int,
    dead: int,
    symmetries: Sequence[Sequence[int]],
    begin: int,
    end: int,
    categories: bool,
) -> tuple[list[list[float]], list[list[float]], float, float, int, int]:
    """Count match-ups of the first two ranges, each with all of the others.

    Returns shares, categories, match-ups, their weight, how many were counted, and
    the showdowns looked at.
    """

def sample_deals(
    tables: PokerTables,
    two_of_own: bool,
    own_cards: int,
    sets: Sequence[
        Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ]
    ],
    weights: Sequence[
        Annotated[
            NDArray[numpy.float64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ]
    ],
    board: int,
    dead: int,
    seed: int,
    first_block: int,
    blocks: int,
    categories: bool,
) -> tuple[list[list[int]], list[list[int]], int]:
    """Deal blocks at random, empty ranges from the deck: (shares, categories, deals)."""

def showdown_strengths(
    tables: PokerTables, two_of_own: bool, hands: Sequence[int], board: int
) -> list[int]:
    """Return the strength of each hand with a board of at most five cards."""
