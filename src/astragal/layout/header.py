"""C++ accessors of layouts, generated so that no program shifts or masks a field by hand."""

from astragal.layout.catalog import AnyLayout, read_layout
from astragal.layout.field import Field
from astragal.layout.word import Layout

HEAD = """\
// Generated from the layouts of the package by `make generate`; a test compares.
#pragma once

#include <cstdint>

namespace astragal::words {

// The `width` bits from `shift` on: their value, and the word with another value there. Bits of
// `v` that don't fit are cut off.
template <class Value, class Word>
constexpr Value get(Word w, unsigned shift, unsigned width) {
    return static_cast<Value>(w >> shift & ((Word{2} << (width - 1)) - 1));
}
template <class Word>
constexpr Word put(Word w, unsigned shift, unsigned width, Word v) {
    const Word limit = (Word{2} << (width - 1)) - 1;
    return (w & ~(limit << shift)) | (v & limit) << shift;
}
"""

RESERVED = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept
const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
default delete do double dynamic_cast else enum explicit export extern false float for friend goto
if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
protected public register reinterpret_cast requires return short signed sizeof static
static_assert static_cast struct switch template this thread_local throw true try typedef typeid
typename union unsigned using virtual void volatile wchar_t while xor xor_eq get put
"""


def cpp_header(*layouts: AnyLayout) -> str:
    """Return a C++ header with a namespace for each layout.

    A field `x` becomes `x(w)`, its value in a word, and `with_x(w, v)`, the word with another
    value; a repeated field takes the index as its second argument. A name that C++ reserves gets
    an underscore.

    >>> "namespace pokerval {" in cpp_header("pokerval", "mask64")
    True
    """
    spaces = [_namespace(read_layout(layout)) for layout in layouts]
    return "\n".join((HEAD, *spaces, "}  // namespace astragal::words\n"))


def _namespace(layout: Layout) -> str:
    name = layout.name.replace("-", "_")
    lines = [
        *([f"// {layout.meaning}"] if layout.meaning else []),
        f"namespace {name} {{",
        f"using Word = std::uint{32 if layout.bits <= 32 else 64}_t;",
        *(line for field in layout.fields for line in _accessors(field)),
        f"}}  // namespace {name}\n",
    ]
    return "\n".join(lines)


def _accessors(field: Field) -> tuple[str, str]:
    name = f"{field.name}_" if field.name in RESERVED.split() else field.name
    value = "unsigned" if field.width <= 32 else "Word"
    index, shift = "", str(field.offset)
    if field.repeated:
        stride = field.width if field.stride is None else field.stride
        place = f"(i - {field.indices[0]})" if field.indices[0] else "i"
        index = ", unsigned i"
        shift += f" {'+' if stride > 0 else '-'} {abs(stride)} * {place}"
    return (
        f"constexpr {value} {name}(Word w{index}) {{"
        f" return get<{value}>(w, {shift}, {field.width}); }}",
        f"constexpr Word with_{field.name}(Word w{index}, Word v) {{"
        f" return put(w, {shift}, {field.width}, v); }}",
    )
