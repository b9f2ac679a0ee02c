"""Kernel: the paths of an automaton, followed, counted and spelled; for :mod:`.check`."""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:
    from ...formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import read_set, step
else:
    from ...formats.kernels.bits import lowest, popcount
    from ...formats.kernels.node import read_set, step


def missing_path(
    words: cython.const[cython.uint][::1],
    width: cython.Py_ssize_t,
    forward_root: cython.Py_ssize_t,
    reverse_root: cython.Py_ssize_t,
    tiles: cython.const[cython.uchar][::1],
    offsets: cython.const[cython.longlong][::1],
) -> int:
    """Index of the first word with a path that is not there; -1 where all are."""
    word: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t
    split: cython.Py_ssize_t
    i: cython.Py_ssize_t
    node: cython.Py_ssize_t
    for word in range(offsets.shape[0] - 1):
        start = offsets[word]
        end = offsets[word + 1]
        node = forward_root
        for i in range(start, end - 1):
            node = step(words, node, tiles[i], width)
        if not read_set(words, node, width) >> tiles[end - 1] & 1:
            return word
        # The reversed word, then REV(x)◊y for every other split: x the first `split` tiles.
        node = reverse_root
        for i in range(end - 1, start, -1):
            node = step(words, node, tiles[i], width)
        if not read_set(words, node, width) >> tiles[start] & 1:
            return word
        for split in range(1, end - start):
            node = reverse_root
            for i in range(start + split - 1, start - 1, -1):
                node = step(words, node, tiles[i], width)
            node = step(words, node, 0, width)
            for i in range(start + split, end - 1):
                node = step(words, node, tiles[i], width)
            if not read_set(words, node, width) >> tiles[end - 1] & 1:
                return word
    return -1


def paths(
    words: cython.const[cython.uint][::1],
    width: cython.Py_ssize_t,
    forward_end: cython.Py_ssize_t,
    byte_end: cython.Py_ssize_t,
    half_end: cython.Py_ssize_t,
    totals: cython.ulonglong[::1],
) -> None:
    """Fill ``totals``, one number a word of the array, with the number of paths from each node.

    Numbers stop at 2**56, above any list's, so that none wraps around to one that looks right.
    """
    at: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    children: cython.Py_ssize_t
    per_word: cython.Py_ssize_t
    total: cython.ulonglong
    most: cython.ulonglong = 1 << 56
    while at < words.shape[0]:
        total = popcount(read_set(words, at, width))
        children = popcount(read_set(words, at + width, width))
        for k in range(children):
            total += totals[words[at + 2 * width + k]]
        totals[at] = min(total, most)
        k = at
        at += 2 * width + children
        if k < forward_end and children > 1:
            per_word = 4 if k < byte_end else 2 if k < half_end else 1
            at += (children - 2 + per_word) // per_word


def spell(
    words: cython.const[cython.uint][::1],
    width: cython.Py_ssize_t,
    root: cython.Py_ssize_t,
    tiles: cython.uchar[::1],
    lengths: cython.longlong[::1],
) -> int:
    """All words below a node of the forward part, in order: their tiles end to end, and their lengths.

    Gives the number of tiles there are, of which only those are written that fit.
    """
    pending: cython.ulonglong[::1] = memoryview(np.zeros(66, np.uint64))
    nodes: cython.longlong[::1] = memoryview(np.zeros(66, np.int64))
    path: cython.uchar[::1] = memoryview(np.zeros(66, np.uint8))
    depth: cython.Py_ssize_t = 0
    node: cython.Py_ssize_t = root
    word: cython.Py_ssize_t = 0
    written: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    tile: cython.uchar
    pending[0] = read_set(words, node, width) | read_set(words, node + width, width)
    nodes[0] = node
    while True:
        if pending[depth] == 0:
            if depth == 0:
                return written
            depth -= 1
            continue
        node = nodes[depth]
        tile = lowest(pending[depth])
        pending[depth] &= pending[depth] - 1
        path[depth] = tile
        if read_set(words, node, width) >> tile & 1:
            if written + depth + 1 <= tiles.shape[0]:
                for i in range(depth + 1):
                    tiles[written + i] = path[i]
            written += depth + 1
            if word < lengths.shape[0]:
                lengths[word] = depth + 1
            word += 1
        if read_set(words, node + width, width) >> tile & 1:
            node = step(words, node, tile, width)
            depth += 1
            nodes[depth] = node
            pending[depth] = read_set(words, node, width) | read_set(words, node + width, width)
