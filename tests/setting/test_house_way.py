"""House ways by name and from a file, and the file they are kept in."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from setting.cards import game_of, setting_to_reference, to_reference

from astragal import _native, paigow, setting
from astragal.asia import Game, Rules, find_rules
from astragal.cards import card_set
from astragal.errors import BadInputError, HouseWayError, UnknownNameError
from astragal.setting import Category, house_way
from astragal.setting.classes import CLASSES, class_of, classes_of, setting_count
from astragal.setting.hand import rank_tables
from astragal.setting.house_way import check_way, find_way, named_way
from astragal.setting.sample import random_hands
from astragal.setting.strategy_card import least_numbers, read_card

from reference import asia as reference

PUSH, CASINO = find_rules("push"), find_rules("casino")
PAIGOW = paigow.find_rules()


@pytest.mark.parametrize("rules", [PUSH, PAIGOW], ids=lambda rules: rules.game)
def test_lexicographic_by_class_is_as_set_plainly(rules: setting.Rules) -> None:
    deck = random.Random(1)
    hands = np.array([card_set(deck.sample(range(53), 7)) for _ in range(20_000)], np.uint64)
    points = house_way.ordered_points("lexicographic", rules)
    plain = _native.setting_points_plainly(rank_tables(rules).native, *points, hands)
    way = named_way("lexicographic", rules)
    np.testing.assert_array_equal(way.outcomes[way.class_outcome[classes_of(hands)]], plain)
    np.testing.assert_array_equal(way.values_of(hands), plain)


@pytest.mark.parametrize("rules", [PUSH, CASINO], ids=lambda rules: rules.name)
def test_the_obvious_setting_is_the_reference_s(rules: Rules) -> None:
    game, way = game_of(rules), named_way("obvious", rules)
    for hand in random_hands(300, 4).tolist():
        found = reference.worths(setting_to_reference(way.set(hand)), game)
        assert found == reference.worths(reference.obvious(to_reference(hand), game), game)


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.verify)])
def test_standard_sets_alike_under_push_and_in_a_casino(step: int) -> None:
    classes, lines = np.arange(0, CLASSES, step, dtype=np.uint32), read_card("standard", PUSH).lines
    push, casino = (
        _native.setting_make(rank_tables(rules).native, least_numbers(lines, rules), classes)
        for rules in (PUSH, CASINO)
    )
    np.testing.assert_array_equal(push, casino)


def test_what_wins_under_push_wins_in_a_casino() -> None:
    """Against `standard`, unless a hand can make four of a kind or a straight flush."""
    hands = random_hands(60, 12)
    strong = [Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH]
    plain = hands[~np.isin(house_way.best_categories(hands, PUSH), strong)]
    assert len(plain) > 50
    for hand in plain.tolist():
        wins = [
            {str(one.setting): one.wins for one in Game(rules).rank(hand)}
            for rules in (PUSH, CASINO)
        ]
        assert wins[0] == wins[1]


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        # these two are of lines and points as `standard` is, and take long to make
        pytest.param(rules, name, marks=[pytest.mark.verify] if left_out else [])
        for rules in (PUSH, CASINO, PAIGOW)
        for name in rules.ways.names
        for left_out in [rules is PUSH and name in ("short", "points")]
    ],
    ids=str,
)
def test_ways_set_legally(rules: setting.Rules, name: str) -> None:
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
    choice = house_way.shipped_choice("balanced", PUSH)
    choice[123_456] = setting_count(PUSH)
    with pytest.raises(HouseWayError, match=r"has no setting for (.*): add a rule for it"):
        house_way.make_way("mine", choice, PUSH)


def test_an_unknown_way_is_quoted() -> None:
    with pytest.raises(UnknownNameError, match="no house way 'macau'; there are standard, "):
        find_way("macau", PUSH)
    with pytest.raises(BadInputError, match="7 is not a house way: give a name, a TOML file or"):
        find_way(7, PUSH)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match=r"no rules \['push'\]; there are push, casino"):
        Game(["push"])  # type: ignore[arg-type]


def test_the_table_file_is_used_again_and_a_damaged_one_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    fresh = house_way.named_way.__wrapped__("balanced", PUSH)
    (file,) = (tmp_path / "cache").glob("asia-way-*")
    written = file.stat().st_mtime_ns
    again = house_way.named_way.__wrapped__("balanced", PUSH)
    assert file.stat().st_mtime_ns == written
    assert again.fingerprint == fresh.fingerprint
    content = bytearray(file.read_bytes())
    content[9000] ^= 1
    file.write_bytes(content)
    assert house_way.named_way.__wrapped__("balanced", PUSH).fingerprint == fresh.fingerprint
    assert file.read_bytes() != content


def test_classes_of_hands_are_within_the_table() -> None:
    assert 0 <= class_of(card_set(range(46, 53))) < CLASSES


def test_a_way_is_found_by_name_by_rules_and_as_itself() -> None:
    way = find_way("standard", CASINO)
    assert find_way(None, CASINO) is find_way(way, CASINO) is way
    # Who wins a copy does not matter to how hands are ordered.
    other = find_way(way, find_rules("casino", copies="push"))
    assert (other.name, other.rules.name) == ("standard", "casino, copies push")
    assert other.fingerprint == way.fingerprint
    assert (repr(way), str(way)) == ("HouseWay('standard', rules='casino')", "standard")
    hand = "Th Ts 6c 6d Ad Kh 3s"
    assert Game("casino", dealer=way).house(hand).setting == way.set(card_set(hand))
    with pytest.raises(BadInputError, match="was made for the rules 'casino' of Asia Poker"):
        find_way(way, PUSH)


def test_a_way_is_checked(tmp_path: Path) -> None:
    assert check_way(None, PUSH).way == "standard"
    sound = check_way("balanced", CASINO)
    assert sound.sound
    assert (sound.to_dict()["classes"], sound.lines) == (CLASSES, None)
    late = tmp_path / "late.toml"
    late.write_text('[[rule]]\nmake = {}\n[[rule]]\nname = "flush"\nmake = { high = "flush" }')
    assert str(check_way(late, PUSH)).endswith("flush: 0 classes, it never applies")
    made = replace(find_way("balanced", PUSH), name=str(late))
    assert check_way(made, PUSH).lines is None  # what its file says is not known any more
    card = read_card("short", PUSH)
    assert check_way(card, PUSH) == check_way("short", PUSH)
    assert check_way(card, PUSH).way == "short"
    fouling = check_way("balanced", find_rules("casino", strict_order=True))
    assert not fouling.sound
    assert str(fouling) == fouling.to_dict()["problem"] == fouling.problem


def test_a_check_names_the_first_hand_that_each_rule_passes_on(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[rule]]\nname = "aces"\nwhen = { pairs = 1 }\nmake = { low = "A" }\n'
        '[[rule]]\nname = "kings"\nwhen = { pairs = 1 }\nmake = { low = "K" }\n'
    )
    check = check_way(file, PUSH)
    assert check.lines is not None
    aces, kings = check.lines
    assert not check.sound
    assert aces.decides + aces.passes == kings.decides + kings.passes + aces.decides
    for line, rank in ((aces, 12), (kings, 11)):
        assert line.first_passed is not None
        hand = card_set(line.first_passed, deck=53, count=7)
        lows = [row.setting.low for row in Game().rank(hand)]
        assert all(card != 52 and card // 4 < rank for (card,) in lows)


def test_ways_compare_by_what_they_do() -> None:
    way = find_way("balanced", PUSH)
    same = house_way.make_way("balanced", house_way.shipped_choice("balanced", PUSH), PUSH)
    assert (same == way, hash(same) == hash(way)) == (True, True)
    assert find_way("balanced", CASINO) != way
    assert replace(way, name="mine") != way


def test_a_way_file_is_a_way() -> None:
    file = read_card("mgm-grand", PAIGOW)
    game = paigow.Game(dealer=file)
    assert game.dealer.fingerprint == find_way("mgm-grand", PAIGOW).fingerprint


@pytest.mark.parametrize(
    ("hand", "rules", "obvious"),
    [  # the ranks that make the high hand count, its kickers and the ranks of a flush do not
        ("9s 9h 9d 8s 8h 8c 2d", PUSH, "9s 9h 9d 2d / 8s 8h / 8c"),
        ("Ks Qs 9s 5s 4s 2s 3d", PUSH, "9s 5s 4s 2s / Ks Qs / 3d"),
        ("Ks Qs 9s 5s 4s 2s Ad", PAIGOW, "9s 5s 4s 2s Qs / Ad Ks"),
    ],
)
def test_the_obvious_setting_is_as_the_docs_say(
    hand: str, rules: setting.Rules, obvious: str
) -> None:
    found = named_way("obvious", rules).set(card_set(hand))
    assert found.value(rules) == setting.Setting(obvious).value(rules)
