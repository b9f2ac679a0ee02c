"""What a lexicon is asked about words beyond prefix, suffix and substring.

The answers are found in :mod:`.query`, which is loaded by the first such question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from .lexicon import Lexicon
    from .words import Words

__all__ = ["WordQueries"]


class WordQueries:
    """The part of a :class:`lexkit.Lexicon` that knows the query toolkit."""

    def _require_open(self) -> None:
        """ClosedLexiconError unless questions are answered; the lexicon says."""
        raise NotImplementedError

    def _ask(self, kind: str, value: str) -> Words:
        """The words that meet the condition ``kind:value``."""
        from .query.kinds import kinds

        self._require_open()
        lexicon = cast("Lexicon", self)
        return kinds()[kind].make(value, lexicon).words(lexicon)

    def regex(self, text: str) -> Words:
        r"""The words that a regular expression over tiles is met by, as a whole: ``(.)(.)(.)\3\2\1``.

        Never a scan: linear in the places of the lexicon that go along with it. With echoes (``\1``) some
        milliseconds; QueryError where that would be seconds.
        """
        return self._ask("regex", text)
