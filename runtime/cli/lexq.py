"""``lexq``: the command line of the runtime.

:mod:`.commands` finds the commands, which are in the other files of this folder. The exit code is 0 if something was
found, 1 if nothing was: see :mod:`lexkit.console`.
"""

from __future__ import annotations

from typing import Annotated

import typer

from ... import console
from ...help_text import context_settings
from ..limits import limit_all
from .commands import Commands, commands_about_boards
from .read_inputs import LEXICON_OPTION, choose_lexicon

#: The program.
program = typer.Typer(
    name="lexq",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=context_settings(),
)


def _write_version(wanted: bool) -> None:
    if wanted:
        from ... import __version__

        console.write([f"lexq {__version__}\n"])
        raise typer.Exit


@program.callback()
def choose(
    context: typer.Context,
    lexicon: Annotated[
        str | None,
        typer.Option(*LEXICON_OPTION.names, **LEXICON_OPTION.settings),
    ] = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", metavar="SECONDS", help="Give up after SECONDS.")
    ] = None,
    fold: Annotated[
        bool, typer.Option("--fold", help="Read É as E, ß as SS in words and queries, if the alphabet lacks them.")
    ] = False,
    no_pager: Annotated[
        bool, typer.Option("--no-pager", help="Use no pager for answers longer than the terminal.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_write_version)
    ] = False,
) -> None:
    """Ask a lexicon: which words there are, what is in them, and which moves they make on a board.

    Without -l it is $LEXKIT_LEXICON, else your default (lexc use FILE), else the bundled English list.
    Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 bad input or lexicon, 4 input/output.

    \b
    Example: lexq substring AX
    Example: lexq -l nwl.gaddag prefix QU --length 7
    Example: lexq moves board.txt --rack RETAIN? --top 10
    """
    console.debug(debug)
    if fold and context.invoked_subcommand in commands_about_boards():
        raise typer.BadParameter("expected a command about words or queries", param_hint="--fold")
    choose_lexicon(lexicon, fold)
    context.obj = lexicon  # what the commands of apps open
    if timeout is not None:
        if not timeout > 0:
            raise typer.BadParameter(f"expected seconds, more than 0, found {timeout:g}", param_hint="--timeout")
        limit_all(timeout)


def main() -> None:
    """Entry point of ``lexq``."""
    console.run(program, "lexq")
