"""Locks: which hands they name, and what is refused."""

from typing import Any

import numpy as np
import pytest

from astragal.errors import BadInputError
from astragal.poker.variants import hand_name
from astragal.postflop.certificate import certify_stored, plain_places
from astragal.postflop.spot import Spot

SPOT = Spot(
    "Td 9d 6h Qc", oop="QQ+, AhKh", ip="TT, KJs", pot=100, stack=200, bets="50%, a", raises="60%"
)


def test_hands_that_are_not_named_stay_free() -> None:
    locked = SPOT.lock("", {"QQ": {"check": 1}, "AhKh": {"bet 50": 0.5, "a": 0.5}})
    assert not SPOT.locks
    (lock,) = locked.locks
    assert [hand_name(hand) for hand in lock.hands.tolist()] == ["QhQd", "QsQd", "QsQh", "AhKh"]
    rows = dict(zip(map(hand_name, lock.range.tolist()), lock.rows.T.tolist(), strict=True))
    assert rows["QsQh"] == [1, 0, 0]
    assert rows["AhKh"] == [0, 0.5, 0.5]
    assert np.isnan(rows["AdAc"]).all()
    assert lock.to_dict()["hands"]["AhKh"] == {"check": 0, "bet 50": 0.5, "all-in 200": 0.5}
    assert str(lock) == "locked: 4 hands of oop at the root"
    assert str(locked).endswith(str(lock))


def test_a_later_lock_of_a_line_replaces_only_its_hands() -> None:
    first = SPOT.lock("x, b50", {"AhKh": {"call": 1}})
    second = first.lock("check, bet 50", {"QQ": {"fold": 1}}).lock("x b50", {"AhKh": {"fold": 1}})
    (lock,) = second.locks
    rows = dict(zip(map(hand_name, lock.range.tolist()), lock.rows.T.tolist(), strict=True))
    assert rows["AhKh"][0] == 1
    assert rows["QsQh"][0] == 1
    assert len(second.lock("", {"AhKh": {"check": 1}}).locks) == 2


def test_random_locks_the_whole_range() -> None:
    locked = SPOT.lock("x x 2c", {"random": {"check": 1}})
    assert len(locked.locks[0].hands) == len(SPOT.game.hands[0])
    on_ace = SPOT.lock("x x As", {"random": {"check": 1}})
    assert len(on_ace.locks[0].hands) == len(SPOT.game.hands[0]) - 3


def test_locked_hands_play_their_lock() -> None:
    locked = SPOT.lock("", {"random": {"check": 1}}).game
    free = SPOT.game
    stored = plain_places(free)
    assert certify_stored(locked, stored).locked
    # With every hand locked there is nothing to gain at the root: less than without the lock.
    assert certify_stored(locked, stored).gain[0] < certify_stored(free, stored).gain[0]


@pytest.mark.parametrize(
    ("line", "hands", "message"),
    [
        ("", {"JJ": {"check": 1}}, "'JJ': JdJc is not in the range of oop"),
        ("", {"TT+": {"check": 1}}, "'TT[+]': .* is not in the range of oop"),
        ("x", {"AhKh": {"check": 1}}, "AhKh is not in the range of ip"),
        ("", {"QcQd": {"check": 1}}, "'QcQd': each of its hands has a card of the board"),
        ("", {"AhKh": {"check": 0.5}}, "of 'AhKh' at the root add up to 0.5, not to 1"),
        ("", {"AhKh": {"x": 0.5, "check": 0.5}}, "'x' and 'check' .* are the same action"),
        ("", {"AhKh": {"call": 1}}, "no action 'call' at the root; there are check, bet 50"),
        ("", {"AhKh": {"check": 1.5}}, "a probability is 0 to 1, not 1.5"),
        ("", {"AhKh": {"check": "all"}}, "a probability is 0 to 1, not 'all'"),
        ("", {"AhKh": "check"}, "'check' for 'AhKh': write the probability of actions, like"),
        ("", "AhKh", "'AhKh' is no lock: write"),
        ("", {}, "no hand is locked at the root"),
        ("x x", {"AhKh": {"check": 1}}, "nobody decides at line 'check, check': a card comes"),
        ("x x 2c x x", {"AhKh": {"check": 1}}, "the hand is over after 'check, check, 2c, "),
        ("k", {"AhKh": {"check": 1}}, "no action 'k'"),
        ("", {"AxKy": {"check": 1}}, "AxKy"),
    ],
)
def test_locks_that_are_refused(line: str, hands: Any, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        SPOT.lock(line, hands)
