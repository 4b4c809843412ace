"""Which ways of the player and of the dealer are best against each other? An equilibrium.

    python -m lab.setting.balance paigow --folder F
    python -m lab.setting.balance asia --folder F

In each round the sides take turns. Every class of hands of a side looks for the setting with the
highest expected value against the other side's way, and changes to it with a probability that grows
with the gain. So classes with much to gain change at once. Classes between two settings of nearly
equal value split between them, and so ways without randomness come close to mixed strategies. If
both sides changed at the same time, they would circle around the equilibrium. If copies are pushes,
both sides are alike and share one way.

The result is not a proved equilibrium, but the rest is measured: `lab.setting.value` bounds the
value of the game by best play against each of the two ways.
"""

import lzma
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal import _native, asia, paigow
from astragal.cards import JOKER, full_deck
from astragal.errors import BadInputError, quoted
from astragal.jobs.threads import thread_map
from astragal.setting import HouseWay, Rules
from astragal.setting.classes import CLASSES, Choice, class_counts
from astragal.setting.hand import DECK, JOKER_RANK, rank_tables
from astragal.setting.house_way import forced_pushes, make_way, ordered_choice
from astragal.setting.rules import Stakes
from astragal.setting.ways import LEXICOGRAPHIC

SURE_GAIN = 0.01  # a class that would gain this part of the bet changes for certain
MARGIN = 0.02  # settings this near the best by the first order are compared by the second
STALLED = 0.9  # rounds that leave more than this part of the last gain have stalled
MOST_ROUNDS = 60
AT_ONCE = 12_500  # classes
RANKS = JOKER_RANK + 1
RULES: Mapping[str, Rules] = {
    "asia": asia.find_rules("casino"),
    "asia-copies-push": asia.find_rules("casino", copies="push"),
    "paigow": paigow.find_rules("casino"),
}


class Seat(NamedTuple):
    """A side of the game, as it sees copies and the bet."""

    copies: int
    """What a copy brings: -1, 0 or 1."""
    stakes: Stakes
    """What a won and a lost bet count."""


def seats_of(rules: Rules) -> tuple[Seat, Seat]:
    """Return the seats of the player and of the dealer, whose gains add up to nothing."""
    copies, (win, loss) = rules.copies_go_to.native, rules.stakes
    return Seat(copies, Stakes(win, loss)), Seat(-copies, Stakes(loss, win))


def refuse_forced_pushes(rules: Rules, *ways: HouseWay) -> None:
    """Refuse rules by which a dealer's hand can push every bet: a dealer may aim for it."""
    if any(forced_pushes(way.outcomes, rules).any() for way in ways):
        raise BadInputError(
            f"under the rules {quoted(rules.name)} some hands of the dealer push every bet, and "
            "best settings of a dealer are not computed for these"
        )


@dataclass(frozen=True)
class Balance:
    """A way for each side, and what best responses would still gain by estimate."""

    player: Choice
    dealer: Choice
    rounds: int
    gains: tuple[float, ...]
    """The mean gain of a best response of each side, of the bet, to second order in the cards."""


def packed(choice: Choice) -> bytes:
    """Return a way in the form in which the package ships it."""
    return lzma.compress(choice.tobytes(), preset=9 | lzma.PRESET_EXTREME)


def class_weights() -> NDArray[np.float64]:
    """Return the part of all 154,143,080 hands that each class has."""
    counts = class_counts()
    weights: NDArray[np.float64] = counts / counts.sum(dtype=np.float64)
    return weights


