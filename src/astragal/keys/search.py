"""The greedy search for keys, and the proof that every step of it was the smallest possible.

Each next face gets the smallest number that is not a key yet and keeps the sums of all hands of the
faces so far apart. With the sums T_j of j cards from the faces so far, a candidate k fails exactly
when d * k = a - b, where a is in T_(n - m) and b in T_(n - m - d): two hands of n cards, one with m
cards of the new face and one with d more. So the forbidden candidates are differences of sums, and
native code strikes out thousands of them at once by or-ing shifted bitsets.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from astragal import _native
from astragal.errors import BadInputError
from astragal.keys.sums import Collision, Face, Hands, Key, whole_numbers
from astragal.progress import Progress, Reporter, silent


@dataclass(frozen=True, slots=True)
class KeySet:
    """What a search found, and for which hands."""

    hands: Hands
    bootstrap: tuple[Key, ...]
    keys: tuple[Key, ...]
    max_sum: int


class DeadEndError(BadInputError):
    """No number will do for the next face: hands collide in their other cards already."""

    def __init__(self, face: Face, held: int, others: Collision, keys: tuple[Key, ...]) -> None:
        self.face, self.held, self.others, self.keys = face, held, others, keys
        reason = (
            f"the bootstrap {list(keys)} collides"
            if held == 0
            else f"after {list(keys)} no key will do for face {face}"
        )
        super().__init__(
            f"{reason}: beside {held} of face {face}, the faces {list(others.first)} and "
            f"{list(others.second)} both sum to {others.sum}"
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the search, proved: for each of `refuted` smaller numbers two hands collide.

    `smaller` is a number for which there are none; then the step was not the smallest possible.
    """

    face: Face
    key: Key
    refuted: int
    smaller: Key | None


def search(hands: Hands, bootstrap: Sequence[Key] = (), *, progress: Progress = silent) -> KeySet:
    """Find keys for all faces, keeping the bootstrap's for the first.

    >>> from astragal.keys.sums import hands_of
    >>> search(hands_of(13, 4, 5)).keys
    (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
    """
    start = whole_numbers("bootstrap", bootstrap)
    try:
        keys, max_sum, dead_end = _native.search_keys(
            hands.copies, hands.sizes, hands.across, start, _teller("keys", hands, progress)
        )
    except _native.KeysError as error:
        raise BadInputError(f"{hands} with bootstrap {list(start)}: {error}") from None
    if dead_end is not None:
        face, held, (first, second, total) = dead_end
        raise DeadEndError(face, held, Collision(tuple(first), tuple(second), total), tuple(keys))
    return KeySet(hands, start, tuple(keys), max_sum)


def prove(found: KeySet, *, progress: Progress = silent) -> tuple[Step, ...]:
    """Show for every step that no smaller number would have done.

    Every smaller candidate is refuted by two hands that are written out and added up again, without
    a look at how the search went. With `verify`, this proves a result of the search.

    >>> from astragal.keys.sums import hands_of
    >>> [(step.key, step.refuted, step.smaller) for step in prove(search(hands_of(4, 4, 5)))]
    [(0, 0, None), (1, 0, None), (5, 3, None), (22, 19, None)]
    """
    try:
        steps = _native.prove_keys(
            found.keys,
            found.hands.copies,
            found.hands.sizes,
            found.hands.across,
            found.bootstrap,
            _teller("proof", found.hands, progress),
        )
    except _native.KeysError as error:
        raise BadInputError(f"keys {list(found.keys)}: {error}") from None
    return tuple(Step(*step) for step in steps)


def _teller(what: str, hands: Hands, progress: Progress) -> Callable[[Face, Key], None]:
    reporter = Reporter(progress, what, total=len(hands.copies), unit="faces")
    return lambda face, key: reporter.report(face + 1, f"face {face}: {key}")
