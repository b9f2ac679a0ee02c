"""Numbers of conditions are compared exactly: percentages as fractions, ints of any size, either sign.

The oracle counts letters of the bundled list with ``str.count`` and compares with :class:`fractions.Fraction`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import QueryError, QuerySyntaxError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.runtime.words.number_ranges import Bounds, number_text, parse_bounds, parse_range
from tests.making import make
from tests.running import COMPILED, each, few_of

SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
}
#: Percentages at, just below and just above those that words have.
PERCENTAGES = ("0", "9", "14.28", "14.29", "33", "33.3", "33.333333333333333", "33.4", "34", "50", "66", "66.7", "67")
PERCENTAGES += ("99", "99.99", "100", "100.5", "101", "999999999999999999", "0.5", "007", "50.0")
if not COMPILED:  # what kernels count of a word is compared in numpy, whatever the percentage
    PERCENTAGES = PERCENTAGES[::4]


@pytest.fixture(scope="module")
def shares(some_english: Lexicon) -> list[tuple[str, Fraction]]:
    """Words of the list, and the percentage of their letters that are vowels: few objects for all words."""
    percentage = cache(lambda vowels, letters: Fraction(100 * vowels, letters))
    return [
        (word, percentage(sum(word.count(vowel) for vowel in "AEIOU"), len(word))) for word in some_english.words()[::3]
    ]


@pytest.mark.parametrize("percent", few_of(PERCENTAGES, 6))
@each("sign", SIGNS)
def test_percentages_of_the_bundled_list(
    sign: str, percent: str, some_english: Lexicon, shares: list[tuple[str, Fraction]]
) -> None:
    limit = Fraction(Decimal(percent))
    # Fractions are slow to compare: each object once.
    every = {id(share): share for _, share in shares}
    fitting = {number for number, share in every.items() if SIGNS[sign](share, limit)}
    expected = [word for word, share in shares if id(share) in fitting]
    asked = some_english.search(f"consists-of:AEIOU{sign}{percent}") & some_english.words()[::3]
    assert asked.to_list() == expected


@each(("low", "high"), [("33", "34"), ("33.4", "66.6"), ("0", "0.5"), ("28.57", "28.58")])
def test_ranges_of_percentages(low: str, high: str, some_english: Lexicon, shares: list[tuple[str, Fraction]]) -> None:
    expected = [word for word, share in shares if Fraction(low) <= share <= Fraction(high)]
    asked = some_english.search(f"consists-of:AEIOU{low}-{high}") & some_english.words()[::3]
    assert asked.to_list() == expected
    assert some_english.consists_of("AEIOU", f"{low}-{high}") & some_english.words()[::3] == asked


def test_a_third_is_between_33_and_34(some_english: Lexicon) -> None:
    """Those that were missed: CAT has 33.3% of vowels."""
    for above, below in ((">33", "<34"), (">33.3", "<33.4")):
        assert "CAT" in some_english.search(f"consists-of:AEIOU{above}")
        assert "CAT" in some_english.search(f"consists-of:AEIOU{below}")
    assert "CAT" not in some_english.search("consists-of:AEIOU>=33.4")
    assert "CAT" in some_english.consists_of("AEIOU", 33.3)
    assert "CAT" not in some_english.consists_of("AEIOU", 34)


@given(st.data())
def test_bounds_are_what_they_say(data: st.DataObject) -> None:
    """The whole numbers in a range, and in the range times a fraction, one by one."""
    number = st.decimals(0, 130, places=data.draw(st.integers(0, 3)))
    one, other = sorted((data.draw(number), data.draw(number)))
    sign = data.draw(st.sampled_from(sorted(SIGNS)))
    text, meant = data.draw(
        st.sampled_from(
            [
                (f"{one}", lambda value: value == one),
                (f"{one}-{other}", lambda value: one <= value <= other),
                (f"{one}-", lambda value: value >= one),
                (f"-{one}", lambda value: value <= one),
                (f"{sign}{one}", lambda value: SIGNS[sign](value, one)),
            ]
        )
    )
    size = data.draw(st.integers(1, 63))
    first, last = parse_bounds(text).times(Fraction(size, 100))
    for count in range(size + 1):
        assert (first <= count <= last) is meant(Fraction(100 * count, size)), (text, count, size)


def test_a_range_says_whether_its_limits_count() -> None:
    assert parse_bounds(">2.5") == Bounds(Fraction(5, 2), None, above=True)
    assert parse_bounds(">2.5").whole() == (3, float("inf"))
    assert parse_bounds(">2").whole() == (3, float("inf"))
    assert parse_bounds("<2").whole() == (0, 1)
    assert parse_bounds("<2.5").whole() == (0, 2)
    assert parse_range("<=2") == (0, 2)


@each("value", ["1.", ".5", "1.5.5", "1e3", "1,5", "5-2.5", "-", "0.1234567890123456789", "1/3"])
def test_malformed_percentages(value: str, some_english: Lexicon) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        some_english.search(f"consists-of:AEIOU>={value}")
    assert caught.value.at >= len("consists-of:AEIOU")
    assert caught.value.text == f"consists-of:AEIOU>={value}"


def test_digits_may_be_letters() -> None:
    """In an alphabet with digits, what can be read as letters has no percentage."""
    digits = Alphabet("digits", [Tile(letter, letter, count=1) for letter in "A123"])
    lexicon = make(["A1", "A12", "11", "AA3"], digits)
    assert lexicon.search("consists-of:A1").to_list() == ["A1", "11"]
    assert lexicon.search("consists-of:12>50").to_list() == ["A12", "11"]
    assert lexicon.search("consists-of:12>=50").to_list() == ["A1", "A12", "11"]


#: The conditions on whole numbers, as methods.
COUNTS = ("length", "points", "vowels", "consonants", "unique", "anagrams", "front_hooks", "back_hooks", "probability")


@each("name", COUNTS)
@each("number", [-1, -4, 10**18, -(10**18), 10**5000, np.int64(-4)])
def test_an_int_that_no_word_has_is_refused(name: str, number: int, some_english: Lexicon) -> None:
    """An int of -4 is not the text ``-4``, which means up to 4."""
    with pytest.raises(QuerySyntaxError, match="not a number"):
        getattr(some_english, name)(number)
    with pytest.raises(QueryError):
        some_english.consists_of("A", number)


@each("name", COUNTS)
def test_ints_of_all_kinds_are_read(name: str, some_english: Lexicon) -> None:
    method = getattr(some_english, name)
    assert method(3) == method("3") == method(np.uint8(3)) == method("=3") == method("3-3")
    assert method(10**18 - 1) == some_english.words()[:0]
    assert len(method("-4")) + len(method(">4")) == len(some_english) or name == "probability"


LIMITS = (0, 1, 2, 7, 127, 128, 255, 256, 65_535, 2**31, 2**53 + 1, 10**18 - 1)


@pytest.mark.parametrize("limit", few_of(LIMITS if COMPILED else LIMITS[1::5], 3))
@each("name", COUNTS)
def test_signs_agree_with_each_other(name: str, limit: int, some_english: Lexicon) -> None:
    """Across the widths of what is compared: ``>N`` is what ``<=N`` is not, and so on."""
    kind = name.replace("_", "-")
    every = some_english.words()[::7]
    if name == "probability":
        assert some_english.search(f"{kind}:>{limit}") == some_english.search(
            f"{kind}:>={limit + 1}" if limit < 10**18 - 1 else "-pattern:*"
        )
        return
    above, below = (some_english.search(f"{kind}:{sign}{limit}") & every for sign in (">", "<"))
    assert every - above == some_english.search(f"{kind}:<={limit}") & every
    assert every - below == some_english.search(f"{kind}:>={limit}") & every
    assert every - above - below == some_english.search(f"{kind}:={limit}") & every


@each("number", [7, "7", "5-8", 7.5])
def test_numbers_as_texts(number: object) -> None:
    assert number_text(number, point=True) == str(number)


@each("number", [7.5, None, True, 7.0])
def test_what_is_no_whole_number_is_refused(number: object, some_english: Lexicon) -> None:
    """Found: of 7.0 the error showed ``.0`` alone."""
    for ask in (some_english.length, some_english.stem, partial(some_english.near, "CARE")):
        with pytest.raises(QuerySyntaxError, match=f"expected a whole number, .* found {number}$"):
            ask(number)


@each(("distance", "found"), [("1", 1), ("01", 1), ("0001", 1), ("00002", 2)])
def test_zeros_in_front_of_a_distance(distance: str, found: int, some_english: Lexicon) -> None:
    assert some_english.search(f"near:SCRABLE~{distance}") == some_english.near("SCRABLE", found)


@each("distance", ["0", "0000", "00011", "000100", "4", "10", "9" * 5000])
def test_a_distance_is_read_whole(distance: str, some_english: Lexicon) -> None:
    """``~00011`` was read as 1, its first four digits."""
    with pytest.raises(QueryError, match="number of edits"):
        some_english.search(f"near:CAT~{distance}")
