"""The start of ``lexc``: plain command lines are read without typer, which reads all others.

Plain is ``lexc COMMAND ARGUMENT...`` as :mod:`lexkit.apps.shell.declared_commands` says.
"""

from __future__ import annotations

import sys
from typing import Any

from .. import console
from ..command_files import require_apart
from ..declared_commands import Command, NotPlainError, UsageError, for_typer_alone, read_values
from .options import COMMANDS, find_command


def main() -> None:
    """Entry point of ``lexc``."""
    console.run(_run, "lexc")


def _run(**settings: Any) -> Any:
    """Run the command line; the exit code, or what typer returns with these settings."""
    plain = read_plain(sys.argv[1:])
    if plain is not None:
        command, values = plain
        try:
            require_apart(command.function, values)
            return command.function(**values)
        except UsageError:
            pass  # typer finds it too, and says how the command is used
    from .app import app

    return app(**settings)


def read_plain(arguments: list[str]) -> tuple[Command, dict[str, Any]] | None:
    """Read a command line, (command, its values by name), or None if it is for typer."""
    if for_typer_alone("lexc") or not arguments or arguments[0] not in COMMANDS:
        return None
    command = find_command(arguments[0])
    try:
        return command, read_values(command, iter(arguments[1:]))
    except NotPlainError:
        return None
