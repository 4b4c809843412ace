"""The whole game: each part against plain enumeration, and the sum against samples."""

import pickle
from dataclasses import replace
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from setting.cards import lexicographic

from astragal import _native, asia, paigow
from astragal._intervals import mean_error
from astragal.cards import CardSet, card_set, complement, subsets
from astragal.errors import BadInputError, UnknownNameError
from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.setting import (
    BestTable,
    Edge,
    Game,
    HouseWay,
    Objective,
    RankedSetting,
    Ranking,
    Rules,
    Strategy,
    sample,
)
from astragal.setting import matrix as matrices
from astragal.setting import whole_game as whole
from astragal.setting.hand import rank_tables
from astragal.setting.house_way import Way, find_way, named_way
from astragal.setting.rules import Copies
from astragal.setting.sample import random_hands
from astragal.setting.strategy import BEST

from engines import ByPickle

PUSH, CASINO = asia.find_rules("push"), asia.find_rules("casino")
BALANCED = asia.Game("casino", dealer="balanced")


def worst(ranking: Ranking) -> RankedSetting:
    return ranking.settings[-1]


def as_house(ranking: Ranking) -> RankedSetting:
    return ranking.house


WORST = Strategy("worst", "the worst setting", worst)
AS_HOUSE = Strategy("as the house", "the setting of the dealer's way", as_house)
ALL_RULES: list[Rules] = [
    PUSH,
    CASINO,
    paigow.find_rules("casino"),
    paigow.find_rules("ez", banker="player"),
    paigow.find_rules("nine-high"),
]


def holders(way: HouseWay, must: CardSet) -> NDArray[np.uint32]:
    """The values of all hands that hold a set, one by one."""
    free = 7 - must.bit_count()
    hands = subsets(complement(must, 53), free) | np.uint64(must)
    assert len(hands) == comb(53 - must.bit_count(), free)
    return way.values_of(hands)


def pushes_every_bet(value: int, rules: Rules) -> bool:
    forced = rules.forced_push
    ranks = dict(zip(rules.hands, rank_tables(rules).ranks_of(value), strict=True))
    return forced is not None and forced.is_made_by(ranks[forced.hand])


def results_of_pairs(
    mine: NDArray[np.uint32], theirs: NDArray[np.uint32], rules: Rules
) -> list[int]:
    """Pairs that the player wins and loses, by comparing all pairs of values, hand by hand."""
    b, times_b = np.unique(theirs, return_counts=True)
    paid = np.array([not pushes_every_bet(value, rules) for value in b.tolist()])
    b, times_b = b[paid].astype(np.int64), times_b[paid]
    fields = [(11, 0x1FFF), (4, 0x7F), (0, 0xF)][: len(rules.hands)]
    wins = losses = 0
    for value, times in zip(*np.unique(mine, return_counts=True), strict=True):
        signs = [np.sign((int(value) >> at & mask) - (b >> at & mask)) for at, mask in fields]
        if rules.copies_go_to is not Copies.PUSH:
            gets_copies = 1 if rules.copies_go_to is Copies.PLAYER else -1
            signs = [np.where(sign == 0, gets_copies, sign) for sign in signs]
        won, lost = (sum(sign == side for sign in signs) >= 2 for side in (1, -1))
        wins += int(times) * int(times_b[won].sum())
        losses += int(times) * int(times_b[lost].sum())
    return [wins, losses]


HELD = [
    "As Kd Qh Jc",
    "Jk 4s 3s 2h",
    "7c 7d 7h 8c 8d",
    "Jk As Ks Qs 2d",
    "Ac 2d 3h 4s 9c Jd",
    "Jk 9s 8s 7s 2h 3h",
    "Jk 9s 8s 7s 2h 3h 4h",
]


