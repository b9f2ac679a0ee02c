"""Index: the mapped automaton of a lexicon, with ranks, spelling and a cache.

The public class is :class:`lexkit.Lexicon`, which wraps an Index. :class:`lexkit.Words` and all other objects that
answer queries hold an Index too. Strings are in the alphabet's spelling; internally a word is its rank, its index
in the sorted list. The members of an Index are for lexkit's own code and may change from version to version.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar
from weakref import ref

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import (
    AlphabetError,
    ChangedFileError,
    ClosedLexiconError,
    CorruptFileError,
    LexkitError,
    QueryError,
)
from lexkit.base.time_limits import in_force, look
from lexkit.formats.alphabet import Alphabet, LetterSet
from lexkit.formats.compiled_kernels import is_compiled
from lexkit.formats.constants import MAX_LENGTH
from lexkit.formats.lexicon_file import LexiconFile
from lexkit.formats.packed_lexicon import open_content, open_lexicon
from lexkit.formats.user_cache import cache_folder

from .kernels import membership
from .kernels.membership import Members
from .kernels.ranks import Walk
from .kernels.spelling import Speller
from .kernels.substring_walk import Containing
from .read_only_arrays import freeze_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.formats.columns_section import StoredColumn

#: True if no thread can change a list while a kernel reads it, so that the list need not be copied.
_LISTS_ARE_SAFE = is_compiled(membership) and getattr(sys, "_is_gil_enabled", lambda: True)()
#: Answer of the kernel for a word with characters outside its table.
_NOT_TOLD: Final = 255
#: Number of words read, decoded or looked up in Python between two checks of the deadline.
_BLOCK: Final = 1 << 12
#: Time to read a character, in seconds.
_PER_CHARACTER: Final = 2e-8
#: Maximum size of a lexicon in memory that is pickled with its content, in bytes.
MOST_PICKLED: Final = 1 << 26

_T = TypeVar("_T")
#: Contiguous int64 numbers, as kernels take them.
Numbers: TypeAlias = "array[int] | memoryview | NDArray[np.int64]"
#: Types of numbers that kernels take as they are.
_BUFFERS: Final = (array, memoryview)


class Hooks(NamedTuple):
    """Letters that make a word of a text.

    Attributes:
        front: Letters that make a word in front of the text.
        back: Letters that make a word behind the text.
    """

    front: LetterSet
    back: LetterSet


class LexiconLike(Protocol):
    """A :class:`lexkit.Lexicon`, or an object that has the index of one, as type checkers see it."""

    @property
    def core(self) -> Index:
        """Index of the lexicon; for lexkit's own code."""
        ...


