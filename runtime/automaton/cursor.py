"""A place in the automaton, for people who write their own generator.

    place = lexicon.cursor()               # the root of the words themselves
    place = place.step("C").step("A")      # None where no word goes on like that
    place.letters                          # tiles that complete a word here: {B, D, M, N, ...}

From ``lexicon.cursor(reverse=True)`` the paths are REV(x)◊y: step leftwards from any letter of a word, then
over the separator (``SEPARATOR``) and on to the right (Gordon 1994).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...errors import AlphabetError
from ...formats.alphabet import LetterSet
from ...formats.layout import SEPARATOR as SEPARATOR_TILE

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from .index import Index

__all__ = ["SEPARATOR", "Cursor"]

#: The separator's name on a path.
SEPARATOR: Final = "◊"


class Cursor:
    """An immutable place in an automaton: a node, and whether the path to it is complete.

    About 1 us a step: for speed use the queries, which walk in compiled code.
    """

    __slots__ = ("complete", "core", "node", "path")

    def __init__(
        self,
        index: Index,
        node: int,
        path: tuple[str, ...] = (),
        complete: bool = False,
    ) -> None:
        self.core = index
        #: Index of the node in the node array; 0 where nothing goes on.
        self.node = node
        #: The letters walked, the separator among them.
        self.path = path
        #: Whether the path so far is a complete one: a word, in the forward part.
        self.complete = complete

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon whose automaton it walks."""
        from ..lexicon import lexicon_of

        return lexicon_of(self)

    def step(self, letter: str) -> Cursor | None:
        """One step on; None where no path goes there. AlphabetError for what is no letter."""
        alphabet = self.core.alphabet
        tile = SEPARATOR_TILE if letter == SEPARATOR else alphabet.number(letter)
        if tile is None:
            raise AlphabetError(f"{alphabet.name} has no such letter", found=repr(letter))
        self.core.require_open()
        label = letter if tile == SEPARATOR_TILE else alphabet.labels[tile - 1]
        nodes = self.core.nodes
        node = nodes.child_of(self.node, tile)
        complete = bool(nodes.letter_set(self.node) >> tile & 1)
        if not node and not complete:
            return None
        return Cursor(self.core, node, (*self.path, label), complete)

    def walk(self, letters: str) -> Cursor | None:
        """Several steps, one a letter of this text."""
        alphabet = self.core.alphabet
        place: Cursor | None = self
        for tile in alphabet.encode(letters):
            place = place.step(alphabet.labels[tile - 1]) if place is not None else None
        return place

    @property
    def letters(self) -> LetterSet:
        """Gordon's letter set: the letters that, if next, complete a path."""
        self.core.require_open()
        return self.core.alphabet.letter_set(self.core.nodes.letter_set(self.node))

    @property
    def arcs(self) -> tuple[str, ...]:
        """The letters with an arc to a further node, the separator first if it has one."""
        self.core.require_open()
        children = self.core.nodes.child_set(self.node)
        letters = tuple(self.core.alphabet.letter_set(children & ~1))
        return (SEPARATOR, *letters) if children & 1 else letters

    def __repr__(self) -> str:
        return f"<Cursor {''.join(self.path) or 'at the root'}{' (complete)' if self.complete else ''}>"
