"""Modules of pages joined into one script."""

from pathlib import Path

import pytest

from astragal.web.pages import PAGES, STATIC
from astragal.web.scripts import joined, modules_of


@pytest.mark.parametrize("page", PAGES)
def test_no_import_or_export_is_left(page: str) -> None:
    modules = modules_of(STATIC, f"{page}.js")
    script = joined(STATIC, modules)
    lines = script.splitlines()
    assert not [line for line in lines if line.startswith(("import ", "export "))]
    made = [line.split('"')[1] for line in lines if line.startswith('modules["')]
    assert made == modules


def test_every_module_belongs_to_a_page() -> None:
    used = {name for page in PAGES for name in modules_of(STATIC, f"{page}.js")}
    assert used == {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")}


def test_names_are_passed_on(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/a.js").write_text("export const one = 1;\nconst x = 2;\nexport{x as two};\n")
    (tmp_path / "b.js").write_text('import { one, two as zwei } from "./lib/a.js";\none + zwei;\n')
    modules = modules_of(tmp_path, "b.js")
    assert modules == ["lib/a.js", "b.js"]
    script = joined(tmp_path, modules)
    assert "return { one, two: x };" in script
    assert 'const { one, two: zwei } = modules["lib/a.js"];' in script
