"""The two bases of results, and what every result of the package declares."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import isabstract
from pkgutil import walk_packages

import pytest
from typing_extensions import TypedDict, get_type_hints, is_typeddict

import astragal
from astragal._results import Result, TableResult
from astragal._tables import TextTable


class CoinJson(TypedDict):
    heads: int


@dataclass(frozen=True, slots=True)
class Coin(Result):
    heads: int

    def __str__(self) -> str:
        return f"<{self.heads} heads>"

    def to_dict(self) -> CoinJson:
        return {"heads": self.heads}


@dataclass(frozen=True, slots=True)
class Coins(TableResult):
    coins: tuple[Coin, ...]

    def to_dict(self) -> dict[str, list[CoinJson]]:
        return {"coins": [coin.to_dict() for coin in self.coins]}

    def _columns(self) -> dict[str, list[object]]:
        return {"heads": [coin.heads for coin in self.coins]}

    def _table(self) -> TextTable:
        rows = [[coin.heads] for coin in self.coins]
        return TextTable(["heads"], rows, below="a < b", above="two coins")

    def _repr_svg_(self) -> str:
        return "<svg/>"


def test_a_notebook_shows_the_text_escaped() -> None:
    assert Coin(3)._repr_html_() == "<pre>&lt;3 heads&gt;</pre>"


def test_a_table_is_text_html_and_a_frame() -> None:
    coins = Coins((Coin(3), Coin(12)))
    assert str(coins) == "two coins\nheads\n─────\n    3\n   12\na < b"
    assert coins._repr_html_() == (
        "<svg/><table><caption>two coins. a &lt; b</caption><thead><tr><th>heads</th></tr></thead>"
        "<tbody><tr><td>3</td></tr><tr><td>12</td></tr></tbody></table>"
    )
    assert coins.to_frame("polars")["heads"].to_list() == [3, 12]


def test_dir_shows_public_names_alone() -> None:
    assert sorted(dir(Coin(1))) == ["heads", "to_dict"]
    assert sorted(dir(Coins(()))) == ["coins", "to_dict", "to_frame"]


def test_a_result_without_json_can_not_be_made() -> None:
    with pytest.raises(TypeError, match="to_dict"):
        Result()  # type: ignore[abstract]


def result_classes(base: type[Result] = Result) -> Iterator[type[Result]]:
    for cls in base.__subclasses__():
        yield cls
        yield from result_classes(cls)


def test_every_result_declares_its_json_key_by_key() -> None:
    for module in walk_packages(astragal.__path__, "astragal."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    classes = {cls for cls in result_classes() if cls.__module__.startswith("astragal.")}
    classes = {cls for cls in classes if not isabstract(cls)}
    assert len(classes) > 60
    names = set()
    for cls in classes:
        declared = get_type_hints(cls.to_dict)["return"]
        assert is_typeddict(declared), f"{cls}.to_dict returns {declared}"
        assert not declared.__optional_keys__, declared
        names.add((declared.__name__, declared.__module__))
    assert len(names) == len({name for name, _ in names})  # unique in the whole package
