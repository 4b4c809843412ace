import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from astragal.ur import start

from cli.conftest import ROOT, Result

Run = Callable[..., Result]


@pytest.fixture
def solved(astragal: Run) -> Run:
    """A home with a table of two pieces in it."""
    assert astragal("ur", "solve", "--pieces", "2", "--json").json["residual"] <= 3e-10
    return astragal


def test_show(astragal: Run) -> None:
    plain = astragal("ur", "show", "0x3f")
    assert plain.code == 0
    assert "7 in hand" in plain.out
    assert "┌───┬───┬───┬───┐" in plain.out
    assert "+---+" in astragal("ur", "show", "0x3f", "--as", "ascii").out
    assert astragal("ur", "show", "0x3f", "--as", "svg").out.startswith("<svg")
    shown = astragal("ur", "show", "0x3f", "--json").json
    assert (shown["state"], shown["a_hand"], shown["valid"]) == ("0x000000000000003f", 7, True)
    assert (shown["roll"], shown["squares"], shown["extra"]) == (None, {}, False)
    shown = astragal("ur", "show", "0x0000084040004d40", "--json").json
    assert (shown["roll"], shown["turn"]) == (2, "A")
    assert shown["squares"] == {"A8": "A", "B4": "A", "B6": "B"}


def test_show_lists_all_that_is_wrong(astragal: Run) -> None:
    result = astragal("ur", "show", "0x300003e", "--json")
    assert result.code == 1
    assert len(result.json["problems"]) == 2
    assert "wrong: " in astragal("ur", "show", "0x3e").out


def test_moves(astragal: Run) -> None:
    found = astragal("ur", "moves", "0x3f", "--roll", "4", "--json").json
    assert found["moves"] == {
        "4": [{"move": "hand-A1", "from": "hand", "to": "A1", "state": "0x000000000101003e"}]
    }
    assert "hand-A4" in astragal("ur", "moves", "0x3f").out
    astragal("ur", "moves", "0x3f", "--roll", "5").assert_refused("a roll of 5 is not possible")
    astragal("ur", "moves", "0x3e").assert_refused("must be equal")


def test_perft(astragal: Run) -> None:
    assert astragal("ur", "perft", "0x3f", "6", "--json").json["nodes"] == 112552
    assert astragal("ur", "perft", "0x3f", "2").out == "28\n"


def test_value_and_best(solved: Run) -> None:
    found = solved("ur", "value", "0x12", "--json").json
    assert found["win"] == pytest.approx(0.518572907495659, abs=3e-10)
    assert list(found["rolls"]) == ["0", "1", "2", "3", "4"]
    assert found["best"]["1"] == {"move": "hand-A4", "from": "hand", "to": "A4"}
    last = solved("ur", "value", "0x2000000010000d80", "--json").json
    assert last["best"] == {
        "1": {"move": "A7-off", "from": "A7", "to": "off"}, "2": None, "3": None, "4": None,
    }  # fmt: skip
    assert last["rolls"]["1"] == 1.0
    judged = solved("ur", "best", "0x12", "--json").json
    assert judged["moves"]["2"][0]["cost_win"] == 0
    assert "hand-A4" in solved("ur", "best", "0x12").out
    assert "win 0.51857290" in solved("ur", "value", "0x12").out
    assert "win 0.51857290" in solved("ur", "value", "start", "--pieces", "2").out
    refused = solved("ur", "value", "0x12", "--pieces", "2")
    refused.assert_refused("--pieces 2 is for 'start'; the state 0x12 has its pieces")
    over = solved("ur", "value", hex(0x80 | 2 << 3), "--json").json
    assert (over["win"], over["rolls"]) == (1.0, {})


def test_solve_plans_and_grows(astragal: Run) -> None:
    planned = astragal("ur", "solve", "--plan", "--json").json
    assert planned["states"] == 137_870_097
    assert planned["seconds"] > 1
    small = astragal("ur", "solve", "--plan", "--pieces", "1").out
    assert small.startswith("finkel, 1 piece: 217 states in 1 pair of layers; ")
    assert small.endswith("about a second here, from a quick measurement\n")
    first = astragal("ur", "solve", "--pieces", "1", "--bits", "64")
    assert "start 0.530049839525" in first.out
    assert astragal("ur", "solve", "--pieces", "2", "--bits", "64").code == 0
    asked = astragal("ur", "solve", "--pieces", "1", "--bits", "64", "--json").json
    assert (asked["pieces"], asked["states"]) == (1, 217)
    assert astragal("ur", "info", "--verify", "--json").json["pieces"] == 2
    there = astragal("ur", "solve", "--pieces", "1", "--bits", "64").out
    assert there.startswith("start 0.53004")
    assert "it was solved before, with up to 2 pieces\n" in there
    again = astragal("ur", "solve", "--pieces", "1", "--rebuild").out
    assert again.startswith("finkel, 2 pieces: 12,869 states ")  # all that the table has


