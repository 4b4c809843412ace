"""What rules of a house way cost, by a list of rankings and the first rule of each hand."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from setting.cards import game_of, to_reference

from astragal import asia, paigow
from astragal.errors import (
    BadInputError,
    HouseWayError,
    TableMissingError,
    TableReachError,
    UnknownNameError,
)
from astragal.setting import Game, Objective
from astragal.setting.classes import DEALER_HANDS, SUIT_CLASSES, suit_class_hands
from astragal.setting.ranking import Pair

from reference import asia as reference

# Slices in which several rules decide, and some of them cost something.
ASIA = asia.Game()
STRAIGHTS = range(6_050_360, 6_050_400)
PAIRS = range(3_000_000, 3_000_040)
SAME_WAY = [
    (paigow.Game(), "foxwoods", STRAIGHTS),
    (paigow.Game(banker="player", objective="wins"), "foxwoods", STRAIGHTS),
    (paigow.Game("no-commission"), "foxwoods", STRAIGHTS),
    (asia.Game(), "standard", PAIRS),
    (asia.Game("casino", dealer="short"), "short", PAIRS),
]
OTHER_WAY = [
    (paigow.Game(dealer="stones"), "foxwoods", STRAIGHTS),
    (paigow.Game("ez"), "wizard", STRAIGHTS),
    (asia.Game(dealer="balanced"), "short", PAIRS),
]


@pytest.mark.parametrize(("game", "name", "classes"), SAME_WAY + OTHER_WAY, ids=str)
def test_costs_are_those_of_a_list_of_rankings(
    tmp_path: Path, game: Game, name: str, classes: range
) -> None:
    by_ev = replace(game, objective=Objective.EV)
    if game.dealer.name == name:
        by_ev.build_table(classes, folder=tmp_path)
    result = game.rule_costs(name, classes=classes, folder=tmp_path)
    assert result.method == ("table" if game.dealer.name == name else "exact")

    file, stakes = game.card(name), game.rules.stakes
    hands, weights = (array.tolist() for array in suit_class_hands(classes))
    rows: dict[str, list[tuple[int, int, Pair]]] = {rule.name: [] for rule in file.rules}
    best_units = own_units = 0
    for hand, weight in zip(hands, weights, strict=True):
        rule, ranking = file.rule_for(hand, game.rules), by_ev.rank(hand)
        own = ranking.find(game.find_way(name).set(hand))
        best_net = stakes.net(ranking.best.wins, ranking.best.losses)
        own_net = stakes.net(own.wins, own.losses)
        best_units += weight * best_net
        own_units += weight * own_net
        assert rule is not None
        rows[rule.name].append((weight, best_net - own_net, Pair(ranking.best, own)))

    bet = stakes.loss * DEALER_HANDS
    number = sum(weights)
    assert result.hands == number
    assert [cost.name for cost in result.costs] == [rule.name for rule in file.rules]
    assert sum(cost.wrong > 0 for cost in result.costs) > 0
    for cost in result.costs:
        mine = rows[cost.name]
        wrong = [row for row in mine if row[1] > 0]
        units = sum(weight * own_cost for weight, own_cost, _ in mine)
        assert cost.hands == sum(weight for weight, _, _ in mine)
        assert cost.wrong == sum(weight for weight, _, _ in wrong)
        assert cost.units == units
        assert cost.cost_ev == float(Fraction(units, number * bet))
        if not wrong:
            assert (cost.wrong_cost_ev, cost.costliest) == (None, None)
            continue
        assert cost.wrong_cost_ev == float(Fraction(units, cost.wrong * bet))
        assert cost.costliest is not None
        costliest = max(wrong, key=lambda row: row[1])[2]
        assert str(cost.costliest) == str(costliest)

    # The costs of the rules add up to the difference of the house edges, to the last deal.
    assert sum(cost.units for cost in result.costs) == best_units - own_units
    assert result.best_edge == float(Fraction(-best_units, number * bet))
    assert result.edge == float(Fraction(-own_units, number * bet))
    assert result.cost_ev == float(Fraction(best_units - own_units, number * bet))


def test_lines_decide_as_by_hand() -> None:
    """The line of each hand by a reference that shares no code."""
    game = asia.Game("casino", dealer="balanced")
    file = game.card("standard")
    result = game.rule_costs("standard", classes=PAIRS)
    lines = [rule.make for rule in file.rules]
    decided = [0] * len(lines)
    hands, weights = (array.tolist() for array in suit_class_hands(PAIRS))
    for hand, weight in zip(hands, weights, strict=True):
        decided[reference.first_line(to_reference(hand), game_of(game.rules), lines)[0]] += weight
    assert [cost.hands for cost in result.costs] == decided
    assert sum(map(bool, decided)) > 1


@pytest.mark.parametrize(
    ("game", "name"), [(asia.Game("casino"), "short"), (paigow.Game(), "foxwoods")], ids=str
)
def test_every_class_is_decided_as_rule_by_rule(game: Game, name: str) -> None:
    way, file = game.find_way(name), game.card(name)
    decides = file.deciding_rules(way.outcomes[way.class_outcome], game.rules)
    decided = [line.decides for line in game.check_way(name).lines or ()]
    assert [int((decides == number).sum()) for number in range(len(decided))] == decided


def test_a_result_shows_itself(tmp_path: Path) -> None:
    game = paigow.Game()
    game.build_table(STRAIGHTS, folder=tmp_path)
    result = game.rule_costs("foxwoods", classes=STRAIGHTS, folder=tmp_path)
    told = result.to_dict()
    totals = game.open_table(folder=tmp_path).totals()
    assert (told["edge"], told["best_edge"]) == (totals.house_edge, totals.edge)
    assert told["wrong"] == sum(cost["wrong"] for cost in told["costs"])
    assert told["objective"] == "ev"
    text = str(result)
    assert f"{result.wrong:,} of {result.hands:,} hands are set wrong" in text
    for number, cost in enumerate(result.costs, 1):
        assert f"{cost.name}\n" in text
        listed = f"\n{number:>3}  {cost.costliest and cost.costliest.best.setting}, not "
        assert (listed in text) == (cost.wrong > 0)
    frame = result.to_frame()
    assert [*frame["wrong"]] == [cost.wrong for cost in result.costs]
    assert "foxwoods" in repr(result)


def test_a_missing_table_names_its_command(tmp_path: Path) -> None:
    command = "astragal asia table --rules push --dealer standard --objective ev"
    with pytest.raises(TableMissingError, match=f"to make it: {command}$"):
        asia.Game().rule_costs("standard", folder=tmp_path)
    game = paigow.Game("ez", banker="player")
    game.build_table("1000:1010", folder=tmp_path)
    command = "astragal paigow table --rules ez --rule banker=player --dealer foxwoods"
    with pytest.raises(TableReachError, match=f"classes 0 to 6972146; {command}"):
        game.rule_costs("foxwoods", folder=tmp_path)
    for outside in (range(999, 1001), range(1009, 1011), range(SUIT_CLASSES - 1, SUIT_CLASSES)):
        with pytest.raises(TableReachError, match="does not cover"):
            game.rule_costs("foxwoods", classes=outside, folder=tmp_path)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda game: game.rule_costs("points"), "'points' has points, not rules"),
        (lambda game: game.rule_costs("obvious"), "no strategy card 'obvious'"),
        (
            lambda game: game.rule_costs(asia.Game().card("standard")),
            "of Asia Poker, not of pai gow",
        ),
        (lambda game: game.rule_costs(game.dealer), "is not a strategy card"),
        (lambda game: game.rule_costs(7), "7 is not a strategy card"),
        (lambda game: game.rule_costs("foxwoods", classes="5:1"), "no classes 5:1"),
        (lambda game: game.rule_costs("foxwoods", threads=0), "threads must be"),
        (lambda game: game.rule_costs("foxwoods", progress=3), "progress must be"),
    ],
)
def test_bad_input_is_refused(call: Callable[[Game], object], said: str) -> None:
    with pytest.raises((BadInputError, UnknownNameError), match=said):
        call(paigow.Game())


def test_a_way_that_leaves_out_hands_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "quads.toml"
    file.write_text('[[rule]]\nwhen = { quads = 1 }\nmake = { high = "quads" }\n')
    with pytest.raises(HouseWayError, match="no setting for"):
        paigow.Game().rule_costs(file)
