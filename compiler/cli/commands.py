"""The group of all commands of ``lexc``.

It fits help to the terminal.
"""

from __future__ import annotations

from typing import Any

import typer.core

from ...help_text import fitting_context, summary_length

__all__ = ["Commands"]


class Commands(typer.core.TyperGroup):
    """The group of all commands."""

    context_class = fitting_context(typer.core.TyperGroup.context_class)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            command.context_class = self.context_class
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of ``lexc --help``."""
        names = self.list_commands(ctx)
        made = [(name, self.get_command(ctx, name)) for name in names]
        limit = summary_length(formatter, max(map(len, names)))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(limit)) for name, command in made])
