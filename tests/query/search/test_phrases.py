"""Anagrams of several words: exactly the sets that trying all combinations finds, each once."""

from collections import Counter
from itertools import combinations_with_replacement, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Lexicon
from lexkit.errors import ClosedLexiconError, QueryError, QuerySyntaxError
from lexkit.runtime.query.search import phrases
from tests.making import letters, make, word_lists
from tests.running import each


def brute_force(lex: Lexicon, asked: str, words: tuple[int, int], shortest: int, longest: int) -> list[tuple[str, ...]]:
    """All combinations of words whose letters are those, with a letter more for each ``?``."""
    given = Counter(asked.replace("?", "").replace(" ", ""))
    size = len(asked.replace(" ", ""))
    fitting = [w for w in lex if shortest <= len(w) <= longest and (Counter(w) - given).total() <= asked.count("?")]
    return [
        chosen
        for number in range(words[0], min(words[1], size) + 1)
        for chosen in combinations_with_replacement(fitting, number)
        if sum(map(len, chosen)) == size and not given - Counter("".join(chosen))
    ]


@given(
    word_lists("ABCD", longest=4, most=14),
    st.text("ABCD", max_size=7),
    st.integers(0, 2),
    st.integers(1, 3),
    st.integers(0, 3),
    st.integers(1, 2),
    st.integers(0, 3),
)
def test_as_trying_all_combinations_says(words, tiles, blanks, fewest, more, shortest, longer):
    asked = tiles + "?" * blanks
    if not 0 < len(asked) <= 7:
        return
    lex = make(words, letters(4))
    numbers, longest = (fewest, fewest + more), shortest + longer
    found = lex.phrases(asked, numbers, shortest, longest)
    expected = brute_force(lex, asked, numbers, shortest, longest)
    given = list(found)
    assert sorted(given) == sorted(expected), f"{found!r}, words of {shortest} to {longest}"
    assert found.count() == len(expected)
    assert list(found) == given, "the order is the same each time"
    if not blanks:
        assert [len(one) for one in given] == sorted(len(one) for one in given), "fewest words first"


@given(word_lists("ABC", longest=3, most=10), st.data())
def test_words_that_must_be_there(words, data):
    lex = make(words, letters(3))
    if not lex:
        return
    asked = data.draw(st.text("ABC?", min_size=1, max_size=7).filter(lambda text: text.count("?") <= 1))
    using = data.draw(st.lists(st.sampled_from(list(lex)), max_size=2))
    expected = [one for one in brute_force(lex, asked, (1, 4), 1, 7) if not Counter(using) - Counter(one)]
    found = lex.phrases(asked, (1, 4), using=using)
    assert sorted(found) == sorted(expected), f"{found!r} with {using}"
    assert found.count() == len(expected)


@given(st.data(), st.sampled_from([1, 2, 31, 32, 33, 63]))
def test_any_alphabet(data, number):
    alphabet = letters(number)
    labels = [*alphabet][:2] + [*alphabet][-2:]
    lex = make(data.draw(word_lists(labels, longest=3, most=10)), alphabet)
    asked = data.draw(st.text(labels, min_size=1, max_size=6))
    assert sorted(lex.phrases(asked)) == sorted(brute_force(lex, asked, (1, 6), 1, 6)), asked


def test_in_small_blocks(monkeypatch):
    """A search that stops everywhere goes on where it was."""
    lex = make(["A", "AB", "BA", "B", "ABC", "CAB", "C", "AC"], letters(3))
    whole = list(lex.phrases("AABBCC"))
    assert sorted(whole) == sorted(brute_force(lex, "AABBCC", (1, 6), 1, 6))
    for words, sets, steps in ((1, 1, 1), (2, 3, 2), (3, 2, 7)):
        monkeypatch.setattr(phrases, "_WORDS", words)
        monkeypatch.setattr(phrases, "_SETS", sets)
        monkeypatch.setattr(phrases, "_BLOCK", words)
        monkeypatch.setattr(phrases, "_STEPS", steps)
        assert list(lex.phrases("AABBCC")) == whole
        assert lex.phrases("AABBCC").count() == len(whole)


