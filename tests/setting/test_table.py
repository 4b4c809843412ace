"""Tables of best settings: every row against an exact count, files, look-ups, slices."""

import pickle
import time
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from setting.cards import lexicographic

from astragal import paigow, setting
from astragal.asia import Game
from astragal.cards import CardSet, card_ids, card_set, cards_text
from astragal.errors import (
    BadInputError,
    TableDamagedError,
    TableError,
    TableMissingError,
    TableReachError,
)
from astragal.jobs import Engine, LocalThreads
from astragal.jobs.threads import thread_map
from astragal.progress import Progress, Report
from astragal.setting import BestTable, Objective, RankedSetting, suit_class_of
from astragal.setting.classes import DEALER_HANDS, SUIT_CLASSES, group_starts, suit_class_hands
from astragal.setting.house_way import make_way, shipped_choice
from astragal.setting.table import (
    COLUMNS,
    BestSettings,
    Rows,
    chunks_of,
    find_table,
    table_identity,
)
from astragal.store import disk

from engines import ByPickle
from reference import asia_suits as reference

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples/asia_rack_card.toml")
PUSH, CASINO = Game("push"), Game("casino")

GAMES = [
    Game(dealer="lexicographic"),
    PUSH,
    Game("casino", dealer="balanced"),
    Game(dealer=EXAMPLE, objective="ev"),
    Game("casino", dealer="lexicographic", wheel="second highest", strict_order=True),
    paigow.Game(),
    paigow.Game(dealer="trump-plaza", objective="wins"),
    lexicographic("ez"),
    paigow.Game(banker="player", wheel="lowest"),
]


def rows_by_count(classes: range, game: setting.Game) -> list[list[int]]:
    """What the rows must be, by one exact count for each hand."""
    rows = []
    for hand in suit_class_hands(classes)[0].tolist():
        answer = game.rank(hand)
        first, house = answer.best, answer.house
        rows.append([first.value, first.wins, first.losses, house.wins, house.losses])
    return rows


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_rows_are_exact_counts(game: setting.Game) -> None:
    work = BestSettings.of(game)
    last = SUIT_CLASSES
    starts = np.random.default_rng(8).integers(0, last - 5, 12).tolist()
    starts += [0, last - 5, int(group_starts()[49_205]) - 3]  # and where the joker comes in
    for start in starts:
        classes = range(start, start + 5)
        assert work(classes).tolist() == rows_by_count(classes, game)


@pytest.mark.parametrize("game", [PUSH, paigow.Game()], ids=repr)
def test_whole_groups_are_exact_counts(game: setting.Game) -> None:
    for group in (40_000, 30_000, 60_000):
        start, stop = group_starts()[group : group + 2].tolist()
        classes = range(start, min(stop, start + 105))
        assert BestSettings.of(game)(classes).tolist() == rows_by_count(classes, game)


def test_any_cut_gives_the_same_rows() -> None:
    work = BestSettings.of(Game("casino", dealer="balanced"))
    whole = work(range(700, 900))
    parts = [work(range(700, 701)), work(range(701, 850)), work(range(850, 900))]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_chunks_cover_everything_once_and_cut_between_groups() -> None:
    chunks = chunks_of([range(1_000, 300_000), range(400_000, SUIT_CLASSES)])
    assert chunks[0].start == 1_000
    ends = [chunk.stop for chunk in chunks]
    starts = [chunk.start for chunk in chunks]
    gaps = [(end, start) for end, start in zip(ends, starts[1:], strict=False) if end != start]
    assert gaps == [(300_000, 400_000)]
    inner = set(ends) - {300_000}
    assert inner <= set(group_starts().tolist())
    assert 500 < len(chunks) < 2_000  # of about a second each
    assert chunks_of([range(5, 6)]) == [range(5, 6)]


