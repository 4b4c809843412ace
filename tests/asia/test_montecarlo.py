"""Sampling dealer hands."""

import pytest

from astragal.asia import PROFILES, exact, find_way, montecarlo
from astragal.cards import card_set, full_deck
from astragal.errors import BadInputError
from astragal.progress import Report

HAND = card_set("Jk Qs Js 9s 4d 4h 3c")
SAMPLES = 400_000


def test_the_same_for_any_number_of_threads() -> None:
    answers = [
        montecarlo.settings(HAND, samples=250_001, seed=5, threads=threads) for threads in (1, 2, 3)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0].dealer_hands == 250_001
    assert answers[0] != montecarlo.settings(HAND, samples=250_001, seed=6)


def test_agrees_with_the_exact_answer_within_its_error() -> None:
    """Each setting's wins within 5 standard deviations.

    For a normal variable that fails once in 1.7 million; with some 50 settings, which go together,
    a right program would fail for less than one seed in 30,000.
    """
    counted = {row.triple: row for row in exact.settings(HAND).rows}
    sampled = montecarlo.settings(HAND, samples=SAMPLES, seed=421)
    assert {row.triple for row in sampled.rows} == set(counted)
    total = exact.settings(HAND).dealer_hands
    for row in sampled.rows:
        for name in ("wins", "losses", "pushes"):
            part = getattr(counted[row.triple], name) / total
            deviation = (part * (1 - part) / SAMPLES) ** 0.5
            assert abs(getattr(row, name) / SAMPLES - part) <= 5 * deviation


def test_the_interval_covers_as_often_as_it_says() -> None:
    """Of 300 samples 95 % should cover: 285 ± 3.8; below 264 comes once in 10 million."""
    best = exact.best(HAND)
    truth = best.wins / exact.settings(HAND).dealer_hands
    covered = 0
    for seed in range(300):
        answer = montecarlo.settings(HAND, samples=2_000, seed=seed, threads=1)
        row = next(row for row in answer.rows if row.triple == best.triple)
        found = montecarlo.win_interval(row, answer)
        covered += found.low <= truth <= found.high
    assert 264 <= covered <= 299


def test_outcomes_come_as_often_as_they_should() -> None:
    """By the dealer's low card, each within 5 standard deviations."""
    way = find_way("lexicographic", PROFILES["push"])
    counts = montecarlo.sample_outcomes(way, full_deck(53), SAMPLES, 9)
    assert counts.sum() == SAMPLES
    expected = exact.distribution(way, full_deck(53)) / 154_143_080
    ones = way.triples & 0xF
    for one in range(13):
        part = expected[ones == one].sum()
        seen = counts[ones == one].sum() / SAMPLES
        assert abs(seen - part) <= 5 * (part * (1 - part) / SAMPLES) ** 0.5


def test_progress_is_reported() -> None:
    heard: list[Report] = []
    montecarlo.settings(HAND, samples=300_000, seed=1, progress=heard.append)
    assert [report.done for report in heard] == [0, 1, 2, 3]


@pytest.mark.parametrize(("samples", "seed"), [(0, 1), (2**32, 1), (10, -1), (10, 2**64)])
def test_bad_input(samples: int, seed: int) -> None:
    with pytest.raises(BadInputError):
        montecarlo.settings(HAND, samples=samples, seed=seed)
