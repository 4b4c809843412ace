"""The solver against exact values, against itself in other forms, and with locks."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from postflop_games import R13, game_of, game_of_ranges, load, spots

from astragal import equity
from astragal.errors import BadInputError
from astragal.postflop.certificate import (
    Game,
    Lock,
    certify_stored,
    certify_with_hands,
    matrix_of,
)
from astragal.postflop.isomorphism import moved_set
from astragal.postflop.solver import Solver, solver_size

from reference import postflop as reference

PEERS = {spot["name"]: spot for spot in load("peer_spots")}


def game_named(name: str) -> Game:
    return game_of(spots()[name], reference.Holdem(spots()[name]))


def solved(game: Game, target: float, **options: Any) -> Solver:
    """Return a solver whose own estimate is at most a share of the pot."""
    solver = Solver(game, **options)
    while solver.iterations == 0 or solver.exploitability() > target * game.pot * game.chip:
        solver.iterate(25)
        assert solver.iterations < 20_000
    return solver


def bits(solver: Solver) -> list[bytes]:
    return [array.tobytes() for array in solver.state().values()]


# ---- Exact values -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*spots()])
def test_exact_values(name: str) -> None:
    """|EV - exact| is at most twice the exploitability, besides rounding."""
    game, exact = game_named(name), spots()[name]["exact"]
    solver = solved(game, 2e-4)
    certificate = certify_stored(game, solver.stored())
    assert certificate.exploitability <= 2.1e-4 * game.pot
    assert solver.exploitability() == pytest.approx(certificate.exploitability, abs=1e-5 * game.pot)
    assert sum(certificate.ev) <= game.pot + 1e-9
    if not certificate.rake:
        assert sum(certificate.ev) == pytest.approx(game.pot, rel=0, abs=1e-9)
    slack = 2 * certificate.exploitability + 1e-4
    if exact["unique"]:
        assert abs(certificate.ev[0] - exact["ev_oop"]) <= slack
        assert abs(certificate.ev[1] - exact["ev_ip"]) <= slack


@pytest.mark.parametrize("name", ["r01", "r03", "r05", "x1"])
def test_the_ev_of_each_hand_is_inside_its_interval(name: str) -> None:
    game, exact = game_named(name), spots()[name]["exact"]
    solver = solved(game, 1e-5)
    certificate, by_hand = certify_with_hands(game, solver.stored())
    assert certificate.exploitability <= 1.1e-5 * game.pot
    for player, name_of in enumerate(("oop", "ip")):
        intervals = exact[f"ev_by_hand_range_{name_of}"]
        assert len(intervals) == len(game.hands[player])
        for text, (low, high) in intervals.items():
            hand = sum(1 << card for card in reference.parse_hand(text))
            place = int(np.searchsorted(game.hands[player], np.uint64(hand)))
            assert low - 0.1 <= by_hand.ev[player][place] <= high + 0.1, text


@pytest.mark.parametrize("name", ["t1", "t3", pytest.param("f1", marks=pytest.mark.verify)])
def test_the_values_of_the_peer(name: str) -> None:
    spot = PEERS[name]
    game = game_of_ranges(spot)
    assert [len(hands) for hands in game.hands] == spot["combos"]
    solver = solved(game, 2e-3)
    certificate = certify_stored(game, solver.stored())
    slack = 2 * (certificate.exploitability + spot["reference"]["exploitability_chips"])
    assert abs(certificate.ev[0] - spot["reference"]["ev_oop"]) <= slack
    assert abs(certificate.ev[1] - spot["reference"]["ev_ip"]) <= slack


# ---- The same bits ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["r11", "x3", "flop"])
def test_any_number_of_threads_gives_the_same_bits(name: str) -> None:
    game = FLOPS["two-tone"] if name == "flop" else game_named(name)
    first = Solver(game, threads=1)
    first.iterate(12)
    for threads in (2, 3, 7):
        other = Solver(game, threads=threads)
        other.iterate(12)
        assert bits(other) == bits(first)
        assert other.exploitability() == first.exploitability()


@pytest.mark.parametrize("name", ["r11", "t3", "flop"])
def test_lanes_have_the_bits_of_plain_loops(name: str) -> None:
    if name == "flop":
        game = FLOPS["rainbow"]
    else:
        game = game_named(name) if name in spots() else game_of_ranges(PEERS[name])
    plain = Solver(game, width=0)
    plain.iterate(10)
    for width in (1, 2):
        try:
            other = Solver(game, width=width)
        except ValueError as error:
            if "no wide vectors" not in str(error):
                raise
            continue
        other.iterate(10)
        assert bits(other) == bits(plain)
        assert other.exploitability() == plain.exploitability()


@pytest.mark.parametrize("name", ["x3", "flop"])
def test_a_restored_solver_goes_on_with_the_same_bits(name: str) -> None:
    game = FLOPS["paired"] if name == "flop" else game_named(name)
    through = Solver(game)
    through.iterate(9)
    kept = {name: array.copy() for name, array in through.state().items()}
    through.iterate(8)
    resumed = Solver(game, threads=2)
    resumed.restore(9, kept)
    assert resumed.iterations == 9
    resumed.iterate(8)
    assert bits(resumed) == bits(through)
    with pytest.raises(BadInputError, match="no array 'oop_regrets'"):
        resumed.restore(9, {**kept, "oop_regrets": kept["oop_regrets"][1:]})


# ---- Isomorphism --------------------------------------------------------------------------------


def flop_spot(board: str, **changes: Any) -> dict[str, Any]:
    sizes = {street: {"oop": ["70%"], "ip": ["70%"]} for street in ("flop", "turn", "river")}
    spot = {
        "street": "flop", "board": board, "pot": 20, "stack": 30, "oop": "QQ-JJ, AKs, 98s",
        "ip": "TT, AQs, AKo:0.5, 87s", "bets": sizes, "raises": sizes,
        "donk": dict.fromkeys(sizes), "max_raises": 0, "add_allin": 0, "force_allin": 1.5,
        "merge": 0, "rake_rate": 0, "rake_cap": None,
    }  # fmt: skip
    return {**spot, **changes}


BOARDS = {
    "monotone": ("Kh 8h 3h", 10 + 13),  # hearts, and one suit of three
    "two-tone": ("Kh 8h 3c", 11 + 12 + 13),  # hearts, clubs, and one suit of two
    "paired": ("Kh Kc 3h", 11 + 12 + 13),
    "rainbow": ("Kh 8c 3d", 49),
    "trips": ("9h 9c 9d", 12 + 13),  # one suit of three, and spades
}
FLOPS = {name: game_of_ranges(flop_spot(board)) for name, (board, _) in BOARDS.items()}


@pytest.mark.parametrize("name", [*BOARDS])
def test_deals_are_stored_once_for_exchangeable_suits(name: str) -> None:
    size = solver_size(FLOPS[name])
    assert size.deals == (1, 49, 49 * 48)
    assert size.stored_deals[1] == BOARDS[name][1]
    plain = solver_size(FLOPS[name], isomorphism=False)
    assert plain.stored_deals == plain.deals == size.deals


def test_one_combo_that_tells_suits_apart_switches_isomorphism_off() -> None:
    for changes in ({"oop": "QQ-JJ, AKs, 98s, AhKd"}, {"ip": "TT, AQs, AcKd:0.25"}):
        size = solver_size(game_of_ranges(flop_spot("Kh 8h 3h", **changes)))
        assert size.stored_deals[1] > BOARDS["monotone"][1]
    one = solver_size(game_of_ranges(flop_spot("Kh 8h 3h", oop="QQ-JJ, AcQd, AcQs:0.5")))
    assert one.stored_deals == one.deals


@pytest.mark.parametrize("name", [*BOARDS])
def test_isomorphism_on_and_off_agree(name: str) -> None:
    game = FLOPS[name]
    certificates = []
    for isomorphism in (True, False):
        solver = Solver(game, isomorphism=isomorphism)
        solver.iterate(60)
        certificates.append(certify_stored(game, solver.stored()))
        # What is stored for mirrored deals is what the solver itself plays there.
        assert solver.exploitability() == pytest.approx(
            certificates[-1].exploitability, abs=1e-5 * game.pot
        )
    on, off = certificates
    # The same iterations, but for the rounding of sums.
    assert on.ev == pytest.approx(off.ev, rel=0, abs=1e-3 * game.pot)
    assert on.exploitability == pytest.approx(off.exploitability, rel=0, abs=1e-3 * game.pot)
    assert max(on.exploitability, off.exploitability) < 0.02 * game.pot


@pytest.mark.parametrize("name", ["r09", "x3"])
def test_permuted_suits_give_the_permuted_answer(name: str) -> None:
    game = game_named(name)
    moved = np.array([card - card % 4 + (2, 0, 3, 1)[card % 4] for card in range(52)])
    hands, weights = [], []
    for one, weight in zip(game.hands, game.weights, strict=True):
        there = np.array([moved_set(int(hand), moved) for hand in one], np.uint64)
        hands.append(np.sort(there))
        weights.append(weight[np.argsort(there)])
    other = replace(
        game,
        board=moved_set(game.board, moved),
        hands=(hands[0], hands[1]),
        weights=(weights[0], weights[1]),
    )
    first, second = (certify_stored(one, solved(one, 1e-3).stored()) for one in (game, other))
    assert second.ev == pytest.approx(first.ev, rel=0, abs=1e-4 * game.pot)
    assert second.exploitability == pytest.approx(first.exploitability, rel=0, abs=1e-4 * game.pot)


@pytest.mark.parametrize("name", ["r09", "x3"])
def test_swapped_players_have_the_swapped_values(name: str) -> None:
    """The same game, in which the second player acts first."""
    game = game_named(name)
    swapped = np.array([1, 0, 2, 3, 4], np.uint8)
    tree = replace(
        game.tree,
        kind=swapped[game.tree.kind],
        folded=np.where(game.tree.folded < 2, 1 - game.tree.folded, 255).astype(np.uint8),
        put_in=np.ascontiguousarray(game.tree.put_in[:, ::-1]),
    )
    other = replace(game, tree=tree, hands=game.hands[::-1], weights=game.weights[::-1])
    first, second = (certify_stored(one, solved(one, 1e-3).stored()) for one in (game, other))
    slack = 2 * (first.exploitability + second.exploitability)
    assert (second.ev.ip, second.ev.oop) == pytest.approx((*first.ev,), rel=0, abs=slack)


# ---- Locks --------------------------------------------------------------------------------------


def lock_of(game: Game, node: int, deal: int, seed: int) -> Lock:
    """Return a lock of random probabilities on some of the hands."""
    random = np.random.default_rng(seed)
    player = int(game.tree.kind[node])
    rows = random.uniform(size=(int(game.tree.children[node]), len(game.hands[player])))
    rows /= rows.sum(axis=0)
    rows[:, random.uniform(size=rows.shape[1]) < 0.4] = np.nan
    return Lock(node, deal, rows)


def probabilities(game: Game, solver: Solver, lock: Lock) -> NDArray[np.float64]:
    stored = solver.stored()
    row, permutation = stored.deals[int(game.level[lock.node])][lock.deal]
    assert permutation == 0
    numbers = matrix_of(game, stored, lock.node, int(row)).astype(np.float64)
    found: NDArray[np.float64] = numbers / numbers.sum(axis=0)
    return found


@pytest.mark.parametrize("name", ["r09", "x1", "x3"])
def test_locked_hands_play_their_lock_and_the_others_answer(name: str) -> None:
    game = game_named(name)
    rivers = [
        node for node in range(len(game.tree)) if game.level[node] == 1 and game.tree.kind[node] < 2
    ]
    places = [(0, 0), (int(game.tree.first_child[0]), 0)] + [(node, 44) for node in rivers[:3]]
    places = [place for place in places if not game.board >> place[1] & 1 or place[1] == 0]
    game = replace(game, locks=[lock_of(game, *place, n) for n, place in enumerate(places)])
    free = replace(game, locks=())
    solver = solved(game, 5e-4)
    for lock in game.locks:
        locked = ~np.isnan(lock.rows)
        assert probabilities(game, solver, lock)[locked] == pytest.approx(
            lock.rows[locked], abs=1e-5
        )
    certificate = certify_stored(game, solver.stored())
    assert certificate.locked
    assert solver.exploitability() == pytest.approx(certificate.exploitability, abs=1e-5 * game.pot)
    # Nobody gains much in the game with these locks; in the one without them, somebody does.
    assert certificate.exploitability < 6e-4 * game.pot
    assert certify_stored(free, solver.stored()).exploitability > 2e-3 * game.pot


def test_a_lock_that_tells_suits_apart_switches_isomorphism_off() -> None:
    game = FLOPS["two-tone"]
    order = Solver(game).stored().permutations[0][1]  # exchanges diamonds and spades
    rows = lock_of(game, 0, 0, 1).rows
    different = replace(game, locks=[Lock(0, 0, rows)])
    assert solver_size(different).stored_deals == (1, 49, 2352)
    half = np.where(np.isnan(rows[0]) | np.isnan(rows[0][order]), np.nan, 0.5)
    same = replace(game, locks=[Lock(0, 0, np.array([half, half]))])
    assert solver_size(same).stored_deals == solver_size(game).stored_deals
    # After a card, the lock must be there after the exchanged card as well.
    turn = int(np.flatnonzero((game.level == 1) & (game.tree.kind == 0))[0])
    diamond, spade = 4 * 7 + 1, 4 * 7 + 3
    one = [Lock(turn, diamond, np.array([half, half]))]
    assert solver_size(replace(game, locks=one)).stored_deals == (1, 49, 2352)
    both = [*one, Lock(turn, spade, np.array([half, half]))]
    assert solver_size(replace(game, locks=both)).stored_deals == solver_size(game).stored_deals


def test_locks_on_both_of_two_mirrored_deals_are_played_on_both() -> None:
    game = FLOPS["two-tone"]
    turn = int(np.flatnonzero((game.level == 1) & (game.tree.kind == 0))[0])
    order = Solver(game).stored().permutations[0][1]
    rows = lock_of(game, turn, 0, 3).rows
    locks = [Lock(turn, 4 * 7 + 1, rows), Lock(turn, 4 * 7 + 3, rows[:, order])]
    game = replace(game, locks=locks)
    assert solver_size(game).stored_deals[1] == BOARDS["two-tone"][1]
    on, off = (Solver(game, isomorphism=isomorphism) for isomorphism in (True, False))
    figures = []
    for solver in (on, off):
        solver.iterate(40)
        figures.append(certify_stored(game, solver.stored()))
    assert figures[0].ev == pytest.approx(figures[1].ev, rel=0, abs=1e-3 * game.pot)
    assert figures[0].exploitability == pytest.approx(
        figures[1].exploitability, rel=0, abs=1e-3 * game.pot
    )


# ---- Sizes --------------------------------------------------------------------------------------


def test_the_memory_is_known_before_it_is_allocated() -> None:
    spot = {**PEERS["f1"]}
    size = solver_size(game_of_ranges(spot), threads=2)
    assert size.stored_deals[0] == 1
    assert size.pairs == pytest.approx(41.65e6, rel=1e-3)
    assert size.memory < 365 * 2**20
    game = game_named("x1")
    solver = Solver(game)
    assert solver.size.memory == solver_size(game).memory
    numbers = sum(array.nbytes for array in solver.state().values())
    assert numbers < solver.size.memory < 3 * numbers
    assert solver.size.pairs * 8 <= numbers


def test_full_ranges_on_a_river() -> None:
    game = game_of_ranges(R13)
    assert [len(hands) for hands in game.hands] == [1081, 1081]
    certificate = certify_stored(game, solved(game, 1e-3).stored())
    assert certificate.exploitability <= 1.01e-3 * game.pot
    assert sum(certificate.ev) == pytest.approx(game.pot, abs=1e-9)


@pytest.mark.parametrize("street", ["flop", "turn"])
def test_without_bets_the_ev_is_the_equity(street: str) -> None:
    """No line ends before the river, and nobody has a choice."""
    none: dict[str, list[str]] = {"oop": [], "ip": []}
    sizes = dict.fromkeys(("flop", "turn", "river"), none)
    board = "Kh 8h 3c" if street == "flop" else "Kh 8h 3c 2d"
    spot = flop_spot(board, street=street, bets=sizes, raises=sizes, force_allin=0)
    solver = Solver(game_of_ranges(spot))
    solver.iterate(2)
    certificate = certify_stored(solver.game, solver.stored())
    players = equity.calculate([spot["oop"], spot["ip"]], board=board).players
    assert certificate.ev == pytest.approx([20 * one.equity for one in players], abs=1e-9)
    assert certificate.exploitability == pytest.approx(0, abs=1e-9)
    assert solver.exploitability() == pytest.approx(0, abs=1e-5)


def test_arrays_that_do_not_belong_together_are_refused() -> None:
    game = game_named("r03")
    for wrong, message in (
        (replace(game, hands=(game.hands[0][:-1], game.hands[1])), "weight"),
        (replace(game, pot=0), "pot must be positive"),
    ):
        with pytest.raises(ValueError, match=message):
            Solver(wrong).iterate()
