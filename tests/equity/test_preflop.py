import errno
import os
import pickle
import shutil
from dataclasses import replace
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal.equity import (
    PreflopTable,
    calculate,
    calculate_many,
    open_preflop_table,
    parse_starting_hand,
    preflop,
    preflop_row,
    preflop_table,
    starting_hands,
)
from astragal.equity.preflop import preflop_job
from astragal.equity.starting_hands import ordering
from astragal.errors import (
    BadInputError,
    TableDamagedError,
    TableError,
    TableMismatchError,
    TableMissingError,
    UnknownNameError,
)
from astragal.jobs.threads import thread_map
from astragal.poker import HOLDEM, SHORT_DECK, STANDARD, VARIANTS, Variant
from astragal.poker.rules import straight
from astragal.progress import Report
from astragal.store import disk

from engines import ByPickle
from faults import full_disk
from reference import preflop as reference

ROYAL = Variant(
    "royal",
    2,
    rules=replace(
        SHORT_DECK,
        name="royal",
        order=STANDARD.order,
        straights=(straight("TJQKA"),),
        lowest_rank=8,
    ),
)
"""Hold'em with tens and up: the slow reference can deal all of it."""

BOARDS = 1_712_304


@pytest.fixture(scope="module")
def holdem() -> PreflopTable:
    return preflop_table()


@pytest.fixture(scope="module")
def short() -> PreflopTable:
    return preflop_table("short", threads=1)


def same(one: PreflopTable, other: PreflopTable) -> bool:
    return all(
        getattr(one, name).tobytes() == getattr(other, name).tobytes()
        for name in ("combos", "wins", "ties")
    )


def test_a_whole_small_deck_is_the_references() -> None:
    deals, wins, ties = reference.count("royal")
    table = preflop_table(ROYAL)
    assert len(table.hands) == 25
    for one, other in product(table.hands, repeat=2):
        names = str(one), str(other)
        found = table.match_up(*names)
        assert (found.deals, found.wins, found.ties) == (deals[names], wins[names], ties[names])
        assert found == preflop(*names, game=ROYAL)


@pytest.mark.parametrize(
    ("hand", "villain"),
    [("AKs", "QQ"), ("AA", "AA"), ("76s", "76s"), ("AKo", "KQo"), ("T9s", "98o"), ("72o", "72o")],
)
def test_every_two_hands_by_themselves(hand: str, villain: str) -> None:
    mine, yours = (parse_starting_hand(name).combos for name in (hand, villain))
    pairs = np.array([pair for pair in product(mine, yours) if not pair[0] & pair[1]], np.uint64)
    each = calculate_many(pairs)
    found = preflop(hand, villain)
    assert found.combos == len(pairs)
    assert found.deals == each.deals.sum() == len(pairs) * BOARDS
    assert (found.wins, found.losses) == tuple(each.wins.sum(axis=0))
    assert found.ties == each.ties[:, 0].sum()
    assert found.equity == pytest.approx(each.equity[:, 0].mean(), abs=1e-15)


def test_the_sums_of_the_whole_table(holdem: PreflopTable) -> None:
    assert len(holdem.hands) == 169
    assert holdem.combos.sum() == comb(52, 2) * comb(50, 2)
    assert holdem.deals.sum() == comb(52, 2) * comb(50, 2) * comb(48, 5)
    assert np.array_equal(holdem.deals, holdem.combos * BOARDS)
    assert np.array_equal(holdem.wins + holdem.ties + holdem.losses, holdem.deals)
    assert np.array_equal(holdem.combos, holdem.combos.T)
    assert np.array_equal(holdem.ties, holdem.ties.T)
    assert np.all(holdem.equity.diagonal() == 0.5)
    assert np.allclose(holdem.equity + holdem.equity.T, 1, rtol=0, atol=1e-15)
    sizes = np.array([len(hand.combos) for hand in holdem.hands])
    assert np.array_equal(holdem.combos.sum(axis=1), sizes * comb(50, 2))


def test_look_ups_are_what_is_counted(holdem: PreflopTable) -> None:
    rng = np.random.default_rng(4)
    for row, column in rng.integers(0, 169, (40, 2)):
        names = str(holdem.hands[row]), str(holdem.hands[column])
        found = holdem.match_up(*names)
        assert found == preflop(*names)
        assert found.losses == holdem.match_up(*names[::-1]).wins
        assert found.equity == holdem.equity[row, column]
    assert holdem.row("aks") == preflop_row("AKs")
    assert [one.villain for one in holdem.row("22")] == [str(hand) for hand in holdem.hands]


