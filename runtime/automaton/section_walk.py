"""Queries that use one automaton section of a file: the GADDAG, the DAGGAD or the expanded form (Gordon 1994).

The paths of a GADDAG are REV(x)◊y, those of a DAGGAD y◊REV(x): a walk starts at any letter of a word, follows
letters to one side, and behind the separator to the other. In both, the letters inside a word are one walk from the
root, and the words around them lie behind it. :class:`SectionWalk` walks over a *view*, which hides how a section
stores its arcs: :class:`NodeView` reads a node array, :class:`TableView` the table of the expanded form.

The queries of :class:`lexkit.Lexicon` give the same answers faster, in compiled code, from the GADDAG's forward
part and its counts. This module shows the sections as the paper describes them, in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, get_args

from lexkit.base.checks import require_one_of
from lexkit.base.errors import AlphabetError, QueryError
from lexkit.base.time_limits import look
from lexkit.formats.constants import SEPARATOR
from lexkit.formats.kernels.nodes import Nodes

if TYPE_CHECKING:
    from lexkit.formats.arc_table_section import Expanded

    from .index import Index

Form: TypeAlias = Literal["gaddag", "daggad", "expanded"]
#: Number of words found between two checks of the deadline.
_BLOCK: Final = 1 << 10


class View(Protocol):
    """Automaton as a walk sees it. A place is a number; 0 is no place, and no path goes on from it."""

    root: int

    def letter_set(self, place: int, /) -> int:
        """Return the letters that complete a path here, as bits."""
        ...

    def child_set(self, place: int, /) -> int:
        """Return the letters with an arc, as bits; bit 0 is the separator's."""
        ...

    def step(self, place: int, tile: int, /) -> int:
        """Return the place behind the arc for this tile, or 0."""
        ...


class NodeView:
    """View of a node array. A place is a node, which has its letter set."""

    def __init__(self, nodes: Nodes, root: int) -> None:
        self.root = root
        self.letter_set = nodes.letter_set
        self.child_set = nodes.child_set
        self.step = nodes.child_of


class TableView:
    """View of the table of the expanded form. A place is an arc with its letter set; the state behind has the row."""

    def __init__(self, table: Expanded) -> None:
        self._table = table
        self._bits = table.state_bits
        self._states = (1 << table.state_bits) - 1
        self.root = table.init

    def letter_set(self, place: int) -> int:
        return int(self._table.letter_sets[place >> self._bits])

    def child_set(self, place: int) -> int:
        row = self._table.arcs[place & self._states]
        return sum(1 << tile for tile in row.nonzero()[0].tolist())

    def step(self, place: int, tile: int) -> int:
        return int(self._table.arcs[place & self._states, tile])


class SectionWalk:
    """Queries that use one section of a lexicon's file, made by :meth:`lexkit.Lexicon.walk`.

    The answers are those of the lexicon, as text, in the order of the lexicon. Each word takes some microseconds; a
    word with several occurrences of the text takes that for each.

    Attributes:
        form: Name of the section.
    """

    def __init__(self, index: Index, form: Form) -> None:
        self.form = require_one_of(form, get_args(Form), "no such section", QueryError)
        self._index = index
        index.require_open()
        file = index.file
        self._view: View
        if form == "gaddag":
            self._view = NodeView(index.nodes, file.gaddag.reverse_root)
        elif form == "daggad" and file.daggad is not None:
            self._view = NodeView(file.daggad.walkable(look), file.daggad.reverse_root)
        elif form == "expanded" and file.expanded is not None:
            self._view = TableView(file.expanded)
        else:
            option = "--daggad" if form == "daggad" else "--layout expanded"
            raise QueryError(
                f"{index!r} has no section {form}", remedy=f"build it with lexc build {option}", path=index.path
            )
        #: True if paths begin leftwards from where they start.
        self._leftwards = form != "daggad"

    def __contains__(self, word: object) -> bool:
        """Return whether the text is a word."""
        if not isinstance(word, str):
            return False
        try:
            tiles = self._encode(word)
        except AlphabetError:
            return False
        return self._follow(tiles)[1]

    def prefix(self, text: str) -> list[str]:
        """Return the words that begin with these letters."""
        return self._find(text, left=False, right=True)

    def suffix(self, text: str) -> list[str]:
        """Return the words that end with these letters."""
        return self._find(text, left=True, right=False)

    def substring(self, text: str) -> list[str]:
        """Return the words that contain these letters."""
        return self._find(text, left=True, right=True)

    def _encode(self, text: str) -> bytes:
        self._index.require_open()
        return bytes(self._index.alphabet.encode(text))

    def _follow(self, tiles: bytes) -> tuple[int, bool]:
        """Follow these letters from the root.

        Returns the place behind them, 0 if no path goes there, and whether they are a word.
        """
        view, place = self._view, self._view.root
        steps = tiles[::-1] if self._leftwards else tiles
        for tile in steps[:-1]:
            place = view.step(place, tile)
        if not steps:
            return place, False
        return view.step(place, steps[-1]), bool(view.letter_set(place) >> steps[-1] & 1)

    def _find(self, text: str, left: bool, right: bool) -> list[str]:
        """Return the words with this text, and with other letters to its ``left`` or ``right`` where that is true."""
        tiles = self._encode(text)
        place, complete = self._follow(tiles)
        found = {tiles} if complete else set()
        first_side, other_side = (left, right) if self._leftwards else (right, left)
        if not tiles:
            found.update(self._around(tiles, place, self._leftwards, False))
        elif first_side:
            found.update(self._around(tiles, place, self._leftwards, other_side))
        else:
            found.update(self._around(tiles, self._view.step(place, SEPARATOR), not self._leftwards, False))
        return [self._index.alphabet.decode(word) for word in sorted(found)]

    def _around(self, tiles: bytes, place: int, leftwards: bool, turning: bool) -> Iterator[bytes]:
        """Yield the words that a place leads to.

        ``leftwards``: the side of ``tiles`` on which letters are added; ``turning``: cross the separator too.
        """
        view = self._view
        waiting = [(place, tiles, leftwards, turning)]
        found = 0
        while waiting:
            place, tiles, leftwards, turning = waiting.pop()
            for letter in _each(view.letter_set(place)):
                found += 1
                if found % _BLOCK == 0:
                    look()
                yield letter + tiles if leftwards else tiles + letter
            for letter in _each(view.child_set(place)):
                there = view.step(place, letter[0])
                if letter[0] != SEPARATOR:
                    waiting.append((there, letter + tiles if leftwards else tiles + letter, leftwards, turning))
                elif turning:
                    waiting.append((there, tiles, not leftwards, False))


def _each(letters: int) -> Iterator[bytes]:
    """Yield each letter of a set, as a string of tiles."""
    while letters:
        lowest = letters & -letters
        letters ^= lowest
        yield bytes([lowest.bit_length() - 1])
