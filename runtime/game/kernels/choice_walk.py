"""Kernel: the plays at one anchor, restricted to tile subsets that can still be best.

Before the search plays an anchor, it knows which choices (subsets of the rack's tiles) may make a play that is good
enough there (:mod:`.rack_subsets`): those that spell a word with the tiles played through, and could be worth as much
as the best move so far. The walk is Gordon's, as in :mod:`.gaddag_generator` and :mod:`.extend_right`, but it lays a
tile only if such a choice has all tiles laid so far, and a blank only as a letter with which one spells a word. It
compares a complete play with the best so far at once, and writes nothing.

The tiles laid are a set of positions on the sorted rack (of equal tiles, the first ones). This set indexes the tables
of leave worths and of the letters left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .rack_subsets import RackSubsets
    from .scoring import Scoring

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, child, children, letters, lowest, popcount, prefetch, step
    from lexkit.formats.kernels.nodes import Nodes

    from .gaddag_generator import GaddagGenerator
    from .shared_types import BLANK, find_kids, find_kids_and_turns, follow_run, score_of, with_cross, with_tile


class ChoiceWalk(GaddagGenerator):
    """Generator that compares the plays of an anchor with the best so far instead of writing them."""

    def __init__(
        self,
        nodes: Nodes,
        scoring: Scoring,
        subsets: RackSubsets,
        opening: memoryview | None = None,
        vowels: int = 0,
    ) -> None:
        """Take the arguments of :class:`GaddagGenerator` and what ranks moves.

        ``subsets``: must not be shared with another walk; ``opening``: int32, cost of a vowel on each square of an
        empty board (2 directions, 32 lines, 32 squares), None if leaves are worth nothing; ``vowels``: mask of the
        vowels.
        """
        if subsets is None:
            raise TypeError("no choices")
        GaddagGenerator.__init__(self, nodes, scoring)
        self.subsets = subsets
        self.opening: Any = opening
        self.vowels = vowels
        self.best_worth = self.best_meta = self.best_tiles = 0
        self.has_best = self.empty_board = False
        self.furthest = self.most = 0
        self.wanted = self.listed = 0
        if not cython.compiled:
            self.listed_worths, self.listed_metas, self.listed_tiles = [0] * 32, [0] * 32, [0] * 32
            self.most_of = [0] * 17

    def play_choices(self, node: int) -> None:
        """Compare the plays at the anchor from ``first`` to ``last`` that may be good enough. See ``at_anchor``."""
        graph = self.nodes.view
        line = self.line
        if line[self.first].tile == 0:
            _left(self, self.first, graph.reverse_root, 0, 0, 0, 0, 1)
        elif node:
            score = line[self.first].run_score
            if self.first > self.limit and self.furthest:
                _left(self, self.first - 1, node, 0, 0, 0, score, 1)
            self.word_start = self.first
            node = step(graph, node, 0)
            self.most = self.most_of[0]
            if node and self.last + 1 < self.length and self.most:
                _right(self, self.last + 1, node, 0, 0, 0, score, 1)

    def fetch_children(self, node: int, at: int, held: int) -> None:
        """Prefetch the nodes that a tile on the square ``at`` leads to.

        ``held``: the letters on the rack.
        """
        graph = self.nodes.view
        among = children(graph, node)
        bits = among & self.line[at].cross & held
        while bits:
            prefetch(graph, child(graph, node, among, lowest(bits)))
            bits &= bits - 1

    def fetch_turns(self, node: int, at: int, held: int) -> None:
        """Prefetch the nodes behind the separators of the children that :meth:`fetch_children` prefetches."""
        graph = self.nodes.view
        among = children(graph, node)
        bits = among & self.line[at].cross & held
        while bits:
            prefetch(graph, step(graph, child(graph, node, among, lowest(bits)), 0))
            bits &= bits - 1

    def _compare(self, score: int, choice: int, tiles: int) -> None:
        """Compare a play with the best so far."""
        worth = 1000 * score + self.subsets.worths[choice]
        if worth < self.best_worth:
            return
        meta = ONE * self.word_start << self.start_shift | ONE * popcount(choice) << 48
        meta = self.meta + meta + score
        if self.empty_board and self.subsets.weighs:
            worth -= self.vowels_cost(meta, tiles)
            if worth < self.best_worth:
                return
        if self.wanted:
            self.consider(worth, meta, tiles)
        elif not self.has_best or worth > self.best_worth or self.goes_before(meta, tiles):
            self.has_best = True
            self.best_worth = worth
            self.best_meta = meta
            self.best_tiles = tiles

    def consider(self, worth: int, meta: int, tiles: int) -> None:
        """Insert a move into the list of the best moves, if it ranks high enough."""
        at = self.listed
        while at:
            self.best_meta, self.best_tiles = self.listed_metas[at - 1], self.listed_tiles[at - 1]
            if worth < self.listed_worths[at - 1]:
                break
            if worth == self.listed_worths[at - 1] and not self.goes_before(meta, tiles):
                break
            if at < self.wanted:
                self.listed_worths[at] = self.listed_worths[at - 1]
                self.listed_metas[at] = self.best_meta
                self.listed_tiles[at] = self.best_tiles
            at -= 1
        if at < self.wanted:
            self.listed_worths[at] = worth
            self.listed_metas[at] = meta
            self.listed_tiles[at] = tiles
            self.listed = min(self.listed + 1, self.wanted)
        if self.listed == self.wanted:
            self.best_worth = self.listed_worths[self.listed - 1]

    def vowels_cost(self, meta: int, tiles: int) -> int:
        """Return the cost of a move's vowels on an empty board, where the tiles of a play are adjacent."""
        down = meta >> 56 & 1
        number, place = meta >> 32 & 255, meta >> 40 & 255
        cost = 0
        if down:
            number, place = place, number
        for at in range(meta >> 48 & 255):
            tile = tiles >> 8 * at & 255
            if self.vowels >> (tile & 63) & 1:
                cost += self.opening[1024 * down + 32 * number + place + at]
        return cost

    def goes_before(self, meta: int, tiles: int) -> bool:
        """Return whether a move precedes the best so far, given that both have the same worth."""
        low = 0xFFFFFFFF
        if meta & low != self.best_meta & low:
            return meta & low > self.best_meta & low
        if meta >> 32 != self.best_meta >> 32:
            return meta >> 32 < self.best_meta >> 32
        return tiles < self.best_tiles


