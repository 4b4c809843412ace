"""Strategies and values inside the tree, against the slow reference."""

import json
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from postflop_games import (
    FLOP,
    as_reference,
    game_of,
    place_of,
    random_strategy,
    spots,
    swapped,
    with_spades_as_clubs,
)

from astragal.cards import CARD_NAMES, card_set
from astragal.errors import UnknownNameError
from astragal.postflop.bets import PLAYERS, Player
from astragal.postflop.certificate import (
    ByPlayer,
    Game,
    Lock,
    StoredStrategy,
    certify_stored,
    matrix_of,
    plain_places,
)
from astragal.postflop.lines import Place, read_line
from astragal.postflop.node import Node, node_at
from astragal.postflop.strategies import choices
from astragal.postflop.values import probabilities

from reference import postflop as reference

NAMES = ["r03", "r09", "x1", "x3", "flop"]


def pair(name: str) -> tuple[Game, reference.Holdem, StoredStrategy]:
    spot = FLOP if name == "flop" else spots()[name]
    holdem = reference.Holdem(spot)
    game = game_of(spot, holdem)
    return game, holdem, random_strategy(game, 1)


def nodes_of(tree: reference.Node, seed: int, count: int) -> list[reference.Decision]:
    """Return some decisions of a tree, the root first."""
    every = [*reference.decisions(tree)]
    picked = np.random.default_rng(seed).permutation(len(every) - 1)[: count - 1] + 1
    return [every[0], *(every[n] for n in sorted(picked.tolist()))]


