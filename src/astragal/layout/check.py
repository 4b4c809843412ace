"""What is wrong with a layout, as data: overlaps, gaps, and claims that do not hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from astragal.layout.field import Bit, FieldValue, bits_name
from astragal.layout.word import Ascending, Claim, Layout, Overlap, Unused


@dataclass(frozen=True, slots=True)
class Gap:
    """A run of bits that no field covers. Not a fault: words have room to spare."""

    low: Bit
    high: Bit

    def __str__(self) -> str:
        return bits_name(self.low, self.high)


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim, and why it does not hold; empty if it does."""

    claim: Claim
    objections: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing was found against it."""
        return not self.objections


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that `check` found."""

    layout: Layout
    overlaps: tuple[Overlap, ...]
    gaps: tuple[Gap, ...]
    claims: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether no fields overlap and every claim holds."""
        return not self.overlaps and all(finding.holds for finding in self.claims)


def check(layout: Layout) -> Report:
    """Look for overlaps, gaps, and claims that do not hold.

    >>> from astragal.layout import Field, Layout
    >>> odd = Layout("odd", 8, (Field("low", 0, 3), Field("high", 5, 3)), claims=(Unused(4, 6),))
    >>> report = check(odd)
    >>> report.sound, report.gaps, report.claims[0].objections
    (False, (Gap(low=3, high=4),), ('bits 7..5 belong to high',))
    """
    findings = tuple(Finding(claim, _objections(layout, claim)) for claim in layout.claims)
    return Report(layout, layout.overlaps, _gaps(layout), findings)


def _gaps(layout: Layout) -> tuple[Gap, ...]:
    free = [bit for bit in range(layout.bits) if not layout.mask >> bit & 1]
    # Within a run of neighbours, bit minus position stays the same.
    runs = [
        [bit for _, bit in run]
        for _, run in groupby(enumerate(free), lambda pair: pair[1] - pair[0])
    ]
    return tuple(Gap(run[0], run[-1]) for run in reversed(runs))


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
    """Write field values as one would say them: `type one pair, made two, kicker ace five`."""
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
