"""Kernel: going right from the tiles of a play so far, shared by all generators of moves.

The states behind a separator of the GADDAG are the states of the DAWG, so Gordon's GoOn to the right and Appel and
Jacobson's ExtendRight are the same walk: :func:`go_right` lays a tile on an empty square, then follows the run of tiles
behind it as one step. A letter is laid if it is on the rack, in the node's child set and in the square's cross set, one
AND. Complete words are written straight from letter sets. Before the walk goes deeper it looks, for all children at
once, whether anything can follow.
"""

from __future__ import annotations

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, children, letters, lowest, popcount, step

    from .move_buffer import MoveBuffer
    from .shared_types import (
        BLANK,
        find_kids,
        first_source,
        follow_run,
        put_back,
        put_move,
        score_of,
        take_tile,
        with_cross,
        with_tile,
    )


def go_right(
    self: MoveBuffer,
    at: int,
    node: int,
    tiles: int,
    rack: int,
    remaining: int,
    points: int,
    multiplier: int,
) -> None:
    """Lay a tile on the empty square ``at``, right behind the word so far, and go on to the right.

    ``node``: the node reached by the word so far, which begins on the square ``start`` of the buffer; ``tiles``:
    the tiles laid, a byte each; ``rack``: set of letters left on the rack; ``remaining``: number of tiles left;
    ``points``: of the word's tiles and of the cross-words, see :func:`with_cross`; ``multiplier``: product of the
    word's premium squares.
    """
    graph = self.nodes.view
    line = self.line
    square = line[at]
    none = 0
    run = square.run_end != 0
    laid = self.laid_and_left - remaining
    multiplier *= square.word_multiplier
    points = with_cross(points, square.cross_score)
    self.states += 1
    if self.states >= self.state_limit and self.must_stop():
        return
    allowed = self.letters if self.counts[0] else rack
    among = children(graph, node)
    # If a run follows, no word ends here. A single tile that makes a word in both directions counts as a play of its
    # row.
    if not run:
        complete = letters(graph, node) & square.cross & allowed
        if complete and (laid or not (self.down and square.cross_multiplier)):
            write_complete(self, at, at, complete, tiles, 8 * laid, rack, remaining, points, multiplier)
        if remaining == 1:
            return
    bits = among & square.cross & allowed
    self.arcs += popcount(bits)
    if bits == 0:
        return
    if not cython.compiled:
        kids, kid_tiles = [0] * 64, [0] * 64
    next_allows = ONE << line[at + 1].tile if run else allowed & line[at + 1].cross
    goes_on = self.letters if run or remaining > 2 or line[at + 1].run_end else none
    kid = find_kids(graph, node, among, bits, goes_on, next_allows, kids, kid_tiles)
    for known in range(kid):
        tile = kid_tiles[known]
        there = kids[known]
        # Lay it as a letter of the rack, then as a blank.
        source = first_source(rack, tile)
        while source >= 0:
            code = tile if source else tile | BLANK
            code = tiles | code << 8 * laid
            left_rack = take_tile(self.counts, source, rack)
            longer = with_tile(points, square, self.values[source])
            if run:
                _follow(self, at, there, code, left_rack, remaining - 1, longer, multiplier)
            else:
                go_right(self, at + 1, there, code, left_rack, remaining - 1, longer, multiplier)
            source = put_back(self.counts, source)


def _follow(
    self: MoveBuffer,
    at: int,
    node: int,
    tiles: int,
    rack: int,
    remaining: int,
    points: int,
    multiplier: int,
) -> None:
    """Follow the run of tiles right behind the square ``at``, on which the last tile was laid."""
    graph = self.nodes.view
    line = self.line
    end = line[at].run_end
    first, laid = self.word_start, self.laid_and_left - remaining
    node = follow_run(graph, node, line, at)
    if node == 0:
        return
    self.arcs += end - at
    points += line[at].run_score
    if letters(graph, node) >> line[end].tile & 1 and not (laid == 1 and self.down and line[at].cross_multiplier):
        whole = score_of(points, multiplier) + self.bonus(laid, end - first)
        if whole >= self.floors[laid]:
            if cython.compiled and self.out > self.room:
                self.grow()
            meta = self.meta | first << self.start_shift | laid << 48
            self.out = put_move(self.out, tiles, meta + whole)
    if remaining and end + 1 < self.length:
        node = step(graph, node, line[end].tile)
        if node:
            go_right(self, end + 1, node, tiles, rack, remaining, points, multiplier)


def write_complete(
    self: MoveBuffer,
    at: int,
    last: int,
    complete: int,
    tiles: int,
    place: int,
    rack: int,
    remaining: int,
    points: int,
    multiplier: int,
) -> None:
    """Write the moves that end with one more tile, one of the letters ``complete``, on the square ``at``.

    The tile may be a letter of the rack or a blank, and goes to bit ``place`` of ``tiles``. ``last``: the word's
    last square. ``points`` and ``multiplier`` already include the premium and the cross-word of ``at``.
    """
    line = self.line
    open_multiplier = multiplier * line[at].letter_multiplier + line[at].cross_multiplier
    first, laid = self.word_start, self.laid_and_left - remaining + 1
    score = score_of(points, multiplier) + self.bonus(laid, last - first)
    if score + self.highest * open_multiplier < self.floors[laid]:
        return
    if cython.compiled and self.out > self.room:
        self.grow()
    meta = self.meta | first << self.start_shift | laid << 48
    out = self.out
    bits = complete & rack
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        code = tile
        out = put_move(out, tiles | code << place, meta + (score + self.values[tile] * open_multiplier))
    if self.counts[0]:
        score += self.values[0] * open_multiplier
        while complete:
            tile = lowest(complete)
            complete &= complete - 1
            code = tile | BLANK
            out = put_move(out, tiles | code << place, meta + score)
    self.out = out
