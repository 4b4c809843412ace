"""House ways in TOML."""

import pickle
import random
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from setting.cards import game_of, setting_to_reference, to_reference

from astragal import _native, asia, paigow
from astragal.asia import Rules, find_rules
from astragal.cards import card_set, cards_text
from astragal.errors import AstragalError, BadInputError, TableMissingError
from astragal.setting.classes import CLASSES, class_of, setting_count
from astragal.setting.conditions import holds_for
from astragal.setting.hand import rank_tables
from astragal.setting.house_way import find_way, make_way
from astragal.setting.strategy_card import parse_card, read_card
from astragal.setting.whole_game import way_under

from reference import asia as reference

PUSH, CASINO = find_rules("push"), find_rules("casino")
PAIGOW = paigow.find_rules()
EXAMPLE = Path(__file__).parents[2] / "examples" / "asia_rack_card.toml"


def test_the_example_covers_every_hand_and_fouls_none() -> None:
    assert find_way(str(EXAMPLE), PUSH).name == "rack card"
    assert find_way(str(EXAMPLE), CASINO).rules is CASINO
    settings = {
        "As Kd Qh Jc 9s 7d 4h": "As 9s 7d 4h / Kd Jc / Qh",
        "Jk As Ah Ad Ac 7d 7h": "As Ah Ad Ac / 7h 7d / Jk",
        "Ts Td 8s 8d 4h 4c Kd": "8s 8d 4h 4c / Ts Td / Kd",
        "6s 6d 4s 4d 9h Jc Ad": "6s 6d 4s 4d / Ad 9h / Jc",
    }
    way = find_way(EXAMPLE, PUSH)
    assert {hand: str(way.set(card_set(hand))) for hand in settings} == settings


CONDITIONS = [
    ("joker = true", "Jk Ks Qh Td 8c 6s 3d", "As Ks Qh Td 8c 6s 3d"),
    ("straight = true", "9s 8h 7d 6c As Kd 2h", "9s 8h 7d 5c As Kd 2h"),
    ("straight = true", "Jk 8h 7d 6c As Kd 2h", "Jk Qh 9d 5c As 7d 2h"),
    ('straight_top = "9"', "9s 8h 7d 6c As Kd 2h", "Ts 9s 8h 7d As Kd 2h"),
    ('straight_top = "4"', "As 2h 3d 4c 9s Jd 7h", "As 2h 3d 5c 9s Jd 7h"),
    ("flush = true", "As Ts 7s 4s Kd Qd 2h", "As Ts 7s 4h Kd Qd 2h"),
    ('flush_top = "A"', "As Ts 7s 4s Kd Qd 2h", "Ks Ts 7s 4s Ad Qd 2h"),
    ("straight_flush = true", "9s 8s 7s 6s As Kd 2h", "9s 8s 7s 5h 6h As 2h"),
    ('straight_flush_top = "9"', "9s 8s 7s 6s As Kd 2h", "8s 7s 6s 5s As Kd 2h"),
    ("pair_beside_straight = true", "9s 8h 7d 6c As Ad 2h", "9s 8h 7d 6c As Kd 2h"),
    ("pair_beside_flush = true", "As Ts 7s 4s Kd Kc 2h", "As Ts 7s 4s Kd Qd 2h"),
    ("pair_beside_straight_flush = true", "9s 8s 7s 6s Ah Ad 2h", "9s 8s 7s 6s Ah Kd 2h"),
    ("singles = 7", "As Ks Qh Td 8c 6s 3d", "As Ks Qh Td 8c 6s 6d"),
    ("pairs = 3", "As Ad Qh Qd 8c 8s 3d", "As Ad Qh Qd 8c 7s 3d"),
    ('pair_rank = "J..A"', "Js Jd Qh Td 8c 6s 3d", "Ts Td Qh 9d 8c 6s 3d"),
    ('pair_rank_2 = "8"', "Js Jd 8h 8d Tc 6s 3d", "Js Jd 7h 7d Tc 6s 3d"),
    ('trips_rank = "J"', "Js Jd Jh Td 8c 6s 3d", "Ts Td Th 9d 8c 6s 3d"),
    ('quads_rank = "J"', "Js Jd Jh Jc 8c 6s 3d", "Ts Td Th Tc 8c 6s 3d"),
    ('single_rank_2 = "K"', "As Ks Qh Td 8c 6s 3d", "As Js Qh Td 8c 6s 3d"),
    ('single_rank = "A"', "Jk Ks Qh Td 8c 6s 3d", "Qs Jh Td 8c 6s 3d 2h"),
]


