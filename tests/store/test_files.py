"""Files that users name: what is read, and what is refused before work begins."""

import os
import sys
from pathlib import Path

import pytest

from astragal import asia, layout, ur
from astragal.errors import BadInputError
from astragal.store.files import LARGEST_TEXT, check_file, read_file, read_path

needs_pipes = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    return pipe


@pytest.mark.parametrize(
    "path", [None, 3, b"x", "", ".", "a\0b", "\ud800", pytest.param(10**5000, id="huge")]
)
def test_what_is_no_name_of_a_file(path: object) -> None:
    with pytest.raises(BadInputError, match="is not the name of a file"):
        read_path(path)  # type: ignore[arg-type]


def test_a_text_of_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"a" * LARGEST_TEXT)
    assert read_file(path, len) == LARGEST_TEXT
    with path.open("ab") as file:
        file.write(b"a")
    with pytest.raises(BadInputError, match="more than 16 MiB"):
        read_file(path, len)


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "text"
    with pytest.raises(BadInputError, match=r"text' can't be read: No such file"):
        read_file(path, int)
    path.write_bytes(b"seven")
    with pytest.raises(BadInputError, match=r"text': invalid literal"):
        read_file(path, int)
    path.write_bytes(b"\xff")
    with pytest.raises(
        BadInputError, match=r"text' is not UTF-8 text: invalid start byte at byte 0"
    ):
        read_file(path, int)
    path.write_bytes(b"\xef\xbb\xbf7")  # with a byte order mark
    assert read_file(path, int) == 7


@needs_pipes
def test_no_reader_waits_for_a_pipe_or_reads_a_device(pipe: Path) -> None:
    zero = pipe.with_name("zero.toml")
    zero.symlink_to("/dev/zero")
    for path in (pipe, zero):
        with pytest.raises(BadInputError, match="not a regular file"):
            layout.check(path)
        with pytest.raises(BadInputError, match="not a regular file"):
            asia.Game().card(path)
        with pytest.raises(BadInputError, match="not a regular file"):
            ur.start(str(path))
        with pytest.raises(BadInputError, match="not a regular file"):
            ur.read_game(path)
        with pytest.raises(BadInputError, match="not a regular file"):
            ur.read_rgu(path)


@needs_pipes
def test_what_can_not_be_written(pipe: Path, tmp_path: Path) -> None:
    check_file(tmp_path / "new")
    assert list(tmp_path.iterdir()) == [pipe]
    with pytest.raises(BadInputError, match="is a folder"):
        check_file(tmp_path)
    with pytest.raises(BadInputError, match="there is no folder"):
        check_file(tmp_path / "none" / "new")
    with pytest.raises(BadInputError, match="can't be written: not a regular file"):
        check_file(pipe)
    with pytest.raises(BadInputError, match="can't be written"):
        check_file("/proc/new")
