"""`astragal asia` and `astragal paigow`: the commands that they share."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from astragal import asia, paigow
from astragal.jobs.job import Job
from astragal.setting import whole_game
from astragal.setting.ways import LISTED
from astragal.setting.whole_game import game_job

from cli.conftest import ROOT, Result

GAMES = ["asia", "paigow"]
Run = Callable[..., Result]
HAND = "As Kd Qh Jc 9s 7d 4h"


def setting_text(row: dict[str, Any]) -> str:
    """Return the setting of a row of JSON as text."""
    return " / ".join(" ".join(row[part]) for part in ("high", "medium", "low") if part in row)


def test_best(astragal: Run) -> None:
    assert astragal("asia", "best", HAND, "--json").json["dealer"] == "standard"
    lexicographic = ("asia", "best", HAND, "--dealer", "lexicographic")
    found = astragal(*lexicographic, "--json").json
    assert (found["rules"]["name"], found["dealer"]) == ("push", "lexicographic")
    assert found["rules"]["switches"] == {
        "quads_over_straight_flush": False,
        "copies": "push",
        "wheel": "lowest",
        "strict_order": False,
    }
    assert (found["objective"], found["method"]) == ("wins", "exact")
    assert (found["dealer_hands"], found["legal"]) == (53_524_680, 40)
    assert found["settings"][0] == {
        "high": ["As", "9s", "7d", "4h"], "medium": ["Kd", "Qh"], "low": ["Jc"],
        "wins": 40_844_596, "losses": 11_886_346, "pushes": 793_738,
        "ev": (40_844_596 - 11_886_346) / 53_524_680, "house": False, "same": 1,
        "interval": None, "error": None,
    }  # fmt: skip
    assert [row["house"] for row in found["settings"]].count(True) == 1
    assert sum(row["same"] for row in found["settings"]) == 40
    for top in (0, 1, 3):
        few = astragal(*lexicographic, "--top", str(top), "--json").json
        assert few == found | {"settings": found["settings"][: top or None]}
    plain = astragal(*lexicographic, "--top", "1")
    assert "As 9s 7d 4h / Kd Qh / Jc" in plain.out
    assert "76.310%" in plain.out
    assert plain.out.endswith("rules push; dealer lexicographic; objective wins\n")


def test_best_in_pai_gow_poker(astragal: Run) -> None:
    told = astragal("paigow", "best", "Jk Qs Qh Qd As 7s 2s", "--json").json
    assert (told["rules"]["name"], told["dealer"], told["objective"]) == (
        "casino", "foxwoods", "ev",
    )  # fmt: skip
    assert told["rules"]["switches"] == {
        "banker": "dealer", "commission": 0.05, "push": "none", "wheel": "second highest",
    }  # fmt: skip
    assert (told["dealer_hands"], told["legal"]) == (53_524_680, 21)
    assert sum(row["same"] for row in told["settings"]) == 21
    best = told["settings"][0]
    assert (setting_text(best), "medium" in best) == ("Jk As Qs 7s 2s / Qh Qd", False)
    assert best["ev"] == pytest.approx((0.95 * best["wins"] - best["losses"]) / 53_524_680)


def test_the_banker(astragal: Run) -> None:
    hand = "As Kd Qh Jc 9s 7d 4h"
    told = astragal("paigow", "best", hand, "--banker", "player", "--json").json
    assert told["rules"]["name"] == "casino, banker player"
    assert astragal("paigow", "best", hand, "--rule", "banker=player", "--json").json == told
    dealer = astragal("paigow", "best", hand, "--json").json
    assert told["settings"][0]["wins"] > dealer["settings"][0]["wins"]
    astragal("paigow", "best", hand, "--banker", "x").assert_refused(
        "banker is 'dealer' or 'player', not 'x'"
    )
    twice = astragal("paigow", "best", hand, "--banker", "player", "--rule", "banker=player")
    twice.assert_refused("banker is given twice")
    astragal("asia", "best", hand, "--banker", "player").assert_refused("no option '--banker'")


def test_defaults_are_those_of_python(astragal: Run) -> None:
    for name, game in (("asia", asia.Game()), ("paigow", paigow.Game())):
        ranking = game.rank(HAND).to_dict()
        assert astragal(name, "best", HAND, "--json").json == ranking
        assert astragal(name, "house", HAND, "--json").json == game.house(HAND).to_dict()
        assert astragal(name, "hint", HAND, "--json").json == game.hint(HAND).to_dict()
        shown = astragal(name, "card", "--json").json
        assert shown == game.card().to_dict()


def test_rules_ways_and_dead_cards(astragal: Run) -> None:
    found = astragal("asia", "best", HAND, "--rules", "casino", "--dead", "2c 2d", "--json").json
    assert (found["rules"]["name"], found["dealer"]) == ("casino", "standard")
    assert found["dealer_hands"] == 38_320_568
    assert {row["pushes"] for row in found["settings"]} == {0}
    switched = astragal(
        "asia", "best", HAND, "--rule", "copies=dealer", "--rule", "strict_order=true", "--json"
    ).json
    assert switched["rules"]["name"] == "push, copies dealer, strict order on"


def test_the_objective(astragal: Run) -> None:
    hand = "3h 4c 7s Ts Jd Js Kc"
    question = ("asia", "best", hand, "--dealer", "lexicographic", "--json")
    wins = astragal(*question).json
    ev = astragal(*question, "--objective", "ev").json
    assert ev["objective"] == "ev"
    assert (wins["settings"][0]["low"], ev["settings"][0]["low"]) == (["Ts"], ["7s"])
    assert sorted(wins["settings"], key=str) == sorted(ev["settings"], key=str)
    told = astragal(
        "asia", "explain", "Js Jd 4c 3h / Kc 7s / Ts", "--objective", "ev", "--json"
    ).json
    first, mine = (one["wins"] - one["losses"] for one in (told["best"], told))
    assert told["cost_ev"] == (first - mine) / 53_524_680
    astragal("asia", "best", hand, "--objective", "luck").assert_refused("no objective 'luck'")


def test_sampling(astragal: Run) -> None:
    run = ("asia", "best", HAND, "--samples", "20000", "--seed", "3", "--json")
    found = astragal(*run).json
    assert (found["method"], found["dealer_hands"], found["seed"]) == ("sampled", 20_000, 3)
    first = found["settings"][0]
    assert first["interval"]["low"] < first["wins"] / 20_000 < first["interval"]["high"]
    assert 0 < first["error"] < 0.01
    assert astragal(*run).json == found
    astragal("asia", "best", HAND, "--seed", "3").assert_refused("--seed is for a sample")


def test_house(astragal: Run) -> None:
    dealer = ("--dealer", "lexicographic")
    found = astragal("asia", "house", "Jk Ks Kd 9h 8c 5d 2s", *dealer, "--json").json
    assert found["high"] == ["Jk", "Ks", "Kd", "9h"]
    assert (found["medium"], found["low"]) == (["8c", "5d"], ["2s"])
    assert found["values"]["high"] == "pair of kings, ace nine"
    plain = astragal("asia", "house", HAND, *dealer).out
    assert plain.splitlines()[0] == "As Kd Qh Jc / 9s 7d / 4h"


def test_explain(astragal: Run) -> None:
    setting = "As Jc 7d 4h / Kd Qh / 9s"
    question = ("asia", "explain", setting, "--dealer", "lexicographic")
    found = astragal(*question, "--json").json
    assert (found["wins"], found["best"]["wins"]) == (40_289_712, 40_844_596)
    assert found["house"]["high"] == ["As", "Kd", "Qh", "Jc"]
    assert (found["rules"]["name"], found["dealer"]) == ("push", "lexicographic")
    assert found["as_house"] is False
    assert (found["house"]["house"], found["best"]["house"]) == (True, False)
    as_house = astragal("asia", "explain", "As Kd Qh Jc / 9s 7d / 4h", *question[3:], "--json").json
    assert (as_house["dealer"], as_house["as_house"]) == ("lexicographic", True)
    assert set(found["sub_hands"]) == {"high", "medium", "low"}
    shown = astragal(*question).out
    chance = (40_844_596 - 40_289_712) / 53_524_680
    money = found["best"]["ev"] - found["ev"]
    assert f"costs {chance:.2%}".replace("%", " points of winning chance") in shown
    assert f"winning chance, {100 * money:.2f} % of the bet\n" in shown
    astragal("asia", "explain", "As Jc 7d 4h Kd Qh 9s").assert_refused(
        "'As Jc 7d 4h Kd Qh 9s' is not a setting: write four cards / two cards / one card. For the "
        "best setting of seven cards type astragal asia hint"
    )
    astragal("asia", "hint", *setting.split()).assert_refused(
        f"{setting!r} is a setting: give seven cards, or type astragal asia explain"
    )


@pytest.mark.parametrize("game", GAMES)
def test_deal(astragal: Run, game: str) -> None:
    told = astragal(game, "deal", "--seed", "3", "--json").json
    assert told["result"] in {"win", "loss", "push"}
    mine = setting_text(told["player_setting"])
    again = astragal(game, "deal", "--seed", "3", "--set", mine, "--json")
    assert again.json == told
    wrong = {"asia": "As 9s 7d 4h / Kd Qh / Jc", "paigow": "As 9s 7d 4h Jc / Kd Qh"}
    other = astragal(game, "deal", "--seed", "3", "--set", wrong[game])
    other.assert_refused("does not set the cards dealt")
    astragal(game, "deal", "--seed", "-1").assert_refused("from 0 to 2**64 - 1, not -1")


def test_drill(astragal: Run) -> None:
    hand = astragal("asia", "drill", "--seed", "5", "--hands", "1", stdin="").out.split("\n")[1][
        3:23
    ]
    hint = astragal("asia", "hint", hand, "--json").json
    best = setting_text(hint["best"])
    assert astragal("asia", "hint", hand).out.startswith(f"{best}: {hint['text']}\n")
    found = astragal("asia", "drill", "--seed", "5", "--hands", "2", "--json", stdin=f"{best}\n")
    assert len(found.json["hands"]) == 1
    assert (found.json["hands"][0]["cost_win"], found.json["mean_cost_ev"]) == (0, 0)
    plain = astragal("asia", "drill", "--seed", "5", "--hands", "1", stdin=f"{best}\n")
    assert "nothing better" in plain.out
    mean_cost = "mean cost 0.00 points of winning chance"
    assert f"1 hand, {mean_cost}" in plain.out
    again = astragal("asia", "drill", "--seed", "5", "--hands", "1", stdin=f"As\n\n{best}\n")
    assert "'As' is not a setting: write four cards / two cards / one card\n" in again.out
    assert f"1 hand, {mean_cost}" in again.out
    worst = astragal("asia", "best", hand, "--top", "0", "--json").json["settings"][-1]
    bad = setting_text(worst)
    chance = (hint["best"]["wins"] - worst["wins"]) / 53_524_680
    money = hint["best"]["ev"] - worst["ev"]
    left = astragal("asia", "drill", "--seed", "5", "--hands", "3", stdin=f"{bad}\nq\n")
    cost = f"{100 * chance:.2f} points of winning chance, {100 * money:.2f} % of the bet"
    assert f"costs {cost}; better: {best}\n" in left.out
    assert f"1 hand, mean cost {100 * chance:.2f} points of winning chance;" in left.out
    money_drill = ("asia", "drill", "--seed", "5", "--hands", "3", "--objective", "ev")
    assert "no hand was set; --seed 5" in astragal(*money_drill, stdin="q\n").out
    ended = astragal("asia", "drill", "--hands", "1", stdin=None)
    assert "no hand was set; --seed" in ended.out
    astragal("asia", "drill", "--kind", "flush").assert_refused("no kind of hand 'flush'")


@pytest.mark.parametrize(("game", "form"), [("asia", "four cards"), ("paigow", "five cards")])
def test_a_typo_does_not_end_a_drill(astragal: Run, game: str, form: str) -> None:
    question = (game, "drill", "--seed", "5", "--hands", "1", "--json")
    shown = astragal(*question[:-1], stdin="").out
    hand = shown.splitlines()[1].removeprefix("1. ")
    best = setting_text(astragal(game, "hint", hand, "--json").json["best"])
    drilled = astragal(*question, stdin=f"As\n{best}\n")
    assert drilled.code == 0
    assert [row["cost_ev"] for row in drilled.json["hands"]] == [0]
    assert f"'As' is not a setting: write {form} / " in json.loads(drilled.err)["error"]
    assert astragal(*question, stdin="As\n").json["hands"] == []


def test_drill_deals_other_hands_each_time_and_names_the_seed(astragal: Run) -> None:
    first, second = (astragal("asia", "drill", "--hands", "2", stdin="") for _ in range(2))
    assert first.out != second.out
    seed = first.out.split("--seed ")[1].split()[0]
    again = astragal("asia", "drill", "--hands", "2", "--seed", seed, stdin="")
    assert again.out.splitlines()[0] == first.out.splitlines()[0]
    named = astragal("asia", "drill", "--seed", "5", "--json", stdin="").json
    assert named["seed"] == 5


def test_a_hand_need_not_be_quoted(astragal: Run) -> None:
    hand = "As Kd Qh Jc 9s 7d 4h"
    for command in ("best", "house", "hint"):
        assert astragal("asia", command, *hand.split()).out == astragal("asia", command, hand).out
    setting = "As Jc 7d 4h / Kd Qh / 9s"
    quoted = astragal("asia", "explain", setting).out
    assert astragal("asia", "explain", *setting.split()).out == quoted
    astragal("asia", "best", "As", "Kd").assert_refused("'As Kd'")


def test_dead_cards_are_named(astragal: Run) -> None:
    question = ("As Kd Qh Jc 9s 7d 4h", "--dead", "Qs 2c")
    for command in ("best", "hint"):
        assert "; dead cards 2c Qs" in astragal("asia", command, *question).out
        assert astragal("asia", command, *question, "--json").json["dead"] == ["2c", "Qs"]
        assert astragal("asia", command, question[0], "--json").json["dead"] == []


def test_a_rule_given_twice_is_refused(astragal: Run) -> None:
    twice = ("--rule", "copies=push", "--rule", "copies=dealer")
    refused = astragal("asia", "best", "As Kd Qh Jc 9s 7d 4h", *twice)
    refused.assert_refused("--rule copies=dealer: copies is given twice")


def test_insurance(astragal: Run) -> None:
    found = astragal("asia", "insurance", "--json").json
    assert found["paid"][0] == {"highest": "9", "pays": 100, "hands": 31_080}
    assert "house edge 3.908%" in astragal("asia", "insurance").out


def test_edge(astragal: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the first chunks of a whole game: an example in docs/asia.md plays all of one."""

    def begin(*arguments: Any) -> Job[Any, Any, Any]:
        job = game_job(*arguments)
        return replace(job, chunks=job.chunks[:2])

    monkeypatch.setattr(whole_game, "game_job", begin)
    question = ("asia", "edge", "--dealer", "lexicographic", "--samples")
    found = astragal(*question, "0", "--json").json
    assert (found["method"], found["deals"]) == ("exact", 8_250_459_031_214_400)
    assert found["wins"] == found["losses"]
    assert found["edge"] == 0
    assert found["casino"]["rules"]["name"] == "casino"
    best = astragal(*question, "60", "--player", "best", "--json").json
    assert best["edge"] < -0.4
    assert (best["samples"], best["method"]) == (60, "sampled")


