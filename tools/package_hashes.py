"""Write the SHA-256 of each data file of the package: part of `make generate`."""

from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "astragal"
TARGET = PACKAGE / "store" / "package_hashes.py"
ENDINGS = (".order", ".toml", ".xz")


def module_text() -> str:
    """Return the text of the module."""
    files = sorted(path for path in PACKAGE.rglob("*") if path.suffix in ENDINGS)
    lines = [
        f'    "{path.relative_to(PACKAGE).as_posix()}":\n'
        f'        "{sha256(path.read_bytes()).hexdigest()}",'
        for path in files
    ]
    return "\n".join(
        [
            '"""The SHA-256 of each data file of the package; written by `make generate`."""',
            "",
            "HASHES = {",
            *lines,
            "}  # fmt: skip",
            "",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(module_text(), encoding="utf-8")
