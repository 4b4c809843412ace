"""Check a layout: overlaps, gaps, and claims that do not hold."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from astragal._tables import html_table
from astragal.layout.catalog import AnyLayout, show
from astragal.layout.field import FieldValue, bits_name
from astragal.layout.word import Ascending, Claim, Layout, Overlap, Unused
from astragal.notebook import Framed, Value


@dataclass(frozen=True, slots=True)
class Finding(Value):
    """A claim, and the objections to it: none if it holds."""

    JSON = "says=claim.__str__ holds objections"

    claim: Claim
    objections: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether there are no objections."""
        return not self.objections


@dataclass(frozen=True, slots=True, repr=False)
class Report(Value, Framed):
    """The result of `check`."""

    JSON = "layout=layout.name sound overlaps gaps claims"

    layout: Layout
    overlaps: tuple[Overlap, ...]
    gaps: tuple[Unused, ...]
    """Bits that no field covers. They are no fault: a word may have bits to spare."""
    claims: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether no fields overlap and every claim holds."""
        return not self.overlaps and all(finding.holds for finding in self.claims)

    @property
    def verdict(self) -> str:
        """The result in one sentence."""
        return f"{self.layout.name} is {'sound' if self.sound else 'not sound'}"

    def _rows(self) -> Iterator[tuple[str, str]]:
        yield from (("overlap", str(overlap)) for overlap in self.overlaps)
        for found in self.claims:
            yield "claim", f"{found.claim}: {'holds' if found.holds else 'does not hold'}"
            yield from (("", f"  {objection}") for objection in found.objections)
        if self.gaps:
            yield "free", f"bits {', '.join(bits_name(gap.low, gap.high) for gap in self.gaps)}"

    def __str__(self) -> str:
        return "\n".join([*(f"{kind:<9}{text}" for kind, text in self._rows()), self.verdict])

    def __repr__(self) -> str:
        broken = sum(not finding.holds for finding in self.claims)
        return f"<Report: {self.verdict}; {len(self.overlaps)} overlaps, {broken} broken claims>"

    def _records(self) -> list[dict[str, object]]:
        overlaps = [{"says": str(one), "holds": False} for one in self.overlaps]
        return [*overlaps, *(one.to_dict() for one in self.claims)]

    def _repr_html_(self) -> str:
        return html_table([], self._rows(), caption=self.verdict)


def check(layout: AnyLayout) -> Report:
    """Look for overlaps, gaps, and claims that do not hold.

    The layout is given as a `Layout`, by its name, or by the name of a TOML file.

    >>> from astragal.layout import Field, Layout
    >>> odd = Layout("odd", 8, (Field("low", 0, 3), Field("high", 5, 3)), claims=(Unused(4, 6),))
    >>> print(check(odd))
    claim    bits 6..4 are unused: does not hold
               bits 7..5 belong to high
    free     bits 4..3
    odd is not sound
    """
    layout = show(layout, specimen=True)  # overlaps are for the report, not an error
    findings = tuple(Finding(claim, _objections(layout, claim)) for claim in layout.claims)
    return Report(layout, layout.overlaps, _gaps(layout), findings)


def _gaps(layout: Layout) -> tuple[Unused, ...]:
    free = [bit for bit in range(layout.bits) if not layout.mask >> bit & 1]
    # Within a run, the difference between bit and position is constant.
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
    """Write field values as text: `(type one pair, made two, kicker ace five)`."""
    parts = []
    for name, value in example.items():
        if isinstance(value, Mapping):
            words = [str(key) if one == 1 else f"{key}={one}" for key, one in value.items()]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            words = [str(one) for one in value]
        else:
            words = [str(value)]
        parts.append(" ".join([name, *words]))
    return "(" + ", ".join(parts) + ")"
