"""Shortcuts: one question about Asia Poker, with the keywords of `Game`. Each makes the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from astragal.asia.game import Game, GameOptions
from astragal.asia.rules import Rules, RulesName, find_rules
from astragal.cards import Cards
from astragal.jobs import Engine
from astragal.progress import Progress
from astragal.setting import Edge, HandRank, HouseSetting, RankedSetting, Ranking, Rankings, hand
from astragal.setting.table import Folder
from astragal.setting.whole_game import Player


def best(
    cards: Cards, *, dead: Cards = "", folder: Folder = None, **game: Unpack[GameOptions]
) -> RankedSetting:
    """Return the best setting of a hand, as `Game.best` does.

    `game` takes the keywords of `Game`: `rules`, `dealer`, `objective` and the switches.

    >>> best("Th Ts 6c 6d Ad Kh 3s", rules="casino").setting
    Setting('Kh Ts Th 3s / 6d 6c / Ad')
    """
    return Game(**game).best(cards, dead=dead, folder=folder)


def rank(
    cards: Cards,
    *,
    dead: Cards = "",
    samples: int = 0,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = False,
    **game: Unpack[GameOptions],
) -> Ranking:
    """Rank the settings of a hand, as `Game.rank` does; `game` takes the keywords of `Game`."""
    return Game(**game).rank(
        cards, dead=dead, samples=samples, seed=seed, threads=threads, progress=progress
    )


def rank_many(
    hands: Iterable[Cards],
    *,
    dead: Cards = "",
    samples: int = 0,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = False,
    **game: Unpack[GameOptions],
) -> Rankings:
    """Rank the settings of many hands, as `Game.rank_many` does."""
    return Game(**game).rank_many(
        hands, dead=dead, samples=samples, seed=seed, threads=threads, progress=progress
    )


def house(cards: Cards, **game: Unpack[GameOptions]) -> HouseSetting:
    """Return a hand as the house way of the dealer sets it, as `Game.house` does.

    >>> house("Th Ts 6c 6d Ad Kh 3s").setting
    Setting('Kh Ts Th 3s / 6d 6c / Ad')
    """
    return Game(**game).house(cards)


def edge(
    player: Player | None = None,
    *,
    samples: int = 0,
    seed: int = 0,
    threads: int | None = None,
    engine: Engine | None = None,
    folder: Folder = None,
    progress: Progress = False,
    **game: Unpack[GameOptions],
) -> Edge:
    """Return the house edge of the whole game, as `Game.edge` does.

    The player is a house way (by default the dealer's), "best", or a `Strategy`.
    """
    return Game(**game).edge(
        player,
        samples=samples,
        seed=seed,
        threads=threads,
        engine=engine,
        folder=folder,
        progress=progress,
    )


def hand_rank(cards: Cards, *, rules: RulesName | Rules = "push") -> HandRank:
    """Return what four, two or one cards are worth.

    >>> print(hand_rank("2d 2h 2c 2s"))
    four twos
    >>> print(hand_rank("Jk As 9h 8d"), "beats", hand_rank("Ks Kd 9h 8d"))
    pair of aces, nine eight beats pair of kings, nine eight
    """
    return hand.hand_rank(cards, find_rules(rules))
