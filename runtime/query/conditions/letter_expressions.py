"""Conditions that are letter expressions: patterns, subsequences, regular expressions.

The search begins at the cheapest entry: see :mod:`..search.where_to_begin`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from ....formats.kernels import numpy_on_first_use as np
from ...words.prefix_suffix_substring import prefix, substring, suffix
from ...words.spell_in_blocks import union
from ...words.words import Words
from ..language.expression import Choice, Expression, Letters, Repeat, Sequence, reverse
from ..language.patterns import has_variables, read_pattern, read_subsequence, read_variables
from ..language.regex import has_echo, read_regex
from ..search.find_words_by_machine import from_the_front, from_the_middle, machine_of
from ..search.glushkov_automaton import Positions, positions, read_by, require_size
from ..search.where_to_begin import CHEAP, Cut, cuts, parts_of
from .all_kinds import Kind
from .backreferences import BackreferenceExpression
from .condition import EitherWay, about_steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...automaton.index import Index
    from .condition import Condition

#: Most letters that a plan names.
_FEW_LETTERS: Final = 6
#: Most rows that a choice in a row is expanded into.
_MOST_ROWS: Final = 12


class LetterExpression(EitherWay):
    """The words that match an expression without Echo."""

    def __init__(self, expression: Expression, index: Index) -> None:
        """Prepare a search. Raises QueryError if the expression is too large."""
        require_size(expression)
        self.expression = expression
        self.parts = parts_of(expression)
        self.core = index

    @cached_property
    def whole(self) -> Positions:
        """Its automaton, for reading from the front."""
        return positions(self.expression)

    @cached_property
    def ways(self) -> list[Cut]:
        """The entries, the cheapest first."""
        return cuts(self.parts, self.core)

    @cached_property
    def apart(self) -> list[LetterExpression]:
        """A row for each option of a choice, if that is cheaper."""
        steps = self.ways[0].steps
        for place, part in enumerate(self.parts):
            if isinstance(part, Choice) and 1 < len(part.options) <= _MOST_ROWS and steps > CHEAP:
                rows = [
                    LetterExpression(Sequence((*self.parts[:place], option, *self.parts[place + 1 :])), self.core)
                    for option in part.options
                ]
                if sum(row.ways[0].steps for row in rows) < steps:
                    return rows
        return []

    def words(self, index: Index) -> Words:
        if self.apart:
            found = [row.words(index) for row in self.apart]
            return union(index, found)
        text = self._contained()
        if text is not None:
            return text
        return self.words_from(self.ways[0].place, index)

    def _contained(self) -> Words | None:
        """The words, if the row is a prefix, suffix or substring. None for any other row."""
        anything = Repeat(Letters(self.core.alphabet.mask), 0, None)
        before = self.parts[:1] == (anything,)
        behind = len(self.parts) > 1 and self.parts[-1:] == (anything,)
        masks = [part.mask if isinstance(part, Letters) else 0 for part in self.parts[before : -1 if behind else None]]
        if not (before or behind) or not masks or any(mask.bit_count() != 1 for mask in masks):
            return None
        labels = self.core.alphabet.labels
        text = "".join(f"[{labels[mask.bit_length() - 2]}]" for mask in masks)
        if before:
            return (substring if behind else suffix)(self.core, text)
        return prefix(self.core, text)

    def words_from(self, place: int, index: Index) -> Words:
        """The words, searched from the entry before this part. Every entry gives the same words."""
        if place == 0:
            return from_the_front(index, machine_of(index, self.whole))
        return from_the_middle(index, *self._sides(place))

    def _sides(self, place: int) -> tuple[Positions, Positions]:
        left = reverse(Sequence(self.parts[:place]))
        return positions(left), positions(Sequence(self.parts[place:]))

    def cost(self, index: Index) -> float:
        return 50 + (sum(row.ways[0].steps for row in self.apart) or self.ways[0].steps)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        return read_by(words, self.whole)

    def plan(self, index: Index) -> str:
        if self.apart:
            return "; or ".join(row.plan(index) for row in self.apart)
        best = self.ways[0]
        if best.place == 0:
            return "from the front"
        front = next(cut.steps for cut in self.ways if cut.place == 0)
        part = self.parts[best.place - 1]
        if isinstance(part, Letters):
            letters = self.core.alphabet.letter_set(part.mask & self.core.alphabet.mask)
            where = f"from the {'/'.join(letters)}" if len(letters) <= _FEW_LETTERS else "from a letter"
        else:
            where = "from the end"
        rest = ", then right" if best.place < len(self.parts) else ""
        return f"{where} leftwards{rest} (from the front: {about_steps(front)})"


def _pattern(value: str, index: Index) -> Condition:
    if has_variables(value):
        return BackreferenceExpression(read_variables(value, index.alphabet), index, distinct=True)
    return LetterExpression(read_pattern(value, index.alphabet), index)


def _subsequence(value: str, index: Index) -> Condition:
    return LetterExpression(read_subsequence(value, index.alphabet), index)


def _regex(value: str, index: Index) -> Condition:
    expression = read_regex(value, index.alphabet)
    return (BackreferenceExpression if has_echo(expression) else LetterExpression)(expression, index)


_PATTERN: Final = "Words that look like PATTERN: ? a letter, * any, [AB] one of, ^A not"
_SUBSEQUENCE: Final = "Words that have LETTERS in this order, others between"
_REGEX: Final = "Words that match a regular expression over tiles as a whole"
KINDS: Final = (
    Kind("pattern", "PATTERN", _PATTERN, "Q^U*", _pattern, "pattern", asks=True),
    Kind("subsequence", "LETTERS", _SUBSEQUENCE, "QZZ", _subsequence, "letters"),
    Kind("regex", "EXPRESSION", _REGEX, r"(.+)\1", _regex, "regex", asks=True),
)
