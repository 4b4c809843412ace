"""`help()` and `dir()` of each room are readable: signatures as written, public names alone."""

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

ROOMS = (
    asia, cards, equity, jobs, keys, layout, paigow, plots, poker, setting, store, ur,
)  # fmt: skip


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__)
def test_dir_lists_the_public_names(room: object) -> None:
    assert dir(room) == sorted(room.__all__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__)
def test_help_shows_signatures_as_written(room: object) -> None:
    text = pydoc.plain(pydoc.render_doc(room))
    for clutter in ("<lambda>", str(2**64 - 1), "_SupportsArray", " object at 0x"):
        assert clutter not in text
    signatures = [line for line in text.splitlines() if ") -> " in line]
    assert len(signatures) > 5
    assert not [line for line in signatures if "numpy.ndarray[" in line]
