"""The kinds of condition, by name.

Each file of conditions lists its own kinds as ``KINDS``; this one collects them. Adding a kind to such a list, and its
name to ``HOMES``, makes it a term of the language and, if it has an example, a command of ``lexq``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.errors import QuerySyntaxError, likely_names
from lexkit.base.time_limits import look
from lexkit.formats.folding import Folder

from ..language.grammar import demand_short

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.formats.folding import Syntax
    from lexkit.runtime.automaton.index import Index

    from .condition import Condition

#: The files with conditions, and the kinds in each: a query imports the files of its own kinds only.
HOMES: Final[Mapping[str, tuple[str, ...]]] = {
    "prefix_suffix_substring": ("prefix", "suffix", "substring"),
    "letter_expressions": ("pattern", "subsequence", "regex"),
    "anagrams": ("anagram", "subanagram", "superanagram"),
    "nearness": ("near",),
    "length_points_probability": (
        *("length", "points", "vowels", "consonants", "unique", "anagrams"),
        *("probability", "probability!", "includes", "excludes", "consists-of", "palindrome"),
    ),
    "hooks": ("takes-prefix", "takes-suffix", "front-hook", "back-hook", "front-hooks", "back-hooks", "inner-hook"),
    "named_groups": ("group", "stem"),
    "other_lists": ("in",),
    "column_values": ("definition", "edition"),
}

#: What other programs, and Python, call a kind or a way of showing.
OTHER_NAMES: Final[Mapping[str, str]] = {
    other: name
    for name, others in {
        "prefix": "begins beginswith starts startswith",
        "suffix": "ends endswith",
        "substring": "has contains containing",
        "subanagram": "build rack",
        "anagram": "jumble",
        "pattern": "word like wildcard",
        "regex": "re match matches",
        "near": "fuzzy similar",
        "excludes": "without lacks none",
        "length": "size len letters",
        "points": "score value",
        "sort": "order orderby",
        "limit": "top",
        "offset": "skip",
        "in": "lexicon",
        "definition": "meaning gloss",
    }.items()
    for other in others.split()
}
#: How many names an error gives.
_NEAREST: Final = 3


class Kind(NamedTuple):
    """One kind of condition: ``name:value`` in a query."""

    name: str
    #: What its value looks like, for help and errors: ``LETTERS``, ``N or N-M``.
    value: str
    #: One line of help, without a full stop: ``Words that start with LETTERS``.
    summary: str
    #: A value that finds something in English, for help and documents.
    example: str
    #: Makes the condition of a value and a lexicon.
    condition: Callable[[str, Index], Condition]
    #: How its letters are written, which folding follows; None if its value has none.
    letters: Syntax | None = None
    #: Whether it finds nothing without a value, so that its value was forgotten.
    asks: bool = False
    #: All values that it takes, if they are few.
    choices: tuple[str, ...] = ()

    def require_value(self, value: str) -> None:
        """Raise QuerySyntaxError if the value was forgotten."""
        if self.asks and not value.strip():
            raise QuerySyntaxError(
                f"{self.name}: lacks its {self.value}",
                text=value,
                expected=f"{self.value.lower()} behind it",
                found="none",
                remedy=f"as in {self.name}:{self.example}",
            )

    def make(self, value: str, index: Index, fold: bool = False) -> Condition:
        """The condition ``name:value``, if wanted with its letters folded.

        Raises QuerySyntaxError for a malformed value, with the place in the value as given.
        """
        folded, places = self.fold(value, index.alphabet) if fold else (value, [])
        try:
            made = self.condition(folded, index)
        except QuerySyntaxError as error:
            if error.text == folded != value:
                error.text, error.at = value, places[min(error.at, len(places) - 1)]
            raise
        made.text = f"{self.name}:{value}"
        return made

    def fold(self, value: str, alphabet: Alphabet) -> tuple[str, list[int]]:
        """(value, places): a value with its letters folded, and where each of its characters was."""
        if self.letters is None or value.isascii():
            return value, list(range(len(value) + 1))
        demand_short(value, "the text")
        return Folder(alphabet).fold_places(value, self.letters, look)


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds by name, in the order in which help shows them."""
    return {kind.name: kind for home in HOMES for kind in _kinds_in(home)}


def find_kind(name: str) -> Kind | None:
    """The kind of this name, or None. No others are imported."""
    home = _homes().get(name)
    return None if home is None else next(kind for kind in _kinds_in(home) if kind.name == name)


@cache
def kind_names() -> frozenset[str]:
    """The names of all kinds. None is imported."""
    return frozenset(_homes())


@cache
def _homes() -> Mapping[str, str]:
    """Kind -> the file that has it."""
    return {name: home for home, names in HOMES.items() for name in names}


def nearest_kinds(name: str, more: Iterable[str]) -> tuple[list[str], bool]:
    """The kinds, or names of ``more``, most like this one, and whether the first of them was surely meant."""
    names = [*_homes(), *more]
    plain = name.replace("-", "").replace("_", "")
    known = [OTHER_NAMES[one] for one in likely_names(plain, [*OTHER_NAMES, *names]) if one in OTHER_NAMES]
    near = [*known, *likely_names(name, names, _NEAREST)]
    return list(dict.fromkeys([*near, *likely_names(name, names, _NEAREST, 0.0)]))[:_NEAREST], bool(near)


def _kinds_in(home: str) -> tuple[Kind, ...]:
    found: tuple[Kind, ...] = tuple(import_module(f".{home}", __package__).KINDS)
    names = tuple([kind.name for kind in found])
    assert names == HOMES[home], f"{home} has other kinds than listed: {names}"
    return found
