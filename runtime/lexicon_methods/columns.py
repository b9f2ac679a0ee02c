"""The methods of a lexicon about its columns.

They import :mod:`lexkit.runtime.words.column` when called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..words.column import Column, Value


class ColumnQueries:
    """The methods of a :class:`lexkit.Lexicon` about its columns."""

    core: Index

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