def test_info_and_missing_tables(solved: Run) -> None:
    info = solved("ur", "info", "--json").json
    assert (info["pieces"], info["bits"], info["states"]) == (2, 32, 12_869)
    assert "residual" in solved("ur", "info").out
    smaller = "or take a smaller game: --pieces 2, in a game file [Pieces 2]"
    for asked in (["value", "start"], ["best", "0x3f"], ["match", "perfect", "greedy"]):
        solved("ur", *asked).assert_refused("0x000000000000003f has more", code=3)
        solved("ur", *asked).assert_refused("ur solve --pieces 7; ", smaller, code=3)
    later = solved("ur", "value", start().play("hand-A4", 1).name)
    later.assert_refused("to solve it: astragal ur solve --pieces 7\n", code=3)
    solved("ur", "value", "0x12", "--rules", "blitz").assert_refused(
        "no such table; to make it: astragal ur solve --rules blitz --pieces 2", code=3
    )


def test_a_missing_table_names_the_command_for_the_game_that_was_asked_for(
    astragal: Run, tmp_path: Path
) -> None:
    game = tmp_path / "game.rgn"
    game.write_text("[Pieces 2]\n\n1. A@A1")
    for asked in (
        ["value", "start", "--pieces", "2"], ["best", "0x12", "--roll", "1"], ["review", str(game)],
        ["puzzles", "--pieces", "2"], ["openings", "--pieces", "2"],
    ):  # fmt: skip
        refused = astragal("ur", *asked)
        refused.assert_refused("to make it: astragal ur solve --pieces 2\n", code=3)
    for asked in (["value", "start"], ["best", "start", "--roll", "2"], ["puzzles"], ["info"]):
        astragal("ur", *asked).assert_refused(
            "to make it: astragal ur solve (for a small game add --pieces 3)\n", code=3
        )


