"""The methods of a lexicon that find words.

They import :mod:`lexkit.runtime.query` when called. Prefix, suffix and substring need no query and are methods of
:class:`lexkit.runtime.lexicon.lexicon.Lexicon` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from lexkit.base.checks import require_flag, require_whole
from lexkit.base.time_limits import look, within

from .conditions import ConditionQueries

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..query.language.bare_letters import Understood
    from ..query.search.phrases import Phrases
    from ..words.hooks import InnerHooks
    from ..words.words import Words


class WordQueries(ConditionQueries):
    """The methods of a :class:`lexkit.Lexicon` that find words."""

    core: Index

    def search(self, text: str, *, limit: int | None = None, timeout: float | None = None, fold: bool = False) -> Words:
        """The words that a query means: ``lex.search("prefix:UN suffix:ING -substring:TT")``.

        Letters alone are tiles, ``lex.search("AEINRT?")``, or with ``*`` or a ``?`` between them a pattern, ``c?o?s``:
        :meth:`understand` writes such a query out. ``kind:value`` terms side by side (or joined by ``and``) must all be
        met; ``-term`` or ``not term`` must not be met; ``or`` and parentheses work as usual. A value with spaces needs
        quotes: ``definition:"large bird"``. ``sort:-points,length``, ``offset:40`` and ``limit:20`` say how the answer
        is shown. docs/queries.md lists the kinds. For queries that you do not trust, ``limit`` is the most words to
        return and ``timeout`` the seconds to answer in. ``fold`` reads letters that the alphabet lacks as those they
        stand for, as :meth:`fold` does.

        The cheapest condition finds words and the others check those that are left: :meth:`explain` shows the steps.
        Raises QuerySyntaxError, with the place, for a malformed query; TimeLimitError when the time is up.
        """
        from ..query.evaluate import query_text, search

        if limit is not None:
            limit = require_whole(limit, "number of words", 0)
        with within(timeout):
            found = search(query_text(text), self.core, require_flag(fold, "fold"))
            return found if limit is None else found[:limit]

    def understand(self, text: str) -> Understood:
        """What :meth:`search` takes a query for, written out.

        ``query`` is the same query with a kind before all letters: ``anagram:AEINRT?``. If the query is nothing but
        letters, ``letters`` has them, or None if a blank or ``*`` is among them, and ``others`` are queries that they
        could mean, too. Raises QuerySyntaxError for a malformed query; kinds and values are not looked at.
        """
        from ..query.conditions.registry import NAMES
        from ..query.evaluate import query_text
        from ..query.language.bare_letters import write_out
        from ..query.language.grammar import read

        query = read(query_text(text), NAMES)
        return write_out(query.text, query.bare)

    def explain(self, text: str, *, fold: bool = False) -> str:
        """How :meth:`search` answers this query: its steps in order, as text.

        Each line gives a step, its estimated cost, and the number of words it left. Answers the query to find out, and
        raises the same errors.
        """
        from ..query.evaluate import explain, query_text

        return explain(query_text(text), self.core, require_flag(fold, "fold"))

    def fold(self, text: str) -> str:
        """A text with letters that the alphabet lacks read as those they stand for: É as E, ß as SS.

        ``lex.prefix(lex.fold("élan"))``. Letters that the alphabet has, and characters that stand for none of its
        letters, stay as they are. About 1 us a character; a text of ASCII is returned at once.
        """
        from lexkit.formats.folding import Folder

        from ..query.evaluate import query_text

        return Folder(self.core.alphabet).fold(query_text(text), look)

    def pattern(self, text: str) -> Words:
        """The words that match a pattern.

        ``?`` is one letter, ``*`` any number of them, ``[ABC]`` one of these, ``[^ABC]`` or ``^A`` any other. The
        search begins at the front or at a letter in the middle, whichever promises to be shorter: usually below 0.3 ms.
        Raises QuerySyntaxError for a malformed pattern.
        """
        return self._ask("pattern", text)

    def subsequence(self, text: str) -> Words:
        """The words that have these letters in this order.

        Other letters may stand before, between and behind them.
        """
        return self._ask("subsequence", text)

    def anagram(self, tiles: str) -> Words:
        """The words of exactly these tiles: letters, blanks ``?``, classes ``[AEI]``.

        At most 63 tiles. If the file has a hash of alphagrams (``lexc build --alphagrams``), it takes 2 us, 3 with one
        blank, 15 with two; the automaton is searched if there is none, for more blanks and for classes. Raises
        QuerySyntaxError for malformed tiles, QueryError for too many.
        """
        found = self._hashed(tiles)
        return self._ask("anagram", tiles) if found is None else found

    @cached_property
    def _hashed(self) -> Callable[[str], Words | None]:
        """The lookup in the hash of alphagrams, cached: an import for each would take a third of the time."""
        from ..query.conditions.anagrams import anagrams_of

        return partial(anagrams_of, self.core)

    def subanagram(self, tiles: str) -> Words:
        """The words that can be built from some of these tiles.

        Tiles are written as for :meth:`anagram`; all may be used.
        """
        return self._ask("subanagram", tiles)

    def superanagram(self, tiles: str) -> Words:
        """The words that have all of these tiles, and maybe more.

        Tiles are written as for :meth:`anagram`.
        """
        return self._ask("superanagram", tiles)

    def near(self, text: str, distance: int = 1) -> Words:
        """The words at most ``distance`` edits away, 1 to 3.

        An edit replaces, deletes or inserts one letter.
        """
        from ..words.number_ranges import number_text

        return self._ask("near", f"{text}~{number_text(distance)}")

    def regex(self, text: str) -> Words:
        r"""The words that match a regular expression as a whole.

        ``lex.regex(r"(.)(.)(.)\3\2\1")``: its characters are tiles. Walks the automaton, only where a word can still
        match; it never scans the list. With backreferences (``\1``) it takes some milliseconds. Raises QuerySyntaxError
        for a malformed expression, QueryError if the search would take seconds.
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
        """All sets of words that together use exactly these letters.

        An iterable of tuples of words. ``text``: up to 63 letters with up to two ``?``; spaces do not count. ``words``:
        how many words, ``2``, ``"2-3"`` or ``(2, 3)``. ``shortest``, ``longest``: letters of each word. ``using``:
        words that must be in the set. Sets are found lazily, those of fewest words first: about a million a second.
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
        """The texts that a cryptogram may be, the likeliest first: ``lex.cryptogram("XLMW MW XLI XIWX")``.

        Each letter of the text stands for one letter, itself allowed, and different letters for different ones. Texts
        of common words come first (in English; other lists do not say which are common), then those of common letters.
        A text of a dozen words takes about a second, one whose words share few letters minutes.

        Args:
            text: Words with spaces or punctuation between, at most 2,000 letters.
            limit: The most texts to return.
            given: Letters of the text that are known: ``{"X": "T"}``.
            also: Words that may occur although the lexicon lacks them, such as names. A list without words of one
                letter takes any letter for one, unless these have some.

        Raises:
            QuerySyntaxError: The text has no letters, or a character that is neither a letter nor punctuation.
            QueryError: More than a million keys fit and there is no limit, or two letters are given for one.
        """
        from ..query.cryptogram import solve

        return solve(self.core, text, limit, given, also)

    def takes_prefix(self, text: str) -> Words:
        """The words that are also words with this text in front.

        ``RE`` finds DO and PLAY. About 0.2 ms in a list of 180,000 words.
        """
        return self._ask("takes-prefix", text)

    def takes_suffix(self, text: str) -> Words:
        """The words that are also words with this text behind.

        ``FUL`` finds HAND and CARE. About 25 ns for each word of the lexicon, less for a text that few words end with.
        """
        return self._ask("takes-suffix", text)

    def inner_hooks(self, word: str) -> InnerHooks:
        """(front, back): whether the text without an end letter is a word.

        ``front``: without its first letter; ``back``: without its last. The text need not be a word.
        """
        from ..words.hooks import inner_hooks_of

        return inner_hooks_of(self.core, self.core.encode(word))
