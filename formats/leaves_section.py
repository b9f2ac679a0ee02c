"""The section ``leaves``: a value for every leave, by its place. SPEC.md, "Leaves".

A leave is the tiles that a player keeps. Its place is a combinatorial number: the tiles are sorted, the highest
number first and blanks (0) last, and each adds a binomial coefficient. So leaves themselves need not be stored,
and looking one up takes as many additions as it has tiles. This module defines the places.

Values of longer leaves can be predicted from the stored ones (:meth:`StoredLeaves.extended`), which keeps files small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from os import PathLike
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_path
from lexkit.base.errors import CorruptFileError, LexkitError, section_errors, show_value
from lexkit.base.time_limits import look

from .constants import LEAVES, LEAVES_ALIGNMENT, LEAVES_HEAD, MAX_JSON, MAX_LEAVE, MAX_LEAVE_VALUES
from .header_and_sections import align, pack_json, parse_json

#: The most steps per point.
MAX_SCALE: Final = 1 << 15
#: Key of the JSON for the number of tiles of the longest leave whose value is predicted.
PREDICTED: Final = "predicted"
#: The largest value of a predicted leave, in steps.
_MAX_STEPS: Final = (1 << 15) - 1


@dataclass(frozen=True)
class StoredLeaves:
    """A proved section.

    ``letters``: number of letters of the alphabet; ``longest``: longest leave in tiles; ``scale``: steps per
    point; ``values``: int16, in steps, one for each leave of up to ``longest`` tiles by its place, read-only;
    ``made``: how they were made, as the writer recorded it.
    """

    letters: int
    longest: int
    scale: int
    values: NDArray[np.int16]
    made: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __reduce__(self) -> tuple[Any, ...]:
        return (StoredLeaves, (self.letters, self.longest, self.scale, self.values, dict(self.made)))

    def place(self, tiles: bytes) -> int:
        """Return the place of a leave of tile numbers in any order, blanks 0.

        Raises LexkitError for a leave that is too long, and for a tile outside the alphabet.
        """
        if len(tiles) > self.longest or any(tile > self.letters for tile in tiles):
            expected = f"at most {self.longest} tiles of the alphabet"
            raise LexkitError("not a leave of this table", expected=expected, found=tuple(tiles))
        steps = leave_steps(self.letters, self.longest)
        return sum(int(steps[at, tile + 1]) for at, tile in enumerate(sorted(tiles, reverse=True)))

    def rounded(self, scale: int) -> StoredLeaves:
        """Return the values in ``scale`` steps per point, which pack better.

        Raises LexkitError for more than MAX_SCALE, and if the values then do not fit in 16 bits.
        """
        fits = 1 <= scale <= MAX_SCALE  # checked before the product: huge integers do not fit in a float
        steps = np.rint(self.values.astype(np.float64) * (scale if fits else 0) / self.scale)
        if not fits or np.abs(steps).max(initial=0) >= 1 << 15:
            expected = f"1 to {MAX_SCALE}, so that values have 16 bits"
            raise LexkitError("invalid number of steps per point", expected=expected, found=show_value(scale))
        values = steps.astype(np.int16)
        values.setflags(write=False)
        return StoredLeaves(self.letters, self.longest, scale, values, self.made)

    @property
    def predicted(self) -> int:
        """Number of tiles of the longest leave whose value is stored or predicted."""
        told = self.made.get(PREDICTED)
        if not isinstance(told, int) or isinstance(told, bool) or not self.longest < told <= MAX_LEAVE:
            return self.longest
        return told if leave_count(self.letters, told) <= MAX_LEAVE_VALUES else self.longest

    def shortened(self, longest: int) -> StoredLeaves:
        """Return the values of leaves of up to ``longest`` tiles, from which those of longer ones are predicted."""
        if longest >= self.longest:
            return self
        steps = leave_steps(self.letters, self.longest)
        # The shorter leaves in the order of their places. Each column extends the ones before it, by no tile first.
        places, last = np.zeros(1, np.int64), np.full(1, self.letters)
        for column in range(longest):
            ways = last + 2
            last = np.arange(ways.sum()) - np.repeat(np.cumsum(ways) - ways, ways)
            places = np.repeat(places, ways) + steps[column][last]
            last -= 1
        values = self.values[places]
        values.setflags(write=False)
        made = MappingProxyType({PREDICTED: self.longest, **self.made})
        return StoredLeaves(self.letters, longest, self.scale, values, made)

    def extended(self, counts: Sequence[int]) -> StoredLeaves:
        """Return the values with those that are predicted, as SPEC.md defines them. 0.1 s for English.

        ``counts``: number of tiles of each kind in the game, blanks first. Leaves with more of them are worth 0.
        """
        if self.predicted <= self.longest:
            return self
        old, steps = leave_steps(self.letters, self.longest), leave_steps(self.letters, self.predicted).astype(np.int32)
        values = np.zeros(leave_count(self.letters, self.predicted), np.int32)
        sums = np.zeros_like(values)  # of the values of a leave less each of its tiles
        bag = np.array(counts, np.int32)
        # All leaves of one size: the last tile, its copies so far, the place, and the places less each tile.
        last, copies = np.full(1, self.letters, np.int32), np.zeros(1, np.int32)
        stored, place = np.zeros(1, np.int64), np.zeros(1, np.int32)
        without: list[NDArray[np.int32]] = []
        for size in range(1, self.predicted + 1):
            look()
            ways = last + (copies < bag[last])
            parent = np.repeat(np.arange(len(last), dtype=np.int32), ways)
            tile = np.arange(len(parent), dtype=np.int32) - np.repeat(np.cumsum(ways, dtype=np.int32) - ways, ways)
            if not bag.all():
                parent, tile = parent[bag[tile] > 0], tile[bag[tile] > 0]
            copies = np.where(tile == last[parent], copies[parent] + 1, 1)
            without = [one[parent] + steps[size - 2][tile + 1] for one in without] + [place[parent]]
            place = place[parent] + steps[size - 1][tile + 1]
            last = tile
            if size <= self.longest:
                stored = stored[parent] + old[size - 1][tile + 1]
                values[place] = self.values[stored]
            else:
                top = one_less = _sum_at(values, without)
                below = 1
                if size > 2:
                    below = (size - 1) * (size - 2)
                    top = 2 * (size - 2) * one_less - _sum_at(sums, without)
                values[place] = np.clip((2 * top + below) // (2 * below), -_MAX_STEPS, _MAX_STEPS)
            if self.longest <= size < self.predicted:
                sums[place] = _sum_at(values, without)
        whole = values.astype(np.int16)
        whole.setflags(write=False)
        made = {key: value for key, value in self.made.items() if key != PREDICTED}
        return StoredLeaves(self.letters, self.predicted, self.scale, whole, MappingProxyType(made))

    def value(self, tiles: bytes) -> float:
        """Return the value of a leave in points."""
        return int(self.values[self.place(tiles)]) / self.scale


def _sum_at(values: NDArray[np.int32], places: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    """Return the sum of the values at several places, for each of many leaves."""
    total = values[places[0]]
    for some in places[1:]:
        total += values[some]
    return total


def leave_count(letters: int, longest: int) -> int:
    """Return the number of leaves of up to ``longest`` tiles, blanks and the empty leave included."""
    return comb(letters + 1 + longest, longest)


@lru_cache(maxsize=8)
def leave_steps(letters: int, longest: int) -> NDArray[np.int64]:
    """Return what each tile adds to the place of a leave: int64, shape (longest, letters + 2), read-only.

    Row i is for the i-th tile of a sorted leave, the highest first; column t + 1 for tile number t, column 0 for
    none.
    """
    steps = np.array(
        [[comb(kind + longest - 1 - at, longest - at) for kind in range(letters + 2)] for at in range(longest)],
        np.int64,
    )
    steps.setflags(write=False)
    return steps


def pack_leaves(leaves: StoredLeaves) -> bytes:
    """Return the bytes of the section."""
    told = pack_json(dict(leaves.made))
    head = LEAVES_HEAD.pack(leaves.letters + 1, leaves.longest, leaves.scale, len(told), len(leaves.values))
    start = align(len(head) + len(told), LEAVES_ALIGNMENT)
    return head + told + bytes(start - len(head) - len(told)) + leaves.values.astype("<i2").tobytes()


def read_leaves(section: memoryview, letters: int, path: str | PathLike[str] | None = None) -> StoredLeaves:
    """Read and prove the section of a lexicon whose alphabet has ``letters`` letters.

    Raises CorruptFileError if a rule L1 to L6 is broken. Cost: only the first value is read.
    """

    corrupt = section_errors(path, LEAVES)
    if len(section) < LEAVES_HEAD.size:
        raise corrupt("L1: size", f"at least {LEAVES_HEAD.size} bytes", f"{len(section)} bytes")
    kinds, longest, scale, told, count = LEAVES_HEAD.unpack_from(section)
    if kinds != letters + 1:
        raise corrupt("L2: kinds of tiles", letters + 1, kinds)
    if not 1 <= longest <= MAX_LEAVE or count != leave_count(letters, longest) or count > MAX_LEAVE_VALUES:
        expected = f"1 to {MAX_LEAVE} tiles, and a value for each leave, at most {MAX_LEAVE_VALUES:,}"
        raise corrupt("L3: number of values", expected, f"{longest} tiles, {count:,} values")
    if not 1 <= scale <= MAX_SCALE:
        raise corrupt("L4: scale", f"1 to {MAX_SCALE}", scale)
    start = align(LEAVES_HEAD.size + told, LEAVES_ALIGNMENT)
    if len(section) != start + 2 * count or any(section[LEAVES_HEAD.size + told : start]):
        raise corrupt("L5: size", f"{start + 2 * count} bytes, zeros before the values", f"{len(section)} bytes")
    made = parse_json(section[LEAVES_HEAD.size : LEAVES_HEAD.size + told], LEAVES, path)
    values = np.frombuffer(section, "<i2", count, start)
    if values[0] != 0:
        raise corrupt("L6: value of the empty leave", 0, int(values[0]))
    return StoredLeaves(letters, longest, scale, values, MappingProxyType(made))


def compress_leaves(leaves: StoredLeaves) -> bytes:
    """Return the section as one zstandard frame: the content of a ``.leaves.zst`` file."""
    import zstandard

    compressor = zstandard.ZstdCompressor(level=19, write_checksum=True, write_content_size=True)
    return compressor.compress(pack_leaves(leaves))


def open_leaves(path: str | PathLike[str], letters: int) -> StoredLeaves:
    """Read and prove a ``.leaves.zst`` file for an alphabet of ``letters`` letters.

    Raises StorageError if it cannot be read, CorruptFileError if it is damaged or of another alphabet. 10 ms.
    """
    from .bounded_input import read_small_file, unzstd

    most = LEAVES_HEAD.size + MAX_JSON + 2 * MAX_LEAVE_VALUES + LEAVES_ALIGNMENT
    packed = read_small_file(require_path(path, "leaves"), CorruptFileError, "a file of leave values", most)
    return read_leaves(memoryview(b"".join(unzstd(iter([packed]), path, most, len(packed)))), letters, path)
