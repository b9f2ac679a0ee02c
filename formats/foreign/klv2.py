"""Read, prove and write leave values in KLV2, KLV and KLV16, the formats of wolges, MAGPIE and Macondo.

A file is a number of nodes and the nodes of a KWG DAWG, then a number of values and the values, all little-endian.
A word of the DAWG is a leave, its tiles ascending, blanks (0) first; its rank is the index of its value: in KLV2 a
float32 in points, in KLV and KLV16 an int16 in steps of 1/256 or 1/8 of a point. A node has the index of its first
child (22 bits), whether it is the last of its siblings, whether a leave ends there, and its tile (8 bits). A
missing leave is worth 0, and so is the empty one.

lexkit stores values as whole steps of a fraction of a point. Values that are multiples of such a fraction stay
exact in both directions; others are rounded to the finest steps that 16 bits allow.

Guaranteed: a file that is read has one finite value for each leave of tiles of the alphabet, whatever its bytes;
time and memory are proportional to the file's size.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from os import PathLike
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import CorruptFileError, ForeignFileError, LexkitError, TruncatedFileError

from ..constants import MAX_LEAVE, MAX_LEAVE_VALUES
from ..leaves_section import MAX_SCALE, StoredLeaves, leave_count, leave_steps

_ARC: Final = 0x3FFFFF
_LAST: Final = 1 << 22
_ENDS: Final = 1 << 23
#: Size limit of a file, in bytes: all nodes that an arc can reach, and as many values as a lexicon can hold.
MAX_BYTES: Final = 8 + 4 * (_ARC + 1) + 4 * MAX_LEAVE_VALUES
#: Largest value of a leave, in points and in steps: there is at least one step per point.
_MOST: Final = (1 << 15) - 1
#: For each kind of file, the dtype of its values and their steps per point.
_VALUES: Final = {"klv2": ("<f4", 1), "klv": ("<i2", 256), "klv16": ("<i2", 8)}
#: Steps per point that are tried first.
_USUAL: Final = (1, 10, 100, 1000, 250, 8, 256)


def read_klv2(data: bytes, letters: int, path: str | PathLike[str] | None = None, kind: str = "klv2") -> StoredLeaves:
    """Read the leave values in a file's bytes, for an alphabet of ``letters`` letters in the order of its tiles.

    ``kind``: klv2, klv or klv16. Raises TruncatedFileError, ForeignFileError for values of another size, and
    CorruptFileError, with the place.
    """
    nodes, values = _split(data, path, kind)
    _check_nodes(nodes, letters, path)
    leaves = _list_leaves(nodes, len(values), path)
    return store_values(leaves, values, letters, path, kind)


def store_values(
    leaves: NDArray[np.uint8], values: NDArray[np.float32], letters: int, path: Any, kind: str
) -> StoredLeaves:
    """Store a value for each of these leaves, in steps as fine as 16 bits allow.

    ``leaves``: shape (leaves, tiles), each tile number + 1, ascending, then zeros. Raises CorruptFileError for
    values or leaves that a lexicon cannot hold.
    """
    lengths = (leaves > 0).sum(axis=1)
    longest = max(1, int(lengths.max(initial=0)))
    if leave_count(letters, longest) > MAX_LEAVE_VALUES:
        raise CorruptFileError.at(path, "leaves", f"values for at most {MAX_LEAVE_VALUES:,}", f"{longest} tiles")
    wrong = np.flatnonzero(~(np.abs(values) <= _MOST))
    if len(wrong):
        raise CorruptFileError.at(path, f"value {wrong[0]}", f"-{_MOST} to {_MOST}", float(values[wrong[0]]))
    scale = _find_scale(values)
    steps = leave_steps(letters, longest)
    places = np.zeros(len(leaves), np.int64)
    for column in range(min(longest, leaves.shape[1])):
        # The place counts the highest tile first.
        there = np.flatnonzero(lengths > column)
        tiles = leaves[there, lengths[there] - 1 - column].astype(np.int64)
        places[there] += steps[column, tiles]
    stored = np.zeros(leave_count(letters, longest), np.int16)
    stored[places] = np.rint(values.astype(np.float64) * scale).astype(np.int16)
    stored.setflags(write=False)
    return StoredLeaves(letters, longest, scale, stored, {"method": f"read from {kind.upper()}"})


def _split(data: bytes, path: Any, kind: str) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
    """Return the nodes and the values."""
    if len(data) < 12:
        raise TruncatedFileError(
            "incomplete file of leave values", path=path, expected="12 bytes or more", found=len(data)
        )
    (count,) = struct.unpack_from("<I", data)
    if not 1 <= count <= _ARC + 1:
        raise CorruptFileError.at(path, "number of nodes", f"1 to {_ARC + 1:,}", f"{count:,}")
    if len(data) < 8 + 4 * count:
        raise TruncatedFileError("nodes are missing", path=path, expected=f"{8 + 4 * count} bytes", found=len(data))
    (number,) = struct.unpack_from("<I", data, 4 + 4 * count)
    if number > MAX_LEAVE_VALUES:
        raise CorruptFileError.at(path, "number of values", f"at most {MAX_LEAVE_VALUES:,}", f"{number:,}")
    rest = len(data) - 8 - 4 * count
    code, steps = _VALUES[kind]
    size = np.dtype(code).itemsize
    if number and rest == (6 - size) * number:
        raise ForeignFileError(
            f"the leave values have {8 * (6 - size)} bits",
            path=path,
            expected=f"{kind.upper()}, with {8 * size} bits each",
            remedy="the suffix says the format: .klv2, .klv (in 256ths of a point) or .klv16 (in 8ths)",
        )
    if rest < size * number:
        raise TruncatedFileError("values are missing", path=path, expected=f"{size * number} bytes", found=rest)
    if rest > size * number:
        raise CorruptFileError.at(path, "end", f"{size * number} bytes of values", f"{rest} bytes")
    values = np.frombuffer(data, code, number, 8 + 4 * count)
    return np.frombuffer(data, "<u4", count, 4), values if size == 4 else (values / np.float32(steps)).astype("<f4")


def _check_nodes(nodes: NDArray[np.uint32], letters: int, path: Any) -> None:
    """Check each node by itself. Files may have unreachable nodes."""
    tiles = nodes >> 24
    checks = (
        ("arc", (nodes & _ARC) >= len(nodes), f"below {len(nodes)}", nodes & _ARC),
        ("tile", tiles > letters, f"at most {letters}, of this alphabet", tiles),
    )
    for what, wrong, expected, found in checks:
        at = np.flatnonzero(wrong)
        if len(at):
            raise CorruptFileError.at(path, f"node {at[0]}, {what}", expected, int(found[at[0]]))


def _list_leaves(nodes: NDArray[np.uint32], number: int, path: Any) -> NDArray[np.uint8]:
    """Return the leaves in order of rank: uint8, shape (leaves, tiles), each tile number + 1, ascending, then zeros.

    This goes level by level. A level with more prefixes than there are values must have some that no leave has.
    """
    places = np.arange(len(nodes))
    ends = np.where((nodes & _LAST) > 0, places, len(nodes))
    ends = np.minimum.accumulate(ends[::-1])[::-1]
    found, total = [], 0
    heads = (nodes[:1] & _ARC).astype(np.int64)
    before = np.zeros((1, 0), np.uint8)
    while True:
        going = heads > 0
        heads, before = heads[going], before[going]
        if not len(heads):
            break
        if int(ends[heads].max()) == len(nodes):
            raise CorruptFileError.at(path, f"node {len(nodes) - 1}", "the last of its siblings", "not the last")
        sizes = ends[heads] - heads + 1
        level = int(sizes.sum())
        if level > number:
            raise CorruptFileError.at(path, "nodes", f"leaves for {number:,} values", "more")
        if before.shape[1] == MAX_LEAVE:
            raise CorruptFileError.at(path, "nodes", f"leaves of at most {MAX_LEAVE} tiles", "longer ones")
        starts = np.cumsum(sizes) - sizes
        at = np.repeat(heads - starts, sizes) + np.arange(level)
        parents = np.repeat(np.arange(len(heads)), sizes)
        tiles = (nodes[at] >> 24).astype(np.uint8) + 1
        wrong = np.flatnonzero((parents[1:] == parents[:-1]) & (tiles[1:] <= tiles[:-1]))
        if len(wrong):
            raise CorruptFileError.at(path, f"node {at[wrong[0] + 1]}, tile", "siblings that ascend", "others")
        before = np.hstack([before[parents], tiles[:, None]])
        if before.shape[1] > 1 and (before[:, -2] > before[:, -1]).any():
            raise CorruptFileError.at(path, "nodes", "tiles of a leave that ascend", "others")
        heads = (nodes[at] & _ARC).astype(np.int64)
        ending = before[(nodes[at] & _ENDS) > 0]
        total += len(ending)
        if total > number:
            raise CorruptFileError.at(path, "nodes", f"leaves for {number:,} values", "more")
        found.append(ending)
    if total != number:
        raise CorruptFileError.at(path, "number of values", f"{total:,}, one for each leave", f"{number:,}")
    return _in_order(found)


def _in_order(levels: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Join the leaves of each length as rows of one array, in order of rank: prefixes first."""
    wide = max([level.shape[1] for level in levels], default=1)
    rows = [np.pad(level, ((0, 0), (0, wide - level.shape[1]))) for level in levels]
    leaves = np.concatenate([np.zeros((0, wide), np.uint8), *rows])
    return leaves[_order_of(leaves)]