@pytest.mark.parametrize(
    ("must", "rules"),
    [
        *((must, rules) for must in HELD[:4] for rules in (PUSH, ALL_RULES[2])),
        *((must, rules) for must in HELD[4:] for rules in ALL_RULES),
    ],
    ids=lambda value: f"{value.game} {value}" if isinstance(value, Rules) else value,
)
def test_pairs_that_hold_a_set_are_counted_one_by_one(must: str, rules: Rules) -> None:
    held = card_set(must)
    first, second = named_way("lexicographic", rules), find_way(None, rules)
    sets, weights = np.array([held], np.uint64), np.ones(1, np.uint8)
    pairs = [(0, 1), (1, 0), (0, 0)]
    values = [holders(way, held) for way in (first, second)]
    counts = _native.setting_duels(
        rank_tables(rules).native, [first.native, second.native], pairs, sets, weights,
        rules.copies_go_to.native,
    ).tolist()  # fmt: skip
    for (player, dealer), count in zip(pairs, counts, strict=True):
        assert count == results_of_pairs(values[player], values[dealer], rules)


@pytest.mark.parametrize("must", ["Jk 9s 9h", "As 5s 9s", "2c 2d", "Jk 7h", "Qd"])
def test_hands_that_hold_a_set_are_counted_by_classes_as_one_by_one(must: str) -> None:
    way = find_way("lexicographic", PUSH)
    held = card_set(must)
    if held.bit_count() == 1:  # all of C(52, 6) would take long: with a reduced deck
        deck = complement(held, 53) & ~card_set("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d")
    else:
        deck = complement(held, 53)
    counts = _native.setting_count(way.native, deck, held)
    hands = subsets(deck, 7 - held.bit_count()) | np.uint64(held)
    classes = _native.setting_class_of(hands)
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
    monkeypatch.setattr(sample, "HANDS_AT_ONCE", 20)
    game = whole.game_job([find_way("lexicographic", CASINO)], BALANCED.dealer, CASINO)
    assert sum(len(range(*chunk[1:])) for chunk in game.chunks) == sum(
        len(_native.setting_suit_classes(size)[0]) for size in range(8)
    )
    gain = whole.gain_job([BEST, AS_HOUSE], BALANCED, samples=22, seed=3)
    assert len(gain.chunks) == 2
    parts: list[Job[Any, Any, list[Any]]] = [
        Job(game.name, [whole._Chunk(1, 0, 1), whole._Chunk(6, 0, 90)], game.work, list),
        Job(gain.name, gain.chunks, gain.work, list),
    ]
    for job in parts:
        assert len(pickle.dumps(job.work)) < 2_000
        here = run(job, threads=2)
        there = run(job, engine=ByPickle())
        assert [part.tobytes() for part in there] == [part.tobytes() for part in here]


def test_other_questions_have_other_checkpoints() -> None:
    ways = find_way("lexicographic", PUSH), find_way("balanced", PUSH)
    names = [whole.game_job([a], b, PUSH).name for a in ways for b in ways]
    foxwoods = paigow.Game().dealer
    names += [
        whole.game_job([foxwoods], foxwoods, rules).name
        for rules in (paigow.find_rules("casino"), paigow.find_rules("ez"))
    ]
    names += [
        whole.gain_job(
            [BEST], asia.Game(dealer="lexicographic", objective=objective),
            samples=samples, seed=seed,
        ).name
        for objective in Objective
        for samples, seed in ((2, 1), (2, 2), (3, 1))
    ]  # fmt: skip
    assert len(set(names)) == len(names)


def test_a_best_player_wins_four_times_in_five_against_the_lexicographic_dealer() -> None:
    game = asia.Game(dealer="lexicographic")
    won = np.array([game.rank(hand).best.win for hand in random_hands(400, 4).tolist()])
    error = won.std(ddof=1) / len(won) ** 0.5
    assert abs(won.mean() - 0.80) <= 0.005 + 5 * error


GAIN_GAMES: list[Game] = [BALANCED, lexicographic(), paigow.Game("ez")]


