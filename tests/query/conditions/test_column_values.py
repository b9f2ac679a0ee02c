"""``freq:>1000``, ``definition:bird``: against a plain list, alone and among others."""

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon, Words
from lexkit.errors import QueryError, QuerySyntaxError
from lexkit.runtime.query.conditions.column_values import column_condition
from lexkit.runtime.query.conditions.registry import KINDS
from tests.making import make
from tests.running import each
from tests.words.test_column import WORDS, with_values

RANKS = range(len(WORDS))
COLUMNS = {
    "small": [rank % 11 - 5 for rank in RANKS],
    "gaps": [None if rank % 3 == 0 else rank * 100 for rank in RANKS],
    "huge": [(1 << 62) + rank if rank % 2 else -(1 << 63) + rank for rank in RANKS],
    "share": [None if rank % 5 == 0 else round(rank * 0.1 - 2, 1) for rank in RANKS],
    "definition": [None if rank % 4 == 0 else f"A {'BIRD' if rank % 3 else 'bird’s Öre'} {rank}" for rank in RANKS],
}


@pytest.fixture(scope="module")
def lexicon():
    return with_values(COLUMNS)


def meets(value: float | None, asked: str) -> bool:
    """What the document says a comparison means, on exact fractions."""
    if value is None:
        return False
    # A number of a column is the double nearest to what was written, and so is what it is compared with.
    exact = (lambda text: Fraction(float(text))) if isinstance(value, float) else Fraction
    for sign, holds in (
        (">=", lambda a, b: a >= b),
        ("<=", lambda a, b: a <= b),
        (">", lambda a, b: a > b),
        ("<", lambda a, b: a < b),
        ("=", lambda a, b: a == b),
    ):
        if asked.startswith(sign):
            return holds(Fraction(value), exact(asked.removeprefix(sign)))
    between = re.fullmatch(r"(.*[0-9.])-(.+)", asked)
    if between:
        return exact(between[1]) <= Fraction(value) <= exact(between[2])
    return Fraction(value) == exact(asked)


numbers = st.one_of(
    st.integers(-8, 8).map(str),
    st.integers(-200, 20_000).map(str),
    st.sampled_from(["0.5", "-1.5", "+3", "1e3", "2.", ".5", "-0", "0.1", "-.1", "2.50", "1E+2"]),
    st.integers(-(1 << 63) - 3, -(1 << 63) + 200).map(str),
    st.integers((1 << 62) - 3, (1 << 62) + 200).map(str),
    st.sampled_from(["9" * 40, "-" + "9" * 40, "1e999", "-1e999", "1e-999"]),
)


@given(data=st.data())
def test_comparisons(lexicon, data):
    name = data.draw(st.sampled_from(["small", "gaps", "huge", "share"]))
    sign = data.draw(st.sampled_from(["", "=", ">", ">=", "<", "<=", "-"]))
    first = data.draw(numbers)
    if name == "share" and "e999" in first:
        return
    asked = sign + first
    if sign == "-":
        second = data.draw(numbers)
        if name == "share" and "e999" in second:
            return
        first, second = sorted((first, second), key=Fraction)
        asked = f"{first}-{second}"
    condition = column_condition(lexicon.core, name, asked)
    expected = [rank for rank, value in enumerate(COLUMNS[name]) if meets(value, asked)]
    assert condition.words(lexicon.core).to_numpy().tolist() == expected, asked
    among = data.draw(st.sets(st.sampled_from(RANKS), max_size=12))
    some = Words.of_ranks(lexicon.core, sorted(among))
    assert condition.among(some).to_numpy().tolist() == [rank for rank in expected if rank in among], asked
    assert str(condition) == f"{name}:{asked}"
    assert condition.cost(lexicon.core) > 0
    assert name in condition.plan(lexicon.core)


@each("asked", [">1e999", ">=1e999", "1e999", "<-1e999", "-1e999"])
def test_beyond_all_numbers(lexicon, asked):
    assert not column_condition(lexicon.core, "share", asked).words(lexicon.core)


def test_below_all_numbers(lexicon):
    everything = len(WORDS) - COLUMNS["share"].count(None)
    for asked in ("<1e999", "<=1e999", ">-1e999", "-1e999-1e999"):
        assert len(column_condition(lexicon.core, "share", asked).words(lexicon.core)) == everything


def test_spaces_and_dots(lexicon):
    for asked in (" > 3", ">3 ", "4 - 9", "4..9"):
        assert column_condition(lexicon.core, "small", asked).words(lexicon.core).to_numpy().tolist() == [
            rank for rank, value in enumerate(COLUMNS["small"]) if value > 3
        ]


MALFORMED = {
    "": 0, ">": 1, "many": 0, ">many": 1, "5-": 2, "5-many": 2, "1_000": 1, "1,000": 1, "5x": 1, ">>5": 1,
    "=>5": 1, "5-7-9": 3, "0x10": 1, "inf": 0, "nan": 0, "٣": 0, "1e9999999": 1, "9" * 5000: 40, "9-5": 2,
    " 9 - 5": 5, "-1--2": 3,
}  # fmt: skip


