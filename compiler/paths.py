"""Kernel: the paths of an automaton, followed and counted; for :mod:`.check`."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ..formats import interpreted as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.access import read_set, step
    from cython.cimports.lexkit.formats.bits import popcount
else:
    from ..formats.access import read_set, step
    from ..formats.bits import popcount


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
    words: cython.const[cython.uint][::1], width: cython.Py_ssize_t, forward_end: cython.Py_ssize_t,
    byte_end: cython.Py_ssize_t, half_end: cython.Py_ssize_t, totals: cython.ulonglong[::1],
) -> None:
    """Fill ``totals``, one number a word of the array, with the number of paths from each node."""
    at: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    children: cython.Py_ssize_t
    per_word: cython.Py_ssize_t
    total: cython.ulonglong
    while at < words.shape[0]:
        total = popcount(read_set(words, at, width))
        children = popcount(read_set(words, at + width, width))
        for k in range(children):
            total += totals[words[at + 2 * width + k]]
        totals[at] = total
        k = at
        at += 2 * width + children
        if k < forward_end and children > 1:
            per_word = 4 if k < byte_end else 2 if k < half_end else 1
            at += (children - 2 + per_word) // per_word
