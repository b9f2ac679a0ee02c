"""Kernel: every legal move, with its score, by the GADDAG (Gordon 1994, Figure 3).

A play is found at its anchor: a run of tiles, which it reaches from the left or the right, or an empty square with
tiles only across. From there the generator goes left along REV(x), laying tiles or following those on the board, and
at the separator turns to the right end of the run and goes on along y. So each move is found once:

- every run is one anchor, and no move goes left over a square that an anchor before it has used;
- a single tile that makes words both ways belongs to its row (Gordon does not say; the golden counts do);
- a run of the board is followed as one step.

What a square allows comes from :mod:`.squares`; a letter is laid where it is on the rack, in the node's child set and
in the square's cross set, one AND. Complete words are written straight from letter sets. Before the generator goes
deeper it looks, for all children at once, whether anything can follow. How a move is written, and who asks for them,
is in :mod:`.move_buffer`.

Guaranteed for every array that the format's proof passed: no read outside of it, each move once, no deeper than the
rack has tiles. A :class:`Generator` belongs to one thread at a time.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.runtime.game.kernels.fixed_width import (
        BLANK,
        Square,
        child,
        child_set,
        letter_set,
        letters_t,
        put_move,
        step,
        tiles_t,
    )
    from cython.cimports.lexkit.runtime.game.kernels.move_buffer import MoveBuffer
    from cython.cimports.lexkit.runtime.game.kernels.squares import Squares
else:
    from ....formats.kernels.bits import lowest, popcount
    from .fixed_width import BLANK, child, child_set, letter_set, put_move, step
    from .move_buffer import MoveBuffer


@cython.cclass
class Generator(MoveBuffer):
    """Finds the moves of one position after another; ``root`` is the reverse root. :meth:`counted` counts as Gordon
    does in Table IV: **anchors** used, **states** looked at for what may be laid, **arcs** by which tiles were laid or
    followed. A last tile is found in the letter set and needs no arc."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _answer(
        self, squares: Squares, rack: cython.pointer(cython.const[cython.uchar]), both: cython.bint
    ) -> cython.void:
        """What is wanted of one position: all of its moves."""
        self._position(squares, rack, both)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _position(
        self, squares: Squares, rack: cython.pointer(cython.const[cython.uchar]), both: cython.bint
    ) -> cython.void:
        """Add the moves of one position. ``both``: an empty board is played down as well as across."""
        held: letters_t = self._take_rack(rack)
        direction: cython.int
        number: cython.Py_ssize_t
        if self.laid_and_left == 0:
            return
        if squares.tiles_down == 0:
            for direction in range(2 if both else 1):
                self._enter(squares, direction, squares.start_column if direction else squares.start_row)
                self.first = self.last = squares.start_row if direction else squares.start_column
                self.limit = 0
                self.anchors += 1
                self._at_anchor(0, held)
            return
        for direction in range(2):
            for number in range(squares.columns if direction else squares.rows):
                if squares.occupied[direction * 32 + number] | squares.crossed[direction * 32 + number]:
                    self._enter(squares, direction, number)
                    self._line(squares, direction, number, held)

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _line(self, squares: Squares, direction: cython.int, number: cython.Py_ssize_t, held: letters_t) -> cython.void:
        """The plays of each anchor of a line."""
        line: cython.pointer(Square) = self.line
        one: cython.ulonglong = 1
        tiles: cython.ulonglong = squares.occupied[direction * 32 + number]
        alone: cython.ulonglong = squares.crossed[direction * 32 + number] & ~(tiles << one | tiles >> one)
        anchors: cython.ulonglong = (tiles & ~(tiles << one)) | alone
        at: cython.Py_ssize_t
        self.limit = 0
        while anchors:
            at = lowest(anchors)
            anchors &= anchors - 1
            self.anchors += 1
            self.first = at
            if line[at].tile:
                self.last = line[at].run_end
                self._at_anchor(squares.nodes[squares.place(direction, number) + at], held)
                self.limit = self.last + 2
            else:
                self.last = at
                self._at_anchor(0, held)
                self.limit = at + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _at_anchor(self, node: cython.Py_ssize_t, held: letters_t) -> cython.void:
        """The plays of the anchor from ``first`` to ``last``: a run, with the node behind it read backwards, or an
        empty square."""
        line: cython.pointer(Square) = self.line
        if line[self.first].tile == 0:
            self._left(self.first, self.root, 0, held, self.laid_and_left, 0, 1, 0)
        elif node:
            if self.first > self.limit:
                self._left(self.first - 1, node, 0, held, self.laid_and_left, line[self.first].run_score, 1, 0)
            node = step(self.graph, node, 0, self.width)
            if node and self.last + 1 < self.length:
                self._right(
                    self.last + 1, node, 0, held, self.laid_and_left, self.first, line[self.first].run_score, 1, 0
                )

    # -- going left, going right ----------------------------------------------------------------------

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _left(
        self,
        at: cython.Py_ssize_t,
        node: cython.Py_ssize_t,
        tiles: tiles_t,
        rack: letters_t,
        remaining: cython.int,
        score: cython.int,
        multiplier: cython.int,
        crossed: cython.int,
    ) -> cython.void:
        """Lay a tile on the empty square ``at``, in front of the anchor or on it, and go on either way.

        ``tiles``, ``rack``, ``remaining``: laid so far, letters left, how many tiles; ``score``, ``multiplier``,
        ``crossed``: of the word's tiles so far, of its squares, of the words across.
        """
        line: cython.pointer(Square) = self.line
        graph: cython.pointer(cython.const[cython.uint]) = self.graph
        width: cython.Py_ssize_t = self.width
        square: Square = line[at]
        letters: letters_t = letter_set(graph, node, width)
        children: letters_t = child_set(graph, node, width)
        cross: letters_t = square.cross
        fitting: letters_t = cross & rack
        laid: cython.int = self.laid_and_left - remaining
        bits: letters_t
        one: letters_t = 1
        none: letters_t = 0
        before: letters_t
        behind: letters_t
        there_letters: letters_t
        there_children: letters_t
        goes_on: letters_t
        goes_behind: letters_t
        tile: cython.int
        face: tiles_t
        word: cython.int
        others: cython.int
        fixed_score: cython.int
        open_multiplier: cython.int
        there: cython.Py_ssize_t
        turn: cython.Py_ssize_t
        meta: cython.ulonglong = laid + 1
        kids: cython.uint[64]
        turns: cython.uint[64]
        kid_tiles: cython.uchar[64]
        kid: cython.int = 0
        known: cython.int
        left_rack: letters_t
        multiplier *= square.word_multiplier
        crossed += square.cross_score
        meta = self.meta | meta << 48
        self.states += 1
        if self.states >= self.state_limit and self._tired():
            return
        # A word of one letter is no play, and a tile that makes a word both ways is its row's.
        if laid or not (node == self.root or (self.down and square.cross_multiplier)):
            meta |= cython.cast(cython.ulonglong, at) << self.start_shift
            fixed_score = score * multiplier + crossed + (self.bingo if remaining == self.bingo_left else 0)
            open_multiplier = multiplier * square.letter_multiplier + square.cross_multiplier
            _complete(self, letters & cross, rack, tiles << 8, 0, meta, fixed_score, open_multiplier)
        if remaining == 1:
            return
        if not cython.compiled:
            kids, turns, kid_tiles = [0] * 64, [0] * 64, [0] * 64
        # What the next squares must allow, in front and behind the anchor.
        left_rack = self.letters if self.blanks else rack
        before = left_rack & line[at - 1 if at > self.limit else self.length].cross
        behind = left_rack & line[self.last + 1].cross
        goes_on = self.letters if remaining > 2 else none
        goes_behind = self.letters if remaining > 2 or line[self.last + 1].run_end else none
        bits = children & (cross if self.blanks else fitting)
        self.arcs += popcount(bits)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = child(graph, node, children, tile, width)
            there_letters = letter_set(graph, there, width)
            there_children = child_set(graph, there, width)
            turn = graph[(there + 2 * width) & -cython.cast(cython.Py_ssize_t, there_children & 1)]
            # Without branches (word 0 is 0): which of them live is as good as random.
            there_letters |= there_children & goes_on
            kids[kid] = there if there_letters & before else 0
            there_children = letter_set(graph, turn, width)
            there_children |= child_set(graph, turn, width) & goes_behind
            turns[kid] = turn if there_children & behind else 0
            kid_tiles[kid] = tile
            kid += (there_letters & before | there_children & behind) != 0
        for known in range(kid):
            tile = kid_tiles[known]
            there = kids[known]
            turn = turns[known]
            face = tile
            face |= tiles << 8
            if rack >> tile & 1:
                self.counts[tile] -= 1
                left_rack = rack if self.counts[tile] else rack & ~(one << tile)
                word = score + self.values[tile] * square.letter_multiplier
                others = crossed + self.values[tile] * square.cross_multiplier
                if there:
                    self._left(at - 1, there, face, left_rack, remaining - 1, word, multiplier, others)
                if turn:
                    self._right(self.last + 1, turn, face, left_rack, remaining - 1, at, word, multiplier, others)
                self.counts[tile] += 1
            if self.blanks:
                self.blanks -= 1
                face |= BLANK
                word = score + self.values[0] * square.letter_multiplier
                others = crossed + self.values[0] * square.cross_multiplier
                if there:
                    self._left(at - 1, there, face, rack, remaining - 1, word, multiplier, others)
                if turn:
                    self._right(self.last + 1, turn, face, rack, remaining - 1, at, word, multiplier, others)
                self.blanks += 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _right(
        self,
        at: cython.Py_ssize_t,
        node: cython.Py_ssize_t,
        tiles: tiles_t,
        rack: letters_t,
        remaining: cython.int,
        start: cython.Py_ssize_t,
        score: cython.int,
        multiplier: cython.int,
        crossed: cython.int,
    ) -> cython.void:
        """Lay a tile on the empty square ``at``, behind the word's tiles so far; it began at ``start``."""
        line: cython.pointer(Square) = self.line
        graph: cython.pointer(cython.const[cython.uint]) = self.graph
        width: cython.Py_ssize_t = self.width
        square: Square = line[at]
        letters: letters_t = letter_set(graph, node, width)
        children: letters_t = child_set(graph, node, width)
        cross: letters_t = square.cross
        fitting: letters_t = cross & rack
        laid: cython.int = self.laid_and_left - remaining
        place: cython.int = 8 * laid
        bits: letters_t
        one: letters_t = 1
        none: letters_t = 0
        run: cython.bint
        next_allows: letters_t
        goes_on: letters_t
        left_rack: letters_t
        tile: cython.int
        face: tiles_t
        word: cython.int
        others: cython.int
        laying: tiles_t
        fixed_score: cython.int
        open_multiplier: cython.int
        there: cython.Py_ssize_t
        meta: cython.ulonglong = laid + 1
        kids: cython.uint[64]
        kid_tiles: cython.uchar[64]
        kid: cython.int = 0
        known: cython.int
        multiplier *= square.word_multiplier
        crossed += square.cross_score
        meta = self.meta | meta << 48
        self.states += 1
        if self.states >= self.state_limit and self._tired():
            return
        run = square.run_end != 0
        # Where tiles follow, nothing is complete here.
        if not run:
            if laid or not (self.down and square.cross_multiplier):
                meta |= cython.cast(cython.ulonglong, start) << self.start_shift
                fixed_score = score * multiplier + crossed + (self.bingo if remaining == self.bingo_left else 0)
                open_multiplier = multiplier * square.letter_multiplier + square.cross_multiplier
                _complete(self, letters & cross, rack, tiles, place, meta, fixed_score, open_multiplier)
            if remaining == 1:
                return
        if not cython.compiled:
            kids, kid_tiles = [0] * 64, [0] * 64
        next_allows = (self.letters if self.blanks else rack) & line[at + 1].cross
        if run:
            next_allows = one << line[at + 1].tile
        goes_on = self.letters if run or remaining > 2 or line[at + 1].run_end else none
        bits = children & (cross if self.blanks else fitting)
        self.arcs += popcount(bits)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = child(graph, node, children, tile, width)
            kids[kid] = there
            kid_tiles[kid] = tile
            letters = letter_set(graph, there, width) | child_set(graph, there, width) & goes_on
            kid += (letters & next_allows) != 0
        for known in range(kid):
            tile = kid_tiles[known]
            there = kids[known]
            face = tile
            if rack >> tile & 1:
                self.counts[tile] -= 1
                left_rack = rack if self.counts[tile] else rack & ~(one << tile)
                word = score + self.values[tile] * square.letter_multiplier
                others = crossed + self.values[tile] * square.cross_multiplier
                laying = tiles | face << place
                if run:
                    self._follow(at, there, laying, left_rack, remaining - 1, start, word, multiplier, others)
                else:
                    self._right(at + 1, there, laying, left_rack, remaining - 1, start, word, multiplier, others)
                self.counts[tile] += 1
            if self.blanks:
                self.blanks -= 1
                word = score + self.values[0] * square.letter_multiplier
                others = crossed + self.values[0] * square.cross_multiplier
                face |= BLANK
                laying = tiles | face << place
                if run:
                    self._follow(at, there, laying, rack, remaining - 1, start, word, multiplier, others)
                else:
                    self._right(at + 1, there, laying, rack, remaining - 1, start, word, multiplier, others)
                self.blanks += 1

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow(
        self,
        at: cython.Py_ssize_t,
        node: cython.Py_ssize_t,
        tiles: tiles_t,
        rack: letters_t,
        remaining: cython.int,
        start: cython.Py_ssize_t,
        score: cython.int,
        multiplier: cython.int,
        crossed: cython.int,
    ) -> cython.void:
        """Follow the run of tiles right behind the square ``at``, on which the last tile was laid."""
        line: cython.pointer(Square) = self.line
        graph: cython.pointer(cython.const[cython.uint]) = self.graph
        width: cython.Py_ssize_t = self.width
        end: cython.Py_ssize_t = line[at].run_end
        place: cython.Py_ssize_t
        laid: cython.int = self.laid_and_left - remaining
        whole: cython.int
        meta: cython.ulonglong
        for place in range(at + 1, end):
            node = step(graph, node, line[place].tile, width)
            if node == 0:
                return
        self.arcs += end - at
        score += line[at].run_score
        if letter_set(graph, node, width) >> line[end].tile & 1 and not (
            laid == 1 and self.down and line[at].cross_multiplier
        ):
            if cython.compiled and self.out > self.room:
                self._grow()
            whole = score * multiplier + crossed
            if remaining + 1 == self.bingo_left:
                whole += self.bingo
            if whole >= self.floor:
                meta = self.meta | cython.cast(cython.ulonglong, start) << self.start_shift
                meta |= cython.cast(cython.ulonglong, laid) << 48
                self.out = put_move(self.out, tiles, meta + whole)
        if remaining and end + 1 < self.length:
            node = step(graph, node, line[end].tile, width)
            if node:
                self._right(end + 1, node, tiles, rack, remaining, start, score, multiplier, crossed)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _complete(
    self: Generator,
    letters: letters_t,
    rack: letters_t,
    tiles: tiles_t,
    place: cython.int,
    meta: cython.ulonglong,
    score: cython.int,
    open_multiplier: cython.int,
) -> cython.void:
    """Write the moves with one of ``letters``, of the rack or a blank, at bit ``place`` of ``tiles``, for ``score`` and
    its value times ``open_multiplier``."""
    bits: letters_t = letters & rack
    tile: cython.int
    face: tiles_t
    out: cython.pointer(cython.uchar)
    if score + self.highest * open_multiplier < self.floor:
        return
    if cython.compiled and self.out > self.room:
        self._grow()
    out = self.out
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        face = tile
        out = put_move(out, tiles | face << place, meta + (score + self.values[tile] * open_multiplier))
    if self.blanks:
        score += self.values[0] * open_multiplier
        while letters:
            tile = lowest(letters)
            letters &= letters - 1
            face = tile | BLANK
            out = put_move(out, tiles | face << place, meta + score)
    self.out = out
