"""Names that are one of a few have `Literal` types, so that mypy finds wrong ones.

The calls below are wrong, and mypy says so: if it no longer did, `# type: ignore` would be unused,
which is an error in strict mode.
"""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from astragal import asia, equity, paigow, poker
from astragal.equity.calculate import METHODS, Method
from astragal.equity.notation import DIALECTS, Dialect
from astragal.errors import UnknownNameError
from astragal.setting.rules import Objective, ObjectiveName, Wheel, WheelName
from astragal.ur.study.puzzles import GRADES, Grade


@pytest.mark.parametrize(
    ("literal", "names"),
    [
        (Method, METHODS),
        (Dialect, DIALECTS),
        (poker.low.LowKind, poker.low.KINDS),
        (asia.rules.RulesName, asia.Rules.named),
        (paigow.rules.RulesName, paigow.Rules.named),
        (paigow.game.PushName, paigow.Rules.switch_values["push"]),
        (ObjectiveName, Objective),
        (WheelName, Wheel),
        (Grade, GRADES),
    ],
)
def test_types_have_all_names(literal: Any, names: Any) -> None:
    assert get_args(literal) == tuple(names)


WRONG: list[Callable[[], object]] = [
    lambda: equity.calculate(["AhKh", "QQ"], method="exakt"),  # type: ignore[arg-type]
    lambda: equity.calculate(["AhKh", "QQ"], game="hold'em"),
    lambda: equity.calculate_many([["AhKh", "QsQd"]], game="plo"),
    lambda: equity.Range("QQ+", "plo"),
    lambda: equity.Range("QQ+").to_text("gto"),  # type: ignore[arg-type]
    lambda: equity.preflop("AKs", "QQ", game="plo"),
    lambda: equity.pushfold(10, game="plo"),
    lambda: poker.evaluate("AhKh", game="plo"),
    lambda: poker.evaluate("AhKh", wild="deuces"),  # type: ignore[arg-type]
    lambda: poker.evaluate_many(["AhKh"], game="plo"),
    lambda: poker.evaluate_low("As 2d", "razz"),  # type: ignore[arg-type]
    lambda: poker.hand_index_size("flopp"),  # type: ignore[arg-type]
    lambda: equity.preflop_row("AKs").to_frame("arrow"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("call", WRONG)
def test_unknown_names_raise_one_error(call: Callable[[], object]) -> None:
    with pytest.raises(UnknownNameError, match="there are"):
        call()
