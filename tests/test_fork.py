"""A child that is forked while threads of its parent work does not wait for their locks."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, sys, threading, time
from astragal import cards, equity, layout, poker
from astragal.store.shared import open_shared

def touch():
    equity.Range("QQ+, AKs").hands
    str(equity.Range("22+, A2s+, K9s+"))
    poker.made_hand("Ah Kh", "2c 7d Jh")
    clock = layout.Layout("clock", 16, (layout.Field("minute", 0, 6), layout.Field("hour", 6, 5)))
    clock.mask, clock.field("hour").items

def work():
    while not done.is_set():
        equity.Range("22+, A2s+, KTs+, QTs+").hands
        touch()

done = threading.Event()
threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
for thread in threads:
    thread.start()
hung = failed = 0
for child in range(int(sys.argv[1])):
    pid = os.fork()
    if pid == 0:
        try:
            touch()
            os._exit(0)
        finally:
            os._exit(1)
    deadline = time.monotonic() + 60
    while (ended := os.waitpid(pid, os.WNOHANG))[0] == 0:
        if time.monotonic() > deadline:
            hung += 1
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            break
        time.sleep(0.002)
    failed += ended[1] != 0
    if hung == 3:
        break
alive = sum(thread.is_alive() for thread in threads)
done.set()
for thread in threads:
    thread.join()
print(hung, failed, alive)
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")
@pytest.mark.parametrize("children", [60, pytest.param(1000, marks=pytest.mark.verify)])
def test_a_forked_child_answers(children: int) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM, str(children)],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert run.stdout == "0 0 3\n", run.stderr  # hung, failed, threads alive
