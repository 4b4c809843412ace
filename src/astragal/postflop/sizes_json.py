"""Bet sizes as JSON, and as text for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from astragal.postflop.bets import STREETS, BetSizes, Player, Size, Street


class StreetSizesJson(TypedDict):
    """Bet sizes by street; null before the root's street, and where donk is not given."""

    flop: str | None
    turn: str | None
    river: str | None


class PlayerSizesJson(TypedDict):
    """Bet sizes by player and street."""

    oop: StreetSizesJson
    ip: StreetSizesJson


def sizes_by_street(
    sizes: Mapping[Street, tuple[Size, ...] | None] | Mapping[Street, tuple[Size, ...]], first: int
) -> StreetSizesJson:
    """Return the sizes of each street from number `first` on."""
    flop, turn, river = (
        None if number < first or (one := sizes[street]) is None else _text_of(one)
        for number, street in enumerate(STREETS)
    )
    return {"flop": flop, "turn": turn, "river": river}


def _text_of(sizes: tuple[Size, ...]) -> str:
    return ", ".join(size.text for size in sizes)


def sizes_by_player(
    sizes: Mapping[Player, Mapping[Street, tuple[Size, ...]]], first: int
) -> PlayerSizesJson:
    """Return the sizes of each player and street from number `first` on."""
    return {
        "oop": sizes_by_street(sizes["oop"], first),
        "ip": sizes_by_street(sizes["ip"], first),
    }


def given_sizes(sizes: Mapping[str, Mapping[str, str | None]]) -> Any:
    """Return the sizes of a JSON object as a user writes them: without null."""
    return {
        player: {street: text for street, text in by_street.items() if text is not None}
        for player, by_street in sizes.items()
    }


def sizes_for_people(sizes: BetSizes, first: int) -> dict[str, str]:
    """Return a text for each option: one text where all decisions have the same sizes."""
    texts = {}
    for name, by_player in (("bets", sizes.bets), ("raises", sizes.raises)):
        cells = {
            f"{player} {street}": text
            for player, by_street in given_sizes(sizes_by_player(by_player, first)).items()  # type: ignore[arg-type]
            for street, text in by_street.items()
        }
        different = set(cells.values())
        texts[name] = (
            different.pop() or "none"
            if len(different) == 1
            else "; ".join(f"{who} {text or 'none'}" for who, text in cells.items())
        )
    donk = [
        f"{street} {text or 'none'}"
        for street, text in sizes_by_street(sizes.donk, first + 1).items()
        if text is not None
    ]
    if donk:
        texts["donk"] = "; ".join(donk)
    if sizes.max_raises is not None:
        texts["max_raises"] = str(sizes.max_raises)
    thresholds = {
        "add_allin": sizes.add_allin,
        "force_allin": sizes.force_allin,
        "merge": sizes.merge,
    }
    return texts | {name: f"{value:g}" for name, value in thresholds.items() if value}
