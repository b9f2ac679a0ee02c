"""The table of other programs' formats: what each is called, how it is recognized, who reads and writes it.

A row is all that the rest of lexkit knows of a format. Its reader is ``read_NAME(source)`` and its writer
``write_NAME(words)`` in the module of that row (a dash in the name is an underscore); rows that share a reader name it.
Readers take a :class:`Source` and give :class:`FoundWords`; writers take :class:`WordsToWrite`.
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
    """A file to read: its bytes, its path for errors, and the number of letters of the alphabet that it should have."""

    data: bytes
    path: str | PathLike[str] | None
    letters: int


@dataclass(frozen=True)
class FoundWords:
    """The words of a file.

    ``letters``: of all words, end to end; ``lengths``: of each. A letter is the number of a tile or, if there are
    ``labels``, number i stands for the text ``labels[i - 1]``. ``lists``: the nodes of the file, if it has a GADDAG,
    which nobody has compared with the words yet; ``columns``: numbers of each word, by name.
    """

    letters: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    labels: Sequence[str] | None = None
    lists: SiblingLists | None = None
    columns: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)


@dataclass(frozen=True)
class WordsToWrite:
    """The words of a lexicon for a file of another program.

    ``format``: its name, for errors; ``lists``: minimal, with the parts that the file has; ``labels``: the text of each
    letter, in order; ``name``: of the lexicon; ``letters_of_words`` and ``lengths``: the words, spelled, in tiles;
    ``tile_labels``: the texts of these.
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
        """The number of words."""
        return len(self.lengths)


#: Which nodes of a lexicon a file has; alphagrams are those of the words, in place of the words.
Parts: TypeAlias = Literal["both", "dawg", "gaddag", "alphagrams"]


@dataclass(frozen=True)
class Format:
    """A format of another program.

    ``title``: what it is, and whose; ``suffixes``: how names of such files end; ``characters``: whether letters are
    characters of text, and not numbers of tiles; ``in_bytes``: whether writers get these characters byte by byte, in
    UTF-8; ``lost``: what a file does not keep, besides everything but the words.
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
        """The first bytes of each file, which may be none."""
        return SIGNATURES[self.name][0] if self.name in SIGNATURES else b""

    def read(self, source: Source) -> FoundWords:
        """Read and prove a file. Raises LexiconFileError or WordListError, with the place."""
        found: FoundWords = self._function("read", self.reader or self.name)(source)
        return found

    def write(self, words: WordsToWrite) -> bytes:
        """The bytes of a file with these words. Raises LexkitError if the format cannot hold them."""
        made: bytes = self._function("write", self.name)(words)
        return made

    def stated_name(self, data: bytes) -> str:
        """What a file calls its list, or ""."""
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
#: Names of lexkit's own: a lexicon, and a word list with the suffix of its files.
OWN: Final = "gaddag"
TEXT: Final = "text"
TEXT_SUFFIX: Final = ".txt"


def format_names() -> list[str]:
    """The names of all formats, lexkit's own first."""
    return [OWN, TEXT, *(one.name for one in FORMATS)]


def format_named(name: str) -> Format:
    """The format of this name. Raises LexkitError, naming all, if there is none."""
    for one in FORMATS:
        if one.name == name:
            return one
    names = format_names()
    remedy = did_you_mean(name, names)
    raise LexkitError("no such format", expected=", ".join(names), found=show_value(name), remedy=remedy)


def formats_of_name(path: str | PathLike[str]) -> list[Format]:
    """The formats whose files have names that end like this, by the longest suffix."""
    name = fspath(path).lower().removesuffix(".gz").removesuffix(".zst")
    fitting = {suffix for one in FORMATS for suffix in one.suffixes if name.endswith(suffix)}
    longest = max(fitting, key=len, default="")
    return [one for one in FORMATS if longest in one.suffixes]


def recognize(path: str | PathLike[str], start: bytes) -> Format | None:
    """The format of a file, by its name and its first bytes, or None if it seems to be of none."""
    named = formats_of_name(path)
    fitting = [one for one in named or FORMATS if start.startswith(one.magic) and (named or len(one.magic) > 1)]
    return fitting[0] if fitting else None


def format_to_write(path: str | PathLike[str]) -> Format | None:
    """The format that the name of a file to write means, or None if it means none.

    Raises ForeignFileError if it could mean several.
    """
    named = formats_of_name(path)
    if len(named) > 1:
        names = " or ".join(one.name for one in named)
        remedy = f"name it: format={names}"
        raise ForeignFileError("files of several formats have such names", path=path, expected=names, remedy=remedy)
    return named[0] if named else None
