"""Kernel: follow, count and spell the paths of a proved automaton; for :mod:`..verify`."""

from __future__ import annotations

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, View, child, children, kid, letters, lowest, popcount, step
    from lexkit.formats.kernels.nodes import Nodes, given

from .check_arguments import require_room, require_words


def missing_path(nodes: Nodes, tiles: memoryview, offsets: memoryview) -> int:
    """Return the index of the first word that lacks a path, or -1."""
    graph = given(nodes).view
    require_words(tiles, offsets)
    for word in range(len(offsets) - 1):
        start = offsets[word]
        end = offsets[word + 1]
        node = graph.forward_root
        for i in range(start, end - 1):
            node = step(graph, node, tiles[i])
        if not letters(graph, node) >> tiles[end - 1] & 1:
            return word
        # Follow the reversed word, then REV(x)◊y for every other split, where x is the first `split` tiles.
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


def has_all_paths(nodes: Nodes, tiles: memoryview, offsets: memoryview, low: int, high: int) -> bool:
    """Return whether all paths of sorted words ``low`` to ``high`` exist, using a sufficient condition.

    Sorted words share prefixes, so each prefix x is followed only once: forwards, and as REV(x) followed by the
    separator. If both lead to the same node, then for each word xy in the forward part the path REV(x)◊y exists.
    Sixteen walks from the reverse root advance together, so that their memory accesses overlap. False means that a
    path is missing, or that the graph is correct but not minimal; :func:`missing_path` finds out which.
    """
    graph = given(nodes).view
    require_words(tiles, offsets, low, high)
    if not cython.compiled:
        trail = [0] * 66
        last, left, goal, walker = [0] * 16, [0] * 16, [0] * 16, [0] * 16
    with cython.nogil:
        trail[0] = graph.forward_root
        depth = pending = previous = longest = 0
        for word in range(low, high):
            start = offsets[word]
            length = offsets[word + 1] - start
            if not 0 < length < 66:
                return False
            # trail[d] is the node after the first d tiles. The last tile must be in the letter set of the last node.
            depth = min(depth, length - 1)
            common = 0
            while common < depth and tiles[previous + common] == tiles[start + common]:
                common += 1
            for split in range(common + 1, length + 1):
                if split < length:
                    trail[split] = step(graph, trail[split - 1], tiles[start + split - 1])
                    # REV(x)◊ must lead to the same node as x.
                    goal[pending] = trail[split]
                else:
                    # The whole word backwards must end in a letter set; see _arrive.
                    goal[pending] = -1
                if split == length and not letters(graph, trail[length - 1]) >> tiles[start + length - 1] & 1:
                    return False
                last[pending] = start + split - 1
                left[pending] = split
                longest = max(longest, split)
                pending += 1
                if pending == 16:
                    if not _arrive(graph, tiles, last, left, goal, walker, pending, longest):
                        return False
                    pending = longest = 0
            depth = length - 1
            previous = start
        return _arrive(graph, tiles, last, left, goal, walker, pending, longest)


def _arrive(
    graph: View,
    tiles: memoryview,
    last: list[int],
    left: list[int],
    goal: list[int],
    walker: list[int],
    walks: int,
    longest: int,
) -> bool:
    """Return whether all these walks from the reverse root reach their goals.

    Walk k reads ``left[k]`` tiles backwards from ``last[k]``, then the separator, and must end at ``goal[k]``. If
    ``goal[k]`` is -1, it reads no separator, and its last tile must be in the letter set of the node before it.
    """
    for k in range(walks):
        walker[k] = graph.reverse_root
        if goal[k] < 0:
            left[k] -= 1
    for done in range(longest):
        for k in range(walks):
            if done < left[k]:
                walker[k] = step(graph, walker[k], tiles[last[k] - done])
    for k in range(walks):
        if goal[k] < 0:
            if not letters(graph, walker[k]) >> tiles[last[k] - left[k]] & 1:
                return False
        elif step(graph, walker[k], 0) != goal[k]:
            return False
    return True


def count_paths(nodes: Nodes, forward_end: int, totals: memoryview) -> None:
    """Fill ``totals[node >> 1]`` with the number of paths from each node.

    A node takes at least two words of the array, so no two nodes share an entry. Totals are capped at 2**56, more
    than any list has, so that none wraps around to a plausible value.
    """
    graph = given(nodes).view
    require_room((graph.size + 1) // 2, totals)
    at = 0
    with cython.nogil:
        while at < graph.size:
            # Check the bounds: if ``forward_end`` is wrong, ``at`` may not be the start of a node.
            fan = popcount(children(graph, at)) if at + 2 * graph.width <= graph.size else graph.size
            if at + 2 * graph.width + fan > graph.size:
                break
            total = popcount(letters(graph, at))
            for k in range(fan):
                if kid(graph, at, k) < at:
                    total += totals[kid(graph, at, k) >> 1]
            totals[at >> 1] = min(total, ONE << 56)
            k = at
            at += 2 * graph.width + fan
            if k < forward_end and fan > 1:
                per_word = 4 if k < graph.byte_end else 2 if k < graph.half_end else 1
                at += (fan - 2 + per_word) // per_word
    if at != graph.size:
        raise ValueError("no such end of the forward part")


def spell(nodes: Nodes, tiles: memoryview, lengths: memoryview) -> int:
    """Write the tiles of all words in order, end to end, and their lengths.

    Returns the total number of tiles. Words that do not fit in ``tiles`` are not written.
    """
    graph = given(nodes).view
    require_room(0, tiles, lengths)
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
