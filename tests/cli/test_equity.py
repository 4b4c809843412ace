import json
from collections.abc import Callable

import pytest

from cli.conftest import Result

Run = Callable[..., Result]

MISSING = dict.fromkeys(("error", "high", "low", "scoop", "categories"))


def test_a_match_up(astragal: Run) -> None:
    assert astragal("equity", "AhKh", "QsQd", "--json").json == {
        "game": "holdem",
        "board": [],
        "dead": [],
        "method": "exact",
        "deals": 1712304,
        "weight": 1712304,
        "error": None,
        "seed": None,
        "players": [
            {"hand": "AhKh", "wins": 787966, "ties": 6732, "win": 787966 / 1712304}
            | {"tie": 6732 / 1712304, "equity": 791332 / 1712304}
            | MISSING,
            {"hand": "QsQd", "wins": 917606, "ties": 6732, "win": 917606 / 1712304}
            | {"tie": 6732 / 1712304, "equity": 920972 / 1712304}
            | MISSING,
        ],
        "next_cards": None,
        "outs": None,
        "by_hand": None,
        "distribution": None,
    }
    shown = astragal("equity", "AhKh", "QsQd").out
    assert "46.2145%" in shown
    assert "\nholdem: all 1,712,304 deals counted" in shown
    command = ["equity", "AhKhQdJd", "9s9d8s8d", "--game", "omaha", "--board", "Ac 2d 3h"]
    shown = astragal(*command, "--dead", "7c").out
    assert "\nomaha, board 2d 3h Ac, dead 7c: all 780 deals" in shown


def test_a_range_and_a_board(astragal: Run) -> None:
    result = astragal("equity", "AhKh", "QQ+,AKs", "--board", "2c 7d Jh", "--json").json
    assert (result["method"], result["deals"]) == ("exact", 15 * 990)
    assert result["board"] == ["2c", "7d", "Jh"]
    assert [player["hand"] for player in result["players"]] == ["AhKh", "QQ+,AKs"]
    assert sum(player["equity"] for player in result["players"]) == 1


def test_a_sample_has_its_error(astragal: Run) -> None:
    command = ["equity", "AhKh", "random", "random", "--samples", "100000", "--seed", "3"]
    result = astragal(*command, "--json").json
    assert (result["method"], result["deals"], result["seed"]) == ("sampled", 131072, 3)
    assert all(0 < player["error"] < 0.01 for player in result["players"])
    assert result == astragal(*command, "--threads", "1", "--json").json
    assert "±" in astragal(*command).out
    precise = astragal(
        "equity", "AhKh", "QsQd", "--method", "sampled", "--until", "0.002", "--json"
    )
    assert all(player["error"] <= 0.002 for player in precise.json["players"])


def test_weights_are_told(astragal: Run) -> None:
    result = astragal("equity", "AhKh", "QQ:0.5, JJ", "--board", "2c 7d 8h 9s", "--json").json
    assert result["deals"] == 12 * 44
    assert result["weight"] == 9 * 44


def test_other_games(astragal: Run) -> None:
    omaha = astragal("equity", "AhAdKhKd", "JsTs9c8c", "--game", "omaha", "--json").json
    assert (omaha["game"], omaha["deals"]) == ("omaha", 1086008)
    short = astragal("equity", "AhKh", "9s9d", "--game", "short", "--json").json
    assert short["deals"] == 201376


def test_categories_next_cards_and_outs(astragal: Run) -> None:
    command = ["equity", "AhKh", "QsQd", "--board", "Jh 7h 2c", "--categories", "--next"]
    result = astragal(*command, "--json").json
    assert sum(result["players"][0]["categories"].values()) == 990
    next_cards = result["next_cards"]["next"]
    assert len(next_cards) == 45
    assert next_cards[1] == {"card": "2h", "equities": [40 / 44, 4 / 44]}
    assert [len(cards) for cards in result["outs"]["outs"]] == [15, 0]
    shown = astragal(*command).out
    for word in ("straight flush", "next card", "AhKh      15  2h 3h"):
        assert word in shown


def test_ranges_have_next_cards_but_no_outs(astragal: Run) -> None:
    command = ["equity", "AhKh", "QsQd, QsQc", "--board", "Jh 7h Qd", "--next", "--json"]
    result = astragal(*command).json
    assert len(result["next_cards"]["next"]) == 45
    assert result["outs"] is None


def test_ranges(astragal: Run) -> None:
    assert astragal("range", "AA,KK,QQ,AKs,AKo", "--json").json == {
        "range": "QQ+, AK",
        "game": "holdem",
        "hands": 34,
        "weight": 34.0,
        "share": 34 / 1326,
        "starting_hands": {"AA": 1, "AKs": 1, "AKo": 1, "KK": 1, "QQ": 1},
    }
    shown = astragal("range", "AA,KK,QQ,AKs,AKo").out
    assert shown.startswith("QQ+, AK: 34 hands, 2.6% of all\n\nAA  AKs  · ")
    assert astragal("range", "AhAdKhKd", "--game", "omaha").out == (
        "AhAdKhKd: 1 hand, 0.0% of all\n"
    )


