"""Position automata mean what their expressions mean: against ``re`` and against every way tried."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import QueryError
from lexkit.lexicons import alphabet
from lexkit.runtime.query.language.kernels.expression import Choice, Expression, Letters, Repeat, Sequence, reverse
from lexkit.runtime.query.language.patterns_and_regex import read_regex
from lexkit.runtime.query.search.glushkov_automaton import require_size
from lexkit.runtime.query.search.kernels import position_automaton
from lexkit.runtime.query.search.kernels.position_automaton import MAX_POSITIONS, Positions
from tests.query.expressions import meets, trees, written

ENGLISH = alphabet("english")


def positions(expression: Expression) -> Positions:
    return position_automaton.positions(expression, len(ENGLISH))


def met(automaton: Positions, tiles: bytes) -> bool:
    """Whether the automaton takes these tiles: the definition, position by position."""
    at = {0}
    for tile in tiles:
        following = 0
        for position in at:
            following |= automaton.following(position)
        at = {p for p in range(automaton.number + 1) if following >> p & 1 and automaton.label(p) >> tile & 1}
    return any(automaton.ends() >> position & 1 for position in at)


@given(st.data())
def test_words_meet_the_automaton_as_they_meet_the_expression(data: st.DataObject) -> None:
    tree = data.draw(trees("ABC"))
    text = written(tree)
    automaton = positions(read_regex(text, ENGLISH))
    words = data.draw(st.lists(st.text("ABCD", max_size=7), max_size=30))
    for word in ["", *words]:
        expected = meets(tree, word)
        assert expected == bool(re.fullmatch(text, word)), f"the oracles disagree on {text} and {word!r}"
        assert met(automaton, ENGLISH.encode(word)) == expected, f"{text} and {word!r}"


@given(st.data())
def test_reversed_expressions_are_met_by_reversed_words(data: st.DataObject) -> None:
    expression = read_regex(written(data.draw(trees("ABC"))), ENGLISH)
    forwards, backwards = positions(expression), positions(reverse(expression))
    for word in data.draw(st.lists(st.text("ABCD", max_size=7), max_size=30)):
        assert met(forwards, ENGLISH.encode(word)) == met(backwards, ENGLISH.encode(word[::-1])), word


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        (Sequence(()), [""]),
        (Choice(()), []),
        (Letters(0), []),
        (Repeat(Letters(0), 0, None), [""]),
        (Repeat(Choice(()), 0, 3), [""]),
        (Repeat(Choice(()), 2, 3), []),
        (Repeat(Letters(2), 0, 0), [""]),
        (Repeat(Sequence(()), 1000000, None), [""]),
        (Repeat(Repeat(Letters(2), 0, 1), 2, 2), ["", "A", "AA"]),
        (Repeat(Choice((Letters(2), Sequence(()))), 2, None), ["", "A", "AA", "AAA"]),
    ],
)
def test_ends_of_what_there_is(expression: Expression, words: list[str]) -> None:
    automaton = positions(expression)
    assert [word for word in ("", "A", "AA", "AAA") if met(automaton, ENGLISH.encode(word))] == words


def test_too_many_positions_are_refused() -> None:
    assert positions(Repeat(Letters(2), 0, MAX_POSITIONS)).number == MAX_POSITIONS
    huge: Expression = Letters(2)
    for _ in range(40):
        huge = Repeat(huge, 0, 999)
    for expression in (Repeat(Letters(2), 0, MAX_POSITIONS + 1), huge):
        with pytest.raises(QueryError, match="too large: expected at most 512 letters"):
            require_size(expression)
        with pytest.raises((ValueError, OverflowError)):
            positions(expression)
