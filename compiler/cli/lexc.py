"""``lexc``: make, check and ship lexicons at the shell.

Progress and summaries go to standard error, results to standard output; ``--json`` gives objects. Exit codes: see
:mod:`lexkit.console`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer.core

from ... import console
from ...complete_names import lexicons
from ...help_text import context_settings, fitting_context, summary_length, wrap_facts
from . import diff_and_merge, list_and_pack
from .attach import attach, column_lines
from .doctor import doctor
from .info import info
from .leaves import leaves
from .options import (
    AlphabetName,
    Daggad,
    File,
    Fold,
    Json,
    Layout,
    MaxLength,
    MinLength,
    Output,
    Quiet,
    SkipInvalid,
    is_expanded,
)

if TYPE_CHECKING:
    from ...formats.lexicon_file import LexiconFile
    from ..build import BuildReport


class Commands(typer.core.TyperGroup):
    """The group of all commands, whose help fits the terminal."""

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


app = typer.Typer(
    name="lexc",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=context_settings(),
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from ...formats import __version__

        console.write([f"lexc {__version__}\n"])
        raise typer.Exit


@app.callback()
def common(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Make, check and ship lexicons.

    \b
    Example: lexc build nwl.txt && lexq -l nwl.gaddag substring AX

    Exit codes: 0 done, 1 lists differ (diff), 2 wrong usage, 3 bad input or lexicon, 4 input/output,
    130 interrupted.
    """
    console.debug(debug)


@app.command()
def build(
    words: Annotated[str, typer.Argument(metavar="WORDS", help="The list: .txt, .txt.gz, .txt.zst, or - for stdin.")],
    output: Output = None,
    alphabet: AlphabetName = "english",
    method: Annotated[
        str, typer.Option(metavar="sorted|gordon", help="The route of construction; the bytes are the same.")
    ] = "sorted",
    layout: Layout = "compressed",
    daggad: Daggad = False,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=FILE", help="Attach values to the words: see lexc attach --help; repeatable."),
    ] = None,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Keep the text behind each word as column definition.")
    ] = False,
    spelling: Annotated[
        bool, typer.Option("--spelling", help="Keep the list's own spelling, if it differs, as column spelling.")
    ] = False,
    fold: Annotated[
        bool,
        typer.Option("--fold", help="Read É as E, ß as SS, if the alphabet lacks them; column spelling keeps them."),
    ] = False,
    alphagrams: Annotated[
        bool, typer.Option("--alphagrams", help="Add a hash of letters: anagrams in microseconds, 7 bytes a word.")
    ] = False,
    min_length: MinLength = 1,
    max_length: MaxLength = 63,
    skip_invalid: SkipInvalid = False,
    quiet: Quiet = False,
    stats: Annotated[bool, typer.Option("--stats", help="Also print the time of each stage.")] = False,
    as_json: Json = False,
) -> None:
    """Compile a word list into a lexicon file, NAME.gaddag beside NAME.txt.

    The list has one word a line, as its first field. The file is written whole or not at all, and verified word by
    word.

    \b
    Example: lexc build nwl.txt
    Example: lexc build osps.txt.gz --alphabet polish -o polish.gaddag
    Example: grep -v '^#' list | lexc build - -o list.gaddag --alphabet auto
    """
    from ..build import Options
    from ..build import build as compile_file

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
    )
    started = time.perf_counter()
    with _show_progress(quiet) as tell:
        report = compile_file(words, output, options, tell=tell)
    seconds = time.perf_counter() - started
    if as_json:
        console.write([console.json_line(report.to_json() | {"peak_memory": _peak_memory()})])
    elif not quiet:
        _print_summary(report, seconds, stats)


@contextmanager
def _show_progress(quiet: bool) -> Iterator[Any]:
    """Show which stage runs, on standard error, if that is a terminal."""
    if quiet or not console.watched():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("read")
        yield lambda stage: progress.update(task, description=stage)


def _print_summary(report: BuildReport, seconds: float, stats: bool) -> None:
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
    lines += column_lines(report.columns)
    if stats:
        lines += [f"  {stage:12} {spent:7.3f} s" for stage, spent in report.seconds.items()]
        peak = _peak_memory()
        if peak is not None:
            lines.append(f"  {'peak memory':12} {peak / 1e6:5.0f} MB")
    console.tell("\n".join(lines) + "\n")