@pytest.fixture(scope="module", params=GAIN_GAMES, ids=lambda game: f"{game.rules.game}-{game}")
def gains(request: pytest.FixtureRequest) -> tuple[Game, list[list[Edge]]]:
    """What the best player and a worse one gain, on one thread and on two."""
    game: Game = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sample, "HANDS_AT_ONCE", 20)  # so that there is work for two
        job = whole.gain_job([BEST, WORST], game, samples=60, seed=2)
    return game, [run(job, threads=threads) for threads in (1, 2)]


def test_estimates_are_the_same_for_any_number_of_threads(
    gains: tuple[Game, list[list[Edge]]],
) -> None:
    game, edges = gains
    assert edges[0] == edges[1]
    best, worse = edges[0]
    assert best.gain is not None
    assert best.gain >= 0
    assert worse.gain is not None
    assert worse.error is not None
    if game.dealer.name != "lexicographic":
        assert worse.gain < 0 < worse.error
    assert worse.deals == 60 * 53_524_680 == worse.wins + worse.losses + worse.pushes
    assert (worse.pushes == 0) == (game.rules == CASINO)
    with pytest.raises(BadInputError, match="samples must be a whole number from 2"):
        random_hands(1, 1)


def test_estimates_are_those_of_plain_lists(gains: tuple[Game, list[list[Edge]]]) -> None:
    game, edges = gains
    answers = [game.rank(hand) for hand in random_hands(60, 2).tolist()]
    expected = np.array([answer.best.ev - answer.house.ev for answer in answers])
    estimate = edges[1][0]
    assert estimate.gain == -estimate.edge == expected.mean()
    assert estimate.error == mean_error(expected, 2)
    assert estimate.wins == sum(answer.best.wins for answer in answers)
    assert estimate.losses == sum(answer.best.losses for answer in answers)


