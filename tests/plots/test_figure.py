import struct
import subprocess
import sys
from pathlib import Path

import pytest

from astragal.errors import BadInputError
from astragal.plots import check_picture
from astragal.plots.figure import picture

from plots.conftest import texts
from plots.squares import draw


def test_a_png_is_one_of_the_size_asked_for(tmp_path: Path) -> None:
    draw(tmp_path / "a.png")
    content = (tmp_path / "a.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert content.endswith(b"IEND\xaeB`\x82")
    assert struct.unpack(">II", content[16:24]) == (640, 480)


def test_an_svg_has_its_texts_as_texts(tmp_path: Path) -> None:
    draw(tmp_path / "a.svg")
    assert {"Squares", "Of 0 to 4.", "n"} <= set(texts(tmp_path / "a.svg"))


PROGRAM = """
import sys
import matplotlib
matplotlib.rcParams["lines.linewidth"] = 9  # as a user's own settings might
matplotlib.rcParams["savefig.facecolor"] = "black"
from pathlib import Path
from plots.squares import draw
for path in sys.argv[1:]:
    draw(Path(path))
assert matplotlib.rcParams["lines.linewidth"] == 9
"""


def test_the_same_data_gives_the_same_bytes(tmp_path: Path) -> None:
    others = [tmp_path / "other.png", tmp_path / "other.svg"]
    tests = Path(__file__).parents[1]
    subprocess.run([sys.executable, "-c", PROGRAM, *others], cwd=tests, check=True)
    for other in others:
        one = tmp_path / f"one{other.suffix}"
        draw(one)
        assert one.read_bytes() == other.read_bytes()
        draw(other, label="m")
        assert one.read_bytes() != other.read_bytes()


def test_a_failed_drawing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    draw(path)
    before = path.read_bytes()
    with (
        pytest.raises(ZeroDivisionError),
        picture(path, title="", caption="", width=4, height=3),
    ):
        _ = 1 / 0
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_cant_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"a\.jpg': the name of a picture must end in .png or"):
        check_picture(tmp_path / "a.jpg")
    with pytest.raises(BadInputError, match="there is no folder"):
        check_picture(tmp_path / "no" / "a.png")
    check_picture(tmp_path / "a.png")


def test_without_matplotlib_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadInputError, match=r"pip install 'astragal\[plot\]'"):
        draw(tmp_path / "a.png")


def test_the_room_loads_without_matplotlib() -> None:
    program = "import astragal, sys; astragal.plots; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
