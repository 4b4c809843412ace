"""`astragal layout`: the layouts of the package, and your own in TOML."""

from typing import Annotated, Literal, TypeAlias

from cyclopts import App, Parameter

from astragal import layout
from astragal.cli.options import Integer, Json, refuse
from astragal.cli.output import Output, show, table_text

app = App(name="layout", version_flags=())

LayoutName: TypeAlias = Annotated[
    str,
    Parameter(help="A name from `astragal layout list`, or a .toml file."),
]
RowBits: TypeAlias = Annotated[
    Integer | None, Parameter(help="Bits in each row of the drawing: 8, 16 or 32. [16]")
]


@app.command(name="list")
def list_layouts(*, json: Json = False) -> int:
    """List the layouts of the package."""
    layouts = [layout.find_layout(name) for name in layout.names()]
    rows = [[shape.name, str(shape.bits), shape.meaning] for shape in layouts]
    text = table_text(["name", "bits", "meaning"], rows)
    return show(Output([shape.to_dict() for shape in layouts], text), json)


@app.command(name="show")
def show_layout(
    name: LayoutName,
    /,
    *,
    form: Annotated[
        Literal["text", "svg", "markdown", "cpp"] | None,
        Parameter(name="--as", help="The form: a drawing, a table or C++. [text]"),
    ] = None,
    row_bits: RowBits = None,
    json: Json = False,
) -> int:
    """Draw a layout and explain its fields."""
    if json:
        refuse({"--as": form}, why="can't be used with --json")
    if json or form in ("markdown", "cpp"):
        refuse({"--row-bits": row_bits}, why="is for drawings: --as text or --as svg")
    declared = layout.find_layout(name)
    width = 16 if row_bits is None else row_bits
    if form == "svg":
        text = declared.svg(row_bits=width)
    elif form == "markdown":
        text = declared.markdown()
    elif form == "cpp":
        text = layout.cpp_header(declared)
    else:
        rows = [[field.bits, field.name, field.explanation] for field in declared.fields]
        lines = filter(None, (*map(str, declared.claims), declared.stability))
        parts = [
            f"{declared.name}, {declared.bits} bits: {declared.meaning}\n",
            declared.draw(row_bits=width),
            table_text(["bits", "field", "meaning"], rows),
            *(f"{line[0].upper()}{line[1:].rstrip('.')}." for line in lines),
        ]
        text = "\n".join(parts)
    return show(Output(declared.to_dict(), text), json)


@app.command
def decode(
    name: LayoutName,
    word: Annotated[str, Parameter(help="Like 0x20077744, or decimal.")],
    /,
    *,
    row_bits: RowBits = None,
    json: Json = False,
) -> int:
    """Show the fields of a word."""
    if json:
        refuse({"--row-bits": row_bits}, why="is for drawings, not for --json")
    decoded = layout.decode(name, word)
    text = decoded.text(row_bits=16 if row_bits is None else row_bits)
    return show(Output(decoded.to_dict(), text), json)


@app.command
def check(name: LayoutName, /, *, json: Json = False) -> int:
    """Show overlaps, gaps and false claims.

    The exit code is 1 if fields overlap or a claim is false.
    """
    return show(layout.check(name), json)
