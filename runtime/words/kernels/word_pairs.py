"""Kernel: find the words that are still words with letters added in front or behind.

For the front, two nodes are walked side by side. Below the node of RE are all W such that REW is a word; below the
root are all words W; the words below both take RE in front. Letters behind a word need no second node: the node that
the word leads to has the letters that follow.

A :class:`Pairs` belongs to one call, and releases the GIL. It walks the forward part only, whose counts are proved.
Guaranteed for every array that the format's proof passed: no read outside it, and no write outside the arrays that
the caller passes.
"""

from __future__ import annotations

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, child, children, letters, lowest, popcount, rank_before, step
    from lexkit.formats.kernels.nodes import LOOK, Nodes, given
    from lexkit.runtime.automaton.kernels.tile_strings import require_tiles


class Pairs:
    """Walk of two nodes, or of one node and its path."""

    def __init__(self, nodes: Nodes) -> None:
        if not cython.compiled:
            self.lefts, self.rights, self.pending, self.whole = [0] * 66, [0] * 66, [0] * 66, [0] * 66
            self.left_lows, self.left_highs = [0] * 66, [0] * 66
            self.right_lows, self.right_highs = [0] * 66, [0] * 66
        self.nodes = given(nodes)
        self.found = 0
        self.letter = 0
        self.visits = LOOK

    def _place(self, node: int, low: int, high: int, tile: int) -> None:
        """Compute the rank of the word that ends with a tile at this node, and the ranks of the words below its child.

        ``low``, ``high``: ranks of the words below the node, to before ``high``.
        """
        graph = self.nodes.view
        ends, among = letters(graph, node), children(graph, node)
        bit = ONE << tile
        self.word_rank = rank_before(graph, node, ends, among, bit, low, high)
        self.child_low = self.word_rank + (ends >> tile & 1)
        self.child_high = rank_before(graph, node, ends, among, bit << 1, low, high)

    def _look(self) -> None:
        """Check the deadline, and allow visits until the next check."""
        self.visits = LOOK
        with cython.gil:
            self.nodes.look()

    def _both(self) -> int:
        """Walk from the pair of nodes in frame 0, and record the words below both."""
        graph = self.nodes.view
        total = self.nodes.word_count
        depth = 0
        left, right = self.lefts[0], self.rights[0]
        ends = letters(graph, left) & letters(graph, right)
        among = children(graph, left) & children(graph, right)
        bits = ends | among
        while True:
            if bits == 0:
                if depth == 0:
                    return 0
                depth -= 1
                left, right, bits = self.lefts[depth], self.rights[depth], self.pending[depth]
                ends = letters(graph, left) & letters(graph, right)
                among = children(graph, left) & children(graph, right)
                continue
            tile = lowest(bits)
            bits &= bits - 1
            self._place(left, self.left_lows[depth], self.left_highs[depth], tile)
            rank, low, high = self.word_rank, self.child_low, self.child_high
            if not self.listing:
                self._place(right, self.right_lows[depth], self.right_highs[depth], tile)
            if ends >> tile & 1:
                if self.listing:
                    if self.found < len(self.ranks):
                        self.ranks[self.found] = rank
                        self.found += 1
                elif rank < total and self.word_rank < total:
                    self.masks[rank] |= self.letter
                    self.marks[self.word_rank] |= 1
            if among >> tile & 1:
                self.visits -= 1
                if self.visits == 0:
                    self._look()
                self.pending[depth] = bits
                depth += 1
                left, right = step(graph, left, tile), step(graph, right, tile)
                self.lefts[depth], self.rights[depth] = left, right
                self.left_lows[depth], self.left_highs[depth] = low, high
                self.right_lows[depth], self.right_highs[depth] = self.child_low, self.child_high
                ends = letters(graph, left) & letters(graph, right)
                among = children(graph, left) & children(graph, right)
                bits = ends | among

    def taking_front(self, tiles: bytes, ranks: memoryview) -> int:
        """Write the ranks of the words that are still words with these tiles in front, ascending; return their number.

        ``ranks`` needs no more room than the number of words that start with the tiles.
        """
        require_tiles(tiles)
        node = self.nodes.view.forward_root
        for i in range(len(tiles)):
            node = step(self.nodes.view, node, tiles[i])
        self.ranks = ranks
        self.listing = True
        self.found = 0
        self.lefts[0], self.rights[0] = self.nodes.view.forward_root, node
        self.left_lows[0], self.left_highs[0] = 0, self.nodes.word_count
        with cython.nogil:
            self._both()
        return self.found

    def fronts(self, masks: memoryview, marks: memoryview) -> None:
        """Add to ``masks`` the tiles that go in front of each word.

        Add 1 to ``marks`` of a word that is still a word without its first tile.
        """
        root, total = self.nodes.view.forward_root, self.nodes.word_count
        firsts = children(self.nodes.view, root)
        self._mark(masks, marks)
        with cython.nogil:
            while firsts:
                tile = lowest(firsts)
                firsts &= firsts - 1
                self.letter = ONE << tile
                self._place(root, 0, total, tile)
                self.lefts[0], self.rights[0] = root, step(self.nodes.view, root, tile)
                self.left_lows[0], self.left_highs[0] = 0, total
                self.right_lows[0], self.right_highs[0] = self.child_low, self.child_high
                self._both()

    def _mark(self, masks: memoryview, marks: memoryview) -> None:
        """Set the walk to write to these arrays."""
        total = self.nodes.word_count
        if len(masks) < total or len(marks) < total:
            raise ValueError("one for each word")
        self.masks = masks
        self.marks = marks
        self.listing = False

    def _ends(self) -> int:
        """Visit all words, and record those that the given tiles extend (listing), or the letters that follow each."""
        graph = self.nodes.view
        total = self.nodes.word_count
        depth = 0
        rank = 0
        node = graph.forward_root
        ends, among = letters(graph, node), children(graph, node)
        bits = ends | among
        self.lefts[0] = node
        self.whole[0] = 0
        while True:
            if bits == 0:
                if depth == 0:
                    return 0
                depth -= 1
                node, bits = self.lefts[depth], self.pending[depth]
                ends, among = letters(graph, node), children(graph, node)
                continue
            tile = lowest(bits)
            bits &= bits - 1
            ended = ends >> tile & 1
            there = 0
            if among >> tile & 1:
                there = child(graph, node, among, tile)
            if ended:
                if not self.listing:
                    if rank < total:
                        self.marks[rank] |= 2 * self.whole[depth]
                        self.masks[rank] = letters(graph, there)
                elif there:
                    end = there
                    for i in range(self.length - 1):
                        end = step(graph, end, self.tiles[i])
                    if letters(graph, end) >> self.tiles[self.length - 1] & 1 and self.found < len(self.ranks):
                        self.ranks[self.found] = rank
                        self.found += 1
                rank += 1
            if there:
                if children(graph, there) == 0:
                    # No letter follows the words below, so they need only be counted.
                    behind = popcount(letters(graph, there))
                    if ended and not self.listing:
                        for i in range(behind):
                            if rank + i < total:
                                self.marks[rank + i] |= 2
                    rank += behind
                    continue
                self.visits -= 1
                if self.visits == 0:
                    self._look()
                self.pending[depth] = bits
                depth += 1
                node = there
                self.lefts[depth] = node
                self.whole[depth] = ended
                ends, among = letters(graph, node), children(graph, node)
                bits = ends | among

    def taking_back(self, tiles: bytes, ranks: memoryview) -> int:
        """Write the ranks of the words that are still words with these tiles behind, ascending; return their number."""
        if len(tiles) == 0:
            raise ValueError("nothing goes behind")
        require_tiles(tiles)
        self.ranks = ranks
        self.listing = True
        self.found = 0
        self.tiles = tiles
        self.length = len(tiles)
        with cython.nogil:
            self._ends()
        return self.found

    def backs(self, masks: memoryview, marks: memoryview) -> None:
        """Write to ``masks`` the tiles that go behind each word.

        Add 2 to ``marks`` of a word that is still a word without its last tile.
        """
        self._mark(masks, marks)
        self.length = 0
        with cython.nogil:
            self._ends()
