"""The commands of ``lexq`` and ``lexc`` as declared, without typer.

An :class:`App` takes functions as typer's does, and :class:`Option` and :class:`Argument` take what typer's take. Two
readers of command lines are made of the same declarations: typer (:func:`for_typer`), which knows everything, and
:func:`read_values`, which knows the simplest forms and needs no typer, a quarter of the time of a plain query.

Plain is ``COMMAND ARGUMENT...`` with options in their simplest forms: ``--limit 5``, ``-n 5`` or ``--limit=5``, each
once. Whatever is not plain, or might be wrong, typer reads from the beginning: help, errors of usage, completion. So
there is one reader of errors, and this one never guesses.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Annotated, Any, Final, TypeVar, get_args

_F = TypeVar("_F", bound=Callable[..., Any])
#: The command that takes a query without a command.
_COMMAND_OF_QUERIES: Final = "search"


class UsageError(Exception):
    """A wrong use of a command: a message for the user.

    It is raised before the command reads or writes anything. ``hint``: the parameters that it is about.
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class _Declared:
    """What stands behind the type of a parameter in its annotation, with the settings that typer has for it."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names = names
        self.settings = settings


def require_target(value: Any) -> Any:
    """The file, or several, that an option names, of which ``-`` is standard input or output. Raises UsageError."""
    if not all(str(one).strip() for one in _several(value)):
        raise UsageError("expected the name of a file, found none")
    return value


def _several(value: Any) -> list[Any] | tuple[Any, ...]:
    """The values of an option."""
    return value if isinstance(value, list | tuple) else () if value is None else (value,)


def require_file(value: Any) -> Any:
    """The file or folder, or several, that an option names. Raises UsageError for none, and for ``-``."""
    if any(str(one) == "-" for one in _several(value)):
        raise UsageError(
            "expected the name of a file, found -, which does not mean a file here; one of that name is ./-"
        )
    return require_target(value)


def find_games(value: Any, stream: bool) -> Any:
    """The files that a parameter names, and the games in folders among them, by name.

    ``stream``: whether ``-`` is standard input. Raises UsageError for a folder without games, or that cannot be read.
    """
    found: list[str] = []
    for path in _several(value if stream else require_file(value)):
        if not os.path.isdir(path):
            found.append(path)
            continue
        try:
            games = sorted([os.path.join(path, one) for one in os.listdir(path) if one.lower().endswith(".gcg")])
        except OSError as error:
            raise UsageError(f"cannot read this folder: {path}: {error.strerror}") from None
        if not games:
            raise UsageError(f"no games (*.gcg) in this folder: {path}")
        found += games
    return found if isinstance(value, list | tuple) else value


class Option(_Declared):
    """An option: its names, and typer's settings."""


class Argument(_Declared):
    """An argument: typer's settings."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command: ``kind`` is its type, such as ``list[str]``."""

    name: str
    kind: Any
    declared: Option | Argument
    default: Any
    #: Other parts of the annotation, such as the files that the value names.
    more: tuple[Any, ...] = ()

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


@dataclass(frozen=True)
class Command:
    """A function that runs a command and returns its exit code, or None for 0."""

    name: str
    function: Callable[..., int | None]
    help: str
    #: The class that typer makes it of, or None for the usual one.
    cls: Any = None

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the command, by name."""
        found = {}
        for name, one in inspect.signature(self.function, eval_str=True).parameters.items():
            kind, declared, *more = get_args(one.annotation)
            found[name] = Parameter(name, kind, declared, one.default, tuple(more))
        return found


class App:
    """Commands by name."""

    def __init__(self) -> None:
        self.commands: dict[str, Command] = {}

    def command(self, name: str | None = None, text: str | None = None, cls: Any = None) -> Callable[[_F], _F]:
        """Declare a command. ``name``: the function's by default; ``text``: its help, by default the docstring."""

        def declare(function: _F) -> _F:
            chosen = name or function.__name__
            self.commands[chosen] = Command(chosen, function, text or inspect.getdoc(function) or "", cls)
            return function

        return declare


def for_typer(command: Command, typer: Any) -> Any:
    """A command as typer registers it; ``typer``: the library, which only the command lines import."""
    info = typer.models.CommandInfo
    return info(command.name, cls=command.cls, callback=_with_usage_errors(command, typer), help=command.help)


def _with_usage_errors(command: Command, typer: Any) -> Callable[..., Any]:
    """The function of a command with the signature that typer reads, and typer's error of usage."""

    @wraps(command.function)
    def run(**values: Any) -> int | None:
        try:
            return command.function(**values)
        except UsageError as error:
            raise typer.BadParameter(str(error), param_hint=error.hint) from None

    parameters = [_parameter(one, typer) for one in command.parameters.values()]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run


