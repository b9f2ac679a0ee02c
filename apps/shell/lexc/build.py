"""``lexc build`` and ``attach``: compile a word list into a lexicon file, and attach data to its words."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lexkit.formats.constants import MAX_LENGTH

from .. import console
from ..command_files import READS_COLUMN, READS_LIST, WRITES, require_file
from .options import (
    AlphabetName,
    ChangedFile,
    Daggad,
    Force,
    Json,
    Layout,
    MaxLength,
    MinLength,
    OtherFile,
    Output,
    Quiet,
    SkipInvalid,
    is_expanded,
    opened_to_change,
    tell_report,
)

if TYPE_CHECKING:
    from lexkit.compiler.build import BuildReport
    from lexkit.compiler.compare import Comparison
    from lexkit.compiler.lists.columns_from_lists import ColumnReport

app = typer.Typer(rich_markup_mode=None)


@app.command()
def build(
    words: Annotated[
        str,
        typer.Argument(metavar="WORDS", help="A word list: .txt, .csv or .tsv, also .gz or .zst; .dic; - for stdin."),
        READS_LIST,
    ],
    output: Output = None,
    alphabet: AlphabetName = "english",
    method: Annotated[
        str,
        typer.Option("--method", metavar="sorted|gordon", help="Construction algorithm; both write the same bytes."),
    ] = "sorted",
    layout: Layout = "compressed",
    daggad: Daggad = False,
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column", metavar="NAME=FILE", help="Attach a column of values (see lexc attach --help); repeatable."
        ),
        READS_COLUMN,
    ] = None,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Keep the text after each word as column definition.")
    ] = False,
    spelling: Annotated[
        bool, typer.Option("--spelling", help="Keep the list's own spelling as column spelling, if it differs.")
    ] = False,
    fold: Annotated[
        bool,
        typer.Option("--fold", help="Read É as E, ß as SS, if the alphabet lacks them; column spelling keeps them."),
    ] = False,
    alphagrams: Annotated[
        bool, typer.Option("--alphagrams", help="Add an index of anagrams: microseconds a query, 7 bytes a word.")
    ] = False,
    fields: Annotated[
        str | None,
        typer.Option(
            "--fields",
            metavar="NAMES",
            help="Fields of a line, such as word,definition; also word+symbols, frequency+sum; - skips one.",
        ),
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Keep the capitalised words of a hunspell dictionary: names, German nouns.")
    ] = False,
    min_length: MinLength = 1,
    max_length: MaxLength = MAX_LENGTH,
    skip_invalid: SkipInvalid = False,
    skipped: Annotated[
        str | None,
        typer.Option(
            "--skipped",
            metavar="FILE",
            callback=require_file,
            help="With --skip-invalid: write the skipped lines to FILE.",
        ),
        WRITES,
    ] = None,
    quiet: Quiet = False,
    stats: Annotated[
        bool,
        typer.Option(
            "--stats", help="Also print the time of each stage; with --method gordon, the size of each automaton."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Compile a word list into a lexicon file, NAME.gaddag beside NAME.txt.

    The list has one word per line, as its first field. The first line of a table (.csv, .tsv) names its fields, and
    those other than the word become columns; for other lists, --fields names the fields. A hunspell dictionary (.dic)
    gives all words that its affixes form. A build verifies every word and never leaves a partial file.

    \b
    Example: lexc build nwl.txt
    Example: lexc build osps.txt.gz --alphabet polish -o polish.gaddag
    Example: lexc build zyzzyva.txt --fields word+symbols,definition,playability
    Example: lexc build de_DE.dic --names --alphabet german --skip-invalid
    Example: grep -v '^#' list | lexc build - -o list.gaddag --alphabet auto
    """
    from lexkit.compiler.build import Options
    from lexkit.compiler.build import build as compile_file
    from lexkit.runtime.query.conditions.registry import reserved_names

    options = Options(
        alphabet=alphabet,
        method=method,  # type: ignore[arg-type]
        expanded=is_expanded(layout),
        daggad=daggad,
        alphagrams=alphagrams,
        min_length=min_length,
        max_length=max_length,
        skip_invalid=skip_invalid,
        columns=tuple(column or ()),
        definitions=definitions,
        spelling=spelling,
        fold=fold,
        fields=tuple(fields.split(",")) if fields else (),
        names=names,
        skipped=skipped,
    )
    started = time.perf_counter()
    with _show_progress(quiet) as tell:
        report = compile_file(words, output, options, tell=tell, survey=stats, reserved=reserved_names())
    seconds = time.perf_counter() - started
    facts = report.to_json() | {"peak_memory": _peak_memory()}
    tell_report(facts, _summarize(report, seconds, stats), as_json, quiet)


