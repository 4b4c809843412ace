"""House ways by name and from a file, and the file they are kept in."""

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from asia.cards import game_of, setting_to_reference, to_reference

from astragal import _native
from astragal.asia import (
    PROFILES,
    WAYS,
    Category,
    Rules,
    check_way,
    find_rules,
    find_way,
    house,
    houseway,
    rank,
    read_way,
)
from astragal.asia.classes import CLASSES, UNSET, class_of, classes_of
from astragal.asia.values import rank_tables
from astragal.asia.wayfile import least_numbers
from astragal.asia.wholegame import random_hands
from astragal.cards import card_set
from astragal.errors import BadInputError, HouseWayError, UnknownNameError

from reference import asia as reference

PUSH, CASINO = PROFILES["push"], PROFILES["casino"]


def test_lexicographic_by_class_is_as_set_plainly() -> None:
    deck = random.Random(1)
    hands = np.array([card_set(deck.sample(range(53), 7)) for _ in range(20_000)], np.uint64)
    points = houseway.ordered_points("lexicographic", PUSH)
    plain = _native.asia_points_plainly(rank_tables(PUSH).native, *points, hands)
    way = find_way("lexicographic", PUSH)
    np.testing.assert_array_equal(way.outcomes[way.class_outcome[classes_of(hands)]], plain)
    np.testing.assert_array_equal(way.values_of(hands), plain)


@pytest.mark.parametrize("rules", [PUSH, CASINO], ids=lambda rules: rules.name)
def test_the_obvious_setting_is_the_reference_s(rules: Rules) -> None:
    game, way = game_of(rules), find_way("obvious", rules)
    for hand in random_hands(300, 4).tolist():
        found = reference.worths(setting_to_reference(way.set(hand)), game)
        assert found == reference.worths(reference.obvious(to_reference(hand), game), game)


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.verify)])
def test_standard_sets_alike_under_push_and_in_a_casino(step: int) -> None:
    classes, lines = np.arange(0, CLASSES, step, dtype=np.uint32), read_way("standard").lines
    push, casino = (
        _native.asia_make(rank_tables(rules).native, least_numbers(lines, rules), classes)
        for rules in (PUSH, CASINO)
    )
    np.testing.assert_array_equal(push, casino)


def test_what_wins_under_push_wins_in_a_casino() -> None:
    """Against `standard`, unless a hand can make four of a kind or a straight flush."""
    hands = random_hands(60, 12)
    strong = [Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH]
    plain = hands[~np.isin(houseway.best_categories(hands, PUSH), strong)]
    assert len(plain) > 50
    for hand in plain.tolist():
        wins = [{str(one.setting): one.wins for one in rank(hand, r)} for r in (PUSH, CASINO)]
        assert wins[0] == wins[1]


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        # these two are of lines and points as `standard` is, and take long to make
        pytest.param(rules, name, marks=[pytest.mark.verify] if left_out else [])
        for rules, name in product((PUSH, CASINO), WAYS)
        for left_out in [rules is PUSH and name in ("short", "points")]
    ],
    ids=str,
)
def test_ways_set_legally(rules: Rules, name: str) -> None:
    way = find_way(name, rules)
    deck = random.Random(2)
    for _ in range(50):
        hand = card_set(deck.sample(range(53), 7))
        setting = way.set(hand)
        assert setting.hand == hand
        assert setting.is_legal(rules)


def test_outcomes_ascend_and_are_all_used() -> None:
    way = find_way("balanced", CASINO)
    assert (np.diff(way.outcomes.astype(np.int64)) > 0).all()
    assert len(np.unique(way.class_outcome)) == len(way.outcomes)


def test_the_balanced_way_fouls_under_a_strict_order_and_says_so() -> None:
    with pytest.raises(BadInputError, match=r"house way 'balanced' fouls .* is not above medium"):
        find_way("balanced", find_rules("casino", strict_order=True))


def test_a_way_that_misses_a_hand_names_it() -> None:
    choice = houseway.shipped_choice("balanced")
    choice[123_456] = UNSET
    with pytest.raises(HouseWayError, match=r"has no setting for (.*): add a rule for it"):
        houseway.make_way("mine", choice, PUSH)


def test_an_unknown_way_is_quoted() -> None:
    with pytest.raises(UnknownNameError, match="no house way 'macau'; there are standard, "):
        find_way("macau", PUSH)
    with pytest.raises(BadInputError, match="7 is not a house way: give a name, a TOML file or"):
        find_way(7, PUSH)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match=r"no rules \['push'\]; there are push, casino"):
        find_way(rules=["push"])  # type: ignore[arg-type]


def test_the_table_file_is_used_again_and_a_damaged_one_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    fresh = houseway.named_way.__wrapped__("balanced", PUSH)
    (file,) = (tmp_path / "cache").glob("asia-way-*")
    written = file.stat().st_mtime_ns
    again = houseway.named_way.__wrapped__("balanced", PUSH)
    assert file.stat().st_mtime_ns == written
    assert again.fingerprint == fresh.fingerprint
    content = bytearray(file.read_bytes())
    content[9000] ^= 1
    file.write_bytes(content)
    assert houseway.named_way.__wrapped__("balanced", PUSH).fingerprint == fresh.fingerprint
    assert file.read_bytes() != content


def test_classes_of_hands_are_within_the_table() -> None:
    assert 0 <= class_of(card_set(range(46, 53))) < CLASSES


def test_a_way_is_found_by_name_by_rules_and_as_itself() -> None:
    way = find_way("standard", "casino")
    assert find_way(None, "casino") is find_way(rules=CASINO) is find_way(way, CASINO) is way
    assert find_way(way, find_rules("casino", copies="push")) is way
    assert (repr(way), str(way)) == ("HouseWay('standard', rules='casino')", "standard")
    hand = "Th Ts 6c 6d Ad Kh 3s"
    assert house(hand, way, CASINO) == house(hand, rules="casino") == way.set(card_set(hand))
    with pytest.raises(BadInputError, match="was made for the rules 'casino', not for 'push'"):
        house(hand, way)


def test_a_way_is_checked(tmp_path: Path) -> None:
    assert check_way(None).way == "standard"
    sound = check_way("balanced", "casino")
    assert sound.sound
    assert sound.to_dict()["classes"] == CLASSES
    late = tmp_path / "late.toml"
    late.write_text('[[rule]]\nmake = {}\n[[rule]]\nname = "flush"\nmake = { high = "flush" }')
    assert str(check_way(late)).endswith("fouls none; rules that decide about no hand: flush")
    made = replace(find_way("balanced"), name=str(late))
    assert check_way(made).idle is None  # what its file says is not known any more
    fouling = check_way("balanced", find_rules("casino", strict_order=True))
    assert not fouling.sound
    assert str(fouling) == fouling.to_dict()["problem"] == fouling.problem
