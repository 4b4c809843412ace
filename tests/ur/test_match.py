import math
import os
import pickle
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from lab.ur.price import price
from ur.conftest import random_states

from astragal.errors import (
    BadInputError,
    TableMismatchError,
    TableMissingError,
    TableReachError,
)
from astragal.jobs.run import run
from astragal.ur import (
    RULES,
    MoveArrays,
    PerfectPlayer,
    Player,
    Position,
    StrategyCard,
    Tablebase,
    choose_move,
    find_player,
    moves_many,
    play_match,
    player,
    player_many,
    solve,
    start,
)
from astragal.ur.match import PlayerCosts, match_job
from astragal.ur.players import Choice, Expectimax, GreedyPlayer, RandomPlayer
from astragal.ur.rules import FINKEL
from astragal.ur.states import Rolls, States
from astragal.ur.tablebase import default_path

from engines import ByPickle
from reference import ur as reference


def test_results_do_not_depend_on_threads_but_on_the_seed() -> None:
    players = Expectimax(3), GreedyPlayer()
    assert len(match_job(*players, 300).chunks) == 3
    one = play_match(*players, 300, pieces=1, seed=3, threads=1)
    assert one == play_match(*players, 300, pieces=1, seed=3, threads=2)
    assert one != play_match(*players, 300, pieces=1, seed=4)


@dataclass(frozen=True)
class FirstMove:
    """A player as a user would write one: it takes the first legal move."""

    name: str = "first"
    games_at_once: int = 10

    def choose(
        self, states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        return np.zeros(len(states), np.uint8)


def test_each_player_is_a_in_half_of_the_games_however_they_are_cut() -> None:
    job = match_job(FirstMove(games_at_once=1), FirstMove(), 100, pieces=1)
    assert len(job.chunks) == 100
    result = run(job)
    as_b = result.wins - result.wins_as_a
    assert 10 < result.wins_as_a < 40
    assert 10 < as_b < 40


def test_the_games_of_an_unknown_player_are_not_kept(tmp_path: Path) -> None:
    with pytest.raises(
        BadInputError, match="'first' can't be saved: the player needs an attribute"
    ):
        play_match(FirstMove(), RandomPlayer(), 20, folder=tmp_path)
    assert os.listdir(tmp_path) == []


def test_other_questions_are_other_jobs(four: Tablebase) -> None:
    perfect = PerfectPlayer(four)
    jobs = [
        match_job(perfect, RandomPlayer(), 20, pieces=4),
        match_job(RandomPlayer(), perfect, 20, pieces=4),
        match_job(perfect, GreedyPlayer(), 20, pieces=4),
        match_job(perfect, Expectimax(1), 20, pieces=4),
        match_job(perfect, Expectimax(2), 20, pieces=4),
        match_job(perfect, RandomPlayer(), 22, pieces=4),
        match_job(perfect, RandomPlayer(), 20, pieces=3),
        match_job(perfect, RandomPlayer(), 20, pieces=4, seed=1),
        match_job(RandomPlayer(), RandomPlayer(), 20, pieces=4),
        match_job(RandomPlayer(), RandomPlayer(), 20, pieces=4, rules=RULES["blitz"]),
    ]
    assert len({job.fingerprint for job in jobs}) == len({job.name for job in jobs}) == len(jobs)


def test_work_that_travels_plays_the_same_games(four: Tablebase) -> None:
    players = PerfectPlayer(four), Expectimax(3)
    job = match_job(*players, 400, pieces=1, seed=9)
    assert len(job.chunks) == 4
    assert len(pickle.dumps(job.work)) < 2000
    assert run(job, engine=ByPickle()) == run(job, threads=1)


def test_a_table_travels_by_name_and_must_be_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path / "here"))
    here = solve(FINKEL, 2, path=default_path(FINKEL), bits=32)
    job = match_job(PerfectPlayer(here), RandomPlayer(), 20, pieces=2)
    packed = pickle.dumps(job.work)

    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path / "there"))
    elsewhere = replace(job, work=pickle.loads(packed))
    with pytest.raises(TableMissingError, match="there"):
        run(elsewhere)
    default_path(FINKEL).unlink(missing_ok=True)
    solve(FINKEL, 2, path=default_path(FINKEL), bits=16)
    with pytest.raises(TableMismatchError, match="not the table of finkel that the work began"):
        run(elsewhere)
    default_path(FINKEL).write_bytes(here.path.read_bytes())
    assert run(elsewhere) == run(job)
    assert pickle.dumps(pickle.loads(packed)) == packed


