"""The native engine with five and two cards, against pai gow poker by the letter.

The tables of the rules are made from the reference, one hand at a time, so no code is shared.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import CardSet, card_ids, card_set, full_deck, subsets

from reference import paigow as reference

FULL = full_deck(53)
JOKER_RANK = 13
GAME = reference.Game()
COPIES = (-1, 0, 1)
PUSHES = ("none", "queen-high", "nine-high")
Points: TypeAlias = NDArray[np.int32]


def to_reference(hand: CardSet) -> reference.Cards:
    return tuple(reference.DECK[card] for card in card_ids(hand))


def as_cards(ranks: Sequence[int], suited: bool) -> reference.Cards:
    """Cards of these ranks, 13 the joker: of one suit, or of several."""
    suits = "s" * 5 if suited else "cdhsc"
    return tuple(
        None if rank == JOKER_RANK else (rank + 2, suit)
        for rank, suit in zip(ranks, suits, strict=False)
    )


def place(ranks: Sequence[int]) -> int:
    number = 0
    for rank in ranks:
        number = 14 * number + rank
    return number


class Tables:
    """All fives and twos in order, and the rules that native loops read."""

    def __init__(self) -> None:
        rank_lists = [
            ranks
            for ranks in combinations_with_replacement(range(JOKER_RANK, -1, -1), 5)
            if ranks.count(JOKER_RANK) < 2 and all(ranks.count(rank) < 5 for rank in ranks)
        ]
        by_ranks = {
            place(ranks): reference.five(as_cards(ranks, suited=False), GAME)
            for ranks in rank_lists
        }
        suited = {
            sum(1 << rank for rank in ranks): reference.five(as_cards(ranks, suited=True), GAME)
            for ranks in combinations(range(JOKER_RANK, -1, -1), 5)
        }
        twos = {
            place(ranks): reference.two(as_cards(ranks, suited=False))
            for ranks in combinations_with_replacement(range(JOKER_RANK, -1, -1), 2)
            if ranks != (JOKER_RANK, JOKER_RANK)
        }
        self.fives = sorted({*by_ranks.values(), *suited.values()})
        self.twos = sorted(set(twos.values()))
        assert len(self.fives) == 7463
        assert len(self.twos) == 91
        least = [
            next(n for n, (kind, ranks) in enumerate(self.fives)
                 if (kind, ranks[: len(two[1])]) >= two)
            for two in self.twos
        ]  # fmt: skip
        self.native = _native.PaigowRules(
            self.table(14**5, by_ranks, self.fives).astype(np.uint16),
            self.table(2**14, suited, self.fives).astype(np.uint16),
            self.table(14**2, twos, self.twos).astype(np.uint8),
            np.array(least, np.uint16),
        )

    @staticmethod
    def table(
        size: int, worths: dict[int, reference.Worth], ascending: list[reference.Worth]
    ) -> NDArray[np.int64]:
        table = np.zeros(size, np.int64)
        for at, worth in worths.items():
            table[at] = bisect_left(ascending, worth)
        return table

    def value(self, worths: reference.Worths) -> int:
        return bisect_left(self.fives, worths[0]) << 11 | bisect_left(self.twos, worths[1]) << 4

    def worths(self, value: int) -> reference.Worths:
        return self.fives[value >> 11], self.twos[value >> 4 & 0x7F]


@cache
def tables() -> Tables:
    return Tables()


@cache
def points(seed: int) -> tuple[Points, Points, Points]:
    """Few different points, so that many settings have equally many."""
    rng = np.random.default_rng(seed)
    high, two = (rng.integers(0, 6, size, dtype=np.int32) for size in (7463, 91))
    return high, two, np.zeros(1, np.int32)


class Way:
    """A way by random points."""

    def __init__(self, seed: int, push: str) -> None:
        rules = tables().native
        choice = _native.setting_points(rules, *points(seed))
        by_class, bad = _native.setting_outcomes(rules, choice)
        assert bad == _native.SETTING_CLASSES
        self.values, self.outcome = np.unique(by_class, return_inverse=True)
        game, fives, twos = reference.Game(push=push), tables().fives, tables().twos
        by_five = np.array([reference.forces_push((five, twos[0]), game) for five in fives])
        by_two = np.array([reference.forces_push((fives[0], two), game) for two in twos])
        self.pushes = by_five[self.values >> 11] | by_two[self.values >> 4 & 0x7F]
        self.native = _native.SettingWay(
            self.values, self.outcome.astype(np.uint32), self.pushes.astype(np.uint8)
        )


@cache
def find_way(seed: int, push: str = "none") -> Way:
    return Way(seed, push)


def value_by_hand(hand: CardSet, seed: int) -> int:
    """The value of the way by random points, chosen from all settings that are written out."""
    high, two, _ = points(seed)

    def preference(value: int) -> tuple[int, int, int]:
        five, low = value >> 11, value >> 4 & 0x7F
        return int(high[five]) + int(two[low]), low, five

    settings = reference.legal(to_reference(hand), GAME)
    values = [tables().value(reference.worths(setting, GAME)) for setting in settings]
    return max(values, key=preference)


def wins_and_losses(mine: int, dealer: int, copies: int, push: str) -> tuple[bool, bool]:
    """Who wins the bet: where copies push, each side needs the other's rule for them."""
    worths = tables().worths(mine), tables().worths(dealer)
    dealer_banks = reference.compare(*worths, reference.Game(push=push))
    player_banks = reference.compare(*worths, reference.Game(player_banks=True, push=push))
    wins = (player_banks if copies == 1 else dealer_banks) == "win"
    losses = (dealer_banks if copies == -1 else player_banks) == "loss"
    return wins, losses


