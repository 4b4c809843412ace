"""The word of the Royal Game of Ur: a whole position in 64 bits.

>>> from astragal.layout import draw_text
>>> print(draw_text(UR_STATE))
 63           60                 55                           48
┌───────────────┬───────────────┬───────────────────────────────┐
│     square    │       ·       │             square            │
│   23  │   22  │               │   19  │   18  │   17  │   16  │
└───────┴───────┴───────────────┴───────┴───────┴───────┴───────┘
 47                                                           32
┌───────────────────────────────────────────────────────────────┐
│                             square                            │
│   15  │   14  │   13  │   12  │   11  │   10  │   9   │   8   │
└───────┴───────┴───────┴───────┴───────┴───────┴───────┴───────┘
 31           28              24 23                           16
┌───────────────┬───────────┬───┬───────────────────────────────┐
│     square    │     ·     │ext│             square            │
│   7   │   6   │           │   │   3   │   2   │   1   │   0   │
└───────┴───────┴───────────┴───┴───────┴───────┴───────┴───────┘
 15       13  12 11        9 8         6 5         3 2         0
┌───────────┬───┬───────────┬───────────┬───────────┬───────────┐
│    roll   │tur│   b_done  │   a_done  │   b_hand  │   a_hand  │
└───────────┴───┴───────────┴───────────┴───────────┴───────────┘

Stability: positions are exchanged as this word, in hexadecimal. Changing it is a breaking change.
"""

from astragal.layout import Field, Layout, Unused

UR_STATE = Layout(
    "ur-state",
    64,
    (
        Field("a_hand", 0, 3, "A's pieces not yet on the board"),
        Field("b_hand", 3, 3, "B's pieces not yet on the board"),
        Field("a_done", 6, 3, "A's pieces that have completed the path"),
        Field("b_done", 9, 3, "B's pieces that have completed the path"),
        Field("turn", 12, 1, "who is to move", values={0: "A", 1: "B"}),
        Field("roll", 13, 3, "the roll, 0..4; 0 also: not rolled yet"),
        Field(
            "square",
            16,
            2,
            "who stands there; rows of eight: A's side, the middle, B's side",
            runs="0..3, 6..19, 22..23",
            values={0: "empty", 1: "A", 2: "B"},
        ),
        Field("extra", 24, 1, "the last move granted another roll"),
    ),
    meaning="A position of the Royal Game of Ur",
    claims=(Unused(25, 27), Unused(56, 59)),
    stability="Stable: changing this encoding is a breaking change.",
)

LAYOUTS = (UR_STATE,)
