"""Base classes of conditions: Search, Filter, SearchOrFilter.

A :class:`Search` finds its words by walking the automaton. A :class:`Filter` checks words that other conditions
have found. A :class:`SearchOrFilter` can do both, and checks if few words are known. All return
:class:`lexkit.Words`, so that any can be combined with any other. Their estimated costs decide which goes first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Final

from lexkit.runtime.words.memory_limits import SMALL_BLOCK
from lexkit.runtime.words.spell_in_blocks import where_in_blocks
from lexkit.runtime.words.words import Words, all_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index

#: Default number of steps of a filter to check a word.
PER_WORD: Final = 2.0
#: Steps to spell a word and read it. The scale is that of the estimates, which are mostly a few times too low,
#: while this cost is certain.
STEPS_TO_READ: Final = 15.0


class Condition(ABC):
    """Condition that each word of a lexicon meets or does not meet."""

    #: The condition in the query language: ``kind:value``.
    text: str = ""
    #: True if the index caches it: it refers neither to the index nor to an answer, and depends on no other file.
    reusable: ClassVar[bool] = False

    @abstractmethod
    def words(self, index: Index) -> Words:
        """Return the words of the lexicon that meet the condition."""

    @abstractmethod
    def among(self, words: Words) -> Words:
        """Return which of these words meet the condition."""

    @abstractmethod
    def cost(self, index: Index) -> float:
        """Return the estimated steps of :meth:`words`, about 10 ns each, without a search."""

    def cost_among(self, index: Index, number: float) -> float:
        """Return the estimated steps of :meth:`among` for ``number`` words."""
        return self.cost(index)

    def plan(self, index: Index) -> str:
        """Describe the method: ``from the Q, leftwards, then right``."""
        return "walks the automaton"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}>"


class Search(Condition):
    """Condition that finds its own words."""

    def among(self, words: Words) -> Words:
        return words & self.words(words.core)


class SearchOrFilter(Search):
    """Condition that finds its own words, or checks a few."""

    #: Steps to check a word, on the scale of :meth:`cost`.
    steps_to_look: float = STEPS_TO_READ

    @abstractmethod
    def fitting(self, words: Words) -> NDArray[np.bool_]:
        """Return which of the words meet the condition: bool, shape (words,).

        The words are a block, in the alphabet's order.
        """

    def among(self, words: Words) -> Words:
        if self.steps_to_look * len(words) > self.cost(words.core):
            return super().among(words)
        return where_in_blocks(words.sorted(), self.fitting, SMALL_BLOCK)

    def cost_among(self, index: Index, number: float) -> float:
        return min(self.cost(index), self.steps_to_look * number)


class Filter(Condition):
    """Condition that checks each word."""

    #: Steps to check a word, on the scale of :meth:`cost`.
    per_word: float = PER_WORD

    @abstractmethod
    def fitting(self, words: Words) -> NDArray[np.bool_]:
        """Return which of the words meet the condition: bool, shape (words,).

        The words are a block, in the alphabet's order.
        """

    def words(self, index: Index) -> Words:
        return self.among(all_words(index))

    def among(self, words: Words) -> Words:
        # In the alphabet's order, in which every check walks the words.
        return where_in_blocks(words.sorted(), self.fitting)

    def cost(self, index: Index) -> float:
        return self.cost_among(index, len(index))

    def cost_among(self, index: Index, number: float) -> float:
        return self.per_word * number

    def plan(self, index: Index) -> str:
        return "looks at each word found so far"


def about_steps(steps: float) -> str:
    """Return an estimate as text, with two significant digits."""
    return f"about {float(f'{steps:.1e}'):,.0f} steps"