def random_hands(number: int, seed: int = 0) -> list[CardSet]:
    """Some with the joker, and some with many cards of one suit."""
    rng = np.random.default_rng(seed)
    hands = []
    for n in range(number):
        cards = [card for card in range(53) if n % 3 or card % 4 == n % 4 or card > 40]
        hands.append(card_set(map(int, rng.choice(cards, 7, replace=False)), deck=53))
    return hands


@pytest.mark.parametrize("hand", random_hands(30))
def test_settings_are_those_of_the_reference(hand: CardSet) -> None:
    settings = reference.legal(to_reference(hand), GAME)
    values = [tables().value(reference.worths(setting, GAME)) for setting in settings]
    rows = _native.setting_settings(tables().native, hand)
    assert [value for value, _, _ in rows] == sorted(set(values), reverse=True)
    assert [same for _, _, same in rows] == [values.count(value) for value, _, _ in rows]
    cards = sorted(card_ids(hand), reverse=True)
    positions = _native.setting_positions(tables().native)
    assert positions.shape == (21, 7)
    for value, setting, _ in rows:
        split = [reference.DECK[cards[at]] for at in positions[setting]]
        worths = reference.worths((tuple(split[:5]), tuple(split[5:])), GAME)
        assert tables().value(worths) == value
        assert _native.setting_of_value(tables().native, hand, value) == setting
    assert _native.setting_of_value(tables().native, hand, 7463 << 11) == 21


@pytest.mark.parametrize("seed", [1, 2])
def test_a_way_sets_hands_as_if_written_out(seed: int) -> None:
    way = find_way(seed)
    hands = np.array(random_hands(300, seed), np.uint64)
    by_class = way.values[way.outcome[_native.setting_class_of(hands)]]
    plain = _native.setting_points_plainly(tables().native, *points(seed), hands)
    by_hand = [value_by_hand(hand, seed) for hand in hands.tolist()]
    assert by_class.tolist() == plain.tolist() == by_hand


SMALL_DECKS = ["As Ks Qs Js Ts 9s 8s Jk Ah Kh Kd 2c", "Jk As 5s 4s 3s 2s Ad Ah Ac 6s 6d 9c",
               "Qc Jd 9h 8c 7d 6h 5s 4c 3d 9s 2h Qd"]  # fmt: skip


@cache
def dealt(text: str, must: str) -> dict[int, int]:
    """How many hands of a small deck that hold `must` have each value, one hand after another."""
    deck, held = card_set(text, deck=53), card_set(must, deck=53)
    numbers: dict[int, int] = {}
    for rest in subsets(deck & ~held, 7 - len(card_ids(held))).tolist():
        value = value_by_hand(rest | held, seed=1)
        numbers[value] = numbers.get(value, 0) + 1
    return numbers


@pytest.mark.parametrize("text", SMALL_DECKS)
@pytest.mark.parametrize("must", ["", "As 9h"])
def test_hands_of_a_small_deck_are_counted(text: str, must: str) -> None:
    way = find_way(1)
    counts = _native.setting_count(way.native, card_set(text, deck=53), card_set(must, deck=53))
    there = counts > 0
    counted = dict(zip(way.values[there].tolist(), counts[there].tolist(), strict=True))
    assert counted == dealt(text, must)