class Index(Members):
    """Validated file with its kernels and a cache of computed facts.

    ``nodes``: the mapped node array; ``alphabet``; ``table``: code point -> tile, for kernels. Safe to use from any
    number of threads. Everything that reads the map raises ClosedLexiconError after :meth:`close`.
    """

    def __init__(self, file: LexiconFile) -> None:
        self.file = file
        #: State of the file when it was opened: see :func:`file_state`.
        self.path_text = None if file.path is None else str(file.path)
        self.state = file_state(self.path_text)
        self.alphabet: Alphabet = file.alphabet
        #: Facts about all words, by name, each computed once: see :meth:`remember`.
        self.cache: dict[str, Any] = {}
        #: Conditions that may be asked again, by kind, value and folding: see :mod:`..query.conditions.registry`.
        self.reusable_conditions: dict[tuple[str, str, bool], Any] = {}
        #: Move finders of this lexicon, one for each set of rules: see :mod:`..game.move_finder`.
        self.finders: dict[int, Any] = {}
        #: Weak reference to the :class:`lexkit.Lexicon` that was made from this index.
        self.lexicon_ref: Callable[[], Any] | None = None
        #: Weak reference that identifies moves found by this lexicon. A move with it does not keep the lexicon open.
        self.mark = ref(self)
        self._begin(file.gaddag.walkable(look), memoryview(self.alphabet.code_table))

    def __len__(self) -> int:
        return self.nodes.word_count

    @property
    def core(self) -> Index:
        """This index, so that an index can be passed wherever a :class:`LexiconLike` is expected."""
        return self

    @property
    def path(self) -> Path | None:
        """Path of the file, or None for a lexicon in memory."""
        return self.file.path

    @property
    def file_name(self) -> str | None:
        """Name of the user's file, or None for a lexicon in memory or read from the cache.

        The bundled list, foreign files and editions are read from the cache.
        """
        return None if self.path is None or self.path.parent == cache_folder() else self.path.name

    @property
    def fingerprint(self) -> str:
        """Hash of the content. Lexicons with the same bytes have the same fingerprint."""
        return self.file.fingerprint

    @property
    def editions(self) -> tuple[str, ...]:
        """Names of the editions, in the order in which they were merged."""
        return () if self.file.editions is None else self.file.editions.names

    @cached_property
    def columns(self) -> Mapping[str, StoredColumn]:
        """Columns by name: those of the file, and those shipped for its list."""
        from lexkit.lexicons.bundled_columns import columns_of

        return columns_of(self.file)

    def __repr__(self) -> str:
        name = self.path.name if self.path else "in memory"
        state = "" if self.nodes.opened else ", closed"
        words = "word" if len(self) == 1 else "words"
        return f"<Lexicon {name}: {len(self):,} {words}, {self.alphabet.name}{state}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Index:
        # An index never changes, so copies of the objects that refer to it share it.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is None:
            whole = self.file.sections.whole
            if len(whole) > MOST_PICKLED:
                raise LexkitError(
                    "the lexicon in memory is too large to be pickled",
                    expected=f"at most {MOST_PICKLED:,} bytes",
                    found=f"{len(whole):,}",
                    remedy="write lexicon.to_bytes() to a file and open that",
                )
            return (_open_again, (bytes(whole),))
        return (_reopen, (str(self.path.absolute()), self.file.plain_fingerprint, self.file.backend))

    # -- open or closed -----------------------------------------------------------------------------

    def close(self) -> None:
        """Close the lexicon. The file is unmapped once no object uses it any more."""
        self.nodes.opened = False

    def require_open(self) -> None:
        """Raise ClosedLexiconError if the lexicon was closed, TimeLimitError if the time is up."""
        if not self.nodes.opened:
            raise ClosedLexiconError("this lexicon is closed", path=self.path, remedy="open it again")
        if in_force:
            look()

    def contradiction(self, rule: str) -> CorruptFileError:
        """Return the error for a file whose two parts hold different words."""
        return CorruptFileError(
            "damaged lexicon",
            path=self.path,
            place=f"{rule}: reverse part",
            expected=f"the same {len(self):,} words as in the forward part",
            found="other ones",
            remedy="build it again; lexc verify compares every word",
        )

    # -- the cache ----------------------------------------------------------------------------------

    def remember(self, name: str, compute: Callable[[Index], _T]) -> _T:
        """Return the cached value of this name, which the first call computes.

        If two threads compute it at the same time, both get the same value. Arrays are made read-only.
        """
        known: dict[str, _T] = self.cache
        if name not in known:
            answer = freeze_all(compute(self))
            return known.setdefault(name, answer)
        return known[name]

    def remembers(self, name: str) -> bool:
        """Return whether the value of this name is cached."""
        return name in self.cache

    # -- other lexicons -----------------------------------------------------------------------------

    def other(self, name: str) -> Index:
        """Return another lexicon, by name or path, found as by :func:`lexkit.open`."""
        from lexkit.catalogue import index_beside

        return index_beside(self, name)

    # -- kernels, a new one for each call -----------------------------------------------------------

    def walk(self) -> Walk:
        """Return a kernel that finds ranks and cross sets."""
        return Walk(self.nodes)

    def containing(self) -> Containing:
        """Return a kernel that finds the beginnings of words that contain a text."""
        return Containing(self.nodes)

    def _speller(self, as_text: bool = True) -> Speller:
        """Return a kernel that spells words, as text or as tiles.

        Text needs an alphabet in which each label is one character.
        """
        return Speller(self.nodes, self.codes if as_text else self.codes[:0], self._is_ascii)

    # -- text and tiles -----------------------------------------------------------------------------

    @cached_property
    def _is_ascii(self) -> bool:
        """True if every label is an ASCII character."""
        return self.alphabet.simple and all(map(str.isascii, self.alphabet.labels))

    @cached_property
    def codes(self) -> memoryview:
        """Code point of each tile, uint32. Empty if labels have several characters."""
        return memoryview(array("I", [0, *map(ord, self.alphabet)] if self.alphabet.simple else [])).toreadonly()

    def encode(self, text: str) -> bytes:
        """Return the tiles of a text. Raises AlphabetError for a letter that the alphabet lacks."""
        if not self.nodes.opened:
            self.require_open()
        if not isinstance(text, str):
            raise TypeError(f"a query must be a str, not {type(text).__name__}")
        if in_force:
            look(_PER_CHARACTER * len(text))
        return self.alphabet.encode(text)

    def spell(self, starts: Numbers, stops: Numbers) -> list[str]:
        """Return the words of ascending, disjoint ranges of ranks, as str."""
        self.require_open()
        return self._texts_of(self._speller().spell(*map(_as_buffer, (starts, stops))))

    def tiles(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> list[bytes]:
        """Return the words of ascending, disjoint ranges of ranks, as tiles."""
        self.require_open()
        return self._speller(as_text=False).spell(*map(_as_buffer, (starts, stops)))

    def spell_texts(self, texts: Any) -> list[str]:
        """Return the words that start with any of these strings.

        ``texts``: keys of :mod:`.kernels.tile_strings`. Raises CorruptFileError if the file breaks rule Q2.
        """
        self.require_open()
        spelled = self._speller().spell_texts(texts, texts.shape[1])
        if spelled is None:
            raise self.contradiction("Q2")
        return self._texts_of(spelled)

    def _texts_of(self, spelled: list[Any]) -> list[str]:
        if not self.alphabet.simple:
            # Replaced in place: there is no memory for all of them twice.
            for start in range(0, len(spelled), _BLOCK):
                look()
                spelled[start : start + _BLOCK] = map(self.alphabet.decode, spelled[start : start + _BLOCK])
        return spelled

    def lengths(self, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the number of tiles of each word of these ranges, uint8."""
        self.require_open()
        lengths = np.zeros(int((stops - starts).sum()), np.uint8)
        self._speller().lengths(np.ascontiguousarray(starts).data, np.ascontiguousarray(stops).data, lengths.data)
        return lengths

    # -- words and ranks ----------------------------------------------------------------------------

    def rank(self, word: str) -> int | None:
        """Return the rank of a word, or None for a non-word."""
        try:
            tiles = self.encode(word)
        except AlphabetError:
            return None
        if not 0 < len(tiles) <= MAX_LENGTH:
            return None
        rank = self.walk().rank(tiles)
        return None if rank < 0 else rank

    def rank_of_word(self, word: str) -> int:
        """Return the rank of a word. Raises QueryError for a non-word."""
        rank = self.rank(word)
        if rank is None:
            raise QueryError("not a word of the lexicon", found=repr(word))
        return rank

    def _is_unusual_word(self, word: object) -> bool:
        """Look up a word that has characters outside the kernel's table."""
        self.require_open()
        return isinstance(word, str) and self.rank(str(word)) is not None

    def contains(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """Return whether each of many texts is a word: bool, in their order."""
        return np.frombuffer(self.contains_each(words), np.bool_)

    def contains_each(self, words: Iterable[str]) -> bytearray:
        """Return whether each of many texts is a word, as bytes 1 or 0."""
        self.require_open()
        listed = words if type(words) is list and _LISTS_ARE_SAFE else copy_words(words)
        answers = bytearray(len(listed))
        if not self._contains_each(listed, memoryview(answers)):
            listed = _as_exact_str(listed)
            answers = bytearray(len(listed))
            self._contains_each(listed, memoryview(answers))
            place = answers.find(_NOT_TOLD)
            while place >= 0:
                answers[place] = self._is_unusual_word(listed[place])
                place = answers.find(_NOT_TOLD, place + 1)
        return answers

    def ranks(self, words: Iterable[str]) -> NDArray[np.int64]:
        """Return the ranks of many words, int64, in their order, with -1 for each non-word."""
        self.require_open()
        listed = copy_words(words)
        ranks = np.empty(len(listed), np.int64)
        try:
            self.walk().ranks(listed, self.table, ranks.data)
        except TypeError:
            listed = _as_exact_str(listed)
            self.walk().ranks(listed, self.table, ranks.data)
        for place in np.flatnonzero(ranks == -2).tolist():
            rank = self.rank(listed[place])
            ranks[place] = -1 if rank is None else rank
        return ranks

    def cross_sets(self, text: str) -> Hooks:
        """Return (front, back): the letters that make a word in front of this text and behind it.

        Takes one walk. Raises QueryError if the text is empty or too long.
        """
        tiles = self.encode(text)
        if not tiles or len(tiles) > MAX_LENGTH:
            raise QueryError("cross sets need a text", expected=f"1 to {MAX_LENGTH} letters", found=len(tiles))
        front, back = self.walk().cross_sets(tiles)
        return Hooks(self.alphabet.letter_set(front), self.alphabet.letter_set(back))


def _reopen(path: str, fingerprint: str, backend: str) -> Index:
    index = Index(open_lexicon(path, "read" if backend == "read" else "mmap"))
    found = index.file.plain_fingerprint
    if found != fingerprint:  # only leave values may change: an open lexicon accepts new ones
        raise ChangedFileError("the lexicon changed since it was pickled", path=path, expected=fingerprint, found=found)
    return index


def file_state(path: str | None) -> tuple[int, int] | None:
    """Return the inode and time of a file, which change when the file is replaced; None if there is no file."""
    if path is None:
        return None
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def _open_again(content: bytes) -> Index:
    return Index(open_content(content))


def _as_buffer(numbers: Numbers) -> Any:
    """Return numbers as kernels take them: contiguous, which a numpy view may not be."""
    return numbers if isinstance(numbers, _BUFFERS) else np.ascontiguousarray(numbers).data


def copy_words(words: Iterable[str]) -> list[str]:
    """Copy words to a list."""
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise TypeError(f"expected several words, not one {type(words).__name__}")
    if isinstance(words, list | tuple):
        return list(words)
    listed: list[str] = []
    if isinstance(words, np.ndarray):
        flat = words.reshape(-1) if not words.ndim else words
        words = (text for start in range(0, len(flat), _BLOCK) for text in flat[start : start + _BLOCK].tolist())
    rest = iter(words)
    while some := list(islice(rest, _BLOCK)):
        look()
        listed += some
    return listed


def _as_exact_str(words: list[str]) -> list[str]:
    """Convert subclasses of str to str, which kernels require. Raises TypeError for other objects."""
    exact: list[str] = []
    for start in range(0, len(words), _BLOCK):
        look()
        for word in words[start : start + _BLOCK]:
            if not isinstance(word, str):
                raise TypeError(f"a word is a str, not {type(word).__name__}")
            exact.append(str.__str__(word))
    return exact
