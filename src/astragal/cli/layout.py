"""`astragal layout`: the layouts of the package, and your own in TOML."""

from enum import StrEnum
from typing import Annotated

import typer

import astragal
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.cli.output import show as show_result

app = Commands(name="layout", help="Show, decode and check the layouts of machine words.")

LayoutName = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="A name from `astragal layout list`, or a file: .toml, .c, .h, .py."
    ),
]
RowBits = Annotated[int, typer.Option(help="Bits in each row of the drawing: 8, 16 or 32.")]


@app.command("list")
def list_layouts(json: JsonOption = False) -> None:
    """List the layouts of the package."""
    layouts = [astragal.layout.show(name) for name in astragal.layout.names()]
    if json:
        print_json([one.to_dict() for one in layouts])
    else:
        rows = [[one.name, str(one.bits), one.meaning] for one in layouts]
        print_table(["name", "bits", "meaning"], rows)


class Form(StrEnum):
    """The forms of a layout: drawings, a table, C++ accessors."""

    TEXT = "text"
    SVG = "svg"
    MARKDOWN = "markdown"
    CPP = "cpp"


@app.command()
def show(
    name: LayoutName,
    form: Annotated[
        Form, typer.Option("--as", help="The form: a drawing, a table or C++.")
    ] = Form.TEXT,
    row_bits: RowBits = 16,
    json: JsonOption = False,
) -> None:
    """Draw a layout and explain its fields."""
    layout = astragal.layout.show(name)
    if json:
        print_json(layout.to_dict())
    elif form is Form.SVG:
        print(layout.svg(row_bits=row_bits), end="")
    elif form is Form.MARKDOWN:
        print(layout.markdown())
    elif form is Form.CPP:
        print(astragal.layout.cpp_header(layout), end="")
    else:
        drawing = layout.draw(row_bits=row_bits)
        print(f"{layout.name}, {layout.bits} bits: {layout.meaning}\n\n{drawing}")
        rows = [[field.bits, field.name, field.explanation] for field in layout.fields]
        print_table(["bits", "field", "meaning"], rows)
        for line in (*map(str, layout.claims), layout.stability):
            if line:
                print(f"{line[0].upper()}{line[1:].rstrip('.')}.")


@app.command()
def decode(
    name: LayoutName,
    word: Annotated[str, typer.Argument(metavar="WORD", help="Like 0x20077744, or decimal.")],
    row_bits: RowBits = 16,
    json: JsonOption = False,
) -> None:
    """Show the fields of a word."""
    decoded = astragal.layout.decode(name, word)
    if json:
        print_json(decoded.to_dict())
    else:
        print(decoded.text(row_bits=row_bits))


@app.command()
def check(name: LayoutName, json: JsonOption = False) -> None:
    """Look for overlaps, gaps, and claims that do not hold; exit code 1 if something is wrong."""
    report = astragal.layout.check(name)
    show_result(report, json)
    raise typer.Exit(0 if report.sound else 1)
