"""The start of ``lexq``: plain command lines are read here, all others by typer.

Plain is ``lexq [-l NAME] COMMAND ARGUMENT...`` with options in their simplest forms: ``--limit 5``, ``-n 5`` or
``--limit=5``, each once. The names and types come from the declarations that typer reads too. Whatever is not plain,
or might be wrong, typer reads from the beginning: help, errors of usage, completion, and all commands that are not in
:data:`_SOURCES`. So there is one reader of errors, and this one never guesses.

``lexq --help`` is kept as text, ``help.txt``, for terminals that show it as it is: typer would make every command to
write it. ``python -m tests.cli.lexq_help`` writes that file anew, and a test compares them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from ... import console
from .declared_commands import App, Argument, Command, Option, Parameter, UsageError
from .read_inputs import LEXICON_OPTION, LEXICON_VARIABLE, choose_lexicon

__all__ = ["HELP_COLUMNS", "Plain", "main", "read_plain"]


def _words(name: str) -> App:
    from .word_commands import app

    return app


def _conditions(name: str) -> App:
    from .condition_commands import app_of_one

    return app_of_one(name)


#: What gives the app with a command that may be plain, in the order in which typer looks for it.
_SOURCES: Final[tuple[Callable[[str], App], ...]] = (_words, _conditions)


#: The help of ``lexq``, and the columns that it is written for. On wider terminals it is the same.
_HELP: Final = Path(__file__).with_name("help.txt")
HELP_COLUMNS: Final = 80


class _NotPlainError(Exception):
    """A command line for typer."""


#: A command, its values by name, and the lexicon of -l.
Plain = tuple[Command, dict[str, Any], str | None]


def main() -> None:
    """Entry point of ``lexq``."""
    console.run(_run, "lexq")


def _run(**settings: Any) -> Any:
    """Run the command line; the exit code, or what typer returns with these settings."""
    if sys.argv[1:] == ["--help"] and _columns() >= HELP_COLUMNS and "_LEXQ_COMPLETE" not in os.environ:
        console.write([_HELP.read_text("utf-8")])
        return 0
    plain = read_plain(sys.argv[1:])
    if plain is not None:
        command, values, lexicon = plain
        choose_lexicon(lexicon)
        try:
            code: int | None = 0  # if the user leaves the pager
            with console.paged():
                code = command.function(**values)
            return code
        except UsageError:
            pass  # typer finds it too, and says how the command is used
    from .lexq import program

    return program(**settings)


def _columns() -> int:
    """The width that typer writes help for, found as it does."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or HELP_COLUMNS  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return HELP_COLUMNS


def read_plain(arguments: list[str]) -> Plain | None:
    """Read a command line, or None if it is for typer."""
    # A shell that asks for completion says so in the environment; on Windows typer expands wildcards.
    if os.name == "nt" or "_LEXQ_COMPLETE" in os.environ:
        return None
    rest = iter(arguments)
    try:
        lexicon, name = _read_lexicon(rest)
        for source in _SOURCES:
            command = source(name).commands.get(name)
            if command is not None:
                return command, _read_values(command, rest), lexicon
        return None
    except _NotPlainError:
        return None


def _read_lexicon(rest: Iterator[str]) -> tuple[str | None, str]:
    """The value of -l, else of its environment variable, and the name of the command."""
    lexicon = os.environ.get(LEXICON_VARIABLE) or None
    first = next(rest, "")
    if first in LEXICON_OPTION.names:
        lexicon = _value(rest)
        first = next(rest, "")
    return lexicon, first


def _read_values(command: Command, rest: Iterator[str]) -> dict[str, Any]:
    """The values of a command's parameters, by their names."""
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
            raise _NotPlainError
        if option.kind is bool:
            if equals:
                raise _NotPlainError
            given[option.name] = True
        else:
            given[option.name] = _convert(option, (value or _fail()) if equals else _value(rest))
    arguments = [one for one in parameters if isinstance(one.declared, Argument)]
    if len(arguments) != 1 or arguments[0].kind != list[str] or not texts:
        raise _NotPlainError
    given[arguments[0].name] = texts
    return {one.name: given.get(one.name, one.default) for one in parameters}


def _value(rest: Iterator[str]) -> str:
    """The next text as the value of an option."""
    value = next(rest, "")
    if not value or value.startswith("-"):
        raise _NotPlainError
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
    raise _NotPlainError
