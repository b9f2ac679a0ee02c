"""The help of the two command lines, fitted to the terminal.

Help is written for 80 columns. On a narrow terminal the names of options stand above their texts, the commands have
their whole summaries, and examples, whose lines are fixed otherwise, are broken at words.
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
#: Widest names beside their texts on a narrow terminal.
_NAMES: Final = 12
#: Fewest columns that help is written for.
_LEAST: Final = 20


def columns() -> int:
    """The width of the terminal."""
    return shutil.get_terminal_size().columns


def program_settings() -> dict[str, Any]:
    """The settings of both programs in typer, with the width of their help if the terminal is narrow."""
    wide = columns()
    context = {"terminal_width": max(wide - 2, _LEAST)} if 0 < wide < NARROW else {}
    plain = {"pretty_exceptions_enable": False, "rich_markup_mode": None}
    return {"no_args_is_help": True, "context_settings": context, **plain}


def version_option(program: str) -> Any:
    """The option ``--version`` of a program."""

    def write(wanted: bool) -> None:
        if wanted:
            console.write([f"{program} {__version__}\n"])
            raise typer.Exit

    return typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=write)


def summary_length(formatter: Any, name_width: int) -> int:
    """How many characters of a command's summary are shown beside its name."""
    return 1_000 if formatter.width < NARROW - 2 else int(formatter.width) - 6 - name_width


#: The class of contexts of commands and groups. Releases of typer have it in different places.
_Context: Any = typer.core.TyperGroup.context_class


class _Formatter(_Context.formatter_class):  # type: ignore[misc]
    """Wraps fixed paragraphs too."""

    def write_text(self, text: str) -> None:
        width = self.width - self.current_indent
        super().write_text("\n\n".join([_fit(part, width) for part in text.split("\n\n")]))

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl(rows, _NAMES if self.width < NARROW - 2 else col_max, col_spacing)


class FittingContext(_Context):  # type: ignore[misc]
    """A context whose help fits the terminal, and whose errors about arguments say what is expected."""

    formatter_class = _Formatter

    def fail(self, message: str) -> None:
        super().fail(add_remedy(message, self.command))


def _fit(paragraph: str, width: int) -> str:
    """A paragraph with no line longer than the width; one of fixed lines begins with a line ``\\b``."""
    first, _, rest = paragraph.partition("\n")
    lines = rest.splitlines()
    if first.strip() != "\b" or all(len(line) <= width for line in lines):
        return paragraph
    if not any(line.startswith(EXAMPLE) for line in lines):
        return rest
    wrapped = [textwrap.fill(line, width, subsequent_indent="  ", break_on_hyphens=False) for line in lines]
    return "\n".join([first, *wrapped])


def wrap_facts(lines: list[str], wide: int) -> list[str]:
    """Facts, one a line, wrapped at words to the terminal.

    ``wide``: columns of their names, under which nothing is written.
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
