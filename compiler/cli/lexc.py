"""``lexc``: make, check and ship lexicons at the shell.

Progress and summaries go to standard error, what was asked for to standard output; ``--json`` gives objects. Exit
codes: see :mod:`lexkit.console`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ... import console
from . import editions as editions_cli
from . import shipping as shipping_cli
from .attach import attach, column_lines
from .shipping import File, Output

if TYPE_CHECKING:
    from ...formats.lexicon_file import LexiconFile
    from ..build import BuildReport

app = typer.Typer(
    name="lexc",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Json = Annotated[bool, typer.Option("--json", help="One JSON object.")]
AlphabetName = Annotated[
    str,
    typer.Option("--alphabet", "-a", metavar="NAME|auto", help="See lexc alphabets; auto takes the list's letters."),
]
SkipInvalid = Annotated[bool, typer.Option("--skip-invalid", help="Leave out lines that hold no word, and say so.")]


def _version(wanted: bool) -> None:
    if wanted:
        from ... import __version__

        console.write([f"lexc {__version__}\n"])
        raise typer.Exit


@app.callback()
def common(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_version)
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
        str, typer.Option(metavar="sorted|gordon", help="How to construct; the bytes are the same.")
    ] = "sorted",
    layout: Annotated[
        str, typer.Option(metavar="compressed|expanded", help="expanded adds the paper's 27-column form.")
    ] = "compressed",
    daggad: Annotated[bool, typer.Option("--daggad", help="Add the DAGGAD: paths y◊REV(x).")] = False,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=FILE", help="Hang values on the words: see lexc attach --help; repeatable."),
    ] = None,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Keep what stands behind the words as column definition.")
    ] = False,
    spelling: Annotated[
        bool, typer.Option("--spelling", help="Keep the list's spelling, where it is another, as column spelling.")
    ] = False,
    alphagrams: Annotated[
        bool, typer.Option("--alphagrams", help="Add a hash of letters: anagrams in microseconds, 7 bytes a word.")
    ] = False,
    min_length: Annotated[int, typer.Option(metavar="N", help="Leave out shorter words.")] = 1,
    max_length: Annotated[int, typer.Option(metavar="N", help="Leave out longer words.")] = 63,
    skip_invalid: SkipInvalid = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
    stats: Annotated[bool, typer.Option("--stats", help="Also say how long each stage took.")] = False,
    as_json: Json = False,
) -> None:
    """Compile a word list into a lexicon file, NAME.gaddag beside NAME.txt.

    One word a line, its first field; the file is written whole or not at all, and verified word by word.

    \b
    Example: lexc build nwl.txt
    Example: lexc build osps.txt.gz --alphabet polish -o polish.gaddag
    Example: grep -v '^#' list | lexc build - -o list.gaddag --alphabet auto
    """
    from ..build import Options
    from ..build import build as compile_file

    if layout not in ("compressed", "expanded"):
        raise typer.BadParameter(f"expected compressed or expanded, found {layout!r}", param_hint="--layout")
    options = Options(
        alphabet=alphabet,
        method=method,  # type: ignore[arg-type]
        expanded=layout == "expanded",
        daggad=daggad,
        alphagrams=alphagrams,
        min_length=min_length,
        max_length=max_length,
        skip_invalid=skip_invalid,
        columns=tuple(column or ()),
        definitions=definitions,
        spelling=spelling,
    )
    started = time.perf_counter()
    with _progress(quiet) as tell:
        report = compile_file(words, output, options, tell=tell)
    seconds = time.perf_counter() - started
    if as_json:
        console.write([console.json_line(report.to_json() | {"peak_memory": _peak_memory()})])
    elif not quiet:
        _summary(report, seconds, stats)


@contextmanager
def _progress(quiet: bool) -> Iterator[Any]:
    """Tell which stage runs, on standard error, where somebody watches."""
    if quiet or not console.watched():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("read")
        yield lambda stage: progress.update(task, description=stage)


def _summary(report: BuildReport, seconds: float, stats: bool) -> None:
    notes = [
        _number(number, one, many)
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
        f"{report.path}: {_number(report.words, 'word', 'words')}, {report.alphabet}{left_out}",
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


def _number(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _peak_memory() -> int | None:
    """Bytes of memory this process had at most; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _open(name: str) -> LexiconFile:
    from ...catalogue import open_named

    return open_named(name)


