"""Pai gow poker over all deals: published figures, and a simulation by the slow reference."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from paigow.cards import game_of

from astragal.paigow import Game, Rules, face_up_edge, find_rules
from astragal.setting import BestTable, Edge

from reference import paigow as reference
from reference.paigow_ways import WAYS

DOCS = Path(__file__).parents[2] / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def foxwoods_table(tmp_path_factory: pytest.TempPathFactory) -> BestTable:
    """The complete table of best play, in about ten minutes of one core."""
    return Game().build_table(folder=tmp_path_factory.mktemp("table"))


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
    assert f"`{way}`: {shares}; {100 * dealer_banks.edge:.4f} %" in page("sources.md")
    assert f"{100 * player_banks.edge:.4f} %" in page("sources.md")
    assert f"{100 * free.edge:.4f} %" in page("sources.md")
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


def test_the_costs_of_the_rules_of_foxwoods(foxwoods_table: BestTable) -> None:
    """As the docs give them; they add up to what best play gains, counted by another road."""
    costs = Game().rule_costs("foxwoods", folder=foxwoods_table.path.parent)
    totals = foxwoods_table.totals()
    whole = Game().edge()
    assert costs.hands == 154_143_080
    assert (totals.house_wins, totals.house_losses) == (whole.wins, whole.losses)
    won, lost = totals.wins - whole.wins, totals.losses - whole.losses
    assert sum(rule.units for rule in costs.costs) == 19 * won - 20 * lost
    assert f"{100 * costs.cost_ev:.4f} points" in page("paigow.md")
    shown = [rule for rule in costs.costs if rule.cost_ev > 0.0002]
    assert len(shown) == 4
    assert sum(rule.cost_ev for rule in shown) / costs.cost_ev == pytest.approx(0.85, abs=0.005)
    for rule in shown:
        mean = "" if rule.wrong_cost_ev is None else f" {100 * rule.wrong_cost_ev:.3f} %"
        counts = f"{rule.hands:,} | {rule.wrong:,} |{mean} | {100 * rule.cost_ev:.4f}"
        row = f"| {rule.name} | {counts} |"
        if pair := rule.costliest:
            row += f" `{pair.best.setting}` | `{pair.other.setting}` | {100 * pair.cost_ev:.2f} % |"
        assert row in page("paigow.md")


def test_the_edges_of_every_named_way_against_every_other() -> None:
    """As the docs give them; one pair as the game of two ways counts it."""
    matrix = Game().matrix()
    names = find_rules().ways.names
    for player in names:
        edges = " | ".join(f"{100 * matrix.edge(player, dealer):.4f}" for dealer in names)
        assert f"| `{player}` | {edges} |" in page("results.md")
    assert matrix.edge("short", "stones") == Game(dealer="stones").edge("short").edge
