"""Every public value knows itself: `repr`, `str`, JSON, notebook form; and it can be pickled."""

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from inspect import isclass
from typing import Any, NotRequired

import numpy as np
import pytest
from pydantic import TypeAdapter
from typing_extensions import get_type_hints, is_typeddict

from astragal import asia, equity, keys, layout, paigow, poker, postflop, setting, ur
from astragal.layout.word import Overlap
from astragal.postflop.solution import SolvedNode
from astragal.setting.export import ExportedTable
from astragal.setting.ranking import Pair
from astragal.setting.rule_costs import RuleCost
from astragal.setting.strategy import BEST
from astragal.setting.trainer import Drill, DrillHand
from astragal.ur.players import ChosenMove
from astragal.ur.position import Perft
from astragal.ur.solve import SolveSummary

ROOMS = (asia, equity, keys, layout, paigow, poker, postflop, setting, ur)
HAND = "As Kd Qh Jc 9s 7d 4h"
FLOP = "2c 7d Jh"

# Players act. A claim of a layout is input. The tuples have names for their places. Each setting
# game has its own `Game`, `HandRank` and `Rules`.
NOT_VALUES = {
    layout.Ascending, postflop.Action, postflop.ByPlayer, postflop.Choice,
    ur.Player, ur.PerfectPlayer, ur.MoveArrays, ur.Move, equity.StartingHand, keys.Collision,
    equity.Limits, setting.Game, setting.HandRank, setting.Rules,
}  # fmt: skip


def public_values() -> set[type]:
    found = [getattr(room, name) for room in ROOMS for name in room.__all__]
    named = {one for one in found if isclass(one) and one.__module__.startswith("astragal.")}
    return {one for one in named if not issubclass(one, Enum | Exception)} - NOT_VALUES


def of_asia(folder: Any) -> Iterator[Any]:
    yield from (asia.Game(dealer="balanced"), asia.find_rules("casino"))
    yield from (asia.insurance(), asia.hand_rank("As Kd"))


def of_paigow(folder: Any) -> Iterator[Any]:
    yield from (paigow.Game(dealer="stones"), paigow.find_rules("ez", banker="player"))
    yield from (paigow.hand_rank("As Kd"), paigow.hand_rank("As Ks Qs Js Ts"))
    yield paigow.fortune()


def of_setting(folder: Any) -> Iterator[Any]:
    yield from of_game(asia.Game("casino", dealer="balanced"), "As 9s 7d 4h / Kd Qh / Jc", folder)
    yield from of_game(paigow.Game(), "As Jc 9s 7d 4h / Kd Qh", folder)
    foul = asia.Game().explain("As Qs 7d 4h / Kd Kh / Jc")
    yield from (foul, asia.Game().card("short"), asia.Game().card("points"))


def of_game(game: setting.Game, mine: str, folder: Any) -> Iterator[Any]:
    rules, dealer = game.rules, game.dealer.name
    ranking = game.rank(HAND)
    best = ranking.best
    pair = Pair(best, ranking.settings[1])
    edge = setting.Edge(
        rules=rules, dealer=dealer, player="best", method="sampled", deals=100, wins=40,
        losses=55, edge=0.15, error=0.02, gain=0.01, seed=7, objective=setting.Objective.EV,
    )  # fmt: skip
    yield from (game.house(HAND), ranking, best, pair, edge, replace(edge, casino=edge))
    yield from (best.setting, game.rank_many([HAND]), game.rank(HAND, samples=100).best)
    matrix = setting.EdgeMatrix(rules, ("one", "two"), ((3, 4), (5, 6)), ((4, 3), (6, 5)))
    yield from (matrix, replace(matrix, casino=matrix))
    rule = RuleCost("quads", 10, 2, 3, 0.001, 0.02, pair)
    never = replace(rule, wrong=0, units=0, cost_ev=0.0, wrong_cost_ev=None, costliest=None)
    yield from (rule, setting.RuleCosts(rules, dealer, "one", "table", 20, -5, (rule, never)))
    way, check = game.card(), game.check_way()
    assert check.lines is not None
    yield from (way, way.rules[0], game.dealer, check, check.lines[0], game.rules.ways.listed[0])
    table = game.build_table("638990:639000", folder=folder)
    yield from (table, ExportedTable(table, folder / "best.parquet"))
    practice = game.practice(hands=2)
    drilled = DrillHand(ranking, ranking.settings[1])
    yield from (practice, drilled, Drill(practice, (drilled,)), Drill(practice, ()))
    yield from (game.deal(seed=1), game.showdown(mine, "Ks Qd Jh 9c 8s 6d 2h"))
    yield from (game.explain(mine), game.hint(HAND), BEST)


