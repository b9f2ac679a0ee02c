"""Conditions that are letter expressions: patterns, subsequences, regular expressions.

The search begins at the cheapest entry: see :mod:`..search.kernels.where_to_begin`.

With backreferences (echoes), which patterns with variables contain, a word matches if there is *some* way to take
its letters one after the other; all ways are tried. An echo takes again the letters that its group matched last. If
the group matched nothing, an echo of it fails. A repetition may go round without taking a letter. ``re`` does the
same, unless a repeated part is empty. Cost: a walk of the forward part, as far as the beginnings of words can
match; see :mod:`..search.kernels.backreference_walk` for its limits.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError
from lexkit.base.time_limits import look
from lexkit.formats.compiled_kernels import is_compiled
from lexkit.runtime.words.prefix_suffix_substring import prefix, substring, suffix
from lexkit.runtime.words.spell_in_blocks import union
from lexkit.runtime.words.words import Words, words_of_ranges

from ..language.kernels.expression import Choice, Expression, Group, Letters, Repeat, Sequence, reverse
from ..language.patterns_and_regex import (
    has_variables,
    read_pattern,
    read_regex,
    read_subsequence,
    read_variables,
)
from ..search.backreference_program import Program, program
from ..search.find_words_by_machine import MachinePool, from_the_front, from_the_middle
from ..search.glushkov_automaton import read_by, require_size
from ..search.kernels import backreference_walk
from ..search.kernels.backreference_walk import MAX_AT_PLACE, MAX_STEPS, TOO_MANY, EchoWalk, fill_heights
from ..search.kernels.position_automaton import Positions, positions
from ..search.kernels.where_to_begin import CHEAP, Cut, cuts, parts_of, text_of_row
from ..search.letter_statistics import profile
from .condition import Search, SearchOrFilter, about_steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index

    from .condition import Condition


#: Time per number of the node array to find the longest path from each node, compiled, in seconds.
_PER_NUMBER: Final = 2e-9
#: The same, interpreted.
_INTERPRETED: Final = 5e-7
#: Number of ranges that the walk returns at a time.
_ROOM: Final = 4096
#: Steps of 10 ns for each place of the walk.
_PER_PLACE: Final = 3.0
#: Approximate number of places of the walk for each word of the lexicon.
_PLACES: Final = 2.5


class BackreferenceExpression(Search):
    """Words that match an expression with backreferences.

    ``distinct``: its groups take one letter each, all of them different.
    """

    def __init__(self, expression: Expression, index: Index, *, distinct: bool = False) -> None:
        self.expression = expression
        self.program: Program = program(expression, index.alphabet.mask, distinct)

    def words(self, index: Index) -> Words:
        index.require_open()
        walk = self._walk(index)
        found: list[NDArray[np.int64]] = []
        room = np.empty((2, _ROOM), np.int64)
        while not walk.done():
            look()
            given = walk.run(room[0].data, room[1].data)
            if given:
                found.append(room[:, :given].copy())
        if walk.trouble():
            limit = f"{MAX_AT_PLACE:,} at a time" if walk.trouble() == TOO_MANY else f"{MAX_STEPS:,} steps"
            raise QueryError(
                "the expression can match in too many ways",
                expected=f"at most {limit}",
                remedy="use fewer groups of any length",
            )
        starts, stops = np.concatenate(found, axis=1) if found else room[:, :0]
        return words_of_ranges(index, np.ascontiguousarray(starts), np.ascontiguousarray(stops))

    def _walk(self, index: Index) -> EchoWalk:
        return EchoWalk(index.nodes, index.remember("longest rests", _longest_rests).data, self.program)

    def cost(self, index: Index) -> float:
        """Return the estimated steps: the walk goes wherever the first letters allow."""
        letters = max(1, len(index.alphabet))
        places = _PLACES * len(index)
        for mask in _front(self.expression):
            places *= mask.bit_count() / letters
        return 1000 + _PER_PLACE * places

    def plan(self, index: Index) -> str:
        return "walks from the front, remembering what groups met"


def _longest_rests(index: Index) -> NDArray[np.uint8]:
    """Return the length of the longest path from each node."""
    size = len(index.file.gaddag.words)
    look((_PER_NUMBER if is_compiled(backreference_walk) else _INTERPRETED) * size)
    heights = np.zeros(size, np.uint8)
    fill_heights(index.nodes, heights.data)
    return heights


def _front(expression: Expression) -> list[int]:
    """Return the letters that a word must begin with, as masks. It finds obvious ones, not all."""
    match expression:
        case Letters(mask):
            return [mask]
        case Group(_, inner):
            return _front(inner)
        case Sequence(parts):
            masks: list[int] = []
            for part in parts:
                masks += _front(part)
                if not isinstance(part, Letters) and not (isinstance(part, Group) and isinstance(part.inner, Letters)):
                    break
            return masks
        case Repeat(inner, least, _) if least:
            return _front(inner)
        case _:
            return []


#: Maximum number of letters that a plan names.
_FEW_LETTERS: Final = 6
#: Maximum number of rows that a choice in a row is expanded into.
_MOST_ROWS: Final = 12


class LetterExpression(SearchOrFilter):
    """Words that match an expression without Echo."""

    reusable = True

    def __init__(self, expression: Expression, index: Index) -> None:
        """Prepare a search. Raises QueryError if the expression is too large."""
        require_size(expression)
        self.expression = expression
        self.parts = parts_of(expression)
        #: Entries, the cheapest first.
        self.ways: list[Cut] = cuts(self.parts, profile(index))
        self._alphabet = index.alphabet
        self._index = index.mark
        self._whole: MachinePool | None = None
        #: Machines of the left and the right side of each entry that was used.
        self._sides: dict[int, tuple[MachinePool, MachinePool]] = {}

    @property
    def core(self) -> Index:
        """Index that the expression was read for. The expression, which it may cache, does not keep it open."""
        index = self._index()
        assert index is not None
        return index

    @property
    def _machines(self) -> MachinePool:
        if self._whole is None:
            self._whole = self._pool(self.expression)
        return self._whole

    def _pool(self, expression: Expression) -> MachinePool:
        return MachinePool(positions(expression, len(self._alphabet)))

    @property
    def whole(self) -> Positions:
        """Automaton for reading from the front."""
        return self._machines.positions

    @cached_property
    def apart(self) -> list[LetterExpression]:
        """A row for each option of a choice, if that is cheaper."""
        steps = self.ways[0].steps
        for place, part in enumerate(self.parts):
            if isinstance(part, Choice) and 1 < len(part.options) <= _MOST_ROWS:
                rows = [
                    LetterExpression(Sequence((*self.parts[:place], option, *self.parts[place + 1 :])), self.core)
                    for option in part.options
                ]
                if sum(row.ways[0].steps for row in rows) < steps:
                    return rows
        return []

    def words(self, index: Index) -> Words:
        if self.ways[0].steps > CHEAP and self.apart:
            found = [row.words(index) for row in self.apart]
            return union(index, found)
        row = text_of_row(self.parts, self._alphabet.mask)
        if row is not None and row[0] and (row[1] or row[2]):
            tiles, before, behind = row
            search = prefix if not before else substring if behind else suffix
            return search(index, "".join([f"[{self._alphabet.labels[tile - 1]}]" for tile in tiles]))
        return self.words_from(self.ways[0].place, index)

    def words_from(self, place: int, index: Index) -> Words:
        """Return the words, searched from the entry before this part. Every entry gives the same words."""
        if place == 0:
            machines = self._machines
            machine = machines.borrow()
            found = from_the_front(index, machine)
            machines.give_back(machine)
            return found
        sides = self._sides.get(place)
        if sides is None:
            left, right = reverse(Sequence(self.parts[:place])), Sequence(self.parts[place:])
            sides = self._sides[place] = self._pool(left), self._pool(right)
        return from_the_middle(index, *sides)

    def cost(self, index: Index) -> float:
        steps = self.ways[0].steps
        return 50 + (sum(row.ways[0].steps for row in self.apart) or steps if steps > CHEAP else steps)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        return read_by(words, self.whole)

    def plan(self, index: Index) -> str:
        if self.ways[0].steps > CHEAP and self.apart:
            return "; or ".join(row.plan(index) for row in self.apart)
        best = self.ways[0]
        if best.place == 0:
            return "from the front"
        front = next(cut.steps for cut in self.ways if cut.place == 0)
        part = self.parts[best.place - 1]
        if isinstance(part, Letters):
            letters = self._alphabet.letter_set(part.mask & self._alphabet.mask)
            where = f"from the {'/'.join(letters)}" if len(letters) <= _FEW_LETTERS else "from a letter"
        else:
            where = "from the end"
        rest = ", then right" if best.place < len(self.parts) else ""
        return f"{where} leftwards{rest} (from the front: {about_steps(front)})"


def pattern(value: str, index: Index) -> Condition:
    if has_variables(value):
        return BackreferenceExpression(read_variables(value, index.alphabet), index, distinct=True)
    return LetterExpression(read_pattern(value, index.alphabet), index)


def subsequence(value: str, index: Index) -> Condition:
    return LetterExpression(read_subsequence(value, index.alphabet), index)


def regex(value: str, index: Index) -> Condition:
    expression = read_regex(value, index.alphabet)
    return (BackreferenceExpression if expression.has_echo else LetterExpression)(expression, index)
