"""What a lexicon with columns is asked: which there are, one of them, what they have for a word.

A column is read by :mod:`.column`, which is loaded by the first such question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..words.column import Column, Value

__all__ = ["ColumnQueries"]


class ColumnQueries:
    """The part of a :class:`lexkit.Lexicon` that knows its columns."""

    core: Index

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns there are; ``lexc attach`` adds some."""
        return tuple(self.core.file.columns)

    def column(self, name: str) -> Column:
        """The column of this name: see :class:`lexkit.Column`. QueryError names those there are."""
        from ..words.column import column_of

        return column_of(self.core, name)

    def definition(self, word: str) -> str | None:
        """What the word means, from the column ``definition``; None where it has none.

        QueryError for what is no word, and where the lexicon has no definitions.
        """
        if "definition" not in self.columns:
            from ..words.column import no_definitions

            raise no_definitions()
        column = self.column("definition")
        value = column[word]
        return None if value is None else str(value)

    def values_of(self, word: str) -> dict[str, Value]:
        """What all columns have for this word, by column; raises QueryError for a non-word."""
        from ..words.column import values_of

        return values_of(self.core, word)