def test_equal_players_are_equal() -> None:
    result = play_match("random", "random", 4000, pieces=2, seed=1)
    low, high = result.interval
    assert low < 0.5 < high
    assert 0.02 < high - low < 0.04


def test_wilson_interval_by_hand() -> None:
    result = play_match(RandomPlayer(), RandomPlayer(), 2, pieces=1, seed=2)
    # 95 % for k of 2, from the quadratic (p - k/2)^2 = z^2 p (1 - p) / 2.
    z2 = 1.959963984540054**2
    roots = np.roots([1 + z2 / 2, -(2 * result.share + z2 / 2), result.share**2])
    np.testing.assert_allclose(sorted(roots), result.interval, atol=1e-12)


def test_perfect_play_wins_as_often_as_the_table_says(four: Tablebase) -> None:
    perfect = PerfectPlayer(four)
    result = play_match(perfect, perfect, 4000, pieces=4, seed=5)
    as_a = result.wins_as_a / 2000
    assert abs(as_a - four.value(0x24)) < 4 * (0.25 / 2000) ** 0.5


@pytest.mark.parametrize("other", [Expectimax(1), GreedyPlayer(), RandomPlayer()])
def test_perfect_is_best(four: Tablebase, other: Player) -> None:
    result = play_match(PerfectPlayer(four), other, 1000, pieces=4, seed=6)
    assert result.interval[0] > 0.5


def test_a_table_of_too_few_pieces_is_told_at_once(four: Tablebase) -> None:
    with pytest.raises(TableReachError, match="--pieces 7"):
        play_match(PerfectPlayer(four), RandomPlayer(), 2)


def slow_expectimax(position: reference.Position, depth: int) -> float:
    game = reference.GAMES["finkel"]
    winner = position.winner()
    if winner is not None:
        return float(winner == position.turn)
    if depth == 0:
        length = len(game.paths[0]) + 1
        come = [
            position.done[who] * length
            + sum(game.paths[who].index(s) + 1 for s, owner in position.board if owner == who)
            for who in (0, 1)
        ]
        lead = come[position.turn] - come[1 - position.turn]
        return 0.5 + lead / (2 * position.pieces(0) * length)
    total = 0.0
    for roll, chance in game.dice.items():
        after = reference.moves(game, position, roll).values() or [reference.passed(position)]
        total += float(chance) * max(slow_worth(position, one, depth - 1) for one in after)
    return total


def slow_worth(position: reference.Position, after: reference.Position, depth: int) -> float:
    value = slow_expectimax(after, depth)
    return value if after.turn == position.turn else 1 - value


@pytest.mark.parametrize("depth", [0, 1])
def test_expectimax_is_the_references(depth: int) -> None:
    states = random_states(FINKEL, 3, 5, 8)[::40].copy()
    rolls = np.full(len(states), 2, np.uint8)
    legal = moves_many(states, rolls)
    chosen = Expectimax(depth).choose(states, rolls, legal, np.random.default_rng(0))
    for row, state in enumerate(map(int, states)):
        position = reference.from_word(state)
        worth = {
            reference.to_word(after): slow_worth(position, after, depth)
            for after in reference.moves(reference.GAMES["finkel"], position, 2).values()
        }
        if worth:
            found = worth[int(legal.after[row, chosen[row]])]
            assert found == pytest.approx(max(worth.values()), abs=1e-12)


def test_greedy_takes_what_a_beginner_sees() -> None:
    # A can capture on 10 or reach the rosette 0: it captures.
    state = 0x3F - 2 - 8 | 1 << (16 + 16) | 2 << (16 + 20) | 1 << (16 + 4)
    states, rolls = np.array([state], np.uint64), np.array([2], np.uint8)
    legal = moves_many(states, rolls)
    row = int(GreedyPlayer().choose(states, rolls, legal, np.random.default_rng(0))[0])
    assert (legal.source[0, row], legal.target[0, row]) == (8, 10)
    assert 0 in legal.target[0, : legal.number[0]]


@pytest.mark.parametrize("name", RULES)
def test_every_rule_set_plays_to_the_end(name: str) -> None:
    result = play_match("greedy", "random", 20, rules=name, seed=1)
    assert result.games == 20
    assert result.mean_rolls > 20


