"""A way for each side that neither can improve on: an equilibrium, by best responses.

In each round, every class of hands of both sides looks for the setting with most wins minus losses
against the other side's way, and changes to it with a probability that grows with the gain. So
classes with much to gain change at once. Classes between two settings of nearly equal value split
between them, and so ways without randomness come close to mixed strategies. If copies are pushes,
both sides are alike and share one way.

The result is not a proved equilibrium, but what is left is measured. Against the dealer's way a
best player gets at least the value of the game, and against the player's way a best dealer leaves
at most that, so the two enclose it. `game_value` counts them over all deals.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_seed
from astragal._results import Result
from astragal.asia.classes import CLASSES, SUIT_CLASSES, Choice, suit_class_hands
from astragal.asia.houseway import LEXICOGRAPHIC, HouseWay, Way, find_way, make_way, ordered_choice
from astragal.asia.rules import AsiaRulesJson, Copies, Objective, Rules, find_rules
from astragal.asia.table import BestSettings, chunks_of
from astragal.asia.values import DECK, JOKER_RANK, rank_tables
from astragal.asia.wholegame import DEALS
from astragal.cards import JOKER, full_deck
from astragal.jobs import Job, LocalThreads, RunOptions, engine_of, run, thread_map
from astragal.jobs.checkpoint import open_checkpoint
from astragal.jobs.job import hashed_job
from astragal.progress import Reporter
from astragal.store import short_hash

SURE_GAIN = 0.01  # a class that would gain this part of the bet changes for certain
MARGIN = 0.02  # settings this near the best by the first order are compared by the second
STALLED = 0.9  # rounds that leave more than this part of the last gain have stalled
MOST_ROUNDS = 60
AT_ONCE = 12_500  # classes
RANKS = JOKER_RANK + 1

SEATS = {"player": -1, "dealer": 1}
"""The two sides, and what a copy brings them in a casino."""


class BalanceJson(TypedDict):
    """A way for each side that neither can improve on by much."""

    rules: AsiaRulesJson
    rounds: int
    gains: list[float]
    """The mean gain of a best response of each side, as a part of the bet."""


@dataclass(frozen=True)
class Balance(Result):
    """A way for each side, and what best responses would still gain by estimate."""

    rules: Rules
    player: Choice
    dealer: Choice
    rounds: int
    gains: tuple[float, ...]
    """The mean gain of a best response of each side, of the bet, to second order in the cards."""

    def __repr__(self) -> str:
        return f"Balance(rules={self.rules.name!r}, rounds={self.rounds})"

    def to_dict(self) -> BalanceJson:
        """Return what `astragal asia balance --json` prints."""
        return {"rules": self.rules.to_dict(), "rounds": self.rounds, "gains": list(self.gains)}

    def __str__(self) -> str:
        gains = " and ".join(f"{100 * gain:.5f}" for gain in self.gains)
        return f"{self.rounds} rounds; best responses would still gain about {gains} points"

    def packed(self, side: str) -> bytes:
        """Return the way of the player or the dealer in the form in which the package ships it."""
        choice: Choice = getattr(self, side)
        return lzma.compress(choice.tobytes(), preset=9 | lzma.PRESET_EXTREME)


def class_weights() -> NDArray[np.float64]:
    """Return the part of all 154,143,080 hands that each class has."""
    numbers = np.arange(CLASSES, dtype=np.uint32)
    counts = _native.asia_count(_native.AsiaWay(numbers, numbers), full_deck(DECK), 0)
    weights: NDArray[np.float64] = counts / counts.sum(dtype=np.float64)
    return weights


def score_tables(way: HouseWay, copies: int, threads: int | None) -> NDArray[np.float32]:
    """Return what every setting value scores against a way, as `ScoreTables` of native code.

    The first row is for the full deck. Then come the change if a card of a rank is out, and the
    further change if two cards are, one of each of two ranks.
    """
    tables = rank_tables(way.rules)
    fours = len(tables.fours)
    cells = fours * len(tables.twos) * len(tables.ones)
    pairs = [(high, low) for high in range(RANKS) for low in range(high + 1)]
    scores = np.zeros((1 + RANKS + len(pairs), cells), np.float32)

    def counted(*cards: int) -> NDArray[np.uint32]:
        deck = full_deck(DECK) & ~sum(1 << card for card in cards)
        return _native.asia_count(way.native, deck, 0)

    def scored(counts: NDArray[np.uint32]) -> NDArray[np.float64]:
        return _native.asia_score_table(way.native, counts, copies, fours)

    def card(rank: int) -> int:
        return min(4 * rank, JOKER)

    full = scored(counted())
    singles = thread_map(
        lambda rank: scored(counted(card(rank))) - full, range(RANKS), threads=threads
    )
    scores[0], scores[1 : 1 + RANKS] = full, singles

    def fill(pair: int) -> None:
        high, low = pairs[pair]
        if low < JOKER_RANK:
            both = counted(card(high), card(low) + 1)
            if low < high < JOKER_RANK:  # one pair in four shares a suit
                both = 3 * both + counted(card(high), card(low))
            found = scored(both)
            for part in (full, singles[high], singles[low]):
                found -= part
            scores[1 + RANKS + pair] = found

    thread_map(fill, range(len(pairs)), threads=threads)
    return scores


def best_responses(
    choice: Choice, other: Choice, copies: int, rules: Rules, threads: int | None
) -> tuple[Choice, NDArray[np.float32]]:
    """Return the best setting of each class against the way `other`, and its gain over `choice`."""
    scores = score_tables(make_way("balance", other, rules), copies, threads)
    native = rank_tables(rules).native

    def respond(start: int) -> tuple[Choice, NDArray[np.float32]]:
        part = choice[start : min(start + AT_ONCE, CLASSES)]
        return _native.asia_best_responses(native, scores, MARGIN, start, part)

    found = thread_map(respond, range(0, CLASSES, AT_ONCE), threads=threads)
    best, gain = map(np.concatenate, zip(*found, strict=True))
    return best, gain


def balance(
    rules: str | Rules = "casino", *, seed: int = 0, **options: Unpack[RunOptions]
) -> Balance:
    """Compute a way for the player and one for the dealer that are best against each other.

    With a `folder`, each round is kept there, and the same call resumes after an interruption. The
    rounds share tables of 1.4 GB, so they run on threads of this process even if the `engine` is a
    cluster.
    """
    require_seed(seed)
    rules = find_rules(rules)
    engine = engine_of(options.get("threads"), options.get("engine"))
    threads = engine.threads if isinstance(engine, LocalThreads) else None
    copies = [*SEATS.values()] if rules.copies is Copies.DEALER else [0]
    # The ways of the player and of the dealer, or of both; and the gains of each round and side.
    choices = np.stack([ordered_choice(LEXICOGRAPHIC, rules)] * len(copies))
    gains: list[list[float]] = []
    weights = class_weights()
    inputs = short_hash({"seed": seed, "rules": rules.name})
    with open_checkpoint(options.get("folder"), f"asia-balance-{inputs}", inputs) as checkpoint:
        if done := [number for number in range(MOST_ROUNDS) if number in checkpoint]:
            last: Any = checkpoint.read(done[-1])
            choices, gains = last["choices"], last["gains"].tolist()
        reporter = Reporter(
            options.get("progress", False), "balance",
            total=MOST_ROUNDS, unit="rounds", head_start=len(gains),
        )  # fmt: skip
        while not _stalled(gains):
            others = choices[::-1]  # of the player's way the dealer's, and the other way round
            found = [
                best_responses(mine, other, copy, rules, threads)
                for mine, other, copy in zip(choices, others, copies, strict=True)
            ]
            gains.append([float(weights @ gain) for _, gain in found])
            reporter.report(len(gains), gain=sum(gains[-1]))
            if not _stalled(gains):
                luck = np.random.default_rng([seed, len(gains)]).random(choices.shape)
                best, gain = map(np.stack, zip(*found, strict=True))
                choices = np.where(luck < gain / SURE_GAIN, best, choices)
            checkpoint.append(len(gains) - 1, {"choices": choices, "gains": np.array(gains)})
        checkpoint.remove()
    return Balance(rules, choices[0], choices[-1], len(gains), tuple(gains[-1]))


def _stalled(gains: list[list[float]]) -> bool:
    """Tell whether two rounds together lowered the gain by little."""
    sums = [sum(each) for each in gains]
    stalled = len(sums) > 2 and sums[-1] > STALLED * sums[-3]
    return stalled or len(gains) >= MOST_ROUNDS


class GameValueJson(TypedDict):
    """Bounds of the value of the game for the player."""

    rules: AsiaRulesJson
    player: str
    """The player's house way."""
    dealer: str
    """The dealer's house way."""
    deals: int
    low: float
    """What a best dealer leaves the player's way, as a part of the bet."""
    high: float
    """What a best player gets against the dealer's way, as a part of the bet."""
    gap: float
    """The difference of the two."""


