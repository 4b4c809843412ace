"""Wrong arguments of public methods get errors that say what would be right."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal import asia
from astragal.errors import BadInputError, UnknownNameError
from astragal.setting import EdgeMatrix, Setting

GAME = asia.Game()
SETTING = Setting("As 9s 7d 4h / Kd Qh / Jc")
ARRAY: Any = np.arange(3)
WRONG: Any = "push"


@pytest.mark.parametrize(
    "call",
    [
        lambda: SETTING.fouls(WRONG),
        lambda: SETTING.ranks(WRONG),
        lambda: SETTING.rank_names(ARRAY),
        lambda: SETTING.value(WRONG),
        lambda: SETTING.result("Ks Qd Jh 9c / 8s 6d / 2h", WRONG),
        lambda: SETTING.compare(SETTING, WRONG),
        lambda: GAME.card().rules[0].text(WRONG),
        lambda: GAME.card().rules[0].matches(WRONG),
    ],
)
def test_a_name_in_place_of_rules_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(BadInputError, match="is not a Rules"):
        call()


@pytest.mark.parametrize("folder", [ARRAY, 0, b"x"], ids=repr)
def test_a_folder_is_a_path(folder: Any) -> None:
    with pytest.raises(BadInputError, match="is not the name of a file"):
        GAME.build_table("0:1", folder=folder)


def test_wrong_arguments_of_a_table_are_refused(tmp_path: Path) -> None:
    table = GAME.build_table("0:3", folder=tmp_path)
    for size in (0, -1, ARRAY):
        with pytest.raises(BadInputError, match="size must be"):
            table.blocks(size)
    with pytest.raises(UnknownNameError, match="no column 'x'"):
        next(table.blocks()).column("x")
    with pytest.raises(BadInputError, match="rebuild must be True or False"):
        GAME.build_table("0:1", rebuild=ARRAY, folder=tmp_path)
    with pytest.raises(BadInputError, match="seven cards"):
        GAME.dealer.values_of(np.array([1, 2], np.uint64))


def test_a_matrix_names_its_ways() -> None:
    matrix = EdgeMatrix(GAME.rules, ("standard",), ((1,),), ((1,),))
    with pytest.raises(UnknownNameError, match="no house way of this matrix 'short'"):
        matrix.edge("short", "standard")


@pytest.mark.parametrize("hand", [3, "As", -1, None])
def test_a_hand_of_a_way_is_a_set_of_seven_cards(hand: Any) -> None:
    with pytest.raises(BadInputError, match="is not a set of seven cards"):
        GAME.dealer.value(hand)
