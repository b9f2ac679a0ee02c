"""Texts that are numbers, missing numbers, and texts that might be read in two ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.base.written_numbers import GROUPED, MISSING, is_missing, is_number


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_as_python_writes_them(number: float) -> None:
    assert is_number(repr(number))
    assert not is_missing(repr(number))
    assert not GROUPED.fullmatch(repr(number))


@given(st.floats(1000, 1e15) | st.integers(1000), st.sampled_from(",'_ "))
def test_numbers_with_digits_in_groups(number: float, separator: str) -> None:
    text = (f"{number:,}" if isinstance(number, int) else f"{number:,.2f}").replace(",", separator)
    assert GROUPED.fullmatch(text)
    assert not is_number(text)


@pytest.mark.parametrize("text", ["", " ", "1.2.3", "12%", "inf", "1e1000", "+", ".", "e5", "1,2,3", "2024-01-05", "٣"])
def test_texts(text: str) -> None:
    assert not is_number(text)
    assert not is_missing(text)
    assert not GROUPED.fullmatch(text)


def test_missing_numbers_in_any_case() -> None:
    for text in MISSING:
        assert is_missing(text)
        assert is_missing(text.upper())
        assert not is_number(text)