def _with_tile(self: ChoiceWalk, choice: int, tile: int) -> int:
    """Return a choice with one more copy of a tile, which must still be on the rack."""
    free = self.subsets.places[tile] & ~choice
    return choice | (free & -free)


def _with_blank(self: ChoiceWalk, choice: int) -> int:
    """Return a choice with one more blank, or 0 if none is left."""
    free = self.subsets.places[0] & ~choice
    return choice | (free & -free) if free else 0


def _is_good(self: ChoiceWalk, choice: int, blank_as: int) -> bool:
    """Return whether a choice is good. ``blank_as``: set of the letter that its blank stands for, or empty."""
    return (
        self.subsets.good[choice >> 6] >> (choice & 63) & 1 != 0 and not blank_as & ~self.subsets.blank_letters[choice]
    )


def _goes_on(self: ChoiceWalk, choice: int, blank_as: int) -> int:
    """Return 1 if a longer good choice contains this one, else 0."""
    return self.subsets.reach[choice >> 6] >> (choice & 63) & (not blank_as & ~self.subsets.beyond[choice])


def _going_on(self: ChoiceWalk, bits: int, choice: int, blank_as: int) -> int:
    """Return the letters of ``bits`` that, added to a choice, leave it part of a longer good choice."""
    fit = 0
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        bigger = _with_tile(self, choice, tile)
        fit |= _goes_on(self, bigger, blank_as) << tile
    return fit


