"""A lexicon, open: everything it can be asked. The friendly layer over the kernels of this folder.

Strings go in and come out in the alphabet's spelling; inside, a word is its rank, its place in the sorted list.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import AlphabetError, ChangedFileError, ClosedLexiconError, CorruptFileError, LexkitError, QueryError
from ..formats.alphabet import Alphabet, LetterSet
from ..formats.backend import is_compiled
from ..formats.layout import MAX_LENGTH
from ..formats.lexicon_file import Backend, LexiconFile
from ..formats.packed import open_lexicon
from . import automaton
from .automaton import Automaton
from .beginnings import Beginnings
from .board_queries import BoardQueries
from .column_queries import ColumnQueries
from .condition_queries import ConditionQueries
from .contain import Containing
from .cursor import Cursor
from .edition_queries import EditionQueries
from .spell import Speller
from .walk import Walk
from .word_queries import WordQueries
from .words import Words, distinct, whole_ranks

__all__ = ["Hooks", "Lexicon"]

#: Whether nobody can change a list while a kernel reads it, so that it need not be copied.
_UNDISTURBED = is_compiled(automaton) and getattr(sys, "_is_gil_enabled", lambda: True)()
#: Code points up to here are read by a table: all of Latin, Greek and Cyrillic.
_TABLE = 0x2000


class Hooks(NamedTuple):
    """Letters that go in front of a word and behind it."""

    front: LetterSet
    back: LetterSet


class Lexicon(Automaton, BoardQueries, WordQueries, ConditionQueries, ColumnQueries, EditionQueries):
    """A sorted set of words in a mapped file.

    ``word in lexicon``, ``len``, iteration, ``lexicon[rank]``; queries give :class:`Words`. It is a context
    manager; it pickles as path and fingerprint; any number of threads may ask at once. Made by
    :func:`lexkit.open`.
    """

    def __init__(self, file: LexiconFile) -> None:
        graph = file.gaddag
        self._file = file
        self._graph = graph
        self._array = graph.words.data
        self.alphabet: Alphabet = file.alphabet
        #: Bits a tile takes in a sort key.
        self._tile_bits = max(1, len(self.alphabet).bit_length())
        self._finders = {}
        #: What was worked out about all words, by name: see :mod:`.query.remembered`.
        self._measured: dict[str, Any] = {}
        self._profile = None
        self._table = memoryview(_code_table(self.alphabet))
        super().__init__(self._array, self._table, graph.width, graph.forward_root)

    # -- opening and closing ------------------------------------------------------------------------

    @classmethod
    def open(cls, path: str | PathLike[str], backend: Backend = "mmap") -> Lexicon:
        """Map the file (or copy it with ``backend="read"``) and prove it; see :func:`lexkit.open`."""
        return cls(open_lexicon(path, backend))

    def close(self) -> None:
        """Answer no more. The map itself is given back with the last object that holds the lexicon."""
        self._shut()

    @property
    def closed(self) -> bool:
        return not self._is_open()

    def __enter__(self) -> Lexicon:
        self._require_open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _require_open(self) -> None:
        if not self._is_open():
            raise ClosedLexiconError("this lexicon is closed", path=self.path, remedy="open it again")

    def _contradiction(self, rule: str) -> CorruptFileError:
        """The error for a file whose reverse part tells of other words than its forward part."""
        return CorruptFileError(
            "damaged lexicon",
            path=self.path,
            place=f"{rule}: reverse part",
            expected=f"the same {len(self):,} words as in the forward part",
            found="other ones",
            remedy="build it again; lexc verify compares every word",
        )

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is None:
            raise LexkitError("a lexicon held in memory cannot be pickled", remedy="save it as a file first")
        return (_reopen, (str(self.path.absolute()), self.fingerprint, self._file.backend))

    # -- what it is ---------------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        """The file, None for a lexicon in memory."""
        return self._file.path

    @property
    def fingerprint(self) -> str:
        """Identifies the content: the same for files with the same bytes."""
        return self._file.fingerprint

    @property
    def provenance(self) -> Mapping[str, Any]:
        """Where the words came from: source, word count, SHA-256 of the list, options, version."""
        return self._file.provenance

    def __len__(self) -> int:
        return self._graph.word_count

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.words())

    def words(self) -> Words:
        """All words."""
        return self._range(0, len(self))

    @overload
    def __getitem__(self, rank: int) -> str: ...
    @overload
    def __getitem__(self, rank: slice) -> Words: ...
    def __getitem__(self, rank: int | slice) -> str | Words:
        return self.words()[rank]

    def __repr__(self) -> str:
        name = self.path.name if self.path else "in memory"
        state = ", closed" if self.closed else ""
        words = "word" if len(self) == 1 else "words"
        return f"<Lexicon {name}: {len(self):,} {words}, {self.alphabet.name}{state}>"

    # -- text and tiles -----------------------------------------------------------------------------

    def _encode(self, text: str) -> bytes:
        self._require_open()
        if not isinstance(text, str):
            raise TypeError(f"a query is a str, not {type(text).__name__}")
        return self.alphabet.encode(text)

    def _unusual(self, word: object) -> bool:
        """Membership where the kernel's table does not know all letters."""
        self._require_open()
        return isinstance(word, str) and self.rank(str(word)) is not None

    def _walk(self) -> Walk:
        graph = self._graph
        return Walk(
            self._array,
            graph.width,
            graph.forward_root,
            graph.reverse_root,
            graph.byte_end,
            graph.half_end,
        )

    def _containing(self) -> Containing:
        graph = self._graph
        return Containing(
            self._array,
            graph.width,
            graph.reverse_root,
            graph.byte_end,
            graph.half_end,
            self._tile_bits,
            graph.word_count,
        )

    def _speller(self, labels: bool = True) -> Speller:
        """What spells words: as text where labels allow it, or as tiles."""
        graph = self._graph
        return Speller(
            self._array,
            graph.width,
            graph.forward_root,
            graph.byte_end,
            graph.half_end,
            graph.word_count,
            (self._codes if labels else self._codes[:0]).data,
            self.alphabet.simple and all(map(str.isascii, self.alphabet.labels)),
        )

    @cached_property
    def _codes(self) -> NDArray[np.uint32]:
        """Tile -> code point, for alphabets of one-code-point labels; empty for others."""
        return np.array([0, *map(ord, self.alphabet)] if self.alphabet.simple else [], np.uint32)

    def _spell(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> list[str]:
        self._require_open()
        ranges = np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data
        if self.alphabet.simple:
            return self._speller().spell(*ranges)
        return [self.alphabet.decode(tiles) for tiles in self._speller().spell(*ranges)]

    def _tiles(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> list[bytes]:
        """The words of these ranges as tile numbers."""
        self._require_open()
        ranges = np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data
        return self._speller(labels=False).spell(*ranges)

    def _spell_texts(self, texts: NDArray[np.uint64]) -> list[str]:
        """The words that start with these strings, keys of :mod:`.keys`; CorruptFileError for rule Q2."""
        self._require_open()
        spelled = self._speller().spell_texts(texts.data, self._tile_bits)
        if spelled is None:
            raise self._contradiction("Q2")
        return spelled if self.alphabet.simple else [self.alphabet.decode(tiles) for tiles in spelled]

    def _lengths(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.uint8]:
        self._require_open()
        lengths = np.zeros(int((stops - starts).sum()), np.uint8)
        self._speller().lengths(
            np.ascontiguousarray(starts).data,
            np.ascontiguousarray(stops).data,
            lengths.data,
        )
        return lengths

    def _range(self, low: int, high: int) -> Words:
        self._require_open()
        if low >= high:
            return Words(self, np.zeros(0, np.int64), np.zeros(0, np.int64))
        return Words(self, np.array([low], np.int64), np.array([high], np.int64))

    # -- words and ranks ----------------------------------------------------------------------------

    def rank(self, word: str) -> int | None:
        """The place of the word in the sorted lexicon, from 0; None where it is no word."""
        self._require_open()
        try:
            tiles = self._encode(word)
        except AlphabetError:
            return None
        if not 0 < len(tiles) <= MAX_LENGTH:
            return None
        rank = self._walk().rank(tiles)
        return None if rank < 0 else rank

    def contains(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """Membership of many words at once, bool, in their order: about 50 ns a word."""
        self._require_open()
        listed = words if type(words) is list and _UNDISTURBED else _texts(words)
        answers = np.empty(len(listed), np.uint8)
        if self._contains_each(listed, answers.data):
            return answers.view(np.bool_)
        listed = _exact(listed)
        answers = np.empty(len(listed), np.uint8)
        self._contains_each(listed, answers.data)
        for index in np.flatnonzero(answers == 255).tolist():
            answers[index] = self._unusual(listed[index])
        return answers.view(np.bool_)

    def ranks(self, words: Iterable[str]) -> NDArray[np.int64]:
        """The ranks of many words at once, int64, in their order; -1 for what is no word."""
        self._require_open()
        listed = _texts(words)
        ranks = np.empty(len(listed), np.int64)
        try:
            self._walk().ranks(listed, self._table, ranks.data)
        except TypeError:
            listed = _exact(listed)
            self._walk().ranks(listed, self._table, ranks.data)
        for index in np.flatnonzero(ranks == -2).tolist():
            rank = self.rank(listed[index])
            ranks[index] = -1 if rank is None else rank
        return ranks

    def words_at(self, ranks: ArrayLike) -> list[str]:
        """The words of these ranks, in their order, repeats included; QueryError for a rank there is not."""
        wanted = whole_ranks(ranks).ravel()
        spelled = Words.of_ranks(self, wanted).to_list()
        places = np.searchsorted(distinct(wanted), wanted)
        return [spelled[place] for place in places.tolist()]

    # -- queries ------------------------------------------------------------------------------------

    def prefix(self, text: str) -> Words:
        """The words that start with this text; it is one of them if it is a word. One walk."""
        tiles = self._encode(text)
        if len(tiles) > MAX_LENGTH:
            return self._range(0, 0)
        return self._range(*self._walk().prefix(tiles))

    def suffix(self, text: str) -> Words:
        """The words that end with this text. About 0.1 us a word found."""
        return self._beginnings(text, only_ends=True)

    def substring(self, text: str) -> Words:
        """The words that contain this text anywhere, each once. About 0.05 us a way to begin."""
        return self._beginnings(text, only_ends=False)

    def _beginnings(self, text: str, only_ends: bool) -> Words:
        tiles = self._encode(text)
        if not tiles:
            return self.words()
        if len(tiles) > MAX_LENGTH:
            return self._range(0, 0)
        return Words(self, None, None, Beginnings(self, tiles, only_ends))

    def cross_sets(self, text: str) -> Hooks:
        """(front, back): the letters that make a word in front of this text and behind it; one walk.

        Gordon 1994, "Computing cross sets". The text need not be a word.
        """
        tiles = self._encode(text)
        if not tiles or len(tiles) > MAX_LENGTH:
            raise QueryError("a cross set belongs to a text", expected=f"1 to {MAX_LENGTH} letters", found=len(tiles))
        front, back = self._walk().cross_sets(tiles)
        return Hooks(self.alphabet.letter_set(front), self.alphabet.letter_set(back))

    def cross_set(self, before: str, after: str) -> LetterSet:
        """The letters that make a word on the square between two texts, either of which may be empty.

        ``cross_set("PA", "ABLE")`` is {C, P, R, Y} in the bundled list.
        """
        if not before or not after:
            front, back = self.cross_sets(before or after)
            return back if before else front
        start, end = self._encode(before), self._encode(after)
        if len(start) + len(end) > MAX_LENGTH:
            return self.alphabet.letter_set(0)
        return self.alphabet.letter_set(self._walk().cross_set(start, end))

    def hooks(self, word: str) -> Hooks:
        """The letters that extend this word by one at either end; QueryError where it is no word."""
        if self.rank(word) is None:
            raise QueryError("not a word of the lexicon", found=repr(word), remedy="cross_sets() takes any text")
        return self.cross_sets(word)

    def cursor(self, reverse: bool = False) -> Cursor:
        """A place to walk from: the root of the words, or of the paths REV(x)◊y."""
        self._require_open()
        root = self._graph.reverse_root if reverse else self._graph.forward_root
        return Cursor(self, self._graph, self._array, root)


def _code_table(alphabet: Alphabet) -> bytes:
    """Code point -> tile for alphabets of one-code-point labels; empty for others."""
    if not alphabet.simple:
        return b""
    single = {ord(text): number for text, number in alphabet.spellings.items() if len(text) == 1}
    highest = max((code for code in single if code < _TABLE), default=0)
    table = bytearray(max(256, highest + 1))
    for code, number in single.items():
        if code <= highest:
            table[code] = number
    return bytes(table)


def _texts(words: Iterable[str]) -> list[str]:
    """These words as a list that nobody else has."""
    if isinstance(words, str):
        raise TypeError("expected several words, not one str")
    return words.tolist() if isinstance(words, np.ndarray) else list(words)


def _exact(words: list[str]) -> list[str]:
    """The same words as exact str objects, which is what kernels read; TypeError for anything else."""
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"a word is a str, not {type(word).__name__}")
    return [str.__str__(word) for word in words]


def _reopen(path: str, fingerprint: str, backend: Backend) -> Lexicon:
    lexicon = Lexicon.open(path, "read" if backend == "read" else "mmap")
    if lexicon.fingerprint != fingerprint:
        raise ChangedFileError(
            "the lexicon changed since it was pickled", path=path, expected=fingerprint, found=lexicon.fingerprint
        )
    return lexicon
