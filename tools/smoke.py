"""Test an installed Astragal in a second: an answer of each module, and the command line."""

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import astragal
from astragal import cards, equity, poker, postflop, ur

assert poker.evaluate("7h 7d 7s 4c 4h Kd 2s").text == "full house, sevens over fours"
assert poker.evaluate([0, 1, 2, 3, 4]).text.startswith("four of a kind")
assert cards.subset_count(2**52 - 1, 5) == 2_598_960
assert equity.calculate(["AhKh", "QsQd"]).deals == 1_712_304
assert len(ur.start("finkel").moves(roll=2)) == 1
# The same bits on every processor: compilers must not fuse multiplications and additions.
IDENTITY = "f94ce2631572591ae46cd39315bd04e6527b89bd7e5e5a73f6aa9c5bca08ddb4"
with tempfile.TemporaryDirectory() as folder:
    solved = ur.solve("finkel", pieces=3, bits=64, path=Path(folder) / "finkel.table")
    assert solved.identity == IDENTITY, solved.identity
    del solved  # a file that is mapped can't be removed on Windows
spot = postflop.Spot(
    "Kh 8h 3c 8c", oop="QQ-99, AKs, KQ:0.3", ip="TT-55:0.7, AQs, AKo, 87s", pot=20, stack=60,
    bets="70%, a", raises="60%", rake_rate=0.05, rake_cap=3,
)  # fmt: skip
assert tuple(spot.solve(iterations=12).ev) == (5.868699215176871, 12.583973389430554)
for game, setting in {"asia": "/ 6d 6c /", "paigow": "/ Ad Kh"}.items():
    shown = subprocess.run(
        [sys.executable, "-m", "astragal", game, "house", "Th Ts 6c 6d Ad Kh 3s"],
        check=True, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert setting in shown.stdout, shown.stdout
if sysconfig.get_config_var("Py_GIL_DISABLED"):
    gil_enabled: bool = sys._is_gil_enabled()  # type: ignore[attr-defined]
    assert not gil_enabled, "importing astragal has switched the GIL on"
print("astragal", astragal.__version__, "works with Python", sys.version.split()[0])
