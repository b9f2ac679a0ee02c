"""The public Lexicon: an index and one class for each subject.

Strings go in and come out in the alphabet's spelling. Internally a word is its rank, its place in the sorted list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, overload
from weakref import ref

from lexkit.base.checks import require_flag, require_kind, require_object
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

    from ..automaton.index import HasIndex
    from ..automaton.section_walk import Form, SectionWalk
    from ..game.board import Board
    from ..game.cross_sets import CrossSets
    from ..game.referee.game_view import GameView
    from ..game.referee.player_view import View

__all__ = ["About", "Hooks", "Lexicon", "lexicon_met", "lexicon_of"]

with_plain_types(Hooks)
#: Words near to a non-word that :meth:`Lexicon.about` names.
_NEAR: Final = 4


@with_plain_types
class About(NamedTuple):
    """What :meth:`Lexicon.about` says of letters.

    ``word``: the letters as the alphabet writes them; ``valid``: whether they are a word; ``front`` and ``back``: the
    letters that make a word before them and behind; ``definition``: the word's, or None; ``near``: if they are no word,
    up to four words that one letter more, less or other makes of them.
    """

    word: str
    valid: bool
    front: LetterSet
    back: LetterSet
    definition: str | None
    near: tuple[str, ...]


class Lexicon(Members, BoardQueries, WordQueries):
    """A sorted set of words in a memory-mapped file, opened by :func:`lexkit.open`.

    ``alphabet``: that of its words. It has ``word in lexicon``, ``len``, iteration and ``lexicon[rank]``; queries give
    :class:`lexkit.Words`. It is a context manager, is pickled as path and fingerprint (as content if it is in memory,
    up to 64 MiB), and is safe to use from any number of threads. Every method that reads the file raises
    ClosedLexiconError after :meth:`close`. ``core`` is for lexkit's own code.
    """

    def __init__(self, source: LexiconFile | Index) -> None:
        if not isinstance(source, Index):
            source = Index(require_object(source, "source", "what lexkit.open opens", "alphabet", "gaddag"))
        self.core = source
        self.core.lexicon_ref = ref(self)
        self.alphabet: Alphabet = self.core.alphabet
        self._begin(self.core.nodes, self.core.table)

    # -- opening and closing ------------------------------------------------------------------------

    @classmethod
    def open(cls, path: str | PathLike[str], backend: Backend = "mmap") -> Lexicon:
        """Map and validate the file, as :func:`lexkit.open` does."""
        return cls(open_lexicon(path, backend))

    def to_bytes(self) -> bytes:
        """The content of its file, unpacked, as :func:`lexkit.open` takes it."""
        self.core.require_open()
        return bytes(self.core.file.sections.whole)

    @property
    def buffer(self) -> memoryview:
        """The same content, read-only and not copied, for C, Cython and numpy; formats/SPEC.md describes it.

        It keeps the file mapped, also after :meth:`close`. From Python 3.12 on, ``memoryview(lex)`` is the same.
        """
        self.core.require_open()
        return memoryview(self.core.file.sections.whole).toreadonly()

    def __buffer__(self, flags: int) -> memoryview:
        return self.buffer

    def close(self) -> None:
        """Close the lexicon. The file is unmapped when the last object that uses it is gone."""
        self.core.close()

    @property
    def closed(self) -> bool:
        """Whether :meth:`close` was called."""
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
        """The file, or None for a lexicon in memory."""
        return self.core.path

    @property
    def fingerprint(self) -> str:
        """A hash of the content: equal if the bytes are equal."""
        return self.core.fingerprint

    @property
    def provenance(self) -> Mapping[str, Any]:
        """The origin of the words.

        Source, word count, SHA-256 of the list, options, version of lexkit.
        """
        return self.core.file.provenance

    def __eq__(self, other: object) -> bool:
        """Whether the other is a lexicon of the same content."""
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

    def _repr_html_(self) -> str:
        from lexkit.players.pictures.results import show_lexicon

        return show_lexicon(self)

    # -- words and ranks ----------------------------------------------------------------------------

    def _is_unusual_word(self, word: object) -> bool:
        """Look up a word with characters outside the kernel's table."""
        return word in self.core

    def rank(self, word: str) -> int | None:
        """The place of the word in the sorted lexicon, or None.

        Places count from 0.
        """
        return self.core.rank(word)

    def contains(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """Whether each of many texts is a word.

        bool, shape (words,), in their order. About 50 ns a word.
        """
        return self.core.contains(words)

    def ranks(self, words: Iterable[str]) -> NDArray[np.int64]:
        """The ranks of many words.

        int64, shape (words,), in their order; -1 for a non-word.
        """
        return self.core.ranks(words)

    def words_at(self, ranks: ArrayLike) -> list[str]:
        """The words of these ranks, in their order, repeats included.

        Raises QueryError for a rank out of range.
        """
        return words_at(self.core, ranks)

    # -- queries ------------------------------------------------------------------------------------

    def prefix(self, text: str) -> Words:
        """The words that start with this text, itself included.

        One walk.
        """
        return prefix(self.core, text)

    def suffix(self, text: str) -> Words:
        """The words that end with this text, found lazily. About 0.1 us for each word found."""
        return suffix(self.core, text)

    def substring(self, text: str) -> Words:
        """The words that contain this text anywhere, found lazily.

        About 0.05 us for each string that ends with the first occurrence of the text. Raises QueryError if there are
        too many of them.
        """
        return substring(self.core, text)

    @overload
    def cross_sets(self, text: str) -> Hooks: ...
    @overload
    def cross_sets(self, text: Board | View) -> CrossSets: ...
    def cross_sets(self, text: str | Board | View) -> Hooks | CrossSets:
        """Return the cross sets of a text, or those of all empty squares of a board.

        Args:
            text: Letters, which need not be a word; or a position.

        Returns:
            For a text (front, back): the letters that make a word in front of it and behind it, by one walk (Gordon
            1994, "Computing cross sets"). For a board its :class:`lexkit.CrossSets`, in about 1 ms.

        Raises:
            QueryError: if the text is empty.
            PositionError: if the board has another alphabet.
        """
        if not isinstance(text, str):
            from ..game.cross_sets import CrossSets
            from ..game.referee.player_view import board_of

            return CrossSets(self.core, board_of(text))
        return self.core.cross_sets(text)

    def cross_set(self, before: str, after: str) -> LetterSet:
        """The letters that make a word on the square between two texts.

        Either text may be empty. ``cross_set("PA", "ABLE")`` is {C, P, R, Y} in the bundled list.
        """
        for text, argument in ((before, "before"), (after, "after")):
            if not isinstance(text, str):
                require_kind(text, str, argument, "a str")
        if not before or not after:
            front, back = self.cross_sets(before or after)
            return back if before else front
        start, end = self.core.encode(before), self.core.encode(after)
        if len(start) + len(end) > MAX_LENGTH:
            return self.alphabet.letter_set(0)
        return self.alphabet.letter_set(self.core.walk().cross_set(start, end))

    def hooks(self, word: str) -> Hooks:
        """(front, back): the letters that extend this word.

        Raises QueryError for a non-word.
        """
        if self.rank(word) is None:
            raise QueryError("not a word of the lexicon", found=repr(word), remedy="cross_sets() takes any text")
        return self.cross_sets(word)

    def about(self, text: str) -> About:
        """What players ask of letters: whether they are a word, their hooks and definition, else words near to them.

        Raises AlphabetError for a text that the alphabet does not write. 10 us for a word without a definition, 0.5 ms
        for a non-word.
        """
        front, back = self.cross_sets(text)
        valid = text in self
        definition = self.definition(text) if valid and "definition" in self.columns else None
        near = () if valid else tuple(self.near(text)[:_NEAR].to_list())
        return About(self.alphabet.decode(self.core.encode(text)), valid, front, back, definition, near)

    def cursor(self, reverse: bool = False) -> Cursor:
        """A cursor at the root of the words.

        With ``reverse``, at the root of the paths REV(x)◊y (Gordon 1994).
        """
        self.core.require_open()
        graph = self.core.file.gaddag
        root = graph.reverse_root if require_flag(reverse, "reverse") else graph.forward_root
        return Cursor(self.core, root, reverse=reverse)

    def walk(self, form: Form = "gaddag") -> SectionWalk:
        """Prefix, suffix and substring queries by one section of the file alone, letter by letter (Gordon 1994).

        To compare the forms of an automaton; the lexicon's own queries are faster.

        Args:
            form: ``"gaddag"``; ``"daggad"``, its mirror image, which ``lexc build --daggad`` adds; ``"expanded"``,
                the table of arcs, which ``--layout expanded`` adds.

        Returns:
            An object with ``word in walk``, ``prefix``, ``suffix`` and ``substring``, which give lists of words.

        Raises:
            QueryError: The file does not have that section.
        """
        from ..automaton.section_walk import SectionWalk

        return SectionWalk(self.core, form)


def lexicon_of(holder: HasIndex) -> Lexicon:
    """The lexicon that an object belongs to.

    It is the one that the object was made from if that still exists, else a new one of the same index.
    """
    made = holder.core.lexicon_ref
    return (made and made()) or Lexicon(holder.core)


def lexicon_met(board: Board | GameView) -> Lexicon | None:
    """The lexicon that a board or a game was last used with, or None."""
    return None if board.core is None else lexicon_of(board.core)
