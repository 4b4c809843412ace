import pickle
import random
import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import equity
from astragal.cards import card_set, full_deck, make_card, subsets
from astragal.equity import Range, calculate, starting_hands
from astragal.equity.starting_hands import ordering
from astragal.errors import BadInputError, UnknownNameError
from astragal.poker import VARIANTS

RANKS = "23456789TJQKA"


def hands_named(name: Any) -> set[int]:
    """The hands of AKs, AKo or QQ, from the deck and nothing else."""
    found = set()
    for one, other in combinations(range(52), 2):
        low, high = sorted((one // 4, other // 4))
        kind = "" if low == high else "s" if one % 4 == other % 4 else "o"
        if RANKS[high] + RANKS[low] + kind == name:
            found.add(1 << one | 1 << other)
    return found


def named(*names: str) -> set[int]:
    return set().union(*map(hands_named, names))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("QQ+", ["QQ", "KK", "AA"]),
        ("AA", ["AA"]),
        ("AKs", ["AKs"]),
        ("AK", ["AKs", "AKo"]),
        ("KAo", ["AKo"]),
        ("aKS", ["AKs"]),
        ("A5s-A2s", ["A5s", "A4s", "A3s", "A2s"]),
        ("A2s-A5s", ["A5s", "A4s", "A3s", "A2s"]),
        ("KTo+", ["KTo", "KJo", "KQo"]),
        ("AK+", ["AKs", "AKo"]),
        ("76s", ["76s"]),
        ("TT-77", ["TT", "99", "88", "77"]),
        ("77 - TT", ["TT", "99", "88", "77"]),
        ("T9s-76s", ["T9s", "98s", "87s", "76s"]),
        ("T8o-86o", ["T8o", "97o", "86o"]),
        ("QJ-QT", ["QJs", "QJo", "QTs", "QTo"]),
        ("QQ+, AKs A5s-A2s,76s", ["QQ", "KK", "AA", "AKs", "A5s", "A4s", "A3s", "A2s", "76s"]),
    ],
)
def test_parts_are_read(text: str, names: list[str]) -> None:
    found = Range(text)
    assert found.hands.tolist() == sorted(named(*names))
    assert not found.is_weighted


def test_hands_random_and_weights_are_read() -> None:
    assert Range("AhKh").hands.tolist() == [1 << 50 | 1 << 46]
    assert Range("A♥K♥, 10h9h").hands.tolist() == sorted([1 << 50 | 1 << 46, 1 << 34 | 1 << 30])
    assert np.array_equal(Range("random").hands, subsets(full_deck(52), 2))
    for text in ("any", " Any", "*", "any, AA"):
        assert np.array_equal(Range(text).hands, Range("random").hands)
    assert Range("*:0.5, !AA") == Range("random:0.5, !AA")
    assert len(Range("*", "omaha5")) == 2_598_960
    assert Range("22+, A2+, K2+, Q2+, J2+, T2+, 92+, 82+, 72+, 62+, 52+, 42+, 32").is_random
    weighted = Range("AA:0.5, KK, QQ:.25")
    assert sorted(set(weighted.weights.tolist())) == [0.25, 0.5, 1]
    assert weighted.weights.sum() == 6 * 1.75
    assert weighted.share == 6 * 1.75 / 1326


def test_a_percentage_is_the_best_hands_by_the_order() -> None:
    assert Range("0.4%") == Range("AA")
    assert Range("1%") == Range("QQ+")  # 18 hands of 13.26
    assert Range("100%").is_random
    sizes = [len(Range(f"{percent}%")) for percent in range(1, 101)]
    assert sizes == sorted(sizes)
    for percent, size in enumerate(sizes, 1):
        assert size >= percent * 13.26
        assert size - 12 < percent * 13.26
    assert len(Range("100%", "short")) == 630


