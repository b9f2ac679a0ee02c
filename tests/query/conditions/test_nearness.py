"""Nearness against the textbook table of Levenshtein distances."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import QueryError, QuerySyntaxError
from lexkit.runtime.query.evaluate import meet
from tests.query.making import Case, bracketed, cases
from tests.query.oracle import distance


@given(cases(), st.data())
def test_distances(case: Case, data: st.DataObject) -> None:
    text = tuple(data.draw(st.lists(st.sampled_from(case.labels), min_size=1, max_size=7)))
    for most in (1, 2, 3):
        expected = [word for word in case.words if distance(text, word) <= most]
        case.agrees(case.lexicon.near(bracketed(text), most), expected, f"near {text} at {most}")


def test_a_long_text(english: Lexicon) -> None:
    longest = max(english, key=len)
    assert english.near(longest + "XQX", 3).to_list() == [longest]
    assert english.near("A" * 63, 3).to_list() == []
    with pytest.raises(QueryError, match="at most 63"):
        english.near("A" * 64)


def test_distance_is_one_to_three(english: Lexicon) -> None:
    assert "SCRABBLE" in english.near("SCRABLE")
    for wrong in (0, 4, 10**9):
        with pytest.raises(QueryError, match="1 to 3"):
            english.near("SCRABLE", wrong)
    for text in ("SCRABLE~", "SCRABLE~x", "SCR4BLE", "~2", ""):
        with pytest.raises(QuerySyntaxError):
            meet(english.core, "near", text)