@app.command()
def info(file: File, as_json: Json = False) -> None:
    """What a lexicon file says of itself: words, alphabet, sizes, provenance, fingerprint.

    \b
    Example: lexc info nwl.gaddag
    """
    opened = _open(file)
    graph = opened.gaddag
    facts: dict[str, Any] = {
        "file": str(opened.path),
        "bytes": opened.sections.size,
        "words": graph.word_count,
        "alphabet": opened.alphabet.name,
        "letters": list(opened.alphabet),
        "nodes": graph.nodes,
        "arcs": graph.arcs,
        "sections": {name: len(data) for name, data in opened.sections.data.items()},
        **{
            f"column {name}": {"kind": column.kind, "bytes": column.size, "missing": column.missing}
            for name, column in opened.columns.items()
        },
        "version": f"read {opened.sections.read_version}, write {opened.sections.write_version}",
        "fingerprint": opened.fingerprint,
        "sha256": opened.sections.sha256(),
    }
    if opened.editions is not None:
        facts["editions"] = dict(zip(opened.editions.names, opened.editions.counts(), strict=True))
        facts["marks"] = {one.name: one.mark for one in opened.editions.listed if one.mark}
    facts |= {f"made from {name}": value for name, value in opened.provenance.items()}
    _write_facts(facts, as_json)


def _write_facts(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        console.write([console.json_line(facts)])
        return
    wide = max(map(len, facts)) + 2
    console.write([console.shown(f"{name + ':':{wide}}{_plain(value)}") + "\n" for name, value in facts.items()])


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plain(number)}" for name, number in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


@app.command()
def verify(
    file: File,
    words: Annotated[str | None, typer.Option("--words", "-w", metavar="WORDS", help="Compare with this list.")] = None,
    column: Annotated[
        list[str] | None,
        typer.Option("--column", "-c", metavar="NAME=FILE", help="Compare a column with its file; repeatable."),
    ] = None,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Compare column definition with what stands behind the words.")
    ] = False,
    spelling: Annotated[
        bool, typer.Option("--spelling", help="Compare column spelling with the list's spelling.")
    ] = False,
    skip_invalid: SkipInvalid = False,
) -> None:
    """Prove a lexicon: every byte accounted for, safe to walk, and the words those of its provenance.

    With --words it must hold exactly the words of that list. What was not compared is said.

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
    min_length: Annotated[int, typer.Option(metavar="N", help="Leave out shorter words.")] = 1,
    max_length: Annotated[int, typer.Option(metavar="N", help="Leave out longer words.")] = 63,
    skip_invalid: SkipInvalid = False,
    minimized: Annotated[bool, typer.Option("--minimized", help="Without the unminimized automata: faster.")] = False,
    as_json: Json = False,
) -> None:
    """Tables II and III of Gordon's paper for any list: DAWG and GADDAG, unminimized to minimized.

    \b
    Example: lexc stats nwl.gaddag --min-length 2 --max-length 8
    """
    from ...editions import source_meant
    from ...formats.lexicon_file import LexiconFile
    from ..build import Options, words_of
    from ..statistics import statistics
    from ..statistics_text import stats_text

    options = Options(alphabet=alphabet, min_length=min_length, max_length=max_length, skip_invalid=skip_invalid)
    source = source_meant(file)
    words, letters = words_of(source if isinstance(source, LexiconFile) else file, options)
    counted = statistics(words, letters, unminimized=not minimized)
    console.write([console.json_line(counted.to_json()) if as_json else stats_text(counted)])


app.command()(attach)
app.command("list")(shipping_cli.list_words)
app.command()(shipping_cli.pack)
app.command()(shipping_cli.unpack)


@app.command()
def use(
    lexicon: Annotated[str | None, typer.Argument(metavar="[FILE]", help="A lexicon: path or name.")] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Back to the bundled English list.")] = False,
) -> None:
    """Make a lexicon your default for lexq and lexkit.open(); without FILE, say which it is.

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
    """The alphabets there are: name, letters, tiles in the bag.

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
        console.write([f"{one.name:18} {len(one):2} letters {tiles:4} tiles  {' '.join(one)}\n"])


@app.command()
def doctor(as_json: Json = False) -> None:
    """How lexkit runs here: compiled or interpreted, versions, folders, the default lexicon.

    \b
    Example: lexc doctor
    """
    import platform
    from importlib.metadata import version

    from ... import __version__
    from ...catalogue import choose, lexicon_folder
    from ...formats.compiled import backend, kernel_states
    from ...formats.user_cache import cache_folder

    states = kernel_states()
    facts: dict[str, Any] = {
        "lexkit": __version__,
        "kernels": backend(),
        "interpreted": [name for name, compiled in states.items() if not compiled] or ["none"],
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        **{name: version(name) for name in ("numpy", "typer", "zstandard")},
        "cache folder": str(cache_folder()),
        "lexicon folder": str(lexicon_folder()),
        "default lexicon": str(choose()),
    }
    _write_facts(facts, as_json)
    if backend() != "compiled":
        console.tell("lexc: kernels run interpreted, slower; with a C compiler: pip install --force-reinstall\n")


app.command()(editions_cli.diff)
app.command()(editions_cli.merge)


def main() -> None:
    """Entry point of ``lexc``."""
    console.run(app, "lexc")