@contextmanager
def _show_progress(quiet: bool) -> Iterator[Any]:
    """Show the current stage on standard error, if that is a terminal."""
    if quiet or not console.watched():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("read")
        yield lambda stage: progress.update(task, description=stage)


def _summarize(report: BuildReport, seconds: float, stats: bool) -> list[str]:
    notes = [
        console.format_count(number, one, many)
        for number, one, many in (
            (report.duplicates, "duplicate", "duplicates"),
            (report.too_short, "too short", "too short"),
            (report.too_long, "too long", "too long"),
            (report.invalid, "invalid line skipped", "invalid lines skipped"),
        )
        if number
    ]
    left_out = f" ({', '.join(notes)})" if notes else ""
    lines = [
        f"{report.path}: {console.format_count(report.words, 'word', 'words')}, {report.alphabet}{left_out}",
        f"{report.size / 1e6:.2f} MB, {report.nodes:,} nodes, {report.arcs:,} arcs, "
        f"verified word by word, {seconds:.2f} s",
    ]
    lines += [f"  skipped line {line}, column {column}: {found}" for line, column, found in report.shown]
    lines += behind_lines(report)
    if report.columns:
        lines += column_lines(report.columns)
    if stats:
        width = max(map(len, report.seconds))
        for stage, spent in report.seconds.items():
            line = f"  {stage:{width}} {spent:7.3f} s"
            if size := report.automata.get(stage):
                line += f"  {size['states']:>11,} states {size['arcs']:>11,} arcs {size['bytes']:>13,} bytes"
            lines.append(line)
        peak = _peak_memory()
        if peak is not None:
            lines.append(f"  {'peak memory':12} {peak / 1e6:5.0f} MB")
    return lines


def behind_lines(
    report: BuildReport | Comparison, remedy: str = "keep it: --definitions, or --fields word,NAME; "
) -> list[str]:
    """Describe the text after the words that was left out."""
    if not report.behind:
        return []
    many = report.behind > 1
    return [
        f"  {report.behind:,} {'lines have' if many else 'line has'} text behind the word, which was left out"
        f" ({remedy}a phrase is no word):",
        *(f"    line {line}: {text!r}" for line, text in report.shown_behind),
    ]


def _peak_memory() -> int | None:
    """Return the peak memory of this process in bytes, or None if the system does not report it."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@app.command()
def attach(
    file: ChangedFile,
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column", "-c", metavar="NAME=FILE[:TITLE]", help="Values from a .csv, .tsv, .jsonl or .txt; repeatable."
        ),
        READS_COLUMN,
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="NAME", help="Remove a column; repeatable.")
    ] = None,
    alphagrams: Annotated[
        bool | None,
        typer.Option("--alphagrams/--no-alphagrams", help="Add or remove the index of anagrams."),
    ] = None,
    output: OtherFile = None,
    force: Force = False,
    skip_invalid: Annotated[
        bool, typer.Option("--skip-invalid", help="Skip rows whose word is not in the lexicon.")
    ] = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Attach a number or a text to each word of a lexicon, from a file with one word and its value per line.

    The file is replaced atomically, or left alone if -o names another one. Everything else in it stays the same.

    \b
    Example: lexc attach nwl.gaddag --column freq=freq.csv
    Example: lexc attach nwl.gaddag --alphagrams
    Example: lexc attach nwl.gaddag --column definition=words.jsonl:gloss --remove freq -o defined.gaddag
    """
    from lexkit.building import attach as attach_columns

    if not column and not remove and alphagrams is None:
        hint = "--column, --remove or --alphagrams"
        raise typer.BadParameter("nothing to attach or remove", param_hint=hint)
    with opened_to_change(file, output, force) as (opened, target):
        report = attach_columns(
            opened, target, column or (), remove=remove or (), alphagrams=alphagrams, skip_invalid=skip_invalid
        )
    first = f"{report.path}: columns {', '.join(report.columns) or 'none'}; {report.size / 1e6:.2f} MB, verified"
    tell_report(report.to_json(), [first, *column_lines(report.attached)], as_json, quiet)


def column_lines(columns: list[ColumnReport]) -> list[str]:
    """Describe each column: the rows that were read and those that were skipped."""
    lines = []
    for one in columns:
        rows = console.format_count(one.rows, "row", "rows")
        missing = f", {console.format_count(one.missing, 'word', 'words')} without one" if one.missing else ""
        lines.append(f"  {one.name}: {one.kind}, {rows}{missing}, {one.size / 1e6:.2f} MB")
        if one.no_number is not None:
            line, value = one.no_number
            lines.append(f"  {one.name} has texts, since line {line} has no number: {value!r}")
        if one.unknown:
            unknown = console.format_count(one.unknown, "row", "rows")
            lines.append(f"  {unknown} skipped, about words the lexicon does not have:")
            lines += [f"    line {line}: {word[:40]!r}" for line, word in one.shown]
    return lines
