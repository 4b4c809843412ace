"""A way for each side that neither can improve on: an equilibrium, by best responses.

In each round the sides take turns. Every class of hands of a side looks for the setting with the
highest expected value against the other side's way, and changes to it with a probability that grows
with the gain. So classes with much to gain change at once. Classes between two settings of nearly
equal value split between them, and so ways without randomness come close to mixed strategies. If
both sides changed at the same time, they would circle around the equilibrium. If copies are pushes,
both sides are alike and share one way.

The result is not a proved equilibrium, but the rest is measured. Against the dealer's way a best
player gets at least the value of the game, and against the player's way a best dealer leaves at
most that, so the two bound it. `value` counts them over all deals.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_seed
from astragal._results import Result
from astragal.cards import JOKER, full_deck
from astragal.errors import BadInputError, quoted
from astragal.jobs import Job, LocalThreads, RunOptions, engine_of, run, thread_map
from astragal.jobs.checkpoint import AnyCheckpoint, open_checkpoint
from astragal.jobs.job import hashed_job
from astragal.progress import Reporter
from astragal.setting.classes import (
    CLASSES,
    SUIT_CLASSES,
    Choice,
    class_counts,
    suit_class_hands,
)
from astragal.setting.hand import DECK, JOKER_RANK, rank_tables
from astragal.setting.house_way import (
    HouseWay,
    Way,
    find_way,
    forced_pushes,
    make_way,
    ordered_choice,
)
from astragal.setting.rules import Objective, Rules, RulesJson, Stakes
from astragal.setting.table import BestSettings, chunks_of
from astragal.setting.ways import LEXICOGRAPHIC
from astragal.setting.whole_game import DEALS, compared_game, under_rules
from astragal.store import short_hash

if TYPE_CHECKING:
    from astragal.setting.game import Game

SURE_GAIN = 0.01  # a class that would gain this part of the bet changes for certain
MARGIN = 0.02  # settings this near the best by the first order are compared by the second
STALLED = 0.9  # rounds that leave more than this part of the last gain have stalled
MOST_ROUNDS = 60
AT_ONCE = 12_500  # classes
RANKS = JOKER_RANK + 1


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


def _refuse_forced_pushes(rules: Rules, *ways: HouseWay) -> None:
    """Refuse rules by which a dealer's hand can push every bet: a dealer may aim for it."""
    if any(forced_pushes(way.outcomes, rules).any() for way in ways):
        raise BadInputError(
            f"under the rules {quoted(rules.name)} some hands of the dealer push every bet, and "
            "best settings of a dealer are not computed for these"
        )


class BalanceJson(TypedDict):
    """A way for each side that neither can improve on by much."""

    rules: RulesJson
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
        return f"{self.rounds} rounds; best responses would still gain about {gains} % of the bet"

    def packed(self, side: str) -> bytes:
        """Return the way of the player or the dealer in the form in which the package ships it."""
        choice: Choice = getattr(self, side)
        return lzma.compress(choice.tobytes(), preset=9 | lzma.PRESET_EXTREME)


def class_weights() -> NDArray[np.float64]:
    """Return the part of all 154,143,080 hands that each class has."""
    counts = class_counts()
    weights: NDArray[np.float64] = counts / counts.sum(dtype=np.float64)
    return weights


def score_tables(way: HouseWay, seat: Seat, threads: int | None) -> NDArray[np.float32]:
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
            change = scored(both)
            for part in (full, singles[high], singles[low]):
                change -= part
            scores[1 + RANKS + pair] = change

    thread_map(fill, range(len(pairs)), threads=threads)
    return scores


def best_responses(
    choice: Choice, other: Choice, seat: Seat, rules: Rules, threads: int | None
) -> tuple[Choice, NDArray[np.float32]]:
    """Return the best setting of each class against the way `other`, and its gain over `choice`."""
    scores = score_tables(make_way("balance", other, rules), seat, threads)
    native = rank_tables(rules).native

    def respond(start: int) -> tuple[Choice, NDArray[np.float32]]:
        part = choice[start : min(start + AT_ONCE, CLASSES)]
        return _native.setting_best_responses(native, scores, MARGIN, start, part)

    responses = thread_map(respond, range(0, CLASSES, AT_ONCE), threads=threads)
    best, gain = map(np.concatenate, zip(*responses, strict=True))
    return best, gain


def _last_round(
    checkpoint: AnyCheckpoint, start: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], list[list[float]]]:
    """Return the ways that the last round left, and the gains of all rounds."""
    rounds = [number for number in range(MOST_ROUNDS) if number in checkpoint]
    if not rounds:
        return start, []
    last: Any = checkpoint.read(rounds[-1])
    return last["choices"], last["gains"].tolist()


