"""The pictures of starting hands: each hand in its place, with its own number."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from astragal import equity, poker
from astragal.equity import MatchUp, PreflopTable
from astragal.errors import BadInputError
from astragal.plots import draw_preflop, draw_preflop_pairs, draw_pushfold, draw_square

from plots.conftest import texts


@pytest.fixture(scope="session")
def against_queens() -> list[MatchUp]:
    return [one.swapped for one in equity.preflop_row("QQ")]


def test_swapping_a_match_up_exchanges_the_players() -> None:
    one = equity.preflop("AKs", "QQ")
    assert one.swapped == equity.preflop("QQ", "AKs")
    assert one.swapped.swapped == one


def test_every_hand_is_in_its_place(against_queens: list[MatchUp]) -> None:
    axes = draw_preflop(against_queens).axes[0]
    assert axes.yaxis_inverted()  # so that the first row is on top
    shown = {text.get_position(): text.get_text() for text in axes.texts}
    share = {one.hand: f"{100 * one.equity:.1f}" for one in against_queens}
    names = "AKQJT98765432"
    assert len(shown) == len(share) == 169
    for (row, first), (column, second) in product(enumerate(names), repeat=2):
        hand = first + second if row <= column else second + first
        hand += "" if row == column else "s" if row < column else "o"
        assert shown[column, row] == f"{hand}\n{share[hand]}"


def test_an_svg_has_every_hand_and_says_what_was_counted(
    against_queens: list[MatchUp], tmp_path: Path
) -> None:
    draw_preflop(against_queens, tmp_path / "p.svg")
    shown = texts(tmp_path / "p.svg")
    assert {one.hand for one in against_queens} <= set(shown)
    assert f"All {sum(one.deals for one in against_queens):,} deals are counted" in " ".join(shown)


@pytest.mark.parametrize("hand", ["AA", "QQ", "AKs", "72o"])
def test_a_share_is_that_of_the_hands_ranges(hand: str, against_queens: list[MatchUp]) -> None:
    found = next(one for one in against_queens if one.hand == hand)
    expected = equity.calculate([hand, "QQ"]).players[0].equity
    assert found.equity == pytest.approx(expected, abs=1e-12)


def test_short_deck_has_a_smaller_square() -> None:
    found = [one.swapped for one in equity.preflop_row("66", game="short")]
    axes = draw_preflop(found).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == list("AKQJT9876")
    assert len(axes.texts) == 81


def test_a_square_of_ones_own_may_have_empty_cells() -> None:
    figure = draw_square({"AKs": 0.62, "QQ": 0.4, "54o": 0.5}, title="Mine")
    shown = {text.get_text() for text in figure.axes[0].texts}
    assert shown == {"", "AKs\n62.0", "QQ\n40.0", "54o\n50.0"}
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_a_square_without_cells_is_refused() -> None:
    with pytest.raises(BadInputError, match="values must be numbers by name"):
        draw_square({})
    with pytest.raises(BadInputError, match=r"numbers by name, .* not \['AKs'\]"):
        draw_square(["AKs"])  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="AKs must be a number from 0 to 1, not 'much'"):
        draw_square({"AKs": "much"})  # type: ignore[dict-item]


def test_no_match_ups_are_refused() -> None:
    with pytest.raises(BadInputError, match=r"match_ups must not be empty"):
        draw_preflop([])


def test_all_pairs_are_drawn_as_counted() -> None:
    random = np.random.default_rng(1)
    wins = random.integers(0, 100, (169, 169))
    ties = random.integers(0, 100, (169, 169))
    table = PreflopTable(poker.HOLDEM, np.ones((169, 169), np.int64), wins, ties)
    axes = draw_preflop_pairs(table).axes[0]
    np.testing.assert_array_equal(axes.images[0].get_array(), 100 * table.equity)
    marked = [label.get_text() for label in axes.get_yticklabels()]
    assert marked == [2 * rank for rank in "AKQJT98765432"]
    assert [str(table.hands[round(place)]) for place in axes.get_yticks()] == marked


def test_jam_or_fold_is_drawn_for_both_players() -> None:
    jam = {str(hand): 0.0 for hand in equity.starting_hands()}
    found = equity.PushFold(
        "holdem", 9.0, 9.0, (), 0.0, (), 0.0, jam | {"AKs": 1.0}, jam | {"QQ": 0.25}, 0.0
    )
    drawn = draw_pushfold(found), draw_pushfold(found, call=True)
    jams, calls = ([text.get_text() for text in one.axes[0].texts] for one in drawn)
    assert "AKs\n100.0" in jams
    assert "QQ\n0.0" in jams
    assert "AKs\n0.0" in calls
    assert "QQ\n25.0" in calls
