"""Names that no column can have, because queries have these words for something else.

Those who write columns keep to this list; those who read a file need not: what a query means by such a word does not
depend on the file. A test holds it against the kinds of condition there are.
"""

from __future__ import annotations

from typing import Final

__all__ = ["RESERVED"]

#: In lower case; a column is not called so in any case.
RESERVED: Final = frozenset(
    (
        # The language itself, and how an answer is shown.
        *("and", "or", "not", "in", "sort", "limit", "offset", "group", "count", "columns", "column"),
        # What every word has.
        *("word", "rank", "length", "points", "vowels", "consonants", "unique", "alphagram", "anagrams", "probability"),
        # Conditions on the letters of a word.
        *("pattern", "regex", "prefix", "suffix", "substring", "subsequence", "near", "palindrome", "acrostic"),
        *("anagram", "subanagram", "superanagram", "build", "includes", "consists-of"),
        # What becomes a word by adding or leaving out.
        *("hooks", "front-hook", "back-hook", "front-hooks", "back-hooks", "inner-hook", "inner-hooks"),
        *("takes-prefix", "takes-suffix"),
        # Other lists.
        *("edition", "editions", "marks", "symbols"),
    )
)
