"""Kernel: the credit of words: what a player without a word loses by it in a position.

Without a set of known words, each word that the best choice forms is credited with the worth of that choice, less the
worth of the best choice that does not form the word. The best choices are listed by one search. If all of the list
form the word, a second search ignores those that do.

With a set of known words, the standard is the best choice whose words are all known. Each unknown word is credited
with what the best choice that has no other unknown word is worth more; and so is each class of anagrams, for choices
whose unknown words all belong to it. One search finds them: it raises its floor at choices of known words only, and
looks at every choice above the floor on the way.

A choice is a play or, if none is left, an exchange or a pass, as in :mod:`.game_player`. Whatever credits are noted,
:meth:`CreditFinder.answer` writes the best move, so that a table plays the games of static players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .scoring import Scoring

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.nodes import Nodes
    from lexkit.runtime.automaton.kernels.ranks import Walk

    from .best_move import BestFinder
    from .choice_walk import ChoiceWalk
    from .leave_table import NEVER, LeaveTable
    from .shadow import Shadow
    from .squares import Squares

    #: Kinds of credit: of a main word, of a cross-word, of a class of anagrams.
    MAIN, CROSS, ANAGRAMS = 0, 1, 2
    #: Numbers of a credit: the turn since the last :meth:`take`, its kind, the rank of a word or the number of a
    #: class, and the credit in thousandths of a point.
    CREDIT = 4
    #: Number of best choices that are listed.
    LISTED = 8
    #: Number of credits for which memory is allocated at first.
    FIRST_CREDITS = 1 << 12


class CreditFinder(BestFinder):
    """Finder of the best move that notes the credits of words."""

    def __init__(
        self,
        nodes: Nodes,
        scoring: Scoring,
        shadow: Shadow,
        leaves: LeaveTable,
        opening: memoryview,
        vowels: int,
        board: Squares,
        pass_worth: int,
        known: memoryview | None = None,
        classes: memoryview | None = None,
    ) -> None:
        """Take the arguments of :class:`BestFinder`, the squares of all positions, and what a pass is worth.

        ``pass_worth``: in thousandths of a point, while the bag has tiles; ``known``: uint8, whether each word is
        known, by rank; ``classes``: int64, the number of its class of anagrams, below the number of words.
        """
        if leaves is None:
            raise TypeError("leaves")
        self._check(nodes, board, known, classes)
        walk = Walk(nodes)
        BestFinder.__init__(self, nodes, scoring, shadow, leaves, opening, vowels)
        self.judges = known is not None
        if known is not None and classes is not None:
            words = len(known)
            self.known_words = known
            self.classes = classes
            self.best_of_word = np.full(words, NEVER, np.int64).data
            self.best_of_class = np.full(words, NEVER, np.int64).data
            self.kind_of_word = np.zeros(words, np.uint8).data
            self.met_words = np.zeros(words, np.int64).data
            self.met_classes = np.zeros(words, np.int64).data
        self.judging = False
        self.banned = -1
        self.words_met = self.classes_met = 0
        self.formed = self.turn = self.credits = 0
        self.pass_worth = pass_worth
        self.noted_credits = np.zeros(CREDIT * FIRST_CREDITS, np.int64)
        self.credit_rows = self.noted_credits.data
        if not cython.compiled:
            self.ranks, self.credited, self.others = [0] * 16, [0] * 16, [0] * 16
        self.board: Any = board
        self.walk: Any = walk

    def _check(self, nodes: Nodes, board: Squares, known: Any, classes: Any) -> None:
        """Raise TypeError or ValueError for unsuitable arguments."""
        if nodes is None or board is None:
            raise TypeError("nodes and squares")
        if board.nodes is not nodes:
            raise ValueError("squares of another lexicon")
        if known is None:
            return
        if classes is None or not len(known) == len(classes) == nodes.word_count:
            raise ValueError("a mark and a class for each word")
        for at in range(len(classes)):
            if not 0 <= classes[at] < len(classes):
                raise ValueError("no such class")

    def plays_on(self, squares: Squares, rack_size: int) -> bool:
        """Return whether these are the squares of the finder's board, and a move's bytes can hold such racks."""
        fits: bool = BestFinder.plays_on(self, squares, rack_size)
        return fits and self.walk is not None and squares is self.board

    def answer(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Write the best move of a position, unless an exchange is worth more, and note the credits of words."""
        self.wanted = 1 if self.judges else LISTED
        BestFinder.answer(self, squares, rack, both)
        self.turn += 1
        found = self.listed > 0
        worth = self.best_worth
        meta = self.best_meta
        tiles = self.best_tiles
        if found:
            worth = self.listed_worths[0]
            meta, tiles = self.listed_metas[0], self.listed_tiles[0]
        if self.judges:
            self._credit_unknown(squares, rack, both)
        elif found:
            self._credit_best(squares, rack, both)
        self.wanted = 0
        self.best_worth = worth
        self.best_meta, self.best_tiles = meta, tiles
        self.forget(self.kept)
        if found:
            self._write_best()

    def consider(self, worth: int, meta: int, tiles: int) -> None:
        """Insert a move into the list of the best moves, unless a word of it is banned or unknown."""
        if self.banned >= 0:
            self._find_words(meta, tiles)
            if self._forms(self.banned):
                return
        elif self.judging and self._meets_unknown(worth, meta, tiles):
            return
        ChoiceWalk.consider(self, worth, meta, tiles)

    def _credit_best(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Credit the words of the best listed move."""
        worth = self.listed_worths[0]
        self._find_words(self.listed_metas[0], self.listed_tiles[0])
        count = self.formed
        crossing = 0 if self.formed_main else 1
        missing = count
        for at in range(count):
            self.credited[at] = self.ranks[at]
            self.others[at] = NEVER
        listed = self.listed
        for number in range(1, listed):
            if missing == 0:
                break
            self._find_words(self.listed_metas[number], self.listed_tiles[number])
            for at in range(count):
                if self.others[at] == NEVER and not self._forms(self.credited[at]):
                    self.others[at] = self.listed_worths[number]
                    missing -= 1
        if missing and listed == LISTED:
            for at in range(count):
                if self.others[at] == NEVER:
                    self.banned = self.credited[at]
                    self.wanted = 1
                    BestFinder.answer(self, squares, rack, both)
                    self.banned = -1
                    if self.listed:
                        self.others[at] = self.listed_worths[0]
        for at in range(count):
            if self.others[at] == NEVER:
                self.others[at] = self._worth_without_play(rack)
            self._credit(CROSS if at or crossing else MAIN, self.credited[at], worth - self.others[at])

    def _credit_unknown(self, squares: Squares, rack: memoryview, both: bool) -> None:
        """Credit the unknown words and classes of anagrams."""
        self.wanted = 1
        self.judging = True
        BestFinder.answer(self, squares, rack, both)
        self.judging = False
        least = self.listed_worths[0] if self.listed else self._worth_without_play(rack)
        for number in range(self.words_met):
            rank = self.met_words[number]
            self._credit(self.kind_of_word[rank], rank, self.best_of_word[rank] - least)
            self.best_of_word[rank] = NEVER
        for number in range(self.classes_met):
            rank = self.met_classes[number]
            self._credit(ANAGRAMS, rank, self.best_of_class[rank] - least)
            self.best_of_class[rank] = NEVER
        self.words_met = self.classes_met = 0

    def _worth_without_play(self, rack: memoryview) -> int:
        """Return the worth of the best exchange, else that of a pass."""
        worth = self.pass_worth
        if self.exchangeable > 0:
            worth = self.leaves.find_exchange(rack, self.exchangeable)
        elif self.bag == 0 and self.shadow.weighs:
            worth = self.leaves.worth[self.leaves.count - 1]
        return worth

    def _meets_unknown(self, worth: int, meta: int, tiles: int) -> bool:
        """Return whether a move has unknown words; if there is one, or one class of anagrams, keep the best worth."""
        unknown = 0
        alike = True
        first = 0
        self._find_words(meta, tiles)
        for at in range(self.formed):
            rank = self.ranks[at]
            if self.known_words[rank]:
                continue
            if unknown == 0:
                first = at
            elif self.classes[rank] != self.classes[self.ranks[first]]:
                alike = False
            unknown += 1
        if unknown == 0:
            return False
        if alike:
            rank = self.ranks[first]
            if unknown == 1:
                kind = MAIN if first == 0 and self.formed_main else CROSS
                if self.best_of_word[rank] == NEVER:
                    self.met_words[self.words_met] = rank
                    self.words_met += 1
                # Of choices of equal worth, one that forms the word as its main word counts.
                if worth > self.best_of_word[rank] or (worth == self.best_of_word[rank] and kind == MAIN):
                    self.best_of_word[rank] = worth
                    self.kind_of_word[rank] = kind
            rank = self.classes[rank]
            if self.best_of_class[rank] == NEVER:
                self.met_classes[self.classes_met] = rank
                self.classes_met += 1
            if worth > self.best_of_class[rank]:
                self.best_of_class[rank] = worth
        return True

    def _forms(self, rank: int) -> bool:
        """Return whether the last move whose words were found forms this word."""
        for at in range(self.formed):
            if self.ranks[at] == rank:
                return True
        return False

    def _find_words(self, meta: int, tiles: int) -> None:
        """Find the ranks of the distinct words that a move forms, its main word first."""
        down = meta >> 56 & 1
        row, column = meta >> 32 & 255, meta >> 40 & 255
        laid = meta >> 48 & 255
        number = column if down else row
        at = row if down else column
        line = self.board.line(down, number)
        done = size = 0
        self.walk.lanes = 1
        while line[at].tile or done < laid:
            tile = line[at].tile
            if tile == 0:
                tile = tiles >> 8 * done & 63
                done += 1
                if line[at].cross_multiplier:
                    self._read_across(1 - down, at, number, tile)
            self.walk.tiles[size] = tile
            size += 1
            at += 1
        self.walk.lengths[0] = size
        self.walk.locate_lanes()
        self.formed = 0
        # Boards of callers may hold tiles that are no words.
        self.formed_main = self.walk.ended[0] != 0
        for at in range(self.walk.lanes):
            if self.walk.ended[at] and not self._forms(self.walk.starts[at]):
                self.ranks[self.formed] = self.walk.starts[at]
                self.formed += 1

    def _read_across(self, direction: int, number: int, at: int, tile: int) -> None:
        """Read the word across a move's line into the next lane: the tile goes on the square ``at`` of its line."""
        line = self.board.line(direction, number)
        lane = 64 * self.walk.lanes
        size = 0
        place = at
        while place > 0 and line[place - 1].tile:
            place -= 1
        while place == at or line[place].tile:
            self.walk.tiles[lane + size] = tile if place == at else line[place].tile
            size += 1
            place += 1
        self.walk.lengths[self.walk.lanes] = size
        self.walk.lanes += 1

    def _credit(self, kind: int, rank: int, credit: int) -> None:
        """Note a credit, if there is any and the search did not fail."""
        if credit <= 0 or self.failed:
            return
        at = CREDIT * self.credits
        if at == len(self.credit_rows):
            with cython.gil:
                try:
                    self._make_more_room()
                except MemoryError:
                    self.failed = True
                    self.state_limit = 0
                    return
        self.credit_rows[at] = self.turn - 1
        self.credit_rows[at + 1] = kind
        self.credit_rows[at + 2] = rank
        self.credit_rows[at + 3] = credit
        self.credits += 1

    def _make_more_room(self) -> None:
        """Double the room for credits."""
        rows = np.zeros(2 * len(self.noted_credits), np.int64)
        rows[: len(self.noted_credits)] = self.noted_credits
        self.noted_credits = rows
        self.credit_rows = rows.data

    def take(self) -> NDArray[np.int64]:
        """Return the credits noted since the last call, a row each: turn, kind, rank or class, credit."""
        rows: NDArray[np.int64] = np.array(self.noted_credits[: CREDIT * self.credits]).reshape(-1, CREDIT)
        self.credits = self.turn = 0
        return rows
