"""The expanded form: made from both constructions alike, walked, and refused when damaged."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.compiler import expanded as making
from lexkit.compiler.build import Options, compile_list
from lexkit.compiler.expanded import expand
from lexkit.compiler.gordon_route import build_gordon
from lexkit.compiler.sorted_route import build_sorted
from lexkit.compiler.words import TileWords
from lexkit.errors import CorruptFileError
from lexkit.formats import expanded as reading
from lexkit.formats.expanded import Expanded, read_expanded
from lexkit.formats.layout import EXPANDED_HEAD, EXPANDED_HEAD_SIZE
from lexkit.formats.lexicon_file import open_bytes
from tests.compiler.gaddag_oracle import (
    ENGLISH,
    bits,
    gaddag_paths,
    lexicons,
    minimized_counts,
    tile_words,
    tiles,
)
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
    return bytearray(expand(build_gordon(tile_words(words), 26), 26))


def read(section: bytes | bytearray) -> Expanded:
    return read_expanded(memoryview(section), ENGLISH, "expanded", "x.gaddag")


@given(lexicons())
def test_language_counts_and_bytes(lexicon):
    letters, words = lexicon
    section = expand(build_gordon(words, letters), letters)
    assert bytes(section) == bytes(expand(build_sorted(words, letters), letters))
    table = read_expanded(section, first_letters(letters), "expanded")
    paths = gaddag_paths(words)
    found = list(table_paths(table, letters))
    assert set(found) == paths
    assert len(found) == len(paths)
    counts = minimized_counts(paths)
    assert table.states == counts.states
    assert np.count_nonzero(table.arcs) == counts.arcs
    assert set(table.letter_sets.tolist()) - {0} == {
        mask for mask in np.unique(build_gordon(words, letters).letter_sets).tolist() if mask
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
    table = read_expanded(expand(build_gordon(words, 63), 63), first_letters(63), "expanded")
    assert set(table_paths(table, 63)) == gaddag_paths(words)


def test_wide_arcs(monkeypatch):
    # No list that a test could build needs 64 bits an arc.
    for module in (making, reading):
        monkeypatch.setattr(module, "expanded_widths", lambda states, sets: (states.bit_length(), 8))
    table = read(section_of(WORDS))
    assert table.arcs.dtype == np.uint64
    assert set(table_paths(table, 26)) == gaddag_paths(map(tiles, WORDS))


def test_the_section_is_a_view():
    section = section_of(WORDS)
    table = read(bytes(section))
    assert not table.arcs.flags.owndata
    assert not table.arcs.flags.writeable


def test_a_file_holds_it_whichever_way_it_was_built():
    def file_bytes(method: str) -> bytes:
        options = Options(method=method, expanded=True, daggad=True)
        return b"".join(compile_list(WORDS, options)[2])

    data = file_bytes("gordon")
    assert data == file_bytes("sorted")
    file = open_bytes(data)
    assert file.expanded is not None
    assert set(table_paths(file.expanded, 26)) == gaddag_paths(map(tiles, WORDS))
    assert open_bytes(b"".join(compile_list(WORDS, Options())[2])).expanded is None


# -- damage ---------------------------------------------------------------------------------------------


def head(section: bytearray) -> list[int]:
    return list(EXPANDED_HEAD.unpack_from(section))


def with_head(section: bytearray, field: int, value: int) -> bytearray:
    fields = head(section)
    fields[field] = value
    EXPANDED_HEAD.pack_into(section, 0, *fields)
    return section


def arcs_at(section: bytearray) -> int:
    return EXPANDED_HEAD_SIZE + 8 * head(section)[3]


def with_arc(section: bytearray, state: int, tile: int, arc: int) -> bytearray:
    struct.pack_into("<I", section, arcs_at(section) + 4 * (27 * state + tile), arc)
    return section


def with_set(section: bytearray, index: int, mask: int) -> bytearray:
    struct.pack_into("<Q", section, EXPANDED_HEAD_SIZE + 8 * index, mask)
    return section


def no_row(section: bytearray, state: int) -> bytearray:
    at = arcs_at(section) + 4 * 27 * state
    section[at : at + 4 * 27] = bytes(4 * 27)
    return section


def chain(states: int) -> bytearray:
    """A table of one path of so many arcs."""
    state_bits = states.bit_length()
    section = bytearray(EXPANDED_HEAD.pack(4, 27, states, 2, state_bits, states).ljust(EXPANDED_HEAD_SIZE, b"\0"))
    section += struct.pack("<QQ", 0, 2) + bytes(4 * 27 * (states + 1))
    for state in range(1, states + 1):
        with_arc(section, state, 1, state - 1 if state > 1 else 1 << state_bits)
    return section


def twice_separated() -> bytearray:
    section = chain(4)
    state_bits = 3
    with_arc(section, 4, 0, 3)
    return with_arc(section, 2, 0, 1 << state_bits)


DAMAGE = {
    "E1": [
        lambda s: s[: EXPANDED_HEAD_SIZE - 1],
        lambda s: s[:50] + b"\x01" + s[51:],
        lambda s: b"",
    ],
    "E2": [lambda s: with_head(s, 1, 28), lambda s: with_head(s, 1, 0)],
    "E3": [lambda s: with_head(s, 3, 0)],
    "E4": [
        lambda s: with_head(s, 0, 8),
        lambda s: with_head(s, 0, 0),
        lambda s: with_head(s, 4, head(s)[4] + 1),
        lambda s: with_head(s, 2, 2**64 - 1),
    ],
    "E5": [lambda s: s + bytes(4), lambda s: s[:-4], lambda s: with_head(s, 2, head(s)[2] + 1)],
    "E6": [
        lambda s: with_set(s, 0, 2),
        lambda s: with_set(s, 2, 2),
    ],
    "E7": [lambda s: with_set(s, head(s)[3] - 1, 1 << 27), lambda s: with_set(s, 1, 1)],
    "E8": [
        lambda s: with_head(s, 5, head(s)[5] - 1),
        lambda s: with_head(s, 5, 0),
        lambda s: with_head(s, 5, head(s)[2] + (head(s)[3] << head(s)[4])),
        lambda s: with_head(s, 5, 2**64 - 1),
    ],
    "E9": [lambda s: with_arc(s, 0, 5, 1)],
    "E10": [lambda s: with_arc(s, head(s)[2], 1, head(s)[3] << head(s)[4])],
    "E11": [lambda s: no_row(s, 3)],
    "E12": [lambda s: with_arc(s, 7, 3, 7), lambda s: with_arc(s, 1, 3, head(s)[2])],
    "E13": [lambda _: chain(64), lambda _: chain(5000)],
    "E14": [lambda _: twice_separated()],
}


@pytest.mark.parametrize(("rule", "damage"), [(rule, damage) for rule, cases in DAMAGE.items() for damage in cases])
def test_every_rule_is_kept(rule, damage):
    with pytest.raises(CorruptFileError) as caught:
        read(damage(section_of(WORDS)))
    assert f"{rule}:" in str(caught.value)
    assert "x.gaddag: section expanded" in str(caught.value)


def test_the_longest_path_that_is_allowed():
    assert read(chain(63)).states == 63


@given(st.data())
def test_damage_is_refused_or_harmless(data):
    section = section_of(WORDS)
    for _ in range(data.draw(st.integers(1, 3))):
        section[data.draw(st.integers(0, len(section) - 1))] = data.draw(st.integers(0, 255))
    try:
        table = read(section)
    except CorruptFileError:
        return
    # Whatever it spells now, a walk ends and stays inside.
    for path in table_paths(table, 26):
        assert len(path) <= 64
        assert path.count(b"\0") <= 1
