"""The worst legal request of every route stays within a budget of work, counted and not timed.

Work is the number of calls of Python functions, and of evaluations of hands where native loops do
the work. The numbers are the same on every machine.
"""

import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from threading import Event
from types import FrameType, SimpleNamespace
from typing import Any

import pytest
from fastapi.routing import APIRoute

from astragal import ur
from astragal.equity import sampling
from astragal.equity.limits import BLOCK
from astragal.equity.plan import CATEGORIES, Plan, plan_sweep
from astragal.equity.spot import read_spot
from astragal.errors import BadInputError
from astragal.poker import find_variant
from astragal.web import asia, equity, layout, paigow, poker, postflop
from astragal.web import ur as web_ur
from astragal.web import work as web_work
from astragal.web.schemas import ByHandQuestion, CountQuestion, EquityQuestion, Spot
from astragal.web.solver import Solver

CALLS = 1_000_000
"""Python makes some ten million in a second."""
ROUTES = {
    (method, route.path): route
    for module in (asia, equity, layout, paigow, poker, postflop, web_ur)
    for route in module.router.routes
    if isinstance(route, APIRoute)
    for method in route.methods or ()
}
HANDS = "Ah2c,Ah3d,Kd2c,Kd3d,Qs4h,Qs5s,Jc4h,Jc5s," * 100
LONG = ", ".join(["AA:0.001", "72o:0.999", "AhKh:0.5"] * 140)[:3999]
DOTS = ".".join(["a"] * 9990)
FIELDS = "name='x'\nbits=64\n" + "\n".join(
    f"[[field]]\nname='f{i}'\noffset={i % 64}\nwidth=1" for i in range(440)
)
STATE = {"state": "0x3f"}
WORST: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("POST", "/api/equity"): [],  # counted below, as are the next three
    ("POST", "/api/equity/count"): [],
    ("POST", "/api/equity/by-hand"): [],
    ("POST", "/api/equity/next-cards"): [],
    ("POST", "/api/equity/made-hands"): [{"range": "100%", "board": "2c 7d Jh"}],
    ("POST", "/api/range"): [
        {"range": LONG, "paint": {"AKs": 0.5}},
        {"range": "0.1%-99.9%, random", "paint": {}},
    ],
    ("POST", "/api/range/making"): [
        {"range": "100%", "board": "2c 7d Jh", "name": "top pair"}
    ],
    ("POST", "/api/range/combo-weights"): [{"range": LONG, "starting_hand": "AKs"}],
    ("GET", "/api/layout/list"): [{}],
    ("GET", "/api/layout/show/{name}"): [{"name": "ur-state", "row_bits": 8}],
    ("POST", "/api/layout/decode"): [{"layout": "ur-state", "word": "0x3f", "row_bits": 8}],
    ("POST", "/api/layout/decode-own"): [
        {"toml": FIELDS[:20_000], "word": "0x0"}, {"toml": "x=" + "[" * 19_000, "word": "0x0"},
    ],
    ("POST", "/api/layout/check"): [
        {"toml": f"{DOTS}=1"}, {"toml": f"[{DOTS}]"}, {"toml": f"x={{{DOTS}=1}}"},
        {"toml": FIELDS[:20_000]}, {"toml": "x=" + "[" * 19_000},
        {"toml": "\n".join(f"a.b{i}.c=1" for i in range(1500))},
    ],
    ("POST", "/api/poker/eval"): [
        {"cards": "Ah 2c", "board": "Ad As Kh Qh Jh"},
        {"cards": "Jk Jr 2c 3d 4h 5s 9c", "wild": "full"},
    ],
    ("POST", "/api/poker/showdown"): [{"hand": "Ah Kh", "board": "Qh Jh 2c"}],
    ("POST", "/api/poker/made-hand"): [{"hand": "Ah Kh", "board": "Qh Jh 2c"}],
    **{
        (method, f"/api/{game}/{route}"): [question]
        for game, setting, kind in (
            ("asia", "As Kd Qh Jc / 9s 7d / 4h", "quads"),
            ("paigow", "As Kd Qh Jc 9s / 7d 4h", "full house"),
        )
        for method, route, question in (
            ("POST", "best", {"hand": "Jk Kd Qh Jc 9s 7d 4h", "dead": "2c 2d 2h 2s"}),
            ("POST", "house", {"hand": "Jk Kd Qh Jc 9s 7d 4h"}),
            ("POST", "explain", {"setting": setting, "dead": "2c 2d 2h 2s"}),
            ("POST", "hint", {"hand": "Jk Kd Qh Jc 9s 7d 4h", "dead": "2c 2d 2h 2s"}),
            ("POST", "practice", {"kind": kind, "closeness": 0.01}),
            ("GET", "card", {}),
            ("GET", "ways", {}),
        )
    },
    ("GET", "/api/ur/rules"): [{}],
    ("GET", "/api/ur/show"): [STATE],
    ("GET", "/api/ur/moves"): [STATE],
    ("GET", "/api/ur/value"): [{"state": "0x12"}],
    ("GET", "/api/ur/best"): [{"state": "0x12"}],
    ("POST", "/api/ur/record"): [{"game": "1. A@A1 " * 5000}, {"game": "0x3f " * 8000}],
    ("POST", "/api/ur/review"): [{"game": "0x3f " * 8000}],
    ("GET", "/api/postflop/solve"): [{}],
    ("DELETE", "/api/postflop/solve"): [{}],
    ("GET", "/api/ur/solve"): [{}],
    ("DELETE", "/api/ur/solve"): [{}],
}  # fmt: skip
# Seconds of native loops, or another process: a turn of expectimax, a measurement, a solve.
NOT_COUNTED = {
    ("POST", "/api/equity/plan"),
    ("POST", "/api/postflop/plan"), ("POST", "/api/postflop/solve"), ("GET", "/api/postflop/node"),
    ("POST", "/api/ur/choose"), ("POST", "/api/ur/plan"), ("POST", "/api/ur/puzzles"),
    ("POST", "/api/ur/solve"),
}  # fmt: skip


