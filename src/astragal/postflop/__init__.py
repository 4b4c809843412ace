"""Heads-up hold'em from a flop, turn or river, solved to a proved bound.

>>> spot = Spot("Td 9d 6h Qc 2s", oop="QQ, 87s", ip="AT, KQ", pot=100, stack=100, bets="a")
>>> solution = spot.solve("0.1%")
>>> solution.exploitability <= 0.1
True
>>> node = solution.node("check")
>>> node.player, [str(action) for action in node.actions]
('ip', ['check', 'all-in 100'])
"""

from astragal.postflop.best_response import BestResponse
from astragal.postflop.certificate import ByPlayer, Certificate
from astragal.postflop.node import Node
from astragal.postflop.plan import Plan
from astragal.postflop.report import Boards, report
from astragal.postflop.solution import Solution, certify, open_solution
from astragal.postflop.spot import Spot
from astragal.postflop.strategies import Choice
from astragal.postflop.tree import Action

__all__ = [
    "Action", "BestResponse", "Boards", "ByPlayer", "Certificate", "Choice", "Node", "Plan",
    "Solution", "Spot", "certify", "open_solution", "report",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
