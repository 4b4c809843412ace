"""The search for keys.

The greedy search gives each face in turn the smallest unused number that keeps the sums of all
hands of the faces so far distinct. Let T_j be the sums of j cards of the earlier faces. A candidate
k fails exactly when d * k = a - b, with a in T_(n - m) and b in T_(n - m - d): two hands of n
cards, one with m cards of the new face, the other with m + d. So the forbidden candidates are
differences of sums, and native code strikes out thousands at once by OR-ing shifted bitsets.

Suit keys are few and small, so their search tries all sets of keys below a limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
from typing_extensions import TypedDict

from astragal import _native
from astragal._frames import Integers, Library, make_frame
from astragal._results import Result
from astragal._tables import html_table
from astragal.errors import BadInputError, quoted
from astragal.keys.known import read_hands
from astragal.keys.suits import hands_and_labels, sums_and_collision, try_all
from astragal.keys.sums import Collision, Face, Hands, Key, keys_name
from astragal.progress import Progress, Reporter


class KeySetJson(TypedDict):
    """The result of `keys search`."""

    set: str
    """The name of the key set; empty if it has none."""
    meaning: str
    """The hands that the keys distinguish."""
    keys: list[int]
    """A key for each face; empty without a solution."""
    max_sum: int | None
    """The largest sum of a hand; null without a solution."""
    condition: str
    limit: int | None
    """The bound of an exhaustive search: all sets of smaller keys were tried; null if greedy."""
    tried: int | None
    """The number of sets tried; null if the search was greedy."""
    solutions: list[list[int]]
    seconds: float


@dataclass(frozen=True, slots=True, repr=False)
class KeySet(Result):
    """The result of a search."""

    hands: Hands
    keys: tuple[Key, ...]
    """A key for each face; of several solutions, the first with the smallest maximum."""
    max_sum: int | None
    """The largest sum of a hand; None without a solution."""
    condition: str = "distinct"
    limit: int | None = None
    """The bound of an exhaustive search: all sets of smaller keys were tried."""
    tried: int | None = None
    """The number of sets tried."""
    solutions: tuple[tuple[Key, ...], ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def meaning(self) -> str:
        """The hands that the keys distinguish, with the condition and the limit."""
        if self.limit is None:
            return self.hands.meaning
        return f"{self.hands.meaning}, condition {self.condition}, keys below {self.limit}"

    def __str__(self) -> str:
        heading = ": ".join(filter(None, (self.hands.name, self.meaning)))
        lines = [f"{heading} ({self.seconds:.3f} s)"]
        lines += [f"  {keys_name(keys)}" for keys in self.solutions] or ["  no keys"]
        if self.max_sum is not None:
            lines.append(f"  largest sum {self.max_sum}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        name = self.hands.name or self.meaning
        return f"<KeySet {name}: {keys_name(self.keys) or 'no solution'}>"

    @property
    def _headings(self) -> list[str]:
        return list(map(str, self.hands.letters or range(len(self.hands.copies))))

    def to_frame(self, library: Library | None = None) -> Any:
        """Return a data frame with a row for each solution and a column for each face."""
        columns = {
            heading: Integers(keys[face] for keys in self.solutions)
            for face, heading in enumerate(self._headings)
        }
        return make_frame(columns, library)

    def _repr_html_(self) -> str:
        return html_table(self._headings, self.solutions, caption=self.meaning)

    def to_dict(self) -> KeySetJson:
        """Return the keys, as `keys search --json` prints them."""
        return {
            "set": self.hands.name,
            "meaning": self.meaning,
            "keys": list(self.keys),
            "max_sum": self.max_sum,
            "condition": self.condition,
            "limit": self.limit,
            "tried": self.tried,
            "solutions": [list(keys) for keys in self.solutions],
            "seconds": self.seconds,
        }


class DeadEndError(BadInputError):
    """No key is possible for the next face, because the other cards of two hands collide."""

    def __init__(self, face: Face, held: int, others: Collision, keys: tuple[Key, ...]) -> None:
        self.face, self.held, self.others, self.keys = face, held, others, keys
        reason = (
            f"the bootstrap {list(keys)} collides"
            if held == 0
            else f"after {list(keys)} no key works for face {face}"
        )
        super().__init__(
            f"{reason}: with {held} of face {face}, the other faces {list(others.first)} and "
            f"{list(others.second)} both sum to {others.sum}"
        )


def search(
    hands: Hands | str,
    *,
    condition: str = "distinct",
    limit: int | None = None,
    at_most: int | None = None,
    progress: Progress = False,
) -> KeySet:
    """Find a key for each face, so that all hands have different sums.

    `hands` is the name of a key set in `KNOWN`, or a result of `hands_of`. With a `limit`, the
    search is exhaustive: it tries all sets of keys below the limit. "suit" has the limit 40.

    `condition` and `at_most` are options of the exhaustive search. `condition` is one
    of `CONDITIONS`. The search stops after `at_most` solutions ("published": 21).

    >>> search("face7").keys
    (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
    >>> search("suit")
    <KeySet suit: 0 1 29 37>
    >>> len(search("suit").solutions), len(search("suit", condition="flush").solutions)
    (12, 58)
    >>> search("suit", limit=37)
    <KeySet suit: no solution>
    """
    started = perf_counter()
    hands = read_hands(hands)
    limit = hands.limit if limit is None else limit
    if limit is None:
        if condition != "distinct":
            hands_and_labels(hands, condition)
            raise BadInputError(
                f"{quoted(hands.name or hands)}: condition {quoted(condition)} needs a limit"
            )
        keys = _greedy(hands, progress)
        cards = sorted(np.repeat(keys, hands.copies).tolist(), reverse=True)
        max_sum = max(sum(cards[:size]) for size in hands.sizes)
        return KeySet(hands, keys, max_sum, solutions=(keys,), seconds=perf_counter() - started)
    solutions, tried = try_all(hands, limit, condition, at_most)
    keys = min(solutions, key=max, default=())
    sums = sums_and_collision(hands, keys, condition)[0] if keys else []
    return KeySet(
        hands, keys, max(sums, default=None), condition, limit, tried, tuple(solutions),
        perf_counter() - started,
    )  # fmt: skip


def _greedy(hands: Hands, progress: Progress) -> tuple[Key, ...]:
    try:
        keys, dead_end = _native.search_keys(
            hands.copies, hands.sizes, hands.across, hands.bootstrap,
            reporter("keys", hands, progress),
        )  # fmt: skip
    except _native.KeysError as error:
        raise BadInputError(f"{hands}: {error}") from None
    if dead_end is not None:
        face, held, (first, second, total) = dead_end
        raise DeadEndError(face, held, Collision(tuple(first), tuple(second), total), tuple(keys))
    return tuple(keys)


def reporter(what: str, hands: Hands, progress: Progress) -> Callable[[Face, Key], None]:
    """Return a callback for native code, which reports each face and its key."""
    sender = Reporter(progress, what, total=len(hands.copies), unit="faces")
    return lambda face, key: sender.report(face + 1, f"face {face}: {key}")
