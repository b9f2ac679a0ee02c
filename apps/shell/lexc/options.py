"""Arguments and options that commands of ``lexc`` share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lexkit.base.errors import LexkitError, StorageError

from .. import console
from ..command_files import CHANGES_LEXICON, READS, READS_LIST, WRITES, require_file
from ..shell_completion import alphabets, lexicons

if TYPE_CHECKING:
    from lexkit.compiler.compare import Comparison
    from lexkit.compiler.lists.word_list import WordList
    from lexkit.formats.lexicon_file import LexiconFile

File = Annotated[
    str,
    typer.Argument(metavar="FILE", autocompletion=lexicons, help="A lexicon: .gaddag, .gaddag.zst, or a name."),
    READS_LIST,
]
ChangedFile = Annotated[
    str,
    typer.Argument(metavar="FILE", autocompletion=lexicons, help="A .gaddag file; with -o, any lexicon."),
    CHANGES_LEXICON,
]
OtherFile = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", callback=require_file, help="Write to FILE instead of replacing the lexicon."
    ),
    WRITES,
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", callback=require_file, help="The file to write."), WRITES
]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite an existing file.")]
Limit = Annotated[int | None, typer.Option("--limit", "-n", min=0, metavar="N", help="Write at most N lines.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON object.")]
AlphabetName = Annotated[
    str,
    typer.Option(
        "--alphabet",
        "-a",
        metavar="NAME|auto",
        autocompletion=alphabets,
        help="A name (see lexc alphabets) or file; auto takes the list's letters.",
    ),
    READS,
]
MinLength = Annotated[int, typer.Option("--min-length", metavar="N", help="Leave out shorter words.")]
MaxLength = Annotated[int, typer.Option("--max-length", metavar="N", help="Leave out longer words.")]
SkipInvalid = Annotated[bool, typer.Option("--skip-invalid", help="Skip invalid lines and report them.")]
Fold = Annotated[bool, typer.Option("--fold", help="Read É as E, ß as SS in word lists if the alphabet lacks them.")]
Layout = Annotated[
    str,
    typer.Option(
        "--layout", metavar="compressed|expanded", help="expanded adds the arc table of Gordon's paper, for comparison."
    ),
]
Daggad = Annotated[
    bool, typer.Option("--daggad", help="Add the DAGGAD, with paths y◊REV(x), for comparison: see lex.walk.")
]


def is_expanded(layout: str) -> bool:
    """Return whether ``--layout`` is ``expanded``. Raises a usage error for an unknown layout."""
    if layout not in ("compressed", "expanded"):
        raise typer.BadParameter(f"expected compressed or expanded, found {layout!r}", param_hint="--layout")
    return layout == "expanded"


def _choose_target(file: str, output: str | None, force: bool) -> Path:
    """Return the file that a changed lexicon is written to: ``output``, else ``file`` itself.

    Raises StorageError if ``output`` exists, unless forced; LexkitError if there is no ``output`` and ``file`` is a
    name or a packed file.
    """
    from lexkit.catalogue import choose
    from lexkit.formats.constants import SUFFIX

    if output is not None:
        refuse_existing(Path(output), force)
        return Path(output)
    source = choose(file)
    if isinstance(source, Path) and source.name.lower().endswith(SUFFIX):
        return source
    raise LexkitError(
        "cannot change this lexicon in place",
        expected=f"a {SUFFIX} file",
        found=str(source),
        remedy="name one: -o FILE",
    )


@contextmanager
def opened_to_change(file: str, output: str | None, force: bool) -> Iterator[tuple[LexiconFile, Path]]:
    """Open a lexicon to change it, and yield it with the target file, which is locked meanwhile.

    Raises the errors of :func:`_choose_target`.
    """
    from lexkit.catalogue import open_named
    from lexkit.formats.atomic import lock_file

    target = _choose_target(file, output, force)
    with lock_file(target):
        # Read it instead of mapping it: some systems cannot replace a mapped file.
        yield open_named(file, "read"), target


def tell_report(facts: Any, lines: Iterable[str], as_json: bool, quiet: bool) -> None:
    """Report what a command did: as JSON on standard output, else in lines on standard error unless quiet."""
    if as_json:
        console.write([console.json_line(facts)])
    elif not quiet:
        console.tell("\n".join(lines) + "\n")


def tell_skipped(report: Comparison | WordList) -> None:
    """Report on standard error how many lines --skip-invalid left out, if it did."""
    if report.invalid:
        line, column, found = report.shown[0]
        counted = console.format_count(report.invalid, "invalid line", "invalid lines")
        console.tell(f"lexc: {counted} skipped, the first at line {line}, column {column}: {found}\n")


def refuse_existing(target: Path, force: bool, option: str = "-o") -> None:
    """Raise StorageError if the target exists, unless forced. ``option`` is the option that names it, or ""."""
    if target.exists() and not force:
        another = f"another: {option} FILE" if option else "another file"
        remedy = f"overwrite it with --force, or name {another}"
        raise StorageError("this file exists already", path=target, remedy=remedy)
