"""Methods of a lexicon that find words.

They import :mod:`lexkit.runtime.query` when they are called. Prefix, suffix and substring need no query and are
methods of :class:`lexkit.runtime.lexicon.lexicon.Lexicon` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from lexkit.base.checks import require_whole
from lexkit.base.time_limits import look, within

from .conditions import ConditionQueries

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..query.language.bare_letters import Understood
    from ..query.search.phrases import Phrases
    from ..words.hooks import InnerHooks
    from ..words.words import Words


class WordQueries(ConditionQueries):
    """Methods of :class:`lexkit.Lexicon` that find words."""

    core: Index

    def search(self, text: str, *, limit: int | None = None, timeout: float | None = None, fold: bool = False) -> Words:
        """Return the words that a query finds: ``lex.search("prefix:UN suffix:ING -substring:TT")``.

        Letters alone are tiles to anagram: ``lex.search("AEINRT?")``. With a ``*``, or with a ``?`` between
        letters, they are a pattern: ``c?o?s``. :meth:`understand` spells such a query out. Terms ``kind:value``
        side by side, or joined by ``and``, must all be met; ``-term`` or ``not term`` must not be met; ``or`` and
        parentheses work as usual. A value with spaces needs quotes: ``definition:"large bird"``.
        ``sort:-points,length``, ``offset:40`` and ``limit:20`` order the answer and select a part of it.
        docs/queries.md lists the kinds of condition.

        The cheapest condition finds words, and the others filter them; :meth:`explain` shows the steps.

        Args:
            text: The query.
            limit: Maximum number of words to return, for queries that you do not trust.
            timeout: Seconds to answer in, for queries that you do not trust.
            fold: Read letters that the alphabet lacks as the letters they stand for, as :meth:`fold` does.

        Raises:
            QuerySyntaxError: The query is malformed. The message shows the place.
            TimeLimitError: The time is up.
        """
        if limit is not None:
            limit = require_whole(limit, "number of words", 0)
        if timeout is not None:
            with within(timeout):
                return self.search(text, limit=limit, fold=fold)
        found = self._search(text, fold=fold)
        return found if limit is None else found[:limit]

    @cached_property
    def _search(self) -> Callable[..., Words]:
        """Search of the query language, cached because importing it takes as long as a short one."""
        from ..query.evaluate import search

        return partial(search, index=self.core)

    def understand(self, text: str) -> Understood:
        """Return a query as :meth:`search` understands it, spelled out.

        Args:
            text: The query.

        Returns:
            An object with three attributes. ``query`` is the query with a kind in front of all letters:
            ``anagram:AEINRT?``. If the query consists of letters alone, ``letters`` holds them (None if a blank or
            ``*`` is among them), and ``others`` lists queries that they could mean instead.

        Raises:
            QuerySyntaxError: The query is malformed. Names of kinds and their values are not checked.
        """
        from ..query.conditions.registry import NAMES
        from ..query.evaluate import query_text
        from ..query.language.bare_letters import write_out
        from ..query.language.grammar import read

        query = read(query_text(text), NAMES)
        return write_out(query.text, query.bare)

    def explain(self, text: str, *, fold: bool = False) -> str:
        """Return the steps by which :meth:`search` answers a query, in order, as text.

        Each line gives a step, its estimated cost, and the number of words that remain after it. The query is
        answered to find these numbers, so the errors of :meth:`search` are raised.

        Args:
            text: The query.
            fold: As for :meth:`search`.
        """
        from ..query.evaluate import explain, query_text

        return explain(query_text(text), self.core, fold)

    def fold(self, text: str) -> str:
        """Replace letters that the alphabet lacks by the letters they stand for: É by E, ß by SS.

        ``lex.prefix(lex.fold("élan"))``. Letters of the alphabet, and characters that stand for none of its
        letters, are kept. Takes about 1 us per character; ASCII text is returned at once.

        Args:
            text: Any text.
        """
        from lexkit.formats.folding import Folder

        from ..query.evaluate import query_text

        return Folder(self.core.alphabet).fold(query_text(text), look)

    def pattern(self, text: str) -> Words:
        """Return the words that match a pattern.

        The search begins at the front or at a letter in the middle, whichever promises to be shorter. It usually
        takes less than 0.3 ms.

        Args:
            text: ``?`` matches one letter, ``*`` any number of letters, ``[ABC]`` one of these, and ``[^ABC]`` or
                ``^A`` any other letter.

        Raises:
            QuerySyntaxError: The pattern is malformed.
        """
        return self._ask("pattern", text)

    def subsequence(self, text: str) -> Words:
        """Return the words that have these letters in this order.

        Other letters may stand before, between and behind them.

        Args:
            text: Letters in the order wanted.
        """
        return self._ask("subsequence", text)

    def anagram(self, tiles: str) -> Words:
        """Return the words made of exactly these tiles.

        If the file has a hash of alphagrams (``lexc build --alphagrams``), this takes 2 us, 3 us with one blank and
        15 us with two. Otherwise, and for more blanks or for classes, the automaton is searched.

        Args:
            tiles: Letters, blanks ``?`` and classes ``[AEI]``: at most 63 tiles.

        Raises:
            QuerySyntaxError: The tiles are malformed.
            QueryError: There are too many tiles.
        """
        found = self._hashed(tiles)
        return self._ask("anagram", tiles) if found is None else found

    @cached_property
    def _hashed(self) -> Callable[[str], Words | None]:
        """Lookup in the hash of alphagrams, cached because importing it each time would take a third of the time."""
        from ..query.conditions.anagrams import anagrams_of

        return partial(anagrams_of, self.core)

    def subanagram(self, tiles: str) -> Words:
        """Return the words that can be built from some or all of these tiles.

        Args:
            tiles: Tiles as for :meth:`anagram`.
        """
        return self._ask("subanagram", tiles)

    def superanagram(self, tiles: str) -> Words:
        """Return the words that have all of these tiles, with or without others.

        Args:
            tiles: Tiles as for :meth:`anagram`.
        """
        return self._ask("superanagram", tiles)

    def near(self, text: str, distance: int = 1) -> Words:
        """Return the words at most ``distance`` edits away from a text.

        Args:
            text: Any letters.
            distance: Maximum number of edits, 1 to 3. An edit replaces, deletes or inserts one letter.
        """
        from ..words.number_ranges import number_text

        return self._ask("near", f"{text}~{number_text(distance)}")

    def regex(self, text: str) -> Words:
        r"""Return the words that match a regular expression as a whole: ``lex.regex(r"(.)(.)(.)\3\2\1")``.

        A character of the expression stands for a tile. The search walks the automaton only where a word can still
        match; it never scans the list. With backreferences (``\1``) it takes some milliseconds.

        Args:
            text: The expression. docs/queries.md describes its syntax.

        Raises:
            QuerySyntaxError: The expression is malformed.
            QueryError: The search would take seconds.
        """
        return self._ask("regex", text)

    def phrases(
        self,
        text: str,
        words: int | str | tuple[int, int] | None = None,
        shortest: int = 1,
        longest: int | None = None,
        using: str | Iterable[str] = (),
    ) -> Phrases:
        """Return all sets of words that together use exactly these letters.

        Args:
            text: Up to 63 letters, with up to two ``?``; spaces are ignored.
            words: Number of words in a set: ``2``, ``"2-3"`` or ``(2, 3)``.
            shortest: Minimum number of letters of each word.
            longest: Maximum number of letters of each word.
            using: Words that must be in the set.

        Returns:
            An iterable of tuples of words. Sets are found lazily, about a million per second, those of the fewest
            words first.
        """
        from ..query.search.phrases import Phrases

        self.core.require_open()
        return Phrases(self.core, text, words, shortest, longest, using)

    def cryptogram(
        self,
        text: str,
        limit: int | None = None,
        given: Mapping[str, str] | None = None,
        also: str | Iterable[str] = (),
    ) -> list[str]:
        """Solve a cryptogram: return the likeliest texts first. ``lex.cryptogram("XLMW MW XLI XIWX")``

        Each letter of the text stands for one letter, possibly itself, and different letters stand for different
        ones. Texts of common words come first (in English; other lists have no word frequencies), then texts of
        common letters. A text of a dozen words takes about a second; one whose words share few letters may take
        minutes.

        Args:
            text: Words separated by spaces or punctuation, at most 2,000 letters.
            limit: Maximum number of texts to return.
            given: Known letters of the text: ``{"X": "T"}``.
            also: Words that may occur although the lexicon lacks them, such as names. If neither the lexicon nor
                ``also`` has words of one letter, every letter counts as one.

        Raises:
            QuerySyntaxError: The text has no letters, or a character that is neither a letter nor punctuation.
            QueryError: More than a million keys fit and there is no limit, or two letters are given for one.
        """
        from ..query.cryptogram import solve

        return solve(self.core, text, limit, given, also)

    def takes_prefix(self, text: str) -> Words:
        """Return the words that are still words with this text in front.

        ``RE`` finds DO and PLAY. Takes about 0.2 ms in a list of 180,000 words.

        Args:
            text: Letters to put in front.
        """
        return self._ask("takes-prefix", text)

    def takes_suffix(self, text: str) -> Words:
        """Return the words that are still words with this text behind.

        ``FUL`` finds HAND and CARE. Takes about 25 ns for each word of the lexicon, less if few words end with the
        text.

        Args:
            text: Letters to put behind.
        """
        return self._ask("takes-suffix", text)

    def inner_hooks(self, word: str) -> InnerHooks:
        """Return whether letters without the first one, and without the last one, form a word.

        Args:
            word: Letters, which need not form a word.

        Returns:
            A pair of bools: ``front``, without the first letter; ``back``, without the last.
        """
        from ..words.hooks import inner_hooks_of

        return inner_hooks_of(self.core, self.core.encode(word))