def of_equity(folder: Any) -> Iterator[Any]:
    result = equity.calculate(["AhKh", "QQ+"], board=FLOP)
    following = equity.next_cards(["AhKh", "QsQd"], board=FLOP + " 3s")
    counts = np.ones((169, 169), np.int64)
    yield from (result, result.players[0], following, following[0], equity.Range("QQ+, AKs:0.5"))
    yield equity.Range("AAxx ds", "omaha")
    yield from (equity.preflop("AKs", "QQ"), equity.preflop_row("AA", game="short"))
    yield equity.PreflopTable(poker.HOLDEM, counts, counts, counts)
    yield equity.OmahaTable(*np.ones((2, 16432), np.int64))
    yield equity.by_hand("QQ+", "random", board=FLOP)
    yield equity.distribution("AhKh", board=FLOP)
    yield equity.calculate_many([[5, 10], [80, 160]], boards=[0, 0])
    yield equity.outs(["AhKh", "QsQd"], board=FLOP)
    yield equity.made_hands("QQ+, AK", FLOP)
    jam = {str(hand): 1.0 for hand in equity.starting_hands()}
    yield equity.PushFold("holdem", 10, 10, (5.0,), 0, (), 0.1, jam, jam, 1e-5)


def of_keys(folder: Any) -> Iterator[Any]:
    yield from (keys.KNOWN["suit"], keys.search("suit"), keys.verify("suit", [0, 1, 26, 36]))
    yield keys.verify("suit", [0, 1, 2, 3])
    yield keys.Step(3, 36, 9, None)


def of_layout(folder: Any) -> Iterator[Any]:
    found = layout.find_layout("pokerval")
    items = found.items
    yield from (found, found.fields[0], items[0], found.claims[0], layout.check(found))
    yield from layout.check(found).claims
    yield Overlap(0, 1, items[0], items[1])
    yield layout.decode("pokerval", 0x20077744)


def of_poker(folder: Any) -> Iterator[Any]:
    yield from (poker.evaluate("7h 7d 7s 4c 4h"), poker.evaluate("7h 6d", board="9c 8s 5d"))
    yield from (poker.evaluate_low("As 2d 3h 4c 5s", "ace-to-five"), poker.made_hand("Ah Kh", FLOP))
    yield from (poker.showdown("Ah Kh", FLOP), poker.symbols("7h 6d", FLOP), poker.STANDARD)
    yield from (poker.symbols_many(["7h 6d"], ["9c 8s 5d"]), poker.compare_masks())
    yield poker.evaluate("4c 5c 6c 7s", board="8c 9c Ts", game="omaha")
    yield from (poker.STANDARD.straights[0], poker.HOLDEM, poker.STUD_VARIANTS["razz"])


def of_postflop(folder: Any) -> Iterator[Any]:
    spot = postflop.Spot(
        "Td 9d 6h Qc 2s", oop="QQ, 87s", ip="AT, KQ", pot=100, stack=100, bets="50%, a"
    )
    solution = spot.solve()
    turn = replace_board(spot, "Td 9d 6h Qc").solve("5%")
    yield from (spot, spot.lock("", {"QhQd": {"check": 1}}), spot.plan(), solution)
    yield from (solution.certificate, solution.node("x"), turn.node("x x"))
    yield from (solution.best_response("oop"), SolvedNode(solution, solution.node()))
    yield postflop.report(spot, ["Td 9d 6h Qc 2s", "Ad Kd 2h 3c 3s"])