def test_bad_input_is_quoted(astragal: Run) -> None:
    astragal("equity", "AhKh", "QsAh").assert_refused("'Ah' is in two places", "'QsAh'")
    astragal("equity", "AhKh", "QQ", "--dead", "Qs Qh Qd").assert_refused("'QQ'", "empty")
    astragal("equity", *["AA"] * 10).assert_refused("10 players", "two to nine")
    astragal("equity", "AhKh", "QQ+,AKx").assert_refused("'AKx'")
    astragal("equity", "AhKh", "QsQd", "--game", "x").assert_refused("'x'", "holdem")
    torn = ["AhKh", "QQ", "--board", "2c", "7d", "Jh"]
    astragal("equity", *torn).assert_refused("'7d' is one card: put the board in quotes")
    astragal("range", "QQ+,AKx").assert_refused("'AKx'")
    astragal("range", "AA", "--game", "razz").assert_refused("razz", "no board: only the equity")
    astragal("equity", "AhKh", "QQ+,", "AKs").assert_refused("'QQ+,' ends in a comma", "quotes")


def test_each_starting_hand_and_the_distribution(astragal: Run) -> None:
    command = ["equity", "QQ+", "AK", "--board", "2c 7d Jh", "--by-hand", "--distribution"]
    result = astragal(*command, "--json").json
    assert [row["hand"] for row in result["by_hand"]["starting_hands"]] == ["AA", "KK", "QQ"]
    assert result["by_hand"]["equity"] == result["players"][0]["equity"]
    assert abs(sum(result["distribution"]["histogram"]) - 1) < 1e-12
    assert "EHS2" in astragal(*command).out
    astragal("equity", "QQ+", "AK", "22", "--by-hand").assert_refused("3 players", "compare two")


def test_spots_from_lines(astragal: Run) -> None:
    lines = "AhKh; QsQd\nAhKh; QQ+, AKs | 2c 7d Jh\n"
    shown = astragal("equity", "-", stdin=lines).out
    assert shown.splitlines() == ["0.462145 0.537855", "0.266566 0.733434"]
    found = astragal("equity", "-", "--json", stdin=lines).out
    assert [json.loads(line)["deals"] for line in found.splitlines()] == [1_712_304, 14_850]
    wrong = astragal("equity", "-", stdin="AhKh; QsQd\nAhKh; QQx\n")
    assert (wrong.code, wrong.out) == (2, "0.462145 0.537855\n")
    assert "line 2: 'QQx'" in wrong.err
    assert astragal("equity", "-", stdin=None).out == ""
    dealt = astragal("equity", "-", "--json", "--samples", "1000", stdin=lines).out.splitlines()
    assert [json.loads(line)["deals"] for line in dealt] == [65_536, 65_536]
    astragal("equity", "-", "--board", "2c 7d Jh").assert_refused("--board", "with -")
    assert astragal("equity", "-", stdin="\nAhKh; QsQd\n \n").out == "0.462145 0.537855\n"
    assert "line 3: 'QQx'" in astragal("equity", "-", stdin="\n\nAhKh; QQx\n").err


def test_a_range_on_a_board_and_in_a_dialect(astragal: Run) -> None:
    written = astragal("range", "AA, KK:0.75", "--dialect", "pio", "--json").json
    assert written == {"dialect": "pio", "range": "AA,KK:0.75"}
    omaha = astragal("range", "AAxx ds", "--game", "omaha", "--board", "2c 7d Jh")
    omaha.assert_refused("--board", "omaha")
    found = astragal("range", "QQ+, AK", "--board", "Qs 8h 3h", "--json").json
    assert list(found["made"]) == ["set", "overpair", "ace high"]
    assert astragal("range", "KK+, AKs:0.5", "--dialect", "pio").out == "AA,KK,AKs:0.5\n"
    assert (
        astragal("range", "AAxx ds", "--game", "omaha").out == "AAxx ds: 864 hands, 0.3% of all\n"
    )
    astragal("range", "AA", "--dialect", "gto").assert_refused("no dialect 'gto'")


@pytest.mark.parametrize(
    "options",
    [
        "--method exact --samples 1000", "--method exact --until 0.01", "--method exact --seed 2",
        "--by-hand --samples 1000", "--distribution --until 0.01", "--by-hand --method sampled",
    ],
)  # fmt: skip
def test_a_sample_is_refused_where_every_deal_is_counted(astragal: Run, options: str) -> None:
    refused = astragal("equity", "AhKh", "QsQd", *options.split())
    asked = [word for word in options.split() if word.startswith("--")][-1]
    refused.assert_refused(f"{asked} asks for a sample; ", "give a --board")


def test_options_of_a_sample_ask_for_one(astragal: Run) -> None:
    command = ["equity", "AhKh", "QsQd", "--board", "2c 7d Jh", "--json"]
    assert astragal(*command).json["method"] == "exact"
    for option in (["--samples", "1000"], ["--until", "0.01"]):
        assert astragal(*command, *option).json["method"] == "sampled"


@pytest.mark.parametrize("option", ["--by-hand", "--distribution"])
def test_games_whose_hands_are_not_ranked_are_refused_before_the_count(
    option: str, astragal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("astragal.equity.calculate", None)
    refused = astragal("equity", "AhAdKhKd", "JsTs9c8c", "--game", "omaha-hilo", option)
    refused.assert_refused("omaha-hilo: hands are ranked one by one in games of two or four cards")
