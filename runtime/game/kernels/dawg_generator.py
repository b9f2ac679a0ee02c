"""Kernel: every legal move, with its score, by the DAWG (Appel & Jacobson 1988).

The generator to compare the GADDAG's with. It knows words from their beginnings only, so it puts down a left part
before it knows whether the tiles behind will go with it:

- an anchor is an empty square with a tile next to it, and a move belongs to the leftmost one that it covers;
- where tiles stand in front of the anchor they are the left part; otherwise LeftPart lays each that the rack can
  begin a word with, as long as the empty squares in front that are no anchors themselves;
- ExtendRight goes on from there, on the anchor and behind it.

So each move is found once. Left parts meet no cross sets, as nothing stands beside squares that are no anchors.

What is the same in both generators is not here. The states behind a separator of the GADDAG are the states of the
DAWG, both are in one file, and ExtendRight is what Gordon's generator does once it goes right; rack, output and
counters are the same too. Cross sets and cross scores are those of :mod:`.squares`, made with the GADDAG: this kernel
reads them, as Appel & Jacobson's reads its cross checks. The same care is taken of both: sets of letters are
intersected in one AND, complete words recorded from letter sets, and a child looked at, before its tile is laid, for
whether anything can follow.

Guaranteed for every array that the format's proof passed: the moves and scores of :class:`~.generate.Generator`, in
another order; no read outside of the array, nor of the squares.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
    from cython.cimports.lexkit.runtime.game.kernels.fixed_width import (
        BLANK,
        Square,
        child,
        child_set,
        letter_set,
        letters_t,
        step,
        tiles_t,
    )
    from cython.cimports.lexkit.runtime.game.kernels.gaddag_generator import Generator
    from cython.cimports.lexkit.runtime.game.kernels.squares import Squares
else:
    from ....formats.kernels.bits import lowest, popcount
    from ....formats.kernels.nodes import Nodes
    from .fixed_width import BLANK, child, child_set, letter_set, step
    from .gaddag_generator import Generator

if cython.compiled:
    #: What may come of a tile: it is the first of the play and lies on the anchor; it ends a left part that the anchor
    #: goes on from; a longer left part begins with it.
    FIRST = cython.declare(cython.int, 1)
    EXTENDS = cython.declare(cython.int, 2)
    LONGER = cython.declare(cython.int, 4)
else:
    FIRST, EXTENDS, LONGER = 1, 2, 4


@cython.final
@cython.cclass
class DawgGenerator(Generator):
    """Finds the moves of one position after another, as :class:`Generator` does; ``root`` is the forward root.

    :meth:`counted` counts as for the GADDAG: **anchors** are the squares that LeftPart or ExtendRight was begun at;
    **states** those looked at for what may be laid, once in each LeftPart and ExtendRight; **arcs** those by which
    tiles were laid or followed, once whether a letter, a blank or both are laid. A last tile that completes a word is
    found in the letter set and needs no arc, in either generator. The tiles in front of an anchor are followed once.
    """

    #: The anchor at work, and how many squares of a left part there is room for in front of it.
    anchor: cython.Py_ssize_t
    room_in_front: cython.int
    #: The values of the left part's tiles, in order.
    laid_values: cython.int[16]

    def __init__(self, nodes: Nodes, points: bytes, bingo: int, bingo_size: int) -> None:
        Generator.__init__(self, nodes, points, bingo, bingo_size)
        self.root = nodes.view.forward_root
        if not cython.compiled:
            self.laid_values = [0] * 16

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _answer(
        self, squares: Squares, rack: cython.pointer(cython.const[cython.uchar]), both: cython.bint
    ) -> cython.void:
        """All moves of one position. ``both``: an empty board is played down as well as across."""
        held: letters_t = self._take_rack(rack)
        direction: cython.int
        number: cython.Py_ssize_t
        one: cython.ulonglong = 1
        if self.laid_and_left == 0:
            return
        if squares.tiles_down == 0:
            for direction in range(2 if both else 1):
                self._enter(squares, direction, squares.start_column if direction else squares.start_row)
                self._anchors(one << (squares.start_row if direction else squares.start_column), held)
            return
        for direction in range(2):
            for number in range(squares.columns if direction else squares.rows):
                if squares.occupied[direction * 32 + number] | squares.crossed[direction * 32 + number]:
                    self._enter(squares, direction, number)
                    self._anchors(
                        _beside(squares.occupied[direction * 32 + number], squares.crossed[direction * 32 + number]),
                        held,
                    )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _anchors(self, anchors: cython.ulonglong, held: letters_t) -> cython.void:
        """The plays of each anchor of the line, from its beginning to its end."""
        line: cython.pointer(Square) = self.line
        one: cython.ulonglong = 1
        others: cython.ulonglong = anchors
        first: cython.Py_ssize_t
        place: cython.Py_ssize_t
        node: cython.Py_ssize_t
        at: cython.Py_ssize_t
        while others:
            at = lowest(others)
            others &= others - 1
            # Neither a brick nor behind the last square; then whether anything can be laid at all.
            if at >= self.length or line[at].word_multiplier == 0:
                continue
            self.anchors += 1
            if line[at].cross & (self.letters if self.blanks else held) == 0:
                continue
            self.anchor = at
            first = at
            if at > 0 and line[at - 1].tile:
                while first > 0 and line[first - 1].tile:
                    first -= 1
                node = self.root
                for place in range(first, at):
                    node = step(self.graph, node, line[place].tile, self.width)
                    self.arcs += 1
                    if node == 0:
                        break
                if node:
                    self._right(at, node, 0, held, self.laid_and_left, first, line[first].run_score, 1, 0)
                continue
            while (
                first > 0
                and at - first + 1 < self.laid_and_left
                and line[first - 1].word_multiplier
                and anchors >> (first - 1) & one == 0
            ):
                first -= 1
            self.room_in_front = at - first
            if line[at].run_end:
                self._right(at, self.root, 0, held, self.laid_and_left, at, 0, 1, 0)
            self._left_part(self.root, 0, held, self.laid_and_left, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _left_part(
        self, node: cython.Py_ssize_t, tiles: tiles_t, rack: letters_t, remaining: cython.int, length: cython.int
    ) -> cython.void:
        """Lay one more tile of the left part, of which there are ``length`` so far; each longer one is extended.

        ``node``: behind those tiles; ``tiles``: they themselves; ``rack``: letters left on it; ``remaining``: tiles
        left. The empty left part is extended here as well, where no tiles follow the anchor: its first tile lies on
        the anchor and is no word by itself.
        """
        line: cython.pointer(Square) = self.line
        graph: cython.pointer(cython.const[cython.uint]) = self.graph
        width: cython.Py_ssize_t = self.width
        at: cython.Py_ssize_t = self.anchor
        children: letters_t = child_set(graph, node, width)
        allowed: letters_t = self.letters if self.blanks else rack
        none: letters_t = 0
        one: letters_t = 1
        # What may be laid on the anchor, in front of it, and then behind either.
        on_anchor: letters_t = none
        in_front: letters_t = none
        behind: letters_t = allowed & line[at].cross
        next_behind: letters_t = none
        goes_on: letters_t = none
        ends: letters_t = self.letters
        longer: letters_t = none
        bits: letters_t
        there_letters: letters_t
        there_children: letters_t
        left_rack: letters_t
        there: cython.Py_ssize_t
        tile: cython.int
        face: tiles_t
        what: cython.int
        kids: cython.uint[64]
        kid_tiles: cython.uchar[64]
        follows: cython.uchar[64]
        kid: cython.int = 0
        known: cython.int
        if remaining == 1:
            return
        if not cython.compiled:
            kids, kid_tiles, follows = [0] * 64, [0] * 64, [0] * 64
        self.states += 1
        if self.states >= self.state_limit and self._tired():
            return
        if length == 0 and line[at].run_end == 0:
            on_anchor = children & behind
            next_behind = allowed & line[at + 1].cross
            self.arcs += popcount(on_anchor)
        if length < self.room_in_front:
            in_front = children & allowed
            self.arcs += popcount(in_front)
        if length + 1 < self.room_in_front and remaining > 2:
            longer = allowed
        if line[at].run_end:
            ends = none
            goes_on = self.letters
        elif remaining > 2:
            goes_on = self.letters
        bits = on_anchor | in_front
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = child(graph, node, children, tile, width)
            there_letters = letter_set(graph, there, width)
            there_children = child_set(graph, there, width)
            what = 0
            if in_front >> tile & 1:
                if (there_letters & ends | there_children & goes_on) & behind:
                    what |= EXTENDS
                if there_children & longer:
                    what |= LONGER
            if (
                on_anchor >> tile & 1
                and (there_letters | there_children & (self.letters if remaining > 2 or line[at + 1].run_end else none))
                & next_behind
            ):
                what |= FIRST
            kids[kid] = there
            kid_tiles[kid] = tile
            follows[kid] = what
            kid += what != 0
        for known in range(kid):
            tile = kid_tiles[known]
            face = tile
            if rack >> tile & 1:
                self.counts[tile] -= 1
                left_rack = rack if self.counts[tile] else rack & ~(one << tile)
                self.laid_values[length] = self.values[tile]
                self._laid(
                    kids[known], tiles | face << 8 * length, left_rack, remaining - 1, length + 1, follows[known]
                )
                self.counts[tile] += 1
            if self.blanks:
                self.blanks -= 1
                face |= BLANK
                self.laid_values[length] = self.values[0]
                self._laid(kids[known], tiles | face << 8 * length, rack, remaining - 1, length + 1, follows[known])
                self.blanks += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _laid(
        self,
        node: cython.Py_ssize_t,
        tiles: tiles_t,
        rack: letters_t,
        remaining: cython.int,
        length: cython.int,
        what: cython.int,
    ) -> cython.void:
        """Go on from a tile that was laid: the first one on the anchor, or the last of a left part of ``length``."""
        line: cython.pointer(Square) = self.line
        start: cython.Py_ssize_t = self.anchor
        place: cython.Py_ssize_t
        score: cython.int = 0
        multiplier: cython.int = 1
        if what & FIRST:
            self._right(
                start + 1,
                node,
                tiles,
                rack,
                remaining,
                start,
                self.laid_values[0] * line[start].letter_multiplier,
                line[start].word_multiplier,
                self.laid_values[0] * line[start].cross_multiplier + line[start].cross_score,
            )
        if what & EXTENDS:
            start -= length
            for place in range(length):
                score += self.laid_values[place] * line[start + place].letter_multiplier
                multiplier *= line[start + place].word_multiplier
            self._right(start + length, node, tiles, rack, remaining, start, score, multiplier, 0)
        if what & LONGER:
            self._left_part(node, tiles, rack, remaining, length)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _beside(tiles: cython.ulonglong, crossed: cython.ulonglong) -> cython.ulonglong:
    """The empty squares of a line with a tile next to them, in the line or across it."""
    one: cython.ulonglong = 1
    return (tiles << one | tiles >> one | crossed) & ~tiles