def test_bad_input(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    with pytest.raises(BadInputError, match=r"games must be a whole number from 2 to .* not 0"):
        play_match(RandomPlayer(), RandomPlayer(), 0)
    with pytest.raises(BadInputError, match="games must be even, half for each side, not 3"):
        play_match(RandomPlayer(), RandomPlayer(), 3)
    with pytest.raises(BadInputError, match=r"seed must be .* not -1"):
        play_match(RandomPlayer(), RandomPlayer(), 2, seed=-1)
    with pytest.raises(BadInputError, match="no player 'god'"):
        find_player("god")
    with pytest.raises(TableMissingError, match="astragal ur solve"):
        find_player("perfect")
    assert find_player("expectimax").name == "expectimax-2"


def test_a_player_of_other_rules_is_refused(four: Tablebase) -> None:
    for other in (GreedyPlayer(RULES["blitz"]), Expectimax(1, RULES["blitz"])):
        with pytest.raises(BadInputError, match="plays blitz, not finkel"):
            play_match(other, "random", 20)
    with pytest.raises(BadInputError, match="perfect plays finkel, not blitz"):
        play_match("random", PerfectPlayer(four), 20, rules="blitz")


def test_a_result_prints_itself() -> None:
    result = play_match("greedy", "random", games=100, seed=1, rules="blitz", pieces=2)
    assert f"greedy won {result.wins} of 100 games against random" in str(result)
    assert "blitz, 2 pieces" in str(result)
    told = result.to_dict()
    assert (told["a"], told["b"], told["pieces"]) == ("greedy", "random", 2)
    assert tuple(told["interval"].values()) == result.interval
    assert "<td>greedy</td>" in result._repr_html_()


def test_one_move_of_a_player() -> None:
    random = np.random.default_rng(0)
    assert str(choose_move(GreedyPlayer(), start(), 4, random)) == "hand-A1"
    assert choose_move(GreedyPlayer(), start(), 0, random) is None


def test_a_function_is_a_player() -> None:
    """The same player in both forms plays the same games."""
    alone = player("last", lambda position, roll: position.moves()[-1])
    text = player("last", lambda position, roll: str(position.moves(roll)[-1]))
    many = player_many("last", lambda states, rolls, legal, random: legal.number - 1)
    for rules in RULES:
        results = {
            play_match(each, FirstMove(games_at_once=100), 100, rules=rules, pieces=3)
            for each in (alone, text, replace(alone, name="last"))
        }
        assert len(results) == 1
        job = match_job(replace(alone, rules=RULES[rules]), many, 100, rules=RULES[rules], pieces=3)
        assert run(job).wins > 0
    assert choose_move(alone, start(), 4, np.random.default_rng()) == start().moves(4)[0]


@pytest.mark.parametrize("index", [6, 9, -1, 255])
def test_an_illegal_index_is_refused(index: int) -> None:
    """A player that always returned 6 won 50 of 100 games against perfect play."""
    wrong = player_many("six", lambda states, rolls, legal, random: np.full(len(states), index))
    with pytest.raises(BadInputError, match=f"six in 0x[0-9a-f]{{16}} with a 4: {index} is not"):
        play_match(wrong, "random", 100)
    with pytest.raises(BadInputError, match="legal: hand-A4, A1-B1, counted from 0"):
        choose_move(wrong, start().play("hand-A1", 4), 1, np.random.default_rng())


def test_an_index_that_becomes_illegal_in_the_middle_of_a_match_is_refused() -> None:
    wrong = player_many("one", lambda states, rolls, legal, random: np.full(len(states), 2))
    with pytest.raises(BadInputError, match=r"one in 0x[0-9a-f]{16} with a \d: 2 is not the index"):
        play_match("greedy", wrong, 100)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("hand-A4", "hand-A4 is not a legal move; legal: hand-A1, A3-B2"),
        ("pass", "pass is not a legal move"),
        (None, "pass is not a legal move"),
        (7, "7 is not a move; write"),
        ("B3", "'B3' is not a move; write"),
    ],
)
def test_an_illegal_move_is_refused(answer: object, words: str) -> None:
    wrong = player("mine", lambda position, roll: answer)  # type: ignore[arg-type,return-value]
    position = start().play("hand-A3", 2).play(None, 0)
    with pytest.raises(BadInputError) as error:
        choose_move(wrong, position, 4, np.random.default_rng())
    assert f"mine in {position.name} with a 4: " in str(error.value)
    assert words in str(error.value)


def test_an_error_of_a_player_names_the_position() -> None:
    wrong = player("mine", lambda position, roll: position.moves()[7])
    with pytest.raises(
        BadInputError, match=r"mine in 0x.* with a 1: IndexError: list index"
    ) as error:
        play_match(wrong, "random", 2)
    assert isinstance(error.value.__cause__, IndexError)


