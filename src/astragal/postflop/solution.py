"""A solution: a strategy of both players, and its certificate."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Literal, TypeAlias, cast, get_args

import numpy as np
from typing_extensions import TypedDict

from astragal._checks import require_flag, require_instance, require_name
from astragal._results import Result
from astragal.errors import BadInputError, TableMismatchError, quoted
from astragal.postflop.best_response import BestResponse
from astragal.postflop.bets import PLAYERS, Player
from astragal.postflop.certificate import (
    ByPlayer,
    ByPlayerJson,
    Certificate,
    StoredStrategy,
    by_player,
    certify_stored,
    certify_with_hands,
)
from astragal.postflop.files import REBUILD, copied, read_solution, with_bits, write_solution
from astragal.postflop.lines import player_at
from astragal.postflop.node import Node, PostflopNodeJson, mean, node_at
from astragal.postflop.spot import Spot, SpotJson, spot_of
from astragal.postflop.strategies import StrategyLike, stored_strategy
from astragal.progress import Progress
from astragal.store.canonical import Parameters
from astragal.store.files import check_file

Ending: TypeAlias = Literal["target", "iterations", "stalled", "stopped"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
_WHY = {
    "target": "the target is met",
    "iterations": "that many were asked for",
    "stalled": "1,000 iterations improved less than 1 %",
    "stopped": "stopped before the target was met",
}


class SolutionJson(TypedDict):
    """A solution; amounts are in the units of the pot."""

    spot: SpotJson
    ev: ByPlayerJson
    """The EV of each player at the root."""
    exploitability: float
    """Half the sum of both gains."""
    gain: ByPlayerJson
    """The gain of each player's best response to the other's strategy."""
    at_most: float
    """Nobody can gain more."""
    certified: bool
    """Whether best responses in double precision have proved these figures."""
    rake: bool
    """Whether there is rake: then EVs do not add up to the pot."""
    locked: bool
    """Whether hands are locked: then the gains hold for the game with these locks."""
    iterations: int
    seconds: float
    """The time of the solve."""
    ended: str
    """target, iterations, stalled (1,000 iterations improved less than 1 %) or stopped."""
    stopped: bool
    """Whether Ctrl-C has ended the solve."""


class SolvedNodeJson(SolutionJson, PostflopNodeJson):
    """A solution and one of its nodes."""


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Result):
    """A strategy of both players for a spot, and its certificate."""

    spot: Spot
    certificate: Certificate
    strategy: StoredStrategy
    """The numbers of both players' strategies, as the certificate reads them."""
    iterations: int = 0
    seconds: float = 0.0
    ended: Ending = "target"
    """Why the solve ended: target, iterations, stalled or stopped."""
    regrets: StoredStrategy | None = None
    """The regrets, from which `resume` goes on; None if the file was saved without them."""

    @property
    def ev(self) -> ByPlayer[float]:
        """The EV of each player at the root."""
        return self.certificate.ev

    @property
    def gain(self) -> ByPlayer[float]:
        """The gain of each player's best response to the other's strategy."""
        return self.certificate.gain

    @property
    def exploitability(self) -> float:
        """Half the sum of both gains."""
        return self.certificate.exploitability

    @property
    def at_most(self) -> float:
        """Nobody can gain more: proved."""
        return self.certificate.at_most

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C has ended the solve before its target was met."""
        return self.ended == "stopped"

    def node(self, line: str = "", *, threads: int | None = None) -> Node:
        """Return the strategy and the values of both players after a line.

        A line is actions and cards, "check, bet 100, call, 2c", or their short forms, "x b100 c
        2c".
        """
        return node_at(self.spot.game, self.strategy, self.spot.place(line), threads=threads)

    def best_response(self, player: Player, *, threads: int | None = None) -> BestResponse:
        """Return a player's best response to the opponent's strategy, with its EV."""
        number = PLAYERS.index(require_name(player, PLAYERS, "player"))
        game = self.spot.game
        _, hands = certify_with_hands(game, self.strategy, threads=threads)
        weights = game.weights[number] * hands.weight[number]
        return BestResponse(
            player=PLAYERS[number],
            ev=mean(hands.ev[number], weights),
            best_ev=mean(hands.best_response[number], weights),
            hands=game.hands[number],
            weights=weights,
            evs=hands.ev[number],
            best_evs=hands.best_response[number],
        )

    def save(
        self, path: str | PathLike[str], *, bits: int = 16, regrets: bool = False
    ) -> Certificate:
        """Save the solution, and return the certificate of the numbers in the file.

        Probabilities have 16 bits, or 8. With `regrets`, the file has the 32-bit numbers of the
        solver instead, and `resume` can go on from it.
        """
        check_file(path)
        require_flag(regrets, "regrets")
        game = self.spot.game
        if regrets:
            strategy, kept = copied(game, self.strategy), self._regrets()
            copy = copied(game, kept)
        else:
            strategy, copy = with_bits(game, self.strategy, bits), None
        certificate = certify_stored(game, strategy)
        write_solution(
            path,
            game,
            strategy,
            spot=self.spot.parameters,
            notes={
                "iterations": self.iterations,
                "seconds": self.seconds,
                "ended": self.ended,
                "certificate": cast("Parameters", certificate.to_dict()),
            },
            regrets=copy,
        )
        return certificate

    def resume(
        self,
        target: str = "0.5%",
        *,
        iterations: int | None = None,
        threads: int | None = None,
        progress: Progress = False,
    ) -> Solution:
        """Solve on from this solution; needs the regrets of a solve or of a file with regrets."""
        from astragal.postflop.solving import resume  # it needs solutions

        return resume(
            self, self._regrets(), target, iterations=iterations, threads=threads, progress=progress
        )

    def _regrets(self) -> StoredStrategy:
        if self.regrets is None:
            raise BadInputError(
                "this solution has no regrets to resume from: save it with regrets=True"
            )
        return self.regrets

    def to_dict(self) -> SolutionJson:
        """Return the spot and the figures; nodes have the strategies."""
        figures = self.certificate.to_dict()
        return {
            "spot": self.spot.to_dict(),
            "ev": by_player(self.certificate.ev),
            "exploitability": self.exploitability,
            "gain": figures["gain"],
            "at_most": figures["at_most"],
            "certified": True,
            "rake": figures["rake"],
            "locked": figures["locked"],
            "iterations": self.iterations,
            "seconds": self.seconds,
            "ended": self.ended,
            "stopped": self.stopped,
        }

    def __repr__(self) -> str:
        share = 100 * self.exploitability / self.spot.pot
        return f"<Solution of {self.spot!r}, exploitability {share:.3g} %>"

    def __str__(self) -> str:
        return (
            f"{self.spot}\n{self.certificate}\n"
            f"{self.iterations:,} iterations in {self.seconds:,.1f} s: {_WHY[self.ended]}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class SolvedNode(Result):
    """A solution and one of its nodes: the answer of `astragal postflop`."""

    solution: Solution
    node: Node

    def to_dict(self) -> SolvedNodeJson:
        """Return the JSON of the solution and of the node."""
        return {**self.solution.to_dict(), **self.node.to_dict()}

    def __repr__(self) -> str:
        return f"<SolvedNode {self.solution!r}: {self.node!r}>"

    def __str__(self) -> str:
        return f"{self.solution}\n\n{self.node}"


def open_solution(path: str | PathLike[str], *, threads: int | None = None) -> Solution:
    """Read a solution from a file, and certify it again."""
    read = read_solution(path)
    spot = spot_of(read.spot)
    for hands, (stored, _) in zip(spot.game.hands, read.ranges, strict=True):
        if not np.array_equal(hands, stored):
            raise TableMismatchError(f"{path}: its ranges were read differently; {REBUILD}")
    iterations, seconds, ended = (read.notes[name] for name in ("iterations", "seconds", "ended"))
    assert isinstance(iterations, int)  # the directory has a checksum
    assert isinstance(seconds, float | int)
    assert ended in ENDINGS
    return Solution(
        spot=spot,
        certificate=certify_stored(spot.game, read.strategy, threads=threads),
        strategy=read.strategy,
        iterations=iterations,
        seconds=float(seconds),
        ended=ended,
        regrets=read.regrets,
    )


def certify(spot: Spot, strategy: StrategyLike, *, threads: int | None = None) -> Certificate:
    """Return how much both players can gain against a strategy of somebody else.

    `strategy` is a function of a `Choice` that returns an array of hands x actions, or the
    probabilities by hand: {"AhKh": [0.5, 0.5], ...}. Or it is a mapping from lines to such arrays
    or probabilities, the content of TexasSolver's JSON, or the name of a JSON file with either.

    >>> import numpy as np
    >>> spot = Spot("7s6s2d2c3h", oop="AA, 55", ip="KK", pot=100, stack=100, bets={"oop": "a"})
    >>> def uniform(choice):
    ...     return np.full((len(choice.hands), len(choice.actions)), 1 / len(choice.actions))
    >>> print(certify(spot, uniform))
    EV: 62.5000 out of position, 37.5000 in position
    exploitability: 12.5000, 12.5000 % of the pot
    nobody can gain more than 12.5001: proved
    """
    require_instance(spot, Spot, "postflop.Spot(...) makes one")
    game = spot.game

    def place_of(line: str) -> tuple[int, int]:
        place = spot.place(line)
        if player_at(game.tree, place) is None:
            raise BadInputError(f"nobody decides after {quoted(line)}: a card comes")
        return place.node, place.deal

    return certify_stored(game, stored_strategy(game, strategy, place_of), threads=threads)
