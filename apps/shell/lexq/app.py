"""``lexq``: the command line of the runtime, whose commands are made lazily.

They are in the other files of this folder. Typer takes a millisecond to make a command from its function, and there are
dozens of them; ``lexq --help`` needs no more than their names and help. The exit code is 0 if something was found, 1 if
nothing was: see :mod:`lexkit.apps.shell.console`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Annotated, Any, Final, TypeAlias

import typer
import typer.core
import typer.main
import typer.models

from lexkit.base.time_limits import limit_all

from .. import console
from ..command_files import guard
from ..declared_commands import App, for_typer
from ..help_text import fitting_context, program_settings, summary_length, version_option
from .letters import means_query
from .read_inputs import LEXICON_OPTION, choose_lexicon, chosen_lexicon


class Maker:
    """Makes a command when it is needed."""

    def __init__(self, name: str, text: str, info: Callable[[], Any]) -> None:
        """``text``: its help; ``info``: gives what typer makes it of."""
        self.name = name
        self.text = text
        self.info = info

    def __call__(self) -> Any:
        command = typer.main.get_command_from_info(self.info(), pretty_exceptions_short=True, rich_markup_mode=None)
        command.context_class = Commands.context_class
        guard(command, chosen_lexicon)
        return command

    def summary(self, length: int) -> str:
        """The beginning of its help, without making the command."""
        summary: str = typer.core.TyperCommand(self.name, help=inspect.cleandoc(self.text)).get_short_help_str(length)
        return summary


class GroupMaker(Maker):
    """Makes a command that has commands of its own."""

    def __call__(self) -> Any:
        group: Any = typer.main.get_group(self.info())
        for command in (group, *group.commands.values()):
            command.context_class = Commands.context_class
        for command in group.commands.values():
            guard(command, chosen_lexicon)
        return group


#: Name of a command -> what makes it.
Makers: TypeAlias = Mapping[str, Maker]


def _makers_in(file: str) -> Makers:
    """What makes the commands of a file, which is imported only now."""
    module = import_module(file, __package__)
    app: App | typer.Typer = module.app_of_kinds() if file == _CONDITIONS else module.app
    if isinstance(app, App):
        return {name: Maker(name, one.help, partial(for_typer, one, typer)) for name, one in app.commands.items()}
    if app.info.name:
        return {app.info.name: GroupMaker(app.info.name, str(app.info.help), lambda: app)}
    return {maker.name: maker for maker in map(_maker_of, app.registered_commands)}


def _maker_of(info: Any) -> Maker:
    name = info.name or typer.main.get_command_name(info.callback.__name__)
    return Maker(name, info.help or info.callback.__doc__, lambda: info)


_CONDITIONS: Final = ".condition_commands"
#: The headings of --help, in order, and the files with the commands below each: here, and in apps, which nothing else
#: imports. Of two commands with one name the first counts.
_SOURCES: Final = (
    ("Commands", ".word_commands"),
    ("Commands, one for each condition", _CONDITIONS),
    ("Commands for several conditions", ".search_and_batch"),
    ("Commands about boards", ".board_commands"),
    ("Commands about boards", ".look_ahead"),
    ("Commands about boards", ".draw"),
    ("Commands about games", ".autoplay"),
    ("Commands about games", ".gcg_check_and_show"),
    *[("Programs", f"lexkit.apps.{name}.command") for name in ("terminal", "web", "study", "siu")],
)


#: How many of these files, the first ones, have commands about words and queries.
_ABOUT_WORDS: Final = 3


def commands_about_boards() -> frozenset[str]:
    """The names of the commands that take no words or queries."""
    return frozenset([name for _, file in _SOURCES[_ABOUT_WORDS:] for name in _makers_in(file)])


#: Typer's error of usage.
_UsageError: Final[Any] = typer.BadParameter.__mro__[1]
#: Command -> its heading, if not that of the file that it is in: ``build`` is no kind of condition.
_ELSEWHERE: Final = {"build": "Commands"}


class Commands(typer.core.TyperGroup):
    """The group of all commands, which imports only the files it needs."""

    context_class = fitting_context(typer.core.TyperGroup.context_class)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands:
            found = next((makers[cmd_name] for _, makers in _sources() if cmd_name in makers), None)
            if found is None:
                # Typer suggests commands with a similar name.
                self.commands.update({name: make() for _, makers in _sources() for name, make in makers.items()})
                return None
            self.commands[cmd_name] = found()
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the first argument names, or search, of which the arguments are the query."""
        choose_lexicon(ctx.params.get("lexicon"), bool(ctx.params.get("fold")))
        if not ctx.resilient_parsing and means_query(args[0], args[1:]):
            return "search", self.get_command(ctx, "search"), args
        try:
            return super().resolve_command(ctx, args)
        except _UsageError as error:
            error.message += f" As letters: lexq {args[0].upper()}"
            raise

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _telling_of_hyphens([*args]):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        with console.paged(not ctx.params.get("no_pager")), _telling_of_hyphens():
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(dict.fromkeys(name for _, makers in _sources() for name in makers))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of ``lexq --help``, in groups."""
        groups: dict[str, list[str]] = {heading: [] for heading, _ in _SOURCES}
        of: dict[str, str] = {}
        made: dict[str, Maker] = {}
        for heading, makers in _sources():
            of |= {name: _ELSEWHERE.get(name, heading) for name in makers}
            for name, maker in makers.items():
                made.setdefault(name, maker)
        names = list(made)
        for name in names:
            groups[of[name]].append(name)
        width = max(map(len, names))
        for heading, listed in groups.items():
            rows = [(f"{name:{width}}", made[name].summary(summary_length(formatter, width))) for name in listed]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


@contextmanager
def _telling_of_hyphens(args: Sequence[str] = ()) -> Iterator[None]:
    """Say where a number or a query that begins with a hyphen stands, if it was read as an option that there is not."""
    try:
        yield
    except _UsageError as error:
        option = str(getattr(error, "option_name", ""))
        query = next((one for one in args if option and one.startswith(option) and ":" in one), None)
        if query is not None:
            error.message += f". A query that begins with a hyphen stands behind --: lexq -- '{query}'"
        elif option[1:].isdigit():
            error.message += f". A number with a hyphen stands behind --: lexq length -- {option}"
        raise


def _sources() -> Iterator[tuple[str, Makers]]:
    for heading, file in _SOURCES:
        yield heading, _makers_in(file)


#: The program.
program = typer.Typer(name="lexq", cls=Commands, **program_settings())


@program.callback()
def choose(
    context: typer.Context,
    lexicon: Annotated[str | None, typer.Option(*LEXICON_OPTION.names, **LEXICON_OPTION.settings)] = None,
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
    version: Annotated[bool, version_option("lexq", typer)] = False,
) -> None:
    """Ask a lexicon: which words there are, what is in them, and which moves they make on a board.

    Anything but a COMMAND is a query: letters, ? for a blank, or terms like length:7, as search takes them.
    Without -l it is $LEXKIT_LEXICON, else your default (lexc use FILE), else the bundled English list.
    Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 bad input or lexicon, 4 input/output.

    \b
    Example: lexq CARE
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
        if not timeout > 0:  # inf is no limit, unlike where seconds are what a search may take
            raise typer.BadParameter(f"expected seconds, more than 0, found {timeout:g}", param_hint="--timeout")
        limit_all(timeout)


def main() -> None:
    """Entry point of ``lexq``."""
    console.run(program, "lexq")