def _peak_memory() -> int | None:
    """The peak memory of this process in bytes, or None if the system does not say."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _open(name: str) -> LexiconFile:
    from ...catalogue import open_named

    return open_named(name)


app.command()(info)


@app.command()
def verify(
    file: File,
    words: Annotated[str | None, typer.Option("--words", "-w", metavar="WORDS", help="Compare with this list.")] = None,
    column: Annotated[
        list[str] | None,
        typer.Option("--column", "-c", metavar="NAME=FILE", help="Compare a column with its file; repeatable."),
    ] = None,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Compare column definition with the text behind each word.")
    ] = False,
    spelling: Annotated[
        bool, typer.Option("--spelling", help="Compare column spelling with the list's spelling.")
    ] = False,
    skip_invalid: SkipInvalid = False,
) -> None:
    """Prove a lexicon: every byte accounted for, safe to walk, and with the words of its provenance.

    With --words it must hold exactly the words of that list. Parts that were not compared are listed.

    \b
    Example: lexc verify nwl.gaddag --words nwl.txt
    Example: lexc verify nwl.gaddag --words nwl.txt --definitions --column freq=freq.csv
    """
    from ..verify import verify_list, verify_provenance

    if words is None and (column or definitions or spelling):
        raise typer.BadParameter("expected --words with it", param_hint="--column, --definitions or --spelling")
    opened = _open(file)
    if words is not None:
        shown = verify_list(
            opened, words, skip_invalid, columns=column or (), definitions=definitions, spelling=spelling
        )
        text = f"exactly the {shown.words:,} words of {words}"
    else:
        shown = verify_provenance(opened)
        text = f"sound, {shown.words:,} words as fingerprinted"
    lines = [f"{opened.path}: {text}", *(f"  {note}" for note in shown.notes)]
    console.write([console.shown(line) + "\n" for line in lines])


@app.command()
def stats(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A lexicon, or a word list.")],
    alphabet: AlphabetName = "english",
    min_length: MinLength = 1,
    max_length: MaxLength = 63,
    skip_invalid: SkipInvalid = False,
    fold: Fold = False,
    minimized: Annotated[bool, typer.Option("--minimized", help="Leave out the unminimized automata: faster.")] = False,
    as_json: Json = False,
) -> None:
    """Compute Tables II and III of Gordon's paper for any list: DAWG and GADDAG, unminimized to minimized.

    \b
    Example: lexc stats nwl.gaddag --min-length 2 --max-length 8
    """
    from ...diff_and_merge import resolve_source
    from ...formats.lexicon_file import LexiconFile
    from ..build import Options, load_words
    from ..format_gordon_statistics import format_statistics
    from ..gordon_statistics import statistics

    options = Options(
        alphabet=alphabet, min_length=min_length, max_length=max_length, skip_invalid=skip_invalid, fold=fold
    )
    source = resolve_source(file)
    words, letters = load_words(source if isinstance(source, LexiconFile) else file, options)
    counted = statistics(words, letters, unminimized=not minimized)
    console.write([console.json_line(counted.to_json()) if as_json else format_statistics(counted)])


app.command()(attach)
app.command()(leaves)
app.command("list")(list_and_pack.list_words)
app.command()(list_and_pack.pack)
app.command()(list_and_pack.unpack)


@app.command()
def use(
    lexicon: Annotated[
        str | None, typer.Argument(metavar="[FILE]", autocompletion=lexicons, help="A lexicon: path or name.")
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Back to the bundled English list.")] = False,
) -> None:
    """Make a lexicon your default for lexq and lexkit.open(); without FILE, show which it is.

    \b
    Example: lexc use nwl.gaddag
    """
    from ...catalogue import choose, set_default

    if forget:
        set_default(None)
    elif lexicon is not None:
        set_default(lexicon)
    console.write([console.shown(str(choose())) + "\n"])


@app.command()
def alphabets(as_json: Json = False) -> None:
    """List the alphabets: name, letters, tiles in the bag.

    \b
    Example: lexc alphabets
    """
    from ...lexicons import alphabet, alphabet_names

    shipped = [alphabet(name) for name in alphabet_names()]
    if as_json:
        console.write([console.json_line(one.to_json()) for one in shipped])
        return
    for one in shipped:
        tiles = one.blanks + sum(tile.count for tile in one.tiles)
        line = f"{one.name:18} {len(one):2} letters {tiles:4} tiles  {' '.join(one)}"
        lines = wrap_facts([line], 20) if console.on_terminal() else [line]
        console.write([f"{part}\n" for part in lines])


app.command()(doctor)
app.command()(diff_and_merge.diff)
app.command()(diff_and_merge.merge)


def main() -> None:
    """Run ``lexc``."""
    console.run(app, "lexc")
