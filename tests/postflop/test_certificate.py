"""Certificates of stored strategies against the slow reference, which shares no code with them."""

from dataclasses import replace
from math import nextafter

import numpy as np
import pytest
from numpy.typing import NDArray
from postflop_games import (
    FLOP,
    as_reference,
    fill,
    game_of,
    place_of,
    random_strategy,
    spots,
    stored_deals,
    with_spades_as_clubs,
)

from astragal.postflop.certificate import (
    ByPlayer,
    Certificate,
    Game,
    Lock,
    StoredStrategy,
    certify_stored,
    certify_with_hands,
    matrix_of,
    plain_places,
)

from reference import postflop as reference

TOLERANCE = 1e-9


def figures_of(certificate: Certificate) -> dict[str, float]:
    return {
        "ev_oop": certificate.ev[0],
        "ev_ip": certificate.ev[1],
        "best_response_oop": certificate.best_response[0],
        "best_response_ip": certificate.best_response[1],
        "exploitability": certificate.exploitability,
    }


def compare(game: Game, holdem: reference.Holdem, stored: StoredStrategy) -> Certificate:
    certificate = certify_stored(game, stored, threads=1)
    expected = reference.figures(holdem.tree(), holdem.sizes, as_reference(game, stored))
    assert figures_of(certificate) == pytest.approx(expected, rel=0, abs=TOLERANCE)
    # The true error is far below the bound, which is far below anything that matters.
    assert 0 < certificate.rounding < 1e-6
    assert abs(certificate.exploitability - expected["exploitability"]) < certificate.rounding
    return certificate


def pair(name: str) -> tuple[Game, reference.Holdem]:
    holdem = reference.Holdem(spots()[name])
    return game_of(spots()[name], holdem), holdem


NAMES = [*spots()]


@pytest.mark.parametrize("name", NAMES)
def test_the_uniform_strategy_has_the_figures_of_the_data(name: str) -> None:
    game, _ = pair(name)
    # Numbers that are all 0 play every action equally often.
    certificate = certify_stored(game, plain_places(game))
    assert figures_of(certificate) == pytest.approx(spots()[name]["uniform"], rel=0, abs=TOLERANCE)


@pytest.mark.parametrize("name", NAMES)
def test_always_checking_and_folding(name: str) -> None:
    game, holdem = pair(name)

    def first(node: int, deal: int, shape: tuple[int, int]) -> NDArray[np.float64]:
        rows: NDArray[np.float64] = np.eye(shape[0])[0][:, None].repeat(shape[1], axis=1)
        return rows

    compare(game, holdem, fill(game, plain_places(game), first))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_strategies(name: str, seed: int) -> None:
    game, holdem = pair(name)
    compare(game, holdem, random_strategy(game, seed))


@pytest.mark.parametrize("name", ["r03", "r05", pytest.param("x1", marks=pytest.mark.verify)])
def test_a_good_strategy_and_a_best_response_to_it(name: str) -> None:
    """A strategy near equilibrium has the hardest gains to compute: small differences."""
    game, holdem = pair(name)
    solved = reference.Solved(holdem.tree(), holdem.sizes, 40 if name == "x1" else 200)
    found = {node.line: solved(node) for node in reference.decisions(holdem.tree())}
    stored = plain_places(game)
    for line, rows in found.items():
        node, deal = place_of(game, line)
        row = int(stored.deals[int(game.level[node])][deal, 0])
        matrix_of(game, stored, node, row)[...] = rows
    certificate = compare(game, holdem, stored)
    exact = spots()[name]["exact"]
    slack = 2 * certificate.exploitability + 1e-4
    assert exact["low"] - slack <= certificate.ev[0] <= exact["high"] + slack
    assert certificate.exploitability < spots()[name]["pot"] / 50