@dataclass(frozen=True, slots=True)
class GameValue(Result):
    """What the player gets if both sides play best, per bet: between `low` and `high`."""

    deals: ClassVar[int] = DEALS

    rules: Rules
    player: str
    dealer: str
    low: float
    """What a best dealer leaves the player's way."""
    high: float
    """What a best player gets against the dealer's way."""

    @property
    def gap(self) -> float:
        """How far the two ways are from best play, together."""
        return self.high - self.low

    def __str__(self) -> str:
        return (
            f"the value of the game is {self.low:.6%} to {self.high:.6%} of the bet for the player "
            f"({self.player} against {self.dealer}, all {DEALS:,} deals)\n"
            f"rules {self.rules}; dealer {self.dealer}"
        )

    def to_dict(self) -> GameValueJson:
        """Return what `astragal asia value --json` prints."""
        return {
            "rules": self.rules.to_dict(),
            "player": self.player,
            "dealer": self.dealer,
            "deals": self.deals,
            "low": self.low,
            "high": self.high,
            "gap": self.gap,
        }


def _wins_minus_losses(settings: BestSettings, classes: range) -> NDArray[np.int64]:
    """Return the sum, over all hands of the classes, of the side that plays best against a way."""
    rows = settings(classes).astype(np.int64)
    return np.array([suit_class_hands(classes)[1].astype(np.int64) @ (rows[:, 1] - rows[:, 2])])


