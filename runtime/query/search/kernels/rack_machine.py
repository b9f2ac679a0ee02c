"""Kernel: state machine of a rack of letters, blanks, and classes (tiles that are one of several letters).

A state is the rest of the rack, and the number of tiles read that used no letter of the rack. Those tiles use blanks
and classes. Which class is used for which tile stays open: the state holds all possible choices, as a set of sets of
classes in 64 bits. A matching letter of the rack is always used before a class or a blank, which can replace that
letter elsewhere.
"""

from __future__ import annotations

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, popcount

    from .lazy_state_machine import ACCEPTS, ALL, GOES_ON, MOST_STATES, Machine

    #: Relation of a word to the rack: it uses all tiles, it uses some tiles, or it contains all tiles and more.
    ALL_OF_IT, SOME_OF_IT, MORE_THAN_IT = 0, 1, 2
    #: Maximum number of classes of a rack, because 64 bits hold one bit per subset of 6 classes.
    MOST_CLASSES = 6
    #: Maximum number of tiles of a rack, blanks included.
    MOST_TILES = 63


class MultisetMachine(Machine):
    """Machine that reads words and takes their tiles from a rack."""

    def __init__(
        self, letters: int, rack: bytes, blanks: int, classes: tuple[int, ...], mode: int, most: int = MOST_STATES
    ) -> None:
        """``rack``: letters of the rack as tiles; ``classes``: masks of letters; ``mode``: see ALL_OF_IT."""
        used = sorted(set(rack))
        if (
            blanks < 0
            or len(rack) + blanks + len(classes) > MOST_TILES
            or len(classes) > MOST_CLASSES
            or (used and not 0 < min(used) <= max(used) <= letters)
        ):
            raise ValueError("a rack has at most 63 tiles, letters of the alphabet, 6 classes among them")
        self.count_words = (len(used) + 7) // 8
        self.make_table(letters, self.count_words + 2, most)
        if not cython.compiled:
            self.slot, self.class_masks, self.without, self.fewer = [-1] * 64, [0] * 6, [0] * 6, [0] * 8
        self.mode = mode
        self.blanks = blanks
        self.classes = len(classes)
        self.wilds = blanks + len(classes)
        self._set_letters(used, rack)
        self._set_classes(classes)
        self.find()

    def _set_letters(self, used: list[int], rack: bytes) -> None:
        """Write the number of each letter of the rack into ``scratch``, one byte per letter."""
        for tile in range(64):
            self.slot[tile] = -1
        for item in range(len(used)):
            self.slot[used[item]] = item
            self.scratch[item >> 3] |= rack.count(used[item]) << 8 * (item & 7)

    def _set_classes(self, classes: tuple[int, ...]) -> None:
        """Prepare the sets of sets of classes, and record in ``scratch`` that no class has been used."""
        size = ONE << self.classes
        for item in range(self.classes):
            self.class_masks[item] = classes[item]
            full = 0
            for some in range(size):
                if not some >> item & 1:
                    full |= ONE << some
            self.without[item] = full
        # fewer[n]: all sets of at least n classes.
        for item in range(8):
            full = 0
            for some in range(size):
                if popcount(some) >= item:
                    full |= ONE << some
            self.fewer[item] = full
        self.scratch[self.count_words + 1] = 1

    def advance(self, state: int, tile: int) -> bool:
        """Write the key of the state after this tile. Returns False if the rack cannot supply it."""
        item = self.slot[tile]
        at = state * self.key_words
        for i in range(self.key_words):
            self.scratch[i] = self.keys[at + i]
        if item >= 0 and self.scratch[item >> 3] >> 8 * (item & 7) & 255:
            self.scratch[item >> 3] -= ONE << 8 * (item & 7)
            return True
        i = self.count_words
        used = self.scratch[i] + 1
        choices = self.scratch[i + 1]
        more = choices
        if self.mode != MORE_THAN_IT and used > self.wilds:
            return False
        for item in range(self.classes):
            if self.class_masks[item] >> tile & 1:
                more |= (choices & self.without[item]) << (ONE << item)
        if self.mode == MORE_THAN_IT:
            # Above the number of blanks and classes, the count does not matter.
            self.scratch[i] = min(used, self.wilds)
        else:
            # Blanks must supply the tiles that no class supplies, so enough classes must be used.
            need = used - self.blanks
            if need > 0:
                more &= self.fewer[need]
            if more == 0:
                return False
            self.scratch[i] = used
        self.scratch[i + 1] = more
        return True

    def flags_of_key(self) -> int:
        """Return the flags of the state.

        ACCEPTS: a word may end here; ALL: any continuation is accepted; GOES_ON: a longer word may be accepted.
        """
        left = 0
        used = self.scratch[self.count_words]
        choices = self.scratch[self.count_words + 1]
        for i in range(self.count_words):
            left |= self.scratch[i]
        if self.mode == SOME_OF_IT:
            return ACCEPTS | GOES_ON if left or used < self.wilds else ACCEPTS
        # The highest bit stands for the set of all classes.
        whole = left == 0 and used >= self.wilds and (choices >> ((1 << self.classes) - 1) & 1)
        if self.mode == MORE_THAN_IT:
            return ACCEPTS | ALL | GOES_ON if whole else GOES_ON
        return ACCEPTS if whole else GOES_ON
