"""What the documentation site adds to the pages in `docs`: the reference, the changelog, links."""

import ast
import posixpath
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import griffe
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
    """Put each example in a docstring into a fence: Markdown would take `>>>` for a quotation."""
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
    """How the sources are read for the reference."""

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
