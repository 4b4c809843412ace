"""`astragal layout`: the layouts of the package, and your own in TOML."""

from typing import Annotated, Literal

import typer

import astragal
from astragal.cli.options import Commands, refuse
from astragal.cli.output import Output, Value, table_text

app = Commands(name="layout", help="Show, decode and check the layouts of machine words.")

LayoutName = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="A name from `astragal layout list`, or a file: .toml, .c, .h, .py."
    ),
]
RowBits = Annotated[int, typer.Option(help="Bits in each row of the drawing: 8, 16 or 32.")]


@app.command("list")
def list_layouts() -> Value:
    """List the layouts of the package."""
    layouts = [astragal.layout.find_layout(name) for name in astragal.layout.names()]
    rows = [[one.name, str(one.bits), one.meaning] for one in layouts]
    text = table_text(["name", "bits", "meaning"], rows)
    return Output([one.to_dict() for one in layouts], text)


@app.command()
def show(
    name: LayoutName,
    form: Literal["text", "svg", "markdown", "cpp"] = typer.Option(
        "text", "--as", help="The form: a drawing, a table or C++."
    ),
    row_bits: RowBits = 16,
    *,
    json: bool,
) -> Value:
    """Draw a layout and explain its fields."""
    layout = astragal.layout.find_layout(name)
    if json or form in ("markdown", "cpp"):
        refuse("--row-bits", why="is for drawings: --as text or --as svg")
    if form == "svg":
        text = layout.svg(row_bits=row_bits)
    elif form == "markdown":
        text = layout.markdown()
    elif form == "cpp":
        text = astragal.layout.cpp_header(layout)
    else:
        rows = [[field.bits, field.name, field.explanation] for field in layout.fields]
        lines = filter(None, (*map(str, layout.claims), layout.stability))
        parts = [
            f"{layout.name}, {layout.bits} bits: {layout.meaning}\n",
            layout.draw(row_bits=row_bits),
            table_text(["bits", "field", "meaning"], rows),
            *(f"{line[0].upper()}{line[1:].rstrip('.')}." for line in lines),
        ]
        text = "\n".join(parts)
    return Output(layout.to_dict(), text)


@app.command()
def decode(
    name: LayoutName,
    word: str = typer.Argument(metavar="WORD", help="Like 0x20077744, or decimal."),
    row_bits: RowBits = 16,
    *,
    json: bool,
) -> Value:
    """Show the fields of a word."""
    if json:
        refuse("--row-bits", why="is for drawings, not for --json")
    decoded = astragal.layout.decode(name, word)
    return Output(decoded.to_dict(), decoded.text(row_bits=row_bits))


@app.command()
def check(name: LayoutName) -> Value:
    """Look for overlaps, gaps, and claims that do not hold.

    The exit code is 1 if something is wrong.
    """
    return astragal.layout.check(name)
