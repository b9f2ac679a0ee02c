"""Add remedies to typer's usage errors: which arguments a command takes, where an option goes."""

from __future__ import annotations

import sys
from typing import Any, Final

EXAMPLE: Final = "Example: "
_TOO_MANY: Final = "Got unexpected extra argument"
#: The command that runs if the arguments are a query.
_COMMAND_OF_QUERIES: Final = "search"


def add_remedy(message: str, command: Any) -> str:
    """Add the expected arguments and the first example of the command to an error about too many arguments."""
    if not message.startswith(_TOO_MANY):
        return message
    takes = [str(one.metavar or one.name.upper()) for one in command.params if one.param_type_name == "argument"]
    message += f"; expected {'no more than ' + ' '.join(takes) if takes else 'options only'}"
    examples = [line for line in (command.help or "").splitlines() if line.startswith(EXAMPLE)]
    return f"{message}, as in: {examples[0].removeprefix(EXAMPLE)}" if examples else message


def say_where_an_option_goes(error: Any) -> None:
    """Say where an option belongs if typer's error is about an option that another command takes."""
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
    """Return an option as the help of a command shows it, "" if the command does not have it."""
    for one in command.params:
        if name in (*one.opts, *one.secondary_opts):
            return name if one.is_flag else f"{name} {one.metavar or 'VALUE'}"
    return ""
