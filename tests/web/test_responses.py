"""Every route answers the `to_dict()` of its function.

FastAPI leaves out keys that the type of a response does not declare, without a word.
"""

from collections.abc import Callable, Mapping
from typing import Any

import httpx
import pytest

from astragal import asia, equity, paigow, poker, ur
from astragal.ur.players import ChosenMove
from astragal.web.solver import Solver

from web.conftest import Served

HAND = "As Kd Qh Jc 9s 7d 4h"
FOUL = "Qh Jc 9s 7d / As Kd / 4h"
FIVE = "As Jc 9s 7d 4h / Kd Qh"
FLOP = "2c 7d Jh"
WEIGHTED = ["AhKh", "QQ+, AKs:0.5"]
HILO = ["AhAd2h3d", "KsKcQsJc"]
Told = Callable[[], Mapping[str, Any]]

POSTS: list[tuple[str, dict[str, Any], Told]] = [
    ("asia/best", {"hand": HAND}, lambda: asia.rank(HAND).to_dict()),
    (
        "asia/best",
        {"hand": "2c 2d 8c 9c 9s Kd Ad", "dead": "As", "dealer": "short", "objective": "ev"},
        lambda: asia.rank(
            "2c 2d 8c 9c 9s Kd Ad", dealer="short", objective="ev", dead="As"
        ).to_dict(),
    ),
    (
        "asia/house",
        {"hand": HAND, "rules": "casino"},
        lambda: asia.house(HAND, rules="casino").to_dict(),
    ),
    ("asia/explain", {"setting": FOUL}, lambda: asia.Game().explain(FOUL).to_dict()),
    (
        "asia/explain",
        {"setting": "As Kd Qh Jc / 9s 7d / 4h"},
        lambda: asia.Game().explain("As Kd Qh Jc / 9s 7d / 4h").to_dict(),
    ),
    ("asia/hint", {"hand": HAND}, lambda: asia.Game().hint(HAND).to_dict()),
    (
        "asia/practice",
        {"kind": "pair", "seed": 3},
        lambda: {
            **asia.Game().practice("pair", seed=3, hands=5).to_dict(),
            "kinds": ["pair"] * 5,
        },
    ),
    (
        "paigow/best",
        {"hand": HAND, "rules": "ez", "dealer": "trump-plaza", "banker": "player", "dead": "Ac"},
        lambda: paigow.rank(
            HAND, rules="ez", dealer="trump-plaza", banker="player", dead="Ac"
        ).to_dict(),
    ),
    ("paigow/house", {"hand": HAND}, lambda: paigow.house(HAND).to_dict()),
    ("paigow/explain", {"setting": FIVE}, lambda: paigow.Game().explain(FIVE).to_dict()),
    (
        "paigow/explain",
        {"setting": "Qh Jc 9s 7d 4h / As Kd"},
        lambda: paigow.Game().explain("Qh Jc 9s 7d 4h / As Kd").to_dict(),
    ),
    (
        "paigow/hint",
        {"hand": HAND, "objective": "wins"},
        lambda: paigow.Game(objective="wins").hint(HAND).to_dict(),
    ),
    (
        "paigow/practice",
        {"kind": "full house", "seed": 3},
        lambda: {
            **paigow.Game().practice("full house", seed=3, hands=5).to_dict(),
            "kinds": ["full house"] * 5,
        },
    ),
    ("poker/eval", {"cards": HAND}, lambda: poker.evaluate(HAND).to_dict()),
    (
        "poker/eval",
        {"cards": "7h 6d", "board": "9c 8s 5d", "quirks": "openholdem"},
        lambda: poker.evaluate("7h 6d", "9c 8s 5d", quirks="openholdem").to_dict(),
    ),
    (
        "poker/showdown",
        {"hand": "Ah Kh", "board": FLOP},
        lambda: poker.showdown("Ah Kh", FLOP).to_dict(),
    ),
    (
        "poker/made-hand",
        {"hand": "Ah Kh", "board": FLOP},
        lambda: poker.made_hand("Ah Kh", FLOP).to_dict(),
    ),
    (
        "equity",
        {"players": WEIGHTED, "board": FLOP, "dead": "3c", "categories": True},
        lambda: equity.final_hands(WEIGHTED, board=FLOP, dead="3c").to_dict(),
    ),
    (
        "equity",
        {"players": HILO, "game": "omaha-hilo", "board": FLOP},
        lambda: equity.calculate(HILO, game="omaha-hilo", board=FLOP).to_dict(),
    ),
    (
        "equity",
        {"players": ["AhKh", "QsQd"], "method": "sampled", "samples": 1000, "seed": 3},
        lambda: equity.calculate(
            ["AhKh", "QsQd"], method="sampled", samples=1000, seed=3
        ).to_dict(),
    ),
    (
        "equity/count",
        {"players": WEIGHTED, "board": FLOP, "categories": True},
        lambda: equity.final_hands(WEIGHTED, board=FLOP).to_dict(),
    ),
    (
        "equity/by-hand",
        {"range": "QQ+, AKs", "versus": "15%", "board": FLOP},
        lambda: equity.by_hand("QQ+, AKs", "15%", board=FLOP).to_dict(),
    ),
    (
        "equity/made-hands",
        {"range": "QQ+, AK", "board": FLOP, "dead": "AhKh"},
        lambda: equity.made_hands("QQ+, AK", FLOP, dead="AhKh").to_dict(),
    ),
    (
        "range/making",
        {"range": "QQ+, AK, JTs:0.5", "board": FLOP, "dead": "Jd", "name": "top pair"},
        # Two of the four combos of JTs are left, each half of the time.
        lambda: {"name": "top pair", "starting_hands": {"JTs": 0.25}},
    ),
    (
        "equity/next-cards",
        {"players": ["AhKh", "QsQd"], "board": FLOP},
        lambda: {
            **equity.next_cards(["AhKh", "QsQd"], board=FLOP).to_dict(),
            **equity.outs(["AhKh", "QsQd"], board=FLOP).to_dict(),
        },
    ),
    (
        "equity/next-cards",
        {"players": ["AhKh", "QQ"], "board": FLOP},
        lambda: {**equity.next_cards(["AhKh", "QQ"], board=FLOP).to_dict(), "outs": None},
    ),
    (
        "range",
        {"range": "KK+, AhKh", "paint": {"KK": 0.5}, "dead": "Kh"},
        lambda: {
            **equity.Range("KK+, AhKh").paint({"KK": 0.5}).to_dict(),
            "live": {"hands": 9, "weight": 7.5, "starting_hands": {"AA": 1.0, "KK": 0.25}},
        },
    ),
    (
        "range/combo-weights",
        {"range": "AhKh, AsKs:0.5", "starting_hand": "AKs"},
        lambda: {
            "starting_hand": "AKs",
            "combos": equity.Range("AhKh, AsKs:0.5").combo_weights("AKs"),
        },
    ),
]


