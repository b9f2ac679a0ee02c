"""Where a text lies in words, against a search of plain lists of letters."""

import pickle
from collections.abc import Sequence
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Occurrence
from lexkit.errors import AlphabetError, QueryError
from tests.making import make

LETTERS = st.sampled_from("ABC")


def oracle(words: list[Sequence[str]], text: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    """(letters before, letters after) of each place, by comparing letter by letter."""
    return [
        (list(word[:place]), list(word[place + len(text) :]))
        for word in words
        for place in range(len(word) - len(text) + 1)
        if all(word[place + at] == letter for at, letter in enumerate(text))
    ]


def test_the_example_of_the_blog(english: lexkit.Lexicon) -> None:
    found = list(english.substring("AX").occurrences())
    assert found[0] == ("AB", "AX", "IAL")
    for example in (("T", "AX", "I"), ("", "AX", "IOM"), ("F", "AX", "ES"), ("M", "AX", "IMUM"), ("REL", "AX", "")):
        assert example in found
    assert [place.before + place.match + place.after for place in found] == [
        word for word in english.substring("AX") for _ in range(word.count("AX"))
    ]
    taxi = Occurrence("T", "AX", "I")
    assert taxi in found
    assert (taxi.before, taxi.match, taxi.after) == ("T", "AX", "I")


@given(st.sets(st.text(LETTERS, min_size=1, max_size=9), max_size=40), st.text(LETTERS, min_size=1, max_size=3))
def test_every_place_is_found_also_those_that_overlap(words: set[str], text: str) -> None:
    lexicon = make(sorted(words))
    expected = [("".join(before), text, "".join(after)) for before, after in oracle(sorted(words), text)]
    assert list(lexicon.substring(text).occurrences()) == expected
    assert list(lexicon.words().occurrences(text)) == expected
    assert list(lexicon.prefix(text).occurrences()) == [
        one for one in expected if (one[0] + text + one[2]).startswith(text)
    ]
    assert list(lexicon.suffix(text).occurrences()) == [
        one for one in expected if (one[0] + text + one[2]).endswith(text)
    ]


def test_letters_of_several_characters() -> None:
    """The C and the H of a CH are no letters of the word, and a rest that reads as other letters is in brackets."""
    lexicon = make(["CHICO", "CACHA", "[C][H]A", "OCHO", "LL[L][L]A"], "spanish")
    assert list(lexicon.substring("C").occurrences()) == [
        ("", "C", "ACHA"),
        ("", "C", "HA"),
        ("CHI", "C", "O"),
    ]
    assert list(lexicon.substring("CH").occurrences()) == [("CA", "CH", "A"), ("", "CH", "ICO"), ("O", "CH", "O")]
    assert list(lexicon.substring("[CH]").occurrences()) == list(lexicon.substring("ch").occurrences())
    assert list(lexicon.substring("A").occurrences())[-1] == ("[LL][L][L]", "A", "")


def test_what_the_text_is(english: lexkit.Lexicon) -> None:
    words = english.substring("ax")
    assert next(words[:3].occurrences()) == ("AB", "AX", "IAL")
    assert len(list(words[:3].occurrences())) == 3
    assert list((words & english.length(4)).occurrences("AX")) == list(
        islice((one for one in words.occurrences() if len(one.before + one.after) == 2), 100)
    )
    assert list(english.substring("A" * 70).occurrences()) == []
    assert list(english.length(2)[:3].occurrences("B")) == [("A", "B", "")]
    copied = pickle.loads(pickle.dumps(words))
    assert copied == words
    assert list(copied.occurrences()) == list(words.occurrences())
    for ask in (english.length(2).occurrences, (words & words).occurrences, lambda: words.occurrences("")):
        with pytest.raises(QueryError):
            ask()
    with pytest.raises(QueryError):
        english.substring("").occurrences()
    with pytest.raises(AlphabetError):
        words.occurrences("1")
