"""Kernel: spell the words of ranks. One depth-first walk of the forward part spells all words of ascending ranges.

Between ranges the walk skips whole subtrees by their counts. It spells a subtree inside a range without reading
counts. So the cost is proportional to the words spelled, plus a short descent for each range: about 40 ns for a word
as a Python string, 1 us for a single word.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, below, child, children, count_before, kid, letters, lowest, popcount
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given

    from .tile_strings import read_key, text_of


def require_ranges(nodes: Nodes, starts: memoryview, stops: memoryview) -> None:
    """Raise ValueError unless these are ascending, disjoint ranges of the lexicon's ranks."""
    low = 0
    if len(starts) != len(stops):
        raise ValueError("a stop for each start")
    for i in range(len(starts)):
        if starts[i] < low or stops[i] < starts[i]:
            raise ValueError("ranges of ranks ascend")
        low = stops[i]
    if low > nodes.word_count:
        raise ValueError("ranks beyond the lexicon's")


class Speller:
    """Speller of ranges of ranks. It belongs to one call.

    The path is kept as tiles and as text. ``kind``: bytes per code point, or 0 if labels have several code points.
    """

    def __init__(self, nodes: Nodes, codes: memoryview, narrow: bool) -> None:
        """``codes``: code point of each tile's label, uint32; empty if labels have several code points.

        ``narrow``: whether all labels are ASCII.
        """
        if not cython.compiled:
            self.trail, self.pending, self.highs = [0] * 66, [0] * 66, [0] * 66
            # Room for the longest path: a string of 64 tiles and the letters that follow it.
            self.inner, self.left = [0] * 132, [0] * 132
            self.tiles, self.narrow, self.wide = [0] * 132, [0] * 132, [0] * 132
        self.nodes = given(nodes)
        if 0 < len(codes) < nodes.tile_count:
            raise ValueError("a code point for each tile")
        self.codes = codes
        self.kind = 0 if not len(codes) else 1 if narrow else 4
        self.measuring = False
        self.given = 0
        self.look_at = LOOK
        self.listed: list[Any] = []
        self.depth = 0
        self.rank = 0
        self._enter(self.nodes.view.forward_root, self.nodes.word_count)

    def _enter(self, node: int, high: int) -> None:
        """Continue at this node, whose words have ranks below ``high``."""
        graph = self.nodes.view
        self.trail[self.depth] = node
        self.highs[self.depth] = high
        self.pending[self.depth] = letters(graph, node) | children(graph, node)

    def _give_all(self, root: int, depth: int) -> None:
        """Spell all words below ``root``; the ``depth`` tiles that lead to it are in ``tiles``."""
        graph = self.nodes.view
        base = depth
        node = root
        letter_set = letters(graph, node)
        child_set = children(graph, node)
        self.inner[depth] = node
        bits = letter_set | child_set
        while True:
            if bits == 0:
                if depth == base:
                    break
                depth -= 1
                node = self.inner[depth]
                bits = self.left[depth]
                letter_set = letters(graph, node)
                child_set = children(graph, node)
                continue
            tile = lowest(bits)
            bits &= bits - 1
            self._put(depth, tile)
            if letter_set >> tile & 1:
                self._give(depth + 1)
            if child_set >> tile & 1:
                self.left[depth] = bits
                node = child(graph, node, child_set, tile)
                depth += 1
                self.inner[depth] = node
                letter_set = letters(graph, node)
                child_set = children(graph, node)
                bits = letter_set | child_set

    def _put(self, depth: int, tile: int) -> None:
        """Write the tile at this depth of the path, and its label if labels have one code point."""
        self.tiles[depth] = tile
        if self.kind == 1:
            self.narrow[depth] = self.codes[tile]
        elif self.kind == 4:
            self.wide[depth] = self.codes[tile]

    def _give(self, length: int) -> None:
        """Append the word of the first ``length`` tiles of the path to the answer, or write its length."""
        if self.measuring:
            if self.given < len(self.sizes):
                self.sizes[self.given] = length
        elif self.kind == 0:
            self.listed.append(bytes(self.tiles[:length]))
        elif self.kind == 1:
            self.listed.append(text_of(1, self.narrow, length))
        else:
            self.listed.append(text_of(4, self.wide, length))
        self.given += 1

    def _look(self) -> None:
        """Check the deadline, and set the number of words at which to check it again."""
        self.look_at = self.given + LOOK
        self.nodes.look()

    def _give_below(self, node: int, depth: int, number: int) -> None:
        """Spell all ``number`` words below a node, as :meth:`_give_all` does, and check the deadline at intervals."""
        graph = self.nodes.view
        ends, among = letters(graph, node), children(graph, node)
        if number <= LOOK:
            self._give_all(node, depth)
            bits = 0
            if self.given >= self.look_at:
                self._look()
        else:
            bits = ends | among
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            self._put(depth, tile)
            if ends >> tile & 1:
                self._give(depth + 1)
            if among >> tile & 1:
                there = child(graph, node, among, tile)
                self._give_below(there, depth + 1, below(graph, there))

    def _give_in_blocks(self, low: int, high: int) -> None:
        """Spell a range, as :meth:`_give_range` does, and check the deadline at intervals."""
        while high - low > LOOK:
            self._give_range(low, low + LOOK)
            low += LOOK
            self._look()
        self._give_range(low, high)
        if self.given >= self.look_at:
            self._look()

    def _give_range(self, low: int, high: int) -> None:
        """Spell the words with low <= rank < high; ``low`` is at least the last call's ``high``."""
        graph = self.nodes.view
        while self.depth > 0 and self.highs[self.depth] <= low:
            self.rank = self.highs[self.depth]
            self.depth -= 1
        while self.rank < high:
            if self.pending[self.depth] == 0:
                if self.depth == 0:
                    break
                self.depth -= 1
                continue
            node = self.trail[self.depth]
            tile = lowest(self.pending[self.depth])
            bit = ONE << tile
            self.pending[self.depth] &= self.pending[self.depth] - 1
            self._put(self.depth, tile)
            letter_set = letters(graph, node)
            child_set = children(graph, node)
            if letter_set & bit:
                self.rank += 1
                if self.rank > low:
                    self._give(self.depth + 1)
            if not child_set & bit:
                continue
            number = popcount(child_set & (bit - 1))
            fan = popcount(child_set)
            if number + 1 < fan:
                top = self.rank + count_before(graph, node, fan, number + 1) - count_before(graph, node, fan, number)
            else:
                top = self.highs[self.depth] - popcount(letter_set & ~(bit | (bit - 1)))
            node = kid(graph, node, number)
            if top <= low:
                self.rank = top
            elif self.rank >= low and top <= high:
                self._give_all(node, self.depth + 1)
                self.rank = top
            else:
                self.depth += 1
                self._enter(node, top)

    def spell(self, starts: memoryview, stops: memoryview) -> list[Any]:
        """Return the words of these ascending, disjoint ranges of ranks: str, or bytes of tiles without ``codes``."""
        require_ranges(self.nodes, starts, stops)
        self.listed = []
        for i in range(len(starts)):
            self._give_in_blocks(starts[i], stops[i])
        return self.listed

    def lengths(self, starts: memoryview, stops: memoryview, lengths: memoryview) -> int:
        """Fill ``lengths`` with the number of tiles of each word of the ranges, and return the number of words."""
        require_ranges(self.nodes, starts, stops)
        self.measuring = True
        self.sizes = lengths
        self.given = 0
        self.look_at = LOOK
        for i in range(len(starts)):
            self._give_in_blocks(starts[i], stops[i])
        return self.given

    def spell_texts(self, texts: Any, strings: int) -> list[Any] | None:
        """Return the words that start with these strings, in their order, without computing ranks.

        ``texts``: keys of :mod:`.tile_strings`, uint64, shape (rows + 1, strings). Returns None if there would be
        more words than the lexicon has, because then the strings do not come from its words.
        """
        graph = self.nodes.view
        last = len(texts) - 1
        if last < 0 or not 0 <= strings <= texts.shape[1]:
            raise ValueError("a column for each string")
        highest = graph.size - 2 * graph.width
        known = self.nodes.tile_count
        self.listed = []
        for i in range(strings):
            depth = read_key(texts, i, self.nodes.tile_bits, self.tiles, 0)
            for place in range(depth):
                tile = self.tiles[place]
                if tile >= known:
                    raise ValueError("a tile outside the alphabet")
                self._put(place, tile)
            if texts[last, i] & 1:
                self._give(depth)
            if texts[last, i] > 1:
                node = texts[last, i] >> 1
                if not 0 <= node <= highest:
                    raise IndexError("no such node")
                # Each word begins with only one of the strings. Count first, because the list could get too long.
                number = below(graph, node)
                if self.given + number > self.nodes.word_count:
                    return None
                if number <= LOOK:
                    self._give_all(node, depth)
                else:
                    self._give_below(node, depth, number)
            if self.given >= self.look_at:
                self._look()
        return self.listed if self.given <= self.nodes.word_count else None
