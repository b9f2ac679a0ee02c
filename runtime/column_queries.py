"""What a lexicon with columns is asked: which there are, one of them, what they have for a word.

A column is read by :mod:`.column`, which is loaded by the first such question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..errors import QueryError

if TYPE_CHECKING:
    from .column import Column, Value
    from .lexicon import Lexicon

__all__ = ["ColumnQueries", "no_definitions"]


class ColumnQueries:
    """The part of a :class:`lexkit.Lexicon` that knows its columns."""

    def _require_open(self) -> None:
        """ClosedLexiconError unless questions are answered; the lexicon says."""
        raise NotImplementedError

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns there are; ``lexc attach`` adds some."""
        return tuple(cast("Lexicon", self)._file.columns)

    def column(self, name: str) -> Column:
        """The column of this name: see :class:`lexkit.Column`. QueryError names those there are."""
        from .column import Column

        self._require_open()
        lexicon = cast("Lexicon", self)
        stored = lexicon._file.columns.get(name) if isinstance(name, str) else None
        if stored is None:
            there = ", ".join(self.columns)
            raise QueryError(
                "the lexicon has no such column",
                expected=f"one of: {there}" if there else None,
                found=repr(name),
                remedy=None if there else f"attach it: lexc attach LEXICON --column {name}=FILE",
            )
        return Column(lexicon, stored)

    def definition(self, word: str) -> str | None:
        """What the word means, from the column ``definition``; None where it has none.

        QueryError for what is no word, and where the lexicon has no definitions.
        """
        if "definition" not in self.columns:
            raise no_definitions()
        column = self.column("definition")
        value = column[word]
        return None if value is None else str(value)

    def values_of(self, word: str) -> dict[str, Value]:
        """What all columns have for this word, by column; QueryError for what is no word."""
        return {name: self.column(name)[word] for name in self.columns}


def no_definitions() -> QueryError:
    """The error for a lexicon that was built without."""
    return QueryError(
        "the lexicon has no definitions",
        expected="a column definition",
        remedy="build with --definitions, or attach them: lexc attach LEXICON --column definition=FILE",
    )
