"""``lexc diff`` and ``lexc merge``: compare lists, and merge several into one file."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from lexkit.formats.constants import MAX_LENGTH

from .. import console
from ..command_files import READS, READS_LIST, WRITES, require_file
from ..shell_completion import alphabets
from .build import behind_lines
from .options import (
    Daggad,
    Fold,
    Json,
    Layout,
    Limit,
    MaxLength,
    MinLength,
    Quiet,
    SkipInvalid,
    is_expanded,
    tell_report,
    tell_skipped,
)

app = typer.Typer(rich_markup_mode=None)

#: Lines written at a time.
_PAGE = 4096

AlphabetName = Annotated[
    str | None,
    typer.Option(
        "--alphabet",
        "-a",
        metavar="NAME|auto",
        autocompletion=alphabets,
        help="Alphabet of the lists.  [default: that of the lexicons, else english]",
    ),
    READS,
]
_LIST_HELP = "A lexicon (file or name, NAME@EDITION) or a word list; - for stdin."


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help=_LIST_HELP), READS_LIST],
    new: Annotated[str, typer.Argument(metavar="NEW", help=_LIST_HELP), READS_LIST],
    words: Annotated[bool, typer.Option("--words", help="Show only words.")] = False,
    hooks: Annotated[bool, typer.Option("--hooks", help="Show only hooks.")] = False,
    count: Annotated[bool, typer.Option("--count", "-c", help="Show only the numbers.")] = False,
    limit: Limit = None,
    alphabet: AlphabetName = None,
    min_length: MinLength = 1,
    max_length: MaxLength = MAX_LENGTH,
    skip_invalid: SkipInvalid = False,
    fold: Fold = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object per line; with --count, a single one.")
    ] = False,
) -> int:
    """Show what changed between two lists: words added (+) and removed (-), and hooks of the words in both.

    A line is "+ WORD", "- WORD", "+ hook WORD -S" or "- hook C- WORD". Hooks of new words are not shown.
    Exit code, as of diff(1): 0 nothing changed, 1 something changed; 3 bad input.

    \b
    Example: lexc diff nwl20.txt nwl23.txt
    Example: lexc diff nwl20.gaddag nwl23.gaddag --min-length 2 --max-length 3
    Example: lexc diff all@nwl23 all@csw21 --count
    """
    from lexkit.building import diff as compare

    if old == new == "-":
        raise typer.BadParameter("only one list can be standard input", param_hint="OLD NEW")
    changes = compare(
        old, new, alphabet=alphabet, min_length=min_length, max_length=max_length, skip_invalid=skip_invalid, fold=fold
    )
    tell_skipped(changes)
    if changes.behind:
        console.tell(f"lexc: {' '.join(map(str.strip, behind_lines(changes, '')[:2]))}\n")
    # Without --words and --hooks, show both.
    chosen = {"words": words or not hooks, "hooks": hooks or not words}
    counts = changes.counts()
    numbers = {name: counts[name] for name in ("words_in", "words_out") if chosen["words"]}
    numbers |= {name: counts[name] for name in ("hooks_gained", "hooks_lost") if chosen["hooks"]}
    if count:
        shown = {"old": counts["old"], "new": counts["new"]} | numbers
        if as_json:
            console.write([console.json_line(shown)])
        else:
            console.write(f"{name.replace('_', ' ') + ':':14}{number:,}\n" for name, number in shown.items())
    elif as_json:
        console.write(map(console.json_line, itertools.islice(changes.objects(**chosen), limit)))
    else:
        console.write(_join_pages(itertools.islice(changes.lines(**chosen), limit)))
    return console.CHANGED if any(numbers.values()) else 0


def _join_pages(lines: Iterable[str]) -> Iterator[str]:
    """Join lines into larger texts of up to ``_PAGE`` lines."""
    remaining = iter(lines)
    while page := list(itertools.islice(remaining, _PAGE)):
        yield "\n".join(page) + "\n"


@app.command()
def merge(
    lists: Annotated[
        list[str],
        typer.Argument(metavar="[NAME=]LIST...", help="Word lists or lexicons; NAME is by default that of the file."),
        READS_LIST,
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", callback=require_file, help="The file to write."), WRITES
    ],
    mark: Annotated[
        list[str] | None,
        typer.Option("--mark", metavar="NAME=SIGN", help="Sign to show after words that only NAME has: csw21=#"),
    ] = None,
    title: Annotated[
        list[str] | None, typer.Option("--title", metavar="NAME=TEXT", help="The full title of NAME.")
    ] = None,
    alphabet: AlphabetName = None,
    layout: Layout = "compressed",
    daggad: Daggad = False,
    min_length: MinLength = 1,
    max_length: MaxLength = MAX_LENGTH,
    skip_invalid: SkipInvalid = False,
    fold: Fold = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Merge several lists into one lexicon file that answers for all of them and, as FILE@NAME, for each.

    A word shows a mark if all editions that contain it have that mark. By default, if lists of both sides are merged,
    csw, sowpods and collins are marked # and nwl, twl and owl $. The file is verified word by word, also each edition.

    \b
    Example: lexc merge nwl23.txt csw21.txt -o all.gaddag
    Example: lexq -l all@nwl23 hooks ABLE
    Example: lexc merge old=nwl20.gaddag new=nwl23.txt -o both.gaddag --mark new=+
    """
    from lexkit.base.errors import WordListError
    from lexkit.building import merge as merge_lists
    from lexkit.catalogue import split_edition
    from lexkit.compiler.merge import edition_name

    expanded = is_expanded(layout)
    named: dict[str, str] = {}
    for text in lists:
        name, equals, source = text.partition("=")
        if not equals or os.path.exists(text):
            base, edition = split_edition(text)
            name, source = edition or edition_name(base), text
        if name in named:
            raise WordListError("two editions have the same name", found=repr(name), remedy="name them: NAME=FILE")
        named[name] = source
    started = time.perf_counter()
    report = merge_lists(
        named,
        output,
        marks=_parse_pairs(mark, "--mark") if mark else None,
        titles=_parse_pairs(title, "--title"),
        alphabet=alphabet,
        expanded=expanded,
        daggad=daggad,
        min_length=min_length,
        max_length=max_length,
        skip_invalid=skip_invalid,
        fold=fold,
    )
    skipped = console.format_count(report.invalid, "invalid line", "invalid lines")
    left_out = f" ({skipped} skipped)" if report.invalid else ""
    lines = [f"{report.path}: {console.format_count(report.words, 'word', 'words')}, {report.alphabet}{left_out}"]
    for name, number in report.editions.items():
        marked = f", marked {report.marks[name]}" if report.marks[name] else ""
        lines.append(f"  {name}: {console.format_count(number, 'word', 'words')}{marked}")
    lines += [f"  skipped line {line}, column {column}: {found}" for line, column, found in report.shown]
    lines += behind_lines(report, "")
    lines.append(f"{report.size / 1e6:.2f} MB, verified word by word, {time.perf_counter() - started:.2f} s")
    tell_report(report.to_json(), lines, as_json, quiet)


def _parse_pairs(texts: list[str] | None, option: str) -> dict[str, str]:
    """Parse texts of the form NAME=VALUE; refuse a name that occurs twice."""
    pairs: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or name in pairs:
            raise typer.BadParameter(f"expected NAME=VALUE, each NAME once, found {text!r}", param_hint=option)
        pairs[name] = value
    return pairs