def in_typer(require: Callable[[Any], Any], typer: Any) -> Callable[[Any], Any]:
    """A function that checks a value, with typer's error of usage."""

    def check(value: Any) -> Any:
        try:
            return require(value)
        except UsageError as error:
            raise typer.BadParameter(str(error)) from None

    return check


def _parameter(one: Parameter, typer: Any) -> inspect.Parameter:
    made = typer.Argument if isinstance(one.declared, Argument) else typer.Option
    kind: Any = one.kind
    settings = dict(one.declared.settings)
    if "callback" in settings:
        settings["callback"] = in_typer(settings["callback"], typer)
    annotation: Any = Annotated[kind, made(*one.declared.names, **settings), *one.more]
    return inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=annotation)


class NotPlainError(Exception):
    """A command line for typer."""


def for_typer_alone(program: str) -> bool:
    """Whether typer reads every command line of a program here.

    A shell that asks for completion says so in the environment; on Windows typer expands wildcards.
    """
    return os.name == "nt" or f"_{program.upper()}_COMPLETE" in os.environ


def read_values(command: Command, rest: Iterator[str]) -> dict[str, Any]:
    """The values of a command's parameters, by their names. Raises NotPlainError."""
    parameters = command.parameters.values()
    named = {name: one for one in parameters if isinstance(one.declared, Option) for name in one.declared.names}
    given: dict[str, Any] = {}
    texts: list[str] = []
    for text in rest:
        if text == "-" or not text.startswith("-"):
            texts.append(text)
            continue
        name, equals, value = text.partition("=")
        option = named.get(name)
        if option is None or option.name in given or (equals and not name.startswith("--")):
            raise NotPlainError
        if option.kind is bool:
            if equals:
                raise NotPlainError
            given[option.name] = True
        else:
            given[option.name] = _convert(
                option, (_fail() if value in ("", "-") else value) if equals else read_value(rest)
            )
    given |= _read_arguments([one for one in parameters if isinstance(one.declared, Argument)], texts)
    if any(one.required and one.name not in given for one in parameters):
        raise NotPlainError
    return {one.name: given.get(one.name, one.default) for one in parameters}


def _read_arguments(arguments: list[Parameter], texts: list[str]) -> dict[str, Any]:
    """The values of the arguments, each of which is a text, or a list of all texts."""
    if texts and [one.kind for one in arguments] in ([list[str]], [list[str] | None]):
        return {arguments[0].name: texts}
    if len(texts) > len(arguments) or not all(one.kind in (str, str | None) for one in arguments) or "" in texts:
        raise NotPlainError
    return {one.name: text for one, text in zip(arguments, texts, strict=False)}


def read_value(rest: Iterator[str]) -> str:
    """The next text as the value of an option."""
    value = next(rest, "")
    if not value.strip() or value.startswith("-"):
        raise NotPlainError
    return value


def _convert(option: Parameter, text: str) -> Any:
    """A value as the type of its option."""
    if option.kind in (str, str | None):
        return text
    if option.kind in (int, int | None) and text.isascii() and text.isdecimal() and len(text) < 10:
        number = int(text)
        settings = option.declared.settings
        if settings.get("min", 0) <= number <= settings.get("max", number):
            return number
    if option.kind == list[str] | None:
        return [text]
    return _fail()


def _fail() -> Any:
    raise NotPlainError


def say_where_an_option_goes(error: Any) -> None:
    """If typer's error is about an option that belongs elsewhere on the command line, say where."""
    name, context = getattr(error, "option_name", None), getattr(error, "ctx", None)
    if name is None or context is None or not hasattr(error, "possibilities"):
        return
    above = context.parent
    while above is not None:
        taken = _option(name, above.command)
        if taken:
            command = context.command_path.removeprefix(above.command_path + " ")
            place = f"command: {above.command_path} {taken} {command}"
            if context.info_name not in sys.argv:
                place = f"query: {above.command_path} {taken} QUERY"
            error.message, error.possibilities = f"Option {name} goes before the {place}", None
        above = above.parent
    known = context.command.list_commands(context) if hasattr(context.command, "list_commands") else []
    given = next((text for text in sys.argv[1:] if text in known), _COMMAND_OF_QUERIES)
    taken = _option(name, context.command.get_command(context, given)) if given in known else ""
    if taken:
        place = f"command: {context.command_path} {given} ... {taken}"
        if given not in sys.argv:
            place = f"query: {context.command_path} QUERY {taken}"
        error.message, error.possibilities = f"Option {name} goes after the {place}", None


def _option(name: str, command: Any) -> str:
    """An option as the help of this command writes it, or nothing if the command does not take it."""
    for one in command.params:
        if name in (*one.opts, *one.secondary_opts):
            return name if one.is_flag else f"{name} {one.metavar or 'VALUE'}"
    return ""
