"""The system's chromium, headless and without background activity.

Its shell without windows is preferred: it needs a third of the time.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--in-process-gpu",
    "--no-first-run",
]


@contextmanager
def launched() -> Iterator[Browser]:
    """Start it; without a chromium, skip the test, or fail in continuous integration."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no chromium: the browser tests can't run, and here they must")
        pytest.skip("no chromium: the browser tests are left out")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