@pytest.mark.parametrize(("condition", "holds", "fails"), CONDITIONS)
def test_conditions(condition: str, holds: str, fails: str) -> None:
    """A condition holds for one hand and not for another; what is made of them shows which."""
    ((name, value),) = tomllib.loads(condition).items()
    found = holds_for(name, value, PUSH)
    assert found[class_of(card_set(holds))]
    assert not found[class_of(card_set(fails))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = ", "not TOML"),
        ('name = "a\\u001b"', "a name is a line of text, of at most 200 letters"),
        ('[[rule]]\nname = "a\\nb"\nmake = {}', "rule name = .* a name is a line of text"),
        (f'[[rule]]\nname = "{"a" * 201}"\nmake = {{}}', "of at most 200 letters"),
        ('about = "\\u001b[31m"\n[[rule]]\nmake = {}', "about = .* has control characters"),
        ("[[rule]]\nmake = {}\n" * 501, "501 rules; a way has at most 500"),
        ("x = 1", "unknown key 'x'; the keys are name, about, source, rule, points"),
        ("", "either .* tables or .points.: write one"),
        (
            '[[rule]]\nmake = { high = "pair 1" }',
            "'pair 1' is not a least hand for high: write \"str",
        ),
        ('[[rule]]\nmake = { high = "pair 9 9" }', "'pair 9 9' is not a least hand for high"),
        ('[[rule]]\nmake = { medium = "flush" }', "'flush' is not a least hand for medium"),
        ('[[rule]]\nmake = { medium = "T A" }', "'T A' is not a least hand for medium"),
        ('[[rule]]\nmake = { low = "A K" }', "'A K' is not a least hand for low"),
        (
            '[[rule]]\nmake = { four = "pair" }',
            "^rule 'number 1': make: unknown key 'four'; the keys are high, medium, low$",
        ),
        ('[[rule]]\nmake = {}\nhigh = "pair"', "unknown key 'high'; the keys are make, name, when"),
        ('[[rule]]\nname = "no hands"', "rule 'no hands': 'make' is missing"),
        ('[[rule]]\nmake = { high = "full house" }', "'full house' is not a least hand for high"),
        ("[points]\nlow = 4", "low = 4 is not of type dict"),
        ("[points.low]\nA = 1.5", "'A' = 1.5 is not a whole number from -999 to 999"),
        ("[points.low]\npair = 4", "points of low: 'pair' is not a least hand"),
        ("[points.low]\nA = 1\n[[rule]]\nmake = {}", "either .* tables or .points.: write one"),
        ("rule = [1]", r"rule = 1: write it as a table, \[\[rule\]\]"),
        ("[[rule]]\nmake = {}\nwhenever = {}", "unknown key 'whenever'; the keys are make, name"),
        ("x = " + "[" * 10_000, "not TOML"),
        ("[[rule]]\nmake = {}\nwhen = { flushes = 1 }", "no condition 'flushes'; there are quads"),
        ("[[rule]]\nmake = {}\nwhen = { joker = 1 }", "joker is true or false, not 1"),
        (
            "[[rule]]\nmake = {}\nwhen = { pairs = true }",
            'pairs is a number from 0 to 7 or a range like "1..3", not True',
        ),
        ('[[rule]]\nmake = {}\nwhen = { pairs = "3..1" }', "pairs is a number from 0 to 7"),
        ("[[rule]]\nmake = {}\nwhen = { pairs = 8 }", "pairs is a number from 0 to 7"),
        ('[[rule]]\nmake = {}\nwhen = { pairs = "٠..٣" }', "pairs is a number from 0 to 7"),
        ('[[rule]]\nmake = {}\nwhen = { pair_rank = "A..J" }', 'pair_rank is a rank like "J"'),
        ("[[rule]]\nmake = {}\nwhen = 4", "when = 4 is not of type dict"),
    ],
)
def test_bad_tables_are_explained(text: str, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        parse_card(text, PUSH).choice(PUSH)


POINTS = {
    "high": {
        "": 1,
        "pair": 3,
        "pair J": 5,
        "two pair": 6,
        "straight": 7,
        "flush Q": 9,
        "quads": 12,
    },
    "medium": {"K": 4, "A T": 6, "pair": 9, "pair 9": 12},
    "low": {"9": 2, "J": 3, "A": -1},
}


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(PUSH, marks=pytest.mark.verify),  # each switch is as in one of the others
        CASINO,
        find_rules(wheel="second highest", strict_order=True),
    ],
    ids=str,
)
@pytest.mark.parametrize("hands", [50, pytest.param(500, marks=pytest.mark.verify)])
def test_least_hands_and_points_are_as_by_hand(rules: Rules, hands: int) -> None:
    lines = [rule.make for rule in read_card("standard", rules).rules]
    steps = (f"[points.{part}]\n" + "".join(f'"{least}" = {n}\n' for least, n in each.items())
             for part, each in POINTS.items())  # fmt: skip
    points = make_way("points", parse_card("\n".join(steps), rules).choice(rules), rules)
    standard, game = find_way("standard", rules), game_of(rules)
    deck = random.Random(6)
    for at in range(hands):  # half of them with the joker
        hand = card_set(deck.sample(range(52), 6 + at % 2) + [52][at % 2 :])
        cards = to_reference(hand)
        number, by_line = reference.first_line(cards, game, lines)
        by_points = reference.most_points(cards, game, POINTS)
        for way, expected in ((standard, by_line), (points, by_points)):
            found = reference.worths(setting_to_reference(way.set(hand)), game)
            assert found == reference.worths(expected, game), cards_text(hand)
        card = read_card("standard", rules)
        assert card.rule_for(hand, rules) == card.rules[number]


