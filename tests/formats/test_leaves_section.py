"""Leaves in a file: every leave has a place of its own, in the order that SPEC.md says, and its value there."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.formats.alphabet import Alphabet, Tile
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


COUNTS = [2, 3, 1, 0, 2]
SOME = Alphabet(
    "some", [Tile(one, one.lower(), 1, count) for one, count in zip("ABCD", COUNTS[1:], strict=True)], blanks=2
)


def of_pairs(longest: int) -> StoredLeaves:
    """Values that are sums over the tiles and the pairs of tiles of a leave."""
    worth = np.random.default_rng(5).integers(-40, 40, (5, 5))
    values = [
        sum(int(worth[tile, tile]) for tile in leave)
        + sum(int(worth[max(pair), min(pair)]) for pair in itertools.combinations(leave, 2))
        for leave in in_order(4, longest)
    ]
    return StoredLeaves(4, longest, 4, np.array(values, np.int16), {"method": "pairs"})


@pytest.mark.parametrize("longest", [2, 3, 4])
def test_values_of_pairs_are_predicted_exactly(longest: int) -> None:
    whole = of_pairs(5)
    extended = whole.shortened(longest).extended(COUNTS)
    assert (extended.longest, extended.made) == (5, {"method": "pairs"})
    for leave in in_order(4, 5):
        possible = all(leave.count(tile) <= COUNTS[tile] for tile in leave)
        assert extended.value(leave) == (whole.value(leave) if possible else 0)
    assert not extended.values.flags.writeable


@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 1 << 32), st.sampled_from([50, 30000]))
def test_predictions_agree_with_the_document(longest: int, predicted: int, seed: int, most: int) -> None:
    """Any values, also such that predictions do not fit in 16 bits."""
    values = np.random.default_rng(seed).integers(-most, most, leave_count(4, longest)).astype(np.int16)
    values[0] = 0
    stored = StoredLeaves(4, longest, 8, values, {"predicted": predicted})
    data = with_section(lexicon(["AB"], SOME), LEAVES.encode(), pack_leaves(stored))
    reader, opened = SpecReader(data), open_bytes(data).leaves
    assert opened is not None
    extended = opened.extended(COUNTS)
    assert extended.longest == max(longest, predicted)
    for leave in in_order(4, extended.longest):
        if all(leave.count(tile) <= COUNTS[tile] for tile in leave):
            assert reader.leave(tuple(leave)) == extended.value(leave)


@pytest.mark.parametrize("predicted", [-1, 2, 16, 10**30, True, "3", None, 2.5])
def test_another_value_of_the_key_predicts_nothing(predicted: object) -> None:
    stored = StoredLeaves(3, 2, 8, table(3, 2).values, {"predicted": predicted})
    read = read_leaves(memoryview(pack_leaves(stored)), 3)
    assert read.predicted == 2
    assert read.extended([1, 1, 1, 1]) is read


def test_too_many_leaves_to_predict() -> None:
    assert StoredLeaves(63, 2, 8, table(63, 2).values, {"predicted": 6}).predicted == 2


def test_shortened_values_keep_their_places() -> None:
    whole = table(4, 5)
    for longest in range(1, 6):
        short = whole.shortened(longest)
        assert [short.value(leave) for leave in in_order(4, longest)] == [
            whole.value(leave) for leave in in_order(4, longest)
        ]
        assert short.predicted == 5
    assert whole.shortened(4).shortened(2).predicted == 5


def test_what_is_no_leave() -> None:
    leaves = table(3, 2)
    for wrong in (b"\1\1\1", b"\4", b"\xff"):
        with pytest.raises(LexkitError, match="not a leave"):
            leaves.place(wrong)
    with pytest.raises(ValueError, match="read-only"):
        leave_steps(3, 2)[0, 0] = 1
