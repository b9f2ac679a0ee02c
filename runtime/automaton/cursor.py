"""Place in the automaton, for those who write their own move generator.

    place = lexicon.cursor()               # the root of the words themselves
    place = place.step("C").step("A")      # None if no word starts with CA
    place.letters                          # letters that complete a word here: {B, D, M, N, ...}
    list(place.words(limit=5))             # CAB, CABAL, ...

From ``lexicon.cursor(reverse=True)`` the paths are REV(x)◊y: step leftwards from any letter of a word, then over
the separator (``SEPARATOR``) and on to the right (Gordon 1994).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from lexkit.base.checks import require_whole
from lexkit.base.errors import AlphabetError, QueryError
from lexkit.base.time_limits import in_force, look
from lexkit.formats.alphabet import LetterSet
from lexkit.formats.constants import SEPARATOR as SEPARATOR_TILE

if TYPE_CHECKING:
    from ..lexicon.lexicon import Lexicon
    from .index import Index

#: Name of the separator on a path.
SEPARATOR: Final = "◊"


class Cursor:
    """Immutable place in the automaton of a lexicon, made by :meth:`lexkit.Lexicon.cursor`.

    A step takes about 1 us. Queries are faster, because they walk in compiled code.

    Attributes:
        node: Index of the node in the node array, or 0 if no path goes on.
        path: Letters walked, including the separator.
        complete: True if the letters form a complete path: from the forward root, a word.
        reverse: True if the path began at the reverse root.
    """

    __slots__ = ("complete", "core", "node", "path", "reverse")

    def __init__(
        self,
        index: Index,
        node: int,
        path: tuple[str, ...] = (),
        complete: bool = False,
        reverse: bool = False,
    ) -> None:
        try:
            index.nodes.letter_set(node)
        except (IndexError, TypeError, OverflowError) as error:
            raise QueryError("no such node", found=repr(node)[:60], remedy="start with lexicon.cursor()") from error
        self.core = index
        #: Index of the node in the node array, or 0 if no path goes on.
        self.node = node
        #: Letters walked, including the separator.
        self.path = path
        #: True if the path is complete: in the forward part, a word.
        self.complete = complete
        #: True if the path began at the reverse root.
        self.reverse = reverse

    @property
    def text(self) -> str:
        """Letters walked, as one text such as ``CA``, including the separator: ``AC◊``."""
        return "".join(self.path)

    @property
    def lexicon(self) -> Lexicon:
        """Lexicon whose automaton this is."""
        from ..lexicon.lexicon import lexicon_of

        return lexicon_of(self)

    def step(self, letter: str) -> Cursor | None:
        """Return the place one letter further, or None if no path goes there.

        Args:
            letter: A letter of the alphabet, or ``SEPARATOR``.

        Raises:
            AlphabetError: The alphabet has no such letter.
        """
        alphabet = self.core.alphabet
        tile = SEPARATOR_TILE if isinstance(letter, str) and letter == SEPARATOR else alphabet.number(letter)
        if tile is None:
            raise AlphabetError(f"{alphabet.name} has no such letter", found=repr(letter))
        self.core.require_open()
        label = letter if tile == SEPARATOR_TILE else alphabet.labels[tile - 1]
        nodes = self.core.nodes
        node = nodes.child_of(self.node, tile)
        complete = bool(nodes.letter_set(self.node) >> tile & 1)
        if not node and not complete:
            return None
        return Cursor(self.core, node, (*self.path, label), complete, self.reverse)

    def walk(self, letters: str) -> Cursor | None:
        """Return the place several letters further, or None if no path goes there.

        Args:
            letters: Letters of the alphabet, and ``SEPARATOR``.

        Raises:
            AlphabetError: The alphabet cannot spell the letters.
        """
        alphabet = self.core.alphabet
        place: Cursor | None = self
        for tile in alphabet.encode(letters):
            place = place.step(alphabet.labels[tile - 1]) if place is not None else None
        return place

    @property
    def letters(self) -> LetterSet:
        """Letters that complete a path here: Gordon's letter set."""
        self.core.require_open()
        return self.core.alphabet.letter_set(self.core.nodes.letter_set(self.node))

    @property
    def arcs(self) -> tuple[str, ...]:
        """Letters with an arc to another node, ``SEPARATOR`` first."""
        self.core.require_open()
        children = self.core.nodes.child_set(self.node)
        letters = tuple(self.core.alphabet.letter_set(children & ~1))
        return (SEPARATOR, *letters) if children & 1 else letters

    def words(self, limit: int | None = None) -> Iterator[str]:
        """Yield the words whose paths lead through this place, each once, including the word completed here.

        From the forward root these are the words that begin with the path, in order. In the reverse part, a path
        REV(x) leads to all words that contain x, and REV(x)◊y to those that begin with xy, in the order of their
        paths. Takes about 2 us for each node visited: ``lex.prefix`` and ``lex.substring`` are faster.

        Args:
            limit: Maximum number of words; all by default.

        Raises:
            QueryError: The limit is not a whole number of at least 0.
        """
        if limit is not None:
            limit = min(require_whole(limit, "limit", 0), sys.maxsize)
        self.core.require_open()
        return islice(self._spell_words(), limit)

    def _spell_words(self) -> Iterator[str]:
        nodes, alphabet = self.core.nodes, self.core.alphabet
        begun = bytes([SEPARATOR_TILE if label == SEPARATOR else alphabet.number(label) or 0 for label in self.path])
        # A word has a path for each occurrence of the text. Only the path of the first occurrence is followed to
        # its end.
        sought = begun[::-1] if self.reverse and SEPARATOR_TILE not in begun else None
        open_places = [(self.node, begun, self.complete)]
        while open_places:
            if in_force:
                look()
            node, path, complete = open_places.pop()
            if complete:
                front, _, back = path.partition(bytes([SEPARATOR_TILE])) if self.reverse else (b"", b"", path)
                word = front[::-1] + back
                if sought is None or len(front) == max(1, word.find(sought) + len(sought)):
                    yield alphabet.decode(word)
            if not node:
                continue
            letters, children = nodes.letter_set(node), nodes.child_set(node)
            for tile in range(len(alphabet), -1, -1):
                if (letters | children) >> tile & 1:
                    child = nodes.child_of(node, tile)
                    open_places.append((child, path + bytes([tile]), bool(letters >> tile & 1)))

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same place of the same lexicon, reached by the same path."""
        if not isinstance(other, Cursor):
            return NotImplemented
        mine, others = [(one.core.fingerprint, one.node, one.path, one.complete, one.reverse) for one in (self, other)]
        return mine == others

    def __hash__(self) -> int:
        return hash((self.node, self.path))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Cursor, (self.core, self.node, self.path, self.complete, self.reverse))

    def _repr_html_(self) -> str:
        from lexkit.players.pictures.results import show_cursor

        return show_cursor(self)

    def __repr__(self) -> str:
        return f"<Cursor {self.text or 'at the root'}{' (complete)' if self.complete else ''}>"
