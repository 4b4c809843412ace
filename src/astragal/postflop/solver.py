"""The solver: discounted counterfactual regret minimisation over vectors of hands.

See docs/postflop-how.md for the algorithm. postflop/certificate.py certifies the solutions, and
shares no code with the solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.errors import BadInputError, quoted
from astragal.jobs.threads import thread_count
from astragal.poker.tables import tables_for
from astragal.postflop.bets import PLAYERS
from astragal.postflop.certificate import Game, StoredStrategy
from astragal.postflop.isomorphism import DealTable, deal_table

BEST_WIDTH = -1
"""Lanes in the widest vectors of the processor; 0 plain loops, 1 narrow vectors, 2 wide ones."""


@dataclass(frozen=True, slots=True)
class SolverSize:
    """How big a solve is, before anything is allocated."""

    memory: int
    """Bytes that the solver allocates."""
    decisions: int
    """Decisions of both players, after all stored deals."""
    pairs: int
    """Pairs of a hand and an action, at all these decisions: each has a regret and an average."""
    stored_deals: tuple[int, ...]
    """The deals of each street, from the root's, that are solved."""
    deals: tuple[int, ...]
    """The deals of each street that are possible."""


class Solver:
    """A solve of a spot. Iterate, look at the estimate, and certify the stored strategy.

    The same spot has the same bits after the same number of iterations, for any number of threads.
    One thread at a time may call a solver's methods.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int | None = None,
        isomorphism: bool = True,
        width: int = BEST_WIDTH,
    ) -> None:
        """Prepare a solve. Nothing big is allocated before the first iteration.

        `isomorphism` solves only one of several deals that differ by exchangeable suits; it has no
        effect where locks or ranges tell the suits apart.
        """
        tree = game.tree
        self.game = game
        self._table = deal_table(game, isomorphism=isomorphism)
        (oop, ip), (oop_weights, ip_weights) = game.hands, game.weights
        self._native = _native.PostflopSolver(
            tables_for(),
            tree.kind,
            game.level,
            tree.first_child,
            tree.children,
            tree.put_in,
            tree.folded,
            list(self._table.deals),
            *self._table.permutations,
            board=game.board,
            oop=oop,
            oop_weights=oop_weights,
            ip=ip,
            ip_weights=ip_weights,
            pot=float(game.pot),
            rake_rate=game.rake_rate,
            rake_cap=game.rake_cap,
            locks=_stored_locks(game, self._table),
            threads=thread_count(threads),
            width=width,
        )

    @property
    def size(self) -> SolverSize:
        """The size of this solve."""
        counts = [rows[:, 0] for rows in self._table.deals]
        return SolverSize(
            memory=self._native.bytes,
            decisions=self._native.decisions,
            pairs=self._native.pairs,
            stored_deals=tuple(int(rows.max()) + 1 for rows in counts),
            deals=tuple(int((rows >= 0).sum()) for rows in counts),
        )

    @property
    def iterations(self) -> int:
        """Iterations so far."""
        return self._native.iterations

    def iterate(self, iterations: int = 1) -> None:
        """Run some iterations; Ctrl-C ends them after the current one."""
        for _ in range(iterations):
            self._native.iterate()

    def exploitability(self) -> float:
        """Estimate the exploitability of the averages so far, in the units of the pot.

        The estimate is in single precision; only a certificate is a proof. It takes less time than
        an iteration.
        """
        return self._native.exploitability() * self.game.chip

    def stored(self) -> StoredStrategy:
        """Return the averages, a view that further iterations change."""
        self._native.allocate()
        return self._stored((self._native.averages(0), self._native.averages(1)))

    def regrets(self) -> StoredStrategy:
        """Return the regrets, a view that further iterations change."""
        self._native.allocate()
        return self._stored((self._native.regrets(0), self._native.regrets(1)))

    def _stored(self, values: tuple[NDArray[np.float32], NDArray[np.float32]]) -> StoredStrategy:
        start, step = self._native.places(self.game.tree.kind, self.game.level)
        return StoredStrategy(
            values=values,
            start=start,
            step=step,
            deals=self._table.deals,
            permutations=self._table.permutations,
            stride=self._native.stride,
        )

    def state(self) -> dict[str, NDArray[np.float32]]:
        """Return regrets and averages, from which a solve resumes; views, not copies."""
        self._native.allocate()
        arrays = {}
        for player, name in enumerate(PLAYERS):
            arrays[f"{name}_regrets"] = self._native.regrets(player)
            arrays[f"{name}_averages"] = self._native.averages(player)
        return arrays

    def restore(self, iterations: int, state: Mapping[str, NDArray[np.float32]]) -> None:
        """Go on from the state of a solver of the same game: later bits are the same."""
        own = self.state()
        for name, array in own.items():
            given = state.get(name)
            if given is None or given.shape != array.shape or given.dtype != array.dtype:
                raise BadInputError(f"the state has no array {quoted(name)} of this spot")
            array[...] = given
        self._native.resume(iterations)


def solver_size(game: Game, *, threads: int | None = None, isomorphism: bool = True) -> SolverSize:
    """Return how big a solve would be; this takes milliseconds and little memory."""
    return Solver(game, threads=threads, isomorphism=isomorphism).size


def _stored_locks(game: Game, table: DealTable) -> list[tuple[int, int, NDArray[np.float64]]]:
    """Return the locks of stored deals; isomorphism keeps those of mirrored deals in step."""
    locks = []
    for lock in game.locks:
        deal, permutation = table.deals[int(game.level[lock.node])][lock.deal]
        if deal >= 0 and permutation == 0:
            locks.append((lock.node, int(deal), lock.rows.ravel()))
    return locks
