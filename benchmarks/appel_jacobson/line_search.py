"""All plays of a position by DAWG, GADDAG or two-way DAWG, and by Appel & Jacobson's fewer left parts.

One program for all structures of :mod:`two_way_dawg`, and for DAWG and GADDAG as tables (Gordon's expanded form), so
that they can be compared: the same lines, cross sets, rack, anchors as lexkit's generators have, and the same way to
count. It scores nothing. Plain Python, or compiled by Cython
(:mod:`compiled_search`); then the types are those of ``line_search.pxd``.

An arc is an edge by which a tile was laid or followed, once whether a letter, a blank or both are laid. A last tile is
found in a letter set and needs no arc, nor does a mark. On DAWG and GADDAG these are the arcs of lexkit's own counters.

Going both ways, a search must not find a play twice: whichever side it turns to, it lays each tile that fits there, and
then closes that side for good and goes on at the other. What it turns to depends on nothing but the play so far, so
each play is found in one way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:
    from lexkit.formats.kernels import uncompiled as cython

__all__ = ["LineSearch"]

if not cython.compiled:
    from position_lines import ALL, BLANK, LINES, WIDTH

    BIT_MAP = 27

    def popcount(bits: int) -> int:
        return bits.bit_count()

    def lowest(bits: int) -> int:
        return (bits & -bits).bit_length() - 1


class LineSearch:
    """Searches one position after another with one structure.

    ``found``: plays; ``arcs``, ``anchors``; ``parts``: left parts laid, ``in_vain``: those that not one tile could
    extend; ``tests``: left parts held against an anchor. ``plays``: (line, square, tiles, 0 for one on the board) of
    each play, if ``keep``. ``looking``: whether to look, before a tile is laid, if anything can follow, as lexkit's
    generators do: it saves calls, and no arcs; ``choosing``: see :meth:`extend`; ``alternate``: see :meth:`may_skip`;
    ``one_by_one``: see :meth:`count_below`.
    """

    def __init__(self, structure: Any, keep: bool = False) -> None:
        self.words: Sequence[int] = structure.words
        self.two_way = structure.kind in ("two-way", "marked")
        #: Where a node's sets to the right are, and its edges.
        self.right = 2 if self.two_way else 0
        self.kids = 4 if self.two_way else 2
        self.root: int = structure.root
        self.marked = structure.kind == "marked"
        #: A table of arcs by state and letter: columns of a row, 0 for other structures; bits of a state's number.
        self.columns: int = structure.columns
        self.state_bits: int = structure.state_bits
        self.sets: Sequence[int] = structure.sets
        self.keep = keep
        self.plays: list[tuple[int, int, bytes]] = []
        self.found = self.arcs = self.anchors = self.parts = self.in_vain = self.tests = 0
        self.choosing = True
        self.looking = True
        self.alternate = self.one_by_one = False
        if not cython.compiled:
            self.counts = [0] * 32
            self.laid = [0] * WIDTH
            self.prefix = [0] * 8
            self.words = structure.words.tolist()
            self.sets = structure.sets.tolist()

    def load(self, tiles: Any, cross: Any, crossed: Any, rack: bytes) -> None:
        """Turn to a position: tiles, cross sets and crossed squares, line by line, and the tiles of a rack."""
        self.tiles = tiles
        self.cross = cross
        self.crossed = crossed
        if not cython.compiled:
            self.tiles, self.cross, self.crossed = tiles.tolist(), cross.tolist(), crossed.tolist()
        self.held = 0
        for tile in range(32):
            self.counts[tile] = 0
        for tile in rack:
            self.counts[tile] += 1
            if tile:
                self.held |= 1 << tile
        self.total = len(rack)

    # -- laying tiles ---------------------------------------------------------------------------------

    def allowed(self) -> int:
        return ALL if self.counts[0] else self.held

    def take(self, tile: int) -> None:
        self.counts[tile] -= 1
        if tile and self.counts[tile] == 0:
            self.held &= ~(1 << tile)

    def put_back(self, tile: int) -> None:
        self.counts[tile] += 1
        if tile:
            self.held |= 1 << tile

    def first_source(self, tile: int) -> int:
        """What a letter that fits is laid as first: itself if the rack has it, else a blank, 0."""
        return tile if self.held >> tile & 1 else 0

    def next_source(self, source: int) -> int:
        """What it is laid as after that: a blank, 0, or nothing more, -1."""
        return 0 if source and self.counts[0] else -1

    def note(self, at: int, first: int, last: int, remaining: int) -> None:
        """A play from ``first`` to ``last``; ``at``: its last tile's square. One tile both ways is its row's."""
        if self.total - remaining == 1 and self.line >= 15 and self.crossed[self.base + at]:
            return
        self.found += 1
        if self.keep:
            self.plays.append((self.line, first, bytes([self.laid[place] for place in range(first, last + 1)])))

    def complete(self, letters: int, at: int, first: int, last: int, remaining: int) -> None:
        """The plays whose last tile is one of these letters, on ``at``, as a letter of the rack or as a blank."""
        plain = letters & self.held
        while plain:
            tile = lowest(plain)
            plain &= plain - 1
            self.laid[at] = tile
            self.note(at, first, last, remaining - 1)
        if self.counts[0]:
            while letters:
                tile = lowest(letters)
                letters &= letters - 1
                self.laid[at] = tile + BLANK
                self.note(at, first, last, remaining - 1)
        self.laid[at] = 0

    def row(self, node: int) -> int:
        """Return the start of a state's row in a table; there a node is an arc, a letter set and a state."""
        return (node & ((1 << self.state_bits) - 1)) * self.columns

    def ends_right(self, node: int) -> int:
        """The letters that complete a word behind a node."""
        if self.columns:
            return self.sets[node >> self.state_bits]
        return self.words[node + self.right]

    def goes_right(self, node: int, among: int) -> int:
        """Return the letters behind a node, among these, from which an edge leads on."""
        if self.columns == 0:
            return self.words[node + self.right + 1] & among
        row = self.row(node)
        if self.columns > BIT_MAP:
            return self.words[row + BIT_MAP] & among
        goes = 0
        while among:
            if self.words[row + lowest(among)]:
                goes |= among & -among
            among &= among - 1
        return goes

    def ends_left(self, node: int) -> int:
        """The letters that complete a word in front of a node; going one way, those that do behind it."""
        if self.columns:
            return self.ends_right(node)
        return self.words[node]

    def goes_left(self, node: int, among: int) -> int:
        """Return the letters in front of a node, among these, that an edge leads on from; one-way, as goes_right."""
        if self.columns:
            return self.goes_right(node, among)
        return self.words[node + 1] & among

    def behind(self, node: int, tile: int) -> int:
        """The node behind an edge to the right; 0 if there is none."""
        if self.columns:
            return self.words[self.row(node) + tile]
        among = self.words[node + self.right + 1]
        if not among >> tile & 1:
            return 0
        if self.one_by_one:
            return self.words[node + self.kids + self.count_below(among, tile)]
        before = popcount(among & ((1 << tile) - 1))
        if self.two_way:
            before += popcount(self.words[node + 1])
        return self.words[node + self.kids + before]

    def count_below(self, among: int, tile: int) -> int:
        """How many bits of a set are below this one's, each looked at, as the paper has it."""
        count = 0
        for place in range(tile):
            count += among >> place & 1
        return count

    def in_front(self, node: int, tile: int) -> int:
        """The node behind an edge to the left; 0 if there is none."""
        among = self.words[node + 1]
        if not among >> tile & 1:
            return 0
        return self.words[node + self.kids + popcount(among & ((1 << tile) - 1))]

    def leads_right(self, node: int, at: int, remaining: int) -> bool:
        """Whether a play can go on from a node with the square ``at`` behind it; True if not ``looking``."""
        if not self.looking:
            return True
        tile = self.tiles[self.base + at]
        if tile:
            return bool((self.ends_right(node) | self.goes_right(node, 1 << tile)) >> tile & 1)
        if remaining == 0:
            return False
        fits = self.cross[self.base + at] & self.allowed()
        if self.ends_right(node) & fits:
            return True
        return (remaining > 1 or self.tiles[self.base + at + 1] != 0) and self.goes_right(node, fits) != 0

    def leads_left(self, node: int, at: int, remaining: int) -> bool:
        """The same for the square ``at`` in front of it."""
        if not self.looking:
            return True
        if remaining == 0 or at < self.limit:
            return False
        fits = self.cross[self.base + at] & self.allowed()
        if self.ends_left(node) & fits:
            return True
        return (remaining > 1 or self.tiles[self.base + at - 1] != 0) and self.goes_left(node, fits) != 0

    # -- to the right, by every structure -------------------------------------------------------------

    def lay_right(self, at: int, node: int, first: int, remaining: int) -> None:
        """Lay a tile on the empty square ``at``, behind the play so far, and go on: ExtendRight."""
        run = self.tiles[self.base + at + 1] != 0
        fits = self.cross[self.base + at] & self.allowed()
        if not run:
            ends = self.ends_right(node) & fits
            if ends:
                self.complete(ends, at, first, at, remaining)
            if remaining == 1:
                return
        bits = self.goes_right(node, fits)
        self.arcs += popcount(bits)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = self.behind(node, tile)
            source = self.first_source(tile) if self.leads_right(there, at + 1, remaining - 1) else -1
            while source >= 0:
                self.laid[at] = tile if source else tile + BLANK
                self.take(source)
                self.after_right(at, there, first, remaining - 1)
                self.put_back(source)
                source = self.next_source(source)
        self.laid[at] = 0

    def after_right(self, at: int, node: int, first: int, remaining: int) -> None:
        """Go on behind a tile laid on ``at``, over the run of tiles that may follow."""
        if self.tiles[self.base + at + 1] == 0:
            self.lay_right(at + 1, node, first, remaining)
            return
        node = self.over_run(at, node, first, remaining)
        if node:
            self.lay_right(self.run_end + 1, node, first, remaining)

    def over_run(self, at: int, node: int, first: int, remaining: int) -> int:
        """Follow the run of tiles behind a tile laid on ``at``, and note the play that ends with it.

        The node to go on from behind ``run_end``, the last tile; 0 if nothing can follow.
        """
        end = at + 1
        tile = self.tiles[self.base + end]
        if not (self.ends_right(node) | self.goes_right(node, 1 << tile)) >> tile & 1:
            return 0
        while self.tiles[self.base + end + 1]:
            node = self.behind(node, self.tiles[self.base + end])
            if node == 0:
                return 0
            end += 1
        self.arcs += end - at
        tile = self.tiles[self.base + end]
        if self.ends_right(node) >> tile & 1:
            self.note(at, first, end, remaining)
        self.run_end = end
        return self.behind(node, tile) if remaining else 0

    # -- the DAWG -------------------------------------------------------------------------------------

    def is_anchor(self, at: int) -> bool:
        """Whether this square is empty, with a tile next to it."""
        place = self.base + at
        if self.tiles[place] or not 1 <= at <= 15:
            return False
        return bool(self.tiles[place - 1] or self.tiles[place + 1] or self.crossed[place])

    def room_in_front(self, at: int) -> int:
        """How many squares in front of an anchor are no anchors themselves: the longest left part."""
        room = 0
        while room < self.total - 1 and at - room > 1 and not self.is_anchor(at - room - 1):
            room += 1
        return room

    def extend_run(self, at: int) -> None:
        """The plays of an anchor with tiles in front of it."""
        first = at
        while self.tiles[self.base + first - 1]:
            first -= 1
        node = self.root
        for place in range(first, at):
            node = self.behind(node, self.tiles[self.base + place])
            self.arcs += 1
            if node == 0:
                return
        self.lay_right(at, node, first, self.total)

    def enter(self, line: int) -> None:
        """Turn to a line."""
        for place in range(WIDTH):
            self.laid[place] = 0
        self.line = line
        self.base = line * WIDTH

    def by_dawg(self) -> None:
        """As Appel & Jacobson print it; if ``looking``, without anchors and left parts that nothing can come of."""
        for line in range(LINES):
            self.enter(line)
            for at in range(1, 16):
                if not self.is_anchor(at):
                    continue
                self.anchors += 1
                if self.looking and not self.cross[self.base + at] & self.allowed():
                    continue
                if self.tiles[self.base + at - 1]:
                    self.extend_run(at)
                else:
                    self.lay_left_part(at, self.root, 0, self.room_in_front(at), self.total)

    def lay_left_part(self, at: int, node: int, length: int, room: int, remaining: int) -> None:
        """Go on at the anchor from a left part, then lay one more tile of it: LeftPart.

        Its tiles are laid in ``prefix``: where they go depends on how many there will be.
        """
        for place in range(length):
            self.laid[at - length + place] = self.prefix[place]
        self.parts += 1
        fits = self.cross[self.base + at] & self.allowed()
        vain = not (self.ends_right(node) & fits or self.goes_right(node, fits))
        self.in_vain += vain
        if not (vain and self.looking):
            self.lay_right(at, node, at - length, remaining)
        if length == room or remaining == 1:
            return
        bits = self.goes_right(node, self.allowed())
        self.arcs += popcount(bits)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = self.behind(node, tile)
            source = self.first_source(tile)
            while source >= 0:
                self.prefix[length] = tile if source else tile + BLANK
                self.take(source)
                self.lay_left_part(at, there, length + 1, room, remaining - 1)
                self.put_back(source)
                source = self.next_source(source)

    # -- the GADDAG, and the two-way DAWG -------------------------------------------------------------

    def by_gaddag(self) -> None:
        """Gordon's: to the left first, then over the separator to the right."""
        self.by_runs(False)

    def by_both_sides(self) -> None:
        """Both ways; if ``choosing``, to the side with fewer edges first."""
        self.by_runs(True)

    def by_runs(self, both_ways: bool) -> None:
        """At each run of tiles and each crossed square beside none; no play goes left over an anchor before."""
        for line in range(LINES):
            self.enter(line)
            self.limit = 1
            at = 1
            while at <= 15:
                last = at
                place = self.base + at
                if self.tiles[place]:
                    while self.tiles[self.base + last + 1]:
                        last += 1
                    self.anchors += 1
                    node = self.read_run(at, last, both_ways)
                    if node and both_ways:
                        self.extend(at, last, node, 0, self.total)
                    elif node:
                        self.lay_left(at - 1, last, node, self.total)
                        node = self.behind(node, 0)
                        if node:
                            self.lay_right(last + 1, node, at, self.total)
                    self.limit = last + 2
                elif self.crossed[place] and not self.tiles[place - 1] and not self.tiles[place + 1]:
                    if self.alternate and self.may_skip(at):
                        at += 1
                        continue
                    self.anchors += 1
                    if both_ways:
                        self.lay_first(at)
                    else:
                        self.lay_left(at, at, self.root, self.total)
                    self.limit = at + 1
                at = last + 1

    def may_skip(self, at: int) -> bool:
        """Whether the anchors on both sides of this one find its plays, of two tiles and more.

        The one before was used, which is the limit's; the one behind it then is.
        """
        return self.is_anchor(at + 1) and at > 1 and self.is_anchor(at - 1) and self.limit >= at

    def by_squares(self) -> None:
        """Gordon's, with empty squares as anchors only, so that the first tile of a play is laid on its anchor."""
        for line in range(LINES):
            self.enter(line)
            self.limit = 1
            for at in range(1, 16):
                if self.is_anchor(at) and not (self.alternate and self.may_skip(at)):
                    self.anchors += 1
                    self.lay_left_over_runs(at, at, self.root, self.total)
                    self.limit = at + 1

    def lay_left_over_runs(self, at: int, anchor: int, node: int, remaining: int) -> None:
        """Lay a tile on ``at``, the anchor or in front of it, follow the tiles right in front, and go on either way."""
        if at < self.limit or remaining == 0:
            return
        first = at
        while self.tiles[self.base + first - 1]:
            first -= 1
        run = self.tiles[self.base + anchor + 1] != 0
        fits = self.cross[self.base + at] & self.allowed()
        if first == at and not run:
            ends = self.ends_right(node) & fits
            # A word of one letter is no play.
            if ends and node != self.root:
                self.complete(ends, at, at, anchor, remaining)
        bits = self.goes_right(node, fits)
        self.arcs += popcount(bits)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = self.behind(node, tile)
            place = at - 1
            while place > first and there:
                there = self.behind(there, self.tiles[self.base + place])
                place -= 1
            whole = False
            if first < at and there:
                self.arcs += at - first
                whole = not run and bool(self.ends_right(there) >> self.tiles[self.base + first] & 1)
                there = self.behind(there, self.tiles[self.base + first])
            turn = self.behind(there, 0)
            if turn and not self.leads_right(turn, anchor + 1, remaining - 1):
                turn = 0
            # With a run behind the anchor, the last tile needs an edge too: the separator's.
            if not self.leads_left(there, first - 1, remaining - 1 + (run and remaining > 1)):
                there = 0
            source = self.first_source(tile) if there or turn or whole else -1
            while source >= 0:
                self.laid[at] = tile if source else tile + BLANK
                self.take(source)
                if whole:
                    self.note(at, first, anchor, remaining - 1)
                if there:
                    self.lay_left_over_runs(first - 1, anchor, there, remaining - 1)
                if turn:
                    self.after_right(anchor, turn, first, remaining - 1)
                self.put_back(source)
                source = self.next_source(source)
        self.laid[at] = 0

    def read_run(self, first: int, last: int, both_ways: bool) -> int:
        """The node of a run of tiles, found when the squares are made: its arcs do not count."""
        node = self.root
        while node and last >= first:
            tile = self.tiles[self.base + last]
            node = self.in_front(node, tile) if both_ways else self.behind(node, tile)
            last -= 1
        return node

    def lay_left(self, at: int, last: int, node: int, remaining: int) -> None:
        """Lay a tile on the empty square ``at``, in front of the anchor or on it, and go on either way."""
        if at < self.limit:
            return
        fits = self.cross[self.base + at] & self.allowed()
        ends = self.ends_right(node) & fits
        end = last if last > at else at
        if ends:
            self.complete(ends, at, at, end, remaining)
        if remaining == 1:
            return
        bits = self.goes_right(node, fits)
        self.arcs += popcount(bits)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = self.behind(node, tile)
            turn = self.behind(there, 0)
            if turn and not self.leads_right(turn, end + 1, remaining - 1):
                turn = 0
            if not self.leads_left(there, at - 1, remaining - 1):
                there = 0
            source = self.first_source(tile) if there or turn else -1
            while source >= 0:
                self.laid[at] = tile if source else tile + BLANK
                self.take(source)
                if there:
                    self.lay_left(at - 1, last, there, remaining - 1)
                if turn:
                    self.lay_right(end + 1, turn, at, remaining - 1)
                self.put_back(source)
                source = self.next_source(source)
        self.laid[at] = 0

    def lay_first(self, at: int) -> None:
        """Lay the first tile on an anchor that stands alone, and go on both ways."""
        if self.total == 1:
            return
        bits = self.goes_left(self.root, self.cross[self.base + at] & self.allowed())
        self.arcs += popcount(bits)
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            self.lay_and_extend(at, at, at, self.in_front(self.root, tile), 0, tile, self.total)
        self.laid[at] = 0

    def lay_and_extend(self, at: int, first: int, last: int, node: int, closed: int, tile: int, remaining: int) -> None:
        """Lay this tile on ``at``, as a letter and as a blank; the play then reaches from ``first`` to ``last``."""
        source = self.first_source(tile) if self.leads_on(first, last, node, closed, remaining - 1) else -1
        while source >= 0:
            self.laid[at] = tile if source else tile + BLANK
            self.take(source)
            if last == at and first < at and self.tiles[self.base + at + 1]:
                there = self.over_run(at, node, first, remaining - 1)
                if there:
                    self.extend(first, self.run_end, there, closed, remaining - 1)
            else:
                self.extend(first, last, node, closed, remaining - 1)
            self.put_back(source)
            source = self.next_source(source)

    def leads_on(self, first: int, last: int, node: int, closed: int, remaining: int) -> bool:
        """Whether a play from ``first`` to ``last`` can go on at either side that is not closed."""
        if not closed & 2 and self.leads_right(node, last + 1, remaining):
            return True
        if closed & 1 or (self.tiles[self.base + last + 1] and not closed & 2):
            return False
        return self.leads_left(node, first - 1, remaining)

    def extend(self, first: int, last: int, node: int, closed: int, remaining: int) -> None:
        """Go on from a play that reaches from ``first`` to ``last``. ``closed``: 1 the left side, 2 the right, or 0.

        If ``choosing``, the side with fewer edges comes first, else the left.
        """
        allowed = self.allowed()
        fits_left = fits_right = 0
        if not closed & 1 and first - 1 >= self.limit:
            fits_left = self.cross[self.base + first - 1] & allowed
        if not closed & 2:
            fits_right = self.cross[self.base + last + 1] & allowed
        run = self.tiles[self.base + last + 2] != 0 if fits_right else False
        left = self.goes_left(node, fits_left)
        right = self.goes_right(node, fits_right)
        if remaining == 1:
            # One tile on one side: no order is needed.
            left = 0
            if self.ends_left(node) & fits_left:
                self.complete(self.ends_left(node) & fits_left, first - 1, first - 1, last, 1)
            if not run:
                right = 0
                if self.ends_right(node) & fits_right:
                    self.complete(self.ends_right(node) & fits_right, last + 1, first, last + 1, 1)
            elif self.marked and not closed & 1:
                node = self.in_front(node, 0)
                right = self.goes_right(node, right)
            self.lay_side(first, last, node, closed | 1, right, 0, 1)
            return
        turned_left = popcount(left) <= popcount(right) if self.choosing else True
        if closed:
            turned_left = closed == 2
        if turned_left:
            if self.ends_left(node) & fits_left:
                self.complete(self.ends_left(node) & fits_left, first - 1, first - 1, last, remaining)
            self.lay_side(first, last, node, closed, left, 1, remaining)
        else:
            if not run and self.ends_right(node) & fits_right:
                self.complete(self.ends_right(node) & fits_right, last + 1, first, last + 1, remaining)
            self.lay_side(first, last, node, closed, right, 0, remaining)
        if closed:
            return
        if self.marked:
            node = self.in_front(node, 0) if turned_left else self.behind(node, 0)
            if node == 0:
                return
        if turned_left and fits_right:
            self.extend(first, last, node, 1, remaining)
        elif not turned_left and fits_left:
            self.extend(first, last, node, 2, remaining)

    def lay_side(self, first: int, last: int, node: int, closed: int, bits: int, left: int, remaining: int) -> None:
        """Lay each of these letters on the square in front of a play or behind it, and go on."""
        self.arcs += popcount(bits)
        at = first - 1 if left else last + 1
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            if left:
                self.lay_and_extend(at, at, last, self.in_front(node, tile), closed, tile, remaining)
            else:
                self.lay_and_extend(at, first, at, self.behind(node, tile), closed, tile, remaining)
        if at != first and at != last:
            self.laid[at] = 0
