"""Heads-up postflop play, slow and obvious: every deal and every pair of hands by itself.

A game is a tree of nodes. An end has two matrices: what each player gets, for each pair of hands,
times the chance of these hands and of the cards dealt. A strategy is a function of a decision that
gives a row of probabilities for each action, one for each hand. Kuhn's and Leduc poker and other
games without a 52-card deck are such trees too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.equity import best_value
from reference.postflop_tree import Line, actions, after, money, put_in, root

Matrix = NDArray[np.float64]
Hand = tuple[int, int]


@dataclass(frozen=True)
class End:
    payoffs: tuple[Matrix, Matrix]


@dataclass(frozen=True)
class Chance:
    children: Callable[[], Iterator["Node"]]


@dataclass(frozen=True)
class Decision:
    player: int
    line: tuple[str, ...]  # actions and cards since the root
    actions: tuple[str, ...]
    child: Callable[[str], "Node"]


Node = End | Chance | Decision
Strategy = Callable[[Decision], Matrix]


def uniform(sizes: tuple[int, int]) -> Strategy:
    """Return the strategy that plays each action equally often."""
    return lambda node: np.full((len(node.actions), sizes[node.player]), 1 / len(node.actions))


def first_action(sizes: tuple[int, int]) -> Strategy:
    """Return the strategy that always folds, and checks where nothing was bet."""
    return lambda node: np.eye(len(node.actions))[0][:, None].repeat(sizes[node.player], 1)


def added(parts: Iterable[Matrix]) -> Matrix:
    """Return the sum of the rows."""
    first, *others = parts
    total = first.copy()
    for part in others:
        total += part
    return total


def greatest(parts: Iterable[Matrix]) -> Matrix:
    """Return the greatest of each column."""
    best: Matrix = np.max([*parts], axis=0)
    return best


def every_hand(node: Decision) -> bool:
    return True


def values(  # noqa: PLR0917
    node: Node,
    player: int,
    reach: Matrix,
    strategy: Strategy,
    best: bool,
    is_free: Callable[[Decision], Any] = every_hand,
) -> Matrix:
    """Return what each hand of `player` gets: he plays `strategy`, or the best there is against it.

    `reach` is how often the opponent plays to this node with each of his hands. Hands that are not
    free at a decision play `strategy` there.
    """

    def below(child: Node, reach: Matrix) -> Matrix:
        return values(child, player, reach, strategy, best, is_free)

    if isinstance(node, End):
        payoffs = node.payoffs[player]
        return payoffs @ reach if player == 0 else payoffs.T @ reach
    if isinstance(node, Chance):
        return added(below(child, reach) for child in node.children())
    rows = strategy(node)
    if node.player != player:
        return added(
            below(node.child(action), reach * row)
            for action, row in zip(node.actions, rows, strict=True)
        )
    parts = [below(node.child(action), reach) for action in node.actions]
    mixed = added(row * part for row, part in zip(rows, parts, strict=True))
    if not best:
        return mixed
    return np.where(is_free(node), greatest(parts), mixed)


def figures(tree: Node, sizes: tuple[int, int], strategy: Strategy) -> dict[str, float]:
    """Return the fields of `uniform` in the data, for any strategy."""
    ev, best = [], []
    for player in (0, 1):
        reach = np.ones(sizes[1 - player])
        ev.append(float(values(tree, player, reach, strategy, best=False).sum()))
        best.append(float(values(tree, player, reach, strategy, best=True).sum()))
    return {
        "ev_oop": ev[0],
        "ev_ip": ev[1],
        "best_response_oop": best[0],
        "best_response_ip": best[1],
        "exploitability": (best[0] - ev[0] + best[1] - ev[1]) / 2,
    }


# ---- Hold'em ------------------------------------------------------------------------------------


def parse_hand(text: str) -> Hand:
    first, second = sorted(
        "23456789TJQKA".index(text[i]) * 4 + "cdhs".index(text[i + 1]) for i in (0, 2)
    )
    return first, second


def parse_board(text: str) -> tuple[int, ...]:
    plain = text.replace(" ", "")
    return tuple(
        "23456789TJQKA".index(plain[i]) * 4 + "cdhs".index(plain[i + 1])
        for i in range(0, len(plain), 2)
    )


def card_name(card: int) -> str:
    return "23456789TJQKA"[card // 4] + "cdhs"[card % 4]


@cache
def strength(hand: Hand, board: tuple[int, ...]) -> tuple[int, list[int]]:
    return best_value(hand, tuple(sorted(board)), "holdem")


class Holdem:
    """A spot of the data. Hands of a player ascend by their set of cards as a number."""

    def __init__(
        self, spot: Mapping[str, Any], ranges: tuple[Mapping[Hand, float], ...] = ()
    ) -> None:
        self.spot = spot
        self.board = parse_board(spot["board"])
        ranges = ranges or tuple(
            {parse_hand(text): weight for text, weight in spot[player].items()}
            for player in ("oop", "ip")
        )
        self.ranges = tuple(
            {
                hand: one[hand]
                for hand in sorted(one, key=lambda hand: sum(1 << card for card in hand))
                if not {*hand} & {*self.board}
            }
            for one in ranges
        )
        self.hands = tuple([*one] for one in self.ranges)
        self.sizes = (len(self.hands[0]), len(self.hands[1]))
        joint = np.outer([*self.ranges[0].values()], [*self.ranges[1].values()])
        for i, mine in enumerate(self.hands[0]):
            for j, yours in enumerate(self.hands[1]):
                if {*mine} & {*yours}:
                    joint[i, j] = 0
        self.joint = joint / joint.sum()
        self.shares = cache(self._shares)

    def chances(self, dealt: tuple[int, ...]) -> Matrix:
        """Return the chance of each pair of hands and of the cards dealt, 0 if they overlap."""
        alive = [np.array([not {*hand} & {*dealt} for hand in one]) for one in self.hands]
        chance: Matrix = self.joint * np.outer(*alive)
        for left in range(48 - len(self.board), 48 - len(self.board) - len(dealt), -1):
            chance = chance / left
        return chance

    def _shares(self, dealt: tuple[int, ...]) -> tuple[Matrix, Matrix, Matrix]:
        """Return the chances that oop wins, ties and loses, over all ways to complete the board."""
        missing = 5 - len(self.board) - len(dealt)
        used = {*self.board, *dealt}
        shares = [np.zeros(self.sizes) for _ in range(3)]
        for rest in permutations([card for card in range(52) if card not in used], missing):
            board = (*self.board, *dealt, *rest)
            mine, yours = ([self._rank(hand, board) for hand in one] for one in self.hands)
            order = {value: n for n, value in enumerate(sorted({*mine, *yours}))}
            sign = np.subtract.outer([order[v] for v in mine], [order[v] for v in yours])
            chance = self.chances((*dealt, *rest))
            shares[0] += chance * (sign > 0)
            shares[1] += chance * (sign == 0)
            shares[2] += chance * (sign < 0)
        return shares[0], shares[1], shares[2]

    @staticmethod
    def _rank(hand: Hand, board: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        if {*hand} & {*board}:
            return -1, ()
        category, ranks = strength(hand, board)
        return category, tuple(ranks)

    def tree(
        self, line: Line | None = None, dealt: tuple[int, ...] = (), path: tuple[str, ...] = ()
    ) -> Node:
        """Return the node of a line, with the cards dealt so far."""
        line = line or root(self.spot)
        if line.end == "fold":
            win, _, lose = money(self.spot, min(put_in(line)))
            chance = self.chances(dealt)
            return End(
                (
                    chance * (lose if line.folded == 0 else win),
                    chance * (win if line.folded == 0 else lose),
                )
            )
        if line.end == "showdown":
            win, tie, lose = money(self.spot, line.before)
            wins, ties, losses = self.shares(dealt)
            return End(
                (wins * win + ties * tie + losses * lose, wins * lose + ties * tie + losses * win)
            )
        if line.end == "chance":
            used = {*self.board, *dealt}

            def children() -> Iterator[Node]:
                for card in range(52):
                    if card not in used:
                        yield self.tree(
                            after(self.spot, line, "/"), (*dealt, card), (*path, card_name(card))
                        )

            return Chance(children)
        return Decision(
            line.to_act,
            path,
            tuple(actions(self.spot, line)),
            lambda action: self.tree(after(self.spot, line, action), dealt, (*path, action)),
        )


# ---- Games with few cards -----------------------------------------------------------------------

KUHN: dict[str, Any] = {  # ante 1, bet 1: the pot is 2, one chip is left
    "street": "river", "pot": 2, "stack": 1, "max_raises": None, "add_allin": 0, "force_allin": 0,
    "merge": 0, "bets": {"river": {"oop": ["a"], "ip": ["a"]}}, "donk": {"river": None},
    "raises": {"river": {"oop": [], "ip": []}},
}  # fmt: skip
LEDUC_SIZES = {
    "turn": {"oop": ["2c"], "ip": ["2c"]},
    "river": {"oop": ["4c"], "ip": ["4c"]},
}
LEDUC: dict[str, Any] = {  # ante 1, bets of 2 and 4, one raise a street
    "street": "turn", "pot": 2, "stack": 12, "max_raises": 1, "add_allin": 0, "force_allin": 0,
    "merge": 0, "donk": {"turn": None, "river": None}, "bets": LEDUC_SIZES, "raises": LEDUC_SIZES,
}  # fmt: skip


@dataclass(frozen=True)
class SmallGame:
    """A game of one card each, the higher wins, a pair with the card on the table wins more.

    `deck` has the rank of each card. Oop is dealt one of `first`, ip one of `second`.
    """

    spot: Mapping[str, Any]
    deck: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]

    @property
    def sizes(self) -> tuple[int, int]:
        return len(self.first), len(self.second)

    def tree(
        self, line: Line | None = None, card: int | None = None, path: tuple[str, ...] = ()
    ) -> Node:
        line = line or root(self.spot)
        if line.end == "chance":

            def children() -> Iterator[Node]:
                for dealt in range(len(self.deck)):
                    yield self.tree(after(self.spot, line, "/"), dealt, (*path, str(dealt)))

            return Chance(children)
        if not line.end:
            return Decision(
                line.to_act,
                path,
                tuple(actions(self.spot, line)),
                lambda action: self.tree(after(self.spot, line, action), card, (*path, action)),
            )
        payoffs = np.zeros((2, *self.sizes))
        pairs = [
            (i, j) for i, a in enumerate(self.first) for j, b in enumerate(self.second) if a != b
        ]
        for i, j in pairs:
            mine, yours = self.first[i], self.second[j]
            chance = 1 / len(pairs)
            if card is not None:
                chance = 0 if card in {mine, yours} else chance / (len(self.deck) - 2)
            win, tie, lose = money(self.spot, min(put_in(line)))
            values = [
                (card is not None and self.deck[card] == self.deck[own], self.deck[own])
                for own in (mine, yours)
            ]
            if line.end == "fold":
                got = (lose, win) if line.folded == 0 else (win, lose)
            elif values[0] == values[1]:
                got = (tie, tie)
            else:
                got = (win, lose) if values[0] > values[1] else (lose, win)
            payoffs[:, i, j] = np.multiply(got, chance)
        return End((payoffs[0], payoffs[1]))


def kuhn() -> SmallGame:
    return SmallGame(KUHN, (0, 1, 2), (0, 1, 2), (0, 1, 2))


def leduc() -> SmallGame:
    return SmallGame(LEDUC, (0, 0, 1, 1, 2, 2), (0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5))


def half_street(
    pot: int, bet: int, first: tuple[int, ...], second: tuple[int, ...], deck: tuple[int, ...]
) -> SmallGame:
    """Return a game in which only oop may bet, once; ip calls or folds."""
    spot = {
        **KUHN, "pot": pot, "stack": bet, "bets": {"river": {"oop": ["a"], "ip": []}},
    }  # fmt: skip
    return SmallGame(spot, deck, first, second)


def akq(pot: int) -> SmallGame:
    """Ace, king and queen, one card each, one bet of 1 by oop."""
    return half_street(pot, 1, (0, 1, 2), (0, 1, 2), (0, 1, 2))


def clairvoyance(pot: int, bet: int) -> SmallGame:
    """Oop has the nuts or air, equally often; ip has a hand between them."""
    return half_street(pot, bet, (2, 0), (1,), (0, 1, 2))


# ---- Counterfactual regret minimisation ---------------------------------------------------------


class Solved:
    """The average strategy of plain CFR, alternating, weighted by iteration and own reach."""

    def __init__(self, tree: Node, sizes: tuple[int, int], iterations: int) -> None:
        self.sizes = sizes
        self.regrets: dict[tuple[str, ...], Matrix] = {}
        self.sums: dict[tuple[str, ...], Matrix] = {}
        for iteration in range(1, iterations + 1):
            for player in (0, 1):
                self._walk(
                    tree, player, np.ones(sizes[player]), np.ones(sizes[1 - player]), iteration
                )

    def __call__(self, node: Decision) -> Matrix:
        sums = self.sums[node.line]
        total = sums.sum(axis=0)
        return np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / len(sums))

    def current(self, node: Decision) -> Matrix:
        shape = len(node.actions), self.sizes[node.player]
        positive = np.maximum(self.regrets.setdefault(node.line, np.zeros(shape)), 0)
        total = positive.sum(axis=0)
        return np.where(total > 0, positive / np.where(total > 0, total, 1), 1 / shape[0])

    def _walk(self, node: Node, player: int, own: Matrix, reach: Matrix, weight: int) -> Matrix:
        if isinstance(node, End):
            return values(node, player, reach, self, best=False)
        if isinstance(node, Chance):
            return added(self._walk(child, player, own, reach, weight) for child in node.children())
        rows = self.current(node)
        if node.player != player:
            parts = [
                self._walk(node.child(action), player, own, reach * row, weight)
                for action, row in zip(node.actions, rows, strict=True)
            ]
            return added(parts)
        parts = [
            self._walk(node.child(action), player, own * row, reach, weight)
            for action, row in zip(node.actions, rows, strict=True)
        ]
        value = added(row * part for row, part in zip(rows, parts, strict=True))
        # CFR+: regrets never fall below 0, averages grow with the iteration.
        self.regrets[node.line] = np.maximum(self.regrets[node.line] + parts - value, 0)
        self.sums[node.line] = self.sums.get(node.line, 0) + weight * rows * own
        return value


def decisions(node: Node) -> Iterator[Decision]:
    """Yield every decision of a tree, depth first."""
    if isinstance(node, Chance):
        for child in node.children():
            yield from decisions(child)
    elif isinstance(node, Decision):
        yield node
        for action in node.actions:
            yield from decisions(node.child(action))