def _find_scale(values: NDArray[np.float32]) -> int:
    """Return the number of steps per point in which all values are whole, else the finest that 16 bits allow."""
    most = float(np.abs(values).max(initial=0.0))
    finest = MAX_SCALE if most == 0 else max(1, min(MAX_SCALE, int((_MOST + 0.49) / most)))
    wide = values.astype(np.float64)
    left = np.arange(1, finest + 1)
    while len(left):
        scale = next((usual for usual in _USUAL if usual in left), int(left[0]))
        wrong = np.flatnonzero(_as_points(np.rint(wide * scale), scale) != values)
        if not len(wrong):
            return scale
        # A value that is not whole in these steps is whole in about half of the remaining ones at most.
        value = wide[wrong[0]]
        left = left[_as_points(np.rint(value * left), left) == values[wrong[0]]]
    return finest


def _as_points(steps: NDArray[Any], scale: int | NDArray[np.int64]) -> NDArray[np.float32]:
    points: NDArray[np.float32] = (steps / scale).astype("<f4")
    return points


# -- writing --------------------------------------------------------------------------------------------


def write_klv2(leaves: StoredLeaves, distribution: Sequence[int] | None = None, kind: str = "klv2") -> bytes:
    """Return the bytes of a file with these values.

    ``distribution``: number of each tile, blanks first: leaves with more are left out, unless one of them has a
    value. ``kind``: klv2, klv or klv16. Raises LexkitError for values that KLV or KLV16 cannot hold. Half a second
    for English.
    """
    kinds, longest = leaves.letters + 1, leaves.longest
    most = [longest] * kinds
    if distribution is not None and any(distribution):
        most = [min(longest, count) for count in distribution[:kinds]]
    keys, values = keys_within(leaves, most)
    if np.count_nonzero(values) != np.count_nonzero(leaves.values):
        most = [longest] * kinds
        keys, values = keys_within(leaves, most)
    rank = _order_of(keys)
    nodes = _Dawg(most, longest).nodes
    points: NDArray[Any] = _as_points(values[rank].astype(np.float64), leaves.scale)
    head = struct.pack("<I", len(nodes)) + np.array(nodes, "<u4").tobytes()
    code, steps = _VALUES[kind]
    if steps > 1:
        points = np.rint(points.astype(np.float64) * steps)
        wrong = points[(points > _MOST) | (points < -_MOST - 1)]
        if len(wrong):
            expected = f"{(-_MOST - 1) / steps:g} to {_MOST / steps:.2f} points"
            raise LexkitError(
                f"{kind} cannot hold a value this large", expected=expected, found=float(wrong[0]) / steps
            )
    return head + struct.pack("<I", len(points)) + points.astype(code).tobytes()


