"""The commands of ``lexq``, made lazily.

They are in the other files of this folder. Typer takes a millisecond to make a command from its function, and there are
dozens of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

import typer
import typer.core
import typer.main

from ... import console
from ...help_text import fitting_context, summary_length

__all__ = ["Commands", "commands_about_boards"]

#: Name of a command -> the function that makes it.
Makers: TypeAlias = Mapping[str, Callable[[], Any]]


def _commands_of(app: typer.Typer) -> Makers:
    """The commands of a typer application, not made yet."""
    return {_command_name(info): partial(_make_command, info) for info in app.registered_commands}


def _command_name(info: Any) -> str:
    name: str = info.name or typer.main.get_command_name(info.callback.__name__)
    return name


def _make_command(info: Any) -> Any:
    command = typer.main.get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)
    command.context_class = Commands.context_class
    return command


def _words() -> Makers:
    from .words import app

    return _commands_of(app)


def _conditions() -> Makers:
    from .conditions import app_of_kinds

    return _commands_of(app_of_kinds())


def _queries() -> Makers:
    from .search import app

    return _commands_of(app)


def _boards() -> Makers:
    from .boards import app

    return _commands_of(app)


def commands_about_boards() -> frozenset[str]:
    """The names of the commands that take no words or queries."""
    return frozenset(_boards())


#: The headings of --help, in order, and the commands below each; of two commands with one name the first counts.
_SOURCES: Final[tuple[tuple[str, Callable[[], Makers]], ...]] = (
    ("Commands", _words),
    ("Commands, one for each condition", _conditions),
    ("Commands for several conditions", _queries),
    ("Commands about boards", _boards),
)

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

    def invoke(self, ctx: Any) -> Any:
        with console.paged(not ctx.params.get("no_pager")):
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(dict.fromkeys(name for _, makers in _sources() for name in makers))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of ``lexq --help``, in groups."""
        groups: dict[str, list[str]] = {heading: [] for heading, _ in _SOURCES}
        of = {name: _ELSEWHERE.get(name, heading) for heading, makers in _sources() for name in makers}
        names = self.list_commands(ctx)
        for name in names:
            groups[of[name]].append(name)
        width = max(map(len, names))
        for heading, listed in groups.items():
            made = [(name, self.get_command(ctx, name)) for name in listed]
            rows = [
                (f"{name:{width}}", command.get_short_help_str(summary_length(formatter, width)))
                for name, command in made
                if not command.hidden
            ]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def _sources() -> Iterator[tuple[str, Makers]]:
    for heading, source in _SOURCES:
        yield heading, source()