def test_the_orders_have_every_starting_hand_once() -> None:
    for game in ("holdem", "short", "short-trips"):
        hands = ordering(VARIANTS[game])
        assert sorted(hands) == sorted(starting_hands(game))


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("QQ,KK,AA", "QQ+"),
        ("AKs,AKo", "AK"),
        ("AKs,AQs,AJs", "AJs+"),
        ("A5s,A4s,A3s,A2s", "A5s-A2s"),
        ("AKs,AQs,AKo,AQo,AJs", "AQ+, AJs"),
        ("AKs,AKo,AQo", "AK, AQo"),
        ("A2s+,AKo", "AK, A2s+"),  # a character less than A2s+, AKo
        ("22,33,55", "55, 33-22"),
        ("AhKh,AsKs", "AsKs, AhKh"),
        ("AhKh,AsKs,AcKc,AdKd", "AKs"),
        ("random", "random"),
        ("AA:0.5,KK:0.5,QQ", "QQ, KK+:0.5"),
        ("AA:0.25, AhKh:0.125", "AA:0.25, AhKh:0.125"),
        ("T9s,98s", "T9s, 98s"),
        ("T9s-76s", "T9s-76s"),
        ("T8o, 97o, 86o, 75o, 64o, 53o, 42o", "T8o-42o"),
        ("KQs, QJ, JT, 98s, 97s, 87s, 76s", "KQs, QJ, JT, 97s+, 87s, 76s"),
        ("KQs, QJ, JT, T9, 98, 87s", "KQs, QJ-98, 87s"),
        ("A2, 65:0.5, 54:0.5, 43:0.5", "A2, 65-43:0.5"),
    ],
)
def test_ranges_are_written_in_a_short_form(text: str, shortest: str) -> None:
    assert str(Range(text)) == shortest


def test_sums_of_weights_have_no_rounding_errors() -> None:
    hands = Range("22+:0.35, AK:0.7, A5s:0.1")
    assert hands.to_dict()["weight"] == hands.total_weight == 38.9
    rows = equity.by_hand(hands, "QQ", board="2c 7d Jh").to_dict()["starting_hands"]
    assert rows is not None
    assert [row["weight"] for row in rows if row["hand"] == "JJ"] == [1.05]
    result = equity.calculate(["QQ+:0.1, AKs:0.3", "JJ:0.7, TT"], board="2c 7d Jh")
    assert "with a total weight of 24,057\n" in f"{result}\n"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("40%(22+,AJs+),60%(JTs)", "22+:0.4, AJs+:0.4, JTs:0.6"),
        ("40% ( AA ), KK, 12.5%(QQ JJ)", "AA:0.4, KK, QQ:0.125, JJ:0.125"),
        ("[50]AA[/50], 25%(KK)", "AA:0.5, KK:0.25"),
    ],
)
def test_weighted_ranges_of_eval7_are_read(text: str, same: str) -> None:
    assert Range(text) == Range(same)


@pytest.mark.parametrize("text", ["40%(22+", "140%(22+)", "(22+)", "40%((22))", "40%(AA:0.5)"])
def test_groups_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BadInputError, match=rf"(^| in range ){re.escape(repr(text))}: "):
        Range(text)


CLASSES = [str(hand) for hand in starting_hands()]


@given(st.sets(st.sampled_from(CLASSES), min_size=1), st.sampled_from(["", ":0.5"]))
def test_what_is_written_reads_back(names: set[str], weight: str) -> None:
    given_range = Range(", ".join(name + weight for name in names))
    written = str(given_range)
    assert Range(written) == given_range
    assert len(written) <= len(", ".join(name + weight for name in names))


def all_parts(high: int) -> list[tuple[str, frozenset[str]]]:
    """Every part that can be written about one high card, with what it stands for."""
    parts = []
    top = high - 1
    for letters in (("s",), ("o",), ("s", "o")):
        letter = letters[0] if len(letters) == 1 else ""
        name = {low: RANKS[high] + RANKS[low] + letter for low in range(high)}
        for low in range(high):
            for upper in range(low, high):
                members = frozenset(
                    RANKS[high] + RANKS[rank] + one
                    for rank in range(low, upper + 1)
                    for one in letters
                )
                if low == upper:
                    parts.append((name[low], members))
                elif upper == top:
                    parts.append((name[low] + "+", members))
                else:
                    parts.append((f"{name[upper]}-{name[low]}", members))
    return parts


def shortest_length(wanted: frozenset[str], parts: list[tuple[str, frozenset[str]]]) -> int:
    """Try every way to cover what is wanted: the length of the shortest text."""
    usable = [(text, members) for text, members in parts if members <= wanted]
    best: dict[frozenset[str], int] = {frozenset(): -2}
    queue = [frozenset[str]()]
    for covered in queue:  # breadth first, and again whenever something got shorter
        for text, members in usable:
            more = covered | members
            length = best[covered] + len(text) + 2
            if more != covered and length < best.get(more, 10**6):
                best[more] = length
                queue.append(more)
    return best[wanted]


