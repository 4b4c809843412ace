"""Sampling against counting.

The seeds are fixed, so these tests fail always or never. Of a fresh seed each comparison of an
equity with its exact value, within five standard errors, would fail once in 1.7 million times.
"""

from math import sqrt
from typing import Any

import numpy as np
import pytest

from astragal._intervals import Z95
from astragal.equity import Limits, calculate, final_hands, next_cards
from astragal.equity.limits import BLOCK, SAMPLES
from astragal.equity.results import DealCounts, share_error
from astragal.equity.sampling import BLOCKS_AT_ONCE
from astragal.errors import BadInputError
from astragal.poker import Category

CASES = [
    (["AhKh", "QsQd"], "", "", "holdem"),
    (["AhKh", "QsQd", "JcTc"], "Qh 7h 2c", "", "holdem"),
    (["AhKh", "random"], "", "6c 6d", "short"),
    pytest.param(["AhKh", "random"], "", "2c 2d", "holdem", marks=pytest.mark.verify),
    (["AhKh", "QQ+, AK"], "", "", "holdem"),
    (["QQ+:0.25, AK", "JJ+, AQs:0.5"], "2c 7d Jd", "Ks", "holdem"),
    (["JJ+", "AA, KK:0.125", "random"], "2c 7d Jh 9c", "", "holdem"),
    (["AhAdKhKd", "JsTs9c8c"], "Ac 7d 6h", "", "omaha"),
    (["AhAdKhKd", "random"], "Qh Jc 2c 2d 9s", "", "omaha"),
    (["AhAdKhKdQs", "JsTs9c8c7c"], "Qh Jc 2d", "", "omaha5"),
    (["AhKh", "9s9d", "random"], "Th 9h 6c", "", "short"),
]


