"""The table of other programs' formats: names, recognition, readers and writers.

A row is all that the rest of lexkit knows about a format. Its reader is ``read_NAME(source)`` and its writer
``write_NAME(words)`` in the module of that row (a dash in the name becomes an underscore); rows that share a
reader name it. Readers take a :class:`Source` and return :class:`FoundWords`; writers take :class:`WordsToWrite`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from os import PathLike, fspath
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from lexkit.base.errors import ForeignFileError, LexkitError, did_you_mean, show_value

from .signatures import SIGNATURES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .sibling_lists import SiblingLists


@dataclass(frozen=True)
class Source:
    """A file to read: its bytes, its path for errors, and the number of letters of its alphabet."""

    data: bytes
    path: str | PathLike[str] | None
    letters: int


@dataclass(frozen=True)
class FoundWords:
    """The words of a file.

    ``letters``: letters of all words, end to end; ``lengths``: length of each word. A letter is the number of a
    tile or, if there are ``labels``, number i stands for the text ``labels[i - 1]``. ``lists``: the nodes of a
    file with a GADDAG, not yet compared with the words; ``columns``: numbers for each word, by name.
    """

    letters: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    labels: Sequence[str] | None = None
    lists: SiblingLists | None = None
    columns: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)


@dataclass(frozen=True)
class WordsToWrite:
    """The words of a lexicon for a file of another program.

    ``format``: name of the format, for errors; ``lists``: the minimal automaton with the parts that the file has;
    ``labels``: text of each letter, in order; ``name``: name of the lexicon; ``letters_of_words`` and ``lengths``:
    the words, spelled in tiles; ``tile_labels``: text of each tile.
    """

    format: str
    lists: SiblingLists
    labels: Sequence[str]
    name: str
    letters_of_words: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    tile_labels: Sequence[str]

    @property
    def count(self) -> int:
        """Number of words."""
        return len(self.lengths)


#: The parts of a lexicon that a file has; ``alphagrams``: a DAWG of the words' alphagrams.
Parts: TypeAlias = Literal["both", "dawg", "gaddag", "alphagrams"]


@dataclass(frozen=True)
class Format:
    """A format of another program.

    ``title``: description, with the program's name; ``suffixes``: suffixes of such files; ``characters``: letters
    are characters of text, not numbers of tiles; ``in_bytes``: writers get these characters as bytes of UTF-8;
    ``lost``: what a file cannot hold, besides columns, editions and leave values.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    module: str
    parts: Parts = "dawg"
    characters: bool = False
    in_bytes: bool = False
    reader: str = ""
    lost: str = ""

    @property
    def magic(self) -> bytes:
        """The first bytes of each file, possibly none."""
        return SIGNATURES[self.name][0] if self.name in SIGNATURES else b""

    def read(self, source: Source) -> FoundWords:
        """Read and prove a file. Raises LexiconFileError or WordListError, with the place."""
        found: FoundWords = self._function("read", self.reader or self.name)(source)
        return found

    def write(self, words: WordsToWrite) -> bytes:
        """Return the bytes of a file with these words. Raises LexkitError if the format cannot hold them."""
        made: bytes = self._function("write", self.name)(words)
        return made

    def stated_name(self, data: bytes) -> str:
        """Return the name of the list that a file states, or ""."""
        module = import_module(f".{self.module}", __package__)
        find = getattr(module, f"title_of_{self.name.replace('-', '_')}", None)
        return "" if find is None else str(find(data))

    def _function(self, verb: str, name: str) -> type:
        module = import_module(f".{self.module}", __package__)
        function: type = getattr(module, f"{verb}_{name.replace('-', '_')}")
        return function


FORMATS: Final = (
    Format("kwg", "KWG of wolges, MAGPIE, Macondo", (".kwg",), "kwg", "both", lost="alphabet"),
    Format(
        "kwg-dawg", "KWG, the DAWG alone", (".dawg-only.kwg", ".dawg.kwg"), "kwg", reader="kwg", lost="alphabet, GADDAG"
    ),
    Format("kbwg", "KBWG, big KWG of wolges", (".kbwg",), "kwg", "both", lost="alphabet"),
    Format("kad", "KAD, alphagrams for WordSmog", (".kad",), "kwg", "alphagrams", reader="kwg", lost="alphabet, words"),
    Format("dwg", "DWG of Graham Toal and Zyzzyva", (".dwg",), "zyzzyva", characters=True, lost="alphabet"),
    Format("lxd", "LXD lexicon", (".lxd",), "zyzzyva", characters=True, lost="alphabet"),
    Format("macondo-dawg", "DAWG of Macondo", (".dawg",), "macondo", characters=True, lost="alphabet"),
    Format(
        "macondo-gaddag",
        "GADDAG of Macondo",
        (".gaddag",),
        "macondo",
        "gaddag",
        characters=True,
        lost="alphabet",
    ),
    Format("quackle-dawg", "DAWG of Quackle", (".dawg",), "quackle", lost="points of tiles"),
    Format("quackle-gaddag", "GADDAG of Quackle", (".gaddag",), "quackle", "gaddag", lost="alphabet"),
    Format(
        "fst",
        "set or map of Rust's fst",
        (".fst",),
        "fst",
        characters=True,
        in_bytes=True,
        lost="alphabet",
    ),
    Format(
        "fst-gaddag",
        "set of Rust's fst with the strings of the GADDAG",
        (".gaddag.fst",),
        "fst",
        "gaddag",
        characters=True,
        lost="alphabet",
    ),
    Format(
        "marisa",
        "trie of marisa-trie, by its package",
        (".marisa",),
        "marisa",
        characters=True,
        lost="alphabet",
    ),
)
#: Name of lexkit's own format.
OWN: Final = "gaddag"
#: Name of the format of word lists.
TEXT: Final = "text"
#: Suffix of word lists.
TEXT_SUFFIX: Final = ".txt"


def format_names() -> list[str]:
    """Return the names of all formats, lexkit's own first."""
    return [OWN, TEXT, *(one.name for one in FORMATS)]


def format_named(name: str) -> Format:
    """Return the format of this name. Raises LexkitError, naming all, if there is none."""
    for one in FORMATS:
        if one.name == name:
            return one
    names = format_names()
    remedy = did_you_mean(name, names)
    raise LexkitError("no such format", expected=", ".join(names), found=show_value(name), remedy=remedy)


def formats_of_name(path: str | PathLike[str]) -> list[Format]:
    """Return the formats whose files have names with this ending; the longest suffix decides."""
    name = fspath(path).lower().removesuffix(".gz").removesuffix(".zst")
    fitting = {suffix for one in FORMATS for suffix in one.suffixes if name.endswith(suffix)}
    longest = max(fitting, key=len, default="")
    return [one for one in FORMATS if longest in one.suffixes]


def recognize(path: str | PathLike[str], start: bytes) -> Format | None:
    """Return the format of a file by its name and its first bytes, or None if it seems to have none of these."""
    named = formats_of_name(path)
    fitting = [one for one in named or FORMATS if start.startswith(one.magic) and (named or len(one.magic) > 1)]
    return fitting[0] if fitting else None


def format_to_write(path: str | PathLike[str]) -> Format | None:
    """Return the format that the name of a file to write implies, or None if it implies none.

    Raises ForeignFileError if it could be several.
    """
    named = formats_of_name(path)
    if len(named) > 1:
        names = " or ".join(one.name for one in named)
        remedy = f"name it: format={names}"
        raise ForeignFileError("several formats have this suffix", path=path, expected=names, remedy=remedy)
    return named[0] if named else None
