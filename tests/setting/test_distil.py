"""Short ways: what they cost, hand by hand, and the search for them."""

import pickle
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from setting.cards import play_small_deals, small_edge_of_lines

from astragal import asia, paigow
from astragal.errors import BadInputError
from astragal.progress import Report, Reporter
from astragal.setting import Game, Ranking, sample
from astragal.setting.classes import DEALER_HANDS
from astragal.setting.least import least_number
from astragal.setting.sample import random_hands
from astragal.setting.study.distil import (
    _count,
    _Hands,
    _lists,
    _points,
    _rises,
    undominated,
)
from astragal.setting.study.price import Steps, way_text
from astragal.setting.way_file import Line, least_numbers, line_of, parse_way

GAME = asia.Game("casino", dealer="balanced")
PAIGOW = paigow.Game()
GAMES: dict[str, Game] = {"asia": GAME, "paigow": PAIGOW}
HANDS = random_hands(120, 9)
SILENT = Reporter(False, "distil")
CARD = """
[[rule]]
make = {high = "flush", low = "pair"}
[[rule]]
make = {high = "pair", low = "pair 6"}
[[rule]]
make = {high = "straight", low = "A"}
[[rule]]
make = {high = "pair"}
[[rule]]
make = {}
"""
"""A card for pai gow poker."""
POINTS = """
[points.high]
pair = 4
"two pair" = 9
straight = 12
[points.low]
Q = 2
A = 5
pair = 10
"""


def counted_hands(game: Game, threads: int = 2) -> _Hands:
    counted = _count(game.rules, game.dealer, HANDS)
    return _Hands(counted, game.rules, game.card_words, threads)


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


@pytest.fixture(scope="module")
def hands(game: Game) -> _Hands:
    return counted_hands(game)


@pytest.fixture(scope="module")
def rankings(game: Game) -> list[Ranking]:
    return [game.rank(hand) for hand in HANDS.tolist()]


def cards_of(game: Game) -> dict[str, str]:
    """A card of lines and one of points."""
    if game is PAIGOW:
        return {"lines": CARD, "points": POINTS}
    return {"lines": game.read_way("standard").text, "points": game.read_way("points").text}


def card_of(text: str, game: Game) -> list[Line] | Steps:
    way = parse_way(text, game.rules)
    return way.lines or {part: dict(steps) for part, steps in way.points.items()}


@pytest.mark.parametrize("kind", ["lines", "points"])
def test_each_hand_costs_what_its_ranking_says(
    game: Game, hands: _Hands, rankings: list[Ranking], kind: str, tmp_path: Path
) -> None:
    text = cards_of(game)[kind]
    (tmp_path / "card.toml").write_text(text)
    player = game.find_way(tmp_path / "card.toml")
    best = [max(row.ev for row in ranking) for ranking in rankings]
    expected = [
        most - ranking.find(player.set(ranking.hand)).ev
        for most, ranking in zip(best, rankings, strict=True)
    ]
    costs = hands.costs(card_of(text, game)) / (game.rules.stakes.loss * DEALER_HANDS)
    assert costs == pytest.approx(expected, abs=1e-12)
    assert max(expected) > 0


def test_undominated_settings_are_those_that_no_other_beats(rankings: list[Ranking]) -> None:
    for ranking in rankings[:20]:
        values = np.array([row.value for row in ranking], np.uint32)
        ranks = [row.setting.ranks(ranking.rules) for row in ranking]
        expected = [
            not any(
                all(theirs >= mine for theirs, mine in zip(other, own, strict=True))
                for other in ranks
                if other is not own
            )
            for own in ranks
        ]
        assert undominated(values).tolist() == expected


