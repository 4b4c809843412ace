"""The growth of time and memory."""

import pytest
from lab.postflop.growth import SPOTS, main, measure_all


def test_memory_grows_with_the_decisions() -> None:
    found = [*measure_all(4)]
    assert [one.street for one in found] == [street for street, *_ in SPOTS[:4]]
    assert [one.decisions for one in found] == [10, 24, 580, 2218]
    memory = [one.mebibytes for one in found]
    assert memory == sorted(memory)
    assert all(one.iterations > 10 and one.seconds > 0 for one in found)


def test_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["growth", "--spots", "2"])
    main()
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 4
    assert shown[2].startswith("| river | 50% | 60% | 10 | ")
