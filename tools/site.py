"""Additions of the documentation site to `docs`: the app's colours, JSON, the changelog, links.

It also checks what was built: an incomplete reference or search, or a page that loads something
from the network, is an error.
"""

import ast
import json
import posixpath
import re
from contextlib import suppress
from html import unescape
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path
from typing import Any

import griffe
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from tools import json_page

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "astragal" / "web" / "static"
# In the search, long lists and names would hide the guides.
WEIGHTS = {"changelog.md": 0.3, "json.md": 0.3, "api/": 0.5}
# Columns of tables with text, which would be cut on a phone.
STACKED = {
    "call",
    "claim",
    "class",
    "command",
    "result",
    "route",
    "rule",
    "topic",
    "way",
    "what",
    "you want",
}
REPOSITORY = "https://github.com/astragal/astragal/blob/main"


def modules() -> list[str]:
    """Return the names in `__all__` of the package, without importing it."""
    tree = ast.parse((ROOT / "src" / "astragal" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    raise AssertionError("astragal has no __all__")


def colours() -> str:
    """Return the variables of the app's style sheet, with which the site has its look."""
    sheet = STATIC.joinpath("style.css").read_text(encoding="utf-8")
    variables = re.search(r"^:root \{.*?^\}", sheet, re.DOTALL | re.MULTILINE)
    assert variables is not None, "style.css has no :root"
    return f"{variables[0]}\n"


def on_files(files: Files, config: Any) -> Files:
    """Add the logo and the colours of the app, the page of JSON, and the changelog."""
    icon = STATIC / "icon.svg"
    files.append(File.generated(config, "icon.svg", abs_src_path=str(icon)))
    files.append(File.generated(config, "stylesheets/colours.css", content=colours()))
    files.append(File.generated(config, "json.md", content=json_page.page()))
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links to files outside `docs` into links to the repository; weigh pages for search."""
    for start, weight in WEIGHTS.items():
        if page.file.src_uri.startswith(start):
            page.meta["search"] = {"boost": weight}
    folder = posixpath.dirname(f"docs/{page.file.src_uri}")

    def to_repository(link: "re.Match[str]") -> str:
        path = posixpath.normpath(posixpath.join(folder, link[1]))
        return link[0] if path.startswith("docs/") else f"]({REPOSITORY}/{path})"

    markdown = markdown.replace("```python\n>>> ", "```pycon\n>>> ")  # for its colours
    return re.sub(r"\]\((\.\./[^)#:]+)\)", to_repository, markdown)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Link names of the reference; in tables, keep words of code whole, and name columns."""
    module = page.file.name
    entries = {*re.findall(rf'id="astragal\.{module}\.([\w.]+)"', html)}

    def to_entry(code: "re.Match[str]") -> str:
        link = f'<a href="#astragal.{module}.{code[1]}">{code[0]}</a>'
        return link if code[1] in entries else code[0]

    html = re.sub(r"<code>([\w.]+)</code>(?!</a>)", to_entry, html)

    def keep_words(code: "re.Match[str]") -> str:
        # A browser breaks `--board` at its hyphen, `60%(JTs)` at its sign, and long calls nowhere.
        calls = re.sub(r"(?<!\S)(?=\S{36})\w\S*?\(", r"\g<0><wbr>", code[0])
        return re.sub(r"[^ ]*[-%][^ ]*", r'<span class="word">\g<0></span>', calls)

    def in_cell(cell: "re.Match[str]") -> str:
        return re.sub(r"(?<=<code>)[^<]+(?=</code>)", keep_words, cell[0])

    html = re.sub(r"<td.*?</td>", in_cell, html, flags=re.DOTALL)
    return re.sub(r"<table>.*?</table>", stacked, html, flags=re.DOTALL)


def stacked(table: "re.Match[str]") -> str:
    """Name the column in each cell of a table with text: a phone shows its rows as lists."""
    names = [re.sub(r"<.*?>", "", name) for name in re.findall(r"<th.*?>(.*?)</th>", table[0])]
    if len(names) < 3 or not STACKED & {*names} or (len(names) > 5 and "command" not in names):
        return table[0]
    columns = cycle(name.replace('"', "&quot;") for name in names)

    def named(cell: "re.Match[str]") -> str:
        return f'<td data-column="{next(columns)}"{cell[1]}>'

    shown = re.sub(r"<td(.*?)>", named, table[0])
    return shown.replace("<table>", '<table data-stacked="">')


def on_post_page(output: str, **_: Any) -> str:
    """Name the search of the theme for screen readers."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')


def tidy(found: griffe.Object) -> None:
    """Fence each example of a docstring, because `>>>` is a quotation in Markdown.

    Write type aliases as `Card = int`, and leave out values that are calculated; a default is then
    `...`, because a parameter without a default is required.
    """
    if found.docstring is not None:
        found.docstring.value = re.sub(
            r"^>>> .*?(?=\n\n|\Z)",
            r"```pycon\n\g<0>\n```",
            found.docstring.value,
            flags=re.DOTALL | re.MULTILINE,
        )
    if found.is_attribute:
        if str(found.annotation) == "TypeAlias":
            found.annotation = None
        has_default = False
        if {"class-attribute", "instance-attribute"} <= found.labels:  # a field, perhaps
            has_default = found.value is not None
            if getattr(found.value, "canonical_path", None) == "dataclasses.field":
                given = {one.name: one.value for one in found.value.arguments}
                has_default = "default" in given or "default_factory" in given
                found.value = given.get("default")
        if re.search(r"\w\(|\bfor\b|\b_native\b", str(found.value)):
            found.value = None
        if has_default and found.value is None:
            found.value = "..."
    for member in found.members.values():
        if not member.is_alias:
            tidy(member)


def imported(pkg: griffe.Module, module: griffe.Module, name: str) -> griffe.Object:
    """Return the function or class that a module imports, not the file with the same name."""
    found = pkg[module.imports[name].removeprefix(f"{pkg.name}.")]
    return imported(pkg, found.parent, name) if found.is_module else found


class Reading(griffe.Extension):  # type: ignore[misc]
    """Reads the sources for the reference."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Show examples as code, and functions in place of files of the same name."""
        tidy(pkg)
        for module in pkg.modules.values():
            for member in module.members.values():
                if member.is_alias:
                    with suppress(griffe.AliasResolutionError):
                        _ = member.final_target  # found now, before the files are hidden
            for name in module.exports or ():
                if module.members[name].is_module:
                    target = imported(pkg, module, name)
                    module.members[name] = griffe.Alias(name, target, parent=module)


def exported() -> list[str]:
    """Return the public names of the modules, as the reference has them."""
    package = griffe.load("astragal", search_paths=[ROOT / "src"])
    return [
        f"{module.path}.{name}"
        for module in map(package.modules.__getitem__, modules())
        for name in module.exports or ()
    ]


class Loads(HTMLParser):
    """Collects the scripts, style sheets, pictures, fonts and frames of a page, not its links."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add the addresses that an element loads."""
        given = {name: value or "" for name, value in attrs}
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            self.found.append(given.get("href", ""))
        elif tag != "a":
            self.found += [given[name] for name in ("src", "srcset", "data") if name in given]
        self.found += re.findall(r"url\(([^)]*)\)", given.get("style", ""))


def loaded_from_elsewhere(page: str) -> list[str]:
    """Return the addresses that a page loads from the network."""
    loads = Loads()
    loads.feed(page)
    # Two scripts of the theme: the stars of a repository, and diagrams.
    themes = re.findall(r'data-md-component="source"|class="mermaid"', page)
    return [one for one in loads.found if re.match(r"(https?:)?//", one)] + themes


def wrong_signatures(page: str) -> list[str]:
    """Return the signatures that Python can't read; the formatter leaves them on one line."""
    wrong = []
    for shown in re.findall(r'<div class="doc-signature.*?</pre>', page, re.DOTALL):
        signature = unescape(re.sub(r"<[^>]*>", "", shown)).strip()
        try:
            ast.parse(f"def {signature}: ...")
        except SyntaxError:
            try:
                ast.parse(signature)
            except SyntaxError:
                wrong.append(signature)
    return wrong


def on_post_build(config: Any) -> None:
    """Raise if the site loads files from the network, or its reference or search has gaps."""
    site = Path(config["site_dir"])
    pages = {
        page.relative_to(site).as_posix(): page.read_text(encoding="utf-8")
        for page in site.rglob("*.html")
    }
    wrong = [
        f"{name} loads {one}" for name, page in pages.items() for one in loaded_from_elsewhere(page)
    ]
    for sheet in site.rglob("*.css"):
        if re.search(r"(@import|url\()\s*[\"']?(https?:)?//", sheet.read_text(encoding="utf-8")):
            wrong.append(f"{sheet.name} loads from the network")
    reference = "".join(page for name, page in pages.items() if name.startswith("api/"))
    wrong += [f"the signature {one} is no Python" for one in wrong_signatures(reference)]
    wrong += [
        f"no {name} in the reference" for name in exported() if f'id="{name}"' not in reference
    ]
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    wrong += [f"no {name} in the search" for name in {*pages} - found - {"404.html", "index.html"}]
    if wrong:
        raise PluginError("\n".join(wrong))
