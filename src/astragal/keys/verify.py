"""Proof by enumeration that keys tell hands apart; it knows nothing of how they were found."""

from collections.abc import Sequence
from dataclasses import dataclass

from astragal import _native
from astragal.errors import BadInputError
from astragal.keys.sums import Collision, Hands, Key, whole_numbers


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many hands were looked at, and the first two that collide, if any do."""

    hands: int
    max_sum: int
    collision: Collision | None

    @property
    def valid(self) -> bool:
        """Whether all hands that must be told apart are."""
        return self.collision is None


def verify(keys: Sequence[Key], hands: Hands) -> Verdict:
    """Add up every hand and compare the sums.

    Hands are taken by size, and within a size in the order of their faces. The first collision is
    what somebody who notes the sums in this order stumbles upon: the earliest hand whose sum was
    there already, with the hand that had it first.

    >>> from astragal.keys.sums import hands_of
    >>> verify([0, 1, 5, 22], hands_of(4, 4, 5))
    Verdict(hands=52, max_sum=93, collision=None)
    >>> verify([0, 1, 4], hands_of(3, 4, 5)).collision
    Collision(first=(0, 0, 0, 0, 2), second=(0, 1, 1, 1, 1), sum=4)
    """
    numbers = whole_numbers("keys", keys)
    try:
        total, max_sum, clash = _native.verify_keys(
            numbers, hands.copies, hands.sizes, hands.across
        )
    except _native.KeysError as error:
        raise BadInputError(f"keys {list(numbers)}: {error}") from None
    collision = None if clash is None else Collision(tuple(clash[0]), tuple(clash[1]), clash[2])
    return Verdict(total, max_sum, collision)