def test_a_line_goes_to_the_place_where_it_saves_most(game: Game, hands: _Hands) -> None:
    lines = parse_way(cards_of(game)["lines"], game.rules).lines
    lines = lines[::3] if len(lines) > 9 else lines
    tried: list[Line] = [("flush", "A", ""), ("", "pair 9", "Q"), ("", "", "A")]
    if game is PAIGOW:
        tried = [("flush", "A", ""), ("", "pair 9", ""), ("two pair 8", "", "")]
    now, before = hands.play(lines)
    change = hands.native.try_lines(least_numbers(tried, game.rules), now, before, len(lines))
    for (at, line), place in product(enumerate(tried), range(len(lines))):
        after = hands.play([*lines[:place], line, *lines[place:]])[1]
        assert change[at, place] == after.sum(dtype="i8") - before.sum(dtype="i8")
    best = min(product(range(3), range(len(lines))), key=lambda where: change[where])
    assert hands.with_line(lines, tried)[best[1]] == tried[best[0]]


def test_longer_lists_and_more_points_cost_less(game: Game, hands: _Hands) -> None:
    lists = list(_lists(hands, 5, SILENT))
    # With few hands of pai gow poker the fifth line saves nothing, and the card ends before it.
    longest = 4 if game is PAIGOW else 5
    sizes = [len(lines) for lines in lists]
    assert sizes == [*range(1, longest), longest, longest][: len(sizes)]
    assert max(sizes) == longest
    assert not any(line == line_of({}, game.rules) for line in lists[-1][:-1])
    costs = [hands.costs(lines).mean() for lines in lists]
    assert costs == sorted(costs, reverse=True)
    points = list(_points(hands, 12, SILENT))
    assert [sum(map(len, steps.values())) for steps in points] == list(range(12, 5, -1))
    assert hands.costs(points[0]).mean() <= hands.costs(points[-1]).mean() < costs[0]
    words = game.card_words.words
    assert all(_rises(steps[part], words[part]) for steps in points for part in words)


def test_the_words_of_a_card_ascend(game: Game) -> None:
    """So a step of points that moves to the next word moves to the next hand."""
    words = game.card_words
    for part, texts in words.words.items():
        ascending = [text for text in texts if part != "medium" or len(text) != len("A T")]
        numbers = [least_number(part, text, game.rules) for text in ascending]
        assert numbers == sorted(numbers)
        assert len({*texts}) == len(texts)
        assert texts[0] == ""
        assert {*words.coarse[part], *words.first_steps[part]} <= {*texts}
    assert [*words.words] == [*words.coarse] == [*words.first_steps] == [*game.rules.hands]


def test_a_card_is_the_same_on_any_threads_and_says_what_it_costs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play_small_deals(monkeypatch)
    monkeypatch.setattr(sample, "HANDS_AT_ONCE", 20)
    rules, dealer = asia.find_rules("casino"), GAME.dealer
    card = GAME.distil(lines=2, samples=60, seed=2, threads=1)

    def stop(report: Report) -> None:
        if report.what == "distil":  # while it searches
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        GAME.distil(lines=2, samples=60, seed=2, folder=tmp_path, progress=stop)
    heard: list[Report] = []
    again = GAME.distil(
        lines=2, samples=60, seed=2, threads=2, folder=tmp_path, progress=heard.append
    )
    assert (heard[0].note, heard[0].head_start) == ("resumed", 3)
    assert card == again
    assert [len(card.way.rules), len(card.curve)] == [2, 2]
    lines = card.way.lines
    counted = _count(rules, dealer, random_hands(60, 2))[1::2]
    held = _Hands(counted, rules, GAME.card_words, threads=1)
    assert card.cost == card.curve[2] == held.mean_cost(lines)
    assert card.cost.cost_ev == held.total(lines) / (30 * DEALER_HANDS)
    assert card.edge.edge == small_edge_of_lines(card.way.text, dealer, rules)
    for at, rule in enumerate(card.way.rules[:-1]):
        without = small_edge_of_lines(card.way.text, dealer, rules, left_out=at)
        assert rule.cost_ev == round(without - card.edge.edge, 6)
    assert card.way.rules[-1].cost_ev is None
    bare = GAME.distil(lines=2, samples=60, seed=2, threads=2, costs=False)
    assert bare.way.rules == tuple(replace(rule, cost_ev=None) for rule in card.way.rules)
    told = card.to_dict()
    assert (told["edge"], told["house_edge"]) == (card.edge.edge, card.house.edge)
    assert told["extra_edge"] == card.edge.edge - card.house.edge
    assert [point["size"] for point in told["curve"]] == [1, 2]
    assert parse_way(told["toml"], rules) == card.way
    for text in (str(card), card._repr_html_()):
        assert str(card.cost) in text
    points = asia.Game().distil(points=8, samples=60, threads=2)
    assert repr(points.way) == "WayFile(points=8)"
    assert list(points.curve) == [6, 7, 8]


