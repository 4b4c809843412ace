"""The whole game: each part against plain enumeration, and the sum against samples."""

import pickle
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal import _native
from astragal._intervals import mean_error
from astragal.asia import (
    HABITS,
    PROFILES,
    BestTable,
    Edge,
    HouseWay,
    Objective,
    Rules,
    Strategy,
    build_table,
    edge,
    edge_many,
    edge_matrix,
    find_rules,
    find_way,
    rank,
    wholegame,
)
from astragal.asia.wholegame import BEST, random_hands
from astragal.cards import CardSet, card_set, complement, subsets
from astragal.errors import BadInputError, UnknownNameError
from astragal.jobs import Job, run

from engines import ByPickle

PUSH, CASINO = PROFILES["push"], PROFILES["casino"]


def holders(way: HouseWay, must: CardSet) -> NDArray[np.uint32]:
    """The triples of all hands that hold a set, one by one."""
    free = 7 - must.bit_count()
    hands = subsets(complement(must, 53), free) | np.uint64(must)
    assert len(hands) == comb(53 - must.bit_count(), free)
    return way.values_of(hands)


def pairs_won(mine: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> int:
    """Pairs in which two of the three values are greater, by comparing all pairs."""
    a, times_a = np.unique(mine, return_counts=True)
    b, times_b = np.unique(theirs, return_counts=True)
    won = 0
    for triple, times in zip(a, times_a, strict=True):
        greater = (
            (triple >> 11 > b >> 11).astype(int)
            + (triple >> 4 & 0x7F > b >> 4 & 0x7F)
            + (triple & 0xF > b & 0xF)
        )
        won += int(times) * int(times_b[greater >= 2].sum())
    return won


@pytest.mark.parametrize(
    "must",
    ["As Kd Qh Jc", "Jk 4s 3s 2h", "7c 7d 7h 8c 8d", "Jk As Ks Qs 2d", "Ac 2d 3h 4s 9c Jd", "Jk"
     " 9s 8s 7s 2h 3h", "Jk 9s 8s 7s 2h 3h 4h"],
)  # fmt: skip
def test_pairs_that_hold_a_set_are_counted_as_one_by_one(must: str) -> None:
    first, second = find_way("lexicographic", PUSH), find_way("balanced", PUSH)
    held = card_set(must)
    sets, weights = np.array([held], np.uint64), np.ones(1, np.uint8)
    mine, theirs = holders(first, held), holders(second, held)
    expected = pairs_won(mine, theirs), pairs_won(theirs, mine)
    ways, pairs = [first.native, second.native], [(0, 1), (0, 0)]
    found = _native.asia_duels(ways, pairs, sets, weights).tolist()
    assert found[0] == [*expected]
    alone = pairs_won(mine, mine)
    assert found[1] == [alone, alone]


@pytest.mark.parametrize("must", ["Jk 9s 9h", "As 5s 9s", "2c 2d", "Jk 7h", "Qd"])
def test_hands_that_hold_a_set_are_counted_by_classes_as_one_by_one(must: str) -> None:
    way = find_way("lexicographic", PUSH)
    held = card_set(must)
    if held.bit_count() == 1:  # all of C(52, 6) would take long: with a reduced deck
        deck = complement(held, 53) & ~card_set("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d")
    else:
        deck = complement(held, 53)
    counts = _native.asia_count(way.native, deck, held)
    hands = subsets(deck, 7 - held.bit_count()) | np.uint64(held)
    classes = _native.asia_class_of(hands)
    expected = np.bincount(way.class_outcome[classes], minlength=len(way.outcomes))
    np.testing.assert_array_equal(counts, expected)


def test_inclusion_and_exclusion_leaves_the_pairs_without_a_shared_card() -> None:
    """The same signs over subsets of a small deck, where every pair can be written out."""
    hands = [card_set(cards) for cards in combinations(range(9), 3)]
    disjoint = sum(not a & b for a in hands for b in hands)
    signed = 0
    for size in range(4):
        for shared in combinations(range(9), size):
            both = sum(card_set(shared) & hand == card_set(shared) for hand in hands)
            signed += (-1) ** size * both * both
    assert signed == disjoint


def test_work_that_travels_gives_the_same_parts_as_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the whole game, and a sample whose players bring another way with them."""
    monkeypatch.setattr(wholegame, "HANDS_AT_ONCE", 20)
    way = find_way("balanced", CASINO)
    game = wholegame.game_job([find_way("lexicographic", CASINO)], way, CASINO)
    assert sum(len(range(*chunk[1:])) for chunk in game.chunks) == sum(
        len(_native.asia_suit_classes(size)[0]) for size in range(8)
    )
    players = [BEST, HABITS["push advice"]]
    gain = wholegame.gain_job(players, CASINO, way, samples=22, seed=3)
    assert len(gain.chunks) == 2
    parts: list[Job[Any, Any, list[Any]]] = [
        Job(game.name, [wholegame._Chunk(1, 0, 1), wholegame._Chunk(6, 0, 90)], game.work, list),
        Job(gain.name, gain.chunks, gain.work, list),
    ]
    for job in parts:
        assert len(pickle.dumps(job.work)) < 2_000
        here = run(job, threads=2)
        there = run(job, engine=ByPickle())
        assert [one.tobytes() for one in there] == [one.tobytes() for one in here]


def test_other_questions_have_other_checkpoints() -> None:
    push, way = find_way("lexicographic", PUSH), find_way("balanced", PUSH)
    names = [wholegame.game_job([a], b, PUSH).name for a in (push, way) for b in (push, way)]
    names += [
        wholegame.gain_job([BEST], PUSH, push, objective=objective, samples=samples, seed=seed).name
        for objective in Objective
        for samples, seed in ((2, 1), (2, 2), (3, 1))
    ]
    assert len(set(names)) == len(names)


def test_a_best_player_wins_four_times_in_five_against_the_lexicographic_dealer() -> None:
    sample = random_hands(400, 4).tolist()
    won = np.array([rank(hand, dealer="lexicographic").best.win for hand in sample])
    error = won.std(ddof=1) / len(won) ** 0.5
    assert abs(won.mean() - 0.80) <= 0.005 + 5 * error


@pytest.fixture(scope="module")
def gains() -> list[list[Edge]]:
    """What the best player and a worse one gain, on one thread and on two."""
    way, players = find_way("balanced", CASINO), [BEST, HABITS["greatest two"]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wholegame, "HANDS_AT_ONCE", 20)  # so that there is work for two
        job = wholegame.gain_job(players, CASINO, way, samples=120, seed=2)
    return [run(job, threads=threads) for threads in (1, 2)]


def test_estimates_are_the_same_for_any_number_of_threads(gains: list[list[Edge]]) -> None:
    assert gains[0] == gains[1]
    best, worse = gains[0]
    assert best.gain is not None
    assert best.gain >= 0
    assert worse.gain is not None
    assert worse.error is not None
    assert worse.gain < 0 < worse.error
    assert worse.deals == 120 * 53_524_680 == worse.wins + worse.losses
    with pytest.raises(BadInputError, match="samples must be a whole number from 2"):
        random_hands(1, 1)


def test_estimates_are_those_of_plain_lists(gains: list[list[Edge]]) -> None:
    answers = [rank(hand, CASINO, "balanced") for hand in random_hands(120, 2).tolist()]
    expected = np.array([answer.best.ev - answer.house.ev for answer in answers])
    found = gains[1][0]
    assert found.gain == -found.edge == expected.mean()
    assert found.error == mean_error(expected, 2)
    assert found.wins == sum(answer.best.wins for answer in answers)


def test_a_player_is_a_way_a_strategy_or_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole game of every way is replaced by a part of it, which takes no time."""
    monkeypatch.setattr(wholegame, "CHUNK_SIZES", (1,))
    own = Strategy("mine", "the house way", lambda ranking: ranking.house)
    found = edge_many(
        [None, "lexicographic", "best", "push advice", own],
        "balanced",
        "casino",
        samples=4,
        threads=1,
    )
    assert [one.player for one in found] == [
        "balanced",
        "lexicographic",
        "best",
        "push advice",
        "mine",
    ]
    assert [one.method for one in found] == ["exact", "exact", *["sampled"] * 3]
    assert {one.dealer for one in found} == {"balanced"}
    house, _, best, _, mine = found
    assert (mine.gain, mine.edge) == (0, house.edge)
    assert mine.error == mean_error(np.zeros(mine.hands), 2)  # it might differ in other hands
    assert best.gain is not None
    assert best.edge == house.edge - best.gain
    assert edge("best", "balanced", CASINO, samples=4, threads=1) == best
    assert best.to_dict()["samples"] == best.hands == 4
    assert (best.to_dict()["objective"], house.objective) == ("wins", None)
    for one in (house, best):
        assert f"{one.edge:.4%}" in str(one)
        assert f"{one.edge:.4%}" in one._repr_html_()
    with pytest.raises(
        UnknownNameError, match=r"no house way 'macau'; .* can also be best, push advice"
    ):
        edge("macau")


def test_advice_that_would_be_a_foul_is_replaced_by_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wholegame, "CHUNK_SIZES", (1,))
    hands = np.array(
        [card_set("2c 7h 8c 9s Td Ac As"), card_set("As Kd Qh Jc 9s 7d 4h")], np.uint64
    )
    monkeypatch.setattr(wholegame, "random_hands", lambda count, seed: hands)
    strict = find_rules("push", strict_order=True)
    assert not rank(int(hands[0])).best.setting.is_legal(strict)
    assert edge("push advice", rules=strict, samples=2, threads=1).gain is not None


