"""Leaves that break each of their rules, L1 to L6, and sections damaged at random."""

import random
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import CorruptFileError
from lexkit.formats.leaves_section import StoredLeaves, leave_count, pack_leaves
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import lexicon, sections, with_section
from tests.attacks.rules import breaks, refusal
from tests.running import each

PLAIN = lexicon(["AB", "CAB"])
SECTION = pack_leaves(StoredLeaves(3, 2, 256, np.arange(leave_count(3, 2), dtype=np.int16), {"games": 1}))
HEAD = struct.Struct("<IIIIQ")


def file_with(section: bytes) -> bytes:
    return with_section(PLAIN, b"leaves", section)


def with_head(**fields: int) -> bytes:
    """The file with other numbers in the head of the section."""
    names = ("kinds", "longest", "scale", "told", "count")
    head = dict(zip(names, HEAD.unpack_from(SECTION), strict=True)) | fields
    return file_with(HEAD.pack(*head.values()) + SECTION[HEAD.size :])


def test_the_honest_file_opens() -> None:
    assert open_bytes(file_with(SECTION)).leaves is not None


@breaks("L1")
@pytest.mark.parametrize("size", [0, 23])
def test_no_whole_head(size: int) -> None:
    refusal("L1", lambda: open_bytes(file_with(SECTION[:size])))


@breaks("L2")
@each("kinds", [0, 3, 5, 2**32 - 1])
def test_other_kinds(kinds: int) -> None:
    refusal("L2", lambda: open_bytes(with_head(kinds=kinds)))


@breaks("L3")
@each("fields", [{"longest": 0}, {"longest": 3}, {"longest": 2**32 - 1}, {"count": 0}, {"count": 2**64 - 1}])
def test_other_numbers_of_values(fields: dict[str, int]) -> None:
    refusal("L3", lambda: open_bytes(with_head(**fields)))


@breaks("L3")
def test_more_values_than_there_may_be() -> None:
    """All leaves of 15 tiles of 63 letters: the number is right, and far too large."""
    alphabet = lexicon(["AB"], 26)
    huge = leave_count(26, 15)
    assert huge > 1 << 25
    refusal("L3", lambda: open_bytes(with_section(alphabet, b"leaves", HEAD.pack(27, 15, 1, 0, huge))))


@breaks("L4")
@each("scale", [0, (1 << 15) + 1, 2**32 - 1])
def test_other_scales(scale: int) -> None:
    refusal("L4", lambda: open_bytes(with_head(scale=scale)))


@breaks("L5")
def test_other_sizes() -> None:
    for section in (SECTION[:-1], SECTION + b"\0\0"):
        refusal("L5", lambda section=section: open_bytes(file_with(section)))
    for told in (0, 2**32 - 1):
        refusal("L5", lambda told=told: open_bytes(with_head(told=told)))
    at = HEAD.size + len(b'{"games":1}')
    refusal("L5", lambda: open_bytes(file_with(SECTION[:at] + b"\1" + SECTION[at + 1 :])))


def test_json_that_is_none() -> None:
    at = HEAD.size
    refusal("J2", lambda: open_bytes(file_with(SECTION[:at] + b"[" + SECTION[at + 1 :])))


@breaks("L6")
def test_an_empty_leave_of_value() -> None:
    at = len(SECTION) - 2 * leave_count(3, 2)
    refusal("L6", lambda: open_bytes(file_with(SECTION[:at] + b"\1\0" + SECTION[at + 2 :])))


@given(st.randoms(use_true_random=False))
def test_damage_at_random(rng: random.Random) -> None:
    """Any damage is refused, or gives a table of values whose places are all inside."""
    changed = bytearray(SECTION)
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    damaged = bytes(changed[: rng.choice((len(changed), rng.randrange(len(changed))))])
    try:
        leaves = open_bytes(file_with(damaged)).leaves
    except CorruptFileError:
        return
    assert leaves is not None
    assert leaves.place(b"\3\3") == len(leaves.values) - 1
    assert sections(file_with(damaged))[b"leaves"] == damaged
