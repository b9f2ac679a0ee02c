"""Registry of query conditions: one entry for each ``name:value`` of the query language.

:data:`KINDS` holds all facts about a condition except its code. The terms of the language, the commands of ``lexq``
with their help, completion, ``lex.conditions``, the names that no column may have, and the tests' inventories are
derived from it. A new condition is an entry here, the code that the entry names, and its method in
``runtime/lexicon/``.

Importing this module is cheap: the code of a condition is imported when a query first uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lexkit.base.errors import QuerySyntaxError, likely_names

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.formats.folding import Syntax
    from lexkit.runtime.automaton.index import Index

    from .condition import Condition


#: Maximum number of conditions that an index caches, and maximum length of their values: a few MB.
_MOST_CACHED: Final = 128
_LONGEST_CACHED: Final = 256


class Kind(NamedTuple):
    """Kind of condition: ``name:value`` in a query."""

    name: str
    #: Form of its value, for help and errors: ``LETTERS``, ``N or N-M``.
    value: str
    #: One line of help, without a full stop: ``Words that start with LETTERS``.
    help: str
    #: A value that finds something in the bundled list, or in the lexicon that ``elsewhere`` names.
    example: str
    #: ``module:function`` in this folder. The function makes the condition from a value and an index.
    code: str
    #: Method of ``Lexicon`` for this condition.
    method: str
    #: Notation of letters in its value, which decides how they are folded. None if its value has no letters.
    letters: Syntax | None = None
    #: True if an empty value is an error.
    required: bool = False
    #: Meaning of an empty value, and default of its command.
    default: str = ""
    #: All valid values, if they are few, or where they are listed: ``module:NAME``.
    allowed: tuple[str, ...] | str = ()
    #: Names of it in other programs, separated by spaces; errors suggest the right one.
    others: str = ""
    #: Requirement on the lexicon, beyond words: ``column`` (one of the same name) or ``editions``.
    needs: str = ""
    #: Lexicon that the example is for, if the bundled list cannot answer it.
    elsewhere: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """All values that it takes, if they are few."""
        return tuple(_load(self.allowed)) if isinstance(self.allowed, str) else self.allowed

    def require_value(self, value: str) -> None:
        """Raise QuerySyntaxError if a value is required and this one is empty."""
        if self.required and not value.strip():
            raise QuerySyntaxError(
                f"{self.name} needs a value",
                text=value,
                expected=self.value.lower(),
                found="none",
                remedy=f"for example {self.name}:{self.example}",
            )

    def make(self, value: str, index: Index, fold: bool = False) -> Condition:
        """Return the condition ``name:value``, with its letters folded if ``fold``.

        Raises QuerySyntaxError for a malformed value, with the place in the value as given.
        """
        key = self.name, value, fold
        made: Condition | None = index.reusable_conditions.get(key)
        if made is None:
            made = self._compile(value, index, fold)
            if made.reusable and len(value) <= _LONGEST_CACHED:
                if len(index.reusable_conditions) >= _MOST_CACHED:
                    index.reusable_conditions.clear()
                index.reusable_conditions[key] = made
        return made

    def _compile(self, value: str, index: Index, fold: bool) -> Condition:
        folded, places = self.fold(value, index.alphabet) if fold else (value, [])
        maker: Callable[[str, Index], Condition] = _load(self.code)
        try:
            made = maker(folded or self.default, index)
        except QuerySyntaxError as error:
            if error.text == folded != value:
                error.text, error.at = value, places[min(error.at, len(places) - 1)]
            raise
        made.text = f"{self.name}:{value}"
        return made

    def fold(self, value: str, alphabet: Alphabet) -> tuple[str, list[int]]:
        """Return the value with its letters folded, and the place that each of its characters had."""
        if self.letters is None or value.isascii():
            return value, list(range(len(value) + 1))
        from lexkit.base.time_limits import look
        from lexkit.formats.folding import Folder

        from ..language.grammar import demand_short

        demand_short(value, "the text")
        return Folder(alphabet).fold_places(value, self.letters, look)


@cache
def _load(path: str) -> Any:
    """Import ``module:name`` of this folder."""
    module, _, name = path.partition(":")
    return getattr(import_module(f".{module}", __package__), name)


def _number(name: str, example: str, counted: str, code: str, others: str = "") -> Kind:
    """Make the entry of a condition on a number, whose method has its name."""
    text = f"Words {counted}: N, N-M, N-, -N, >N, >=N, <N or <=N"
    return Kind(name, "N or N-M", text, example, code, name.replace("-", "_"), others=others)


_ENTRIES: Final = (
    Kind(
        "prefix",
        "LETTERS",
        "Words that start with LETTERS",
        "QUI",
        "prefix_suffix_substring:with_prefix",
        method="prefix",
        letters="letters",
        others="begins beginswith starts startswith",
    ),
    Kind(
        "suffix",
        "LETTERS",
        "Words that end with LETTERS",
        "FUL",
        "prefix_suffix_substring:with_suffix",
        method="suffix",
        letters="letters",
        others="ends endswith",
    ),
    Kind(
        "substring",
        "LETTERS",
        "Words that contain LETTERS",
        "UZZ",
        "prefix_suffix_substring:with_substring",
        method="substring",
        letters="letters",
        others="has contains containing",
    ),
    Kind(
        "pattern",
        "PATTERN",
        "Words that look like PATTERN: ? a letter, * any, [AB] one of, ^A not",
        "Q^U*",
        "letter_expressions:pattern",
        method="pattern",
        letters="pattern",
        required=True,
        others="word like wildcard",
    ),
    Kind(
        "subsequence",
        "LETTERS",
        "Words that have LETTERS in this order, others between",
        "QZZ",
        "letter_expressions:subsequence",
        method="subsequence",
        letters="letters",
    ),
    Kind(
        "regex",
        "EXPRESSION",
        "Words that match a regular expression over tiles as a whole",
        r"(.+)\1",
        "letter_expressions:regex",
        method="regex",
        letters="regex",
        required=True,
        others="re match matches",
    ),
    Kind(
        "anagram",
        "TILES",
        "Words of exactly TILES: letters, ? blanks, [AB] one of",
        "RETAINS?",
        "anagrams:anagram",
        method="anagram",
        letters="letters",
        required=True,
        others="jumble",
    ),
    Kind(
        "subanagram",
        "TILES",
        "Words that can be built from TILES",
        "AEINRST",
        "anagrams:subanagram",
        method="subanagram",
        letters="letters",
        required=True,
        others="build rack",
    ),
    Kind(
        "superanagram",
        "TILES",
        "Words that have all of TILES, and maybe more",
        "QZZ",
        "anagrams:superanagram",
        method="superanagram",
        letters="letters",
    ),
    Kind(
        "near",
        "LETTERS",
        "Words at most one change away from LETTERS; LETTERS~2: two",
        "SCRABLE",
        "nearness:Near",
        method="near",
        letters="letters",
        others="fuzzy similar",
    ),
    _number("length", "7-8", "with N letters", "word_measures:length", "size len letters"),
    _number("points", ">=30", "with N points, face value", "word_measures:points", "score value"),
    _number("vowels", "5-", "with N vowels", "word_measures:vowels"),
    _number("consonants", "-1", "with N consonants", "word_measures:consonants"),
    _number("unique", ">=12", "with N different letters", "word_measures:unique"),
    _number(
        "anagrams",
        ">=8",
        "with N anagrams in the whole lexicon, themselves included",
        "word_measures:anagrams",
    ),
    Kind(
        "probability",
        "N-M or N-M/BLANKS",
        "Words at places N to M of their length, the likeliest draws first, with up to 0, 1 or 2 blanks (2)",
        "1-100",
        "word_measures:probability",
        method="probability",
    ),
    Kind(
        "probability!",
        "N-M or N-M/BLANKS",
        "The same without ties: equally likely words follow each other by their letters, then in order",
        "1-20",
        "word_measures:strict_probability",
        method="probability",
    ),
    Kind(
        "includes",
        "LETTERS",
        "Words that have all of LETTERS, a letter twice if it is given twice",
        "QZ",
        "word_measures:Includes",
        method="includes",
        letters="letters",
    ),
    Kind(
        "excludes",
        "LETTERS",
        "Words that have none of LETTERS",
        "AEIOU",
        "word_measures:Excludes",
        method="excludes",
        letters="letters",
        others="without lacks none",
    ),
    Kind(
        "consists-of",
        "LETTERS or LETTERS>=PERCENT",
        "Words with this percentage of their letters among LETTERS; without a percentage, all of them",
        "AEIOU>=75",
        "word_measures:ConsistsOf",
        method="consists_of",
        letters="letters",
    ),
    Kind(
        "palindrome",
        "yes or no",
        "Words that read the same backwards; an empty value means yes",
        "yes",
        "word_measures:Palindrome",
        method="palindrome",
        default="yes",
        allowed=("yes", "no"),
    ),
    Kind(
        "takes-prefix",
        "LETTERS",
        "Words that are words with LETTERS in front of them too",
        "RE",
        "hooks:taking_prefix",
        method="takes_prefix",
        letters="letters",
    ),
    Kind(
        "takes-suffix",
        "LETTERS",
        "Words that are words with LETTERS behind them too",
        "FUL",
        "hooks:taking_suffix",
        method="takes_suffix",
        letters="letters",
    ),
    Kind(
        "front-hook",
        "LETTERS",
        "Words that each of LETTERS goes in front of",
        "S",
        "hooks:front_hook",
        method="front_hook",
        letters="letters",
    ),
    Kind(
        "back-hook",
        "LETTERS",
        "Words that each of LETTERS goes behind",
        "Y",
        "hooks:back_hook",
        method="back_hook",
        letters="letters",
    ),
    _number("front-hooks", ">=10", "that N different letters go in front of", "hooks:front_hook_count"),
    _number("back-hooks", ">=8", "that N different letters go behind", "hooks:back_hook_count"),
    Kind(
        "inner-hook",
        "front, back, both or either",
        "Words that stay words without their first letter (front), their last (back), each (both), or one (either)",
        "both",
        "hooks:InnerHook",
        method="inner_hook",
        allowed=("front", "back", "both", "either"),
    ),
    Kind(
        "group",
        "NAME",
        "Words of a named group: hook words, high fives and others",
        "high-fives",
        "named_groups:group",
        method="group",
        allowed="named_groups:GROUPS",
    ),
    Kind(
        "stem",
        "N or N/BEST",
        "Words that have one of the 100 (or BEST) best stems of N tiles, and more tiles",
        "6",
        "named_groups:stem",
        method="stem",
    ),
    Kind(
        "in",
        "LEXICON or FILE",
        "Words that another lexicon has too, by name or path, or that a file lists: the first field of each line",
        "english",
        "other_lists:in_other_list",
        method="in_",
        others="lexicon",
    ),
    Kind(
        "definition",
        "TEXT",
        "Words whose definition has TEXT in it",
        "large bird",
        "column_values:definition",
        method="defined_as",
        others="meaning gloss",
        needs="column",
        elsewhere="nwl.gaddag",
    ),
    Kind(
        "edition",
        "NAME",
        "Words of the edition NAME",
        "nwl23",
        "column_values:InEdition",
        method="edition",
        needs="editions",
        elsewhere="all.gaddag",
    ),
)

#: All kinds by name, in the order in which help shows them.
KINDS: Final[Mapping[str, Kind]] = {kind.name: kind for kind in _ENTRIES}

#: Names of all kinds.
NAMES: Final = frozenset(KINDS)

#: Names in other programs for ways of showing an answer.
_OTHERS_OF_SHOWING: Final = {"sort": "order orderby", "limit": "top", "offset": "skip"}
#: Number of names that an error suggests.
_NEAREST: Final = 3
#: Names that no column may have, besides the kinds: the words of queries, facts about each word, and commands.
_RESERVED: Final = (
    *("and", "or", "not", "sort", "limit", "offset", "count", "columns", "column"),
    *("word", "rank", "alphagram", "ways", "ways-0", "ways-1"),
    *("acrostic", "build", "stems", "hooks", "inner-hooks", "editions", "marks", "symbols"),
)


def reserved_names() -> frozenset[str]:
    """Return the names, in lower case, that no column may have, because they have another meaning in a query.

    Writers of columns obey this. Readers need not, because the meaning of such a name does not depend on the file.
    """
    return frozenset([*_RESERVED, *(kind.name for kind in _ENTRIES if kind.needs != "column")])


def nearest_kinds(name: str, more: Iterable[str]) -> tuple[list[str], bool]:
    """Return the kinds, or names of ``more``, most similar to this one, and whether the first was surely meant."""
    names = [*KINDS, *more]
    plain = name.replace("-", "").replace("_", "")
    meant = _other_names()
    known = [meant[one] for one in likely_names(plain, [*meant, *names]) if one in meant]
    near = [*known, *likely_names(name, names, _NEAREST)]
    return list(dict.fromkeys([*near, *likely_names(name, names, _NEAREST, 0.0)]))[:_NEAREST], bool(near)


def _other_names() -> dict[str, str]:
    """Map the names that other programs use to those of kinds and of ways of showing."""
    others = {kind.name: kind.others for kind in _ENTRIES} | _OTHERS_OF_SHOWING
    return {other: name for name, listed in others.items() for other in listed.split()}