def test_a_complete_table_has_the_edge_of_best_play(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = build_table(classes="0:5", folder=tmp_path)
    monkeypatch.setattr(BestTable, "complete", True)
    found = edge("best", folder=tmp_path)
    totals = table.totals()
    assert (found.method, found.wins, found.losses) == ("table", totals.wins, totals.losses)
    assert found.gain == totals.house_edge - totals.edge
    assert found.to_dict()["samples"] is None
    # The table is for the objective `wins`, which differs from `ev` where copies push.
    monkeypatch.setattr(wholegame, "CHUNK_SIZES", (1,))
    assert edge("best", objective="ev", samples=2, folder=tmp_path).method == "sampled"


@pytest.mark.parametrize(
    "ways",
    [
        ("standard", "lexicographic"),
        pytest.param(("standard", "lexicographic", "points"), marks=pytest.mark.verify),
    ],
    ids=len,
)
@pytest.mark.parametrize("rules", [PUSH, CASINO], ids=str)
def test_a_matrix_has_the_edge_of_each_pair(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rules: Rules, ways: tuple[str, ...]
) -> None:
    """The whole game is replaced by a part of it, which takes no time."""
    chunks = [wholegame._Chunk(0, 0, 1), wholegame._Chunk(1, 0, 2)]
    monkeypatch.setattr(wholegame, "_chunks", lambda: chunks)
    found = edge_matrix(rules, ways, threads=1)
    for player, dealer in product(ways, ways):
        one = edge(player, dealer, rules)
        assert found.edge(player, dealer) == one.edge
        assert found.wins[ways.index(player)][ways.index(dealer)] == one.wins
    told = found.to_dict()["edges"]
    assert [one["edge"] for one in told[: len(ways)]] == [
        found.edge("standard", way) for way in ways
    ]
    assert str(found).splitlines()[3].split()[0] == "standard"
    assert edge_matrix(rules, ways, engine=ByPickle(), folder=tmp_path) == found
