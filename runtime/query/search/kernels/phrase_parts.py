"""Kernel: the words that can be part of a phrase: those whose letters are all among the letters given.

A walk of the forward part along letters that are left, which adds up ranks as it goes. It stops when its arrays
are full or it has taken its steps, and goes on from there at the next call: a caller is never far from a signal.

Guaranteed for every array that the format's proof passed: no read outside of it, and an end: each node visited is the
beginning of a word of its own.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from .....formats.kernels import uncompiled as cython

if cython.compiled:
    from cython.cimports.lexkit.formats.kernels.bits import lowest, popcount
    from cython.cimports.lexkit.formats.kernels.node import count_before, count_size, read_set
    from cython.cimports.lexkit.formats.kernels.nodes import Nodes
else:
    from .....formats.kernels.bits import lowest, popcount
    from .....formats.kernels.node import count_before, count_size, read_set
    from .....formats.kernels.nodes import Nodes


@cython.final
@cython.cclass
class Parts:
    """One walk; belongs to one query."""

    words: cython.const[cython.uint][::1]
    width: cython.Py_ssize_t
    byte_end: cython.Py_ssize_t
    half_end: cython.Py_ssize_t
    shortest: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    # Letters left, as numbers and as a set.
    left: cython.uchar[64]
    have: cython.ulonglong
    depth: cython.Py_ssize_t
    done: cython.bint
    path: cython.uchar[66]
    nodes: cython.Py_ssize_t[66]
    pending: cython.ulonglong[66]
    # Ranks of the words below each node of the path: from ``lows`` to before ``highs``.
    lows: cython.longlong[66]
    highs: cython.longlong[66]

    def __init__(
        self,
        nodes: Nodes,
        counts: cython.const[cython.uchar][::1],
        shortest: int,
        longest: int,
    ) -> None:
        """``counts``: of each letter by tile number, 64 of them; words have ``shortest`` to ``longest`` tiles."""
        tile: cython.int
        one: cython.ulonglong = 1
        if not cython.compiled:
            self.left, self.path = [0] * 64, [0] * 66
            self.nodes, self.pending, self.lows, self.highs = [0] * 66, [0] * 66, [0] * 66, [0] * 66
        if len(counts) != 64:
            raise ValueError("counts of 64 tiles")
        self.words = nodes.array
        self.width = nodes.view.width
        self.byte_end = nodes.view.byte_end
        self.half_end = nodes.view.half_end
        self.shortest = shortest
        self.longest = min(longest, 63)
        self.have = 0
        for tile in range(64):
            self.left[tile] = counts[tile]
            if counts[tile]:
                self.have |= one << tile
        self.depth = 0
        self.done = False
        self.nodes[0] = nodes.view.forward_root
        self.lows[0] = 0
        self.highs[0] = nodes.word_count
        self.pending[0] = read_set(self.words, self.nodes[0], self.width)
        self.pending[0] |= read_set(self.words, self.nodes[0] + self.width, self.width)
        self.pending[0] &= self.have

    def fill(
        self, ranks: cython.longlong[::1], lengths: cython.uchar[::1], tiles: cython.uchar[::1]
    ) -> tuple[int, int]:
        """Write the next words, ascending: their ranks, their lengths, and their tiles end to end.

        Gives how many words and tiles, as many as there is room for or are found in about four million steps; see
        :meth:`ended`. ``tiles`` has room for 63 a word.
        """
        words: cython.const[cython.uint][::1] = self.words
        width: cython.Py_ssize_t = self.width
        found: cython.Py_ssize_t = 0
        used: cython.Py_ssize_t = 0
        room: cython.Py_ssize_t = min(ranks.shape[0], lengths.shape[0], tiles.shape[0] // 63)
        depth: cython.Py_ssize_t = self.depth
        steps: cython.Py_ssize_t = 1 << 22
        node: cython.Py_ssize_t
        fan: cython.Py_ssize_t
        place: cython.Py_ssize_t
        at: cython.Py_ssize_t
        i: cython.Py_ssize_t
        size: cython.int
        tile: cython.int
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        letters: cython.ulonglong
        children: cython.ulonglong
        rank: cython.longlong
        high: cython.longlong
        with cython.nogil:
            while found < room and steps > 0 and not self.done:
                steps -= 1
                if self.pending[depth] == 0:
                    if depth == 0:
                        self.done = True
                        break
                    depth -= 1
                    tile = self.path[depth]
                    self.left[tile] += 1
                    self.have |= one << tile
                    continue
                node = self.nodes[depth]
                tile = lowest(self.pending[depth])
                bit = one << tile
                self.pending[depth] &= self.pending[depth] - 1
                letters = read_set(words, node, width)
                children = read_set(words, node + width, width)
                fan = popcount(children)
                at = node + 2 * width + fan
                size = count_size(node, self.byte_end, self.half_end)
                place = popcount(children & (bit - 1))
                # Behind the last child no count is stored: there ranks are counted from the end.
                if place < fan:
                    rank = self.lows[depth] + popcount(letters & (bit - 1)) + count_before(words, at, place, size)
                else:
                    rank = self.highs[depth] - popcount(letters & ~(bit - 1))
                self.path[depth] = tile
                if letters & bit:
                    if depth + 1 >= self.shortest:
                        for i in range(depth + 1):
                            tiles[used + i] = self.path[i]
                        used += depth + 1
                        lengths[found] = cython.cast(cython.uchar, depth + 1)
                        ranks[found] = rank
                        found += 1
                    rank += 1
                if not children & bit or depth + 1 >= self.longest:
                    continue
                if place + 1 < fan:
                    high = self.lows[depth] + popcount(letters & (bit | (bit - 1)))
                    high += count_before(words, at, place + 1, size)
                else:
                    high = self.highs[depth] - popcount(letters & ~(bit | (bit - 1)))
                self.left[tile] -= 1
                if self.left[tile] == 0:
                    self.have &= ~bit
                node = words[node + 2 * width + place]
                depth += 1
                self.nodes[depth] = node
                self.lows[depth] = rank
                self.highs[depth] = high
                self.pending[depth] = (read_set(words, node, width) | read_set(words, node + width, width)) & self.have
        self.depth = depth
        return found, used

    def ended(self) -> bool:
        """Whether all words have been given."""
        return self.done
