"""The methods of a lexicon about its editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..words.words import Words


class EditionQueries:
    """The methods of a :class:`lexkit.Lexicon` about its editions.

    Only lexicons that were merged from several lists have editions.
    """

    core: Index

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
        from ..words.edition_marks import editions_of

        return editions_of(self.core, word)

    def mark(self, word: str) -> str:
        """The mark that all editions with the word share, or "".

        A mark is a symbol such as ``#``.
        """
        from ..words.edition_marks import mark_of

        return mark_of(self.core, word)
