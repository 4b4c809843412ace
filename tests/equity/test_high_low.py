"""Omaha with a low half: against the slow reference and pokerkit."""

import random
from fractions import Fraction
from typing import Any

import pytest

from astragal import equity
from astragal.cards import card_ids, card_name, card_set
from astragal.errors import BadInputError
from astragal.poker import VARIANTS, Variant

from reference import equity as reference


def deal(rng: random.Random, hole: int, players: int, board: int) -> tuple[list[int], int, int]:
    """Return hands, a board with low cards, and all but twelve other cards as dead."""
    low = [card for card in range(52) if card < 28 or card >= 48]
    cards = rng.sample(low, board) if board else []
    rest = [card for card in range(52) if card not in cards]
    rng.shuffle(rest)
    hands = [card_set(rest[i * hole : (i + 1) * hole]) for i in range(players)]
    return hands, card_set(cards), card_set(rest[players * hole + 12 :])


@pytest.mark.parametrize("game", ["omaha-hilo", "omaha5-hilo", "omaha6-hilo"])
@pytest.mark.parametrize(("players", "board"), [(2, 3), (3, 4), (4, 4), (2, 5)])
def test_both_halves_are_those_of_the_reference(game: Any, players: int, board: int) -> None:
    rng = random.Random(f"{game}{players}{board}")
    hands, cards, dead = deal(rng, VARIANTS[game].hole, players, board)
    result = equity.calculate(hands, board=cards, dead=dead, game=game)
    ids = [tuple(card_ids(one)) for one in (*hands, cards, dead)]
    sums, deals = reference.count_high_low(ids[:players], ids[-2], ids[-1])
    assert result.deals == deals
    for player, (high, low, alone, part) in zip(result.players, sums, strict=True):
        assert player.high == pytest.approx(float(high / deals), abs=1e-14)
        assert player.low == pytest.approx(float(low / deals), abs=1e-14)
        assert player.equity == pytest.approx(float((high + low) / deals), abs=1e-14)
        assert [player.wins, player.ties] == [int(alone), int(part)]
        assert player.scoop == player.win == pytest.approx(float(alone / deals), abs=1e-14)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-14)


def test_quarters() -> None:
    """Both have A2 for the low half; one also has the better high hand."""
    result = equity.calculate(["AhKh2c9s", "AdQd2s9c"], board="3c 4d 8h Ks Jd", game="omaha-hilo")
    assert [player.equity for player in result.players] == [0.75, 0.25]
    assert [(player.high, player.low) for player in result.players] == [(0.5, 0.25), (0.0, 0.25)]
    assert [player.wins for player in result.players] == [0, 0]


@pytest.mark.parametrize("deals", [80, pytest.param(800, marks=pytest.mark.verify)])
def test_winners_are_those_of_pokerkit(deals: int) -> None:
    from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand

    rng = random.Random(8)
    lows = 0
    for _ in range(deals):
        cards = rng.sample(range(52), 13)
        hands, board = [cards[:4], cards[4:8]], cards[8:]
        texts = ["".join(map(card_name, one)) for one in (*hands, board)]
        result = equity.calculate(hands, board=board, game="omaha-hilo")
        highs = [OmahaHoldemHand.from_game(text, texts[2]) for text in texts[:2]]
        low = [OmahaEightOrBetterLowHand.from_game_or_none(text, texts[2]) for text in texts[:2]]
        made = [one for one in low if one is not None]
        lows += bool(made)
        half = Fraction(1, 2) if made else Fraction(1)
        for player, high, own in zip(result.players, highs, low, strict=True):
            best = max(highs)
            expected = half / sum(one == best for one in highs) if high == best else Fraction(0)
            assert player.high == float(expected)
            best_low = max(made, default=None)
            shared = own is not None and own == best_low
            expected = half / sum(one == best_low for one in made) if shared else Fraction(0)
            assert player.low == float(expected)
    assert lows > 30


def test_samples_and_ranges_agree_with_the_count() -> None:
    hands, board = ["AhAd2h3d", "KsKcQsJc"], "3c 4d Jh"
    count = equity.calculate(hands, board=board, game="omaha-hilo").players[0]
    options = {"board": board, "game": "omaha-hilo", "method": "sampled", "samples": 200_000}
    sample = equity.calculate(hands, seed=3, **options).players[0]  # type: ignore[arg-type]
    assert sample.error is not None
    assert abs(sample.equity - count.equity) < 1.5 * sample.error
    few = ["AhAd2h3d, AhAs2s7c:0.5", "KsKcQsJc, KdKhQd2h"]
    whole = equity.calculate(few, board=board, game="omaha-hilo", method="exact")
    parts = [
        equity.calculate([mine, yours], board=board, game="omaha-hilo")
        for mine in few[0].replace(":0.5", "").split(", ")
        for yours in few[1].split(", ")
        if not card_set(mine) & card_set(yours)
    ]
    weights = [1 if "AhAd" in part.players[0].hand else 0.5 for part in parts]
    total = sum(weight * part.deals for weight, part in zip(weights, parts, strict=True))
    for name in ("equity", "high", "low", "scoop"):
        mean = sum(
            weight * part.deals * getattr(part.players[0], name)
            for weight, part in zip(weights, parts, strict=True)
        )
        assert getattr(whole.players[0], name) == pytest.approx(mean / total, abs=1e-12)


def test_what_the_result_shows() -> None:
    result = equity.calculate(["AhAd2h3d", "KsKcQsJc"], game="omaha-hilo")
    assert result.deals == 1_086_008
    assert result.players[1].low == 0
    first = result.to_dict()["players"][0]
    assert first["high"] is not None
    assert first["low"] is not None
    assert first["high"] + first["low"] == pytest.approx(first["equity"])
    assert "scoops" in str(result)
    assert result.to_frame().columns[-3:] == ["high", "low", "scoop"]


def test_what_has_no_low_half_is_refused() -> None:
    players = ["AhAd2h3d", "KsKcQsJc"]
    with pytest.raises(BadInputError, match="low half"):
        equity.outs(players, board="3c 4d Jh", game="omaha-hilo")
    with pytest.raises(BadInputError, match="low half"):
        equity.by_hand(players[0], players[1], board="3c 4d Jh", game="omaha-hilo")
    with pytest.raises(BadInputError, match="a low half needs"):
        Variant("holdem-hilo", 2, low=True)
