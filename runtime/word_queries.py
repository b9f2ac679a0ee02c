"""What a lexicon is asked about words beyond prefix, suffix and substring.

The answers are found in :mod:`.query`, which is loaded by the first such question.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, cast

from .words import Words

if TYPE_CHECKING:
    from .lexicon import Lexicon
    from .query.anagrams import Anagrams
    from .query.phrases import Phrases

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

    @cached_property
    def _anagrams(self) -> Anagrams | None:
        """The hash of alphagrams, proved at its first use; None where the file has none."""
        from .query.alphagrams import proved_anagrams

        return proved_anagrams(cast("Lexicon", self))

    def anagram(self, text: str) -> Words:
        """The words of exactly these letters, ``?`` for any letter.

        2 us through the hash of alphagrams, where the file has one (``lexc build --alphagrams``), and 10 to 100 us
        with one or two blanks.
        """
        self._require_open()
        anagrams = self._anagrams
        if anagrams is not None and type(text) is str:
            edges = anagrams.of_text(text)
            if edges is not None:
                return Words.of_edges(cast("Lexicon", self), edges)
        return self._ask("anagram", text)

    def phrases(
        self,
        text: str,
        words: int | tuple[int, int] | None = None,
        shortest: int = 1,
        longest: int | None = None,
        using: str | Iterable[str] = (),
    ) -> Phrases:
        """All sets of words whose letters together are exactly these: iterable, each set a tuple of words.

        ``words``: how many, or a range of it; ``shortest``, ``longest``: letters of each; ``using``: words that must be
        there. Up to 63 letters, spaces do not count, and up to two ``?``. They come as they are found, fewest words
        first: about a million a second.
        """
        from .query.phrases import Phrases

        self._require_open()
        return Phrases(cast("Lexicon", self), text, words, shortest, longest, using)
