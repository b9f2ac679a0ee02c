"""``lexc attach``: data on the words of a lexicon, at the shell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import console
from ...errors import ColumnError
from .shipping import refuse_existing

if TYPE_CHECKING:
    from ..lists.column_values import ColumnReport

__all__ = ["attach", "column_lines"]


def attach(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A lexicon: .gaddag, or with -o any other or a name.")],
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column", "-c", metavar="NAME=FILE[:TITLE]", help="Values from a .csv, .tsv, .jsonl or .txt; repeatable."
        ),
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="NAME", help="Take a column away; repeatable.")
    ] = None,
    alphagrams: Annotated[
        bool | None,
        typer.Option("--alphagrams/--no-alphagrams", help="Add the hash of letters for anagrams, or take it away."),
    ] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Write another file.")] = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Overwrite an existing file.")] = False,
    skip_invalid: Annotated[
        bool, typer.Option("--skip-invalid", help="Leave out rows about words the lexicon does not have.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Hang data on the words of a lexicon: a number or a text each, from a file with a word and a value a line.

    The file is replaced whole, or written anew with -o; everything else in it stays as it is.

    \b
    Example: lexc attach nwl.gaddag --column freq=freq.csv
    Example: lexc attach nwl.gaddag --alphagrams
    Example: lexc attach nwl.gaddag --column definition=words.jsonl:gloss --remove freq -o defined.gaddag
    """
    from ...catalogue import choose, open_named
    from ...formats.changing import changing
    from ...formats.layout import SUFFIX
    from ..attach import attach as attach_columns

    if not column and not remove and alphagrams is None:
        hint = "--column, --remove or --alphagrams"
        raise typer.BadParameter("expected something to attach or to take away", param_hint=hint)
    source = choose(file)
    if output is not None:
        target = Path(output)
        refuse_existing(target, force)
    elif isinstance(source, Path) and source.name.endswith(SUFFIX):
        target = source
    else:
        raise ColumnError(
            "not a file to write columns into",
            expected=f"a {SUFFIX} file",
            found=str(source),
            remedy="name one: -o FILE",
        )
    with changing(target):
        # Not mapped: some systems do not replace a file that is.
        opened = open_named(file, "read")
        report = attach_columns(
            opened, target, column or (), remove=remove or (), alphagrams=alphagrams, skip_invalid=skip_invalid
        )
    if as_json:
        console.write([console.json_line(report.to_json())])
    elif not quiet:
        lines = [f"{report.path}: columns {', '.join(report.columns) or 'none'}; {report.size / 1e6:.2f} MB, verified"]
        console.tell("\n".join([*lines, *column_lines(report.attached)]) + "\n")


def column_lines(columns: list[ColumnReport]) -> list[str]:
    """What became of each file with values, for people."""
    lines = []
    for one in columns:
        missing = f", {_number(one.missing, 'word')} without one" if one.missing else ""
        lines.append(f"  {one.name}: {one.kind}, {_number(one.rows, 'row')}{missing}, {one.size / 1e6:.2f} MB")
        if one.unknown:
            lines.append(f"  {_number(one.unknown, 'row')} skipped, about words the lexicon does not have:")
            lines += [f"    line {line}: {word[:40]!r}" for line, word in one.shown]
    return lines


def _number(number: int, what: str) -> str:
    return f"{number:,} {what if number == 1 else what + 's'}"