def test_a_player_is_a_way_a_strategy_or_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole game of every way is replaced by a part of it, which takes no time."""
    monkeypatch.setattr(whole, "CHUNK_SIZES", (1,))
    players = [None, "lexicographic", "best", WORST, AS_HOUSE]
    edges = BALANCED.edge_many(players, samples=4, threads=1)
    names = ["balanced", "lexicographic", "best", "worst", "as the house"]
    assert [edge.player for edge in edges] == names
    assert [edge.method for edge in edges] == ["exact", "exact", *["sampled"] * 3]
    assert {edge.dealer for edge in edges} == {"balanced"}
    house, _, best, _, mine = edges
    assert (mine.gain, mine.edge) == (0, house.edge)
    assert mine.error == mean_error(np.zeros(mine.hands), 2)  # it might differ in other hands
    assert best.gain is not None
    assert best.edge == house.edge - best.gain
    assert BALANCED.edge("best", samples=4, threads=1) == best
    assert best.to_dict()["samples"] == best.hands == 4
    assert (best.to_dict()["objective"], house.objective) == ("wins", None)
    for edge in (house, best):
        assert f"{edge.edge:.4%}" in str(edge)
        assert f"{edge.edge:.4%}" in edge._repr_html_()
    with pytest.raises(
        UnknownNameError, match=r"no house way 'macau'; .* a player can also be best$"
    ):
        asia.Game().edge("macau")


def test_a_complete_table_has_the_edge_of_best_play(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    games: list[Game] = [asia.Game(), paigow.Game()]
    for game in games:
        table = game.build_table("0:5", folder=tmp_path)
        with monkeypatch.context() as patch:
            patch.setattr(BestTable, "complete", True)
            edge = game.edge("best", folder=tmp_path)
        totals = table.totals()
        assert (edge.method, edge.wins, edge.losses) == ("table", totals.wins, totals.losses)
        assert edge.gain == totals.house_edge - totals.edge
        assert edge.to_dict()["samples"] is None
    # The table is for one objective; `wins` and `ev` differ where there are pushes.
    monkeypatch.setattr(BestTable, "complete", True)
    monkeypatch.setattr(whole, "CHUNK_SIZES", (1,))
    others: list[Game] = [asia.Game(objective="ev"), paigow.Game(objective="wins")]
    for game in others:
        assert game.edge("best", samples=2, folder=tmp_path).method == "sampled"


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        (asia.Game(), ("standard", "lexicographic")),
        (asia.Game("casino"), ("standard", "lexicographic")),
        (paigow.Game(), ("foxwoods", "short")),
        (paigow.Game("ez"), ("foxwoods", "short")),
        pytest.param(
            asia.Game(), ("standard", "lexicographic", "points"), marks=pytest.mark.verify
        ),
        pytest.param(
            asia.Game("casino"), ("standard", "lexicographic", "points"), marks=pytest.mark.verify
        ),
    ],
    ids=str,
)
def test_a_matrix_has_the_edge_of_each_pair(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: Game, ways: tuple[str, ...]
) -> None:
    """The whole game is replaced by a part of it, which takes no time."""
    chunks = [whole._Chunk(0, 0, 1), whole._Chunk(1, 0, 2)]
    monkeypatch.setattr(whole, "deal_chunks", lambda: chunks)
    monkeypatch.setattr(matrices, "deal_chunks", lambda: chunks)
    matrix = game.matrix(ways, threads=1)
    for player, dealer in product(ways, ways):
        edge = replace(game, dealer=game.find_way(dealer)).edge(player)
        row, column = ways.index(player), ways.index(dealer)
        assert matrix.edge(player, dealer) == edge.edge
        assert (matrix.wins[row][column], matrix.losses[row][column]) == (edge.wins, edge.losses)
    told = matrix.to_dict()["edges"]
    assert [row["edge"] for row in told[: len(ways)]] == [matrix.edge(ways[0], way) for way in ways]
    assert str(matrix).splitlines()[3].split()[0] == ways[0]
    assert game.matrix(ways, engine=ByPickle(), folder=tmp_path) == matrix
    assert (matrix.casino is not None) == (game.rules == PUSH)


def test_under_push_answers_have_the_casinos_rules_beside_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(whole, "deal_chunks", lambda: [whole._Chunk(1, 0, 2)])
    monkeypatch.setattr(matrices, "deal_chunks", lambda: [whole._Chunk(1, 0, 2)])
    own = tmp_path / "own.toml"
    own.write_text("[[rule]]\nmake = {high = 'quads'}\n[[rule]]\nmake = {}\n")
    for dealer in ("balanced", str(own)):
        push, casino = asia.Game(dealer=dealer), asia.Game("casino", dealer=dealer)
        edge = push.edge("short")
        assert edge.casino == casino.edge("short")
        assert edge.casino is not None
        assert edge.casino.casino is None
        told = edge.to_dict()
        assert told["casino"] is not None
        assert told["casino"]["rules"]["name"] == "casino"
        assert told["casino"]["edge"] == edge.casino.edge
        assert edge.casino.edge != edge.edge
        assert "rules push; dealer" in str(edge)
        assert "rules casino; dealer" in str(edge)
        assert push.edge_many(["short"]) == [replace(edge, casino=None)]
        # A HouseWay is made again for the other order.
        ways: list[Way] = [push.dealer, "lexicographic"]
        assert push.matrix(ways).casino == casino.matrix([casino.dealer, "lexicographic"])
    assert asia.Game(strict_order=True).edge("short").casino is None
    assert paigow.Game().edge().to_dict()["casino"] is None


def test_a_way_against_itself_has_an_edge_of_plus_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "deal_chunks", lambda: [whole._Chunk(0, 0, 1)])
    assert str(asia.Game().edge().edge) == "0.0"


def test_a_strategy_needs_samples() -> None:
    own = Strategy("mine", "the best setting", BEST.pick)
    with pytest.raises(BadInputError, match="the edge of 'mine' can only be estimated"):
        asia.Game().edge(own)
    with pytest.raises(BadInputError, match="samples must be a whole number"):
        asia.Game().edge(own, samples=1)
