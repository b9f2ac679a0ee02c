"""Words as a sequence and as a set: the same as a sorted list and a set of Python strings."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon, Words
from lexkit.errors import QueryError
from tests.making import make

ALL = [a + b + c for a in "ABCD" for b in "ABCD" for c in ("", "A", "B", "CD")]
LEXICON = make(ALL)
RANKS = st.sets(st.integers(0, len(LEXICON) - 1))


def of(ranks: set[int]) -> Words:
    return Words.of_ranks(LEXICON, sorted(ranks))


@given(RANKS, RANKS)
def test_set_operations(first: set[int], second: set[int]) -> None:
    one, other = of(first), of(second)
    for result, expected in (
        (one & other, first & second),
        (one | other, first | second),
        (one - other, first - second),
        (one ^ other, first ^ second),
        (~one, set(range(len(LEXICON))) - first),
    ):
        assert result.to_numpy().tolist() == sorted(expected)
        assert result == of(expected)
        assert len(result) == len(expected)
    assert (one == other) == (first == second)


@given(RANKS, st.integers(-80, 80), st.slices(70))
def test_sequence(ranks: set[int], index: int, part: slice) -> None:
    words, listed = of(ranks), LEXICON.words_at(sorted(ranks))
    assert list(words) == words.to_list() == listed
    if part.step is not None and part.step < 0:
        with pytest.raises(QueryError, match="words are sorted"):
            words[part]
    else:
        assert words[part].to_list() == listed[part]
    if -len(listed) <= index < len(listed):
        assert words[index] == listed[index]
    else:
        with pytest.raises(IndexError):
            words[index]
    assert [word in words for word in LEXICON] == [word in listed for word in LEXICON]
    assert words.lengths().tolist() == list(map(len, listed))
    assert words.of_length(3).to_list() == [word for word in listed if len(word) == 3]
    assert words.of_length(3, 4).to_list() == [word for word in listed if 3 <= len(word) <= 4]


@given(st.sampled_from(["prefix", "suffix", "substring"]), st.text("ABCD", min_size=1, max_size=3), st.slices(20))
def test_a_query_pages_like_its_list(kind: str, text: str, part: slice) -> None:
    part = slice(part.start, part.stop, part.step and abs(part.step))
    words = getattr(LEXICON, kind)(text)
    assert words[part].to_list() == sorted(getattr(LEXICON, kind)(text).to_list()[part])


def test_ranks_are_plain_numbers() -> None:
    ranks = LEXICON.substring("CD").to_numpy()
    assert ranks.dtype == np.int64
    assert np.arange(len(LEXICON))[ranks].tolist() == ranks.tolist()


def test_a_rank_there_is_not() -> None:
    for ranks in ([len(LEXICON)], [-1], [0, 10**12]):
        with pytest.raises(QueryError, match="no such rank"):
            Words.of_ranks(LEXICON, ranks)
    for strange in ([1.5], ["a"], [10**30], [None]):
        with pytest.raises(QueryError, match="whole number"):
            LEXICON.words_at(strange)


def test_words_of_two_lexicons_do_not_mix() -> None:
    other = make(["AA"])
    with pytest.raises(QueryError, match="two lexicons"):
        LEXICON.words() & other.words()
    assert LEXICON.words() != other.words()
    same = make(ALL)
    assert (LEXICON.prefix("A") & same.suffix("B")).to_list() == [
        w for w in sorted(ALL) if w[0] == "A" and w[-1] == "B"
    ]


def test_repr_is_readable(english: Lexicon) -> None:
    assert repr(LEXICON.prefix("DDC")) == "<1 word: DDCD>"
    assert repr(LEXICON.prefix("Z")) == "<0 words>"
    assert repr(LEXICON.prefix("A")).startswith("<16 words: AA, AAA, AAB, AACD, AB, ABA, ...>")
    assert repr(english) == f"<Lexicon {english.path.name}: 247,419 words, english>"


def test_words_pickle_with_their_lexicon(english: Lexicon) -> None:
    words = english.prefix("QUI")
    again = pickle.loads(pickle.dumps(words))
    assert again == words
    assert again.to_list() == words.to_list()
