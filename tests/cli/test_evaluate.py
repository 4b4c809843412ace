import json
import subprocess
import sys
from collections.abc import Callable

from cli.conftest import Result

Run = Callable[..., Result]


def test_a_hand(astragal: Run) -> None:
    assert astragal("eval", "7h 7d 7s 4c 4h", "--json").json == {
        "cards": ["4c", "4h", "7d", "7h", "7s"],
        "category": "full house",
        "strength": 9569,
        "kev": 260,
        "pokerval": "0x20077744",
        "mask": "0x2000100010000000",
        "best": ["7s", "7h", "7d", "4h", "4c"],
        "text": "full house, sevens over fours",
        "game": "holdem",
        "wild": None,
        "pcbits": None,
        "npcbits": None,
        "pokervalplayer": None,
        "pokervalcommon": None,
        "nstraight": None,
        "quirks": None,
    }
    assert "full house, sevens over fours" in astragal("eval", "7h7d7s4c4h").out


def test_pocket_and_board(astragal: Run) -> None:
    result = astragal("eval", "Ah 2c", "--board", "Ad As Kh", "--json").json
    assert (result["pcbits"], result["npcbits"], result["nstraight"]) == ("0x11", 2, 2)
    assert result["pokervalplayer"] == "0x000e2000"
    assert result["pokervalcommon"] == "0x010eed00"
    quirky = astragal("eval", "Ah 2c", "--board", "Ad As Kh", "--quirks", "openholdem", "--json")
    assert (quirky.json["pcbits"], quirky.json["quirks"]) == ("0x12", "openholdem")


def test_cards_need_no_quotes(astragal: Run) -> None:
    loose = astragal("eval", "7h", "6d", "--board", "9c 8s 5d")
    assert loose.out == astragal("eval", "7h 6d", "--board", "9c 8s 5d").out
    assert "pcbits           00110" in loose.out


def test_wild_cards(astragal: Run) -> None:
    assert astragal("eval", "Jk As Ah Ad Ac", "--wild", "bug", "--json").json["pokerval"] == (
        "0xff0eeeee"
    )


def test_fewer_than_five_cards_have_no_kev_number(astragal: Run) -> None:
    assert astragal("eval", "As Kd", "--json").json["kev"] is None
    assert astragal("eval", "", "--json").json["text"] == "no cards"


def test_bad_input_is_quoted(astragal: Run) -> None:
    astragal("eval", "Ah Ah").assert_refused("'Ah Ah'", "twice")
    astragal("eval", "Ah Xh").assert_refused("'Xh'")
    astragal("eval", "2c3c4c5c6c7c8c9c").assert_refused("8 cards")
    astragal("eval", "Ah", "Kh", "--board", "Ah").assert_refused("'Ah' comes twice in 'Ah Kh Ah'")
    astragal("eval", "Jk Ah").assert_refused("'Jk'")
    astragal("eval", "Jk Ah", "--wild", "deuces").assert_refused("'deuces'", "bug")
    astragal("eval", "Ah", "--board", "Kh Qh Jh").assert_refused("1 card", "0 or 2")
    astragal("eval", "Ah Kh Qh", "--board", "Jh Th 9h").assert_refused("'Ah Kh Qh'", "0 or 2")
    omaha = astragal("eval", "AhAdKhKd", "--board", "2c 3c 4c")
    omaha.assert_refused("4 cards", "game='omaha'")
    astragal("eval", "Ah Kh", "--quirks", "openholdem").assert_refused("'openholdem'", "board")
    astragal("eval", "Ah Kh", "--board", "", "--quirks", "x").assert_refused("'x'", "openholdem")


def test_how_a_hand_stands(astragal: Run) -> None:
    found = astragal("showdown", "Ah Kh", "Qh Jh 2c", "--json").json
    assert (found["wins"], found["ties"], found["losses"], found["opponents"]) == (
        640,
        9,
        432,
        1081,
    )
    assert found["improving"]["straight"] == ["Tc", "Td", "Ts"]
    assert astragal("showdown", "Ah Kh", "Qh Jh").code == 2
    assert astragal("showdown", "Ah Kh", "--board", "Qh Jh 2c", "--json").json == found
    astragal("showdown", "Ah Kh").assert_refused("0 cards", "3 to 5 expected")


