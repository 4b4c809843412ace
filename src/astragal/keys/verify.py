"""Proofs by enumeration that keys are valid, and that no smaller keys are.

They don't depend on how the keys were found.
"""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_flag
from astragal._results import Result
from astragal.errors import BadInputError
from astragal.keys.known import read_hands
from astragal.keys.search import reporter, search
from astragal.keys.suits import sums_and_collision
from astragal.keys.sums import (
    Collision,
    CollisionJson,
    Face,
    Hands,
    Key,
    Keys,
    keys_name,
    read_keys,
)
from astragal.progress import Progress


class VerdictJson(TypedDict):
    """The result of `keys verify`."""

    set: str
    """The name of the key set; empty if it has none."""
    keys: list[int]
    valid: bool
    """Whether all hands that must differ have different sums."""
    hands: int
    """The number of enumerated hands."""
    max_sum: int
    collision: CollisionJson | None
    smallest: bool | None
    """Whether each key after the set's fixed start is the smallest that is valid after those before
    it; null unless requested."""


class StepJson(TypedDict):
    """The proof of one step of the greedy search."""

    face: int
    key: int
    refuted: int
    """The number of smaller candidates that make hands collide."""
    smaller: int | None
    """A smaller valid key; null if there is none."""


@dataclass(frozen=True, slots=True, repr=False)
class Verdict(Result):
    """The result of `verify`."""

    hands: Hands
    keys: tuple[Key, ...]
    count: int
    """The number of enumerated hands."""
    max_sum: int
    collision: Collision | None
    """The first two hands that collide; None if the keys are valid."""
    smallest: bool | None = None
    """Whether each key after the fixed start of the set is the smallest possible, given the keys
    before it; None unless requested."""

    @property
    def valid(self) -> bool:
        """Whether all hands that must differ have different sums."""
        return self.collision is None

    def __str__(self) -> str:
        if self.collision is not None:
            first, second = map(self.hands.spell, self.collision[:2])
            return f"not valid: {first} and {second} both sum to {self.collision.sum}"
        text = f"valid: {self.count:,} hands, all distinguished; largest sum {self.max_sum}"
        if self.smallest is None:
            return text
        if self.hands.limit is not None:
            return f"{text}\n{'no' if self.smallest else 'another'} valid set has a smaller maximum"
        each = "each key"
        if start := self.hands.bootstrap:
            each = f"after the start {keys_name(start)}, which is not tested, each key"
        return f"{text}\n{each} is {'' if self.smallest else 'not '}the smallest possible"

    def __repr__(self) -> str:
        return f"<Verdict on {keys_name(self.keys)}: {str(self).splitlines()[0]}>"

    def to_dict(self) -> VerdictJson:
        """Return the verdict, as `keys verify --json` prints it."""
        return {
            "set": self.hands.name,
            "keys": list(self.keys),
            "valid": self.valid,
            "hands": self.count,
            "max_sum": self.max_sum,
            "collision": None if self.collision is None else self.collision.to_dict(),
            "smallest": self.smallest,
        }


@dataclass(frozen=True, slots=True)
class Step(Result):
    """The proof of one step of the greedy search.

    `refuted` is the number of smaller candidates that make hands collide. `smaller` is a smaller
    valid key; None if there is none.
    """

    face: Face
    key: Key
    refuted: int
    smaller: Key | None

    def __str__(self) -> str:
        better = "" if self.smaller is None else f", but {self.smaller} would have worked"
        return f"face {self.face}: key {self.key}, {self.refuted:,} smaller refuted{better}"

    def to_dict(self) -> StepJson:
        """Return the step."""
        return {
            "face": self.face,
            "key": self.key,
            "refuted": self.refuted,
            "smaller": self.smaller,
        }


def verify(
    hands: Hands | str,
    keys: Keys,
    *,
    condition: str = "distinct",
    smallest: bool = False,
    progress: Progress = False,
) -> Verdict:
    """Compare the sums of all hands; with `smallest`, also search for smaller keys.

    Keys of the fixed start of a set (`bootstrap`) are not tested.

    `hands` is the name of a key set in `KNOWN`, or a result of `hands_of`. Hands are enumerated by
    size, then in the order of their faces. The first collision is the first hand that repeats an
    earlier sum, and the earlier hand.

    >>> verify("suit", [0, 1, 29, 37])
    <Verdict on 0 1 29 37: valid: 120 hands, all distinguished; largest sum 259>
    >>> print(verify("suit", [0, 1, 26, 36]))
    not valid: ddsssss and hhhhhhh both sum to 182
    >>> verify("suit", [0, 1, 26, 36]).collision
    Collision(first=(1, 1, 3, 3, 3, 3, 3), second=(2, 2, 2, 2, 2, 2, 2), sum=182)
    """
    hands, numbers = read_hands(hands), read_keys(keys)
    require_flag(smallest, "smallest")
    if isinstance(condition, str) and condition == "distinct":
        try:
            count, max_sum, clash = _native.verify_keys(
                numbers, hands.copies, hands.sizes, hands.across
            )
        except _native.KeysError as error:
            raise BadInputError(f"keys {list(numbers)}: {error}") from None
        collision = clash and Collision(tuple(clash[0]), tuple(clash[1]), clash[2])
    else:
        sums, collision = sums_and_collision(hands, numbers, condition)
        count, max_sum = len(sums), max(sums)
    least = None
    if smallest and (hands.limit is not None or condition != "distinct"):
        least = (
            collision is None and not search(hands, condition=condition, limit=max(numbers)).keys
        )
    elif smallest:
        least = collision is None and all(
            step.smaller is None for step in prove(hands, numbers, progress=progress)
        )
    return Verdict(hands, numbers, count, max_sum, collision, least)


def prove(hands: Hands | str, keys: Keys, *, progress: Progress = False) -> tuple[Step, ...]:
    """Prove for each step of the search, after the fixed start, whether a smaller key is valid.

    Two hands refute each smaller candidate; their sums are computed again. Together with `verify`,
    this proves a result of the search.

    >>> from astragal.keys import hands_of
    >>> [(step.key, step.refuted, step.smaller) for step in prove(hands_of(4, 4, 5), "0 1 5 22")]
    [(0, 0, None), (1, 0, None), (5, 3, None), (22, 19, None)]
    """
    hands, numbers = read_hands(hands), read_keys(keys)
    try:
        steps = _native.prove_keys(
            numbers, hands.copies, hands.sizes, hands.across, hands.bootstrap,
            reporter("proof", hands, progress),
        )  # fmt: skip
    except _native.KeysError as error:
        raise BadInputError(f"keys {list(numbers)}: {error}") from None
    return tuple(Step(*step) for step in steps)