@pytest.mark.parametrize("game", ["short", pytest.param("holdem", marks=pytest.mark.verify)])
def test_against_a_random_hand(game: Any, request: pytest.FixtureRequest) -> None:
    table: PreflopTable = request.getfixturevalue(game)
    found = [table.row(str(hand)).random for hand in table.hands]
    assert sorted(found, key=lambda one: -one.equity) == table.against_random()
    for place in (0, 57, len(found) - 1):
        hand = table.hands[place]
        one = calculate([hand.combos[0], "random"], game=game, method="exact")
        times = len(hand.combos)
        assert found[place].deals == one.deals * times
        assert found[place].wins == one.players[0].wins * times
        assert found[place].ties == one.players[0].ties * times
        row = preflop_row(str(hand), game=game)
        assert row.random == preflop(str(hand), game=game) == found[place]


def test_the_order_is_by_equity_against_a_random_hand(
    holdem: PreflopTable, short: PreflopTable
) -> None:
    for table in (holdem, short):
        ranked = [one.hand for one in table.against_random()]
        assert ranked == [str(hand) for hand in ordering(table.game)]


# Ties halved, to seven places: jazbo.com/poker/huholdem.html.
PUBLISHED_AGAINST_RANDOM = {
    "AA": 0.8520371, "KK": 0.8239568, "QQ": 0.7992516, "JJ": 0.7746947,
    "TT": 0.7501178, "99": 0.7205725, "88": 0.6916304, "AKs": 0.6704463,
    "77": 0.6623602, "A4s": 0.5903364, "A7o": 0.5884120, "K5o": 0.5331397,
    "96s": 0.4742829, "85o": 0.4142753, "64s": 0.4133332, "73s": 0.4003594,
}  # fmt: skip


def test_published_equities_of_the_table(holdem: PreflopTable) -> None:
    found = {hand: holdem.row(hand).random.equity for hand in PUBLISHED_AGAINST_RANDOM}
    assert {hand: round(one, 7) for hand, one in found.items()} == PUBLISHED_AGAINST_RANDOM


@pytest.mark.parametrize(
    "name",
    [
        name if name in {"AA", "AKs", "85o"} else pytest.param(name, marks=pytest.mark.verify)
        for name in PUBLISHED_AGAINST_RANDOM
    ],
)
def test_published_equities_by_calculation(name: Any) -> None:
    result = calculate([parse_starting_hand(name).combos[0], "random"])
    assert result.method == "exact"
    assert result.deals == 1225 * BOARDS
    assert round(result.players[0].equity, 7) == PUBLISHED_AGAINST_RANDOM[name]


def test_the_best_and_the_worst(holdem: PreflopTable) -> None:
    row, column = np.unravel_index(np.argmax(holdem.equity), holdem.equity.shape)
    assert (str(holdem.hands[row]), str(holdem.hands[column])) == ("KK", "K2o")


def test_saved_and_opened(short: PreflopTable, tmp_path: Path) -> None:
    assert short.path is not None
    path = tmp_path / "short.table"
    shutil.copy(short.path, path)
    opened = open_preflop_table("short", path=path)
    assert opened.path == path
    assert same(opened, short)
    assert not opened.wins.flags.writeable
    assert opened.match_up("AA", "KK") == short.match_up("AA", "KK")
    with pytest.raises(TableMismatchError, match="order is"):
        open_preflop_table("short-trips", path=path)
    with path.open("r+b") as file:
        file.seek(5000)
        file.write(b"!")
    with pytest.raises(TableDamagedError, match="astragal preflop --rebuild --game short"):
        open_preflop_table("short", path=path)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    return tmp_path


def test_it_is_counted_once(home: Path) -> None:
    with pytest.raises(TableMissingError, match=r"equity.preflop_table\(game, rebuild=True\)"):
        open_preflop_table(ROYAL)
    reports: list[Report] = []
    first = preflop_table(ROYAL, progress=reports.append)
    assert reports[-1].done == reports[-1].total == 1
    assert first.path is not None
    made = first.path.stat().st_mtime_ns
    assert same(preflop_table(ROYAL, progress=lambda report: pytest.fail("again")), first)
    assert first.path.stat().st_mtime_ns == made
    assert same(preflop_table(ROYAL, rebuild=True), first)
    assert first.path.stat().st_mtime_ns > made


def test_two_at_once_count_once(home: Path) -> None:
    reports: list[Report] = []
    tables = thread_map(
        lambda _: preflop_table(ROYAL, progress=reports.append), range(4), threads=4
    )
    assert all(same(tables[0], other) for other in tables)
    # Three of them wait, and say so.
    assert [report.done for report in reports if not report.note] == [0, 1]


