"""``lexc attach``: attach data to the words of a lexicon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ... import console
from ...declared_commands import App, Option, UsageError
from .options import ChangedFile, Force, Json, OtherFile, Quiet, opened_to_change, tell_report

if TYPE_CHECKING:
    from ..lists.columns_from_lists import ColumnReport

app = App()


@app.command()
def attach(
    file: ChangedFile,
    column: Annotated[
        list[str] | None,
        Option(
            "--column", "-c", metavar="NAME=FILE[:TITLE]", help="Values from a .csv, .tsv, .jsonl or .txt; repeatable."
        ),
    ] = None,
    remove: Annotated[list[str] | None, Option("--remove", metavar="NAME", help="Remove a column; repeatable.")] = None,
    alphagrams: Annotated[
        bool | None, Option("--alphagrams/--no-alphagrams", help="Add or remove the hash of letters for anagrams.")
    ] = None,
    output: OtherFile = None,
    force: Force = False,
    skip_invalid: Annotated[
        bool, Option("--skip-invalid", help="Leave out rows about words the lexicon does not have.")
    ] = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Attach data to the words of a lexicon: a number or a text for each, from a file with a word and a value a line.

    The file is replaced whole; with -o, another one is written. Everything else in it stays as it is.

    \b
    Example: lexc attach nwl.gaddag --column freq=freq.csv
    Example: lexc attach nwl.gaddag --alphagrams
    Example: lexc attach nwl.gaddag --column definition=words.jsonl:gloss --remove freq -o defined.gaddag
    """
    from ..attach_columns import attach as attach_columns

    if not column and not remove and alphagrams is None:
        hint = "--column, --remove or --alphagrams"
        raise UsageError("expected something to attach or to remove", hint)
    with opened_to_change(file, output, force) as (opened, target):
        report = attach_columns(
            opened, target, column or (), remove=remove or (), alphagrams=alphagrams, skip_invalid=skip_invalid
        )
    first = f"{report.path}: columns {', '.join(report.columns) or 'none'}; {report.size / 1e6:.2f} MB, verified"
    tell_report(report.to_json(), [first, *column_lines(report.attached)], as_json, quiet)


def column_lines(columns: list[ColumnReport]) -> list[str]:
    """Describe each file of values: what was read and what was skipped."""
    lines = []
    for one in columns:
        rows = console.format_count(one.rows, "row", "rows")
        missing = f", {console.format_count(one.missing, 'word', 'words')} without one" if one.missing else ""
        lines.append(f"  {one.name}: {one.kind}, {rows}{missing}, {one.size / 1e6:.2f} MB")
        if one.unknown:
            unknown = console.format_count(one.unknown, "row", "rows")
            lines.append(f"  {unknown} skipped, about words the lexicon does not have:")
            lines += [f"    line {line}: {word[:40]!r}" for line, word in one.shown]
    return lines