@pytest.mark.parametrize(("players", "board", "dead", "game"), CASES)
def test_samples_lie_within_their_interval(
    players: list[str], board: str, dead: str, game: str
) -> None:
    about = {"board": board, "dead": dead, "game": game}
    exact = final_hands(players, method="exact", **about)  # type: ignore[arg-type]
    deals = 1_000_000 if game == "holdem" else 200_000
    sampled = final_hands(players, samples=deals, seed=11, **about)  # type: ignore[arg-type]
    assert sampled.method == "sampled"
    assert sampled.deals == -(-deals // BLOCK) * BLOCK
    for found, expected in zip(sampled.players, exact.players, strict=True):
        assert found.error is not None
        assert abs(found.equity - expected.equity) < found.error / Z95 * 5
        for part, whole in ((found.win, expected.win), (found.tie, expected.tie)):
            assert abs(part - whole) < 5 * sqrt(whole * (1 - whole) / sampled.deals) + 1e-9
        assert found.categories is not None
        assert expected.categories is not None
        for category, count in expected.categories.items():
            share = count / exact.weight
            off = found.categories[category] / sampled.deals - share
            assert abs(off) < 5 * sqrt(share * (1 - share) / sampled.deals) + 1e-9


BLOCKED = ["AA, KK, AQs:0.25", "AK, QQ", "AK:0.5, AQ", "KQ, AA:0.25, KK", "AJ, AT:0.75", "QQ, JJ"]


@pytest.mark.parametrize("players", [BLOCKED[:5], BLOCKED[1:], BLOCKED[:4]])
def test_ranges_that_block_each_other_are_sampled_as_they_are_counted(players: list[str]) -> None:
    """Few draws of all hands fit together; whoever is drawn last has few hands left."""
    board = "2c 7d Th Js 3c"
    exact = calculate(players, board=board, method="exact")
    sampled = calculate(players, board=board, samples=1_000_000, seed=2)
    assert sampled.weight > sampled.deals  # some deals count twice
    for found, expected in zip(sampled.players, exact.players, strict=True):
        assert found.error is not None
        assert abs(found.equity - expected.equity) < found.error / Z95 * 5
        assert found.error < 0.002
        for part, whole in ((found.win, expected.win), (found.tie, expected.tie)):
            assert abs(part - whole) < 6 * sqrt(whole * (1 - whole) / sampled.deals) + 1e-9
    threads = calculate(players, board=board, samples=1_000_000, seed=2, threads=2)
    assert threads == sampled


def test_the_interval_of_ranges_that_block_each_other_holds_too() -> None:
    players, board = BLOCKED[:4], "2c 7d Th Js 3c"
    exact = [player.equity for player in calculate(players, board=board, method="exact").players]
    held = 0
    for seed in range(60):
        sampled = calculate(players, board=board, samples=1, seed=seed).players
        for player, equity in zip(sampled, exact, strict=True):
            assert player.error is not None
            held += abs(player.equity - equity) <= player.error
    # About 228 of 240; the four of a sample depend on each other, as if there were 80.
    assert 205 <= held <= 239


def test_the_interval_holds_about_95_times_in_100() -> None:
    exact = calculate(["AhKh", "QQ+, AK"]).players[0].equity
    held = 0
    for seed in range(400):
        player = calculate(["AhKh", "QQ+, AK"], method="sampled", samples=1, seed=seed).players[0]
        assert player.error is not None
        held += abs(player.equity - exact) <= player.error
    # Binomial, 400 at 0.95: outside 358..399 less than once in 5,000 fresh sets of seeds.
    assert 358 <= held <= 399


def test_threads_and_batches_change_nothing() -> None:
    players = ["AhKh", "QQ+, AK:0.5", "random"]
    deals = (2 * BLOCKS_AT_ONCE + 1) * BLOCK
    results = [
        calculate(players, method="sampled", samples=deals, seed=5, threads=threads)
        for threads in (1, 2, 3)
    ]
    assert results[0] == results[1] == results[2]
    other = calculate(players, method="sampled", samples=deals, seed=6)
    assert other.players != results[0].players


def test_blocks_of_a_seed_are_different() -> None:
    one = calculate(["AhKh", "QsQd"], method="sampled", samples=BLOCK)
    two = calculate(["AhKh", "QsQd"], method="sampled", samples=2 * BLOCK)
    assert two.players[0].wins != 2 * one.players[0].wins
    assert two.players[0].wins > one.players[0].wins


def test_until_stops_at_the_precision() -> None:
    result = calculate(["AhKh", "random"], limits=Limits(until=0.0005))
    assert result.error is not None
    assert result.error <= 0.0005
    assert result.deals < SAMPLES  # 3.5 million do
    coarse = calculate(["AhKh", "random"], samples=BLOCK, limits=Limits(until=0.0005))
    assert coarse.deals == BLOCK
    assert coarse.error is not None
    assert coarse.error > 0.0005
    same = calculate(["AhKh", "random"], limits=Limits(until=0.0005), threads=2)
    assert same == result


def test_what_never_came_up_still_has_an_error() -> None:
    never = calculate(["AhKh", "2c2d"], board="Qh Jh Th 3s 4s", method="sampled", samples=1)
    assert [player.equity for player in never.players] == [1, 0]
    assert [player.error for player in never.players] == [3 / BLOCK, 3 / BLOCK]


def test_the_error_is_that_of_the_mean_of_pots() -> None:
    pots = np.array([1.0] * 30 + [0.5] * 20 + [1 / 3] * 6 + [0.0] * 44)
    expected = Z95 * sqrt(pots.var() / len(pots))
    counts = DealCounts([[30, 20, 6]], [], 100, 100, match_ups=100, showdowns=100)
    assert share_error(counts, 0) == pytest.approx(expected)


def test_the_error_counts_what_deals_that_count_several_times_add() -> None:
    """The delta method for a ratio of sums, over deals with their times by themselves."""
    rng = np.random.default_rng(7)
    times = rng.integers(1, 4, 1000)
    pots = rng.choice([1.0, 0.5, 0.0], 1000)
    mean = (times * pots).sum() / times.sum()
    expected = Z95 * sqrt((times**2 * (pots - mean) ** 2).sum()) / times.sum()
    shares, repeats = (
        [[int(each[pots == part].sum()) for part in (1.0, 0.5)]]
        for each in (times, times * (times - 1))
    )
    repeated = int((times * (times - 1)).sum())
    counts = DealCounts(
        shares,
        [],
        1000,
        int(times.sum()),
        match_ups=1000,
        showdowns=1000,
        repeats=repeats,
        repeated=repeated,
    )
    assert share_error(counts, 0) == pytest.approx(expected)


def test_auto_counts_what_is_quick_and_samples_the_rest() -> None:
    assert calculate(["AhKh", "random"]).method == "exact"
    assert calculate(["15%", "20%"], board="2c 7d Jh").method == "exact"
    long = [["random"] * 3, ["AhKh", "random", "random"]]
    for players in long:
        assert calculate(players, limits=Limits(deals=1)).method == "sampled"
    omaha = calculate(["AhAdKhKdQsQc", "random"], game="omaha6", limits=Limits(deals=1))
    assert (omaha.method, omaha.deals, omaha.seed) == ("sampled", BLOCK, 0)


@pytest.mark.parametrize(
    "asked",
    [
        {"samples": 1, "limits": Limits(deals=BLOCK)},
        {"limits": Limits(until=0.01, deals=BLOCK)},
        {"method": "sampled", "limits": Limits(deals=BLOCK)},
    ],
)
def test_asking_for_samples_samples(asked: dict[str, Any]) -> None:
    sampled = calculate(["AhKh", "QsQd"], **asked)
    assert (sampled.method, sampled.deals, sampled.seed) == ("sampled", BLOCK, 0)
    [first, *_] = next_cards(["AhKh", "QsQd"], board="2c 7d Jh", **asked)
    assert first.equity.method == "sampled"
    stud = calculate(["As Ad Ah Ks Kd", "2s 2d 2h 3s 3d"], game="stud", **asked)
    assert stud.method == "sampled"


def test_a_sample_has_at_most_most_samples() -> None:
    for samples, until in ((None, None), (3 * BLOCK, None), (None, 1e-9)):
        limits = Limits(deals=2 * BLOCK, until=until)
        sampled = calculate(["random"] * 3, samples=samples, method="sampled", limits=limits)
        assert sampled.deals == 2 * BLOCK
    with pytest.raises(BadInputError, match="deals must be a whole number of at least 1"):
        Limits(deals=0)


def test_an_exact_sample_is_refused() -> None:
    with pytest.raises(BadInputError, match="samples=5 asks for a sample, and method='exact'"):
        calculate(["AhKh", "QsQd"], method="exact", samples=5)
    with pytest.raises(BadInputError, match=r"until=0\.01 asks for a sample"):
        calculate(["AhKh", "QsQd"], method="exact", limits=Limits(until=0.01))


def test_weights_are_drawn_as_they_are() -> None:
    """Each hand of a range is recognised by what it makes of the board."""
    result = final_hands(
        ["2c2d:0.5, 3c3d:0.25, 4c4d", "KhQs"],
        board="2h 3h 4h 4s Kd",
        samples=2_000_000,
    )
    found = result.players[0].categories
    assert found is not None
    fours = found[Category.FOUR_OF_A_KIND] / result.deals
    share = 1 / 1.75
    assert abs(fours - share) < 5 * sqrt(share * (1 - share) / result.deals)


def test_draws_bound_the_work_and_not_the_odds() -> None:
    """Ranges of which most draws collide: the blocks end early, the answer stays right."""
    players = ["AA, KK", "AA, KK, QQ", "KK, QQ"]
    board = "2c 7d 9h Js"
    exact = calculate(players, board=board, method="exact")
    options = {"board": board, "method": "sampled", "samples": 4 * BLOCK, "seed": 3}
    full = calculate(players, **options)  # type: ignore[arg-type]
    short = calculate(players, limits=Limits(draws=BLOCK // 4), **options)  # type: ignore[arg-type]
    assert full.deals == 4 * BLOCK
    assert 0 < short.deals < BLOCK  # four blocks of a quarter, less what collides
    for one in (full, short):
        assert sum(player.wins for player in one.players) < one.weight
        assert sum(player.equity for player in one.players) == pytest.approx(1)
        for found, expected in zip(one.players, exact.players, strict=True):
            assert found.error is not None
            assert abs(found.equity - expected.equity) < found.error / Z95 * 5
    again = calculate(players, limits=Limits(draws=BLOCK // 4), threads=2, **options)  # type: ignore[arg-type]
    assert again == short


@pytest.mark.parametrize("until", [None, 0.001])
def test_draws_in_vain_are_said_to_be(until: float | None) -> None:
    with pytest.raises(BadInputError, match="hardly ever fit together"):
        calculate(["AA"] * 3, samples=1, limits=Limits(draws=1000, until=until))


def test_a_bound_refuses_to_count_and_makes_auto_sample() -> None:
    assert calculate(["AhKh", "random"], limits=Limits(100_000_000)).method == "exact"
    assert calculate(["AhKh", "random"], limits=Limits(1000, deals=1)).method == "sampled"
    with pytest.raises(BadInputError, match="at most 1,000 are done here"):
        calculate(["AhKh", "random"], limits=Limits(1000), method="exact")
