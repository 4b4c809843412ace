"""Deals and showdowns."""

import pytest
from setting.cards import lexicographic

from astragal import asia, paigow
from astragal.errors import BadInputError
from astragal.setting import Game

DEALER = "Ks Qd Jh 9c 8s 6d 2h"  # K Q J 9 / 8 6 / 2, or K J 9 8 6 / Q 2 and so on


def test_deals_share_no_card_and_repeat_with_their_seed(game: Game) -> None:
    seen = set()
    for seed in range(200):
        hands = game.deal(seed=seed)
        assert not hands.player & hands.dealer
        assert (hands.player.bit_count(), hands.dealer.bit_count()) == (7, 7)
        assert game.deal(seed=seed) == hands
        seen.add(hands)
    assert len(seen) == 200
    assert game.deal() != game.deal()


def test_showdown() -> None:
    end = asia.Game(dealer="lexicographic").showdown("As 9s 7d 4h / Kd Qh / Jc", DEALER)
    assert str(end.dealer) == "Ks Qd Jh 9c / 8s 6d / 2h"
    assert end.subs == ("win", "win", "win")
    assert (end.result, end.fouls) == ("win", ())
    for text in (str(end), end._repr_html_()):
        assert "As 9s 7d 4h" in text
        assert "win" in text
    fouled = asia.Game().showdown("Kd Qh 7d 4h / As 9s / Jc", DEALER)
    assert fouled.result == "loss"
    assert len(fouled.fouls) == 1


def test_both_hands_decide_in_pai_gow_poker() -> None:
    game = lexicographic()  # K Q J 9 8 / 6 2
    for setting, subs, result in [
        ("As 9s 7d 4h 3c / Kd Qh", ("win", "win"), "win"),
        ("Ad 9d 7d 4c 3c / 5d 4h", ("win", "loss"), "push"),
        ("Qh Jc 9s 7d 5h / 4c 3c", ("loss", "loss"), "loss"),
        ("As Kd 9s 7d 4h / 6h 2c", ("win", "push"), "push"),
    ]:
        end = game.showdown(setting, DEALER)
        assert (end.subs, end.result) == (subs, result), setting
        assert end.to_dict()["sub_hands"] == {"high": subs[0], "low": subs[1]}
        assert set(end.to_dict()["dealer_setting"]) == {"high", "low"}
    assert game.showdown("Kd Qh 7d 4h 3c / As 9s", DEALER).fouls == (
        "high (king queen seven four three) is below low (ace nine)",
    )


@pytest.mark.parametrize(
    ("game", "setting"),
    [(asia, "As 9s 7d 4h / Ks Qh / Jc"), (paigow, "As 9s 7d 4h Jc / Ks Qh")],
)
def test_a_card_in_both_hands_is_refused(game: object, setting: str) -> None:
    with pytest.raises(BadInputError, match="'Ks' can't be in both hands"):
        game.Game().showdown(setting, DEALER)  # type: ignore[attr-defined]


def test_copies_push_or_go_to_a_side() -> None:
    mine = "Kd Qh Jc 9s / 8d 7h / 2c"  # a copy, a win, a copy
    games: list[tuple[Game, str]] = [
        (asia.Game("push", dealer="lexicographic"), "push"),
        (asia.Game("casino", dealer="lexicographic"), "loss"),
    ]
    for game, result in games:
        end = game.showdown(mine, DEALER)
        assert end.subs == ("push", "win", "push")
        assert end.result == result
    mine = "Kd Qh Jc 9s 8d / 7h 2c"  # a copy and a win
    games = [
        (lexicographic(banker="dealer"), "push"),
        (lexicographic(banker="player"), "win"),
    ]
    for game, result in games:
        end = game.showdown(mine, DEALER)
        assert (end.subs, end.result) == (("push", "win"), result)


def test_some_hands_of_the_dealer_push_every_bet() -> None:
    queen_high = "Qd Jh 9c 8s 6d 3h 2h"  # Q J 9 8 6 / 3 2
    mine = "As Kd 7d 5h 4c / Kh Qs"
    games = [
        (lexicographic("no-commission"), "win"),
        (lexicographic("ez"), "push"),
    ]
    for game, result in games:
        end = game.showdown(mine, queen_high)
        assert (end.subs, end.result) == (("win", "win"), result)
