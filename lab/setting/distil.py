"""Which short house way costs least? Cards to play from: a list of lines, or points.

    python -m lab.setting.distil asia standard --path standard.toml
    python -m lab.setting.distil paigow card --path card.toml

Every setting of a random sample of hands is counted against all hands of the dealer. Half of the
sample is searched for a way that costs little against best play; the other half measures it. Then
the way plays the whole game, over all deals, and again without each line.

A list grows line by line. Each new line is the one, at the place, that saves most among the coarse
lines of the game's `CardWords`; then the hands of each line in turn are changed to any of its
words, and the line may move. At the end lines are taken out and put in again until that saves
nothing. Each word of a line counts as a small cost, so that a line says no more than it must.
Points start with many steps; their numbers and hands change one at a time, and the step that
matters least is taken out, again and again.

The result depends on the seed, not on the number of threads. More hands find a better card: with
few of them, the search fits the card to the sample.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product, zip_longest
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal import _native, asia, paigow
from astragal._intervals import Z95
from astragal.cards import SetArray, complement
from astragal.jobs.threads import thread_map
from astragal.setting import Edge, Game, HouseWay, Rules
from astragal.setting.classes import DEALER_HANDS, setting_count
from astragal.setting.hand import DECK, HIGH, ONE, TWO, rank_tables
from astragal.setting.house_way import make_way
from astragal.setting.least import least_name, least_number
from astragal.setting.ranking import outcome_counts
from astragal.setting.sample import hand_chunks
from astragal.setting.strategy_card import (
    Line,
    least_numbers,
    line_of,
    make_help,
    parse_card,
    points_help,
    points_of_values,
)
from lab.setting.card_words import CARD_WORDS, CardWords

SCALE = 20  # points of the best hand of a part, at first
FEWEST_POINTS = 6  # where the curve ends
PARTS = 8
"""Parts into which the lines that are tried are split, for threads."""

Steps: TypeAlias = dict[str, dict[str, int]]
"""The points of a way file."""


def _toml(text: str) -> str:
    """Return a string of TOML, which has the escapes of JSON but may not hold a DEL."""
    return dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def way_text(
    way: list[Line] | Steps,
    rules: Rules,
    *,
    about: str = "",
    costs: Sequence[float | None] = (),
) -> str:
    """Return the TOML text of a way, with the cost of leaving out each line if it is known."""
    how = points_help(rules) if isinstance(way, dict) else make_help(rules)
    text = "".join(f"# {line}\n" for line in how.splitlines())
    text += f"about = {_toml(about)}\n" if about else ""
    if isinstance(way, dict):
        for part, steps in way.items():
            ascending = sorted(steps, key=lambda least: least_number(part, least, rules))
            numbers = "".join(f'"{least}" = {steps[least]}\n' for least in ascending)
            text += f"\n[points.{part}]\n{numbers}"
        return text
    for line, cost in zip_longest(way, costs):
        make = dict(zip(rules.hands, line, strict=False))
        hands = [least_name(part, least, rules) for part, least in make.items()]
        written = ", ".join(f'{part} = "{least}"' for part, least in make.items() if least)
        text += f"\n[[rule]]\nname = {_toml(' / '.join(hands))}\n"
        text += f"make = {{{f' {written} ' if written else ''}}}\n"
        text += "" if cost is None else f"cost = {cost:.6f}\n"
    return text


def undominated(values: Any) -> NDArray[np.bool_]:
    """Return a mask of the undominated settings among the distinct values of a hand.

    Neither a line nor points that rise ever choose a dominated setting.
    """
    parts = np.stack([np.asarray(of.of(values)) for of in (HIGH, TWO, ONE)])
    not_above = (parts[:, :, None] <= parts[:, None, :]).all(axis=0).sum(axis=1)
    return np.asarray(not_above == 1)  # only itself


def count_settings(rules: Rules, way: HouseWay, hands: SetArray) -> NDArray[np.int32]:
    """Return the undominated settings of hands: their values and their nets, then -1."""
    tables, stakes = rank_tables(rules).native, rules.stakes
    copies = rules.copies_go_to.native
    counted = np.full((len(hands), setting_count(rules), 2), -1, np.int32)
    for row, hand in zip(counted, hands.tolist(), strict=True):
        distinct = _native.setting_settings(tables, hand)
        values = np.array([value for value, _, _ in distinct], np.uint32)
        chosen = values[undominated(values)]
        outcomes = outcome_counts(way, complement(hand, DECK))
        scores = _native.setting_score(tables, way.native, outcomes, chosen, copies)
        row[: len(chosen), 0] = chosen
        row[: len(chosen), 1] = stakes.win * scores[:, 0] - stakes.loss * scores[:, 1]
    return counted


class WayCost(NamedTuple):
    """What a way costs against best play, from a random sample of hands."""

    cost_ev: float
    """The mean cost, as a part of the bet."""
    error: float
    """Half the width of its 95 % interval."""


class CountedHands:
    """Counted hands, with their settings in the order of preference of a way file."""

    def __init__(self, counted: NDArray[np.int32], rules: Rules, words: CardWords) -> None:
        there = counted[:, :, 0] >= 0
        self.size, self.rules, self.words = len(counted), rules, words
        self.bet = rules.stakes.loss * DEALER_HANDS
        """A bet on a hand, in the unit of costs."""
        values, nets = counted[there].T
        numbers = there.sum(axis=1)
        hand = np.repeat(np.arange(self.size), numbers)
        start = np.concatenate([[0], np.cumsum(numbers)])
        costs = np.maximum.reduceat(nets, start[:-1])[hand] - nets
        keys: list[NDArray[np.int64]] = [-np.asarray(of.of(values)) for of in (HIGH, TWO, ONE)]
        order = np.lexsort([*keys, hand])
        self.best = values[costs == 0]
        self.native = _native.SettingCountedHands(
            start.astype(np.uint32), values[order].astype(np.uint32), costs[order].astype(np.int32)
        )

    def play(self, lines: Sequence[Line]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """Return which line decides about each hand, and what its setting costs."""
        return self.native.play_lines(least_numbers(lines, self.rules))

    def with_line(self, lines: list[Line], added: Sequence[Line]) -> list[Line]:
        """Return the lines with the best one of `added` at its best place."""
        line, cost = self.play(lines)
        parts = np.array_split(least_numbers(added, self.rules), PARTS)
        tried = partial(self.native.try_lines, line=line, cost=cost, size=len(lines))
        change = np.concatenate(thread_map(tried, parts))
        words = self.words.word_cost * self.size * self.bet * np.array([*map(_words, added)])
        best, place = np.unravel_index(np.argmin(change + words[:, None]), change.shape)
        return [*lines[:place], added[int(best)], *lines[place:]]

    def costs(self, way: list[Line] | Steps) -> NDArray[np.int32]:
        """Return what the setting of each hand costs; a bet is `bet`."""
        if isinstance(way, dict):
            return self.native.play_points(*points_of_values(way, self.rules))
        return self.play(way)[1]

    def total(self, way: list[Line] | Steps) -> int:
        """Return the cost of all hands: a whole number, the same on every machine."""
        return int(self.costs(way).sum(dtype=np.int64))

    def mean_cost(self, way: list[Line] | Steps) -> WayCost:
        """Return the mean cost of the hands."""
        deviation = float(self.costs(way).std(ddof=1)) / self.bet
        mean = self.total(way) / (self.size * self.bet)
        return WayCost(mean, Z95 * deviation / self.size**0.5)


def _words(line: Line) -> int:
    """Return how much a line says: one for each hand, two for a hand with a rank after a word."""
    return sum(bool(text) + (text[-2:-1] == " ") for text in line)


def _near(line: Line, words: CardWords) -> list[Line]:
    """Return the lines that differ in one hand at most."""
    lines = []
    for at, part in enumerate(words.words):
        for text in words.words[part]:
            high, two, one = (text if place == at else line[place] for place in range(3))
            lines.append((high, two, one))
    return lines


def lists_of(hands: CountedHands, count: int) -> Iterator[list[Line]]:
    """Find a list of each length, from one line to `count`, or until a line more saves nothing."""
    names = hands.words.coarse
    coarse = [
        line_of(dict(zip(names, texts, strict=True)), hands.rules)
        for texts in product(*names.values())
    ]
    any_hands = line_of({}, hands.rules)
    lines = [any_hands]

    def total(lines: list[Line]) -> float:
        words = hands.words.word_cost * sum(map(_words, lines))
        return hands.total(lines) / (hands.size * hands.bet) + words

    def refined(lines: list[Line]) -> list[Line]:
        for at in range(len(lines) - 1):
            near = _near(lines[at], hands.words)
            lines = hands.with_line([*lines[:at], *lines[at + 1 :]], near)
        return lines

    while len(lines) < count:
        yield lines
        longer = refined(hands.with_line(lines, coarse))
        if any_hands in longer[:-1]:  # the best line to add decides what the last one would
            break
        lines = longer
    before = total(lines) + 1
    while total(lines) < 0.999 * before:
        before = total(lines)
        for at in range(len(lines) - 1):
            other = hands.with_line([*lines[:at], *lines[at + 1 :]], coarse)
            lines = min(lines, other, key=total)
        lines = refined(lines)
    yield lines


class _Place(NamedTuple):
    """A step of points: the hand of the setting, and its least hand."""

    part: str
    text: str


def _places(steps: Steps) -> list[_Place]:
    return [_Place(part, text) for part in steps for text in steps[part]]


def _without(steps: Steps, place: _Place) -> Steps:
    others = {text: n for text, n in steps[place.part].items() if text != place.text}
    return steps | {place.part: others}


def _moves(steps: Steps, place: _Place, words: Sequence[str]) -> Iterator[Steps]:
    """List the points that differ in one step: its number, its hand, or all numbers from it on."""
    part, text = place
    mine = steps[part]
    for change in (1, -1, 2, -2, 3, -3):
        yield steps | {part: mine | {text: mine[text] + change}}
    for at in (words.index(text) + change for change in (-2, -1, 1, 2)):
        if 0 < at < len(words) and words[at] not in mine:
            others = _without(steps, place)
            yield others | {part: others[part] | {words[at]: mine[text]}}
    for change in (1, -1):
        above = {t: n + change for t, n in mine.items() if words.index(t) >= words.index(text)}
        yield steps | {part: mine | above}


def rises(steps: Mapping[str, int], words: Sequence[str]) -> bool:
    """Return whether a better hand never gets fewer points."""
    numbers = [0, *(steps[text] for text in sorted(steps, key=words.index))]
    return numbers == sorted(numbers)


def points_of(hands: CountedHands, count: int) -> Iterator[Steps]:
    """Find points with ever fewer numbers, at last with `FEWEST_POINTS`."""
    words = hands.words.words
    steps: Steps = {part: {} for part in hands.rules.hands}
    for part, field in zip(steps, (HIGH, TWO, ONE), strict=False):
        played = np.sort(field.of(hands.best))
        for text in hands.words.first_steps[part]:
            below = np.searchsorted(played, least_number(part, text, hands.rules)) / len(played)
            steps[part][text] = round(SCALE * float(below))

    cost, before = hands.total(steps), -1
    while True:
        while cost != before:
            before = cost
            for place in _places(steps):
                part, text = place
                if text not in steps[part]:
                    continue
                for moved in _moves(steps, place, words[part]):
                    if text not in steps[part] or not rises(moved[part], words[part]):
                        continue
                    moved_cost = hands.total(moved)
                    if moved_cost < cost:
                        steps, cost = moved, moved_cost
        if len(_places(steps)) <= count:
            yield steps
        if len(_places(steps)) <= FEWEST_POINTS:
            return
        fewer = [_without(steps, place) for place in _places(steps)]
        steps = min(fewer, key=hands.total)
        cost = hands.total(steps)


@dataclass(frozen=True)
class Distilled:
    """A short house way, and what it costs."""

    text: str
    """The way as TOML."""
    curve: dict[int, WayCost]
    """What a way with this number of lines, or of points, costs against best play."""
    edge: Edge
    """The house edge against the way, over all deals."""
    house: Edge
    """The house edge against a player who plays as the dealer does, over all deals."""


def price(game: Game, card: list[Line] | Steps, curve: dict[int, WayCost]) -> Distilled:
    """Play the whole game with a card, and without each of its lines."""
    rules, dealer = game.rules, game.dealer

    def played(card: list[Line] | Steps) -> HouseWay:
        return make_way("the card", parse_card(way_text(card, rules), rules).choice(rules), rules)

    fewer = []
    size = f"{sum(map(len, card.values()))} points" if isinstance(card, dict) else ""
    if not isinstance(card, dict):
        fewer = [played([*card[:at], *card[at + 1 :]]) for at in range(len(card) - 1)]
        size = f"{len(card)} lines"
    edge, house, *without = game.edge_many([played(card), None, *fewer])
    change = edge.edge - house.edge
    about = (
        f"{size} against the dealer {dealer.name} under {rules.name}. The house edge is "
        f"{edge.edge:.4%}, {abs(change):.4%} {'less' if change < 0 else 'more'} than for "
        f"{dealer.name} itself."
    )
    about += " The last column is what leaving out the line costs." if fewer else ""
    costs = [shorter.edge - edge.edge for shorter in without]
    return Distilled(way_text(card, rules, about=about, costs=costs), curve, edge, house)


def distil(
    game: Game, words: CardWords, *, lines: int = 0, points: int = 0, samples: int, seed: int = 0
) -> Distilled:
    """Find a short house way that plays well: of `lines`, or of `points`."""
    rules = game.rules
    count = partial(count_settings, rules, game.dealer)
    counted = np.concatenate(thread_map(count, hand_chunks(samples, seed)))
    searched, held = (CountedHands(half, rules, words) for half in (counted[::2], counted[1::2]))
    ways: dict[int, list[Line] | Steps] = {}
    if lines:
        ways = {len(listed): listed for listed in lists_of(searched, lines)}
    else:
        ways = {len(_places(steps)): steps for steps in points_of(searched, points)}
    curve = {number: held.mean_cost(ways[number]) for number in sorted(ways)}
    return price(game, ways[max(ways)], curve)


class Recipe(NamedTuple):
    """How a card that ships was made."""

    game: Game
    lines: int
    points: int
    samples: int
    seed: int

    def distil(self) -> Distilled:
        """Make the card again."""
        return distil(
            self.game, CARD_WORDS[self.game.rules.game],
            lines=self.lines, points=self.points, samples=self.samples, seed=self.seed,
        )  # fmt: skip


BALANCED, FOXWOODS = asia.Game("casino", dealer="balanced"), paigow.Game(dealer="foxwoods")
CARDS: Mapping[tuple[str, str], Recipe] = {
    ("asia", "standard"): Recipe(BALANCED, 24, 0, 100_000, 1),
    ("asia", "points"): Recipe(BALANCED, 0, 24, 100_000, 1),
    ("asia", "short"): Recipe(BALANCED, 8, 0, 20_000, 1),
    ("paigow", "card"): Recipe(FOXWOODS, 24, 0, 40_000, 0),
    ("paigow", "points"): Recipe(FOXWOODS, 0, 24, 20_000, 0),
    ("paigow", "short"): Recipe(FOXWOODS, 8, 0, 20_000, 0),
}
"""The cards of the package, by game and name."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what the lengths of a card cost, and write the card."""
    parser = ArgumentParser(description="Make a card of the package again.")
    parser.add_argument("game", choices=sorted({game for game, _ in CARDS}))
    parser.add_argument("card", choices=sorted({card for _, card in CARDS}))
    parser.add_argument("--path", type=Path, help="a file for the TOML; otherwise it is printed")
    options = parser.parse_args(arguments)
    recipe = CARDS.get((options.game, options.card))
    if recipe is None:
        parser.error(f"{options.game} has no card {options.card}")
    made = recipe.distil()
    if options.path is None:
        print(made.text)
    else:
        options.path.write_text(made.text, encoding="utf-8")
    for size, cost in made.curve.items():
        print(f"{size:3} lines or points cost {100 * cost.cost_ev:.3f} ± {100 * cost.error:.3f} %")
    print(f"{made.edge}\n{made.house}")


if __name__ == "__main__":
    main()
