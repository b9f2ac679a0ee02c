"""Anagrams, what can be built, what holds a rack: against trying every way to deal the tiles out."""

import random
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import QueryError, QuerySyntaxError
from lexkit.runtime.query.conditions import anagrams
from lexkit.runtime.query.search.kernels.rack_machine import MultisetMachine
from tests.making import make
from tests.query.conditions.test_word_measures import ask
from tests.query.making import Case, cases, classes
from tests.query.oracle import fits, takes_all


@given(cases(longest=6), st.data())
def test_racks(case: Case, data: st.DataObject) -> None:
    everything = frozenset(case.lexicon.alphabet)
    letters = data.draw(st.lists(st.sampled_from(case.labels), max_size=5))
    blanks = data.draw(st.integers(0, 2))
    chosen = data.draw(st.lists(classes(case), max_size=3))
    text = "".join(f"[{label}]" for label in letters) + "?" * blanks + "".join(f"[{''.join(some)}]" for some in chosen)
    tiles = (*(frozenset([label]) for label in letters), *(frozenset(some) for some in chosen), *[everything] * blanks)
    expected = [word for word in case.words if len(word) == len(tiles) and fits(word, tiles)]
    ask(case, "anagram", text, expected)
    case.agrees(case.lexicon.anagram(text), expected, f"anagram {text}")
    expected = [word for word in case.words if fits(word, tiles)]
    ask(case, "subanagram", text, expected)
    case.agrees(case.lexicon.subanagram(text), expected, f"subanagram {text}")
    expected = [word for word in case.words if len(word) >= len(tiles) and takes_all(word, tiles)]
    ask(case, "superanagram", text, expected)
    case.agrees(case.lexicon.superanagram(text), expected, f"superanagram {text}")


def test_few_words_are_looked_at_rather_than_all_found(english: Lexicon) -> None:
    """The plan says so; finding all would take a hundred times as long."""
    for term in ("front-hook:S", "back-hook:S", "takes-suffix:S", "superanagram:RETAIN", "subanagram:RETAINS?"):
        told = english.explain(f"near:RETAINS {term}").splitlines()
        assert "looks at each word found so far" in told[1], told


def test_a_tile_is_one_of_some_letters() -> None:
    lexicon = make(["TEA", "EAT", "TIE", "TEE", "TA", "ATE"])
    assert lexicon.anagram("T[EI][EA]").to_list() == ["ATE", "EAT", "TEA", "TEE", "TIE"]
    assert lexicon.anagram("t e a").to_list() == ["ATE", "EAT", "TEA"]
    assert lexicon.subanagram("TEA?").to_list() == ["ATE", "EAT", "TA", "TEA", "TEE", "TIE"]
    assert lexicon.anagram("").to_list() == []


def test_blanks_stand_for_any_letter(english: Lexicon) -> None:
    found = english.anagram("RETAINS")
    assert "NASTIER" in found
    assert found == english.anagram("SNIATER")
    assert len(english.anagram("?" * 15)) == len(english.words().of_length(15))
    assert english.subanagram("AEINRST").of_length(7) == found


def test_a_full_table_changes_no_answer() -> None:
    """The table of states is emptied where it is full: between one beginning and the next the start must be kept."""
    chance = random.Random(3)
    lexicon = make(["".join(chance.choices("ABCDEFGHIJKLMN", k=chance.randint(6, 14))) for _ in range(1000)])

    def small(*arguments: Any) -> MultisetMachine:
        return MultisetMachine(*arguments, 140)  # more than twice the tiles of any word

    with mock.patch.object(anagrams, "_RARE", 1.0):
        usual = lexicon.superanagram("ABCDEF??")
        assert len(usual) > 10
        with mock.patch.object(anagrams, "MultisetMachine", small):
            assert lexicon.superanagram("ABCDEF??").to_list() == usual.to_list()


@pytest.mark.parametrize("tiles", ["A" * 64, "?" * 64, "[AB]" * 7])
def test_limits_are_stated(tiles: str, english: Lexicon) -> None:
    with pytest.raises(QueryError, match="at most"):
        english.anagram(tiles)


def test_a_malformed_rack_says_where(english: Lexicon) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        english.anagram("RE*")
    assert caught.value.at == 2
