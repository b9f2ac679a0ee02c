"""The expanded form: made from both constructions alike, walked, and refused when damaged."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given

from lexkit.compiler.construct.minimal_automaton import build_gordon, build_sorted
from lexkit.compiler.construct.optional_sections import expand
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.formats.arc_table_section import Expanded, read_expanded
from lexkit.formats.lexicon_file import open_bytes
from tests.compiler.gaddag_oracle import ENGLISH, bits, gaddag_paths, lexicons, minimized_counts, tile_words, tiles
from tests.making import bytes_of
from tests.making import letters as first_letters

WORDS = ["A", "CARE", "CARED", "CARES", "CAREEN", "WOUND", "WOUNDS", "ZA", "ZAGGED"]


def table_paths(table: Expanded, letters: int) -> Iterator[bytes]:
    def below(state: int, letter_set: int, beginning: bytes) -> Iterator[bytes]:
        for letter in bits(letter_set):
            yield beginning + bytes([letter])
        for tile in range(letters + 1):
            to = table.step(state, tile)
            if to != (0, 0):
                yield from below(*to, beginning + bytes([tile]))

    yield from below(*table.start, b"")


def section_of(words: list[str]) -> bytearray:
    return bytearray(expand(build_gordon(tile_words(words)), 26))


def read(section: bytes | bytearray) -> Expanded:
    return read_expanded(memoryview(section), ENGLISH, "expanded", "x.gaddag")


@given(lexicons())
def test_language_counts_and_bytes(lexicon):
    letters, words = lexicon
    section = expand(build_gordon(words), letters)
    assert bytes(section) == bytes(expand(build_sorted(words), letters))
    table = read_expanded(section, first_letters(letters), "expanded")
    paths = gaddag_paths(words)
    found = list(table_paths(table, letters))
    assert set(found) == paths
    assert len(found) == len(paths)
    counts = minimized_counts(paths)
    assert table.states == counts.states
    assert np.count_nonzero(table.arcs) == counts.arcs
    assert set(table.letter_sets.tolist()) - {0} == {
        mask for mask in np.unique(build_gordon(words).letter_sets).tolist() if mask
    }


@pytest.mark.parametrize("words", [[], ["A"], ["A", "I"], ["AB"], ["A", "AB", "BA"], WORDS])
def test_small_lists(words):
    table = read(section_of(words))
    assert set(table_paths(table, 26)) == gaddag_paths(tiles(word) for word in words)
    root, alone = table.start
    assert ENGLISH.letter_set(alone) == {word for word in words if len(word) == 1}
    assert root == table.states


def test_the_longest_words_are_read():
    words = TileWords.of([bytes(range(1, 64)), b"\x3f" * 63]).sorted_unique()
    table = read_expanded(expand(build_gordon(words), 63), first_letters(63), "expanded")
    assert set(table_paths(table, 63)) == gaddag_paths(words)


def test_wide_arcs(monkeypatch):
    # No list that a test could build needs 64 bits an arc.
    for module in ("compiler.construct.optional_sections", "formats.arc_table_section"):
        monkeypatch.setattr(f"lexkit.{module}.expanded_widths", lambda states, sets: (states.bit_length(), 8))
    table = read(section_of(WORDS))
    assert table.arcs.dtype == np.uint64
    assert set(table_paths(table, 26)) == gaddag_paths(map(tiles, WORDS))


def test_the_section_is_a_view():
    section = section_of(WORDS)
    table = read(bytes(section))
    assert not table.arcs.flags.owndata
    assert not table.arcs.flags.writeable


def test_a_file_holds_it_whichever_way_it_was_built():
    data = bytes_of(WORDS, method="gordon", expanded=True, daggad=True)
    assert data == bytes_of(WORDS, method="sorted", expanded=True, daggad=True)
    file = open_bytes(data)
    assert file.expanded is not None
    assert set(table_paths(file.expanded, 26)) == gaddag_paths(map(tiles, WORDS))
    assert open_bytes(bytes_of(WORDS)).expanded is None
