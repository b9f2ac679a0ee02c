"""The kinds of condition, by name.

Each file of conditions lists its own kinds as ``KINDS``; this one collects them. Adding a kind to such a list makes it
a term of the language and, if it has an example, a command of ``lexq``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ...automaton.index import Index
    from .condition import Condition

__all__ = ["Kind", "kind_names", "kinds"]

#: The files with conditions.
HOMES: Final = (
    "fixed_text",
    "letter_expressions",
    "anagrams",
    "nearness",
    "measured_words",
    "hooks",
    "groups",
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