def _left(
    self: ChoiceWalk,
    at: int,
    node: int,
    tiles: int,
    choice: int,
    blank_as: int,
    points: int,
    multiplier: int,
) -> None:
    """Lay a tile on the empty square ``at``, on the anchor or in front of it, then go on to the left and to the right.

    ``choice``: the tiles laid so far; ``blank_as``: set with the letter that a blank among them stands for. For
    the other arguments see :func:`lexkit.runtime.game.kernels.extend_right.go_right`.
    """
    graph = self.nodes.view
    line = self.line
    square = line[at]
    none = 0
    laid = popcount(choice)
    multiplier *= square.word_multiplier
    points = with_cross(points, square.cross_score)
    self.states += 1
    if self.states >= self.state_limit and self.must_stop():
        return
    left = self.subsets.left[choice]
    among = children(graph, node) & square.cross
    complete = letters(graph, node) & square.cross
    # A one-letter word is no play. A single tile that makes a word in both directions counts as a play of its row.
    if complete and (laid or not (node == graph.reverse_root or (self.down and square.cross_multiplier))):
        self.word_start = at
        _finish(self, at, self.last, complete, tiles << 8, 0, choice, blank_as, points, multiplier)
    own = _going_on(self, among & left, choice, blank_as)
    blank = _with_blank(self, choice)
    as_blank = among & self.subsets.beyond[blank] if blank else none
    bits = own | as_blank
    most = self.most_of[laid + 1]
    # The letters that the next squares must allow: the one in front, and the one behind the anchor.
    if blank:
        left = self.letters
    before = left & line[at - 1 if at > self.limit and laid + 1 < self.furthest else self.length].cross
    behind = left & line[self.last + 1 if laid + 1 < most else self.length].cross
    if bits == 0 or before | behind == 0:
        return
    if not cython.compiled:
        kids, turns, kid_tiles = [0] * 64, [0] * 64, [0] * 64
    goes_on = self.letters if laid + 2 < self.laid_and_left else none
    goes_behind = self.letters if laid + 2 < most or line[self.last + 1].run_end else none
    among = children(graph, node)
    kid = find_kids_and_turns(graph, node, among, bits, goes_on, before, goes_behind, behind, kids, turns, kid_tiles)
    for known in range(kid):
        if kids[known]:
            self.fetch_children(kids[known], at - 1, left)
    for known in range(kid):
        tile = kid_tiles[known]
        # Lay it as a letter of the rack, then as a blank.
        source = tile if own >> tile & 1 else 0
        while source or as_blank >> tile & 1:
            code = tile if source else tile | BLANK
            code |= tiles << 8
            bigger = _with_tile(self, choice, tile) if source else blank
            stands = blank_as if source else ONE << tile
            longer = with_tile(points, square, self.values[source])
            if kids[known]:
                _left(self, at - 1, kids[known], code, bigger, stands, longer, multiplier)
            if turns[known]:
                self.most = most
                self.word_start = at
                _right(self, self.last + 1, turns[known], code, bigger, stands, longer, multiplier)
            if not source:
                break
            source = 0