def keys_within(leaves: StoredLeaves, most: Sequence[int]) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """Return (keys, values) of the leaves within these counts of each tile: tile numbers + 1, ascending, then zeros."""
    longest, kinds = leaves.longest, leaves.letters + 1
    steps = leave_steps(leaves.letters, longest)
    limits = np.array(most)
    all_keys, all_values = [], []
    rows, copies = np.zeros((1, 0), np.uint8), np.zeros(1, np.int64)
    for size in range(1, longest + 1):
        # Extend each leave by its last tile or a higher one.
        least = rows[:, -1].astype(np.int64) if size > 1 else np.zeros(1, np.int64)
        more = kinds - least
        last = np.arange(more.sum()) - np.repeat(np.cumsum(more) - more - least, more)
        copies = np.where(last == np.repeat(least, more), np.repeat(copies, more), 0) + 1
        allowed = np.flatnonzero(copies <= limits[last])
        before = np.repeat(np.arange(len(rows)), more)[allowed]
        rows = np.hstack([rows[before], last[allowed, None].astype(np.uint8)])
        copies = copies[allowed]
        places = np.zeros(len(rows), np.int64)
        for column in range(size):
            places += steps[size - 1 - column][rows[:, column].astype(np.intp) + 1]
        all_keys.append(np.pad(rows + 1, ((0, 0), (0, longest - size))))
        all_values.append(leaves.values[places])
    return np.concatenate(all_keys), np.concatenate(all_values)