def _best_net(rules: Rules, way: HouseWay, copies: int) -> Job[range, NDArray[np.int64], int]:
    work = partial(_wins_minus_losses, BestSettings(rules, way, Objective.EV, copies))
    return hashed_job(
        "asia-best-net", chunks_of([range(SUIT_CLASSES)]), work,
        lambda found: int(np.concatenate(list(found)).sum()),
        rules=rules.name, way=way.fingerprint, copies=copies,
    )  # fmt: skip


def game_value(
    player: Way | None = None,
    dealer: Way | None = None,
    rules: str | Rules = "casino",
    **options: Unpack[RunOptions],
) -> GameValue:
    """Enclose the value of the game: best play against each of two ways, over all deals, exactly.

    The ways are by default the equilibrium that ships for these rules. Each side takes about ten
    minutes of one core; if copies are pushes and the ways are the same, one side is enough. With
    `folder`, finished chunks are kept there, and the same call resumes.
    """
    rules = find_rules(rules)
    copies, seats = [0, 0], ("push-both", "push-both")
    if rules.copies is Copies.DEALER:
        copies, seats = [*SEATS.values()], ("casino-player", "casino-dealer")
    mine, theirs = (find_way(way or seats[i], rules) for i, way in enumerate((player, dealer)))
    high = run(_best_net(rules, theirs, copies[0]), **options)
    same = not copies[0] and mine.fingerprint == theirs.fingerprint
    left = high if same else run(_best_net(rules, mine, copies[1]), **options)
    return GameValue(rules, mine.name, theirs.name, -left / DEALS, high / DEALS)
