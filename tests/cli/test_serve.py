"""`astragal serve` where it can't: one line that says why, and what would do."""

import signal
import socket
import sys
from collections.abc import Callable
from subprocess import PIPE

import pytest

from children import Child
from cli.conftest import Result

Run = Callable[..., Result]


@pytest.mark.parametrize("module", ["fastapi", "fastapi_swagger", "uvicorn"])
def test_a_missing_extra_is_named(astragal: Run, module: str) -> None:
    astragal("serve", without=(module,)).assert_refused(
        f"the web app needs {module}, which is not installed", "pip install 'astragal[web]'"
    )


def test_a_port_in_use_is_named(astragal: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        astragal("serve", "--port", port).assert_refused(f"'127.0.0.1', port {port}", "in use")


@pytest.mark.parametrize("port", ["65536", "-1"])
def test_a_port_that_can_not_be(astragal: Run, port: str) -> None:
    astragal("serve", "--port", port).assert_refused(f"port {port} is not in 0..65535")


def test_a_port_that_is_no_number(astragal: Run) -> None:
    astragal("serve", "--port", "http").assert_refused("'--port'", "integer")


@pytest.mark.parametrize(
    "host", ["192.0.2.1", "no such host", "é" * 70], ids=["foreign", "unknown", "unwritable"]
)
def test_a_host_that_is_not_here(astragal: Run, host: str) -> None:
    astragal("serve", "--host", host, "--port", "0").assert_refused("can't listen at", repr(host))


def test_an_interrupt_ends_it_in_one_line() -> None:
    command = [sys.executable, "-m", "astragal", "serve", "--port", "0"]
    with Child(command, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Astragal is at http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == ("", "astragal: interrupted\n")
        assert process.returncode == 130
