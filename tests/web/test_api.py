"""The JSON interface: answers of the command line, errors in one line, solving in background."""

import html
import json
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import Any

import httpx
import pytest

from astragal import cli, poker, ur
from astragal.equity.limits import BLOCK
from astragal.errors import BadInputError
from astragal.web.equity import MOST_DEALS, MOST_SAMPLED

from web.conftest import Served, served_here

HAND = "As Kd Qh Jc 9s 7d 4h"
SETTING = "As Kd Qh Jc / 9s 7d / 4h"


@pytest.fixture
def told(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Any]:
    """Return the JSON that the command line prints; it runs in this process, which is quicker."""
    monkeypatch.setenv("ASTRAGAL_HOME", str(served.home))

    def run(*arguments: str) -> Any:
        with pytest.raises(SystemExit) as ended:
            cli.main([*arguments, "--json"])
        out, err = capsys.readouterr()
        assert (ended.value.code or 0, err) == (0, "")
        return json.loads(out)

    return run


@pytest.mark.parametrize(
    ("path", "body", "command"),
    [
        ("asia/best", {"hand": HAND}, ["asia", "best", HAND]),
        (
            "asia/best",
            {"hand": HAND, "rules": "casino"},
            ["asia", "best", HAND, "--rules", "casino"],
        ),
        ("asia/house", {"hand": HAND}, ["asia", "house", HAND]),
        ("asia/explain", {"setting": SETTING}, ["asia", "explain", SETTING]),
        ("paigow/best", {"hand": HAND}, ["paigow", "best", HAND]),
        (
            "paigow/house",
            {"hand": HAND, "dealer": "wizard"},
            ["paigow", "house", HAND, "--dealer", "wizard"],
        ),
        (
            "poker/showdown",
            {"hand": "Ah Kh", "board": "Qh Jh 2c"},
            ["showdown", "Ah Kh", "Qh Jh 2c"],
        ),
        ("poker/eval", {"cards": "7h 7d 7s 4c 4h"}, ["eval", "7h 7d 7s 4c 4h"]),
        (
            "poker/eval",
            {"cards": "Ah 2c", "board": "Ad As Kh"},
            ["eval", "Ah 2c", "--board", "Ad As Kh"],
        ),
        (
            "equity",
            {"players": ["AhKh", "QQ+, AKs:0.5"], "board": "2c 7d Jh", "dead": "As"},
            ["equity", "AhKh", "QQ+, AKs:0.5", "--board", "2c 7d Jh", "--dead", "As"],
        ),
        (
            "equity",
            {"players": ["AhKh", "random", "random"], "samples": 100_000, "seed": 3},
            ["equity", "AhKh", "random", "random", "--samples", "100000", "--seed", "3"],
        ),
        (
            "equity",
            {"players": ["AhAdKhKd", "JsTs9c8c"], "game": "omaha", "categories": True},
            ["equity", "AhAdKhKd", "JsTs9c8c", "--game", "omaha", "--categories"],
        ),
        ("range", {"range": "AA,KK,QQ,AhKh"}, ["range", "AA,KK,QQ,AhKh"]),
        (
            "range",
            {"range": "99,88,AK:0.5", "game": "short"},
            ["range", "99,88,AK:0.5", "--game", "short"],
        ),
        (
            "layout/decode",
            {"layout": "pokerval", "word": "0x20077744"},
            ["layout", "decode", "pokerval", "0x20077744"],
        ),
    ],
)
def test_answers_are_those_of_the_command_line(
    client: httpx.Client,
    told: Callable[..., Any],
    path: str,
    body: dict[str, Any],
    command: list[str],
) -> None:
    answer = client.post(f"/api/{path}", json=body).json()
    expected = told(*command)
    missing = {name: value for name, value in expected.items() if name not in answer}
    assert not any(missing.values())  # options of the command that were not given
    assert {name: answer[name] for name in expected if name in answer} == {
        name: value for name, value in expected.items() if name in answer
    }


