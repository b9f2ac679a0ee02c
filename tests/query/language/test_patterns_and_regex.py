"""Regular expressions over tiles: what they find, how they are read, what is said of those that cannot be."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import QueryError, QuerySyntaxError
from lexkit.lexicons import alphabet
from lexkit.runtime.query.language.kernels.expression_reader import MAX_NESTING
from lexkit.runtime.query.language.patterns_and_regex import read_regex
from tests.making import letters, make
from tests.query.expressions import letters_and_size, meets, trees, written
from tests.running import COMPILED, each


@given(st.data())
def test_finds_what_re_finds(data: st.DataObject) -> None:
    text = written(data.draw(trees("ABC")))
    lexicon = make(data.draw(st.lists(st.text("ABCD", min_size=1, max_size=7), max_size=40)))
    assert lexicon.regex(text).to_list() == [w for w in lexicon if re.fullmatch(text, w)], text


@given(st.data())
def test_a_tree_knows_its_size_and_its_letters(data: st.DataObject) -> None:
    tree = data.draw(trees("ABC", backreferences=True))
    expression = read_regex(written(tree), alphabet("english"))
    labels, size = letters_and_size(tree)
    assert (set(alphabet("english").letter_set(expression.letters)), expression.size) == (labels, size)
    assert expression.has_echo == ("\\" in written(tree))
    if not expression.has_echo:
        assert expression.nullable == meets(tree, "")


@pytest.mark.parametrize("name", ["spanish", "catalan", "polish", "63 letters"])
@given(data=st.data())
def test_finds_what_is_met_in_other_alphabets(name: str, data: st.DataObject) -> None:
    chosen = letters(63) if name == "63 letters" else alphabet(name)
    longest = sorted(chosen, key=len)[-3:]
    labels = [chosen.labels[0], chosen.labels[-1], *longest]
    tree = data.draw(trees(labels))
    words = data.draw(st.lists(st.lists(st.sampled_from(labels), min_size=1, max_size=6), max_size=30))
    lexicon = make(["".join(f"[{label}]" for label in word) for word in words], chosen)
    expected = {tuple(word) for word in words if meets(tree, word)}
    found = [tuple(chosen.labels[tile - 1] for tile in chosen.encode(word)) for word in lexicon.regex(written(tree))]
    assert set(found) == expected, written(tree)
    assert len(found) == len(expected)


@each(
    "text",
    [
        "Q[^U].*", ".*[AEIOU]{5,}.*", "(RE|UN)+.{3}ED", ".*(ING|ED)S?", "[A-F]+", "Z.*Z", "[^AEIOUY]{3,}",
        "(.A)+", "A?B?C?D?E?F?G?.{7}",
    ],
)  # fmt: skip
def test_finds_what_re_finds_in_english(text: str, some_english: Lexicon) -> None:
    assert some_english.regex(text).to_list() == [word for word in some_english if re.fullmatch(text, word)]


@each(
    ("text", "like"),
    [
        ("ab.", "AB."), ("^AB", "AB"), ("AB$", "AB"), ("^A|B$", "A|B"), ("^$", ""),
        ("A*?B+?C??D{2}?", "A*B+C?D{2}"), ("[A]", "A"), ("[A-C]", "[ABC]"), ("[AB-C]", "[ABC]"),
        ("[A-A]", "A"), ("[[A][B]]", "[AB]"), ("A{2,2}", "A{2}"), ("A{,}", "A*"), ("(?:A)", "A"),
        ("A{0,3}", "A{,3}"), ("(?:(?:A|B))", "A|B"),
    ],
)  # fmt: skip
def test_two_ways_to_write_one_thing(text: str, like: str) -> None:
    english = alphabet("english")
    assert read_regex(text, english) == read_regex(like, english)


def test_brackets_and_letters_of_several() -> None:
    spanish = make(["CHALA", "[C]HALA", "HALA", "CALA", "LLAMA", "[L]LAMA", "AMA"], "spanish")
    assert list(spanish.regex("CHALA")) == ["CHALA"]
    assert list(spanish.regex("[CH]ALA")) == ["CHALA"]
    assert list(spanish.regex("[HC]ALA")) == ["CALA", "HALA"]
    assert list(spanish.regex("[C]HALA")) == ["[C][H][A][L][A]"]
    assert list(spanish.regex("[[CH]C]ALA")) == ["CALA", "CHALA"]
    assert list(spanish.regex("[^CH]ALA")) == ["CALA", "HALA"]
    assert list(spanish.regex("ll.*")) == ["LLAMA"]
    assert list(spanish.regex("[C-D]ALA")) == ["CALA", "CHALA"], "CH comes between C and D"


def test_marks_that_are_written_apart() -> None:
    assert list(make(["PAÑO"], "spanish").regex("pan\u0303o")) == ["PAÑO"]


@each(
    ("text", "at", "message"),
    [
        ("A1", 1, "not a letter of the english alphabet: expected a letter, ., [LETTERS] or (, found '1'"),
        ("A B", 1, "not a letter"),
        ("(A", 0, "a parenthesis is not closed: expected ), found '('"),
        ("A(B(C)", 1, "a parenthesis is not closed"),
        ("A)", 1, "a closing parenthesis without an opening one"),
        ("*A", 0, "nothing to repeat"),
        ("A|*", 2, "nothing to repeat"),
        ("(?A)", 2, "no such group: expected (?: or (, found 'A'"),
        ("(?P<x>A)", 2, "no such group"),
        ("(?=A)", 2, "no such group"),
        ("A**", 2, "a repetition cannot be repeated"),
        ("A*+", 2, "a repetition cannot be repeated"),
        ("A*??", 3, "a repetition cannot be repeated"),
        ("A{", 2, "a repetition needs one or two numbers: expected {2}, {2,}, {,3} or {2,3}, found the end"),
        ("A{}", 2, "a repetition needs one or two numbers"),
        ("A{2", 3, "a repetition is not closed"),
        ("A{2,1}", 1, "the repetition is backwards"),
        ("A{1000}B", 2, "a repetition is too long: expected at most 999"),
        ("A{x}", 2, "a repetition needs one or two numbers"),
        ("A}", 1, "} closes nothing"),
        ("A]", 1, "] closes nothing"),
        ("[A", 0, "a bracket is not closed"),
        ("[]", 0, "the bracket is empty"),
        ("[^]", 0, "the bracket is empty"),
        ("[C-A]", 1, "the range is backwards"),
        ("[A-]", 3, "the range lacks its last letter"),
        ("[A.]", 2, "a bracket may only contain letters"),
        ("[-A]", 1, "a bracket may only contain letters"),
        ("A^B", 1, "^ is allowed at the start only"),
        ("A$B", 1, "$ is allowed at the end only"),
        ("(A$)", 2, "$ is allowed at the end only"),
        ("\\d", 1, "only a digit may follow \\"),
        ("\\", 1, "only a digit may follow \\"),
        ("\\0", 1, "only a digit may follow \\"),
        ("\\1(A)", 1, "there is no group 1 yet"),
        ("(A)\\2", 4, "there is no group 2 yet"),
        ("(A\\1)", 3, "group 1 is not closed yet"),
        ("(A)\\10", 5, "a backreference has one digit"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(text: str, at: int, message: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        read_regex(text, alphabet("english"))
    assert str(caught.value).startswith(message), str(caught.value)
    assert (caught.value.text, caught.value.at) == (text, at)


def test_groups_in_groups_have_a_limit() -> None:
    lexicon = make(["A", "AA"])
    deepest = "(" * MAX_NESTING + "A" + ")*" * MAX_NESTING
    assert list(lexicon.regex(deepest)) == ["A", "AA"]
    assert list(lexicon.regex(deepest + r"\1")) == ["A", "AA"]
    with pytest.raises(QuerySyntaxError, match="too many nested groups: expected at most 50"):
        lexicon.regex(f"({deepest})")
    with pytest.raises(QuerySyntaxError, match="too many nested groups"):
        lexicon.regex("(" * 60_000)


@each("text", ["A{513}", "(A{999}){999}", r"(A)\1{600}", r"(A{999}){999}\1"])
def test_large_expressions_are_refused(text: str) -> None:
    with pytest.raises(QueryError, match="too large: expected at most 512 letters, repetitions written out"):
        make(["A"]).regex(text)


def test_repetitions_of_nothing_end() -> None:
    lexicon = make(["A", "AA", "B"])
    for text in ("(?:){999}A", "(){999}A", "(?:(?:|)*)*A", r"()\1*A"):
        assert list(lexicon.regex(text)) == ["A"], text


@given(st.text("AB.()[]{}|*+?\\123,^$-:é ", max_size=25))
def test_any_text_is_answered_or_refused(text: str) -> None:
    lexicon = make(["A", "AB", "BABA", "ABBA"])
    try:
        found = lexicon.regex(text).to_list()
    except QueryError as error:
        assert str(error)
        if isinstance(error, QuerySyntaxError):
            assert 0 <= error.at <= len(error.text)
        return
    # What is read here is read by re, and means the same, but for {,} and backreferences in loops that go round empty.
    if "{,}" not in text and "\\" not in text:
        assert found == [word for word in lexicon if re.fullmatch(text, word)]


@pytest.mark.skipif(not COMPILED, reason="a whole list")
@each("text", ["(A*)*B", "(A|A)*B", "((A*)*)*", "(.*)*Q(.*)*", "(.*.*.*.*)*Z", "(A?){200}A{200}"])
def test_no_expression_is_a_catastrophe(text: str, english: Lexicon) -> None:
    assert len(english.regex(text)) < 20_000