def _right(
    self: ChoiceWalk,
    at: int,
    node: int,
    tiles: int,
    choice: int,
    blank_as: int,
    points: int,
    multiplier: int,
) -> None:
    """Lay a tile on the empty square ``at``, right behind the word so far, and go on to the right."""
    graph = self.nodes.view
    line = self.line
    square = line[at]
    none = 0
    run = square.run_end != 0
    laid = popcount(choice)
    multiplier *= square.word_multiplier
    points = with_cross(points, square.cross_score)
    self.states += 1
    if self.states >= self.state_limit and self.must_stop():
        return
    left = self.subsets.left[choice]
    among = children(graph, node)
    blank = _with_blank(self, choice)
    if run:
        # This tile may be the last one laid; the run behind it is played through.
        own = among & square.cross & left
        as_blank = among & square.cross if blank else none
    else:
        # A single tile that makes a word in both directions counts as a play of its row.
        complete = letters(graph, node) & square.cross
        if complete and (laid or not (self.down and square.cross_multiplier)):
            _finish(self, at, at, complete, tiles, 8 * laid, choice, blank_as, points, multiplier)
        if laid + 1 >= self.most:
            return
        own = _going_on(self, among & square.cross & left, choice, blank_as)
        as_blank = among & square.cross & self.subsets.beyond[blank] if blank else none
    bits = own | as_blank
    if bits == 0:
        return
    if not cython.compiled:
        kids, kid_tiles = [0] * 64, [0] * 64
    if blank:
        left = self.letters
    next_allows = ONE << line[at + 1].tile if run else left & line[at + 1].cross
    goes_on = self.letters if run or laid + 2 < self.most or line[at + 1].run_end else none
    kid = find_kids(graph, node, among, bits, goes_on, next_allows, kids, kid_tiles)
    for known in range(kid):
        tile = kid_tiles[known]
        there = kids[known]
        source = tile if own >> tile & 1 else 0
        while source or as_blank >> tile & 1:
            code = tile if source else tile | BLANK
            code = tiles | code << 8 * laid
            bigger = _with_tile(self, choice, tile) if source else blank
            stands = blank_as if source else ONE << tile
            longer = with_tile(points, square, self.values[source])
            if run:
                _through(self, at, there, code, bigger, stands, longer, multiplier)
            else:
                _right(self, at + 1, there, code, bigger, stands, longer, multiplier)
            if not source:
                break
            source = 0


def _through(
    self: ChoiceWalk,
    at: int,
    node: int,
    tiles: int,
    choice: int,
    blank_as: int,
    points: int,
    multiplier: int,
) -> None:
    """Follow the run of tiles right behind the square ``at``, on which the last tile was laid."""
    graph = self.nodes.view
    line = self.line
    end = line[at].run_end
    laid = popcount(choice)
    node = follow_run(graph, node, line, at)
    if node == 0:
        return
    points += line[at].run_score
    if (
        letters(graph, node) >> line[end].tile & 1
        and _is_good(self, choice, blank_as)
        and not (laid == 1 and self.down and line[at].cross_multiplier)
    ):
        whole = score_of(points, multiplier) + self.bonus(laid, end - self.word_start)
        self._compare(whole, choice, tiles)
    if laid < self.most and end + 1 < self.length and _goes_on(self, choice, blank_as):
        node = step(graph, node, line[end].tile)
        if node:
            _right(self, end + 1, node, tiles, choice, blank_as, points, multiplier)


def _finish(
    self: ChoiceWalk,
    at: int,
    last: int,
    complete: int,
    tiles: int,
    place: int,
    choice: int,
    blank_as: int,
    points: int,
    multiplier: int,
) -> None:
    """Compare the plays that end with one more tile, one of the letters ``complete``, on the square ``at``.

    The tile may be a letter of the rack or a blank, and goes to bit ``place`` of ``tiles``. ``last``: the word's
    last square. ``points`` and ``multiplier`` already include the premium and the cross-word of ``at``.
    """
    line = self.line
    open_multiplier = multiplier * line[at].letter_multiplier + line[at].cross_multiplier
    score = score_of(points, multiplier) + self.bonus(popcount(choice) + 1, last - self.word_start)
    bits = complete & self.subsets.left[choice]
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        bigger = _with_tile(self, choice, tile)
        if _is_good(self, bigger, blank_as):
            code = tile
            self._compare(score + self.values[tile] * open_multiplier, bigger, tiles | code << place)
    bigger = _with_blank(self, choice)
    if bigger and complete & self.subsets.blank_letters[bigger]:
        score += self.values[0] * open_multiplier
        bits = complete & self.subsets.blank_letters[bigger]
        while bits:
            tile = lowest(bits)
            bits &= bits - 1
            code = tile | BLANK
            self._compare(score, bigger, tiles | code << place)