def dealt_in(line: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(CARD_NAMES.index(step) for step in line if step in CARD_NAMES)


def reaches(
    decision: reference.Decision, holdem: reference.Holdem, strategy: reference.Strategy
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how often both players play to a decision, without the weights of the ranges."""
    found = [np.ones(size) for size in holdem.sizes]
    node: reference.Node = holdem.tree()
    for step in decision.line:
        if isinstance(node, reference.Chance):
            node = dict(zip(_cards(node), node.children(), strict=True))[step]
            continue
        assert isinstance(node, reference.Decision)
        found[node.player] *= strategy(node)[node.actions.index(step)]
        node = node.child(step)
    return found[0], found[1]


def _cards(node: reference.Chance) -> list[str]:
    return [child.line[-1] for child in node.children() if isinstance(child, reference.Decision)]


def place_at(game: Game, line: tuple[str, ...]) -> Place:
    node, deal = place_of(game, line)
    cards = sum(1 << card for card in dealt_in(line))
    return Place(node, deal, cards, " ".join(line))


@pytest.mark.parametrize("name", NAMES)
def test_values_are_those_of_the_reference(name: str) -> None:
    game, holdem, stored = pair(name)
    strategy = as_reference(game, stored)
    for decision in nodes_of(holdem.tree(), 3, 8):
        place = place_at(game, decision.line)
        node = node_at(game, stored, place, threads=1)
        dealt = dealt_in(decision.line)
        chance = holdem.chances(dealt)
        reach = reaches(decision, holdem, strategy)
        put_in = game.tree.put_in[place.node]
        assert node.pot == game.pot + put_in.sum()
        assert node.reached == pytest.approx(reach[0] @ chance @ reach[1] / chance.sum(), abs=1e-9)
        assert node.player == PLAYERS[decision.player]
        own = alive(game, place, PLAYERS[decision.player])
        assert np.allclose(node.strategy, strategy(decision).T[own])
        wins, ties, losses = holdem.shares(dealt)
        for player, name_ in enumerate(PLAYERS):
            mine = chance if player == 0 else chance.T
            won = (wins if player == 0 else losses.T) + (ties if player == 0 else ties.T) / 2
            opponents = reach[1 - player]
            weight = (mine @ opponents)[alive(game, place, name_)]
            there = weight > 0
            values = reference.values(decision, player, opponents, strategy, best=False)
            values = values[alive(game, place, name_)]
            assert np.array_equal(np.isnan(node.ev[name_]), ~there)
            assert np.isnan(node.equity[name_][~there]).all()
            expected = values[there] / weight[there] + put_in[player]
            assert node.ev[name_][there] == pytest.approx(expected, abs=1e-9)
            shares = (won @ opponents)[alive(game, place, name_)][there] / weight[there]
            assert node.equity[name_][there] == pytest.approx(shares, abs=1e-9)
        check_actions(game, node, decision, strategy, chance, reach, place)


def alive(game: Game, place: Place, player: Player) -> NDArray[np.bool_]:
    kept: NDArray[np.bool_] = (game.hands[PLAYERS.index(player)] & np.uint64(place.cards)) == 0
    return kept


def check_actions(  # noqa: PLR0917
    game: Game,
    node: Node,
    decision: reference.Decision,
    strategy: reference.Strategy,
    chance: NDArray[np.float64],
    reach: tuple[NDArray[np.float64], NDArray[np.float64]],
    place: Place,
) -> None:
    player = decision.player
    opponents = reach[1 - player]
    kept = alive(game, place, PLAYERS[player])
    weight = ((chance if player == 0 else chance.T) @ opponents)[kept]
    for number, action in enumerate(decision.actions):
        child = decision.child(action)
        values = reference.values(child, player, opponents, strategy, best=False)[kept]
        there = weight > 0
        expected = values[there] / weight[there] + game.tree.put_in[place.node, player]
        assert node.ev_actions[there, number] == pytest.approx(expected, abs=1e-9)
        if node.actions[number].kind == "fold":
            assert (node.ev_actions[there, number] == 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_root_values_are_those_of_the_certificate(name: str) -> None:
    game, _, stored = pair(name)
    node = node_at(game, stored, read_line(game.tree, game.board, ""))
    certificate = certify_stored(game, stored)
    assert tuple(node.range_ev) == pytest.approx(certificate.ev, abs=1e-9)
    assert sum(node.range_equity) == pytest.approx(1, abs=1e-12)
    # What a player does is worth what the hand is worth.
    mixed = (node.strategy * node.ev_actions).sum(axis=1)
    assert np.allclose(mixed, node.ev[node.player or "oop"], equal_nan=True, atol=1e-9)


def test_values_add_up_to_the_pot_everywhere() -> None:
    game, holdem, stored = pair("x1")
    for decision in nodes_of(holdem.tree(), 5, 30):
        node = node_at(game, stored, place_at(game, decision.line))
        if node.weights.oop.sum() > 0:
            assert sum(node.range_ev) == pytest.approx(node.pot, abs=1e-8)
            assert node.frequencies.sum() == pytest.approx(1, abs=1e-12)


def test_a_card_node_has_the_values_after_each_card() -> None:
    game, _, stored = pair("x1")
    place = read_line(game.tree, game.board, "check, check")
    node = node_at(game, stored, place)
    assert (node.player, node.actions, len(node.hands)) == (None, (), 0)
    assert node.strategy.shape == (0, 0)
    for card in (0, 13, 50):
        after = node_at(game, stored, read_line(game.tree, game.board, f"x x {CARD_NAMES[card]}"))
        for player in PLAYERS:
            expected = after.range_ev[player]
            assert node.next_card_ev[player][card] == pytest.approx(expected, abs=1e-9)
    dead = [card for card in range(52) if game.board >> card & 1]
    assert np.isnan(node.next_card_ev.oop[dead]).all()
    assert len(node.to_dict()["next_cards"] or ()) == 52 - len(dead)
    assert "next card" in str(node)


def test_a_mirrored_card_gives_the_arrays_of_the_real_card() -> None:
    """x3 is symmetric in clubs and spades: deals of spades are stored as those of clubs."""
    game, _, _ = pair("x3")
    numbers = random_strategy(game, 6)
    for node in np.flatnonzero((game.level == 0) & (game.tree.kind < 2)).tolist():
        matrix_of(game, numbers, node, 0)[...] = 1  # the same with exchanged suits
    stored = with_spades_as_clubs(game, numbers)
    clubs, spades = (
        node_at(game, stored, read_line(game.tree, game.board, f"check, check, {card}"))
        for card in ("4c", "4s")
    )
    order = np.searchsorted(spades.hands, [swapped(hand) for hand in clubs.hands.tolist()])
    assert not np.array_equal(order, np.arange(len(order)))
    assert np.array_equal(clubs.strategy, spades.strategy[order])
    for mine, real in (
        (clubs.ev.oop, spades.ev.oop[order]),
        (clubs.equity.oop, spades.equity.oop[order]),
        (clubs.weights.oop, spades.weights.oop[order]),
    ):
        assert np.allclose(mine, real, equal_nan=True, rtol=0, atol=1e-9)


def test_locked_hands_show_their_lock() -> None:
    game, _, stored = pair("r09")
    rows = np.full((int(game.tree.children[0]), len(game.hands[0])), np.nan)
    rows[:, 1] = 0
    rows[0, 1] = 1
    locked = replace(game, locks=[Lock(0, 0, rows)])
    assert probabilities(locked, stored, 0, 0)[:, 1].tolist() == rows[:, 1].tolist()
    node = node_at(locked, stored, read_line(game.tree, game.board, ""))
    assert node.strategy[1].tolist() == rows[:, 1].tolist()
    free = node_at(game, stored, read_line(game.tree, game.board, ""))
    assert np.array_equal(node.strategy[2:], free.strategy[2:])
    assert tuple(node.range_ev) == pytest.approx(certify_stored(locked, stored).ev, abs=1e-9)


def test_a_node_that_is_never_reached_has_values_of_hands_but_none_of_ranges() -> None:
    game, _, _ = pair("r03")
    stored = plain_places(game)
    for choice, node_number, deal in choices(game):
        matrix = stored.values[0 if choice.player == "oop" else 1]
        start = int(stored.start[node_number])
        matrix[start : start + len(choice.hands)] = 1  # the first action: check or fold
        assert deal == 0
    bet = next(str(action) for action in game.tree.actions(0) if action.chips)
    node = node_at(game, stored, read_line(game.tree, game.board, bet))
    assert np.isnan(node.range_ev.oop)
    assert np.isnan(node.ev.ip).all()  # no hand of oop is there
    assert not np.isnan(node.ev.oop).any()
    answer = node.to_dict()
    assert answer["range_ev"] == {"oop": None, "ip": None}
    assert answer["actions"][0]["frequency"] is None
    json.dumps(answer, allow_nan=False)
    assert "–" in str(node)


def test_a_node_as_json_frame_and_picture() -> None:
    game, _, stored = pair("x1")
    node = node_at(game, stored, read_line(game.tree, game.board, "check"))
    answer = node.to_dict()
    assert (answer["line"], answer["player"]) == ("check", "ip")
    names = [row["action"] for row in answer["actions"]]
    assert names == [str(action) for action in node.actions]
    assert list(answer["strategy"]) == answer["hands"]["ip"]["hand"]
    assert np.allclose([*answer["strategy"].values()], node.strategy)
    json.dumps(answer, allow_nan=False)
    frame = node.to_frame()
    assert list(frame.columns) == [
        "hand", "reach", "weight", "ev", "equity", *names, *(f"ev {name}" for name in names),
    ]  # fmt: skip
    assert len(frame) == len(node.hands)
    picture = node._repr_html_()
    assert picture.count("<text") == 169 + len(names)
    assert all(f">{name}</text>" in picture for name in names)
    lines = str(node).splitlines()
    assert len(lines) == 6 + len(names) + 13
    assert card_set(lines[0].split(":")[1].split(",")[0].strip(), deck=52) == game.board


def test_values_by_player_have_names_and_order() -> None:
    both = ByPlayer(1, 2)
    oop, ip = both
    assert (oop, ip) == (both.oop, both["ip"]) == (both[0], both[1])
    with pytest.raises(UnknownNameError, match="no player 'button'; there are oop, ip"):
        both["button"]  # type: ignore[index]