def keys_worth_something(leaves: StoredLeaves) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """Return (keys, values) of the leaves with a value, short ones first: zeros, then tile numbers + 1, ascending."""
    places = np.flatnonzero(leaves.values)
    keys, left = np.zeros((len(places), leaves.longest), np.uint8), places.copy()
    for column, step in enumerate(leave_steps(leaves.letters, leaves.longest), 1):
        # The place counts the highest tile first.
        tiles = np.searchsorted(step, left, "right") - 1
        left -= step[tiles]
        keys[:, -column] = tiles
    order = np.lexsort(keys.T[::-1])
    return keys[order], leaves.values[places[order]]


def _order_of(keys: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the order of rows of bytes; fast if they are short."""
    if keys.shape[1] > 8:
        return np.argsort(np.ascontiguousarray(keys).view(f"S{keys.shape[1]}")[:, 0], kind="stable")
    wide = np.zeros((len(keys), 8), np.uint8)
    wide[:, : keys.shape[1]] = keys
    return np.argsort(wide.view(">u8")[:, 0].astype(np.uint64), kind="stable")


class _Dawg:
    """The nodes of all leaves with at most these counts of each tile.

    The possible continuations of a leave depend on its last tile, on how many more of it there are, and on how
    many tiles may follow. Its siblings are a tail of the list of all tiles, unless the last tile has fewer copies
    left than could follow.
    """

    def __init__(self, most: Sequence[int], longest: int) -> None:
        self.most = most
        self.nodes: list[int] = [_LAST]
        self.lists: dict[tuple[int, int, int], int] = {}
        self.tiles = [tile for tile, count in enumerate(most) if count]
        self.nodes[0] |= self._siblings(0, 0, longest)

    def _siblings(self, at: int, spent: int, left: int) -> int:
        """Return the index of the possible next nodes: the tiles from number ``at`` on, ``spent`` copies of it used."""
        if left and at < len(self.tiles) and spent >= self.most[self.tiles[at]]:
            at, spent = at + 1, 0
        if not left or at == len(self.tiles):
            return 0
        if not spent or min(self.most[self.tiles[at]] - spent, left) == min(self.most[self.tiles[at]], left):
            return self._list(0, 0, left) + at
        return self._list(at, spent, left)

    def _list(self, at: int, spent: int, left: int) -> int:
        """Return the index of a list of siblings, creating it if needed."""
        known = self.lists.get((at, spent, left))
        if known is None:
            arcs = [
                self._siblings(number, (spent if number == at else 0) + 1, left - 1)
                for number in range(at, len(self.tiles))
            ]
            known = len(self.nodes)
            self.lists[at, spent, left] = known
            self.nodes += [
                arc | _ENDS | self.tiles[number] << 24 | (_LAST if number == len(self.tiles) - 1 else 0)
                for number, arc in enumerate(arcs, at)
            ]
        return known