def test_moves_are_those_of_the_command_line(
    client: httpx.Client, told: Callable[..., Any]
) -> None:
    answer = client.get("/api/ur/moves", params={"state": "0x3f"}).json()
    assert answer == told("ur", "moves", "0x3f")


def test_a_foul_is_explained(client: httpx.Client) -> None:
    setting = "Qh Jc 9s 7d / As Kd / 4h"
    answer = client.post("/api/asia/explain", json={"setting": setting}).json()
    assert answer["fouls"] == ["high (queen jack nine seven) is below medium (ace king)"]
    assert (answer["wins"], answer["cost_win"], answer["cost_ev"]) == (None, None, None)


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("asia/best", {"hand": "As As"}, 422, "twice"),
        ("asia/best", {"hand": HAND, "dead": "4h"}, 422, "dead"),
        ("asia/house", {"hand": HAND, "dead": "2c"}, 422, "dead"),
        ("asia/practice", {"closeness": 0.001}, 422, "0.01"),
        ("paigow/explain", {"setting": "As Kd Qh Jc / 9s 7d / 4h"}, 422, "write five cards"),
        ("paigow/best", {"hand": HAND, "rules": "push"}, 422, "'ez'"),
        ("asia/best", {"hand": HAND, "banker": "player"}, 422, "banker"),
        ("poker/eval", {"cards": "Xx"}, 422, "Xx"),
        ("poker/eval", {"cards": "As", "quirks": "openholdem"}, 422, "board"),
        ("layout/decode", {"layout": "nothing", "word": "0"}, 422, "pokerval"),
        ("layout/decode-own", {"toml": "name =", "word": "0"}, 422, "TOML"),
        ("range/making", {"range": "AA", "board": "2c7dJh", "name": "luck"}, 422, "top pair"),
        ("layout/decode", {"layout": "pokerval", "word": "0x1ffffffff"}, 422, "32"),
        ("layout/check", {"toml": "bits = 1"}, 422, "missing"),
        ("ur/choose", {"state": "0x0", "roll": 1}, 422, "pieces"),
        ("ur/choose", {"state": "0x3f", "roll": 9}, 422, "roll"),
        ("ur/record", {"game": "nonsense"}, 422, "nonsense"),
        ("poker/eval", {"card": "As"}, 422, "card"),
        ("equity", {"players": ["AhKh"]}, 422, "two to nine"),
        ("equity", {"players": ["AA"] * 10}, 422, "at most 9"),
        ("equity", {"players": ["random"] * 3, "method": "exact"}, 422, "1,000,000,000"),
        ("equity", {"players": ["AA"] * 3, "method": "sampled"}, 422, "fit together"),
        ("equity", {"players": ["AA", "KK"], "game": "draw"}, 422, "game"),
        ("equity", {"players": ["AA", "KK"], "seed": -1}, 422, "seed"),
        ("equity", {"players": ["AA", "x" * 4001]}, 422, "4,000 letters long, not 'xxx"),
        ("equity", {"players": ["AA", "KK"], "seed": "1_0"}, 422, "a whole number, not '1_0'"),
        ("equity", {"players": ["AA", "KK"], "categories": "yes"}, 422, "true or false, not 'yes'"),
        ("equity", {"players": ["AA", "KK"], "foo": 1}, 422, "there is no field 'foo'"),
        ("equity", {"players": "AA"}, 422, "players must be a list, not 'AA'"),
        ("equity", {}, 422, "players is missing"),
        ("equity", {"players": ["AA", "KK"], "seed": False}, 422, "a whole number, not False"),
        ("ur/choose", {"state": "0x3f", "roll": False}, 422, "roll must be a whole number"),
        ("range", {"range": "AA", "paint": {"QQ": False}}, 422, "paint.QQ must be a number"),
        ("ur/puzzles", {"count": True}, 422, "count must be a whole number, not True"),
        ("ur/plan", {"pieces": 9}, 422, "pieces must be at most 7, not 9"),
        (
            "equity?foo=1",
            {"players": ["AA", "KK"]},
            422,
            "'foo'; this address has none",
        ),
        ("range", {"range": "QQ+, AKx"}, 422, "'AKx'"),
        ("range", {"range": "QQ", "paint": {"QQ": 2}}, 422, "paint.QQ"),
        ("range", {"range": "QQ", "paint": {"KKs": 1}}, 422, "'KKs'"),
    ],
)
def test_errors_are_one_line_that_says_what_is_wrong(
    client: httpx.Client, path: str, body: dict[str, object], status: int, words: str
) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == status
    assert words in answer.json()["error"]


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("layout/show/foo", 404, "name must be one of 'pokerval'"),
        ("layout/show/pokerval?row_bits=٨", 422, "row_bits must be a whole number, not '٨'"),
        ("ur/moves?state=0x3f&roll=9", 422, "roll must be at most 4, not 9"),
        ("ur/show?state=0x3f&rols=1", 422, "no parameter 'rols'; there are "),
    ],
)
def test_addresses_with_a_mistake(
    client: httpx.Client, address: str, status: int, words: str
) -> None:
    answer = client.get(f"/api/{address}")
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_stud_is_a_game_of_equity(client: httpx.Client) -> None:
    question = {"players": ["As Ks Qs Js 2c 3d", "Ah Ad 4h 4d 9c 9d"], "game": "stud"}
    answer = client.post("/api/equity", json=question).json()
    assert (answer["game"], answer["method"]) == ("stud", "exact")


