"""Pay tables of side bets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from astragal._checks import require_name
from astragal.errors import BadInputError, quoted

MOST_PAID = 10**9


def read_pays(pays: Mapping[str, float], lines: Sequence[str]) -> dict[str, float]:
    """Return a pay table, to one, in the order of its bet's lines; those left out pay nothing.

    >>> read_pays({"K": 6, "9": 100}, ["9", "T", "K"])
    {'9': 100, 'K': 6}
    """
    if not isinstance(pays, Mapping) or not pays:
        raise BadInputError(
            f"pays must be a pay table like {{{quoted(lines[0])}: 100}}, not {quoted(pays)}"
        )
    for line, number in pays.items():
        require_name(line, lines, "line of the pay table")
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise BadInputError(f"pays of {quoted(line)} must be a number, not {quoted(number)}")
        if not 0 <= number <= MOST_PAID:
            raise BadInputError(
                f"pays of {quoted(line)} must be from 0 to {MOST_PAID:,}, not {quoted(number)}"
            )
    return {line: pays[line] for line in lines if line in pays}
