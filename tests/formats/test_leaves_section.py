"""Leaves in a file: every leave has a place of its own, in the order that SPEC.md says, and its value there."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.formats.constants import LEAVES
from lexkit.formats.leaves_section import StoredLeaves, leave_count, leave_steps, pack_leaves, read_leaves
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import lexicon, with_section
from tests.formats.spec_reader import SpecReader


def table(letters: int, longest: int, scale: int = 256) -> StoredLeaves:
    """Values that all differ, as far as 16 bits go; the empty leave's is 0."""
    values = np.arange(leave_count(letters, longest)).astype(np.int16)
    return StoredLeaves(letters, longest, scale, values, {"method": "counting"})


def in_order(letters: int, longest: int) -> list[bytes]:
    """All leaves, in order of their places: that of their tiles from the highest down, none before blank."""
    kinds = range(letters + 1)
    leaves = [some for size in range(longest + 1) for some in itertools.combinations_with_replacement(kinds, size)]
    return [bytes(leave) for leave in sorted(sorted(leave, reverse=True) for leave in leaves)]


@pytest.mark.parametrize(("letters", "longest"), [(1, 1), (1, 6), (2, 3), (3, 4), (5, 2), (4, 6)])
def test_every_leave_has_its_place(letters: int, longest: int) -> None:
    leaves = table(letters, longest)
    assert [leaves.place(leave) for leave in in_order(letters, longest)] == list(range(leave_count(letters, longest)))
    for leave in in_order(letters, longest)[::7]:
        assert leaves.place(leave[::-1]) == leaves.place(leave)
        assert leaves.value(leave) == leaves.values[leaves.place(leave)] / 256


@given(st.integers(1, 6), st.integers(1, 5), st.integers(1, 1 << 15))
def test_what_is_written_is_read(letters: int, longest: int, scale: int) -> None:
    written = table(letters, longest, scale)
    data = pack_leaves(written)
    read = read_leaves(memoryview(data), letters)
    assert (read.letters, read.longest, read.scale, dict(read.made)) == (letters, longest, scale, dict(written.made))
    assert read.values.tolist() == written.values.tolist()
    assert not read.values.flags.writeable
    assert pack_leaves(read) == data


def test_a_reader_of_the_document_agrees() -> None:
    data = with_section(lexicon(["AB", "CAB"]), LEAVES.encode(), pack_leaves(table(3, 3, 4)))
    reader, opened = SpecReader(data), open_bytes(data).leaves
    assert opened is not None
    for leave in in_order(3, 3):
        assert reader.leave(tuple(leave)) == opened.value(leave)


def test_what_is_no_leave() -> None:
    leaves = table(3, 2)
    for wrong in (b"\1\1\1", b"\4", b"\xff"):
        with pytest.raises(LexkitError, match="not a leave"):
            leaves.place(wrong)
    with pytest.raises(ValueError, match="read-only"):
        leave_steps(3, 2)[0, 0] = 1
