from typing import Any

import pytest

from astragal.cards import card_set
from astragal.equity import Limits, Range, calculate
from astragal.equity.spot import read_spot
from astragal.errors import AstragalError, BadInputError, CardError, SeatError, UnknownNameError
from astragal.poker import VARIANTS, Variant


def test_players_are_hands_ranges_sets_and_random() -> None:
    spot = read_spot(["AhKh", "A♠ K♠", card_set("2c2d"), Range("QQ+"), "QQ", "random"])
    assert spot.seats[:3] == (card_set("AhKh"), card_set("AsKs"), card_set("2c2d"))
    assert spot.seats[5] is None
    assert spot.names == ("AhKh", "A♠ K♠", "2d2c", "QQ+", "QQ", "random")
    assert spot.sizes == [1, 1, 1, 13 - 5, 6, 46 * 45 // 2]  # 1 of AA and 1 of KK are left


def test_a_range_of_one_hand_is_a_hand() -> None:
    assert read_spot(["AhKh:0.5", "QQ"]).seats[0] == card_set("AhKh")
    assert read_spot(["22+, AhKh", Range("random")]).seats[1] is None


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (["AhKh", "QsAh"], {}, ["'Ah' is in two places", "player 1, 'AhKh'", "player 2, 'QsAh'"]),
        (["AhKh", "KhAh"], {}, ["'Kh Ah' are in two places", "player 1, 'AhKh'"]),
        (["AhKh", "QsQd"], {"board": "Ah 2c 3c"}, ["'Ah'", "player 1, 'AhKh'", "the board, 'Ah"]),
        (["AhKh", "QsQd"], {"dead": "Qs"}, ["'Qs'", "player 2, 'QsQd'", "the dead cards, 'Qs'"]),
        (["AhKh", "QQ"], {"board": "2c 3c 4c", "dead": "2c"}, ["'2c'", "the board", "the dead"]),
        (["AhAh", "QsQd"], {}, ["'AhAh'", "twice"]),
        (["Ah Ah", "QsQd"], {}, ["'Ah' in range 'Ah Ah'", "two cards"]),
        (["AhKh", "QQ"], {"dead": "Qs Qh Qd"}, ["'QQ'", "player 2", "empty", "Qd Qh Qs"]),
        (["AhKh", "AhKs, AhQs"], {}, ["'AhKs, AhQs'", "player 2", "empty"]),
        (["AhKh"] * 10, {}, ["10 players", "two to nine"]),
        (["AhKh"], {}, ["1 player, 'AhKh': give two to nine hands or ranges"]),
        ("AhKh", {}, ["1 player,", "'AhKh'"]),
        (None, {}, ["None", "a list of two to nine"]),
        (["AhKh", "0%"], {}, ["range '0%' is empty"]),
        (["AhKh", "QQ+, AKx"], {}, ["'AKx'", "'QQ+, AKx'"]),
        (["AhKh", "Xx"], {}, ["'Xx'"]),
        (["AhKh", ""], {}, ["empty", "'random'"]),
        (["AhKh", "  , "], {}, ["empty"]),
        (["AhKh", Range("QQ") - "QQ"], {}, ["empty"]),
        (["AhKh", [51, 51]], {}, ["51", "twice"]),
        (["AhKh", "QsQd"], {"board": "2c 3c 4c 5c 6c 7c"}, ["6 cards on the board", "3, 4 or 5"]),
        (["AhKh", "QsQd"], {"board": "2c 7d"}, ["2 cards on the board '2c 7d'", "3, 4 or 5"]),
        (["AhKh", "QsQd"], {"board": "2c 3x"}, ["'3x'"]),
        (["AhKh", "QsQd"], {"game": "poker"}, ["'poker'", "holdem"]),
        (["AhKh", "QsQd"], {"method": "guess"}, ["'guess'", "sampled"]),
        (["AhKh", "QsQd"], {"threads": 0}, ["threads must be", "not 0"]),
        (["AhKh", "QQ"], {"samples": 0}, ["samples must be", "not 0"]),
        (["AhKh", "QQ"], {"seed": -1}, ["seed must be", "not -1"]),
        (["AhKh", "QQ"], {"samples": 2.5}, ["samples must be", "not 2.5"]),
        (["AhKh", "QQ"], {"seed": None}, ["seed must be", "not None"]),
        (["AhKh", "QsQd"], {"game": ["omaha"]}, ["['omaha']", "holdem"]),
        (["AhKh", "QsQd"], {"game": "omaha"}, ["'AhKh'", "four cards"]),
        (["AhKh", "Qs2d"], {"game": "short"}, ["'2d'", "short"]),
        (["AhKh", "QsQd"], {"game": "short", "board": "2c 3c 4c"}, ["'2c 3c 4c'", "short"]),
        (["random"] * 9, {"game": "omaha6"}, ["59 cards", "52"]),
        ([0b1, "QQ"], {}, ["1 card in '2c'", "2 expected"]),
        (["AA", "AA", "AA"], {"method": "exact"}, ["'AA', 'AA', 'AA'", "no deal"]),
        (["AA", "AA", "AA"], {"method": "sampled"}, ["'AA', 'AA', 'AA'", "fit together"]),
        ([Range("QQ+", "short"), "QQ"], {}, ["'QQ+'", "short", "holdem"]),
        (range(10**12), {}, ["1,000,000,000,000 players, range(0, 1000000000000): give"]),
    ],
)  # fmt: skip
def test_bad_input_is_quoted(players: Any, options: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(AstragalError) as error:
        calculate(players, **options)
    for word in words:
        assert word in str(error.value), str(error.value)


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"until": 2.0}, ["until must be", "not 2.0"]),
        ({"draws": 0}, ["draws must be", "not 0"]),
        ({"draws": 1 << 64}, ["draws must be", "not 18446744073709551616"]),
        ({"until": "0.1"}, ["until must be", "not '0.1'"]),
        ({"evaluations": "x"}, ["evaluations must be", "not 'x'"]),
    ],
)
def test_wrong_limits_are_quoted(limits: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BadInputError) as error:
        Limits(**limits)
    for word in words:
        assert word in str(error.value), str(error.value)


