"""What a lexicon made of several lists is asked about them: which there are, and which of them have a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import QueryError

if TYPE_CHECKING:
    from ..formats.lexicon_file import LexiconFile
    from .words import Words

__all__ = ["EditionQueries", "no_editions"]


class EditionQueries:
    """The part of a :class:`lexkit.Lexicon` that knows editions; of a lexicon without any there are none."""

    _file: LexiconFile

    def _ask(self, kind: str, value: str) -> Words:
        """See :class:`.word_queries.WordQueries`."""
        raise NotImplementedError

    def rank(self, word: str) -> int | None:
        """See :class:`.lexicon.Lexicon`."""
        raise NotImplementedError

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of its editions, in the order in which they were merged."""
        return () if self._file.editions is None else self._file.editions.names

    def edition(self, name: str) -> Words:
        """The words of that edition, capital or small: ``lex.edition("nwl23")``. About 2 ns a word of the lexicon.

        QueryError naming the editions there are, for any other.
        """
        return self._ask("edition", name)

    def editions_of(self, word: str) -> tuple[str, ...]:
        """The names of the editions that have the word."""
        rank = self.rank(word)
        if rank is None or self._file.editions is None:
            return ()
        return self._file.editions.of_mask(int(self._file.editions.masks[rank]))

    def mark(self, word: str) -> str:
        """The mark of the word, such as ``#``: the one that all editions with the word have; else ""."""
        rank = self.rank(word)
        if rank is None or self._file.editions is None:
            return ""
        return self._file.editions.mark_of(int(self._file.editions.masks[rank]))


def no_editions(asked: str) -> QueryError:
    """The error for a lexicon that was made of one list."""
    return QueryError(
        "a lexicon without editions", found=asked, remedy="lexc merge makes one of several lists that has them"
    )
