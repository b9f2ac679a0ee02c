"""Backreferences to groups and variables of cryptograms, against every way tried on every word."""

import dataclasses
import gc
import re
import weakref
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import ClosedLexiconError, QueryError, QuerySyntaxError
from lexkit.lexicons import alphabet
from lexkit.runtime.query.conditions import letter_expressions
from lexkit.runtime.query.conditions.letter_expressions import BackreferenceExpression
from lexkit.runtime.query.language.patterns_and_regex import read_regex, read_variables
from lexkit.runtime.query.search.kernels import backreference_walk
from tests.making import letters, make
from tests.query.expressions import fits_pattern, meets, trees, written
from tests.running import COMPILED, each, few_of


def variables(text: str, lexicon: Lexicon) -> BackreferenceExpression:
    """The condition of a pattern with variables."""
    return BackreferenceExpression(read_variables(text, lexicon.alphabet), lexicon.core, distinct=True)


@given(st.data())
def test_finds_every_word_that_meets_it_in_some_way(data: st.DataObject) -> None:
    tree = data.draw(trees("AB", backreferences=True, depth=4))
    lexicon = make(data.draw(st.lists(st.text("ABC", min_size=1, max_size=8), max_size=60)))
    text = written(tree)
    condition = BackreferenceExpression(read_regex(text, lexicon.alphabet), lexicon.core)
    try:
        found = condition.words(lexicon.core)
    except QueryError as error:
        pytest.fail(f"{text} was refused: {error}")
    assert found.to_list() == [word for word in lexicon if meets(tree, word)], text
    starts, stops = found.ranges()
    assert (starts < stops).all(), "an empty range"
    assert (stops[:-1] < starts[1:]).all(), "ranges that touch or are out of order"


@pytest.mark.parametrize("name", ["spanish", "catalan", "63 letters"])
@given(data=st.data())
def test_other_alphabets(name: str, data: st.DataObject) -> None:
    chosen = letters(63) if name == "63 letters" else alphabet(name)
    labels = [chosen.labels[0], chosen.labels[-1], max(chosen.labels, key=len)]
    tree = data.draw(trees(labels, backreferences=True))
    words = data.draw(st.lists(st.lists(st.sampled_from(labels), min_size=1, max_size=6), max_size=30))
    lexicon = make(["".join(f"[{label}]" for label in word) for word in words], chosen)
    text = written(tree)
    found = BackreferenceExpression(read_regex(text, chosen), lexicon.core).words(lexicon.core)
    assert {tuple(chosen.labels[tile - 1] for tile in chosen.encode(word)) for word in found} == {
        tuple(word) for word in words if meets(tree, word)
    }, text


@pytest.mark.skipif(not COMPILED, reason="a whole list")
@pytest.mark.parametrize(
    "text",
    few_of(
 [
        r"(.+)\1", r"(.)(.)(.)\3\2\1", r"(.+).?\1", r"(..).*\1", r".*(.)\1.*(.)\2.*", r".*(...)\1.*",
        r"(.)(.).*\2\1", r"(?:(.)\1|.)*(.)\2\2.*", r"(.)([^AEIOU]+).*\2\1", r"(A|(B))(C|D)*.*\2E",
        r"([A-M]+)([N-Z]+)\2?\1", r"((.)\2.)+", r"(.)\1?.{3}\1{2}",
    ], 4),
)  # fmt: skip
def test_finds_what_re_finds_in_english(text: str, english: Lexicon) -> None:
    words = english.regex(text)
    assert words.to_list() == [word for word in english if re.fullmatch(text, word)]
    assert words


@each(
    ("text", "words"),
    [
        (r"(A)|\1", ["A"]),
        (r"(?:(A)|B)\1", ["AA"]),
        (r"(?:(A)|B)*\1", ["AA", "AAA", "ABA"]),
        (r"(A{0})B\1", ["B"]),
        (r"(A)?B\1", ["ABA"]),
        (r"(A?)B\1", ["ABA", "B"]),
        (r"(A|B){2}\1", ["AAA", "ABB", "BBB"]),
        (r"(A{0}){0}\1B", []),
        (r"(A)(?:\1)*", ["A", "AA", "AAA"]),
        (r"(.*)\1", ["AA"]),
        (r"(.*)\1(.*)", ["A", "AA", "AAA", "AB", "ABA", "ABB", "B", "BBB"]),
    ],
)
def test_what_a_group_met(text: str, words: list[str]) -> None:
    every = ["A", "AA", "AAA", "AB", "ABA", "ABB", "B", "BBB"]
    assert make(every).regex(text).to_list() == words


