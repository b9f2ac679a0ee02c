"""Every kind of condition is a term of the language, a command, and a method, and they mean the same."""

from __future__ import annotations

import pytest

from lexkit import Lexicon
from lexkit.runtime.cli.commands import Commands
from lexkit.runtime.query.conditions.kinds import Kind, kinds

#: Kinds whose names Python has taken, or a method that gives something else.
OTHERWISE = {"in": "in_", "definition": "defined_as"}


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.name)
def test_a_kind_is_a_method_too(kind: Kind, english: Lexicon) -> None:
    method = getattr(Lexicon, OTHERWISE.get(kind.name, kind.name.replace("-", "_")))
    assert method.__doc__
    if not kind.example:
        return  # of what the bundled list does not have
    value = kind.example
    expected = english.search(f"{kind.name}:'{value}'")
    assert expected, "an example finds something"
    if kind.name == "consists-of":
        found = english.consists_of("AEIOU", ">=75")
    elif kind.name == "palindrome":
        found = english.palindrome()
    else:
        found = method(english, value)
    assert found == expected


def test_a_kind_is_a_command_too() -> None:
    named = Commands().list_commands(None)
    assert set(kinds()) <= set(named)


def test_numbers_may_be_numbers(english: Lexicon) -> None:
    assert english.length(2) == english.words().of_length(2)
    assert english.points(">=40") == english.search("points:>=40")
    assert english.probability(1, blanks=0) == english.search("probability:1/0")
    assert english.consists_of("AEIOU") == english.search("consists-of:AEIOU")
    assert english.palindrome(False) == ~english.palindrome()


@pytest.mark.parametrize("name", ["pattern", "anagram", "superanagram", "regex", "takes_prefix", "includes", "edition"])
@pytest.mark.parametrize("value", [None, b"AB", 7, ["A"]])
def test_a_method_takes_text(name: str, value: object, english: Lexicon) -> None:
    with pytest.raises(TypeError, match="a query is a str, not"):
        getattr(english, name)(value)
