"""Options that control how an answer is shown.

All commands of ``lexq`` that find words share them. A command decorated with :func:`showing` takes them without
declaring them: they are appended to its signature, and the command gets them as one :class:`Shown`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Annotated, Any

import typer

from lexkit.base.errors import QuerySyntaxError
from lexkit.formats.constants import MAX_LENGTH

from .. import console
from ..command_files import WRITES, require_target
from ..shell_completion import complete_fields, complete_keys


@dataclass(eq=False)
class Shown:
    """Options of how answers are shown. A command uses one object for all of its answers."""

    #: True to write only the number of words or groups.
    count: bool = False
    limit: int | None = None
    offset: int = 0
    #: Keys as for :meth:`lexkit.Words.sorted_by`; if empty, the answer keeps its order.
    sort: tuple[str, ...] = ()
    reverse: bool = False
    #: Names of fields; if empty, the defaults of the format.
    columns: tuple[str, ...] = ()
    #: ``lines``, ``json``, ``csv`` or ``tsv``.
    format: str = "lines"
    #: True to write each word with its mark.
    marks: bool = False
    #: Field to group by: words with the same value share a line.
    group: str | None = None
    #: Minimum and maximum length of a word, in tiles.
    length: tuple[int, int] | None = None
    #: The file to write to, or None for standard output.
    output: str | None = None
    #: Letters of the rack that the words were found with, to highlight letters that need a blank; None without a rack.
    rack_letters: bytes | None = None
    #: True once the column names were written; they are written once for all answers of a command.
    header_written: bool = False


def _read_options(
    count: Annotated[bool, typer.Option("--count", "-c", help="Write only the number of words.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=0, metavar="N", help="Write at most N words.")
    ] = None,
    offset: Annotated[int, typer.Option("--offset", min=0, metavar="N", help="Skip the first N words.")] = 0,
    length: Annotated[
        str | None, typer.Option("--length", metavar="N or N-M", help="Only words of N letters, or of N to M letters.")
    ] = None,
    sort: Annotated[
        list[str] | None,
        typer.Option(
            "--sort",
            metavar="KEY,...",
            autocompletion=complete_keys,
            help="Sort by alphabet, length, points or any field; -KEY: largest first.",
        ),
    ] = None,
    reverse: Annotated[bool, typer.Option("--reverse", help="Reverse the whole order.")] = False,
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--columns", metavar="NAME,...", autocompletion=complete_fields, help="Write these fields of each word."
        ),
    ] = None,
    group: Annotated[
        str | None,
        typer.Option(
            "--group",
            metavar="NAME",
            autocompletion=complete_fields,
            help="Write words with the same NAME (alphagram or any field) on one line.",
        ),
    ] = None,
    marks: Annotated[
        bool,
        typer.Option("--marks", help="Write the mark of its editions after each word: ZEN#; always so on a terminal."),
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            callback=require_target,
            help="Write to FILE, never partially; - is standard output.",
        ),
        WRITES,
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object per line.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write CSV; the first line names the columns.")] = False,
    as_tsv: Annotated[bool, typer.Option("--tsv", help="Write TSV: like CSV, with tabs.")] = False,
) -> Shown:
    """Check and return the options, before anything is opened."""
    formats = [name for name, wanted in (("json", as_json), ("csv", as_csv), ("tsv", as_tsv)) if wanted]
    if len(formats) > 1:
        raise typer.BadParameter(f"--{formats[0]} and --{formats[1]} exclude each other")
    if group is not None and columns:
        raise typer.BadParameter("--group and --columns exclude each other")
    if marks and formats:
        raise typer.BadParameter(
            f"--marks and --{formats[0]} exclude each other: add the mark as a field, with --columns word,mark"
        )
    return Shown(
        count=count,
        limit=limit,
        offset=offset,
        sort=_split_names("--sort", sort),
        reverse=reverse,
        columns=_split_names("--columns", columns),
        format=formats[0] if formats else "lines",
        group=group,
        marks=marks,
        length=None if length is None else read_numbers(length, "a length like 7, or a range like 5-8"),
        output=output,
    )


def _split_names(option: str, texts: list[str] | None) -> tuple[str, ...]:
    """Return the names given to an option, as ``a,b`` or by repeating it."""
    names = [name.strip() for text in texts or () for name in text.split(",")]
    if not all(names):
        raise typer.BadParameter(f"expected names separated by commas for {option}, found {','.join(texts or ())!r}")
    return tuple(names)


def read_numbers(text: str, expected: str) -> tuple[int, int]:
    """Parse a number or a range of numbers, as in a query. ``expected`` describes them in the error."""
    from lexkit.runtime.words.number_ranges import parse_range

    try:
        low, high = parse_range(text)
    except QuerySyntaxError:
        low, high = 1, 0
    if max(low, 1) > high:
        raise typer.BadParameter(f"expected {expected}, found {text!r}")
    return max(int(low), 1), int(min(high, max(low, MAX_LENGTH)))


@cache
def _options() -> dict[str, inspect.Parameter]:
    parameters = inspect.signature(_read_options, eval_str=True).parameters
    return {name: parameter.replace(kind=parameter.KEYWORD_ONLY) for name, parameter in parameters.items()}


def showing(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options to a function that shows answers.

    The function takes ``shown`` and returns the number of results. The exit code of the command is 0 if there are any,
    else 1.
    """
    own = inspect.signature(command, eval_str=True).parameters
    parameters = [parameter for name, parameter in own.items() if name != "shown"]

    @wraps(command)
    def run(**values: Any) -> int:
        shown = _read_options(**{name: values.pop(name) for name in _options()})
        # With --over, the command itself writes the file.
        with console.into_file(None if values.get("over") else shown.output):
            found = command(**values, shown=shown)
        return 0 if found else console.NOTHING

    run.__signature__ = inspect.Signature([*parameters, *_options().values()])  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run
