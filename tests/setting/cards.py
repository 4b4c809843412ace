"""Cards between the package's numbers and the reference's pairs, and games that take no time."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal import paigow
from astragal.asia import Rules
from astragal.cards import JOKER, CardSet, card_ids, card_set
from astragal.jobs.job import Job
from astragal.setting import HouseWay, Setting, StrategyCard, whole_game
from astragal.setting import Rules as AnyRules
from astragal.setting.classes import Choice
from astragal.setting.house_way import named_way
from astragal.setting.rules import Copies, Stakes, Wheel
from astragal.setting.setting import BetResult
from astragal.setting.strategy_card import parse_card
from astragal.setting.whole_game import Edge

from reference import asia as reference

SetByHand: TypeAlias = Callable[[reference.Cards], reference.Setting]


def to_reference(cards: CardSet) -> reference.Cards:
    return tuple(reference.DECK[card] for card in card_ids(cards))


def from_reference(cards: reference.Cards) -> list[int]:
    return [JOKER if card is None else reference.DECK.index(card) for card in cards]


def setting_to_reference(setting: Setting) -> reference.Setting:
    high, medium, low = (tuple(reference.DECK[card] for card in part) for part in setting.hands)
    return high, medium, low


def game_of(rules: Rules) -> reference.Game:
    return reference.Game(
        quads_on_top=rules.quads_over_straight_flush,
        copies_to_dealer=rules.copies is Copies.DEALER,
        wheel_second=rules.wheel is Wheel.SECOND_HIGHEST,
        strict=rules.strict_order,
    )


def lexicographic(rules: str = "casino", **switches: Any) -> paigow.Game:
    """Return pai gow poker against a dealer who sets the greatest five, then the greatest two."""
    resolved = paigow.find_rules(rules, **switches)  # type: ignore[arg-type]
    return paigow.Game(resolved, dealer=named_way("lexicographic", resolved))


FOURTEEN = card_set("Jk As Ad Kc Kd Qh Jh Th 9s 9d 8s 7h 4c 2d")
"""A deck of two hands."""
SMALL_DEALS = [
    (hand, FOURTEEN & ~hand)
    for hand in map(card_set, islice(combinations(card_ids(FOURTEEN), 7), 0, None, 11))
]
"""312 of its 3,432 deals: the player's hand and the dealer's."""


def small_edge(player: SetByHand, dealer: HouseWay, rules: Rules) -> float:
    """The house edge over the small deals, by the reference."""
    game = game_of(rules)
    results = [
        reference.compare(player(to_reference(mine)), setting_to_reference(dealer.set(his)), game)
        for mine, his in SMALL_DEALS
    ]
    return (results.count("loss") - results.count("win")) / len(SMALL_DEALS)


def small_edge_of_lines(text: str, dealer: HouseWay, rules: Rules, left_out: int = -1) -> float:
    """The house edge of a card over the small deals, by the reference; without one of its lines."""
    lines = [rule.make or {} for rule in parse_card(text, rules).rules]
    if left_out >= 0:
        del lines[left_out]
    game = game_of(rules)
    return small_edge(lambda hand: reference.first_line(hand, game, lines)[1], dealer, rules)


def play_small_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the small deals as the whole game, and set all hands by the same text only once."""
    choices: dict[tuple[str, Rules], Choice] = {}
    choose = StrategyCard.choice

    def choice(way: StrategyCard, rules: Rules) -> Choice:
        key = way.text, rules
        if key not in choices:
            choices[key] = choose(way, rules)
        return choices[key].copy()

    def game_job(
        players: Sequence[HouseWay], dealer: HouseWay, rules: Rules
    ) -> Job[HouseWay, NDArray[np.int64], list[Edge]]:
        def play(player: HouseWay) -> NDArray[np.int64]:
            results = [player.set(mine).result(dealer.set(his), rules) for mine, his in SMALL_DEALS]
            return np.array([results.count(BetResult.WIN), results.count(BetResult.LOSS)])

        def combine(counts: Iterator[NDArray[np.int64]]) -> list[Edge]:
            return [
                Edge(
                    rules=rules,
                    dealer=dealer.name,
                    player=player.name,
                    method="exact",
                    deals=len(SMALL_DEALS),
                    wins=wins,
                    losses=losses,
                    edge=rules.stakes.edge(wins, losses, len(SMALL_DEALS)),
                )
                for player, (wins, losses) in zip(
                    players, (count.tolist() for count in counts), strict=True
                )
            ]

        return Job("small-deals", players, play, combine)

    monkeypatch.setattr(StrategyCard, "choice", choice)
    monkeypatch.setattr(whole_game, "game_job", game_job)


def net_for(
    rules: AnyRules,
    seat: tuple[int, Stakes],
    value: int,
    others: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> int:
    """The net of a value against counted values, hand by hand.

    A bet wins with two hands won in both games, and loses with two lost.
    """
    (copies, stakes), signs = seat, []
    for at, mask in ((11, 0x1FFF), (4, 0x7F), (0, 0xF))[: len(rules.hands)]:
        sign = np.sign((value >> at & mask) - (others >> at & mask))
        signs.append(np.where(sign == 0, copies, sign))
    won, lost = (sum(sign == side for sign in signs) >= 2 for side in (1, -1))
    return int(stakes.win * counts[won].sum() - stakes.loss * counts[lost].sum())
