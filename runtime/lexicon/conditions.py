"""The methods of a lexicon about properties of words, about its columns and its editions.

Most are a condition of the query language and have its name. A number is an int or a text of the language: ``7``,
``"5-8"``, ``">=30"``. The methods import :mod:`lexkit.runtime.query` when called.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from lexkit.base.checks import require_flag, require_path

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..query.conditions.registry import Kind
    from ..words.bingo_stems import Stem
    from ..words.column import Column, Value
    from ..words.words import Words


class ConditionQueries:
    """The methods of a :class:`lexkit.Lexicon` about properties of words."""

    core: Index

    @property
    def conditions(self) -> list[dict[str, str]]:
        """The kinds of condition that queries of this lexicon may have, to help someone who types one.

        For each its ``name``, what its ``value`` looks like, its ``choices`` with spaces between if only a few values
        are valid, else "", what it ``finds``, and an ``example``, "" if the bundled list has none.
        """
        from ..query.conditions.registry import KINDS

        def has_words(kind: Kind) -> bool:
            return {"": True, "column": kind.name in self.columns, "editions": bool(self.editions)}[kind.needs]

        return [
            {
                "name": kind.name,
                "value": kind.value,
                "choices": " ".join(kind.choices),
                "finds": kind.help,
                "example": "" if kind.elsewhere else kind.example,
            }
            for kind in KINDS.values()
            if has_words(kind)
        ]

    def _ask(self, kind: str, value: str) -> Words:
        """The words that meet the condition ``kind:value``."""
        from ..query.evaluate import meet

        return meet(self.core, kind, value)

    def _count(self, kind: str, number: int | str) -> Words:
        """The words that meet a condition on a number."""
        from ..words.number_ranges import number_text

        return self._ask(kind, number_text(number))

    def length(self, number: int | str) -> Words:
        """The words with this number of tiles: ``lex.length(7)``, ``lex.length("7-8")``.

        Here and below, a number may be a text of the query language, such as ``"5-8"`` or ``">=30"``; a malformed
        one raises QuerySyntaxError.
        """
        return self._count("length", number)

    def points(self, number: int | str) -> Words:
        """The words whose tiles have this number of points together."""
        return self._count("points", number)

    def vowels(self, number: int | str) -> Words:
        """The words with this number of vowels, repeats included."""
        return self._count("vowels", number)

    def consonants(self, number: int | str) -> Words:
        """The words with this number of consonants, repeats included."""
        return self._count("consonants", number)

    def unique(self, number: int | str) -> Words:
        """The words with this number of different letters."""
        return self._count("unique", number)

    def anagrams(self, number: int | str) -> Words:
        """The words with this number of anagrams, themselves included.

        ``lex.anagram(tiles)`` finds the anagrams of given tiles.
        """
        return self._count("anagrams", number)

    def probability(self, places: int | str, blanks: int = 2, strict: bool = False) -> Words:
        """The words at these places by probability, among those of their length.

        ``lex.probability("1-500")``. Words that are equally likely share their places, unless ``strict``: then they
        follow each other by their letters. ``blanks``: the most blanks among the tiles drawn, 0 to 2.
        """
        from ..words.number_ranges import number_text

        return self._ask(
            "probability!" if require_flag(strict, "strict") else "probability",
            f"{number_text(places)}/{number_text(blanks)}",
        )

    def includes(self, letters: str) -> Words:
        """The words that have all of these letters.

        A letter given twice must occur twice.
        """
        return self._ask("includes", letters)

    def excludes(self, letters: str) -> Words:
        """The words that have none of these letters."""
        return self._ask("excludes", letters)

    def consists_of(self, letters: str, percent: int | str = 100) -> Words:
        """The words made of these letters, at least by ``percent``.

        ``lex.consists_of("AEIOU", 75)``: three quarters of the letters, or more, are vowels. ``percent`` may also be
        ``"<50"`` or ``"20-40"``, and is compared exactly: 1 letter of 3 is more than 33, and less than 33.4.
        """
        from ..query.evaluate import query_text
        from ..words.number_ranges import number_text

        letters, number = query_text(letters), number_text(percent, point=True)
        is_range = number.startswith(("<", ">", "=")) or "-" in number
        return self._ask("consists-of", letters + (number if is_range else f">={number}"))

    def palindrome(self, whether: bool = True) -> Words:
        """The words that read the same backwards, or all others."""
        return self._ask("palindrome", "yes" if require_flag(whether, "whether") else "no")

    def front_hook(self, letters: str) -> Words:
        """The words that every one of these letters extends in front."""
        return self._ask("front-hook", letters)

    def back_hook(self, letters: str) -> Words:
        """The words that every one of these letters extends at the end."""
        return self._ask("back-hook", letters)

    def front_hooks(self, number: int | str) -> Words:
        """The words with this number of front hooks.

        A front hook is a letter that makes another word in front.
        """
        return self._count("front-hooks", number)

    def back_hooks(self, number: int | str) -> Words:
        """The words with this number of back hooks.

        A back hook is a letter that makes another word at the end.
        """
        return self._count("back-hooks", number)

    def inner_hook(self, side: str) -> Words:
        """The words that stay words without an end letter.

        ``side``: without their first letter (``front``), their last (``back``), each of these (``both``), or one of
        these at least (``either``).
        """
        return self._ask("inner-hook", side)

    def group(self, name: str) -> Words:
        """The words of a named group, such as ``high-fives`` or ``type-i-sevens``.

        docs/queries.md defines them. Raises QuerySyntaxError, with the names, for any other name.
        """
        return self._ask("group", name)

    def stem(self, size: int | str, best: int = 100) -> Words:
        """The words that have all tiles of one of the best stems of this size, and more: see :meth:`stems`."""
        from ..words.number_ranges import number_text

        return self._ask("stem", size if isinstance(size, str) else f"{number_text(size)}/{number_text(best)}")

    def stems(self, size: int, best: int = 100) -> list[Stem]:
        """The best bingo stems of this many tiles, the best first.

        A stem's worth is ``ways * tiles``: the ways to draw it from the full bag without blanks, times the tiles left
        in the bag that make it a word. Raises QueryError for a size that no stem has, for more than 1,000 stems, and
        for an alphabet that does not say how many tiles there are.
        """
        from ..words.bingo_stems import best_stems

        return best_stems(self.core, size, best)

    def in_(self, other: str | PathLike[str]) -> Words:
        """The words that another list has too.

        ``other``: a lexicon, by name or path, or a text file with one word on each line.
        """
        return self._ask("in", require_path(other, "list"))

    def defined_as(self, text: str) -> Words:
        """The words whose definition contains this text, ignoring case. 50 ms for 180,000 definitions.

        Raises QueryError if the lexicon has no definitions.
        """
        return self._ask("definition", text)

    # -- columns and editions -----------------------------------------------------------------------

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns.

        ``lexc attach`` adds one.
        """
        return tuple(self.core.file.columns)

    def column(self, name: str) -> Column:
        """The column of this name.

        Raises QueryError, with the names of the columns there are, for any other name.
        """
        from ..words.column import column_of

        return column_of(self.core, name)

    def definition(self, word: str) -> str | None:
        """The word's definition, from the column ``definition``, or None.

        Raises QueryError for a non-word, and if the lexicon has no definitions.
        """
        if "definition" not in self.columns:
            from ..words.column import no_definitions

            raise no_definitions()
        column = self.column("definition")
        value = column[word]
        return None if value is None else str(value)

    def values_of(self, word: str) -> dict[str, Value]:
        """The word's value in every column, by the column's name.

        Raises QueryError for a non-word.
        """
        from ..words.column import values_of

        return values_of(self.core, word)

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of its editions, in the order of merging.

        Empty if it has none.
        """
        return self.core.editions

    def edition(self, name: str) -> Words:
        """The words of this edition: ``lex.edition("nwl23")``. Case does not matter.

        About 2 ns for each word of the lexicon. Raises QueryError, with the names of the editions there are, for any
        other name.
        """
        from ..query.evaluate import meet

        return meet(self.core, "edition", name)

    def editions_of(self, word: str) -> tuple[str, ...]:
        """The names of the editions that have the word.

        Empty for a non-word.
        """
        from ..words.column import editions_of

        return editions_of(self.core, word)

    def mark(self, word: str) -> str:
        """The mark that all editions with the word share, or "".

        A mark is a symbol such as ``#``.
        """
        from ..words.column import mark_of

        return mark_of(self.core, word)
