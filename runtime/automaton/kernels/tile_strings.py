"""Kernel: read strings of tiles from texts, and sort them as keys: numbers that compare as the strings do.

A key has rows of 64 bits that hold the tiles, ``64 // tile_bits`` per row from the top bits down, followed by
zeros. Its last row holds node << 1 | ended: the node where the string continues in the forward part (0: none), and
whether the string is a word. Keys are the columns of an array, uint64, shape (rows + 1, number of strings).

Strings are sorted in the order of the alphabet, by a radix sort from the last byte to the first. A byte in which no
two keys differ costs nothing, and most strings differ in a few bytes of the first row only. Sorting takes about 2 ns
for each string and differing byte.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:

    def write_key(
        keys: memoryview, at: int, path: list[int], length: int, tile_bits: int, node: int, ended: int
    ) -> None:
        """Write the key of the ``length`` tiles of ``path``, last tile first. Drop tiles beyond the rows."""
        rows = len(keys) - 1
        a_row = 64 // tile_bits
        for row in range(rows):
            key = 0
            for place in range(row * a_row, min(length, (row + 1) * a_row)):
                key |= path[length - 1 - place] << 64 - tile_bits * (place - row * a_row + 1)
            keys[row, at] = key
        keys[rows, at] = node << 1 | ended

    def read_key(keys: memoryview, at: int, tile_bits: int, tiles: list[int], start: int) -> int:
        """Write the tiles of a key, at most 64, from ``tiles[start]`` on, and return their number."""
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

    def read_tiles(text: str, table: memoryview, tiles: list[int], start: int) -> int:
        """Write the tiles of a text of at most 64 letters from ``tiles[start]`` on, and return their number.

        ``table``: tile of each code point, 0 for no letter, checked by :func:`require_tiles`. Returns -1 if the text is
        longer or has a letter that the table lacks.
        """
        if len(text) > 64:
            return -1
        for place, letter in enumerate(text, start):
            code = ord(letter)
            tile = table[code] if code < len(table) else 0
            if tile == 0:
                return -1
            tiles[place] = tile
        return len(text)

    def require_tiles(tiles: bytes) -> None:
        """Raise ValueError unless all numbers are below 64, since a set of letters has 64 bits."""
        for tile in tiles:
            if tile > 63:
                raise ValueError("tiles are numbers below 64")

    def prefetch_text(texts: list[str], place: int) -> None:
        """Hint that this text will be read soon. Compiled code prefetches it."""

    def text_of(size: int, codes: list[int], length: int) -> str:
        """Return the text of these code points. In compiled code each takes ``size`` bytes: 1, 2 or 4."""
        return "".join(map(chr, codes[:length]))


def count_tiles(text: str, table: bytes) -> bytes | None:
    """Return how often each of 64 tiles is in a text, by tile number; ``?`` is a blank, tile 0.

    ``table``: tile of each code point, 0 for no letter. Returns None for a text of more than 255 characters, or with
    one that the table lacks.
    """
    if not cython.compiled:
        counts = [0] * 64
    if len(text) > 255:
        return None
    for tile in range(64):
        counts[tile] = 0
    for letter in text:
        code = ord(letter)
        tile = table[code] if code < len(table) else 0
        if tile == 0 and letter != "?":
            return None
        counts[tile & 63] += 1
    found: Any = counts[:64] if cython.compiled else bytes(counts)
    return found  # type: ignore[no-any-return]


def make_keys(rows: int, room: int) -> memoryview:
    """Return zeroed memory for keys with this number of rows: uint64, shape (rows, room)."""
    return memoryview(bytearray(8 * rows * room)).cast("Q", (rows, room))


def copy_keys(keys: Any, number: int, room: int) -> memoryview:
    """Return a copy of the first ``number`` keys, with room for more."""
    rows = len(keys)
    if not 0 <= number <= min(room, keys.shape[1]):
        raise ValueError("room for all keys")
    copy = make_keys(rows, room)
    target: Any = copy
    for row in range(rows):
        for i in range(number):
            target[row, i] = keys[row, i]
    return copy


def in_order(keys: Any, number: int) -> memoryview | None:
    """Return a sorted copy of the first ``number`` keys: uint64, shape (rows, number); None for no keys.

    The last row is not part of the string and is not compared.
    """
    if number == 0:
        return None
    rows = len(keys)
    if not 0 < number <= min(keys.shape[1], 0xFFFFFFFF):
        raise ValueError("as many keys as there are")
    order: Any = memoryview(bytearray(4 * number)).cast("I")
    other: Any = memoryview(bytearray(4 * number)).cast("I")
    for i in range(number):
        order[i] = i
    if not cython.compiled:
        counts = [0] * 256
    for row in range(rows - 2, -1, -1):
        differing = 0
        for i in range(1, number):
            differing |= keys[row, i] ^ keys[row, 0]
        for shift in range(0, 64, 8):
            if not differing >> shift & 255:
                continue
            for i in range(256):
                counts[i] = 0
            for i in range(number):
                counts[keys[row, i] >> shift & 255] += 1
            before = 0
            for i in range(256):
                here = counts[i]
                counts[i] = before
                before += here
            for i in range(number):
                here = keys[row, order[i]] >> shift & 255
                other[counts[here]] = order[i]
                counts[here] += 1
            order, other = other, order
    answer = make_keys(rows, number)
    target: Any = answer
    for row in range(rows):
        for i in range(number):
            target[row, i] = keys[row, order[i]]
    return answer
