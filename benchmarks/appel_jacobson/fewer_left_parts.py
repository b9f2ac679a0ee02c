"""Appel & Jacobson (1988), section 7.2: left parts found once for the whole board, in both variants.

"Our algorithm often places left parts that cannot be extended by even a single tile." So a left part is here taken with
the tile on the anchor, whose cross set is then known at once: all that the rack can lay depend on the rack alone, and
are found once, not once an anchor.

- :meth:`FewerLeftParts.by_list` keeps them, by length and last letter, and each anchor takes those that fit;
- :meth:`FewerLeftParts.by_outer_loop` keeps none: each is held against a list of anchors while it is laid.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import cython
except ImportError:
    from lexkit.formats.kernels import uncompiled as cython

from line_search import LineSearch

__all__ = ["FewerLeftParts"]

if not cython.compiled:
    from line_search import lowest, popcount
    from position_lines import BLANK, LINES, WIDTH


class FewerLeftParts(LineSearch):
    """Searches with the DAWG. ``parts``: left parts found; ``tests``: those held against an anchor or taken for one."""

    def __init__(self, structure: Any, keep: bool = False) -> None:
        LineSearch.__init__(self, structure, keep)
        #: Anchors with no tile in front: line, square, longest left part with the anchor's tile, cross set.
        self.anchor_line: Any = np.zeros(512, np.int32)
        self.anchor_at: Any = np.zeros(512, np.int32)
        self.anchor_room: Any = np.zeros(512, np.int32)
        self.anchor_cross: Any = np.zeros(512, np.uint32)
        #: Left parts kept: tiles, a byte each; node, 0 if nothing follows; whether complete; the next of the same kind.
        self.kept_tiles: Any = np.zeros(1024, np.uint64)
        self.kept_node: Any = np.zeros(1024, np.int32)
        self.kept_whole: Any = np.zeros(1024, np.int32)
        self.kept_next: Any = np.zeros(1024, np.int32)
        if not cython.compiled:
            self.newest = [0] * 256
            self.anchor_line, self.anchor_at, self.anchor_room, self.anchor_cross = ([0] * 512 for _ in range(4))
            self.kept_tiles, self.kept_node, self.kept_whole, self.kept_next = ([0] * 1024 for _ in range(4))
        self.most = 0
        self.listing = False
        self.kept = 0

    def describe(self) -> None:
        """List the anchors that left parts go with, and search those with tiles in front."""
        self.described = self.longest = 0
        for line in range(LINES):
            self.enter(line)
            for at in range(1, 16):
                if not self.is_anchor(at):
                    continue
                self.anchors += 1
                cross = self.cross[self.base + at] & self.allowed()
                if cross == 0:
                    continue
                if self.tiles[self.base + at - 1]:
                    self.extend_run(at)
                    continue
                number = self.described
                self.anchor_line[number] = line
                self.anchor_at[number] = at
                self.anchor_room[number] = self.room_in_front(at) + 1
                self.anchor_cross[number] = cross
                self.longest = max(self.longest, self.anchor_room[number])
                self.described += 1

    def lay_parts(self, node: int, length: int, remaining: int) -> None:
        """Lay one more tile of a left part, the anchor's included, and keep it or hold it against the anchors."""
        fits = self.allowed()
        goes = self.goes_right(node, fits)
        ends = self.ends_right(node) & fits
        self.arcs += popcount(goes)
        bits = goes | ends
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            there = self.behind(node, tile)
            whole = ends >> tile & 1
            source = self.first_source(tile)
            while source >= 0:
                self.prefix[length] = tile if source else tile + BLANK
                self.take(source)
                self.parts += 1
                if self.listing:
                    self.keep_part(length + 1, tile, there, whole)
                else:
                    self.hold_against_anchors(length + 1, tile, there, whole, remaining - 1)
                if there and length + 1 < self.longest and remaining > 1:
                    self.lay_parts(there, length + 1, remaining - 1)
                self.put_back(source)
                source = self.next_source(source)

    def from_anchor(self, at: int, length: int, node: int, whole: int, remaining: int) -> None:
        """Go on from a left part whose last tile is on the anchor: the plays that begin with it."""
        first = at - length + 1
        for place in range(length):
            self.laid[first + place] = self.prefix[place]
        if self.tiles[self.base + at + 1]:
            if node:
                self.after_right(at, node, first, remaining)
        else:
            if whole:
                self.note(at, first, at, remaining)
            if node and remaining:
                self.lay_right(at + 1, node, first, remaining)
        for place in range(length):
            self.laid[first + place] = 0

    # -- the outer loop -------------------------------------------------------------------------------

    def by_outer_loop(self) -> None:
        """Left parts outside, anchors inside: nothing is stored."""
        self.describe()
        if self.described:
            self.listing = False
            self.lay_parts(self.root, 0, self.total)

    def hold_against_anchors(self, length: int, tile: int, node: int, whole: int, remaining: int) -> None:
        """Try one left part at each anchor."""
        self.tests += self.described
        for number in range(self.described):
            if self.anchor_room[number] >= length and self.anchor_cross[number] >> tile & 1:
                self.line = self.anchor_line[number]
                self.base = self.line * WIDTH
                self.from_anchor(self.anchor_at[number], length, node, whole, remaining)

    # -- the list -------------------------------------------------------------------------------------

    def by_list(self) -> None:
        """First all left parts, by length and last letter; then each anchor takes those that fit."""
        self.describe()
        if self.described == 0:
            return
        for place in range(256):
            self.newest[place] = -1
        self.kept = 0
        self.listing = True
        self.lay_parts(self.root, 0, self.total)
        self.most = max(self.most, self.kept)
        for number in range(self.described):
            self.enter(self.anchor_line[number])
            for length in range(1, self.anchor_room[number] + 1):
                letters = self.anchor_cross[number]
                while letters:
                    tile = lowest(letters)
                    letters &= letters - 1
                    part = self.newest[length * 32 + tile]
                    while part >= 0:
                        self.tests += 1
                        self.take_part(self.anchor_at[number], length, part)
                        part = self.kept_next[part]

    def keep_part(self, length: int, tile: int, node: int, whole: int) -> None:
        """Put one left part on the list."""
        packed = 0
        for place in range(length):
            packed = packed << 8 | self.prefix[length - 1 - place]
        if self.kept == len(self.kept_node):
            self.grow()
        self.kept_tiles[self.kept] = packed
        self.kept_node[self.kept] = node
        self.kept_whole[self.kept] = whole
        self.kept_next[self.kept] = self.newest[length * 32 + tile]
        self.newest[length * 32 + tile] = self.kept
        self.kept += 1

    def grow(self) -> None:
        """Room for twice as many left parts."""
        if cython.compiled:
            self.kept_tiles = np.resize(self.kept_tiles, 2 * self.kept)
            self.kept_node = np.resize(self.kept_node, 2 * self.kept)
            self.kept_whole = np.resize(self.kept_whole, 2 * self.kept)
            self.kept_next = np.resize(self.kept_next, 2 * self.kept)
        else:
            for each in (self.kept_tiles, self.kept_node, self.kept_whole, self.kept_next):
                each.extend([0] * self.kept)

    def take_part(self, at: int, length: int, part: int) -> None:
        """Lay a left part of the list in front of an anchor, take its tiles off the rack, and go on."""
        packed = self.kept_tiles[part]
        for place in range(length):
            tile = packed >> 8 * place & 0xFF
            self.prefix[place] = tile
            self.take(0 if tile >= BLANK else tile)
        self.from_anchor(at, length, self.kept_node[part], self.kept_whole[part], self.total - length)
        for place in range(length):
            tile = self.prefix[place]
            self.put_back(0 if tile >= BLANK else tile)
