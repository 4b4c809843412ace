"""Native loops of Astragal."""

import enum
from collections.abc import Callable, Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

def block_checksums(
    content: Annotated[
        NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    block: int,
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write the CRC-32 of each block."""

class CheckedBlocks:
    """An array in a file, checked block by block on first use."""

    def __init__(
        self,
        content: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        checksums: Annotated[
            NDArray[numpy.uint32],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        block: int,
        offset: int,
        before: str,
        after: str,
    ) -> None: ...
    def check_all(self) -> None:
        """Compare all bytes with their checksums; raise TableDamagedError if one differs."""

    def check_rows(
        self,
        rows: Annotated[
            NDArray[numpy.int64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        width: int,
    ) -> None:
        """Do the same for rows of `width` bytes."""

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

class AsiaRules:
    """Values of four, two and one cards, and what fouls."""

    def __init__(
        self,
        four_by_ranks: Annotated[
            NDArray[numpy.uint16],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        four_suited: Annotated[
            NDArray[numpy.uint16],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        two: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        one: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        least_four: Annotated[
            NDArray[numpy.uint16],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        greatest_one: Annotated[
            NDArray[numpy.int8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
    ) -> None: ...

class AsiaWay:
    """The outcomes of a house way, and which each class has."""

    def __init__(
        self,
        triples: Annotated[
            NDArray[numpy.uint32],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        outcome: Annotated[
            NDArray[numpy.uint32],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
    ) -> None: ...

ASIA_CLASSES: int = 788749

def asia_positions(
    out: Annotated[NDArray[numpy.uint8], {"shape": (None, None), "order": "C", "device": "cpu"}],
) -> None:
    """Write the positions of each setting: its four, its two, its one."""

def asia_class_of(
    hands: Annotated[
        NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write the class of each hand."""

def asia_class(hand: int) -> int:
    """Return the class of a hand."""

def asia_class_order(
    hands: Annotated[
        NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint8], {"shape": (None, None), "order": "C", "device": "cpu"}],
) -> None:
    """Write the cards of each hand in the order of its class."""

def asia_class_cards(
    ranks: Annotated[NDArray[numpy.uint8], {"shape": (None, None), "order": "C", "device": "cpu"}],
    suits: Annotated[NDArray[numpy.uint8], {"shape": (None, None), "order": "C", "device": "cpu"}],
) -> None:
    """Write the cards of each class: ranks (13 the joker), and bits 1 and 2 of its long suits."""

def asia_lexicographic(
    rules: AsiaRules,
    out: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write the lexicographic setting of each class."""

def asia_set_plainly(
    rules: AsiaRules,
    hands: Annotated[
        NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write what each hand is worth as the lexicographic way sets it, without classes."""

def asia_legal_settings(
    rules: AsiaRules,
    out: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write how many settings of each class are legal."""

def asia_outcomes(
    rules: AsiaRules,
    choice: Annotated[
        NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> int:
    """Write what each class is worth; return the first missed or fouled class, or their number."""

def asia_score_table(
    way: AsiaWay,
    counts: Annotated[
        NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.float32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write wins less losses of every triple."""

def asia_best_responses(
    rules: AsiaRules,
    tables: Annotated[
        NDArray[numpy.float32],
        {"shape": (None, None), "order": "C", "device": "cpu", "writable": False},
    ],
    first: int,
    choice: Annotated[
        NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    best: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
    gain: Annotated[NDArray[numpy.float32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write the best setting of classes and what it gains."""

def asia_count(
    way: AsiaWay,
    deck: int,
    must: int,
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write how many hands of all cards of must and others of deck have each outcome."""

def asia_sample(
    way: AsiaWay,
    deck: int,
    stream: int,
    samples: int,
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Add the outcomes of so many random hands from the deck."""

def asia_settings(
    rules: AsiaRules,
    hand: int,
    triples: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
    settings: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
    same: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> int:
    """Write the distinct legal settings, by falling triple; return how many."""

def asia_setting_worth(rules: AsiaRules, hand: int, triple: int) -> int:
    """Return the first setting of a hand that is worth the triple, or 105 if there is none."""

def asia_settings_worth(
    rules: AsiaRules,
    hands: Annotated[
        NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    triples: Annotated[
        NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Do what asia_setting_worth does for each hand."""

def asia_score(
    way: AsiaWay,
    counts: Annotated[
        NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    triples: Annotated[
        NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.int64], {"shape": (None, None), "order": "C", "device": "cpu"}],
) -> None:
    """Write wins and losses of each triple: the whole, the four, the two, the one."""

def asia_suit_classes(
    size: int,
    sets: Annotated[NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu"}],
    weights: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> int:
    """Write one set of each kind and its weight, if there is room; return how many kinds."""

def asia_duel(
    first: AsiaWay,
    second: AsiaWay,
    sets: Annotated[
        NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    weights: Annotated[
        NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
) -> tuple[int, int]:
    """Return the first way's wins and losses over pairs of hands that both hold one of the sets."""

ASIA_SUIT_CLASSES: int = 6972147

ASIA_RANK_GROUPS: int = 67600

def asia_group_starts(
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write where the suit classes of each group of equal ranks start, and the last one ends."""

def asia_suit_class_of(
    hands: Annotated[
        NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write the number of the suit class of each hand."""

def asia_suit_class(hand: int) -> int:
    """Return the number of the suit class of a hand."""

def asia_suit_class_hands(
    first: int,
    hands: Annotated[NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu"}],
    weights: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write a hand of each suit class from the first on, and how many hands the class has."""

def asia_best_settings(
    rules: AsiaRules,
    way: AsiaWay,
    copies_to_dealer: bool,
    first: int,
    out: Annotated[NDArray[numpy.uint32], {"shape": (None, None), "order": "C", "device": "cpu"}],
) -> None:
    """Write the best triple of each suit class from the first on, and what it and the way win."""

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

def strength(cards: object | None) -> int:
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
    draws: int,
    categories: bool,
) -> tuple[list[list[int]], list[list[int]], int]:
    """Deal blocks at random, empty ranges from the deck: (shares, categories, deals).

    A block ends early when hands have been drawn for it so many times.
    """

def showdown_strengths(
    tables: PokerTables, two_of_own: bool, hands: Sequence[int], board: int
) -> list[int]:
    """Return the strength of each hand with a board of at most five cards."""

class UrRules:
    """The rules of the Royal Game of Ur, as tables."""

    def __init__(
        self,
        a_path: Sequence[int],
        b_path: Sequence[int],
        chances: Sequence[float],
        rosettes: int,
        safe_rosettes: bool,
        rosette_rolls: bool,
        capture_rolls: bool,
    ) -> None: ...
    def play(self, state: int, source: int, target: int) -> int:
        """Return the state after a move, which is not checked."""

    def passed(self, state: int) -> int:
        """Return the state after a pass."""

    def moves(self, state: int, roll: int) -> list[tuple[int, int]]:
        """Return source and target of each move."""

    def play_checked(self, state: int, roll: int, source: int, target: int) -> int | None:
        """Return the state after a move, or None if the move is not legal."""

    def perft(self, state: int, depth: int) -> tuple[int, int]:
        """Return the number of positions at that depth, and the sum of their tracks."""

    def moves_many(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        rolls: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        counts: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
        sources: Annotated[
            NDArray[numpy.uint8], {"shape": (None, None), "order": "C", "device": "cpu"}
        ],
        targets: Annotated[
            NDArray[numpy.uint8], {"shape": (None, None), "order": "C", "device": "cpu"}
        ],
        after: Annotated[
            NDArray[numpy.uint64], {"shape": (None, None), "order": "C", "device": "cpu"}
        ],
    ) -> None:
        """Write all moves of each state; if there are none, the state after the pass."""

    def expectimax(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        rolls: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        depth: int,
        moves: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
        values: Annotated[
            NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}
        ],
    ) -> None:
        """Write the best move of each state by looking `depth` turns ahead."""

class UrRanking:
    """Numbers for positions, without gaps."""

    def __init__(self, rules: UrRules) -> None: ...
    def size(self, pieces: int) -> int: ...
    def layer_start(self, mine: int, theirs: int) -> int: ...
    def layer_size(self, mine: int, theirs: int) -> int: ...
    def valid(self, state: int) -> bool: ...
    def rank(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        out: Annotated[NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu"}],
    ) -> int:
        """Write each number; return the index of the first state without one, or the length."""

    def unrank(
        self,
        indices: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        pieces: int,
        out: Annotated[NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu"}],
    ) -> int:
        """Write each state, A to move; return the index of the first bad number, or the length."""

class UrLayerPair:
    """A layer and its mirror while they are solved."""

    def __init__(
        self, ranking: UrRanking, mine: int, theirs: int, threads: int, portable: bool
    ) -> None: ...
    @property
    def states(self) -> int: ...
    def begin(
        self,
        table: Annotated[
            NDArray[numpy.float64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        single: bool,
    ) -> None:
        """Fill in the values of solved layers."""

    def refine(
        self,
        table: Annotated[
            NDArray[numpy.float64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
    ) -> None:
        """Continue in double precision."""

    def sweep(self, times: int, single: bool) -> float:
        """Sweep; return the last sweep's greatest change."""

    def leap(self, single: bool) -> float:
        """Sweep twice and extrapolate; return the last change."""

    def residual(self, single: bool) -> float:
        """Return the greatest distance of a position from its equation."""

    def turns(self, sweeps: int) -> float:
        """Return a bound on the turns spent in the layer; in single precision only."""

    def finish(
        self,
        table: Annotated[NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}],
        single: bool,
    ) -> None:
        """Write both layers into the table."""

class UrTable16:
    """Values of positions, in the order of a ranking."""

    def __init__(
        self,
        ranking: UrRanking,
        values: Annotated[
            NDArray[numpy.uint16],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        blocks: CheckedBlocks,
        pieces: int,
    ) -> None: ...
    def value(self, state: int) -> float:
        """Return the chance of the side to move; -1 if the state is not in the table."""

    def values(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        out: Annotated[NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}],
    ) -> int:
        """Write each value; return the index of the first state without one, or the length."""

    def best(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        rolls: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        moves: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
        values: Annotated[
            NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}
        ],
    ) -> int:
        """Write each best move and its value; return the first bad row, or the length."""

@overload
def ur_quantise(
    values: Annotated[
        NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint16], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None: ...
@overload
def ur_quantise(
    values: Annotated[
        NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint32], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None: ...
@overload
def ur_quantise(
    values: Annotated[
        NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}],
) -> None:
    """Write values as they are stored."""

class UrTable32:
    """Values of positions, in the order of a ranking."""

    def __init__(
        self,
        ranking: UrRanking,
        values: Annotated[
            NDArray[numpy.uint32],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        blocks: CheckedBlocks,
        pieces: int,
    ) -> None: ...
    def value(self, state: int) -> float:
        """Return the chance of the side to move; -1 if the state is not in the table."""

    def values(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        out: Annotated[NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}],
    ) -> int:
        """Write each value; return the index of the first state without one, or the length."""

    def best(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        rolls: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        moves: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
        values: Annotated[
            NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}
        ],
    ) -> int:
        """Write each best move and its value; return the first bad row, or the length."""

class UrTable64:
    """Values of positions, in the order of a ranking."""

    def __init__(
        self,
        ranking: UrRanking,
        values: Annotated[
            NDArray[numpy.float64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        blocks: CheckedBlocks,
        pieces: int,
    ) -> None: ...
    def value(self, state: int) -> float:
        """Return the chance of the side to move; -1 if the state is not in the table."""

    def values(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        out: Annotated[NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}],
    ) -> int:
        """Write each value; return the index of the first state without one, or the length."""

    def best(
        self,
        states: Annotated[
            NDArray[numpy.uint64],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        rolls: Annotated[
            NDArray[numpy.uint8],
            {"shape": (None,), "order": "C", "device": "cpu", "writable": False},
        ],
        moves: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
        values: Annotated[
            NDArray[numpy.float64], {"shape": (None,), "order": "C", "device": "cpu"}
        ],
    ) -> int:
        """Write each best move and its value; return the first bad row, or the length."""
