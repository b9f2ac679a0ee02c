"""Methods of a lexicon about properties of words, its columns and its editions.

Most of them are a condition of the query language with the same name. A number may be an int or a text of the query
language, such as ``7``, ``"5-8"`` or ``">=30"``. The methods import :mod:`lexkit.runtime.query` when they are
called.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from os import PathLike
from typing import TYPE_CHECKING

from lexkit.base.checks import require_path

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..query.conditions.registry import Kind
    from ..words.bingo_stems import Stem
    from ..words.column import Column, Value
    from ..words.words import Words


class ConditionQueries:
    """Methods of :class:`lexkit.Lexicon` about properties of words."""

    core: Index

    @property
    def conditions(self) -> list[dict[str, str]]:
        """Kinds of condition that queries of this lexicon accept, for completion and help.

        Each is a dict with these keys: ``name``; ``value``, the form of its value; ``choices``, the valid values
        separated by spaces, or "" if there are too many to list; ``finds``, a description; ``example``, a query, or
        "" if none finds anything in the bundled list.
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

    @cached_property
    def _ask(self) -> Callable[[str, str], Words]:
        """Search for the words that meet ``kind:value``, cached because importing it takes as long as a walk."""
        from ..query.evaluate import meet

        return partial(meet, self.core)

    def _count(self, kind: str, number: int | str) -> Words:
        """Return the words that meet a condition on a number."""
        from ..words.number_ranges import number_text

        return self._ask(kind, number_text(number))

    def length(self, number: int | str) -> Words:
        """Return the words with this number of tiles.

        Here and in the methods below, ``number`` may be a text of the query language.

        Args:
            number: A number or a range: ``7``, ``"7-8"``, ``">=9"``.

        Raises:
            QuerySyntaxError: The range is malformed.
        """
        return self._count("length", number)

    def points(self, number: int | str) -> Words:
        """Return the words whose tiles have this total of points.

        Args:
            number: A number or a range, as for :meth:`length`.
        """
        return self._count("points", number)

    def vowels(self, number: int | str) -> Words:
        """Return the words with this number of vowels, counting repeats.

        Args:
            number: A number or a range, as for :meth:`length`.
        """
        return self._count("vowels", number)

    def consonants(self, number: int | str) -> Words:
        """Return the words with this number of consonants, counting repeats.

        Args:
            number: A number or a range, as for :meth:`length`.
        """
        return self._count("consonants", number)

    def unique(self, number: int | str) -> Words:
        """Return the words with this number of different letters.

        Args:
            number: A number or a range, as for :meth:`length`.
        """
        return self._count("unique", number)

    def anagrams(self, number: int | str) -> Words:
        """Return the words with this number of anagrams, counting the word itself.

        ``lex.anagram(tiles)`` finds the anagrams of given tiles.

        Args:
            number: A number or a range, as for :meth:`length`.
        """
        return self._count("anagrams", number)

    def probability(self, places: int | str, blanks: int = 2, strict: bool = False) -> Words:
        """Return the words at these places in the order of probability, among the words of their length.

        Args:
            places: A place, from 1, or a range: ``lex.probability("1-500")``.
            blanks: Maximum number of blanks among the tiles drawn, 0 to 2.
            strict: Order equally likely words by their letters. By default they share their places.
        """
        from ..words.number_ranges import number_text

        return self._ask(
            "probability!" if strict else "probability",
            f"{number_text(places)}/{number_text(blanks)}",
        )

    def includes(self, letters: str) -> Words:
        """Return the words that have all of these letters. A letter given twice must occur twice.

        Args:
            letters: Letters in any order.
        """
        return self._ask("includes", letters)

    def excludes(self, letters: str) -> Words:
        """Return the words that have none of these letters.

        Args:
            letters: Letters in any order.
        """
        return self._ask("excludes", letters)

    def consists_of(self, letters: str, percent: int | str = 100) -> Words:
        """Return the words that consist of these letters by at least ``percent``.

        ``lex.consists_of("AEIOU", 75)`` finds words with three quarters vowels or more.

        Args:
            letters: Letters to count.
            percent: Minimum percentage, or a range such as ``"<50"`` or ``"20-40"``. It is compared exactly: 1
                letter of 3 is more than 33 and less than 33.4.
        """
        from ..query.evaluate import query_text
        from ..words.number_ranges import number_text

        letters, number = query_text(letters), number_text(percent, point=True)
        is_range = number.startswith(("<", ">", "=")) or "-" in number
        return self._ask("consists-of", letters + (number if is_range else f">={number}"))

    def palindrome(self, whether: bool = True) -> Words:
        """Return the words that read the same backwards.

        Args:
            whether: False for all other words.
        """
        return self._ask("palindrome", "yes" if whether else "no")

    def front_hook(self, letters: str) -> Words:
        """Return the words that take each of these letters in front.

        Args:
            letters: Letters in any order.
        """
        return self._ask("front-hook", letters)

    def back_hook(self, letters: str) -> Words:
        """Return the words that take each of these letters at the end.

        Args:
            letters: Letters in any order.
        """
        return self._ask("back-hook", letters)

    def front_hooks(self, number: int | str) -> Words:
        """Return the words with this number of front hooks: letters that make another word in front.

        Args:
            number: A number or a range, as for :meth:`length`.
        """
        return self._count("front-hooks", number)

    def back_hooks(self, number: int | str) -> Words:
        """Return the words with this number of back hooks: letters that make another word at the end.

        Args:
            number: A number or a range, as for :meth:`length`.
        """
        return self._count("back-hooks", number)

    def inner_hook(self, side: str) -> Words:
        """Return the words that are still words without their first or last letter.

        Args:
            side: The letter to remove: ``front``, ``back``, ``both`` (each alone leaves a word) or ``either`` (at
                least one does).
        """
        return self._ask("inner-hook", side)

    def group(self, name: str) -> Words:
        """Return the words of a named group, such as ``high-fives`` or ``type-i-sevens``.

        docs/queries.md defines the groups.

        Args:
            name: Name of the group.

        Raises:
            QuerySyntaxError: There is no such group. The message lists the names.
        """
        return self._ask("group", name)

    def stem(self, size: int | str, best: int = 100) -> Words:
        """Return the words that have all tiles of one of the best stems of this size.

        Args:
            size: Tiles of a stem.
            best: Number of stems to use, the best first; see :meth:`stems`.
        """
        from ..words.number_ranges import number_text

        return self._ask("stem", size if isinstance(size, str) else f"{number_text(size)}/{number_text(best)}")

    def stems(self, size: int, best: int = 100) -> list[Stem]:
        """Return the best bingo stems of this number of tiles, the best first.

        A stem's worth is ``ways * tiles``: the number of ways to draw it from the full bag without blanks, times
        the number of tiles left in the bag that complete a word.

        Args:
            size: Tiles of a stem.
            best: Maximum number of stems, at most 1,000.

        Raises:
            QueryError: No stem can have this size, ``best`` is out of range, or the alphabet has no tile counts.
        """
        from ..words.bingo_stems import best_stems

        return best_stems(self.core, size, best)

    def in_(self, other: str | PathLike[str]) -> Words:
        """Return the words that another list has too.

        Args:
            other: A lexicon, by name or path, or a text file with one word per line.
        """
        return self._ask("in", require_path(other, "list"))

    def defined_as(self, text: str) -> Words:
        """Return the words whose definition contains this text, ignoring case.

        Takes 50 ms for 180,000 definitions.

        Args:
            text: Any text.

        Raises:
            QueryError: The lexicon has no definitions.
        """
        return self._ask("definition", text)

    # -- columns and editions -----------------------------------------------------------------------

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the lexicon's columns. ``lexc attach`` adds a column."""
        return tuple(self.core.columns)

    def column(self, name: str) -> Column:
        """Return the column of this name.

        Args:
            name: Name of the column, one of :attr:`columns`.

        Raises:
            QueryError: There is no such column. The message lists the columns.
        """
        from ..words.column import column_of

        return column_of(self.core, name)

    def definition(self, word: str) -> str | None:
        """Return the word's definition, from the column ``definition``, or None.

        Args:
            word: A word of the lexicon.

        Raises:
            QueryError: The text is not a word, or the lexicon has no definitions.
        """
        if "definition" not in self.columns:
            from ..words.column import no_definitions

            raise no_definitions()
        column = self.column("definition")
        value = column[word]
        return None if value is None else str(value)

    def values_of(self, word: str) -> dict[str, Value]:
        """Return the word's value in every column, as a dict by column name.

        Args:
            word: A word of the lexicon.

        Raises:
            QueryError: The text is not a word.
        """
        from ..words.column import values_of

        return values_of(self.core, word)

    @property
    def editions(self) -> tuple[str, ...]:
        """Names of the lexicon's editions, in the order in which they were merged. Empty if it has none."""
        return self.core.editions

    def edition(self, name: str) -> Words:
        """Return the words of an edition: ``lex.edition("nwl23")``.

        Takes about 2 ns for each word of the lexicon.

        Args:
            name: Name of the edition, in upper or lower case.

        Raises:
            QueryError: There is no such edition. The message lists the editions.
        """
        from ..query.evaluate import meet

        return meet(self.core, "edition", name)

    def editions_of(self, word: str) -> tuple[str, ...]:
        """Return the names of the editions that have the word. Empty for a non-word.

        Args:
            word: Any text.
        """
        from ..words.column import editions_of

        return editions_of(self.core, word)

    def mark(self, word: str) -> str:
        """Return the word's mark: the symbol, such as ``#``, shared by all editions that have the word, or "".

        Args:
            word: Any text.
        """
        from ..words.column import mark_of

        return mark_of(self.core, word)