def test_parquet_is_not_written_as_rgu(solved: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.parquet"
    solved("ur", "export", str(file)).assert_refused(f"give --parquet {file}")
    assert not file.exists()


def test_a_bad_state_is_bad_input_even_without_a_table(astragal: Run) -> None:
    astragal("ur", "value", "0x3e").assert_refused("must be equal")
    astragal("ur", "best", "0x13f").assert_refused("must be equal")


def test_match(solved: Run) -> None:
    arguments = ["--a", "perfect", "--b", "random", "--games", "200", "--pieces", "2"]
    result = solved("ur", "match", *arguments, "--json").json
    assert result["share"] > 0.5
    assert result["interval"]["low"] < result["share"] < result["interval"]["high"]
    assert solved("ur", "match", *arguments, "--json", "--threads", "1").json == result
    assert "perfect won" in solved("ur", "match", *arguments).out
    assert solved("ur", "match", "perfect", "random", *arguments[4:], "--json").json == result
    solved("ur", "match", "perfect").assert_refused("'perfect': give two players, or --a and --b")
    solved("ur", "match", "perfect", "random", "--a", "greedy").assert_refused("give two players")
    solved("ur", "match", "--a", "x", "--b", "random").assert_refused("no player 'x'")
    solved("ur", "match", "", "random").assert_refused("no player ''")


@pytest.fixture
def in_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder in which Python looks for modules, as it does for the current folder."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def page_of_players(page: str, name: str) -> tuple[str, list[list[str]]]:
    """Return a file of the docs with players, and the commands that use it."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (file,) = re.findall(rf"```python\n(# {name}.py\n.*?)```", text, re.DOTALL)
    commands = re.findall(rf"^    astragal (.*{name}:.*)$", text, re.MULTILINE)
    return file, [command.split() for command in commands]


def test_the_player_of_the_docs_plays_wherever_a_player_is_named(
    solved: Run, in_folder: Path
) -> None:
    file, commands = page_of_players("ur.md", "mine")
    (in_folder / "mine.py").write_text(file)
    used = set()
    for room, name, *arguments in (words for words in commands if words[0] == "ur"):
        used.add(name)
        quick = {"match": ["--games", "20", "--pieces", "2"], "play": ["--pieces", "2"]}[name]
        if "--games" in arguments:
            del arguments[arguments.index("--games") :]
        done = solved(room, name, *arguments, *quick, stdin="1\nq\n")
        assert done.code == 0, done.err
        assert "careful" in done.out or "fast" in done.out
    assert used == {"match", "play"}
    same = solved("ur", "match", "mine:careful", "mine:fast", "--games", "100", "--json").json
    assert 30 < same["wins"] < 70


def test_a_wrong_player_of_ones_own_is_one_line(solved: Run, in_folder: Path) -> None:
    (in_folder / "yours.py").write_text(
        "import numpy as np\n"
        "from astragal import ur\n"
        "def six(states, rolls, legal, random): return np.full(len(states), 6)\n"
        "many = ur.player_many('six', six)\n"
        "def broken(position, roll): return 1 / 0\n"
        "number = 7\n"
        "class Needs:\n    def __init__(self, what): pass\n"
        "class Leaves:\n    def __init__(self): raise SystemExit('bye')\n"
        "def leaves(position, roll): raise SystemExit('bye')\n"
        "class Shy:\n    @property\n    def name(self): return 1 / 0\n"
        "    def choose(self, *given): return 0\n"
        "class Five:\n    name = 5\n    def choose(self, *given): return 0\n"
        "def __getattr__(name): return {'none': None}[name]\n"
    )
    (in_folder / "leaving.py").write_text("raise SystemExit('bye')\n")
    (in_folder / "unwritten.py").write_text("import no_such_module\n")
    (in_folder / "wrong.py").write_text("1 / 0\n")
    (in_folder / "wrong_too.py").write_text("")
    for player, words in {
        "yours:many": "six in 0x000000000000003f with a 4: 6 is not the index of a legal move",
        "yours:broken": "broken in 0x000000000101003e with a 1: ZeroDivisionError",
        "yours:number": "'yours:number': 7 is neither a player nor a function",
        "yours:Needs": "'yours:Needs': TypeError",
        "yours:lost": "'yours:lost': KeyError: 'lost'",
        "yours:none": "'yours:none': None is neither a player nor a function",
        "yours:Leaves": "'yours:Leaves': SystemExit: bye",
        "yours:leaves": "with a 1: SystemExit: bye",
        "yours:Shy": "ZeroDivisionError",
        "yours:Five": "a player's name is text, not 5",
        "leaving:many": "leaving can't be imported: SystemExit: bye",
        "wrong_too:none": "'wrong_too:none': wrong_too has no 'none'",
        "./yours:many": "'./yours:many': give your own player as module:name",
        ":many": "':many': give your own player as module:name",
        ".yours:many": "'.yours:many': give your own player as module:name",
        "yours:": "'yours:': give your own player as module:name",
        "C:/nothing.toml": "'C:/nothing.toml' can't be read",
        "yours.py:many": "write the module without .py, as in yours:many",
        "nobody:many": "there is no module 'nobody'; is nobody.py in this folder?",
        "unwritten:many": "No module named 'no_such_module'",
        "wrong:many": "wrong can't be imported: ZeroDivisionError",
    }.items():
        solved("ur", "match", player, "random").assert_refused(words)
    solved("serve", "--player", "greedy").assert_refused("give your own player as module:name")
    solved("serve", "--player", "yours:Five").assert_refused("a player's name is text, not 5")
    (in_folder / "mine2.py").write_text("def broken(position, roll): return None\n")
    both = ("--player", "yours:broken", "--player", "mine2:broken")
    solved("serve", *both).assert_refused(
        "--player 'mine2:broken': 'yours:broken' has the name 'broken', too"
    )


def test_review(solved: Run, tmp_path: Path) -> None:
    game = tmp_path / "game.rgn"
    game.write_text("1. A@A1")
    solved("ur", "review", str(game)).assert_refused("in a game file [Pieces 2]", code=3)
    game.write_text("[Pieces 2]\n\n1. A@A1 * A@A3 / C@C3\n2. A3B1")
    found = solved("ur", "review", str(game), "--json").json
    assert len(found["turns"]) == 4
    assert found["turns"][3]["label"] == "mistake"
    labels = {"best": 0, "good": 1, "mistake": 1, "blunder": 0}
    assert found["sides"]["A"]["labels"] == labels
    assert found["sides"]["A"]["choices"] == 2
    assert found["sides"]["A"]["accuracy"] is None
    assert len(found["curve"]) == 5
    plain = solved("ur", "review", str(game)).out
    assert "A: lost 5.6 points in 2 choices, luck " in plain
    assert "50% ┤" in plain
    assert solved("ur", "review", str(game), "--as", "svg").out.startswith("<svg")
    states = tmp_path / "states.txt"
    words = [turn["state"] for turn in found["turns"]]
    states.write_text("\n".join(words))
    again = solved("ur", "review", str(states), "--json").json
    assert again["turns"] == found["turns"][:3]
    solved("ur", "review", str(tmp_path / "none")).assert_refused("can't be read")


def test_openings(solved: Run) -> None:
    openings = solved("ur", "openings", "--json").json
    assert openings["pieces"] == 2
    assert {row["first"] for row in openings["openings"]} == {0, 1, 2, 3, 4}
    assert openings["openings"][0]["margin"] is None


def test_puzzles(solved: Run) -> None:
    found = solved("ur", "puzzles", "3", "--seed", "1", "--json").json
    assert [one["grade"] for one in found["puzzles"]] == ["easy", "medium", "hard"]
    assert found["pieces"] == 2
    boards, answers = solved("ur", "puzzles", "3", "--seed", "1").out.split("missed_by\n")
    for number, one in enumerate(found["puzzles"], 1):
        assert f"Puzzle {number}, {one['grade']}\n" in boards
        assert f"to move, rolled {one['roll']}\n" in boards
        assert one["best"]["move"] not in boards
        assert one["best"]["move"] in answers
    solved("ur", "puzzles", "--grade", "x").assert_refused("no grade 'x'")


def test_export_and_compare(solved: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "two.rgu")
    assert solved("ur", "export", file, "--json").json["entries"] == 12_990
    found = solved("ur", "compare", file, "--json").json
    assert found["greatest_difference"] <= found["rounding"] + found["our_error"]
    assert found["sound"]
    content = bytearray(Path(file).read_bytes())
    content[-2:] = b"\0\0" if content[-2] else b"\xff\xff"
    Path(file).write_bytes(content)
    wrong = solved("ur", "compare", file)
    assert wrong.code == 1
    assert "so values of the file are wrong, for example of 0x" in wrong.out
    solved("ur", "export", file)
    assert (found["value_type"], found["rounding"]) == ("percent16", 0.5 / 65535)
    assert (
        "(the file rounds its values by up to 7.6e-06: percent16;"
        in solved("ur", "compare", file).out
    )
    solved("ur", "export", file, "--keys", "java")
    assert solved("ur", "compare", file, "--json").json == found
    solved("ur", "export", file, "--keys", "x").assert_refused("no order of keys 'x'")
    parquet = str(tmp_path / "two.parquet")
    assert solved("ur", "export", "--parquet", parquet, "--json").json["entries"] == 12_869
    assert "finkel, 1 piece)" in solved("ur", "export", "--parquet", parquet, "--pieces", "1").out
    solved("ur", "export").assert_refused("give one file")
    solved("ur", "export", file, "--parquet", parquet).assert_refused("give one file")
    solved("ur", "export", "--parquet", parquet, "--keys", "java").assert_refused("for .rgu files")
    solved("ur", "export", "--parquet", file).assert_refused(".parquet")


def test_a_game_at_the_terminal(astragal: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.rgn"
    options = ["--seed", "1", "--pieces", "1", "--opponent", "random", "--record", str(record)]
    result = astragal("ur", "play", *options, stdin="h\nx\nu\n" + "1\n" * 500)
    assert result.code == 0, result.err
    assert "nothing to undo" in result.out
    assert "Looking 3 turns ahead" in result.out
    assert "has won" in result.out or "have won" in result.out
    assert record.read_text().endswith("#\n")
    assert "Until next time." in astragal("ur", "play", stdin=None).out
    nowhere = astragal("ur", "play", "--record", str(tmp_path))
    nowhere.assert_refused("is a folder", str(tmp_path))


def rolls_of(printed: str) -> list[str]:
    return re.findall(r"^(?:You|greedy|random) rolled (\d)", printed, re.MULTILINE)


@pytest.mark.parametrize("opponent", ["greedy", "random"])
def test_undo_keeps_the_dice_that_will_fall(astragal: Run, opponent: str) -> None:
    """After an undo, the rolls that were seen came again, and the next ones were new."""
    options = ["ur", "play", "--seed", "5", "--pieces", "2", "--opponent", opponent]
    moves = ["1"] * 6
    plain = rolls_of(astragal(*options, stdin="\n".join([*moves, "q"])).out)
    undone = astragal(*options, stdin="\n".join([*moves, *["u"] * 6, *moves, "q"])).out
    assert undone.count("You rolled") > 12
    again = rolls_of(undone)
    assert len(plain) > 8
    assert again[: len(plain)] == again[-len(plain) :] == plain
    astragal("ur", "play", "--side", "X").assert_refused("'X' is not a side")


def test_rules_of_ones_own(astragal: Run, tmp_path: Path) -> None:
    rules = tmp_path / "coin.toml"
    rules.write_text(
        'name = "coin"\npieces = 1\npath = ["A4", "A3"]\ndice = [1, 1]\nrosettes = []\n'
    )
    value = astragal("ur", "value", "0x9", "--rules", str(rules))
    value.assert_refused("astragal ur solve --rules COIN.toml", code=3)  # a file, not a name
    assert astragal("ur", "solve", "--rules", str(rules)).code == 0
    found = json.loads(astragal("ur", "value", "0x9", "--rules", str(rules), "--json").out)
    assert list(found["rolls"]) == ["0", "1"]
    astragal("ur", "value", "0x9", "--rules", "nope").assert_refused("no rules 'nope'")
