"""Numbers in text are ASCII digits: no digits of other scripts, no underscores in numbers.

Words have underscores between groups of four digits: 0x2007_7744.
"""

from collections.abc import Callable
from typing import Any

import pytest

from astragal import cli, keys, layout, ur
from astragal.errors import BadInputError

NOT_ASCII = ["\u0663", "1_0", "\uff13", "\u00b2"]  # Arabic-Indic, underscore, full width, square


@pytest.mark.parametrize("digits", NOT_ASCII)
@pytest.mark.parametrize(
    "read",
    [
        ur.Position,
        lambda digits: ur.Position(f"0x{digits}"),
        lambda digits: layout.decode("pokerval", digits),
        lambda digits: layout.decode("pokerval", f"0x{digits}"),
        lambda digits: keys.verify("suit", f"0 1 {digits} 37"),
        lambda digits: ur.read_game(f"{digits} -- / A@A1"),
        lambda digits: layout.parse_layout(
            f"name='x'\nbits=8\nfield=[{{name='f', offset=0, width=3, values={{'{digits}'='n'}}}}]"
        ),
    ],
)  # fmt: skip
def test_text(read: Callable[[str], Any], digits: str) -> None:
    with pytest.raises(BadInputError):
        read(digits)


@pytest.mark.parametrize("digits", NOT_ASCII)
@pytest.mark.parametrize(
    "command",
    [
        ["equity", "AhKh", "QQ", "--samples"],
        ["equity", "AhKh", "QQ", "--until"],
        ["ur", "match", "--games"],
        ["pushfold", "10", "--others"],
        ["ur", "show", "--pieces"],
        ["ur", "show", "--"],
    ],
    ids=" ".join,
)
def test_command_line(command: list[str], digits: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([*command, digits])
    out, err = capsys.readouterr()
    assert (stop.value.code, out, err.count("\n")) == (2, "", 1)
    assert digits in err