@pytest.fixture(scope="module")
def slices(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table of two slices, of which one was made in two steps."""
    folder = tmp_path_factory.mktemp("tables")
    for classes in (range(1_000, 1_100), range(5_000_000, 5_000_080), range(1_050, 1_150)):
        PUSH.build_table(classes, folder=folder, threads=2)
    return folder


COVERED = (range(1_000, 1_150), range(5_000_000, 5_000_080))


def counted(one: RankedSetting | None) -> list[object]:
    """All that a table knows of a setting."""
    assert one is not None
    counts = [one.wins, one.losses, one.pushes]
    hand, legal = one.question.hand, one.question.legal
    return [hand, one.setting, one.value, *counts, one.as_house, one.same, legal]


def turned(hand: CardSet, number: int) -> CardSet:
    """The same hand with its suits exchanged in one of the 24 ways."""
    order = list(permutations(range(4)))[number % 24]
    return card_set(reference.permuted(tuple(card_ids(hand)), order))


def test_a_table_has_its_slices(slices: Path) -> None:
    found = PUSH.open_table(folder=slices)
    assert found.ranges == COVERED
    assert (len(found), found.complete) == (230, False)
    rows = np.concatenate([BestSettings.of(PUSH)(classes) for classes in COVERED])
    np.testing.assert_array_equal(found.rows, rows)
    packed = pickle.dumps(found)
    assert len(packed) < 1_000
    np.testing.assert_array_equal(pickle.loads(packed).rows, rows)
    blocks = list(found.blocks(size=60))
    assert [block.classes for block in blocks] == [
        range(1_000, 1_060), range(1_060, 1_120), range(1_120, 1_150),
        range(5_000_000, 5_000_060), range(5_000_060, 5_000_080),
    ]  # fmt: skip
    np.testing.assert_array_equal(np.concatenate([block.rows for block in blocks]), rows)
    assert blocks[0].column("losses").tolist() == rows[:60, 2].tolist()
    totals = found.totals()
    hands, weights = zip(*(suit_class_hands(part) for part in COVERED), strict=True)
    weight = np.concatenate(weights).astype(object)
    assert (len(np.concatenate(hands)), totals.hands) == (230, weight.sum())
    sums = [(weight * rows[:, i].astype(object)).sum() for i in range(1, 5)]
    assert [totals.wins, totals.losses, totals.house_wins, totals.house_losses] == sums
    assert totals.edge == (sums[1] - sums[0]) / (weight.sum() * DEALER_HANDS)
    assert [file.name for file in slices.glob("[!.]*")] == [table_identity(PUSH)[0]]


def test_two_slices_at_once_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = disk.rename_locked

    def late(*arguments: Any) -> None:
        time.sleep(0.3)
        rename(*arguments)

    monkeypatch.setattr(disk, "rename_locked", late)
    slices = [range(1_000, 1_010), range(2_000, 2_010)]
    thread_map(
        lambda classes: PUSH.build_table(classes, folder=tmp_path, threads=1), slices, threads=2
    )
    assert list(PUSH.open_table(folder=tmp_path).ranges) == slices


def test_a_look_up_is_what_exact_says_of_the_same_cards(slices: Path) -> None:
    found = PUSH.open_table(folder=slices)
    hands = [int(hand) for part in COVERED for hand in suit_class_hands(part)[0]]
    actual = [turned(hand, 7 * i) for i, hand in enumerate(hands)]
    for hand in actual:
        answer = PUSH.rank(hand)
        first = found.get(hand)
        assert first is not None
        assert (first.question.hand, first.method, first.dealer_hands) == (
            hand,
            "table",
            53_524_680,
        )
        assert counted(first) == counted(answer.best)
        assert counted(first.house) == counted(answer.house)
        assert found.best(cards_text(hand)) == first
        assert hand in found
    assert first is not None
    assert first.to_dict() == answer.best.to_dict()
    counted_json = answer.top(1).to_dict()
    # a table has one objective
    assert first.alone().to_dict() == counted_json | {"method": "table", "other": None}
    assert first.sub_hands is None
    rows, known = found.rows_of(np.array(actual, np.uint64))
    assert known.all()
    np.testing.assert_array_equal(rows, found.rows)


def test_what_is_not_covered_is_counted(slices: Path) -> None:
    found = PUSH.open_table(folder=slices)
    outside = [int(suit_class_hands(range(n, n + 1))[0][0]) for n in (0, 999, 1_150, 5_000_080)]
    inside = turned(int(suit_class_hands(range(1_100, 1_101))[0][0]), 5)
    rows, known = found.rows_of(np.array([*outside, inside], np.uint64))
    assert known.tolist() == [False] * 4 + [True]
    assert not rows[:4].any()
    for hand in outside:
        assert found.get(hand) is None
        assert hand not in found
        with pytest.raises(TableReachError, match="does not cover") as error:
            found.best(hand)
        assert f"adds suit class {suit_class_of(hand)}" in str(error.value)
        answer = PUSH.best(hand, folder=slices)
        assert (answer.method, answer) == ("exact", PUSH.rank(hand).best)
        assert answer.house == PUSH.rank(hand).house
    assert PUSH.best(inside, folder=slices).method == "table"
    dead = card_set("2c 3c") & ~inside
    by_count = PUSH.best(inside, dead=dead, folder=slices)
    assert (by_count.method, by_count) == ("exact", PUSH.rank(inside, dead=dead).best)
    # It was made for the objective `wins`.
    by_ev = Game(objective="ev").best(inside, folder=slices)
    assert (by_ev.method, by_ev) == ("exact", Game(objective="ev").rank(inside).best)
    # Another game has another table, so the name of the rules is not enough.
    for other in (CASINO, Game("push", strict_order=True)):
        assert find_table(other, folder=slices) is None
        with pytest.raises(TableMissingError, match="to make it: astragal asia table"):
            other.open_table(folder=slices)
        assert other.best(inside, folder=slices).method == "exact"
    assert find_table(Game(dealer="balanced"), folder=slices) is None


def test_only_what_is_missing_is_worked_out(slices: Path, tmp_path: Path) -> None:
    name = table_identity(PUSH)[0]
    (tmp_path / name).write_bytes((slices / name).read_bytes())
    heard: list[Report] = []
    PUSH.build_table(range(1_020, 1_140), folder=tmp_path, progress=heard.append)
    assert heard == []
    bigger = PUSH.build_table(range(990, 1_200), folder=tmp_path)
    assert bigger.ranges == (range(990, 1_200), COVERED[1])
    np.testing.assert_array_equal(bigger.rows[:210], BestSettings.of(PUSH)(range(990, 1_200)))
    np.testing.assert_array_equal(bigger.rows[10:160], find_rows(slices)[:150])


def test_rebuild_makes_a_new_table_of_these_classes(slices: Path, tmp_path: Path) -> None:
    path = tmp_path / table_identity(PUSH)[0]
    path.write_bytes(b"not a table")
    command = "astragal asia table --rebuild --rules push --dealer standard --objective wins"
    with pytest.raises(TableDamagedError, match=command):
        PUSH.build_table(range(1_000, 1_010), folder=tmp_path)
    found = PUSH.build_table(range(1_000, 1_020), folder=tmp_path, rebuild=True)
    assert found.ranges == (range(1_000, 1_020),)
    heard: list[Report] = []
    found = PUSH.build_table(
        range(1_000, 1_010), folder=tmp_path, rebuild=True, progress=heard.append
    )
    assert heard[-1].done == 1
    assert found.ranges == (range(1_000, 1_010),)
    np.testing.assert_array_equal(found.rows, find_rows(slices)[:10])


def find_rows(folder: Path) -> Rows:
    found = find_table(PUSH, folder=folder)
    assert found is not None
    return found.rows


@pytest.mark.parametrize("place", [5_000, -20])
def test_a_damaged_table_is_refused(slices: Path, tmp_path: Path, place: int) -> None:
    name = table_identity(PUSH)[0]
    content = bytearray((slices / name).read_bytes())
    content[place] ^= 1
    (tmp_path / name).write_bytes(content)
    hand = int(suit_class_hands(range(1_100, 1_101))[0][0])
    for use in (
        lambda: find_table(PUSH, folder=tmp_path),
        lambda: PUSH.best(hand, folder=tmp_path),
        lambda: PUSH.build_table(range(10), folder=tmp_path),
    ):
        with pytest.raises(TableDamagedError, match="astragal asia table --rebuild"):
            use()


def test_bad_slices_are_refused(tmp_path: Path) -> None:
    for wrong in (range(5, 5), range(-1, 5), range(6_972_148)):
        with pytest.raises(BadInputError, match="no classes"):
            PUSH.build_table(wrong, folder=tmp_path)


def test_a_way_of_other_rules_is_refused(tmp_path: Path) -> None:
    way = Game("casino", dealer="lexicographic").dealer
    work = BestSettings.of(PUSH)
    quads = range(suit_class_of("As Ah Ad Ac Kd Qd 2d"), SUIT_CLASSES)[:1]
    with pytest.raises(ValueError, match="a hand is set illegally under these rules"):
        replace(work, way=way)(quads)
    # What becomes of copies does not matter to how the dealer sets.
    Game("casino", copies="push", dealer=way).build_table(range(5), folder=tmp_path)


def test_the_work_pickles_small_and_comes_back_whole() -> None:
    own = Game("casino", dealer="balanced")
    assert len(pickle.dumps(BestSettings.of(own))) < 1_000
    rules = own.rules
    mine = make_way("mine", shipped_choice("balanced", rules), rules)
    for way in (own.dealer, CASINO.find_way(EXAMPLE), mine):
        packed = pickle.dumps(BestSettings.of(Game("casino", dealer=way)))
        assert len(packed) < 200_000
        back = pickle.loads(packed)
        assert (back.way.name, back.way.fingerprint) == (way.name, way.fingerprint)
        assert pickle.loads(packed).way is back.way  # not made again for each chunk


def test_work_that_travels_writes_the_same_bytes_as_one_thread(tmp_path: Path) -> None:
    rules = PUSH.rules
    game = Game(dealer=make_way("mine", shipped_choice("balanced", rules), rules))
    files = []
    engines: dict[str, Engine] = {"here": LocalThreads(1), "there": ByPickle()}
    for name, engine in engines.items():
        found = game.build_table(
            range(2_000, 2_300),
            engine=engine, folder=tmp_path / name, chunk_cost=25_000,
        )  # fmt: skip
        files.append(found.path.read_bytes())
    assert files[0] == files[1]
    assert len(COLUMNS) * 4 * 300 < len(files[0])


def test_an_interrupted_table_goes_on(tmp_path: Path) -> None:
    game = Game(dealer="lexicographic")

    def stop(report: Report) -> None:
        if report.done == 3:
            raise KeyboardInterrupt

    def build(folder: Path, progress: Progress) -> bytes:
        found = game.build_table(
            range(2_000, 2_300),
            folder=folder,
            chunk_cost=25_000,
            threads=1,
            progress=progress,
        )
        return found.path.read_bytes()

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path / "table", stop)
    assert not (tmp_path / "table" / table_identity(game)[0]).exists()
    heard: list[Report] = []
    resumed = build(tmp_path / "table", heard.append)
    assert (heard[0].note, heard[0].head_start >= 3) == ("resumed", True)
    assert resumed == build(tmp_path / "other", False)
    assert len(list((tmp_path / "table").glob("[!.]*"))) == 1  # the checkpoint is gone


def test_with_copies_to_the_dealer_a_table_serves_both_objectives(tmp_path: Path) -> None:
    CASINO.build_table("1000:1002", folder=tmp_path)
    hand = int(suit_class_hands(range(1_001, 1_002))[0][0])
    by_ev = Game("casino", objective="ev")
    found = by_ev.best(hand, folder=tmp_path)
    assert (found.method, found.question.game.objective) == ("table", Objective.EV)
    assert counted(found) == counted(by_ev.rank(hand).best)


def test_in_pai_gow_poker_each_objective_has_a_table(tmp_path: Path) -> None:
    """Copies go to the banker, but bets still push, and wins pay commission."""
    by_ev, by_wins = paigow.Game(), paigow.Game(objective="wins")
    by_ev.build_table("1000:1002", folder=tmp_path)
    assert find_table(by_wins, folder=tmp_path) is None


def test_what_is_no_place_for_a_table_is_named(tmp_path: Path) -> None:
    (tmp_path / table_identity(PUSH)[0]).mkdir()
    with pytest.raises(TableError, match=r"it is a folder; move it; to make the table: astragal"):
        PUSH.open_table(folder=tmp_path)
    with pytest.raises(BadInputError, match="5 is not the name of a file"):
        PUSH.build_table("0:3", folder=5)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match=r"range\(0, 10, 2\).* has steps of 2"):
        PUSH.build_table(range(0, 10, 2), folder=tmp_path)


def test_a_table_shows_itself(slices: Path) -> None:
    found: BestTable = PUSH.open_table(folder=slices)
    assert repr(found) == "BestTable(rules='push', dealer='standard', rows=230)"
    facts = found.to_dict()
    assert (facts["rows"], facts["complete"], facts["path"]) == (230, False, str(found.path))
    for text in (str(found), found._repr_html_()):
        assert "1000:1150, 5000000:5000080" in text
        assert f"{facts['edge']:.4%}" in text
        assert f"{facts['house']['edge']:.4%}" in text
