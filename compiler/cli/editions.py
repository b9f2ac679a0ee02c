"""``lexc diff`` and ``lexc merge``: what changed between lists, and several lists in one file."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from ... import console

__all__ = ["diff", "merge"]

#: Lines written at a time.
_PAGE = 4096

AlphabetName = Annotated[
    str | None,
    typer.Option("--alphabet", "-a", metavar="NAME|auto", help="Default: that of the lexicons, else english."),
]
SkipInvalid = Annotated[bool, typer.Option("--skip-invalid", help="Leave out lines that hold no word.")]
Shortest = Annotated[int, typer.Option("--min-length", metavar="N", help="Leave out shorter words.")]
Longest = Annotated[int, typer.Option("--max-length", metavar="N", help="Leave out longer words.")]
List = "A lexicon (file or name, NAME@EDITION) or a word list; - for stdin."


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help=List)],
    new: Annotated[str, typer.Argument(metavar="NEW", help=List)],
    words: Annotated[bool, typer.Option("--words", help="Only words.")] = False,
    hooks: Annotated[bool, typer.Option("--hooks", help="Only hooks.")] = False,
    count: Annotated[bool, typer.Option("--count", "-c", help="Only how many.")] = False,
    alphabet: AlphabetName = None,
    min_length: Shortest = 1,
    max_length: Longest = 63,
    skip_invalid: SkipInvalid = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line; with --count one in all.")] = False,
) -> None:
    """What changed from one list to another: words in (+) and out (-), and hooks of words that both have.

    A line is "+ WORD", "- WORD", "+ hook WORD -S" or "- hook C- WORD". Hooks of new words are not shown.
    Exit code: 0 nothing changed, 1 something did, as diff has it; 3 bad input.

    \b
    Example: lexc diff nwl20.txt nwl23.txt
    Example: lexc diff nwl20.gaddag nwl23.gaddag --min-length 2 --max-length 3
    Example: lexc diff all@nwl23 all@csw21 --count
    """
    from ...editions import diff as compare

    if old == new == "-":
        raise typer.BadParameter("standard input is one list only", param_hint="OLD NEW")
    changes = compare(
        old, new, alphabet=alphabet, min_length=min_length, max_length=max_length, skip_invalid=skip_invalid
    )
    # Neither of the two means both.
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
        console.write(map(console.json_line, changes.objects(**chosen)))
    else:
        console.write(_pages(changes.lines(**chosen)))
    if any(numbers.values()):
        raise typer.Exit(console.CHANGED)


def _pages(lines: Iterable[str]) -> Iterator[str]:
    """Lines as text, many at a time."""
    remaining = iter(lines)
    while page := list(itertools.islice(remaining, _PAGE)):
        yield "\n".join(page) + "\n"


def merge(
    lists: Annotated[
        list[str], typer.Argument(metavar="[NAME=]LIST...", help="Word lists or lexicons; without NAME the file's.")
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to write.")],
    mark: Annotated[
        list[str] | None,
        typer.Option("--mark", metavar="NAME=SIGN", help="The sign behind words that only NAME has: csw21=#"),
    ] = None,
    title: Annotated[
        list[str] | None, typer.Option("--title", metavar="NAME=TEXT", help="What NAME is called in full.")
    ] = None,
    alphabet: AlphabetName = None,
    layout: Annotated[
        str, typer.Option(metavar="compressed|expanded", help="expanded adds the paper's 27-column form.")
    ] = "compressed",
    daggad: Annotated[bool, typer.Option("--daggad", help="Add the DAGGAD: paths y◊REV(x).")] = False,
    min_length: Shortest = 1,
    max_length: Longest = 63,
    skip_invalid: SkipInvalid = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Several lists as one lexicon file that answers for all and, as FILE@NAME, for each.

    A mark is shown behind the words all of whose editions have it. Where none is given and there are lists of both
    sides, csw, sowpods and collins are marked # and nwl, twl and owl $. Verified word by word, each edition too.

    \b
    Example: lexc merge nwl23.txt csw21.txt -o all.gaddag
    Example: lexq -l all@nwl23 hooks ABLE
    Example: lexc merge old=nwl20.gaddag new=nwl23.txt -o both.gaddag --mark new=+
    """
    from ...editions import merge as merge_lists
    from ...editions import split_edition
    from ...errors import WordListError
    from ..merge import edition_name

    if layout not in ("compressed", "expanded"):
        raise typer.BadParameter(f"expected compressed or expanded, found {layout!r}", param_hint="--layout")
    named: dict[str, str] = {}
    for text in lists:
        name, equals, source = text.partition("=")
        if not equals or Path(text).exists():
            base, edition = split_edition(text)
            name, source = edition or edition_name(base), text
        if name in named:
            raise WordListError("two editions of one name", found=repr(name), remedy="name them: NAME=FILE")
        named[name] = source
    started = time.perf_counter()
    report = merge_lists(
        named,
        output,
        marks=_pairs(mark, "--mark") if mark else None,
        titles=_pairs(title, "--title"),
        alphabet=alphabet,
        expanded=layout == "expanded",
        daggad=daggad,
        min_length=min_length,
        max_length=max_length,
        skip_invalid=skip_invalid,
    )
    if as_json:
        console.write([console.json_line(report.to_json())])
    elif not quiet:
        lines = [f"{report.path}: {_words(report.words)}, {report.alphabet}"]
        lines += [
            f"  {name}: {_words(number)}{_marked(report.marks[name])}" for name, number in report.editions.items()
        ]
        lines += [f"  skipped line {line}, column {column}: {found}" for line, column, found in report.shown]
        seconds = time.perf_counter() - started
        lines.append(f"{report.size / 1e6:.2f} MB, verified word by word, {seconds:.2f} s")
        console.tell("\n".join(lines) + "\n")


def _marked(sign: str) -> str:
    return f", marked {sign}" if sign else ""


def _words(number: int) -> str:
    return f"{number:,} {'word' if number == 1 else 'words'}"


def _pairs(texts: list[str] | None, option: str) -> dict[str, str]:
    """NAME=VALUE, each name once."""
    pairs: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or name in pairs:
            raise typer.BadParameter(f"expected NAME=VALUE, each NAME once, found {text!r}", param_hint=option)
        pairs[name] = value
    return pairs
