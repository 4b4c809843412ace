"""Players that are named on the command line, your own as `module:name`."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from astragal import ur
from astragal.errors import BadInputError, quoted

if TYPE_CHECKING:
    from astragal.ur import Player

PLAYER_HELP = (
    f"one of {', '.join(ur.PLAYERS)}, or your own as module:name; expectimax-N looks N turns ahead."
)


def read_player(text: str) -> "Player | str":
    """Return your own player if the text is `module:name`; other texts as they are.

    The module is a Python file of this folder, or any module that Python finds. The name is a
    player, a class of players, or a function that is given a position and a roll.
    """
    module_name, colon, name = text.partition(":")
    if not colon or text.endswith(".toml"):  # such as C:/mine.toml
        return text
    if module_name.endswith(".py"):
        right = f"{module_name.removesuffix('.py')}:{name}"
        raise BadInputError(f"{quoted(text)}: write the module without .py, as in {right}")
    if not all(word.isidentifier() for word in [*module_name.split("."), name]):
        raise BadInputError(
            f"{quoted(text)}: give your own player as module:name, the name of a Python file in "
            f"this folder without .py, and the name of a player in it"
        )
    module = _import(module_name, text)
    try:
        found = getattr(module, name)
    except AttributeError:
        raise BadInputError(f"{quoted(text)}: {module_name} has no {quoted(name)}") from None
    except (Exception, SystemExit) as error:
        raise _failed(text, error) from error
    try:
        made = found() if isinstance(found, type) else found
        own = isinstance(made, ur.Player) and made.name is not None
    except (Exception, SystemExit) as error:
        raise _failed(text, error) from error
    if own:
        return made  # type: ignore[no-any-return]
    if callable(made):
        return ur.player(name, made)
    raise BadInputError(f"{quoted(text)}: {quoted(made)} is neither a player nor a function")


def _failed(text: str, error: BaseException) -> BadInputError:
    return BadInputError(f"{quoted(text)}: {type(error).__name__}: {error}")


def _import(module_name: str, text: str) -> Any:
    if "" not in sys.path:
        sys.path.insert(0, "")  # this folder, as with python -m
    try:
        return import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name == module_name:
            raise BadInputError(
                f"{quoted(text)}: there is no module {quoted(module_name)}; "
                f"is {module_name}.py in this folder?"
            ) from None
        raise BadInputError(f"{quoted(text)}: {error}") from error
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise BadInputError(f"{quoted(text)}: {module_name} can't be imported: {reason}") from error
