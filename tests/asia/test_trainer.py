"""Hands to practise with, and hints."""

import pytest

from astragal.asia import KINDS, PROFILES, hand_rank, hint, practice, rank
from astragal.asia.classes import all_settings
from astragal.asia.wayfile import read_way
from astragal.cards import JOKER, card_ids
from astragal.errors import BadInputError, UnknownNameError

GREATEST = {
    "nothing": {0}, "pair": {1}, "two pair": {2}, "trips": {3}, "straight or flush": {4, 5, 7},
    "quads": {6},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_hand_is_of_its_kind(kind: str) -> None:
    found = practice(kind, dealer="balanced", hands=8, seed=3)
    assert len(set(found)) == len(found) == 8
    assert found == practice(kind, dealer="balanced", hands=8, seed=3)
    assert set(found).isdisjoint(practice(kind, dealer="balanced", hands=8, seed=4))
    for hand in found:
        if kind == "joker":
            assert JOKER in card_ids(hand)
        elif kind != "any":
            fours = (hand_rank(setting.high) for setting in all_settings(hand))
            assert max(fours).strength in GREATEST[kind]


@pytest.mark.parametrize("objective", ["wins", "ev"])
def test_close_calls_are_close(objective: str) -> None:
    found = practice(dealer="balanced", closeness=0.003, hands=3, objective=objective)
    for hand in found:
        ranking = rank(hand, dealer="balanced", objective=objective)
        assert ranking.cost(ranking.settings[1]) <= 0.003
    assert found.to_dict()["closeness"] == 0.003


@pytest.mark.parametrize(
    "options", [{"kind": "straights"}, {"closeness": -0.1}, {"closeness": "x"}, {"hands": 0}]
)
def test_bad_input(options: dict[str, object]) -> None:
    with pytest.raises((BadInputError, UnknownNameError)):
        practice(dealer="balanced", **options)  # type: ignore[arg-type]


def test_too_close_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("astragal.asia.play.MOST_TRIES", 3)
    with pytest.raises(BadInputError, match="closeness 0 is too small: of 3 hands 0 were"):
        practice(dealer="balanced", closeness=0, hands=1)


def test_the_hint_compares_with_the_obvious_setting() -> None:
    """Jacks in the four with the lowest kickers; by ev the obvious setting is the best."""
    hand = "3h 4c 7s Ts Jd Js Kc"
    found = hint(hand, dealer="lexicographic")
    assert str(found.obvious.setting) == "Js Jd 4c 3h / Kc Ts / 7s"
    told = found.to_dict()
    assert told["cost"] == pytest.approx(found.ranking.best.win - found.obvious.win)
    assert "with Ts the one wins 95% instead of" in told["text"]
    assert told["text"].endswith("the bet wins 68.2% instead of 67.9%")
    assert told["other"]["objective"] == "ev"
    assert told["other"]["medium"] == told["obvious"]["medium"]
    assert told["rule"] in {rule.name for rule in read_way("standard").rules}
    by_ev = hint(hand, dealer="lexicographic", objective="ev")
    assert by_ev.ranking.best.value == by_ev.obvious.value
    assert by_ev.text.startswith("the obvious setting is the best one: the bet earns +38.4%")
    assert by_ev.to_dict()["other"]["objective"] == "wins"


def test_copies_to_the_dealer_leave_one_objective() -> None:
    for hand in practice("two pair", PROFILES["casino"], "balanced", hands=5):
        assert rank(hand, "casino", "balanced").other is None
