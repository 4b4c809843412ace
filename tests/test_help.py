"""`help()` and `dir()` of each module are readable: signatures as written, public names alone."""

import pydoc

import pytest

from astragal import (
    asia,
    cards,
    equity,
    jobs,
    keys,
    layout,
    paigow,
    plots,
    poker,
    setting,
    store,
    ur,
)

MODULES = (
    asia, cards, equity, jobs, keys, layout, paigow, plots, poker, setting, store, ur,
)  # fmt: skip


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_dir_lists_the_public_names(module: object) -> None:
    assert dir(module) == sorted(module.__all__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_help_shows_signatures_as_written(module: object) -> None:
    text = pydoc.plain(pydoc.render_doc(module))
    for clutter in ("<lambda>", str(2**64 - 1), "_SupportsArray", " object at 0x"):
        assert clutter not in text
    signatures = [line for line in text.splitlines() if ") -> " in line]
    assert signatures
    assert not [line for line in signatures if "numpy.ndarray[" in line]