@pytest.mark.parametrize(
    "answer",
    [0, [0.0], ["a"], None, [[0]], [True]],
    ids=["number", "float", "text", "none", "2d", "bool"],
)
def test_a_player_returns_a_whole_number_for_each_state(answer: object) -> None:
    wrong = player_many("odd", lambda states, rolls, legal, random: answer)  # type: ignore[arg-type,return-value]
    with pytest.raises(BadInputError, match="odd: `choose` must return a whole number for each"):
        choose_move(wrong, start().play("hand-A1", 4), 1, np.random.default_rng())


def test_a_player_is_not_asked_about_no_states() -> None:
    """A list of no numbers is an array of floats."""
    lists = player_many("lists", lambda states, rolls, legal, random: [0] * len(states))
    assert play_match(lists, lists, 20, pieces=1).games == 20
    asked: list[int] = []

    def first(
        states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> list[int]:
        asked.append(len(states))
        return [0] * len(states)

    play_match(player_many("first", first), "random", 10, pieces=1)
    assert min(asked) > 0


class Fails:
    """A player of a class that fails."""

    name = "fails"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, *arguments: object) -> Choice:
        raise self.error


@pytest.mark.parametrize(
    "error", [ValueError("odd"), SystemExit("odd"), KeyError("odd")], ids=["value", "exit", "key"]
)
def test_an_error_of_a_player_of_many_states_is_ours(error: BaseException) -> None:
    def fail(*arguments: object) -> list[int]:
        raise error

    kind = type(error).__name__
    for wrong in (player_many("fails", fail), Fails(error)):
        with pytest.raises(BadInputError, match=rf"^fails: {kind}: '?odd") as raised:
            play_match(wrong, "random", 2)
        assert raised.value.__cause__ is error
        with pytest.raises(BadInputError, match=rf"^fails in 0x0+101003e with a 1: {kind}: '?odd"):
            choose_move(wrong, start().play("hand-A1", 4), 1, np.random.default_rng())
    alone = player("alone", fail)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match=rf"^alone in 0x.* with a \d: {kind}: '?odd"):
        play_match(alone, "random", 2)


def test_errors_of_the_package_and_of_memory_are_not_a_players() -> None:
    for error in (TableMissingError("none"), MemoryError()):
        with pytest.raises(type(error)):
            play_match(Fails(error), "random", 2)


def test_lists_of_unequal_lengths_are_refused() -> None:
    ragged = player_many("ragged", lambda states, rolls, legal, random: [[0], [0, 1]])
    with pytest.raises(BadInputError, match="ragged: ValueError: "):
        play_match(ragged, "random", 2)


def test_a_player_can_not_change_the_moves_that_it_is_checked_against() -> None:
    def cheat(
        states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> Choice:
        legal.number[:] = 7
        return np.full(len(states), 6, np.uint8)

    with pytest.raises(BadInputError, match="cheat: ValueError: assignment destination is read-o"):
        play_match(player_many("cheat", cheat), "random", 2)


def test_a_player_may_ask_the_package_about_what_it_is_given(four: Tablebase) -> None:
    def ask(states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator) -> Choice:
        assert (moves_many(states, rolls).after == legal.after).all()
        assert np.isfinite(four.values_after(states, legal)[:, 0]).all()
        return four.best_many(states, rolls).move

    assert play_match(player_many("ask", ask), "random", 20, pieces=4).games == 20


@pytest.mark.parametrize(
    ("attribute", "value", "words"),
    [
        ("games_at_once", "x", "first: games_at_once must be a whole number from 1 to .* not 'x'"),
        ("games_at_once", 0, "first: games_at_once must be a whole number from 1 to .* not 0"),
        ("rules", "masters", "first plays masters, not finkel"),
        ("rules", "mine", "first: no rules 'mine'; there are finkel"),
        ("rules", 5, "first: rules = 5: give a name"),
        ("name", 5, "a player's name is text, not 5"),
        ("name", "", "a player's name is text, not ''"),
        ("name", "a\nb", r"a player's name is one line of letters, not 'a\\nb'"),
    ],
)
def test_the_attributes_of_a_player_are_checked(attribute: str, value: object, words: str) -> None:
    made = FirstMove()
    object.__setattr__(made, attribute, value)
    with pytest.raises(BadInputError, match=words):
        play_match(made, "random", 2)
    object.__setattr__(made, "games_at_once", 2)
    for rules in ("finkel", None) if attribute == "rules" else ():
        object.__setattr__(made, attribute, rules)
        assert play_match(made, "random", 2, pieces=1).games == 2


def test_what_is_no_player_is_refused() -> None:
    with pytest.raises(
        BadInputError, match=r"not a player: .* ur.player\(name, function\) makes one"
    ):
        play_match(len, "random", 2)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="choose must be a function, not 'greedy'"):
        player("mine", "greedy")  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="a player's name is text, not 7"):
        player_many(7, len)  # type: ignore[arg-type]


