"""Short ways: what they cost, hand by hand, and the search for them."""

from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from lab.setting import distil as distilling
from lab.setting.card_words import CARD_WORDS
from lab.setting.distil import (
    CARDS,
    CountedHands,
    Steps,
    count_settings,
    distil,
    lists_of,
    points_of,
    rises,
    undominated,
    way_text,
)
from setting.cards import play_small_deals, small_edge_of_lines

from astragal import asia, paigow
from astragal.jobs.threads import thread_map
from astragal.setting import Game, Ranking, sample
from astragal.setting.classes import DEALER_HANDS
from astragal.setting.least import least_number
from astragal.setting.sample import random_hands
from astragal.setting.strategy_card import Line, least_numbers, line_of, parse_card

GAME = asia.Game("casino", dealer="balanced")
PAIGOW = paigow.Game()
GAMES: dict[str, Game] = {"asia": GAME, "paigow": PAIGOW}
HANDS = random_hands(120, 9)
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


def counted_hands(game: Game) -> CountedHands:
    counted = count_settings(game.rules, game.dealer, HANDS)
    return CountedHands(counted, game.rules, CARD_WORDS[game.rules.game])


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


@pytest.fixture(scope="module")
def hands(game: Game) -> CountedHands:
    return counted_hands(game)


@pytest.fixture(scope="module")
def rankings(game: Game) -> list[Ranking]:
    return [game.rank(hand) for hand in HANDS.tolist()]


def cards_of(game: Game) -> dict[str, str]:
    """A card of lines and one of points."""
    if game is PAIGOW:
        return {"lines": CARD, "points": POINTS}
    return {"lines": game.card("standard").text, "points": game.card("points").text}


def card_of(text: str, game: Game) -> list[Line] | Steps:
    way = parse_card(text, game.rules)
    return way.lines or {part: dict(steps) for part, steps in way.points.items()}


@pytest.mark.parametrize("kind", ["lines", "points"])
def test_each_hand_costs_what_its_ranking_says(
    game: Game, hands: CountedHands, rankings: list[Ranking], kind: str, tmp_path: Path
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


def test_a_line_goes_to_the_place_where_it_saves_most(game: Game, hands: CountedHands) -> None:
    lines = parse_card(cards_of(game)["lines"], game.rules).lines
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


def test_longer_lists_and_more_points_cost_less(game: Game, hands: CountedHands) -> None:
    lists = list(lists_of(hands, 5))
    # With few hands of pai gow poker the fifth line saves nothing, and the card ends before it.
    longest = 4 if game is PAIGOW else 5
    sizes = [len(lines) for lines in lists]
    assert sizes == [*range(1, longest), longest, longest][: len(sizes)]
    assert max(sizes) == longest
    assert not any(line == line_of({}, game.rules) for line in lists[-1][:-1])
    costs = [hands.costs(lines).mean() for lines in lists]
    assert costs == sorted(costs, reverse=True)
    points = list(points_of(hands, 12))
    assert [sum(map(len, steps.values())) for steps in points] == list(range(12, 5, -1))
    assert hands.costs(points[0]).mean() <= hands.costs(points[-1]).mean() < costs[0]
    words = CARD_WORDS[game.rules.game].words
    assert all(rises(steps[part], words[part]) for steps in points for part in words)


def test_the_words_of_a_card_ascend(game: Game) -> None:
    """So a step of points that moves to the next word moves to the next hand."""
    words = CARD_WORDS[game.rules.game]
    for part, texts in words.words.items():
        ascending = [text for text in texts if part != "medium" or len(text) != len("A T")]
        numbers = [least_number(part, text, game.rules) for text in ascending]
        assert numbers == sorted(numbers)
        assert len({*texts}) == len(texts)
        assert texts[0] == ""
        assert {*words.coarse[part], *words.first_steps[part]} <= {*texts}
    assert [*words.words] == [*words.coarse] == [*words.first_steps] == [*game.rules.hands]


def test_a_card_says_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """And is the same on one thread and on two."""
    play_small_deals(monkeypatch)
    monkeypatch.setattr(sample, "HANDS_AT_ONCE", 20)
    rules, dealer, words = GAME.rules, GAME.dealer, CARD_WORDS["asia"]
    card = distil(GAME, words, lines=2, samples=60, seed=2)
    with monkeypatch.context() as patch:
        patch.setattr(distilling, "thread_map", partial(thread_map, threads=1))
        assert distil(GAME, words, lines=2, samples=60, seed=2) == card
    way = parse_card(card.text, rules)
    assert [len(way.rules), *card.curve] == [2, 1, 2]
    held = CountedHands(count_settings(rules, dealer, random_hands(60, 2))[1::2], rules, words)
    assert card.curve[2] == held.mean_cost(way.lines)
    assert card.curve[2].cost_ev == held.total(way.lines) / (30 * DEALER_HANDS)
    assert card.edge.edge == small_edge_of_lines(card.text, dealer, rules)
    for at, rule in enumerate(way.rules[:-1]):
        without = small_edge_of_lines(card.text, dealer, rules, left_out=at)
        assert rule.cost_ev == round(without - card.edge.edge, 6)
    assert way.rules[-1].cost_ev is None
    points = distil(GAME, words, points=8, samples=60)
    assert repr(parse_card(points.text, rules)) == "StrategyCard(points=8)"
    assert list(points.curve) == [6, 7, 8]


def test_a_card_for_pai_gow_poker_has_two_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    play_small_deals(monkeypatch)
    words = CARD_WORDS["paigow"]
    card = distil(PAIGOW, words, lines=4, samples=60, seed=2)
    way = parse_card(card.text, PAIGOW.rules)
    assert len(way.rules) == max(card.curve)
    assert {part for rule in way.rules for part in rule.make or {}} <= {"high", "low"}
    assert way.rules[-1].make == {}
    for at, rule in enumerate(way.rules[:-1]):
        lines = [*way.lines[:at], *way.lines[at + 1 :]]
        without = PAIGOW.edge(parse_card(way_text(lines, PAIGOW.rules), PAIGOW.rules))
        assert rule.cost_ev == round(without.edge - card.edge.edge, 6)
    assert card.curve[max(card.curve)].cost_ev > 0
    points = distil(PAIGOW, words, points=7, samples=60)
    assert list(points.curve) == [6, 7]


@pytest.mark.parametrize("name", ["standard", "short", "points"])
def test_the_cards_of_the_package_are_written_so(name: str) -> None:
    way = GAME.card(name)
    costs = [rule.cost_ev for rule in way.rules]
    card = card_of(way.text, GAME)
    assert way_text(card, GAME.rules, about=way.about, costs=costs) == way.text


def test_a_card_is_written_to_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play_small_deals(monkeypatch)
    small = CARDS["asia", "short"]._replace(lines=2, samples=40)
    monkeypatch.setitem(distilling.CARDS, ("asia", "short"), small)
    distilling.main(["asia", "short", "--path", str(tmp_path / "short.toml")])
    assert (tmp_path / "short.toml").read_text(encoding="utf-8") == small.distil().text
    assert "  2 lines or points cost" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        distilling.main(["asia", "card"])


@pytest.mark.verify
@pytest.mark.parametrize(("game", "name"), CARDS)
def test_the_cards_that_ship_are_made_again(game: str, name: str) -> None:
    """Byte by byte, and with it the cost of each line over all deals."""
    recipe = CARDS[game, name]
    assert recipe.distil().text == recipe.game.card(name).text
