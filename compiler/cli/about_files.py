"""``lexc info``, ``verify`` and ``stats``: what a lexicon says of itself, proves, and has in its automata."""

from __future__ import annotations

from typing import Annotated, Any

from ... import console
from ...declared_commands import App, Argument, Option, UsageError
from ...formats.constants import MAX_LENGTH
from ...help_text import wrap_facts
from .options import AlphabetName, File, Fold, Json, MaxLength, MinLength, SkipInvalid

app = App()


@app.command()
def verify(
    file: File,
    words: Annotated[str | None, Option("--words", "-w", metavar="WORDS", help="Compare with this list.")] = None,
    column: Annotated[
        list[str] | None,
        Option("--column", "-c", metavar="NAME=FILE", help="Compare a column with its file; repeatable."),
    ] = None,
    definitions: Annotated[
        bool, Option("--definitions", help="Compare column definition with the text after each word.")
    ] = False,
    spelling: Annotated[bool, Option("--spelling", help="Compare column spelling with the list's spelling.")] = False,
    skip_invalid: SkipInvalid = False,
) -> None:
    """Prove a lexicon: every byte accounted for, safe to walk, and with the words of its provenance.

    With --words it must hold exactly the words of that list. Parts that were not compared are listed.

    \b
    Example: lexc verify nwl.gaddag --words nwl.txt
    Example: lexc verify nwl.gaddag --words nwl.txt --definitions --column freq=freq.csv
    """
    from ...catalogue import open_named
    from ..verify import verify_list, verify_provenance

    if words is None and (column or definitions or spelling):
        raise UsageError("expected --words with it", "--column, --definitions or --spelling")
    opened = open_named(file)
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
    file: Annotated[str, Argument(metavar="FILE", help="A lexicon, or a word list.")],
    alphabet: AlphabetName = "english",
    min_length: MinLength = 1,
    max_length: MaxLength = MAX_LENGTH,
    skip_invalid: SkipInvalid = False,
    fold: Fold = False,
    minimized: Annotated[bool, Option("--minimized", help="Leave out the unminimized automata: faster.")] = False,
    as_json: Json = False,
) -> None:
    """Compute Tables II and III of Gordon's paper for any list: DAWG and GADDAG, unminimized to minimized.

    \b
    Example: lexc stats nwl.gaddag --min-length 2 --max-length 8
    """
    from ...building import resolve_source
    from ...formats.lexicon_file import LexiconFile
    from ..build import Options, load_words
    from ..gordon_statistics import format_statistics, statistics

    options = Options(
        alphabet=alphabet, min_length=min_length, max_length=max_length, skip_invalid=skip_invalid, fold=fold
    )
    source = resolve_source(file)
    words, letters = load_words(source if isinstance(source, LexiconFile) else file, options)
    counted = statistics(words, letters, unminimized=not minimized)
    console.write([console.json_line(counted.to_json()) if as_json else format_statistics(counted)])


@app.command()
def info(file: File, as_json: Json = False) -> None:
    """Show what a lexicon file holds: words, alphabet, sizes, provenance, fingerprint.

    \b
    Example: lexc info nwl.gaddag
    """
    from ...catalogue import open_named

    opened = open_named(file)
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
    write_facts(facts, as_json)


def write_facts(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        console.write([console.json_line(facts)])
        return
    wide = max(map(len, facts)) + 2
    lines = [console.shown(f"{name + ':':{wide}}{_format(value)}") for name, value in facts.items()]
    console.write([line + "\n" for line in (wrap_facts(lines, wide) if console.on_terminal() else lines)])


def _format(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_format(number)}" for name, number in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
