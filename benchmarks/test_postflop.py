"""Postflop solves to 0.1 % of the pot, in CPU seconds: compare them with the peer's in the row.

The peer is b-inary/postflop-solver 9d1509f. Its figures are single runs on two cores of an EPYC;
there, `evaluate_many` of ten million sevens (benchmarks/test_poker.py) took 22 ms. The certificate
is part of every solve. `make bench LONG=1` adds the flop.
"""

import json
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.postflop import Solution, Spot

PEERS = Path(__file__).parents[1] / "tests" / "data" / "postflop_peer_spots.json"
PERCENT = 0.1


@cache
def peer(name: str) -> dict[str, Any]:
    spots = json.loads(PEERS.read_text())["spots"]
    found: dict[str, Any] = next(spot for spot in spots if spot["name"] == name)
    return found


def spot_of(name: str) -> Spot:
    one = peer(name)

    def by_player(sizes: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, list[str]]]:
        return {p: {street: row[p] for street, row in sizes.items()} for p in ("oop", "ip")}

    return Spot(
        one["board"],
        oop=one["oop"],
        ip=one["ip"],
        pot=one["pot"],
        stack=one["stack"],
        bets=by_player(one["bets"]),
        raises=by_player(one["raises"]),
        donk={street: sizes for street, sizes in one["donk"].items() if sizes is not None},
        rake_rate=one["rake_rate"],
        rake_cap=one["rake_cap"],
    )


def check(name: str, solution: Solution) -> None:
    """The proved exploitability meets the target, and the EV is that of the peer."""
    one, certificate = peer(name), solution.certificate
    assert certificate.exploitability_at_most <= PERCENT / 100 * one["pot"]
    slack = 2 * (certificate.exploitability + one["reference"]["exploitability_chips"])
    assert abs(solution.ev[0] - one["reference"]["ev_oop"]) <= slack


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "name", ["t1", "t3", pytest.param("f1", marks=[pytest.mark.long, pytest.mark.timeout(0)])]
)
def test_solves_beside_the_peer(benchmark: BenchmarkFixture, name: str, threads: int) -> None:
    benchmark.group = f"postflop {name} to {PERCENT} % of the pot, CPU seconds"
    spot = spot_of(name)
    rounds = 1 if name == "f1" else 5
    solution = benchmark.pedantic(
        lambda: spot.solve(f"{PERCENT}%", threads=threads), rounds=rounds, warmup_rounds=rounds // 5
    )
    check(name, solution)
    benchmark.extra_info["iterations"] = solution.iterations
    benchmark.extra_info["memory MiB"] = round(spot.plan().memory / 2**20)
    benchmark.extra_info |= {
        "CPU seconds of the peer": min(peer(name)["peer"]["cpu_s_to_percent"]["0.1"]),
        "memory of the peer MiB": round(peer(name)["peer"]["memory_mib"]),
    }


@pytest.mark.benchmark(
    group=f"postflop: a river of full ranges to {PERCENT} % of the pot, CPU seconds",
    timer=process_time,
)
def test_a_river_of_full_ranges(benchmark: BenchmarkFixture) -> None:
    spot = Spot(
        "Td 9d 6h Qc 2s",
        oop="random",
        ip="random",
        pot=200,
        stack=900,
        bets="50%, a",
        raises="60%",
    )
    solution = benchmark.pedantic(
        lambda: spot.solve(f"{PERCENT}%", threads=1), rounds=20, warmup_rounds=1
    )
    assert solution.certificate.exploitability_at_most <= PERCENT / 100 * 200
    assert sum(solution.ev) == pytest.approx(200, abs=1e-9)
    # The uniform strategy would be exploited for much more, so the solve has done something.
    assert 80 < solution.ev[0] < 100
    benchmark.extra_info["iterations"] = solution.iterations
