"""What a user waits for before anything happens: the import and the command's help.

To reach: `import astragal` below 0.05 s beyond NumPy, `astragal --help` below 0.3 s.
"""

import os
import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

HELP = "import sys; sys.argv[1:] = ['--help']; from astragal.cli import main; main()"
COMMANDS = {
    "python alone": "pass",
    "numpy": "import numpy",
    "numpy, astragal": "import numpy, astragal",
    "numpy, every module": "import numpy, astragal as a; [getattr(a, name) for name in a.__all__]",
    "astragal --help": HELP,
}


@pytest.mark.benchmark(group="startup")
@pytest.mark.parametrize("what", COMMANDS)
def test_startup(benchmark: BenchmarkFixture, what: str) -> None:
    command = [sys.executable, "-c", COMMANDS[what]]
    # As an installed package would, compile each module once.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    options = {"capture_output": True, "check": True, "env": environment}
    done = benchmark.pedantic(subprocess.run, (command,), options, rounds=9, warmup_rounds=1)
    assert (b"layout" in done.stdout) == (COMMANDS[what] is HELP)