def test_a_card_says_what_a_file_says() -> None:
    card = str(parse_card('[points.low]\nA = 7\n[points.high]\n"flush Q" = 12\n', PUSH))
    assert card.splitlines()[-2:] == [
        "high  a flush, queen high      12",
        "low   ace                       7",
    ]
    for text in (read_card("standard", PUSH), read_card(EXAMPLE, PUSH)):
        assert text._repr_html_().count("<tr>") == 1 + len(text.rules)


@pytest.mark.parametrize("cost", ["nan", "inf"])
def test_a_cost_is_a_number(cost: str) -> None:
    with pytest.raises(BadInputError, match=f"cost = {cost}: a part of the bet"):
        parse_card(f"[[rule]]\nmake = {{}}\ncost = {cost}\n", PUSH)


def test_a_card_has_the_costs_of_its_lines() -> None:
    text = 'about = "Mine."\n[[rule]]\nmake = { low = "A" }\ncost = 0.01\n[[rule]]\nmake = {}\n'
    way = parse_card(text, PUSH)
    assert str(way).startswith("Mine.\nPlay the first line")
    assert "\nHigh hands in rising order: high card, pair, two pair, three of a kind, str" in str(
        way
    )
    assert [line.split()[-1] for line in str(way).splitlines()[-2:]] == ["1.0000%", "any"]
    told = way.to_dict()
    lines = [("any", "any", "ace", 0.01), ("any", "any", "any", None)]
    assert told["lines"] == [
        {"name": f"number {n}", "when": None, "high": high, "medium": two, "low": one, "cost_ev": c}
        for n, (high, two, one, c) in enumerate(lines, 1)
    ]
    assert (told["points"], told["name"], told["game"]) == ([], None, "asia")
    assert told["toml"] == way.text
    assert str(way).startswith(f"{told['help']}\n\n")
    points = parse_card("[points.low]\nA = 7\n", PUSH).to_dict()
    assert points["points"] == [{"hand": "low", "at_least": "ace", "points": 7}]
    assert points["lines"] == []
    assert read_card("short", PUSH).to_dict()["name"] == "short"