def test_all_letters_of_the_largest_alphabet():
    """63 different letters, 63 of one, and many in between: as packed counts they are widest."""
    alphabet = letters(63)
    every = list(alphabet)
    lex = make(["".join(every), *every, "".join(every[:30]), "".join(every[30:])], alphabet)
    found = list(lex.phrases("".join(reversed(every)), words=(1, 2)))
    assert sorted(map(len, found)) == [1, 2]
    assert lex.phrases("".join(every), words=63).count() == 1
    lex = make(["A" * 20, "A" * 43, "A", "AB"], alphabet)
    assert list(lex.phrases("A" * 63, words=2)) == [("A" * 20, "A" * 43)]
    assert list(lex.phrases("A" * 62 + "B", words=(61, 63))) == [(*["A"] * 61, "AB")]
    for step in (2, 3, 4, 5, 7, 9, 21):
        asked = [label * step for label in every[: 63 // step]]
        lex = make([*asked, asked[0][0], asked[0][1:], asked[-1][0], asked[-1][1:]], alphabet)
        found = list(lex.phrases("".join(asked), words=(1, len(asked) + 2)))
        assert len(found) >= 4, "the first and the last letter each as one word or as two"
        assert all(Counter("".join(words)) == Counter("".join(asked)) for words in found)
        assert tuple(asked) == found[0]


@each("alphabet", ["spanish", "catalan", "polish"])
def test_tiles_of_several_letters(alphabet):
    chosen = make([], alphabet).alphabet
    labels = sorted(chosen, key=len)[-2:] + list(chosen)[:2]
    a, b, c, d = (f"[{label}]" for label in labels)
    lex = make([a + b, c + d, a + d, b + c, d + c + b + a], chosen)
    words = {
        text: lex.alphabet.decode(lex.alphabet.encode(text)) for text in (a + b, c + d, a + d, b + c, d + c + b + a)
    }
    found = {frozenset(one) for one in lex.phrases(d + " " + a + "\t" + c + b)}
    assert found == {
        frozenset({words[a + b], words[c + d]}),
        frozenset({words[a + d], words[b + c]}),
        frozenset({words[d + c + b + a]}),
    }


def test_spaces_part_letters():
    lex = make(["[C]", "HE", "[CH]E"], "spanish")
    assert [len(one) for one in lex.phrases("C HE")] == [2]
    assert [len(one) for one in lex.phrases("CHE")] == [1]


def test_the_bundled_list(english):
    """Each set is made of words, has the letters, and stands once; as many as counted."""
    found = english.phrases("CLINT EASTWOOD", words=(2, 3), shortest=3)
    sets = list(found)
    assert len(sets) == len(set(sets)) == found.count() > 1000
    wanted = Counter("CLINTEASTWOOD")
    for words in sets:
        assert Counter("".join(words)) == wanted
        assert list(words) == sorted(words)
        assert 2 <= len(words) <= 3
        assert min(map(len, words)) >= 3
    assert english.contains(sorted({word for words in sets for word in words})).all()
    pairs = {words for words in sets if len(words) == 2}
    by_letters: dict[str, list[str]] = {}
    for word in english:
        if not Counter(word) - wanted:
            by_letters.setdefault("".join(sorted(word)), []).append(word)
    expected = set()
    for key, words in by_letters.items():
        rest = "".join(sorted((wanted - Counter(key)).elements()))
        if len(key) >= 3 and len(rest) >= 3:
            expected |= {tuple(sorted((a, b))) for a in words for b in by_letters.get(rest, [])}
    assert pairs == expected
    # Millions are never made: the first come at once.
    assert len(list(islice(english.phrases("A GENTLEMAN AND A SCHOLAR"), 5))) == 5


def test_nothing_to_be_found():
    assert list(make([]).phrases("ABC")) == []
    lex = make(["AB", "CD"])
    for asked in ("ABC", "ABE", "A", "ABAB?"):
        assert list(lex.phrases(asked)) == []
        assert lex.phrases(asked).count() == 0
    assert list(lex.phrases("ABCD", words=1)) == []
    assert list(lex.phrases("AB", shortest=20)) == []
    assert list(lex.phrases("ABCD", words=(3, 9))) == []
    assert list(lex.phrases("ABAB", using="CD")) == []
    assert list(lex.phrases("AB", using=["AB"])) == [("AB",)]
    assert list(lex.phrases("AB", words=2, using=["AB"])) == []


@each(
    ("asked", "options", "said"),
    [
        ("", {}, "1 to 63 of them, found 0"),
        (" \t ", {}, "1 to 63 of them, found 0"),
        ("A" * 64, {}, "1 to 63 of them, found 64"),
        ("A???", {}, "too many blanks for a phrase: expected at most 2, found 3"),
        ("AB", {"words": 0}, "invalid number of words"),
        ("AB", {"words": (3, 2)}, "invalid number of words"),
        ("AB", {"words": (1, 2, 3)}, "invalid number of words"),
        ("AB", {"words": "two"}, "not a number or range of numbers"),
        ("AB", {"shortest": 0}, "invalid length: expected a whole number, 1 or more, found 0"),
        ("AB", {"shortest": 3, "longest": 2}, "invalid lengths"),
        ("AB", {"using": "ZZZ"}, "not a word of the lexicon: found 'ZZZ'"),
    ],
)
def test_what_cannot_be_asked(asked, options, said):
    with pytest.raises(QueryError) as caught:
        make(["AB"]).phrases(asked, **options)
    assert said in str(caught.value)


def test_a_caret_under_what_is_no_letter():
    with pytest.raises(QuerySyntaxError) as caught:
        make(["AB"]).phrases("CLINT EA5T")
    assert caught.value.pointer == "CLINT EA5T\n        ^"


def test_a_closed_lexicon_does_not_answer():
    lex = make(["A", "B"], letters(2))
    started = iter(lex.phrases("AB?"))
    assert next(started)
    lex.close()
    with pytest.raises(ClosedLexiconError):
        list(started)
    with pytest.raises(ClosedLexiconError):
        lex.phrases("AB")


def test_it_says_what_it_is():
    lex = make(["AB"])
    assert repr(lex.phrases("A B", words=(2, 3))) == "<phrases of 2 to 3 words with the letters of 'A B'>"
    assert repr(lex.phrases("AB", words=1)) == "<phrases of 1 word with the letters of 'AB'>"
    assert isinstance(lexkit.Lexicon.phrases.__doc__, str)