@given(st.text("AB12345?**", max_size=9), st.data())
def test_variables_find_what_fits(pattern: str, data: st.DataObject) -> None:
    lexicon = make(data.draw(st.lists(st.text("ABCDE", min_size=1, max_size=7), max_size=60)))
    found = variables(pattern, lexicon).words(lexicon.core)
    assert found.to_list() == [word for word in lexicon if fits_pattern(pattern, word)]


def test_variables() -> None:
    lexicon = make(["ABBA", "OTTO", "NOON", "AAAA", "DEED", "EDDE", "SEES", "PASS"])
    assert list(variables("1221", lexicon).words(lexicon.core)) == ["ABBA", "DEED", "EDDE", "NOON", "OTTO", "SEES"]
    assert variables("1 2 2 1", lexicon).words(lexicon.core) == variables("1221", lexicon).words(lexicon.core)
    assert list(variables("1EE1", lexicon).words(lexicon.core)) == ["DEED", "SEES"]
    assert list(variables("E11E", lexicon).words(lexicon.core)) == ["EDDE"]
    # A variable is none of the letters that stand by themselves; a bracket says nothing about it.
    assert list(variables("E12?", lexicon).words(lexicon.core)) == []
    assert list(variables("[E]122", lexicon).words(lexicon.core)) == []
    assert list(variables("[ED]122", lexicon).words(lexicon.core)) == []
    assert list(variables("[ED]11[ED]", lexicon).words(lexicon.core)) == ["DEED", "EDDE"]
    assert list(variables("^E121", lexicon).words(lexicon.core)) == []
    assert list(variables("^E112", make(["AEED", "AEEE", "EAAD"])).words(make(["AEED", "AEEE", "EAAD"]).core)) == [
        "AEED"
    ]
    assert list(variables("..11", lexicon).words(lexicon.core)) == ["AAAA", "PASS"]
    assert list(variables("*1*1*1*1*", lexicon).words(lexicon.core)) == ["AAAA"]
    with pytest.raises(QuerySyntaxError) as caught:
        variables("12(1", lexicon)
    assert caught.value.at == 2


def test_variables_of_letters_of_several() -> None:
    spanish = make(["CHACHA", "[C]HA[C]HA", "COCO", "LLALLA"], "spanish")
    assert list(variables("1212", spanish).words(spanish.core)) == ["COCO", "CHACHA", "LLALLA"]
    assert list(variables("[CH]1CH1", spanish).words(spanish.core)) == ["CHACHA"]
    assert len(variables("123123", spanish).words(spanish.core)) == 1


def test_ten_variables() -> None:
    lexicon = make(["ABCDEFGHIJ", "ABCDEFGHIA", "ABCDEFGHIJJIHGFEDCBA"])
    assert list(variables("1234567890", lexicon).words(lexicon.core)) == ["ABCDEFGHIJ"]
    assert list(variables("12345678900987654321", lexicon).words(lexicon.core)) == ["ABCDEFGHIJJIHGFEDCBA"]


def test_the_longest_words() -> None:
    words = ["A" * 63, "A" * 62, "AB" * 31 + "A", "AB" * 31]
    lexicon = make(words)
    assert list(lexicon.regex(r"(.+)\1")) == ["A" * 62]
    assert list(lexicon.regex(r"(.{21})\1\1")) == ["A" * 63]
    assert list(lexicon.regex(r"(.)(.)(?:\1\2)*")) == ["A" * 62, "AB" * 31]


def test_an_empty_lexicon_has_nothing() -> None:
    assert len(make([]).regex(r"(.*)\1")) == 0
    assert len(make([]).regex(r"(.)\1|.*")) == 0


@pytest.mark.parametrize("text", [r"(.*)\1|.*", r"(A)\1|A.*", r"(.)\1.*", r".(.)\1.*|.*"])
def test_words_that_go_on_anyhow_are_not_visited(text: str, english: Lexicon) -> None:
    condition = BackreferenceExpression(read_regex(text, english.alphabet), english.core)
    words = condition.words(english.core)
    if COMPILED:
        assert words.to_list() == [word for word in english if re.fullmatch(text, word)]
    walk = condition._walk(english.core)
    room = [letter_expressions.np.empty(1 << 16, letter_expressions.np.int64).data for _ in range(2)]
    while not walk.done():
        walk.run(*room)
    assert walk.taken() < 20_000, "steps for words that need not be looked at"


