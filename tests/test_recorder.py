"""The recorder: its map is valid, and a comparison finds what the map does not explain."""

from typing import Any

import pytest
from tools.recorder.changes import Changes, parse_changes, read_changes
from tools.recorder.compare import differences
from tools.recorder.questions import NAMES, Command, Function, Names, questions


def line(answer: Any, where: str = "asia best", **around: Any) -> dict[str, Any]:
    return {"question": "$ asia best", "where": [where], "answer": {"json": answer, **around}}


def compare(old: dict[str, Any], new: dict[str, Any], rows: str = "") -> list[tuple[Any, ...]]:
    found = differences([old], [new], parse_changes(rows))
    return [(difference.path, difference.old, difference.new) for difference in found]


class TestMap:
    def test_the_map_of_the_tree_is_valid(self) -> None:
        changes = read_changes()
        assert changes.rows
        assert all("planned" not in row for row in changes.rows)

    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            ("[[renamed]]\nwas = 'a'", "a row is one of"),
            ("[[command]]\nwas = 'a'", "missing"),
            ("[[command]]\nwas = 'a'\nis = 'b'\nold = 'c'", "unknown"),
            ("[[text]]\nwhere = '*'\nof = 'x'\nreason = 'r'", "of is one of"),
            (
                "[[value]]\nwhere = '*'\npath = 'a'\nreason = 'r'\nconvert = 'x'",
                "convert is one of",
            ),
            ("[[json]]\nwhere = '*'\nwas = 'a..b'\nis = 'c'", "is no path"),
        ],
    )
    def test_a_wrong_row_is_refused(self, rows: str, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            parse_changes(rows)

    def test_questions_are_translated(self) -> None:
        changes = parse_changes("""
            [[command]]
            was = "asia check"
            is = "asia way check"
            [[option]]
            command = "asia *"
            was = "--profile"
            is = "--rules"
            [[route]]
            was = "GET /api/show/*"
            is = "GET /api/layout/*"
            [[name]]
            was = "equity.Range.combos"
            is = "equity.Range.combo_weights"
            [[keyword]]
            function = "asia.rank"
            was = "rules"
            is = "rules"
            position = 1
        """)
        assert changes.command(["asia", "check"]) == ["asia", "way", "check"]
        assert changes.arguments("asia best", ["--profile=push"]) == ["--rules=push"]
        assert changes.arguments("ur best", ["--profile"]) == ["--profile"]
        assert changes.route("GET", "/api/show/card32") == "/api/layout/card32"
        assert changes.route("POST", "/api/show/card32") == "/api/layout/card32"
        new = changes.expression("equity.Range('AA').combos('AKs')")
        assert new == "equity.Range('AA').combo_weights('AKs')"
        assert changes.expression("asia.rank('x', 'push')") == "asia.rank('x', rules='push')"
        assert not changes.unused()


class TestComparison:
    def test_a_planted_difference_is_found(self) -> None:
        old, new = line({"settings": [{"wins": 5}]}), line({"settings": [{"wins": 6}]})
        assert compare(old, old) == []
        assert compare(old, new) == [(("settings", 0, "wins"), 5, 6)]

    def test_numbers_of_another_type_differ(self) -> None:
        assert compare(line({"a": 1}), line({"a": 1.0})) == [(("a",), 1, 1.0)]

    def test_codes_classes_and_texts_are_compared(self) -> None:
        for key in ("@exit", "@status", "@class", "@stderr"):
            old, new = line(None, **{key: "x"}), line(None, **{key: "y"})
            assert compare(old, new) == [((key,), "x", "y")]

    @pytest.mark.parametrize(
        ("old", "new", "row"),
        [
            ({"s": [{"dealer": 1}]}, {"s": [{"house": 1}]},
             "[[json]]\nwhere = 'asia *'\nwas = 's[].dealer'\nis = 's[].house'"),
            ({"a": {"x": 1}}, {"a": {"y": 1}},
             "[[json]]\nwhere = '*'\nwas = '**.x'\nis = '**.y'"),
            ({"profile": "push"}, {"rules": {"name": "push"}},
             "[[json]]\nwhere = '*'\nwas = 'profile'\nis = 'rules.name'"),
            ({}, {"error": None},
             "[[added]]\nwhere = '*'\npath = '**'\nvalue = 'null'\nreason = 'r'"),
            ({"w": 1}, {}, "[[removed]]\nwhere = '*'\npath = 'w'\nreason = 'r'"),
            ({"w": 1}, {"w": 2}, "[[value]]\nwhere = '*'\npath = 'w'\nreason = 'r'"),
            ({"w": 1}, {"w": 2},
             "[[value]]\nwhere = '*'\npath = 'w'\nreason = 'r'\nwas = 1\nis = 2"),
            ({"w": "As Kd"}, {"w": ["As", "Kd"]},
             "[[value]]\nwhere = '*'\npath = 'w'\nreason = 'r'\nconvert = 'cards'"),
            ({"s": [{"w": "9s"}], "v": "9s"}, {"s": [{"w": ["9s"]}], "v": "9s"},
             "[[value]]\nwhere = '*'\npath = '**'\nreason = 'r'\nconvert = 'cards'"),
            ({"w": 1}, {"v": 2}, "[[removed]]\nwhere = 'asia best'\nreason = 'r'"),
        ],
    )  # fmt: skip
    def test_a_row_explains_it(self, old: Any, new: Any, row: str) -> None:
        assert compare(line(old), line(new))
        assert compare(line(old), line(new), row) == []
        elsewhere = {**line(old), "where": ["ur best"]}
        explained_everywhere = "where = '*'" in row
        assert bool(compare(elsewhere, line(new), row)) is not explained_everywhere

    def test_a_row_explains_nothing_else(self) -> None:
        row = "[[json]]\nwhere = '*'\nwas = 'a'\nis = 'b'"
        assert compare(line({"a": 1}), line({"b": 2}), row) == [(("b",), 1, 2)]
        only_null = "[[added]]\nwhere = '*'\npath = '**'\nvalue = 'null'\nreason = 'r'"
        assert compare(line({}), line({"b": 2}), only_null) == [(("b",), "<absent>", 2)]

    def test_a_text_row_replaces_or_ignores(self) -> None:
        old, new = (
            line(None, **{"@stderr": "no --deals"}),
            line(None, **{"@stderr": "no --samples"}),
        )
        row = "[[text]]\nwhere = '*'\nof = 'error'\nreason = 'r'\n"
        assert compare(old, new, row) == []
        assert compare(old, new, f"{row}was = '--deals'\nis = '--samples'") == []
        assert compare(old, new, f"{row}was = '--deals'\nis = '--deal'")
        assert compare(old, new, f"{row}was = '--d.als'\nis = '--samples'")
        assert compare(old, new, f"{row}was = '--d.als'\nis = '--samples'\nregex = true") == []

    def test_a_renamed_class_is_explained_by_its_name(self) -> None:
        old = line(None, **{"@class": "poker.Standing", "@repr": "<Standing A>"})
        new = line(None, **{"@class": "poker.PokerShowdown", "@repr": "<PokerShowdown A>"})
        row = "[[name]]\nwas = 'poker.Standing'\nis = 'poker.PokerShowdown'"
        assert compare(old, new)
        assert compare(old, new, row) == []

    def test_unused_rows_are_known(self) -> None:
        changes = parse_changes("[[json]]\nwhere = '*'\nwas = 'a'\nis = 'b'")
        differences([line({"c": 1})], [line({"c": 1})], changes)
        assert len(changes.unused()) == 1

    def test_a_planned_row_is_not_in_force(self) -> None:
        changes = parse_changes("[[command]]\nwas = 'a'\nis = 'b'\nplanned = true")
        assert isinstance(changes, Changes)
        assert changes.command(["a"]) == ["a"]
        assert len(changes.planned) == 1


def test_every_command_is_asked() -> None:
    asked = {" ".join(q.split()[0]) for q in questions() if isinstance(q, Command)}
    assert set(NAMES) <= asked


def test_there_are_thousands_of_questions() -> None:
    asked = questions()
    assert len(asked) > 3000
    assert any(isinstance(question, Names) for question in asked)
    assert all(question.function for question in asked if isinstance(question, Function))