def test_no_shorter_form_exists_for_a_row() -> None:
    rng = random.Random(3)
    high = 5  # sevens: five kickers, suited and offsuit, 1,023 ranges
    parts = all_parts(high)
    members = [RANKS[high] + RANKS[low] + kind for low in range(high) for kind in "so"]
    for number in rng.sample(range(1, 1 << len(members)), 150):
        wanted = frozenset(name for i, name in enumerate(members) if number >> i & 1)
        written = str(Range(", ".join(sorted(wanted))))
        assert len(written) == shortest_length(wanted, parts), (written, sorted(wanted))


@given(st.dictionaries(st.integers(0, 1325), st.sampled_from([1.0, 0.5, 0.125]), min_size=1))
def test_any_range_reads_back(weights: dict[int, float]) -> None:
    all_hands = subsets(full_deck(52), 2)
    places = sorted(weights)
    hands = Range.from_arrays(
        all_hands[places].copy(), np.array([weights[place] for place in places])
    )
    assert Range(str(hands)) == hands


def test_the_square() -> None:
    rows = Range("QQ+, AKs, 32o:0.5, AhKd").square().splitlines()
    assert len(rows) == 13
    assert rows[0].split()[:2] == ["AA", "AKs"]
    assert rows[1].split()[:2] == ["8%", "KK"]
    assert rows[12].split()[11] == "50%"
    cells = Range("random").square().split()
    assert sorted(cells) == sorted(CLASSES)
    with pytest.raises(BadInputError, match="hands of 4 cards"):
        Range("AhAdKhKd", "omaha").square()


def test_cells_are_mean_weights() -> None:
    cells = Range("QQ+, AhKd, 32o:0.5, 7s7h, 7s7d:0.5").starting_hands()
    assert cells == {"AA": 1, "KK": 1, "QQ": 1, "AKo": 1 / 12, "77": 1.5 / 6, "32o": 0.5}
    assert set(Range("random").starting_hands()) == set(CLASSES)
    assert len(Range("random", "short").starting_hands()) == 81


@given(
    st.dictionaries(st.sampled_from(CLASSES), st.sampled_from([0.25, 0.5, 1.0]), max_size=20),
    st.dictionaries(st.sampled_from(CLASSES), st.sampled_from([0, 0.25, 1.0]), max_size=20),
)
def test_paint_covers_what_was_there(below: dict[str, float], paint: dict[str, float]) -> None:
    first = Range().paint(below)
    assert first.starting_hands() == below
    second = first.paint(paint)
    assert second.starting_hands() == {
        name: weight for name, weight in (below | paint).items() if weight
    }
    assert Range(str(second)) == second


def test_paint_leaves_single_hands_alone() -> None:
    painted = Range("AhKh, QQ").paint({"QQ": 0, "JTs": 1})
    assert str(painted) == "JTs, AhKh"
    assert len(painted.paint({"JTs": 0, "AKs": 0})) == 0


def test_paint_takes_ranges() -> None:
    painted = Range("22+").paint({"QTs+": 0.5, "AK": 1, "33-22": 0})
    assert painted == Range("44+, AK, QTs+:0.5")


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"KKs": 1}, "'KKs'"),
        ({"22": 1}, "'22'"),
        ({"AA": 1.5}, "1.5"),
        ({"AA": float("nan")}, "nan"),
        ({"AA": None}, "None"),
        ({5: 1}, "5 is not a starting hand"),
    ],
)
def test_bad_paint_is_quoted(cells: dict[str, float], words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        Range("QQ+", "short").paint(cells)


def test_an_omaha_range_is_named_by_all_of_its_text() -> None:
    given = Range("AAxx ds", "omaha")
    assert (str(given), repr(given)) == ("AAxx ds", "Range('AAxx ds', game='omaha')")
    fewer = given - "AsAhKsKh"
    assert len(str(fewer)) < 100 < len(fewer.name)
    players: list[Range | str] = [fewer, "KKxx"]
    result = equity.calculate(players, game="omaha", method="sampled", samples=1)
    assert Range(result.to_dict()["players"][0]["hand"], "omaha") == fewer


def test_omaha_ranges_are_lists_of_hands() -> None:
    found = Range("AhAdKhKd:0.5, 2c3c4c5c", "omaha")
    assert len(found) == 2
    assert str(found) == "AhAdKhKd:0.5, 5c4c3c2c"
    long = Range("AAxx ds", "omaha")
    assert str(long) == "AAxx ds"
    assert str(long | "2c3c4c5c").endswith(", ...")
    assert Range(long.to_text(), "omaha") == long
    assert len(Range("random", "omaha")) == 270_725
    with pytest.raises(BadInputError, match="stands alone"):
        Range("random:0.5", "omaha6")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("QQ+, AKx", ["'AKx'", "'QQ+, AKx'", "AKs"]),
        ("QQs", ["'QQs'", "neither suited nor offsuit"]),
        ("AK-QT", ["'AK-QT'", "equal gaps"]),
        ("AKs-AJo", ["'AKs-AJo'"]),
        ("AA-AK", ["'AA-AK'"]),
        ("KK-K9o", ["'KK-K9o'"]),
        ("AK -", ["'-'"]),
        (":", ["':'"]),
        ("QQ, :0.5", ["':0.5'"]),
        ("AA:1.5", ["'AA:1.5'", "from 0 to 1"]),
        ("AA:x", ["'AA:x'"]),
        ("AA:", ["'AA:'"]),
        ("150%", ["'150%'", "100%"]),
        ("AhKh2c", ["'AhKh2c'", "two cards"]),
        ("Ah", ["'Ah'"]),
        ("AA, AhAd:0.5", ["'AhAd:0.5'", "weight 1 already: leave it out of one"]),
        ("AhAh", ["'AhAh'"]),
        ("Jk2c", ["'Jk2c'"]),
    ],
)
def test_bad_ranges_are_quoted(text: str, words: list[str]) -> None:
    with pytest.raises(BadInputError) as error:
        Range(text)
    for word in words:
        assert word in str(error.value)


