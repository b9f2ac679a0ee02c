"""Words in another order: the same as sorting a list of Python strings, and still the same set."""

import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon, Listing, Words
from lexkit.errors import ClosedLexiconError, QueryError
from lexkit.lexicons import alphabet
from tests.making import letters, make, word_lists

ALL = [a + b + c for a in "ABQZ" for b in "ABQZ" for c in ("", "A", "B", "QZ")]
LEXICON = make(ALL)
RANKS = st.lists(st.integers(0, len(LEXICON) - 1), unique=True)
POINTS = {"A": 1, "B": 3, "Q": 10, "Z": 10}


def points(word: str) -> int:
    return sum(map(POINTS.__getitem__, word))


#: Key -> what Python sorts by.
KEYS: dict[str, Any] = {
    "alphabet": lambda word: word,
    "word": lambda word: word,
    "rank": lambda word: word,
    "length": len,
    "points": points,
    "vowels": lambda word: word.count("A"),
    "alphagram": sorted,
}


def expected(words: list[str], keys: list[str]) -> list[str]:
    ordered = sorted(words)
    for key in reversed(keys):
        ordered.sort(key=KEYS[key.removeprefix("-")], reverse=key.startswith("-"))
    return ordered


@given(RANKS, st.lists(st.sampled_from([sign + key for key in KEYS for sign in ("", "-")]), max_size=3), st.booleans())
def test_the_order_is_that_of_sorted(ranks: list[int], keys: list[str], reverse: bool) -> None:
    words = Words.of_ranks(LEXICON.core, ranks)
    listing = words.sorted_by(*keys, reverse=reverse)
    ordered = expected(words.to_list(), keys)
    if reverse:
        ordered.reverse()
    assert listing.to_list() == list(listing) == ordered, keys
    assert list(reversed(listing)) == ordered[::-1]
    assert listing.sorted_by(*keys, reverse=reverse).to_list() == ordered, "sorting again changes nothing"
    assert listing.sorted_by().to_list() == sorted(ordered)


@given(RANKS, st.integers(-80, 80), st.slices(70))
def test_it_is_a_sequence_in_its_order(ranks: list[int], index: int, part: slice) -> None:
    listing = Listing(LEXICON.core, np.array(ranks, np.int64))
    spelled = [LEXICON[rank] for rank in ranks]
    assert listing.to_numpy().tolist() == ranks
    assert listing.lengths().tolist() == list(map(len, spelled))
    assert len(listing) == len(spelled)
    assert bool(listing) == bool(spelled)
    assert listing[part].to_list() == spelled[part]
    assert isinstance(listing[part], Listing)
    if -len(spelled) <= index < len(spelled):
        assert listing[index] == spelled[index]
    else:
        with pytest.raises(IndexError):
            listing[index]
    chosen = np.array([len(word) == 3 for word in spelled], bool)
    assert listing.where(chosen).to_list() == [word for word in spelled if len(word) == 3]
    assert listing.of_length(3).to_list() == [word for word in spelled if len(word) == 3]
    shown = ", ".join(spelled[:6])
    assert shown in repr(listing)


@given(RANKS, RANKS)
def test_as_a_set_the_order_does_not_count(first: list[int], second: list[int]) -> None:
    one, plain = Listing(LEXICON.core, np.array(first, np.int64)), Words.of_ranks(LEXICON.core, first)
    other = Listing(LEXICON.core, np.array(second, np.int64))
    assert one == plain
    assert plain == one
    assert hash(one) == hash(plain)
    assert one.sorted() == one
    assert one.sorted().to_list() == plain.to_list()
    for result, wanted in (
        (one & other, set(first) & set(second)),
        (one | other, set(first) | set(second)),
        (one - other, set(first) - set(second)),
        (one ^ other, set(first) ^ set(second)),
        (~one, set(range(len(LEXICON))) - set(first)),
    ):
        assert result.to_numpy().tolist() == sorted(wanted)
        assert not isinstance(result, Listing)
    assert [word in one for word in LEXICON] == [word in plain for word in LEXICON]


@given(RANKS, st.data())
def test_a_key_of_the_callers(ranks: list[int], data: st.DataObject) -> None:
    words = Words.of_ranks(LEXICON.core, ranks).sorted_by("-length")
    listed = words.to_list()
    kinds = st.sampled_from([st.integers(-5, 5), st.floats(-2, 2), st.text("ab", max_size=2), st.booleans()])
    values = data.draw(st.lists(data.draw(kinds), min_size=len(listed), max_size=len(listed)))
    by_hand = [word for _, word in sorted(zip(values, listed, strict=True))]
    assert words.sorted_by(values).to_list() == by_hand, "an array belongs to the words as they stand"
    if values:
        assert words.sorted_by(np.array(values)).to_list() == by_hand


def test_what_is_no_number_comes_last() -> None:
    words = LEXICON.prefix("AA")
    key = np.array([np.nan, 2.0, 1.0, np.nan])
    assert words.sorted_by(key).to_list() == ["AAB", "AAA", "AA", "AAQZ"]
    assert words.sorted_by(-key).to_list() == ["AAA", "AAB", "AA", "AAQZ"]


def test_a_key_that_cannot_be() -> None:
    words = LEXICON.prefix("A")
    with pytest.raises(QueryError, match=r"no such field: expected one of word, rank, length.*found 'size'"):
        words.sorted_by("-size")
    for key in ([1, 2], 5, np.zeros((16, 1)), [[1], [2, 3]]):
        with pytest.raises(QueryError, match="cannot sort by this"):
            words.sorted_by(key)
    with pytest.raises(QueryError, match="cannot be compared with each other"):
        words.sorted_by(np.array([1, "a"] * 8, object))


@given(word_lists(alphabet("spanish"), most=30), st.integers(0, 2**32))
def test_letters_of_several_code_points(words: list[str], seed: int) -> None:
    lexicon = make([word for word in words if len(word) < 20], "spanish")
    ranks = list(range(len(lexicon)))
    random.Random(seed).shuffle(ranks)
    assert Listing(lexicon.core, np.array(ranks, np.int64)).to_list() == [lexicon[rank] for rank in ranks]


def test_the_alphabet_orders_alphagrams() -> None:
    many = letters(63)
    lexicon = make([many.labels[last] + many.labels[0] for last in range(63)], many)
    assert lexicon.words().sorted_by("-alphagram").to_list() == list(lexicon)[::-1]


def test_changing_what_was_given_out_changes_nothing() -> None:
    listing = LEXICON.words().sorted_by("length")
    ranks = listing.to_numpy()
    ranks[:] = 0
    assert listing[0] == "AA"
    assert listing[1] == "AB"


def test_a_listing_pickles(english: Lexicon) -> None:
    listing = english.prefix("QUI").sorted_by("-points")
    again = pickle.loads(pickle.dumps(listing))
    assert isinstance(again, Listing)
    assert again.to_list() == listing.to_list()


def test_a_page_of_a_large_answer(english: Lexicon) -> None:
    listing = english.words().sorted_by("-length")
    page = listing[100_000:100_020].to_list()
    assert page == sorted(english, key=lambda word: -len(word))[100_000:100_020]


def test_a_closed_lexicon_says_so() -> None:
    lexicon = make(["AA", "AB"])
    words = lexicon.words()
    listing = words.sorted_by("length")
    lexicon.close()
    for ask in (listing.to_list, listing.lengths, lambda: words.sorted_by("points"), lambda: listing[0]):
        with pytest.raises(ClosedLexiconError):
            ask()
    assert repr(listing) == "<words of a closed lexicon>"
    assert "closed" in listing._repr_html_()
