"""Short ways: what they give away, hand by hand, and the search for them."""

import pickle
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from asia.cards import play_small_deals, small_edge_of_lines

from astragal.asia import PROFILES, Ranking, distil, find_way, price_card, rank
from astragal.asia.classes import DEALER_HANDS
from astragal.asia.distilling import (
    COARSE,
    Steps,
    _count,
    _Hands,
    _lists,
    _points,
    _rises,
    way_text,
)
from astragal.asia.wayfile import Line, least_numbers, parse_way, read_way
from astragal.asia.wholegame import random_hands
from astragal.errors import BadInputError
from astragal.progress import Report, Reporter

CASINO = PROFILES["casino"]
DEALER = find_way("balanced", CASINO)
HANDS = random_hands(120, 9)
SILENT = Reporter(False, "distil")


@pytest.fixture(scope="module")
def hands() -> _Hands:
    return _Hands(_count(CASINO, DEALER, HANDS), CASINO, threads=2)


def card_of(name: str) -> list[Line] | Steps:
    way = read_way(name)
    return way.lines or {part: dict(steps) for part, steps in way.points.items()}


@pytest.fixture(scope="module")
def rankings() -> list[Ranking]:
    return [rank(hand, CASINO, DEALER) for hand in HANDS.tolist()]


@pytest.mark.parametrize("name", ["standard", "points"])
def test_each_hand_gives_away_what_its_ranking_says(
    hands: _Hands, rankings: list[Ranking], name: str
) -> None:
    player = find_way(name, CASINO)
    expected = [found.best.ev - found.find(player.set(found.hand)).ev for found in rankings]
    assert hands.costs(card_of(name)) / DEALER_HANDS == pytest.approx(expected, abs=1e-12)
    assert max(expected) > 0


def test_a_line_goes_to_the_place_where_it_saves_most(hands: _Hands) -> None:
    lines = read_way("standard").lines[::3]
    tried: list[Line] = [("flush", "A", ""), ("", "pair 9", "Q"), ("", "", "A")]
    now, before = hands.play(lines)
    change = hands.native.try_lines(least_numbers(tried, CASINO), now, before, len(lines))
    for (at, line), place in product(enumerate(tried), range(len(lines))):
        after = hands.play([*lines[:place], line, *lines[place:]])[1]
        assert change[at, place] == after.sum(dtype="i8") - before.sum(dtype="i8")
    best = min(product(range(3), range(len(lines))), key=lambda where: change[where])
    assert hands.with_line(lines, tried)[best[1]] == tried[best[0]]


def test_longer_lists_and_more_points_give_away_less(hands: _Hands) -> None:
    lists = list(_lists(hands, 5, SILENT))
    assert [len(lines) for lines in lists] == [1, 2, 3, 4, 5]
    costs = [hands.costs(lines).mean() for lines in lists]
    assert costs == sorted(costs, reverse=True)
    points = list(_points(hands, 12, SILENT))
    assert [sum(map(len, steps.values())) for steps in points] == list(range(12, 5, -1))
    assert hands.costs(points[0]).mean() <= hands.costs(points[-1]).mean() < costs[0]
    assert all(_rises(steps, part) for steps in points for part in COARSE)


def test_a_card_is_the_same_on_any_threads_and_says_what_it_costs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play_small_deals(monkeypatch)
    monkeypatch.setattr("astragal.asia.wholegame.HANDS_AT_ONCE", 20)
    found = distil(2, CASINO, DEALER, samples=60, seed=2, threads=1)

    def stop(report: Report) -> None:
        if report.what == "distil":  # while it searches
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        distil(2, CASINO, DEALER, samples=60, seed=2, folder=tmp_path, progress=stop)
    heard: list[Report] = []
    again = distil(
        2, CASINO, DEALER, samples=60, seed=2, threads=2, folder=tmp_path, progress=heard.append
    )
    assert (heard[0].note, heard[0].head_start) == ("resumed", 3)
    assert found == again
    assert [len(found.way.rules), len(found.curve)] == [2, 2]
    lines = found.way.lines
    counted = _count(CASINO, DEALER, random_hands(60, 2))[1::2]
    held = _Hands(counted, CASINO, threads=1)
    assert found.price == found.curve[2] == held.price(lines)
    assert found.price.cost_ev == held.total(lines) / (30 * DEALER_HANDS)
    assert found.edge.edge == small_edge_of_lines(found.way.text, DEALER, CASINO)
    for at, rule in enumerate(found.way.rules[:-1]):
        without = small_edge_of_lines(found.way.text, DEALER, CASINO, left_out=at)
        assert rule.price == round(without - found.edge.edge, 6)
    assert found.way.rules[-1].price is None
    bare = distil(2, CASINO, DEALER, samples=60, seed=2, threads=2, prices=False)
    assert bare.way.rules == tuple(replace(rule, price=None) for rule in found.way.rules)
    told = found.to_dict()
    assert (told["edge"], told["house_edge"]) == (found.edge.edge, found.house.edge)
    assert told["extra_edge"] == found.edge.edge - found.house.edge
    assert [one["size"] for one in told["curve"]] == [1, 2]
    assert parse_way(told["toml"]) == found.way
    for text in (str(found), found._repr_html_()):
        assert str(found.price) in text
    points = distil(8, "push", samples=60, points=True, threads=2)
    assert repr(points.way) == "WayFile(points=8)"
    assert list(points.curve) == [6, 7, 8]


def test_a_priced_card_keeps_names_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    play_small_deals(monkeypatch)
    mine = 'my "flush"\x7f, déjà vu'
    names = ['name = "my \\"flush\\"\\u007f, déjà vu"', 'name = "any / any / ace"', ""]
    makes = ['{ high = "flush" }', '{ medium = "pair" }', "{}"]
    text = "".join(f"[[rule]]\n{a}\nmake = {b}\n" for a, b in zip(names, makes, strict=True))
    for prices in (True, False):
        card, *_ = price_card(parse_way(text), CASINO, DEALER, prices=prices)
        written = [rule.name for rule in card.rules]
        assert written == [mine, "any / a pair / any", "any / any / any"]
        assert card.lines == parse_way(text).lines


@pytest.mark.parametrize("name", ["standard", "short", "points"])
def test_the_cards_of_the_package_are_what_is_written(name: str) -> None:
    way = read_way(name)
    prices = [rule.price for rule in way.rules]
    assert way_text(card_of(name), way.about, prices) == way.text


def test_what_cant_be_asked_for_is_refused() -> None:
    with pytest.raises(BadInputError, match="only rules that `make` hands"):
        price_card(read_way("examples/asia_rack_card.toml"))
    with pytest.raises(BadInputError, match="count must be a whole number from 1 to 100, not 0"):
        distil(0)
    with pytest.raises(BadInputError, match="count must be a whole number from 6 to 43, not 5"):
        distil(5, points=True)
    with pytest.raises(BadInputError, match="samples must be a whole number from 4 to"):
        distil(samples=3)
    assert len(pickle.dumps(partial(_count, CASINO, DEALER))) < 1_000