def test_equity_errors_name_the_players_they_are_about(client: httpx.Client) -> None:
    table = {"players": ["77", "AhKh", "AhQs"], "board": "2c 3c 4c"}
    answer = client.post("/api/equity", json=table)
    assert answer.status_code == 422
    assert answer.json()["places"] == [1, 2]
    answer = client.post("/api/equity", json=table | {"board": "Ah 3c 4c"})
    assert answer.json()["places"] == [1, 2]
    answer = client.post("/api/equity", json={"players": ["77", "KK"], "dead": "Xx"})
    assert answer.json()["places"] == ["dead"]


def test_pages_offer_all_names(client: httpx.Client) -> None:
    found = re.search(r"data-choices='([^']*)'", client.get("/words").text)
    assert found is not None
    choices = json.loads(html.unescape(found[1]))
    assert [game["name"] for game in choices["games"]] == list(poker.VARIANTS)
    assert [game["title"] for game in choices["games"]][:2] == ["Hold'em", "Omaha"]
    assert [rules["name"] for rules in choices["rules"]] == list(ur.RULES)


def test_the_schema_lists_all_names(client: httpx.Client) -> None:
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    assert schemas["EquityQuestion"]["properties"]["game"]["enum"] == [
        *poker.VARIANTS, *poker.STUD_VARIANTS,
    ]  # fmt: skip
    assert schemas["RangeText"]["properties"]["game"]["enum"] == ["holdem", "short", "short-trips"]
    assert schemas["UrTurn"]["properties"]["rules"]["enum"] == list(ur.RULES)


def test_two_ranges_before_the_flop_are_counted(client: httpx.Client) -> None:
    answer = client.post("/api/equity", json={"players": ["15%", "30%"]}).json()
    assert answer["method"] == "exact"


@pytest.mark.parametrize(
    "question",
    [
        {"players": ["random"] * 9, "samples": 10**9},
        {"players": ["20%"] * 9},  # one in a thousand draws of all hands fits together
        {"players": ["random"] * 9, "game": "omaha", "until": 1e-9},
        {"players": ["random"] * 7, "game": "omaha6"},
        {"players": ["5%", "10%", "random"]},
    ],
)
def test_equity_is_never_much_work(client: httpx.Client, question: dict[str, Any]) -> None:
    """Measured by the work that the answer reports: seconds depend on the machine."""
    answer = client.post("/api/equity", json=question).json()
    game = poker.VARIANTS[answer["game"]]
    assert answer["method"] == "sampled"
    assert 1000 < answer["deals"] <= MOST_DEALS + BLOCK
    evaluations = answer["deals"] * len(question["players"]) * game.evaluations
    assert evaluations <= 2 * MOST_SAMPLED
    assert sum(player["equity"] for player in answer["players"]) == pytest.approx(1)
    assert client.post("/api/equity", json=question).json() == answer


