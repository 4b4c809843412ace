"""How commands are declared: names in help texts, and options that belong together.

    app = Commands(name="ur", help="...")
    RulesName = Annotated[str, typer.Option("--rules", help="One of {ur.RULES}, or a TOML file.")]

A help text refers to a collection of the package as `{room.NAME}`; its names are filled in when the
help is shown, so that they are listed once, in their room, and starting a command loads no room.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from string import Formatter
from typing import Any, TypeAlias

import typer
from typer.core import TyperCommand

import astragal

Command: TypeAlias = Callable[..., None]


class _Names(Formatter):
    """Fill in `{room.NAME}` as `a, b, c`."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return getattr(astragal, str(key))

    def format_field(self, value: Iterable[str], format_spec: str) -> str:
        return ", ".join(map(str, value))


class _Command(TyperCommand):
    def get_help(self, ctx: Any) -> str:
        for parameter in self.params:
            if text := getattr(parameter, "help", None):
                parameter.help = _Names().format(text)  # type: ignore[attr-defined]
        return super().get_help(ctx)


class Commands(typer.Typer):
    """A group of commands whose help texts may refer to collections of names."""

    def command(self, name: str | None = None, **options: Any) -> Callable[[Any], Any]:
        """Declare a command, as `typer.Typer.command` does."""
        return super().command(name, cls=_Command, **options)


def option_group(name: str, choose: Callable[..., Any]) -> Callable[[Command], Command]:
    """Return a decorator that gives a command the options of `choose` in place of `name`.

    The command is called with what `choose` returns: a command with `--profile` and `--dealer` has
    one parameter, `game`.
    """
    options = inspect.signature(choose).parameters

    def decorate(command: Command) -> Command:
        parameters: list[inspect.Parameter] = []
        for parameter in inspect.signature(command).parameters.values():
            parameters += options.values() if parameter.name == name else [parameter]

        @wraps(command)
        def run(**given: Any) -> None:
            chosen = choose(**{option: given.pop(option) for option in options})
            command(**{name: chosen}, **given)

        # typer asks for both, and calls by name.
        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters]
        )
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate
