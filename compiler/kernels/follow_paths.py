"""Kernel: the paths of a proved automaton, followed, counted and spelled; for :mod:`..same_language`."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ...formats.kernels import uncompiled as cython

if not cython.compiled:
    from ...formats.kernels.bits import ONE, lowest, popcount
    from ...formats.kernels.node import child, children, kid, letters, step
    from ...formats.kernels.nodes import Nodes


def missing_path(nodes: Nodes, tiles: memoryview, offsets: memoryview) -> int:
    """Index of the first word with a path that is not there; -1 if all are."""
    graph = nodes.view
    for word in range(len(offsets) - 1):
        start = offsets[word]
        end = offsets[word + 1]
        node = graph.forward_root
        for i in range(start, end - 1):
            node = step(graph, node, tiles[i])
        if not letters(graph, node) >> tiles[end - 1] & 1:
            return word
        # The reversed word, then REV(x)◊y for every other split: x the first `split` tiles.
        node = graph.reverse_root
        for i in range(end - 1, start, -1):
            node = step(graph, node, tiles[i])
        if not letters(graph, node) >> tiles[start] & 1:
            return word
        for split in range(1, end - start):
            node = graph.reverse_root
            for i in range(start + split - 1, start - 1, -1):
                node = step(graph, node, tiles[i])
            node = step(graph, node, 0)
            for i in range(start + split, end - 1):
                node = step(graph, node, tiles[i])
            if not letters(graph, node) >> tiles[end - 1] & 1:
                return word
    return -1


def count_paths(nodes: Nodes, forward_end: int, totals: memoryview) -> None:
    """Fill ``totals``, one number a word of the array, with the number of paths from each node.

    Numbers stop at 2**56, above any list's, so that none wraps around to one that looks right.
    """
    graph = nodes.view
    at = 0
    while at < graph.size:
        total = popcount(letters(graph, at))
        fan = popcount(children(graph, at))
        for k in range(fan):
            total += totals[kid(graph, at, k)]
        totals[at] = min(total, ONE << 56)
        k = at
        at += 2 * graph.width + fan
        if k < forward_end and fan > 1:
            per_word = 4 if k < graph.byte_end else 2 if k < graph.half_end else 1
            at += (fan - 2 + per_word) // per_word


def spell(nodes: Nodes, tiles: memoryview, lengths: memoryview) -> int:
    """Write all words, in order: their tiles end to end, and their lengths.

    Gives the number of tiles there are, of which only those are written that fit.
    """
    graph = nodes.view
    if not cython.compiled:
        trail, pending, path = [0] * 66, [0] * 66, [0] * 66
    depth = word = written = 0
    trail[0] = graph.forward_root
    pending[0] = letters(graph, trail[0]) | children(graph, trail[0])
    while depth >= 0:
        if pending[depth] == 0:
            depth -= 1
            continue
        node = trail[depth]
        tile = lowest(pending[depth])
        pending[depth] &= pending[depth] - 1
        path[depth] = tile
        if letters(graph, node) >> tile & 1:
            if written + depth + 1 <= len(tiles):
                for i in range(depth + 1):
                    tiles[written + i] = path[i]
            written += depth + 1
            if word < len(lengths):
                lengths[word] = depth + 1
            word += 1
        among = children(graph, node)
        if among >> tile & 1:
            node = child(graph, node, among, tile)
            depth += 1
            trail[depth] = node
            pending[depth] = letters(graph, node) | children(graph, node)
    return written