@pytest.mark.parametrize(("path", "body", "told"), POSTS, ids=[path for path, _, _ in POSTS])
def test_a_route_answers_as_python_does(
    client: httpx.Client, path: str, body: dict[str, Any], told: Told
) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json() == told()


def test_every_route_declares_its_answer(client: httpx.Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    routes = [
        (f"{method} {path}", operation["responses"])
        for path, operations in paths.items()
        for method, operation in operations.items()
    ]
    assert len(routes) > 30
    for route, responses in routes:
        (answer,) = (body for status, body in responses.items() if status[0] == "2")
        schema = answer["content"]["application/json"]["schema"]
        assert schema.get("items", schema)["$ref"].endswith("Json"), route


def test_every_route_of_card_games_is_compared(client: httpx.Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    rooms = ("/api/poker", "/api/equity", "/api/range", "/api/asia", "/api/paigow")
    # Cards and ways are compared below; a plan has a time.
    compared = (path for path in paths if not path.endswith(("/card", "/plan", "/ways")))
    routes = {path for path in compared if path.startswith(rooms)}
    assert routes <= {f"/api/{path}" for path, _, _ in POSTS}


@pytest.mark.parametrize("game", [asia, paigow])
def test_a_card_is_answered_as_python_does(client: httpx.Client, game: Any) -> None:
    for name in game.Rules.ways.files:
        answer = client.get(f"/api/{game.Rules.game}/card", params={"name": name})
        assert answer.json() == game.Game().card(name).to_dict()


@pytest.mark.parametrize("game", [asia, paigow])
def test_the_ways_are_answered_as_python_lists_them(client: httpx.Client, game: Any) -> None:
    answer = client.get(f"/api/{game.Rules.game}/ways")
    assert answer.json() == [way.to_dict() for way in game.Rules.ways.listed]


UR_GAME = "[Pieces 2]\n\n1. A@A1 * A@A3 / C@C3\n2. A3B1 / 0 --"
UR_STATE = "0x0000000000000012"  # the start of a game of two pieces
UR_OVER = "0x0000000000000090"


def rules_told() -> list[Mapping[str, Any]]:
    tables = {"finkel": ur.open_table("finkel").to_dict(), "blitz": None, "masters": None}
    return [
        {
            **rules.to_dict(),
            "plan": ur.plan(rules).to_dict(),
            "table": tables[name],
            "players": list(ur.PLAYERS),
        }
        for name, rules in ur.RULES.items()
    ]


UR_GETS: list[tuple[str, dict[str, Any], Callable[[], Any]]] = [
    ("rules", {}, rules_told),
    ("show", {"state": UR_STATE}, lambda: ur.Position(UR_STATE).to_dict()),
    ("show", {"state": "0x300003e"}, lambda: ur.Position("0x300003e", check=False).to_dict()),
    ("moves", {"state": UR_STATE}, lambda: ur.Position(UR_STATE).by_roll().to_dict()),
    ("moves", {"state": UR_STATE, "roll": 0}, lambda: ur.Position(UR_STATE).by_roll(0).to_dict()),
    ("value", {"state": UR_STATE}, lambda: ur.open_table().evaluate(UR_STATE).to_dict()),
    ("value", {"state": UR_OVER}, lambda: ur.open_table().evaluate(UR_OVER).to_dict()),
    ("best", {"state": UR_STATE}, lambda: ur.open_table().rank_by_roll(UR_STATE).to_dict()),
    ("solve", {}, lambda: Solver().to_dict()),
]

UR_POSTS: list[tuple[str, dict[str, Any], Told]] = [
    (
        "choose",
        {"state": UR_STATE, "roll": 2, "player": "greedy"},
        lambda: ChosenMove(ur.start(pieces=2), 2, "greedy", ur.Move("hand-A3")).to_dict(),
    ),
    (
        "choose",
        {"state": UR_STATE, "roll": 0, "player": "random"},
        lambda: ChosenMove(ur.start(pieces=2), 0, "random", None).to_dict(),
    ),
    ("record", {"game": UR_GAME}, lambda: ur.read_game(UR_GAME).to_dict()),
    ("review", {"game": UR_GAME}, lambda: ur.review(UR_GAME).to_dict()),
    ("puzzles", {"count": 2}, lambda: ur.puzzles(count=2).to_dict()),
]


@pytest.fixture
def same_home(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process read the tables of the app."""
    monkeypatch.setenv("ASTRAGAL_HOME", str(served.home))


@pytest.mark.parametrize(
    ("path", "query", "told"), UR_GETS, ids=[f"{path} {query}" for path, query, _ in UR_GETS]
)
@pytest.mark.usefixtures("same_home")
def test_ur_answers_as_python_does(
    client: httpx.Client, path: str, query: dict[str, Any], told: Callable[[], Any]
) -> None:
    answer = client.get(f"/api/ur/{path}", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.json() == told()


@pytest.mark.parametrize(
    ("path", "body", "told"), UR_POSTS, ids=[f"{path} {body}" for path, body, _ in UR_POSTS]
)
@pytest.mark.usefixtures("same_home")
def test_ur_answers_requests_as_python_does(
    client: httpx.Client, path: str, body: dict[str, Any], told: Told
) -> None:
    answer = client.post(f"/api/ur/{path}", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json() == told()


def test_the_plan_of_a_solve_has_its_seconds(client: httpx.Client) -> None:
    answer = client.post("/api/ur/plan", json={"pieces": 2}).json()
    assert answer["seconds"] > 0
    assert answer == {**ur.plan(pieces=2).to_dict(), "seconds": answer["seconds"]}
