"""How commands are declared: what they print, names in help texts, options that belong together.

    app = Commands(name="ur", help="...")
    RulesName = Annotated[str, typer.Option("--rules", help="One of {ur.RULES}, or a TOML file.")]

    @app.command()
    def info(rules: RulesName = "finkel") -> Value:
        return astragal.ur.open_table(rules)

A command returns a value, which is printed: its `str()`, or with `--json` its `to_dict()`. A help
text refers to a collection of the package as `{room.NAME}`; its names are filled in when the help
is shown, so that they are listed once, in their room, and starting a command loads no room.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from functools import wraps
from inspect import Parameter, Signature, signature
from operator import attrgetter
from pathlib import Path
from string import Formatter
from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup

import astragal
from astragal.cli.output import show
from astragal.errors import BadInputError, quoted

Command: TypeAlias = Callable[..., Any]
OptionGroup: TypeAlias = Callable[[Command], Command]
"""Options that several commands share, see `option_group`."""

_given: ContextVar[set[str]] = ContextVar("the options on the command line")

JSON = Parameter(
    "json",
    Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[bool, typer.Option("--json", help="Print JSON.")],
)


def _checked_by(check: str) -> Callable[[Path | None], Path | None]:
    """Return a `callback=` that checks an output file, before the work begins."""

    def check_path(path: Path | None) -> Path | None:
        if path is not None:
            attrgetter(check)(astragal)(path)
        return path

    return check_path


writable = _checked_by("store.check_file")
writable_parquet = _checked_by("store.check_parquet")
writable_picture = _checked_by("plots.check_picture")


def refuse(*options: str, why: str) -> None:
    """Raise if one of these options is on the command line, where it would do nothing."""
    if given := next((option for option in options if option in _given.get()), None):
        raise BadInputError(f"{given} {why}")


class _Names(Formatter):
    """Fill in `{room.NAME}` as `a, b, c`."""

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return getattr(astragal, str(key))

    def format_field(self, value: Iterable[str], format_spec: str) -> str:
        return ", ".join(map(str, value))


def help_of(parameter: Any) -> str:
    """Return the help text of an argument or option, with the names it refers to."""
    return _Names().format(getattr(parameter, "help", None) or "")


class _Command(TyperCommand):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for parameter in self.params:
            if parameter.param_type_name == "argument" and parameter.metavar is None:
                parameter.metavar = str(parameter.name).upper()

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Write what is required as `HAND`, where typer writes `{HAND}`."""
        pieces = super().collect_usage_pieces(ctx)
        return [piece.replace("{", "").replace("}", "") for piece in pieces]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read `--others 10 10` as `--others 10,10`, if `10` is shown as `STACK...`.

        An option without its value is refused with its help text, and a negative number where an
        argument belongs with the help texts of the arguments.
        """
        several = {
            option
            for parameter in self.params
            if str(parameter.metavar).endswith("...")
            for option in parameter.opts
        }
        joined: list[str] = []
        for argument in args:
            if len(joined) > 1 and joined[-2] in several and argument[:1].isdigit():
                joined[-1] += f",{argument}"
            else:
                joined.append(argument)
        try:
            rest = super().parse_args(ctx, joined)
        except typer.TyperException as error:
            wrong = str(getattr(error, "option_name", ""))
            if negative := wrong[1:2] in {*"0123456789."}:
                number = next(one for one in args if one.startswith(wrong))
                error.message = f"{quoted(number)}: no argument is negative."
            for one in self.params:
                if wrong in one.opts:
                    error.message += f" {help_of(one)}"
                elif negative and one.param_type_name == "argument":
                    error.message += f" {one.metavar}: {help_of(one)}"
            raise
        sources = {one.opts[0]: ctx.get_parameter_source(one.name) for one in self.params}
        _given.set({name for name, source in sources.items() if source.name == "COMMANDLINE"})
        return rest

    def get_help(self, ctx: Any) -> str:
        for parameter in self.params:
            if text := help_of(parameter):
                parameter.help = text  # type: ignore[attr-defined]
        return super().get_help(ctx)


class _Group(TyperGroup):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Show the help if no command is given."""
        return super().parse_args(ctx, args or ["--help"])


class Commands(typer.Typer):
    """A group of commands, which return what is to be printed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(cls=_Group, **options)

    def command(
        self, name: str | None = None, *, takes: Sequence[OptionGroup] = (), **options: Any
    ) -> Callable[[Any], Any]:
        """Declare a command, as `typer.Typer.command` does; it `takes` some option groups."""
        declare = super().command(name, cls=_Command, **options)

        def decorate(command: Command) -> Command:
            whole = command
            for group in reversed(takes):
                whole = group(whole)
            declare(_printing(whole))
            return command

        return decorate


def _printing(command: Command) -> Command:
    """Give a command the option `--json`, and print what it returns; a command of None prints."""
    given = signature(command)
    if given.return_annotation is None:
        return command

    @wraps(command)
    def run(**options: Any) -> None:
        json = options["json"] if "json" in given.parameters else options.pop("json")
        if json:
            refuse("--as", "--card", why="can't be used with --json")
        found = command(**options)
        if found is not None:
            show(found, json)
        if not getattr(found, "sound", True):
            raise typer.Exit(1)

    others = [one for one in given.parameters.values() if one.name != "json"]
    return _with_parameters(run, [*others, JSON])


def _with_parameters(
    run: Command, parameters: Iterable[Parameter], returns: Any = Signature.empty
) -> Command:
    """Tell typer, which calls by name, the parameters of a function."""
    named = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters]
    run.__signature__ = Signature(named, return_annotation=returns)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in named}
    return run


def option_group(name: str, choose: Callable[..., Any]) -> OptionGroup:
    """Return a decorator that gives a command the options of `choose` in place of `name`.

    The command is called with what `choose` returns: a command with `--profile` and `--dealer` has
    one parameter, `game`. If that is a context, the command runs in it.
    """
    options = signature(choose).parameters

    def decorate(command: Command) -> Command:
        given = signature(command)

        @wraps(command)
        def run(**others: Any) -> Any:
            chosen = choose(**{option: others.pop(option) for option in options})
            context = chosen if isinstance(chosen, AbstractContextManager) else nullcontext(chosen)
            with context as value:
                return command(**{name: value}, **others)

        parameters: list[Parameter] = []
        for parameter in given.parameters.values():
            parameters += options.values() if parameter.name == name else [parameter]
        return _with_parameters(run, parameters, given.return_annotation)

    return decorate