def test_a_card_for_pai_gow_poker_has_two_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    play_small_deals(monkeypatch)
    card = PAIGOW.distil(lines=4, samples=60, seed=2, threads=2)
    told = card.to_dict()
    assert [line["medium"] for line in told["lines"]] == [None] * len(card.curve)
    assert {part for rule in card.way.rules for part in rule.make} <= {"high", "low"}
    assert card.way.rules[-1].make == {}
    for at, rule in enumerate(card.way.rules[:-1]):
        lines = [*card.way.lines[:at], *card.way.lines[at + 1 :]]
        shorter = parse_way(way_text(lines, PAIGOW.rules), PAIGOW.rules)
        without = PAIGOW.price_card(shorter, costs=False).edge
        assert rule.cost_ev == round(without.edge - card.edge.edge, 6)
    assert card.cost.cost_ev > 0
    points = PAIGOW.distil(points=7, samples=60, threads=2)
    assert list(points.curve) == [6, 7]


def test_a_priced_card_keeps_names_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    play_small_deals(monkeypatch)
    mine = 'my "flush", déjà vu'
    names = ['name = "my \\"flush\\", déjà vu"', 'name = "any / any / ace"', ""]
    makes = ['{ high = "flush" }', '{ medium = "pair" }', "{}"]
    text = "".join(f"[[rule]]\n{a}\nmake = {b}\n" for a, b in zip(names, makes, strict=True))
    way = parse_way(text, GAME.rules)
    for costs in (True, False):
        card = GAME.price_card(way, costs=costs).way
        written = [rule.name for rule in card.rules]
        assert written == [mine, "any / a pair / any", "any / any / any"]
        assert card.lines == way.lines


@pytest.mark.parametrize("name", ["standard", "short", "points"])
def test_the_cards_of_the_package_are_what_is_written(name: str) -> None:
    way = GAME.read_way(name)
    costs = [rule.cost_ev for rule in way.rules]
    card = card_of(way.text, GAME)
    assert way_text(card, GAME.rules, about=way.about, costs=costs) == way.text


def test_what_cant_be_asked_for_is_refused() -> None:
    conditional = parse_way("[[rule]]\nwhen = {joker = true}\nmake = {}\n" + CARD, PAIGOW.rules)
    with pytest.raises(BadInputError, match="only rules that `make` hands"):
        PAIGOW.price_card(conditional)
    for count, points in ((0, None), (None, 5)):
        right = "lines must be a whole number from 1 to 100, not 0"
        if points is not None:
            right = "points must be a whole number from 6 to 43, not 5"
        with pytest.raises(BadInputError, match=right):
            asia.Game().distil(lines=count, points=points)
    with pytest.raises(BadInputError, match="lines = 3 and points = 8: give only one of them"):
        asia.Game().distil(lines=3, points=8)
    with pytest.raises(BadInputError, match="samples must be a whole number from 4 to"):
        asia.Game().distil(samples=3)
    assert len(pickle.dumps(partial(_count, GAME.rules, GAME.dealer))) < 1_000
