"""The value of the game: sums over a few classes, against hands counted one by one."""

from pathlib import Path

import numpy as np
import pytest
from lab.setting import value as valuing
from lab.setting.balance import RULES, seats_of
from setting.cards import lexicographic, net_for

from astragal import asia, paigow
from astragal.cards import full_deck
from astragal.errors import BadInputError
from astragal.setting import Objective
from astragal.setting.classes import suit_class_hands
from astragal.setting.hand import DECK
from astragal.setting.house_way import distinct_settings, find_way
from astragal.setting.ranking import outcome_counts
from astragal.setting.table import BestSettings

CASINO, PAIGOW = asia.find_rules("casino"), paigow.find_rules("casino")
PUSHED = asia.find_rules("casino", copies="push")
DEALER = 1
DEALS = 8_250_459_031_214_400


def test_a_best_dealer_is_counted_as_one_by_one() -> None:
    """Rows of the dealer's side, where copies are won, against exact counts with copies pushed."""
    way = find_way("casino-player", CASINO)
    classes = range(638_980, 639_010)
    rows = BestSettings(CASINO, way, Objective.EV, *seats_of(CASINO)[DEALER])(classes)
    game = asia.Game(PUSHED, dealer="casino-player")
    for row, hand in zip(rows.tolist(), suit_class_hands(classes)[0].tolist(), strict=True):
        least = min(setting.losses for setting in game.rank(hand))
        assert row[1:3] == [53_524_680 - least, least]


def test_a_best_dealer_of_pai_gow_poker_is_a_player_who_banks() -> None:
    """Without a commission, the dealer's side is that of a player to whom copies go."""
    rules = paigow.find_rules("no-commission")
    banked = lexicographic("no-commission", banker="player")
    classes = range(3_000_000, 3_000_030)
    way = banked.dealer
    rows = BestSettings(rules, way, Objective.EV, *seats_of(rules)[DEALER])(classes)
    for row, hand in zip(rows.tolist(), suit_class_hands(classes)[0].tolist(), strict=True):
        best = banked.rank(hand).best
        assert row[1] - row[2] == best.wins - best.losses


def test_the_value_is_the_sum_over_the_hands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of Asia Poker, with a few classes only: of both sides, hand by hand."""
    classes = range(638_980, 638_990)
    monkeypatch.setattr(valuing, "chunks_of", lambda ranges: [classes])
    player, dealer = (asia.Game(PUSHED, dealer=f"casino-{side}") for side in ("player", "dealer"))
    bounds = valuing.value(CASINO, *(find_way(f"casino-{s}", CASINO) for s in ("player", "dealer")))
    hands, weights = suit_class_hands(classes)
    low = high = 0
    for hand, weight in zip(hands.tolist(), weights.tolist(), strict=True):
        wins = max(row.wins for row in dealer.rank(hand))  # copies are lost
        losses = min(row.losses for row in player.rank(hand))  # the dealer wins them
        low += weight * ((53_524_680 - wins) - wins)
        high += weight * ((53_524_680 - losses) - losses)
    assert (bounds.low, bounds.high) == (low / DEALS, high / DEALS)
    valuing.main(["asia"])
    assert f"house edge {bounds.low:.6%} to {bounds.high:.6%}" in capsys.readouterr().out


def test_the_value_of_pai_gow_poker_is_after_the_commission(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    classes = range(638_980, 638_990)
    monkeypatch.setattr(valuing, "chunks_of", lambda ranges: [classes])
    player, dealer = paigow.Game(dealer="stones"), paigow.Game(dealer="wizard")
    bounds = valuing.value(PAIGOW, player.dealer, dealer.dealer)
    hands, weights = suit_class_hands(classes)
    low = high = 0
    for hand, weight in zip(hands.tolist(), weights.tolist(), strict=True):
        best = dealer.rank(hand).best
        low -= weight * (19 * best.wins - 20 * best.losses)
        deck = full_deck(DECK) & ~hand
        counts = outcome_counts(player.dealer, deck).astype(np.int64)
        values = player.dealer.outcomes.astype(np.int64)
        high += weight * max(
            net_for(PAIGOW, seats_of(PAIGOW)[DEALER], value, values, counts)
            for value, _, _ in distinct_settings(hand, PAIGOW)
        )
    assert (bounds.low, bounds.high) == (low / (20 * DEALS), high / (20 * DEALS))


def test_a_dealer_who_may_aim_for_a_push_is_refused() -> None:
    ez = paigow.Game("ez")
    with pytest.raises(BadInputError, match="'ez' some hands of the dealer push every bet"):
        valuing.value(ez.rules, ez.dealer, ez.dealer)


@pytest.mark.verify
@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("asia", 0.05272374558498575, 0.05273921748847973),
        ("paigow", 0.027346460892279986, 0.027365565070111553),
    ],
)
def test_what_is_shipped_bounds_the_value_of_the_game(name: str, low: float, high: float) -> None:
    """As the docs give it, within 0.002 points."""
    rules = RULES[name]
    ways = [find_way(f"casino-{side}", rules) for side in ("player", "dealer")]
    bounds = valuing.value(rules, *ways)
    assert (bounds.low, bounds.high) == (low, high)
    assert high - low < 0.00002
    docs = Path(__file__).parents[3] / "docs"
    for page in (f"{name}.md", "results.md"):
        shown = (docs / page).read_text(encoding="utf-8")
        assert all(f"{100 * edge:.6f} %" in shown for edge in (low, high))
