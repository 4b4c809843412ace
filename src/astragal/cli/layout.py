"""`astragal layout`: the words of the catalog, and a user's own from TOML."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import astragal
from astragal.cli.options import Commands
from astragal.cli.output import JsonOption, print_json, print_table
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.layout import Layout

app = Commands(name="layout", help="Show, decode and check the layouts of machine words.")

LayoutName = Annotated[
    str, typer.Argument(metavar="NAME", help="A layout of the catalog, or a .toml file.")
]


@app.command("list")
def list_layouts(json: JsonOption = False) -> None:
    """List the layouts of the catalog."""
    layouts = astragal.catalog.LAYOUTS.values()
    if json:
        print_json(
            [{"name": word.name, "bits": word.bits, "meaning": word.meaning} for word in layouts]
        )
    else:
        rows = [[word.name, str(word.bits), word.meaning] for word in layouts]
        print_table(["name", "bits", "meaning"], rows)


class Form(StrEnum):
    """The forms of a drawing."""

    TEXT = "text"
    SVG = "svg"
    MARKDOWN = "markdown"


@app.command()
def show(
    name: LayoutName,
    form: Annotated[Form, typer.Option("--as", help="How to draw it.")] = Form.TEXT,
    row_bits: Annotated[int, typer.Option(help="Bits in a row: 8, 16 or 32.")] = 16,
    json: JsonOption = False,
) -> None:
    """Draw a layout and explain its fields."""
    word = _find(name)
    if json:
        print_json(astragal.layout.describe_layout(word))
    elif form is Form.SVG:
        print(astragal.layout.draw_svg(word, row_bits=row_bits), end="")
    elif form is Form.MARKDOWN:
        print(astragal.layout.markdown_table(word))
    else:
        drawing = astragal.layout.draw_text(word, row_bits=row_bits)
        print(f"{word.name}, {word.bits} bits: {word.meaning}\n\n{drawing}")
        bits_of, describe = astragal.layout.diagram.bits_of, astragal.layout.diagram.describe
        rows = [[bits_of(field), field.name, describe(field)] for field in word.fields]
        print_table(["bits", "field", "meaning"], rows)
        for line in (*map(str, word.claims), word.stability):
            if line:
                print(f"{line[0].upper()}{line[1:].rstrip('.')}.")


@app.command()
def decode(
    name: LayoutName,
    word: Annotated[str, typer.Argument(metavar="WORD", help="As 0x20077744, or decimal.")],
    row_bits: Annotated[int, typer.Option(help="Bits in a row: 8, 16 or 32.")] = 16,
    json: JsonOption = False,
) -> None:
    """Show the fields of a word."""
    layout = _find(name)
    number = parse_word(word)
    described = astragal.layout.describe_word(layout, number)
    if json:
        print_json(described)
        return
    drawing = astragal.layout.draw_text(layout, number, row_bits=row_bits)
    print(f"{layout.name} {layout.hex(number)}\n\n{drawing}")
    rows = []
    for field in layout.fields:
        for item in field.items:
            value = item.of(number)
            rows.append([item.bits, item.name, str(value), " | ".join(field.names_of(value))])
    print_table(["bits", "item", "value", "name"], rows)


@app.command()
def check(name: LayoutName, json: JsonOption = False) -> None:
    """Look for overlaps, gaps, and claims that do not hold; exit code 1 if something is wrong."""
    # Here overlaps are what one is looking for, not a reason to refuse the file.
    report = astragal.layout.check(_find(name, specimen=True))
    if json:
        print_json(astragal.layout.describe_report(report))
    else:
        for overlap in report.overlaps:
            print(f"overlap  {overlap}")
        for found in report.claims:
            print(f"claim    {found.claim}: {'holds' if found.holds else 'does not hold'}")
            for objection in found.objections:
                print(f"           {objection}")
        if report.gaps:
            gaps = ", ".join(
                astragal.layout.field.bits_name(gap.low, gap.high) for gap in report.gaps
            )
            print(f"free     bits {gaps}")
        print(f"{report.layout.name} is {'sound' if report.sound else 'not sound'}")
    raise typer.Exit(0 if report.sound else 1)


def parse_word(text: str) -> int:
    """Read a word as people paste it: hexadecimal, binary or decimal, by its prefix."""
    try:
        return int(text, 0)
    except ValueError:
        raise BadInputError(f"{text!r} is not a word; write 0x20077744, or decimal") from None


def _find(name: str, *, specimen: bool | None = None) -> "Layout":
    if name.endswith(".toml"):
        return astragal.layout.load_layout(Path(name), specimen=specimen)
    return astragal.catalog.find_layout(name)
