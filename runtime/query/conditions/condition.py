"""What a word can be asked to be: the kinds of condition that all queries are made of.

A :class:`Finding` goes and gets its words, walking the automaton; a :class:`Filter` looks at words that others have
found; :class:`EitherWay` can do both, and looks where few are known. All answer with :class:`lexkit.Words`, so that any
of them can be joined with any other; which of them goes first is chosen by what they are expected to cost.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from ...words.words import Words, all_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...automaton.index import Index

__all__ = ["PER_WORD", "STEPS_TO_READ", "Condition", "EitherWay", "Filter", "Finding", "about_steps"]

#: Steps that a filter takes to look at a word, where it does not say otherwise.
PER_WORD: Final = 2.0
#: Steps for spelling a word and reading it, in the measure of the estimates: these are mostly a few times too low, and
#: what reading takes is certain.
STEPS_TO_READ: Final = 15.0


class Condition(ABC):
    """Something that each word of a lexicon either is or is not."""

    #: How the query language writes it: ``kind:value``.
    text: str = ""

    @abstractmethod
    def words(self, index: Index) -> Words:
        """The words of the lexicon that meet the condition."""

    @abstractmethod
    def among(self, words: Words) -> Words:
        """Those of these words that meet it."""

    @abstractmethod
    def cost(self, index: Index) -> float:
        """Steps that :meth:`words` is expected to take, of about 10 ns each. An estimate, never a search."""

    def cost_among(self, index: Index, number: float) -> float:
        """Steps that :meth:`among` is expected to take for so many words."""
        return self.cost(index)

    def plan(self, index: Index) -> str:
        """How it goes about it, for people: ``from the Q, leftwards, then right``."""
        return "walks the automaton"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}>"


class Finding(Condition):
    """A condition that finds its words by itself."""

    def among(self, words: Words) -> Words:
        return words & self.words(words.core)


class EitherWay(Finding):
    """A condition that finds its words by itself; few that are known already are looked at instead."""

    #: Steps that looking at a word takes, in the measure of :meth:`cost`.
    steps_to_look: float = STEPS_TO_READ

    @abstractmethod
    def fitting(self, words: Words) -> NDArray[np.bool_]:
        """Which of the words meet it: bool, one for each; they come in the alphabet's order."""

    def among(self, words: Words) -> Words:
        if self.steps_to_look * len(words) > self.cost(words.core):
            return super().among(words)
        known = words.sorted()
        return known.where(self.fitting(known))

    def cost_among(self, index: Index, number: float) -> float:
        return min(self.cost(index), self.steps_to_look * number)


class Filter(Condition):
    """A condition that is told of each word by looking at it."""

    @abstractmethod
    def fitting(self, words: Words) -> NDArray[np.bool_]:
        """Which of the words meet it: bool, one for each, in their order."""

    def words(self, index: Index) -> Words:
        return self.among(all_words(index))

    def among(self, words: Words) -> Words:
        # In the alphabet's order, which is the one that whoever looks at words walks them in.
        known = words.sorted()
        return known.where(self.fitting(known))

    def cost(self, index: Index) -> float:
        return self.cost_among(index, len(index))

    def cost_among(self, index: Index, number: float) -> float:
        return PER_WORD * number

    def plan(self, index: Index) -> str:
        return "looks at each word found so far"


def about_steps(steps: float) -> str:
    """An estimate for people: two figures of it are enough."""
    return f"about {float(f'{steps:.1e}'):,.0f} steps"