@pytest.mark.parametrize("name", ["r01"])
def test_an_exact_equilibrium_gains_nothing(name: str) -> None:
    """Clairvoyance: the nuts always bet, air bluffs half as often, half of the calls are right."""
    game, _ = pair(name)
    nuts, air = game.hands[0].argmax(), game.hands[0].argmin()
    bet = np.zeros(2)
    bet[nuts], bet[air] = 1, 0.5

    def rows_of(node: int, deal: int, shape: tuple[int, int]) -> NDArray[np.float64]:
        if node == 0:
            return np.array([1 - bet, bet])
        return np.full(shape, 0.5) if shape[0] == 2 else np.ones(shape)

    certificate = certify_stored(game, fill(game, plain_places(game), rows_of))
    assert certificate.ev == pytest.approx((75, 25), abs=1e-12)
    assert max(map(abs, certificate.gain)) <= certificate.rounding
    assert 0 <= certificate.at_most <= 2 * certificate.rounding


@pytest.mark.parametrize("name", ["r11", "x3"])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
def test_the_stored_bits_are_read(name: str, dtype: type) -> None:
    game, holdem = pair(name)
    plain = random_strategy(game, 5)
    oop, ip = (
        (values * (1000 if dtype is np.float32 else np.iinfo(dtype).max) / values.max()).astype(
            dtype
        )
        for values in plain.values
    )
    compare(game, holdem, replace(plain, values=(oop, ip)))


@pytest.mark.parametrize("name", ["r09", "x3"])
def test_any_number_of_threads_gives_the_same_bits(name: str) -> None:
    game, _ = pair(name)
    stored = random_strategy(game, 3)
    first = certify_stored(game, stored, threads=1)
    assert all(certify_stored(game, stored, threads=threads) == first for threads in (2, 3, 7))


def test_figures_by_hand_add_up_to_those_of_the_range() -> None:
    game, holdem = pair("x3")
    stored = random_strategy(game, 4)
    certificate, by_hand = certify_with_hands(game, stored)
    for player in (0, 1):
        weight = game.weights[player] * by_hand.weight[player]
        for figures, expected in (
            (by_hand.ev[player], certificate.ev[player]),
            (by_hand.best_response[player], certificate.best_response[player]),
        ):
            assert np.average(figures, weights=weight) == pytest.approx(expected, abs=TOLERANCE)
        reach = np.ones(holdem.sizes[1 - player])
        strategy = as_reference(game, stored)
        values = reference.values(holdem.tree(), player, reach, strategy, best=True)
        share = weight / weight.sum()
        assert by_hand.best_response[player] * share == pytest.approx(values, abs=TOLERANCE)


def test_a_flop_with_run_outs_from_flop_and_turn() -> None:
    holdem = reference.Holdem(FLOP)
    game = game_of(FLOP, holdem)
    stored = random_strategy(game, 11)
    compare(game, holdem, stored)
    assert certify_stored(game, stored, threads=3) == certify_stored(game, stored, threads=1)


# ---- Exchanged suits and other layouts ----------------------------------------------------------


def test_exchanged_suits_are_read_through_the_permutation_of_hands() -> None:
    """x3 is symmetric in clubs and spades: deals of spades are stored as those of clubs."""
    game, _ = pair("x3")
    folded = with_spades_as_clubs(game, plain_places(game))
    deals = folded.deals[1]
    random = np.random.default_rng(8)
    rivers = [
        node for node in range(len(game.tree)) if game.level[node] and game.tree.kind[node] < 2
    ]
    for node in rivers:
        for deal, row in stored_deals(game, folded, node):
            if deals[deal, 1] == 0:
                matrix = matrix_of(game, folded, node, row)
                matrix[...] = random.uniform(size=matrix.shape)
    spread = plain_places(game)
    for node in rivers:
        player = int(game.tree.kind[node])
        for deal, row in stored_deals(game, spread, node):
            there = matrix_of(game, folded, node, int(deals[deal, 0]))
            order = folded.permutations[player][deals[deal, 1]]
            matrix_of(game, spread, node, row)[...] = there[:, order]
    assert certify_stored(game, folded) == certify_stored(game, spread)


# ---- Rake and locks -----------------------------------------------------------------------------


