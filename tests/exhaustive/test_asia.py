"""Asia Poker by plain enumeration: every hand set by itself, no classes."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from setting.cards import game_of, setting_to_reference, to_reference

from astragal import _native
from astragal._intervals import mean_error
from astragal.asia import Game, Rules, find_rules, hand_rank
from astragal.cards import CardSet, card_set, complement, full_deck, subset_count, subsets
from astragal.setting import HandRank
from astragal.setting.hand import rank_tables
from astragal.setting.house_way import find_way, ordered_points
from astragal.setting.ranking import outcome_counts
from astragal.setting.sample import MOST_GAIN, random_hands

from reference import asia as reference

DOCS = Path(__file__).parents[2] / "docs"
CHUNK = 2_000_000
PUSH, CASINO = find_rules("push"), find_rules("casino")
BALANCED = Game("casino", dealer="balanced")
WAYS = PUSH.ways.names
Counts = NDArray[np.int64]

# The twelve vectors' hands and others: joker and none, long suits, pairs, quads, nothing.
HANDS = [
    "As Kd Qh Jc 9s 7d 4h", "Jk Ks Kd 9h 8c 5d 2s", "As Ah Ad Ac Jk 7d 7h", "9s 8s 7s 6s 5s 4s 2s",
    "Jh Js 8d 8c 4s 4h 2c", "2c 2d 2h 2s 3c 3d 3h", "Jk Qs Js 9s 4d 4h 3c", "Ac 2d 3h 4s 9c Jd Kh",
    "7c 7d 7h Ks Qd 5s 2h", "Th Ts 6c 6d Ad Kh 3s", "Jk 2c 3d 4h 8s 9s Ts", "5c 6c 7c 8c Kd Kh As",
    "2c 3d 4h 5s 7c 8d 9h", "Jk As 2s 3s Kd Qd Jd", "Kc Kd Kh Qc Qd Qh Jc", "Tc Td 9c 9d 8c 8d 7c",
    "Ah Kh Qh Jh Th 9h 8h", "Jk Ac Ad Kc Kd Qc Qd", "6s 6h 6d 2c 3c 4c 5c", "Qs 9d 8h 7c 5s 3d 2h",
]  # fmt: skip


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def plain_outcomes(deck: CardSet, rules: Rules) -> Counts:
    """How many of all hands from the deck have each value, every hand set by itself."""
    total = subset_count(deck, 7)

    def part(ends: tuple[int, int]) -> Counts:
        hands = subsets(deck, 7, start=ends[0], count=ends[1] - ends[0])
        points = ordered_points("lexicographic", rules)
        values = _native.setting_points_plainly(rank_tables(rules).native, *points, hands)
        return np.bincount(values, minlength=1 << 24)

    edges = [*range(0, total, CHUNK), total]
    counts = np.zeros(1 << 24, np.int64)
    with ThreadPoolExecutor(2) as pool:
        for counted in pool.map(part, pairwise(edges)):
            counts += counted
    assert counts.sum() == total
    return counts


def plain_score(value: int, counts: Counts) -> tuple[int, int]:
    theirs = np.flatnonzero(counts)
    fields = [(value >> 11, theirs >> 11), (value >> 4 & 0x7F, theirs >> 4 & 0x7F)]
    fields.append((value & 0xF, theirs & 0xF))
    won = sum((mine > other).astype(int) for mine, other in fields)
    lost = sum((mine < other).astype(int) for mine, other in fields)
    return int(counts[theirs[won >= 2]].sum()), int(counts[theirs[lost >= 2]].sum())


@pytest.mark.parametrize("hand", HANDS)
def test_all_53524680_dealer_hands(hand: str) -> None:
    mine = card_set(hand)
    counts = plain_outcomes(complement(mine, 53), PUSH)
    answer = Game(dealer="lexicographic").rank(mine)
    assert answer.dealer_hands == 53_524_680
    for row in answer:
        assert (row.wins, row.losses) == plain_score(row.value, counts), str(row.setting)


@pytest.mark.parametrize("rules", [PUSH, CASINO], ids=str)
def test_all_154143080_hands_are_set_as_their_class(rules: Rules) -> None:
    way = find_way("lexicographic", rules)
    plain = plain_outcomes(full_deck(53), rules)
    assert plain.sum() == comb(53, 7)
    by_class = np.zeros_like(plain)
    by_class[way.outcomes] = outcome_counts(way, full_deck(53))
    np.testing.assert_array_equal(by_class, plain)


def test_the_whole_game_agrees_with_exact_counts_of_a_sample() -> None:
    """Within 4 standard errors: a right program would fail for one seed in 16,000."""
    whole = Game().edge()
    assert whole.deals == 8_250_459_031_214_400
    assert whole.wins == whole.losses
    assert whole.wins + whole.losses + whole.pushes == whole.deals
    sample = Game().rank_many(random_hands(20_000, 3).tolist())
    won = np.array([answer.house.win for answer in sample])
    assert abs(won.mean() - whole.wins / whole.deals) <= 4 * won.std(ddof=1) / len(won) ** 0.5


def test_the_costs_of_the_cards_to_play_from() -> None:
    """As the docs give them: `standard` and `points` at most 0.3 % worse than the balanced way."""
    balanced, *cards = BALANCED.edge_many(["balanced", "standard", "points", "short"])
    for card in (balanced, *cards):
        cost = card.edge - balanced.edge
        assert cost <= (0.009 if card.player == "short" else 0.003)
        shown = f" {cost:.4%}".replace("%", " %") if cost else ""
        edge_shown = f"{card.edge:.4%}".replace("%", " %")
        row = f"| `{card.player}` | {card.wins:,} | {edge_shown} |{shown} |"
        assert row in page("asia.md")
    edge = BALANCED.edge("balanced")
    shown = f"# {edge}\nprint(edge.wins, edge.method)\n# {edge.wins} {edge.method}\n"
    assert shown in page("asia.md")


def test_the_edges_of_every_named_way_against_every_other() -> None:
    """As their files give them; one pair as the game of two ways counts it."""
    push = Game().matrix()
    assert push.casino is not None
    for rules, matrix in ((PUSH, push), (CASINO, push.casino)):
        for dealer in PUSH.ways.listed:
            (counted,) = (edges for edges in dealer.edges if edges.rules == rules.name)
            edges = {player: round(100 * matrix.edge(player, dealer.name), 4) for player in WAYS}
            assert edges == counted.percent
        pair = Game(rules, dealer="balanced").edge("short")
        assert matrix.edge("short", "balanced") == pair.edge


def test_the_cost_of_each_switch() -> None:
    """As the docs give it, for `standard` against itself."""
    shown: dict[str, dict[str, bool | str]] = {
        "": {}, "`copies=push`": {"copies": "push"},
        "`quads_over_straight_flush=false`": {"quads_over_straight_flush": False},
        "`wheel='second highest'`": {"wheel": "second highest"},
        "`strict_order=true`": {"strict_order": True},
    }  # fmt: skip
    for name, switches in shown.items():
        edge = Game(find_rules("casino", **switches)).edge()
        assert f"| {name or 'none'} | {100 * edge.edge:.4f} % |" in page("results.md")


def test_the_error_of_a_sampled_edge_covers_as_often_as_it_says() -> None:
    """The gains of best play over `balanced`, which are rare: 1,000 samples of 20,000 hands.

    At least 93.4 % of them, 2.3 standard deviations below 95 %; not nearly all.
    """
    hands = random_hands(20_000, 6).tolist()
    rankings = Game("casino", dealer="balanced", objective="ev").rank_many(hands)
    gains = np.array([ranking.best.ev - ranking.house.ev for ranking in rankings])
    for size in (300, 1_000):
        draw = np.random.default_rng(size)
        samples = [draw.choice(gains, size) for _ in range(1_000)]
        covered = [
            abs(sample.mean() - gains.mean()) <= mean_error(sample, MOST_GAIN) for sample in samples
        ]
        assert 934 <= sum(covered) <= 985


@pytest.mark.parametrize("rules", [PUSH, CASINO], ids=str)
def test_cards_are_played_as_by_hand(rules: Rules) -> None:
    game = game_of(rules)
    lines = [rule.make or {} for rule in Game().card("standard").rules]
    points = Game().card("points").points
    for hand in random_hands(5_000, 8).tolist():
        cards = to_reference(hand)
        by_hand = {
            "standard": reference.first_line(cards, game, lines)[1],
            "points": reference.most_points(cards, game, points),
        }
        for name, expected in by_hand.items():
            setting = setting_to_reference(find_way(name, rules).set(hand))
            assert reference.worths(setting, game) == reference.worths(expected, game)


def test_all_292825_fours_are_ordered_as_in_the_reference() -> None:
    game = game_of(PUSH)
    seen: dict[reference.Worth, HandRank] = {}
    categories: Counter[int] = Counter()
    for ids in combinations(range(53), 4):
        worth = reference.worth(tuple(reference.DECK[card] for card in ids), game)
        categories[worth[0]] += 1
        rank = hand_rank(ids, rules=PUSH)
        assert seen.setdefault(worth, rank) == rank, ids
    assert sum(categories.values()) == comb(53, 4) == 292_825
    assert [categories[n] for n in range(8, 0, -1)] == [
        180, 17, 3_824, 4_812, 2_832, 3_096, 89_136, 188_928,
    ]  # fmt: skip
    ordered = [seen[worth].value for worth in sorted(seen)]
    assert ordered == sorted(set(ordered))
    assert len(ordered) == 2535
