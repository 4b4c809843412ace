"""Bet sizes and betting lines of heads-up postflop play, slow and obvious: one line at a time.

`spot` is an entry of `tests/data/postflop_*.json`. An amount is the player's total on its street.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import floor
from typing import Any

STREETS = ["flop", "turn", "river"]
PLAYERS = ["oop", "ip"]


def half_away(value: float) -> int:
    whole = floor(value)
    return whole + 1 if value - whole >= 0.5 else whole


@dataclass(frozen=True)
class Line:
    """Where the betting stands. `before` = chips each has put in on the streets before this one."""

    street: int
    before: int = 0
    totals: tuple[int, int] = (0, 0)
    to_act: int = 0
    bets: int = 0  # bets and raises on this street
    acted: int = 0  # actions on this street
    oop_called: bool = False  # his call ended the street before
    end: str = ""  # "", "chance", "fold", "showdown"
    folded: int = -1
    actions: tuple[str, ...] = ()


def amounts(spot: Mapping[str, Any], line: Line) -> list[int]:
    """Return the totals to which the player may bet or raise, ascending."""
    me = line.to_act
    prev, own = line.totals[1 - me], line.totals[me]
    top = spot["stack"] - line.before
    pot = spot["pot"] + 2 * (line.before + prev)
    street = STREETS[line.street]
    if prev >= top:
        return []
    most = spot.get("max_raises")
    if prev and most is not None and line.bets - 1 >= most:
        return []
    if prev:
        sizes = spot["raises"][street][PLAYERS[me]]
    else:
        sizes = spot["bets"][street][PLAYERS[me]]
        donk = spot["donk"][street]
        if me == 0 and line.oop_called and donk is not None:
            sizes = donk
    found = []
    for size in sizes:
        amount = one_size(size, prev, top, pot, line.bets, 3 - line.street)
        if amount is not None:
            found.append(amount)
    if spot["add_allin"] and top <= prev + half_away(pot * spot["add_allin"]):
        found.append(top)
    low = min(max(prev + (prev - own), 1), top)
    found = [min(max(amount, low), top) for amount in found]
    force = spot["force_allin"]
    if force:
        found = [top if top <= v + half_away((pot + 2 * (v - prev)) * force) else v for v in found]
    kept: list[int] = []
    for v in sorted(set(found), reverse=True):
        if kept and spot["merge"]:
            limit = ((kept[-1] - prev) / pot - spot["merge"]) / (1 + spot["merge"])
            if not (v - prev) / pot < limit - 1e-12 * abs(limit):
                continue
        kept.append(v)
    return kept[::-1]


def one_size(  # noqa: PLR0917
    size: str, prev: int, top: int, pot: int, bets: int, streets: int
) -> int | None:
    """Return the total that a size means, before any limit, or None if it is not available."""
    if size == "a":
        return top
    if size.endswith("r"):
        chips, _, most = size[:-1].partition("c")
        return prev + int(chips) if bets <= int(most) else None
    if size.endswith("c"):
        return prev + int(size[:-1])
    if size.endswith("x"):
        return half_away(prev * float(size[:-1]))
    if "e" in size:
        n, _, most = size.partition("e")
        left = int(n) if n else streets
        if prev:
            left = max(left - (bets - 1), 1)
        share = ((2 * (top - prev) / pot + 1) ** (1 / left) - 1) / 2
        if most:
            share = min(share, float(most[:-1]) / 100)
        return prev + half_away(pot * share)
    return prev + half_away(pot * (float(size[:-1]) / 100))


def actions(spot: Mapping[str, Any], line: Line) -> list[str]:
    """Return the actions at a decision, as the data spell them."""
    prev = line.totals[1 - line.to_act]
    top = spot["stack"] - line.before
    verb = "R" if prev else "B"
    bets = [f"A{v}" if v == top else f"{verb}{v}" for v in amounts(spot, line)]
    return (["F", "C"] if prev else ["X"]) + bets


def after(spot: Mapping[str, Any], line: Line, action: str) -> Line:
    """Return the line after an action, or after the card "/"."""
    done = (*line.actions, action)
    if action == "/":
        return Line(line.street + 1, line.before, oop_called=line.oop_called, actions=done)
    me, other = line.to_act, line.totals[1 - line.to_act]
    line = replace(line, actions=done, to_act=1 - me, acted=line.acted + 1)
    if action == "F":
        return replace(line, end="fold", folded=me)
    if action[0] in "BRA":
        amount = int(action[1:])
        totals = (amount, other) if me == 0 else (other, amount)
        return replace(line, totals=totals, bets=line.bets + 1)
    if action == "X" and me == 0:
        return line
    before = line.before + other
    over = line.street == 2 or before == spot["stack"]
    return replace(
        line,
        before=before,
        totals=(0, 0),
        oop_called=action == "C" and me == 0,
        end="showdown" if over else "chance",
    )


def lines(spot: Mapping[str, Any], line: Line | None = None) -> Iterator[tuple[Line, list[str]]]:
    """Yield each decision with its actions, depth first; one card stands for all."""
    line = line or root(spot)
    if line.end == "chance":
        yield from lines(spot, after(spot, line, "/"))
    elif not line.end:
        here = actions(spot, line)
        yield line, here
        for action in here:
            yield from lines(spot, after(spot, line, action))


def root(spot: Mapping[str, Any]) -> Line:
    return Line(STREETS.index(spot["street"]))


def listed(spot: Mapping[str, Any]) -> list[str]:
    """Return the lines as the data write them."""
    return [f"{' '.join(line.actions) or '-'}: {' '.join(here)}" for line, here in lines(spot)]


def put_in(line: Line) -> tuple[int, int]:
    """Return the chips that each player has put in since the root."""
    return line.before + line.totals[0], line.before + line.totals[1]


def money(spot: Mapping[str, Any], matched: int) -> tuple[float, float, float]:
    """Return what a player gets who wins, ties, loses, when each has put in `matched` chips."""
    pot = spot["pot"] + 2 * matched
    rate, cap = spot.get("rake_rate") or 0, spot.get("rake_cap")
    rake = pot * rate if cap is None else min(pot * rate, cap)
    return pot - rake - matched, (pot - rake) / 2 - matched, -matched
