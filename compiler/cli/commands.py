"""The commands of ``lexc``, and the files of this folder that declare them.

A file is imported only if one of its commands is asked for, or the help of all: most take code with them that a build
has no use for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from ...declared_commands import App, Command

#: Command -> the file in this folder that declares it, in the order of ``lexc --help``.
COMMANDS: Final = {
    "build": "build",
    "info": "info",
    "verify": "verify_and_stats",
    "stats": "verify_and_stats",
    "attach": "attach",
    "leaves": "leaves",
    "list": "list_and_pack",
    "pack": "list_and_pack",
    "unpack": "list_and_pack",
    "use": "use_and_alphabets",
    "alphabets": "use_and_alphabets",
    "doctor": "doctor",
    "diff": "diff_and_merge",
    "merge": "diff_and_merge",
}


def find_command(name: str) -> Command:
    """The command of this name, whose file is imported only now.

    Raises KeyError if there is none.
    """
    app: App = import_module(f".{COMMANDS[name]}", __package__).app
    return app.commands[name]
