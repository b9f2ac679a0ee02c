"""The public class Lexicon: an index, with the methods of one class for each subject.

Words are read and returned in the alphabet's spelling. Internally a word is its rank: its index in the sorted list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, overload
from weakref import ref

from lexkit.base.errors import QueryError, with_plain_types
from lexkit.formats.alphabet import Alphabet, LetterSet
from lexkit.formats.constants import MAX_LENGTH
from lexkit.formats.lexicon_file import Backend, LexiconFile
from lexkit.formats.packed_lexicon import open_lexicon

from ..automaton.cursor import Cursor
from ..automaton.index import Hooks, Index
from ..automaton.kernels.membership import Members
from ..words.listing import words_at
from ..words.prefix_suffix_substring import prefix, substring, suffix
from ..words.words import Words, all_words
from .boards import BoardQueries
from .words import WordQueries

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ..automaton.index import LexiconLike
    from ..automaton.section_walk import Form, SectionWalk
    from ..game.board import Board
    from ..game.cross_sets import CrossSets
    from ..game.referee.game_view import GameView
    from ..game.referee.player_view import View

__all__ = ["About", "Hooks", "Lexicon", "lexicon_met", "lexicon_of"]

with_plain_types(Hooks)
#: Maximum number of near words in the answer of :meth:`Lexicon.about`.
_NEAR: Final = 4


@with_plain_types
class About(NamedTuple):
    """Facts about a text, returned by :meth:`Lexicon.about`.

    Attributes:
        word: The text in the alphabet's spelling.
        valid: True if the text is a word.
        front: Letters that make a word in front of the text.
        back: Letters that make a word behind the text.
        definition: The word's definition, or None.
        near: For a non-word, up to four words that one added, removed or replaced letter makes of it.
    """

    word: str
    valid: bool
    front: LetterSet
    back: LetterSet
    definition: str | None
    near: tuple[str, ...]


class Lexicon(Members, BoardQueries, WordQueries):
    """Sorted set of words in a memory-mapped file, opened by :func:`lexkit.open`.

    A lexicon supports ``word in lexicon``, ``len``, iteration and ``lexicon[rank]``. Queries return
    :class:`lexkit.Words`. It is a context manager and is safe to use from any number of threads. It is pickled as a
    path and fingerprint; a lexicon in memory is pickled as its content, up to 64 MiB. After :meth:`close`, every
    method that reads the file raises ClosedLexiconError.

    Attributes:
        alphabet: The :class:`lexkit.Alphabet` of the words.
        core: The index; for lexkit's own code.
    """

    def __init__(self, source: LexiconFile | Index) -> None:
        if not isinstance(source, Index):
            source = Index(source)
        self.core = source
        self.core.lexicon_ref = ref(self)
        self.alphabet: Alphabet = self.core.alphabet
        self._begin(self.core.nodes, self.core.table)

    # -- opening and closing ------------------------------------------------------------------------

    @classmethod
    def open(cls, path: str | PathLike[str], backend: Backend = "mmap") -> Lexicon:
        """Map and validate a file, as :func:`lexkit.open` does.

        Args:
            path: The file.
            backend: As for :func:`lexkit.open`.
        """
        return cls(open_lexicon(path, backend))

    def to_bytes(self) -> bytes:
        """Return the uncompressed content of the file, which :func:`lexkit.open` accepts."""
        self.core.require_open()
        return bytes(self.core.file.sections.whole)

    @property
    def buffer(self) -> memoryview:
        """Read-only view of the uncompressed content, not copied, for C, Cython and numpy.

        formats/SPEC.md describes the content. The view keeps the file mapped, even after :meth:`close`. From Python
        3.12 on, ``memoryview(lex)`` returns the same view.
        """
        self.core.require_open()
        return memoryview(self.core.file.sections.whole).toreadonly()

    def __buffer__(self, flags: int) -> memoryview:
        return self.buffer

    def close(self) -> None:
        """Close the lexicon. The file is unmapped once no object uses it any more."""
        self.core.close()

    @property
    def closed(self) -> bool:
        """True if :meth:`close` was called."""
        return not self.core.nodes.opened

    def __enter__(self) -> Lexicon:
        self.core.require_open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return (lexicon_of, (self.core,))

    # -- the list as a whole ------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        """Path of the file, or None for a lexicon in memory."""
        return self.core.path

    @property
    def fingerprint(self) -> str:
        """Hash of the content. Lexicons with the same bytes have the same fingerprint."""
        return self.core.fingerprint

    @property
    def provenance(self) -> Mapping[str, Any]:
        """Origin of the words: source, word count, SHA-256 of the list, build options and version of lexkit."""
        return self.core.file.provenance

    def __eq__(self, other: object) -> bool:
        """Return whether the other object is a lexicon with the same content."""
        return isinstance(other, Lexicon) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __len__(self) -> int:
        return len(self.core)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.words())

    def words(self) -> Words:
        """Return all words."""
        return all_words(self.core)

    @overload
    def __getitem__(self, rank: int) -> str: ...
    @overload
    def __getitem__(self, rank: slice) -> Words: ...
    def __getitem__(self, rank: int | slice) -> str | Words:
        return self.words()[rank]

    def __repr__(self) -> str:
        return repr(self.core)

    def _repr_html_(self) -> str:
        from lexkit.players.pictures.results import show_lexicon

        return show_lexicon(self)

    # -- words and ranks ----------------------------------------------------------------------------

    def _is_unusual_word(self, word: object) -> bool:
        """Look up a word that has characters outside the kernel's table."""
        return word in self.core

    def rank(self, word: str) -> int | None:
        """Return the rank of a word: its index, from 0, in the sorted lexicon.

        Args:
            word: Any text.

        Returns:
            The rank, or None for a non-word.
        """
        return self.core.rank(word)

    def contains(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """Return whether each of many texts is a word. Takes about 50 ns per text.

        Args:
            words: Any texts.

        Returns:
            A bool array of shape (words,), in the order of the texts.
        """
        return self.core.contains(words)

    def ranks(self, words: Iterable[str]) -> NDArray[np.int64]:
        """Return the ranks of many words.

        Args:
            words: Any texts.

        Returns:
            An int64 array of shape (words,), in the order of the texts, with -1 for each non-word.
        """
        return self.core.ranks(words)

    def words_at(self, ranks: ArrayLike) -> list[str]:
        """Return the words with these ranks, in the order of the ranks, repeats included.

        Args:
            ranks: Ranks in any order.

        Raises:
            QueryError: A rank is out of range.
        """
        return words_at(self.core, ranks)

    # -- queries ------------------------------------------------------------------------------------

    def prefix(self, text: str) -> Words:
        """Return the words that start with a text, including the text itself if it is a word.

        Walks the letters of the text once.

        Args:
            text: Letters of the alphabet.

        Raises:
            AlphabetError: The alphabet cannot spell the text.
        """
        return prefix(self.core, text)

    def suffix(self, text: str) -> Words:
        """Return the words that end with a text.

        The words are found lazily, in about 0.1 us each.

        Args:
            text: Letters of the alphabet.

        Raises:
            AlphabetError: The alphabet cannot spell the text.
        """
        return suffix(self.core, text)

    def substring(self, text: str) -> Words:
        """Return the words that contain a text anywhere.

        The words are found lazily. The search takes about 0.05 us for each distinct beginning of a word that ends
        with the first occurrence of the text.

        Args:
            text: Letters of the alphabet.

        Raises:
            AlphabetError: The alphabet cannot spell the text.
            QueryError: There are too many such beginnings.
        """
        return substring(self.core, text)

    @overload
    def cross_sets(self, text: str) -> Hooks: ...
    @overload
    def cross_sets(self, text: Board | View) -> CrossSets: ...
    def cross_sets(self, text: str | Board | View) -> Hooks | CrossSets:
        """Return the cross sets of a text, or of all empty squares of a board.

        Args:
            text: Letters, which need not form a word; or a position.

        Returns:
            For a text, a pair (front, back) of the letters that make a word in front of it and behind it, found by
            one walk (Gordon 1994, "Computing cross sets"). For a board, its :class:`lexkit.CrossSets`, in about 1
            ms.

        Raises:
            QueryError: The text is empty.
            PositionError: The board has another alphabet.
        """
        if not isinstance(text, str):
            from ..game.cross_sets import CrossSets
            from ..game.referee.player_view import board_of

            return CrossSets(self.core, board_of(text))
        return self.core.cross_sets(text)

    def cross_set(self, before: str, after: str) -> LetterSet:
        """Return the letters that make a word on the square between two texts.

        Args:
            before: Letters in front of the square; may be empty.
            after: Letters behind the square; may be empty.

        Returns:
            The letters. In the bundled list ``cross_set("PA", "ABLE")`` is {C, P, R, Y}.
        """
        if not before or not after:
            front, back = self.cross_sets(before or after)
            return back if before else front
        start, end = self.core.encode(before), self.core.encode(after)
        if len(start) + len(end) > MAX_LENGTH:
            return self.alphabet.letter_set(0)
        return self.alphabet.letter_set(self.core.walk().cross_set(start, end))

    def hooks(self, word: str) -> Hooks:
        """Return the hooks of a word: the letters that extend it to another word.

        Args:
            word: A word of the lexicon.

        Returns:
            A pair (front, back) of letter sets.

        Raises:
            QueryError: The text is not a word. :meth:`cross_sets` accepts any text.
        """
        if self.rank(word) is None:
            raise QueryError("not a word of the lexicon", found=repr(word), remedy="cross_sets() takes any text")
        return self.cross_sets(word)

    def about(self, text: str) -> About:
        """Return whether a text is a word, with its hooks, its definition and, for a non-word, words near to it.

        Takes 10 us for a word without a definition, 0.5 ms for a non-word.

        Args:
            text: Any letters of the alphabet.

        Raises:
            AlphabetError: The alphabet cannot spell the text.
        """
        front, back = self.cross_sets(text)
        valid = text in self
        definition = self.definition(text) if valid and "definition" in self.columns else None
        near = () if valid else tuple(self.near(text)[:_NEAR].to_list())
        return About(self.alphabet.decode(self.core.encode(text)), valid, front, back, definition, near)

    def cursor(self, reverse: bool = False) -> Cursor:
        """Return a cursor at a root of the automaton.

        Args:
            reverse: Start at the root of the paths REV(x)◊y (Gordon 1994) instead of the root of the words.
        """
        self.core.require_open()
        graph = self.core.file.gaddag
        root = graph.reverse_root if reverse else graph.forward_root
        return Cursor(self.core, root, reverse=reverse)

    def walk(self, form: Form = "gaddag") -> SectionWalk:
        """Return prefix, suffix and substring queries that use one section of the file alone (Gordon 1994).

        They walk the section letter by letter, to compare the forms of an automaton. The lexicon's own queries are
        faster.

        Args:
            form: ``"gaddag"``; ``"daggad"``, its mirror image, which ``lexc build --daggad`` adds; or
                ``"expanded"``, the table of arcs, which ``--layout expanded`` adds.

        Returns:
            An object that supports ``word in walk`` and has the methods ``prefix``, ``suffix`` and ``substring``,
            which return lists of words.

        Raises:
            QueryError: The file does not have that section.
        """
        from ..automaton.section_walk import SectionWalk

        return SectionWalk(self.core, form)


def lexicon_of(holder: LexiconLike) -> Lexicon:
    """Return the lexicon of an object.

    This is the lexicon that the object was made from, if it still exists; otherwise a new one with the same index.
    """
    made = holder.core.lexicon_ref
    return (made and made()) or Lexicon(holder.core)


def lexicon_met(board: Board | GameView) -> Lexicon | None:
    """Return the lexicon that a board or a game was last used with, or None."""
    return None if board.core is None else lexicon_of(board.core)
