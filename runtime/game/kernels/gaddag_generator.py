"""Kernel: every legal move, with its score, by the GADDAG (Gordon 1994, Figure 3).

A play is found at its anchor: a run of tiles, which it reaches from the left or the right, or an empty square with
tiles only across. From there the generator goes left along REV(x), laying tiles or following those on the board, and
at the separator turns to the right end of the run and goes on along y (:mod:`.extend_right`). So each move is found
once:

- every run is one anchor, and no move goes left over a square that an anchor before it has used;
- a single tile that makes words both ways belongs to its row (Gordon does not say; the golden counts do);
- a run of the board is followed as one step.

What a square allows comes from :mod:`.squares`. How a move is written, and how callers ask for moves, is in
:mod:`.move_buffer`.

Guaranteed for every array that the format's proof passed: no read outside it, each move once, no deeper than the
rack has tiles. A :class:`GaddagGenerator` belongs to one thread at a time.
"""

from __future__ import annotations

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import children, letters, lowest, popcount, step

    from .extend_right import go_right, write_complete
    from .move_buffer import MoveBuffer
    from .shared_types import (
        BLANK,
        find_kids_and_turns,
        first_source,
        put_back,
        take_tile,
        with_cross,
        with_tile,
    )
    from .squares import Squares


class GaddagGenerator(MoveBuffer):
    """Generator of all moves of one position after another.

    :meth:`counted` counts as Gordon does in Table IV: **anchors** used, **states** (visits to a node to see what
    may be laid), **arcs** along which tiles were laid or followed. A last tile is found in the letter set and
    needs no arc.
    """

    def each_anchor(self, squares: Squares, tiles: int, crossed: int, held: int) -> None:
        """Take each run of tiles, and each crossed square that is not next to a run, in the order of the line."""
        line = self.line
        anchors = (tiles & ~(tiles << 1)) | (crossed & ~(tiles << 1 | tiles >> 1))
        self.limit = 0
        while anchors:
            at = lowest(anchors)
            anchors &= anchors - 1
            self.anchors += 1
            self.first = at
            if line[at].tile:
                self.last = line[at].run_end
                self.at_anchor(line[at].run_node, held)
                self.limit = self.last + 2
            else:
                self.last = at
                self.at_anchor(0, held)
                self.limit = at + 1

    def at_anchor(self, node: int, held: int) -> None:
        """Write the plays at the anchor from ``first`` to ``last``.

        The anchor is a run, ``node`` being the node reached by reading it backwards, or an empty square.
        """
        graph = self.nodes.view
        line = self.line
        if line[self.first].tile == 0:
            _go_left(self, self.first, graph.reverse_root, 0, held, self.laid_and_left, 0, 1)
        elif node:
            score = line[self.first].run_score
            if self.first > self.limit:
                _go_left(self, self.first - 1, node, 0, held, self.laid_and_left, score, 1)
            self.word_start = self.first
            node = step(graph, node, 0)
            if node and self.last + 1 < self.length and self.laid_and_left:
                go_right(self, self.last + 1, node, 0, held, self.laid_and_left, score, 1)


def _go_left(
    self: GaddagGenerator,
    at: int,
    node: int,
    tiles: int,
    rack: int,
    remaining: int,
    points: int,
    multiplier: int,
) -> None:
    """Lay a tile on the empty square ``at``, on the anchor or in front of it, then go on to the left and to the right.

    For the arguments see :func:`go_right`. The word so far begins right behind ``at``.
    """
    graph = self.nodes.view
    line = self.line
    square = line[at]
    none = 0
    laid = self.laid_and_left - remaining
    multiplier *= square.word_multiplier
    points = with_cross(points, square.cross_score)
    self.states += 1
    if self.states >= self.state_limit and self.must_stop():
        return
    allowed = self.letters if self.counts[0] else rack
    among = children(graph, node)
    complete = letters(graph, node) & square.cross & allowed
    # A one-letter word is no play. A single tile that makes a word in both directions counts as a play of its row.
    if complete and (laid or not (node == graph.reverse_root or (self.down and square.cross_multiplier))):
        self.word_start = at
        write_complete(self, at, self.last, complete, tiles << 8, 0, rack, remaining, points, multiplier)
    if remaining == 1:
        return
    bits = among & square.cross & allowed
    self.arcs += popcount(bits)
    # The letters that the next squares must allow: the one in front, and the one behind the anchor.
    before = allowed & line[at - 1 if at > self.limit else self.length].cross
    behind = allowed & line[self.last + 1].cross
    if bits == 0 or before | behind == 0:
        return
    if not cython.compiled:
        kids, turns, kid_tiles = [0] * 64, [0] * 64, [0] * 64
    goes_on = self.letters if remaining > 2 else none
    goes_behind = self.letters if remaining > 2 or line[self.last + 1].run_end else none
    kid = find_kids_and_turns(graph, node, among, bits, goes_on, before, goes_behind, behind, kids, turns, kid_tiles)
    for known in range(kid):
        tile = kid_tiles[known]
        there, turn = kids[known], turns[known]
        # Lay it as a letter of the rack, then as a blank.
        source = first_source(rack, tile)
        while source >= 0:
            code = tile if source else tile | BLANK
            code |= tiles << 8
            left_rack = take_tile(self.counts, source, rack)
            longer = with_tile(points, square, self.values[source])
            if there:
                _go_left(self, at - 1, there, code, left_rack, remaining - 1, longer, multiplier)
            if turn:
                self.word_start = at
                go_right(self, self.last + 1, turn, code, left_rack, remaining - 1, longer, multiplier)
            source = put_back(self.counts, source)
