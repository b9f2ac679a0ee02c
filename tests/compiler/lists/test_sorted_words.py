"""Words as tiles, sorted as Python sorts bytes."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.compiler.kernels import sort_words
from lexkit.compiler.lists.sorted_words import TileWords
from tests.running import COMPILED, each

#: Few tiles, so that words share their beginnings; and all of them.
words_in_any_order = st.one_of(
    st.lists(st.lists(st.sampled_from([1, 2, 63]), min_size=1, max_size=5).map(bytes), max_size=300),
    st.lists(st.lists(st.integers(1, 63), min_size=1, max_size=63).map(bytes), max_size=60),
)


@given(words_in_any_order)
def test_words_are_sorted_and_unique(listed: list[bytes]) -> None:
    assert list(TileWords.of(listed).sorted_unique()) == sorted(set(listed))


@given(words_in_any_order)
def test_order_is_seen(listed: list[bytes]) -> None:
    words = TileWords.of(listed)
    ascends = all(one < other for one, other in pairwise(listed))
    assert sort_words.ascends(words.tiles.data, words.offsets.data) == ascends
    assert (words.sorted_unique() is words) == (ascends or len(listed) < 2)


@each("number", [15, 16, 17, 5_000 if COMPILED else 500])
@each("order", ["random", "descending", "nearly sorted", "repeated"])
def test_lists_of_all_sizes(number: int, order: str) -> None:
    chance = random.Random(number)
    listed = [bytes(chance.choices((1, 2, 3, 62, 63), k=chance.randrange(1, 64))) for _ in range(number)]
    listed.sort(reverse=order == "descending")
    if order == "random":
        chance.shuffle(listed)
    elif order == "nearly sorted":
        listed.append(listed.pop(number // 2))
    elif order == "repeated":
        listed = [listed[0]] * number + listed[:3]
    assert list(TileWords.of(listed).sorted_unique()) == sorted(set(listed))


@each("strange", [b"\1\x40", b"\x40\1", b"\xff" * 3, b"\1" * 64, b"\1" * 200])
@each("others", [1, 40])
def test_what_is_no_word_is_sorted_too_or_refused(strange: bytes, others: int) -> None:
    listed = [strange, *(bytes([2, 1 + number % 60]) for number in range(others)), b"\1"]
    try:
        assert list(TileWords.of(listed).sorted_unique()) == sorted(set(listed))
    except ValueError as error:
        assert "at most 63 tiles" in str(error)


def test_wrong_calls_are_refused() -> None:
    words = TileWords.of([b"\2", b"\1"])
    for sizes in ((1, 2), (2, 1)):
        with pytest.raises(ValueError, match="for each word"):
            sort_words.sort_words(
                words.tiles.data, words.offsets.data, *(np.zeros(size, np.uint32).data for size in sizes)
            )