@pytest.mark.parametrize("push", PUSHES)
@pytest.mark.parametrize("copies", COPIES)
def test_scores_are_those_of_the_reference(copies: int, push: str) -> None:
    way = find_way(1, push)
    dealers = dealt(SMALL_DECKS[2], "")
    counts = _native.setting_count(way.native, card_set(SMALL_DECKS[2], deck=53), 0)
    assert counts[way.pushes].any() == (push != "none")
    for hand in random_hands(3, seed=3):
        values = [value for value, _, _ in _native.setting_settings(tables().native, hand)]
        rows = _native.setting_score(
            tables().native, way.native, counts, np.array(values, np.uint32), copies
        )
        for mine, row in zip(values, rows.tolist(), strict=True):
            expected = np.zeros(6, int)
            for dealer, times in dealers.items():
                result = wins_and_losses(mine, dealer, copies, push)
                five = dealer >> 11 < mine >> 11, dealer >> 11 > mine >> 11
                low = dealer & 0x7FF, mine & 0x7FF
                two = low[0] < low[1], low[0] > low[1]
                expected += times * np.array([*result, *five, *two], int)
            assert row == expected.tolist()


def count_pairs(
    player: Way, mine: NDArray[np.uint32], dealer: Way, his: NDArray[np.uint32], copies: int
) -> list[int]:
    """Wins and losses over all pairs: a table of dealer hands by five and two, summed up."""
    box = np.zeros((7464, 92), np.int64)
    high, two = dealer.values >> 11, dealer.values >> 4 & 0x7F
    np.add.at(box, (high + 1, two + 1), np.where(dealer.pushes, 0, his))
    below = box.cumsum(axis=0).cumsum(axis=1)
    high, two = player.values >> 11, player.values >> 4 & 0x7F
    winning, losing = int(copies == 1), int(copies != -1)
    wins = below[high + winning, two + winning]
    fives, twos = below[high + losing, -1], below[-1, two + losing]
    losses = below[-1, -1] - fives - twos + below[high + losing, two + losing]
    return [int((wins * mine).sum()), int((losses * mine).sum())]


@pytest.mark.parametrize("push", ["none", "queen-high"])
@pytest.mark.parametrize("copies", COPIES)
@pytest.mark.parametrize("text", ["", "Jk As Ks", "2c 3c 4c 5c", "Qh Jh 9h 4d 2d",
                                  "Jk 9s 8s 7s 2d 3d"])  # fmt: skip
def test_duels_are_sums_over_pairs(text: str, copies: int, push: str) -> None:
    held = card_set(text, deck=53)
    ways = [find_way(seed, push) for seed in (1, 2)]
    counts = [_native.setting_count(way.native, FULL & ~held, held) for way in ways]
    pairs = [*product((0, 1), (0, 1))]
    results = _native.setting_duels(
        tables().native, [way.native for way in ways], pairs,
        np.array([held], np.uint64), np.array([3], np.uint8), copies,
    )  # fmt: skip
    for (first, second), row in zip(pairs, results.tolist(), strict=True):
        expected = count_pairs(ways[first], counts[first], ways[second], counts[second], copies)
        assert row == [3 * number for number in expected]


@pytest.mark.parametrize("copies", COPIES)
def test_a_duel_of_hands_written_out(copies: int) -> None:
    """All hands with six given cards, of the player and of the dealer, by the letter."""
    held = card_set("Jk As Ks 9d 9c Qh", deck=53)
    hands = [hand | held for hand in subsets(FULL & ~held, 1).tolist()]
    values = [[value_by_hand(hand, seed) for hand in hands] for seed in (1, 2)]
    row = _native.setting_duels(
        tables().native, [find_way(seed, "nine-high").native for seed in (1, 2)], [(0, 1)],
        np.array([held], np.uint64), np.ones(1, np.uint8), copies,
    )[0]  # fmt: skip
    results = [wins_and_losses(mine, his, copies, "nine-high") for mine, his in product(*values)]
    assert row.tolist() == np.array(results).sum(axis=0).tolist()


GROUPS = ["Th Ts 6c 6d Ad Kh 3s", "As Ks Qs Js 9s 4h 2h", "Jk As Ks Qs 7h 7d 2c",
          "Ah Ad Ac As Kh Kd 5c", "9h 8h 7h 6h 5h 4h 2h"]  # fmt: skip


@pytest.mark.parametrize("push", ["none", "queen-high"])
@pytest.mark.parametrize("copies", COPIES)
@pytest.mark.parametrize("by_ev", [False, True])
@pytest.mark.parametrize("text", GROUPS)
def test_best_settings_score_best(text: str, by_ev: bool, copies: int, push: str) -> None:
    """Hands of equal ranks, against each of them counted alone."""
    rules, way = tables().native, find_way(1, push).native
    first = _native.setting_suit_class(card_set(text, deck=53)) - 1
    hands = _native.setting_suit_class_hands(first, 4)[0]
    player = _native.setting_points_plainly(rules, *points(2), hands)
    rows = _native.setting_best_settings(rules, way, player, copies, 19, 20, by_ev, first)
    for hand, chosen, row in zip(hands.tolist(), player.tolist(), rows.tolist(), strict=True):
        values = [value for value, _, _ in _native.setting_settings(rules, hand)]
        counts = _native.setting_count(way, FULL & ~hand, 0)
        scores = _native.setting_score(rules, way, counts, np.array(values, np.uint32), copies)
        results = dict(zip(values, scores[:, :2].tolist(), strict=True))

        def preference(value: int, results: dict[int, list[int]] = results) -> tuple[int, ...]:
            wins, losses = results[value]
            return (19 * wins - 20 * losses, wins) if by_ev else (wins, -losses)

        best = max(values, key=lambda value: (*preference(value), value))
        others = [value for value in values
                  if value >> 11 > best >> 11 or value >> 4 & 0x7F > best >> 4 & 0x7F]  # fmt: skip
        second = results[max(others, key=preference)] if others else [0, 53_524_680]
        assert row == [best, *results[best], *results[chosen], *second]


