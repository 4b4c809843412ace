"""Modules of pages joined into one script."""

from pathlib import Path

import pytest

from astragal.web.pages import PAGES, STATIC
from astragal.web.scripts import functions_of, joined


@pytest.mark.parametrize("page", PAGES)
def test_no_import_or_export_is_left(page: str) -> None:
    modules = functions_of(STATIC, f"{page}.js")
    script = joined(modules)
    lines = script.splitlines()
    assert not [line for line in lines if line.startswith(("import ", "export "))]
    made = [line.split('"')[1] for line in lines if line.startswith('modules["')]
    assert made == list(modules)


def test_every_module_belongs_to_a_page() -> None:
    used = {name for page in PAGES for name in functions_of(STATIC, f"{page}.js")}
    assert used == {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")}


def test_names_are_passed_on(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/a.js").write_text("export const one = 1;\nconst x = 2;\nexport{x as two};\n")
    (tmp_path / "b.js").write_text('import { one, two as zwei } from "./lib/a.js";\none + zwei;\n')
    modules = functions_of(tmp_path, "b.js")
    assert list(modules) == ["lib/a.js", "b.js"]
    script = joined(modules)
    assert "return { one, two: x };" in script
    assert 'const { one, two: zwei } = modules["lib/a.js"];' in script
