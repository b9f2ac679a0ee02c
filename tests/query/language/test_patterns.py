"""Patterns and subsequences against a plain matcher, from every way in."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import QuerySyntaxError
from lexkit.runtime.query.conditions.letter_expressions import LetterExpression
from lexkit.runtime.query.language.patterns_and_regex import read_pattern, read_regex
from lexkit.runtime.query.search.kernels.where_to_begin import middles
from tests.making import make
from tests.query.making import Case, cases, classes
from tests.query.oracle import Item, looks_like
from tests.running import each


@st.composite
def patterns(draw: st.DrawFn, case: Case) -> tuple[str, list[Item]]:
    """A pattern, as text and as parts."""
    everything = frozenset(case.lexicon.alphabet)
    texts: list[str] = []
    parts: list[Item] = []
    for kind in draw(
        st.lists(st.sampled_from(["letter", "letter", "letter", "?", ".", "*", "not", "one", "none"]), max_size=7)
    ):
        if kind in ("letter", "not"):
            label = draw(st.sampled_from(case.labels))
            texts.append(f"^[{label}]" if kind == "not" else f"[{label}]")
            parts.append(everything - {label} if kind == "not" else frozenset([label]))
        elif kind in ("one", "none"):
            some = draw(classes(case))
            texts.append(f"[{'^' if kind == 'none' else ''}{''.join(some)}]")
            parts.append(everything - frozenset(some) if kind == "none" else frozenset(some))
        else:
            texts.append(kind)
            parts.append(None if kind == "*" else everything)
    return "".join(texts), parts


@given(cases(), st.data())
def test_patterns(case: Case, data: st.DataObject) -> None:
    text, parts = data.draw(patterns(case))
    expected = [word for word in case.words if looks_like(word, parts)]
    case.agrees(case.lexicon.pattern(text), expected, text)
    expression = LetterExpression(read_pattern(text, case.lexicon.alphabet), case.lexicon.core)
    for place in (0, *middles(expression.parts)):
        case.agrees(expression.words_from(place, case.lexicon.core), expected, f"{text} from part {place}")


@given(cases(), st.data())
def test_subsequences(case: Case, data: st.DataObject) -> None:
    letters = data.draw(st.lists(st.sampled_from(case.labels), max_size=4))
    parts: list[Item] = [None]
    for label in letters:
        parts += [frozenset([label]), None]
    expected = [word for word in case.words if looks_like(word, parts)]
    case.agrees(case.lexicon.subsequence("".join(f"[{label}]" for label in letters)), expected, letters)


@each(
    ("pattern", "words"),
    [
        ("Q^U*", ["QAT", "QI"]), ("?A[TX]", ["FAX", "QAT", "WAX"]), (".A.", ["FAX", "QAT", "WAX"]),
        ("[^QW]*", ["FAX", "UZZ"]), ("*ZZ", ["UZZ"]), ("", []), ("qi", ["QI"]), ("[A-F]*", ["FAX"]),
    ],
)  # fmt: skip
def test_what_patterns_mean(pattern: str, words: list[str]) -> None:
    assert make(["QAT", "QI", "WAX", "FAX", "UZZ", "QUA"]).pattern(pattern).to_list() == words


@each(("text", "at"), [("A[", 1), ("A^", 2), ("A!B", 1), ("[]", 0), ("A[B", 1), ("[B-A]", 1), ("Ä", 0)])
def test_a_malformed_pattern_says_where(text: str, at: int, english: Lexicon) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        english.pattern(text)
    assert (caught.value.text, caught.value.at) == (text, at)
    assert caught.value.expected


def test_all_ways_in_find_the_same_in_english(some_english: Lexicon) -> None:
    for text in ("*Q?", "?A?E", "*A*X*E*", "*[AEI]X?", "??Q??*", "*UZZ*", "*ING", "*", "?", "*A?", "S*S*S*S"):
        expression = LetterExpression(read_pattern(text, some_english.alphabet), some_english.core)
        answers = [expression.words_from(place, some_english.core) for place in (0, *middles(expression.parts))]
        assert len(set(map(len, answers))) == 1, text
        assert all(answer == answers[0] for answer in answers), text


def test_the_way_in_is_a_rare_letter(english: Lexicon) -> None:
    expression = LetterExpression(read_pattern("*E?*Q*A*", english.alphabet), english.core)
    assert "from the Q leftwards, then right" in expression.plan(english.core)
    assert "from the front" in LetterExpression(read_pattern("ZY*A*", english.alphabet), english.core).plan(
        english.core
    )


@each("text", [".*(ES|TAN).*", ".*(QU|J).*(ZZ|X)", "(UN|RE).*(ING|ED)", ".*(I|.)Q", ".*(A|).*X"])
def test_the_options_of_a_choice_found_apart_are_found_together(text: str, some_english: Lexicon) -> None:
    expression = LetterExpression(read_regex(text, some_english.alphabet), some_english.core)
    expected = [word for word in some_english if re.fullmatch(text, word)]
    assert expression.words(some_english.core).to_list() == expected
    assert expression.words_from(0, some_english.core).to_list() == expected


def test_a_choice_of_rare_letters_is_found_apart(english: Lexicon) -> None:
    expression = LetterExpression(read_regex(".*(QU|J).*", english.alphabet), english.core)
    assert len(expression.apart) == 2
    assert "; or " in expression.plan(english.core)
