"""The word of the Royal Game of Ur: a whole position in 64 bits.

>>> print(UR_STATE)
 63           60                 55                           48
┌───────────────┬───────────────┬───────────────────────────────┐
│     square    │       ·       │             square            │
│   C8  │   C7  │               │   C4  │   C3  │   C2  │   C1  │
└───────┴───────┴───────────────┴───────┴───────┴───────┴───────┘
 47                                                           32
┌───────────────────────────────────────────────────────────────┐
│                             square                            │
│   B8  │   B7  │   B6  │   B5  │   B4  │   B3  │   B2  │   B1  │
└───────┴───────┴───────┴───────┴───────┴───────┴───────┴───────┘
 31           28              24 23                           16
┌───────────────┬───────────┬───┬───────────────────────────────┐
│     square    │     ·     │ext│             square            │
│   A8  │   A7  │           │   │   A4  │   A3  │   A2  │   A1  │
└───────┴───────┴───────────┴───┴───────┴───────┴───────┴───────┘
 15       13  12 11        9 8         6 5         3 2         0
┌───────────┬───┬───────────┬───────────┬───────────┬───────────┐
│    roll   │tur│   b_done  │   a_done  │   b_hand  │   a_hand  │
└───────────┴───┴───────────┴───────────┴───────────┴───────────┘

Stability: positions are exchanged as this word, in hexadecimal. Changing it is a breaking change.
"""

from __future__ import annotations

from astragal.layout import Field, Layout, Unused

UR_STATE = Layout(
    "ur-state",
    64,
    (
        Field("a_hand", 0, 3, "A's pieces not yet on the board"),
        Field("b_hand", 3, 3, "B's pieces not yet on the board"),
        Field("a_done", 6, 3, "A's pieces that have completed the path"),
        Field("b_done", 9, 3, "B's pieces that have completed the path"),
        Field("turn", 12, 1, "side to move", values={0: "A", 1: "B"}),
        Field("roll", 13, 3, "the roll, 0..4; 0 also: not rolled yet"),
        Field(
            "square",
            16,
            2,
            "who stands there; rows of eight: A's side, the middle, B's side",
            runs="0..3, 6..19, 22..23",
            labels=(
                *("A1", "A2", "A3", "A4", "A7", "A8"),
                *("B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8"),
                *("C1", "C2", "C3", "C4", "C7", "C8"),
            ),
            values={0: "empty", 1: "A", 2: "B"},
        ),
        Field("extra", 24, 1, "the last move granted another roll"),
    ),
    meaning="A position of the Royal Game of Ur",
    claims=(Unused(25, 27), Unused(56, 59)),
    stability="Stable: changing this encoding is a breaking change.",
    reader="astragal.ur.words:read_state",
)
"""The layout of a state, a position as a 64-bit word."""

LAYOUTS = (UR_STATE,)

# The words of the C++ loops, never stored and never shown: they may change at any time.

UR_BOARD = Layout(
    "ur-board",
    64,
    (Field("part", 16, 8, "four neighbouring squares", count=6),),
    meaning="The squares of a position, four at a time",
)

UR_VIEW = Layout(
    "ur-view",
    64,
    (
        Field("content", 0, 24, "who stands on the shared squares, as digits to the base 3"),
        Field("own", 24, 6, "set of the mover's private squares"),
        Field("other", 30, 6, "set of the opponent's private squares"),
        Field("mine", 36, 5, "the mover's pieces on the board"),
        Field("theirs", 41, 5, "the opponent's pieces on the board"),
        Field("flaws", 46, 18, "squares with a piece that can't be there"),
    ),
    meaning="What some squares of a position add to its rank; all squares add up to the whole",
)

UR_GROUP = Layout(
    "ur-group",
    32,
    (
        Field("place", 0, 24, "place of the content among those with the same counts"),
        Field("other", 24, 4, "the opponent's pieces"),
        Field("own", 28, 4, "the mover's pieces"),
    ),
    meaning="Where a content of the shared squares stands in the ranking",
)

NATIVE_LAYOUTS = (UR_STATE, UR_BOARD, UR_VIEW, UR_GROUP)
