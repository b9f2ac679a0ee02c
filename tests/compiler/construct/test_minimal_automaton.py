"""Figure 4 and the unminimized automata against the paper's figures and its definition."""

import random

import pytest
from hypothesis import given

from lexkit.compiler.construct.minimal_automaton import (
    build_gordon,
    build_semi_minimized_gaddag,
    build_unminimized_dawg,
    build_unminimized_gaddag,
)
from lexkit.compiler.kernels.gordon_automaton import Gordon
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.compiler.lists.word_list import read_words
from lexkit.errors import LexkitError
from lexkit.lexicons import bundled_path
from tests.compiler.gaddag_oracle import (
    ENGLISH,
    Arcs,
    bits,
    counts_of,
    gaddag_paths,
    lexicons,
    semi_minimized_counts,
    tile_words,
    tiles,
    unminimized_counts,
)
from tests.running import each

BUILDERS = (build_semi_minimized_gaddag, build_unminimized_gaddag)

#: Table I: the letters that make a word, in the place of the Δ.
TABLE_1 = {
    "ΔC": "", "ΔA": "ABDFHKLMNPTY", "ΔR": "AEO", "ΔE": "ABDHMNOPRWY", "CΔ": "", "ΔCA": "O",
    "ΔAR": "BCEFGJLMOPTVWY", "ΔRE": "AEIO", "CAΔ": "BDMNPRTWY", "ΔCAR": "S", "ΔARE": "BCDFHMPRTWY",
    "CARΔ": "BDEKLNPST", "ΔN": "AEIOU", "ΔEE": "BCDFGJLNPRSTVWZ", "ΔEN": "BDFHKMPSTWY", "ΔREE": "BDFGPT",
    "ΔEEN": "BKPSTW", "ΔCARE": "S", "ΔAREE": "", "ΔREEN": "GP", "CAREΔ": "DRSTX", "ΔCAREE": "",
    "ΔAREEN": "C", "CAREEΔ": "NR",
}  # fmt: skip


def set_at(arcs: Arcs, pattern: str) -> int:
    """The letter set of a pattern: on the last arc of the word's reverse, or on the separator's behind it."""
    word = pattern.replace("Δ", "")[::-1]
    try:
        return arcs.letter_sets[arcs.at(tiles(word if pattern.startswith("Δ") else word + "◊"))]
    except ValueError:
        return 0  # a pattern without words need not have an arc


def test_figure_1_four_separate_paths_for_care():
    arcs = Arcs(build_unminimized_gaddag(tile_words(["CARE"])))
    assert set(arcs.paths()) == {tiles(path) for path in ("C◊ARE", "AC◊RE", "RAC◊E", "ERAC")}
    assert len(arcs.letters) - 1 == 4 + 4 + 4 + 3
    # Nothing is shared but the initial state.
    assert len({state for state in arcs.destinations if state}) == 12
    longer = Arcs(build_unminimized_gaddag(tile_words(["CARE", "CARED", "CAREER"])))
    assert longer.state("C◊A") != longer.state("AC◊")
    assert len({longer.state(path) for path in ("C◊AR", "AC◊R", "RAC◊")}) == 3


def test_figure_5_states_merged_for_care():
    arcs = Arcs(build_semi_minimized_gaddag(tile_words(["CARE", "CAREEN"])))
    assert arcs.state("C◊A") == arcs.state("AC◊") != 0
    assert arcs.state("C◊AR") == arcs.state("AC◊R") == arcs.state("RAC◊") != 0
    assert len({arcs.state(path) for path in ("", "C", "C◊", "AC", "AC◊", "RAC", "RAC◊", "E", "ER", "ERA")}) == 10


def test_figure_6_states_merged_for_careen():
    arcs = Arcs(build_semi_minimized_gaddag(tile_words(["CAREEN"])))
    groups = (("C◊A", "AC◊"), ("C◊AR", "AC◊R", "RAC◊"), ("C◊ARE", "AC◊RE", "RAC◊E", "ERAC◊"))
    for group in groups:
        assert len({arcs.state(path) for path in group}) == 1
    assert len({arcs.state(group[0]) for group in groups} - {0}) == 3
    # The last but one letter's arcs all end, with N in their letter sets.
    for path in ("C◊AREE", "AC◊REE", "RAC◊EE", "ERAC◊E", "EERAC◊"):
        assert arcs.state(path) == 0
        assert bits(arcs.letter_sets[arcs.at(tiles(path))]) == list(tiles("N"))


@pytest.mark.parametrize("build", BUILDERS)
def test_table_1_from_the_words_it_spells(build):
    words = {pattern.replace("Δ", letter) for pattern, letters in TABLE_1.items() for letter in letters}
    arcs = Arcs(build(tile_words(words)))
    for pattern, letters in TABLE_1.items():
        assert ENGLISH.letter_set(set_at(arcs, pattern)) == set(letters), pattern


