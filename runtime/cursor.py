"""A place in the automaton, for people who write their own generator.

    place = lexicon.cursor()               # the root of the words themselves
    place = place.step("C").step("A")      # None where no word goes on like that
    place.letters                          # tiles that complete a word here: {B, D, M, N, ...}

From ``lexicon.cursor(reverse=True)`` the paths are REV(x)◊y: step leftwards from any letter of a word, then
over the separator (``SEPARATOR``) and on to the right (Gordon 1994).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..errors import AlphabetError
from ..formats.access import read_set, step
from ..formats.alphabet import LetterSet
from ..formats.graph import Graph
from ..formats.layout import SEPARATOR as SEPARATOR_TILE

if TYPE_CHECKING:
    from .lexicon import Lexicon

__all__ = ["SEPARATOR", "Cursor"]

#: The separator's name on a path.
SEPARATOR: Final = "◊"


class Cursor:
    """An immutable place in an automaton: a node, and whether the path to it is complete.

    About 1 us a step: for speed use the queries, which walk in compiled code.
    """

    __slots__ = ("_graph", "_words", "complete", "lexicon", "node", "path")

    def __init__(
        self,
        lexicon: Lexicon,
        graph: Graph,
        words: memoryview,
        node: int,
        path: tuple[str, ...] = (),
        complete: bool = False,
    ) -> None:
        self.lexicon = lexicon
        self._graph = graph
        self._words = words
        #: Index of the node in the node array; 0 where nothing goes on.
        self.node = node
        #: The letters walked, the separator among them.
        self.path = path
        #: Whether the path so far is a complete one: a word, in the forward part.
        self.complete = complete

    def step(self, letter: str) -> Cursor | None:
        """One step on; None where no path goes there. AlphabetError for what is no letter."""
        alphabet = self.lexicon.alphabet
        tile = SEPARATOR_TILE if letter == SEPARATOR else alphabet.number(letter)
        if tile is None:
            raise AlphabetError(f"{alphabet.name} has no such letter", found=repr(letter))
        self.lexicon._require_open()
        label = letter if tile == SEPARATOR_TILE else alphabet.labels[tile - 1]
        node = step(self._words, self.node, tile, self._graph.width)
        complete = bool(read_set(self._words, self.node, self._graph.width) >> tile & 1)
        if not node and not complete:
            return None
        return Cursor(self.lexicon, self._graph, self._words, node, (*self.path, label), complete)

    def walk(self, letters: str) -> Cursor | None:
        """Several steps, one a letter of this text."""
        alphabet = self.lexicon.alphabet
        place: Cursor | None = self
        for tile in alphabet.encode(letters):
            place = place.step(alphabet.labels[tile - 1]) if place is not None else None
        return place

    @property
    def letters(self) -> LetterSet:
        """Gordon's letter set: the letters that, if next, complete a path."""
        self.lexicon._require_open()
        return self.lexicon.alphabet.letter_set(read_set(self._words, self.node, self._graph.width))

    @property
    def arcs(self) -> tuple[str, ...]:
        """The letters with an arc to a further node, the separator first if it has one."""
        self.lexicon._require_open()
        children = read_set(self._words, self.node + self._graph.width, self._graph.width)
        letters = tuple(self.lexicon.alphabet.letter_set(children & ~1))
        return (SEPARATOR, *letters) if children & 1 else letters

    def __repr__(self) -> str:
        return f"<Cursor {''.join(self.path) or 'at the root'}{' (complete)' if self.complete else ''}>"
