"""Conditions on what is measured, and how numbers are written, against plain Python."""

import math
import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import QuerySyntaxError
from lexkit.runtime.query.conditions.condition import SearchOrFilter
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.words.number_ranges import parse_range
from tests.making import make
from tests.query.making import Case, Word, bracketed, cases
from tests.query.oracle import NUMBERS, World
from tests.running import each
from tests.words.test_measures import ways

SIGNS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
}


@st.composite
def ranges(draw: st.DrawFn, most: int = 12) -> tuple[str, Callable[[float], bool]]:
    """A range as it is written, and what it means."""
    low, high = sorted((draw(st.integers(0, most)), draw(st.integers(0, most))))
    sign = draw(st.sampled_from(sorted(SIGNS)))
    compare = SIGNS[sign]
    return draw(
        st.sampled_from(
            [
                (f"{low}", lambda number: number == low),
                (f"{low}-{high}", lambda number: low <= number <= high),
                (f"{low}-", lambda number: low <= number),
                (f"-{high}", lambda number: number <= high),
                (f"{sign}{low}", lambda number: compare(number, low)),
            ]
        )
    )


def ask(case: Case, kind: str, value: str, expected: list[Word]) -> None:
    """The condition finds these words, and among half of all words those of them that are there."""
    condition = KINDS[kind].make(value, case.lexicon.core)
    case.agrees(condition.words(case.lexicon.core), expected, f"{kind}:{value}")
    half = case.lexicon.words()[::2]
    case.agrees(condition.among(half), [word for word in case.words[::2] if word in set(expected)], f"{kind}:{value}")
    if isinstance(condition, SearchOrFilter):
        looked_at = case.lexicon.words().where(condition.fitting(case.lexicon.words()))
        case.agrees(looked_at, expected, f"{kind}:{value}, looking at each word")
    assert condition.text == f"{kind}:{value}"
    assert condition.cost(case.lexicon.core) >= 0
    assert condition.plan(case.lexicon.core)


@pytest.mark.parametrize("kind", sorted(NUMBERS))
@given(cases(longest=5), st.data())
def test_numbers(kind: str, case: Case, data: st.DataObject) -> None:
    value, meant = data.draw(ranges(4 if kind.endswith("hooks") else 12))
    world = World.of(case.lexicon.alphabet, case.words)
    ask(case, kind, value, [word for word in case.words if meant(NUMBERS[kind](word, world))])


@given(cases(longest=3), st.integers(0, 12), st.integers(0, 12), st.sampled_from(["", "/0", "/1", "/2"]))
def test_probability_with_all_ties_at_its_limits(case: Case, one: int, other: int, blanks: str) -> None:
    low, high = sorted((one, other))
    bag = {tile.label: tile.count for tile in case.lexicon.alphabet.tiles}
    there = case.lexicon.alphabet.blanks
    number = {word: ways(word, bag, there, int(blanks[1:] or 2)) for word in case.words}
    expected = []
    for word in case.words:
        order = sorted((number[same] for same in case.words if len(same) == len(word)), reverse=True)
        if any(low <= place <= high and number[word] == there for place, there in enumerate(order, 1)):
            expected.append(word)
    ask(case, "probability", f"{low}-{high}{blanks}", expected)


@given(cases(), st.data())
def test_includes(case: Case, data: st.DataObject) -> None:
    wanted = data.draw(st.lists(st.sampled_from(case.labels), min_size=1, max_size=4))
    ask(case, "includes", bracketed(wanted), [word for word in case.words if not Counter(wanted) - Counter(word)])


@given(cases(), st.data())
def test_excludes(case: Case, data: st.DataObject) -> None:
    """Words with none of the letters; a negated includes: leaves out only those that have all."""
    unwanted = data.draw(st.lists(st.sampled_from(case.labels), min_size=1, max_size=4))
    ask(case, "excludes", bracketed(unwanted), [word for word in case.words if not set(unwanted) & set(word)])


@given(cases(), st.data(), st.one_of(st.none(), ranges(110)))
def test_consists_of(case: Case, data: st.DataObject, asked: tuple[str, Callable[[float], bool]] | None) -> None:
    wanted = data.draw(st.lists(st.sampled_from(case.labels), min_size=1, max_size=4))
    value, meant = asked or ("", lambda percent: percent == 100)
    share = {word: Fraction(100 * sum(label in wanted for label in word), len(word)) for word in case.words}
    ask(case, "consists-of", bracketed(wanted) + value, [word for word in case.words if meant(share[word])])


@given(cases(), st.sampled_from(["", "yes", "no", "YES", "No"]))
def test_palindromes(case: Case, value: str) -> None:
    expected = [word for word in case.words if (word == word[::-1]) is (value.lower() != "no")]
    ask(case, "palindrome", value, expected)


@given(ranges(1000), st.integers(0, 1000))
def test_ranges_of_whole_numbers(asked: tuple[str, Callable[[float], bool]], number: int) -> None:
    value, meant = asked
    low, high = parse_range(value)
    assert (low <= number <= high) is meant(number), value


def test_numbers_as_written() -> None:
    assert parse_range("-4") == (0, 4)
    assert parse_range("8-") == (8, math.inf)
    assert parse_range("<0") == (0, -1)
    assert parse_range("007") == (7, 7)


@each(
    ("text", "at"),
    [
        ("", 0), ("-", 1), ("x", 0), ("7x", 1), ("7-x", 2), ("7-8-9", 3), (">", 1), (">=", 2), ("=>5", 1),
        ("><5", 1), (">-5", 1), ("5.5", 1), ("1..2", 1), ("..", 0), ("--4", 1), ("٣", 0), (" 5", 0),
        ("8-5", 0), ("1" * 19, 0), ("1" * 100_000, 0), ("3-" + "1" * 5000, 2),
    ],
)  # fmt: skip
def test_malformed_ranges(text: str, at: int) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        parse_range(text)
    assert caught.value.at == at
    assert caught.value.text == text
    assert "expected" in str(caught.value)


@each("value", [">999999999999999999", "<999999999999999999", "0-999999999999999999", "<0", "300"])
@each("kind", [*NUMBERS, "probability"])
def test_numbers_beyond_all_words(kind: str, value: str) -> None:
    lexicon = make(["ABBA", "AB", "ZEST"])
    expected = 3 if value in ("<999999999999999999", "0-999999999999999999") else 0
    assert len(KINDS[kind].make(value, lexicon.core).words(lexicon.core)) == expected
