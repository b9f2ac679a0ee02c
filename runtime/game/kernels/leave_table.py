"""Kernel: the worth of every leave of one rack, and the best leave for each number of tiles played.

A rack of seven different tiles has 128 leaves. They are listed once for a position: a play's leave is then found by
one addition for each of its tiles, and the best leave of each size bounds what plays are worth that have not been
found yet. Worths are whole thousandths of a point, so that sums of them compare exactly.

There are three kinds of tables: a lexicon's trained values while the bag has tiles; when it is empty, the cost of the
tiles kept and the gain of going out; and zeros, for players who count points only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    from .shared_types import only_once

    #: Maximum number of leaves of a rack, those of 15 different tiles.
    MOST_LEAVES = 1 << 15
    #: Worth of a leave that no play may have.
    NEVER = -1073741824
    #: The expected gain of a drawn tile over an average one is multiplied by HOPED / 2 ** HOPED_BITS.
    HOPED, HOPED_BITS = 5, 3

    def floor_of(total: int, number: int) -> int:
        """Return ``total`` divided by a positive number, rounded down. The quotient must be below 2 ** 32."""
        return total // number


class LeaveTable:
    """Table of the leaves of one rack after another."""

    def __init__(self, values: memoryview, steps: memoryview, longest: int, whole: Sequence[int] | None = None) -> None:
        """Take leave values and the steps that lead to them.

        ``values``: int32, thousandths of a point, at the index of each leave
        (:mod:`lexkit.formats.leaves_section`). ``steps``: int64, what each tile adds to an index: ``longest`` rows
        of one column for each kind of tile, and one more. A longer leave is worth nothing. ``whole``: the number
        of each of 64 tiles in the game, if worths adapt to the unseen tiles.
        """
        only_once(True if cython.compiled and self.columns else None)  # type: ignore[has-type]
        if not 0 < longest <= 15 or len(steps) == 0 or len(steps) % longest or len(steps) // longest > 65:
            raise ValueError("a row of steps for each tile of the longest leave")
        columns = len(steps) // longest
        last = 0
        for at in range(longest):
            for kind in range(columns):
                if steps[at * columns + kind] < 0 or (
                    kind and steps[at * columns + kind] < steps[at * columns + kind - 1]
                ):
                    raise ValueError("steps ascend")
            last += steps[at * columns + columns - 1]
        if last >= len(values):
            raise ValueError("a value for every place")
        self.values = values
        self.steps = steps
        self.longest = longest
        self.places = np.zeros(MOST_LEAVES, np.int64).data
        self.sizes = np.zeros(MOST_LEAVES, np.uint8).data
        self.worth = np.zeros(MOST_LEAVES, np.int32).data
        if whole is not None and (len(whole) != 64 or not all(0 <= copies < 1 << 16 for copies in whole)):
            raise ValueError("64 counts of tiles")
        self.adapts = whole is not None
        self.whole_size = 0
        room = MOST_LEAVES if self.adapts else 0
        self.longer = np.zeros(room, np.int64).data
        self.hoped = np.zeros(room, np.int64).data
        self.usual = np.zeros(room, np.int64).data
        self.count = 0
        self.total = 0
        self.taken = False
        self.columns = columns
        if not cython.compiled:
            self.weights, self.exchanged, self.best = [0] * 64, [0] * 64, [0] * 17
            self.whole, self.unseen = [0] * 64, [0] * 64
        for tile, copies in enumerate(whole or ()):
            self.whole[tile] = copies
            self.whole_size += copies

    def by_value(self, rack: memoryview) -> bool:
        """Set the rack (64 counts) and look up its leaves' values; return False if it has too many leaves or tiles."""
        if not self._list(rack):
            return False
        for leave in range(self.count):
            if self.sizes[leave] <= self.longest:
                self.worth[leave] = self.values[self.places[leave]]
            else:
                self.worth[leave] = 0
        self._find_best()
        return True

    def adapt(self, rack: memoryview, bag: int) -> None:
        """Adapt the worths of a rack's leaves to the tiles in ``unseen``, some of which will be drawn.

        For each tile to be drawn, a leave gains the difference of two means of the values of the leave and one
        more tile: the mean over the unseen tiles, less the mean over all tiles of the game outside the leave.
        """
        total = 0
        for leave in range(self.count):
            self.hoped[leave] = self.usual[leave] = 0
        for tile in range(self.columns - 1):
            total += self.unseen[tile]
            if self.whole[tile] == 0 and self.unseen[tile] == 0 and rack[tile] == 0:
                continue
            self._list_longer(rack, tile)
            for leave in range(self.count):
                if self.sizes[leave] < self.longest:
                    kept = leave // self.weights[tile] % (rack[tile] + 1) if rack[tile] else 0
                    value = self.values[self.longer[leave]]
                    self.hoped[leave] += self.unseen[tile] * value
                    self.usual[leave] += (self.whole[tile] - kept) * value
        if total <= 0 or self.whole_size <= self.total:
            return
        for leave in range(self.count):
            if self.sizes[leave] < self.longest:
                drawn = min(self.total - self.sizes[leave], bag)
                more = floor_of(self.hoped[leave], total)
                more -= floor_of(self.usual[leave], self.whole_size - self.sizes[leave])
                self.worth[leave] += drawn * HOPED * more >> HOPED_BITS
        self._find_best()

    def _list_longer(self, rack: memoryview, tile: int) -> None:
        """List the index of each leave with one more copy of a tile, unless it is too long."""
        has = 0
        size = 1
        self.longer[0] = 0
        for kind in range(self.columns - 2, -1, -1):
            if kind == tile:
                has = 1
                for leave in range(size):
                    if self.sizes[leave] < self.longest:
                        self.longer[leave] += self.steps[self.sizes[leave] * self.columns + kind + 1]
            for copies in range(1, rack[kind] + 1):
                for leave in range(size):
                    before = (copies - 1) * size + leave
                    after = copies * size + leave
                    self.longer[after] = self.longer[before]
                    if self.sizes[before] + has < self.longest:
                        self.longer[after] += self.steps[(self.sizes[before] + has) * self.columns + kind + 1]
            size *= rack[kind] + 1

    def by_cost(self, rack: memoryview, points: Sequence[int], kept: int, out: int) -> bool:
        """Set the rack when the bag is empty.

        ``points``: by tile number; ``kept``: cost of keeping any tile, besides twice the points of the tiles kept;
        ``out``: gain of keeping none.
        """
        if not self._list(rack):
            return False
        size = 1
        self.worth[0] = 0
        for kind in range(63, -1, -1):
            for copies in range(1, rack[kind] + 1):
                for leave in range(size):
                    self.worth[copies * size + leave] = self.worth[leave] - 2000 * copies * points[kind]
            size *= rack[kind] + 1
        for leave in range(1, self.count):
            self.worth[leave] -= kept
        self.worth[0] = out
        self._find_best()
        return True

    def _list(self, rack: memoryview) -> bool:
        """List the index and the size of each leave. The number of a leave is the sum of the weights of its tiles."""
        size = 1
        total = 0
        for kind in range(64):
            size *= rack[kind] + 1
            total += rack[kind]
            if size > MOST_LEAVES or (rack[kind] and kind + 1 >= self.columns):
                return False
        self.count = size
        self.total = total
        self.places[0] = 0
        self.sizes[0] = 0
        size = 1
        for kind in range(63, -1, -1):
            self.weights[kind] = size if rack[kind] else 0
            for copies in range(1, rack[kind] + 1):
                for leave in range(size):
                    before = (copies - 1) * size + leave
                    after = copies * size + leave
                    self.sizes[after] = self.sizes[before] + 1
                    self.places[after] = self.places[before]
                    if self.sizes[after] <= self.longest:
                        self.places[after] += self.steps[self.sizes[before] * self.columns + kind + 1]
            size *= rack[kind] + 1
        return True

    def _find_best(self) -> None:
        """Find the best leave for each number of tiles played."""
        for played in range(17):
            self.best[played] = NEVER
        for leave in range(self.count):
            played = self.total - self.sizes[leave]
            if self.worth[leave] > self.best[played]:
                self.best[played] = self.worth[leave]

    def find_exchange(self, rack: memoryview, most: int) -> int:
        """Return the worth of the best exchange of 1 to ``most`` tiles; set ``exchanged`` to its count of each tile.

        Of equal worths, the exchange of fewer tiles is chosen, then that of lower tile numbers.
        """
        best = self.count
        for leave in range(self.count - 1):
            if self.total - self.sizes[leave] > most:
                continue
            if best == self.count:
                best = leave
                continue
            more = self.worth[leave] - self.worth[best]
            if more > 0 or (more == 0 and self._goes_before(rack, leave, best)):
                best = leave
        if best == self.count:
            return NEVER
        self._count_exchanged(rack, best)
        return self.worth[best]

    def _goes_before(self, rack: memoryview, leave: int, other: int) -> bool:
        """Return whether a leave precedes another: it keeps more tiles or, of the lowest tile that differs, fewer."""
        if self.sizes[leave] != self.sizes[other]:
            return self.sizes[leave] > self.sizes[other]
        for kind in range(64):
            if rack[kind]:
                kept = leave // self.weights[kind] % (rack[kind] + 1)
                others = other // self.weights[kind] % (rack[kind] + 1)
                if kept != others:
                    return kept < others
        return False

    def _count_exchanged(self, rack: memoryview, leave: int) -> None:
        """Set ``exchanged`` to the counts of the rack's tiles that are not in a leave."""
        for kind in range(64):
            self.exchanged[kind] = 0
            if rack[kind]:
                self.exchanged[kind] = rack[kind] - leave // self.weights[kind] % (rack[kind] + 1)
