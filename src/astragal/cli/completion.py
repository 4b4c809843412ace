"""`astragal --install-completion`: completion of commands and options in the shell."""

from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.completion.detect import ShellDetectionError

from astragal.errors import BadInputError


def install_completion(
    *,
    shell: Annotated[
        Literal["bash", "zsh", "fish", "powershell"] | None,
        Parameter(help="The shell. [the current shell]"),
    ] = None,
) -> None:
    """Install completion for your shell."""
    from astragal.cli.app import app

    try:
        path = app.install_completion(shell=shell)
    except ShellDetectionError:
        raise BadInputError(
            "your shell is unknown: add --shell bash, zsh, fish or powershell"
        ) from None
    print(f"Completion is in {path}; it works in new shells.")
