"""Help of both command lines, wrapped to the width of the terminal.

Help is written for 80 columns. On a narrow terminal, option names stand above their descriptions, command summaries
are shown in full, and the otherwise fixed lines of examples are wrapped.
"""

from __future__ import annotations

import shutil
import textwrap
from typing import Any, Final

import typer
import typer.core

from lexkit.formats import __version__

from . import console
from .usage_errors import EXAMPLE, add_remedy

#: Terminals with fewer columns are narrow.
NARROW: Final = 60
#: Longest names that have their description on the same line of a narrow terminal.
_NAMES: Final = 12
#: Help is never wrapped to fewer columns.
_LEAST: Final = 20


def columns() -> int:
    """Return the width of the terminal in columns."""
    return shutil.get_terminal_size().columns


def program_settings() -> dict[str, Any]:
    """Return the typer settings of both programs, with the help width if the terminal is narrow."""
    wide = columns()
    context = {"terminal_width": max(wide - 2, _LEAST)} if 0 < wide < NARROW else {}
    plain = {"pretty_exceptions_enable": False, "rich_markup_mode": None}
    return {"no_args_is_help": True, "context_settings": context, **plain}


def version_option(program: str) -> Any:
    """Return the option ``--version`` of a program."""

    def write(wanted: bool) -> None:
        if wanted:
            console.write([f"{program} {__version__}\n"])
            raise typer.Exit

    return typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=write)


def summary_length(formatter: Any, name_width: int) -> int:
    """Return how many characters of a command's summary fit beside its name."""
    return 1_000 if formatter.width < NARROW - 2 else int(formatter.width) - 6 - name_width


#: Context class of commands and groups. Its module differs between releases of typer.
_Context: Any = typer.core.TyperGroup.context_class


class _Formatter(_Context.formatter_class):  # type: ignore[misc]
    """Help formatter that also wraps paragraphs marked as fixed."""

    def write_text(self, text: str) -> None:
        width = self.width - self.current_indent
        super().write_text("\n\n".join([_fit(part, width) for part in text.split("\n\n")]))

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl(rows, _NAMES if self.width < NARROW - 2 else col_max, col_spacing)


class FittingContext(_Context):  # type: ignore[misc]
    """Context whose help fits the terminal and whose errors about arguments name the expected ones."""

    formatter_class = _Formatter

    def fail(self, message: str) -> None:
        super().fail(add_remedy(message, self.command))


def _fit(paragraph: str, width: int) -> str:
    """Wrap a paragraph of fixed lines, which begins with a line ``\\b``, if a line is longer than the width."""
    first, _, rest = paragraph.partition("\n")
    lines = rest.splitlines()
    if first.strip() != "\b" or all(len(line) <= width for line in lines):
        return paragraph
    if not any(line.startswith(EXAMPLE) for line in lines):
        return rest
    wrapped = [textwrap.fill(line, width, subsequent_indent="  ", break_on_hyphens=False) for line in lines]
    return "\n".join([first, *wrapped])


def wrap_facts(lines: list[str], wide: int) -> list[str]:
    """Wrap lines, each a name and a value, at words to the width of the terminal.

    ``wide`` is the width of the names; continuation lines are indented by it.
    """
    width = columns()
    if width - wide < _LEAST:
        wide = 2
    wrapped = []
    for line in lines:
        if len(line) <= width:
            wrapped.append(line)
            continue
        indent = " " * wide
        wrapped += textwrap.wrap(line, max(width, _LEAST), subsequent_indent=indent, break_on_hyphens=False)
    return wrapped