def test_percentages_are_read_as_the_app_writes_them() -> None:
    assert Range("25\u00a0%") == Range("25 %") == Range("top\u202f25 %") == Range("25%")
    assert Range("QQ+, AKo:50%") == Range("QQ+, AKo:0.5")
    with pytest.raises(BadInputError, match="'AKo:150%' in range 'QQ, AKo:150%'"):
        Range("QQ, AKo:150%")
    with pytest.raises(BadInputError, match=r"^'zz': write .* 15% or any"):
        Range("zz")


def test_ranges_know_their_deck() -> None:
    with pytest.raises(BadInputError, match=r"^'22\+': short has no 2"):
        Range("22+", "short")
    with pytest.raises(BadInputError, match="'2c' is not in the deck of short"):
        Range("Ah2c", "short")
    with pytest.raises(BadInputError, match=r"^'AA': an Omaha hand has four cards"):
        Range("AA", "omaha")
    with pytest.raises(BadInputError, match="a Hold'em hand has two cards; in Omaha it has four"):
        Range("AhKhQhJh")
    with pytest.raises(BadInputError, match=r"a Hold'em hand has two cards$"):
        Range("AhKhQh")
    with pytest.raises(BadInputError, match="no percentages in omaha5"):
        Range("10%", "omaha5")


def test_starting_hands_are_all_hands() -> None:
    every = [hand for one in starting_hands() for hand in one.combos]
    assert sorted(every) == subsets(full_deck(52), 2).tolist()
    assert 1 << make_card(12, 2) | 1 << make_card(11, 2) in hands_named("AKs")


def test_the_empty_range() -> None:
    assert Range() == Range("") == Range(" , ") == Range("QQ") - "QQ"
    assert (len(Range()), str(Range()), Range().starting_hands()) == (0, "", {})
    assert not Range()


def test_spaces_may_stand_around_the_signs() -> None:
    assert Range("77 - TT ,QQ + , AKs : 0.5") == Range("TT-77, QQ+, AKs:0.5")
    assert Range("2 %") == Range("2%")


def test_a_hand_is_a_range_however_it_is_given() -> None:
    hand = Range("AhKh")
    for same in ("Ah Kh", "A♥ K♥", "khah", [50, 46], ["Ah", "Kh"], card_set("AhKh"), hand):
        assert Range(same) == hand
    assert Range("Ah Kh Qd Jd", "omaha") == Range("AhKhQdJd", "omaha")


def test_membership_and_weights() -> None:
    r = Range("QQ+, AKs, JTs:0.5")
    assert "AsKs" in r
    assert "" not in r
    assert "AKs" in r
    assert "KK+, AhKh" in r
    assert card_set("JsTs") in r
    assert "AsKd" not in r
    assert "AK" not in r
    assert (r.weight("JsTs"), r.weight([51, 50]), r.weight("2c2d")) == (0.5, 1, 0)
    assert list(Range("QsQh, AcAd")) == ["QsQh", "AdAc"]
    assert [Range(hand).hands[0] for hand in r] == r.hands.tolist()