@pytest.mark.parametrize(("rate", "cap"), [(0.05, 4), (0.1, None), (0.03, 0)])
@pytest.mark.parametrize("name", ["r05", "r09", "x3"])
def test_rake(name: str, rate: float, cap: float | None) -> None:
    spot = {**spots()[name], "rake_rate": rate, "rake_cap": cap}
    holdem = reference.Holdem(spot)
    game = game_of(spot, holdem)
    certificate = compare(game, holdem, random_strategy(game, 6))
    assert certificate.rake is (cap != 0)
    assert sum(certificate.ev) < spot["pot"] or cap == 0


@pytest.mark.parametrize("name", ["r09", "x1"])
def test_locked_hands_play_their_lock_and_others_respond(name: str) -> None:
    game, holdem = pair(name)
    stored = random_strategy(game, 7)
    random = np.random.default_rng(9)
    locks = []
    for node in range(0, len(game.tree), 3):
        if game.tree.kind[node] > 1:
            continue
        player = int(game.tree.kind[node])
        for deal, _ in stored_deals(game, stored, node)[::2]:
            rows = random.uniform(size=(int(game.tree.children[node]), len(game.hands[player])))
            rows /= rows.sum(axis=0)
            rows[:, random.uniform(size=rows.shape[1]) < 0.5] = np.nan
            locks.append(Lock(node, deal, rows))
    locked = replace(game, locks=locks)
    certificate = certify_stored(locked, stored)
    assert certificate.locked

    by_place = {(lock.node, lock.deal): lock.rows for lock in locks}
    plain = as_reference(game, stored)

    def strategy(node: reference.Decision) -> NDArray[np.float64]:
        rows = by_place.get(place_of(game, node.line))
        return plain(node) if rows is None else np.where(np.isnan(rows), plain(node), rows)

    def is_free(node: reference.Decision) -> NDArray[np.bool_]:
        rows = by_place.get(place_of(game, node.line))
        sizes = holdem.sizes[node.player]
        return np.ones(sizes, bool) if rows is None else np.isnan(rows[0])

    for player in (0, 1):
        reach = np.ones(holdem.sizes[1 - player])
        ev = reference.values(holdem.tree(), player, reach, strategy, best=False).sum()
        best = reference.values(
            holdem.tree(), player, reach, strategy, best=True, is_free=is_free
        ).sum()
        assert certificate.ev[player] == pytest.approx(ev, abs=TOLERANCE)
        assert certificate.best_response[player] == pytest.approx(best, abs=TOLERANCE)


# ---- What is refused, and text ------------------------------------------------------------------


def test_numbers_that_are_no_probabilities_are_refused() -> None:
    game, _ = pair("r03")
    for wrong in (-1.0, np.nan, np.inf):
        stored = plain_places(game)
        stored.values[1][0] = wrong
        with pytest.raises(ValueError, match="negative or not finite"):
            certify_stored(game, stored)


def test_places_outside_of_the_numbers_are_refused() -> None:
    game, _ = pair("x1")
    stored = plain_places(game)
    oop, ip = stored.permutations
    missing = [stored.deals[0], np.where(np.arange(52)[:, None] == 7, -1, stored.deals[1])]
    for wrong, message in (
        (replace(stored, values=(stored.values[0][:-1].copy(), stored.values[1])), "outside"),
        (replace(stored, start=stored.start + 1), "outside"),
        (replace(stored, step=stored.step + 1), "outside"),
        (replace(stored, deals=[missing[0], missing[1].astype(np.int32)]), "not stored"),
        (replace(stored, permutations=(oop[:, ::-1].copy(), ip)), "identity"),
    ):
        with pytest.raises(ValueError, match=message):
            certify_stored(game, wrong)


def test_the_text_rounds_what_is_proved_up() -> None:
    certificate = Certificate(
        pot=100,
        ev=ByPlayer(53.0, 47.0),
        best_response=ByPlayer(53.25, 47.00001),
        rounding=1e-9,
    )
    assert certificate.at_most >= 0.25 + 1e-9
    assert str(certificate) == (
        "EV: 53.0000 out of position, 47.0000 in position\n"
        "exploitability: 0.1250, 0.1250 % of the pot\n"
        "nobody can gain more than 0.2501: proved"
    )
    assert certificate.exploitability_at_most > nextafter(certificate.exploitability, 1)
