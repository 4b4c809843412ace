"""Shortcuts: one question about pai gow poker, with the keywords of `Game`. Each makes the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from astragal.cards import Cards
from astragal.jobs import Engine
from astragal.paigow.game import Game, GameOptions
from astragal.paigow.rules import Rules, RulesName, find_rules
from astragal.progress import Progress
from astragal.setting import Edge, HandRank, HouseSetting, RankedSetting, Ranking, Rankings, hand
from astragal.setting.table import Folder
from astragal.setting.whole_game import Player


def best(
    cards: Cards, *, dead: Cards = "", folder: Folder = None, **game: Unpack[GameOptions]
) -> RankedSetting:
    """Return the best setting of a hand, as `Game.best` does.

    `game` takes the keywords of `Game`: `rules`, `dealer`, `objective` and the switches.

    >>> best("Jk Qs Qh Qd As 7s 2s").setting
    Setting('Jk As Qs 7s 2s / Qh Qd')
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

    >>> house("Jk Qs Qh Qd As 7s 2s", dealer="trump-plaza").setting
    Setting('Qs Qh Qd 7s 2s / Jk As')
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


def hand_rank(cards: Cards, *, rules: RulesName | Rules = "casino") -> HandRank:
    """Return what five or two cards are worth.

    >>> print(hand_rank("Jk As Qs 7s 2s"))
    flush, ace king queen seven two
    """
    return hand.hand_rank(cards, find_rules(rules))
