"""How an answer is shown: the options that every word-answering command of ``lexq`` has, declared once.

A command that is decorated with :func:`showing` takes them without naming them: they are appended to its signature,
which is what the command line library reads, and come to it as one :class:`Shown`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Annotated, Any

import typer

from ... import console

__all__ = ["Shown", "showing"]


@dataclass(eq=False)
class Shown:
    """How an answer is shown. Whoever has several answers to show gives the same object with each."""

    #: Only how many words, or groups.
    count: bool = False
    limit: int | None = None
    offset: int = 0
    #: Keys as for :meth:`lexkit.Words.sorted_by`; none: the order the answer has.
    sort: tuple[str, ...] = ()
    reverse: bool = False
    #: Fields by name; none: those usual for the format.
    columns: tuple[str, ...] = ()
    #: ``lines``, ``json``, ``csv`` or ``tsv``.
    format: str = "lines"
    #: Whether each word is written with its mark behind it.
    marks: bool = False
    #: The field whose words share a line.
    group: str | None = None
    #: Shortest and longest.
    length: tuple[int, int] | None = None
    #: Tiles of the rack that the words were found with, so that letters it has not can be told apart.
    held: bytes | None = None
    #: Whether the names of the columns have been written: once for all answers of a command.
    headed: bool = False


def _shown(
    count: Annotated[bool, typer.Option("--count", "-c", help="Only how many there are.")] = False,
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=0, metavar="N", help="At most N words.")] = None,
    offset: Annotated[int, typer.Option("--offset", min=0, metavar="N", help="Without the first N words.")] = 0,
    length: Annotated[
        str | None, typer.Option("--length", metavar="N or N-M", help="Only words of N letters, or of N to M.")
    ] = None,
    sort: Annotated[
        list[str] | None,
        typer.Option(
            "--sort", metavar="KEY,...", help="Sort by alphabet, length, points or any field; -KEY: largest first."
        ),
    ] = None,
    reverse: Annotated[bool, typer.Option("--reverse", help="The whole order backwards.")] = False,
    columns: Annotated[
        list[str] | None, typer.Option("--columns", metavar="NAME,...", help="Write these fields of each word.")
    ] = None,
    group: Annotated[
        str | None,
        typer.Option("--group", metavar="NAME", help="Words with the same alphagram, or any other field, on one line."),
    ] = None,
    marks: Annotated[
        bool, typer.Option("--marks", help="The mark of its editions behind each word: ZEN#; on a terminal always.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Comma-separated, names of the columns first.")] = False,
    as_tsv: Annotated[bool, typer.Option("--tsv", help="The same with tabs.")] = False,
) -> Shown:
    """The options, put together and checked before anything is opened."""
    formats = [name for name, wanted in (("json", as_json), ("csv", as_csv), ("tsv", as_tsv)) if wanted]
    if len(formats) > 1:
        raise typer.BadParameter(f"--{formats[0]} and --{formats[1]} exclude each other")
    if group is not None and columns:
        raise typer.BadParameter("--group and --columns exclude each other")
    if marks and formats:
        raise typer.BadParameter(f"--marks and --{formats[0]} exclude each other: there it is a field, --columns mark")
    return Shown(
        count=count,
        limit=limit,
        offset=offset,
        sort=_names("--sort", sort),
        reverse=reverse,
        columns=_names("--columns", columns),
        format=formats[0] if formats else "lines",
        group=group,
        marks=marks,
        length=None if length is None else _lengths(length),
    )


def _names(option: str, texts: list[str] | None) -> tuple[str, ...]:
    """``a,b`` and options given twice, as names."""
    names = [name.strip() for text in texts or () for name in text.split(",")]
    if not all(names):
        raise typer.BadParameter(f"expected names with a comma between for {option}, found {','.join(texts or ())!r}")
    return tuple(names)


def _lengths(text: str) -> tuple[int, int]:
    shortest, dash, longest = text.partition("-")
    try:
        low = int(shortest) if shortest else 0
        high = int(longest) if longest else (10**9 if dash else low)
    except ValueError:
        low, high = 1, 0
    if not text or text == "-" or low > high:
        raise typer.BadParameter(f"expected a length like 7, or a range like 5-8, found {text!r}")
    return low, high


@cache
def _options() -> dict[str, inspect.Parameter]:
    parameters = inspect.signature(_shown, eval_str=True).parameters
    return {name: parameter.replace(kind=parameter.KEYWORD_ONLY) for name, parameter in parameters.items()}


def showing(command: Callable[..., int]) -> Callable[..., None]:
    """A command with these options, from a function that takes ``shown`` and gives how much was found.

    The exit code is 0 if something was found, 1 if nothing was.
    """
    own = inspect.signature(command, eval_str=True).parameters
    parameters = [parameter for name, parameter in own.items() if name != "shown"]

    @wraps(command)
    def run(**values: Any) -> None:
        shown = _shown(**{name: values.pop(name) for name in _options()})
        found = command(**values, shown=shown)
        raise typer.Exit(0 if found else console.NOTHING)

    run.__signature__ = inspect.Signature([*parameters, *_options().values()])  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run
