"""The start of ``lexq``: plain command lines are read without typer.

Plain is ``lexq [-l NAME] COMMAND ARGUMENT...`` as :mod:`..declared_commands` says, also with a query instead of
the command (:mod:`.letters`). Whatever is not plain, typer
reads from the beginning, and so it does for all commands that are not in :data:`_SOURCES`.

``lexq --help`` is kept as text, ``help.txt``, for terminals that show it as it is: typer would make every command to
write it. ``python -m tests.apps.shell.lexq_help`` writes that file again, and a test compares them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from .. import console
from ..command_files import require_apart
from ..declared_commands import App, Command, NotPlainError, UsageError, for_typer_alone, read_value, read_values
from .read_inputs import LEXICON_OPTION, LEXICON_VARIABLE, choose_lexicon


def _words(name: str) -> App:
    from .word_commands import app

    return app


def _conditions(name: str) -> App:
    from .condition_commands import app_of_one

    return app_of_one(name)


#: What gives the app with a command that may be plain, in the order in which typer looks for it.
_SOURCES: Final[tuple[Callable[[str], App], ...]] = (_words, _conditions)


#: The columns that the help of ``lexq`` is written for. On wider terminals it is the same.
HELP_COLUMNS: Final = 80


#: A command, its values by name, and the lexicon of -l.
Plain = tuple[Command, dict[str, Any], str | None]


def main() -> None:
    """Entry point of ``lexq``."""
    console.run(_run, "lexq")


def _run(**settings: Any) -> Any:
    """Run the command line; the exit code, or what typer returns with these settings."""
    if sys.argv[1:] == ["--help"] and _columns() >= HELP_COLUMNS and "_LEXQ_COMPLETE" not in os.environ:
        from .letters import HELP

        console.write([HELP.read_text("utf-8")])
        return 0
    plain = read_plain(sys.argv[1:])
    if plain is not None:
        command, values, lexicon = plain
        choose_lexicon(lexicon)
        try:
            require_apart(command.function, values, lexicon)
            code: int | None = 0  # if the user leaves the pager
            with console.paged():
                code = command.function(**values)
            return code
        except UsageError:
            pass  # typer finds it too, and says how the command is used
    from .app import program

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
    if for_typer_alone("lexq"):
        return None
    rest = iter(arguments)
    try:
        lexicon, name = _read_lexicon(rest)
        for source in _SOURCES:
            command = source(name).commands.get(name)
            if command is not None:
                return command, read_values(command, rest), lexicon
        return _read_query(name, list(rest), lexicon)
    except NotPlainError:
        return None


def _read_query(first: str, rest: list[str], lexicon: str | None) -> Plain | None:
    """Read a query without a command, or None if it is for typer."""
    from .letters import app, means_query

    choose_lexicon(lexicon)
    if not first or first.startswith("-") or not means_query(first, rest):
        return None
    command = app.commands["search"]
    return command, read_values(command, iter([first, *rest])), lexicon


def _read_lexicon(rest: Iterator[str]) -> tuple[str | None, str]:
    """The value of -l, else of its environment variable, and the name of the command."""
    lexicon = os.environ.get(LEXICON_VARIABLE) or None
    first = next(rest, "")
    if first in LEXICON_OPTION.names:
        lexicon = read_value(rest)
        first = next(rest, "")
    return lexicon, first
