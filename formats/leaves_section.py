"""The section ``leaves``: a value for every leave, by its place. SPEC.md, "Leaves".

A leave is the tiles that a player keeps. Its place is a combinatorial number: the tiles are sorted, the highest
number first and blanks (0) last, and each adds a binomial coefficient. So leaves themselves need not be stored,
and looking one up takes as many additions as it has tiles. This module defines the places.
"""

from __future__ import annotations

from collections.abc import Mapping
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

from .constants import LEAVES, LEAVES_ALIGNMENT, LEAVES_HEAD, MAX_JSON, MAX_LEAVE, MAX_LEAVE_VALUES
from .header_and_sections import align, pack_json, parse_json

#: The most steps per point.
MAX_SCALE: Final = 1 << 15


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

    def value(self, tiles: bytes) -> float:
        """Return the value of a leave in points."""
        return int(self.values[self.place(tiles)]) / self.scale


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