def test_cells_of_single_suits_before_the_flop_are_too_much_work(client: httpx.Client) -> None:
    """Every board would have to be counted; ranges that treat suits alike need one in 24."""
    answer = client.post("/api/equity/by-hand", json={"range": "AhKd, 7c2d", "versus": "random"})
    assert answer.status_code == 422
    assert "at most 1,000,000,000 are done here" in answer.json()["error"]
    flop = {"range": "AhKd, 7c2d", "versus": "random", "board": "2h 7d Jh"}
    assert client.post("/api/equity/by-hand", json=flop).status_code == 200


def test_ranges_are_painted(client: httpx.Client) -> None:
    paint = {"KK": 0, "JTs": 0.5}
    answer = client.post("/api/range", json={"range": "KK+, AhKh", "paint": paint}).json()
    assert answer["range"] == "AA, JTs:0.5, AhKh"
    assert answer["starting_hands"] == {"AA": 1, "JTs": 0.5, "AKs": 0.25}
    blank = client.post("/api/range", json={"range": " ", "paint": {"AA": 1}}).json()
    assert (blank["range"], blank["hands"]) == ("AA", 6)
    nothing = client.post("/api/range", json={"range": "AA", "paint": {"AA": 0}}).json()
    assert (nothing["range"], nothing["hands"], nothing["starting_hands"]) == ("", 0, {})