def score_tables(way: HouseWay, seat: Seat) -> NDArray[np.float32]:
    """Return what every setting value scores against a way, as `ScoreTables` of native code.

    The first row is for the full deck. Then come the change if a card of a rank is out, and the
    further change if two cards are, one of each of two ranks.
    """
    tables = rank_tables(way.rules)
    highs, twos, ones = tables.sizes
    pairs = [(high, low) for high in range(RANKS) for low in range(high + 1)]
    scores = np.zeros((1 + RANKS + len(pairs), highs * twos * ones), np.float32)

    def counted(*cards: int) -> NDArray[np.uint32]:
        deck = full_deck(DECK) & ~sum(1 << card for card in cards)
        return _native.setting_count(way.native, deck, 0)

    def scored(counts: NDArray[np.uint32]) -> NDArray[np.float64]:
        return _native.setting_score_table(
            tables.native, way.native, counts, seat.copies, *seat.stakes, highs
        )

    def card(rank: int) -> int:
        return min(4 * rank, JOKER)

    full = scored(counted())
    singles = thread_map(lambda rank: scored(counted(card(rank))) - full, range(RANKS))
    scores[0], scores[1 : 1 + RANKS] = full, singles

    def fill(pair: int) -> None:
        high, low = pairs[pair]
        if low < JOKER_RANK:
            both = counted(card(high), card(low) + 1)
            if low < high < JOKER_RANK:  # one pair in four shares a suit
                both = 3 * both + counted(card(high), card(low))
            change = scored(both)
            for part in (full, singles[high], singles[low]):
                change -= part
            scores[1 + RANKS + pair] = change

    thread_map(fill, range(len(pairs)))
    return scores


def best_responses(
    choice: Choice, other: Choice, seat: Seat, rules: Rules
) -> tuple[Choice, NDArray[np.float32]]:
    """Return the best setting of each class against the way `other`, and its gain over `choice`."""
    scores = score_tables(make_way("balance", other, rules), seat)
    native = rank_tables(rules).native

    def respond(start: int) -> tuple[Choice, NDArray[np.float32]]:
        part = choice[start : min(start + AT_ONCE, CLASSES)]
        return _native.setting_best_responses(native, scores, MARGIN, start, part)

    responses = thread_map(respond, range(0, CLASSES, AT_ONCE))
    best, gain = map(np.concatenate, zip(*responses, strict=True))
    return best, gain


def balance(rules: Rules, *, seed: int = 0) -> Balance:
    """Return a way for the player and one for the dealer that are best against each other."""
    start = ordered_choice(LEXICOGRAPHIC, rules)
    refuse_forced_pushes(rules, make_way("start", start, rules))
    player, dealer = seats_of(rules)
    seats = [player] if player == dealer else [player, dealer]
    # The ways of the player and of the dealer, or of both.
    choices = np.stack([start] * len(seats))
    weights = class_weights()

    def response(side: int) -> tuple[Choice, NDArray[np.float32]]:
        return best_responses(choices[side], choices[len(seats) - 1 - side], seats[side], rules)

    gains: list[list[float]] = []
    while not _stalled(gains):
        gains.append([])
        luck = np.random.default_rng([seed, len(gains)]).random(choices.shape)
        choices = choices.copy()
        for side in range(len(seats)):
            best, gain = response(side)
            gains[-1].append(float(weights @ gain))
            last_turn = side == len(seats) - 1
            if not (last_turn and _stalled(gains)):
                choices[side] = np.where(luck[side] < gain / SURE_GAIN, best, choices[side])
    left = tuple(float(weights @ response(side)[1]) for side in range(len(seats)))
    return Balance(choices[0], choices[-1], len(gains), left)


def _stalled(gains: list[list[float]]) -> bool:
    """Return whether two rounds together lowered the gain by little."""
    sums = [sum(each) for each in gains]
    stalled = len(sums) > 2 and sums[-1] > STALLED * sums[-3]
    return stalled or len(gains) >= MOST_ROUNDS


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how good the ways are, and write them to a folder."""
    parser = ArgumentParser(description="Compute house ways that are best against each other.")
    parser.add_argument("game", choices=RULES)
    parser.add_argument("--folder", type=Path, help="for player.xz and dealer.xz")
    options = parser.parse_args(arguments)
    found = balance(RULES[options.game])
    gains = " and ".join(f"{100 * gain:.5f}" for gain in found.gains)
    print(f"{found.rounds} rounds; best responses would still gain about {gains} % of the bet")
    if options.folder is not None:
        (options.folder / "player.xz").write_bytes(packed(found.player))
        (options.folder / "dealer.xz").write_bytes(packed(found.dealer))


if __name__ == "__main__":
    main()