def replace_board(spot: postflop.Spot, board: str) -> postflop.Spot:
    return postflop.Spot(
        board, oop=spot.oop, ip=spot.ip, pot=spot.pot, stack=spot.stack, bets="50%, a"
    )


def of_ur(folder: Any) -> Iterator[Any]:
    table = ur.solve("finkel", pieces=2, path=folder / "two.table")
    game = ur.start(pieces=2)
    record = ur.read_game("1. A@A3 / C@C3")
    yield from (game, game.rules, game.by_roll(), game.play("hand-A1", roll=4), table)
    yield from (Perft(game, 2), ur.plan("blitz", 2), record, record.turns[0])
    yield from (table.evaluate(game), table.rank_moves(game, 2)[0], table.rank_by_roll(game, 2))
    yield from (ur.openings(table), ur.openings(table)[0])
    puzzles = ur.puzzles(table, 2)
    two_moves = tuple(table.rank_moves(game, 2)) * 2
    yield from (puzzles, *puzzles, ur.Puzzle(game, 2, "easy", ("greedy",), two_moves))
    yield from (
        ur.play_match("greedy", "random", 2, pieces=2),
        ur.play_match(ur.PerfectPlayer(table), "greedy", 4, pieces=2),
        ur.write_rgu(table, folder / "x.rgu"),
    )
    yield from (ur.find_card("card"), ur.find_card("points"))
    yield ur.StrategyCard("finkel", ["captures", "to rosette"])
    planned = ur.plan("finkel", 2)
    yield SolveSummary(planned, table, False)
    yield table.convergence()
    yield ChosenMove(game, 2, "greedy", ur.Move("hand-A3"))
    review = ur.review(ur.replay(game, [(4, "hand-A1"), (2, "hand-A3")]), table)
    yield from (review, review.turns[0], ur.read_rgu(folder / "x.rgu").compare())


def is_optional(declared: type, key: str) -> bool:
    hint = get_type_hints(declared, include_extras=True)[key]
    return getattr(hint, "__origin__", None) is NotRequired


EXAMPLES = (
    of_asia, of_equity, of_keys, of_layout, of_paigow, of_poker, of_postflop, of_setting, of_ur,
)  # fmt: skip


@pytest.mark.parametrize("examples", EXAMPLES, ids=lambda one: one.__name__[3:])
def test_public_values_know_themselves(examples: Any, tmp_path: Any) -> None:
    room = dict(zip(EXAMPLES, ROOMS, strict=True))[examples]
    seen = set()
    for value in examples(tmp_path):
        seen.add(type(value))
        assert "\n" not in repr(value)
        assert str(value)
        assert " object at 0x" not in repr(value) + str(value)
        told = value.to_dict()
        assert told
        assert json.loads(json.dumps(told)) == told, type(value)
        declared = get_type_hints(type(value).to_dict)["return"]
        assert is_typeddict(declared), type(value)
        keys = [*get_type_hints(declared)]  # each key, in that order
        optional = {key for key in keys if is_optional(declared, key)} - {*told}
        assert [*told] == [key for key in keys if key not in optional], type(value)
        TypeAdapter(declared).validate_python(told, strict=True)
        pictures = [getattr(value, name, lambda: None)() for name in ("_repr_html_", "_repr_svg_")]
        assert any(one and one.startswith("<") for one in pictures), type(value)
        assert pickle.loads(pickle.dumps(value)).to_dict() == told, type(value)
    missing = {one for one in public_values() if one.__module__.startswith(room.__name__)} - seen
    assert not missing, f"no example of {missing}"
