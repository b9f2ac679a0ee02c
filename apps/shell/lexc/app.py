"""``lexc``: make, check and ship lexicons from the shell.

Progress and summaries go to standard error, results to standard output; ``--json`` writes objects. Exit codes: see
:mod:`lexkit.apps.shell.console`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import typer

from .. import console
from ..help_text import program_settings, version_option
from ..lazy_group import LazyGroup, Table

#: Maps a command to the module that declares it and the first sentence of its help.
COMMANDS: Final = {
    "build": (".build", "Compile a word list into a lexicon file, NAME.gaddag beside NAME.txt."),
    "info": (".about", "Show what a lexicon file holds: words, alphabet, sizes, provenance, fingerprint."),
    "verify": (
        ".about",
        "Verify a lexicon: every byte is accounted for, it is safe to walk, and its words match its provenance.",
    ),
    "stats": (
        ".about",
        "Compute Tables II and III of Gordon's paper for any list: DAWG and GADDAG, unminimized to minimized.",
    ),
    "convert": (".convert", "Convert a lexicon into another program's file, or such a file into a lexicon."),
    "attach": (
        ".build",
        "Attach a number or a text to each word of a lexicon, from a file with one word and its value per line.",
    ),
    "leaves": (
        ".leaves",
        "Train leave values, the worth of the tiles that a player keeps, and store them in the lexicon's file.",
    ),
    "playability": (
        ".playability",
        "Compute what knowing each word is worth, from games, and store it in the lexicon's file as columns.",
    ),
    "list": (".convert", "List the words of a lexicon, one per line: the normalised word list, byte for byte."),
    "pack": (
        ".convert",
        "Pack a lexicon into FILE.zst, which opens like the file itself; FILE@EDITION gives EDITION.gaddag.zst.",
    ),
    "unpack": (".convert", "Unpack a packed lexicon into the file it was made from."),
    "use": (".about", "Make a lexicon your default for lexq and lexkit.open(); without FILE, show the default."),
    "alphabets": (".alphabets_and_layouts", "List the alphabets: name, letters, tiles in the bag."),
    "layouts": (".alphabets_and_layouts", "List the board layouts: name, rows and columns."),
    "doctor": (".about", "Show how lexkit runs here: compiled or interpreted, versions, folders, the default lexicon."),
    "diff": (
        ".diff_and_merge",
        "Show what changed between two lists: words added (+) and removed (-), and hooks of the words in both.",
    ),
    "merge": (
        ".diff_and_merge",
        "Merge several lists into one lexicon file that answers for all of them and, as FILE@NAME, for each.",
    ),
}


class Commands(LazyGroup):
    """All commands of ``lexc``."""

    package = __package__ or ""
    table: ClassVar[Table] = {"Commands": COMMANDS}


app = typer.Typer(name="lexc", cls=Commands, **program_settings())


@app.callback()
def common(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[bool, version_option("lexc")] = False,
) -> None:
    """Make, check and ship lexicons.

    \b
    Example: lexc build nwl.txt && lexq -l nwl.gaddag substring AX

    Exit codes: 0 done, 1 lists differ (diff), 2 wrong usage, 3 bad input or lexicon, 4 input/output,
    130 interrupted.
    """
    console.debug(debug)


def main() -> None:
    """Run ``lexc``."""
    console.run(app, "lexc")
