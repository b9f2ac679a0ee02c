"""The kinds of condition, by name.

Each file of conditions lists its own kinds as ``KINDS``; this one collects them. Adding a kind to such a list makes it
a term of the language and, if it has an example, a command of ``lexq``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from ....formats.folding import Folder
from ...limits import look
from ..language.grammar import demand_short

if TYPE_CHECKING:
    from ....formats.alphabet import Alphabet
    from ....formats.folding import Syntax
    from ...automaton.index import Index
    from .condition import Condition

__all__ = ["Kind", "kind_names", "kinds"]

#: The files with conditions.
HOMES: Final = (
    "prefix_suffix_substring",
    "letter_expressions",
    "anagrams",
    "nearness",
    "measured_words",
    "hooks",
    "named_groups",
    "other_lists",
    "columns",
    "editions",
)


class Kind(NamedTuple):
    """One kind of condition: ``name:value`` in a query."""

    name: str
    #: What its value looks like, for help and errors: ``LETTERS``, ``N or N-M``.
    value: str
    #: One line of help, without a full stop: ``Words that start with LETTERS``.
    summary: str
    #: A value that finds something in English, for help and documents.
    example: str
    #: Makes the condition from its value and a lexicon; raises QuerySyntaxError for a malformed value.
    make: Callable[[str, Index], Condition]
    #: How its letters are written, which folding follows; None if its value has none.
    letters: Syntax | None = None

    def fold(self, value: str, alphabet: Alphabet) -> tuple[str, list[int]]:
        """(value, places): a value with its letters folded, and where each of its characters was."""
        if self.letters is None or value.isascii():
            return value, list(range(len(value) + 1))
        demand_short(value, "the text")
        return Folder(alphabet).fold_places(value, self.letters, look)


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds by name, in the order in which help shows them."""
    found: dict[str, Kind] = {}
    for home in HOMES:
        for kind in import_module(f".{home}", __package__).KINDS:
            assert kind.name not in found, f"two kinds are called {kind.name}"
            found[kind.name] = kind
    return found


@cache
def kind_names() -> frozenset[str]:
    """The names of all kinds."""
    return frozenset(kinds())
