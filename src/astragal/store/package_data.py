"""Data files of the package, each compared with its hash when it is read.

`package_hashes.py` has the hashes. `make generate` writes it, so a new file needs no other line of
code. A file that has changed since, or is gone, is a fault of the installation: the error says so.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from astragal.errors import TableDamagedError, TableMissingError
from astragal.store.package_hashes import HASHES

PACKAGE = Path(__file__).parents[1]
REPAIR = "the installation of astragal is damaged; install it again"


def package_files(folder: str, ending: str) -> tuple[str, ...]:
    """Return the names of the data files in a folder of the package, without the ending.

    >>> package_files("asia/ways", ".xz")
    ('balanced', 'casino-dealer', 'casino-player')
    """
    return tuple(
        name.removeprefix(f"{folder}/").removesuffix(ending)
        for name in HASHES
        if name.startswith(f"{folder}/") and name.endswith(ending)
    )


def package_hash(name: str) -> str:
    """Return the SHA-256 that a data file must have, without reading it."""
    return HASHES[name]


def read_package_data(name: str) -> bytes:
    """Return the content of a data file; `name` is its path within the package.

    >>> len(read_package_data("equity/omaha.order"))
    32864
    """
    path = PACKAGE / name
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TableMissingError(f"{path} can't be read: {error.strerror}; {REPAIR}") from None
    return require_content(name, content)


def require_content(name: str, content: bytes) -> bytes:
    """Return the content of a data file, or raise unless it has the hash of the file."""
    if sha256(content).hexdigest() != package_hash(name):
        raise TableDamagedError(f"{PACKAGE / name} is not as it was installed; {REPAIR}")
    return content


def read_package_text(name: str) -> str:
    """Return the text of a data file; `name` is its path within the package."""
    return read_package_data(name).decode("utf-8")
