"""Binary files of the package, which are compared with a hash when they are read."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from astragal.errors import TableDamagedError, TableMissingError


def read_package_data(path: Path, sha256_hex: str) -> bytes:
    """Return the content of a file of the package, or raise if it does not have this hash."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TableMissingError(
            f"{path} can't be read: {error.strerror}; install astragal again"
        ) from None
    if sha256(content).hexdigest() != sha256_hex:
        raise TableDamagedError(f"{path} is damaged; install astragal again")
    return content