weighted = st.dictionaries(st.sampled_from(CLASSES), st.sampled_from([0.25, 0.5, 1.0]), max_size=9)


@given(weighted, weighted)
def test_ranges_are_merged_hand_by_hand(one: dict[str, float], other: dict[str, float]) -> None:
    left, right = Range().paint(one), Range().paint(other)
    names = one.keys() | other.keys()
    pairs = {name: (one.get(name, 0), other.get(name, 0)) for name in names}
    for merged, merge in (
        (left | right, max),
        (left & right, min),
        (left - right, lambda pair: max(pair[0] - pair[1], 0)),
    ):
        expected = {name: merge(pair) for name, pair in pairs.items()}
        assert merged.starting_hands() == {
            name: weight for name, weight in expected.items() if weight
        }
    assert (left | str(right)) == (left | right)


def test_weights_have_twelve_decimals_so_that_texts_read_back() -> None:
    left = Range("AA") - "AA:0.7"
    assert str(left) == "AA:0.3"
    assert Range(str(left)) == left
    painted = Range().paint({"AKs": 1 / 3})
    assert Range(str(painted)) == painted


def test_ranges_are_values() -> None:
    one, same = Range("QQ+, AKs"), Range("AKs, AA, KK, QQ")
    assert one == same
    assert hash(one) == hash(same)
    assert len({one, same, Range("QQ+")}) == 2
    assert one != Range("QQ+, AKs", "short")
    assert repr(one) == "Range('QQ+, AKs')"
    assert repr(Range("QQ+", "short")) == "Range('QQ+', game='short')"
    assert (
        len(repr(Range("22, 44, 66, 88, TT, QQ, A2s, A4s, A6s, A8s, K2o, K4o, K6o, K8o, Q3s")))
        < 100
    )
    with pytest.raises(AttributeError, match="can't be changed"):
        one.game = VARIANTS["short"]
    for each in (one, Range("random"), one.without("As")):
        with pytest.raises(ValueError, match="read-only"):
            each.weights[0] = 0.5
    assert pickle.loads(pickle.dumps(one)) == one


def test_the_square_in_a_notebook() -> None:
    drawn = Range("QQ+, AKo:0.5")._repr_svg_()
    assert drawn is not None
    assert all(f">{name}<" in drawn for name in CLASSES)
    assert Range("AhAdKhKd", "omaha")._repr_svg_() is None


def test_arrays() -> None:
    r = Range("QQ+, AKs:0.5")
    assert Range.from_arrays(r.hands[::-1].copy(), r.weights[::-1].copy()) == r
    with pytest.raises(BadInputError, match="18 hands, 17 weights"):
        Range.from_arrays(Range("QQ+").hands, np.ones(17))
    with pytest.raises(BadInputError, match="2 hands, 1 of them different"):
        Range.from_arrays(np.array([3, 3], np.uint64))
    with pytest.raises(BadInputError, match="3 cards"):
        Range.from_arrays(np.array([7], np.uint64))
    for wrong in (None, "AA", 5):
        with pytest.raises(BadInputError, match="weights are given by name"):
            r.paint(wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="AA with the weight int of more than 4,300"):
        r.paint({"AA": 10**5000})
    with pytest.raises(BadInputError, match=r"weight 2\.0"):
        Range.from_arrays(np.array([3], np.uint64), np.array([2.0]))
    assert equity.calculate([r, "JJ"]) == equity.calculate([str(r), "JJ"])


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("AA@50, KK", "AA:0.5, KK"),
        ("AA:1,KK:0.75,QQ:0", "AA, KK:0.75"),
        ("[50]AA, KK[/50], QQ", "KK+:0.5, QQ"),
        ("[12.5]AKs[/12.5] [50]AKo[/50]", "AKs:0.125, AKo:0.5"),
        ("[50]AA KK[/50]QQ", "KK+:0.5, QQ"),
        ("[50]KK +, A5s - A2s, !AA[/50] 5-7 %", "KK:0.5, A5s-A2s:0.5, 5-7%"),
        ("Axs", "A2s+"),
        ("Kx", "AK, K2+"),
        ("7xo", "A7o, K7o, Q7o, J7o, T7o, 97o, 87o, 72o+"),
        ("AsKs-AdKd", "AsKs, AhKh, AdKd"),
        ("AsKs-AsTs", "AsKs, AsQs, AsJs, AsTs"),
        ("AdTc-AdQc", "AdQc, AdJc, AdTc"),
        ("top 15%", "15%"),
        ("top15%", "15%"),
        ("Top 2 %, AKs:0.5", "TT+, AKs:0.5"),
    ],
)
def test_dialects_are_read(text: str, same: str) -> None:
    assert Range(text) == Range(same)