def test_a_card_of_pai_gow_poker_has_two_hands() -> None:
    text = '[[rule]]\nmake = { high = "full house", low = "pair K" }\n[[rule]]\nmake = {}\n'
    (first, last) = parse_card(text, PAIGOW).to_dict()["lines"]
    assert (first["high"], first["low"]) == ("a full house", "a pair of kings")
    assert "medium" not in first
    assert (last["high"], last["low"]) == ("any", "any")
    with pytest.raises(BadInputError, match="unknown key 'medium'; the keys are high, low"):
        parse_card('[[rule]]\nmake = { medium = "pair" }', PAIGOW)


@pytest.mark.parametrize("name", ["standard", "short"])
def test_the_lines_of_the_package_have_costs(name: str) -> None:
    *lines, last = read_card(name, PUSH).rules
    assert len(lines) < {"standard": 24, "short": 8}[name]
    assert all(line.cost_ev is not None and line.cost_ev > 0 for line in lines)
    assert (last.make, last.cost_ev) == ({}, None)


@pytest.mark.parametrize("path", [b"mine.toml", 7, "a\0b.toml", Path("a\0b.toml"), "a\0b"])
def test_what_is_no_path_is_an_error_of_ours(path: Any) -> None:
    with pytest.raises(AstragalError):
        read_card(path, PUSH)


def test_a_hand_that_is_missed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pairs.toml"
    path.write_text("[[rule]]\nwhen = { pairs = 1, singles = 5 }\nmake = {}\n")
    for rules in (PUSH, PAIGOW):
        with pytest.raises(BadInputError, match=r"has no setting for (\w\w ){6}\w\w: add a rule"):
            find_way(str(path), rules)


def test_a_rule_shows_itself() -> None:
    text = "[[rule]]\nwhen = { pairs = 2 }\nmake = {}\n"
    text += '[[rule]]\nmake = { high = "pair Q" }\ncost = 0.00025'
    first, second = parse_card(text, PUSH).rules
    assert first.text(PUSH) == "pairs = 2: any / any / any"
    assert second.text(PUSH) == "a pair of queens / any / any (cost 0.0250%)"


def test_a_file_of_the_package_is_found_unless_there_is_one_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_card("standard.toml", PUSH) == read_card("standard", PUSH)
    (tmp_path / "standard.toml").write_text("[[rule]]\nmake = {}\n")
    assert len(read_card("standard.toml", PUSH).rules) == 1
    assert len(read_card("standard", PUSH).rules) == 24


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"none\.toml' can't be read"):
        find_way(str(tmp_path / "none.toml"), PUSH)


def test_an_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[[rule]]\nmake = { high = 4 }")
    with pytest.raises(BadInputError, match=r"mine\.toml': rule 'number 1': make: high = 4"):
        find_way(str(tmp_path / "mine.toml"), PUSH)


def test_of_many_lines_the_first_decides() -> None:
    """More lines than a word has bits, against one line at a time."""
    rng = np.random.default_rng(5)
    lines = rng.integers(0, (2535, 91, 13), (150, 3)).astype(np.uint32)
    lines = lines[np.argsort(-lines.prod(axis=1, dtype=np.float64))]  # those that ask most first
    lines[-1] = 0  # every hand can make it
    classes = rng.integers(0, CLASSES, 400).astype(np.uint32)
    tables = rank_tables(CASINO).native
    each = np.array([_native.setting_make(tables, line[np.newaxis], classes) for line in lines])
    first = (each < setting_count(CASINO)).argmax(axis=0)
    assert 0 < np.count_nonzero(first < 64) < np.count_nonzero(first < 128) < len(classes)
    found = _native.setting_make(tables, lines, classes)
    np.testing.assert_array_equal(found, each[first, np.arange(len(classes))])


def test_a_file_of_the_other_game_is_refused() -> None:
    for rules, other, name in ((PUSH, PAIGOW, "short"), (PAIGOW, PUSH, "foxwoods")):
        file = read_card(name, rules)
        for use in (file.choice, file.check_rules, partial(file.rule_for, "As Kd")):
            with pytest.raises(BadInputError, match=f"is of {rules.title}, not of {other.title}"):
                use(other)


