"""What a lexicon is asked about words beyond prefix, suffix and substring.

The answers are found in :mod:`.query`, which is loaded by the first such question.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..limits import within

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..query.search.phrases import Phrases
    from ..words.hooks import InnerHooks
    from ..words.words import Words

__all__ = ["WordQueries"]


class WordQueries:
    """The part of a :class:`lexkit.Lexicon` that knows the query toolkit."""

    core: Index

    def search(self, text: str, *, limit: int | None = None, timeout: float | None = None) -> Words:
        """The words that a query means: ``lex.search("prefix:UN suffix:ING -substring:TT")``.

        ``kind:value`` terms side by side must all be met (``and`` may stand between); ``-term`` or ``not term`` must
        not; ``or``, and parentheses. A value with blanks stands in quotes: ``definition:"large bird"``.
        ``sort:-points,length``, ``offset:40`` and ``limit:20`` say how the answer is shown. docs/queries.md has the
        kinds. QuerySyntaxError, with the place, where the text cannot be read. Costs what its cheapest condition
        costs, then a look at the words that are left for each other one; :meth:`explain` tells.

        For texts from outside: ``limit``, at most so many words; ``timeout``, seconds, then TimeLimitError.
        """
        from ..query.evaluate import query_text, search

        with within(timeout):
            found = search(query_text(text), self.core)
            return found if limit is None else found[: max(0, limit)]

    def explain(self, text: str) -> str:
        """How :meth:`search` answers this query: its steps in their order, what each was expected to cost, and
        how many words it left. The query is answered for that."""
        from ..query.evaluate import query_text
        from ..query.explain import explain

        return explain(query_text(text), self.core)

    def _ask(self, kind: str, value: str) -> Words:
        """The words that meet the condition ``kind:value``."""
        from ..query.evaluate import meet

        return meet(self.core, kind, value)

    def pattern(self, text: str) -> Words:
        """The words that look like this: ``?`` any letter, ``*`` any number of them, ``[ABC]``, ``[^ABC]``, ``^A``.

        The search begins at the front or at a letter in the middle, where it is expected to be shortest: usually
        below 0.3 ms. QuerySyntaxError for a malformed pattern.
        """
        return self._ask("pattern", text)

    def subsequence(self, text: str) -> Words:
        """The words that have these letters in this order, with any others between them."""
        return self._ask("subsequence", text)

    def anagram(self, tiles: str) -> Words:
        """The words of exactly these tiles: letters, blanks ``?``, classes ``[AEI]``. At most 63 tiles.

        Through the automaton; or, up to two blanks and without classes, through the hash of alphagrams where the file
        has one (``lexc build --alphagrams``): then 2 us, with one blank 3, with two 15.
        """
        from ..query.search.alphagrams import anagrams_of

        found = anagrams_of(self.core, tiles)
        return self._ask("anagram", tiles) if found is None else found

    def subanagram(self, tiles: str) -> Words:
        """The words that can be built from some of these tiles."""
        return self._ask("subanagram", tiles)

    build = subanagram

    def superanagram(self, tiles: str) -> Words:
        """The words that have all of these tiles, and maybe more."""
        return self._ask("superanagram", tiles)

    def near(self, text: str, distance: int = 1) -> Words:
        """The words at most so many changes away: a letter changed, left out or put in. 1 to 3."""
        return self._ask("near", f"{text}~{distance}")

    def regex(self, text: str) -> Words:
        r"""The words that a regular expression over tiles is met by, as a whole: ``(.)(.)(.)\3\2\1``.

        Never a scan: linear in the places of the lexicon that go along with it. With echoes (``\1``) some
        milliseconds; QueryError where that would be seconds.
        """
        return self._ask("regex", text)

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
        from ..query.search.phrases import Phrases

        self.core.require_open()
        return Phrases(self.core, text, words, shortest, longest, using)

    def takes_prefix(self, text: str) -> Words:
        """The words that are words with this text in front of them too: ``RE`` finds DO and PLAY.

        About 0.2 ms in a list of 180,000 words.
        """
        return self._ask("takes-prefix", text)

    def takes_suffix(self, text: str) -> Words:
        """The words that are words with this text behind them too: ``FUL`` finds HAND and CARE.

        About 25 ns a word of the lexicon; less for a text that few words end with.
        """
        return self._ask("takes-suffix", text)

    def inner_hooks(self, word: str) -> InnerHooks:
        """(front, back): whether a word is left when the first letter is taken away, and when the last is.

        The text need not be a word.
        """
        from ..words.hooks import inner_hooks_of

        return inner_hooks_of(self.core, self.core.encode(word))