def balance(game: Game, *, seed: int = 0, **options: Unpack[RunOptions]) -> Balance:
    """Do what `Game.balance` does."""
    seed = require_seed(seed)
    rules = game.rules
    _refuse_forced_pushes(rules, game.dealer)
    engine = engine_of(options.get("threads"), options.get("engine"))
    threads = engine.threads if isinstance(engine, LocalThreads) else None
    player, dealer = seats_of(rules)
    seats = [player] if player == dealer else [player, dealer]
    # The ways of the player and of the dealer, or of both.
    choices = np.stack([ordered_choice(LEXICOGRAPHIC, rules)] * len(seats))
    weights = class_weights()

    def response(side: int) -> tuple[Choice, NDArray[np.float32]]:
        other = len(seats) - 1 - side
        return best_responses(choices[side], choices[other], seats[side], rules, threads)

    inputs = short_hash({"seed": seed, "rules": rules.name, "turns": True})
    name = f"{rules.game}-balance-{inputs}"
    progress = options.get("progress", False)
    with open_checkpoint(
        options.get("folder"),
        name,
        inputs,
        finished=lambda rounds: _stalled(_last_round(rounds, choices)[1]),
        progress=progress,
    ) as checkpoint:
        choices, gains = _last_round(checkpoint, choices)
        reporter = Reporter(
            progress, "balance", total=MOST_ROUNDS, unit="rounds", head_start=len(gains)
        )
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
            reporter.report(len(gains), gain=sum(gains[-1]))
            checkpoint.append(len(gains) - 1, {"choices": choices, "gains": np.array(gains)})
        left = tuple(float(weights @ response(side)[1]) for side in range(len(seats)))
        checkpoint.remove()
    return Balance(rules, choices[0], choices[-1], len(gains), left)


def _stalled(gains: list[list[float]]) -> bool:
    """Tell whether two rounds together lowered the gain by little."""
    sums = [sum(each) for each in gains]
    stalled = len(sums) > 2 and sums[-1] > STALLED * sums[-3]
    return stalled or len(gains) >= MOST_ROUNDS


class ValueBoundsJson(TypedDict):
    """Bounds of the value of the game for the player, under some rules."""

    rules: RulesJson
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


class GameValueJson(ValueBoundsJson):
    """Bounds of the value of the game for the player; under `push` also as casinos play."""

    casino: ValueBoundsJson | None
    """The same under the rules `casino`; null unless the rules are `push`."""


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
    casino: GameValue | None = None
    """The same under the rules `casino`, if the rules are `push`."""

    @property
    def gap(self) -> float:
        """How far the two ways are from best play, together."""
        return self.high - self.low

    def __str__(self) -> str:
        text = (
            f"the value of the game is {self.low:.6%} to {self.high:.6%} of the bet for the player "
            f"({self.player} against {self.dealer}, all {DEALS:,} deals)\n"
            f"rules {self.rules}; dealer {self.dealer}"
        )
        return text if self.casino is None else f"{text}\n\n{self.casino}"

    def _own_bounds(self) -> ValueBoundsJson:
        return {
            "rules": self.rules.to_dict(),
            "player": self.player,
            "dealer": self.dealer,
            "deals": self.deals,
            "low": self.low,
            "high": self.high,
            "gap": self.gap,
        }

    def to_dict(self) -> GameValueJson:
        """Return what `astragal asia value --json` prints."""
        casino = None if self.casino is None else self.casino._own_bounds()
        return {**self._own_bounds(), "casino": casino}


def _sum_of_nets(settings: BestSettings, classes: range) -> NDArray[np.int64]:
    """Return the net of the side that plays best against a way, over all hands of the classes."""
    rows, stakes = settings(classes).astype(np.int64), settings.stakes
    weights = suit_class_hands(classes)[1].astype(np.int64)
    return np.array([weights @ (stakes.win * rows[:, 1] - stakes.loss * rows[:, 2])])


def _best_net(rules: Rules, way: HouseWay, seat: Seat) -> Job[range, NDArray[np.int64], int]:
    """Return the job that plays best against a way over all deals, and adds up the nets."""
    work = partial(_sum_of_nets, BestSettings(rules, way, Objective.EV, *seat))
    return hashed_job(
        f"{rules.game}-best-net", chunks_of([range(SUIT_CLASSES)]), work,
        lambda chunks: int(np.concatenate(list(chunks)).sum()),
        rules=rules.name, way=way.fingerprint, copies=seat.copies,
    )  # fmt: skip


def _balanced_ways(rules: Rules) -> tuple[str, str]:
    """Return the names of the ways of the equilibrium that ships for these rules."""
    names = rules.balanced_ways
    if names is None:
        raise BadInputError(
            f"no equilibrium ships for the rules {quoted(rules.name)}: give the house ways "
            "player and dealer"
        )
    return names


def value(
    game: Game,
    *,
    player: Way | None = None,
    dealer: Way | None = None,
    **options: Unpack[RunOptions],
) -> GameValue:
    """Do what `Game.value` does."""
    rules = game.rules
    mine, theirs = player, dealer
    if mine is None or theirs is None:
        balanced = _balanced_ways(rules)
        mine, theirs = mine or balanced[0], theirs or balanced[1]
    ways = find_way(mine, rules), find_way(theirs, rules)
    _refuse_forced_pushes(rules, *ways)
    player_seat, dealer_seat = seats_of(rules)
    gained = run(_best_net(rules, ways[1], player_seat), **options)
    alike = player_seat == dealer_seat and ways[0].fingerprint == ways[1].fingerprint
    left = gained if alike else run(_best_net(rules, ways[0], dealer_seat), **options)
    bets = rules.stakes.loss * DEALS
    bounds = GameValue(rules, ways[0].name, ways[1].name, -left / bets, gained / bets)
    compared = compared_game(game)
    if compared is None:
        return bounds
    casino = value(
        compared,
        player=under_rules(player, compared.rules),
        dealer=under_rules(dealer, compared.rules),
        **options,
    )
    return replace(bounds, casino=casino)
