"""The strict order of probability: each word has a place of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import QueryError, QuerySyntaxError
from lexkit.runtime.words import probability, spell_in_blocks
from tests.making import make
from tests.query.conditions.test_named_groups import ways_with_blanks
from tests.query.conditions.test_word_measures import ask
from tests.query.making import Case, cases
from tests.running import MANY
from tests.words.test_measures import ways


@given(cases(longest=3), st.integers(0, 12), st.integers(0, 12), st.sampled_from(["", "/0", "/1", "/2"]))
def test_strict_places(case: Case, one: int, other: int, blanks: str) -> None:
    low, high = sorted((one, other))
    bag = {tile.label: tile.count for tile in case.lexicon.alphabet.tiles}
    order = {label: number for number, label in enumerate(case.lexicon.alphabet)}
    there = case.lexicon.alphabet.blanks
    number = {word: ways(word, bag, there, int(blanks[1:] or 2)) for word in case.words}
    expected = set()
    for size in range(1, 4):
        same = [word for word in case.words if len(word) == size]
        # Words are in order already, and sorting is stable.
        same.sort(key=lambda word: (-number[word], sorted(order[label] for label in word)))
        expected |= set(same[max(0, low - 1) : high])
    ask(case, "probability!", f"{low}-{high}{blanks}", [word for word in case.words if word in expected])


@pytest.mark.parametrize("size", [2, 5, 7, 15])
def test_of_the_bundled_list(size: int, some_english: Lexicon) -> None:
    """Twenty are twenty, and which they are follows from counting each draw."""
    listed = some_english.length(size).to_list()
    assert len(listed) > 100 or not MANY
    listed.sort(key=lambda word: (-ways_with_blanks(word), sorted(word), word))
    for low, high in ((1, 20), (1, 1), (7, 31), (90, 101)):
        found = some_english.search(f"probability!:{low}-{high} length:{size}")
        assert found.to_list() == sorted(listed[low - 1 : high])
        assert len(found) == len(listed[low - 1 : high])
        assert found == some_english.probability(f"{low}-{high}", strict=True) & some_english.length(size)


def test_strict_places_are_among_the_shared_ones(some_english: Lexicon) -> None:
    for blanks in (0, 1, 2):
        strict = some_english.probability("1-50", blanks=blanks, strict=True)
        assert not strict - some_english.probability("1-50", blanks=blanks)
        # Fifty of each length, all of those that have fewer.
        lengths = [len(some_english.length(size)) for size in range(1, 16)]
        assert len(strict) == sum(min(50, number) for number in lengths)


def test_numbers_of_ways_too_large_for_a_machine_word() -> None:
    """They are compared as the integers that they are."""
    lexicon = make(["A" * 30 + "B" * 9, "A" * 31 + "B" * 8, "AB" * 19 + "A"], "english")
    assert len(lexicon.search("probability!:1-3")) == 3
    assert len(lexicon.search("probability!:2")) == 1


def test_memory_is_bounded_and_blocks_are_joined(monkeypatch: pytest.MonkeyPatch, english: Lexicon) -> None:
    some = make(english.words()[::101].to_list())
    expected = [some.probability(f"{low}-{low + 9}", strict=True).to_list() for low in (1, 50)]
    monkeypatch.setattr(spell_in_blocks, "BLOCK", 7)
    again = make(english.words()[::101].to_list())
    assert [again.probability(f"{low}-{low + 9}", strict=True).to_list() for low in (1, 50)] == expected
    monkeypatch.setattr(probability, "_MOST_TILES", 100)
    with pytest.raises(QueryError, match="too many words"):
        make(english.words()[::101].to_list()).probability("1", strict=True)


def test_it_is_negated_and_combined(some_english: Lexicon) -> None:
    sevens = some_english.length(7)
    assert len(some_english.search("length:7 -probability!:1-20")) == len(sevens) - 20
    assert len(some_english.search("(length:7 or length:8) PROBABILITY!:1-20/0")) == 40


@pytest.mark.parametrize(
    ("query", "at"), [("probability!:x", 13), ("probability!:1-5/3", 17), ("pro!:1", 0), ("-!:1", 1)]
)
def test_malformed(query: str, at: int, english: Lexicon) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        english.search(query)
    assert caught.value.at == at


@pytest.mark.parametrize(("name", "blanks"), [("ways", 2), ("ways-1", 1), ("ways-0", 0)])
def test_ways_are_a_field(name: str, blanks: int, some_english: Lexicon) -> None:
    words = some_english.search("prefix:QUI")
    found = words.sorted_by(f"-{name}", "alphagram").to_list()
    from lexkit import measures

    number = dict(zip(words.to_list(), measures.probability(words, blanks).tolist(), strict=True))
    assert found == sorted(words.to_list(), key=lambda word: (-number[word], sorted(word), word))
    assert some_english.search(f"prefix:QUI sort:-{name},alphagram limit:3").to_list() == found[:3]
