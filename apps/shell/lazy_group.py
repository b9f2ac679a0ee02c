"""A command group that lists all commands but imports the module of a command only when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, TypeAlias

import typer
import typer.core
import typer.main

from .command_files import guard
from .help_text import FittingContext, summary_length

#: Maps a heading of ``--help`` to its commands, and a command to its module and the first sentence of its help.
Table: TypeAlias = Mapping[str, Mapping[str, tuple[str, str]]]
#: Maximum number of names that an error suggests.
_SUGGESTED = 3


class LazyGroup(typer.core.TyperGroup):
    """Commands of a program, from a table that also feeds help, completion and suggestions."""

    context_class = FittingContext
    #: Package that module names beginning with a dot are relative to.
    package: ClassVar[str]
    table: ClassVar[Table]

    def whole_table(self) -> Table:
        """Return the table of all commands, including those that come from a registry."""
        return self.table

    def find_app(self, name: str) -> typer.Typer | None:
        """Import the module that declares a command and return its app, None if there is no such command."""
        modules = [listed[name][0] for listed in self.table.values() if name in listed]
        app: typer.Typer | None = import_module(modules[0], self.package).app if modules else None
        return app

    def asked_lexicon(self) -> str | None:
        """Return the lexicon that commands answer from, None for the default; "" if they use none."""
        return ""

    def suggest(self, name: str) -> str:
        """Return the suggestion that ends the error about an unknown command."""
        from lexkit.base.errors import likely_names

        likely = ", ".join(map(repr, likely_names(name, self.list_commands(None), _SUGGESTED)))
        return f" Did you mean {likely}?" if likely else ""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for listed in self.whole_table().values() for name in listed]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and build a command; return None if there is none of this name."""
        if cmd_name not in self.commands:
            app = self.find_app(cmd_name)
            if app is None:
                return None
            self.commands[cmd_name] = self._make(app, cmd_name)
        return self.commands[cmd_name]

    def _make(self, app: typer.Typer, name: str) -> Any:
        """Build a command from its module's app: one of the app's commands, or the app itself as a group."""
        if app.info.name == name:
            made: Any = typer.main.get_group(app)
        else:
            named = (one for one in app.registered_commands if one.callback and name == _name_of(one))
            made = typer.main.get_command_from_info(next(named), pretty_exceptions_short=False, rich_markup_mode=None)
        made.context_class = self.context_class
        for command in getattr(made, "commands", {name: made}).values():
            command.context_class = self.context_class
            guard(command, self.asked_lexicon)
        return made

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            ctx.fail(f"No such command {args[0]!r}.{self.suggest(args[0])}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, self.list_commands(ctx)))
        limit = summary_length(formatter, width)
        for heading, listed in self.whole_table().items():
            with formatter.section(heading):
                rows = [(name, _listed(name, text).get_short_help_str(limit)) for name, (_, text) in listed.items()]
                formatter.write_dl([(f"{name:{width}}", text) for name, text in rows])

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete command names from the table, with their summaries."""
        names = typer.core.TyperGroup(add_help_option=False)
        for listed in self.whole_table().values():
            names.commands.update({name: _listed(name, text) for name, (_, text) in listed.items()})
        options = super(typer.core.TyperGroup, self).shell_complete(ctx, incomplete)
        return [*names.shell_complete(names.context_class(names), incomplete), *options]


def _name_of(info: Any) -> str:
    return info.name or typer.main.get_command_name(info.callback.__name__)


def _listed(name: str, summary: str) -> Any:
    """Return a command that has only a name and a summary."""
    return typer.core.TyperCommand(name, help=summary)