@pytest.mark.parametrize(
    "text", ["[50]AA@20[/50]", "[50]AA[/40]", "[50][50]AA[/50][/50]", "AA@50@50"]
)
def test_one_weight_for_each_hand(text: str) -> None:
    with pytest.raises(BadInputError) as refused:
        Range(text)
    assert str(refused.value).startswith(f"{text!r}: ")


def test_exclusions_take_hands_out() -> None:
    assert Range("15%, !AA !A5s") == Range("15%") - "AA, A5s"
    assert Range("!22+") == Range("random") - "22+"


def test_a_card_and_any_other() -> None:
    ace = card_set("Ah")
    hands = [hand for hand in subsets(full_deck(52), 2).tolist() if hand & ace]
    assert Range("AhX").hands.tolist() == Range("AhXx").hands.tolist() == hands
    hearts = card_set("2h3h4h5h6h7h8h9hThJhQhKhAh")
    assert Range("AhXh").hands.tolist() == [hand for hand in hands if hand & ~hearts == 0]


def test_a_band_is_the_difference_of_two_percentages() -> None:
    assert Range("5-15%") == Range("5%-15%") == Range("15%") - "5%"
    assert Range("0-100%").is_random


@pytest.mark.parametrize("dialect", ["astragal", "pio", "flopzilla", "equilab"])
def test_what_is_written_is_read(dialect: Any) -> None:
    rng = random.Random(dialect)
    names = [str(hand) for hand in starting_hands()]
    for _ in range(30):
        cells = {name: rng.choice([0.125, 0.5, 1.0]) for name in rng.sample(names, 40)}
        hands = Range().paint(cells) | "AhKh:0.75, 7c2d"
        assert Range(hands.to_text(dialect)) == hands
        if dialect == "pio":
            assert "+" not in hands.to_text("pio")
            assert "-" not in hands.to_text("pio")


def test_dialects_are_written() -> None:
    hands = Range("KK+, AKs:0.5, AhQh:0.25")
    assert hands.to_text() == str(hands)
    assert hands.to_text("pio") == "AA,KK,AKs:0.5,AhQh:0.25"
    assert hands.to_text("flopzilla") == "KK+, [50]AKs[/50], [25]AhQh[/25]"
    assert hands.to_text("equilab") == "KK+, AKs@50, AhQh@25"
    assert Range("QQ+, AK").to_text("pokerstove") == "QQ+, AK"
    with pytest.raises(BadInputError, match="PokerStove has no weights"):
        hands.to_text("pokerstove")
    with pytest.raises(UnknownNameError, match="no dialect 'gto'"):
        hands.to_text("gto")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AA@", "'AA@'"),
        ("AA@x", "'AA@x'.*percent"),
        ("AA@200", "'AA@200'.*from 0 to 100"),
        ("[50]AA", r"'\[50\]AA'.*write groups"),
        ("15-5%", "'15-5%'.*smaller one comes first"),
        ("AsKs-QdJd", "'AsKs-QdJd'"),
        ("AsAs-AdAd", "'AsAs-AdAd'"),
        ("AA, !", "an exclusion names hands"),
        ("!AKx", "'AKx'"),
        ("AhXz", "'AhXz'"),
    ],
)
def test_bad_dialects_are_quoted(text: str, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        Range(text)


def test_starting_hands_are_ranges() -> None:
    for hand in starting_hands()[::20]:
        assert Range(hand) == Range(str(hand))
        found = calculate([hand, "Ac Kc"], board="2c 7d Jh 3s")
        assert found == calculate([str(hand), "Ac Kc"], board="2c 7d Jh 3s")


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        ((99, 1, False), "high must be a whole number from 0 to 12, not 99"),
        ((1, 5, False), "low must be a whole number from 0 to 1, not 5"),
        ((-1, 0, True), "high must be"),
        (("A", 1, True), "high must be"),
        ((5, 1, "s"), "suited must be True or False"),
        ((5, 5, True), "a pair is not suited: 77"),
    ],
)
def test_starting_hands_have_two_ranks(ranks: Any, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        equity.StartingHand(*ranks)


def test_starting_hands_are_pickled() -> None:
    one = equity.StartingHand(12, 11, suited=True)
    assert pickle.loads(pickle.dumps(one)) == one
    assert str(one) == "AKs"