def test_a_full_disk_costs_no_finished_chunk(tmp_path: Path) -> None:
    reports: list[Report] = []

    def table() -> PreflopTable:
        return preflop_table(
            ROYAL, path=tmp_path / "royal", folder=tmp_path, progress=reports.append
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "reserve", full_disk)
        with pytest.raises(TableError, match=os.strerror(errno.ENOSPC)):
            table()
    assert [report.done for report in reports] == [0, 1]
    reports.clear()
    assert same(table(), preflop_table(ROYAL, path=tmp_path / "undisturbed"))
    assert [(report.done, report.head_start) for report in reports] == [(1, 1)]
    assert sorted(path.name for path in tmp_path.glob("[!.]*")) == ["royal", "undisturbed"]


def test_a_file_belongs_to_its_rules_not_to_their_name(home: Path) -> None:
    games = [replace(ROYAL, name=name) for name in ("short", "../../x", "five ranks", "")]
    tables = [preflop_table(game) for game in games]
    folder = home / "data" / "preflop"
    assert {table.path for table in tables} == {folder / path.name for path in folder.glob("[!.]*")}
    assert len({table.path for table in tables}) == 1
    assert [path for path in home.rglob("*") if folder not in (path, *path.parents)] == [
        folder.parent
    ]
    with pytest.raises(TableMissingError):
        open_preflop_table("short")


def test_the_work_travels_light_and_knows_its_game() -> None:
    job = preflop_job(HOLDEM)
    assert sum(map(len, job.chunks)) == 169 * 170 // 2
    assert len(pickle.dumps(job.work)) < 2000
    again = pickle.loads(pickle.dumps(job.work))
    chunk = range(100, 103)
    assert again(chunk).tolist() == job.work(chunk).tolist()
    changed = replace(ROYAL, rules=replace(ROYAL.rules, order=SHORT_DECK.order))
    games = [VARIANTS["short"], VARIANTS["short-trips"], ROYAL, changed]
    jobs = [job, *map(preflop_job, games)]
    assert len({one.fingerprint for one in jobs}) == len({one.name for one in jobs}) == 5


def test_work_that_travels_gives_the_same_table(tmp_path: Path) -> None:
    assert same(
        preflop_table(ROYAL, path=tmp_path / "royal", engine=ByPickle()), preflop_table(ROYAL)
    )


def test_parquet(short: PreflopTable, tmp_path: Path) -> None:
    from pyarrow import parquet

    path = tmp_path / "short.parquet"
    short.write_parquet(path)
    table = parquet.read_table(path)
    columns = "hand", "villain", "wins", "ties", "losses", "deals", "equity", "combos"
    assert tuple(table.column_names) == columns
    assert table.num_rows == 81 * 81
    rows = table.to_pylist()
    for place, row in enumerate(rows[::97]):
        found = short.match_up(row["hand"], row["villain"])
        assert row == {name: getattr(found, name) for name in columns}, place
    metadata = table.schema.metadata
    assert metadata[b"astragal.game"] == b'"short"'
    assert metadata[b"astragal.version"] == b"1"


def test_names_of_starting_hands_make_the_round_trip() -> None:
    for hand in starting_hands():
        assert parse_starting_hand(str(hand)) == hand
        assert parse_starting_hand(f" {str(hand).lower()} ") == hand


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [
        ("AK", "holdem", "'AK' is two starting hands, AKs and AKo"),
        ("QQs", "holdem", "'QQs': a pair is neither suited nor offsuit, write 'QQ'"),
        ("AKx", "holdem", "'AKx' is not a starting hand: write QQ, AKs or AKo"),
        ("AhKh", "holdem", "'AhKh' is not a starting hand"),
        ("", "holdem", "'' is not a starting hand"),
        ("A5s", "short", "'A5s': the ranks of short are 6789TJQKA"),
    ],
)
def test_bad_names_are_explained(text: str, game: Any, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        parse_starting_hand(text, game)


def test_bad_games_are_explained() -> None:
    with pytest.raises(BadInputError, match="omaha has hands of 4 cards"):
        preflop_row("AA", game="omaha")
    with pytest.raises(BadInputError, match="omaha5 has hands of 5 cards"):
        preflop_table("omaha5")
    with pytest.raises(UnknownNameError, match="no game 'chess'"):
        preflop_table("chess")
    with pytest.raises(BadInputError, match="threads or an engine, not both"):
        preflop_table(ROYAL, rebuild=True, threads=1, engine=ByPickle())
