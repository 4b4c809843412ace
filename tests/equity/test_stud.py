"""Seven-card stud, high-low and razz: against pokerkit, deal by deal."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from astragal import equity
from astragal.cards import card_name
from astragal.errors import BadInputError, UnknownNameError


def pots(game: Any, hands: Sequence[Sequence[int]]) -> list[tuple[Fraction, Fraction]]:
    """Return what each player gets of the pot: high (in razz the only one) and low."""
    from pokerkit import EightOrBetterLowHand, RegularLowHand, StandardHighHand

    texts = ["".join(map(card_name, hand)) for hand in hands]
    kind: Any = RegularLowHand if game == "razz" else StandardHighHand
    highs = [kind.from_game(text) for text in texts]
    lows = [
        EightOrBetterLowHand.from_game_or_none(text) if game == "stud-hilo" else None
        for text in texts
    ]
    made = [low for low in lows if low is not None]
    half = Fraction(1, 2) if made else Fraction(1)
    found = []
    for high, low in zip(highs, lows, strict=True):
        best, best_low = max(highs), max(made, default=None)
        top = half / sum(one == best for one in highs) if high == best else Fraction(0)
        shares = low is not None and low == best_low
        found.append((top, half / sum(one == best_low for one in made) if shares else Fraction(0)))
    return found


def deals(known: Sequence[list[int]], live: list[int]) -> list[list[list[int]]]:
    if not known:
        return [[]]
    return [
        [[*known[0], *cards], *rest]
        for cards in combinations(live, 7 - len(known[0]))
        for rest in deals(known[1:], [card for card in live if card not in cards])
    ]


@pytest.mark.parametrize("game", ["stud", "stud-hilo", "razz"])
@pytest.mark.parametrize("sizes", [(6, 6), (5, 7), (6, 6, 6)])
def test_every_deal_is_that_of_pokerkit(game: Any, sizes: tuple[int, ...]) -> None:
    rng = random.Random(f"{game}{sizes}")
    low_cards = [card for card in range(52) if card < 32 or card >= 48]
    cards = rng.sample(low_cards, len(low_cards))
    known, at = [], 0
    for size in sizes:
        known.append(cards[at : at + size])
        at += size
    live = cards[at : at + 7]
    dead = [card for card in range(52) if card not in cards[: at + 7]]
    result = equity.calculate(known, dead=dead, game=game)
    every = deals(known, live)
    assert (result.method, result.deals) == ("exact", len(every))
    sums = [[Fraction(0)] * 2 for _ in sizes]
    for hands in every:
        for row, pot in zip(sums, pots(game, hands), strict=True):
            row[0] += pot[0]
            row[1] += pot[1]
    for player, (high, low) in zip(result.players, sums, strict=True):
        assert player.equity == pytest.approx(float((high + low) / len(every)), abs=1e-12)
        if game == "stud-hilo":
            assert player.low == pytest.approx(float(low / len(every)), abs=1e-12)


@pytest.mark.parametrize("game", ["stud", "stud-hilo", "razz"])
def test_samples_agree_with_the_count(game: Any) -> None:
    players = ["As 2c 3d 4h Kc", "2d 2h 7c 7d 9s"]
    exact = equity.calculate(players, dead="Ts Jd", game=game, method="exact", threads=2)
    assert exact.deals == comb(40, 2) * comb(38, 2)
    sample = equity.calculate(players, dead="Ts Jd", game=game, method="sampled", samples=300_000)
    assert sample.error is not None
    assert abs(sample.players[0].equity - exact.players[0].equity) < 1.5 * sample.error
    again = equity.calculate(
        players, dead="Ts Jd", game=game, method="sampled", samples=300_000, threads=1
    )
    assert again == sample


def test_nothing_is_known_of_a_player() -> None:
    result = equity.calculate(["As Ad Ah", "", ""], game="stud", samples=100_000)
    assert result.method == "sampled"
    assert result.players[0].equity > 0.7
    assert abs(result.players[1].equity - result.players[2].equity) < 0.02


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (["As", "As"], {}, "'As' is in two places"),
        (["As"], {}, "1 player"),
        (["As 2s 3s 4s 5s 6s 7s 8s", "Kd"], {}, "at most seven cards"),
        (["Ax", "Kd"], {}, "'Ax'"),
        (["As", "Kd"], {"board": "2c 3c 4c"}, "no board"),
        ([""] * 7, {"dead": "2c 3c 4c 5c"}, "need 53 cards"),
    ],
)
def test_wrong_input_is_quoted(players: list[str], options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        equity.calculate(players, game="razz", **options)


def test_final_hands_are_not_counted() -> None:
    with pytest.raises(BadInputError, match="final hands are not counted in razz"):
        equity.final_hands(["As", "Kd"], game="razz")


def test_other_functions_say_that_stud_has_no_board() -> None:
    with pytest.raises(BadInputError, match="razz has no board"):
        equity.next_cards(["As", "Kd"], board="", game="razz")
    with pytest.raises(UnknownNameError, match=r"no game 'chess'.*razz"):
        equity.calculate(["AhKh", "QsQd"], game="chess")
