"""Kernel: the shadow of an anchor, the most any play there could be worth.

Of the plays at one anchor those with l tiles in front of it and r behind are bounded by their squares alone: which
premiums they cover, which tiles they play through, which words they touch; the most valuable tile is taken as if it
lay on the best square, and the second on all others that count more than the word does. Squares on which no tile of the
rack fits end the reach.

There are two bounds. For a loose one, the rack's tiles may be any of the rack, but the bonus for playing all tiles,
which would raise most bounds for nothing, counts only if all of them and those played through may spell a word
(:mod:`.anagram_table`). If leaves are worth nothing and no longer play has a lower bonus, a longer play's bound is
never lower then, and only the longest plays that the rack and the free squares allow are looked at. For a tight bound,
the tiles are of a choice that may spell a word with those played through, whatever its order (:mod:`.rack_subsets`);
plays of each number of tiles are considered, and the best leave is the leave of such a choice too.

Guaranteed: no play at the anchor is worth more than either bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scoring import Scoring

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE
    from lexkit.formats.kernels.nodes import Nodes

    from .anagram_table import AnagramTable
    from .leave_table import NEVER
    from .rack_subsets import ROW, RackSubsets
    from .shared_types import BONUSES, Square, key_sum, only_once

    #: Bound of an anchor without plays, below all worths.
    NO_PLAY = -2147483647


class Shadow:
    """Bounds for one rack after another, for one lexicon and rack size."""

    def __init__(self, nodes: Nodes, letters: int, scoring: Scoring) -> None:
        """Take the alphabet (a mask) and the scoring rules."""
        only_once(self.table if cython.compiled else None)
        if len(scoring.bonuses) != BONUSES:
            raise ValueError("a bonus for each number of tiles and each length")
        self._begin(AnagramTable(nodes, letters), letters, scoring)

    def like(self) -> Shadow:
        """Return another shadow for the same lexicon, for use in another thread; both share the table of anagrams."""
        other = Shadow.__new__(Shadow)
        other._begin(self.table, self.letters, self.scoring)
        return other

    def _begin(self, table: AnagramTable, letters: int, scoring: Scoring) -> None:
        self.subsets = RackSubsets(table)
        self.letters = letters
        self.scoring = scoring
        self.rack_size = scoring.rack_size
        self.bonuses = scoring.bonuses
        self.rising = scoring.rising
        self.weighs = self.taken = False
        self.table = table
        if not cython.compiled:
            self.deepest = [0] * 17

    def take_rack(self, rack: memoryview, points: list[int]) -> None:
        """Set the rack for the bounds that follow: 64 counts by tile number, the blank's first."""
        self.subsets.take_rack(rack, points)
        self.held = self.subsets.held
        self.blanks = rack[0]
        self.usable = 0
        self.rack_key = 0
        for at in range(self.held):
            tile = self.subsets.tiles[at]
            if tile:
                self.usable |= ONE << tile
                self.rack_key = key_sum(self.rack_key, self.table.keys[tile])
        self.only_longest = self.rising and self.held <= self.rack_size
        self.highest = self.subsets.values[0]
        if self.blanks:
            self.usable = self.letters

    def spells(self, through: int) -> bool:
        """Return whether the whole rack may spell a word with tiles played through whose keys sum to ``through``."""
        key = key_sum(self.rack_key, through)
        if self.blanks > 1 or not self.table.knows:
            return True
        return self.table.spells_with_blank(key) if self.blanks else self.table.spells(key)

    def bound(
        self,
        line: list[Square],
        first: int,
        last: int,
        limit: int,
        length: int,
        least: int,
        tight: bool,
        marks: bool,
    ) -> int:
        """Return an upper bound of the worth of plays at the anchor from ``first`` to ``last``, or NO_PLAY.

        The bound is in thousandths of a point, of score and leave together. An anchor without tiles is its square,
        ``last``; ``first`` is then ``last + 1``. ``limit``: how far left plays may go.

        A tight bound considers the plays that may be worth ``least``. It sets ``furthest`` to their maximum number
        of tiles in front of the anchor, and ``deepest`` to their maximum number of tiles, by the number of tiles
        in front. With ``marks``, it marks the choices of tiles for such plays as good.
        """
        alone = first > last
        reach = front = 0
        most = NO_PLAY
        run = 0
        none = 0
        row = self.subsets.any_tiles
        # Of the squares in front: the product of word multipliers; the points of cross-words; how often letters count
        # beyond the first time; how often they count in cross-words; and the maximum of each on one square.
        front_multiplier, front_crossed, front_letters, front_across, front_letter, front_cross = 1, 0, 0, 0, 0, 0
        if not cython.compiled:
            multiplier, through, crossed, keys = [0] * 17, [0] * 17, [0] * 17, [0] * 17
            in_letters, in_across, top_letter, top_cross = [0] * 17, [0] * 17, [0] * 17, [0] * 17
            ends = [0] * 17
        self.furthest = self.deepest[0] = 0
        for at in range(first, last + 1):
            run = key_sum(run, self.table.keys[line[at].tile])
        multiplier[0] = 1
        through[0] = none if alone else line[first].run_score
        crossed[0] = in_letters[0] = in_across[0] = top_letter[0] = top_cross[0] = 0
        keys[0] = run
        ends[0] = last
        # The same for the squares behind, by their number; the points and keys of the tiles played through; the
        # word's end.
        at = last + 1
        while reach < self.held and at < length and line[at].cross & self.usable:
            more = line[at].letter_multiplier - 1
            across = line[at].cross_multiplier
            multiplier[reach + 1] = multiplier[reach] * line[at].word_multiplier
            in_letters[reach + 1] = in_letters[reach] + more
            in_across[reach + 1] = in_across[reach] + across
            top_letter[reach + 1] = max(top_letter[reach], more)
            top_cross[reach + 1] = max(top_cross[reach], across)
            crossed[reach + 1] = crossed[reach] + line[at].cross_score
            through[reach + 1] = through[reach]
            keys[reach + 1] = keys[reach]
            if line[at].run_end:
                through[reach + 1] += line[at].run_score
                for place in range(at + 1, line[at].run_end + 1):
                    keys[reach + 1] = key_sum(keys[reach + 1], self.table.keys[line[place].tile])
                at = line[at].run_end
            reach += 1
            ends[reach] = at
            at += 1
        at = last if alone else first - 1
        while True:
            behind = min(reach, self.held - front)
            nearest = 0 if self.weighs or tight or not self.only_longest else max(0, min(behind, self.held - 1 - front))
            if front == 0:
                nearest = behind + 1 if alone else max(1, nearest)
            while behind >= nearest:
                count = front + behind
                whole = front_multiplier * multiplier[behind]
                # How much more the squares count than the word multiplier gives: in total, and at most on one square.
                extra = whole * (front_letters + in_letters[behind]) + front_across + in_across[behind]
                top = whole * max(front_letter, top_letter[behind]) + max(front_cross, top_cross[behind])
                top = min(top, extra)
                score = whole * through[behind] + front_crossed + crossed[behind]
                # The word begins right behind the square ``at``.
                score += self.bonuses[count << 5 | ends[behind] - at - 1]
                worth = self._worth_of(row + ROW * count, score, whole, top, extra)
                if tight:
                    # Look up a shorter play only if it may be worth more.
                    if worth >= least and (marks or worth > most or self.deepest[front] == 0):
                        place = self.subsets.row_for(keys[behind], count)
                        worth = self._worth_of(place, score, whole, top, extra)
                        if self.subsets.rows[place] == NEVER:
                            worth = NO_PLAY
                        if (
                            worth >= least
                            and worth != NO_PLAY
                            and (not marks or self.subsets.mark(keys[behind], count, score, whole, top, extra, least))
                        ):
                            most = max(most, worth)
                            self.deepest[front] = max(self.deepest[front], count)
                            self.furthest = front
                elif count == self.held and count >= self.rack_size and worth > most and not self.spells(keys[behind]):
                    worth = NO_PLAY
                most = most if tight else max(most, worth)
                behind -= 1
            # Go on with one more tile in front.
            if front == self.held or at < limit or not line[at].cross & self.usable:
                return most
            more = line[at].letter_multiplier - 1
            across = line[at].cross_multiplier
            front_multiplier *= line[at].word_multiplier
            front_crossed += line[at].cross_score
            front_letters += more
            front_across += across
            front_letter = max(front_letter, more)
            front_cross = max(front_cross, across)
            front += 1
            self.deepest[front] = 0
            at -= 1

    def _worth_of(self, row: int, score: int, whole: int, top: int, extra: int) -> int:
        """Return the maximum worth of plays of this row, including the leave.

        ``score``: score without the tiles of the rack; ``whole``: the word multiplier; ``top`` and ``extra``: how
        much more than that a tile counts, at most on one square and on all squares together.
        """
        rows = self.subsets.rows
        often = min(whole, 3)
        points = score + top * rows[row + 4] + (extra - top) * rows[row + 5] + (whole - often) * rows[row + 3]
        worth: int = 1000 * points + rows[row + often - 1]
        return worth
