"""Additions of the documentation site to `docs`: the reference, the changelog, links.

It also checks what was built: an incomplete reference or search, or a page that loads something
from the network, is an error.
"""

import ast
import json
import posixpath
import re
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import griffe
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://github.com/astragal/astragal/blob/main"


def rooms() -> list[str]:
    """Return the names in `__all__` of the package, without importing it."""
    tree = ast.parse((ROOT / "src" / "astragal" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    raise AssertionError("astragal has no __all__")


def on_files(files: Files, config: Any) -> Files:
    """Add a page of the reference for each room, and the changelog."""
    for room in rooms():
        text = f"# astragal.{room}\n\n::: astragal.{room}\n"
        files.append(File.generated(config, f"api/{room}.md", content=text))
    icon = ROOT / "src" / "astragal" / "web" / "static" / "icon.svg"
    files.append(File.generated(config, "icon.svg", abs_src_path=str(icon)))
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links to files outside `docs` into links to the repository."""
    folder = posixpath.dirname(f"docs/{page.file.src_uri}")

    def to_repository(link: "re.Match[str]") -> str:
        path = posixpath.normpath(posixpath.join(folder, link[1]))
        return link[0] if path.startswith("docs/") else f"]({REPOSITORY}/{path})"

    markdown = markdown.replace("```python\n>>> ", "```pycon\n>>> ")  # for its colours
    return re.sub(r"\]\((\.\./[^)#:]+)\)", to_repository, markdown)


def show_examples(found: griffe.Object) -> None:
    """Fence each example of a docstring, because `>>>` is a quotation in Markdown."""
    if found.docstring is not None:
        found.docstring.value = re.sub(
            r"^>>> .*?(?=\n\n|\Z)",
            r"```pycon\n\g<0>\n```",
            found.docstring.value,
            flags=re.DOTALL | re.MULTILINE,
        )
    for member in found.members.values():
        if not member.is_alias:
            show_examples(member)


class Reading(griffe.Extension):  # type: ignore[misc]
    """Reads the sources for the reference."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Show examples as code, and functions in place of files of the same name."""
        show_examples(pkg)
        for room in pkg.modules.values():
            for member in room.members.values():
                if member.is_alias:
                    with suppress(griffe.AliasResolutionError):
                        _ = member.final_target  # found now, before the files are hidden
            for name in room.exports or ():
                member = room.members.get(name)
                if member is not None and member.is_module and name in member.members:
                    room.members[name] = griffe.Alias(name, member.members[name], parent=room)


def exported() -> list[str]:
    """Return the public functions and classes of the rooms, by their names in the reference."""
    package = griffe.load("astragal", search_paths=[ROOT / "src"], resolve_aliases=True)
    Reading().on_package(pkg=package)
    return [
        f"{room.path}.{name}"
        for room in map(package.modules.__getitem__, rooms())
        for name in room.exports or ()
        if room.members[name].is_function or room.members[name].is_class
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
    wrong += [
        f"no {name} in the reference" for name in exported() if f'id="{name}"' not in reference
    ]
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    wrong += [f"no {name} in the search" for name in {*pages} - found - {"404.html", "index.html"}]
    if wrong:
        raise PluginError("\n".join(wrong))
