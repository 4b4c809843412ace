"""The check of a layout: overlaps, gaps and false claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from typing_extensions import TypedDict

from astragal._frames import Booleans, Library, Texts, make_frame
from astragal._results import Result
from astragal._tables import html_table
from astragal.layout.catalog import AnyLayout, find_layout
from astragal.layout.field import FieldValue, bits_name
from astragal.layout.word import (
    Ascending,
    BitsJson,
    Claim,
    Layout,
    Overlap,
    OverlapJson,
    Unused,
)


class ClaimCheckJson(TypedDict):
    """The check of a claim."""

    says: str
    """The claim in words."""
    holds: bool
    objections: list[str]
    """The reasons why the claim is false; empty if it holds."""


class LayoutCheckJson(TypedDict):
    """The result of `layout check`."""

    layout: str
    """The name of the layout."""
    sound: bool
    """Whether no fields overlap and every claim holds."""
    overlaps: list[OverlapJson]
    gaps: list[BitsJson]
    """Bits without a field; a gap is not an error."""
    claims: list[ClaimCheckJson]


@dataclass(frozen=True, slots=True)
class ClaimCheck(Result):
    """A claim and the objections to it; a true claim has none."""

    claim: Claim
    objections: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether there are no objections."""
        return not self.objections

    def __str__(self) -> str:
        return f"{self.claim}: {'holds' if self.holds else 'does not hold'}"

    def to_dict(self) -> ClaimCheckJson:
        """Return the claim, as `layout check --json` lists it."""
        return {
            "says": str(self.claim),
            "holds": self.holds,
            "objections": list(self.objections),
        }


@dataclass(frozen=True, slots=True, repr=False)
class LayoutCheck(Result):
    """The result of `check`."""

    layout: Layout
    overlaps: tuple[Overlap, ...]
    gaps: tuple[Unused, ...]
    """Bits without a field; a gap is not an error."""
    claims: tuple[ClaimCheck, ...]

    @property
    def sound(self) -> bool:
        """Whether no fields overlap and every claim holds."""
        return not self.overlaps and all(claim.holds for claim in self.claims)

    @property
    def verdict(self) -> str:
        """The result in one sentence."""
        return f"{self.layout.name} is {'sound' if self.sound else 'not sound'}"

    def _rows(self) -> Iterator[tuple[str, str]]:
        yield from (("overlap", str(overlap)) for overlap in self.overlaps)
        for claim in self.claims:
            yield "claim", str(claim)
            yield from (("", f"  {objection}") for objection in claim.objections)
        if self.gaps:
            yield "free", f"bits {', '.join(bits_name(gap.low, gap.high) for gap in self.gaps)}"

    def __str__(self) -> str:
        return "\n".join([*(f"{kind:<9}{text}" for kind, text in self._rows()), self.verdict])

    def __repr__(self) -> str:
        broken = sum(not claim.holds for claim in self.claims)
        counts = f"{len(self.overlaps)} overlaps, {broken} broken claims"
        return f"<LayoutCheck: {self.verdict}; {counts}>"

    def to_dict(self) -> LayoutCheckJson:
        """Return the result, as `layout check --json` prints it."""
        return {
            "layout": self.layout.name,
            "sound": self.sound,
            "overlaps": [overlap.to_dict() for overlap in self.overlaps],
            "gaps": [gap.to_dict() for gap in self.gaps],
            "claims": [claim.to_dict() for claim in self.claims],
        }

    def to_frame(self, library: Library | None = None) -> Any:
        """Return a data frame with a row for each overlap and each claim."""
        overlaps, claims = self.overlaps, self.claims
        columns = {
            "says": Texts([*map(str, overlaps), *(str(claim.claim) for claim in claims)]),
            "holds": Booleans([*(False for _ in overlaps), *(claim.holds for claim in claims)]),
            "objections": Texts(
                [*("" for _ in overlaps), *("; ".join(claim.objections) for claim in claims)]
            ),
        }
        return make_frame(columns, library)

    def _repr_html_(self) -> str:
        return html_table([], self._rows(), caption=self.verdict)


def check(layout: AnyLayout) -> LayoutCheck:
    """Return the overlaps, the gaps and the false claims of a layout.

    `layout` is a `Layout`, a name, or the name of a TOML file.

    >>> from astragal.layout import Field, Layout
    >>> odd = Layout("odd", 8, (Field("low", 0, 3), Field("high", 5, 3)), claims=(Unused(4, 6),))
    >>> print(check(odd))
    claim    bits 6..4 are unused: does not hold
               bits 7..5 belong to high
    free     bits 4..3
    odd is not sound
    """
    layout = find_layout(layout, allow_overlaps=True)  # the result lists overlaps
    claims = tuple(ClaimCheck(claim, _objections(layout, claim)) for claim in layout.claims)
    return LayoutCheck(layout, layout.overlaps, _gaps(layout), claims)


def _gaps(layout: Layout) -> tuple[Unused, ...]:
    free = [bit for bit in range(layout.bits) if not layout.mask >> bit & 1]
    # Consecutive bits have the same difference between bit and position.
    runs = [
        [bit for _, bit in run]
        for _, run in groupby(enumerate(free), lambda pair: pair[1] - pair[0])
    ]
    return tuple(Unused(run[0], run[-1]) for run in reversed(runs))


def _objections(layout: Layout, claim: Claim) -> tuple[str, ...]:
    match claim:
        case Unused(low, high):
            claimed = (1 << high + 1) - (1 << low)
            return tuple(
                f"{'bit' if item.width == 1 else 'bits'} {item.bits} belong"
                f"{'s' if item.width == 1 else ''} to {item.name}"
                for item in sorted(layout.items, key=lambda item: -item.high)
                if item.mask & claimed
            )
        case Ascending(examples):
            words = [layout.pack(**example) for example in examples]
            return tuple(
                f"{_spell(examples[i + 1])} is {layout.hex(better)}, not above "
                f"{layout.hex(worse)}, {_spell(examples[i])}"
                for i, (worse, better) in enumerate(pairwise(words))
                if better <= worse
            )


def _spell(example: Mapping[str, FieldValue]) -> str:
    """Return field values as text: `(type one pair, made two, kicker ace five)`."""
    parts = []
    for name, value in example.items():
        if isinstance(value, Mapping):
            words = [str(key) if item == 1 else f"{key}={item}" for key, item in value.items()]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            words = [str(item) for item in value]
        else:
            words = [str(value)]
        parts.append(" ".join([name, *words]))
    return "(" + ", ".join(parts) + ")"
