"""Kernel: compute the mean worth of each leave from the mean worth of the racks that contain it.

A leave's worth is the mean over the racks that contain it, each weighted by the number of ways to draw the rest of the
rack from the tiles that are left: a product of binomial coefficients, one for each kind of tile. Each rack counts once,
with its mean, however often it was seen: weighting it by that too would count frequent racks twice.

Guaranteed for racks whose tiles have steps: no access outside the sums.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lexkit.formats.kernels import cython

if not cython.compiled:
    #: Maximum number of tiles of a rack.
    MOST_TILES = 15
    #: Maximum number of leaves. The three arrays of sums then take 256 MB each.
    MOST_PLACES = 1 << 25


class LeaveSums:
    """Sums over racks, indexed by the place of a leave."""

    def __init__(self, steps: memoryview, longest: int, bag: memoryview, places: int) -> None:
        """``steps``: int64, what each tile adds to a place, ``longest`` rows (:mod:`lexkit.formats.leaves_section`);
        ``bag``: int64, number of tiles of each kind, blanks first; ``places``: number of leaves."""
        if not 0 < longest <= MOST_TILES or len(steps) % longest or len(steps) // longest != len(bag) + 1:
            raise ValueError("a row of steps for each tile of the longest leave")
        if not 0 < places <= MOST_PLACES:
            raise ValueError("no such number of places")
        last = 0
        for row in range(longest):
            # Each row ascends: its last step is its highest.
            for kind in range(len(bag)):
                if not 0 <= steps[row * (len(bag) + 1) + kind] <= steps[row * (len(bag) + 1) + kind + 1]:
                    raise ValueError("steps ascend")
            last += steps[row * (len(bag) + 1) + len(bag)]
        if last >= places:
            raise ValueError("a sum for every place")
        self.steps = steps
        self.columns = len(bag) + 1
        self.longest = longest
        self.bag = bag
        #: Sum of the weights of the racks, float64, indexed by place.
        self.weights = np.zeros(places)
        #: Sum of weight times mean worth.
        self.worths = np.zeros(places)
        #: Sum of the squared weight divided by the number of times that the rack was seen.
        self.doubts = np.zeros(places)
        self.weight_of: Any = self.weights.data
        self.worth_of: Any = self.worths.data
        self.doubt_of: Any = self.doubts.data
        if not cython.compiled:
            self.kinds, self.copies = [0] * 16, [0] * 16

    def add(self, racks: memoryview, size: int, means: memoryview, seen: memoryview) -> None:
        """Add racks to the sums, each rack once.

        ``racks``: uint8, rows of ``size`` tile numbers, ascending; ``means``: float64, mean worth of each rack;
        ``seen``: float64, number of times that each rack was seen.
        """
        if not 0 < size <= MOST_TILES or len(racks) != size * len(means) or len(seen) != len(means):
            raise ValueError("a mean and a number for each rack")
        for at in range(len(racks)):
            if racks[at] >= self.columns - 1 or (at % size and racks[at] < racks[at - 1]):
                raise ValueError("racks of sorted tiles of the alphabet")
        with cython.nogil:
            for rack in range(len(means)):
                self._add_rack(racks[rack * size : rack * size + size], means[rack], seen[rack])

    def _add_rack(self, rack: memoryview, mean: float, seen: float) -> None:
        self.count = 0
        for at in range(len(rack)):
            if at and rack[at] == rack[at - 1]:
                self.copies[self.count - 1] += 1
            else:
                self.kinds[self.count] = rack[at]
                self.copies[self.count] = 1
                self.count += 1
        self._choose(self.count - 1, 0, 0, 1.0, mean, seen)

    def _choose(self, slot: int, place: int, size: int, ways: float, mean: float, seen: float) -> None:
        """Add all leaves that keep any number of the kinds up to ``slot``; higher kinds are already chosen."""
        if slot < 0:
            self.weight_of[place] += ways
            self.worth_of[place] += ways * mean
            self.doubt_of[place] += ways * ways / seen
            return
        kind = self.kinds[slot]
        for kept in range(self.copies[slot] + 1):
            if size + kept > self.longest:
                return
            if kept:
                place += self.steps[(size + kept - 1) * self.columns + kind + 1]
            # The rest of the rack's tiles of this kind is drawn from those that the leave has not taken.
            rest = self.copies[slot] - kept
            available = self.bag[kind] - kept
            if available < rest:
                continue
            chosen = ways
            for drawn in range(rest):
                chosen = chosen * (available - drawn) / (drawn + 1)
            self._choose(slot - 1, place, size + kept, chosen, mean, seen)
