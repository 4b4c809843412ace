"""Where files live.

`ASTRAGAL_HOME`, when set, holds everything; otherwise files go where the operating system wants
them. The split is by what a loss costs: whatever is in the cache folder can be rebuilt in seconds,
and systems and users empty it freely; what took minutes or days belongs in the data folder.
"""

import os
from pathlib import Path

from astragal.errors import BadInputError

HOME_VARIABLE = "ASTRAGAL_HOME"


def cache_folder() -> Path:
    """Return the folder of what can be rebuilt quickly. It need not exist yet."""
    home = _home()
    if home is not None:
        return home / "cache"
    import platformdirs  # here, so that an import of the package does not pay for it

    return platformdirs.user_cache_path("astragal", appauthor=False)


def data_folder() -> Path:
    """Return the folder of what is expensive to make again. It need not exist yet."""
    home = _home()
    if home is not None:
        return home / "data"
    import platformdirs

    return platformdirs.user_data_path("astragal", appauthor=False)


def _home() -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    try:
        return Path(home).expanduser() if home else None
    except RuntimeError:  # ~somebody, who is not there
        raise BadInputError(f"{HOME_VARIABLE} = {home!r}: there is no such user") from None
