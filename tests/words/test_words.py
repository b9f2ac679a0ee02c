"""Words as a sequence and as a set: the same as a sorted list and a set of Python strings."""

import pickle
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon, Words
from lexkit.errors import QueryError
from tests.making import make
from tests.running import each

ALL = [a + b + c for a in "ABCD" for b in "ABCD" for c in ("", "A", "B", "CD")]
LEXICON = make(ALL)
RANKS = st.sets(st.integers(0, len(LEXICON) - 1))


def of(ranks: set[int]) -> Words:
    return Words.of_ranks(LEXICON.core, sorted(ranks))


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
        with pytest.raises(QueryError, match="Words cannot be sliced backwards"):
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
    with pytest.raises(QueryError, match="the range of lengths is empty"):
        words.of_length(4, 3)


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
        with pytest.raises(QueryError, match="rank out of range"):
            Words.of_ranks(LEXICON.core, ranks)
    for strange in ([1.5], ["a"], [10**30], [None]):
        with pytest.raises(QueryError, match="whole number"):
            LEXICON.words_at(strange)


def test_words_of_two_lexicons_do_not_mix() -> None:
    other = make(["AA"])
    with pytest.raises(QueryError, match="different lexicons"):
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


@pytest.mark.parametrize("listed", [False, True])
def test_a_mask_has_one_bool_a_word(listed: bool) -> None:
    """Found: numbers were taken for places, so that where() gave words several times, none, or a length below 0."""
    words = LEXICON.prefix("A").sorted_by("-alphabet") if listed else LEXICON.prefix("A")
    number = len(words)
    for wrong in (
        np.array([5, 3, 3]),
        np.ones(number, np.uint8),
        np.ones(number, object),
        np.ones(number - 1, bool),
        np.ones((number, 1), bool),
        np.ones(0, bool),
        [[True], [True, False]],
        slice(None, None, -1),
        None,
        True,
        "A",
    ):
        with pytest.raises(QueryError, match="not a mask: expected one bool for each"):
            words.where(wrong)  # type: ignore[arg-type]
    assert words.where(np.arange(number) < 3).to_list() == words[:3].to_list()
    assert words.where([True] * number) == words  # type: ignore[arg-type]
    assert len(words[:0].where([])) == 0  # type: ignore[arg-type]


def test_what_a_mask_masks_is_left_out() -> None:
    """Found: words without a value were kept where the 0 that stands for it fits."""
    words = LEXICON.prefix("A")
    values = np.ma.MaskedArray(np.arange(len(words)), np.arange(len(words)) % 2 == 1)
    assert words.where(values < 4).to_numpy().tolist() == words.to_numpy()[[0, 2]].tolist()


@each("wrong", [1.0, 1.5, "1", None, np.float64(2), np.array([1, 2])])
def test_only_whole_numbers_are_places(wrong: object) -> None:
    """Found: words[1.5] was the second word."""
    for words in (LEXICON.prefix("A"), LEXICON.prefix("A").sorted_by("length"), LEXICON):
        with pytest.raises(TypeError):
            words[wrong]  # type: ignore[index]
    with pytest.raises(IndexError):
        LEXICON.words()[1 << 80]
    assert LEXICON.words()[np.int8(-1)] == LEXICON[len(LEXICON) - 1]


class Two(str):
    """Says that it is another text, of the same hash, and goes on for ever."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("prefix:B")

    def __iter__(self) -> Iterator[str]:
        while True:
            yield "A"


def test_a_text_that_lies_about_itself() -> None:
    """Found: such a text hung the alphabet's reader, and made the memory of queries give one query's answer to
    another."""
    assert LEXICON.search(Two("prefix:A")) == LEXICON.prefix("A")
    assert LEXICON.search(type("Plain", (str,), {})("prefix:B")) == LEXICON.prefix("B")
    for ask in (LEXICON.prefix, LEXICON.suffix, LEXICON.substring, LEXICON.pattern, LEXICON.regex, LEXICON.anagram):
        assert ask(Two("AB")) == ask("AB")
    assert LEXICON.rank(Two("AB")) == LEXICON.rank("AB")
    assert Two("AB") in LEXICON


def test_a_mask_is_no_ranks() -> None:
    """Found: True and False were taken for the ranks 1 and 0."""
    for wrong in ([True, False], np.array([True, False])):
        for ask in (LEXICON.words_at, lambda ranks: Words.of_ranks(LEXICON.core, ranks)):
            with pytest.raises(QueryError, match="ranks must be whole numbers"):
                ask(wrong)
