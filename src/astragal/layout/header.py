"""Shifts and masks for C++, generated from layouts, so that no program writes them twice."""

from collections.abc import Iterable

from astragal.layout.field import Field
from astragal.layout.word import Layout


def cpp_header(layouts: Iterable[Layout]) -> str:
    """Return a C++ header with a namespace for each layout.

    A field `x` becomes `x_shift`, `x_width` and `x_limit`, its greatest value; a repeated field's
    `x_shift` is a function of the index.
    """
    parts = [_namespace(layout) for layout in layouts]
    return "\n".join(
        [
            "// Generated from the catalog of layouts by `make generate`; a test compares.",
            "#pragma once",
            "",
            "#include <cstdint>",
            "",
            "namespace astragal::words {",
            "",
            *parts,
            "}  // namespace astragal::words",
            "",
        ]
    )


def _namespace(layout: Layout) -> str:
    name = layout.name.replace("-", "_")
    word = "std::uint32_t" if layout.bits <= 32 else "std::uint64_t"
    lines = [f"// {layout.meaning}"] if layout.meaning else []
    lines += [f"namespace {name} {{", f"using Word = {word};"]
    for field in layout.fields:
        lines += _constants(field)
    lines += [f"}}  // namespace {name}", ""]
    return "\n".join(lines)


def _constants(field: Field) -> list[str]:
    first = field.items[0]
    if field.repeated:
        stride = field.width if field.stride is None else field.stride
        index = f"(index - {field.indices[0]})" if field.indices[0] else "index"
        sign = "+" if stride > 0 else "-"
        shift = f"{first.offset} {sign} {abs(stride)} * {index}"
        lines = [f"constexpr int {field.name}_shift(int index) {{ return {shift}; }}"]
    else:
        lines = [f"inline constexpr int {field.name}_shift = {first.offset};"]
    lines += [
        f"inline constexpr int {field.name}_width = {field.width};",
        f"inline constexpr Word {field.name}_limit = {first.limit:#x};",
    ]
    return lines