def test_a_number_of_samples_is_checked(astragal: Run) -> None:
    astragal("asia", "edge", "--samples", "-1").assert_refused("samples must be a whole number")
    exact = astragal("asia", "best", HAND, "--json").json
    assert astragal("asia", "best", HAND, "--samples", "0", "--json").json == exact
    for samples in ((), ("--samples", "0")):
        told = astragal("asia", "edge", "--player", "best", *samples)
        assert told.code == 3
        assert "astragal asia table --rules push --dealer standard --objective wins" in told.err
        assert "give samples" in told.err


def test_a_way_to_start_from(astragal: Run) -> None:
    file = ROOT / "src/astragal/asia/ways/standard.toml"
    text = file.read_text(encoding="utf-8").partition(LISTED)[0]
    assert astragal("asia", "way", "show").out == text
    assert astragal("asia", "way", "show", "standard", "--json").json["toml"] == text
    card = astragal("asia", "card").out.splitlines()
    assert card[-1].split() == [str(text.count("[[rule]]")), "any", "any", "any"]
    astragal("asia", "way", "show", "balanced").assert_refused("there are standard")


def test_check(astragal: Run, tmp_path: Path) -> None:
    checked = astragal("asia", "way", "check", "examples/asia_rack_card.toml", "--json")
    assert checked.code == 0
    assert (checked.json["sound"], checked.json["classes"]) == (True, 788_749)
    assert len(checked.json["lines"]) == 7
    assert astragal("paigow", "way", "check", "foxwoods").code == 0
    bad = tmp_path / "bad.toml"
    for game in GAMES:
        bad.write_text("[[rule]]\nwhen = { pairs = 1 }\nmake = { low = 'A' }")
        missed = astragal(game, "way", "check", str(bad), "--json")
        assert (missed.code, missed.json["sound"]) == (1, False)
        assert f"house way '{bad}' has no setting for" in missed.json["problem"]
        assert "has no setting for" in astragal(game, "way", "check", str(bad)).out
        bad.write_text("[[rule]]\nmake = { high = 'everything' }")
        astragal(game, "way", "check", str(bad)).assert_refused(
            "bad.toml", "'everything' is not a least hand for high"
        )
    bad.write_text("[[rule]]\nmake = { medium = 'A' }")
    astragal("paigow", "way", "check", str(bad)).assert_refused("medium")