def test_a_player_loses_what_its_choices_cost(four: Tablebase) -> None:
    """The exact chance of the greedy player is that of points that play the same moves."""
    perfect = PerfectPlayer(four)
    result = play_match("greedy", perfect, 2000, pieces=2, seed=1)
    same = StrategyCard("finkel", {"to home": 4, "captures": 2, "to rosette": 1})
    exact = 0.5 - price(same, four, 2).win
    costs = result.costs
    assert costs is not None
    assert abs(costs.deficit - exact) < 2 * costs.error
    assert costs.error < (result.interval[1] - result.interval[0]) / 4
    assert abs(0.5 - result.share - exact) < result.interval[1] - result.interval[0]
    assert costs == replace(
        play_match(same, perfect, 2000, pieces=2, seed=1).costs, player="greedy"
    )  # type: ignore[type-var]
    assert f"greedy loses {100 * costs.deficit:.2f} ± " in str(result)


def test_the_costs_of_a_match_are_those_of_its_choices(four: Tablebase) -> None:
    """Each choice is ranked alone."""
    asked: list[tuple[int, int, int]] = []

    def last(
        states: States, rolls: Rolls, legal: MoveArrays, random: np.random.Generator
    ) -> list[int]:
        chosen = [int(number) - 1 for number in legal.number]
        asked.extend(zip(states.tolist(), rolls.tolist(), chosen, strict=True))
        return chosen

    perfect = PerfectPlayer(four)
    mine = player_many("last", last)
    result = play_match(perfect, mine, 60, pieces=3, seed=2)
    costs = result.costs
    assert costs is not None
    assert costs.player == "last"
    weighed = []
    for state, roll, chosen in asked[-costs.total_choices :]:
        position = Position(state)
        move = position.moves(roll)[chosen]
        ranked = {row.move: row.cost_win for row in four.rank_moves(position, roll)}
        weighed.append(ranked[move] if ranked[move] > 2 * four.error else 0.0)
    assert len(asked) > costs.total_choices == len(weighed)  # asked once before the match
    mean = sum(weighed) / len(weighed)
    assert costs.cost_win == pytest.approx(mean, abs=1e-12)
    assert costs.deficit == pytest.approx(sum(weighed) / 60, abs=1e-12)
    assert costs.accuracy == pytest.approx(math.exp(-50 * mean), abs=1e-9)
    assert costs.accuracy_error is not None
    assert 0 < costs.accuracy_error < 0.2


def test_the_errors_of_costs_by_hand() -> None:
    """Two games: 3 choices that cost 0.06, and 5 that cost 0.02."""
    costs = PlayerCosts(
        player="mine", games=2, total_choices=8, total_cost=0.08,
        cost_squared=0.06**2 + 0.02**2, cost_times_choices=3 * 0.06 + 5 * 0.02, choices_squared=34,
    )  # fmt: skip
    assert (costs.deficit, costs.choices, costs.cost_win) == (0.04, 4, 0.01)
    assert costs.error == pytest.approx(1.959964 * 0.02 / 2**0.5, abs=1e-7)
    assert costs.accuracy == pytest.approx(math.exp(-0.5))
    squares = (0.06 - 0.01 * 3) ** 2 + (0.02 - 0.01 * 5) ** 2
    error = math.exp(-0.5) * 1.959964 * squares**0.5 / 8 / 0.02
    assert costs.accuracy_error == pytest.approx(error, abs=1e-6)


def test_costs_are_those_of_the_player_that_meets_perfect_play(four: Tablebase) -> None:
    perfect = PerfectPlayer(four)
    assert play_match("greedy", "random", 20, pieces=2).costs is None
    assert play_match("greedy", "random", 20, pieces=2).to_dict()["costs"] is None
    best = play_match(perfect, perfect, 400, pieces=3).costs
    assert best is not None
    assert (best.deficit, best.error, best.accuracy, best.accuracy_error) == (0, 0, 1, 0)
    without = play_match(perfect, "random", 20, pieces=1).costs
    assert without is not None
    assert (without.choices, without.cost_win, without.accuracy, without.accuracy_error) == (
        0, None, None, None,
    )  # fmt: skip
    assert "accuracy" not in str(without)
    one, two = (play_match("random", perfect, 300, pieces=2, threads=n) for n in (1, 2))
    assert one == two
