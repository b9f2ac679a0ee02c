#!/usr/bin/env python3
"""Make the bundled English word list, ``english.txt.zst``, from SCOWL, and how well known its words are.

What
    The lower-case words of SCOWL (Spell Checker Oriented Word Lists, Kevin
    Atkinson) up to size 80, in every spelling SCOWL separates (American,
    British with -ise and with -ize, Canadian, Australian) and with the variants
    of levels 1 and 2.  Kept are the words of 2 to 15 letters a-z: no capitals,
    apostrophes, hyphens or accented letters.  The result differs from that
    union by the words in REMOVED and ADDED below, and by nothing else.
    ``english.classes.zst`` has a byte for each word, in order: which of SIZES is
    the first to have it.  The words of ADDED count as those of size 55: few
    people say them, but who plays learns them first.

Why
    SCOWL may be redistributed (see english.LICENSE.txt), and size 80 is meant
    for word games.  However, its shortest words include plurals of letters and
    abbreviations (BS, KB, LM), and lack some that word games accept (AA, AE,
    HM); REMOVED and ADDED correct this.

Guaranteed
    * The text is in upper-case A-Z, sorted, unique, with one word a line and a
      final newline.
    * Every word of REMOVED was in the union and no word of ADDED was (otherwise
      the script stops and writes nothing), so that ``scowl80`` restores exactly
      the unmodified union from the bundled list.
    * With Debian's scowl 2020.12.07-2 the union has the SHA-256 SCOWL80_SHA256;
      with any other version a warning is printed.
    * The same text and the same libzstd give the same bytes: no time or file
      name is stored.  Another libzstd may compress differently; then compare
      the SHA-256 of the text, which is printed.

Usage
    make_english.py [FOLDER]      FOLDER: the package's files, by default
                                  /usr/share/dict/scowl
    Requires ``zstandard``.
"""

import argparse
import gzip
import hashlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import zstandard

KINDS = ["english", "american", "british", "british_z", "canadian", "australian", "variant_1", "variant_2"]
SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)  # every size of SCOWL except 95

# Matched as bytes.  Older packages are in ISO-8859-1, Debian's since 2019.10.06-1
# in UTF-8; words in a-z are the same in both, and no other word matches in either.
WORD = re.compile(rb"[a-z]{2,15}")

REMOVED = frozenset(
    "BS CS DS FS GE GS HS JS KB KS LM LN LS LX MB MF MS NS PS QS RS SE SS TS WS XS YS ZS CSC HHD".split()
)
ADDED = frozenset("AA AB AE AL AR AW BO ED EL HM LI MM MO OE OP OS".split())

# The hash of the unmodified union, as text in the form described above (247,433 words).
SCOWL80_SHA256 = "0d291fbadb3cc19af102b3195c44a6ac04df2a9c4a1b77d00264ad232634d475"


def read_union(folder: Path) -> dict[str, int]:
    """Read the unmodified union: every file of KINDS and SIZES, filtered, upper-cased, sorted.

    Returns, for each word, the index in SIZES of the first size that has it.
    """
    first: dict[bytes, int] = {}
    for place, size in enumerate(SIZES):
        for kind in KINDS:
            path = folder / f"{kind}-words.{size}"
            if path.exists():
                data = path.read_bytes()
            else:  # some packages compress the files
                data = gzip.decompress(path.with_name(path.name + ".gz").read_bytes())
            for word in filter(WORD.fullmatch, data.splitlines()):
                first.setdefault(word, place)
    return {word.decode("ascii").upper(): first[word] for word in sorted(first)}


def _exchange(words: Iterable[str], out: frozenset[str], into: frozenset[str]) -> list[str]:
    """Remove the words of ``out`` and add those of ``into``. Raises ValueError unless this can be undone."""
    have = set(words)
    if not out <= have:
        raise ValueError(f"words to remove are missing: {' '.join(sorted(out - have))}")
    if into & have:
        raise ValueError(f"words to add are already there: {' '.join(sorted(into & have))}")
    return sorted(have - out | into)


def bundled(words: Iterable[str]) -> list[str]:
    """Make the bundled list, sorted, from the words of the unmodified union."""
    return _exchange(words, out=REMOVED, into=ADDED)


def scowl80(words: Iterable[str]) -> list[str]:
    """Restore the unmodified union, sorted, from the (upper-case) words of the bundled list."""
    return _exchange(words, out=ADDED, into=REMOVED)


def as_text(words: Iterable[str]) -> bytes:
    """Write one word a line, with a final newline."""
    return "".join(f"{word}\n" for word in words).encode("ascii")


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the bundled English word list from SCOWL.")
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("/usr/share/dict/scowl"),
        help="folder with the files of Debian's scowl package (default: %(default)s)",
    )
    folder = parser.parse_args().folder
    try:
        union = read_union(folder)
        words = bundled(union)
        if scowl80(words) != list(union):
            raise ValueError("the changes cannot be undone exactly")
    except (OSError, ValueError) as error:
        print(f"make_english.py: {error}", file=sys.stderr)
        return 1
    if hashlib.sha256(as_text(union)).hexdigest() != SCOWL80_SHA256:
        print("warning: these are not the words of scowl 2020.12.07-2", file=sys.stderr)

    text = as_text(words)
    compressor = zstandard.ZstdCompressor(level=19, write_content_size=True, write_checksum=True)
    Path(__file__).with_name("english.txt.zst").write_bytes(compressor.compress(text))
    classes = bytes(union.get(word, SIZES.index(55)) for word in words)
    Path(__file__).with_name("english.classes.zst").write_bytes(compressor.compress(classes))
    print(f"{len(words)} words, SHA-256 of the text {hashlib.sha256(text).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
