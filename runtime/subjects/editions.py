"""What a lexicon made of several lists is asked about them: which there are, and which of them have a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..words.words import Words

__all__ = ["EditionQueries"]


class EditionQueries:
    """The part of a :class:`lexkit.Lexicon` that knows editions; of a lexicon without any there are none."""

    core: Index

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of its editions, in the order in which they were merged."""
        return self.core.editions

    def edition(self, name: str) -> Words:
        """The words of that edition, capital or small: ``lex.edition("nwl23")``. About 2 ns a word of the lexicon.

        QueryError naming the editions there are, for any other.
        """
        from ..query.evaluate import meet

        return meet(self.core, "edition", name)

    def editions_of(self, word: str) -> tuple[str, ...]:
        """The names of the editions that have the word."""
        from ..words.editions import editions_of

        return editions_of(self.core, word)

    def mark(self, word: str) -> str:
        """The mark of the word, such as ``#``: the one that all editions with the word have; else ""."""
        from ..words.editions import mark_of

        return mark_of(self.core, word)
