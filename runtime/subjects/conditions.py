"""What a lexicon is asked about properties of words: how long, how many points, which hooks.

One method for each such kind of condition of the query language, by its name there; numbers may be whole numbers or
the texts of the language: ``7``, ``"5-8"``, ``">=30"``. The answers are found in :mod:`.query`.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..words.words import Words

__all__ = ["ConditionQueries"]


class ConditionQueries:
    """The part of a :class:`lexkit.Lexicon` that knows the properties of words."""

    core: Index

    def _ask(self, kind: str, value: str) -> Words:
        """The words that meet the condition ``kind:value``."""
        from ..query.evaluate import meet

        return meet(self.core, kind, value)

    def length(self, number: int | str) -> Words:
        """The words of so many tiles: ``lex.length("7-8")``."""
        return self._ask("length", str(number))

    def points(self, number: int | str) -> Words:
        """The words whose tiles have so many points."""
        return self._ask("points", str(number))

    def vowels(self, number: int | str) -> Words:
        """The words with so many vowels."""
        return self._ask("vowels", str(number))

    def consonants(self, number: int | str) -> Words:
        """The words with so many consonants."""
        return self._ask("consonants", str(number))

    def unique(self, number: int | str) -> Words:
        """The words with so many different letters."""
        return self._ask("unique", str(number))

    def anagrams(self, number: int | str) -> Words:
        """The words with so many anagrams, themselves included. Those of some tiles: ``lex.anagram(tiles)``."""
        return self._ask("anagrams", str(number))

    def probability(self, places: int | str, blanks: int = 2) -> Words:
        """The words at these places of their length, those drawn most often first: ``lex.probability("1-500")``.

        Words that are as likely share their places. ``blanks``: of the tiles drawn, at most so many; 0 to 2.
        """
        return self._ask("probability", f"{places}/{blanks}")

    def includes(self, letters: str) -> Words:
        """The words that have all of these letters, twice what is given twice."""
        return self._ask("includes", letters)

    def consists_of(self, letters: str, percent: int | str = 100) -> Words:
        """The words of whose letters so many percent are among these: ``lex.consists_of("AEIOU", ">=75")``."""
        number = str(percent)
        return self._ask("consists-of", letters + (number if number[:1] in "<>=" else f">={number}"))

    def palindrome(self, whether: bool = True) -> Words:
        """The words that read the same backwards, or all others."""
        return self._ask("palindrome", "yes" if whether else "no")

    def front_hook(self, letters: str) -> Words:
        """The words that each of these letters goes in front of."""
        return self._ask("front-hook", letters)

    def back_hook(self, letters: str) -> Words:
        """The words that each of these letters goes behind."""
        return self._ask("back-hook", letters)

    def front_hooks(self, number: int | str) -> Words:
        """The words that so many different letters go in front of."""
        return self._ask("front-hooks", str(number))

    def back_hooks(self, number: int | str) -> Words:
        """The words that so many different letters go behind."""
        return self._ask("back-hooks", str(number))

    def inner_hook(self, side: str) -> Words:
        """The words that are words without their first letter (``front``), their last (``back``), each (``both``)."""
        return self._ask("inner-hook", side)

    def in_(self, other: str | PathLike[str]) -> Words:
        """The words that another lexicon has too, by name or path, or that a file lists, one a line."""
        return self._ask("in", fspath(other))

    def defined_as(self, text: str) -> Words:
        """The words whose definition has this text in it, capital or small. 50 ms for 180,000 definitions."""
        return self._ask("definition", text)