def test_bad_input(astragal: Run) -> None:
    astragal("asia", "best", "As Kd").assert_refused("2 cards in 'As Kd'", "7 expected")
    astragal("asia", "best", HAND.replace("4h", "As")).assert_refused("comes twice")
    astragal("asia", "best", HAND, "--dealer", "macau").assert_refused("no house way 'macau'")
    astragal("asia", "best", HAND, "--rules", "x").assert_refused("no rules 'x'")
    astragal("asia", "best", HAND, "--rule", "wheel=top").assert_refused("wheel is 'lowest'")
    astragal("asia", "best", HAND, "--rule", "copies").assert_refused(
        "write SWITCH=VALUE, such as copies=dealer"
    )
    astragal("paigow", "best", HAND, "--rule", "x").assert_refused("such as banker=player")
    large = astragal("asia", "table", "--classes", "0:99999999999")
    large.assert_refused("no classes 0:99999999999: there are 0:6972147")
    astragal("asia", "explain", "Qh Jc 9s 7d / As Kd / 4h").assert_refused("is a foul")


def test_a_side_bet_takes_an_own_pay_table(astragal: Run) -> None:
    told = astragal("asia", "insurance", "--pays", "9=100", "--pays", "A=2.5", "--json").json
    assert [(row["highest"], row["pays"]) for row in told["paid"]] == [("9", 100), ("A", 2.5)]
    paid = 31_080 * 100 + 14_430_780 * 2.5
    lost = 154_143_080 - 31_080 - 14_430_780
    assert told["edge"] == pytest.approx((lost - paid) / 154_143_080)
    flush = astragal("paigow", "fortune", "--pays", "full house=6", "--pays", "flush=4", "--json")
    assert [row["pays"] for row in flush.json["paid"]] == [6, 4]
    astragal("paigow", "fortune", "--pays", "flush").assert_refused("--pays flush: write each hand")
    astragal("asia", "insurance", "--pays", "x=1").assert_refused("no line of the pay table 'x'")
    astragal("asia", "insurance", "--pays", "9=y").assert_refused("'y' is not a number")
