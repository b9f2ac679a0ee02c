"""Tables of the expanded form that break each of its rules, E1 to E14, and tables damaged at random."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import CorruptFileError
from lexkit.formats import arc_table_section
from lexkit.formats.constants import EXPANDED_HEAD, EXPANDED_HEAD_SIZE
from tests.attacks.rules import breaks, refusal
from tests.compiler.construct.test_optional_sections import WORDS, read, section_of, table_paths
from tests.running import FULL, each


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
    "E1": [lambda s: s[: EXPANDED_HEAD_SIZE - 1], lambda s: s[:50] + b"\x01" + s[51:], lambda s: b""],
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
        lambda _: with_set(with_set(chain(3), 0, 2), 1, 4),
    ],
    "E7": [lambda s: with_set(s, head(s)[3] - 1, 1 << 27), lambda s: with_set(s, 1, 1)],
    "E8": [
        lambda s: with_head(s, 5, head(s)[5] - 1),
        lambda s: with_head(s, 5, 0),
        lambda s: with_head(s, 5, head(s)[2] + (head(s)[3] << head(s)[4])),
        lambda s: with_head(s, 5, 2**64 - 1),
    ],
    "E9": [lambda s: with_arc(s, 0, 5, 1)],
    "E10": [
        lambda s: with_arc(s, head(s)[2], 1, head(s)[3] << head(s)[4]),
        lambda s: with_arc(s, 1, 1, head(s)[3] << head(s)[4]),
    ],
    "E11": [lambda s: no_row(s, 3), lambda s: no_row(s, 1), lambda s: no_row(s, head(s)[2])],
    "E12": [
        lambda s: with_arc(s, 7, 3, 7),
        lambda s: with_arc(s, 1, 3, head(s)[2]),
        lambda s: with_arc(s, head(s)[2], 3, head(s)[2]),
    ],
    "E13": [lambda _: chain(64), lambda _: chain(5000)],
    "E14": [lambda _: twice_separated()],
}


@breaks(*DAMAGE)
@each(("rule", "damage"), [(rule, damage) for rule, cases in DAMAGE.items() for damage in cases])
def test_every_rule_is_kept(rule, damage):
    assert "x.gaddag: section expanded" in refusal(rule, lambda: read(damage(section_of(WORDS))))


@pytest.mark.parametrize("rows", [1, 2, 3, 7] if FULL else [1, 3])
def test_tables_of_many_rows(rows, monkeypatch):
    """Rows are looked at some at a time: none is left out between or behind."""
    monkeypatch.setattr(arc_table_section, "_ROWS", rows)
    whole = section_of(WORDS)
    assert read(whole).states == head(whole)[2]
    states, sets, bits = head(whole)[2:5]
    for state in range(1, states + 1):
        for damage, rule in ((sets << bits, "E10"), (state, "E12")):
            with pytest.raises(CorruptFileError, match=rule):
                read(with_arc(section_of(WORDS), state, 1, damage))
        with pytest.raises(CorruptFileError, match="E11"):
            read(no_row(section_of(WORDS), state))


def test_the_head_alone():
    with pytest.raises(CorruptFileError, match="E5"):
        read(section_of(WORDS)[:EXPANDED_HEAD_SIZE])


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