def test_table_1_of_the_bundled_list():
    ends = tuple(pattern[1:] for pattern in TABLE_1 if pattern.startswith("Δ") and len(pattern) > 3)
    whole = map(ENGLISH.decode, read_words(bundled_path(), ENGLISH, max_length=7).words)
    words = [word for word in whole if len(word) < 4 or word.startswith("CA") or word.endswith(ends)]
    known = set(words)
    arcs = Arcs(build_semi_minimized_gaddag(tile_words(words)))
    for pattern in TABLE_1:
        expected = {letter for letter in ENGLISH if pattern.replace("Δ", letter) in known}
        assert ENGLISH.letter_set(set_at(arcs, pattern)) == expected, pattern


def test_the_blogs_examples():
    # "Every prefix of the word, reversed, then a separator, plus the rest"; the separator is omitted at the end.
    boat = Arcs(build_semi_minimized_gaddag(tile_words(["BOAT"])))
    assert set(boat.paths()) == {tiles(path) for path in ("B◊OAT", "OB◊AT", "AOB◊T", "TAOB")}
    cares = Arcs(build_semi_minimized_gaddag(tile_words(["CARES"])))
    assert set(cares.paths()) == {tiles(path) for path in ("C◊ARES", "AC◊RES", "RAC◊ES", "ERAC◊S", "SERAC")}


@each("build", [*BUILDERS, build_unminimized_dawg])
@each("words", [[], ["A"], ["A", "I"], ["AB"], ["A", "AB", "BA"], ["ABC"], ["A", "AA", "AAA"]])
def test_the_shortest_words(build, words):
    language = {tiles(word) for word in words}
    arcs = Arcs(build(tile_words(words)))
    assert set(arcs.paths()) == (language if build is build_unminimized_dawg else gaddag_paths(language))
    # A word of one letter is in the letter set of INIT.
    assert ENGLISH.letter_set(arcs.letter_sets[0]) == {word for word in words if len(word) == 1}


@pytest.mark.parametrize("build", BUILDERS)
def test_the_longest_words(build):
    letters = bytes(range(1, 64))
    words = TileWords.of([letters, b"\x01" * 63, letters[::-1]]).sorted_unique()
    assert set(Arcs(build(words)).paths()) == gaddag_paths(words)


@given(lexicons())
def test_semi_minimized_language_and_counts(lexicon):
    _, words = lexicon
    built = build_semi_minimized_gaddag(words)
    paths = gaddag_paths(words)
    found = list(Arcs(built).paths())
    assert set(found) == paths
    assert len(found) == len(paths)
    assert counts_of(built) == semi_minimized_counts(paths)


@given(lexicons())
def test_unminimized_language_and_counts(lexicon):
    _, words = lexicon
    paths = gaddag_paths(words)
    gaddag = build_unminimized_gaddag(words)
    assert set(Arcs(gaddag).paths()) == paths
    assert counts_of(gaddag) == unminimized_counts(paths)
    dawg = build_unminimized_dawg(words)
    assert set(Arcs(dawg).paths()) == set(words)
    assert counts_of(dawg) == unminimized_counts(set(words))


@given(lexicons())
def test_arcs_of_a_state_are_in_order(lexicon):
    _, words = lexicon
    for build in BUILDERS:
        arcs = Arcs(build(words))
        for state in range(1, len(arcs.first)):
            letters = [arcs.letters[arc] for arc in arcs.of_state(state)]
            assert letters
            assert letters == sorted(set(letters))


@given(lexicons())
def test_any_order_and_any_repetition_give_the_same_automaton(lexicon):
    _, words = lexicon
    shuffled = list(words) * 2
    random.Random(1).shuffle(shuffled)
    for build in BUILDERS:
        mixed = build(TileWords.of(shuffled))
        assert set(Arcs(mixed).paths()) == gaddag_paths(words)
        assert counts_of(mixed) == counts_of(build(words))


def test_room_grows():
    # 2,016 places on the paths of one word: room for the first is there, the others make it grow.
    some = random.Random(2)
    words = TileWords.of(bytes(some.randrange(1, 64) for _ in range(63)) for _ in range(12))
    built = Gordon()
    built.add_words(memoryview(words.tiles), memoryview(words.offsets), merging=False)
    assert built.arcs > 20_000
    assert set(Arcs(built).paths()) == gaddag_paths(words)
    assert len(build_gordon(words)) > 1


@each("build", [*BUILDERS, build_unminimized_dawg])
@each("length", [0, 64])
def test_no_word_is_refused(build, length):
    with pytest.raises(LexkitError, match="1 to 63 letters"):
        build(TileWords.of([b"\x01", b"\x01" * length]))
