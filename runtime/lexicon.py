"""Lexicon: everything a lexicon can be asked, put together from an index and one small class a subject.

Strings go in and come out in the alphabet's spelling; inside, a word is its rank, its place in the sorted list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload
from weakref import ref

from numpy.typing import ArrayLike, NDArray

from ..errors import QueryError
from ..formats.alphabet import Alphabet, LetterSet
from ..formats.layout import MAX_LENGTH
from ..formats.lexicon_file import Backend, LexiconFile
from ..formats.packed import open_lexicon
from .automaton.cursor import Cursor
from .automaton.index import Hooks, Index
from .automaton.kernels.membership import Members
from .subjects.boards import BoardQueries
from .subjects.columns import ColumnQueries
from .subjects.conditions import ConditionQueries
from .subjects.editions import EditionQueries
from .subjects.words import WordQueries
from .words.fixed_text import prefix, substring, suffix
from .words.words import Words, all_words, words_at

if TYPE_CHECKING:
    import numpy as np

    from .automaton.index import HasIndex
    from .game.board import Board

__all__ = ["Hooks", "Lexicon", "lexicon_met", "lexicon_of"]


class Lexicon(Members, BoardQueries, WordQueries, ConditionQueries, ColumnQueries, EditionQueries):
    """A sorted set of words in a mapped file.

    ``word in lexicon``, ``len``, iteration, ``lexicon[rank]``; queries give :class:`Words`. It is a context
    manager; it pickles as path and fingerprint; any number of threads may ask at once. Made by
    :func:`lexkit.open`. ``core`` is for lexkit's own code.
    """

    def __init__(self, source: LexiconFile | Index) -> None:
        self.core = source if isinstance(source, Index) else Index(source)
        self.core.face = ref(self)
        self.alphabet: Alphabet = self.core.alphabet
        super().__init__(self.core.nodes, self.core.table)

    # -- opening and closing ------------------------------------------------------------------------

    @classmethod
    def open(cls, path: str | PathLike[str], backend: Backend = "mmap") -> Lexicon:
        """Map the file (or copy it with ``backend="read"``) and prove it; see :func:`lexkit.open`."""
        return cls(open_lexicon(path, backend))

    def close(self) -> None:
        """Answer no more. The map itself is given back with the last object that holds the lexicon."""
        self.core.close()

    @property
    def closed(self) -> bool:
        return not self.core.nodes.opened

    def __enter__(self) -> Lexicon:
        self.core.require_open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return (lexicon_of, (self.core,))

    # -- what it is ---------------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        """The file, None for a lexicon in memory."""
        return self.core.path

    @property
    def fingerprint(self) -> str:
        """Identifies the content: the same for files with the same bytes."""
        return self.core.fingerprint

    @property
    def provenance(self) -> Mapping[str, Any]:
        """Where the words came from: source, word count, SHA-256 of the list, options, version."""
        return self.core.file.provenance

    def __len__(self) -> int:
        return len(self.core)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.words())

    def words(self) -> Words:
        """All words."""
        return all_words(self.core)

    @overload
    def __getitem__(self, rank: int) -> str: ...
    @overload
    def __getitem__(self, rank: slice) -> Words: ...
    def __getitem__(self, rank: int | slice) -> str | Words:
        return self.words()[rank]

    def __repr__(self) -> str:
        return repr(self.core)

    # -- words and ranks ----------------------------------------------------------------------------

    def _is_unusual_word(self, word: object) -> bool:
        """Membership of a word with letters that the kernel's table does not know."""
        return word in self.core

    def rank(self, word: str) -> int | None:
        """The place of the word in the sorted lexicon, from 0; None for a non-word."""
        return self.core.rank(word)

    def contains(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """Membership of many words at once, bool, in their order: about 50 ns a word."""
        return self.core.contains(words)

    def ranks(self, words: Iterable[str]) -> NDArray[np.int64]:
        """The ranks of many words at once, int64, in their order; -1 for a non-word."""
        return self.core.ranks(words)

    def words_at(self, ranks: ArrayLike) -> list[str]:
        """The words of these ranks, in their order, repeats included; raises QueryError for a rank out of range."""
        return words_at(self.core, ranks)

    # -- queries ------------------------------------------------------------------------------------

    def prefix(self, text: str) -> Words:
        """The words that start with this text; it is one of them if it is a word. One walk."""
        return prefix(self.core, text)

    def suffix(self, text: str) -> Words:
        """The words that end with this text. About 0.1 us a word found."""
        return suffix(self.core, text)

    def substring(self, text: str) -> Words:
        """The words that contain this text anywhere, each once. About 0.05 us a way to begin."""
        return substring(self.core, text)

    def cross_sets(self, text: str) -> Hooks:
        """(front, back): the letters that make a word in front of this text and behind it; one walk.

        Gordon 1994, "Computing cross sets". The text need not be a word.
        """
        return self.core.cross_sets(text)

    def cross_set(self, before: str, after: str) -> LetterSet:
        """The letters that make a word on the square between two texts, either of which may be empty.

        ``cross_set("PA", "ABLE")`` is {C, P, R, Y} in the bundled list.
        """
        if not before or not after:
            front, back = self.cross_sets(before or after)
            return back if before else front
        start, end = self.core.encode(before), self.core.encode(after)
        if len(start) + len(end) > MAX_LENGTH:
            return self.alphabet.letter_set(0)
        return self.alphabet.letter_set(self.core.walk().cross_set(start, end))

    def hooks(self, word: str) -> Hooks:
        """The letters that extend this word by one at either end; raises QueryError for a non-word."""
        if self.rank(word) is None:
            raise QueryError("not a word of the lexicon", found=repr(word), remedy="cross_sets() takes any text")
        return self.cross_sets(word)

    def cursor(self, reverse: bool = False) -> Cursor:
        """A place to walk from: the root of the words, or of the paths REV(x)◊y."""
        self.core.require_open()
        graph = self.core.file.gaddag
        return Cursor(self.core, graph.reverse_root if reverse else graph.forward_root)


def lexicon_of(holder: HasIndex) -> Lexicon:
    """The lexicon of something that has an index: the one it was made from, or another of the same index."""
    face = holder.core.face
    return (face and face()) or Lexicon(holder.core)


def lexicon_met(board: Board) -> Lexicon | None:
    """The lexicon that a board last met, or None."""
    return None if board.core is None else lexicon_of(board.core)