def test_what_a_hand_makes(astragal: Run) -> None:
    assert astragal("made-hand", "Ah Qh", "Qs 8h 3h").out == "top pair top kicker, nut flush draw\n"
    found = astragal("made-hand", "AhQh", "Qs8h3h", "--json").json
    assert (found["hand"], found["draws"]) == (["Qh", "Ah"], ["nut flush draw"])
    assert astragal("made-hand", "AhQh", "--board", "Qs8h3h", "--json").json == found
    assert astragal("made-hand", "Ah Qh", "Qs", "8h", "3h", "--json").json == found
    astragal("made-hand", "Ah Qh", "Qh 8h 3h").assert_refused("Qh")
    astragal("made-hand", "Ah Qh").assert_refused("0 cards on the board", "like Qh Jh 2c")


def test_low_hands(astragal: Run) -> None:
    result = astragal("eval", "As 2d 4h 6c 8s Kd", "--low", "eight-or-better", "--json").json
    assert (result["text"], result["best"]) == (
        "eight low, six four two ace",
        ["8s", "6c", "4h", "2d", "As"],
    )
    assert "badugi, four three two ace" in astragal("eval", "As 2d 3h 4c", "--low", "badugi").out
    none = {
        "cards": ["2d", "3h", "4c", "Ks"],
        "kind": "eight-or-better",
        "category": None,
        "strength": 0,
        "lowval": "0x00000000",
        "text": "no eight-or-better hand",
        "best": [],
    }
    assert astragal("eval", "Ks 2d 3h 4c", "--low", "eight-or-better", "--json").json == none
    assert astragal("eval", "Ks", "--low", "eight-or-better").out == "no eight-or-better hand\n"
    astragal("eval", "Ks", "--low", "razz").assert_refused("'razz'", "ace-to-five")
    astragal("eval", "Ks", "--low").assert_refused("--low needs a value: A low hand: ace-to-five")
    astragal("eval", "Ks", "--low", "badugi", "--wild", "bug").assert_refused("--wild", "--low")


def test_lines_of_standard_input(astragal: Run) -> None:
    hands = "7h 7d 7s 4c 4h\n \nAsKsQsJsTs\r\n\n"
    assert astragal("eval", "-", stdin=hands).out.splitlines() == [
        "7h 7d 7s 4c 4h\t9569\tfull house, sevens over fours",
        "AsKsQsJsTs\t9841\troyal flush",
    ]
    lines = astragal("eval", "-", "--json", stdin=hands).out.splitlines()
    single = astragal("eval", "AsKsQsJsTs", "--json").json
    assert json.loads(lines[1]) == single
    board = astragal("eval", "-", "--board", "9c 8s 5d", "--json", stdin="7h 6d\nAs\n").out
    single = astragal("eval", "7h 6d", "--board", "9c 8s 5d", "--json").json
    with_symbols, without = map(json.loads, board.splitlines())
    assert with_symbols == single
    assert (without["text"], without["pcbits"]) == ("high card, ace nine eight five", None)
    low = astragal("eval", "-", "--low", "badugi", stdin="As 2d 3h 4c\n\n").out.splitlines()
    assert low == ["As 2d 3h 4c\t1092\tbadugi, four three two ace"]
    assert astragal("eval", "-", "--wild", "bug", stdin="Jk As\n").out == (
        "Jk As\t5958\tpair of aces\n"
    )
    assert astragal("eval", "-", stdin="").out == astragal("eval", "-", stdin=None).out == ""


def test_a_wrong_line_is_named_and_those_before_it_are_printed(astragal: Run) -> None:
    result = astragal("eval", "-", stdin="As\n\nKs\nXx Ks\nQs\n")
    assert result.code == 2
    assert [line.split("\t")[0] for line in result.out.splitlines()] == ["As", "Ks"]
    assert result.err.startswith("astragal: line 4: unknown card 'Xx' in 'Xx Ks'")
    result = astragal("eval", "-", "--board", "As Ac", stdin="Ks\nAs\n")
    assert (result.out.splitlines()[0], result.code) == ("Ks\t6190\tpair of aces, king", 2)
    assert result.err.startswith("astragal: line 2: 'As' in 'As' is also on the board 'Ac As'")
    astragal("eval", "-", "--quirks", "openholdem", stdin="").assert_refused("--quirks", "-")
    low = astragal("eval", "-", "--low", "badugi", "--board", "2c 3c 4c", stdin="")
    low.assert_refused("badugi has no board: give all cards together")


def test_lines_come_as_soon_as_they_are_asked_for() -> None:
    command = [sys.executable, "-m", "astragal", "eval", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for hand in ("As Ks", "2c 2d"):
            process.stdin.write(f"{hand}\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(hand)
