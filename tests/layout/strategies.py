"""Random layouts, and random values for them."""

from hypothesis import strategies as st

from astragal.layout import Field, Layout


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Fields side by side with random gaps, some repeated upwards, some downwards."""
    bits = draw(st.integers(8, 64))
    fields: list[Field] = []
    position = draw(st.integers(0, 3))
    while position < bits and len(fields) < 8:
        width = draw(st.integers(1, min(13, bits - position)))
        count = draw(st.integers(1, (bits - position) // width))
        name = f"f{len(fields)}"
        if count == 1:
            fields.append(Field(name, position, width))
        elif draw(st.booleans()):
            fields.append(Field(name, position, width, count=count))
        else:
            top = position + width * (count - 1)
            fields.append(Field(name, top, width, runs=f"1..{count}", stride=-width))
        position += width * count + draw(st.integers(0, 4))
    return Layout("random", bits, tuple(fields))


@st.composite
def layouts_with_values(draw: st.DrawFn) -> tuple[Layout, dict[str, int | tuple[int, ...]]]:
    layout = draw(layouts())
    values: dict[str, int | tuple[int, ...]] = {}
    for field in layout.fields:
        one = st.integers(0, 2**field.width - 1)
        n = len(field.items)
        values[field.name] = (
            tuple(draw(st.lists(one, min_size=n, max_size=n))) if field.repeated else draw(one)
        )
    return layout, values
