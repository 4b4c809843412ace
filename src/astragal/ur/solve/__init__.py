"""The strong solution: its plan, the solve of each layer, and the bound on the error.

>>> from astragal.ur.solve import plan
>>> plan("finkel", pieces=2).states
12869
"""

from astragal.ur.solve.estimate import measure_plan
from astragal.ur.solve.plan import Plan, plan
from astragal.ur.solve.solving import solve, solve_plan
from astragal.ur.solve.summary import SolveSummary

__all__ = ["Plan", "SolveSummary", "measure_plan", "plan", "solve", "solve_plan"]