def test_requests_of_clients_that_have_gone_are_dropped(
    here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served, free = [], Event()

    def slow(players: list[str], **options: object) -> None:
        served.append(players[0])
        free.wait(20)
        raise BadInputError("enough")

    monkeypatch.setattr("astragal.equity.calculate", slow)

    def ask(name: str, seconds: float) -> None:
        with suppress(httpx.ReadTimeout):
            httpx.post(f"{here}/api/equity", json={"players": [name, "KK"]}, timeout=seconds)

    first = Thread(target=ask, args=("AA", 20))
    first.start()
    while not served:
        time.sleep(0.01)
    ask("QQ", 0.3)  # waits, and gives up
    last = Thread(target=ask, args=("JJ", 20))
    last.start()
    time.sleep(0.1)
    assert served == ["AA"]
    free.set()
    first.join()
    last.join()
    assert served == ["AA", "JJ"]


def test_a_record_goes_there_and_back(client: httpx.Client) -> None:
    first = client.post("/api/ur/record", json={"game": "1. A@A1 * A@A3 / 0 --"}).json()
    again = client.post("/api/ur/record", json={"game": " ".join(first["states"])}).json()
    assert again == first
    assert [one["roll"] for one in first["moves"]] == [4, 2, 0]


def wait_for_solve(client: httpx.Client) -> dict[str, Any]:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        status: dict[str, Any] = client.get("/api/ur/solve").json()
        if not status["running"]:
            return status
        time.sleep(0.02)
    pytest.fail("the solve does not end")


def test_start_is_a_state(client: httpx.Client) -> None:
    for route in ("show", "moves"):
        for rules, pieces in (("finkel", 7), ("blitz", 5), ("finkel", 3)):
            params: dict[str, str | int] = {"state": "start", "rules": rules, "pieces": pieces}
            found = client.get(f"/api/ur/{route}", params=params).json()
            assert found["state"] == ur.start(rules, pieces).name
    value = client.get("/api/ur/value", params={"state": "start", "pieces": 1}).json()
    state = ur.start(pieces=1).name
    assert value["win"] > 0.5
    assert value == client.get("/api/ur/value", params={"state": state}).json()
    chosen = client.post("/api/ur/choose", json={"state": "start", "roll": 4, "player": "greedy"})
    assert chosen.json()["move"] == "hand-A1"
    wrong = client.get("/api/ur/show", params={"state": "0x3f", "pieces": 3})
    assert wrong.status_code == 422
    assert "is for `start`" in wrong.json()["error"]


def test_a_player_of_ones_own_is_an_opponent_of_the_app(
    monkeypatch: pytest.MonkeyPatch, new_home: Path
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(new_home))
    mine = ur.player("mine <1>", lambda position, roll: position.moves()[-1])
    wrong = ur.player("wrong", lambda position, roll: "A7-off")
    turn = {"state": "0x0000084040000d40", "roll": 2}
    with (
        served_here(own_players=[mine, wrong]) as address,
        httpx.Client(base_url=address) as client,
    ):
        chosen = client.post("/api/ur/choose", json=turn | {"player": "mine <1>"}).json()
        assert (chosen["player"], chosen["move"]) == ("mine <1>", "A8-off")
        refused = client.post("/api/ur/choose", json=turn | {"player": "wrong"})
        assert refused.status_code == 422
        assert "wrong in 0x0000084040000d40 with a 2: A7-off is not" in refused.json()["error"]
        for unknown in ("nobody", "expectimax-6", "mine:name"):
            answer = client.post("/api/ur/choose", json=turn | {"player": unknown})
            told = f"no player '{unknown}'; there are mine <1>, wrong, perfect"
            assert told in answer.json()["error"]
        for rules in client.get("/api/ur/rules").json():
            assert rules["players"] == ["mine <1>", "wrong", *ur.PLAYERS]


def test_rules_without_strategy_cards_list_the_other_players(
    monkeypatch: pytest.MonkeyPatch, new_home: Path
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(new_home))
    plain = ur.Rules("plain", 2, ur.RULES["finkel"].path, (1, 1))
    monkeypatch.setitem(ur.RULES, "plain", plain)
    with served_here() as address:
        *_, told = httpx.get(f"{address}/api/ur/rules").json()
    assert told["name"] == "plain"
    assert told["players"] == [name for name in ur.PLAYERS if name not in ("card", "points")]


@pytest.mark.parametrize("kind", [ValueError, SystemExit, KeyboardInterrupt])
def test_a_player_that_fails_is_an_error_in_json(
    kind: type[BaseException], monkeypatch: pytest.MonkeyPatch, new_home: Path
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(new_home))

    def fail(*arguments: object) -> str:
        raise kind

    players = ur.player("one", fail), ur.player_many("many", fail)
    turn = {"state": "0x0000084040000d40", "roll": 2}
    with served_here(own_players=players) as address, httpx.Client(base_url=address) as client:
        for name in ("one", "many"):
            answer = client.post("/api/ur/choose", json=turn | {"player": name})
            assert answer.status_code == 422
            error = answer.json()["error"]
            assert error.startswith(name)
            assert kind.__name__ in error


def test_a_wrong_body_is_explained_once(client: httpx.Client) -> None:
    answer = client.post("/api/ur/choose", json=[])
    assert answer.json() == {"error": "the body must be an object, not []"}


def test_an_error_of_a_player_may_have_any_text(
    monkeypatch: pytest.MonkeyPatch, new_home: Path
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(new_home))

    def fail(*arguments: object) -> str:
        raise ValueError("\ud800")

    turn = {"state": "0x0000084040000d40", "roll": 2, "player": "mine"}
    mine = ur.player("mine", fail)
    with served_here(own_players=[mine]) as address, httpx.Client(base_url=address) as client:
        answer = client.post("/api/ur/choose", json=turn)
        assert answer.status_code == 422
        assert "ud800" in answer.json()["error"]


def test_players_that_never_answer_keep_only_their_own_places(
    monkeypatch: pytest.MonkeyPatch, new_home: Path
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(new_home))
    thinking, enough = Semaphore(0), Event()

    def think(position: ur.Position, roll: int) -> ur.Move:
        thinking.release()
        enough.wait()
        return position.moves(roll)[0]

    turn = {"state": "0x0000084040000d40", "roll": 2}
    with (
        served_here(own_players=[ur.player("slow", think)]) as address,
        httpx.Client(base_url=address, timeout=60) as client,
        ThreadPoolExecutor(3) as pool,
    ):
        ask = partial(client.post, "/api/ur/choose")
        slow = [pool.submit(ask, json=turn | {"player": "slow"}) for _ in range(3)]
        try:
            assert thinking.acquire(timeout=60)
            assert thinking.acquire(timeout=60)
            assert client.post("/api/range", json={"range": "QQ+"}).is_success
            assert ask(json=turn | {"player": "greedy"}).is_success
        finally:
            enough.set()
        assert [asked.result().status_code for asked in slow] == [200] * 3


def test_endgames_have_values_without_a_table(here: str, tmp_path: Path) -> None:
    table = ur.solve(pieces=3, path=tmp_path / "three.table")
    endgame = ur.start(pieces=3).play("hand-A4", roll=1)
    state = {"state": endgame.name}
    with httpx.Client(base_url=here, timeout=60) as client:
        value = client.get("/api/ur/value", params=state).json()
        assert value == table.evaluate(endgame).to_dict()
        best = client.get("/api/ur/best", params=state).json()
        assert best == table.rank_by_roll(endgame).to_dict()
        assert client.get("/api/ur/rules").json()[0]["table"] is None
        more = client.get("/api/ur/value", params={"state": ur.start(pieces=4).name})
        assert more.status_code == 503


def test_solving_brings_the_perfect_player_also_after_a_restart(tmp_path: Path) -> None:
    state = ur.start(pieces=1).name
    turn = {"state": state, "roll": 2, "player": "perfect"}
    app = Served(tmp_path)
    try:
        with httpx.Client(base_url=app.address, timeout=60) as client:
            value = client.get("/api/ur/value", params={"state": "0x3f"})
            assert value.status_code == 503
            told = "the server has no table for this position; POST /api/ur/solve makes it"
            assert value.json() == {"error": told}
            assert client.post("/api/ur/choose", json=turn).json()["player"] == "expectimax-3"
            assert client.post("/api/ur/solve", json={"pieces": 1}).status_code == 202
            assert wait_for_solve(client)["outcome"] == "done"
            assert client.post("/api/ur/choose", json=turn).json()["player"] == "perfect"
            # More pieces than were solved: expectimax plays.
            full = turn | {"state": "0x3f"}
            assert client.post("/api/ur/choose", json=full).json()["player"] == "expectimax-3"
    finally:
        app.stop()
    app = Served(tmp_path)
    try:
        with httpx.Client(base_url=app.address, timeout=60) as client:
            assert client.post("/api/ur/choose", json=turn).json()["player"] == "perfect"
            win = client.get("/api/ur/value", params={"state": state}).json()["win"]
            assert 0.5 < win < 1
    finally:
        app.stop()


def test_a_solve_can_be_cancelled_and_there_is_only_one(tmp_path: Path) -> None:
    app = Served(tmp_path)
    try:
        with httpx.Client(base_url=app.address, timeout=60) as client:
            assert client.post("/api/ur/solve", json={"rules": "blitz"}).status_code == 202
            second = client.post("/api/ur/solve", json={"rules": "finkel"})
            assert second.status_code == 409
            assert "running" in second.json()["error"]
            # Pages stay quick meanwhile.
            assert client.get("/").status_code == 200
            client.delete("/api/ur/solve")
            assert wait_for_solve(client)["outcome"] == "cancelled"
            assert not (tmp_path / "data" / "ur" / "blitz.table").exists()
    finally:
        app.stop()


def test_limits_are_those_of_json_schema(client: httpx.Client) -> None:
    """Generators of clients read `minimum` and `maximum`, and ignore pydantic's own words."""
    text = client.get("/api/openapi.json").text
    assert not re.findall(r'"(?:ge|gt|le|lt)":', text)
    assert '"minimum":' in text


def test_a_wrong_address_below_static_links_to_the_pages(client: httpx.Client) -> None:
    page = client.get("/static/equitty", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert "<code>/static/equitty</code>" in page.text
    assert 'href="../poker"' in page.text


def test_a_long_wrong_address_is_shown_in_part(client: httpx.Client) -> None:
    page = client.get("/" + "x/" * 3000 + "wrods", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert f"<code>/{'x/' * 99}x…</code>" in page.text
    assert "Did you mean" in page.text