@each("asked", MALFORMED)
def test_malformed_comparisons(lexicon, asked):
    with pytest.raises(QuerySyntaxError) as caught:
        column_condition(lexicon.core, "small", asked)
    assert caught.value.text == asked
    assert 0 <= caught.value.at <= len(asked)
    if asked != "5-7-9":
        place = MALFORMED[asked]
        assert caught.value.at == place or asked.startswith("1e"), f"the caret stands at {caught.value.at}"


@given(st.text(st.sampled_from("><=-+. e0123456789x"), max_size=12))
def test_anything_is_read_or_refused(lexicon, asked):
    try:
        column_condition(lexicon.core, "share", asked).words(lexicon.core)
    except QuerySyntaxError as error:
        assert 0 <= error.at <= len(asked)


@given(data=st.data())
def test_texts(lexicon, data):
    asked = data.draw(
        st.one_of(
            st.sampled_from(["bird", "Bird’s", "ö", "O\u0308re", "A B", "1", "x"]),
            st.text("aBird 1", min_size=1, max_size=3),
        )
    )
    import unicodedata

    wanted = unicodedata.normalize("NFC", asked).casefold()
    expected = [rank for rank, text in enumerate(COLUMNS["definition"]) if text and wanted in text.casefold()]
    for condition in (
        column_condition(lexicon.core, "definition", asked),
        KINDS["definition"].make(asked, lexicon.core),
    ):
        assert condition.words(lexicon.core).to_numpy().tolist() == expected
        among = data.draw(st.sets(st.sampled_from(RANKS), max_size=12))
        some = Words.of_ranks(lexicon.core, sorted(among))
        assert condition.among(some).to_numpy().tolist() == [rank for rank in expected if rank in among]
        assert condition.among(some[:0]).to_numpy().tolist() == []
        assert str(condition) == f"definition:{asked}"
        assert "definition" in condition.plan(lexicon.core)


def test_few_words_cost_less_than_all(lexicon):
    condition = column_condition(lexicon.core, "definition", "bird")
    assert condition.cost_among(lexicon.core, 0) < condition.cost(lexicon.core)
    assert condition.cost(lexicon.core) > column_condition(lexicon.core, "small", "3").cost(lexicon.core)


@each("name", sorted(COLUMNS))
def test_any_value(lexicon, name):
    condition = column_condition(lexicon.core, name, "*")
    expected = [rank for rank, value in enumerate(COLUMNS[name]) if value is not None]
    assert condition.words(lexicon.core).to_numpy().tolist() == expected
    assert condition.among(lexicon[3:9]).to_numpy().tolist() == [rank for rank in expected if 3 <= rank < 9]
    assert np.isfinite(condition.cost(lexicon.core))


def test_what_cannot_be_asked(lexicon):
    with pytest.raises(QueryError, match="one of: definition, gaps, huge, share, small"):
        column_condition(lexicon.core, "freq", ">3")
    with pytest.raises(QuerySyntaxError, match="a text"):
        column_condition(lexicon.core, "definition", "")
    with pytest.raises(QueryError, match="lexc attach"):
        KINDS["definition"].make("bird", make(["A"]).core)


# -- numbers asked of texts -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mixed() -> Lexicon:
    few = ["7", "12%", "1200", "5-10", "30"]
    return with_values({"freq": few + [None] * (len(WORDS) - 5), "code": ["7", "12"] + [None] * (len(WORDS) - 2)})


@each("asked", ["freq:>1000", "freq:<=5", "freq:=7", "-freq:>7", "freq:6-10", "freq:1..2", "sort:freq", "sort:-freq"])
def test_a_numeric_question_about_texts_says_why_they_are_texts(mixed: Lexicon, asked: str) -> None:
    """Found: nothing met freq:>1000, and 7 was sorted before 1200, since one value was no number."""
    with pytest.raises(QueryError, match=f"column freq has texts, not numbers: found '12%' for {WORDS[1]}"):
        mixed.search(asked).to_list()


def test_texts_that_are_all_numbers(mixed: Lexicon) -> None:
    for asked in ("code:>5", "sort:code"):
        with pytest.raises(QueryError, match="found numbers that the file of values wrote as texts; attach them as"):
            mixed.search(asked)


def test_texts_are_searched_and_sorted_as_texts(mixed: Lexicon, lexicon: Lexicon) -> None:
    assert mixed.search("freq:5-10").to_list() == [WORDS[3]]
    assert mixed.search("freq:12").to_list() == [WORDS[1], WORDS[2]]
    assert lexicon.search("sort:definition limit:1").to_list() == [
        WORDS[min((text, rank) for rank, text in enumerate(COLUMNS["definition"]) if text)[1]]
    ]
    with pytest.raises(QueryError, match="column definition has texts, not numbers: found 'A BIRD 1' for"):
        lexicon.search("definition:>5")