@pytest.mark.parametrize("push", PUSHES)
@pytest.mark.parametrize("copies", COPIES)
def test_score_tables_are_scores_of_every_value(copies: int, push: str) -> None:
    rules, way = tables().native, find_way(1, push)
    counts = _native.setting_count(way.native, FULL, 0)
    table = _native.setting_score_table(rules, way.native, counts, copies, 19, 20, 7463)
    chosen = np.random.default_rng(1).choice(way.values, 21, replace=False)
    rows = _native.setting_score(rules, way.native, counts, chosen, copies)
    cells = (chosen >> 11) * 91 + (chosen >> 4 & 0x7F)
    net = (19 * rows[:, 0] - 20 * rows[:, 1]) / (20 * 154_143_080)
    assert table.shape == (7463 * 91,)
    assert table[cells].tolist() == net.tolist()


def class_settings(number: int) -> dict[int, int]:
    """The value of every legal setting of a class; cards of no long suit are of other suits."""
    others = iter("cdcdcdc")
    ranks, suits = (part[number].tolist() for part in class_cards())
    cards = tuple(
        None if rank == JOKER_RANK else (rank + 2, {1: "s", 2: "h"}.get(suit) or next(others))
        for rank, suit in zip(ranks, suits, strict=True)
    )
    return {
        place: tables().value(reference.worths(setting, GAME))
        for place, setting in enumerate(reference.settings(cards))
        if reference.is_legal(setting, GAME)
    }


@cache
def class_cards() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    return _native.setting_class_cards()


def test_best_responses_have_the_greatest_score() -> None:
    rules, way, classes = tables().native, find_way(1).native, range(700_000, 700_100)
    scores = np.zeros((120, 7463 * 91), np.float32)
    counts = _native.setting_count(way, FULL, 0)
    scores[0] = _native.setting_score_table(rules, way, counts, -1, 19, 20, 7463)
    choice = _native.setting_points(rules, *points(2))[classes.start : classes.stop]
    best, gain = _native.setting_best_responses(rules, scores, 0.0, classes.start, choice)
    for at, number in enumerate(classes):
        score_of = {
            place: scores[0, (value >> 11) * 91 + (value >> 4 & 0x7F)]
            for place, value in class_settings(number).items()
        }
        assert score_of[int(best[at])] == max(score_of.values())
        assert gain[at] == max(score_of.values()) - score_of[int(choice[at])]


def test_lines_choose_the_first_that_can_be_made() -> None:
    """Two pair behind aces in front, else a pair in front, else anything."""
    pairs = [n for n, two in enumerate(tables().twos) if two[0] == reference.PAIR]
    two_pair = bisect_left(tables().fives, (reference.TWO_PAIR, ()))
    lines = [(two_pair, pairs[-1], 0), (0, pairs[0], 0), (0, 0, 0)]
    classes = np.arange(0, _native.SETTING_CLASSES, 1997, dtype=np.uint32)
    choice = _native.setting_make(tables().native, np.array(lines, np.uint32), classes)
    decides = [0, 0, 0]
    for number, place in zip(classes.tolist(), choice.tolist(), strict=True):
        settings = class_settings(number)
        for line, (high, two, _) in enumerate(lines):
            enough = [value for value in settings.values()
                      if value >> 11 >= high and value >> 4 & 0x7F >= two]  # fmt: skip
            if enough:
                decides[line] += 1
                break
        assert settings[place] == max(enough, key=lambda value: (value & 0x7FF, value))
    assert min(decides) > 0
    missed = _native.setting_make(tables().native, np.array([[0, 0, 1]], np.uint32), classes[:3])
    assert missed.tolist() == [21, 21, 21]


def test_legal_settings_are_counted() -> None:
    legal = _native.setting_legal_settings(tables().native)
    hand = card_set("Jk As Ks 9d 9c Qh 2d", deck=53)
    number = len(reference.legal(to_reference(hand), GAME))
    assert legal[_native.setting_class(hand)] == number