@pytest.mark.parametrize(
    ("players", "options", "places"),
    [
        (["AhKh", "QsAh"], {}, (0, 1)),
        (["AhKh", "77", "QsQd"], {"board": "Qs 2c 3c"}, (2, "board")),
        (["AhKh", "77"], {"board": "2c 3c 4c", "dead": "2c"}, ("board", "dead")),
        (["AhKh", "77", "QQx"], {}, (2,)),
        (["AhKh", "QsQdJs"], {}, (1,)),
        (["AhKh", "QQ"], {"dead": "Qs Qh Qd"}, (1,)),
        (["AhKh", "QQ"], {"board": "2c 3c 4c 5c 6c 7c"}, ("board",)),
        (["AhKh", "QQ"], {"dead": "2x"}, ("dead",)),
    ],
)
def test_errors_say_whose_they_are(
    players: list[str], options: dict[str, str], places: tuple[int | str, ...]
) -> None:
    with pytest.raises(SeatError) as error:
        calculate(players, **options)  # type: ignore[arg-type]
    assert error.value.places == places


def test_kinds_of_errors() -> None:
    with pytest.raises(CardError):
        calculate(["AhKh", "AhQs"])
    with pytest.raises(UnknownNameError):
        calculate(["AhKh", "QsQd"], game="poker")
    with pytest.raises(BadInputError, match="3 hole cards"):
        Variant("three", 3)
    with pytest.raises(BadInputError, match="1 of 4"):
        Variant("one of four", 4, used=1)


def test_a_game_of_ones_own() -> None:
    five = Variant("five of a short deck", 5, used=2, rules=VARIANTS["short"].rules)
    result = calculate(["AhKhQdJd9s", "AsKsQcJc9d"], game=five, board="Ac 7h 6h")
    assert result.deals == 23 * 22 // 2
    assert result.players[0].wins + result.players[1].wins + result.players[0].ties == result.deals
