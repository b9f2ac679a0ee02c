"""Cryptograms: exactly the texts that trying all words in all places finds, in the order of likelihood."""

from itertools import product
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import lexicons
from lexkit.errors import QueryError, QuerySyntaxError, TimeLimitError
from lexkit.runtime.query import cryptogram
from tests.making import letters, make, word_lists
from tests.running import each


def brute_force(words: set[str], text: str, known: dict[str, str], rarity: dict[str, int]) -> list[str]:
    """All texts of the same words in the same places, the likeliest first."""
    asked = text.split()
    pools = [sorted(word for word in words if len(word) == len(one)) for one in asked]
    found = []
    for chosen in product(*pools):
        pairs = {*zip("".join(asked), "".join(chosen), strict=True), *known.items()}
        if len({a for a, _ in pairs}) == len(pairs) == len({b for _, b in pairs}):
            found.append(chosen)
    weights = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0)
    for one in dict.fromkeys(asked):
        for word in words:
            pairs = {*zip(one, word, strict=False), *known.items()}
            fits = len({a for a, _ in pairs}) == len(pairs) == len({b for _, b in pairs})
            if len(word) == len(one) and fits:
                for letter in {*word}:
                    weights[letter] += 2 ** (9 - rarity.get(word, 0))
    worth = {letter: round(1000 * log2(weight + 1)) for letter, weight in weights.items()}

    def order(chosen: tuple[str, ...]) -> tuple[int, int, list[str]]:
        rare = sum(rarity.get(word, 0) for word in {*chosen})
        return rare, -sum(worth[letter] for word in chosen for letter in word), list("".join(chosen))

    return [" ".join(chosen) for chosen in sorted(found, key=order)]


TEXTS = st.lists(st.text("ABCD", min_size=1, max_size=4), min_size=1, max_size=3).map(" ".join)


@given(
    word_lists("ABCDE", longest=4, most=14),
    TEXTS,
    st.dictionaries(st.sampled_from("ABCD"), st.sampled_from("ABCDE"), max_size=2),
)
def test_as_trying_all_words_says(words, text, known):
    """Words of an alphabet without classes: all are equally rare."""
    if len({*known.values()}) < len(known) or not any(len(word) == 1 for word in words):
        return
    lex = make(words, letters(5))
    expected = brute_force({*words}, text, known, {})
    assert lex.cryptogram(text, given=known) == expected
    for limit in (0, 1, 2):
        assert lex.cryptogram(text, limit, known) == expected[:limit]


def few_english(number: int) -> list[str]:
    """Words of each class, short ones, so that they fit each other."""
    text, classes = lexicons.words_by_class()
    rows = [(word, kind) for word, kind in zip(text.decode().split(), classes, strict=True) if len(word) in (2, 3, 4)]
    return [word for word, _ in rows[:: len(rows) // number]]


@each("text", ["XLI XM", "ABC CBD", "AB BA", "ABB CA", "ABCA DB", "AB CD", "XYZX"])
def test_common_words_come_first(text):
    words = {*few_english(150), "THE", "TO", "THAT", "NO", "ON", "OF"}
    every, kinds = lexicons.words_by_class()
    rarity = dict(zip(every.decode().split(), kinds, strict=True))
    lex = make(sorted(words), lexicons.alphabet("english"))
    expected = brute_force(words, text, {}, rarity)
    assert lex.cryptogram(text) == expected
    assert lex.cryptogram(text, 3) == expected[:3]


def test_the_bundled_list(english):
    found = english.cryptogram("XLMW MW XLI XIWX")
    assert found[:2] == ["THIS IS THE TEST", "THUS US THE TEST"]
    assert english.cryptogram("xlmw mw: xli--xiwx!", 2) == found[:2]
    assert english.cryptogram("XLMW MW XLI XIWX", given={"m": "u"})[0] == "THUS US THE TEST"
    quick = "GSV JFRXP YILDM ULC QFNKH LEVI GSV OZAB WLT"
    known = dict(zip("JFRXPYILDM", "QUICKBROWN", strict=True))
    assert "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG" in english.cryptogram(quick, 2, known)


def test_words_that_the_list_lacks():
    lex = make(["IS", "AS", "BE"], lexicons.alphabet("english"))
    assert lex.cryptogram("X YZ", also=["A", "I"]) == brute_force({"A", "I", "IS", "AS", "BE"}, "X YZ", {}, classes())
    assert {*lex.cryptogram("XY YZ", also="SO")} == {"AS SO", "IS SO"}
    # Without words of one letter any letter is one.
    assert {text.split()[0] for text in lex.cryptogram("Y XY")} == {"S", "E"}
    assert len(lex.cryptogram("W XY")) == 3 * 24
    assert lex.cryptogram("XYZ") == []


def classes() -> dict[str, int]:
    text, kinds = lexicons.words_by_class()
    return dict(zip(text.decode().split(), kinds, strict=True))


@each(
    ("text", "known", "error", "message"),
    [
        ("", {}, QuerySyntaxError, "has no letters"),
        (" ...", {}, QuerySyntaxError, "has no letters"),
        ("AB C1", {}, QuerySyntaxError, "not a letter"),
        ("DON'T", {}, QuerySyntaxError, "not a letter"),
        ("A" * 64, {}, QueryError, "longer than any word"),
        ("AB " * 1001, {}, QueryError, "too long"),
        ("AB", {"A": "X", "B": "X"}, QueryError, "stand for one"),
        ("AB", {"AB": "X"}, QueryError, "not a letter of a key"),
    ],
)
def test_what_is_no_cryptogram(english, text, known, error, message):
    with pytest.raises(error, match=message):
        english.cryptogram(text, given=known)


def test_too_many_keys_and_no_time(english, monkeypatch):
    monkeypatch.setattr(cryptogram, "_MOST_KEYS", 1000)
    with pytest.raises(QueryError, match="too many keys"):
        english.cryptogram("AB CD EF")
    assert len(english.cryptogram("AB CD EF", 10)) == 10
    with lexkit.within(0.2), pytest.raises(TimeLimitError):
        english.cryptogram("ABCDEFGH IJKLMNOP QRSTU", 10)


def test_a_text_of_many_words_is_no_deep_recursion(english):
    words = list(english.length(2))
    assert " ".join(words) in english.cryptogram(" ".join(words), 5, dict(zip("AEIOU", "AEIOU", strict=True)))
