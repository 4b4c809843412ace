"""Equity beside what is on PyPI: pokerfast (OMPEval, C++), poker-equity (Rust), eval7 (C).

One core each, unless said otherwise. Every row of a group answers the same question and asserts the
same answer; nothing is kept from one round to the next. Compare the rows of one table; machines
differ and are noisy.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from astragal import equity
from astragal.cards import cards_text, full_deck, subsets
from astragal.equity.limits import BLOCK
from astragal.equity.notation import range_text
from astragal.equity.spot import read_spot
from astragal.jobs import DaskCluster, LocalThreads

SAMPLES = 16 * BLOCK


def run(
    benchmark: BenchmarkFixture, work: Callable[[], Any], rounds: int, iterations: int = 1
) -> Any:
    return benchmark.pedantic(work, rounds=rounds, iterations=iterations, warmup_rounds=1)


def ompeval(players: list[str], board: str = "") -> list[float]:
    from pokerfast import equity as peer

    found: list[float] = peer.equity(players, board, exact=True, threads=1)
    return found


def rust(players: list[str], board: str = "", game: Any = "holdem") -> list[float]:
    import poker_equity

    result = poker_equity.exact_from_text(game, players, board)
    assert result is not None
    return [player["equity"] for player in result["players"]]


def ours(players: list[str], board: str = "", game: Any = "holdem") -> list[float]:
    result = equity.calculate(players, board=board, game=game, method="exact", threads=1)
    return [player.equity for player in result.players]


def check(found: list[float], first: float) -> None:
    assert found[0] == pytest.approx(first, abs=1e-6)
    assert sum(found) == pytest.approx(1)


@pytest.mark.benchmark(group="exact: AhKh v QsQd, 1,712,304 boards")
@pytest.mark.parametrize("door", [ours, ompeval, rust])
def test_pre_flop(benchmark: BenchmarkFixture, door: Callable[..., list[float]]) -> None:
    rounds = 1 if door is rust else 15
    check(run(benchmark, lambda: door(["AhKh", "QsQd"]), rounds), 791_332 / 1_712_304)


@pytest.mark.benchmark(group="exact: + JcTc on Qh 7h 2c, 903 boards")
@pytest.mark.parametrize("door", [ours, ompeval, rust])
def test_three_way_flop(benchmark: BenchmarkFixture, door: Callable[..., list[float]]) -> None:
    players = ["AhKh", "QsQd", "JcTc"]
    check(run(benchmark, lambda: door(players, "Qh7h2c"), 15, 100), 234 / 903)


@pytest.mark.benchmark(group="exact: AhKh v QQ+,AK")
@pytest.mark.parametrize("door", [ours, ompeval])
def test_range(benchmark: BenchmarkFixture, door: Callable[..., list[float]]) -> None:
    check(run(benchmark, lambda: door(["AhKh", "QQ+,AK"]), 9), 0.4190403)


@pytest.mark.benchmark(group="exact: AhKh v random")
@pytest.mark.parametrize("door", [ours, ompeval])
def test_random(benchmark: BenchmarkFixture, door: Callable[..., list[float]]) -> None:
    check(run(benchmark, lambda: door(["AhKh", "random"]), 3), 0.6704463)


VILLAIN = "QQ+, AKs, JTs"
RIVER = "2c7dJh9s3c"
SMALL_SPOTS = {
    "AhKh on a river": ("AhKh", RIVER, 0.083333),
    "AhKh on a turn": ("AhKh", RIVER[:8], 0.162879),
    "AhKh on a flop": ("AhKh", RIVER[:6], 0.266526),
    "a range on a river": ("22+, A2s+, KTs+, QTs+, AJo+", RIVER, 0.260671),
}


@pytest.mark.benchmark(group=f"exact: small spots against {VILLAIN}")
@pytest.mark.parametrize("door", [ours, ompeval])
@pytest.mark.parametrize("name", SMALL_SPOTS)
def test_small_spots(benchmark: BenchmarkFixture, name: str, door: Callable[..., Any]) -> None:
    hero, board, first = SMALL_SPOTS[name]
    found = run(benchmark, lambda: door([hero, VILLAIN.replace(" ", "")], board), 15, 100)
    check(found, first)


MANY_RANGES = ["QQ+,AK", "JJ,TT,99,AQ", "KQ,QJ,AJs", "88,77,66,JTs"]


@pytest.mark.benchmark(group="exact: ranges of three and four players on a turn")
@pytest.mark.parametrize("door", [ours, ompeval])
@pytest.mark.parametrize(("players", "first"), [(3, 0.424275), (4, 0.269866)])
def test_many_ranges(
    benchmark: BenchmarkFixture, players: int, first: float, door: Callable[..., Any]
) -> None:
    check(run(benchmark, lambda: door(MANY_RANGES[:players], RIVER[:8]), 5, 3), first)


@pytest.mark.benchmark(group="sampled: 1,048,576 deals of ranges of 20 %")
@pytest.mark.parametrize("players", range(2, 10))
def test_samples_of_many_ranges(benchmark: BenchmarkFixture, players: int) -> None:
    found = run(benchmark, lambda: sampled(["20%"] * players), 3)
    assert found == pytest.approx(1 / players, abs=0.004)


@pytest.mark.benchmark(group="sampled: 1,048,576 deals of six tight ranges")
def test_samples_of_tight_ranges(benchmark: BenchmarkFixture) -> None:
    found = run(benchmark, lambda: sampled(["QQ+, AK"] * 6), 3)
    assert found == pytest.approx(1 / 6, abs=0.006)


TYPICAL = "QQ+, AKs, JTs:0.5"


@pytest.mark.benchmark(group="ranges: reading and writing")
@pytest.mark.parametrize("text", [TYPICAL, "15%"])
def test_reading_a_range(benchmark: BenchmarkFixture, text: str) -> None:
    found = run(benchmark, lambda: equity.Range(text), 15, 1000)
    assert len(found) == {TYPICAL: 26, "15%": 200}[text]


@pytest.mark.benchmark(group="ranges: reading and writing")
@pytest.mark.parametrize(
    "text",
    [
        TYPICAL,
        "55+, A9+, A5s+, KJ+, K9s+, QJs",  # 15%
        "22+, A2+, K2+, Q5+, Q2s+, J8+, J5s+, T8+, T7s, 98s",  # 50%
    ],
)
def test_writing_a_range(benchmark: BenchmarkFixture, text: str) -> None:
    hands = equity.Range(text)
    assert (
        run(benchmark, lambda: range_text(hands.hands, hands.weights, hands.game), 15, 1000) == text
    )


@pytest.mark.benchmark(group="ranges: reading 1,014 different texts, and writing them again")
@pytest.mark.parametrize("door", [equity.Range, lambda text: str(equity.Range(text))])
def test_different_ranges(benchmark: BenchmarkFixture, door: Callable[[str], object]) -> None:
    """All like the typical one: pairs, suited hands, and suited hands with a weight."""
    names = [str(hand) for hand in equity.starting_hands()]
    suited = [name for name in names if name.endswith("s")]
    pairs = [name for name in names if len(name) == 2]
    texts = [
        f"{pair}+, {one}, {other}:0.5"
        for pair in pairs
        for one, other in zip(suited, suited[1:] + suited[:1], strict=True)
    ]
    assert len(set(texts)) == 1014
    found = run(benchmark, lambda: [door(text) for text in texts], 15)
    hands = [len(equity.Range(str(one))) for one in found]
    assert sum(hands) == 78 * sum(6 * n for n in range(1, 14)) + 8 * 1014


@pytest.mark.benchmark(group="exact: AhKh v random, what each idea brings")
@pytest.mark.parametrize("symmetry", [False, True])
def test_suit_symmetry(benchmark: BenchmarkFixture, symmetry: bool) -> None:
    """Without symmetry every one of the 1,225 match-ups is counted, with it 367."""
    from astragal import _native

    spot = read_spot(["random", "AhKh"])
    sets, weights = zip(*map(spot.arrays, range(2)), strict=True)
    kept = spot.symmetries if symmetry else [(0, 1, 2, 3)]
    result = run(
        benchmark,
        lambda: _native.count_ranges(
            spot.game.tables, False, sets, weights, 0, 0, kept, 0, 1225, False
        ),
        3,
    )
    assert result[0][1][0] == 1_389_004_215


def unmerged(players: list[str]) -> list[float]:
    """Every board by itself, through the evaluator for arrays."""
    from astragal import poker
    from astragal.cards import card_set

    one, other = map(card_set, players)
    boards = subsets(full_deck(52) & ~(one | other), 5)
    mine, yours = (poker.evaluate_many(boards | np.uint64(hand)) for hand in (one, other))
    first = float(((mine > yours).sum() + (mine == yours).sum() / 2) / len(boards))
    return [first, 1 - first]


@pytest.mark.benchmark(group="exact: AhKh v QsQd, what merging brings")
@pytest.mark.parametrize("door", [ours, unmerged])
def test_merging(benchmark: BenchmarkFixture, door: Callable[..., list[float]]) -> None:
    check(run(benchmark, lambda: door(["AhKh", "QsQd"]), 5), 791_332 / 1_712_304)


PEER_GAMES = {
    "omaha": ("omaha", ["AhAdKhKd", "JsTs9c8c"]),
    "omaha5": ("omaha_five", ["AhAdKhKd5s", "JsTs9c8c7c"]),
    "omaha6": ("omaha_six", ["AhAdKhKd5s4c", "JsTs9c8c7c6d"]),
    "short": ("short_deck", ["AhKh", "9s9d"]),
}


@pytest.mark.benchmark(group="exact: other games, pre-flop")
@pytest.mark.parametrize("peer", [False, True])
@pytest.mark.parametrize("game", PEER_GAMES)
def test_other_games(benchmark: BenchmarkFixture, game: Any, peer: bool) -> None:
    theirs, players = PEER_GAMES[game]
    door = (lambda: rust(players, "", theirs)) if peer else (lambda: ours(players, "", game))
    found = run(benchmark, door, 1 if peer else 3)
    assert found == pytest.approx(ours(players, "", game), abs=1e-9)


def sampled(players: list[str], game: Any = "holdem", threads: int = 1) -> float:
    result = equity.calculate(
        players, game=game, method="sampled", samples=SAMPLES, threads=threads
    )
    return result.players[0].equity


def sampled_rust(players: list[str], game: Any = "holdem") -> float:
    import poker_equity

    result = poker_equity.chunk_from_text(game, players, samples=SAMPLES, threads=1)
    equity_of_first: float = result["players"][0]["equity"]
    return equity_of_first


def sampled_eval7(players: list[str]) -> float:
    import eval7

    hand = [eval7.Card(players[0][:2]), eval7.Card(players[0][2:])]
    other = eval7.HandRange(players[1])
    found: float = eval7.py_hand_vs_range_monte_carlo(hand, other, [], SAMPLES)
    return found


@pytest.mark.benchmark(group="sampled: 1,048,576 deals of AhKh v QsQd")
@pytest.mark.parametrize("door", [sampled, sampled_rust, sampled_eval7])
def test_samples(benchmark: BenchmarkFixture, door: Callable[..., float]) -> None:
    other = "QQ" if door is sampled_eval7 else "QsQd"  # it takes no single hand
    found = run(benchmark, lambda: door(["AhKh", other]), 9)
    assert found == pytest.approx(0.4621, abs=0.005)


@pytest.mark.benchmark(group="sampled: 1,048,576 deals of other games")
@pytest.mark.parametrize("peer", [False, True])
@pytest.mark.parametrize("game", PEER_GAMES)
def test_other_samples(benchmark: BenchmarkFixture, game: Any, peer: bool) -> None:
    theirs, players = PEER_GAMES[game]
    door = (lambda: sampled_rust(players, theirs)) if peer else (lambda: sampled(players, game))
    found = run(benchmark, door, 3)
    assert found == pytest.approx(ours(players, "", game)[0], abs=0.005)


@pytest.fixture(scope="module")
def match_ups() -> NDArray[np.uint64]:
    rng = np.random.default_rng(5)
    hands = subsets(full_deck(52), 2)
    pairs = hands[rng.integers(0, len(hands), (1200, 2))]
    return np.ascontiguousarray(pairs[(pairs[:, 0] & pairs[:, 1]) == 0][:1000])


@pytest.mark.benchmark(group="exact: 1,000 match-ups pre-flop")
@pytest.mark.parametrize("threads", [1, 2])
def test_many(benchmark: BenchmarkFixture, match_ups: NDArray[np.uint64], threads: int) -> None:
    found = run(benchmark, lambda: equity.calculate_many(match_ups, threads=threads), 3)
    assert len(found.deals) == 1000
    assert np.all(found.deals == 1_712_304)


@pytest.mark.benchmark(group="exact: 1,000 match-ups pre-flop")
def test_many_ompeval(benchmark: BenchmarkFixture, match_ups: NDArray[np.uint64]) -> None:
    names = [[cards_text(hand).replace(" ", "") for hand in row] for row in match_ups.tolist()]
    found = run(benchmark, lambda: [ompeval(row) for row in names], 1)
    expected = equity.calculate_many(match_ups).equity
    assert np.allclose(found, expected, atol=1e-6)


@pytest.fixture(scope="module")
def some_starting_hands() -> list[tuple[str, str]]:
    """One in 150 of the pairs of starting hands."""
    names = [str(hand) for hand in equity.starting_hands()]
    pairs = [(one, other) for row, one in enumerate(names) for other in names[row:]]
    return pairs[::150]


def class_by_class(pairs: list[tuple[str, str]]) -> list[float]:
    return [equity.preflop(*pair).equity for pair in pairs]


def class_by_class_ompeval(pairs: list[tuple[str, str]]) -> list[float]:
    return [ompeval(list(pair))[0] for pair in pairs]


@pytest.mark.benchmark(group="exact: 96 of the 14,365 pairs of starting hands")
@pytest.mark.parametrize("door", [class_by_class, class_by_class_ompeval])
def test_starting_hands(
    benchmark: BenchmarkFixture,
    door: Callable[[list[tuple[str, str]]], list[float]],
    some_starting_hands: list[tuple[str, str]],
) -> None:
    assert len(some_starting_hands) == 96
    found = run(benchmark, lambda: door(some_starting_hands), 3)
    assert found == pytest.approx(class_by_class(some_starting_hands), abs=1e-6)


ENGINES = {
    "1 thread": LocalThreads(1),
    "2 threads": LocalThreads(2),
    "2 processes": DaskCluster(workers=2),
}


@pytest.mark.benchmark(group="exact: the pre-flop table, 2,781,381,002,400 deals")
@pytest.mark.parametrize("engine", ENGINES)
def test_preflop_table(benchmark: BenchmarkFixture, engine: str) -> None:
    table = benchmark.pedantic(
        equity.preflop_table, kwargs={"rebuild": True, "engine": ENGINES[engine]}, rounds=1
    )
    assert table.deals.sum() == 2_781_381_002_400


def one_by_one() -> dict[str, float]:
    """The same starting hands, one call of `calculate` for each."""
    return {
        hand: equity.calculate([hand, "random"], board="2c 7d Jh", threads=1).players[0].equity
        for hand in map(str, equity.starting_hands())
    }


def by_hand() -> dict[str, float]:
    return equity.by_hand("random", "random", board="2c 7d Jh", threads=1).starting_hands


@pytest.mark.benchmark(group="exact: all 169 starting hands v random on 2c 7d Jh")
@pytest.mark.parametrize("door", [by_hand, one_by_one])
def test_by_hand(benchmark: BenchmarkFixture, door: Callable[[], dict[str, float]]) -> None:
    found = run(benchmark, door, 3)
    assert len(found) == 169
    assert found["AKs"] == pytest.approx(0.5662449, abs=1e-6)


@pytest.mark.benchmark(group="exact: Omaha before the flop, heads-up, without and with a low half")
@pytest.mark.parametrize(("game", "first"), [("omaha", 0.608714), ("omaha-hilo", 0.693755)])
def test_high_low(benchmark: BenchmarkFixture, game: Any, first: float) -> None:
    found = run(benchmark, lambda: ours(["AhAd2h3d", "KsKcQsJc"], game=game), 10)
    check(found, first)


@pytest.mark.benchmark(group="low half: best low hands of Omaha, one by one")
@pytest.mark.parametrize("door", ["astragal", "pokerkit"])
def test_low_showdowns(benchmark: BenchmarkFixture, door: str) -> None:
    from pokerkit import OmahaEightOrBetterLowHand

    boards = [f"3c 4d 8h {card} Jd".replace(" ", "") for card in ("Ks", "Qs", "Ts", "7s")]

    def work() -> list[bool]:
        if door == "pokerkit":
            return [
                OmahaEightOrBetterLowHand.from_game_or_none("AhKh2c9s", board) is not None
                for board in boards
            ]
        return [
            bool(
                equity.calculate(["AhKh2c9s", "KdQdQc9c"], board=board, game="omaha-hilo")
                .players[0]
                .low
            )
            for board in boards
        ]

    assert run(benchmark, work, 10) == [True] * 4


@pytest.mark.benchmark(group="jam or fold: 10 big blinds, from the table")
def test_pushfold(benchmark: BenchmarkFixture) -> None:
    equity.preflop_table()
    found = run(benchmark, lambda: equity.pushfold(10), 3)
    assert found.exploitability <= 1e-4
