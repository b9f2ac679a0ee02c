"""What the commands of ``lexc`` share: the table of them, arguments and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from lexkit.base.errors import LexkitError, StorageError

from .. import console
from ..command_files import CHANGES_LEXICON, READS, READS_LIST, WRITES
from ..declared_commands import App, Argument, Command, Option, UsageError, require_file
from ..shell_completion import alphabets, lexicons

if TYPE_CHECKING:
    from lexkit.formats.lexicon_file import LexiconFile

File = Annotated[
    str,
    Argument(metavar="FILE", autocompletion=lexicons, help="A lexicon: .gaddag, .gaddag.zst, or a name."),
    READS_LIST,
]
ChangedFile = Annotated[
    str,
    Argument(metavar="FILE", autocompletion=lexicons, help="A .gaddag file; with -o, any lexicon or name."),
    CHANGES_LEXICON,
]
OtherFile = Annotated[
    str | None, Option("--output", "-o", metavar="FILE", callback=require_file, help="Write another file."), WRITES
]
Output = Annotated[
    str | None, Option("--output", "-o", metavar="FILE", callback=require_file, help="Where to write."), WRITES
]
Force = Annotated[bool, Option("--force", "-f", help="Overwrite an existing file.")]
Limit = Annotated[int | None, Option("--limit", "-n", min=0, metavar="N", help="At most N lines.")]
Quiet = Annotated[bool, Option("--quiet", "-q", help="Print errors only.")]
Json = Annotated[bool, Option("--json", help="One JSON object.")]
AlphabetName = Annotated[
    str,
    Option(
        "--alphabet",
        "-a",
        metavar="NAME|auto",
        autocompletion=alphabets,
        help="A name or file: see lexc alphabets; auto takes the list's letters.",
    ),
    READS,
]
MinLength = Annotated[int, Option("--min-length", metavar="N", help="Leave out shorter words.")]
MaxLength = Annotated[int, Option("--max-length", metavar="N", help="Leave out longer words.")]
SkipInvalid = Annotated[bool, Option("--skip-invalid", help="Skip invalid lines, and report them.")]
Fold = Annotated[bool, Option("--fold", help="Read É as E, ß as SS in word lists, if the alphabet lacks them.")]
Layout = Annotated[
    str, Option("--layout", metavar="compressed|expanded", help="expanded adds the paper's table of arcs, to compare.")
]
Daggad = Annotated[bool, Option("--daggad", help="Add the DAGGAD, paths y◊REV(x), to compare: see lex.walk.")]


def is_expanded(layout: str) -> bool:
    """Whether ``--layout`` asks for the expanded form; wrong usage if it is neither form."""
    if layout not in ("compressed", "expanded"):
        raise UsageError(f"expected compressed or expanded, found {layout!r}", "--layout")
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


#: Command -> the file in this folder that declares it, in the order of ``lexc --help``.
COMMANDS: Final = {
    "build": "build",
    "info": "about",
    "verify": "about",
    "stats": "about",
    "convert": "convert",
    "attach": "build",
    "leaves": "leaves",
    "list": "convert",
    "pack": "convert",
    "unpack": "convert",
    "use": "about",
    "alphabets": "alphabets_and_layouts",
    "layouts": "alphabets_and_layouts",
    "doctor": "about",
    "diff": "diff_and_merge",
    "merge": "diff_and_merge",
}


def find_command(name: str) -> Command:
    """The command of this name, whose file is imported only now.

    Most files take code with them that a build has no use for. Raises KeyError for an unknown name.
    """
    app: App = import_module(f".{COMMANDS[name]}", __package__).app
    return app.commands[name]
