"""Sampling dealer hands."""

import pytest

from astragal import paigow, setting
from astragal.asia import Game
from astragal.cards import card_set, full_deck
from astragal.errors import BadInputError
from astragal.progress import Report
from astragal.setting.ranking import outcome_counts, sample_outcomes

HAND = card_set("Jk Qs Js 9s 4d 4h 3c")
SAMPLES = 400_000
GAMES = [Game(), paigow.Game(), paigow.Game("ez", banker="player")]


def test_the_same_for_any_number_of_threads() -> None:
    game = Game()
    answers = [game.rank(HAND, samples=250_001, seed=5, threads=threads) for threads in (1, 2, 3)]
    assert answers[0] == answers[1] == answers[2]
    assert (answers[0].method, answers[0].dealer_hands) == ("sampled", 250_001)
    assert answers[0] != game.rank(HAND, samples=250_001, seed=6)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_agrees_with_the_exact_answer_within_its_error(game: setting.Game) -> None:
    """Each setting's wins within 5 standard deviations.

    For a normal variable that fails once in 1.7 million; with some 50 settings, which go together,
    a right program would fail for less than one seed in 30,000.
    """
    exact = game.rank(HAND)
    counted = {row.value: row for row in exact}
    sampled = game.rank(HAND, samples=SAMPLES, seed=421)
    assert {row.value for row in sampled} == set(counted)
    total = exact.dealer_hands
    for row in sampled:
        for name in ("wins", "losses", "pushes"):
            part = getattr(counted[row.value], name) / total
            deviation = (part * (1 - part) / SAMPLES) ** 0.5
            assert abs(getattr(row, name) / SAMPLES - part) <= 5 * deviation


def test_the_interval_covers_as_often_as_it_says() -> None:
    """Of 300 samples 95 % should cover: 285 ± 3.8; below 264 comes once in 10 million."""
    game = Game()
    best = game.rank(HAND).best
    truth = best.win
    covered = 0
    for seed in range(300):
        answer = game.rank(HAND, samples=2_000, seed=seed, threads=1)
        row = next(row for row in answer if row.value == best.value)
        assert row.interval is not None
        low, high = row.interval
        assert row.error == pytest.approx((high - low) / 2)
        covered += low <= truth <= high
    assert 264 <= covered <= 299


def test_outcomes_come_as_often_as_they_should() -> None:
    """By the dealer's low card, each within 5 standard deviations."""
    way = Game(dealer="lexicographic").dealer
    counts = sample_outcomes(way, full_deck(53), SAMPLES, 9)
    assert counts.sum() == SAMPLES
    expected = outcome_counts(way, full_deck(53)) / 154_143_080
    ones = way.outcomes & 0xF
    for one in range(13):
        part = expected[ones == one].sum()
        seen = counts[ones == one].sum() / SAMPLES
        assert abs(seen - part) <= 5 * (part * (1 - part) / SAMPLES) ** 0.5


def test_progress_is_reported() -> None:
    heard: list[Report] = []
    Game().rank(HAND, samples=300_000, seed=1, progress=heard.append)
    assert [report.done for report in heard] == [0, 1, 2, 3]


@pytest.mark.parametrize(("samples", "seed"), [(-1, 1), (2**32, 1), (10, -1), (10, 2**64)])
def test_bad_input(samples: int, seed: int) -> None:
    with pytest.raises(BadInputError):
        Game().rank(HAND, samples=samples, seed=seed)
