"""Index: one lexicon as everything below its face sees it. What is mapped, ranked, spelled and cached.

The friendly class is :class:`lexkit.Lexicon`, which holds an Index and nothing else; :class:`lexkit.Words` and all that
answers questions hold one too. Strings go in and come out in the alphabet's spelling; inside, a word is its rank, its
place in the sorted list. Members of an Index are for lexkit's own code: they may change from version to version.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...errors import (
    AlphabetError,
    ChangedFileError,
    ClosedLexiconError,
    CorruptFileError,
    LexkitError,
    QueryError,
)
from ...formats.alphabet import Alphabet, LetterSet
from ...formats.compiled import is_compiled
from ...formats.layout import MAX_LENGTH
from ...formats.lexicon_file import LexiconFile
from ...formats.packed import open_lexicon
from ..limits import look
from .kernels import membership
from .kernels.membership import Members
from .kernels.ranks import Walk
from .kernels.spelling import Speller
from .kernels.substring_walk import Containing

__all__ = ["HasIndex", "Hooks", "Index"]

#: Whether no thread can change a list while a kernel reads it, so that it need not be copied.
_UNDISTURBED = is_compiled(membership) and getattr(sys, "_is_gil_enabled", lambda: True)()
#: Code points up to here are read by a table: all of Latin, Greek and Cyrillic.
_TABLE = 0x2000

_T = TypeVar("_T")


class Hooks(NamedTuple):
    """Letters that go in front of a word and behind it."""

    front: LetterSet
    back: LetterSet


class HasIndex(Protocol):
    """Anything that has an index: a :class:`lexkit.Lexicon`, above all."""

    @property
    def core(self) -> Index: ...


class Index(Members):
    """A proved file, its kernels, and what has been worked out about all of its words.

    ``nodes``: the mapped node array; ``alphabet``; ``table``: code point -> tile, for kernels. Any number of threads
    may ask at once. ClosedLexiconError from everything that reads the map once :meth:`close` was called.
    """

    def __init__(self, file: LexiconFile) -> None:
        self.file = file
        self.alphabet: Alphabet = file.alphabet
        #: What was worked out once about all words, by name: see :meth:`remember`.
        self.cache: dict[str, Any] = {}
        #: What finds moves by this lexicon, one finder for each set of rules: see :mod:`..game.finder`.
        self.finders: dict[int, Any] = {}
        #: Gives the :class:`lexkit.Lexicon` that was made of this index while it lives: a weak reference.
        self.face: Callable[[], Any] | None = None
        super().__init__(file.gaddag.walkable(look), memoryview(_code_table(self.alphabet)))

    def __len__(self) -> int:
        return self.nodes.word_count

    @property
    def core(self) -> Index:
        """Itself: an index will do for anything that asks for a :class:`HasIndex`."""
        return self

    @property
    def path(self) -> Path | None:
        """The file, None for a lexicon in memory."""
        return self.file.path

    @property
    def fingerprint(self) -> str:
        """Identifies the content: the same for files with the same bytes."""
        return self.file.fingerprint

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the editions, in the order in which they were merged."""
        return () if self.file.editions is None else self.file.editions.names

    def __repr__(self) -> str:
        name = self.path.name if self.path else "in memory"
        state = "" if self.nodes.opened else ", closed"
        words = "word" if len(self) == 1 else "words"
        return f"<Lexicon {name}: {len(self):,} {words}, {self.alphabet.name}{state}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is None:
            raise LexkitError("a lexicon held in memory cannot be pickled", remedy="save it as a file first")
        return (_reopen, (str(self.path.absolute()), self.fingerprint, self.file.backend))

    # -- open or closed -----------------------------------------------------------------------------

    def close(self) -> None:
        """Answer no more. The map itself is given back with the last object that holds it."""
        self.nodes.opened = False

    def require_open(self) -> None:
        """Raise ClosedLexiconError once the lexicon was closed."""
        if not self.nodes.opened:
            raise ClosedLexiconError("this lexicon is closed", path=self.path, remedy="open it again")

    def contradiction(self, rule: str) -> CorruptFileError:
        """The error for a file whose reverse part tells of other words than its forward part."""
        return CorruptFileError(
            "damaged lexicon",
            path=self.path,
            place=f"{rule}: reverse part",
            expected=f"the same {len(self):,} words as in the forward part",
            found="other ones",
            remedy="build it again; lexc verify compares every word",
        )

    # -- what is worked out once --------------------------------------------------------------------

    def remember(self, name: str, work_out: Callable[[Index], _T]) -> _T:
        """What ``work_out`` gives for this lexicon, worked out by the first call for this name.

        Two threads that ask at once may both work it out; both get the same answer. Arrays cannot be written.
        """
        known: dict[str, _T] = self.cache
        if name not in known:
            answer = work_out(self)
            for part in answer if isinstance(answer, tuple) else (answer,):
                if isinstance(part, np.ndarray):
                    part.flags.writeable = False
            return known.setdefault(name, answer)
        return known[name]

    def remembers(self, name: str) -> bool:
        """Whether :meth:`remember` would answer at once."""
        return name in self.cache

    # -- other lexicons -----------------------------------------------------------------------------

    def other(self, name: str) -> Index:
        """Another lexicon, by name or path, as :func:`lexkit.open` finds it."""
        from ...catalogue import index_beside

        return index_beside(self, name)

    # -- kernels, one for each question -------------------------------------------------------------

    def walk(self) -> Walk:
        """A walk that finds ranks and cross sets."""
        return Walk(self.nodes)

    def containing(self) -> Containing:
        """A walk that finds how words that contain something begin."""
        return Containing(self.nodes)

    def _speller(self, as_text: bool = True) -> Speller:
        """A walk that spells words: as text if labels allow it, or as tiles."""
        ascii_only = self.alphabet.simple and all(map(str.isascii, self.alphabet.labels))
        return Speller(self.nodes, (self.codes if as_text else self.codes[:0]).data, ascii_only)

    # -- text and tiles -----------------------------------------------------------------------------

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """Tile -> code point, for alphabets of one-code-point labels; empty for others."""
        return np.array([0, *map(ord, self.alphabet)] if self.alphabet.simple else [], np.uint32)

    def encode(self, text: str) -> bytes:
        """The tiles of a text; raises AlphabetError for a letter that is not in the alphabet."""
        self.require_open()
        if not isinstance(text, str):
            raise TypeError(f"a query is a str, not {type(text).__name__}")
        return self.alphabet.encode(text)

    def spell(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> list[str]:
        """The words of these ascending, disjoint ranges of ranks."""
        self.require_open()
        ranges = np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data
        return self._texts_of(self._speller().spell(*ranges))

    def tiles(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> list[bytes]:
        """The words of these ranges as tile numbers."""
        self.require_open()
        ranges = np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data
        return self._speller(as_text=False).spell(*ranges)

    def spell_texts(self, texts: NDArray[np.uint64]) -> list[str]:
        """The words that start with these strings, keys of :mod:`.kernels.tile_keys`; CorruptFileError for rule Q2."""
        self.require_open()
        spelled = self._speller().spell_texts(texts.data, texts.shape[1])
        if spelled is None:
            raise self.contradiction("Q2")
        return self._texts_of(spelled)

    def _texts_of(self, spelled: list[Any]) -> list[str]:
        return spelled if self.alphabet.simple else [self.alphabet.decode(tiles) for tiles in spelled]

    def lengths(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Tiles of each word of these ranges."""
        self.require_open()
        lengths = np.zeros(int((stops - starts).sum()), np.uint8)
        self._speller().lengths(np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data, lengths.data)
        return lengths

    # -- words and ranks ----------------------------------------------------------------------------

    def rank(self, word: str) -> int | None:
        """The place of the word in the sorted lexicon, from 0; None for a non-word."""
        try:
            tiles = self.encode(word)
        except AlphabetError:
            return None
        if not 0 < len(tiles) <= MAX_LENGTH:
            return None
        rank = self.walk().rank(tiles)
        return None if rank < 0 else rank

    def rank_of_word(self, word: str) -> int:
        """The same; raises QueryError for a non-word."""
        rank = self.rank(word)
        if rank is None:
            raise QueryError("not a word of the lexicon", found=repr(word))
        return rank

    def _is_unusual_word(self, word: object) -> bool:
        """Membership of a word with letters that the kernel's table does not know."""
        self.require_open()
        return isinstance(word, str) and self.rank(str(word)) is not None

    def contains(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """Membership of many words at once, bool, in their order."""
        self.require_open()
        listed = words if type(words) is list and _UNDISTURBED else _texts(words)
        answers = np.empty(len(listed), np.uint8)
        if self._contains_each(listed, answers.data):
            return answers.view(np.bool_)
        listed = _exact(listed)
        answers = np.empty(len(listed), np.uint8)
        self._contains_each(listed, answers.data)
        for place in np.flatnonzero(answers == 255).tolist():
            answers[place] = self._is_unusual_word(listed[place])
        return answers.view(np.bool_)

    def ranks(self, words: Iterable[str]) -> NDArray[np.int64]:
        """The ranks of many words at once, int64, in their order; -1 for a non-word."""
        self.require_open()
        listed = _texts(words)
        ranks = np.empty(len(listed), np.int64)
        try:
            self.walk().ranks(listed, self.table, ranks.data)
        except TypeError:
            listed = _exact(listed)
            self.walk().ranks(listed, self.table, ranks.data)
        for place in np.flatnonzero(ranks == -2).tolist():
            rank = self.rank(listed[place])
            ranks[place] = -1 if rank is None else rank
        return ranks

    def cross_sets(self, text: str) -> Hooks:
        """(front, back): the letters that make a word in front of this text and behind it; one walk."""
        tiles = self.encode(text)
        if not tiles or len(tiles) > MAX_LENGTH:
            raise QueryError("a cross set belongs to a text", expected=f"1 to {MAX_LENGTH} letters", found=len(tiles))
        front, back = self.walk().cross_sets(tiles)
        return Hooks(self.alphabet.letter_set(front), self.alphabet.letter_set(back))


def _reopen(path: str, fingerprint: str, backend: str) -> Index:
    index = Index(open_lexicon(path, "read" if backend == "read" else "mmap"))
    if index.fingerprint != fingerprint:
        raise ChangedFileError(
            "the lexicon changed since it was pickled", path=path, expected=fingerprint, found=index.fingerprint
        )
    return index


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
    """These words as a list of our own."""
    if isinstance(words, str):
        raise TypeError("expected several words, not one str")
    return words.tolist() if isinstance(words, np.ndarray) else list(words)


def _exact(words: list[str]) -> list[str]:
    """The same words as exact str objects, which is what kernels read; TypeError for anything else."""
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"a word is a str, not {type(word).__name__}")
    return [str.__str__(word) for word in words]