@pytest.mark.parametrize("least", ["straight 2", "straight flush 3"])
def test_a_straight_that_can_t_be_is_refused(least: str) -> None:
    with pytest.raises(BadInputError, match=f"'{least}' is not a least hand for high"):
        parse_card(f'[[rule]]\nmake = {{ high = "{least}" }}', PAIGOW)


def test_a_straight_to_the_ace_is_not_the_wheel() -> None:
    text = '[[rule]]\nmake = { high = "straight A" }\n[[rule]]\nmake = {}\n'
    way = make_way("mine", parse_card(text, PAIGOW).choice(PAIGOW), PAIGOW)
    wheel, broadway = way.set("As 2d 3h 4c 5s 9d 9h"), way.set("As Kd Qh Jc Ts 9d 9h")
    assert (str(wheel), str(broadway)) == ("As 5s 4c 3h 2d / 9h 9d", "As Kd Qh Jc Ts / 9h 9d")
    assert parse_card(text, PAIGOW).rule_for("As 2d 3h 4c 5s 9d 9h", PAIGOW).make == {}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("rules", "least", "words"),
    [
        (PAIGOW, "A K Q J T", "'A K Q J T' is a straight: write 'straight'"),
        (PAIGOW, "A 5 4 3 2", "'A 5 4 3 2' is a straight"),
        (PAIGOW, "flush 9 8 7 6 5", "is a straight flush: write 'straight flush'"),
        (PUSH, "A K Q J", "'A K Q J' is a straight"),
        (PUSH, "A 4 3 2", "'A 4 3 2' is a straight"),
    ],
)
def test_high_cards_that_are_a_straight_are_refused(rules: Any, least: str, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        parse_card(f'[[rule]]\nmake = {{ high = "{least}" }}', rules)
    shorter = least[: least.rindex(" ")]  # a rank less is no straight
    parse_card(f'[[rule]]\nmake = {{ high = "{shorter}", low = "A" }}', rules)


NAMED = """name = "my way"
[[rule]]
name = "all"
make = {}
"""


def test_answers_print_the_name_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(NAMED)
    game = paigow.Game(dealer=path)
    hand = "As Kd Qh Jc 9s 7d 4h"
    assert game.dealer.name == str(game.dealer) == "my way"
    assert game.house(hand).to_dict()["dealer"] == "my way"
    assert (game.hint(hand).way, game.hint(hand).rule) == ("my way", "all")
    assert game.card(path).name == "my way"
    with pytest.raises(TableMissingError, match=f"--dealer {path} "):  # a path, as commands take it
        game.open_table(folder=tmp_path)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.hint(hand).to_dict() == game.hint(hand).to_dict()
    path.write_text(NAMED.partition("\n")[2])
    assert paigow.Game(dealer=path).dealer.name == str(path)


def test_a_file_under_other_rules_is_read_by_them(tmp_path: Path) -> None:
    """The order of hands is another there, and so are the settings of a file."""
    path = tmp_path / "mine.toml"
    path.write_text(NAMED)
    way = find_way(path, PUSH)
    casino = asia.find_rules("casino")
    assert way_under(way, casino) == find_way(path, casino)


@pytest.mark.parametrize("name", ["", " ", "two\\nlines", "foxwoods", "card"])
def test_a_name_that_would_mislead_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(NAMED.replace("my way", name))
    with pytest.raises(BadInputError, match="name = "):
        paigow.Game(dealer=path)


class BytesPath:
    def __fspath__(self) -> bytes:
        return b"mine.toml"


def test_a_path_of_bytes_is_refused() -> None:
    path: Any = BytesPath()
    with pytest.raises(BadInputError, match="is not a house way: give a name"):
        paigow.Game(dealer=path)
    with pytest.raises(BadInputError, match="is not a strategy card: give its name"):
        paigow.Game().card(path)
    with pytest.raises(BadInputError, match="is not a house way: give a name"):
        paigow.Game().check_way(path)


def test_the_docs_show_the_whole_example() -> None:
    root = Path(__file__).parents[2]
    example = (root / "examples" / "paigow_house_way.toml").read_text()
    assert f"```toml\n{example}```" in (root / "docs" / "house_ways.md").read_text()