def test_every_route_has_its_worst_request() -> None:
    assert {*WORST, *NOT_COUNTED} == {*ROUTES}


def fake_request() -> Any:
    app = SimpleNamespace(
        state=SimpleNamespace(solver=Solver(), postflop=postflop.PostflopSolver(), own_players={})
    )
    return SimpleNamespace(state=SimpleNamespace(gone=Event()), app=app)


def arguments_of(route: APIRoute, question: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of an endpoint: the checked body, or the parameters."""
    if route.body_field is None:
        given = dict(question)
    else:
        body = route.body_field.field_info.annotation
        assert body is not None
        given = {route.body_field.name: body(**question)}
    if route.dependant.request_param_name:
        given[route.dependant.request_param_name] = fake_request()
    return given


def calls_of(route: APIRoute, question: dict[str, Any]) -> int:
    """Return the number of calls, of Python and of native functions, that an endpoint makes."""
    given, calls = arguments_of(route, question), 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        coroutine = route.endpoint(**given)
        if hasattr(coroutine, "send"):
            coroutine.send(None)
    except (BadInputError, StopIteration):
        pass
    finally:
        sys.setprofile(None)
    return calls


@pytest.fixture(scope="module")
def _solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASTRAGAL_HOME", str(home))
        ur.solve(pieces=2, path=Path(home, "data", "ur", "finkel.table"))
        yield


@pytest.mark.parametrize(
    ("key", "question"),
    [
        pytest.param(key, question, id=f"{' '.join(key)}-{number}")
        for key, questions in WORST.items()
        for number, question in enumerate(questions)
    ],
)
@pytest.mark.usefixtures("_solved")
def test_calls_of_the_worst_request(key: tuple[str, str], question: dict[str, Any]) -> None:
    calls_of(ROUTES[key], question)  # fills caches, which live as long as the app
    assert calls_of(ROUTES[key], question) < CALLS


EVERY_HAND = "random"
SPOTS = [
    {"players": [EVERY_HAND] * 9},
    {"players": [HANDS[:3999]] * 9},
    {"players": ["100%", "100%"]},
    {"players": [EVERY_HAND] * 7, "game": "omaha6"},
    {"players": [EVERY_HAND] * 9, "game": "omaha-hilo"},
    {"players": ["AA", "KK", "QQ", "JJ"], "board": "2c 7d Jh"},
    {"players": ["AAxx ds", "JT98+ ds"], "board": "2c 7d Jh", "game": "omaha"},
]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Add up what is counted and what is sampled, and do neither."""
    done = {"counted": 0.0, "sampled": 0.0}

    def count(spot: Any, plan: Plan, *arguments: Any) -> Any:
        done["counted"] += plan.evaluations
        raise BadInputError("counted")

    def sample(spot: Any, how: sampling.Sampling, *arguments: Any) -> Any:
        # Deals come in whole blocks; `draws` bounds those of the last block.
        deals = min(how.most_blocks * BLOCK, how.limits.deals or inf)
        done["sampled"] += deals * len(spot.seats) * spot.game.evaluations
        raise BadInputError("sampled")

    module = sys.modules["astragal.equity.calculate"]  # the name is also that of a function
    monkeypatch.setattr(module, "count", count)
    monkeypatch.setattr(module, "sample", sample)
    return done


@pytest.mark.parametrize("categories", [False, True])
@pytest.mark.parametrize("method", ["auto", "exact", "sampled"])
@pytest.mark.parametrize("spot", SPOTS)
def test_evaluations_of_an_equity(
    spot: dict[str, Any], method: str, categories: bool, work: dict[str, float]
) -> None:
    samples = 10**11 if method == "sampled" else None
    asked = {"method": method, "samples": samples, "categories": categories}
    question = EquityQuestion(**spot | asked)
    with pytest.raises(BadInputError):
        equity.calculate(question, fake_request())
    assert work["counted"] <= equity.MOST_COUNTED // (CATEGORIES if categories else 1)
    players = len(spot["players"])
    assert work["sampled"] <= max(equity.MOST_SAMPLED, equity.MOST_DEALS * players)


@pytest.mark.parametrize("categories", [False, True])
@pytest.mark.parametrize("spot", SPOTS)
def test_evaluations_of_a_long_count(
    spot: dict[str, Any], categories: bool, work: dict[str, float]
) -> None:
    question = CountQuestion(**spot, categories=categories)
    plan = equity.plan_count(question)
    assert plan["seconds"] > 0
    with pytest.raises(BadInputError):
        equity.count(question, fake_request())
    assert bool(work["counted"]) == plan["possible"]
    most = equity.MOST_COUNTED_LONG // (CATEGORIES if categories else 1)
    assert plan["possible"] == (plan["evaluations"] <= most)


@pytest.mark.parametrize("spot", SPOTS)
def test_evaluations_of_next_cards(spot: dict[str, Any], work: dict[str, float]) -> None:
    with pytest.raises(BadInputError):
        equity.next_cards(Spot(**spot), fake_request())
    assert work["counted"] <= equity.MOST_COUNTED // equity.DECK
    players = len(spot["players"])
    most = max(equity.MOST_SAMPLED, equity.MOST_DEALS * players) // equity.DECK
    assert work["sampled"] <= most


@pytest.mark.parametrize(
    "question",
    [
        {"range": "100%", "versus": "random"},
        {"range": "100%", "versus": "AhKh, QsJs, 9c8d"},
        {"range": LONG, "versus": LONG, "dead": "2c"},
    ],
)
def test_evaluations_by_hand(question: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ByHandQuestion(**question)
    spot = read_spot([asked.range, asked.versus], asked.board, asked.dead, find_variant(asked.game))
    needed = plan_sweep(spot).evaluations
    swept: list[float] = []

    def stop(two: Any) -> None:
        swept.append(needed)
        raise BadInputError("swept")

    monkeypatch.setattr(sys.modules["astragal.equity.by_hand"], "TwoRanges", stop)
    with pytest.raises(BadInputError):
        equity.by_hand(asked, fake_request())
    assert all(evaluations <= equity.MOST_SWEPT for evaluations in swept)
    assert bool(swept) == (needed <= equity.MOST_SWEPT)


def test_what_takes_longer_than_a_tenth_of_a_second_is_not_with_quick_work() -> None:
    """A close full house is found in 0.4 seconds."""
    for game in ("asia", "paigow"):
        (queue,) = ROUTES["POST", f"/api/{game}/practice"].dependant.dependencies
        assert queue.call == web_work.ALONE.dependency


def test_a_sweep_holds_up_no_other_request() -> None:
    """It takes seconds, so that it has a queue of its own."""
    queues = {
        path: [dependency.call for dependency in route.dependant.dependencies]
        for (_, path), route in ROUTES.items()
    }
    assert [path for path, calls in queues.items() if web_work.SWEEP.dependency in calls] == [
        "/api/equity/by-hand"
    ]
    assert [path for path, calls in queues.items() if web_work.LONG.dependency in calls] == [
        "/api/equity/count"
    ]
