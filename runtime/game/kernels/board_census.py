"""Kernel: a census of a board: the best score of every set of tiles on it, and what racks are worth there.

One walk finds the plays of all letters at once, of up to a rack's size of tiles, however many there are of each. The
best score of each multiset of tiles goes into a sheet, by the same places that leaves have in a file
(:mod:`lexkit.formats.leaves_section`). Plays with blanks follow from those without: a blank scores what the letter
does, less what the letter's points score on its square. The worth of a rack is then the maximum, over its subsets, of
the best score of the subset plus the worth of keeping the rest. A multiset without a play scores 0, since its tiles can
be exchanged.

The method comes from wolges' lab notes ("census"). Guaranteed: no access outside the sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .scoring import Scoring

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.nodes import Nodes

    from .gaddag_generator import GaddagGenerator
    from .move_buffer import MoveBuffer
    from .shared_types import bytes_from, meta_of, tiles_of
    from .squares import Squares

    #: Maximum number of entries of a sheet: 128 MB.
    MOST_PLACES = 1 << 25
    #: Maximum number of subsets of a rack.
    MOST_SPLITS = 1 << 15


class Census(GaddagGenerator):
    """Census sheets, one board after another."""

    def __init__(self, nodes: Nodes, scoring: Scoring, letters: int, blanks: int, steps: memoryview) -> None:
        """Take the arguments of :class:`GaddagGenerator` and what the sheet needs.

        ``letters``: mask of the alphabet; ``blanks``: maximum number of blanks on a rack; ``steps``: int64, a row
        for each tile of a full rack: what each tile adds to an index into the sheet.
        """
        GaddagGenerator.__init__(self, nodes, scoring)
        size = scoring.rack_size
        if len(steps) == 0 or len(steps) % size or not 0 <= blanks <= size:
            raise ValueError("a row of steps for each tile of a rack")
        self.columns = len(steps) // size
        self.blanks = blanks
        if self.columns > 65 or letters & 1 or letters.bit_length() + 1 > self.columns:
            raise ValueError("a step for each tile of the alphabet")
        self.steps = steps
        self.places = _count_places(steps, size, self.columns)
        if self.places > MOST_PLACES:
            raise ValueError(f"more than {MOST_PLACES:,} sets of tiles")
        everything = np.zeros(64, np.uint8)
        for tile in range(1, 64):
            everything[tile] = size if letters >> tile & 1 else 0
        self.everything = everything.data
        self.sheet_array = np.zeros(self.places, np.int32)
        self.sheet = self.sheet_array.data
        self.slack = np.zeros(self.places, np.int32).data
        self.play_places = np.zeros(MOST_SPLITS, np.int64).data
        self.keep_places = np.zeros(MOST_SPLITS, np.int64).data
        self.kept_sizes = np.zeros(MOST_SPLITS, np.uint8).data
        if not cython.compiled:
            self.sorted, self.losses, self.squares_of = [0] * 16, [0] * 16, [0] * 16
        self.known = letters
        self.size = size

    def plays_on(self, squares: Squares, rack_size: int) -> bool:
        """Return whether the generator accepts these squares and ``steps`` covers all their letters."""
        whole: bool = GaddagGenerator.plays_on(self, squares, rack_size)
        return whole and self.size > 0 and not squares.letters & ~self.known

    def survey(self, squares: Squares, both: bool) -> None:
        """Take the census of a board. ``both``: play an empty board down as well. Raises what stopped the search."""
        if not self.plays_on(squares, self.size):
            raise ValueError("squares of this lexicon")
        self.start()
        with cython.nogil:
            for place in range(self.places):
                self.sheet[place] = 0
                self.slack[place] = 0
            self.each_line(squares, bytes_from(self.everything, 0), both)
        self.raise_failure()

    def take_rack(self, rack: memoryview) -> int:
        """Return the letters of all tiles, for plays of a rack of the usual size."""
        held: int = MoveBuffer.take_rack(self, rack)
        self.laid_and_left = self.size
        return held

    def at_anchor(self, node: int, held: int) -> None:
        """Enter the plays of an anchor into the sheet and drop them."""
        GaddagGenerator.at_anchor(self, node, held)
        for number in range(self.found()):
            self._enter(meta_of(self.memory, number), tiles_of(self.memory, number))
        self.forget(0)

    def _enter(self, meta: int, tiles: int) -> None:
        """Enter a play's score for its tiles, if it is the best so far, and its scores with blanks."""
        low = 0xFFFFFFFF
        score = meta & low
        count = meta >> 48 & 255
        line = self.line
        multiplier = 1
        square = (meta >> 32 if self.down else meta >> 40) & 255
        for number in range(count):
            while line[square].tile:
                square += 1
            self.squares_of[number] = square
            multiplier *= line[square].word_multiplier
            square += 1
        # Sort the highest tile first; of equal tiles, the one that loses least as a blank.
        place = 0
        for number in range(count):
            tile = tiles >> 8 * number & 63
            square = self.squares_of[number]
            loss = self.values[tile] * (multiplier * line[square].letter_multiplier + line[square].cross_multiplier)
            at = number
            while at > 0 and (
                self.sorted[at - 1] < tile or (self.sorted[at - 1] == tile and self.losses[at - 1] > loss)
            ):
                self.sorted[at] = self.sorted[at - 1]
                self.losses[at] = self.losses[at - 1]
                at -= 1
            self.sorted[at] = tile
            self.losses[at] = loss
        for number in range(count):
            place += self.steps[number * self.columns + self.sorted[number] + 1]
        if score + self.slack[place] <= self.sheet[place]:
            # The best play of these tiles scores more than this one, whichever tiles are blanks.
            return
        if score > self.sheet[place]:
            self.sheet[place] = score
            self.slack[place] = 0
            for number in range(count):
                self.slack[place] += self.losses[number]
        if self.blanks:
            self._lay_blanks(count, 0, 0, score, 0)

    def _lay_blanks(self, count: int, first: int, laid: int, score: int, gone: int) -> None:
        """Replace tiles from ``first`` on by blanks and enter each score. ``gone``: mask of those replaced already."""
        for at in range(first, count):
            # Of equal tiles, replace the first one before the next.
            if at > first and self.sorted[at - 1] == self.sorted[at]:
                continue
            less = score - self.losses[at]
            without = gone | 1 << at
            place = 0
            kept = 0
            for other in range(count):
                if not without >> other & 1:
                    place += self.steps[kept * self.columns + self.sorted[other] + 1]
                    kept += 1
            while kept < count:
                place += self.steps[kept * self.columns + 1]
                kept += 1
            if less > self.sheet[place]:
                self.sheet[place] = less
            if laid + 1 < self.blanks:
                self._lay_blanks(count, at + 1, laid + 1, less, without)

    # -- racks ----------------------------------------------------------------------------------------

    def weigh(self, racks: memoryview, values: memoryview, steps: memoryview, longest: int, worths: memoryview) -> None:
        """Fill ``worths`` with what each rack is worth on the board of the census.

        ``racks``: uint8, rows of ascending tile numbers, each a full rack; ``values`` and ``steps``: of leaves, as
        a leave table takes them; ``worths``: int32, thousandths of a point.
        """
        if (
            not self.size
            or len(racks) != self.size * len(worths)
            or longest <= 0
            or len(steps) != longest * self.columns
        ):
            raise ValueError("a worth for each rack, and steps of the same alphabet")
        if _count_places(steps, longest, self.columns) > len(values):
            raise ValueError("a value for every place")
        for at in range(len(racks)):
            if racks[at] + 2 > self.columns or (at % self.size and racks[at] < racks[at - 1]):
                raise ValueError("racks of sorted tiles of the alphabet")
        with cython.nogil:
            for number in range(len(worths)):
                worths[number] = self._worth_of(
                    racks[number * self.size : (number + 1) * self.size], values, steps, longest
                )

    def _worth_of(self, rack: memoryview, values: memoryview, steps: memoryview, longest: int) -> int:
        """Return the worth of one rack."""
        count = 1
        self.play_places[0] = 0
        self.keep_places[0] = 0
        self.kept_sizes[0] = 0
        at = self.size - 1
        done = 0
        while at >= 0:
            tile = rack[at]
            copies = 1
            while at >= copies and rack[at - copies] == tile:
                copies += 1
            # Blocks of subsets, by the number of copies they keep. The block that keeps none is made last, in place.
            for kept in range(copies, -1, -1):
                for number in range(count):
                    held = self.kept_sizes[number]
                    play = self.play_places[number]
                    keep = self.keep_places[number]
                    for copy in range(copies - kept):
                        play += self.steps[(done - held + copy) * self.columns + tile + 1]
                    for copy in range(kept):
                        if held + copy < longest:
                            keep += steps[(held + copy) * self.columns + tile + 1]
                    self.play_places[kept * count + number] = play
                    self.keep_places[kept * count + number] = keep
                    self.kept_sizes[kept * count + number] = held + kept
            count *= copies + 1
            done += copies
            at -= copies
        best = -1073741824
        # The last subset keeps everything.
        for number in range(count - 1):
            worth = 1000 * self.sheet[self.play_places[number]]
            if self.kept_sizes[number] <= longest:
                worth += values[self.keep_places[number]]
            if worth > best:
                best = worth
        return best


def _count_places(steps: memoryview, longest: int, columns: int) -> int:
    """Return the number of indices that ``steps`` leads to. Raises ValueError if steps do not ascend from 0."""
    last = 0
    for at in range(longest):
        for column in range(columns):
            below = steps[at * columns + column - 1] if column else 0
            if steps[at * columns + column] < below or steps[at * columns + column] > 1 << 40:
                raise ValueError("steps ascend")
        last += steps[at * columns + columns - 1]
    return last + 1
