"""The spelling check of a text: every word that the list lacks, with its line, and the words near to it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import QueryError
from lexkit.runtime.query.spell_check import UnknownWord, unknown_words
from tests.making import letters, make, word_lists
from tests.running import each


def found(lex: Lexicon, text: str | bytes, size: int = 1 << 20) -> list[UnknownWord]:
    """The unknown words of a text that is read so many bytes at a time."""
    data = text if isinstance(text, bytes) else text.encode()
    return list(unknown_words(lex.core, (data[at : at + size] for at in range(0, len(data), size)), "a text"))


def changes(word: str, alphabet: str) -> set[str]:
    """All texts one letter away, by making them."""
    cut = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    return {
        *(a + c + b for a, b in cut for c in alphabet),
        *(a + b[1:] for a, b in cut if b),
        *(a + c + b[1:] for a, b in cut if b for c in alphabet),
    }


@given(
    word_lists("ABCD", longest=4, most=20),
    st.lists(st.lists(st.text("abcDÉ", min_size=1, max_size=6), max_size=6), max_size=5),
    st.integers(1, 9),
)
def test_as_looking_up_each_word_says(words, lines, size):
    lex = make(words, letters(4))
    text = "\n".join(", ".join(line) + "." for line in lines)
    expected = [
        (number, word)
        for number, line in enumerate(lines, 1)
        for word in line
        if len(word) > 1 and word.upper() not in set(words)
    ]
    answer = found(lex, text, size)
    assert [(one.line, one.word) for one in answer] == expected
    for one in answer:
        word = one.word.upper()
        if "É" in word:
            assert one.near == ()
            continue
        swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)} & {*words}
        near = changes(word, "ABCD") & {*words}
        if not swapped | near and len(word) >= 5:
            near = {two for text in changes(word, "ABCD") for two in changes(text, "ABCD")} & {*words}
        order = sorted(swapped) + sorted(near - swapped, key=lambda other: (other[0] != word[0], other))
        assert list(one.near) == order[:5]


@each(
    ("text", "unknown"),
    [
        ("Don't, isn't, they've, I'll, John's, L'art: o'clock", []),
        ("don\u2019t isn\u2019t \u2018art\u2019", []),
        ("art's arrt's", ["arrt's"]),
        ("art_arrt art-arrt", ["arrt", "arrt"]),
        ("A x 4th x86 1990s 12", []),
        ("a\u00adrt arr\u00adt", ["arrt"]),
        ("\ufeffart", []),
        ("", []),
        ("...\n\n", []),
        ("A\u0301rt \u00c1RT art", ["\u00c1rt", "\u00c1RT"]),
    ],
)
def test_what_is_a_word_of_a_text(text, unknown):
    lex = make(["ART", "DO", "IS", "THEY", "JOHN", "CLOCK"], letters(26))
    assert [one.word for one in found(lex, text)] == unknown


def test_the_likeliest_come_first(english):
    """In English, common words; of those one letter away first the ones with the same first letter."""
    near = {one.word: one.near for one in found(english, "tmies besst receeve qqqqqq")}
    assert near["tmies"] == ("TIMES", "TIES", "TRIES", "AMIES")
    assert "BEST" in near["besst"][:2]
    assert near["receeve"] == ("RECEIVE",)
    assert near["qqqqqq"] == ()


def test_a_line_of_any_length():
    """A long line is read in pieces, and no word is cut."""
    lex = make(["AB"], letters(3))
    text = "ab " * 60_000 + "abc\nba"
    assert [(one.line, one.word) for one in found(lex, text, 1_000)] == [(1, "abc"), (2, "ba")]
    assert [len(one.word) > 60_000 for one in found(lex, "ab" * 70_000, 5_000)] == [True, True]


@each(("text", "place"), [(b"ab\nab \xff", "line 2"), (b"ab\nb\xc3", "line 2")])
def test_what_is_not_utf8(text, place):
    lex = make(["AB"], letters(3))
    for size in (1, 2, 100):
        with pytest.raises(QueryError, match=re.escape(place)):
            found(lex, text, size)
