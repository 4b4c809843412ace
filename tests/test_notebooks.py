"""The notebooks in `examples` run from top to bottom and show what they promise."""

from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "examples"

SHOWN = {
    "poker": {"text/html", "image/png"},
    "postflop": {"text/html", "image/svg+xml"},
    "asia": {"text/html"},
    "ur": {"text/html", "image/svg+xml"},
    "words": {"image/svg+xml"},
}

# The libraries that talk to a kernel warn of themselves.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


def read(name: str) -> Any:
    import nbformat

    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def test_there_is_one_for_each_entrance() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == SHOWN.keys()


@pytest.mark.parametrize("name", SHOWN)
def test_they_are_stored_without_outputs(name: str) -> None:
    for cell in read(name).cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_they_run() -> None:
    """One after the other in one kernel, which takes long to start; it forgets names between."""
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    notebooks = {name: read(name) for name in SHOWN}
    cells = [
        cell for one in notebooks.values() for cell in (*one.cells, new_code_cell("%reset -f"))
    ]
    NotebookClient(new_notebook(cells=cells), timeout=120, kernel_name="python3").execute()
    for name, notebook in notebooks.items():
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        assert [output for output in outputs if output.get("name") == "stderr"] == []
        kinds = {kind for output in outputs for kind in output.get("data", {})}
        assert kinds >= SHOWN[name], name
