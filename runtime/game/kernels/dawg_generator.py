"""Kernel: every legal move, with its score, by the DAWG (Appel & Jacobson 1988).

This generator is for comparison with the GADDAG's. It follows words from their beginnings only, so it lays a left part
before it knows whether tiles behind can complete it:

- an anchor is an empty square with a tile next to it, and a move belongs to the leftmost one that it covers;
- tiles in front of the anchor, if there are any, are the left part; otherwise LeftPart lays every left part that the
  rack can begin a word with, up to the number of empty squares in front that are no anchors themselves;
- ExtendRight goes on from there, on the anchor and behind it (:mod:`.extend_right`).

So each move is found once. Left parts meet no cross sets, as nothing stands beside squares that are no anchors.

The generators share the rest. The states behind a separator of the GADDAG are the states of the DAWG, so that one file
holds both; going right, rack, output and counters are the same too. Cross sets and cross scores come from
:mod:`.squares`, which uses the GADDAG; this kernel reads them as Appel & Jacobson's reads its cross checks. Both
generators are optimized alike: they intersect sets of letters in one AND, record complete words from letter sets, and
check before a tile is laid whether anything can follow.

Guaranteed for every array that the format's proof passed: the moves and scores of
:class:`.gaddag_generator.GaddagGenerator`, in another order; no read outside the array, nor of the squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scoring import Scoring

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import child, children, letters, lowest, popcount, step
    from lexkit.formats.kernels.nodes import Nodes

    from .extend_right import go_right
    from .move_buffer import MoveBuffer
    from .shared_types import BLANK, first_source, put_back, take_tile, with_cross, with_tile
    from .squares import Squares

    #: Flags of what a tile can begin. FIRST: a play whose first tile lies on the anchor. EXTENDS: a left part that
    #: ends here and is extended over the anchor. LONGER: a longer left part.
    FIRST, EXTENDS, LONGER = 1, 2, 4


class DawgGenerator(MoveBuffer):
    """Generator of all moves of a position by the DAWG.

    It has the interface of :class:`.gaddag_generator.GaddagGenerator`. :meth:`counted` counts as the GADDAG
    generator does: **anchors** are the squares at which LeftPart or ExtendRight begins; **states** are visits to a
    node, one for each call of LeftPart or ExtendRight; **arcs** are those along which tiles are laid or followed,
    counted once even if a letter and a blank are both laid. In either generator, a last tile that completes a word
    is found in the letter set and needs no arc. Tiles in front of an anchor are followed once.
    """

    def __init__(self, nodes: Nodes, scoring: Scoring) -> None:
        MoveBuffer.__init__(self, nodes, scoring)
        if not cython.compiled:
            self.laid_values = [0] * 16

    def each_anchor(self, squares: Squares, tiles: int, crossed: int, held: int) -> None:
        """Take each empty square that has a tile next to it, in the order of the line."""
        graph = self.nodes.view
        line = self.line
        others = anchors = (tiles << 1 | tiles >> 1 | crossed) & ~tiles
        while others:
            at = lowest(others)
            others &= others - 1
            # Skip bricks and the square behind the last one. Then check whether anything can be laid at all.
            if at >= self.length or line[at].word_multiplier == 0:
                continue
            self.anchors += 1
            if line[at].cross & (self.letters if self.counts[0] else held) == 0:
                continue
            self.anchor = at
            first = at
            node = graph.forward_root
            if at > 0 and line[at - 1].tile:
                while first > 0 and line[first - 1].tile:
                    first -= 1
                for place in range(first, at):
                    node = step(graph, node, line[place].tile)
                    self.arcs += 1
                    if node == 0:
                        break
                if node:
                    self.word_start = first
                    go_right(self, at, node, 0, held, self.laid_and_left, line[first].run_score, 1)
                continue
            while (
                first > 0
                and at - first + 1 < self.laid_and_left
                and line[first - 1].word_multiplier
                and anchors >> (first - 1) & 1 == 0
            ):
                first -= 1
            self.room_in_front = at - first
            if line[at].run_end:
                self.word_start = at
                go_right(self, at, node, 0, held, self.laid_and_left, 0, 1)
            _lay_left_part(self, node, 0, held, self.laid_and_left, 0)


def _lay_left_part(self: DawgGenerator, node: int, tiles: int, rack: int, remaining: int, length: int) -> None:
    """Lay one more tile of the left part, which has ``length`` tiles so far, and extend each left part over the anchor.

    ``node``: the node reached by the left part; ``tiles``: its tiles; ``rack``: set of letters left on the rack;
    ``remaining``: number of tiles left.

    The empty left part is extended here too, unless a run follows the anchor. Its first tile then lies on the
    anchor and is no word by itself.
    """
    if remaining == 1:
        return
    graph = self.nodes.view
    line = self.line
    at = self.anchor
    among = children(graph, node)
    allowed = self.letters if self.counts[0] else rack
    none = 0
    # The letters that may be laid on the anchor, in front of it, and on the next square behind either.
    on_anchor = in_front = next_behind = goes_on = longer = none
    behind = allowed & line[at].cross
    ends = self.letters
    if not cython.compiled:
        kids, kid_tiles, follows = [0] * 64, [0] * 64, [0] * 64
    self.states += 1
    if self.states >= self.state_limit and self.must_stop():
        return
    if length == 0 and line[at].run_end == 0:
        on_anchor = among & behind
        next_behind = allowed & line[at + 1].cross
        self.arcs += popcount(on_anchor)
    if length < self.room_in_front:
        in_front = among & allowed
        self.arcs += popcount(in_front)
    if length + 1 < self.room_in_front and remaining > 2:
        longer = allowed
    if line[at].run_end:
        ends = none
        goes_on = self.letters
    elif remaining > 2:
        goes_on = self.letters
    goes_behind = self.letters if remaining > 2 or line[at + 1].run_end else none
    bits = on_anchor | in_front
    kid = 0
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        there = child(graph, node, among, tile)
        there_letters = letters(graph, there)
        there_children = children(graph, there)
        what = 0
        if in_front >> tile & 1:
            if (there_letters & ends | there_children & goes_on) & behind:
                what |= EXTENDS
            if there_children & longer:
                what |= LONGER
        if on_anchor >> tile & 1 and (there_letters | there_children & goes_behind) & next_behind:
            what |= FIRST
        kids[kid] = there
        kid_tiles[kid] = tile
        follows[kid] = what
        kid += what != 0
    for known in range(kid):
        tile = kid_tiles[known]
        there = kids[known]
        # Lay it as a letter of the rack, then as a blank.
        source = first_source(rack, tile)
        while source >= 0:
            code = tile if source else tile | BLANK
            code = tiles | code << 8 * length
            left_rack = take_tile(self.counts, source, rack)
            self.laid_values[length] = self.values[source]
            if follows[known] & FIRST:
                self.word_start = at
                points = with_tile(with_cross(0, line[at].cross_score), line[at], self.laid_values[0])
                go_right(self, at + 1, there, code, left_rack, remaining - 1, points, line[at].word_multiplier)
            if follows[known] & EXTENDS:
                self.word_start = at - length - 1
                points, multiplier = 0, 1
                for place in range(length + 1):
                    points += self.laid_values[place] * line[self.word_start + place].letter_multiplier
                    multiplier *= line[self.word_start + place].word_multiplier
                go_right(self, at, there, code, left_rack, remaining - 1, points, multiplier)
            if follows[known] & LONGER:
                _lay_left_part(self, there, code, left_rack, remaining - 1, length + 1)
            source = put_back(self.counts, source)
