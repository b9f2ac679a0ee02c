"""Kernel: the machine of a rack: letters, blanks, and tiles that are one of some letters.

A state is what is left of the rack, and how many tiles have been read that no letter of it stands for. Those are the
work of blanks and classes; which class does which is left open, and the state has all choices that are possible: a
set of sets of classes, in 64 bits. A letter of the rack that fits is always used before a class or a blank: what it
could do elsewhere, the class or the blank can do too.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from .....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import popcount
    from cython.cimports.lexkit.runtime.query.search.kernels.state_machine import Machine
else:
    from .....formats.kernels.bits import popcount
    from .state_machine import Machine

#: What the word has to do with the rack: use all of it, use some of it, hold all of it and more.
ALL_OF_IT, SOME_OF_IT, MORE_THAN_IT = 0, 1, 2
#: Most classes of a rack: their choices are a set of subsets in 64 bits.
MOST_CLASSES = 6
#: Most tiles of a rack, and blanks among them.
MOST_TILES = 63


@cython.final
@cython.cclass
class MultisetMachine(Machine):
    """Reads words and takes their tiles from a rack."""

    def __init__(self, letters: int, rack: bytes, blanks: int, classes: tuple, mode: int, most: int = 1 << 15) -> None:
        """``rack``: its letters as tiles; ``classes``: masks of letters; ``mode``: see ALL_OF_IT."""
        counts: list = [rack.count(tile) for tile in range(letters + 1)]
        used: list = [tile for tile in range(1, letters + 1) if counts[tile]]
        item: cython.Py_ssize_t
        some: cython.Py_ssize_t
        size: cython.Py_ssize_t
        full: cython.ulonglong = 0
        one: cython.ulonglong = 1
        if len(rack) + blanks + len(classes) > 63 or len(classes) > 6 or sum(counts) != len(rack) or counts[0]:
            raise ValueError("a rack has at most 63 tiles, letters of the alphabet, 6 classes among them")
        self.count_words = (len(used) + 7) // 8
        Machine.__init__(self, letters, self.count_words + 2, most)
        if not cython.compiled:
            self.slot, self.class_masks, self.without, self.fewer = [-1] * 64, [0] * 6, [0] * 6, [0] * 8
        self.mode = mode
        self.blanks = blanks
        self.classes = len(classes)
        self.wilds = blanks + len(classes)
        for item in range(64):
            self.slot[item] = -1
        for item in range(len(used)):
            self.slot[used[item]] = item
            self.scratch[item // 8] |= counts[used[item]] << 8 * (item % 8)
        size = one << self.classes
        for item in range(self.classes):
            self.class_masks[item] = classes[item]
            full = 0
            for some in range(size):
                if not some >> item & 1:
                    full |= one << some
            self.without[item] = full
        # Sets of classes by how many there are at least.
        for item in range(8):
            full = 0
            for some in range(size):
                if popcount(some) >= item:
                    full |= one << some
            self.fewer[item] = full
        self.scratch[self.count_words + 1] = 1
        self.find()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, state: cython.Py_ssize_t, tile: cython.int) -> cython.bint:
        """What is left when this tile is taken."""
        i: cython.Py_ssize_t
        item: cython.int = self.slot[tile]
        at: cython.Py_ssize_t = state * self.key_words
        used: cython.ulonglong
        need: cython.Py_ssize_t
        choices: cython.ulonglong
        more: cython.ulonglong
        for i in range(self.key_words):
            self.scratch[i] = self.keys[at + i]
        if item >= 0 and self.scratch[item >> 3] >> 8 * (item & 7) & 255:
            used = 1
            self.scratch[item >> 3] -= used << 8 * (item & 7)
            return True
        i = self.count_words
        used = self.scratch[i] + 1
        choices = self.scratch[i + 1]
        if self.mode == 2:
            more = choices
        else:
            if used > self.wilds:
                return False
            more = choices
        for item in range(self.classes):
            if self.class_masks[item] >> tile & 1:
                more |= (choices & self.without[item]) << (cython.cast(cython.ulonglong, 1) << item)
        if self.mode == 2:
            # Beyond what is needed it does not matter how many more there are.
            self.scratch[i] = min(used, cython.cast(cython.ulonglong, self.wilds))
        else:
            # What no class does, a blank does: there must be enough of them.
            need = used - self.blanks
            if need > 0:
                more &= self.fewer[need]
            if more == 0:
                return False
            self.scratch[i] = used
        self.scratch[i + 1] = more
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge(self) -> cython.int:
        """1: a word may end here; 2: it may go on in any way; 4: something is left."""
        i: cython.Py_ssize_t
        left: cython.ulonglong = 0
        used: cython.Py_ssize_t = self.scratch[self.count_words]
        choices: cython.ulonglong = self.scratch[self.count_words + 1]
        whole: cython.bint
        for i in range(self.count_words):
            left |= self.scratch[i]
        if self.mode == 1:
            return 5 if left or used < self.wilds else 1
        # All classes at work is the highest subset.
        whole = left == 0 and used >= self.wilds and (choices >> ((1 << self.classes) - 1) & 1)
        if self.mode == 2:
            return 7 if whole else 4
        return 1 if whole else 4
