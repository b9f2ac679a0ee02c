"""Letters without a kind: the words that plain Python finds for them, and what else they could mean."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import QuerySyntaxError
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.language.grammar import Term, read
from tests.making import make, word_lists
from tests.query.oracle import Predicate, World, predicate
from tests.query.test_evaluate import ALPHABETS, spelled, world_of
from tests.running import each

WORDS = ["ACRE", "CARE", "CARED", "COBS", "COOS", "FUZZY", "ORE", "RACE", "ROE", "SCAR"]


def meaning(letters: str, world: World) -> Predicate:
    """Tiles with blanks at the end, or a pattern."""
    tiles = letters.rstrip("?")
    plain = tiles and not set(tiles) & set("?*[]^")
    return predicate("anagram" if plain else "pattern", letters, world)


def letters_of(labels: tuple[str, ...]) -> st.SearchStrategy[str]:
    tile = st.sampled_from(labels)
    bracket = st.lists(tile, min_size=1, max_size=2, unique=True).map(lambda tiles: f"[{''.join(tiles)}]")
    whole = st.one_of(tile, tile, st.just("?"), st.just("*"), bracket)
    blanks = st.integers(0, 2).map(lambda number: "?" * number)
    racks = st.tuples(st.lists(tile, min_size=1, max_size=5).map("".join), blanks).map("".join)
    return st.one_of(racks, st.lists(whole, min_size=1, max_size=5).map("".join))


@pytest.mark.parametrize("name", sorted(ALPHABETS))
@given(data=st.data())
def test_letters_find_what_plain_python_finds(name: str, data: st.DataObject) -> None:
    labels = ALPHABETS[name]
    if name == "spanish":  # [CH] is one tile to lexkit, two to the oracle
        labels = tuple(label for label in labels if len(label) == 1)
    lexicon = make(data.draw(word_lists(labels, longest=5)), name)
    world = world_of(lexicon)
    one, other = data.draw(letters_of(labels)), data.draw(letters_of(labels))
    met, also = meaning(one, world), meaning(other, world)
    for text, wanted in (
        (one, met),
        (f"-{one}", lambda word: not met(word)),
        (f"{one} or {other}", lambda word: met(word) or also(word)),
        (f"({one} and {other}) length:2-", lambda word: met(word) and also(word) and len(word) >= 2),
    ):
        expected = sorted(spelled(word, lexicon) for word in world.words if wanted(word))
        assert sorted(lexicon.search(text)) == expected, text
        assert lexicon.search(lexicon.understand(text).query) == lexicon.search(text), "written out, it means the same"


@each(
    ("text", "query", "letters", "others"),
    [
        ("CARE", "anagram:CARE", "CARE", "subanagram substring near"),
        ("  care ", "anagram:care", "care", "subanagram substring near"),
        ("ÑU", "anagram:ÑU", "ÑU", "subanagram substring near"),
        ("AEINRT?", "anagram:AEINRT?", None, "pattern subanagram"),
        ("A??", "anagram:A??", None, "pattern subanagram"),
        ("c?o?s", "pattern:c?o?s", None, "anagram"),
        ("?ING", "pattern:?ING", None, "anagram"),
        ("[AB]ED", "pattern:[AB]ED", None, "anagram"),
        ("*zz*", "pattern:*zz*", None, ""),
        ("Q^U*", "pattern:Q^U*", None, ""),
        ("??", "pattern:??", None, "anagram"),
        ("or", "anagram:or", "or", "subanagram substring near"),
        ("NOT", "anagram:NOT", "NOT", "subanagram substring near"),
        ("length", "anagram:length", "length", "subanagram substring near"),
        ("CARE -suffix:E", "anagram:CARE -suffix:E", None, ""),
        ("not CARE", "not anagram:CARE", None, ""),
        ("(CARE or *ZZ*)  length:4", "(anagram:CARE or pattern:*ZZ*)  length:4", None, ""),
        ("-CARE limit:3", "-anagram:CARE limit:3", None, ""),
        ("length:4 and CARE", "length:4 and anagram:CARE", None, ""),
        ("prefix:CA", "prefix:CA", None, ""),
        ("limit:3", "limit:3", None, ""),
    ],
)
def test_what_is_understood(text: str, query: str, letters: str | None, others: str) -> None:
    few = make(["AB"])
    understood = few.understand(text)
    assert understood.query == query
    assert understood.letters == letters
    assert understood.others == tuple(f"{kind}:{text.strip()}" for kind in others.split())
    tree = read(understood.query, frozenset(KINDS)).tree
    assert read(understood.query).bare == ()
    if isinstance(tree, Term):
        assert tree.text == understood.query


def test_letters_with_something_else_name_the_place() -> None:
    few = make(WORDS)
    for text, at in (("CARE-D", 4), ("(length:4 or CÄRE)", 14), ("-Q[AB", 2)):
        with pytest.raises(QuerySyntaxError) as caught:
            few.search(text)
        assert (caught.value.text, caught.value.at) == (text, at)


@each(
    ("text", "instead"),
    [
        ("lenght:4", "length:4"),
        ("prefix:CA and (lenght:4)", "prefix:CA and (length:4)"),
        ("length 4", "length:4"),
        ("CARE or Length   4", "CARE or length:4"),
        ("prefix:C length 4", "prefix:C length:4"),
        ("length: 4", "length:4"),
        ("CARE SCAR", "CARE or SCAR"),
        ("prefix:C SCAR", None),
        ("prefix:C length", None),
        ("qqqq:large", None),
        ("'CARE'", "CARE"),
        ("\u201ccare\u201d", "care"),
        ("care.", "care"),
        ("Care!", "Care"),
        ("ca're", "care"),
        ("prefix:C 'CARE'", None),
        ("CARE SCAR ORE", "CARE or SCAR or ORE"),
        ("CARE SCAR length:4", "CARE or SCAR length:4"),
        ("4", "length:4"),
        ("prefix:C 4", "prefix:C length:4"),
        ("C.RE", None),
    ],
)
def test_a_query_that_was_surely_meant(text: str, instead: str | None) -> None:
    few = make(WORDS)
    with pytest.raises(QuerySyntaxError) as caught:
        few.search(text)
    assert caught.value.instead == instead
    if instead is not None:
        assert few.search(instead)


@each("text", ["Care!", "don't", "C/RE", "C=", "@", "C.RE", "C.?E", "1221", "9C"])
def test_no_remedy_is_refused_itself(text: str) -> None:
    """Found: ``Care!`` led to ``pattern:Care!``, which is no pattern."""
    few = make(WORDS)
    with pytest.raises(QuerySyntaxError) as caught:
        few.search(text)
    for said in re.findall(r"pattern:\S+", caught.value.remedy or ""):
        few.search(said.rstrip(","))


@each("name", sorted(KINDS))
def test_a_forgotten_value_is_asked_for(name: str) -> None:
    """Found: ``anagram:`` was an answer of 0 words."""
    few = make(WORDS)
    try:
        assert few.search(f"{name}:") or KINDS[name].default, name
    except QuerySyntaxError as error:
        assert error.text == f"{name}:"
        assert error.expected or error.remedy, name
        if KINDS[name].required:
            assert f"{name}:{KINDS[name].example}" in str(error)


def test_values_to_choose_from_are_values() -> None:
    few = make([*WORDS, "AA"])
    for kind in KINDS.values():
        for choice in kind.choices:
            few.search(f"{kind.name}:{choice}")
