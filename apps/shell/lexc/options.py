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
    from lexkit.formats.lexicon_file import LexiconFile

File = Annotated[
    str,
    typer.Argument(metavar="FILE", autocompletion=lexicons, help="A lexicon: .gaddag, .gaddag.zst, or a name."),
    READS_LIST,
]
ChangedFile = Annotated[
    str,
    typer.Argument(metavar="FILE", autocompletion=lexicons, help="A .gaddag file; with -o, any lexicon or name."),
    CHANGES_LEXICON,
]
OtherFile = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", callback=require_file, help="Write another file."),
    WRITES,
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", callback=require_file, help="Where to write."), WRITES
]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite an existing file.")]
Limit = Annotated[int | None, typer.Option("--limit", "-n", min=0, metavar="N", help="At most N lines.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object.")]
AlphabetName = Annotated[
    str,
    typer.Option(
        "--alphabet",
        "-a",
        metavar="NAME|auto",
        autocompletion=alphabets,
        help="A name or file: see lexc alphabets; auto takes the list's letters.",
    ),
    READS,
]
MinLength = Annotated[int, typer.Option("--min-length", metavar="N", help="Leave out shorter words.")]
MaxLength = Annotated[int, typer.Option("--max-length", metavar="N", help="Leave out longer words.")]
SkipInvalid = Annotated[bool, typer.Option("--skip-invalid", help="Skip invalid lines, and report them.")]
Fold = Annotated[bool, typer.Option("--fold", help="Read É as E, ß as SS in word lists, if the alphabet lacks them.")]
Layout = Annotated[
    str,
    typer.Option(
        "--layout", metavar="compressed|expanded", help="expanded adds the paper's table of arcs, to compare."
    ),
]
Daggad = Annotated[bool, typer.Option("--daggad", help="Add the DAGGAD, paths y◊REV(x), to compare: see lex.walk.")]


def is_expanded(layout: str) -> bool:
    """Whether ``--layout`` asks for the expanded form; wrong usage if it is neither form."""
    if layout not in ("compressed", "expanded"):
        raise typer.BadParameter(f"expected compressed or expanded, found {layout!r}", param_hint="--layout")
    return layout == "expanded"


def _choose_target(file: str, output: str | None, force: bool) -> Path:
    """The file that a changed lexicon is written to: ``output``, else the .gaddag file that was named.

    Raises StorageError for an ``output`` that exists, unless forced; LexkitError if there is none and a name or a
    packed file was given.
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
        "not a file to write into", expected=f"a {SUFFIX} file", found=str(source), remedy="name one: -o FILE"
    )


@contextmanager
def opened_to_change(file: str, output: str | None, force: bool) -> Iterator[tuple[LexiconFile, Path]]:
    """A lexicon, open, and the file to write it to when it is changed, which nobody else writes meanwhile.

    Raises what :func:`_choose_target` raises.
    """
    from lexkit.catalogue import open_named
    from lexkit.formats.atomic import lock_file

    target = _choose_target(file, output, force)
    with lock_file(target):
        # Read it instead of mapping it: some systems cannot replace a mapped file.
        yield open_named(file, "read"), target


def tell_report(facts: Any, lines: Iterable[str], as_json: bool, quiet: bool) -> None:
    """Tell what a command has done: as JSON on standard output, or in lines on standard error unless it is quiet."""
    if as_json:
        console.write([console.json_line(facts)])
    elif not quiet:
        console.tell("\n".join(lines) + "\n")


def refuse_existing(target: Path, force: bool, option: str = "-o") -> None:
    """Raise StorageError if the target exists, unless forced. ``option``: the one that names it, "" if none does."""
    if target.exists() and not force:
        another = f"another: {option} FILE" if option else "another file"
        remedy = f"overwrite it with --force, or name {another}"
        raise StorageError("there is a file of that name", path=target, remedy=remedy)
