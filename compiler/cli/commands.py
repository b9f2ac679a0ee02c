"""The group of all commands of ``lexc``.

It fits help to the terminal, and says of an error in shell words what the compiler says in Python's: the compiler does
not know who called it.
"""

from __future__ import annotations

from typing import Any, Final

import typer.core

from ...errors import LexkitError
from ...help_text import fitting_context, summary_length

__all__ = ["Commands", "translate"]

#: What the compiler says -> what ``lexc`` says.
_WORDS: Final = (
    ("skip_invalid=True", "--skip-invalid"),
    ("another alphabet=", "another --alphabet"),
    ("name the alphabet: alphabet=NAME", "name the alphabet with --alphabet"),
    ("alphabet=NAME", "--alphabet NAME"),
    ("min_length <= max_length", "--min-length <= --max-length"),
    ("give a target", "name one: -o FILE"),
    ("with fold=True", "with --fold"),
)


def translate(error: LexkitError) -> None:
    """Name options in an error as the shell does."""
    for part in ("expected", "remedy"):
        text = getattr(error, part)
        if isinstance(text, str):
            for said, meant in _WORDS:
                text = text.replace(said, meant)
            setattr(error, part, text)


class Commands(typer.core.TyperGroup):
    """The group of all commands."""

    context_class = fitting_context(typer.core.TyperGroup.context_class)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            command.context_class = self.context_class
        return command

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except LexkitError as error:
            translate(error)
            raise

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of ``lexc --help``."""
        names = self.list_commands(ctx)
        made = [(name, self.get_command(ctx, name)) for name in names]
        limit = summary_length(formatter, max(map(len, names)))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(limit)) for name, command in made])
