"""Strings of tiles as keys: numbers that compare as the strings do, for sorting many of them in numpy.

A key has some rows of 64 bits, which hold the tiles, ``64 // tile_bits`` a row from the top bits down and zeros
behind, and a last row, which holds node << 1 | ended: where the string goes on in the forward part (0: nowhere), and
whether it is a word. Keys are the columns of an array, uint64, shape (rows + 1, number of strings).

These are the functions for interpreted kernels; compiled ones inline the same from ``tile_strings_as_keys.pxd``.
"""

from __future__ import annotations


def write_key(keys: memoryview, at: int, path: list[int], length: int, tile_bits: int, node: int, ended: int) -> None:
    """Write the key of a path of ``length`` tiles, last tile of the string first; rows hold the first tiles."""
    rows = len(keys) - 1
    a_row = 64 // tile_bits
    for row in range(rows):
        key = 0
        for place in range(row * a_row, min(length, (row + 1) * a_row)):
            key |= path[length - 1 - place] << 64 - tile_bits * (place - row * a_row + 1)
        keys[row, at] = key
    keys[rows, at] = node << 1 | ended


def read_key(keys: memoryview, at: int, tile_bits: int, tiles: list[int], start: int) -> int:
    """Write the tiles of a key, at most 64, from ``tiles[start]`` on; give their number."""
    a_row = 64 // tile_bits
    mask = (1 << tile_bits) - 1
    length = 0
    while length < min(64, a_row * (len(keys) - 1)):
        tile = keys[length // a_row, at] >> 64 - tile_bits * (length % a_row + 1) & mask
        if not tile:
            break
        tiles[start + length] = tile
        length += 1
    return length
