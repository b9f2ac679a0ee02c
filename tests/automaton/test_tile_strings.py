"""Strings as keys, sorted by a kernel: against Python's own sorting of the strings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.runtime.automaton.kernels.tile_strings import copy_keys, in_order, make_keys


def key_of(tiles: bytes, rows: int, bits: int) -> list[int]:
    """The rows of a string's key, as :mod:`lexkit.runtime.automaton.kernels.tile_strings` describes it."""
    a_row = 64 // bits
    parts = [tiles[start : start + a_row] for start in range(0, rows * a_row, a_row)]
    return [sum(tile << 64 - bits * (place + 1) for place, tile in enumerate(part)) for part in parts]


@st.composite
def strings(draw: st.DrawFn) -> tuple[int, int, list[bytes]]:
    """(rows, bits of a tile, distinct strings that the rows hold)."""
    rows, bits = draw(st.sampled_from([(1, 5), (2, 5), (7, 6), (3, 2), (2, 1)]))
    tile = st.integers(1, (1 << bits) - 1)
    longest = min(64, rows * (64 // bits))
    return rows, bits, draw(st.lists(st.lists(tile, max_size=longest).map(bytes), min_size=1, unique=True))


@given(strings())
def test_keys_are_in_the_order_of_their_strings(case: tuple[int, int, list[bytes]]) -> None:
    rows, bits, given_strings = case
    keys = make_keys(rows + 1, len(given_strings) + 3)
    for at, tiles in enumerate(given_strings):
        for row, word in enumerate([*key_of(tiles, rows, bits), at]):
            keys[row, at] = word
    found = in_order(keys, len(given_strings))
    assert found is not None
    assert found.shape == (rows + 1, len(given_strings))
    assert [given_strings[at] for at in found.tolist()[-1]] == sorted(given_strings)
    longer = copy_keys(keys, len(given_strings), 2 * len(given_strings))
    assert [row[: len(given_strings)] for row in longer.tolist()] == [
        row[: len(given_strings)] for row in keys.tolist()
    ]


def test_no_keys_and_too_many() -> None:
    keys = make_keys(3, 4)
    assert in_order(keys, 0) is None
    for number in (-1, 5):
        with pytest.raises(ValueError, match="as many keys as there are"):
            in_order(keys, number)
    for number, room in ((5, 8), (4, 3), (-1, 4)):
        with pytest.raises(ValueError, match="room for all keys"):
            copy_keys(keys, number, room)
