"""``lexc``: make, check and ship lexicons at the shell.

Progress and summaries go to standard error, results to standard output; ``--json`` gives objects. Exit codes: see
:mod:`lexkit.apps.shell.console`.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer.core
import typer.models

from .. import console
from ..command_files import guard
from ..declared_commands import for_typer
from ..help_text import fitting_context, program_settings, summary_length, version_option
from .options import COMMANDS, find_command


class Commands(typer.core.TyperGroup):
    """The group of all commands, whose help fits the terminal."""

    context_class = fitting_context(typer.core.TyperGroup.context_class)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for command in self.commands.values():
            command.context_class = self.context_class
            guard(command)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of ``lexc --help``."""
        limit = summary_length(formatter, max(map(len, self.commands)))
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(limit)) for name, one in self.commands.items()])


app = typer.Typer(name="lexc", cls=Commands, **program_settings())


@app.callback()
def common(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[bool, version_option("lexc", typer)] = False,
) -> None:
    """Make, check and ship lexicons.

    \b
    Example: lexc build nwl.txt && lexq -l nwl.gaddag substring AX

    Exit codes: 0 done, 1 lists differ (diff), 2 wrong usage, 3 bad input or lexicon, 4 input/output,
    130 interrupted.
    """
    console.debug(debug)


app.registered_commands += [for_typer(find_command(name), typer) for name in COMMANDS]


def main() -> None:
    """Run ``lexc``, reading every command line with typer."""
    console.run(app, "lexc")
