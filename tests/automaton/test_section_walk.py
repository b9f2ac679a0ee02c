"""Walks over the GADDAG, the DAGGAD and the expanded form answer as plain Python does."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.build import Options, build
from lexkit.errors import AlphabetError, ClosedLexiconError, QueryError
from lexkit.runtime.automaton.section_walk import SectionWalk
from tests.making import letters, make, word_lists
from tests.oracle import Oracle

FORMS = ("gaddag", "daggad", "expanded")
WORDS = ["A", "AX", "CARE", "CARED", "CAREEN", "COAX", "TAX", "TAXI", "TAXITAXI", "ZAGGED"]


def make_all(words: list[str], alphabet: str | lexkit.Alphabet = "english") -> lexkit.Lexicon:
    return make(words, alphabet, daggad=True, expanded=True)


def check(walk: SectionWalk, words: list[str], text: str) -> None:
    """Compare a walk with the words themselves, for alphabets whose letters are single characters in order."""
    known = sorted(set(words))
    assert walk.prefix(text) == [word for word in known if word.startswith(text)]
    assert walk.suffix(text) == [word for word in known if word.endswith(text)]
    assert walk.substring(text) == [word for word in known if text in word]
    assert (text in walk) == (text in known)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", ["", "A", "AX", "TAX", "TAXI", "CARE", "CAREEN", "X", "I", "GG", "B", "TAXITAXIT"])
def test_each_query(form: str, text: str) -> None:
    check(make_all(WORDS).walk(form), WORDS, text)


@given(words=word_lists("ABC", longest=6), text=st.text("ABCD", max_size=4))
def test_random_lists(words: list[str], text: str) -> None:
    lexicon = make_all(words)
    for form in FORMS:
        check(lexicon.walk(form), words, text)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("words", [[], ["A"], ["A", "I"], ["AB"], ["ABBA"]])
def test_small_lists(form: str, words: list[str]) -> None:
    for text in ("", "A", "B", "AB", "BA", "BB"):
        check(make_all(words).walk(form), words, text)


@pytest.mark.parametrize("form", FORMS)
def test_wide_sets_and_longest_words(form: str) -> None:
    alphabet = letters(63)
    words = ["".join(alphabet.labels), alphabet.labels[62] * 63, alphabet.labels[40] + alphabet.labels[2]]
    lexicon = make_all(words, alphabet)
    walk, oracle = lexicon.walk(form), Oracle(words, alphabet.labels)
    for text in (alphabet.labels[62], alphabet.labels[40], "".join(alphabet.labels[10:20]), words[1]):
        for query in ("prefix", "suffix", "substring"):
            expected = ["".join(word) for word in getattr(oracle, query)(text)]
            assert getattr(walk, query)(text) == expected


@pytest.mark.parametrize("form", FORMS)
def test_letters_of_two_characters(form: str) -> None:
    words = ["CHACO", "ACHA", "CAL", "LLANO", "CALLE"]
    lexicon = make_all(words, "spanish")
    walk = lexicon.walk(form)
    assert walk.prefix("CH") == lexicon.prefix("CH").to_list() != []
    assert walk.substring("C") == lexicon.substring("C").to_list()
    assert walk.suffix("LLE") == lexicon.suffix("LLE").to_list() != []
    assert "ACHA" in walk
    assert "ACA" not in walk


def test_a_section_that_the_file_lacks() -> None:
    lexicon = make(WORDS)
    assert lexicon.walk().form == "gaddag"
    with pytest.raises(QueryError, match=r"no section daggad.*lexc build --daggad"):
        lexicon.walk("daggad")
    with pytest.raises(QueryError, match=r"no section expanded.*lexc build --layout expanded"):
        lexicon.walk("expanded")
    with pytest.raises(QueryError, match="no such section"):
        lexicon.walk("dawg")  # type: ignore[arg-type]


def test_foreign_letters_and_other_objects() -> None:
    walk = make(WORDS).walk()
    assert "Ä" not in walk
    assert 5 not in walk
    with pytest.raises(AlphabetError):
        walk.prefix("Ä")


@pytest.mark.parametrize("form", FORMS)
def test_a_closed_lexicon_answers_nothing(form: str, tmp_path: Path) -> None:
    build(WORDS, tmp_path / "few.gaddag", Options(daggad=True, expanded=True))
    lexicon = lexkit.open(tmp_path / "few.gaddag")
    walk = lexicon.walk(form)
    lexicon.close()
    with pytest.raises(ClosedLexiconError):
        walk.prefix("A")
    with pytest.raises(ClosedLexiconError):
        lexicon.walk(form)
