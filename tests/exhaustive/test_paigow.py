"""Pai gow poker over all deals: published figures, and a simulation by the slow reference."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from paigow.cards import game_of

from astragal.paigow import Edge, Game, Rules, face_up_edge, find_rules

from reference import paigow as reference
from reference.paigow_ways import WAYS

SOURCES = (Path(__file__).parents[2] / "docs" / "sources.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("way", "edge", "banking"), [("trump-plaza", 2.73, 0.20), ("foxwoods", 2.72, 0.25)]
)
def test_house_ways_against_themselves(way: str, edge: float, banking: float) -> None:
    """As the page of sources gives them, and within rounding as they were published."""
    dealer_banks = Game(dealer=way).edge()
    player_banks = Game(dealer=way, banker="player").edge()
    free = Game("no-commission", dealer=way).edge()
    assert (player_banks.wins, player_banks.losses) == (dealer_banks.losses, dealer_banks.wins)
    assert dealer_banks.deals == 8_250_459_031_214_400
    counts = (dealer_banks.wins, dealer_banks.pushes, dealer_banks.losses)
    shares = ", ".join(f"{count / dealer_banks.deals:.6f}".lstrip("0") for count in counts)
    assert f"`{way}`: {shares}; {100 * dealer_banks.edge:.4f} %" in SOURCES
    assert f"{100 * player_banks.edge:.4f} %" in SOURCES
    assert f"{100 * free.edge:.4f} %" in SOURCES
    assert 100 * dealer_banks.edge == pytest.approx(edge, abs=0.006)
    assert 100 * player_banks.edge == pytest.approx(banking, abs=0.006)


def agrees(results: Counter[str], edge: Edge) -> bool:
    """Within 4 standard errors: a right program would fail for one seed in 16,000."""
    deals = results.total()
    for result, count in (("win", edge.wins), ("loss", edge.losses), ("push", edge.pushes)):
        share = count / edge.deals
        if abs(results[result] / deals - share) > 4 * (share * (1 - share) / deals) ** 0.5:
            return False
    return True


def random_deals(count: int) -> Iterator[tuple[reference.Cards, reference.Cards]]:
    random = Random(30)
    for _ in range(count):
        cards = random.sample(reference.DECK, 14)
        yield tuple(cards[:7]), tuple(cards[7:])


@pytest.mark.parametrize(
    "rules", [find_rules(), find_rules("ez"), find_rules("nine-high")], ids=lambda rules: rules.name
)
def test_a_simulation_by_the_reference_agrees(rules: Rules) -> None:
    way, game = WAYS["stones"], game_of(rules)
    results = Counter(
        reference.compare(reference.worths(way(mine), game), reference.worths(way(his), game), game)
        for mine, his in random_deals(100_000)
    )
    assert agrees(results, Game(rules, dealer="stones").edge())


def test_a_simulation_of_the_face_up_game_agrees() -> None:
    way, game = WAYS["stones"], reference.Game(push="ace-high", commission=0)
    results = Counter(
        reference.compare_face_up(mine, reference.worths(way(his), game), game)
        for mine, his in random_deals(30_000)
    )
    assert agrees(results, face_up_edge(dealer="stones"))