@each(
    "text",
    [
        r"((A*)*)*\1B",
        r"(A|A)*\1B",
        r"(.*)(.*)(.*)\3\2\1",
        r"((.*)*)*\1",
        r"(?:(A?)(A?)(A?))*\3\2\1B",
        r"(A*)(A*)\1\2(A*)\3B",
    ],
)
def test_no_expression_is_a_catastrophe(text: str) -> None:
    """Ways there are grow with a power of the length; a search that tries one after the other takes 2 ** 20."""
    lexicon = make(["A" * length for length in range(1, 25)])
    condition = BackreferenceExpression(read_regex(text, lexicon.alphabet), lexicon.core)
    walk = condition._walk(lexicon.core)
    room = [letter_expressions.np.empty(64, letter_expressions.np.int64).data for _ in range(2)]
    while not walk.done():
        walk.run(*room)
    assert not walk.trouble()
    assert walk.taken() < 200_000


@pytest.mark.skipif(not COMPILED, reason="a whole list")
@pytest.mark.parametrize(
    "text",
    [
        r"(.*)(.*)(.*)(.*)\4\3\2\1",
        r"(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)\9\8\7\6\5\4\3\2\1",
        r"(?:(.)|(..)|(...))*\1\2\3",
        r"((((((((.*)*)*)*)*)*)*)*)*\1\2\3\4\5\6\7\8",
        r"(?:(.?)|(.?)|(.?)|(.?)|(.?)|(.?)|(.?)|(.?)|(.?))*\1\2\3\4\5\6\7\8\9",
        r"(.*)*\1(.*)*\2(.*)*\3",
    ],
)
def test_the_worst_is_answered_or_refused(text: str, english: Lexicon) -> None:
    try:
        words = english.regex(text)
    except QueryError as error:
        assert "too many ways" in str(error)
        assert "expected at most" in str(error)
    else:
        assert all(english.rank(word) is not None for word in words[:5])


@pytest.mark.parametrize("limit", ["MAX_STEPS", "MAX_AT_PLACE", "MAX_ALONG"])
def test_limits_are_said(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = make(["A" * 20, "ABCABC"])
    assert len(lexicon.regex(r"(.*)(.*)(.*)\3?\2\1")) == 2
    monkeypatch.setattr(backreference_walk, limit, 10)
    with pytest.raises(QueryError, match="can match in too many ways: expected at most"):
        lexicon.regex(r"(.*)(.*)(.*)\3?\2\1")


@pytest.mark.parametrize("room", [3, 4, 5])
def test_an_answer_in_small_pieces_is_the_same(room: int, monkeypatch: pytest.MonkeyPatch, english: Lexicon) -> None:
    lexicon = make(["AA", "AAB", "ABA", "BB", "BBA", "CA", "CC", "DD", "EF", "GG", "HA", "II"])
    expected = [word for word in lexicon if re.fullmatch(r"(.)\1.*|(A)", word)]
    monkeypatch.setattr(letter_expressions, "_ROOM", room)
    monkeypatch.setattr(backreference_walk, "STRETCH", 1)
    assert lexicon.regex(r"(.)\1.*|(A)").to_list() == expected


@pytest.mark.skipif(not COMPILED, reason="interpreted, Python looks at every index")
@each("seed", range(20))
def test_tables_that_no_expression_gives_end_no_interpreter(seed: int, english: Lexicon) -> None:
    """Sizes are checked at once; what the numbers lead to, on the way."""
    chance = np.random.default_rng(seed)
    condition = BackreferenceExpression(read_regex(r"(.)(.).*\2?\1*.", english.alphabet), english.core)
    program = condition.program
    for table in ("echoes", "unlike", "needs", "coming", "effects"):
        numbers = getattr(program, table)
        high = 12 if table == "echoes" else 1 << int(chance.integers(1, 8 * numbers.itemsize))
        drawn = chance.integers(0, high, numbers.shape, numbers.dtype)
        few = np.where(chance.random(numbers.shape) < 0.7, numbers, drawn)
        condition.program = program = dataclasses.replace(program, **{table: few})
    with suppress(QueryError):
        assert len(condition.words(english.core)) <= len(english)


def test_a_closed_lexicon_is_not_asked() -> None:
    lexicon = make(["AA"])
    condition = variables("11", lexicon)
    lexicon.close()
    with pytest.raises(ClosedLexiconError):
        condition.words(lexicon.core)


def test_what_is_remembered_of_a_lexicon_goes_with_it() -> None:
    lexicon = make(["AA"])
    assert len(lexicon.regex(r"(.)\1")) == 1
    gone = weakref.ref(lexicon)
    del lexicon
    gc.collect()
    assert gone() is None


def test_what_it_costs_is_told_without_a_search(english: Lexicon) -> None:
    everywhere = BackreferenceExpression(read_regex(r".*(.)\1", english.alphabet), english.core)
    narrow = BackreferenceExpression(read_regex(r"QU(.)\1.*", english.alphabet), english.core)
    assert narrow.cost(english.core) < everywhere.cost(english.core) < 1e7
    assert "front" in narrow.plan(english.core)
