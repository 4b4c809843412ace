"""The web app: how much the first page weighs, and how long an answer takes.

To reach: the first page below 150 kB; Asia's answer below 60 ms from request to response, Ur's
value below 5 ms; 1,000 look-ups of Ur a second on one worker, without an error.
"""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from astragal import ur

HAND = "As Kd Qh Jc 9s 7d 4h"
STATE = hex(ur.start(2))
REQUESTS = 4000
CONNECTIONS = 16
SERVE = "from astragal.cli import main; main(['serve', '--port', '0'])"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    home = tmp_path_factory.mktemp("home")
    ur.solve(pieces=2, path=home / "data" / "ur" / "finkel.table")
    with subprocess.Popen(
        [sys.executable, "-c", SERVE],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"ASTRAGAL_HOME": str(home)},
    ) as process:
        assert process.stdout is not None
        with httpx.Client(base_url=process.stdout.readline().split()[3], timeout=60) as client:
            yield client
        process.terminate()


def first_page(client: httpx.Client) -> int:
    """Load the page and all that it needs, and return how many bytes that was."""
    wanted, seen, size = ["/"], set(), 0
    while wanted:
        path = wanted.pop()
        if path in seen:
            continue
        seen.add(path)
        text = client.get(path).raise_for_status().text
        size += len(text.encode())
        if path.endswith(".js"):
            folder = Path(path).parent
            found = re.findall(r'from "(.+?)"', text)
            wanted += [os.path.normpath(folder / one) for one in found]
        elif path == "/":
            wanted += re.findall(r'(?:src|href)="(/static/.+?)"', text)
    assert len(seen) >= 8
    return size


@pytest.mark.benchmark(group="web, one request")
def test_first_page(benchmark: BenchmarkFixture, client: httpx.Client) -> None:
    size = benchmark(first_page, client)
    benchmark.extra_info["bytes"] = size
    assert size < 150_000


@pytest.mark.benchmark(group="web, one request")
def test_asia_answer(benchmark: BenchmarkFixture, client: httpx.Client) -> None:
    answer = benchmark(lambda: client.post("/api/asia/best", json={"hand": HAND}).json())
    assert answer["settings"][0]["wins"] == 40844596


@pytest.mark.benchmark(group="web, one request")
def test_ur_value(benchmark: BenchmarkFixture, client: httpx.Client) -> None:
    answer = benchmark(lambda: client.get("/api/ur/value", params={"state": STATE}).json())
    assert 0.5 < answer["win"] < 1


async def look_up(host: str, port: int, requests: int) -> int:
    """Ask on one connection, one request after the other; return how many were answered."""
    reader, writer = await asyncio.open_connection(host, port)
    question = f"GET /api/ur/value?state={STATE} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
    good = 0
    for _ in range(requests):
        writer.write(question)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        assert length is not None
        body = await reader.readexactly(int(length[1]))
        good += head.startswith(b"HTTP/1.1 200") and b'"win"' in body
    writer.close()
    return good


@pytest.mark.benchmark(group="web, many requests")
def test_ur_values_a_second(benchmark: BenchmarkFixture, client: httpx.Client) -> None:
    async def all_of_them() -> int:
        address = client.base_url
        each = REQUESTS // CONNECTIONS
        asked = (look_up(address.host, address.port or 80, each) for _ in range(CONNECTIONS))
        return sum(await asyncio.gather(*asked))

    def measure() -> int:
        start = time.perf_counter()
        good = asyncio.run(all_of_them())
        seconds.append(time.perf_counter() - start)
        return good

    seconds: list[float] = []
    good = benchmark.pedantic(measure, rounds=5, warmup_rounds=1)
    benchmark.extra_info["requests a second"] = round(REQUESTS / min(seconds))
    assert good == REQUESTS
