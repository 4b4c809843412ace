"""A PettingZoo environment: two agents take turns, and the environment rolls the dice.

    from astragal.ur.interop.environment import env
    game = env()
    game.reset(seed=1)

It needs the extra `rl` (`pip install 'astragal[rl]'`, or in a clone `make extras`). The
agents are `player_0` (A) and `player_1` (B).

An action is the place on the mover's path that a piece leaves: 0 is the hand, 1 the first square,
and so on; the roll says where it goes. The last action passes, and is legal only when no move is.
An observation is a dictionary: `action_mask`, and `observation`, a vector of small integers: the
roll, then for the agent and for its opponent: pieces in hand, pieces home, and a 0 or 1 for each
square of the path. The reward is 1 for the winner and -1 for the loser.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv

from astragal._checks import require_int, require_seed
from astragal.errors import BadInputError, quoted
from astragal.ur.moves import SIDES, Move
from astragal.ur.position import start
from astragal.ur.rules import FINKEL, Rules, find_rules, read_pieces

AGENTS = ("player_0", "player_1")


class UrEnvironment(AECEnv, EzPickle):  # type: ignore[misc]
    """The Royal Game of Ur for learning agents that take turns."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human"],
        "name": "royal_game_of_ur_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | str = FINKEL,
        pieces: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, rules, pieces, render_mode)
        super().__init__()
        self.rules = find_rules(rules)
        self.pieces = read_pieces(pieces, self.rules)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        length = len(self.rules.path)
        self._pass = length + 1
        self._roll_generator = np.random.default_rng()
        self._legal: dict[int, Move] = {}
        self.agent_selection = AGENTS[0]
        size = 1 + 2 * (2 + length)
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 7, (size,), np.int8),
                "action_mask": spaces.Box(0, 1, (self._pass + 1,), np.int8),
            }
        )
        self._observations = dict.fromkeys(AGENTS, space)
        self._actions = {agent: spaces.Discrete(self._pass + 1) for agent in AGENTS}

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of observations of an agent."""
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of actions of an agent."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the seed determines the dice."""
        if seed is not None:
            self._roll_generator = np.random.default_rng(require_seed(seed))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.position = start(self.rules, self.pieces)
        self._throw()

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Return the observation of an agent, and its action mask if it is to move."""
        own = SIDES[AGENTS.index(agent)]
        seen = [self._roll]
        for side in (own, own.other):
            seen += [self.position.hand(side), self.position.home(side)]
            path = self.rules.path_of(side)
            seen += [int(self.position.piece_at(square) == side) for square in path]
        mask = np.zeros(self._pass + 1, np.int8)
        if self.agents and agent == self.agent_selection and not self.terminations[agent]:
            mask[list(self._legal) or [self._pass]] = 1
        return {"observation": np.array(seen, np.int8), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        number = require_int(-1 if action is None else action, "action", 0, self._pass)
        if number == self._pass and not self._legal:
            move: Move | None = None
        elif number in self._legal:
            move = self._legal[number]
        else:
            raise BadInputError(f"action {quoted(action)} is not legal; see the action mask")
        self.position = self.position.play(move, self._roll)
        self._clear_rewards()
        winner = self.position.winner
        if winner is None:
            self._throw()
        else:
            self.rewards = {AGENTS[winner]: 1, AGENTS[winner.other]: -1}
            self.terminations = dict.fromkeys(AGENTS, True)
            self._legal = {}
            self.agent_selection = AGENTS[self.position.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draw the board: return it as text, or print it."""
        drawing = str(self.position.with_roll(self._roll))
        if self.render_mode == "human":
            print(drawing)
            return None
        return drawing

    def close(self) -> None:
        """Do nothing; PettingZoo asks for this method."""

    def _throw(self) -> None:
        self._roll = self.position.throw(self._roll_generator)
        self.agent_selection = AGENTS[self.position.turn]
        path = self.rules.path_of(self.position.turn)
        self._legal = {
            0 if move.source == "hand" else path.index(move.source) + 1: move
            for move in self.position.moves(self._roll)
        }


env = UrEnvironment
"""The name by which PettingZoo's libraries make an environment."""
